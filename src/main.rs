//! The `gibbscope` program: parse, dispatch, and turn errors into exit codes.

use clap::Parser;
use gibbscope::cli::{self, Cli};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(asked) => {
            // Help and version are answers; everything else is a mistake of usage.
            // Where nobody reads the text there is nothing left to do.
            let _ = asked.print();
            return ExitCode::from(if asked.use_stderr() { cli::USAGE } else { 0 });
        }
    };
    let machine = cli.machine_stderr();
    match cli::run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => cli::report(&error, machine),
    }
}
