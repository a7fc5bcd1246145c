//! Numbers of chains that are run for their sake, beside the chain that is played: fresh
//! ones with its model, from its seed on. They do not hang on what was done to it but for
//! its engine, priors, K and seed, and so are the same on the screen and unattended.

use super::value::{Trial, Value};
use crate::engine::{Engine, Kind, Objective, Settings, start};
use crate::eval::harmonic::harmonic_mean;
use crate::session::Fitted;
use crate::session::chains::{Agreement, Draws, Member};
use crate::session::choose_k::RunSetup;
use crate::session::exact::document;
use std::sync::Arc;

/// Runs chains, and keeps what they said together.
#[derive(Debug, Default)]
pub struct Laboratory {
    agreements: Vec<(Setup, Together)>,
}

#[derive(Debug, Clone, PartialEq)]
struct Setup {
    corpus: String,
    kind: Kind,
    settings: Settings,
    chains: u64,
    sweeps: u64,
}

#[derive(Debug, Clone)]
struct Together {
    agreement: Agreement,
    /// The lowest cosine of topics of the same number in the first chain and another.
    unpaired: f64,
}

fn fresh(fitted: &Fitted, settings: Settings) -> Result<Box<dyn Engine>, String> {
    start(fitted.kind, Arc::clone(&fitted.corpus), settings).map_err(|e| e.to_string())
}

/// Runs a whole sweep.
pub(super) fn sweep(engine: &mut dyn Engine) {
    while !engine.advance(usize::MAX).sweep_done {}
}

impl Laboratory {
    /// The number of an experiment; see [`Value`].
    pub(super) fn value(&mut self, value: &Value, fitted: &Fitted) -> Result<f64, String> {
        let undefined = || format!("the {value} is undefined: nothing is drawn, or too few sweeps");
        match *value {
            Value::HarmonicMean { sweeps } => {
                let mut parts = Vec::new();
                run(fitted, sweeps, |engine| {
                    if let Objective::LogJoint(joint) = engine.objective() {
                        parts.push(joint.word);
                    }
                })?;
                harmonic_mean(&parts).ok_or_else(undefined)
            }
            Value::RHat { chains, sweeps } => {
                let together = self.together(fitted, chains, sweeps)?;
                together.agreement.r_hat.ok_or_else(undefined)
            }
            Value::EffectiveDraws { chains, sweeps } => {
                let together = self.together(fitted, chains, sweeps)?;
                together.agreement.effective_size.ok_or_else(undefined)
            }
            Value::LowestCosine { chains, sweeps } => {
                let together = self.together(fitted, chains, sweeps)?;
                let topics = together.agreement.topics.iter().flatten();
                Ok(topics.map(|t| t.lowest_cosine).fold(1.0, f64::min))
            }
            Value::LowestCosineUnpaired { chains, sweeps } => {
                Ok(self.together(fitted, chains, sweeps)?.unpaired)
            }
            Value::Disagreements { chains, sweeps } => {
                let agreement = &self.together(fitted, chains, sweeps)?.agreement;
                let apart = agreement.topics.iter().flatten();
                let apart = apart.filter(|t| t.lowest_cosine < agreement.cosine_threshold);
                Ok(apart.count() as f64)
            }
            Value::Renumbered { chains, sweeps } => {
                let agreement = &self.together(fitted, chains, sweeps)?.agreement;
                let moved = agreement.topics.iter().flatten();
                let moved = moved.filter(|t| t.partners.iter().any(|id| *id != t.topic));
                Ok(moved.count() as f64)
            }
            Value::Fit {
                measure,
                topics,
                seeds,
                sweeps,
            } => {
                let setup = RunSetup::new(fitted.kind, &fitted.settings(), sweeps, &fitted.corpus);
                let split = setup.split(None)?;
                let mut values = Vec::new();
                for seed in fitted.seed..fitted.seed.saturating_add(seeds) {
                    let run = split
                        .fit((topics, seed), &|| true)
                        .map_err(|e| e.to_string())?;
                    let of_run = run.and_then(|run| match measure {
                        Trial::Perplexity => run.perplexity,
                        Trial::CNpmi => run.c_npmi,
                        Trial::UMass => run.u_mass,
                        Trial::Exclusivity => run.exclusivity,
                    });
                    values.push(of_run.ok_or_else(undefined)?);
                }
                Ok(values.iter().sum::<f64>() / values.len() as f64)
            }
            _ => Err(format!("the {value} is no experiment")),
        }
    }

