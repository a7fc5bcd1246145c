//! What `choose-k` found, for a program and for a person.

use crate::cli::plot::{Curve, plot};
use crate::corpus::{Corpus, HeldOut};
use crate::engine::Kind;
use crate::eval::harmonic::WARNING;
use crate::model::PriorSpec;
use crate::plain::count;
use crate::session::choose_k::{Findings, MEASURES};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::{self, Write};

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

/// The object that `choose-k --json` prints and `--out` keeps.
#[derive(Debug, Serialize)]
pub struct Report {
    pub corpus: About,
    pub settings: Setup,
    #[serde(flatten)]
    pub findings: Findings,
    harmonic_mean_warning: &'static str,
}

impl Report {
    /// A report without a run.
    pub fn new(corpus: About, settings: Setup) -> Self {
        Self {
            corpus,
            settings,
            findings: Findings::default(),
            harmonic_mean_warning: WARNING,
        }
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
            count(self.findings.runs.len(), "run"),
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
            let _ = write!(text, "{:>15}", measure.title);
        }
        for row in &self.findings.summary {
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
            let Some(line) = self.findings.best_line(measure) else {
                continue;
            };
            text += &line;
            text.push('\n');
            if measure.is_harmonic_mean() {
                // In two lines, for it is wider than a terminal.
                let warning = WARNING.replacen(": ", ":\n  ", 1);
                let _ = writeln!(text, "warning: {warning}");
            }
        }
        text
    }

    /// Perplexity over K; nothing where there is one K only.
    fn picture(&self) -> String {
        let points: Vec<(f64, f64)> = self
            .findings
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
