//! What is measured of a run: means and standard deviations over seeds, and which K is
//! best.

use crate::session::choose_k::Job;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;

/// One finished fit. A measure without a value is `None`, never NaN.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// K.
    pub topics: usize,
    /// Where it started from.
    pub seed: u64,
    /// Of held-out documents, by completion.
    pub perplexity: Option<f64>,
    /// Over documents, by the delta method.
    pub perplexity_standard_error: Option<f64>,
    /// Mean over topics of the coherence in windows, -1 to 1.
    pub c_npmi: Option<f64>,
    /// Mean over topics of the coherence from document counts.
    pub u_mass: Option<f64>,
    /// Mean over topics of how far the top words are the topic's own, 0 to 1.
    pub exclusivity: Option<f64>,
    /// log p(w) in nats, as that estimate has it.
    pub harmonic_mean: Option<f64>,
    /// Of the state at the end.
    pub digest: String,
}

impl Run {
    /// A line on it.
    pub fn line(&self, (done, of): (usize, usize), seconds: f64) -> String {
        let mut line = format!("{done}/{of}: K {}, seed {}:", self.topics, self.seed);
        for measure in &MEASURES {
            if let Some(value) = (measure.of)(self) {
                let _ = write!(line, " {} {},", measure.name, measure.number(value));
            }
        }
        let _ = write!(line, " {seconds:.1} s");
        line
    }
}

/// Something that is measured of every run.
#[derive(Debug)]
pub struct Measure {
    /// The name of the field.
    pub name: &'static str,
    /// What it is called where people read.
    pub title: &'static str,
    of: fn(&Run) -> Option<f64>,
    lower_is_better: bool,
    decimals: usize,
}

/// All of them, in the order in which they are shown.
pub const MEASURES: [Measure; 5] = [
    Measure {
        name: "perplexity",
        title: "perplexity",
        of: |run| run.perplexity,
        lower_is_better: true,
        decimals: 1,
    },
    Measure {
        name: "c_npmi",
        title: "c_npmi",
        of: |run| run.c_npmi,
        lower_is_better: false,
        decimals: 3,
    },
    Measure {
        name: "u_mass",
        title: "u_mass",
        of: |run| run.u_mass,
        lower_is_better: false,
        // Three would leave two digits before the point no room in the table.
        decimals: 2,
    },
    Measure {
        name: "exclusivity",
        title: "exclusivity",
        of: |run| run.exclusivity,
        lower_is_better: false,
        decimals: 3,
    },
    Measure {
        name: "harmonic_mean",
        title: "harmonic mean",
        of: |run| run.harmonic_mean,
        lower_is_better: false,
        decimals: 0,
    },
];

impl Measure {
    /// Whether it is the estimate that nobody should choose by.
    pub fn is_harmonic_mean(&self) -> bool {
        self.name == "harmonic_mean"
    }

    /// A value in as many digits as are of use.
    pub fn number(&self, value: f64) -> String {
        // A large perplexity has no room for tenths, and no need of them.
        let decimals = if value.abs() >= 1000.0 {
            0
        } else {
            self.decimals
        };
        format!("{value:.decimals$}")
    }

    /// The mean with its standard deviation, `–` without a value.
    pub fn cell(&self, spread: Option<Spread>) -> String {
        let Some(Spread { mean, sd }) = spread else {
            return "–".into();
        };
        match sd {
            Some(sd) => format!("{} ± {}", self.number(mean), self.number(sd)),
            None => self.number(mean),
        }
    }

    /// The best K with those that its spread and theirs do not part from it.
    fn best(&self, rows: &[Row]) -> Option<Best> {
        let sign = if self.lower_is_better { -1.0 } else { 1.0 };
        let known = || {
            rows.iter()
                .filter_map(|row| Some((row.topics, row.of(self)?)))
        };
        // The smaller K where two are equal.
        let (topics, best) = known().reduce(|best, next| {
            if sign * next.1.mean > sign * best.1.mean {
                next
            } else {
                best
            }
        })?;
        let near = |spread: Spread| {
            let together = best.sd.zip(spread.sd).map(|(a, b)| a + b);
            together.is_some_and(|sd| (best.mean - spread.mean).abs() <= sd)
        };
        Some(Best {
            topics,
            within_spread: known()
                .filter(|&(k, spread)| k != topics && near(spread))
                .map(|(k, _)| k)
                .collect(),
        })
    }
}

/// Mean and standard deviation over seeds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// With n − 1; `None` for one seed.
    pub sd: Option<f64>,
}

impl Spread {
    fn of(values: &[f64]) -> Option<Self> {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|x| (x - mean) * (x - mean)).sum();
        (!values.is_empty()).then(|| Self {
            mean,
            sd: (values.len() > 1).then(|| (squares / (n - 1.0)).sqrt()),
        })
    }
}

/// All runs of one K.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// K.
    pub topics: usize,
    /// Runs of it.
    pub seeds: usize,
    #[serde(flatten)]
    measures: BTreeMap<&'static str, Option<Spread>>,
}

impl Row {
    /// A measure over them.
    pub fn of(&self, measure: &Measure) -> Option<Spread> {
        self.measures.get(measure.name).copied().flatten()
    }
}

