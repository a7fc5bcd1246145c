//! A race: what is chosen for it, and what is seen of it.

use super::Explorer;
use crate::engine::{Kind, Settings};
use crate::session::Command;
use crate::session::race::{Lane, RaceNews, RaceSetup};
use crate::tui::app::{Effect, Outcome};
use crate::tui::keymap::Action;
use crate::tui::overlay::Overlay;
use std::sync::Arc;

/// Sweeps of a race where the session has no goal.
const SWEEPS: u64 = 200;
/// Numbers of sweeps that the arrows walk through; the traces of many lanes are kept
/// whole, so there is a last one.
const GRID: [u64; 11] = [
    10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000,
];
const MOST_SEEDS: usize = 5;

/// What is chosen before the start.
#[derive(Debug, Clone)]
pub struct RaceChoice {
    /// Whether each of [`Kind::ALL`] takes part.
    pub engines: [bool; Kind::ALL.len()],
    /// How many seeds, from the first on.
    pub seeds: usize,
    /// The first of them.
    pub first_seed: u64,
    /// Sweeps of each lane.
    pub sweeps: u64,
    /// The line that the keys change: the engines, then seeds, then sweeps.
    pub row: usize,
    /// Why the race could not start.
    pub error: Option<String>,
}

impl RaceChoice {
    /// The line of the seeds.
    pub const SEEDS: usize = Kind::ALL.len();
    /// The line of the sweeps.
    pub const SWEEPS: usize = Self::SEEDS + 1;

    fn new(settings: &Settings, goal: Option<u64>) -> Self {
        let usual = [Kind::Collapsed, Kind::Uncollapsed, Kind::Variational];
        Self {
            engines: Kind::ALL.map(|kind| usual.contains(&kind)),
            seeds: 1,
            first_seed: settings.seed,
            sweeps: goal.unwrap_or(SWEEPS).clamp(1, GRID[GRID.len() - 1]),
            row: 0,
            error: None,
        }
    }

    /// Engine and seed of every lane.
    pub fn lanes(&self) -> Vec<(Kind, u64)> {
        let chosen = Kind::ALL.into_iter().zip(self.engines);
        let chosen = chosen.filter(|(_, takes_part)| *takes_part);
        let seeds = move || (0..self.seeds as u64).map(|i| self.first_seed.wrapping_add(i));
        chosen
            .flat_map(|(kind, _)| seeds().map(move |seed| (kind, seed)))
            .collect()
    }

    /// Changes the choice, if that is what the action asks for.
    pub fn takes(&mut self, action: Action) -> bool {
        match action {
            Action::Up => self.row = self.row.saturating_sub(1),
            Action::Down => self.row = (self.row + 1).min(Self::SWEEPS),
            Action::PageUp | Action::First => self.row = 0,
            Action::PageDown | Action::Last => self.row = Self::SWEEPS,
            Action::Toggle => self.step(self.engines.get(self.row).is_none_or(|on| !on)),
            Action::Increase => self.step(true),
            Action::Decrease => self.step(false),
            _ => return false,
        }
        self.error = None;
        true
    }

    fn step(&mut self, up: bool) {
        let mut grid = GRID.into_iter();
        match self.row {
            Self::SEEDS if up => self.seeds = (self.seeds + 1).min(MOST_SEEDS),
            Self::SEEDS => self.seeds = (self.seeds - 1).max(1),
            Self::SWEEPS => {
                let next = match up {
                    true => grid.find(|n| *n > self.sweeps),
                    false => grid.rfind(|n| *n < self.sweeps),
                };
                self.sweeps = next.unwrap_or(self.sweeps);
            }
            row => self.engines[row] = up,
        }
    }
}

/// How far a race is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Whether exact answers are possible is being found out.
    Preparing,
    /// Lanes run.
    Running,
    /// Lanes end with their present sweep.
    Stopping,
    /// All lanes have ended; whether they were stopped.
    Over(bool),
}

/// What is drawn on one scale: objectives of different kinds are no rivals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// log p(w, z | α, η) of both samplers.
    LogJoint,
    /// The bound of log p(w | α, η).
    Bound,
    /// The bound of log p(w | α, φ).
    BoundOfPhi,
    /// log p(w | parameters).
    LogLikelihood,
    /// How far samplers are from exact probabilities.
    Distance,
}

impl Scale {
    /// The scale of an engine's objective.
    pub fn of(kind: Kind) -> Self {
        match kind {
            Kind::Collapsed | Kind::Uncollapsed => Self::LogJoint,
            Kind::Variational => Self::Bound,
            Kind::VariationalEm => Self::BoundOfPhi,
            Kind::Unigram | Kind::Mixture | Kind::Plsi => Self::LogLikelihood,
        }
    }
}

