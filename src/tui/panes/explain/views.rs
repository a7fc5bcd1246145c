//! The numbers of the views.

use super::Entry;
use crate::session::TopicScores;
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::View;
use crate::tui::explorer::views::topics::TOP;
use crate::tui::text::{number, percent};

/// The numbers of a view.
pub fn entries(explorer: &Explorer, view: View) -> Vec<Entry> {
    match view {
        View::Topics => topics(explorer),
        View::Words => super::word_view::entries(explorer),
        View::Groups => super::groups_view::entries(explorer),
        View::Map => super::map_view::entries(explorer),
        View::Compare => super::compare_view::entries(explorer),
        View::Chains => chains(explorer),
        View::ChooseK => super::choose_k_view::entries(explorer),
        View::Token => super::token_view::entries(explorer),
        View::Dots => super::dots_view::entries(explorer),
        View::Simplex => super::simplex_view::entries(explorer),
        View::Story => super::story_view::entries(explorer),
        View::Plates => super::plates_view::entries(explorer),
        View::Exact => super::exact_view::entries(explorer),
    }
}

const MALLET: &str = "MALLET's topic model diagnostics; docs/topics.md";

/// The diagnostics of the selected topic.
fn topics(explorer: &Explorer) -> Vec<Entry> {
    let sorted = explorer.views.topics.sorted();
    let Some(own) = sorted.iter().find(|s| s.id == explorer.topic) else {
        return Vec::new();
    };
    let mut entries = vec![Entry {
        name: "share",
        formula: "n_k / N",
        filled: format!(
            "{} / {} = {}",
            number(own.tokens),
            number(own.tokens / own.share.max(f64::MIN_POSITIVE)),
            percent(own.share)
        ),
        unit: "a share of the tokens",
        source: "counted in the copy of the chain that the view is of",
        mistake: "reading a large topic as a good one: it may hold what fits nowhere.",
    }];
    let of_words = [
        (
            "entropy",
            "H = −Σ_d (n_dk/n_k) ln(n_dk/n_k), the entropy of the topic over documents",
            "nats, 0 to ln D",
            "taking a low value for a good topic: it can be one long document.",
        ),
        (
            "eff words",
            "1 / Σ_v p_v², with p_v = n_kv/n_k",
            "words, 1 to V",
            "comparing topics of very different size: few tokens cannot fill many words.",
        ),
        (
            "uniform",
            "Σ_v p_v ln(p_v · V), how far the topic is from even use of the vocabulary",
            "nats, 0 to ln V",
            "expecting an upper end of 1: it grows with the vocabulary.",
        ),
        (
            "corpus",
            "Σ_v p_v ln(p_v · N / n_v), how far the topic is from the corpus",
            "nats, from 0",
            "discarding topics near 0 unread: a corpus on one theme has some.",
        ),
        (
            "rank-1",
            "documents where the topic is the largest / documents that have it",
            "a share, 0 to 1",
            "expecting theme-like values of topics of function words.",
        ),
        (
            "tok-doc",
            "Jensen–Shannon divergence between how tokens and how documents share out over the top words",
            "nats, 0 to ln 2",
            "overlooking that one document that repeats a word makes it large.",
        ),
        (
            "ratio",
            "documents with θ_dk ≥ 50 % / documents with θ_dk ≥ 2 %",
            "a share, 0 to 1",
            "reading – as 0: no document has 2 % of it.",
        ),
        (
            "count",
            "documents with θ_dk ≥ 30 % / documents that have it",
            "a share, 0 to 1",
            "comparing it across α: a large α makes every θ flat.",
        ),
        (
            "excl.",
            "mean over the top words of φ_kv / Σ_j φ_jv",
            "a share, 0 to 1",
            "maximising it alone: rare words are exclusive.",
        ),
        (
            "coher.",
            "Σ_{i>j} ln((D_ij + β)/(D_j + β)) over pairs of top words, D counting documents where the word has this topic",
            "log units, at most 0",
            "comparing topics with other numbers of top words, or with c_v.",
        ),
    ];
    let values = own.diagnostics();
    for ((name, formula, unit, mistake), value) in of_words.into_iter().zip(values) {
        entries.push(Entry {
            name,
            formula,
            filled: filled(own, value),
            unit,
            source: if name == "coher." {
                "Mimno et al. 2011, equation 1, as in MALLET"
            } else {
                MALLET
            },
            mistake,
        });
    }
    let diversity = explorer.views.topics.diversity();
    entries.push(Entry {
        name: "diversity",
        formula: "different words among the top words of all topics / all of them",
        filled: format!(
            "{} over the {TOP} top words of each topic",
            diversity.map_or("undefined".to_owned(), number)
        ),
        unit: "a share, 1/K to 1",
        source: "Dieng, Ruiz and Blei 2020, section 6, with 25 words there",
        mistake: "reading it alone: random words are most diverse.",
    });
    entries.push(order(explorer));
    entries
}

