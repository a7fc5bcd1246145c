//! `completions` and `man`: what the program says about itself.

use super::Cli;
use super::output::{Folder, print};
use anyhow::anyhow;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::path::PathBuf;

/// Arguments of `completions`.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  gibbscope completions bash > ~/.local/share/bash-completion/completions/gibbscope")]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Arguments of `man`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope man | man -l -
  gibbscope man --out ~/.local/share/man/man1")]
pub struct ManArgs {
    /// Folder for the pages of all commands [default: the main page on standard output]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs `completions`.
pub fn run(args: &CompletionsArgs) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "gibbscope", &mut script);
    print(&String::from_utf8(script)?)
}

/// Runs `man`.
pub fn man(args: &ManArgs) -> anyhow::Result<()> {
    let Some(out) = &args.out else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut page)?;
        return print(&String::from_utf8(page)?);
    };
    Folder::prepare(out, &[])?;
    clap_mangen::generate_to(Cli::command(), out)
        .map_err(|e| anyhow!("cannot write the pages to {}: {e}", out.display()))
}
