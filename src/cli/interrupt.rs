//! Ctrl-C in a command. Before there is anything to lose it ends the program with a
//! word; while results grow, the first asks for an orderly end and the second ends
//! the program.

use super::failure::{FAILURE, report};
use anyhow::anyhow;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit code after a second Ctrl-C, as shells know it.
const KILLED: i32 = 130;

/// Whether an [`Interrupt`] sees to an orderly end.
static ORDERLY: AtomicBool = AtomicBool::new(false);

/// Ends the program when it is interrupted before somebody listens; `machine` says
/// whether a program reads standard error.
///
/// # Errors
/// When the system refuses.
#[expect(
    clippy::exit,
    reason = "the thread that works cannot be made to return"
)]
pub fn watch(machine: bool) -> std::io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        for _ in signals.forever() {
            if !ORDERLY.load(Ordering::SeqCst) {
                report(&anyhow!("interrupted before there was a result"), machine);
                std::process::exit(FAILURE.into());
            }
        }
    });
    Ok(())
}

/// Whether somebody wants the program to end.
#[derive(Debug, Clone)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Starts to listen.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn listen() -> std::io::Result<Self> {
        let asked = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // The order matters: the first signal finds the flag still down.
            flag::register_conditional_shutdown(signal, KILLED, Arc::clone(&asked))?;
            flag::register(signal, Arc::clone(&asked))?;
        }
        ORDERLY.store(true, Ordering::SeqCst);
        Ok(Self(asked))
    }

    /// Whether an end was asked for.
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