/// A race on the screen, from its start until the next.
#[derive(Debug)]
pub struct RaceView {
    /// The lanes, in the order of their letters.
    pub lanes: Vec<Lane>,
    /// K and priors of all of them.
    pub settings: Settings,
    /// Sweeps of each of them.
    pub sweeps: u64,
    /// Whether documents held out are scored at the end.
    pub scored: bool,
    /// The exact log p(w | α, η), where it is known.
    pub exact: Option<f64>,
    /// How far it is.
    pub phase: Phase,
    /// Whether the curves are drawn against seconds (or sweeps).
    pub by_seconds: bool,
    /// Whether only the second half of each lane is drawn.
    pub tail: bool,
    /// The first lane in the table.
    pub scroll: usize,
    /// The scale that is shown where there is no room for all.
    shown: usize,
    /// Whether the chain was paused for it, and goes on after it.
    resume: bool,
}

impl RaceView {
    fn new(setup: &RaceSetup, scored: bool, resume: bool) -> Self {
        let lanes = setup
            .lanes
            .iter()
            .map(|&(kind, seed)| Lane::new(kind, seed));
        Self {
            lanes: lanes.collect(),
            settings: setup.settings.clone(),
            sweeps: setup.sweeps,
            scored,
            exact: None,
            phase: Phase::Preparing,
            by_seconds: false,
            tail: false,
            scroll: 0,
            shown: 0,
            resume,
        }
    }

    /// The scales there are, in the order of the lanes.
    pub fn scales(&self) -> Vec<Scale> {
        let mut scales = Vec::new();
        for lane in &self.lanes {
            let scale = Scale::of(lane.kind);
            if !scales.contains(&scale) {
                scales.push(scale);
            }
        }
        if self.exact.is_some() && scales.contains(&Scale::LogJoint) {
            scales.push(Scale::Distance);
        }
        scales
    }

    /// The place of the scale that is shown among all.
    pub fn shown(&self) -> usize {
        self.shown.min(self.scales().len().saturating_sub(1))
    }

    /// The places of the lanes on a scale.
    pub fn on(&self, scale: Scale) -> Vec<usize> {
        let wanted = match scale {
            Scale::Distance => Scale::LogJoint,
            scale => scale,
        };
        let lanes = self.lanes.iter().enumerate();
        lanes
            .filter(|(_, lane)| Scale::of(lane.kind) == wanted)
            .map(|(place, _)| place)
            .collect()
    }

    /// Whether lanes still run.
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    /// Share of all sweeps that are done.
    pub fn progress(&self) -> f64 {
        let all = self.sweeps as f64 * self.lanes.len() as f64;
        let done: f64 = self.lanes.iter().map(|lane| lane.sweeps() as f64).sum();
        done / all.max(1.0)
    }

    /// Whether the chain goes on when the race is over.
    pub fn resumes(&self) -> bool {
        self.resume
    }

    fn take(&mut self, news: RaceNews) {
        match news {
            RaceNews::Starts(exact) => {
                self.exact = exact;
                if self.phase == Phase::Preparing {
                    self.phase = Phase::Running;
                }
            }
            RaceNews::Lane(place, news) => {
                if let Some(lane) = self.lanes.get_mut(place) {
                    lane.take(news);
                }
            }
            RaceNews::Over => self.phase = Phase::Over(self.phase == Phase::Stopping),
        }
    }

    fn turn(&mut self, by: usize) {
        let n = self.scales().len().max(1);
        self.shown = (self.shown() + by) % n;
        self.scroll = 0;
    }
}

impl Explorer {
    /// Shows the race, or asks what is to be raced where there is none.
    pub(super) fn open_race(&self) -> Outcome {
        match &self.race {
            Some(_) => Outcome::open(Overlay::Race),
            None => self.new_race(),
        }
    }

    fn new_race(&self) -> Outcome {
        match self.latest() {
            Some(snapshot) => {
                let choice = RaceChoice::new(&snapshot.settings, snapshot.limit);
                Outcome::open(Overlay::RaceChoice(choice))
            }
            None => Outcome::default(),
        }
    }

    /// Starts a race; one that runs ends for it. The chain is paused, since it would
    /// take processors from lanes that are timed.
    ///
    /// # Errors
    /// Why that cannot be.
    pub fn start_race(&mut self, choice: &RaceChoice) -> Result<Outcome, String> {
        let lanes = choice.lanes();
        if lanes.is_empty() {
            return Err("choose one engine at least".to_owned());
        }
        let Some(snapshot) = self.latest() else {
            return Err("the chain has not started yet".to_owned());
        };
        let setup = RaceSetup {
            corpus: Arc::clone(&self.corpus),
            settings: snapshot.settings.clone(),
            lanes,
            sweeps: choice.sweeps,
            held_out: None,
        };
        setup.check().map_err(|e| e.to_string())?;
        let before = self.race.as_ref().is_some_and(|race| race.resume);
        let resume = self.is_running() || before;
        let scored = self.source.held_out.is_some();
        self.race = Some(RaceView::new(&setup, scored, resume));
        Ok(Outcome {
            effects: vec![Effect::Send(Command::Pause), Effect::Race(Box::new(setup))],
            open: Some(Overlay::Race),
            ..Outcome::default()
        })
    }

