//! `diff`: what became of the topics, words and documents of one model in another.

mod table;

use super::model;
use super::number::whole;
use super::output::{print_json, print_text};
use crate::eval::difference::Common;
use crate::session::{Difference, Fitted};
use anyhow::anyhow;
use clap::Args;
use std::path::PathBuf;

/// Words of a topic, and documents, at most.
const MOST: u64 = 1000;

/// Arguments of `diff`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope diff monday tuesday
  gibbscope diff k20/model.gibbscope k30/model.gibbscope --documents 30
  gibbscope diff old new --json

The models may differ in the number of topics, in the engine, in their words and in their
documents. Words are the same when they are spelled the same, documents when they have the
same id. Topics are paired by the cosine of phi over the words that both have; below 0.8
two topics are not the same: that of the first is lost, that of the second new.

A word that rose in a topic has +, one that fell has −; the words come by their part in
the Jensen–Shannon divergence of the topic before and after (nats, 0 to ln 2). Documents
come by the Hellinger distance of their topics before and after (0 to 1). What is in a
lost or a new topic has moved. To compare LDA with the baselines, see compare.")]
pub struct DiffArgs {
    /// The first model: a file, or the folder that `fit --out` wrote
    before: PathBuf,
    /// The second model
    after: PathBuf,
    /// Words of each topic that changed most, 1 to 1000
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, MOST), allow_negative_numbers = true, default_value = "10")]
    words: usize,
    /// Documents that moved most, 0 to 1000
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, MOST), allow_negative_numbers = true, default_value = "10")]
    documents: usize,
    /// Print one JSON object instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// Runs `diff`.
pub fn run(args: &DiffArgs) -> anyhow::Result<()> {
    let before = Fitted::new(&model::read(&args.before)?)?;
    let after = Fitted::new(&model::read(&args.after)?)?;
    let common = Common::of(&before.corpus, &after.corpus);
    let most = (args.words, args.documents);
    let difference = Difference::of(&before, &after, &common, most).map_err(|reason| {
        let (before, after) = (args.before.display(), args.after.display());
        anyhow!("{before} and {after}: {reason}")
    })?;
    if args.json {
        return print_json(&difference);
    }
    let name = |path: &PathBuf| path.display().to_string();
    print_text(&table::text(
        &difference,
        (&name(&args.before), &name(&args.after)),
    ))
}
