//! What the worker has to tell, and what the user is told of it.

use super::{Explorer, Order, engine, largest};
use crate::engine::Edit;
use crate::model::{Growth, PriorSpec};
use crate::session::{Event, History, Marker, RunState, Snapshot, Update};
use crate::tui::text;

impl Explorer {
    /// Takes what the worker has to show. Returns a line for the user, if
    /// something happened that the panes do not show by themselves.
    pub fn take(&mut self, update: Update) -> Option<String> {
        let mut line = None;
        let stood = self.latest.as_ref().map(|s| (s.sweep, s.position));
        let stands = update.snapshot.as_ref().map(|s| (s.sweep, s.position));
        if !update.events.is_empty() || (stands.is_some() && stood != stands) {
            self.moment += 1;
        }
        let changes = |e: &Event| matches!(e, Event::Applied { .. } | Event::Fitted { .. });
        if update.events.iter().any(changes) {
            self.posterior = Default::default();
        }
        for event in &update.events {
            line = self.event(event).or(line);
        }
        let from = match update.events.iter().rposition(is_reset) {
            // The points before a reset belong to the chain that is gone.
            Some(_) => update
                .points
                .iter()
                .rposition(|p| p.sweep == 0)
                .unwrap_or(0),
            None => 0,
        };
        for point in &update.points[from..] {
            self.history.push(*point);
        }
        let now = update.snapshot.as_ref().or(self.latest.as_ref());
        let held = now.is_some_and(|s| s.state != RunState::Running);
        self.trend.follow(&self.history, held);
        if let Some(snapshot) = update.snapshot {
            self.tuning.follow(&snapshot);
            self.remember(&snapshot);
            self.posterior.follow(&*snapshot, &self.trend);
            let gone = !snapshot.topics.iter().any(|t| t.id == self.topic);
            if (gone || !self.picked)
                && let Some(largest) = largest(&snapshot)
            {
                self.topic = snapshot.topics[largest].id;
            }
            if let Some(ranking) = &snapshot.ranking {
                self.documents.rank_by_topic(ranking);
            }
            line = self.drop_ranking(&snapshot).or(line);
            self.latest = Some(snapshot);
            self.follow_token();
        }
        line
    }

    /// The order of the list goes with the topic that it is by.
    fn drop_ranking(&mut self, snapshot: &Snapshot) -> Option<String> {
        match self.documents.order {
            Order::Topic(id) | Order::Passage(id) if !snapshot.topics.is_empty() => {
                if snapshot.topics.iter().any(|t| t.id == id) {
                    return None;
                }
                self.order(Order::File);
                Some(format!(
                    "topic {id} is gone: the list of documents is as in the file again"
                ))
            }
            _ => None,
        }
    }

    fn event(&mut self, event: &Event) -> Option<String> {
        match event {
            Event::Applied { edit, sweep } if is_reset(event) => {
                self.history = History::default();
                self.past = None;
                self.next_past = None;
                let sweeps = text::count(*sweep as usize, "sweep");
                let opened = match edit {
                    Edit::Reset { seed } => self.opened_run(*seed),
                    _ => None,
                };
                opened.or_else(|| Some(format!("{edit}: started again (after {sweeps})")))
            }
            Event::Applied { edit, sweep } => {
                self.mark(edit, *sweep, false);
                let before = self.latest();
                let since = format!("{} since sweep {sweep}", short(edit));
                Some(match before.map_or("", |before| policy(edit, before)) {
                    "" => since,
                    policy => format!("{since}: {policy}"),
                })
            }
            Event::Fitted { edit, sweep, weak } => {
                self.mark(edit, *sweep, true);
                let news = *weak && !self.told_weak;
                self.told_weak |= weak;
                let name = if matches!(edit, Edit::Eta(_)) {
                    "η"
                } else {
                    "α"
                };
                news.then(|| {
                    format!("weakly identified: the corpus says little about the size of {name}")
                })
            }
            Event::Refused { edit, reason } => {
                self.tuning.forget();
                Some(format!("{} is not possible: {reason}", short(edit)))
            }
            Event::HeldOut { sweep, score } => {
                self.held_out = Some((*sweep, *score));
                None
            }
            Event::Finished { sweep } => {
                let sweeps = text::count(*sweep as usize, "sweep");
                let note = self.opened_note();
                let note = note.map_or(String::new(), |note| format!("{note}; "));
                Some(format!("{note}{sweeps} done; space goes on"))
            }
            Event::Failed(reason) => {
                self.failure = Some(reason.clone());
                None
            }
        }
    }

    fn mark(&mut self, edit: &Edit, sweep: u64, fitted: bool) {
        self.history.mark(Marker {
            sweep,
            label: short(edit),
            fitted,
        });
    }
}

fn is_reset(event: &Event) -> bool {
    matches!(
        event,
        Event::Applied {
            edit: Edit::Reset { .. },
            ..
        }
    )
}

/// A change in few columns: a list by its sum.
pub fn short(edit: &Edit) -> String {
    let value = |name, spec: &PriorSpec| match spec {
        PriorSpec::Each(value) => format!("{name} {}", text::number(*value)),
        PriorSpec::List(values) => format!("{name} Σ {}", text::number(values.iter().sum())),
        PriorSpec::Sum(_) => edit.to_string(),
    };
    match edit {
        Edit::Alpha(spec) => value("α", spec),
        Edit::Eta(spec) => value("η", spec),
        other => other.to_string(),
    }
}

/// What a change of K or of the engine does to the tokens, for the user.
fn policy(edit: &Edit, before: &Snapshot) -> &'static str {
    const SPLIT: &str = "each new topic took half the documents of the largest";
    match edit {
        Edit::Engine(kind) => engine::kept(before.kind, *kind),
        Edit::FitAlpha(true) => "until you set it, or A keeps it",
        Edit::FitAlpha(false) => "A fits it again",
        Edit::Topics { topics, .. } if *topics < before.k => {
            "the smallest topics are dissolved, their tokens drawn anew among the rest"
        }
        // Without z an empty topic would stay empty, so the engine splits always.
        Edit::Topics { .. } if !before.kind.is_gibbs() => SPLIT,
        Edit::Topics { growth, .. } => match growth {
            Growth::Empty => "the new topics are empty; g splits the largest instead",
            Growth::Split => SPLIT,
        },
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_lists_and_of_fitted_values_are_short() {
        let list = (1..=200).map(|k| f64::from(k) / 628.125).collect();
        for (edit, text) in [
            (Edit::Alpha(PriorSpec::List(list)), "α Σ 32"),
            (Edit::Eta(PriorSpec::Each(0.034_857_293_84)), "η 0.03486"),
            (Edit::Alpha(PriorSpec::Sum(4.0)), "α sum:4"),
            (Edit::Reset { seed: 7 }, "seed 7"),
        ] {
            assert_eq!(short(&edit), text);
        }
    }
}
