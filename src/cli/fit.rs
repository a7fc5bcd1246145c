//! `fit`: infer topics without a screen.

use super::chains;
use super::interrupt::Interrupt;
use super::intervals::{self, IntervalArgs};
use super::number::whole;
use super::options::{ChainArgs, CorpusArgs};
use super::output::{Folder, cutter, print_json, print_text, spare_results};
use super::progress::ProgressArgs;
use super::run::{Sampled, open, sample};
use crate::corpus::Source;
use crate::engine::Kind;
use crate::engine::fold_in::Method;
use crate::eval::held_out;
use crate::export::likelihood::HeldOutScore;
use crate::export::{results, summary::Summary};
use crate::plain::count;
use crate::session::{CorpusReference, Journal, Labels, Model, SessionFile, VERSION};
use anyhow::bail;
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;

/// Arguments of `fit`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope fit newsroom --seed 1
  gibbscope fit articles.csv --topics 30 --min-df 5 --out fitted
  gibbscope fit corpus.ldac --topics 20 --alpha 0.1 --eta 0.01 --sweeps 500 --json
  gibbscope fit newsroom --chains 4 --seed 1
  gibbscope fit newsroom --sweeps 500 --intervals --document n001
  zcat posts.jsonl.gz | gibbscope fit - --format jsonl --json

The defaults are 20 topics, alpha 0.1, eta 0.01 and 1000 sweeps; a bundled corpus
suggests its own. In the JSON alpha and eta are numbers where they are symmetric,
else lists of K and V, and null for a model without that prior. Ctrl-C ends the run
after the sweep under way: what there is by then is written, and the exit code is 1.

--chains C runs the chains of seeds S, S+1, … side by side, each the one that fit
--seed would run. Their topics are paired with those of the first by the cosine of
phi, and the verdict is `flat` (nothing seen against it), `mixing` (still moving, or
too little to go by) or `chains disagree`, with what it rests on: R-hat and effective
size of the log joint and of the sizes of topics, over the sweeps after half of the
run, and topics whose cosine is below 0.8. No number shows that a chain has converged.
All other results, and --out, are of the chain with the best objective.

Of one chain of draws it is said whether its log joint is flat so far: Geweke's z,
the autocorrelation time and the effective size over the newer half of the sweeps.
--intervals takes samples of that half, an autocorrelation time apart: at least 20,
while the trace is flat.")]
pub struct FitArgs {
    /// A file, a folder, - for standard input, or the name of a bundled corpus
    corpus: String,
    #[command(flatten)]
    chain: ChainArgs,
    /// Run so many chains with seeds that follow one another, from 1 to 1000, and say whether they agree
    #[arg(long, value_name = "C", value_parser = whole::<u64>(1, 1000), allow_negative_numbers = true, help_heading = "The model")]
    chains: Option<u64>,
    #[command(flatten)]
    reading: CorpusArgs,
    /// Folder for model.gibbscope, session.ron, summary.json and trace.csv; made where it is missing
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Replace results that are in the folder
    #[arg(long, help_heading = "Output", requires = "out")]
    force: bool,
    #[command(flatten)]
    intervals: IntervalArgs,
    /// Print one JSON object instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
    #[command(flatten)]
    pub(super) progress: ProgressArgs,
}

/// The object that `fit --json` prints.
#[derive(Serialize)]
struct Printed<'a> {
    #[serde(flatten)]
    summary: &'a Summary,
    /// What several chains say together, where several were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    chains: Option<&'a chains::Report>,
}