    /// The share of sweeps, of the second half of so many, in which two tokens (by their
    /// places in the corpus) have the same topic.
    pub(super) fn frequency(
        &self,
        fitted: &Fitted,
        (a, b): (usize, usize),
        sweeps: u64,
    ) -> Result<f64, String> {
        if !fitted.kind.is_gibbs() {
            return Err(format!("the {} engine draws no topics", fitted.kind.name()));
        }
        let corpus = &fitted.corpus;
        let at = |i| {
            let d = document(corpus, i);
            (d, i - corpus.range(d).start)
        };
        let (a, b) = (at(a), at(b));
        let topic = |engine: &dyn Engine, (d, t): (usize, usize)| engine.token_topics(d)[t];
        let (mut same, mut all) = (0_u64, 0_u64);
        run(fitted, sweeps, |engine| {
            same += u64::from(topic(engine, a) == topic(engine, b));
            all += 1;
        })?;
        match all {
            0 => Err("a frequency needs a sweep at least".into()),
            all => Ok(same as f64 / all as f64),
        }
    }

    fn together(&mut self, fitted: &Fitted, chains: u64, sweeps: u64) -> Result<&Together, String> {
        let setup = Setup {
            corpus: fitted.corpus.content_hash(),
            kind: fitted.kind,
            settings: fitted.settings(),
            chains,
            sweeps,
        };
        let known = self
            .agreements
            .iter()
            .position(|(known, _)| *known == setup);
        let place = match known {
            Some(place) => place,
            None => {
                let together = compare(fitted, &setup)?;
                self.agreements.push((setup, together));
                self.agreements.len() - 1
            }
        };
        Ok(&self.agreements[place].1)
    }
}

/// Runs a fresh chain, and looks at it after each sweep of the second half.
fn run(fitted: &Fitted, sweeps: u64, mut look: impl FnMut(&dyn Engine)) -> Result<(), String> {
    let mut engine = fresh(fitted, fitted.settings())?;
    for n in 1..=sweeps {
        sweep(engine.as_mut());
        if n > sweeps / 2 {
            look(engine.as_ref());
        }
    }
    Ok(())
}

fn compare(fitted: &Fitted, setup: &Setup) -> Result<Together, String> {
    let mut engines = Vec::new();
    for n in 0..setup.chains {
        let settings = Settings {
            seed: setup.settings.seed.wrapping_add(n),
            ..setup.settings.clone()
        };
        let (mut engine, mut draws) = (fresh(fitted, settings)?, Draws::default());
        for n in 1..=setup.sweeps {
            sweep(engine.as_mut());
            draws.push(engine.as_ref(), n);
        }
        engines.push((engine, draws));
    }
    let members: Vec<Member<'_>> = engines
        .iter()
        .map(|(engine, draws)| Member {
            seed: engine.settings().seed,
            objective: engine.objective(),
            draws,
            phi: engine.phi(),
            ids: engine.topic_ids(),
        })
        .collect();
    let agreement =
        Agreement::of(&members, &fitted.corpus).ok_or("there is no chain to compare")?;
    Ok(Together {
        unpaired: unpaired(&members),
        agreement,
    })
}

/// The lowest cosine of phi of topics of the same number in the first chain and another.
fn unpaired(members: &[Member<'_>]) -> f64 {
    let Some((first, others)) = members.split_first() else {
        return 1.0;
    };
    let topics = first.phi.topics();
    let (mut lowest, mut here, mut there) = (1.0_f64, vec![0.0; topics], vec![0.0; topics]);
    for other in others {
        let (mut both, mut own, mut its) =
            (vec![0.0; topics], vec![0.0; topics], vec![0.0; topics]);
        for word in 0..first.phi.words() as u32 {
            first.phi.fill(word, &mut here);
            other.phi.fill(word, &mut there);
            for k in 0..topics {
                both[k] += here[k] * there[k];
                own[k] += here[k] * here[k];
                its[k] += there[k] * there[k];
            }
        }
        for k in 0..topics {
            lowest = lowest.min(both[k] / (own[k] * its[k]).sqrt());
        }
    }
    lowest
}
