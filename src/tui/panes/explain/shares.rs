//! The bars: of topics, of their words, and of documents.

use super::Entry;
use crate::engine::Kind;
use crate::session::{DocumentView, Snapshot, TopWord, TopicView};
use crate::tui::explorer::Explorer;
use crate::tui::panes::document::shown;
use crate::tui::text::{number, percent, thousands, visible};

/// The numbers of the selected topic.
pub fn topics(explorer: &Explorer, snapshot: &Snapshot) -> Vec<Entry> {
    let Some(topic) = snapshot.topics.iter().find(|t| t.id == explorer.topic) else {
        return Vec::new();
    };
    let mut entries = vec![share(snapshot.kind, topic, explorer.corpus.tokens())];
    if let Some(top) = topic.words.first() {
        let (formula, source) = word_formula(snapshot);
        // The pseudo-counts are there in a model with η alone.
        let (count, size) = (number(top.count), number(topic.tokens));
        let ratio = match snapshot.sums.1 {
            Some(sum) => format!(
                "({count} + {}) / ({size} + {})",
                number(top.eta),
                number(sum)
            ),
            None => format!("{count} / {size}"),
        };
        entries.push(Entry {
            name: "probability of a word",
            formula,
            filled: format!(
                "{ratio} = {:.4} for “{}” in topic {}",
                top.phi,
                visible(explorer.corpus.vocabulary().word(top.word)),
                topic.id
            ),
            unit: "a probability; over all words of a topic it sums to 1",
            source,
            mistake: "reading the top words as the whole topic: they often hold less than a third of it.",
        });
        entries.extend(interval(explorer, topic.id, top));
    }
    entries
}

/// How sure the probability of a word is.
fn interval(explorer: &Explorer, topic: u32, top: &TopWord) -> Option<Entry> {
    let posterior = explorer.posterior();
    let Some((low, high)) = posterior.interval(topic, (top.word, top.eta)) else {
        let (prior, key) = explorer.fitted_prior()?;
        return Some(Entry {
            name: "░ the middle 90%, not yet",
            formula: "every step that fits a prior makes another model, so that draws begin anew; before they have come to rest there are no intervals",
            filled: format!("{prior} is being fitted: {key} stops that"),
            unit: "",
            source: "",
            mistake: "taking bars without pale ends for sure ones.",
        });
    };
    Some(Entry {
        name: "░ the middle 90%",
        formula: "from the 5th to the 95th of a hundred draws of φ_kv; a word in grey is listed in fewer than 9 of 10 draws",
        filled: format!(
            "{low:.4} to {high:.4} for “{}”, from {} draws",
            visible(explorer.corpus.vocabulary().word(top.word)),
            posterior.samples()
        ),
        unit: "probabilities",
        source: "φ given z at sweeps an autocorrelation time apart, of the half of the trace that is flat so far",
        mistake: "reading it as all that is uncertain: it is of one chain, which may be stuck (0 runs others).",
    })
}

fn share(kind: Kind, topic: &TopicView, tokens: usize) -> Entry {
    let (formula, source) = if kind.is_gibbs() {
        (
            "n_k / N: the tokens of the topic among all tokens",
            "the counts of this moment",
        )
    } else {
        (
            "n_k / N with n_k = Σ_i p(z_i = k): the tokens that are expected in the topic",
            "the expected counts of the last sweep",
        )
    };
    Entry {
        name: "share of a topic",
        formula,
        filled: format!(
            "{:.0} / {} = {} for topic {}",
            topic.tokens,
            thousands(tokens),
            percent(topic.share),
            topic.id
        ),
        unit: "a share of the tokens; all topics together make 100%",
        source,
        mistake: "taking the order for the topic's number: the number stays, the order changes.",
    }
}

