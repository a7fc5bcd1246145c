//! The lanes of a race, each an engine with its own clock, on some threads.

use crate::cli::interrupt::Interrupt;
use crate::cli::progress::Progress;
use crate::corpus::Corpus;
use crate::engine::fold_in::Method;
use crate::engine::{Engine, Kind};
use crate::eval::exact::Exact;
use crate::eval::held_out::{self, Score};
use crossbeam_channel::{RecvTimeoutError, unbounded};
use serde::Serialize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Tokens of one call of an engine.
const SLICE: usize = 1 << 18;
/// Every pair of tokens is counted after every sweep: so many tokens at most.
const MOST_PAIRED: usize = 1_000;

/// A lane after one sweep, or at its start.
#[derive(Debug, Clone, Copy, Serialize)]
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

/// How far pairs of tokens are from their exact probabilities.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Distance {
    /// Completed sweeps.
    pub sweep: u64,
    /// The mean over all pairs of | share of the sweeps so far in which the two
    /// tokens had the same topic − the exact probability |, which is the total
    /// variation distance of a yes or no, from 0 to 1.
    pub distance: f64,
}

/// One engine with one seed.
#[derive(Debug)]
pub struct Lane {
    /// The engine.
    pub kind: Kind,
    /// Its seed.
    pub seed: u64,
    /// What its objective is called.
    pub objective: &'static str,
    /// From sweep 0 on.
    pub trace: Vec<Point>,
    /// At 10, 100, 1000, … sweeps and at the end; empty where nothing is exact.
    pub pairs: Vec<Distance>,
    /// Of the end.
    pub digest: String,
    /// How well it predicts the documents held out, where some were.
    pub held_out: Option<Score>,
}

impl Lane {
    /// Completed sweeps.
    pub fn sweeps(&self) -> u64 {
        self.trace.last().map_or(0, |point| point.sweep)
    }
}

/// What all lanes have in common.
#[derive(Debug)]
pub struct Race<'a> {
    /// Sweeps of every lane.
    pub sweeps: u64,
    /// Lanes that run at the same time, at most.
    pub threads: usize,
    /// Exact answers, where there are any.
    pub exact: Option<&'a Exact>,
    /// Documents to score, and which half of each is scored.
    pub held_out: Option<(&'a Corpus, u64)>,
    /// Whoever wants an early end.
    pub interrupt: &'a Interrupt,
}

impl Race<'_> {
    /// Runs all lanes, and gives them in the order of their engines.
    pub fn run(&self, engines: Vec<Box<dyn Engine>>, progress: &mut Progress) -> Vec<Lane> {
        let all = engines.len();
        let total = self.sweeps.saturating_mul(all as u64);
        let done = AtomicU64::new(0);
        let latest = AtomicU64::new(f64::NAN.to_bits());
        let (put, queue) = unbounded();
        for lane in engines.into_iter().enumerate() {
            // The queue has its other end here, so that it takes everything.
            let _ = put.send(lane);
        }
        drop(put);
        let (finish, finished) = unbounded();
        let mut lanes: Vec<(usize, Lane)> = std::thread::scope(|scope| {
            for _ in 0..self.threads.min(all) {
                let (queue, finish) = (queue.clone(), finish.clone());
                let (done, latest) = (&done, &latest);
                scope.spawn(move || {
                    for (place, engine) in queue {
                        let lane = self.lane(engine, &mut |per_token: f64| {
                            done.fetch_add(1, Ordering::Relaxed);
                            latest.store(per_token.to_bits(), Ordering::Relaxed);
                        });
                        let _ = finish.send((place, lane));
                    }
                });
            }
            drop(finish);
            let mut lanes = Vec::with_capacity(all);
            loop {
                match finished.recv_timeout(Duration::from_millis(100)) {
                    Ok(lane) => lanes.push(lane),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return lanes,
                }
                let per_token = f64::from_bits(latest.load(Ordering::Relaxed));
                progress.sweep(done.load(Ordering::Relaxed), total, per_token);
            }
        });
        progress.done();
        lanes.sort_by_key(|(place, _)| *place);
        lanes.into_iter().map(|(_, lane)| lane).collect()
    }

    fn lane(&self, mut engine: Box<dyn Engine>, swept: &mut impl FnMut(f64)) -> Lane {
        let tokens = engine.corpus().tokens();
        let mut pairs = self
            .exact
            .filter(|_| engine.kind().is_gibbs() && (2..=MOST_PAIRED).contains(&tokens))
            .map(|exact| Pairs::new(exact, tokens));
        let mut lane = Lane {
            kind: engine.kind(),
            seed: engine.settings().seed,
            objective: engine.objective().name(),
            trace: vec![point(engine.as_ref(), 0.0)],
            pairs: Vec::new(),
            digest: String::new(),
            held_out: None,
        };
        let (mut seconds, mut mark) = (0.0, 10);
        while engine.sweep() < self.sweeps && !self.interrupt.asked() {
            let started = Instant::now();
            while !engine.advance(SLICE).sweep_done {}
            seconds += started.elapsed().as_secs_f64();
            let point = point(engine.as_ref(), seconds);
            lane.trace.push(point);
            if let Some(pairs) = &mut pairs {
                pairs.count(engine.as_ref());
                if point.sweep == mark {
                    lane.pairs.push(pairs.distance());
                    mark = mark.saturating_mul(10);
                }
            }
            swept(point.value / tokens as f64);
        }
        if let Some(pairs) = pairs.filter(|pairs| pairs.sweeps > 0)
            && lane.pairs.last().map(|last| last.sweep) != Some(pairs.sweeps)
        {
            lane.pairs.push(pairs.distance());
        }
        lane.digest = engine.digest();
        lane.held_out = self.held_out.and_then(|(documents, seed)| {
            let model = held_out::predictor(engine.as_ref(), Method::Gibbs);
            held_out::completion(&model, documents, seed)
        });
        lane
    }
}

fn point(engine: &dyn Engine, seconds: f64) -> Point {
    Point {
        sweep: engine.sweep(),
        seconds,
        value: engine.objective().total(),
        moved: engine.moved(),
    }
}

/// In how many sweeps each two tokens had the same topic.
struct Pairs<'a> {
    exact: &'a Exact,
    tokens: usize,
    sweeps: u64,
    /// For every i the j above it.
    together: Vec<u64>,
}

impl<'a> Pairs<'a> {
    fn new(exact: &'a Exact, tokens: usize) -> Self {
        Self {
            exact,
            tokens,
            sweeps: 0,
            together: vec![0; tokens * (tokens - 1) / 2],
        }
    }

    fn each(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let tokens = self.tokens;
        (0..tokens).flat_map(move |i| (i + 1..tokens).map(move |j| (i, j)))
    }

    fn count(&mut self, engine: &dyn Engine) {
        let documents = 0..engine.corpus().documents();
        let z: Vec<u16> = documents.flat_map(|d| engine.token_topics(d)).collect();
        let pairs = self.each();
        for (count, (i, j)) in self.together.iter_mut().zip(pairs) {
            *count += u64::from(z[i] == z[j]);
        }
        self.sweeps += 1;
    }

    fn distance(&self) -> Distance {
        let differences = self.together.iter().zip(self.each()).map(|(&n, (i, j))| {
            (n as f64 / self.sweeps as f64 - self.exact.same_topic(i, j)).abs()
        });
        Distance {
            sweep: self.sweeps,
            distance: differences.sum::<f64>() / self.together.len() as f64,
        }
    }
}
