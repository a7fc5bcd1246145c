//! Every number of a pane: its formula, the present numbers in it, its unit, its
//! source, and the mistake that is often made with it.

use crate::engine::Objective;
use crate::session::Snapshot;
use crate::tui::explorer::{Explorer, Pane};
use crate::tui::text::{clean, number, percent, thousands};

/// One explained number.
pub struct Entry {
    /// What it is called.
    pub name: &'static str,
    /// The formula.
    pub formula: &'static str,
    /// The formula with numbers.
    pub filled: String,
    /// Its unit.
    pub unit: &'static str,
    /// Paper and equation.
    pub source: &'static str,
    /// The usual mistake.
    pub mistake: &'static str,
}

/// The numbers of the focused pane.
pub fn entries(explorer: &Explorer) -> Vec<Entry> {
    let Some(snapshot) = explorer.snapshot() else {
        return Vec::new();
    };
    let mut entries = match explorer.focus {
        Pane::Trace => trace(explorer, snapshot),
        Pane::Topics => topics(explorer, snapshot),
        Pane::Document | Pane::Documents => document(explorer, snapshot),
    };
    entries.extend(strip(explorer, snapshot));
    entries
}

fn trace(explorer: &Explorer, snapshot: &Snapshot) -> Vec<Entry> {
    let Objective::LogJoint(joint) = snapshot.objective else {
        return Vec::new();
    };
    let n = explorer.corpus.tokens();
    vec![
        Entry {
            name: "log joint",
            formula: "log p(w,z|α,η) = log p(z|α) + log p(w|z,η), θ and φ integrated out",
            filled: format!(
                "{:.1} (document part) + {:.1} (word part) = {:.1}",
                joint.document,
                joint.word,
                joint.total()
            ),
            unit: "nats; it is negative, and larger is better",
            source: "Griffiths and Steyvers 2004, equations 2 and 3",
            mistake: "comparing it across different K, α or η: that is why the line breaks there. A flat line alone does not mean that the chain has converged.",
        },
        Entry {
            name: "log joint per token",
            formula: "log p(w,z|α,η) / N",
            filled: format!(
                "{:.1} / {} = {:.4}",
                joint.total(),
                thousands(n),
                joint.total() / n as f64
            ),
            unit: "nats a token",
            source: "the same, divided by the number of tokens N",
            mistake: "taking its exponential for a perplexity: that needs held-out words.",
        },
    ]
}

fn topics(explorer: &Explorer, snapshot: &Snapshot) -> Vec<Entry> {
    let Some(topic) = snapshot.topics.iter().find(|t| t.id == explorer.topic) else {
        return Vec::new();
    };
    let n = explorer.corpus.tokens();
    let mut entries = vec![Entry {
        name: "share of a topic",
        formula: "n_k / N: the tokens of the topic among all tokens",
        filled: format!(
            "{} / {} = {} for topic {}",
            thousands(topic.tokens as usize),
            thousands(n),
            percent(topic.share),
            topic.id
        ),
        unit: "a share of the tokens; all topics together make 100%",
        source: "the counts of this moment",
        mistake: "taking the order for the topic's number: the number stays, the order changes.",
    }];
    if let Some(top) = topic.words.first() {
        entries.push(Entry {
            name: "probability of a word",
            formula: "φ_kv = (n_kv + η_v) / (n_k + Σ_v η_v)",
            filled: format!(
                "({:.0} + {}) / ({} + {}) = {:.4} for “{}” in topic {}",
                top.count,
                number(top.eta),
                thousands(topic.tokens as usize),
                number(snapshot.sums.1),
                top.phi,
                clean(explorer.corpus.vocabulary().word(top.word)),
                topic.id
            ),
            unit: "a probability; over all words of a topic it sums to 1",
            source: "Griffiths and Steyvers 2004, equation 6",
            mistake: "reading the top words as the whole topic: they often hold less than a third of it.",
        });
    }
    entries
}

fn document(explorer: &Explorer, snapshot: &Snapshot) -> Vec<Entry> {
    let Some(view) = &snapshot.document else {
        return Vec::new();
    };
    let best = (0..view.theta.len().min(snapshot.topics.len()))
        .max_by(|&a, &b| view.theta[a].total_cmp(&view.theta[b]));
    let Some(k) = best else {
        return Vec::new();
    };
    let count = view.topics.iter().filter(|&&t| usize::from(t) == k).count();
    let length = explorer.corpus.range(view.index).len();
    let alpha = snapshot.alpha.get(k).copied().unwrap_or(0.0);
    vec![Entry {
        name: "topic bar of a document",
        formula: "θ_dk = (n_dk + α_k) / (N_d + Σ_k α_k)",
        filled: format!(
            "({count} + {}) / ({} + {}) = {} for topic {}",
            number(alpha),
            thousands(length),
            number(snapshot.sums.0),
            percent(view.theta[k]),
            snapshot.topics[k].id
        ),
        unit: "a share of the document; over all topics it sums to 100%",
        source: "Griffiths and Steyvers 2004, equation 7",
        mistake: "trusting the bars of a short document: with few tokens α is a good part of them.",
    }]
}

fn strip(explorer: &Explorer, snapshot: &Snapshot) -> Vec<Entry> {
    let k = snapshot.alpha.len();
    let moved = snapshot.moved.unwrap_or(0.0);
    let n = explorer.corpus.tokens();
    vec![
        Entry {
            name: "K",
            formula: "the number of topics that there are now",
            filled: format!("{k}"),
            unit: "topics, 1 to 65,535",
            source: "when K grows, new topics start empty, or (g) take half the documents of the largest; when it shrinks, the smallest are dissolved and their tokens drawn anew among the rest. No token is lost, and a topic keeps its number",
            mistake: "choosing K by the log joint: it is not comparable across K.",
        },
        Entry {
            name: "α and Σα",
            formula: "θ_d ~ Dirichlet(α_1 … α_K); Σα = α_1 + … + α_K",
            filled: format!("{} over K = {k} topics", number(snapshot.sums.0)),
            unit: "pseudo-tokens added to each document",
            source: "Blei, Ng and Jordan 2003, section 3",
            mistake: "mixing up α_k and Σα: some programs ask for one, some for the other. When K changes, α_k stays if it was given as a value, Σα if it was given as sum:.",
        },
        Entry {
            name: "η",
            formula: "φ_k ~ Dirichlet(η_1 … η_V); Ση = η_1 + … + η_V",
            filled: format!(
                "{} over V = {} words",
                number(snapshot.sums.1),
                thousands(explorer.corpus.vocabulary().len())
            ),
            unit: "pseudo-tokens added to each word of each topic",
            source: "Blei, Ng and Jordan 2003, section 5.4; others write β",
            mistake: "taking a small η for a neutral choice: it asks for topics of few words.",
        },
        Entry {
            name: "moved",
            formula: "tokens whose topic changed in the last sweep / N",
            filled: format!(
                "{:.0} / {} = {}",
                moved * n as f64,
                thousands(n),
                percent(moved)
            ),
            unit: "a share of the tokens",
            source: "counted while sampling",
            mistake: "waiting for 0%: a sampler never stops moving, it only stops going anywhere.",
        },
        Entry {
            name: "tokens a second",
            formula: "tokens drawn / seconds spent drawing, over about the last quarter second; with a speed limit N · sweeps a second at most",
            filled: crate::tui::text::rate(explorer.rate()),
            unit: "tokens a second",
            source: "measured",
            mistake: "comparing it across K: more topics cost more time for each token.",
        },
    ]
}
