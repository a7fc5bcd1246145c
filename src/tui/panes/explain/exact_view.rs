//! The numbers of the exact answers.

use super::Entry;
use crate::session::exact::{Answers, Quantity, Row};
use crate::tui::explorer::Explorer;
use crate::tui::text::{clean, count, number, signed};

/// The numbers of the view, those of the selected line first.
pub fn entries(explorer: &Explorer) -> Vec<Entry> {
    let view = &explorer.views.exact;
    let Some(answers) = view.answers() else {
        return vec![summed(explorer, 0)];
    };
    let mut entries = vec![summed(explorer, answers.sweeps)];
    if let Some(selected) = view.selected() {
        entries.splice(0..0, [share(explorer, selected), apart(answers, selected)]);
    }
    entries.extend(smallest(answers));
    entries.extend(evidence(answers));
    entries
}

/// What a quantity is of, in words.
fn named(explorer: &Explorer, quantity: Quantity) -> String {
    let corpus = &explorer.corpus;
    let token = |i: usize| {
        let word = clean(corpus.vocabulary().word(corpus.words()[i]));
        let document = crate::session::exact::document(corpus, i) + 1;
        format!("token {} ({word}, document {document})", i + 1)
    };
    match quantity {
        Quantity::Same { i, j } => format!("{} and {}", token(i), token(j)),
        Quantity::Topic { token: i, .. } => token(i),
        Quantity::Smallest | Quantity::SmallestIs(_) => String::new(),
    }
}

fn share(explorer: &Explorer, row: &Row) -> Entry {
    let topics = explorer.snapshot().map_or(1, |snapshot| snapshot.k);
    let drawn = row
        .drawn
        .map_or("not yet".to_owned(), |drawn| number(drawn.mean));
    let filled = format!(
        "{}: exact {}, chain {drawn}",
        named(explorer, row.quantity),
        number(row.exact)
    );
    match row.quantity {
        Quantity::Topic { .. } => Entry {
            name: "p(z_i = k | w)",
            formula: "Σ_z p(w, z | α, η) [z_i = k] / p(w); with all α_k alike it is 1/K for every token, since every z has the same probability when topics change names",
            filled: format!("{filled}; 1/K = {}", number(1.0 / topics as f64)),
            unit: "a probability",
            source: "Griffiths and Steyvers 2004, equations 2 and 3, summed over all z",
            mistake: "calling the sampler wrong where it is far from 1/K: a chain rarely changes the names of its topics (label switching), and its error here is as large as that.",
        },
        _ => Entry {
            name: "p(z_i = z_j | w)",
            formula: "Σ_z p(w, z | α, η) [z_i = z_j] / p(w) over all K^N z; of the chain: the share of the sweeps since the last change in which both had the same topic",
            filled,
            unit: "a probability",
            source: "Griffiths and Steyvers 2004, equations 2 and 3, summed over all z; word/document says which tokens",
            mistake: "asking for p(z_i = k) instead: names of topics are arbitrary, whether two tokens share one is not.",
        },
    }
}

fn apart(answers: &Answers, row: &Row) -> Entry {
    let filled = match row.drawn {
        Some(drawn) => match (drawn.error, drawn.errors_apart) {
            (Some(error), Some(apart)) => format!(
                "({} − {}) / {} = {} after {}; if the draws were independent, they would be {}",
                number(drawn.mean),
                number(row.exact),
                number(error),
                signed(apart),
                count(answers.sweeps as usize, "sweep"),
                number(drawn.mean * (1.0 - drawn.mean) / error.powi(2)),
            ),
            _ => "nothing has varied yet, so the error is not known".to_owned(),
        },
        None => "no sweep was counted: let the chain run".to_owned(),
    };
    Entry {
        name: "errors, ±",
        formula: "(chain − exact) / ±, ± = √(s² / n_eff) over means of spans of sweeps, n_eff = n / τ, τ = −1 + 2 Σ ρ up to the first pair of lags that is not positive",
        filled,
        unit: "standard errors; beyond ±2 in one line of twenty, beyond ±4 almost never",
        source: "Geyer 1992, section 3.3; the sweeps right after a change count too",
        mistake: "dividing by √sweeps: neighbours are alike, and the error is then far too small.",
    }
}

