//! The numbers of the view that chooses K.

use super::Entry;
use crate::session::choose_k::{MEASURES, TOP};
use crate::tui::explorer::Explorer;

/// What is measured of each K, with the numbers of the selected one.
pub fn entries(explorer: &Explorer) -> Vec<Entry> {
    let view = &explorer.views.choose_k;
    let Some(topics) = view.selected_topics() else {
        return Vec::new();
    };
    let row = view.findings.row(topics);
    let filled = |place: usize| match row.and_then(|row| row.of(&MEASURES[place])) {
        Some(spread) => format!("K {topics}: {}", MEASURES[place].cell(Some(spread))),
        None => format!("K {topics}: no finished run has it"),
    };
    let documents = view.split.map_or(String::new(), |(_, held_out)| {
        format!(" ({held_out} documents)")
    });
    vec![
        Entry {
            name: "perplexity",
            formula: "exp(−Σ_d log p(w₂ | w₁) / Σ_d N₂): θ of each held-out document from one half of its tokens w₁, the probability of the other half w₂",
            filled: filled(0) + &documents,
            unit: "a number of equally likely words; lower is better",
            source: "document completion (Wallach, Murray, Salakhutdinov and Mimno 2009, section 5.1)",
            mistake: "taking the lowest for the most readable topics: people and perplexity often disagree.",
        },
        Entry {
            name: "c_npmi",
            formula: "mean over topics and pairs of top words of ln( (p(w,w′) + ε) / (p(w) p(w′)) ) / −ln( p(w,w′) + ε ), p the share of windows of 10 tokens, ε = 10⁻¹²",
            filled: format!(
                "{}; {TOP} top words of each topic, windows of the training texts",
                filled(1)
            ),
            unit: "−1 to 1, 0 where words meet by chance",
            source: "Röder, Both and Hinneburg 2015, as gensim has it",
            mistake: "expecting it of word counts: without an order there are no windows, and it is –.",
        },
        Entry {
            name: "u_mass",
            formula: "mean over topics and pairs i > j of top words of ln( (p(w_i,w_j) + ε) / p(w_j) ), p the share of training documents, ε = 10⁻¹²",
            filled: filled(2),
            unit: "log units; nearer 0 is better",
            source: "Mimno et al. 2011, equation 1, with the smoothing of gensim",
            mistake: "comparing it across corpora: it falls with the number of documents.",
        },
        Entry {
            name: "exclusivity",
            formula: "mean over topics and their top words of φ_kv / Σ_j φ_jv",
            filled: filled(3),
            unit: "a share, 0 to 1",
            source: "exclusivity of MALLET's diagnostics; docs/topics.md",
            mistake: "maximising it alone: few topics, or topics of rare words, have it too.",
        },
        Entry {
            name: "harmonic mean",
            formula: "−ln(1/S Σ_s 1/p(w | z_s)) over the sweeps of the second half of a run",
            filled: filled(4),
            unit: "nats; higher would be better, if it were to be trusted",
            source: "Newton and Raftery 1994; Griffiths and Steyvers 2004; against it Wallach et al. 2009",
            mistake: "choosing K by it, as many papers do: its variance is huge, and it is far too large.",
        },
        Entry {
            name: "±, *, ~",
            formula: "mean and √(Σ (x_s − mean)² / (n − 1)) over the seeds s; * is the best mean; ~ where |mean − best| ≤ both deviations together",
            filled: format!(
                "K {topics}: {} of {} seeds",
                row.map_or(0, |row| row.seeds),
                view.seeds()
            ),
            unit: "as the measure",
            source: "the sample standard deviation; ~ is a rule of thumb of ours, no test",
            mistake: "reading * as the true number of topics: no K is true, and those with ~ are no worse as far as these runs can tell.",
        },
    ]
}
