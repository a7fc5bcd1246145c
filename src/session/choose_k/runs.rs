//! A plan being carried out beside the chain on the screen, on threads of its own. It can
//! be stopped, gone on with and changed at any time; what is finished stays.

use super::{Job, Plan, Run, Split};
use crate::corpus::{Corpus, HeldOut};
use crate::engine::{Kind, Settings};
use crate::model::PriorSpec;
use crate::session::{HeldOutTest, reason};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The documents that are held out where the corpus has none held out already.
const HELD_OUT: HeldOut = HeldOut {
    share: 0.2,
    seed: 0,
};

/// What all runs have in common.
#[derive(Debug)]
pub struct RunSetup {
    /// How topics are inferred.
    pub kind: Kind,
    /// The priors; K and seed are those of a run.
    pub settings: Settings,
    /// Sweeps of each.
    pub sweeps: u64,
    /// All documents, or the training documents where others are held out already.
    pub corpus: Arc<Corpus>,
}

impl RunSetup {
    /// As a chain has it now. An alpha of its own for each topic fits one K only: its mean
    /// stands for all of them.
    pub fn new(kind: Kind, settings: &Settings, sweeps: u64, corpus: &Arc<Corpus>) -> Self {
        let mut settings = Settings {
            topics: 1,
            seed: 0,
            ..settings.clone()
        };
        // Each run has one thread.
        settings.parallel.threads = 1;
        if let PriorSpec::List(values) = &settings.alpha {
            let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
            settings.alpha = PriorSpec::Each(mean);
        }
        Self {
            kind,
            settings,
            sweeps,
            corpus: Arc::clone(corpus),
        }
    }

    /// Whether runs of both are the same.
    pub fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.corpus, &other.corpus)
            && (self.kind, self.sweeps) == (other.kind, other.sweeps)
            && self.settings == other.settings
    }

    pub(in crate::session) fn split(&self, held_out: Option<HeldOutTest>) -> Result<Split, String> {
        let (train, held_out) = match held_out {
            Some(held_out) => (Arc::clone(&self.corpus), held_out),
            None => {
                let split = HELD_OUT.split(&self.corpus);
                let (train, held) = split.map_err(|e| e.to_string())?;
                let held_out = HeldOutTest {
                    documents: Arc::new(held),
                    seed: HELD_OUT.seed,
                };
                (Arc::new(train), held_out)
            }
        };
        Ok(Split {
            kind: self.kind,
            settings: self.settings.clone(),
            sweeps: self.sweeps,
            train,
            held_out,
        })
    }
}

/// What comes from the threads.
#[derive(Debug, Clone, PartialEq)]
pub enum RunNews {
    /// So many documents to fit, and so many held out.
    Split(usize, usize),
    /// A run has begun.
    Begun(Job),
    /// It is finished.
    Done(Box<Run>),
    /// It was given up.
    Left(Job),
    /// It failed, or nothing can be done at all.
    Failed(Option<Job>, String),
}

/// The threads, until it is dropped: then they end soon, and nobody waits for them.
pub struct Runs {
    shared: Arc<Shared>,
}

impl Runs {
    /// Starts on at most so many threads. `tell` is called from them; it must return at
    /// once.
    pub fn start(
        setup: Arc<RunSetup>,
        held_out: Option<HeldOutTest>,
        threads: usize,
        tell: impl Fn(RunNews) + Send + Sync + 'static,
    ) -> Self {
        let shared: Arc<Shared> = Arc::default();
        let own = Arc::clone(&shared);
        thread::spawn(move || {
            let split = catch_unwind(AssertUnwindSafe(|| setup.split(held_out)));
            let split = match split.unwrap_or_else(|panic| Err(reason(panic.as_ref()))) {
                Ok(split) => split,
                Err(error) => return tell(RunNews::Failed(None, error)),
            };
            let documents = split.held_out.documents.documents();
            tell(RunNews::Split(split.train.documents(), documents));
            thread::scope(|scope| {
                for _ in 1..threads {
                    scope.spawn(|| shared.work(&split, &tell));
                }
                shared.work(&split, &tell);
            });
        });
        Self { shared: own }
    }

    /// Carries out this plan from now on, without the runs that are finished; `None` stops.
    /// Runs in the making that are not wanted any more are given up.
    pub fn follow(&self, plan: Option<&Plan>) {
        let mut queue = self.shared.lock();
        queue.plan = plan.cloned().unwrap_or_default();
        queue.failed.clear();
        drop(queue);
        self.shared.changed.notify_all();
    }
}

impl Drop for Runs {
    fn drop(&mut self) {
        self.shared.lock().ended = true;
        self.shared.changed.notify_all();
    }
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    plan: Plan,
    making: BTreeSet<Job>,
    done: BTreeSet<Job>,
    failed: BTreeSet<Job>,
    ended: bool,
}