fn filled(own: &TopicScores, value: Option<f64>) -> String {
    match value {
        Some(value) => format!("topic {}: {}, with {TOP} top words", own.id, number(value)),
        None => format!(
            "topic {}: undefined, for want of something to count",
            own.id
        ),
    }
}

/// What several chains say.
fn chains(explorer: &Explorer) -> Vec<Entry> {
    if explorer.views.chains.alone {
        return alone(explorer);
    }
    let Some(agreement) = &explorer.views.chains.agreement else {
        return Vec::new();
    };
    let n = agreement.own.len();
    let value = |x: Option<f64>| x.map_or("undefined as yet".to_owned(), number);
    let lowest = agreement.topics.iter().flatten().map(|t| t.lowest_cosine);
    let lowest = lowest.min_by(f64::total_cmp);
    vec![
        Entry {
            name: "R-hat",
            formula: "√( ((L−1)/L · W + B/L) / W ) of ranks turned into normal scores, each chain cut in two; W within and B between the halves of length L; the larger of bulk and tails",
            filled: format!(
                "{} over {n} × {} draws of the {}",
                value(agreement.r_hat),
                agreement.draws,
                agreement.objective
            ),
            unit: "a ratio, 1 where chains are alike",
            source: "Vehtari, Gelman, Simpson, Carpenter and Bürkner 2021, equations 1 to 4",
            mistake: "reading 1.00 as a proof: chains that are stuck alike have it too.",
        },
        Entry {
            name: "worth so many draws",
            formula: "C · L / (1 + 2 Σ_t ρ_t), with the autocorrelations ρ of all chains up to the first negative pair",
            filled: format!(
                "{} of {} draws",
                value(agreement.effective_size),
                n * agreement.draws
            ),
            unit: "independent draws",
            source: "Vehtari et al. 2021, equation 10; Geyer 1992",
            mistake: "counting sweeps as draws: neighbours are nearly the same.",
        },
        Entry {
            name: "cosine of two topics",
            formula: "Σ_v φ_kv φ'_kv / √(Σ φ² Σ φ'²), topics paired one to one so that the sum is largest",
            filled: format!(
                "lowest of all pairs: {}; below {} two topics are not the same",
                value(lowest),
                agreement.cosine_threshold
            ),
            unit: "0 to 1",
            source: "Kuhn 1955 for the pairing; the limit is our choice: a topic that mixes two equal ones has 0.71 with each",
            mistake: "comparing topics by number across chains: numbers are arbitrary there.",
        },
        Entry {
            name: "R-hat of one chain",
            formula: "as R-hat, of the two halves of one chain alone",
            filled: agreement
                .own
                .iter()
                .map(|r| value(*r))
                .collect::<Vec<_>>()
                .join(", "),
            unit: "a ratio",
            source: "Vehtari et al. 2021",
            mistake: "stopping when it is 1: a chain that is stuck is flat.",
        },
    ]
}

/// What one chain says.
fn alone(explorer: &Explorer) -> Vec<Entry> {
    let Some(snapshot) = explorer.snapshot() else {
        return Vec::new();
    };
    let mut entries = super::trace::entries(explorer, snapshot);
    let overlap = explorer.overlap();
    entries.push(Entry {
        name: "top words",
        formula: "mean over topics of (top ten now that were in the top ten then) / 10",
        filled: overlap.map_or("not yet".to_owned(), percent),
        unit: "a share, 0 to 1",
        source: "counted from two pictures, ten sweeps or more apart",
        mistake: "taking 100% for convergence: the words stay while documents still move.",
    });
    entries
}

fn order(explorer: &Explorer) -> Entry {
    let view = &explorer.views.topics;
    let first = view.words().first().map_or(String::new(), |word| {
        let name = explorer.corpus.vocabulary().word(word.word);
        format!(
            ": {} has value {} and φ {}",
            crate::tui::text::clean(name),
            number(word.value),
            number(word.probability)
        )
    });
    Entry {
        name: "word orders",
        formula: "probability φ_kv; lift φ_kv/p(v); relevance λ ln φ_kv + (1 − λ) ln(φ_kv/p(v)); saliency p(v) Σ_k p(k|v) ln(p(k|v)/p(k)); FREX 1/(½/F(φ_kv) + ½/F(φ_kv/Σ_j φ_jv)), F the empirical distribution function within the topic",
        filled: format!("λ = {:.2}{first}", view.lambda()),
        unit: "relevance and saliency in nats; the others without a unit",
        source: "Sievert and Shirley 2014; Chuang, Manning and Heer 2012; Airoldi and Bischof 2016",
        mistake: "reading the top of lift as the topic's theme: words that occur once lead there.",
    }
}
