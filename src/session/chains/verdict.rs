//! What chains together say: never that they have converged, which no number can show.

use crate::plain::plural;
use serde::Serialize;

/// The cosine below which two topics are not the same: two bars in one topic have 0.71
/// with each.
pub const SAME: f64 = 0.8;
/// The largest R-hat of chains that agree. Vehtari et al. (2021, section 4) ask for 1.01
/// where numbers are to be published, Gelman and Rubin's 1.1 is too generous.
pub const R_HAT: f64 = 1.05;
/// The effective draws that each chain must be worth (Vehtari et al. 2021, section 4).
pub const EFFECTIVE: f64 = 50.0;
/// Nats per token that an objective which only climbs may still gain in half of a run.
const CLIMB: f64 = 1e-4;

/// What is said of chains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// Nothing was seen that speaks against the chains.
    #[serde(rename = "flat")]
    Flat,
    /// They still move, or there is too little to go by.
    #[serde(rename = "mixing")]
    Mixing,
    /// They stay in different places.
    #[serde(rename = "chains disagree")]
    Disagree,
}

impl Verdict {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Flat => "flat",
            Self::Mixing => "mixing",
            Self::Disagree => "chains disagree",
        }
    }
}

/// What a verdict goes by.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    /// How the objective is called.
    pub objective: &'static str,
    /// Whether it is that of draws; else it only climbs.
    pub draws: bool,
    /// Chains there are.
    pub chains: usize,
    /// Whether the objective was the same all the time, in all chains.
    pub constant: bool,
    /// R-hat of the objective, and the effective size of all chains.
    pub r_hat: Option<f64>,
    pub effective_size: Option<f64>,
    /// Seeds of the chains whose own halves differ.
    pub drifting: Vec<u64>,
    /// The largest gain of an objective that only climbs, in nats per token; `None`
    /// without two values.
    pub climb: Option<f64>,
    /// Topics, where they were paired, and those that chains disagree on.
    pub topics: Option<usize>,
    pub apart: usize,
    pub lowest_cosine: Option<f64>,
    /// The largest R-hat of the size of a topic, and its id.
    pub sizes: Option<(f64, u32)>,
}

/// The verdict, and a sentence for each finding that it rests on.
pub fn verdict(found: &Findings) -> (Verdict, Vec<String>) {
    let (mut apart, mut moving) = (Vec::new(), Vec::new());
    let objective = found.objective;
    if let (Some(topics), 1..) = (found.topics, found.apart) {
        apart.push(format!(
            "{} of {topics} topics are not the same in all chains (cosine below {SAME})",
            found.apart
        ));
    }
    if found.draws {
        draws(found, &mut apart, &mut moving);
    } else {
        match found.climb {
            Some(climb) if climb <= CLIMB => {}
            Some(climb) => moving.push(format!(
                "the {objective} still rose by {climb:.1e} nats a token after half of the run"
            )),
            None => moving.push("too few sweeps to say more".into()),
        }
    }
    // Chains that have hardly begun differ, wherever they are going.
    let begun = !found.draws || found.r_hat.is_some() || found.constant;
    if !begun {
        moving.append(&mut apart);
    }
    if !apart.is_empty() {
        apart.append(&mut moving);
        return (Verdict::Disagree, apart);
    }
    if !moving.is_empty() {
        return (Verdict::Mixing, moving);
    }
    let mut seen = Vec::new();
    if let Some(r_hat) = found.r_hat {
        seen.push(format!("R-hat of the {objective} {r_hat:.3}"));
    }
    if let Some(size) = found.effective_size {
        seen.push(format!("worth {size:.0} draws"));
    }
    if let (Some(cosine), 2..) = (found.lowest_cosine, found.chains) {
        seen.push(format!("lowest cosine of a topic {cosine:.3}"));
    }
    seen.push(match found.chains {
        1 => "one chain alone cannot see that it is stuck".into(),
        _ => "nothing seen against it, which is no proof: chains can be stuck alike".into(),
    });
    (Verdict::Flat, seen)
}

/// What the draws of the objective and of the sizes of topics say.
fn draws(found: &Findings, apart: &mut Vec<String>, moving: &mut Vec<String>) {
    let objective = found.objective;
    if !found.drifting.is_empty() {
        let seeds: Vec<String> = found.drifting.iter().map(u64::to_string).collect();
        moving.push(format!(
            "the {objective} still drifts in the chains of {} {}",
            plural(seeds.len(), "seed"),
            seeds.join(", ")
        ));
    }
    match found.r_hat {
        Some(r_hat) if r_hat > R_HAT => {
            let text = format!("R-hat of the {objective} is {r_hat:.3}, above {R_HAT}");
            // Chains that stand still, each in a place of its own.
            if found.drifting.is_empty() && found.chains > 1 {
                apart.push(text);
            } else {
                moving.push(text);
            }
        }
        None if !found.constant => moving.push("too few sweeps to say more".into()),
        _ => {}
    }
    if let Some(size) = found.effective_size
        && size < EFFECTIVE * found.chains as f64
    {
        moving.push(format!(
            "the {objective} is worth {size:.0} draws, below {EFFECTIVE} a chain"
        ));
    }
    if let Some((r_hat, topic)) = found.sizes
        && r_hat > R_HAT
    {
        moving.push(format!(
            "R-hat of the size of topic {topic} is {r_hat:.3}, above {R_HAT}"
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> Findings {
        Findings {
            objective: "log joint",
            draws: true,
            chains: 4,
            r_hat: Some(1.01),
            effective_size: Some(400.0),
            topics: Some(10),
            lowest_cosine: Some(0.99),
            sizes: Some((1.02, 3)),
            ..Findings::default()
        }
    }

    #[test]
    fn every_finding_has_its_verdict() {
        let of = |found: &Findings| verdict(found).0;
        assert_eq!(of(&good()), Verdict::Flat);
        let mut found = good();
        found.apart = 1;
        assert_eq!(of(&found), Verdict::Disagree);
        let mut found = good();
        found.r_hat = Some(1.3);
        assert_eq!(of(&found), Verdict::Disagree);
        // As long as a chain is on its way, it may yet come to the others.
        found.drifting = vec![2];
        assert_eq!(of(&found), Verdict::Mixing);
        let mut found = good();
        found.effective_size = Some(199.0);
        assert_eq!(of(&found), Verdict::Mixing);
        let mut found = good();
        found.sizes = Some((1.2, 0));
        assert_eq!(of(&found), Verdict::Mixing);
        let mut found = good();
        (found.r_hat, found.effective_size) = (None, None);
        assert_eq!(of(&found), Verdict::Mixing);
        found.apart = 1;
        assert_eq!(of(&found), Verdict::Mixing, "nothing was drawn yet");
        found.apart = 0;
        found.constant = true;
        assert_eq!(of(&found), Verdict::Flat);
    }

    #[test]
    fn an_objective_that_only_climbs_is_judged_by_its_climb() {
        let mut found = good();
        (found.draws, found.r_hat) = (false, None);
        assert_eq!(verdict(&found).0, Verdict::Mixing);
        found.climb = Some(1e-3);
        assert_eq!(verdict(&found).0, Verdict::Mixing);
        found.climb = Some(1e-6);
        assert_eq!(verdict(&found).0, Verdict::Flat);
    }
}
