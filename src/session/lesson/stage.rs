//! A chain that does what a lesson asks, without a screen: deterministic, as fast as it goes.

use super::experiments::{Laboratory, sweep};
use super::format::{Action, Load, Wait};
use super::measure::{Kept, Moment, measure};
use super::value::Value;
use crate::corpus::demo::Demo;
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
        let bundled = self.bundled();
        let name = match (&bundled, folder) {
            (Some(demo), _) => format!("demo:{}", demo.name),
            (None, Some(folder)) => folder.join(&self.corpus).to_string_lossy().into_owned(),
            (None, None) => self.corpus.clone(),
        };
        let suggested = bundled.map(|demo| demo.settings);
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

    /// The bundled corpus of this name, also where the student's folder has a file of the
    /// same name: a lesson does the same everywhere.
    fn bundled(&self) -> Option<Demo> {
        let name = self.corpus.trim_start_matches("demo:");
        Source::demo(&format!("demo:{name}"))
    }

    /// What the chain is started with.
    pub fn settings(&self) -> Settings {
        let suggested = self.bundled().map(|demo| demo.settings);
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
                let (chain, mut left) = (self.chain()?, *n);
                while left > 0 {
                    let advance = chain.advance(left);
                    left -= advance.tokens.min(left);
                    if advance.sweep_done {
                        break;
                    }
                }
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

#[cfg(test)]
mod tests {
    use super::super::value::{TopicIs, Value};
    use super::*;
    use crate::engine::Kind;

    fn toy(engine: Kind) -> Stage<'static> {
        let mut stage = Stage::new(None);
        let load = Load {
            corpus: "toy".into(),
            topics: Some(2),
            alpha: Some(0.5),
            eta: Some(0.5),
            seed: 1,
            engine,
        };
        stage.act(&Action::Load(load)).unwrap();
        stage
    }

    #[test]
    fn tokens_are_counted_and_a_change_waits_for_the_end_of_the_sweep() {
        for kind in [Kind::Collapsed, Kind::Uncollapsed] {
            let mut stage = toy(kind);
            stage.act(&Action::Tokens(7)).unwrap();
            assert_eq!(stage.chain().unwrap().position(), 7, "{kind:?}");
            stage.act(&Action::Alpha(2.0)).unwrap();
            assert_eq!(stage.measure(&Value::Sweep), Ok(1.0));
            assert_eq!(stage.measure(&Value::AlphaSum), Ok(4.0));
        }
    }

    /// Worked by hand: after fifty sweeps fruit is in one topic (15 tokens: 5 apples, 5
    /// pears, 5 plums) and tools in the other (12 wrenches, 3 screws).
    #[test]
    fn values_are_those_of_a_chain_that_can_be_counted_by_hand() {
        let mut stage = toy(Kind::Collapsed);
        stage.act(&Action::Sweeps(50)).unwrap();
        let fruit = || TopicIs::Of("apple".into());
        let tools = || TopicIs::Of("wrench".into());
        let word = |word: &str| word.to_owned();
        let h = -(11.0 / 12.0) * (11.0_f64 / 12.0).ln() - (1.0 / 12.0) * (1.0_f64 / 12.0).ln();
        let cases = [
            (Value::Phi(word("wrench"), tools()), 12.5 / 17.5),
            (Value::Phi(word("apple"), tools()), 0.5 / 17.5),
            (Value::WordTokens(word("wrench"), tools()), 12.0),
            (Value::WordTotal(word("apple")), 5.0),
            (Value::WordRank(word("screw"), tools()), 2.0),
            (Value::EffectiveWords(tools()), 225.0 / 153.0),
            (Value::EffectiveWords(fruit()), 3.0),
            (Value::SameTopic(word("apple"), word("plum")), 1.0),
            (Value::SameTopic(word("apple"), word("screw")), 0.0),
            (Value::Share(fruit()), 0.5),
            (Value::Size(TopicIs::Largest(2)), 15.0),
            (Value::Theta(1, fruit()), 5.5 / 6.0),
            (Value::DocumentTokens(4, tools()), 5.0),
            (Value::Entropy(1), h),
            (Value::EffectiveTopics(1), h.exp()),
            (Value::MeanEffectiveTopics, h.exp()),
            (Value::DocumentSide((1, 1), fruit()), 4.5),
            (Value::WordSide((1, 1), fruit()), 4.5 / 16.5),
            (Value::WordSide((1, 1), tools()), 0.5 / 17.5),
            (
                Value::Conditional((1, 1), fruit()),
                (4.5 * 4.5 / 16.5) / (4.5 * 4.5 / 16.5 + 0.5 * 0.5 / 17.5),
            ),
            (Value::Together((1, 1), (2, 5)), 1.0),
            (Value::Together((1, 1), (6, 1)), 0.0),
            (Value::UsedTopics, 2.0),
            (Value::EtaSum, 2.5),
        ];
        for (value, want) in cases {
            let got = stage.measure(&value).unwrap();
            assert!(
                (got - want).abs() < 1e-12,
                "{value}: {got}, and by hand {want}"
            );
        }
        let exact = stage
            .measure(&Value::ExactTogether((1, 1), (1, 2)))
            .unwrap();
        let tokens = ((1, 1), (1, 2));
        let seen = stage
            .measure(&Value::Frequency {
                tokens,
                sweeps: 4000,
            })
            .unwrap();
        assert!(
            (exact - seen).abs() < 0.01,
            "{seen} of the sweeps, and {exact} exactly"
        );
    }

    #[test]
    fn what_a_chain_has_not_is_told() {
        let mut stage = toy(Kind::Variational);
        for (value, why) in [
            (Value::LogJoint, "has a bound"),
            (Value::Moved, "no sweep"),
            (Value::Conditional((1, 1), TopicIs::Largest(1)), "collapsed"),
            (Value::TruthFound, "bars only"),
            (Value::Kept("x".into()), "nothing was kept"),
            (
                Value::Ratio(Box::new(Value::Number(1.0)), Box::new(Value::Number(0.0))),
                "not a number",
            ),
        ] {
            let told = stage.measure(&value).unwrap_err();
            assert!(told.contains(why), "{value}: {told}");
        }
        let mut none = Stage::new(None);
        assert!(none.measure(&Value::Sweep).unwrap_err().contains("Load"));
    }

    /// A folder named `toy` where the program runs must not take its place.
    #[test]
    fn a_bundled_corpus_is_meant_wherever_the_program_runs() {
        let load = |corpus: &str| Load {
            corpus: corpus.into(),
            topics: None,
            alpha: None,
            eta: None,
            seed: 1,
            engine: Kind::Collapsed,
        };
        let folder = Some(Path::new("lessons"));
        assert_eq!(load("toy").source(None).name, "demo:toy");
        assert_eq!(load("demo:toy").source(folder).name, "demo:toy");
        assert_eq!(load("own.txt").source(None).name, "own.txt");
    }
}
