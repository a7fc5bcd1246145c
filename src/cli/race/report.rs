//! What a race came to, for a program and for a person.

use crate::cli::plot::{Curve, plot};
use crate::corpus::Corpus;
use crate::engine::Priors;
use crate::eval::held_out::Score;
use crate::export::likelihood::{Values, prior_words};
use crate::model::Prior;
use crate::plain::count;
use crate::session::race::{Distance, Lane, Point};
use crate::tui::plot::letters;
use serde::Serialize;
use std::fmt::Write;

/// The object that `race --json` prints.
#[derive(Debug, Serialize)]
pub struct Report {
    documents: usize,
    vocabulary: usize,
    tokens: usize,
    topics: usize,
    alpha: Values,
    eta: Values,
    /// log p(w | alpha, eta), where the corpus is small enough for it.
    exact_log_evidence: Option<f64>,
    lanes: Vec<Result>,
    #[serde(skip)]
    priors: String,
}

#[derive(Debug, Serialize)]
struct Result {
    engine: &'static str,
    seed: u64,
    objective: &'static str,
    start: f64,
    end: f64,
    sweeps: u64,
    seconds: f64,
    /// `None` where no time passed.
    sweeps_per_second: Option<f64>,
    /// In sweeps, of the second half of the trace; `None` for engines that do
    /// not sample, and where nothing varies.
    autocorrelation_time: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_out: Option<Score>,
    pair_distance: Vec<Distance>,
    digest: String,
    trace: Vec<Point>,
}

impl Result {
    fn new(lane: Lane) -> Self {
        let edge = |point: Option<&Point>| point.map_or((0.0, 0.0), |p| (p.value, p.seconds));
        let (start, _) = edge(lane.trace.first());
        let (end, seconds) = edge(lane.trace.last());
        let measured = lane.sweeps();
        let listed = |at: &Distance| at.sweep == measured || is_listed(at.sweep);
        Self {
            engine: lane.kind.name(),
            seed: lane.seed,
            objective: lane.measure.map_or("", |measure| measure.name),
            start,
            end,
            sweeps: lane.sweeps(),
            seconds,
            sweeps_per_second: (seconds > 0.0).then(|| lane.sweeps() as f64 / seconds),
            autocorrelation_time: lane.autocorrelation_time,
            held_out: lane.held_out,
            pair_distance: lane.distances.into_iter().filter(listed).collect(),
            digest: lane.digest.unwrap_or_default(),
            trace: lane.trace,
        }
    }
}

impl Report {
    /// The report of these lanes.
    pub fn new(
        corpus: &Corpus,
        (alpha, eta): (&Prior, &Prior),
        exact: Option<f64>,
        lanes: Vec<Lane>,
    ) -> Self {
        Self {
            documents: corpus.documents(),
            vocabulary: corpus.vocabulary().len(),
            tokens: corpus.tokens(),
            topics: alpha.len(),
            alpha: Values::of(alpha),
            eta: Values::of(eta),
            exact_log_evidence: exact,
            lanes: lanes.into_iter().map(Result::new).collect(),
            priors: prior_words(Priors {
                alpha: Some(alpha),
                eta: Some(eta),
            }),
        }
    }

    /// A text for a person: a table and two plots for each kind of objective, then
    /// distances.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{}, {}, {}\n{}, {}\n",
            count(self.documents, "document"),
            count(self.vocabulary, "word"),
            count(self.tokens, "token"),
            count(self.topics, "topic"),
            self.priors
        );
        if let Some(exact) = self.exact_log_evidence {
            let _ = writeln!(text, "exact log p(w) {exact:.9}");
        }
        let mut drawn: Vec<&str> = Vec::new();
        for lane in &self.lanes {
            if !drawn.contains(&lane.objective) {
                drawn.push(lane.objective);
                self.table(lane.objective, &mut text);
                self.plots(lane.objective, &mut text);
            }
        }
        self.scores(&mut text);
        self.distances(&mut text);
        text
    }

    /// Held-out perplexities, which compare lanes of every kind.
    fn scores(&self, text: &mut String) {
        let scored = self.lanes.iter().zip(letters());
        let mut first = true;
        for (lane, letter) in scored {
            let Some(score) = lane.held_out else { continue };
            if std::mem::take(&mut first) {
                let _ = writeln!(
                    text,
                    "\nheld-out perplexity by document completion ({} documents)",
                    score.documents
                );
            }
            let _ = writeln!(
                text,
                "{letter} {:<14} {:>5} {:>12.1} ± {:.1}",
                lane.engine, lane.seed, score.perplexity, score.perplexity_standard_error
            );
        }
    }

    /// The lanes with one kind of objective, and their letters.
    fn of_kind(&self, kind: &str) -> impl Iterator<Item = (&Result, char)> {
        let lanes = self.lanes.iter().zip(letters());
        lanes.filter(move |(lane, _)| lane.objective == kind)
    }

    fn table(&self, kind: &str, text: &mut String) {
        let _ = writeln!(
            text,
            "\n{kind}, in nats\n  engine          seed        start          end  seconds  \
             sweeps/s  autocorr."
        );
        for (lane, letter) in self.of_kind(kind) {
            let number = |x: Option<f64>| x.map_or_else(|| "-".to_owned(), |x| format!("{x:.1}"));
            let _ = writeln!(
                text,
                "{letter} {:<14} {:>5} {:>12.3} {:>12.3} {:>8.3} {:>9} {:>10}",
                lane.engine,
                lane.seed,
                lane.start,
                lane.end,
                lane.seconds,
                number(lane.sweeps_per_second),
                number(lane.autocorrelation_time),
            );
        }
    }

    /// The two plots of one kind of objective.
    fn plots(&self, kind: &str, text: &mut String) {
        let curves = |x: fn(&Point) -> f64| -> Vec<Curve> {
            self.of_kind(kind)
                .map(|(lane, letter)| Curve {
                    letter,
                    points: lane.trace.iter().map(|p| (x(p), p.value)).collect(),
                })
                .collect()
        };
        let by_sweep = curves(|point| point.sweep as f64);
        let by_second = curves(|point| point.seconds);
        let last = |curves: &[Curve]| {
            let ends = curves.iter().filter_map(|curve| curve.points.last());
            ends.map(|point| point.0).fold(0.0, f64::max)
        };
        let (sweeps, seconds) = (last(&by_sweep), last(&by_second));
        let _ = write!(
            text,
            "\n{kind} against sweeps\n{}\n{kind} against seconds\n{}",
            plot(&by_sweep, &format!("{sweeps} sweeps")),
            plot(&by_second, &format!("{seconds:.3} s")),
        );
    }

    /// One line for each lane, one column for each number of sweeps.
    fn distances(&self, text: &mut String) {
        let lanes = self.lanes.iter().zip(letters());
        let measured: Vec<_> = lanes.filter(|(l, _)| !l.pair_distance.is_empty()).collect();
        if measured.is_empty() {
            return;
        }
        let _ = writeln!(
            text,
            "\nHow far the share of sweeps with tokens i and j in one topic is from its exact\n\
             probability, on average over all pairs, after so many sweeps:"
        );
        for (lane, letter) in measured {
            let _ = write!(text, "{letter}");
            for at in &lane.pair_distance {
                let _ = write!(text, "  {}: {:.4}", at.sweep, at.distance);
            }
            text.push('\n');
        }
    }
}

/// 10, 100, 1000 …
fn is_listed(sweep: u64) -> bool {
    sweep >= 10 && 10_u64.pow(sweep.ilog10()) == sweep
}
