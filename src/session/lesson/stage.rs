//! A chain that does what a lesson asks, without a screen: deterministic, as fast as it goes.

use super::experiments::{Laboratory, sweep};
use super::format::{Action, Load, Wait};
use super::measure::{Kept, Moment, measure};
use super::value::Value;
use crate::corpus::{BuildOptions, Corpus, ReadOptions, Source};
use crate::engine::{Edit, Engine, Settings, default_priors, start};
use crate::model::{Growth, PriorSpec};
use crate::session::Fitted;
use std::path::Path;
use std::sync::Arc;

/// Sweeps that are waited for a value at most.
const PATIENCE: u64 = 10_000;

impl Load {
    /// Where the corpus comes from; `folder` is that of the lesson.
    pub fn source(&self, folder: Option<&Path>) -> Source {
        let suggested = Source::demo(&self.corpus).map(|demo| demo.settings);
        let name = match (&suggested, folder) {
            (None, Some(folder)) => folder.join(&self.corpus).to_string_lossy().into_owned(),
            _ => self.corpus.clone(),
        };
        let build = suggested.map_or_else(BuildOptions::default, |s| BuildOptions {
            stop_words: s.stop_words,
            min_df: s.min_df,
            max_df: s.max_df,
            ..BuildOptions::default()
        });
        Source {
            name,
            read: ReadOptions::default(),
            build,
            held_out: None,
        }
    }

    /// What the chain is started with.
    pub fn settings(&self) -> Settings {
        let suggested = Source::demo(&self.corpus).map(|demo| demo.settings);
        let of_corpus = suggested.as_ref();
        let (alpha, eta) = default_priors();
        let prior =
            |own: Option<f64>, its: Option<f64>, plain| own.or(its).map_or(plain, PriorSpec::Each);
        Settings {
            topics: self.topics.or(of_corpus.map(|s| s.topics)).unwrap_or(20),
            alpha: prior(self.alpha, of_corpus.map(|s| s.alpha), alpha),
            eta: prior(self.eta, of_corpus.map(|s| s.eta), eta),
            seed: self.seed,
            em: Default::default(),
            parallel: Default::default(),
        }
    }

    /// Reads the corpus.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn open(&self, folder: Option<&Path>) -> Result<Corpus, String> {
        let mut source = self.source(folder);
        source.read.threads = Some(1);
        let loaded = source.open(&mut crate::corpus::Unwatched);
        loaded
            .map(|loaded| loaded.corpus)
            .map_err(|e| e.to_string())
    }
}

/// A chain, and what a lesson keeps of it.
pub struct Stage<'a> {
    folder: Option<&'a Path>,
    chain: Option<Box<dyn Engine>>,
    kept: Kept,
    laboratory: Laboratory,
}

impl<'a> Stage<'a> {
    /// Without a chain.
    pub fn new(folder: Option<&'a Path>) -> Self {
        Self {
            folder,
            chain: None,
            kept: Kept::new(),
            laboratory: Laboratory::default(),
        }
    }

    fn chain(&mut self) -> Result<&mut Box<dyn Engine>, String> {
        let none = "no corpus is loaded: a Load must come first";
        self.chain.as_mut().ok_or_else(|| none.into())
    }

    fn edit(&mut self, edit: &Edit) -> Result<(), String> {
        let chain = self.chain()?;
        if !chain.between_sweeps() {
            sweep(chain.as_mut());
        }
        crate::engine::apply(chain, edit).map_err(|e| e.to_string())
    }

    /// Does one thing. What is only for looking at does nothing.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub fn act(&mut self, action: &Action) -> Result<(), String> {
        match action {
            Action::Load(load) => {
                let corpus = Arc::new(load.open(self.folder)?);
                let chain = start(load.engine, corpus, load.settings());
                self.chain = Some(chain.map_err(|e| e.to_string())?);
            }
            Action::Engine(kind) => self.edit(&Edit::Engine(*kind))?,
            Action::Alpha(x) => self.edit(&Edit::Alpha(PriorSpec::Each(*x)))?,
            Action::Eta(x) => self.edit(&Edit::Eta(PriorSpec::Each(*x)))?,
            Action::Topics(topics) => self.edit(&Edit::Topics {
                topics: *topics,
                growth: Growth::Empty,
            })?,
            Action::Seed(seed) => self.edit(&Edit::Reset { seed: *seed })?,
            Action::Sweeps(n) => {
                let chain = self.chain()?;
                (0..*n).for_each(|_| sweep(chain.as_mut()));
            }
            Action::RunTo(n) => {
                let chain = self.chain()?;
                while chain.sweep() < *n {
                    sweep(chain.as_mut());
                }
            }
            Action::Tokens(n) => {
                self.chain()?.advance(*n);
            }
            Action::Keep(name, value) => {
                let number = self.measure(value)?;
                self.kept.insert(name.clone(), number);
            }
            Action::Document(_) | Action::Topic(_) | Action::Word(_) => drop(self.chain()?),
            Action::Speed(_) | Action::Run | Action::Pause | Action::Open(_) | Action::Focus(_) => {
            }
        }
        Ok(())
    }

    /// Runs until something has come that hangs on the chain.
    ///
    /// # Errors
    /// When it does not come within 10,000 sweeps, or cannot.
    pub fn wait(&mut self, wait: &Wait) -> Result<(), String> {
        match wait {
            Wait::Sweep(n) => self.act(&Action::RunTo(*n)),
            Wait::Until(value, is) => {
                for _ in 0..PATIENCE {
                    if self.measure(value).is_ok_and(|number| is.holds(number)) {
                        return Ok(());
                    }
                    sweep(self.chain()?.as_mut());
                }
                Err(format!(
                    "the {value} does not come to {is} within {PATIENCE} sweeps"
                ))
            }
            Wait::Paused | Wait::Running | Wait::View(_) => Ok(()),
        }
    }

    /// Measures a value of the chain as it is now.
    ///
    /// # Errors
    /// When there is no chain, or it has no such number.
    pub fn measure(&mut self, value: &Value) -> Result<f64, String> {
        let chain = self.chain()?;
        let (fitted, moved) = (Fitted::of(chain.as_ref()), chain.moved());
        let fitted = fitted.map_err(|e| e.to_string())?;
        let moment = Moment {
            fitted: &fitted,
            moved,
        };
        measure(value, moment, &self.kept, &mut self.laboratory)
    }
}
