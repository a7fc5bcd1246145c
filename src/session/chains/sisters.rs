//! Chains that keep step with another one: the same model from other starts, on threads of
//! their own, never ahead of the chain that is looked at. They are watched, not kept: no
//! journal has them.

use super::Draws;
use crate::corpus::Corpus;
use crate::engine::{Edit, Engine, Kind, Settings, apply, start};
use crate::session::{Event, Fitted, TracePoint, Update, reason};
use crossbeam_channel::{Receiver, Sender, TryRecvError, unbounded};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Tokens between two looks at the orders.
const SLICE: usize = 1 << 15;

/// What comes from a sister.
#[derive(Debug, Clone)]
pub enum SisterNews {
    /// A sister has completed a sweep, or was changed.
    Point {
        /// Which one: 1, 2, … , by how far her first seed is from that of the chain beside.
        apart: u64,
        /// Her seed now.
        seed: u64,
        /// How she stands.
        point: TracePoint,
    },
    /// A thread has failed; its sisters stand still.
    Failed(String),
}

/// A sister as she is now.
#[derive(Debug)]
pub struct SisterCopy {
    /// What she holds.
    pub fitted: Fitted,
    /// What she drew since her last change.
    pub draws: Draws,
}

#[derive(Debug, Clone)]
enum Order {
    /// Go on to this sweep.
    Reach(u64),
    /// Change at the end of the sweep under way.
    Edit(Edit),
    /// Send a copy of each sister.
    Copy(Sender<SisterCopy>),
}

/// Chains beside another one, until it is dropped.
pub struct Sisters {
    threads: Vec<Sender<Order>>,
    mailbox: Arc<Mailbox>,
}

struct Mailbox {
    news: Mutex<Vec<SisterNews>>,
    wake: Box<dyn Fn() + Send + Sync>,
}

impl Mailbox {
    /// Whoever looks is woken once for all that waits.
    fn put(&self, new: SisterNews) {
        let mut news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        let first = news.is_empty();
        news.push(new);
        drop(news);
        if first {
            (self.wake)();
        }
    }
}

impl Sisters {
    /// Starts so many chains with the seeds after that of `settings`, on at most so many
    /// threads. `wake` is called from them when there is something to take; it must return
    /// at once.
    pub fn start(
        (kind, settings): (Kind, &Settings),
        corpus: &Arc<Corpus>,
        chains: u64,
        threads: usize,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let mailbox = Arc::new(Mailbox {
            news: Mutex::default(),
            wake: Box::new(wake),
        });
        let threads = (threads as u64).clamp(1, chains.max(1));
        let shares = (0..threads).map(|t| (1 + t..=chains).step_by(threads as usize));
        let senders = shares.map(|share| {
            let (sender, orders) = unbounded();
            let (corpus, mailbox) = (Arc::clone(corpus), Arc::clone(&mailbox));
            let settings = settings.clone();
            thread::spawn(move || {
                let live = || live((kind, &settings), &corpus, share, &orders, &mailbox);
                let failed = match catch_unwind(AssertUnwindSafe(live)) {
                    Ok(Ok(())) => return,
                    Ok(Err(error)) => error,
                    Err(panic) => reason(panic.as_ref()),
                };
                mailbox.put(SisterNews::Failed(failed));
            });
            sender
        });
        Self {
            threads: senders.collect(),
            mailbox,
        }
    }

    /// Takes what is new since the last call.
    pub fn take(&self) -> Vec<SisterNews> {
        let mut news = self.mailbox.news.lock();
        std::mem::take(news.as_mut().unwrap_or_else(|poison| poison.get_mut()))
    }

    /// Lets all of them go on to this sweep, and no further.
    pub fn reach(&self, sweep: u64) {
        self.order(&Order::Reach(sweep));
    }

    /// Changes all of them as the chain beside them was changed; each keeps a seed of its
    /// own.
    pub fn edit(&self, edit: &Edit) {
        self.order(&Order::Edit(edit.clone()));
    }

    /// Has a copy of each sent; those of a thread that failed never come.
    pub fn copy(&self, to: &Sender<SisterCopy>) {
        self.order(&Order::Copy(to.clone()));
    }

    /// Does what news of the chain beside them ask for.
    pub fn follow(&self, update: &Update) {
        for event in &update.events {
            if let Event::Applied { edit, .. } | Event::Fitted { edit, .. } = event {
                self.edit(edit);
            }
        }
        if let Some(snapshot) = &update.snapshot {
            self.reach(snapshot.sweep);
        }
    }

    fn order(&self, order: &Order) {
        for thread in &self.threads {
            // A thread that failed has said so.
            let _ = thread.send(order.clone());
        }
    }
}

struct Sister {
    engine: Box<dyn Engine>,
    /// How far her seed is from that of the chain beside her.
    apart: u64,
    pending: VecDeque<Edit>,
    draws: Draws,
    /// The sweep of her last change.
    since: u64,
    segment: u32,
    sampled: Duration,
}