fn word_formula(snapshot: &Snapshot) -> (&'static str, &'static str) {
    match snapshot.kind {
        Kind::Collapsed => (
            "φ_kv = (n_kv + η_v) / (n_k + Σ_v η_v)",
            "Griffiths and Steyvers 2004, equation 6",
        ),
        Kind::Uncollapsed => (
            "E[φ_kv | z, w] = (n_kv + η_v) / (n_k + Σ_v η_v): the mean of the distribution that φ is drawn from",
            "Griffiths and Steyvers 2004, equation 6",
        ),
        Kind::Variational => (
            "φ_kv = λ_kv / Σ_v λ_kv with λ_kv = η_v + n_kv, n_kv the expected tokens of the word",
            "Blei, Ng and Jordan 2003, section 5.4",
        ),
        Kind::VariationalEm if snapshot.sums.1.is_some() => (
            "φ_kv = (n_kv + η_v) / (n_k + Σ_v η_v) with expected counts: a point estimate, smoothed",
            "Blei, Ng and Jordan 2003, equation 9, with η added",
        ),
        Kind::VariationalEm => (
            "φ_kv = n_kv / n_k with expected counts: a point estimate",
            "Blei, Ng and Jordan 2003, equation 9",
        ),
        Kind::Unigram => (
            "p(v) = n_v / N: the share of the word among all tokens",
            "Blei, Ng and Jordan 2003, section 4.1",
        ),
        Kind::Mixture => (
            "φ_kv = n_kv / n_k, n_kv the tokens of the word in documents, each counted by p(z_d = k | w_d)",
            "Nigam, McCallum, Thrun and Mitchell 2000, section 3, without smoothing",
        ),
        Kind::Plsi => (
            "φ_kv = n_kv / n_k with n_kv = Σ_d n_dv p(k | d, v)",
            "Hofmann 1999, equation 4 (the M-step)",
        ),
    }
}

/// The largest bar of the document.
pub fn document(explorer: &Explorer, snapshot: &Snapshot) -> Vec<Entry> {
    if let Some(own) = &explorer.reading.own {
        let found = shown(explorer).and_then(|(_, view)| text(snapshot, view, own.words.len()));
        return found.into_iter().collect();
    }
    let Some(view) = &snapshot.document else {
        return Vec::new();
    };
    let Some(k) = largest(snapshot, view) else {
        return Vec::new();
    };
    let length = explorer.corpus.range(view.index).len();
    let (id, share) = (snapshot.topics[k].id, percent(view.theta[k]));
    let bar = match snapshot.kind {
        Kind::Collapsed | Kind::Uncollapsed => sampled(snapshot, view, k, length),
        Kind::Variational | Kind::VariationalEm => variational(snapshot, view, k, length),
        Kind::Unigram => Entry {
            formula: "there is one topic, and every token is of it",
            filled: share,
            source: "Blei, Ng and Jordan 2003, section 4.1",
            mistake: "looking for differences between documents: this model has none.",
            ..BAR
        },
        Kind::Mixture => Entry {
            formula: "p(z_d = k | w_d) ∝ π_k Π_v φ_kv^n_dv: how sure it is that topic k is the document's one topic",
            filled: format!("{share} for topic {id}"),
            unit: "a probability; over all topics it sums to 100%",
            source: "Nigam, McCallum, Thrun and Mitchell 2000, section 3",
            mistake: "reading it as the parts of a document: a document has one topic here, and 50% means that it could be either.",
            ..BAR
        },
        Kind::Plsi => Entry {
            formula: "p(k|d) = Σ_v n_dv p(k|d,v) / N_d: a parameter of the document, without a prior",
            filled: format!(
                "{} / {} = {share} for topic {id}",
                number(view.theta[k] * length as f64),
                thousands(length)
            ),
            source: "Hofmann 1999, the M-step",
            mistake: "expecting the same of a document that was not fitted: it has no p(k|d).",
            ..BAR
        },
    };
    let mut entries = vec![bar];
    entries.extend(super::documents::reader(explorer, snapshot, view, k));
    entries
}

/// The place of the largest bar.
fn largest(snapshot: &Snapshot, view: &DocumentView) -> Option<usize> {
    (0..view.theta.len().min(snapshot.topics.len()))
        .max_by(|&a, &b| view.theta[a].total_cmp(&view.theta[b]))
}