fn summed(explorer: &Explorer, sweeps: u64) -> Entry {
    let topics = explorer.snapshot().map_or(0, |snapshot| snapshot.k);
    let tokens = explorer.corpus.tokens();
    Entry {
        name: "assignments, sweeps counted",
        formula: "K^N ways to give N tokens K topics; tokens of one word in one document are counted, not told apart, so that far fewer terms are summed",
        filled: format!(
            "{topics}^{tokens}, about 10^{:.1}, assignments; {} of the chain counted",
            tokens as f64 * (topics.max(1) as f64).log10(),
            count(sweeps as usize, "sweep")
        ),
        unit: "assignments; sweeps since the last change, or since the view was opened",
        source: "docs/exact.md",
        mistake: "hoping for this on a real corpus: with two topics ten tokens more are a thousand times as many assignments, which is why there are samplers.",
    }
}

fn smallest(answers: &Answers) -> Option<Entry> {
    let row = answers.smallest()?;
    let mut sizes: Vec<(usize, f64)> = answers.sizes().map(|row| row.exact).enumerate().collect();
    sizes.sort_by(|a, b| b.1.total_cmp(&a.1));
    let likely = sizes.iter().take(3);
    let likely: Vec<String> = likely
        .map(|(s, p)| format!("{s}: {}", number(*p)))
        .collect();
    Some(Entry {
        name: "smallest topic",
        formula: "E[min_k n_k | w] = Σ_s s p(min_k n_k = s | w); the columns are p of every s, as tall as the likeliest exact one",
        filled: format!(
            "{} tokens; likeliest: {}",
            number(row.exact),
            likely.join(", ")
        ),
        unit: "tokens, 0 to N/K",
        source: "the same sum over all z",
        mistake: "comparing the size of topic 0 with it: which topic is the smallest changes from sweep to sweep.",
    })
}

fn evidence(answers: &Answers) -> Vec<Entry> {
    let exact = answers.log_evidence;
    let mut entries = vec![Entry {
        name: "log p(w)",
        formula: "ln Σ_z p(w | z, η) p(z | α)",
        filled: number(exact),
        unit: "nats",
        source: "Griffiths and Steyvers 2004, equations 2 and 3",
        mistake: "taking the log joint of the trace for it: that is of one z, this of all.",
    }];
    entries.push(Entry {
        name: "harmonic mean",
        formula: "−ln( 1/S Σ_s 1/p(w | z_s, η) )",
        filled: match answers.harmonic_mean {
            Some(value) => format!(
                "{} from {}; {} from the exact value",
                number(value),
                count(answers.sweeps as usize, "sweep"),
                number(value - exact)
            ),
            None => "no sweep was counted".to_owned(),
        },
        unit: "nats",
        source: "Newton and Raftery 1994; against it Wallach, Murray, Salakhutdinov and Mimno 2009",
        mistake: "believing it where it stands still: the z that would pull it down are improbable and seldom met. On a corpus as small as this one it can be near; on real ones it is far too high.",
    });
    entries.extend(answers.left_to_right.map(|estimate| Entry {
        name: "left to right",
        formula: "ln( 1/R Σ_r Π_n p(w_n | z_<n, w_<n) ), the z before a token drawn anew for each token, θ and φ integrated out",
        filled: format!(
            "{} ± {} from {}; {} from the exact value",
            number(estimate.log),
            estimate.error.map_or("–".to_owned(), number),
            count(estimate.particles, "particle"),
            number(estimate.log - exact)
        ),
        unit: "nats",
        source: "after Wallach et al. 2009, algorithm 3, for a whole corpus; the mean of the products is unbiased for p(w): Neal 2001",
        mistake: "averaging logarithms of several runs: the mean of p(w) is right, that of log p(w) is too low.",
    }));
    entries.extend(answers.variational.map(|v| Entry {
        name: "variational bound",
        formula: "L(q) = E_q[ln p(w, z, θ, φ)] − E_q[ln q] = ln p(w) − KL(q ‖ p)",
        filled: format!(
            "{} − ({}) = {} = KL(q ‖ p); the best of {} runs",
            number(exact),
            number(v.bound),
            number(v.gap),
            v.starts
        ),
        unit: "nats, at least 0",
        source: "Blei, Ng and Jordan 2003, equation 13 and appendix A.3; Jordan et al. 1999",
        mistake: "ranking models by their bounds: the gap is not the same for each; that q knows one of the K! equal ways to name the topics alone costs up to ln K!.",
    }));
    entries
}
