//! `replay`: run a recorded session again.

use super::failure::Usage;
use super::interrupt::Interrupt;
use super::intervals::{self, IntervalArgs};
use super::output::{Folder, cutter, print_json, print_text, spare_results};
use super::progress::ProgressArgs;
use super::run::{Sampled, open};
use crate::export::{results, summary::Summary};
use crate::plain::count;
use crate::session::{self, Model, SESSION_FILE, SessionFile};
use crate::tui::latest_session;
use anyhow::bail;
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Arguments of `replay`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope replay fitted/session.ron
  gibbscope replay fitted --out again --json
  gibbscope replay fitted --intervals

The corpus is read again from where it was, and must be the same; the exit code
is 0 only where the same digest comes out.")]
pub struct ReplayArgs {
    /// A session file, or the folder it is in
    session: Option<PathBuf>,
    /// Folder for model.gibbscope, session.ron, summary.json and trace.csv
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Replace results that are in the folder
    #[arg(long, help_heading = "Output", requires = "out")]
    force: bool,
    #[command(flatten)]
    intervals: IntervalArgs,
    /// Print the same JSON object as `fit` instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
    #[command(flatten)]
    pub(super) progress: ProgressArgs,
}

/// What to do where no session is named.
fn which() -> String {
    let kept = match latest_session() {
        Some(path) => format!(
            "the last one that the explorer kept is run again by\n  gibbscope replay {}",
            path.display()
        ),
        None => "the explorer keeps one when it is left, and says where".to_owned(),
    };
    format!("name a session: its file, or a folder of `fit --out` or of the key w; {kept}")
}

/// Runs `replay`.
pub fn run(args: &ReplayArgs) -> anyhow::Result<()> {
    let Some(session) = &args.session else {
        return Err(Usage(which()).into());
    };
    let path = if session.is_dir() {
        session.join(SESSION_FILE)
    } else {
        session.clone()
    };
    let recorded = SessionFile::read(&path)?;
    let source = &recorded.corpus.source;
    if source.name == "-" {
        bail!(
            "{} was made from standard input, which cannot be read again: fit a file to get a \
             session that can be replayed",
            path.display()
        );
    }
    spare_results(args.out.as_deref(), args.force)?;
    let mut progress = args.progress.start();
    let loaded = open(source, &mut progress)?;
    let corpus = Arc::new(loaded.corpus);
    let hash = corpus.content_hash();
    if hash != recorded.corpus.hash {
        bail!(
            "{} is not the corpus of this session any more: its content hash is {hash}, the \
             session has {}; put it back as it was then, or open it anew",
            source.name,
            recorded.corpus.hash
        );
    }
    let folder = args
        .out
        .as_deref()
        .map(|path| Folder::prepare(path, &results::FILES))
        .transpose()?;

    let interrupt = Interrupt::listen()?;
    let (sweeps, tokens) = (recorded.journal.sweeps, corpus.tokens());
    let seen = args.intervals.seen(&corpus)?;
    let mut seen = seen.until(recorded.journal.sweeps);
    let (started, mut drawn) = (Instant::now(), 0);
    let engine = session::replay(&recorded.journal, corpus, |engine| {
        drawn += tokens as u64;
        seen.take(engine, &recorded.journal);
        let per_token = engine.objective().total() / tokens as f64;
        progress.sweep(engine.sweep(), sweeps, per_token);
        !interrupt.asked()
    })?;
    let sampled = Sampled {
        seconds: started.elapsed().as_secs_f64(),
        tokens: drawn,
        interrupted: interrupt.asked(),
        seen,
    };
    progress.done();
    if sampled.interrupted {
        let all = count(sweeps as usize, "sweep");
        bail!("stopped after {} of {all}", engine.sweep());
    }

    let digest = engine.digest();
    let same = match &recorded.digest {
        Some(expected) if *expected != digest => {
            bail!("the replay ended with digest {digest}, the session has {expected}")
        }
        Some(_) => "the same digest",
        None => "the session, ended by a failure, has no digest; the replay's is",
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let effort = sampled.effort(threads);
    let mut summary = Summary::new(engine.as_ref(), effort).without(loaded.report.dropped);
    intervals::tell(&sampled.seen, engine.as_ref(), &mut summary, &mut progress);
    if let Some(folder) = folder {
        let mut model = Model::capture(engine.as_ref());
        model.labels.clone_from(&recorded.labels);
        results::write(
            folder.root(),
            &model,
            &recorded,
            &summary,
            sampled.seen.trace(),
        )?;
    }
    if args.json {
        print_json(&summary)
    } else {
        print_text(&format!("{same}: {digest}\n{}", summary.text(&cutter())))
    }
}
