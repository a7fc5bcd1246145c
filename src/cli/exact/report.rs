//! Exact answers and draws, for a program and for a person.

use crate::corpus::Corpus;
use crate::engine::{Kind, Priors};
use crate::eval::harmonic::WARNING;
use crate::eval::sequential::Estimate;
use crate::export::likelihood::{Values, prior_words};
use crate::model::Prior;
use crate::plain::{clean, count};
use crate::session::exact::{Answers, Drawn, Kin, Quantity, Row, Variational, document};
use crate::tui::text::{fit, pad, signed};
use serde::Serialize;
use std::fmt::Write;

/// The object that `exact --json` prints.
#[derive(Debug, Serialize)]
pub struct Report {
    documents: usize,
    vocabulary: usize,
    tokens: usize,
    topics: usize,
    alpha: Values,
    eta: Values,
    log_evidence: f64,
    engine: &'static str,
    seed: u64,
    sweeps: u64,
    /// p(z_i = 0 | w) of the first token.
    first_topic: Option<Both>,
    /// p(z_i = z_j | w).
    pairs: Vec<Pair>,
    smallest_topic: Smallest,
    harmonic_mean: Option<Harmonic>,
    left_to_right: Option<Estimate>,
    variational: Option<Variational>,
}

#[derive(Debug, Serialize)]
struct Both {
    exact: f64,
    drawn: Option<Drawn>,
}

impl Both {
    fn of(row: &Row) -> Self {
        Self {
            exact: row.exact,
            drawn: row.drawn,
        }
    }
}

#[derive(Debug, Serialize)]
struct Pair {
    tokens: [usize; 2],
    words: [String; 2],
    documents: [usize; 2],
    kin: Kin,
    #[serde(flatten)]
    both: Both,
}

#[derive(Debug, Serialize)]
struct Smallest {
    #[serde(flatten)]
    mean: Option<Both>,
    /// p(it has s tokens), for s from 0 on.
    sizes: Vec<Both>,
}

#[derive(Debug, Serialize)]
struct Harmonic {
    log_likelihood: f64,
    warning: &'static str,
}

impl Report {
    /// All of it.
    pub fn new(
        corpus: &Corpus,
        (alpha, eta): (&Prior, &Prior),
        (kind, seed): (Kind, u64),
        answers: &Answers,
    ) -> Self {
        let pair = |row: &Row| {
            let Quantity::Same { i, j } = row.quantity else {
                return None;
            };
            let word = |i: usize| corpus.vocabulary().word(corpus.words()[i]).to_owned();
            Some(Pair {
                tokens: [i, j],
                words: [word(i), word(j)],
                documents: [document(corpus, i), document(corpus, j)],
                kin: Kin::of(corpus, i, j),
                both: Both::of(row),
            })
        };
        let first = |row: &&Row| matches!(row.quantity, Quantity::Topic { .. });
        Self {
            documents: corpus.documents(),
            vocabulary: corpus.vocabulary().len(),
            tokens: corpus.tokens(),
            topics: alpha.len(),
            alpha: Values::of(alpha),
            eta: Values::of(eta),
            log_evidence: answers.log_evidence,
            engine: kind.name(),
            seed,
            sweeps: answers.sweeps,
            first_topic: answers.shares().find(first).map(Both::of),
            pairs: answers.shares().filter_map(pair).collect(),
            smallest_topic: Smallest {
                mean: answers.smallest().map(Both::of),
                sizes: answers.sizes().map(Both::of).collect(),
            },
            harmonic_mean: answers.harmonic_mean.map(|log_likelihood| Harmonic {
                log_likelihood,
                warning: WARNING,
            }),
            left_to_right: answers.left_to_right,
            variational: answers.variational,
        }
    }
}

