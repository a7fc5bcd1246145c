//! What several chains of one model say together.

use super::super::fitted::top_words;
use super::Draws;
use super::verdict::{Findings, R_HAT, SAME, Verdict, verdict};
use crate::corpus::Corpus;
use crate::engine::Objective;
use crate::eval::align::{Alignment, align};
use crate::eval::chain::{effective_size_of_chains, rank_r_hat};
use crate::model::phi::Phi;
use serde::Serialize;

/// So many draws of a chain may be equal by chance.
const SOME: usize = 3;
/// Words listed of a topic that is not the same everywhere.
const TOP: usize = 10;

/// One chain, as far as agreement goes.
#[derive(Debug)]
pub struct Member<'a> {
    /// Its seed.
    pub seed: u64,
    /// Its objective now.
    pub objective: Objective,
    /// Its draws.
    pub draws: &'a Draws,
    /// phi now.
    pub phi: Phi,
    /// The stable ids of its topics (length K).
    pub ids: &'a [u32],
}

/// What chains say together, over the draws after half of the sweeps that all have.
#[derive(Debug, Clone, Serialize)]
pub struct Agreement {
    /// Draws of each chain that are looked at.
    pub draws: usize,
    /// `log joint`, `bound` or `log likelihood`.
    pub objective: &'static str,
    /// Of the objective of those draws, rank-normalised and split; `None` where nothing is
    /// drawn, nothing varies, or there are too few.
    pub r_hat: Option<f64>,
    /// The independent draws that all of them are worth.
    pub effective_size: Option<f64>,
    /// R-hat of the halves of each chain alone.
    #[serde(skip)]
    pub own: Vec<Option<f64>>,
    /// By the topics of the first chain; `None` where there are too many to be paired.
    pub topics: Option<Vec<Paired>>,
    /// Below this cosine two topics are not the same.
    pub cosine_threshold: f64,
    /// Every chain in which a topic is not the same, topic after topic.
    pub disagreements: Vec<Disagreement>,
    /// What is to be thought of it.
    pub verdict: Verdict,
    /// A sentence for each finding that the verdict rests on.
    pub evidence: Vec<String>,
}

/// One topic in all chains.
#[derive(Debug, Clone, Serialize)]
pub struct Paired {
    /// Its id in the first chain.
    pub topic: u32,
    /// Its id in every chain, in their order.
    pub partners: Vec<u32>,
    /// The cosine of phi with the first chain's, in every chain.
    pub cosines: Vec<f64>,
    /// The lowest of them.
    pub lowest_cosine: f64,
    /// Of its size in those draws, in all chains.
    pub size_r_hat: Option<f64>,
    /// The independent draws that those are worth.
    pub size_effective_size: Option<f64>,
}

/// A topic that is not the same in some chain.
#[derive(Debug, Clone, Serialize)]
pub struct Disagreement {
    /// Its id in the first chain.
    pub topic: u32,
    /// Its top words there.
    pub words: Vec<String>,
    /// The seed of the other chain.
    pub seed: u64,
    /// The topic that it is paired with there.
    pub partner: u32,
    /// The top words of that.
    pub partner_words: Vec<String>,
    /// The cosine of both.
    pub cosine: f64,
}

