//! The thread that owns the engine.

mod telling;

use super::chains::Draws;
use super::command::{Capture, Command};
use super::held_out::Scorer;
use super::journal::Journal;
use super::mailbox::{Event, Mailbox};
use super::trace::Trace;
use super::views::Views;
use super::walk::{Walk, Walker};
use super::{Finished, Fitted, reason};
use crate::engine::{Edit, Engine, Optimize, Proposal};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The longest time between two looks at the command queue.
const SLICE: Duration = Duration::from_millis(4);
/// Snapshots come no faster than this.
const FRAME: Duration = Duration::from_millis(33);
/// How long a pause may wait for the end of the sweep.
const GRACE: Duration = Duration::from_millis(15);

pub(super) fn spawn(
    engine: Box<dyn Engine>,
    commands: Receiver<Command>,
    mailbox: Arc<Mailbox>,
) -> JoinHandle<Finished> {
    std::thread::spawn(move || Worker::new(engine, commands, mailbox).run())
}

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Paused,
    /// To be paused at the end of the sweep, or at this time.
    Pausing(Instant),
    Running,
    /// This many sweeps are left.
    Stepping(u64),
    /// Token by token.
    Walking(Walk),
}

struct Worker {
    engine: Box<dyn Engine>,
    commands: Receiver<Command>,
    mailbox: Arc<Mailbox>,
    journal: Journal,
    mode: Mode,
    limit: Option<u64>,
    speed: Option<f64>,
    optimize: Optimize,
    pending: VecDeque<Edit>,
    captures: Vec<Sender<Capture>>,
    segment: u32,
    trace: Trace,
    /// What was drawn since the last change, and the sweep of that.
    draws: Draws,
    since: u64,
    /// Tokens for one slice, and what is known of the rate.
    batch: usize,
    rate: f64,
    sampled: Duration,
    next_sweep: Instant,
    views: Views,
    scorer: Option<Scorer>,
    walker: Walker,
}

impl Worker {
    fn new(engine: Box<dyn Engine>, commands: Receiver<Command>, mailbox: Arc<Mailbox>) -> Self {
        let now = Instant::now();
        Self {
            journal: Journal::new(engine.as_ref()),
            engine,
            commands,
            mailbox,
            mode: Mode::Paused,
            limit: None,
            speed: None,
            optimize: Optimize::default(),
            pending: VecDeque::new(),
            captures: Vec::new(),
            segment: 0,
            trace: Trace::default(),
            draws: Draws::default(),
            since: 0,
            batch: 1_024,
            rate: 0.0,
            sampled: Duration::ZERO,
            next_sweep: now,
            scorer: None,
            walker: Walker::default(),
            views: Views::new(now),
        }
    }

    fn run(mut self) -> Finished {
        let worked = catch_unwind(AssertUnwindSafe(|| self.live()));
        let failed = worked.is_err();
        if let Err(panic) = worked {
            self.fail(&reason(panic.as_ref()));
        }
        Finished {
            digest: (!failed).then(|| self.engine.digest()),
            engine: self.engine,
            journal: self.journal,
        }
    }

    fn live(&mut self) {
        let point = self.point();
        self.mailbox.point(point);
        self.publish();
        loop {
            let command = match self.wait() {
                Wait::No => self.commands.try_recv().ok(),
                Wait::Until(time) => match self.commands.recv_deadline(time) {
                    Ok(command) => Some(command),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => Some(Command::Stop),
                },
                Wait::Forever => Some(self.commands.recv().unwrap_or(Command::Stop)),
            };
            match command {
                Some(Command::Stop) => break,
                Some(command) => self.obey(command),
                None => self.work(),
            }
        }
        self.journal.stands(self.engine.as_ref());
    }

    /// After a failure the chain stands still, but what it holds can still be
    /// saved. Where inside the sweep it failed is not known to the token, so the
    /// journal ends at the last complete sweep and there is no digest.
    fn fail(&mut self, reason: &str) {
        self.mailbox.event(Event::Failed(reason.to_owned()));
        self.journal.sweeps = self.engine.sweep();
        self.journal.tokens = 0;
        let waiting: Vec<_> = self.captures.drain(..).collect();
        let mut captures = waiting.into_iter();
        loop {
            let to = match captures.next() {
                Some(to) => to,
                None => match self.commands.recv() {
                    Ok(Command::Capture(to)) => to,
                    Ok(Command::Stop) | Err(_) => return,
                    Ok(_) => continue,
                },
            };
            if let Ok(copy) = catch_unwind(AssertUnwindSafe(|| self.copy(None))) {
                let _ = to.send(copy);
            }
        }
    }

