"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const at = (id) => document.getElementById(id);
  const namespace = at("map").namespaceURI;
  const COLOURS = 12;
  const NONE = "–";

  /** An element with attributes and children; texts become text, never markup. */
  function make(name, attributes = {}, ...children) {
    return fill(document.createElement(name), attributes, children);
  }
  function draw(name, attributes = {}, ...children) {
    return fill(document.createElementNS(namespace, name), attributes, children);
  }
  /** Without the marks that would turn the direction of what stands around a text. */
  const upright = (text) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, "");
  function fill(element, attributes, children) {
    for (const [key, value] of Object.entries(attributes)) {
      element.setAttribute(key, typeof value === "string" ? upright(value) : value);
    }
    element.append(...children.map((child) => (typeof child === "string" ? upright(child) : child)));
    return element;
  }
  const colour = (place) => `var(--t${data.topics[place].colour % COLOURS})`;
  /** The number of a topic, with the name that the user gave it. */
  const called = (topic) => (topic.label === null ? String(topic.id) : `${topic.id} ${upright(topic.label)}`);
  const whole = (n) => Math.round(n).toLocaleString("en");
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  function short(value) {
    if (value === null) return NONE;
    const size = Math.abs(value);
    if (size !== 0 && (size < 1e-3 || size >= 1e7)) return value.toExponential(1);
    return size >= 1e3 ? whole(value) : value.toPrecision(4);
  }
  const plural = (n, thing) => `${whole(n)} ${thing}${n === 1 ? "" : "s"}`;

  /** Places of the topics, the largest first. */
  const bySize = data.topics.map((_, place) => place)
    .sort((a, b) => data.topics[b].tokens - data.topics[a].tokens || a - b);
  let picked = null;
  let lambda = data.lambda;

  // ---- words ----

  const relevance = ([word, phi]) =>
    lambda * Math.log(phi) + (1 - lambda) * Math.log(phi / data.words[word][2]);
  /** The terms of a topic, the most relevant first; what is equal goes by phi, then by word. */
  function ranked(place, most) {
    return data.topics[place].terms
      .map((term) => [Math.round(relevance(term) * 1e9), term])
      .sort(([a, s], [b, t]) => b - a || t[1] - s[1] || s[0] - t[0])
      .slice(0, most)
      .map(([, term]) => term);
  }
  const words = (place, most) =>
    ranked(place, most).map(([word]) => data.words[word][0]).join(" ");

  function showWords() {
    const topic = picked === null ? null : data.topics[picked];
    const rows = topic === null
      ? data.salient.map((word) => [word, null, null])
      : ranked(picked, data.shown);
    const most = Math.max(1, ...rows.map(([word]) => data.words[word][1]));
    at("words-head").textContent = topic === null
      ? `The most salient words of all topics`
      : `Topic ${called(topic)}: ${percent(topic.share)} of the tokens`;
    at("note").textContent = upright(topic?.note ?? "");
    const key = [make("i"), "tokens in the corpus"];
    if (topic !== null) key.push(make("i", { class: "own" }), "tokens in the topic");
    at("words-key").replaceChildren(...key);
    at("words").replaceChildren(...rows.map(([word, phi, own]) => {
      const [text, count] = data.words[word];
      const beam = make("span", { class: "beam" });
      beam.append(make("i", { style: `width:${(100 * count) / most}%` }));
      let numbers = whole(count);
      if (own !== null) {
        beam.append(make("i", { class: "own", style: `width:${(100 * own) / most}%` }));
        numbers = `${whole(own)} of ${whole(count)}`;
      }
      const title = phi === null ? text : `${text}: φ ${phi.toPrecision(4)}, lift ${(phi / data.words[word][2]).toPrecision(4)}`;
      return make("li", { "data-word": text, title },
        make("span", { class: "word" }, text), beam, make("span", { class: "number" }, numbers));
    }));
  }

  function pick(place) {
    picked = place;
    at("topic").value = place === null ? "" : String(place);
    showWords();
    for (const element of document.querySelectorAll("[data-topic]")) {
      element.classList.toggle("picked", place !== null && element.dataset.topic === String(place));
    }
    // Nothing may lie over the one that is picked.
    at("map")?.append(...at("map").querySelectorAll(".picked"));
  }
  function step(by) {
    const rank = picked === null ? (by > 0 ? -1 : bySize.length) : bySize.indexOf(picked);
    pick(bySize[Math.min(Math.max(rank + by, 0), bySize.length - 1)]);
  }

  // ---- the map ----

  function showMap() {
    const svg = at("map");
    if (data.map === null) {
      svg.remove();
      at("map-caption").textContent = "There are too many topics for a map.";
      return;
    }
    const [width, height, edge] = [600, 480, 60];
    const range = (axis) => {
      const values = data.map.points.map((p) => p[axis]);
      return [Math.min(...values), Math.max(...values)];
    };
    const [[left, right], [low, high]] = [range(0), range(1)];
    // One scale for both axes: distances on the map are distances.
    const scale = Math.min(
      (width - 2 * edge) / Math.max(right - left, 1e-9),
      (height - 2 * edge) / Math.max(high - low, 1e-9),
    );
    const flat = right - left < 1e-9 && high - low < 1e-9;
    const x = (p) => width / 2 + (flat ? 0 : (p[0] - (left + right) / 2) * scale);
    const y = (p) => height / 2 - (flat ? 0 : (p[1] - (low + high) / 2) * scale);
    const largest = Math.max(...data.topics.map((t) => t.share), 1e-9);
    const full = Math.min(55, 150 / Math.sqrt(data.topics.length) + 3);
    // The names of all of very many topics would hide them.
    const named = new Set(bySize.slice(0, bySize.length <= 120 ? 120 : 40));
    for (const place of bySize) {
      const [point, topic] = [data.map.points[place], data.topics[place]];
      const radius = Math.max(2, full * Math.sqrt(topic.share / largest));
      const group = draw("g", { class: "topic", "data-topic": place },
        draw("title", {}, `topic ${called(topic)}, ${percent(topic.share)}: ${words(place, 8)}`),
        draw("circle", { cx: x(point), cy: y(point), r: radius, fill: colour(place), stroke: colour(place) }));
      if (named.has(place)) {
        group.append(draw("text", { x: x(point), y: y(point) }, String(topic.id)));
      }
      group.addEventListener("click", () => pick(picked === place ? null : place));
      svg.append(group);
    }
    const kept = data.map.explained;
    at("map-caption").textContent =
      "Topics as circles, their area by share; near where they use the same words " +
      "(classical scaling of √ of the Jensen–Shannon divergence" +
      (kept === null ? ")." : `; both axes keep ${percent(kept[1])} of the squared distances).`) +
      " A click picks a topic; so does the list above.";
  }

  // ---- diagnostics ----

  const COLUMNS = [
    ["id", "topic"], ["tokens", "tokens"], ["share", "share"], ["alpha", "α"],
    ["document_entropy", "document entropy"], ["eff_num_words", "effective words"],
    ["uniform_dist", "uniform distance"], ["corpus_dist", "corpus distance"],
    ["rank_1_docs", "rank-1 documents"], ["token_doc_diff", "token–document"],
    ["allocation_ratio", "allocation ratio"], ["allocation_count", "allocation count"],
    ["exclusivity", "exclusivity"], ["coherence", "coherence"],
  ];
  /** Behind topic, tokens and share come the words. */
  const WORDS_AT = 3;
  let sorted = ["tokens", false];

  function showTable() {
    const [column, ascending] = sorted;
    const heads = COLUMNS.map(([key, name]) => {
      const button = make("button", { type: "button" }, name);
      button.addEventListener("click", () => {
        sorted = [key, sorted[0] === key ? !sorted[1] : key === "id"];
        showTable();
        at("diagnostics").querySelector(`[data-key=${key}] button`).focus();
      });
      const order = key === column ? (ascending ? "ascending" : "descending") : "none";
      return make("th", { scope: "col", "data-key": key, "aria-sort": order }, button);
    });
    const label = make("span", {}, "words by relevance");
    heads.splice(WORDS_AT, 0, make("th", { scope: "col", class: "left" }, label));
    at("diagnostics").tHead.replaceChildren(make("tr", {}, ...heads));
    const order = bySize.slice().sort((a, b) => {
      const [one, two] = [data.topics[a][column], data.topics[b][column]];
      // What is undefined comes last either way.
      if (one === null || two === null) return (one === null) - (two === null);
      return ascending ? one - two : two - one;
    });
    at("diagnostics").tBodies[0].replaceChildren(...order.map((place) => {
      const topic = data.topics[place];
      const cells = COLUMNS.slice(1).map(([key]) => make("td", {},
        key === "tokens" ? whole(topic.tokens) : key === "share" ? percent(topic.share) : short(topic[key])));
      const button = make("button", { type: "button", "aria-label": `pick topic ${topic.id}` },
        make("span", { class: "swatch", style: `background:${colour(place)}` }), called(topic));
      button.addEventListener("click", () => pick(place));
      cells.splice(WORDS_AT - 1, 0, make("td", { class: "left" }, words(place, 10)));
      return make("tr", { "data-topic": place, class: picked === place ? "picked" : "" },
        make("td", {}, button), ...cells);
    }));
  }

  // ---- the trace ----

  /** About `most` round values from low to high. */
  function ticks(low, high, most) {
    const raw = (high - low) / most;
    const power = 10 ** Math.floor(Math.log10(raw));
    const stride = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw) ?? raw;
    const out = [];
    for (let i = Math.ceil(low / stride); i * stride <= high + stride * 1e-9; i += 1) out.push(i * stride);
    return [out, Math.max(0, -Math.floor(Math.log10(stride) + 1e-9))];
  }

  function showCurve(svg, height, points, label, lowest = null) {
    svg.replaceChildren();
    const [width, left, bottom, top, right] = [900, 80, 32, 14, 16];
    const values = points.map((p) => p[2]);
    let [low, high] = [lowest ?? Math.min(...values), Math.max(...values)];
    if (lowest !== null) high = Math.max(high, 0.01);
    if (high - low < 1e-12) [low, high] = [low - 0.5, high + 0.5];
    const [first, last] = [points[0][0], points[points.length - 1][0]];
    const x = (sweep) => left + ((sweep - first) / Math.max(1, last - first)) * (width - left - right);
    const y = (value) => top + ((high - value) / (high - low)) * (height - top - bottom);
    const [levels, digits] = ticks(low, high, 4);
    for (const level of levels) {
      svg.append(
        draw("line", { class: "grid", x1: left, x2: width - right, y1: y(level), y2: y(level) }),
        draw("text", { x: left - 6, y: y(level) + 4, "text-anchor": "end" }, label(level, digits)));
    }
    for (const sweep of ticks(first, Math.max(last, first + 1), 8)[0]) {
      if (!Number.isInteger(sweep) || sweep > last) continue;
      svg.append(draw("text", { x: x(sweep), y: height - 10, "text-anchor": "middle", class: "dim" }, whole(sweep)));
    }
    const path = [];
    let segment = null;
    for (const [sweep, own, value] of points) {
      path.push(`${own === segment ? "L" : "M"}${x(sweep).toFixed(2)} ${y(value).toFixed(2)}`);
      segment = own;
    }
    svg.append(draw("path", { class: "line", d: path.join(""), "stroke-linecap": "round" }));
  }

  function showTrace() {
    if (data.trace === null) {
      at("no-trace").hidden = false;
      at("with-trace").hidden = true;
      return;
    }
    const all = data.trace.points;
    const half = all[all.length - 1][0] / 2;
    const points = at("tail").checked ? all.filter((p) => p[0] >= half) : all;
    const totals = points.map(([sweep, segment, total]) => [sweep, segment, total / data.tokens]);
    showCurve(at("curve"), 250, totals, (value, digits) => value.toFixed(Math.min(digits, 6)));
    const segments = new Set(points.map((p) => p[1])).size;
    at("curve-caption").textContent =
      `${data.trace.name} per token, in nats, after each sweep` +
      (segments > 1 ? "; the line breaks where α, η, K or the engine changed: values before and after cannot be compared." : ".");
    const moved = points.filter((p) => p[3] !== null).map(([sweep, segment, , share]) => [sweep, 0, share]);
    at("moved-figure").hidden = moved.length === 0;
    if (moved.length > 0) showCurve(at("moved"), 180, moved, percent, 0);
  }

  // ---- documents ----

  let reading = null;
  const name = (document) => document.title ?? document.id;
  const share = (document, place) => document.theta.find((t) => t[0] === place)?.[1] ?? 0;
  let content = null;

  function stack(document) {
    const parts = document.theta.map(([place, theta]) => make("i", {
      style: `width:${100 * theta}%;background:${colour(place)}`,
      title: `topic ${data.topics[place].id}: ${percent(theta)}`,
    }));
    return make("span", { class: "stack", "aria-hidden": "true" }, ...parts);
  }

  function showList() {
    const order = at("order").value;
    const query = at("find").value.trim().toLowerCase();
    content ??= data.reading.map((d) =>
      `${d.id}\n${d.title ?? ""}\n${d.pieces.map((p) => (typeof p === "string" ? p : p[0])).join(data.texts ? "" : " ")}`.toLowerCase());
    let list = data.reading.filter((_, i) => query === "" || content[i].includes(query));
    if (order === "length") list.sort((a, b) => b.tokens - a.tokens || a.index - b.index);
    else if (order !== "") list.sort((a, b) => share(b, Number(order)) - share(a, Number(order)) || a.index - b.index);
    at("found").textContent = plural(list.length, "document");
    at("list").replaceChildren(...list.map((document) => {
      const top = document.theta[0];
      const button = make("button", { type: "button", "aria-pressed": document === reading, "data-document": document.index },
        make("span", { class: "name" }, name(document)), stack(document));
      if (top) fill(button, { title: `${name(document)}: topic ${data.topics[top[0]].id}, ${percent(top[1])}` }, []);
      button.addEventListener("click", () => read(document));
      return make("li", {}, button);
    }));
  }

  function read(document) {
    reading = document;
    for (const button of at("list").querySelectorAll("button")) {
      button.setAttribute("aria-pressed", button.dataset.document === String(document.index));
    }
    const shares = document.theta.map(([place, theta]) => {
      const button = make("button", { type: "button" },
        make("span", { class: "swatch", style: `background:${colour(place)}` }),
        `${called(data.topics[place])} · ${percent(theta)}`);
      fill(button, { title: words(place, 8) }, []);
      button.addEventListener("click", () => pick(place));
      return button;
    });
    const text = make("div", { class: "text" });
    for (const piece of document.pieces) {
      if (typeof piece === "string") {
        text.append(upright(piece));
        continue;
      }
      const [word, place, times] = piece;
      const token = make("span", {
        class: place === picked ? "token picked" : "token",
        "data-topic": place,
        style: `--own-colour:${colour(place)}`,
      }, word);
      if (times > 1) token.append(` ×${times}`);
      token.append(make("sub", {}, String(data.topics[place].id)));
      text.append(token);
      if (times) text.append(" ");
    }
    if (document.cut) text.append(" … (cut here)");
    if (document.tokens === 0) text.append("(no words of the model)");
    const title = document.title === null || document.title === document.id
      ? document.id : `${document.title} (${document.id})`;
    at("reader").replaceChildren(
      make("h3", {}, title),
      make("p", { class: "note" }, `document ${document.index + 1} of ${whole(data.documents)}, ${plural(document.tokens, "token")}; θ is its posterior mean given the topics of the words`),
      make("div", { class: "shares" }, ...shares),
      stack(document), text);
    at("reader").scrollTop = 0;
  }

  // ---- all of it ----

  at("about").textContent =
    `${plural(data.documents, "document")}, ${plural(data.vocabulary, "word")}, ${plural(data.tokens, "token")}; ` +
    `${plural(data.topics.length, "topic")}, ${data.priors}, ${plural(data.sweeps, "sweep")} of ${data.engine}` +
    `${data.exact ? "" : " (not exact)"}, seed ${data.seed}`;
  at("result").textContent = data.result;
  const options = (select, first) => select.append(
    ...first.map(([value, text]) => make("option", { value }, text)),
    ...bySize.map((place) => make("option", { value: place },
      `${called(data.topics[place])} · ${percent(data.topics[place].share)} · ${words(place, 4)}`)));
  options(at("topic"), [["", "all topics"]]);
  options(at("order"), [["", "as in the corpus"], ["length", "the longest first"]]);
  at("topic").addEventListener("change", (e) => pick(e.target.value === "" ? null : Number(e.target.value)));
  at("previous").addEventListener("click", () => step(-1));
  at("next").addEventListener("click", () => step(1));
  const slider = at("lambda");
  slider.max = data.steps;
  slider.value = Math.round(lambda * data.steps);
  const showLambda = () => { at("lambda-value").textContent = lambda.toFixed(2); };
  slider.addEventListener("input", () => {
    lambda = Number(slider.value) / data.steps;
    showLambda();
    showWords();
  });
  slider.addEventListener("change", showTable);
  at("tail").addEventListener("change", showTrace);
  at("order").addEventListener("change", showList);
  at("find").addEventListener("input", showList);
  const shown = data.reading.length;
  at("documents-note").textContent =
    (shown < data.documents
      ? `${whole(shown)} of ${whole(data.documents)} documents: those with most of each topic. `
      : "") +
    (data.topics.length > 12 ? "What is grey in a bar is all other topics. " : "") +
    (data.texts
      ? "Each word has the colour and the number of its topic; other words are no words of the model."
      : "The words of a document as the model has them, each with the colour and the number of its topic.");
  showLambda();
  showMap();
  showTable();
  showTrace();
  showList();
  pick(bySize[0] ?? null);
  if (shown > 0) read(data.reading.find((d) => d.tokens > 0) ?? data.reading[0]);
})();