/// Where a measure is best.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Best {
    /// K.
    pub topics: usize,
    /// Other K whose mean is no further from the best than both standard deviations
    /// together.
    pub within_spread: Vec<usize>,
}

/// Finished runs, and what they say.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Findings {
    /// By K, then by seed.
    pub runs: Vec<Run>,
    /// A row for each K that has a run.
    pub summary: Vec<Row>,
    /// By measure; null where no run has it.
    best: BTreeMap<&'static str, Option<Best>>,
}

impl Findings {
    /// Adds runs; the order in which they come changes nothing.
    pub fn extend(&mut self, runs: impl IntoIterator<Item = Run>) {
        self.runs.extend(runs);
        self.runs.sort_by_key(|run| (run.topics, run.seed));
        self.runs.dedup_by_key(|run| (run.topics, run.seed));
        let rows = self.runs.chunk_by(|a, b| a.topics == b.topics);
        self.summary = rows
            .map(|runs| Row {
                topics: runs[0].topics,
                seeds: runs.len(),
                measures: MEASURES
                    .iter()
                    .map(|measure| {
                        let values: Vec<f64> = runs.iter().filter_map(measure.of).collect();
                        (measure.name, Spread::of(&values))
                    })
                    .collect(),
            })
            .collect();
        let best = MEASURES.iter().map(|m| (m.name, m.best(&self.summary)));
        self.best = best.collect();
    }

    /// Whether a run is there.
    pub fn has(&self, (topics, seed): Job) -> bool {
        let there = |run: &Run| (run.topics, run.seed) == (topics, seed);
        self.runs.iter().any(there)
    }

    /// The runs of one K.
    pub fn row(&self, topics: usize) -> Option<&Row> {
        self.summary.iter().find(|row| row.topics == topics)
    }

    /// The run of one K that has the lowest held-out perplexity; the smaller seed where two
    /// are equal.
    pub fn best_run(&self, topics: usize) -> Option<&Run> {
        let value = |run: &Run| run.perplexity.unwrap_or(f64::INFINITY);
        let runs = self.runs.iter().filter(|run| run.topics == topics);
        runs.min_by(|a, b| value(a).total_cmp(&value(b)))
    }

    /// Where a measure is best; `None` where no run has it.
    pub fn best(&self, measure: &Measure) -> Option<&Best> {
        self.best.get(measure.name)?.as_ref()
    }

    /// The same in words.
    pub fn best_line(&self, measure: &Measure) -> Option<String> {
        let best = self.best(measure)?;
        let end = if measure.lower_is_better {
            "lowest"
        } else {
            "highest"
        };
        let mut line = format!("{end} {}: K {}", measure.title, best.topics);
        if !best.within_spread.is_empty() {
            let near: Vec<String> = best.within_spread.iter().map(usize::to_string).collect();
            let _ = write!(line, " (within the spread: {})", near.join(", "));
        }
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(topics: usize, seed: u64, perplexity: Option<f64>) -> Run {
        Run {
            topics,
            seed,
            perplexity,
            perplexity_standard_error: None,
            c_npmi: None,
            u_mass: Some(-(topics as f64)),
            exclusivity: None,
            harmonic_mean: None,
            digest: String::new(),
        }
    }

    /// Worked by hand: 10 ± √2·1 at K 2, 13 ± √2·2 at K 4, 20 ± 0 at K 8.
    #[test]
    fn spreads_and_the_best_run_by_hand() {
        let mut findings = Findings::default();
        let values = [(8, 20.0), (2, 9.0), (4, 15.0)];
        findings.extend(values.map(|(k, value)| run(k, 1, Some(value))));
        let [perplexity, c_npmi, u_mass, ..] = &MEASURES;
        assert_eq!(findings.row(2).unwrap().of(perplexity).unwrap().sd, None);
        assert_eq!(
            findings.best_line(perplexity).unwrap(),
            "lowest perplexity: K 2"
        );
        let values = [(8, 20.0), (2, 11.0), (4, 11.0)];
        findings.extend(values.map(|(k, value)| run(k, 2, Some(value))));
        let spread = |k: usize| findings.row(k).unwrap().of(perplexity).unwrap();
        let near = |got: Option<f64>, want: f64| (got.unwrap() - want).abs() < 1e-12;
        assert_eq!(
            (spread(2).mean, spread(4).mean, spread(8).mean),
            (10.0, 13.0, 20.0)
        );
        assert!(near(spread(2).sd, 2.0_f64.sqrt()) && near(spread(4).sd, 8.0_f64.sqrt()));
        // 3 is no more than √2 + 2√2; 10 is more than √2.
        assert_eq!(
            findings.best_line(perplexity).unwrap(),
            "lowest perplexity: K 2 (within the spread: 4)"
        );
        assert_eq!(findings.best_line(u_mass).unwrap(), "highest u_mass: K 2");
        assert_eq!(findings.best_line(c_npmi), None);
        assert_eq!(perplexity.cell(Some(spread(4))), "13.0 ± 2.8");
        assert_eq!(c_npmi.cell(None), "–");
        let seed = |k| findings.best_run(k).map(|run| run.seed);
        assert_eq!(
            (seed(2), seed(4), seed(8), seed(5)),
            (Some(1), Some(2), Some(1), None)
        );
    }
}