    fn wait(&self) -> Wait {
        match self.mode {
            Mode::Paused if self.views.urgent => Wait::No,
            Mode::Paused if self.views.stale => Wait::Until(self.views.published + FRAME),
            Mode::Paused => Wait::Forever,
            Mode::Pausing(_) => Wait::No,
            _ if self.engine.between_sweeps() && self.next_sweep > Instant::now() => {
                let frame = self.views.published + FRAME;
                Wait::Until(if self.views.stale {
                    frame.min(self.next_sweep)
                } else {
                    self.next_sweep
                })
            }
            _ => Wait::No,
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Pause => self.pause(),
            Command::Toggle if self.mode == Mode::Paused => {
                self.lift_limit();
                self.start(Mode::Running);
            }
            Command::Toggle if matches!(self.mode, Mode::Pausing(_)) => self.turn(Mode::Running),
            Command::Toggle => self.pause(),
            Command::Resume => self.start(Mode::Running),
            Command::Steps(n) => {
                self.lift_limit();
                self.start(Mode::Stepping(n.max(1)));
            }
            Command::Walk(walk) => {
                self.lift_limit();
                self.walker.start();
                self.start(Mode::Walking(walk));
            }
            Command::Speed(speed) => {
                self.speed = speed.filter(|s| s.is_finite() && *s > 0.0);
                self.next_sweep = Instant::now();
            }
            Command::Limit(limit) => self.limit = limit,
            Command::Edit(edit) => {
                self.stop_fitting(&edit);
                // A newer value of the same parameter takes the older one's place.
                match self.pending.back_mut() {
                    Some(last) if std::mem::discriminant(last) == std::mem::discriminant(&edit) => {
                        *last = edit;
                    }
                    _ => self.pending.push_back(edit),
                }
                self.at_boundary();
            }
            Command::Optimize(optimize) => self.optimize = optimize,
            Command::HoldOut(test) => self.scorer = Some(Scorer::new(test)),
            Command::Look(interest) => {
                self.views.look(interest, self.engine.as_ref());
            }
            Command::Capture(to) => {
                self.captures.push(to);
                self.at_boundary();
            }
            Command::Copy(to) => {
                // Without an answer the one who asked knows that there is none.
                if let Ok(copy) = Fitted::of(self.engine.as_ref()) {
                    let _ = to.send(copy);
                }
                return;
            }
            Command::Draws(to) => {
                let _ = to.send(self.draws.clone());
                return;
            }
            Command::Gathered(to) => {
                if let Some(gathered) = &self.views.gathered {
                    let _ = to.send(gathered.clone());
                }
                return;
            }
            Command::Stop => {}
        }
        self.views.stale = true;
    }

    fn pause(&mut self) {
        match self.mode {
            Mode::Paused => {}
            Mode::Walking(_) => self.turn(Mode::Paused),
            _ if self.engine.between_sweeps() => self.turn(Mode::Paused),
            _ => self.mode = Mode::Pausing(Instant::now() + GRACE),
        }
    }

    /// A limit that is reached says nothing about what the user wants next.
    fn lift_limit(&mut self) {
        let sweep = self.engine.sweep();
        self.limit = self.limit.filter(|limit| *limit > sweep);
    }

    fn turn(&mut self, mode: Mode) {
        self.mode = mode;
        self.views.urgent = true;
    }

    fn start(&mut self, mode: Mode) {
        if self.limit.is_none_or(|limit| self.engine.sweep() < limit) {
            self.turn(mode);
            self.next_sweep = Instant::now();
        }
    }

    fn work(&mut self) {
        match self.mode {
            Mode::Paused => {}
            Mode::Pausing(time) if Instant::now() >= time => self.turn(Mode::Paused),
            Mode::Walking(walk) => self.walk(walk),
            _ if self.engine.between_sweeps() && self.next_sweep > Instant::now() => {}
            _ => self.sample(),
        }
        let due = self.views.stale && self.views.published.elapsed() >= FRAME;
        if due || self.views.urgent {
            self.publish();
        }
    }