impl Agreement {
    /// Of at least one chain; `None` of none.
    pub fn of(members: &[Member<'_>], corpus: &Corpus) -> Option<Self> {
        let first = members.first()?;
        let draws: Vec<&Draws> = members.iter().map(|m| m.draws).collect();
        let objectives = Draws::objectives(&draws);
        let traces: Vec<&[f64]> = objectives.iter().map(Vec::as_slice).collect();
        let drawn = matches!(first.objective, Objective::LogJoint(_));
        let own = traces.iter().map(|trace| rank_r_hat(&[*trace]));
        let own: Vec<Option<f64>> = own.map(|r_hat| r_hat.filter(|_| drawn)).collect();
        let topics = paired(members, &Draws::sizes(&draws), drawn);
        let disagreements = topics
            .as_ref()
            .map_or_else(Vec::new, |topics| disagreements(members, topics, corpus));
        let tokens = corpus.tokens().max(1) as f64;
        let climb = |trace: &&[f64]| match trace {
            [start, .., end] => Some((end - start) / tokens),
            _ => None,
        };
        let lowest = topics.iter().flatten().map(|t| t.lowest_cosine);
        let worst = topics
            .iter()
            .flatten()
            .filter_map(|t| Some((t.size_r_hat?, t.topic)));
        let all = traces.concat();
        let drifts = |r_hat: &Option<f64>| r_hat.is_some_and(|r| r > R_HAT);
        let drifting = members.iter().zip(&own).filter(|(_, own)| drifts(own));
        let found = Findings {
            objective: first.objective.name(),
            draws: drawn,
            chains: members.len(),
            // One value is the same as itself, which says nothing.
            constant: all.len() > SOME * members.len() && all.iter().all(|x| *x == all[0]),
            r_hat: rank_r_hat(&traces).filter(|_| drawn),
            effective_size: effective_size_of_chains(&traces).filter(|_| drawn),
            drifting: drifting.map(|(m, _)| m.seed).collect(),
            climb: traces.iter().filter_map(climb).max_by(f64::total_cmp),
            topics: topics.as_ref().map(Vec::len),
            apart: topics
                .iter()
                .flatten()
                .filter(|t| t.lowest_cosine < SAME)
                .count(),
            lowest_cosine: lowest.min_by(f64::total_cmp),
            sizes: worst.max_by(|a, b| a.0.total_cmp(&b.0)),
        };
        let (verdict, evidence) = verdict(&found);
        Some(Self {
            draws: traces.first().map_or(0, |trace| trace.len()),
            objective: found.objective,
            r_hat: found.r_hat,
            effective_size: found.effective_size,
            own,
            topics,
            cosine_threshold: SAME,
            disagreements,
            verdict,
            evidence,
        })
    }
}

/// The topics of the first chain, each with its partners; `None` where they cannot be
/// paired.
fn paired(members: &[Member<'_>], sizes: &[Vec<Vec<f64>>], drawn: bool) -> Option<Vec<Paired>> {
    let (first, others) = members.split_first()?;
    let own = Alignment {
        partners: (0..first.ids.len()).collect(),
        cosines: vec![1.0; first.ids.len()],
    };
    let mut pairs = vec![own];
    for other in others {
        pairs.push(align(&first.phi, &other.phi)?);
    }
    let topic = |k: usize| {
        let place = |(sizes, pair): (&Vec<Vec<f64>>, &Alignment)| -> Vec<f64> {
            sizes.iter().map(|s| s[pair.partners[k]]).collect()
        };
        let of_topic: Vec<Vec<f64>> = sizes.iter().zip(&pairs).map(place).collect();
        let views: Vec<&[f64]> = of_topic.iter().map(Vec::as_slice).collect();
        let cosines: Vec<f64> = pairs.iter().map(|pair| pair.cosines[k]).collect();
        let partner = |(m, pair): (&Member<'_>, &Alignment)| m.ids[pair.partners[k]];
        Paired {
            topic: first.ids[k],
            partners: members.iter().zip(&pairs).map(partner).collect(),
            lowest_cosine: cosines.iter().copied().fold(1.0, f64::min),
            cosines,
            size_r_hat: rank_r_hat(&views).filter(|_| drawn),
            size_effective_size: effective_size_of_chains(&views).filter(|_| drawn),
        }
    };
    Some((0..first.ids.len()).map(topic).collect())
}

fn disagreements(members: &[Member<'_>], topics: &[Paired], corpus: &Corpus) -> Vec<Disagreement> {
    let all_same = topics.iter().all(|topic| topic.lowest_cosine >= SAME);
    if all_same {
        // The words of all topics of all chains take longest.
        return Vec::new();
    }
    let names = corpus.vocabulary();
    let words = members.iter().map(|m| top_words(&m.phi, names, TOP));
    let words: Vec<Vec<Vec<String>>> = words.collect();
    let mut all = Vec::new();
    for (k, topic) in topics.iter().enumerate() {
        for (c, member) in members.iter().enumerate() {
            let partner = topic.partners[c];
            let place = member.ids.iter().position(|&id| id == partner);
            if let (Some(place), true) = (place, topic.cosines[c] < SAME) {
                all.push(Disagreement {
                    topic: topic.topic,
                    words: words[0][k].clone(),
                    seed: member.seed,
                    partner,
                    partner_words: words[c][place].clone(),
                    cosine: topic.cosines[c],
                });
            }
        }
    }
    all
}
