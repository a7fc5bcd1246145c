//! The command line: one file for each subcommand.
//!
//! Raw arguments become resolved settings before anything is read, results go to
//! standard output, and everything said on the way goes to standard error. Exit
//! codes: 0 done, 1 failed, 2 a mistake of usage.

mod chains;
mod choose_k;
mod compare;
mod completions;
mod convert;
mod corpora;
mod diff;
mod documents;
mod eta;
mod evaluate;
mod exact;
mod explore;
mod export;
mod failure;
mod fit;
mod generate;
mod groups;
mod held_out;
mod infer;
mod interrupt;
mod intervals;
mod lesson;
mod map;
mod model;
mod number;
mod options;
mod output;
mod plot;
mod progress;
mod race;
mod replay;
mod report;
mod run;
mod score;
mod side_by_side;
mod state;
mod terms;
mod topics;
mod words;

pub use eta::Eta;
pub use explore::{ExploreArgs, Opening};
pub use failure::{FAILURE, USAGE, Usage, answer, report};
pub use options::{Chain, ChainArgs, CorpusArgs};

use crate::engine;
use clap::{Parser, Subcommand};

/// See a topic model think: an explorer for latent Dirichlet allocation
///
/// Opens a corpus, infers topics by one of seven engines, and shows the inference
/// while it happens. Everything the screen can do has a command.
#[derive(Debug, Parser)]
#[command(
    name = "gibbscope",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  gibbscope newsroom                       explore a bundled corpus
  gibbscope articles.csv --topics 30       explore your own
  gibbscope fit articles.csv --json        the same without a screen
  gibbscope corpora                        list the bundled corpora

CORPUS is a file, a folder of texts, - for standard input, or the name of a
bundled corpus (demo:NAME always; a bare NAME where no such file exists).

Exit codes: 0 done, 1 failed, 2 a mistake in the arguments."
)]
pub struct Cli {
    /// What to do; none opens the explorer.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The explorer's own arguments.
    #[command(flatten)]
    pub explore: ExploreArgs,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Infer topics without a screen
    Fit(fit::FitArgs),
    /// Find the topics of new documents with a fitted model
    Infer(infer::InferArgs),
    /// Compare LDA and the baselines on the same held-out documents
    Compare(compare::CompareArgs),
    /// Fit every number of topics from several seeds, and say what speaks for which
    ChooseK(choose_k::ChooseKArgs),
    /// Let several engines run side by side from the same seed
    Race(race::RaceArgs),
    /// Print what TF-IDF or latent semantic indexing says about a corpus
    Terms(terms::TermsArgs),
    /// Print the diagnostics of a model's topics, and their words in several orders
    Topics(topics::TopicsArgs),
    /// Print the documents of a model in an order, with their topics; nearest ones; passages
    Documents(documents::DocumentsArgs),
    /// Print a model's vocabulary, the page of one word, or words that say little
    Words(words::WordsArgs),
    /// Print how much of each topic groups of documents have, or over time
    Groups(groups::GroupsArgs),
    /// Map the topics by the distance of their words, and show which of them meet
    Map(map::MapArgs),
    /// Print what became of the topics, words and documents of one model in another
    Diff(diff::DiffArgs),
    /// Print the likelihood of a model or of a MALLET state
    Evaluate(evaluate::EvaluateArgs),
    /// Print the true posterior of a small corpus beside what a chain draws
    Exact(exact::ExactArgs),
    /// Print the coherence of topics from any program
    Score(score::ScoreArgs),
    /// Draw a corpus from the model, and write it with its truth
    Generate(generate::GenerateArgs),
    /// Write a corpus in another format, after stop words and limits
    Convert(convert::ConvertArgs),
    /// Write a fitted model in the formats of other programs
    Export(export::ExportArgs),
    /// Write a fitted model as one HTML file, with pictures and documents
    Report(report::ReportArgs),
    /// Run a recorded session again and check that it ends the same
    Replay(replay::ReplayArgs),
    /// Follow a lesson on the screen, list the lessons, or check one without a screen
    Lesson(lesson::LessonArgs),
    /// List the bundled corpora
    Corpora(corpora::CorporaArgs),
    /// Print a completion script for a shell
    Completions(completions::CompletionsArgs),
    /// Print the manual page
    Man(completions::ManArgs),
}

impl Cli {
    /// Whether standard error is promised to a program (`--progress json`).
    pub fn machine_stderr(&self) -> bool {
        match &self.command {
            Some(Command::Fit(args)) => args.progress.is_json(),
            Some(Command::Race(args)) => args.progress.is_json(),
            Some(Command::Terms(args)) => args.progress.is_json(),
            Some(Command::Replay(args)) => args.progress.is_json(),
            Some(Command::Report(args)) => args.progress.is_json(),
            Some(Command::Infer(args)) => args.progress.is_json(),
            Some(Command::Compare(args)) => args.progress.is_json(),
            Some(Command::ChooseK(args)) => args.progress.is_json(),
            Some(Command::Score(args)) => args.progress.is_json(),
            Some(Command::Convert(args)) => args.progress.is_json(),
            Some(Command::Words(args)) => args.progress.is_json(),
            _ => false,
        }
    }
}

/// Does what was asked.
///
/// # Errors
/// Whatever went wrong, as one sentence; [`report`] knows its exit code.
pub fn run(cli: Cli) -> anyhow::Result<()> {
    if let Ok(path) = std::env::var("GIBBSCOPE_SIMD") {
        let forced = engine::force_instructions(&path);
        forced.map_err(|error| failure::Usage(format!("GIBBSCOPE_SIMD: {error}")))?;
    }
    // On the screen Ctrl-C is a key.
    if cli.command.is_some() {
        interrupt::watch(cli.machine_stderr())?;
    }
    match cli.command {
        None => explore::run(cli.explore),
        Some(Command::Fit(args)) => fit::run(&args),
        Some(Command::Infer(args)) => infer::run(&args),
        Some(Command::Compare(args)) => compare::run(&args),
        Some(Command::ChooseK(args)) => choose_k::run(&args),
        Some(Command::Race(args)) => race::run(&args),
        Some(Command::Terms(args)) => terms::run(&args),
        Some(Command::Documents(args)) => documents::run(&args),
        Some(Command::Topics(args)) => topics::run(&args),
        Some(Command::Words(args)) => words::run(&args),
        Some(Command::Groups(args)) => groups::run(&args),
        Some(Command::Map(args)) => map::run(&args),
        Some(Command::Report(args)) => report::run(&args),
        Some(Command::Diff(args)) => diff::run(&args),
        Some(Command::Evaluate(args)) => evaluate::run(&args),
        Some(Command::Exact(args)) => exact::run(&args),
        Some(Command::Score(args)) => score::run(&args),
        Some(Command::Generate(args)) => generate::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Export(args)) => export::run(&args),
        Some(Command::Replay(args)) => replay::run(&args),
        Some(Command::Lesson(args)) => lesson::run(&args),
        Some(Command::Corpora(args)) => corpora::run(&args),
        Some(Command::Completions(args)) => completions::run(&args),
        Some(Command::Man(args)) => completions::man(&args),
    }
}
