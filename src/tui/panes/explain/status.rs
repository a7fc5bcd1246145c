//! The first line, and the rates of the line of parameters.

use super::Entry;
use crate::session::Snapshot;
use crate::tui::explorer::Explorer;
use crate::tui::text::{number, percent, thousands};

/// The sizes of the corpus, the seed, the sweep, the objective for each token.
pub fn entries(explorer: &Explorer, snapshot: &Snapshot) -> Vec<Entry> {
    let corpus = &explorer.corpus;
    let tokens = corpus.tokens();
    let total = snapshot.objective.total();
    let mut entries = vec![
        Entry {
            name: "docs, words, tokens",
            formula: "D documents; V different words; N = Σ_d N_d tokens, after stop words and limits",
            filled: format!(
                "D = {}, V = {}, N = {}; {} tokens a document on average",
                thousands(corpus.documents()),
                thousands(corpus.vocabulary().len()),
                thousands(tokens),
                number(tokens as f64 / corpus.documents().max(1) as f64)
            ),
            unit: "documents, words and tokens",
            source: "counted while reading (l says what was left out)",
            mistake: "taking words for tokens: a word that occurs ten times is one word and ten tokens.",
        },
        Entry {
            name: "seed",
            formula: "every random number is a function of (seed, sweep, token)",
            filled: snapshot.settings.seed.to_string(),
            unit: "a whole number; R starts again from another",
            source: "SplitMix64: Steele, Lea and Flood 2014",
            mistake: "judging by one seed: two seeds are two chains, and may find different topics (0).",
        },
        Entry {
            name: "sweep",
            formula: "complete passes over all N tokens since the start",
            filled: match snapshot.limit {
                Some(limit) => format!(
                    "{} of {}",
                    thousands(snapshot.sweep as usize),
                    thousands(limit as usize)
                ),
                None => thousands(snapshot.sweep as usize),
            },
            unit: "sweeps; S runs a number of them",
            source: "counted; the frame of a view names the sweep that its picture is of",
            mistake: "counting sweeps as independent draws: neighbours are nearly the same.",
        },
        Entry {
            name: "/token",
            formula: "the objective (log joint, bound or log likelihood) / N",
            filled: format!(
                "{} / {} = {:.3}",
                number(total),
                thousands(tokens),
                total / tokens.max(1) as f64
            ),
            unit: "nats a token",
            source: "the trace (1) explains the objective itself",
            mistake: "comparing it across corpora, K or engines: they are different sums.",
        },
    ];
    entries.extend(snapshot.speed.map(|speed| Entry {
        name: "≤ sweeps a second",
        formula: "the speed limit, set with x",
        filled: format!("{} sweeps a second at most", number(speed)),
        unit: "sweeps a second",
        source: "set by you",
        mistake: "taking it for the speed of the sampler: that is tokens a second without a limit.",
    }));
    let race = explorer.race.as_ref().filter(|race| !race.is_over());
    entries.extend(race.map(|race| Entry {
        name: "race",
        formula: "sweeps done in all lanes / sweeps of all lanes",
        filled: percent(race.progress()),
        unit: "a share of the work, 0 to 1",
        source: "counted",
        mistake: "expecting half the time at half the sweeps: lanes differ in speed.",
    }));
    entries
}

/// The ids of topics, which stand everywhere.
pub fn topic_numbers(snapshot: &Snapshot) -> Entry {
    let ids: Vec<String> = snapshot
        .topics
        .iter()
        .take(8)
        .map(|t| t.id.to_string())
        .collect();
    Entry {
        name: "topic numbers",
        formula: "a number that a topic keeps as long as it is there, whatever a list is sorted by; its marker and colour belong to it",
        filled: format!("{} topics: {} …", snapshot.k, ids.join(", ")),
        unit: "a name, not a quantity; superscripts in texts are the same numbers",
        source: "given in the order in which topics came",
        mistake: "comparing them between runs: topic 3 of one seed is not topic 3 of another (label switching).",
    }
}
