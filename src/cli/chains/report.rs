//! What several chains say together, for a program and for a person.

use super::verdict::{Findings, R_HAT, SAME, Verdict, verdict};
use super::{Member, best};
use crate::engine::Objective;
use crate::eval::align::{Alignment, align};
use crate::eval::chain::{effective_size_of_chains, rank_r_hat};
use crate::export::likelihood::Likelihood;
use crate::plain::count;
use serde::Serialize;
use std::fmt::Write;

/// Words listed of each topic.
const TOP: usize = 10;
/// Cosines that the text lists.
const LOWEST: usize = 4;

/// The object `chains` that `fit --json` adds.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The seed of the chain that all other results are of: the best objective.
    best_seed: u64,
    /// Draws of each chain that are looked at: the sweeps after half of the run.
    draws: usize,
    /// `log joint`, `bound` or `log likelihood`.
    objective: &'static str,
    /// Of the objective of those draws, rank-normalised and split; null where nothing is
    /// drawn, nothing varies, or there are too few.
    r_hat: Option<f64>,
    effective_size: Option<f64>,
    members: Vec<Line>,
    /// By the topics of the first chain; null where there are too many to be paired.
    topics: Option<Vec<Topic>>,
    /// Below this cosine two topics are not the same.
    cosine_threshold: f64,
    disagreements: Vec<Disagreement>,
    verdict: Verdict,
    evidence: Vec<String>,
}

/// One chain.
#[derive(Debug, Serialize)]
struct Line {
    seed: u64,
    sweeps: u64,
    digest: String,
    #[serde(flatten)]
    likelihood: Likelihood,
    /// Of its own halves.
    r_hat: Option<f64>,
    #[serde(skip)]
    value: f64,
}

/// One topic in all chains.
#[derive(Debug, Serialize)]
struct Topic {
    /// Its id in the first chain.
    topic: u32,
    /// Its id in every chain, in their order.
    partners: Vec<u32>,
    /// The cosine of phi with the first chain's, in every chain.
    cosines: Vec<f64>,
    lowest_cosine: f64,
    /// Of its size after half of the run, in all chains.
    size_r_hat: Option<f64>,
    size_effective_size: Option<f64>,
}

/// A topic that is not the same in some chain.
#[derive(Debug, Serialize)]
struct Disagreement {
    topic: u32,
    words: Vec<String>,
    seed: u64,
    partner: u32,
    partner_words: Vec<String>,
    cosine: f64,
}

