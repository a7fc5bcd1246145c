//! Whether the words, documents, tokens and topics of a lesson are there: its corpora are
//! read, but no chain is run.

use super::format::{Action, Lesson, Load, Question, Step, Wait};
use super::measure::{find_document, find_token, find_word};
use super::read::Mistake;
use super::value::{TopicIs, Value};
use crate::corpus::{Corpus, Source};
use crate::engine::start;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// Chains of an experiment at most.
const MOST_CHAINS: u64 = 64;

/// Tries a lesson against the corpora that it loads; `file` is its name.
///
/// # Errors
/// The first [`Mistake`].
pub fn examine(file: &str, lesson: &Lesson, folder: Option<&Path>) -> Result<(), Mistake> {
    let mut examiner = Examiner {
        folder,
        loaded: Vec::new(),
        now: None,
        kept: BTreeSet::new(),
    };
    let mistake = |(at, what)| Mistake {
        file: file.to_owned(),
        at,
        what,
    };
    for step in &lesson.steps {
        examiner.step(step).map_err(mistake)?;
    }
    Ok(())
}

struct Examiner<'a> {
    folder: Option<&'a Path>,
    /// Every corpus is read once.
    loaded: Vec<(Source, Arc<Corpus>)>,
    /// The corpus and K as the lesson has them now.
    now: Option<(Arc<Corpus>, usize)>,
    /// Names of what was kept.
    kept: BTreeSet<String>,
}

type Wrong = ((usize, usize), String);

impl Examiner<'_> {
    fn step(&mut self, step: &Step) -> Result<(), Wrong> {
        for action in &step.actions {
            self.action(&action.part)
                .map_err(|what| (action.at, what))?;
        }
        if let Some(wait) = &step.wait {
            let good = match &wait.part {
                Wait::Until(value, _) => self.value(value),
                Wait::Sweep(_) => self.corpus().map(drop),
                _ => Ok(()),
            };
            good.map_err(|what| (wait.at, what))?;
        }
        if let Some(ask) = &step.ask {
            self.question(&ask.part).map_err(|what| (ask.at, what))?;
        }
        for check in &step.check {
            self.value(&check.part.value)
                .map_err(|what| (check.at, what))?;
        }
        Ok(())
    }

    fn question(&self, question: &Question) -> Result<(), String> {
        let measured = question
            .answers()
            .iter()
            .filter_map(|answer| answer.when.as_ref());
        for (value, _) in measured {
            self.value(value)?;
        }
        match question {
            Question::Number {
                value: Some(value), ..
            } => self.value(value),
            _ => Ok(()),
        }
    }

    fn corpus(&self) -> Result<&Corpus, String> {
        let none = "no corpus is loaded here: a Load must come first";
        self.now
            .as_ref()
            .map(|(corpus, _)| corpus.as_ref())
            .ok_or_else(|| none.into())
    }

    fn action(&mut self, action: &Action) -> Result<(), String> {
        match action {
            Action::Load(load) => self.load(load),
            Action::Topics(topics) => {
                let now = self
                    .now
                    .as_mut()
                    .ok_or("no corpus is loaded here: a Load must come first")?;
                now.1 = *topics;
                Ok(())
            }
            Action::Document(d) => find_document(self.corpus()?, *d).map(drop),
            Action::Topic(topic) => self.topic(topic),
            Action::Word(word) => find_word(self.corpus()?, word).map(drop),
            Action::Keep(name, value) => {
                self.value(value)?;
                self.kept.insert(name.clone());
                Ok(())
            }
            Action::Open(_) | Action::Focus(_) | Action::Speed(_) => Ok(()),
            _ => self.corpus().map(drop),
        }
    }

    fn load(&mut self, load: &Load) -> Result<(), String> {
        let source = load.source(self.folder);
        let known = self.loaded.iter().find(|(known, _)| *known == source);
        let corpus = match known {
            Some((_, corpus)) => Arc::clone(corpus),
            None => Arc::new(load.open(self.folder)?),
        };
        let settings = load.settings();
        let topics = settings.topics;
        start(load.engine, Arc::clone(&corpus), settings).map_err(|e| e.to_string())?;
        self.loaded.push((source, Arc::clone(&corpus)));
        self.now = Some((corpus, topics));
        Ok(())
    }

    fn topic(&self, topic: &TopicIs) -> Result<(), String> {
        let corpus = self.corpus()?;
        match topic {
            TopicIs::Of(word) => find_word(corpus, word).map(drop),
            TopicIs::At(d, t) => find_token(corpus, (*d, *t)).map(drop),
            TopicIs::Id(_) => Ok(()),
            TopicIs::Largest(n) => {
                let topics = self.now.as_ref().map_or(0, |(_, topics)| *topics);
                match (1..=topics).contains(n) {
                    true => Ok(()),
                    false => Err(format!(
                        "there is no topic number {n} by size: they count from 1 to {topics}"
                    )),
                }
            }
        }
    }

    fn value(&self, value: &Value) -> Result<(), String> {
        match value {
            Value::Number(x) if !x.is_finite() => Err(format!("{x} is no number to go by")),
            Value::Number(_) => Ok(()),
            Value::Kept(name) if self.kept.contains(name) => Ok(()),
            Value::Kept(name) => Err(format!(
                "nothing was kept as '{name}' up to here: a Keep must come before it"
            )),
            Value::Sum(a, b)
            | Value::Difference(a, b)
            | Value::Product(a, b)
            | Value::Ratio(a, b) => {
                self.value(a)?;
                self.value(b)
            }
            Value::Exp(a) => self.value(a),
            Value::Size(k) | Value::Share(k) | Value::EffectiveWords(k) => self.topic(k),
            Value::Phi(word, k) | Value::WordTokens(word, k) | Value::WordRank(word, k) => {
                find_word(self.corpus()?, word)?;
                self.topic(k)
            }
            Value::WordTotal(word) => find_word(self.corpus()?, word).map(drop),
            Value::SameTopic(a, b) => {
                find_word(self.corpus()?, a)?;
                find_word(self.corpus()?, b).map(drop)
            }
            Value::Length(d) | Value::Entropy(d) | Value::EffectiveTopics(d) => {
                find_document(self.corpus()?, *d).map(drop)
            }
            Value::Theta(d, k) | Value::DocumentTokens(d, k) => {
                find_document(self.corpus()?, *d)?;
                self.topic(k)
            }
            Value::DocumentSide(at, k) | Value::WordSide(at, k) | Value::Conditional(at, k) => {
                find_token(self.corpus()?, *at)?;
                self.topic(k)
            }
            Value::Together(a, b)
            | Value::ExactTogether(a, b)
            | Value::Frequency { tokens: (a, b), .. } => {
                find_token(self.corpus()?, *a)?;
                find_token(self.corpus()?, *b).map(drop)
            }
            Value::RHat { chains, .. }
            | Value::EffectiveDraws { chains, .. }
            | Value::LowestCosine { chains, .. }
            | Value::LowestCosineUnpaired { chains, .. }
            | Value::Disagreements { chains, .. }
            | Value::Renumbered { chains, .. }
                if !(2..=MOST_CHAINS).contains(chains) =>
            {
                Err(format!(
                    "{chains} chains are out of range: 2 to {MOST_CHAINS}"
                ))
            }
            Value::Fit { topics: 0, .. } | Value::Fit { seeds: 0, .. } => {
                Err("a Fit needs one topic and one seed at least".into())
            }
            _ => self.corpus().map(drop),
        }
    }
}