/// Goes on with the one that is furthest behind until nobody gives orders any more.
fn live(
    model: (Kind, &Settings),
    corpus: &Arc<Corpus>,
    share: impl Iterator<Item = u64>,
    orders: &Receiver<Order>,
    mailbox: &Mailbox,
) -> Result<(), String> {
    let mut sisters = Vec::new();
    for apart in share {
        let settings = Settings {
            seed: model.1.seed.wrapping_add(apart),
            ..model.1.clone()
        };
        let engine = start(model.0, Arc::clone(corpus), settings).map_err(|e| e.to_string())?;
        let sister = Sister {
            engine,
            apart,
            pending: VecDeque::new(),
            draws: Draws::default(),
            since: 0,
            segment: 0,
            sampled: Duration::ZERO,
        };
        sister.tell(mailbox);
        sisters.push(sister);
    }
    let mut target = 0;
    loop {
        let behind = sisters
            .iter_mut()
            .filter(|s| s.engine.sweep() < target)
            .min_by_key(|s| s.engine.sweep());
        let order = match behind {
            None => orders.recv().map_err(|_| TryRecvError::Disconnected),
            Some(sister) => {
                sister.go_on(mailbox)?;
                orders.try_recv()
            }
        };
        match order {
            Ok(Order::Reach(sweep)) => target = sweep,
            Ok(Order::Edit(edit)) => {
                for sister in &mut sisters {
                    sister.pending.push_back(edit.clone());
                    sister.change(mailbox)?;
                }
            }
            Ok(Order::Copy(to)) => {
                for sister in &sisters {
                    let fitted = Fitted::of(sister.engine.as_ref()).map_err(|e| e.to_string())?;
                    // Whoever asked may have gone away in the meantime.
                    let _ = to.send(SisterCopy {
                        fitted,
                        draws: sister.draws.clone(),
                    });
                }
            }
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => return Ok(()),
        }
    }
}

impl Sister {
    fn tell(&self, mailbox: &Mailbox) {
        let engine = self.engine.as_ref();
        let point = TracePoint::of(engine, self.segment, self.sampled.as_secs_f64());
        mailbox.put(SisterNews::Point {
            apart: self.apart,
            seed: engine.settings().seed,
            point,
        });
    }

    fn go_on(&mut self, mailbox: &Mailbox) -> Result<(), String> {
        let began = Instant::now();
        let advance = self.engine.advance(SLICE);
        self.sampled += began.elapsed();
        if advance.sweep_done {
            let engine = self.engine.as_ref();
            self.draws.push(engine, engine.sweep() - self.since);
            self.tell(mailbox);
            self.change(mailbox)?;
        }
        Ok(())
    }

    /// Makes the changes that wait, between two sweeps.
    fn change(&mut self, mailbox: &Mailbox) -> Result<(), String> {
        if !self.engine.between_sweeps() {
            return Ok(());
        }
        while let Some(mut edit) = self.pending.pop_front() {
            if let Edit::Reset { seed } = &mut edit {
                *seed = seed.wrapping_add(self.apart);
                self.sampled = Duration::ZERO;
            }
            apply(&mut self.engine, &edit).map_err(|e| e.to_string())?;
            self.since = self.engine.sweep();
            self.draws.clear();
            self.segment += 1;
            self.tell(mailbox);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::examples::{SIX, of_ids};
    use crate::model::PriorSpec;
    use crate::session::Session;
    use crossbeam_channel::bounded;

    fn settings(seed: u64) -> Settings {
        Settings {
            alpha: PriorSpec::Each(0.5),
            eta: PriorSpec::Each(0.1),
            topics: 3,
            seed,
            em: Default::default(),
            parallel: Default::default(),
        }
    }

    fn copies(sisters: &Sisters, n: usize) -> Vec<SisterCopy> {
        let (to, copies) = bounded(n);
        sisters.copy(&to);
        (0..n).map(|_| copies.recv().unwrap()).collect()
    }

    /// Each is the chain that a session of its seed is, through changes too.
    #[test]
    fn sisters_are_the_chains_of_their_seeds() {
        let corpus = Arc::new(of_ids(&SIX, 5));
        let model = (Kind::Collapsed, &settings(7));
        let (woken, wakes) = unbounded();
        let sisters = Sisters::start(model, &corpus, 3, 2, move || {
            let _ = woken.send(());
        });
        let edit = Edit::Alpha(PriorSpec::Each(1.0));
        sisters.reach(5);
        let mut reached = 0;
        while reached < 3 {
            wakes.recv().unwrap();
            let at_five = |news: &&SisterNews| matches!(news, SisterNews::Point { point, .. } if point.sweep == 5);
            reached += sisters.take().iter().filter(at_five).count();
        }
        sisters.edit(&edit);
        sisters.reach(9);
        loop {
            let all = copies(&sisters, 3);
            if all.iter().any(|copy| copy.fitted.sweep < 9) {
                continue;
            }
            for copy in all {
                let corpus = Arc::clone(&corpus);
                let mut engine =
                    start(Kind::Collapsed, corpus, settings(copy.fitted.seed)).unwrap();
                for sweep in 0..9 {
                    if sweep == 5 {
                        engine.apply(&edit).unwrap();
                    }
                    while !engine.advance(usize::MAX).sweep_done {}
                }
                assert_eq!(copy.fitted.state.digest(), engine.digest());
                assert_eq!(Draws::objectives(&[&copy.draws])[0].len(), 2);
            }
            break;
        }
    }

    #[test]
    fn a_session_tells_of_its_own_draws() {
        let corpus = Arc::new(of_ids(&SIX, 5));
        let session = Session::start(Kind::Collapsed, corpus, settings(1), || ()).unwrap();
        session.send(crate::session::Command::Limit(Some(20)));
        session.send(crate::session::Command::Resume);
        loop {
            let (to, draws) = bounded(1);
            session.send(crate::session::Command::Draws(to));
            let draws = draws.recv().unwrap();
            if Draws::objectives(&[&draws])[0].len() == 10 {
                break;
            }
        }
    }
}