    /// Takes what is new of the race.
    pub fn take_race(&mut self, news: Vec<RaceNews>) -> Outcome {
        let Some(race) = &mut self.race else {
            return Outcome::default();
        };
        let was_over = race.is_over();
        for news in news {
            race.take(news);
        }
        if was_over || !race.is_over() {
            return Outcome::default();
        }
        if std::mem::take(&mut race.resume) {
            Outcome {
                say: Some("the race is over, and the chain goes on".to_owned()),
                ..Outcome::send(Command::Resume)
            }
        } else {
            Outcome::say("the race is over")
        }
    }

    /// What whoever leaves the view of the race should know.
    pub fn left_race(&self) -> Option<String> {
        let race = self.race.as_ref()?;
        let goes_on = "the race goes on: r shows it again, x there stops it";
        (!race.is_over()).then(|| goes_on.to_owned())
    }

    /// From now on the user says whether the chain runs, not the race.
    pub(super) fn take_over(&mut self) {
        if let Some(race) = &mut self.race {
            race.resume = false;
        }
    }

    /// Does what a key asks for in the view of the race; `None` without one.
    pub fn act_on_race(&mut self, action: Action, page: usize) -> Option<Outcome> {
        let lanes = self.race.as_ref()?.lanes.len();
        if action == Action::NewRace {
            return Some(self.new_race());
        }
        let race = self.race.as_mut()?;
        let last = lanes.saturating_sub(1);
        match action {
            Action::NextPane => race.turn(1),
            Action::PreviousPane => {
                let all = race.scales().len();
                race.turn(all.saturating_sub(1));
            }
            Action::Unit => race.by_seconds = !race.by_seconds,
            Action::Tail => race.tail = !race.tail,
            Action::Up => race.scroll = race.scroll.saturating_sub(1),
            Action::Down => race.scroll = (race.scroll + 1).min(last),
            Action::PageUp => race.scroll = race.scroll.saturating_sub(page),
            Action::PageDown => race.scroll = (race.scroll + page).min(last),
            Action::First => race.scroll = 0,
            Action::Last => race.scroll = last,
            Action::StopRace if race.is_over() => {
                return Some(Outcome::say("the race is over: n starts another"));
            }
            Action::StopRace => {
                race.phase = Phase::Stopping;
                return Some(Outcome::effect(Effect::StopRace));
            }
            _ => {}
        }
        Some(Outcome::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::PriorSpec;

    fn settings() -> Settings {
        Settings {
            topics: 2,
            alpha: PriorSpec::Each(0.5),
            eta: PriorSpec::Each(0.5),
            seed: 7,
            em: Default::default(),
            parallel: Default::default(),
        }
    }

    #[test]
    fn the_keys_choose_engines_seeds_and_sweeps() {
        let mut choice = RaceChoice::new(&settings(), None);
        assert_eq!(choice.sweeps, 200);
        assert!(choice.takes(Action::Toggle), "collapsed off");
        assert!(choice.takes(Action::Last) && choice.takes(Action::Increase));
        assert_eq!(choice.sweeps, 500);
        assert!(choice.takes(Action::Up) && choice.takes(Action::Increase));
        let lanes = choice.lanes();
        let wanted = [
            (Kind::Uncollapsed, 7),
            (Kind::Uncollapsed, 8),
            (Kind::Variational, 7),
            (Kind::Variational, 8),
        ];
        assert_eq!(lanes, wanted);
        for _ in 0..9 {
            choice.takes(Action::Increase);
        }
        assert_eq!(choice.seeds, 5);
        assert!(!choice.takes(Action::Accept));
        assert_eq!(RaceChoice::new(&settings(), Some(137)).sweeps, 137);
    }

    #[test]
    fn two_engines_share_a_scale_only_where_their_objectives_do() {
        use crate::session::Measure;
        let corpus = Arc::new(crate::corpus::bars(9, 1).0);
        let measure = |kind| {
            let engine = crate::engine::start(kind, Arc::clone(&corpus), settings()).unwrap();
            Measure::of(kind, engine.objective())
        };
        for a in Kind::ALL {
            for b in Kind::ALL {
                let shared = measure(a).shares_scale_with(measure(b));
                assert_eq!(Scale::of(a) == Scale::of(b), shared, "{a:?} {b:?}");
            }
        }
    }
}
