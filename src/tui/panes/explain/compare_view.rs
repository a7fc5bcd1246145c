//! The numbers of the comparison.

use super::Entry;
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::compare::Row;
use crate::tui::text::{clean, count, number};

/// Of the selected topic, its first word and the first document.
pub fn entries(explorer: &Explorer) -> Vec<Entry> {
    let view = &explorer.views.compare;
    let Some(shown) = view.shown() else {
        return Vec::new();
    };
    let difference = &shown.difference;
    let rows = view.rows();
    let selected = rows.get(view.row(explorer.topic, &rows));
    let (cosine, divergence, word) = match selected {
        Some(Row::Matched(pair)) => (
            format!("topic {}: {}", pair.after, number(pair.cosine)),
            format!("topic {}: {}", pair.after, number(pair.divergence)),
            pair.changed_words.first().map_or(String::new(), |word| {
                format!(
                    "{}: φ from {} to {} has {}",
                    clean(&word.word),
                    number(word.before),
                    number(word.after),
                    number(word.change.abs())
                )
            }),
        ),
        Some(Row::Lost(lone) | Row::New(lone)) => {
            let near = lone.nearest.iter();
            let near = near.map(|n| format!("topic {}: {}", n.topic, number(n.cosine)));
            let none = "undefined without a partner".to_owned();
            (near.collect::<Vec<_>>().join(", "), none.clone(), none)
        }
        None => Default::default(),
    };
    let moved = difference.documents.first().map(|document| {
        format!(
            "{}: {}, the farthest of {}",
            clean(&document.id),
            number(document.distance),
            count(difference.shared_documents, "document")
        )
    });
    vec![
        Entry {
            name: "cosine",
            formula: "Σ_v φ_kv φ'_kv / √(Σ φ² Σ φ'²) over the words of both; topics paired one to one so that the sum over pairs from the limit on is largest",
            filled: format!(
                "{cosine}; below {} two topics are not the same",
                difference.cosine_threshold
            ),
            unit: "0 to 1",
            source: "Kuhn 1955 for the pairing; the limit is our choice: a topic that mixes two equal ones has 0.71 with each",
            mistake: "reading lost as gone: see what it is nearest to. = 3 + 5 says that those two as one topic, each weighted with its size, are the same as it.",
        },
        Entry {
            name: "divergence",
            formula: "½ KL(φ ‖ m) + ½ KL(φ' ‖ m), m = ½ (φ + φ'), over the words of both",
            filled: divergence,
            unit: "nats, 0 to ln 2",
            source: "Lin 1991, equation 4.1 with equal weights",
            mistake: "expecting 0 of a chain that stands at its posterior: every sweep draws anew.",
        },
        Entry {
            name: "nats of a word",
            formula: "½ φ_v ln(φ_v/m_v) + ½ φ'_v ln(φ'_v/m_v); all words together are the divergence",
            filled: word,
            unit: "nats, from 0; + for a word that rose, − for one that fell",
            source: "Gallagher et al. 2021, generalized word shift graphs",
            mistake: "reading a rare word at the top as a new theme: a token or two move it far.",
        },
        Entry {
            name: "moved",
            formula: "√(½ Σ_i (√θ_di − √θ'_di)²), i over pairs of topics, and over lost and new ones with 0 on the other side",
            filled: moved.unwrap_or_else(|| "no document in common".to_owned()),
            unit: "0 (the same topics) to 1 (none in common)",
            source: "Hellinger 1909",
            mistake: "taking it for a change of the text: with topics lost or new every document moves.",
        },
    ]
}
