//! The bare command: the explorer on the screen.

use super::failure::Usage;
use super::lesson::own_language;
use super::number::whole;
use super::options::{Chain, ChainArgs, CorpusArgs};
use super::output::print_text;
use crate::corpus::{CorpusError, Source, refuse_model};
use crate::tui::explorer::views::chains::MOST;
use crate::tui::lesson::Course;
use crate::tui::{self, Options, Plan, theme};
use anyhow::anyhow;
use clap::Args;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Arguments of the explorer.
#[derive(Debug, Clone, Args)]
pub struct ExploreArgs {
    /// A file, a folder, - for standard input, or the name of a bundled corpus; none opens a start screen
    pub corpus: Option<String>,
    /// What the chain is started with.
    #[command(flatten)]
    pub chain: ChainArgs,
    /// How the corpus is read.
    #[command(flatten)]
    pub reading: CorpusArgs,
    /// Sweeps a second, above 0 [default: as fast as it goes]
    #[arg(long, value_name = "N", value_parser = speed, allow_negative_numbers = true, help_heading = "The screen")]
    pub speed: Option<f64>,
    /// Run so many chains beside one another, each from a seed of its own, 1 to 64 (key 0 shows them)
    #[arg(long, value_name = "C", value_parser = whole::<u64>(1, MOST), allow_negative_numbers = true, default_value = "1", help_heading = "The screen")]
    pub chains: u64,
    /// Colours, by the name of a theme [default: those of the terminal]
    #[arg(long, value_name = "NAME", help_heading = "The screen")]
    pub theme: Option<String>,
    /// Start in presenter mode, for a projector: one large pane, and the keys that are pressed (key W)
    #[arg(long, help_heading = "The screen")]
    pub present: bool,
    /// Record the screen to a file that is not there yet, as asciicast v2, for asciinema play (key ctrl-r)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub record: Option<PathBuf>,
    /// Folder for what is saved from the screen
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub out: Option<PathBuf>,
}

fn speed(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(speed) if (1e-3..=1e6).contains(&speed) => Ok(speed),
        _ => Err("a number of sweeps a second goes from 0.001 to 1000000".to_owned()),
    }
}

/// What a corpus is opened with.
#[derive(Debug, Clone)]
pub struct Opening {
    /// The corpus.
    pub source: Source,
    /// The chain.
    pub chain: Chain,
    /// Sweeps after which the chain stops; `None`: it runs until it is stopped.
    pub limit: Option<u64>,
}

impl ExploreArgs {
    /// Resolves the options for a corpus, named on the command line or chosen
    /// on the start screen; a bundled one suggests what was not given.
    ///
    /// # Errors
    /// When an option's value is out of range.
    pub fn opening(&self, name: &str) -> anyhow::Result<Opening> {
        let chain = self.chain.resolve(Source::demo(name).as_ref())?;
        let mut source = self.reading.source(name)?;
        source.held_out = chain.held_out;
        source.read.threads = Some(chain.threads);
        Ok(Opening {
            chain,
            source,
            limit: self.chain.sweeps,
        })
    }
}

/// Opens the explorer.
pub fn run(args: ExploreArgs) -> anyhow::Result<()> {
    open(args, None, own_language())
}

/// Opens the explorer, maybe with a lesson; `language` is that of lessons started there.
pub(super) fn open(
    args: ExploreArgs,
    lesson: Option<Course>,
    language: String,
) -> anyhow::Result<()> {
    // What is wrong with the options is said before the screen is taken over.
    match &args.corpus {
        Some(name) => {
            plan(&args, name)?;
            let is_path = name != "-" && !name.starts_with("demo:");
            if is_path && Source::demo(name).is_none() && !Path::new(name).exists() {
                return Err(CorpusError::NotFound { path: name.into() }.into());
            }
            if is_path {
                refuse_model(Path::new(name))?;
            }
        }
        None => drop(args.chain.resolve(None)?),
    }
    if let Some(name) = &args.theme {
        theme::find(name).map_err(Usage)?;
    }
    if !std::io::stdout().is_terminal() {
        return Err(Usage(
            "the explorer needs a terminal on standard output; `gibbscope fit CORPUS` runs \
             without one"
                .to_owned(),
        )
        .into());
    }
    let ended = tui::run(Options {
        open: args.corpus.clone(),
        theme: args.theme.clone(),
        out: args.out.clone(),
        lesson,
        language,
        present: args.present,
        record: args.record.clone(),
        plan: Box::new(move |name| plan(&args, name).map_err(|e| format!("{e:#}"))),
    })
    .map_err(|e| anyhow!(e))?;
    for line in ended.lines {
        print_text(&format!("{line}\n"))?;
    }
    Ok(())
}

fn plan(args: &ExploreArgs, name: &str) -> anyhow::Result<Plan> {
    if name == "-" && std::io::stdin().is_terminal() {
        return Err(Usage(
            "standard input is the terminal, which the keys of the explorer come from; pipe a \
             corpus in (zcat posts.jsonl.gz | gibbscope -), or name a file"
                .to_owned(),
        )
        .into());
    }
    let Opening {
        source,
        chain,
        limit,
    } = args.opening(name)?;
    Ok(Plan {
        source,
        kind: chain.engine,
        optimize: chain.optimize,
        notes: chain.notes.clone(),
        settings: Box::new(move |vocabulary| {
            chain.settings(vocabulary).map_err(|e| format!("{e:#}"))
        }),
        limit,
        speed: args.speed,
        chains: args.chains,
        paused: false,
    })
}
