//! What `choose-k` found, for a program and for a person.

use crate::cli::plot::{Curve, plot};
use crate::corpus::{Corpus, HeldOut};
use crate::engine::Kind;
use crate::eval::harmonic::WARNING;
use crate::model::PriorSpec;
use crate::plain::count;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// Top words of a topic that coherence and exclusivity look at.
pub const TOP: usize = 10;

/// The corpus, as it was split.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct About {
    name: String,
    training_documents: usize,
    training_tokens: usize,
    vocabulary: usize,
    held_out_documents: usize,
    training_hash: String,
    held_out_hash: String,
}

impl About {
    /// Of the two sides of a corpus.
    pub fn new(name: &str, train: &Corpus, held: &Corpus) -> Self {
        Self {
            name: name.to_owned(),
            training_documents: train.documents(),
            training_tokens: train.tokens(),
            vocabulary: train.vocabulary().len(),
            held_out_documents: held.documents(),
            training_hash: train.content_hash(),
            held_out_hash: held.content_hash(),
        }
    }

    /// Whether the documents are the same, whatever the file is called by now.
    pub fn same(&self, other: &Self) -> bool {
        let hashes = |about: &Self| (about.training_hash.clone(), about.held_out_hash.clone());
        hashes(self) == hashes(other)
    }
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let documents = count(self.training_documents, "training document");
        let held_out = self.held_out_documents;
        write!(f, "{} ({documents}, {held_out} held out)", self.name)
    }
}

/// What makes a run what it is, its K and seed apart.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Setup {
    /// How topics are inferred.
    pub engine: Kind,
    /// The priors; `None` for a model without one.
    pub alpha: Option<String>,
    pub eta: Option<String>,
    pub sweeps: u64,
    pub held_out: HeldOut,
    /// Words of a topic that coherence and exclusivity look at.
    pub top_words: usize,
}

/// A prior in a few words that differ where the prior does.
pub fn prior(spec: &PriorSpec) -> anyhow::Result<String> {
    Ok(match spec {
        PriorSpec::List(values) => {
            let hash = Sha256::digest(serde_json::to_vec(values)?);
            let hash: String = hash.iter().take(8).map(|b| format!("{b:02x}")).collect();
            format!("list of {}, hash {hash}", values.len())
        }
        spec => spec.to_string(),
    })
}

impl Setup {
    /// Where another one differs, in words.
    pub fn differences(&self, now: &Self) -> Vec<String> {
        let fields = |setup: &Self| {
            let prior = |prior: &Option<String>| prior.clone().unwrap_or_else(|| "none".into());
            [
                ("engine", setup.engine.name().to_owned()),
                ("alpha", prior(&setup.alpha)),
                ("eta", prior(&setup.eta)),
                ("sweeps", setup.sweeps.to_string()),
                ("held-out share", setup.held_out.share.to_string()),
                ("held-out seed", setup.held_out.seed.to_string()),
                ("top words", setup.top_words.to_string()),
            ]
        };
        fields(self)
            .into_iter()
            .zip(fields(now))
            .filter(|((_, there), (_, here))| there != here)
            .map(|((name, there), (_, here))| format!("{name} {there} there and {here} here"))
            .collect()
    }
}

/// One finished fit. A measure without a value is `None`, never NaN.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Run {
    pub topics: usize,
    pub seed: u64,
    /// Of held-out documents, by completion.
    pub perplexity: Option<f64>,
    /// Over documents, by the delta method.
    pub perplexity_standard_error: Option<f64>,
    pub c_npmi: Option<f64>,
    pub u_mass: Option<f64>,
    pub exclusivity: Option<f64>,
    /// log p(w) in nats, as that estimate has it.
    pub harmonic_mean: Option<f64>,
    pub digest: String,
}

impl Run {
    /// A line on it.
    pub fn line(&self, (done, of): (usize, usize), seconds: f64) -> String {
        let mut line = format!("{done}/{of}: K {}, seed {}:", self.topics, self.seed);
        for measure in MEASURES {
            if let Some(value) = (measure.of)(self) {
                let _ = write!(line, " {} {},", measure.name, measure.number(value));
            }
        }
        let _ = write!(line, " {seconds:.1} s");
        line
    }
}

/// Something that is measured of every run.
struct Measure {
    name: &'static str,
    of: fn(&Run) -> Option<f64>,
    lower_is_better: bool,
    decimals: usize,
}

const MEASURES: [Measure; 5] = [
    Measure {
        name: "perplexity",
        of: |run| run.perplexity,
        lower_is_better: true,
        decimals: 1,
    },
    Measure {
        name: "c_npmi",
        of: |run| run.c_npmi,
        lower_is_better: false,
        decimals: 3,
    },
    Measure {
        name: "u_mass",
        of: |run| run.u_mass,
        lower_is_better: false,
        // Three would leave two digits before the point no room in the table.
        decimals: 2,
    },
    Measure {
        name: "exclusivity",
        of: |run| run.exclusivity,
        lower_is_better: false,
        decimals: 3,
    },
    Measure {
        name: HARMONIC,
        of: |run| run.harmonic_mean,
        lower_is_better: false,
        decimals: 0,
    },
];