impl Queue {
    fn next(&self) -> Option<Job> {
        let taken = [&self.making, &self.done, &self.failed];
        let free = |job: &Job| !taken.iter().any(|set| set.contains(job));
        self.plan.jobs().find(free)
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next run, which is waited for; `None` at the end.
    fn take(&self) -> Option<Job> {
        let mut queue = self.lock();
        loop {
            if queue.ended {
                return None;
            }
            if let Some(job) = queue.next() {
                queue.making.insert(job);
                return Some(job);
            }
            let woken = self.changed.wait(queue);
            queue = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn work(&self, split: &Split, tell: &impl Fn(RunNews)) {
        while let Some(job) = self.take() {
            tell(RunNews::Begun(job));
            let wanted = || {
                let queue = self.lock();
                !queue.ended && queue.plan.wants(job)
            };
            let fit = || split.fit(job, &wanted).map_err(|e| e.to_string());
            let made = catch_unwind(AssertUnwindSafe(fit))
                .unwrap_or_else(|panic| Err(reason(panic.as_ref())));
            let mut queue = self.lock();
            queue.making.remove(&job);
            match made {
                Ok(Some(_)) => queue.done.insert(job),
                Ok(None) => false,
                Err(_) => queue.failed.insert(job),
            };
            drop(queue);
            tell(match made {
                Ok(Some(run)) => RunNews::Done(Box::new(run)),
                Ok(None) => RunNews::Left(job),
                Err(error) => RunNews::Failed(Some(job), error),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::bars;
    use crossbeam_channel::{Receiver, unbounded};
    use std::time::Duration;

    fn setup(sweeps: u64) -> RunSetup {
        let settings = Settings {
            alpha: PriorSpec::List(vec![0.5, 1.5]),
            eta: PriorSpec::Each(0.1),
            topics: 2,
            seed: 9,
            em: Default::default(),
            parallel: Default::default(),
        };
        let corpus = Arc::new(bars(40, 1).0);
        RunSetup::new(Kind::Collapsed, &settings, sweeps, &corpus)
    }

    fn started(setup: RunSetup, threads: usize) -> (Runs, Receiver<RunNews>) {
        let (sender, news) = unbounded();
        let tell = move |new| {
            let _ = sender.send(new);
        };
        (Runs::start(Arc::new(setup), None, threads, tell), news)
    }

    fn plan(topics: &[usize], seeds: std::ops::Range<u64>) -> Plan {
        Plan {
            topics: topics.to_vec(),
            seeds,
        }
    }

    fn next(news: &Receiver<RunNews>) -> RunNews {
        news.recv_timeout(Duration::from_secs(60)).unwrap()
    }

    /// Whatever the threads and the changes of the plan, each run is the one that the
    /// command makes: a fresh chain on the same split.
    #[test]
    fn a_plan_is_carried_out_and_grows() {
        let (runs, news) = started(setup(4), 2);
        assert_eq!(next(&news), RunNews::Split(32, 8));
        let alone = setup(4).split(None).unwrap();
        let mut made = Vec::new();
        for (plan, more) in [(plan(&[2, 3], 1..2), 2), (plan(&[2, 3, 5], 1..3), 4)] {
            runs.follow(Some(&plan));
            for _ in 0..2 * more {
                match next(&news) {
                    RunNews::Begun(_) => {}
                    RunNews::Done(run) => made.push(*run),
                    other => panic!("{other:?}"),
                }
            }
            assert!(news.recv_timeout(Duration::from_millis(50)).is_err());
        }
        assert_eq!(made.len(), 6);
        for run in made {
            let again = alone.fit((run.topics, run.seed), &|| true).unwrap();
            assert_eq!(again, Some(run));
        }
    }

    #[test]
    fn runs_in_the_making_are_given_up_and_made_again() {
        // Longer than anybody waits.
        let (runs, news) = started(setup(u64::MAX), 1);
        next(&news);
        let long = plan(&[2, 3], 1..2);
        for _ in 0..2 {
            runs.follow(Some(&long));
            assert_eq!(next(&news), RunNews::Begun((3, 1)));
            runs.follow(None);
            assert_eq!(next(&news), RunNews::Left((3, 1)));
            assert!(news.recv_timeout(Duration::from_millis(50)).is_err());
        }
        runs.follow(Some(&long));
        assert_eq!(next(&news), RunNews::Begun((3, 1)));
        // Another plan has no use for it.
        runs.follow(Some(&plan(&[2], 1..2)));
        assert_eq!(next(&news), RunNews::Left((3, 1)));
        assert_eq!(next(&news), RunNews::Begun((2, 1)));
        drop(runs);
        assert_eq!(next(&news), RunNews::Left((2, 1)));
        assert!(news.recv_timeout(Duration::from_secs(60)).is_err());
    }

    #[test]
    fn what_cannot_be_is_told() {
        let (runs, news) = started(setup(1), 1);
        next(&news);
        runs.follow(Some(&plan(&[0, 2], 1..2)));
        assert_eq!(next(&news), RunNews::Begun((2, 1)));
        assert!(matches!(next(&news), RunNews::Done(_)));
        assert_eq!(next(&news), RunNews::Begun((0, 1)));
        assert!(matches!(next(&news), RunNews::Failed(Some((0, 1)), _)));
        // It is tried again only when somebody says so.
        assert!(news.recv_timeout(Duration::from_millis(50)).is_err());
        runs.follow(Some(&plan(&[0, 2], 1..2)));
        assert_eq!(next(&news), RunNews::Begun((0, 1)));

        let tiny = RunSetup {
            corpus: Arc::new(bars(1, 1).0),
            ..setup(1)
        };
        let (_runs, news) = started(tiny, 1);
        assert!(matches!(next(&news), RunNews::Failed(None, _)));
    }

    #[test]
    fn a_list_of_alphas_becomes_its_mean() {
        let setup = setup(3);
        assert_eq!(setup.settings.alpha, PriorSpec::Each(1.0));
        let other = RunSetup::new(Kind::Collapsed, &setup.settings, 3, &setup.corpus);
        assert!(setup.same(&other));
        let other = RunSetup::new(Kind::Collapsed, &setup.settings, 4, &setup.corpus);
        assert!(!setup.same(&other));
    }
}
