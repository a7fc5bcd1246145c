//! Words are found by several threads: whoever reads hands out documents in
//! batches, and gets the batches back in the same order, with words that are
//! numbered within the batch. What is made of them is then the same for any
//! number of threads.

use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded, unbounded};

use super::interner::Interner;
use super::texts::Texts;
use super::tokenizer::Tokenizer;

/// Text of a batch in bytes: enough to make up for handing it over, and so little
/// that its words stay in a processor's own cache.
pub(super) const BATCH: usize = 1 << 19;
/// Batches under way for each of several threads.
const AHEAD: usize = 2;

/// Documents, and what was found in them.
#[derive(Debug, Default)]
pub(super) struct Batch {
    texts: Texts,
    /// The words, in the order of their first use in the batch.
    pub(super) words: Interner,
    /// The documents' words by their numbers in `words`, end to end.
    pub(super) tokens: Vec<u32>,
    /// Where each document ends in `tokens`.
    pub(super) ends: Vec<usize>,
}

impl Batch {
    fn tokenize(&mut self, tokenizer: &Tokenizer) {
        self.words.clear();
        self.tokens.clear();
        self.ends.clear();
        let (words, tokens) = (&mut self.words, &mut self.tokens);
        for d in 0..self.texts.len() {
            tokenizer.tokens(self.texts.get(d), &mut |_, word| {
                tokens.push(words.id(word))
            });
            self.ends.push(tokens.len());
        }
    }
}

/// A batch, and where it goes when it is done.
type Job = (Batch, Sender<Batch>);

/// The thread that reads, and those that help it.
#[derive(Debug)]
pub(super) struct Workers {
    threads: usize,
    tokenizer: Tokenizer,
    jobs: Sender<Job>,
    queue: Receiver<Job>,
    /// Batches under way, the first one handed out in front.
    waiting: VecDeque<Receiver<Batch>>,
    /// Batches to use again.
    spare: Vec<Batch>,
    helpers: Vec<JoinHandle<()>>,
}

impl Workers {
    /// So many threads, with that of the caller. The others are started when there
    /// is more than one batch.
    pub(super) fn new(tokenizer: Tokenizer, threads: usize) -> Self {
        let (jobs, queue) = unbounded();
        Self {
            threads: threads.max(1),
            tokenizer,
            jobs,
            queue,
            waiting: VecDeque::new(),
            spare: Vec::new(),
            helpers: Vec::new(),
        }
    }

    /// Before anything is handed out: how many threads there are.
    pub(super) fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// What finds the words.
    pub(super) fn tokenizer(&self) -> &Tokenizer {
        &self.tokenizer
    }

    /// Hands out the documents from `first` on.
    pub(super) fn hand_out(&mut self, texts: &Texts, first: usize) {
        let mut batch = self.spare.pop().unwrap_or_default();
        batch.texts.clear();
        for d in first..texts.len() {
            batch.texts.push(texts.get(d));
        }
        let (done, waiting) = bounded(1);
        if self.jobs.send((batch, done)).is_ok() {
            self.waiting.push_back(waiting);
        }
        if self.waiting.len() > 1 && self.helpers.is_empty() {
            self.start();
        }
    }

    /// Where a thread cannot be started there is one less.
    fn start(&mut self) {
        for _ in 1..self.threads {
            let (queue, tokenizer) = (self.queue.clone(), self.tokenizer.clone());
            let work = move || {
                for (mut batch, done) in queue {
                    batch.tokenize(&tokenizer);
                    // Nobody waits for it after an error of reading.
                    let _ = done.send(batch);
                }
            };
            self.helpers.extend(thread::Builder::new().spawn(work));
        }
    }

    /// Whether the first batch under way is done, or so much is under way that it
    /// should be waited for.
    pub(super) fn is_due(&self) -> bool {
        let most = match self.threads {
            1 => 0,
            threads => threads * AHEAD,
        };
        let first = self.waiting.front();
        self.waiting.len() > most || first.is_some_and(|first| !first.is_empty())
    }

    /// The first batch under way, when it is done; `None` where there is none. The
    /// caller's thread finds words itself instead of waiting.
    pub(super) fn take_back(&mut self) -> Option<Batch> {
        let first = self.waiting.pop_front()?;
        loop {
            match first.try_recv() {
                Ok(batch) => return Some(batch),
                Err(TryRecvError::Disconnected) => return self.raise(),
                Err(TryRecvError::Empty) => {}
            }
            let Ok((mut batch, done)) = self.queue.try_recv() else {
                return first.recv().ok().or_else(|| self.raise());
            };
            batch.tokenize(&self.tokenizer);
            // Its receiver is among those waited for.
            let _ = done.send(batch);
        }
    }

    /// Gives back a batch that is of no more use.
    pub(super) fn reuse(&mut self, batch: Batch) {
        self.spare.push(batch);
    }

    /// A batch is lost only where a helper has panicked: that becomes the caller's.
    fn raise(&mut self) -> Option<Batch> {
        // Without its sender the queue ends, and all helpers with it.
        self.jobs = unbounded().0;
        for helper in self.helpers.drain(..) {
            if let Err(panic) = helper.join() {
                resume_unwind(panic);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn batches_come_back_in_order_whoever_does_them() {
        for threads in [0, 1, 2, 5] {
            let mut workers = Workers::new(Tokenizer::default(), threads);
            let mut texts = Texts::default();
            for d in 0..20 {
                texts.push(&format!("a{d} b a{d}"));
                workers.hand_out(&texts, d);
            }
            for d in 0..20 {
                let batch = workers.take_back().unwrap();
                let words: Vec<&str> = batch.words.words().collect();
                assert_eq!(words, [&format!("a{d}"), "b"], "{threads} threads");
                assert_eq!((&*batch.tokens, &*batch.ends), (&[0, 1, 0][..], &[3][..]));
                workers.reuse(batch);
            }
            assert!(workers.take_back().is_none());
        }
    }

    #[test]
    fn one_thread_keeps_nothing_back_and_more_keep_little() {
        for (threads, most) in [(1, 1), (2, 5), (3, 7)] {
            let mut workers = Workers::new(Tokenizer::default(), threads);
            let mut texts = Texts::default();
            texts.push("a");
            let mut held = 0;
            while !workers.is_due() {
                workers.hand_out(&texts, 0);
                held += 1;
            }
            assert!(held <= most, "{held} with {threads} threads");
        }
    }

    #[test]
    fn the_panic_of_a_helper_is_the_callers() {
        let mut workers = Workers::new(Tokenizer::default(), 2);
        let (lost, waiting) = bounded(1);
        workers.waiting.push_back(waiting);
        workers.helpers.push(thread::spawn(move || {
            drop(lost);
            thread::sleep(std::time::Duration::from_millis(20));
            resume_unwind(Box::new("no memory"));
        }));
        let caught = catch_unwind(AssertUnwindSafe(|| workers.take_back()));
        assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"no memory"));
    }

    #[test]
    fn threads_end_with_the_reader() {
        let mut workers = Workers::new(Tokenizer::default(), 3);
        let mut texts = Texts::default();
        texts.push("some words");
        for _ in 0..5 {
            workers.hand_out(&texts, 0);
        }
        let helpers = std::mem::take(&mut workers.helpers);
        assert_eq!(helpers.len(), 2);
        drop(workers);
        for helper in helpers {
            helper.join().unwrap();
        }
    }
}