/// Runs `fit`.
pub fn run(args: &FitArgs) -> anyhow::Result<()> {
    let chain = args.chain.resolve(Source::demo(&args.corpus).as_ref())?;
    args.intervals.suit(chain.engine)?;
    let mut source = args.reading.source(&args.corpus)?;
    source.held_out = chain.held_out;
    source.read.threads = Some(chain.threads);
    spare_results(args.out.as_deref(), args.force)?;
    let mut progress = args.progress.start();

    let loaded = open(&source, &mut progress)?;
    let corpus = Arc::new(loaded.corpus);
    let seen = args.intervals.seen(&corpus)?;
    let settings = chain.settings(corpus.vocabulary())?;
    let mut engine = crate::engine::start(chain.engine, Arc::clone(&corpus), settings.clone())?;
    let folder = args
        .out
        .as_deref()
        .map(|path| Folder::prepare(path, &results::FILES))
        .transpose()?;
    for note in &chain.notes {
        progress.note(note);
    }
    let itself = chain.engine == Kind::VariationalEm;
    let asked = chain.optimize.alpha.is_some() && !itself || chain.optimize.eta.is_some();
    if asked && chain.engine.is_lda() && chain.sweeps < chain.optimize.first() {
        progress.note(&format!(
            "warning: no prior is fitted: the first fit comes after sweep {}, and the run ends after \
             {}; --optimize-burn-in and --optimize-interval set when",
            chain.optimize.first(),
            chain.sweeps
        ));
    }
    if chain.seed_is_random {
        progress.note(&format!("seed {} (chosen at random)", chain.seed));
    }

    let interrupt = Interrupt::listen()?;
    // A pipe has no name that holds later; the session then keeps the one given.
    let origin = source.clone().absolute().unwrap_or(source);
    let mut journal = Journal::new(engine.as_ref());
    let (sampled, report) = match args.chains {
        None => {
            let until = (chain.sweeps, &chain.optimize);
            let watched = (&interrupt, &mut progress);
            let sampled = sample(&mut engine, &mut journal, until, seen, watched)?;
            journal.stands(engine.as_ref());
            (sampled, None)
        }
        Some(chains) => {
            let model = (&chain, settings, seen);
            let mut members = chains::run(chains, model, &corpus, &interrupt, &mut progress)?;
            let report = chains::Report::new(&members);
            let early = members.iter().any(|member| member.sampled.interrupted);
            let interrupted = early || (members.len() as u64) < chains;
            let best = members.swap_remove(chains::best(&members));
            (engine, journal) = (best.engine, best.journal);
            let sampled = Sampled {
                interrupted,
                ..best.sampled
            };
            (sampled, report)
        }
    };

    let effort = sampled.effort(chain.threads);
    let mut summary = Summary::new(engine.as_ref(), effort).without(loaded.report.dropped);
    if let (Some(held), Some(split)) = (&loaded.held_out, chain.held_out) {
        let model = held_out::predictor(engine.as_ref(), Method::Gibbs);
        summary.held_out = held_out::completion(&model, held, split.seed)
            .map(|score| HeldOutScore::completion(score, split.seed));
    }
    intervals::tell(&sampled.seen, engine.as_ref(), &mut summary, &mut progress);
    if let Some(folder) = folder {
        let session = SessionFile {
            version: VERSION,
            corpus: CorpusReference {
                source: origin,
                hash: corpus.content_hash(),
            },
            journal,
            digest: Some(engine.digest()),
            labels: Labels::new(),
        };
        let model = Model::capture(engine.as_ref());
        results::write(
            folder.root(),
            &model,
            &session,
            &summary,
            sampled.seen.trace(),
        )?;
        if let Some(report) = &report {
            progress.note(&report.written());
        }
    }
    if args.json {
        print_json(&Printed {
            summary: &summary,
            chains: report.as_ref(),
        })?;
    } else {
        let chains = report
            .as_ref()
            .map_or_else(String::new, chains::Report::text);
        print_text(&(summary.text(&cutter()) + &chains))?;
    }
    if sampled.interrupted {
        if args.chains.is_some() {
            bail!("stopped before all chains were done; the results are those of what there is");
        }
        bail!(
            "stopped after {} of {}; the results are those of that sweep",
            engine.sweep(),
            count(chain.sweeps as usize, "sweep")
        );
    }
    Ok(())
}