/// The largest bar of a text of the user's own with so many known words: the model
/// stands still while it is found.
fn text(snapshot: &Snapshot, view: &DocumentView, length: usize) -> Option<Entry> {
    let k = largest(snapshot, view)?;
    let (id, share) = (snapshot.topics[k].id, percent(view.theta[k]));
    let filled = match (snapshot.alpha.get(k), snapshot.sums.0) {
        (Some(&alpha), Some(sum)) => {
            let total = length as f64 + sum;
            format!(
                "({} + {}) / ({} + {}) = {share} for topic {id}",
                number((view.theta[k] * total - alpha).max(0.0)),
                number(alpha),
                thousands(length),
                number(sum)
            )
        }
        _ => format!("{share} for topic {id}"),
    };
    let (formula, source, mistake) = match snapshot.kind {
        Kind::Unigram => (
            "there is one topic, and every word is of it",
            "Blei, Ng and Jordan 2003, section 4.1",
            "looking for differences between texts: this model has none.",
        ),
        Kind::Mixture => (
            "p(z = k | text) ∝ π_k Π_v φ_kv^n_v: how sure it is that topic k is the text's one topic",
            "Nigam, McCallum, Thrun and Mitchell 2000, section 3",
            "reading it as the parts of a text: a text has one topic here.",
        ),
        Kind::Plsi => (
            "p(k | text) = Σ_v n_v p(k | text, v) / N by EM, with p(v | k) as it stands",
            "Hofmann 1999, section 3.3",
            "trusting the bars of a short text: without a prior a few words decide all.",
        ),
        _ => (
            "the mean of (n_k + α_k) / (N + Σ_k α_k) over samples of z, with φ as it stands; n_k and N count the known words",
            "Griffiths and Steyvers 2004, equation 7, for a new document",
            "trusting the bars of a short text: with few known words α is a good part of them.",
        ),
    };
    Some(Entry {
        name: "topic bar of your text",
        formula,
        filled,
        source,
        mistake,
        ..BAR
    })
}

const BAR: Entry = Entry {
    name: "topic bar of a document",
    formula: "",
    filled: String::new(),
    unit: "a share of the document; over all topics it sums to 100%",
    source: "",
    mistake: "",
};

fn sampled(snapshot: &Snapshot, view: &DocumentView, k: usize, length: usize) -> Entry {
    let count = view.topics.iter().filter(|&&t| usize::from(t) == k).count();
    let alpha = snapshot.alpha.get(k).copied().unwrap_or(0.0);
    let formula = if snapshot.kind == Kind::Uncollapsed {
        "E[θ_dk | z] = (n_dk + α_k) / (N_d + Σ_k α_k): the mean of the distribution that θ is drawn from"
    } else {
        "θ_dk = (n_dk + α_k) / (N_d + Σ_k α_k)"
    };
    Entry {
        formula,
        filled: format!(
            "({count} + {}) / ({} + {}) = {} for topic {}",
            number(alpha),
            thousands(length),
            number(snapshot.sums.0.unwrap_or(0.0)),
            percent(view.theta[k]),
            snapshot.topics[k].id
        ),
        source: "Griffiths and Steyvers 2004, equation 7",
        mistake: "trusting the bars of a short document: with few tokens α is a good part of them.",
        ..BAR
    }
}

fn variational(snapshot: &Snapshot, view: &DocumentView, k: usize, length: usize) -> Entry {
    let total = length as f64 + snapshot.sums.0.unwrap_or(0.0);
    Entry {
        formula: "θ_dk = γ_dk / Σ_k γ_dk with γ_dk = α_k + Σ_n q(z_n = k); Σ_k γ_dk = N_d + Σα",
        filled: format!(
            "{} / {} = {} for topic {}",
            number(view.theta[k] * total),
            number(total),
            percent(view.theta[k]),
            snapshot.topics[k].id
        ),
        source: "Blei, Ng and Jordan 2003, equation 7",
        mistake: "counting marked words for it: a word is marked with its most probable topic, and the bar adds up probabilities.",
        ..BAR
    }
}
