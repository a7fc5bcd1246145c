//! The numbers of a race.

use super::Entry;
use crate::session::race::Lane;
use crate::tui::explorer::{Explorer, RaceView, Scale};
use crate::tui::text::{count, number, percent, thousands};

/// The numbers of the first lane that is shown, those of the scale on the screen first.
pub fn entries(explorer: &Explorer) -> Vec<Entry> {
    let Some(race) = &explorer.race else {
        return Vec::new();
    };
    let lane = race.lanes.get(race.scroll).or_else(|| race.lanes.first());
    let Some(lane) = lane else {
        return Vec::new();
    };
    let mut entries = vec![latest(lane)];
    entries.extend(race.exact.map(exact));
    entries.extend(race.exact.map(|_| distance(lane)));
    if race.scales().get(race.shown()) == Some(&Scale::Distance) {
        entries.reverse();
    }
    entries.extend(table(race, lane));
    entries
}

fn of(lane: &Lane) -> String {
    format!("{} with seed {}", lane.kind.name(), lane.seed)
}

fn latest(lane: &Lane) -> Entry {
    let last = lane.trace.last();
    Entry {
        name: "latest, and the curves",
        formula: "the objective of the lane: log p(w, z | α, η) of samplers, a bound of log p(w), or log p(w | parameters)",
        filled: last.map_or("not yet".to_owned(), |last| {
            format!("{}: {:.2} at sweep {}", of(lane), last.value, last.sweep)
        }),
        unit: "nats; the scale beside a picture, sweeps or seconds below it",
        source: "as the trace (1) explains for each engine",
        mistake: "ranking lanes of different kinds by it: a log joint, a bound and a likelihood are no rivals, so each has a picture of its own.",
    }
}

fn exact(value: f64) -> Entry {
    Entry {
        name: "exact log p(w | α, η)",
        formula: "ln Σ_z p(w | z, η) p(z | α) over all K^N z",
        filled: format!("{value:.4}"),
        unit: "nats",
        source: "Griffiths and Steyvers 2004, equations 2 and 3; the view X has more of it",
        mistake: "expecting a bound to reach it: what is missing is KL(q ‖ p).",
    }
}

fn distance(lane: &Lane) -> Entry {
    Entry {
        name: "distance after so many sweeps, latest distance",
        formula: "mean over all pairs of tokens of | share of the sweeps with one topic − p(z_i = z_j | w) |",
        filled: match lane.distances.last() {
            Some(last) => format!(
                "{}: {:.4} after {} sweeps",
                of(lane),
                last.distance,
                thousands(last.sweep as usize)
            ),
            None => "engines that draw no topics have none".to_owned(),
        },
        unit: "a total variation distance, 0 to 1",
        source: "the exact probabilities of the view X",
        mistake: "expecting 0: it falls with the root of the independent draws.",
    }
}

fn table(race: &RaceView, lane: &Lane) -> Vec<Entry> {
    let last = lane.trace.last();
    let mut entries = vec![
        Entry {
            name: "lanes, sweeps each",
            formula: "a lane for every engine with every seed; ▶ is the share of all sweeps that are done",
            filled: format!(
                "{} of {} each, {} done",
                count(race.lanes.len(), "lane"),
                count(race.sweeps as usize, "sweep"),
                percent(race.progress())
            ),
            unit: "lanes; sweeps; a share",
            source: "chosen before the race",
            mistake: "reading the first lane to end as the best: engines need different numbers of sweeps.",
        },
        Entry {
            name: "seed, sweep, secs",
            formula: "the lane's seed, its complete sweeps, and the seconds that they took",
            filled: last.map_or_else(String::new, |last| {
                format!(
                    "{}: {} in {} s",
                    of(lane),
                    count(last.sweep as usize, "sweep"),
                    number(last.seconds)
                )
            }),
            unit: "seconds of the lane's own clock, which stands while it waits",
            source: "measured",
            mistake: "comparing seconds where there are more lanes than processors.",
        },
        Entry {
            name: "autocorr.",
            formula: "τ = −1 + 2 Σ_m (ρ_2m + ρ_2m+1) of the second half of the trace, up to the first pair that is not positive",
            filled: lane
                .autocorrelation_time
                .map_or("undefined: nothing is drawn".to_owned(), |time| {
                    format!("{}: {time:.1}", of(lane))
                }),
            unit: "sweeps that are worth one independent draw",
            source: "Geyer 1992, section 3.3",
            mistake: "reading it while the trace still climbs: then it measures the climb.",
        },
    ];
    let moved = last.and_then(|last| last.moved);
    entries.extend(moved.map(|moved| Entry {
        name: "moved of a lane",
        formula: "tokens whose topic changed in the last sweep / N",
        filled: format!("{}: {}", of(lane), percent(moved)),
        unit: "a share of the tokens",
        source: "counted while sampling",
        mistake: "waiting for 0%: a sampler never stops moving.",
    }));
    entries.extend(lane.held_out.as_ref().map(|score| Entry {
        name: "held-out",
        formula: "exp(−Σ log p(w₂ | w₁) / Σ N₂) over held-out documents, ± its standard error",
        filled: format!("{}: {:.1}", of(lane), score.perplexity),
        unit: "a perplexity; lower is better",
        source: "document completion: Wallach et al. 2009, section 5.1",
        mistake: "comparing lanes within a standard error of each other.",
    }));
    entries
}
