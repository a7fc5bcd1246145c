//! The numbers of the generative process and of what a chain finds of it.

use super::Entry;
use crate::eval::recovery::INTERVAL;
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::story::{BURN_IN, Part, Roll, Story};
use crate::tui::text::{count, number, percent};

/// The numbers of the view.
pub fn entries(explorer: &Explorer) -> Vec<Entry> {
    let story = &explorer.views.story;
    match story.part {
        Part::Tell => told(story),
        Part::Recover => recovered(story),
    }
}

fn told(story: &Story) -> Vec<Entry> {
    let design = &story.design;
    let mut entries = vec![
        Entry {
            name: "settings, and how far it is",
            formula: "K topics, V words, D documents, N = ξ words in each on average, α, η; the document that is written, and its words so far; the seed of all rolls",
            filled: format!(
                "document {} of {}, {} of its words; seed {}",
                story.document() + 1,
                design.documents,
                story.words(),
                design.seed
            ),
            unit: "counts; pseudo-tokens for α and η",
            source: "set by you: ↑ ↓ pick one, ← → change it, R takes the next seed",
            mistake: "taking this seed for that of a chain: the chain that infers has its own, in the first line.",
        },
        Entry {
            name: "φ_k",
            formula: "φ_k ~ Dirichlet(η, …, η) over V words: gamma variables divided by their sum",
            filled: format!(
                "η {}, V {}; a cell is 100 φ_kv, and the bar is against the topic's largest",
                number(design.eta),
                design.words
            ),
            unit: "percent; a topic sums to 100",
            source: "Blei, Ng and Jordan 2003, section 5.4; gamma draws: Marsaglia and Tsang 2000",
            mistake: "expecting even topics of a small η: the smaller it is, the fewer words have nearly everything.",
        },
        Entry {
            name: "N",
            formula: "N_d ~ Poisson(ξ)",
            filled: format!(
                "ξ {}: most documents have {} to {} words",
                number(design.length),
                (design.length - 2.0 * design.length.sqrt())
                    .max(0.0)
                    .round(),
                (design.length + 2.0 * design.length.sqrt()).round()
            ),
            unit: "tokens, from 0",
            source: "Blei, Ng and Jordan 2003, section 3; it plays no part in inference",
            mistake: "taking the Poisson for a claim of the model: any lengths do.",
        },
        Entry {
            name: "θ_d",
            formula: "θ_d ~ Dirichlet(α, …, α) over K topics",
            filled: format!(
                "α {}, K {}: E θ_dk = 1/K = {}",
                number(design.alpha),
                design.topics,
                number(1.0 / design.topics as f64)
            ),
            unit: "shares, which sum to 1",
            source: "Blei, Ng and Jordan 2003, section 3",
            mistake: "reading α as the share of a topic: it says how uneven documents are.",
        },
    ];
    let token = match story.last() {
        Roll::TokenTopic(i) | Roll::TokenWord(i) => {
            story.written().and_then(|written| written.tokens.get(i))
        }
        _ => None,
    };
    entries.push(Entry {
        name: "↑ the roll",
        formula: "u ~ Uniform(0, 1); z is the first k with θ_1 + … + θ_k > u; w the same of φ_z",
        filled: token.map_or("no word is being drawn".to_owned(), |t| {
            format!(
                "u {:.6} gives z = {}; u {:.6} gives word {}",
                t.topic_unit, t.topic, t.word_unit, t.word
            )
        }),
        unit: "numbers in (0, 1)",
        source: "the numbers of `gibbscope generate` with the same settings and seed",
        mistake: "thinking that a word chooses its topic: here the topic comes first. Inference goes back.",
    });
    entries
}

fn recovered(story: &Story) -> Vec<Entry> {
    let Some(found) = story.recovered() else {
        return Vec::new();
    };
    let recovery = &found.recovery;
    let mut entries = vec![
        Entry {
            name: "cosine",
            formula: "Σ_v φ_kv φ̂_jv / (|φ_k| |φ̂_j|), topics paired one to one with the largest sum",
            filled: format!(
                "mean over {} {:.4}",
                count(found.ids.len(), "pair"),
                recovery.mean_cosine()
            ),
            unit: "0 to 1",
            source: "pairs: Kuhn 1955; were z known: |m_j| / √E|φ_j|² with φ_j ~ Dir(η + n_j), m its mean",
            mistake: "comparing topic 0 with topic 0: the numbers of topics mean nothing.",
        },
        Entry {
            name: "θ error",
            formula: "(1/DK) Σ_dk |θ_dk − (n_dk + α) / (N_d + Σα)|, topics as paired",
            filled: format!(
                "{:.4}; were z known {}",
                recovery.theta_error,
                recovery
                    .theta_error_given_z
                    .map_or("–".to_owned(), |x| format!("{x:.4}"))
            ),
            unit: "a difference of shares, 0 to 1",
            source: "were z known: mean absolute deviation of Beta(α + n_dk, …), Johnson, Kotz and Balakrishnan 1995",
            mistake: "hoping for 0: a document of twenty words cannot tell its θ exactly, however long the chain.",
        },
        Entry {
            name: "this draw",
            formula: "share of (d, k) with 0.05 ≤ I_θ(α + n_dk, Σα − α + N_d − n_dk) ≤ 0.95",
            filled: recovery.coverage().map_or("undefined".to_owned(), percent),
            unit: "a share of the true θ_dk",
            source: "the beta marginals of Dir(α + n_d) given this z",
            mistake: "expecting 90%: one z takes itself for certain, so its intervals are too narrow.",
        },
    ];
    entries.push(Entry {
        name: "true φ, found φ",
        formula: "100 φ_kv of the truth, and below it of the topic that it is paired with",
        filled: found.phi.first().map_or_else(String::new, |phi| {
            let most = phi.iter().copied().fold(0.0, f64::max);
            format!("topic {}: at most {}", found.ids[0], percent(most))
        }),
        unit: "percent; a topic sums to 100, and the bar is against its largest",
        source: "Griffiths and Steyvers 2004, equation 6",
        mistake: "comparing heights of bars between two lines: the percentages compare.",
    });
    entries.push(Entry {
        name: "kept draws",
        formula: "the same with the mean of I_θ over copies of the chain",
        filled: format!(
            "{} over {} from sweep {BURN_IN} on; expected {}",
            story.kept.coverage().map_or("–".to_owned(), percent),
            count(story.kept.draws() as usize, "draw"),
            percent(INTERVAL)
        ),
        unit: "a share of the true θ_dk",
        source: "Cook, Gelman and Rubin 2006: the true value has the posterior's own quantiles",
        mistake: "judging by few documents: with D·K = 60 shares, 80% to 98% is usual.",
    });
    entries
}
