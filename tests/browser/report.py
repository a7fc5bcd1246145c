"""The report in a real browser: see README.md beside this file."""

import json
import math
import pathlib
import shutil
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

HOSTILE = '</script><img src="http://127.0.0.1:9/x" onerror="document.title=\'owned\'">'


def run(program, *args):
    done = subprocess.run([program, *map(str, args)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def open_page(browser, file, pictures, scheme="light"):
    """The page, with everything it asks for and complains of."""
    page = browser.new_page(color_scheme=scheme, viewport={"width": 1280, "height": 900})
    asked, complained = [], []
    page.on("request", lambda r: asked.append(r.url))
    page.on("console", lambda m: complained.append(m.text))
    page.on("pageerror", lambda e: complained.append(str(e)))
    page.goto(file.as_uri())
    page.wait_for_selector("#diagnostics tbody tr")
    page.screenshot(path=pictures / f"{file.stem}-{scheme}.png", full_page=True)
    assert asked == [file.as_uri()], asked
    assert complained == [], complained
    return page


def shown_words(page):
    return page.locator("#words li").evaluate_all("all => all.map(li => li.dataset.word)")


def check_words(program, model, page, topic):
    """The list at several places of the slider is that of `topics --by relevance`."""
    places = {t["id"]: str(t["place"]) for t in topics(program, model)}
    page.select_option("#topic", places[topic])
    lists = set()
    for value in [100, 60, 30, 0]:
        page.focus("#lambda")
        page.keyboard.press("Home")
        for _ in range(value // 10):
            page.keyboard.press("PageUp")
        assert page.locator("#lambda-value").inner_text() == f"{value / 100:.2f}"
        args = ["--by", "relevance", "--lambda", value / 100, "--words", 200]
        [line] = [t for t in topics(program, model, *args) if t["id"] == topic]
        values = {w["word"]: w["value"] for w in line["words"]}
        words = shown_words(page)
        # Words that are equally relevant but for rounding may change places.
        for word, want in zip(words, line["words"][: len(words)]):
            assert math.isclose(values[word], want["value"], abs_tol=1e-8), (value, word, want)
        assert len(words) == min(30, len(line["words"]))
        lists.add(tuple(words))
    assert len(lists) > 1, "the slider moves words"


def topics(program, model, *args):
    lines = run(program, "topics", model, "--json", *args).splitlines()
    return [json.loads(line) for line in lines]


def check_newsroom(program, browser, work, pictures):
    model, file = work / "newsroom", work / "newsroom.html"
    run(program, "fit", "newsroom", "--seed", 1, "--sweeps", 200, "--out", model)
    run(program, "report", model, "--corpus", "newsroom", "--out", file)
    open_page(browser, file, pictures, "dark").close()
    page = open_page(browser, file, pictures)
    for topic in [0, 5]:
        check_words(program, model, page, topic)
    # A circle picks a topic, and so does the row of a table.
    page.locator("#map .topic").nth(3).click()
    picked = page.locator("#map .topic.picked text").text_content()
    assert page.locator("#words-head").inner_text().startswith(f"Topic {picked}:")
    page.locator("#diagnostics tbody tr").nth(1).locator("button").click()
    assert page.locator("#map .topic.picked").count() == 1
    # The head of a column orders by it.
    page.locator("th[data-key=coherence] button").click()
    column = [t["coherence"] for t in topics(program, model)]
    cells = page.locator("#diagnostics tbody tr td:last-child").all_inner_texts()
    got = [float(cell.replace(",", "")) for cell in cells]
    assert got == sorted(got, reverse=True) and math.isclose(got[0], max(column), abs_tol=0.01)
    # Documents by the share of a topic; a click reads one.
    page.select_option("#order", "2")
    top = page.locator("#list button").first
    top.click()
    assert page.locator("#reader .token").count() > 5
    shares = page.locator("#reader .shares button").all_inner_texts()
    assert any(s.startswith("2 ") for s in shares[:2]), shares
    page.fill("#find", "telescope")
    assert 0 < page.locator("#list li").count() < 171
    page.screenshot(path=pictures / "newsroom-used.png", full_page=True)
    # A phone has no bar to scroll sideways.
    page.set_viewport_size({"width": 390, "height": 800})
    wide = page.evaluate("document.documentElement.scrollWidth")
    page.screenshot(path=pictures / "newsroom-narrow.png")
    assert wide <= 390, wide
    page.close()


def check_hostile(program, browser, work, pictures):
    lines = [
        {"id": f"{HOSTILE}{d}", "title": HOSTILE, "text": f"{HOSTILE} <b>bold</b> &amp; a\u202eb <!-- {d}"}
        for d in range(6)
    ]
    corpus, model, file = work / "h.jsonl", work / "hostile", work / "hostile.html"
    corpus.write_text("".join(json.dumps(line) + "\n" for line in lines))
    fit = ["--tokenizer", "whitespace", "--stop-words", "none", "--topics", 1, "--sweeps", 5]
    run(program, "fit", corpus, *fit, "--seed", 1, "--out", model)
    run(program, "report", model, "--corpus", corpus, "--title", HOSTILE, "--out", file)
    page = open_page(browser, file, pictures)
    assert page.title() == f"{HOSTILE}: topics"
    assert "\u202e" not in page.locator("main").inner_text()
    assert page.locator("h1").inner_text() == HOSTILE
    assert page.locator("img").count() == 0
    assert "<b>bold</b>" in shown_words(page)
    assert "<b>bold</b>" in page.locator("#reader .text").inner_text()
    page.close()


def check_labels(program, browser, work, pictures):
    model, file = work / "toy", work / "toy.html"
    run(program, "fit", "demo:toy", "--seed", 1, "--sweeps", 5, "--out", model)
    run(program, "report", model, "--out", file)
    page = file.read_text()
    none = '"label":null,"note":null'
    assert none in page
    file.write_text(page.replace(none, '"label":"\\u003cb>law","note":"of courts"', 1))
    page = open_page(browser, file, pictures)
    page.select_option("#topic", "0")
    assert page.locator("#words-head").inner_text().startswith("Topic 0 <b>law: ")
    assert page.locator("#note").inner_text() == "of courts"
    assert page.locator("#diagnostics tbody button", has_text="<b>law").count() == 1
    page.close()


def check_many_topics(program, browser, work, pictures):
    model, file = work / "many", work / "many.html"
    fit = ["--topics", 1000, "--sweeps", 3, "--seed", 1]
    run(program, "fit", "newsroom", *fit, "--out", model)
    run(program, "report", model, "--out", file)
    assert file.stat().st_size < 4_000_000, file.stat().st_size
    page = open_page(browser, file, pictures)
    assert page.locator("#map .topic").count() == 1000
    took = page.evaluate(
        """() => {
            const [slider, before] = [document.getElementById('lambda'), performance.now()];
            slider.value = 20;
            slider.dispatchEvent(new Event('input'));
            return performance.now() - before;
        }"""
    )
    assert took < 100, took
    page.close()


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        work = pathlib.Path(folder)
        pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else work
        pictures.mkdir(parents=True, exist_ok=True)
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for check in [check_newsroom, check_hostile, check_labels, check_many_topics]:
            check(program, browser, work, pictures)
            print("ok", check.__name__)
        browser.close()


if __name__ == "__main__":
    main()