const HARMONIC: &str = "harmonic_mean";

impl Measure {
    fn number(&self, value: f64) -> String {
        // A large perplexity has no room for tenths, and no need of them.
        let decimals = if value.abs() >= 1000.0 {
            0
        } else {
            self.decimals
        };
        format!("{value:.decimals$}")
    }

    fn cell(&self, spread: Option<Spread>) -> String {
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
#[derive(Debug, Clone, Copy, Serialize)]
struct Spread {
    mean: f64,
    /// With n − 1; `None` for one seed.
    sd: Option<f64>,
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
#[derive(Debug, Serialize)]
struct Row {
    topics: usize,
    seeds: usize,
    #[serde(flatten)]
    measures: BTreeMap<&'static str, Option<Spread>>,
}

impl Row {
    fn of(&self, measure: &Measure) -> Option<Spread> {
        self.measures.get(measure.name).copied().flatten()
    }
}

#[derive(Debug, Serialize)]
struct Best {
    topics: usize,
    /// Other K whose mean is no further from the best than both standard deviations
    /// together.
    within_spread: Vec<usize>,
}

/// The object that `choose-k --json` prints and `--out` keeps.
#[derive(Debug, Serialize)]
pub struct Report {
    pub corpus: About,
    pub settings: Setup,
    /// By K, then by seed.
    pub runs: Vec<Run>,
    summary: Vec<Row>,
    /// By measure; null where no run has it.
    best: BTreeMap<&'static str, Option<Best>>,
    harmonic_mean_warning: &'static str,
}

impl Report {
    /// A report without a run.
    pub fn new(corpus: About, settings: Setup) -> Self {
        Self {
            corpus,
            settings,
            runs: Vec::new(),
            summary: Vec::new(),
            best: BTreeMap::new(),
            harmonic_mean_warning: WARNING,
        }
    }

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
    pub fn has(&self, (topics, seed): (usize, u64)) -> bool {
        let there = |run: &Run| (run.topics, run.seed) == (topics, seed);
        self.runs.iter().any(there)
    }

    /// A text for a person: settings, a line for each K, what is best, and a picture.
    pub fn text(&self) -> String {
        let (corpus, settings) = (&self.corpus, &self.settings);
        let mut text = format!(
            "{}, {}, {}; {} held out\n{}: {} of {}",
            count(corpus.training_documents, "training document"),
            count(corpus.training_tokens, "token"),
            count(corpus.vocabulary, "word"),
            count(corpus.held_out_documents, "document"),
            count(self.runs.len(), "run"),
            count(settings.sweeps as usize, "sweep"),
            settings.engine.title(),
        );
        for (name, prior) in [("alpha", &settings.alpha), ("eta", &settings.eta)] {
            if let Some(prior) = prior {
                let _ = write!(text, ", {name} {prior}");
            }
        }
        text += "\nmeans ± standard deviations over seeds\n\n   K";
        for measure in &MEASURES {
            let _ = write!(text, "{:>15}", measure.name.replace('_', title(measure)));
        }
        for row in &self.summary {
            let _ = write!(text, "\n{:>4}", row.topics);
            for measure in &MEASURES {
                let _ = write!(text, "{:>15}", measure.cell(row.of(measure)));
            }
        }
        text += "\n\n";
        text += &self.best_lines();
        text + &self.picture()
    }

    fn best_lines(&self) -> String {
        let mut text = String::new();
        for measure in &MEASURES {
            let Some(Some(best)) = self.best.get(measure.name) else {
                continue;
            };
            let end = if measure.lower_is_better {
                "lowest"
            } else {
                "highest"
            };
            let name = measure.name.replace('_', title(measure));
            let _ = write!(text, "{end} {name}: K {}", best.topics);
            if !best.within_spread.is_empty() {
                let near: Vec<String> = best.within_spread.iter().map(usize::to_string).collect();
                let _ = write!(text, " (within the spread: {})", near.join(", "));
            }
            text.push('\n');
            if measure.name == HARMONIC {
                let _ = writeln!(text, "warning: {WARNING}");
            }
        }
        text
    }

    /// Perplexity over K; nothing where there is one K only.
    fn picture(&self) -> String {
        let points: Vec<(f64, f64)> = self
            .summary
            .iter()
            .filter_map(|row| Some((row.topics as f64, row.of(&MEASURES[0])?.mean)))
            .collect();
        let [_, .., (last, _)] = points.as_slice() else {
            return String::new();
        };
        let end = format!("K {last}");
        let curve = Curve {
            letter: '•',
            points,
        };
        format!("\nheld-out perplexity over K\n{}", plot(&[curve], &end))
    }
}

/// What stands for `_` in the name of a measure: names of the field keep it.
fn title(measure: &Measure) -> &'static str {
    if measure.name == HARMONIC { " " } else { "_" }
}
