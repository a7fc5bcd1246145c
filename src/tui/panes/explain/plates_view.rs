//! The numbers of the picture of the model.

use super::Entry;
use crate::session::Exchanged;
use crate::tui::explorer::Explorer;
use crate::tui::text::{count, percent, thousands};

/// The numbers of the view.
pub fn entries(explorer: &Explorer) -> Vec<Entry> {
    let Some(snapshot) = explorer.snapshot() else {
        return Vec::new();
    };
    let corpus = &explorer.corpus;
    let d = explorer.documents.selected();
    let mut entries = vec![
        Entry {
            name: "plates",
            formula: "what is in a frame is there once for each document, token or topic",
            filled: format!(
                "D {}, N_{} {}, N {}, K {}",
                thousands(corpus.documents()),
                d + 1,
                thousands(corpus.document(d).len()),
                thousands(corpus.tokens()),
                snapshot.k
            ),
            unit: "documents, tokens, topics",
            source: "Blei, Ng and Jordan 2003, figures 1, 5 and 7; plates: Buntine 1994",
            mistake: "putting θ into the plate of the tokens: a document has one θ.",
        },
        Entry {
            name: "θ_d",
            formula: "(n_dk + α_k) / (N_d + Σα) where θ is integrated out, else as the engine has it",
            filled: snapshot
                .document
                .as_ref()
                .map_or("not there yet".to_owned(), |own| {
                    let all: Vec<String> = own.theta.iter().take(8).map(|t| percent(*t)).collect();
                    format!("document {}: {}", own.index + 1, all.join(" "))
                }),
            unit: "shares, which sum to 1",
            source: "Griffiths and Steyvers 2004, equation 7",
            mistake: "reading a dashed θ as drawn: the collapsed sampler never has one.",
        },
    ];
    let order = explorer.views.plates.order;
    entries.push(Entry {
        name: "step",
        formula: "what one pass of this engine computes, step after step; θ, z and φ where they are drawn",
        filled: match explorer.views.plates.step(1, 0).1 {
            true => "picked with ↑ ↓".to_owned(),
            false => "they take turns".to_owned(),
        },
        unit: "places from 1 on",
        source: "counted; the sheet of the trace (1) names the papers",
        mistake: "taking a step for a whole pass: a pass takes each of them, for all tokens, documents or topics.",
    });
    entries.push(Entry {
        name: "shuffled",
        formula: "how often words changed places within their documents (j), and documents within the corpus (J)",
        filled: format!("words {}×, documents {}×", order.words, order.documents),
        unit: "shuffles",
        source: "Fisher and Yates 1938; each number of shuffles is an order of its own",
        mistake: "looking for changed counts: shuffling moves places, no token leaves its document.",
    });
    if let Some(Some(found)) = explorer.views.plates.exchanged() {
        entries.extend(exchange(found));
    }
    entries
}

fn exchange(found: &Exchanged) -> [Entry; 3] {
    [
        Entry {
            name: "stand elsewhere",
            formula: "tokens whose place in the corpus, counted through all documents, is another one than in the file",
            filled: count(found.moved, "token"),
            unit: "tokens",
            source: "counted; topics keep their n_k, since z goes with its token",
            mistake: "reading it as tokens that changed topic: none did.",
        },
        Entry {
            name: "log p(w,z|α,η)",
            formula: "log p(z|α) + log p(w|z,η): both know counts alone, n_dk and n_kv",
            filled: format!(
                "{:.12} in the order of the file, {:.12} in this one",
                found.before.total(),
                found.after.total()
            ),
            unit: "nats; terms added from the smallest on, so that rounding is the same too",
            source: "Griffiths and Steyvers 2004, equations 2 and 3; exchangeability: Blei, Ng and Jordan 2003, section 3.1",
            mistake: "thinking that order carries no meaning: the model does not look, a reader does.",
        },
        Entry {
            name: "the path",
            formula: "tokens with different topics after one more sweep from the same z",
            filled: count(found.apart, "token"),
            unit: "tokens",
            source: "one sweep of this engine in either order, same seed",
            mistake: "taking another path for another posterior: the sweep visits tokens, and deals random numbers, by place.",
        },
    ]
}