/// The same for a person, in 80 columns.
pub fn text(
    corpus: &Corpus,
    (alpha, eta): (&Prior, &Prior),
    (kind, seed): (Kind, u64),
    answers: &Answers,
) -> String {
    let (topics, tokens) = (alpha.len(), corpus.tokens());
    let priors = Priors {
        alpha: Some(alpha),
        eta: Some(eta),
    };
    let mut out = format!(
        "{}, {}, {}: all {topics}^{tokens} assignments summed\n\
         {}\n{} of {}, seed {seed}\n\n",
        count(corpus.documents(), "document"),
        count(tokens, "token"),
        count(topics, "topic"),
        prior_words(priors),
        count(answers.sweeps as usize, "sweep"),
        kind.title(),
    );
    let token = |i: usize| {
        let word = clean(corpus.vocabulary().word(corpus.words()[i]));
        let place = format!("/{}", document(corpus, i) + 1);
        pad(&(fit(&word, 16 - place.len()) + &place), 17)
    };
    // Writing into a String cannot fail.
    let _ = writeln!(
        out,
        "{}   exact   drawn  std error  errors apart",
        pad("p(z_i = z_j | w), word/document", 34)
    );
    let shares = answers.shares();
    let pairs = shares.filter_map(|row| match row.quantity {
        Quantity::Same { i, j } => Some((token(i) + &token(j), row)),
        _ => None,
    });
    for (name, row) in pairs {
        let _ = writeln!(out, "{}", line(&name, row));
    }
    if let Some(row) = answers.shares().find(|row| is_topic(row)) {
        let name = "p(z_0 = 0 | w): 1/K by symmetry";
        let name = if alpha.symmetric_value().is_some() {
            name
        } else {
            "p(z_0 = 0 | w)"
        };
        let mut row = *row;
        if let Some(drawn) = &mut row.drawn {
            // A chain that keeps the names of its topics is not wrong.
            drawn.errors_apart = None;
        }
        let _ = writeln!(out, "{}", line(&pad(name, 34), &row));
    }
    if let Some(row) = answers.smallest() {
        let name = pad("tokens of the smallest topic", 34);
        let _ = writeln!(out, "{}", line(&name, row));
    }
    out.push_str(&evidence(answers));
    out
}

fn is_topic(row: &Row) -> bool {
    matches!(row.quantity, Quantity::Topic { .. })
}

fn line(name: &str, row: &Row) -> String {
    let drawn = row.drawn.as_ref();
    let shown = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.4}"));
    let apart = drawn.and_then(|drawn| drawn.errors_apart);
    format!(
        "{name}{:>8}{:>8}{:>11}{:>14}",
        shown(Some(row.exact)),
        shown(drawn.map(|drawn| drawn.mean)),
        shown(drawn.and_then(|drawn| drawn.error)),
        apart.map_or("–".to_owned(), signed)
    )
}

fn evidence(answers: &Answers) -> String {
    let exact = answers.log_evidence;
    let mut out = format!("\nlog p(w)           {exact:>10.4}\n");
    let mut line = |name: &str, value: Option<f64>, remark: &str| {
        let _ = match value {
            Some(value) => {
                let apart = value - exact;
                writeln!(out, "{name:<19}{value:>10.4}{apart:>+10.4}  {remark}")
            }
            None => writeln!(out, "{name:<19}         –          –  {remark}"),
        };
    };
    let estimate = answers.left_to_right;
    let error = estimate.and_then(|estimate| estimate.error);
    let error = error.map_or(String::new(), |error| format!("± {error:.4}, "));
    let particles = count(
        estimate.map_or(0, |estimate| estimate.particles),
        "particle",
    );
    line(
        "harmonic mean",
        answers.harmonic_mean,
        "its variance is huge",
    );
    line(
        "left to right",
        estimate.map(|estimate| estimate.log),
        &format!("{error}{particles}"),
    );
    match answers.variational {
        Some(v) => line(
            "variational bound",
            Some(v.bound),
            &format!("KL(q || p) = {:.4}, best of {} runs", v.gap, v.starts),
        ),
        None => line("variational bound", None, "it refuses these priors"),
    }
    out
}
