//! Errors become a sentence and an exit code.

use crate::corpus::CorpusError;
use crate::engine::EngineError;
use crate::model::{PriorError, StateError};
use crate::plain::clean_lines;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// Exit code of a failure.
pub const FAILURE: u8 = 1;
/// Exit code of a mistake in the arguments.
pub const USAGE: u8 = 2;

/// The arguments do not make sense; the text says what to type instead.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

/// Says what went wrong on standard error (as a JSON line where a program reads
/// it) and gives the exit code. When nobody reads standard output any more,
/// that is the end of the work and no failure.
pub fn report(error: &anyhow::Error, machine: bool) -> ExitCode {
    if is_broken_pipe(error) {
        return ExitCode::SUCCESS;
    }
    let text = if machine {
        serde_json::json!({"event": "error", "text": error.to_string()}).to_string()
    } else {
        clean_lines(&format!("error: {error}"))
    };
    // Where standard error is gone, the exit code still speaks.
    let _ = writeln!(std::io::stderr(), "{text}");
    ExitCode::from(code(error))
}

/// Prints what the parser of arguments says, and gives the exit code: help and
/// version are answers, everything else is a mistake of usage.
pub fn answer(asked: &clap::Error) -> u8 {
    if !asked.use_stderr() {
        let written = asked.print().and_then(|()| std::io::stdout().flush());
        return match written {
            Err(e) if e.kind() != ErrorKind::BrokenPipe => {
                let _ = writeln!(
                    std::io::stderr(),
                    "error: cannot write to standard output: {e}"
                );
                FAILURE
            }
            // Where nobody reads the text there is nothing left to do.
            _ => 0,
        };
    }
    // It repeats the arguments, which a shell may have made of file names; its
    // own colours are worth less than that nothing else gets through.
    let text = asked.render().to_string();
    let _ = write!(std::io::stderr(), "{}", clean_lines(&text));
    USAGE
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|e| e.kind() == ErrorKind::BrokenPipe)
    })
}

fn code(error: &anyhow::Error) -> u8 {
    let corpus = error
        .downcast_ref()
        .is_some_and(|e: &CorpusError| e.is_usage());
    let engine = error.downcast_ref().is_some_and(|e: &EngineError| {
        matches!(
            e,
            EngineError::Prior(_)
                | EngineError::SmallPrior { .. }
                | EngineError::Temper(_)
                | EngineError::TooLarge { .. }
                | EngineError::State(StateError::Topics(_))
        )
    });
    if corpus || engine || error.is::<PriorError>() || error.is::<Usage>() {
        USAGE
    } else {
        FAILURE
    }
}
