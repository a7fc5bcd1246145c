//! The numbers of a chain at one moment. On the screen and unattended the same function
//! gives them.
//!
//! ```text
//! same topic of two words    Σ_k n_ka n_kb / (n_a n_b): of all pairs of a token of a and one of b
//! effective topics           exp H(θ_d), H in nats
//! effective words            1 / Σ_v p², p = n_kv / n_k
//! document side              n_dk + α_k, the token left out
//! word side                  (n_kv + η_v) / (n_k + Ση), the token left out
//! ```
//!
//! The last two are the factors of Griffiths and Steyvers (2004), equation 5; the product of
//! both, over its sum, is [`conditional`].

use super::experiments::Laboratory;
use super::truth;
use super::value::{TokenAt, TopicIs, Value};
use crate::corpus::Corpus;
use crate::engine::gibbs::{conditional, factors};
use crate::engine::{Kind, Objective};
use crate::eval::documents::entropy;
use crate::eval::exact::Exact;
use crate::model::Prior;
use crate::session::Fitted;
use std::collections::BTreeMap;

/// Numbers under the names that a lesson gave them.
pub type Kept = BTreeMap<String, f64>;

/// A chain at one moment.
#[derive(Debug, Clone, Copy)]
pub struct Moment<'a> {
    /// A copy of it.
    pub fitted: &'a Fitted,
    /// Share of the tokens that changed topic in the last sweep.
    pub moved: Option<f64>,
}

/// Measures a value.
///
/// # Errors
/// A sentence, when the chain has no such number.
pub fn measure(
    value: &Value,
    moment: Moment<'_>,
    kept: &Kept,
    laboratory: &mut Laboratory,
) -> Result<f64, String> {
    let number = Measuring {
        fitted: moment.fitted,
        moved: moment.moved,
        kept,
        laboratory,
    }
    .value(value)?;
    if number.is_finite() {
        Ok(number)
    } else {
        Err(format!("the {value} is not a number here"))
    }
}

struct Measuring<'a> {
    fitted: &'a Fitted,
    moved: Option<f64>,
    kept: &'a Kept,
    laboratory: &'a mut Laboratory,
}

