//! The numbers of the map, of the words against topics, and of topics that meet.

use super::Entry;
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::map::{Charted, PRESENT};
use crate::tui::text::{number, percent, visible};

/// The numbers of the view.
pub fn entries(explorer: &Explorer) -> Vec<Entry> {
    let view = &explorer.views.map;
    let Some(charted) = view.charted() else {
        return Vec::new();
    };
    let Some(k) = charted.place(explorer.topic) else {
        return Vec::new();
    };
    let mut entries = vec![distance(charted, k), axes(charted)];
    entries.extend(explorer.views.map.charted().and_then(|c| {
        let term = c.matrix.terms.get(view.word)?;
        let word = visible(explorer.corpus.vocabulary().word(term.word));
        Some(Entry {
            name: "p(k|v), smoothed",
            formula: "p(k) φ_kv / Σ_j p(j) φ_jv; words are the most salient: p(v) Σ_k p(k|v) ln(p(k|v) / p(k))",
            filled: format!(
                "{word}: {} in topic {}, saliency {}",
                percent(term.shares[term.topic]),
                c.map.ids[term.topic],
                number(term.saliency)
            ),
            unit: "a share, 0 to 1, with the priors in φ and so above 0 in every topic: not that of view 7, which counts tokens; saliency in nats",
            source: "Chuang, Manning and Heer 2012; topics in spectral order (Ding and He 2004)",
            mistake: "taking a dark cell for a frequent word of the topic: it says where the word lives.",
        })
    }));
    entries.extend(view.against(k).map(|other| meeting(charted, k, other)));
    entries
}

fn distance(charted: &Charted, k: usize) -> Entry {
    let map = &charted.map;
    let filled = match map.nearest(k) {
        Some((other, distance)) => format!(
            "topic {}: nearest is topic {}, {}; over {} of {} words, {} of the divergence",
            map.ids[k],
            map.ids[other],
            number(distance),
            map.looked.words,
            map.looked.of,
            percent(map.looked.share)
        ),
        None => "there is one topic".to_owned(),
    };
    Entry {
        name: "distance",
        formula: "√JS, JS = ½ Σ_v p_v ln(p_v/m_v) + ½ Σ_v q_v ln(q_v/m_v), m = ½(p + q), p and q two rows of φ",
        filled,
        unit: "√nats, 0 to √ln 2 = 0.833",
        source: "Lin 1991, equation 4.1; a metric: Endres and Schindelin 2003",
        mistake: "comparing it with pyLDAvis, which scales the divergence without the root.",
    }
}

fn axes(charted: &Charted) -> Entry {
    Entry {
        name: "axes keep",
        formula: "(λ₁ + λ₂) / Σ_i λ_i, λ the eigenvalues of −½ J D² J, D² the squared distances",
        filled: match charted.map.explained {
            Some([first, both]) => format!(
                "{} + {} = {}",
                percent(first),
                percent(both - first),
                percent(both)
            ),
            None => "undefined: all distances are 0".to_owned(),
        },
        unit: "a share, 0 to 1",
        source: "classical scaling: Torgerson 1952, Gower 1966; turned to the picture before: Schönemann 1966",
        mistake: "reading near circles as near topics: two axes squeeze distances. The list beside the map has the true ones.",
    }
}

fn meeting(charted: &Charted, a: usize, b: usize) -> Entry {
    let meetings = &charted.meetings;
    Entry {
        name: "log₂ ratio",
        formula: "log₂((n_ab + ½) / (e + ½)), e = n_a n_b / D; residual (n_ab − e) / √(e (1 − n_a/D)(1 − n_b/D))",
        filled: format!(
            "topics {} and {}: n_ab = {}, n_a = {}, n_b = {}, D = {}, e = {}: {}; a document has a topic with {} of its tokens",
            charted.map.ids[a],
            charted.map.ids[b],
            meetings.both(a, b),
            meetings.with[a],
            meetings.with[b],
            meetings.documents,
            number(meetings.expected(a, b)),
            number(meetings.log_ratio(a, b)),
            percent(PRESENT)
        ),
        unit: "bits; the residual in standard deviations",
        source: "Church and Hanks 1990, with Haldane's ½; Haberman 1973",
        mistake: "reading every minus as rivalry: the shares of a document sum to 1, so large topics leave each other less room.",
    }
}
