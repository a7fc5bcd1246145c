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
    if let Some(Some(found)) = explorer.views.plates.exchanged() {
        entries.extend(exchange(found));
    }
    entries
}

fn exchange(found: &Exchanged) -> [Entry; 2] {
    [
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
