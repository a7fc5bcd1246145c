//! `corpora`: the bundled corpora.

use super::output::{print_json, print_text};
use crate::corpus::demo;
use clap::Args;
use std::fmt::Write;

/// Arguments of `corpora`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope corpora
  gibbscope fit demo:river-bank")]
pub struct CorporaArgs {
    /// Print a JSON list instead of text
    #[arg(long)]
    json: bool,
}

/// Runs `corpora`.
pub fn run(args: &CorporaArgs) -> anyhow::Result<()> {
    let demos = demo::index()?;
    if args.json {
        return print_json(&demos);
    }
    let mut text = String::new();
    for demo in demos {
        let s = &demo.settings;
        let _ = writeln!(
            text,
            "{}\n    {}\n    suggested: --topics {} --alpha {} --eta {} --sweeps {} \
             --stop-words {} --min-df {} --max-df {}",
            demo.name,
            demo.title,
            s.topics,
            s.alpha,
            s.eta,
            s.sweeps,
            s.stop_words,
            s.min_df,
            s.max_df
        );
    }
    print_text(&text)
}