impl Report {
    /// Of chains in the order of their seeds, at least one.
    pub fn new(members: &[Member]) -> Self {
        let draws = |m: &Member| m.tail.objective.len();
        let kept = members.iter().map(draws).min().unwrap_or(0);
        // After an interrupt some are longer than others.
        let traces: Vec<&[f64]> = members.iter().map(|m| &m.tail.objective[..kept]).collect();
        let first = &members[0];
        let drawn = matches!(first.engine.objective(), Objective::LogJoint(_));
        let own: Vec<Option<f64>> = traces
            .iter()
            .map(|trace| rank_r_hat(&[*trace]).filter(|_| drawn))
            .collect();
        let lines: Vec<Line> = members
            .iter()
            .zip(&own)
            .map(|(member, &r_hat)| Line::new(member, r_hat))
            .collect();
        let topics = topics(members, drawn);
        let disagreements = topics
            .as_ref()
            .map_or_else(Vec::new, |topics| disagreements(members, topics));
        let tokens = first.engine.corpus().tokens() as f64;
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
        let found = Findings {
            objective: first.engine.objective().name(),
            draws: drawn,
            chains: members.len(),
            constant: !all.is_empty() && all.iter().all(|x| *x == all[0]),
            r_hat: rank_r_hat(&traces).filter(|_| drawn),
            effective_size: effective_size_of_chains(&traces).filter(|_| drawn),
            drifting: lines
                .iter()
                .filter(|line| line.r_hat.is_some_and(|r| r > R_HAT))
                .map(|line| line.seed)
                .collect(),
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
        Self {
            best_seed: members[best(members)].seed(),
            draws: kept,
            objective: found.objective,
            r_hat: found.r_hat,
            effective_size: found.effective_size,
            members: lines,
            topics,
            cosine_threshold: SAME,
            disagreements,
            verdict,
            evidence,
        }
    }

    /// Whose results are written.
    pub fn written(&self) -> String {
        format!(
            "--out has the chain of seed {}, which has the best {}",
            self.best_seed, self.objective
        )
    }

    /// A text for a person.
    pub fn text(&self) -> String {
        let number = |x: Option<f64>| x.map_or_else(|| "–".into(), |x| format!("{x:.3}"));
        let chains = self.members.len();
        let mut text = format!(
            "\n{}; all above is of seed {}, which has the best {}\n\n\
             {:>6} {:>8} {:>16} {:>8}  digest\n",
            count(chains, "chain"),
            self.best_seed,
            self.objective,
            "seed",
            "sweeps",
            self.objective,
            "R-hat",
        );
        for line in &self.members {
            let _ = writeln!(
                text,
                "{:>6} {:>8} {:>16.3} {:>8}  {}",
                line.seed,
                line.sweeps,
                line.value,
                number(line.r_hat),
                line.digest
            );
        }
        let _ = writeln!(
            text,
            "\n{} after half of the run: R-hat {}, worth {} of {} draws",
            self.objective,
            number(self.r_hat),
            self.effective_size
                .map_or_else(|| "–".into(), |n| format!("{n:.0}")),
            chains * self.draws
        );
        match &self.topics {
            Some(topics) => self.topic_lines(topics, &mut text),
            None => text += "topics were not paired: there are too many of them\n",
        }
        let _ = writeln!(text, "\nverdict: {}", self.verdict.name());
        for evidence in &self.evidence {
            let _ = writeln!(text, "  {evidence}");
        }
        text
    }

    fn topic_lines(&self, topics: &[Topic], text: &mut String) {
        let Some(seed) = self
            .members
            .first()
            .map(|m| m.seed)
            .filter(|_| self.members.len() > 1)
        else {
            return;
        };
        let mut lowest: Vec<f64> = topics.iter().map(|t| t.lowest_cosine).collect();
        lowest.sort_by(f64::total_cmp);
        let listed: Vec<String> = lowest
            .iter()
            .take(LOWEST)
            .map(|c| format!("{c:.3}"))
            .collect();
        let more = if lowest.len() > LOWEST { " …" } else { "" };
        let _ = writeln!(
            text,
            "lowest cosines of topics with those of seed {seed}: {}{more}",
            listed.join(" ")
        );
        let mut last = None;
        for apart in &self.disagreements {
            if last != Some(apart.topic) {
                let (topic, words) = (apart.topic, apart.words.join(" "));
                let _ = writeln!(text, "\ntopic {topic} of seed {seed}: {words}");
                last = Some(apart.topic);
            }
            let _ = writeln!(
                text,
                "  {:.3} {} of seed {}: {}",
                apart.cosine,
                apart.partner,
                apart.seed,
                apart.partner_words.join(" ")
            );
        }
    }
}

impl Line {
    fn new(member: &Member, r_hat: Option<f64>) -> Self {
        let (engine, objective) = (&member.engine, member.engine.objective());
        Self {
            seed: member.seed(),
            sweeps: engine.sweep(),
            digest: engine.digest(),
            likelihood: Likelihood::new(objective, engine.corpus().tokens()),
            r_hat,
            value: objective.total(),
        }
    }
}

/// The topics of the first chain, each with its partners; `None` where they cannot be
/// paired.
fn topics(members: &[Member], drawn: bool) -> Option<Vec<Topic>> {
    let (first, others) = members.split_first()?;
    let phi = first.engine.phi();
    let ids = first.engine.topic_ids();
    let own = Alignment {
        partners: (0..ids.len()).collect(),
        cosines: vec![1.0; ids.len()],
    };
    let mut pairs = vec![own];
    for other in others {
        pairs.push(align(&phi, &other.engine.phi())?);
    }
    let kept = members.iter().map(|m| m.tail.sizes.len()).min()?;
    let topic = |k: usize| {
        let sizes: Vec<Vec<f64>> = members
            .iter()
            .zip(&pairs)
            .map(|(m, pair)| {
                let place = pair.partners[k];
                m.tail.sizes[..kept].iter().map(|s| s[place]).collect()
            })
            .collect();
        let views: Vec<&[f64]> = sizes.iter().map(Vec::as_slice).collect();
        let cosines: Vec<f64> = pairs.iter().map(|pair| pair.cosines[k]).collect();
        let partner = |(m, pair): (&Member, &Alignment)| m.engine.topic_ids()[pair.partners[k]];
        Topic {
            topic: ids[k],
            partners: members.iter().zip(&pairs).map(partner).collect(),
            lowest_cosine: cosines.iter().copied().fold(1.0, f64::min),
            cosines,
            size_r_hat: rank_r_hat(&views).filter(|_| drawn),
            size_effective_size: effective_size_of_chains(&views).filter(|_| drawn),
        }
    };
    Some((0..ids.len()).map(topic).collect())
}

/// Every chain in which a topic is not the same, topic after topic.
fn disagreements(members: &[Member], topics: &[Topic]) -> Vec<Disagreement> {
    let words: Vec<Vec<Vec<String>>> = members.iter().map(top_words).collect();
    let mut all = Vec::new();
    for (k, topic) in topics.iter().enumerate() {
        for (c, member) in members.iter().enumerate() {
            let partner = topic.partners[c];
            let place = member
                .engine
                .topic_ids()
                .iter()
                .position(|&id| id == partner);
            if let (Some(place), true) = (place, topic.cosines[c] < SAME) {
                all.push(Disagreement {
                    topic: topic.topic,
                    words: words[0][k].clone(),
                    seed: member.seed(),
                    partner,
                    partner_words: words[c][place].clone(),
                    cosine: topic.cosines[c],
                });
            }
        }
    }
    all
}

fn top_words(member: &Member) -> Vec<Vec<String>> {
    let names = member.engine.corpus().vocabulary();
    let named = |top: Vec<(u32, f64)>| {
        let words = top.into_iter().map(|(word, _)| names.word(word).to_owned());
        words.collect()
    };
    member
        .engine
        .top_words(TOP)
        .into_iter()
        .map(named)
        .collect()
}