    fn sample(&mut self) {
        if self.engine.between_sweeps()
            && let Some(speed) = self.speed
        {
            self.next_sweep = Instant::now() + Duration::from_secs_f64(1.0 / speed);
        }
        let before = Instant::now();
        let advance = self.engine.advance(self.batch);
        let took = before.elapsed();
        self.sampled += took;
        self.adapt(advance.tokens, took);
        self.views.stale = true;
        self.walker.forget();
        if advance.sweep_done {
            self.after_sweep();
        }
    }

    fn walk(&mut self, walk: Walk) {
        let before = Instant::now();
        let walked = self.walker.walk(self.engine.as_mut(), walk, SLICE);
        self.sampled += before.elapsed();
        self.views.stale = true;
        if walked.sweep_done {
            self.after_sweep();
        }
        if walked.done {
            self.turn(Mode::Paused);
        }
    }

    /// Makes a slice as long as [`SLICE`], and follows the rate.
    fn adapt(&mut self, tokens: usize, took: Duration) {
        let seconds = took.as_secs_f64().max(1e-9);
        if tokens == 0 {
            return;
        }
        let now = tokens as f64 / seconds;
        let weight = (seconds / 0.25).min(1.0);
        self.rate = if self.rate == 0.0 {
            now
        } else {
            self.rate + weight * (now - self.rate)
        };
        let fit = tokens as f64 * SLICE.as_secs_f64() / seconds;
        self.batch = (fit as usize)
            .clamp(self.batch / 2, self.batch * 2)
            .clamp(1, 1 << 22);
    }

    fn after_sweep(&mut self) {
        let point = self.point();
        self.mailbox.point(point);
        match &mut self.mode {
            Mode::Stepping(left) if *left <= 1 => self.turn(Mode::Paused),
            Mode::Stepping(left) => *left -= 1,
            Mode::Pausing(_) => self.turn(Mode::Paused),
            _ => {}
        }
        self.views.watch.after_sweep(self.engine.as_ref());
        if let Some(gathered) = &mut self.views.gathered {
            gathered.push(self.engine.as_ref());
        }
        let sweep = self.engine.sweep();
        self.draws.push(self.engine.as_ref(), sweep - self.since);
        if self.limit.is_some_and(|limit| sweep >= limit) {
            self.turn(Mode::Paused);
            self.mailbox.event(Event::Finished { sweep });
        }
        if let Some(scorer) = &mut self.scorer {
            scorer.after_sweep(self.engine.as_ref(), &self.mailbox);
        }
        self.fit_priors();
        self.at_boundary();
    }

    /// A prior that was set by hand, or that the engine refuses, is not fitted away.
    fn stop_fitting(&mut self, edit: &Edit) {
        match edit {
            Edit::Alpha(_) => self.optimize.alpha = None,
            Edit::Eta(_) => self.optimize.eta = None,
            _ => {}
        }
    }

    /// Makes the steps of a fit that are due after this sweep.
    fn fit_priors(&mut self) {
        let sweep = self.engine.sweep();
        if !self.optimize.is_due(sweep) {
            return;
        }
        for Proposal { edit, weak } in self.optimize.proposals(self.engine.as_ref()) {
            match self.journal.change(&mut self.engine, &edit) {
                Ok(()) => self.changed(Event::Fitted { edit, sweep, weak }),
                Err(error) => {
                    self.stop_fitting(&edit);
                    self.refuse(edit, &error);
                }
            }
        }
    }

    /// Does what has waited for the end of a sweep.
    fn at_boundary(&mut self) {
        if !self.engine.between_sweeps() {
            return;
        }
        while let Some(edit) = self.pending.pop_front() {
            let sweep = self.engine.sweep();
            match self.journal.change(&mut self.engine, &edit) {
                Ok(()) => {
                    if matches!(edit, Edit::Reset { .. }) {
                        self.sampled = Duration::ZERO;
                    }
                    self.views.watch.restart(self.engine.as_ref());
                    self.views.refresh(self.engine.as_ref());
                    self.changed(Event::Applied { edit, sweep });
                    self.views.due = Instant::now();
                }
                Err(error) => self.refuse(edit, &error),
            }
        }
        for to in std::mem::take(&mut self.captures) {
            self.journal.stands(self.engine.as_ref());
            // Whoever asked may have gone away in the meantime.
            let _ = to.send(self.copy(Some(self.engine.digest())));
        }
    }
}

/// How long to wait for a command.
enum Wait {
    No,
    Until(Instant),
    Forever,
}
