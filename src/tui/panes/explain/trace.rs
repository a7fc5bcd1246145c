//! The objective of each engine, and the density.

use super::Entry;
use crate::engine::{Kind, Objective};
use crate::eval::held_out::Score;
use crate::eval::trend::Trend;
use crate::session::Snapshot;
use crate::tui::explorer::Explorer;
use crate::tui::text::{count, thousands};

/// The numbers of the trace.
pub fn entries(explorer: &Explorer, snapshot: &Snapshot) -> Vec<Entry> {
    let tokens = explorer.corpus.tokens();
    let total = snapshot.objective.total();
    let objective = match snapshot.objective {
        Objective::LogJoint(joint) => Entry {
            filled: format!(
                "{:.1} (document part) + {:.1} (word part) = {total:.1}",
                joint.document, joint.word
            ),
            ..JOINT
        },
        Objective::Bound(_) => bound(snapshot.kind, total),
        Objective::LogLikelihood(_) => likelihood(snapshot.kind, total),
    };
    let per_token = Entry {
        name: "per token",
        formula: "the value above / N",
        filled: format!(
            "{total:.1} / {} = {:.4}",
            thousands(tokens),
            total / tokens.max(1) as f64
        ),
        unit: "nats a token",
        source: "the same, divided by the number of tokens N",
        mistake: "taking its exponential for a perplexity: that needs held-out words.",
    };
    let density = snapshot.density.map(density);
    let held_out = explorer
        .held_out
        .map(|(sweep, score)| held_out(sweep, score));
    let mut entries: Vec<Entry> = [Some(objective), Some(per_token), density, held_out]
        .into_iter()
        .flatten()
        .collect();
    entries.extend(explorer.trend().into_iter().flat_map(trend));
    entries
}

/// What "flat?" goes by.
fn trend(trend: Trend) -> [Entry; 2] {
    let sweeps = trend.values;
    let z = Entry {
        name: "flat? (Geweke's z)",
        formula: "z = (mean of the first 10% − mean of the last 50%) / standard error, over the second half of the line since the last change",
        filled: format!("{:+.2} over {}", trend.z, count(sweeps, "sweep")),
        unit: "standard errors; beyond ±2.5 the line still goes somewhere",
        source: "Geweke 1992, section 3.2",
        mistake: "taking flat for converged: a chain that is stuck is flat too. Only chains from other starts can tell, and they only that they disagree.",
    };
    let size = Entry {
        name: "independent draws (ESS)",
        formula: "ESS = sweeps / τ, where τ = −1 + 2 Σ_m (ρ_2m + ρ_2m+1) over the positive pairs of autocorrelations",
        filled: format!(
            "{} / {:.1} = {:.1}",
            thousands(sweeps),
            trend.time,
            trend.size
        ),
        unit: "draws; of one number, the log joint, and not of every topic",
        source: "Geyer 1992, section 3.3",
        mistake: "counting sweeps as if each were new: neighbouring sweeps are nearly the same picture.",
    };
    [z, size]
}

const JOINT: Entry = Entry {
    name: "log joint",
    formula: "log p(w,z|α,η) = log p(z|α) + log p(w|z,η), θ and φ integrated out",
    filled: String::new(),
    unit: "nats; it is negative, and larger is better",
    source: "Griffiths and Steyvers 2004, equations 2 and 3",
    mistake: "comparing it across different K, α or η: that is why the line breaks there. A flat line alone does not mean that the chain has converged.",
};

fn held_out(sweep: u64, score: Score) -> Entry {
    Entry {
        name: "held-out perplexity",
        formula: "exp(−Σ_d log p(w₂ | w₁) / Σ_d N₂): θ of each held-out document from one half of its tokens w₁, the probability of the other half w₂",
        filled: format!(
            "exp(−({:.1}) / {}) = {:.1} ± {:.1}, {}, after sweep {sweep}",
            score.log_likelihood,
            thousands(score.tokens),
            score.perplexity,
            score.perplexity_standard_error,
            count(score.documents, "document")
        ),
        unit: "a number of equally likely words; smaller is better",
        source: "document completion (Wallach, Murray, Salakhutdinov and Mimno 2009, section 5.1); the error is over documents",
        mistake: "comparing it across vocabularies or splits: it counts how many words there are to choose from.",
    }
}

fn density(value: f64) -> Entry {
    Entry {
        name: "log density",
        formula: "log p(w,z,θ,φ|α,η) = log joint of tokens and topics given the θ and φ that were drawn + log density of that θ and φ",
        filled: format!("{value:.1}"),
        unit: "nats, of a density: it may exceed 0",
        source: "the smoothed model of Blei, Ng and Jordan 2003, section 5.4",
        mistake: "taking it for a probability, or setting it beside the log joint: θ and φ are continuous, and their density can be as large as it likes.",
    }
}

fn bound(kind: Kind, value: f64) -> Entry {
    let (formula, source) = if kind == Kind::VariationalEm {
        (
            "log p(w|α,φ) ≥ E_q[log p(w,z,θ|α,φ)] − E_q[log q(z,θ)], φ a point estimate",
            "Blei, Ng and Jordan 2003, section 5.3 and appendix A.3",
        )
    } else {
        (
            "log p(w|α,η) ≥ E_q[log p(w,z,θ,φ|α,η)] − E_q[log q(z,θ,φ)]",
            "Blei, Ng and Jordan 2003, section 5.4 and appendix A.3",
        )
    };
    Entry {
        name: "bound (ELBO)",
        formula,
        filled: format!("{value:.1}"),
        unit: "nats; a lower bound of a log probability of the words",
        source,
        mistake: "comparing it with a sampler's log joint, or the bounds of the two variational engines with each other: they are about different probabilities.",
    }
}

fn likelihood(kind: Kind, value: f64) -> Entry {
    let (formula, source, mistake) = match kind {
        Kind::Mixture => (
            "log p(w) = Σ_d log Σ_k π_k Π_v φ_kv^n_dv: one topic a document",
            "Nigam, McCallum, Thrun and Mitchell 2000, section 3",
            "trusting one run: EM ends in the local maximum that is near its start. R starts from another seed.",
        ),
        Kind::Plsi => (
            "log p(w) = Σ_d Σ_v n_dv log Σ_k p(k|d) φ_kv",
            "Hofmann 1999, section 3",
            "taking more for better: every document has parameters of its own, so that it grows with K on the words it was fitted to.",
        ),
        _ => (
            "log p(w) = Σ_v n_v log (n_v / N): one distribution for all tokens",
            "Blei, Ng and Jordan 2003, section 4.1",
            "waiting for it to move: it is the maximum from the start.",
        ),
    };
    Entry {
        name: "log likelihood",
        formula,
        filled: format!("{value:.1}"),
        unit: "nats; it is negative, and larger is better",
        source,
        mistake,
    }
}