impl Measuring<'_> {
    fn value(&mut self, value: &Value) -> Result<f64, String> {
        let fitted = self.fitted;
        let corpus = &fitted.corpus;
        Ok(match value {
            Value::Number(x) => *x,
            Value::Kept(name) => *self.kept.get(name).ok_or_else(|| {
                format!("nothing was kept as '{name}': a Keep must come before it")
            })?,
            Value::Sum(a, b) => self.value(a)? + self.value(b)?,
            Value::Difference(a, b) => self.value(a)? - self.value(b)?,
            Value::Product(a, b) => self.value(a)? * self.value(b)?,
            Value::Ratio(a, b) => self.value(a)? / self.value(b)?,
            Value::Exp(a) => libm::exp(self.value(a)?),
            Value::Documents => corpus.documents() as f64,
            Value::Words => corpus.vocabulary().len() as f64,
            Value::Tokens => corpus.tokens() as f64,
            Value::Topics => fitted.ids.len() as f64,
            Value::Sweep => fitted.sweep as f64,
            Value::Moved => self.moved.ok_or("no sweep has moved a token yet")?,
            Value::Alpha => mean(self.alpha()?),
            Value::AlphaSum => self.alpha()?.sum(),
            Value::Eta => mean(self.eta()?),
            Value::EtaSum => self.eta()?.sum(),
            Value::LogJoint
            | Value::LogJointDocument
            | Value::LogJointWord
            | Value::LogJointPerToken
            | Value::Bound
            | Value::LogLikelihood => self.objective(value)?,
            Value::UsedTopics => fitted.sizes.iter().filter(|&&n| n > 0.0).count() as f64,
            Value::Size(k) => fitted.sizes[self.topic(k)?],
            Value::Share(k) => fitted.sizes[self.topic(k)?] / corpus.tokens() as f64,
            Value::Phi(word, k) => self.phi(self.word(word)?)[self.topic(k)?],
            Value::WordTokens(word, k) => self.counts(self.word(word)?)[self.topic(k)?],
            Value::WordTotal(word) => self.counts(self.word(word)?).iter().sum(),
            Value::WordRank(word, k) => self.rank(self.word(word)?, self.topic(k)?),
            Value::EffectiveWords(k) => self.effective_words(self.topic(k)?)?,
            Value::SameTopic(a, b) => {
                let (a, b) = (self.counts(self.word(a)?), self.counts(self.word(b)?));
                let pairs: f64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
                pairs / (a.iter().sum::<f64>() * b.iter().sum::<f64>())
            }
            Value::Length(d) => corpus.document(self.document(*d)?).len() as f64,
            Value::Theta(d, k) => fitted.theta(self.document(*d)?)[self.topic(k)?],
            Value::DocumentTokens(d, k) => {
                let (d, k) = (self.document(*d)?, self.topic(k)?);
                let z = &fitted.state.z()[corpus.range(d)];
                z.iter().filter(|&&topic| usize::from(topic) == k).count() as f64
            }
            Value::Entropy(d) => entropy(&fitted.theta(self.document(*d)?)),
            Value::EffectiveTopics(d) => libm::exp(entropy(&fitted.theta(self.document(*d)?))),
            Value::MeanEffectiveTopics => {
                let all = (0..corpus.documents()).filter(|&d| !corpus.document(d).is_empty());
                let each: Vec<f64> = all.map(|d| libm::exp(entropy(&fitted.theta(d)))).collect();
                each.iter().sum::<f64>() / each.len() as f64
            }
            Value::DocumentSide(at, k) => self.sides(*at, self.topic(k)?)?.0,
            Value::WordSide(at, k) => self.sides(*at, self.topic(k)?)?.1,
            Value::Conditional(at, k) => {
                self.only_collapsed()?;
                let ((d, i), k) = (find_token(corpus, *at)?, self.topic(k)?);
                conditional(corpus, &fitted.state, (self.alpha()?, self.eta()?), d, i)[k]
            }
            Value::Together(a, b) => {
                let z = fitted.state.z();
                let same = z[self.token(*a)?] == z[self.token(*b)?];
                f64::from(u8::from(same))
            }
            Value::LogEvidence => self.exact()?.log_evidence(),
            Value::ExactTogether(a, b) => {
                let (a, b) = (self.token(*a)?, self.token(*b)?);
                self.exact()?.same_topic(a, b)
            }
            Value::ExactSmallestTopic => self.exact()?.mean_smallest_topic(),
            Value::TruthLowestCosine => truth::cosines(fitted)?.into_iter().fold(1.0, f64::min),
            Value::TruthMeanCosine => {
                let cosines = truth::cosines(fitted)?;
                cosines.iter().sum::<f64>() / cosines.len() as f64
            }
            Value::TruthFound => {
                let cosines = truth::cosines(fitted)?;
                cosines
                    .iter()
                    .filter(|&&cosine| cosine >= truth::FOUND)
                    .count() as f64
            }
            Value::HarmonicMean { .. }
            | Value::RHat { .. }
            | Value::EffectiveDraws { .. }
            | Value::LowestCosine { .. }
            | Value::LowestCosineUnpaired { .. }
            | Value::Disagreements { .. }
            | Value::Renumbered { .. }
            | Value::Fit { .. } => self.laboratory.value(value, fitted)?,
            Value::Frequency {
                tokens: (a, b),
                sweeps,
            } => {
                let places = (self.token(*a)?, self.token(*b)?);
                self.laboratory.frequency(fitted, places, *sweeps)?
            }
        })
    }

    fn alpha(&self) -> Result<&Prior, String> {
        let none = || format!("the {} engine has no alpha", self.fitted.kind.name());
        self.fitted.alpha.as_ref().ok_or_else(none)
    }

    fn eta(&self) -> Result<&Prior, String> {
        let none = || format!("the {} engine has no eta", self.fitted.kind.name());
        self.fitted.eta.as_ref().ok_or_else(none)
    }

    fn objective(&self, value: &Value) -> Result<f64, String> {
        let tokens = self.fitted.corpus.tokens() as f64;
        match (value, self.fitted.objective) {
            (Value::LogJoint, Objective::LogJoint(joint)) => Ok(joint.total()),
            (Value::LogJointDocument, Objective::LogJoint(joint)) => Ok(joint.document),
            (Value::LogJointWord, Objective::LogJoint(joint)) => Ok(joint.word),
            (Value::LogJointPerToken, Objective::LogJoint(joint)) => Ok(joint.total() / tokens),
            (Value::Bound, Objective::Bound(bound)) => Ok(bound),
            (Value::LogLikelihood, Objective::LogLikelihood(value)) => Ok(value),
            (_, objective) => Err(format!(
                "the {} engine has no {value}: it has a {}",
                self.fitted.kind.name(),
                objective.name()
            )),
        }
    }

    fn word(&self, word: &str) -> Result<u32, String> {
        find_word(&self.fitted.corpus, word)
    }

    fn document(&self, d: usize) -> Result<usize, String> {
        find_document(&self.fitted.corpus, d)
    }

    /// The place of a token in the corpus.
    fn token(&self, at: TokenAt) -> Result<usize, String> {
        find_token(&self.fitted.corpus, at).map(|(_, place)| place)
    }

    /// The place of a topic.
    fn topic(&self, topic: &TopicIs) -> Result<usize, String> {
        place_of(self.fitted, topic)
    }

    /// phi of a word in every topic.
    fn phi(&self, word: u32) -> Vec<f64> {
        let mut phi = vec![0.0; self.fitted.ids.len()];
        self.fitted.phi.fill(word, &mut phi);
        phi
    }

    /// n_kv of a word in every topic.
    fn counts(&self, word: u32) -> Vec<f64> {
        counts(self.fitted, word)
    }

    /// Its place among the words of a topic by phi, from 1; equal ones by id.
    fn rank(&self, word: u32, k: usize) -> f64 {
        let own = self.phi(word)[k];
        let before = (0..self.fitted.corpus.vocabulary().len() as u32).filter(|&other| {
            let phi = self.phi(other)[k];
            phi > own || phi == own && other < word
        });
        (before.count() + 1) as f64
    }

    fn effective_words(&self, k: usize) -> Result<f64, String> {
        let words = 0..self.fitted.corpus.vocabulary().len() as u32;
        let counts: Vec<f64> = words.map(|word| self.counts(word)[k]).collect();
        let (size, squares) = counts
            .iter()
            .fold((0.0, 0.0), |(n, s), c| (n + c, s + c * c));
        if squares > 0.0 {
            Ok(size * size / squares)
        } else {
            Err("a topic without a token has no effective words".into())
        }
    }

    fn only_collapsed(&self) -> Result<(), String> {
        match self.fitted.kind {
            Kind::Collapsed => Ok(()),
            kind => Err(format!(
                "the probability of a topic for one token is that of the collapsed engine, not of {}",
                kind.name()
            )),
        }
    }

    /// The document side and the word side of a topic for a token, which is left out.
    fn sides(&self, at: TokenAt, k: usize) -> Result<(f64, f64), String> {
        self.only_collapsed()?;
        let (document, place) = find_token(&self.fitted.corpus, at)?;
        let priors = (self.alpha()?, self.eta()?);
        let (corpus, state) = (&self.fitted.corpus, &self.fitted.state);
        let factors = factors(corpus, state, priors, document, place);
        Ok((factors.of_document(k), factors.of_word(k)))
    }

    fn exact(&self) -> Result<Exact, String> {
        Exact::solve(&self.fitted.corpus, self.alpha()?, self.eta()?).map_err(|e| e.to_string())
    }
}

