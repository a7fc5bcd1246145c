//! The numbers of the dots and of the images.

use super::Entry;
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::dots::{Dotted, Part};
use crate::tui::text::{clean, count, number, percent, thousands};

/// The numbers of the view.
pub fn entries(explorer: &Explorer) -> Vec<Entry> {
    let view = &explorer.views.dots;
    let Some(dotted) = view.dotted() else {
        return Vec::new();
    };
    let mut entries = Vec::new();
    if view.part == Part::Matrix {
        entries.extend(cell(explorer, dotted));
        entries.extend(places(explorer, dotted));
    } else {
        entries.extend(image(explorer, dotted));
    }
    entries.extend(share(explorer, dotted));
    entries
}

fn cell(explorer: &Explorer, dotted: &Dotted) -> Option<Entry> {
    let view = &explorer.views.dots;
    let word = *view.words.get(view.column)?;
    let d = view.document(view.row)?;
    let name = clean(explorer.corpus.vocabulary().word(word));
    let cell = dotted.cells(d, &[word]).concat();
    let topics = |&(k, n): &(usize, usize)| format!("{n} in topic {}", dotted.fitted.ids[k]);
    let topics: Vec<String> = cell.iter().map(topics).collect();
    let all: usize = cell.iter().map(|(_, n)| n).sum();
    Some(Entry {
        name: "dots of a cell",
        formula: "tokens i of document d with w_i = v, each with the topic z_i that it has now",
        filled: match topics.is_empty() {
            true => format!("document {} has no token of {name}", d + 1),
            false => format!(
                "document {}, {name}: {all}, {}; the word has {} in the corpus",
                d + 1,
                topics.join(", "),
                dotted.totals[word as usize]
            ),
        },
        unit: "tokens; a disc with a number behind it stands for so many, with their most frequent topic",
        source: "Steyvers and Griffiths 2007, figure 7; of engines that draw no topics, the most probable one",
        mistake: "taking the colour of a word for fixed: each of its tokens has a topic of its own, and it is drawn anew in every sweep.",
    })
}

/// The two lines below the dots, and the numbers before the rows.
fn places(explorer: &Explorer, dotted: &Dotted) -> Option<Entry> {
    let view = &explorer.views.dots;
    let word = *view.words.get(view.column)?;
    let d = view.document(view.row)?;
    let corpus = &dotted.fitted.corpus;
    Some(Entry {
        name: "word, document, × tokens",
        formula: "the place of the word in this order, n_v, and × n_kv of each topic; the number of the document, N_d, and × n_dk",
        filled: format!(
            "{}: {} of {}, {}; document {} of {}: {}",
            clean(explorer.corpus.vocabulary().word(word)),
            thousands(view.column + 1),
            thousands(view.words.len()),
            count(dotted.totals[word as usize] as usize, "token"),
            thousands(d + 1),
            thousands(corpus.documents()),
            count(corpus.document(d).len(), "token")
        ),
        unit: "places from 1 on; tokens",
        source: "counted in the copy of the chain that the view is of",
        mistake: "taking the number before a row for a place: it is that of the document in the file, in any order (u).",
    })
}

fn image(explorer: &Explorer, dotted: &Dotted) -> Option<Entry> {
    let images = dotted.images.as_ref()?;
    let ids = &dotted.fitted.ids;
    let k = ids.iter().position(|&id| id == explorer.topic)?;
    let own = images.all.get(k)?;
    let paired = match own.bar {
        Some((bar, Some(cosine))) => format!(
            "; bar {} of 10 (rows from the top, then columns), cosine {}",
            bar + 1,
            number(cosine)
        ),
        _ => String::new(),
    };
    let most = own.phi.iter().copied().fold(0.0, f64::max);
    Some(Entry {
        name: "φ, and cos",
        formula: "φ_kv = (n_kv + η_v) / (n_k + Ση); cos = Σ_v φ_kv b_v / √(Σ_v φ_kv² Σ_v b_v²), b a bar: 1/5 on its pixels",
        filled: format!(
            "topic {}: at most {}; fullest pixel of all images {}{paired}",
            explorer.topic,
            number(most),
            number(images.most)
        ),
        unit: "probabilities, each image sums to 1; cosine 0 to 1, 0.447 for an even image",
        source: "Griffiths and Steyvers 2004, figure 1; paired for the largest sum of cosines, Kuhn 1955",
        mistake: "expecting topic 0 at the first bar: the numbers of topics are arbitrary, so they are paired anew at every sweep.",
    })
}

fn share(explorer: &Explorer, dotted: &Dotted) -> Option<Entry> {
    let fitted = &dotted.fitted;
    let k = fitted.ids.iter().position(|&id| id == explorer.topic)?;
    let tokens = fitted.corpus.tokens();
    Some(Entry {
        name: "share",
        formula: "n_k / N",
        filled: format!(
            "topic {}: {} / {tokens} = {}",
            explorer.topic,
            number(fitted.sizes[k]),
            percent(fitted.sizes[k] / tokens.max(1) as f64)
        ),
        unit: "a share of the tokens",
        source: "counted in the copy of the chain that the view is of",
        mistake: "reading a large topic as a good one: it may hold what fits nowhere.",
    })
}
