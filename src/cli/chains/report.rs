//! What several chains say together, for a program and for a person.

use super::{Member, best};
use crate::export::likelihood::Likelihood;
use crate::plain::count;
use crate::session::chains::{self, Agreement, Paired};
use serde::Serialize;
use std::fmt::Write;

/// Cosines that the text lists.
const LOWEST: usize = 4;

/// The object `chains` that `fit --json` adds.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The seed of the chain that all other results are of: the best objective.
    best_seed: u64,
    members: Vec<Line>,
    #[serde(flatten)]
    agreement: Agreement,
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

impl Report {
    /// Of chains in the order of their seeds; `None` of none.
    pub fn new(members: &[Member]) -> Option<Self> {
        let corpus = members.first()?.engine.corpus();
        let chains: Vec<chains::Member<'_>> = members
            .iter()
            .map(|member| chains::Member {
                seed: member.seed(),
                objective: member.engine.objective(),
                draws: &member.draws,
                phi: member.engine.phi(),
                ids: member.engine.topic_ids(),
            })
            .collect();
        let agreement = Agreement::of(&chains, corpus)?;
        let own = members.iter().zip(&agreement.own);
        Some(Self {
            best_seed: members[best(members)].seed(),
            members: own
                .map(|(member, &r_hat)| Line::new(member, r_hat))
                .collect(),
            agreement,
        })
    }

    /// Whose results are written.
    pub fn written(&self) -> String {
        format!(
            "--out has the chain of seed {}, which has the best {}",
            self.best_seed, self.agreement.objective
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
            self.agreement.objective,
            "seed",
            "sweeps",
            self.agreement.objective,
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
            self.agreement.objective,
            number(self.agreement.r_hat),
            self.agreement
                .effective_size
                .map_or_else(|| "–".into(), |n| format!("{n:.0}")),
            chains * self.agreement.draws
        );
        match &self.agreement.topics {
            Some(topics) => self.topic_lines(topics, &mut text),
            None => text += "topics were not paired: there are too many of them\n",
        }
        let _ = writeln!(text, "\nverdict: {}", self.agreement.verdict.name());
        for evidence in &self.agreement.evidence {
            let _ = writeln!(text, "  {evidence}");
        }
        text
    }

    fn topic_lines(&self, topics: &[Paired], text: &mut String) {
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
        for apart in &self.agreement.disagreements {
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
