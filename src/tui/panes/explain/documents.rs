//! The list of documents, and what the reader shows beside theta.

use super::Entry;
use crate::eval::passages::TOKENS;
use crate::session::{DocumentView, Snapshot};
use crate::tui::explorer::{BACK, Explorer, Order, Shares};
use crate::tui::text::{count, number, percent, thousands};

/// The number that the list is in the order of, of the document on its bar, and the bars.
pub fn list(explorer: &Explorer, snapshot: &Snapshot) -> Vec<Entry> {
    let mut entries: Vec<Entry> = order(explorer, snapshot).into_iter().collect();
    let mixture = (snapshot.listed.iter()).find(|m| m.index == explorer.documents.cursor());
    let theta = mixture.map_or(Vec::new(), |m| m.theta.clone());
    let sum: f64 = theta.iter().sum();
    entries.push(Entry {
        name: "topics (the bar of a document)",
        formula: "θ_dk of every topic, the largest first; each part begins with the number of its topic, narrower parts are dots",
        filled: format!("{} of {}", percent(sum), count(theta.len(), "topic")),
        unit: "shares of the bar; all together are the whole of it",
        source: "as the bars of a document (3)",
        mistake: "comparing the lengths of short documents' parts: with few tokens α is a good part of them.",
    });
    entries
}

fn order(explorer: &Explorer, snapshot: &Snapshot) -> Option<Entry> {
    let documents = &explorer.documents;
    let d = documents.cursor();
    let filled = match documents.value(d) {
        Some(value) => format!("{} for document {}", number(value), thousands(d + 1)),
        None => "not known yet, or undefined".to_owned(),
    };
    Some(match documents.order {
        Order::File | Order::Length => return None,
        Order::Topic(id) => Entry {
            name: "share",
            formula: "θ_dk of the topic that the list is ordered by",
            filled: format!("topic {id}: {filled}"),
            unit: "a share of the document, 0 to 1",
            source: "as the bars of a document (3)",
            mistake: "taking the first documents for typical ones: short documents reach the extremes first.",
        },
        Order::Entropy => Entry {
            name: "entropy",
            formula: "H(θ_d) = −Σ_k θ_dk ln θ_dk",
            filled: format!(
                "{filled}; at most ln {} = {:.3}",
                snapshot.k,
                (snapshot.k as f64).ln()
            ),
            unit: "nats, 0 (one topic) to ln K (all alike)",
            source: "Shannon 1948, of the smoothed θ",
            mistake: "reading a high value as a rich document: an empty one has the entropy of α.",
        },
        Order::Change => Entry {
            name: "change",
            formula: "√(½ Σ_k (√θ_dk − √θ'_dk)²), θ' that of an earlier copy of the chain; a topic that is gone counts with 0",
            filled: match documents.since {
                Some(sweep) => {
                    format!("{filled}, since sweep {}", thousands(sweep as usize))
                }
                None => filled,
            },
            unit: "a Hellinger distance, 0 (the same) to 1",
            source: CHANGE,
            mistake: "expecting 0 of a chain that has settled: a sampler goes on moving between likely values.",
        },
        Order::Fit => Entry {
            name: "fit",
            formula: "(1/N_d) Σ_n ln Σ_k θ_dk φ_k,w_dn",
            filled: format!(
                "{filled}; its exponential, negated, is a perplexity of {}",
                documents
                    .value(d)
                    .map_or("–".to_owned(), |fit| number((-fit).exp()))
            ),
            unit: "nats a token, at most 0; the lowest are explained worst",
            source: "Blei, Ng and Jordan 2003, equation 3, with θ and φ given",
            mistake: "taking it for held-out: θ comes from the same words. And documents of rare words are low whatever the topics.",
        },
        Order::Nearest(own) => Entry {
            name: "distance",
            formula: "√(½ Σ_k (√θ_ak − √θ_bk)²)",
            filled: format!("{filled}, from document {}", thousands(own + 1)),
            unit: "a Hellinger distance, 0 (the same mixture) to 1",
            source: "Blei and Lafferty 2009, section 4; they leave out root and half",
            mistake: "reading near as about the same thing: the mixture is the same, the words may differ.",
        },
        Order::Passage(id) => passage(explorer, id),
    })
}

