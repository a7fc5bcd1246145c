//! The `gibbscope` program: parse, dispatch, and turn errors into exit codes.

use clap::Parser;
use gibbscope::cli::{self, Cli};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(asked) => return ExitCode::from(cli::answer(&asked)),
    };
    let machine = cli.machine_stderr();
    match cli::run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => cli::report(&error, machine),
    }
}