fn mean(prior: &Prior) -> f64 {
    prior
        .symmetric_value()
        .unwrap_or(prior.sum() / prior.len() as f64)
}

fn counts(fitted: &Fitted, word: u32) -> Vec<f64> {
    let mut phi = vec![0.0; fitted.ids.len()];
    fitted.phi.fill(word, &mut phi);
    let of_topic = |(k, &phi): (usize, &f64)| fitted.count(word, k, phi);
    phi.iter().enumerate().map(of_topic).collect()
}

/// The place of a topic in a chain as it is now.
///
/// # Errors
/// A sentence, when there is no such topic.
pub fn place_of(fitted: &Fitted, topic: &TopicIs) -> Result<usize, String> {
    let topics = fitted.ids.len();
    match topic {
        TopicIs::Of(word) => {
            let counts = counts(fitted, find_word(&fitted.corpus, word)?);
            let most = (0..topics).max_by(|&a, &b| counts[a].total_cmp(&counts[b]).then(b.cmp(&a)));
            most.ok_or_else(|| "there is no topic".into())
        }
        TopicIs::Largest(n) => {
            let mut order: Vec<usize> = (0..topics).collect();
            order.sort_by(|&a, &b| fitted.sizes[b].total_cmp(&fitted.sizes[a]).then(a.cmp(&b)));
            let place = n.checked_sub(1).and_then(|n| order.get(n));
            place
                .copied()
                .ok_or_else(|| format!("there is no topic number {n}: there are {topics}"))
        }
        TopicIs::At(d, t) => {
            let (_, place) = find_token(&fitted.corpus, (*d, *t))?;
            Ok(fitted.state.z()[place].into())
        }
        TopicIs::Id(id) => {
            let place = fitted.ids.iter().position(|own| own == id);
            place.ok_or_else(|| format!("there is no topic {id}"))
        }
    }
}

/// The id of a word.
pub(super) fn find_word(corpus: &Corpus, word: &str) -> Result<u32, String> {
    corpus.vocabulary().id(word).ok_or_else(|| {
        format!("the corpus has no word '{word}': `gibbscope words` lists those of a fitted corpus")
    })
}

/// The place of a document that counts from 1.
pub(super) fn find_document(corpus: &Corpus, d: usize) -> Result<usize, String> {
    let documents = corpus.documents();
    match d.checked_sub(1) {
        Some(place) if place < documents => Ok(place),
        _ => Err(format!(
            "there is no document {d}: they count from 1 to {documents}"
        )),
    }
}

/// The document and the place in the corpus of a token.
pub(super) fn find_token(corpus: &Corpus, (d, t): TokenAt) -> Result<(usize, usize), String> {
    let document = find_document(corpus, d)?;
    let range = corpus.range(document);
    match t.checked_sub(1) {
        Some(place) if place < range.len() => Ok((document, range.start + place)),
        _ => Err(format!(
            "document {d} has no token {t}: they count from 1 to {}",
            range.len()
        )),
    }
}