const CHANGE: &str = "the copy is 10 to 20 sweeps old, fewer where the order was chosen since";
const _: () = assert!(BACK == 10);

fn passage(explorer: &Explorer, id: u32) -> Entry {
    let own = explorer.documents.passage(explorer.documents.cursor());
    Entry {
        name: "passage",
        formula: "the stretch of 40 tokens with most tokens of topic k, cut to the first and last of them; of equal ones that with the largest Σ φ_kw of those tokens, then the first",
        filled: match own {
            Some(p) => format!(
                "topic {id}: {} of {} tokens, Σ φ = {}",
                p.of_topic,
                p.tokens.len(),
                number(p.weight)
            ),
            None => format!("topic {id}: the document has no token of it"),
        },
        unit: "tokens, 1 to 40; where there is a text whole sentences are shown around them",
        source: "a rule of this program's own",
        mistake: "reading one passage as the topic: it is the densest stretch, not a usual one.",
    }
}
const _: () = assert!(TOKENS == 40);

/// What the bars of the reader are, where they are not theta, and what is marked.
pub fn reader(
    explorer: &Explorer,
    snapshot: &Snapshot,
    view: &DocumentView,
    k: usize,
) -> Vec<Entry> {
    let id = snapshot.topics.get(k).map_or(0, |topic| topic.id);
    let tokens = view.topics.len();
    let own = view.topics.iter().filter(|&&t| usize::from(t) == k).count();
    let bars = match explorer.shares {
        Shares::Raw if tokens > 0 => Some(Entry {
            name: "raw share (the bars now)",
            formula: "n_dk / N_d",
            filled: format!(
                "{own} / {tokens} = {} for topic {id}",
                percent(own as f64 / tokens as f64)
            ),
            unit: "a share of the tokens, 0 to 1",
            source: "the counts of this moment; where the engine draws no topics each token counts for its most probable one",
            mistake: "taking 0 for impossible: θ is never 0, one more token could be of any topic.",
        }),
        Shares::Mean => view.mean.as_ref().map(|mean| Entry {
            name: "mean of θ (the bars now)",
            formula: "(1/S) Σ_s (n_dk^(s) + α_k) / (N_d + Σα), over the ends of S sweeps",
            filled: format!(
                "{} for topic {id}, over {}",
                percent(mean.theta.get(k).copied().unwrap_or(0.0)),
                count(mean.sweeps as usize, "sweep")
            ),
            unit: "a share, 0 to 1",
            source: "the Rao–Blackwell estimate of E[θ_d | w] (Griffiths and Steyvers 2004, equation 7, over samples; Gelfand and Smith 1990). It counts from when the document came on the screen, and anew after a change",
            mistake: "averaging before the trace is flat: burn-in counts too; or over topics that changed places.",
        }),
        _ => None,
    };
    let moved = (!view.moved.is_empty()).then(|| {
        let moved = view.moved.iter().filter(|moved| **moved).count();
        Entry {
            name: "underlined words",
            formula: "tokens whose topic after the last complete sweep is another than before it (marked * in themes without colour)",
            filled: format!(
                "{moved} of {} = {}",
                count(view.moved.len(), "token"),
                percent(moved as f64 / view.moved.len() as f64)
            ),
            unit: "tokens of the document",
            source: "compared at the ends of sweeps",
            mistake: "taking them for doubtful words: one sweep is one draw; look for words that stay underlined.",
        }
    });
    let sampled = explorer.shares != Shares::Raw && explorer.reading.own.is_none();
    let ends = explorer.posterior().theta(view.index, k);
    let ends = ends.filter(|_| sampled).map(|(low, high)| Entry {
        name: "░ the middle 90% of θ",
        formula: "from the 5th to the 95th of a hundred draws of (n_dk + α_k) / (N_d + Σα)",
        filled: format!("{} to {} for topic {id}", percent(low), percent(high)),
        unit: "shares, 0 to 1",
        source: "θ given z at sweeps an autocorrelation time apart, since the trace is flat so far and the document is looked at",
        mistake: "taking it for all doubt about θ: it is of one chain, and of θ given z, which itself is a mean.",
    });
    bars.into_iter().chain(ends).chain(moved).collect()
}
