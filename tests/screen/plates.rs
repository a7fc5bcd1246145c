//! The model as a picture, and the corpus in another order.

use super::terminal::start;
use super::views::is_framed;
use super::{SIZES, home, running};

#[test]
fn the_plates_of_two_engines_and_another_order() {
    for size in SIZES {
        let home = home();
        let args = ["newsroom", "--seed", "4", "--speed", "10"];
        let mut terminal = start(home.path(), size, &args);
        running(&terminal);
        terminal.press("U");
        let whole = |text: &str, words: &[&str]| {
            is_framed(text, size) && words.iter().all(|word| text.contains(word))
        };
        terminal.wait("the collapsed model", |text| {
            let parts = [
                "┌ 171 documents",
                "N_1 = ",
                "8 topics",
                "┃ z ┃",
                "│░w░│",
                "╎ θ ╎",
            ];
            whole(text, &parts) && whole(text, &["p(z = k | rest)", "0 of 6,515 tokens"])
        });
        terminal.press("j");
        terminal.wait("shuffled words", |text| {
            whole(
                text,
                &["words shuffled 1×, documents 0×", "equal", "as many tokens"],
            ) && text.contains("the path of one chain differs")
                && !text.contains(" 0 of 6,515")
        });
        terminal.press("J");
        terminal.wait("shuffled documents", |text| {
            whole(text, &["words shuffled 1×, documents 1×", "equal"])
        });
        terminal.press("i");
        terminal.wait_for("the numbers of this pane");
        terminal.press("<esc>");
        terminal.wait("the picture again", |text| {
            whole(text, &["┌ 171 documents"]) && !text.contains("numbers of this pane")
        });
    }
}

#[test]
fn every_engine_has_a_picture_of_its_own() {
    for (engine, parts) in [
        ("uncollapsed", ["Dirichlet(α + n_d)", "θ_dk φ_kv"]),
        ("variational", ["ψ(γ_dk)", "γ_dk = α_k + Σ_i r_dik"]),
        (
            "variational-em",
            ["φ_kv exp(ψ(γ_dk))", "γ_dk = α_k + Σ_i r_dik"],
        ),
        ("mixture", ["π_k Π_v", "π_k = Σ_d"]),
        ("plsi", ["∝ θ_dk φ_kv", "θ_dk = Σ_v"]),
        ("unigram", ["φ_v = n_v / N", "nothing hidden"]),
    ] {
        let home = home();
        let args = [
            "newsroom", "--seed", "4", "--speed", "10", "--engine", engine,
        ];
        let mut terminal = start(home.path(), SIZES[0], &args);
        running(&terminal);
        terminal.press("U");
        terminal.wait("a picture", |text| {
            is_framed(text, SIZES[0]) && text.contains("┌ 171 documents")
        });
        terminal.press("<down>");
        let first = terminal.wait(parts[0], |text| {
            is_framed(text, SIZES[0]) && text.contains(parts[0])
        });
        if std::env::var_os("SHOW").is_some() {
            eprintln!("{first}");
        }
        terminal.press("<down>");
        terminal.wait(parts[1], |text| {
            is_framed(text, SIZES[0]) && text.contains(parts[1])
        });
    }
}
