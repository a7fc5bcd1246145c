//! A lane: as it runs, and as it is seen.

use super::pairs::{Distance, Pairs};
use super::{Race, Wish};
use crate::engine::fold_in::Method;
use crate::engine::{Engine, Kind};
use crate::eval::chain::autocorrelation_time;
use crate::eval::held_out::{self, Score};
use crate::session::Measure;
use serde::Serialize;
use std::time::{Duration, Instant};

/// A turn ends after so much time, inside a sweep too.
const TURN: Duration = Duration::from_millis(33);
/// Wishes are asked for about this often.
const SLICE: Duration = Duration::from_millis(4);
/// Distances are measured whenever there are so many times more sweeps.
const FURTHER: f64 = 1.12;

/// A lane after one sweep, or at its start.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Point {
    /// Completed sweeps.
    pub sweep: u64,
    /// Seconds that they took.
    pub seconds: f64,
    /// The objective, in nats.
    pub value: f64,
    /// Share of the tokens that changed topic in this sweep.
    pub moved: Option<f64>,
}

/// How far a lane is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LaneState {
    /// Its engine is not there yet.
    Waiting,
    /// It sweeps.
    Running,
    /// Its sweeps are over; documents that were held out are scored.
    Scoring,
    /// Over.
    Ended,
    /// It could not start, or failed; why.
    Failed(String),
}

/// What is new of a lane.
#[derive(Debug, Clone)]
pub struct LaneNews {
    measure: Option<Measure>,
    points: Vec<Point>,
    distances: Vec<Distance>,
    autocorrelation_time: Option<f64>,
    state: LaneState,
    digest: Option<String>,
    held_out: Option<Score>,
}

impl LaneNews {
    fn of(state: LaneState) -> Self {
        Self {
            measure: None,
            points: Vec::new(),
            distances: Vec::new(),
            autocorrelation_time: None,
            state,
            digest: None,
            held_out: None,
        }
    }

    pub(super) fn failed(reason: String) -> Self {
        Self::of(LaneState::Failed(reason))
    }
}

/// One engine with one seed, as far as it is known.
#[derive(Debug, Clone)]
pub struct Lane {
    /// The engine.
    pub kind: Kind,
    /// Its seed.
    pub seed: u64,
    /// What its objective is; `None` before it has started.
    pub measure: Option<Measure>,
    /// From sweep 0 on.
    pub trace: Vec<Point>,
    /// Ever further apart, at each power of ten among others, and at the end; empty
    /// where nothing is exact.
    pub distances: Vec<Distance>,
    /// In sweeps, of the second half of the trace; `None` for engines that do not
    /// sample, and where nothing varies. Worked out anew some times in a race.
    pub autocorrelation_time: Option<f64>,
    /// How far it is.
    pub state: LaneState,
    /// Of the end.
    pub digest: Option<String>,
    /// How well it predicts the documents held out, where some were.
    pub held_out: Option<Score>,
}

impl Lane {
    /// A lane before its start.
    pub fn new(kind: Kind, seed: u64) -> Self {
        Self {
            kind,
            seed,
            measure: None,
            trace: Vec::new(),
            distances: Vec::new(),
            autocorrelation_time: None,
            state: LaneState::Waiting,
            digest: None,
            held_out: None,
        }
    }

    /// Completed sweeps.
    pub fn sweeps(&self) -> u64 {
        self.trace.last().map_or(0, |point| point.sweep)
    }

    /// Whether nothing more comes of it.
    pub fn is_over(&self) -> bool {
        matches!(self.state, LaneState::Ended | LaneState::Failed(_))
    }

    /// Adds what is new.
    pub fn take(&mut self, news: LaneNews) {
        self.measure = news.measure.or(self.measure);
        self.trace.extend(news.points);
        self.distances.extend(news.distances);
        if !matches!(news.state, LaneState::Failed(_)) {
            self.autocorrelation_time = news.autocorrelation_time;
        }
        self.state = news.state;
        self.digest = news.digest.or(self.digest.take());
        self.held_out = news.held_out.or(self.held_out);
    }
}

