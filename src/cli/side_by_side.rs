//! Jobs that know nothing of one another, on a bounded number of threads.

use super::interrupt::Interrupt;
use anyhow::bail;
use crossbeam_channel::{RecvTimeoutError, unbounded};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Does `work` for every place in `order`, which threads take from the front, and hands
/// what comes of it to `finished`, on the calling thread, as it comes: which thread does
/// what, and how many there are, changes nothing but the time.
///
/// Ctrl-C ends it at once: nobody waits for jobs in the making, since one of them must
/// not hold up the end of the program. Without an `interrupt` the jobs see to that
/// themselves, and all are waited for.
///
/// # Errors
/// What `finished` gives, which ends it too, and when a job fails without a word.
pub fn run<T: Send + 'static>(
    order: Vec<usize>,
    threads: usize,
    interrupt: Option<&Interrupt>,
    work: impl Fn(usize) -> T + Send + Sync + 'static,
    mut finished: impl FnMut(usize, T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let jobs = order.len();
    let shared = Arc::new((order, AtomicUsize::new(0), work));
    let (send, receive) = unbounded();
    for _ in 0..threads.min(jobs) {
        let (shared, send) = (Arc::clone(&shared), send.clone());
        std::thread::spawn(move || {
            let (order, taken, work) = &*shared;
            while let Some(&place) = order.get(taken.fetch_add(1, Ordering::Relaxed)) {
                // After an interrupt nobody takes it.
                let _ = send.send((place, work(place)));
            }
        });
    }
    drop(send);
    let mut done = 0;
    while !interrupt.is_some_and(Interrupt::asked) {
        match receive.recv_timeout(Duration::from_millis(50)) {
            Ok((place, result)) => {
                finished(place, result)?;
                done += 1;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) if done < jobs => bail!("a fit failed"),
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    // Those that were finished when it came.
    for (place, result) in receive.try_iter() {
        finished(place, result)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once_whatever_the_threads() {
        for threads in [1, 2, 9] {
            let mut squares = vec![0; 5];
            let order = vec![4, 0, 3, 1, 2];
            let keep = |place: usize, square| {
                squares[place] += square;
                Ok(())
            };
            run(order, threads, None, |place| place * place, keep).unwrap();
            assert_eq!(squares, [0, 1, 4, 9, 16], "{threads}");
        }
        run(vec![], 1, None, |_| (), |_, ()| Ok(())).unwrap();
    }

    #[test]
    fn a_refused_result_ends_it() {
        let refuse = |_, ()| bail!("no");
        let error = run(vec![0, 1], 1, None, |_| (), refuse).unwrap_err();
        assert_eq!(error.to_string(), "no");
    }
}