/// A lane that runs.
pub(super) struct Running<'a> {
    race: &'a Race<'a>,
    engine: Box<dyn Engine>,
    seconds: f64,
    /// Tokens of one slice.
    batch: usize,
    /// All values so far, of a sampler.
    values: Vec<f64>,
    autocorrelation_time: Option<f64>,
    pairs: Option<Pairs<'a>>,
    /// The last sweep whose distance is known.
    measured: u64,
    news: LaneNews,
}

impl<'a> Running<'a> {
    pub(super) fn new(race: &'a Race<'a>, engine: Box<dyn Engine>) -> Self {
        let pairs = race.exact.and_then(|e| Pairs::new(e, engine.as_ref()));
        let mut news = LaneNews::of(LaneState::Running);
        news.measure = Some(Measure::of(engine.kind(), engine.objective()));
        let mut lane = Self {
            race,
            engine,
            seconds: 0.0,
            batch: 1_024,
            values: Vec::new(),
            autocorrelation_time: None,
            pairs,
            measured: 0,
            news,
        };
        lane.point();
        lane
    }

    pub(super) fn seconds(&self) -> f64 {
        self.seconds
    }

    /// What is new since the last call.
    pub(super) fn news(&mut self) -> LaneNews {
        self.news.autocorrelation_time = self.autocorrelation_time;
        let next = LaneNews::of(LaneState::Running);
        std::mem::replace(&mut self.news, next)
    }

    /// Sweeps for a while; `false` when the sweeps are over.
    pub(super) fn turn(&mut self) -> bool {
        let started = Instant::now();
        loop {
            let wish = (self.race.wish)();
            let between = self.engine.between_sweeps();
            let over = self.engine.sweep() >= self.race.sweeps;
            if wish == Wish::Leave || between && (over || wish == Wish::Stop) {
                self.finish();
                return false;
            }
            if started.elapsed() >= TURN {
                return true;
            }
            self.slice();
        }
    }

    fn slice(&mut self) {
        let before = Instant::now();
        let advance = self.engine.advance(self.batch);
        let took = before.elapsed().as_secs_f64();
        self.seconds += took;
        if advance.tokens > 0 {
            let fit = advance.tokens as f64 * SLICE.as_secs_f64() / took.max(1e-9);
            self.batch = (fit as usize)
                .clamp(self.batch / 2, self.batch * 2)
                .clamp(1, 1 << 22);
        }
        if advance.sweep_done {
            self.after_sweep();
        }
    }

    fn after_sweep(&mut self) {
        self.point();
        let sweep = self.engine.sweep();
        if let Some(pairs) = &mut self.pairs {
            pairs.count(self.engine.as_ref());
            let further = sweep as f64 >= (self.measured as f64 * FURTHER).floor() + 1.0;
            if further || is_power_of_ten(sweep) {
                self.measured = sweep;
                self.news.distances.push(pairs.distance());
            }
        }
        let tenth = (self.race.sweeps / 10).max(1);
        if sweep.is_multiple_of(tenth) {
            self.correlate();
        }
    }

    fn point(&mut self) {
        let value = self.engine.objective().total();
        if self.engine.kind().is_gibbs() {
            self.values.push(value);
        }
        self.news.points.push(Point {
            sweep: self.engine.sweep(),
            seconds: self.seconds,
            value,
            moved: self.engine.moved(),
        });
    }

    fn correlate(&mut self) {
        let half = &self.values[self.values.len() / 2..];
        self.autocorrelation_time = autocorrelation_time(half);
    }

    /// What is measured where the sweeps end, wherever that is.
    fn finish(&mut self) {
        let sweep = self.engine.sweep();
        if let Some(pairs) = &self.pairs
            && sweep > self.measured
        {
            self.news.distances.push(pairs.distance());
        }
        self.correlate();
        self.news.state = LaneState::Scoring;
    }

    /// What the lane came to.
    pub(super) fn end(&self) -> LaneNews {
        let mut news = LaneNews::of(LaneState::Ended);
        news.autocorrelation_time = self.autocorrelation_time;
        news.digest = Some(self.engine.digest());
        news.held_out = self.race.held_out.and_then(|(documents, seed)| {
            let model = held_out::predictor(self.engine.as_ref(), Method::Gibbs);
            held_out::completion(&model, documents, seed)
        });
        news
    }
}

fn is_power_of_ten(n: u64) -> bool {
    n > 0 && 10_u64.pow(n.ilog10()) == n
}
