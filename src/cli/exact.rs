//! `exact`: the true posterior of a small corpus beside what a chain draws.

mod report;

use super::failure::Usage;
use super::number::whole;
use super::options::{ChainArgs, CorpusArgs, ModelArgs, engine};
use super::output::{print_json, print_text};
use super::progress::Progress;
use super::run::open;
use crate::corpus::Source;
use crate::engine::{Kind, start};
use crate::session::exact::{Answers, Gathered, Quantity, Solved};
use anyhow::anyhow;
use clap::Args;
use std::sync::Arc;

/// Arguments of `exact`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope exact toy
  gibbscope exact toy --alpha 1 --eta 1 --sweeps 100000 --json
  gibbscope exact six.txt --topics 2 --pair 0,1 --pair 0,15

All K^N ways to give N tokens their topics are summed, which is possible for about
forty tokens and two topics. Beside each exact value stands what a chain of Gibbs
sampling drew in --sweeps sweeps from a random start, and how many of its standard
errors (which know of the autocorrelation) it is away. A chain rarely changes the
names of its topics, so p(z_0 = 0) is no test of it. Below: the exact log p(w),
the harmonic mean estimate of it (never to be relied on), the left-to-right
estimate, and the best variational bound, whose distance is KL(q || p).")]
pub struct ExactArgs {
    /// A file, a folder, - for standard input, or the name of a bundled corpus
    corpus: String,
    /// Two tokens, counted from 0 over the whole corpus; again for more [default: some of every kind]
    #[arg(long, value_name = "I,J", value_parser = pair)]
    pair: Vec<(usize, usize)>,
    /// The chain: collapsed or uncollapsed
    #[arg(long, value_name = "ENGINE", value_parser = engine(), default_value = "collapsed", help_heading = "The chain")]
    engine: Kind,
    /// Sweeps that are counted, at least 1
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, u64::MAX), allow_negative_numbers = true, default_value = "10000", help_heading = "The chain")]
    sweeps: u64,
    /// Seed of all random numbers, from 0
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true, default_value = "1", help_heading = "The chain")]
    seed: u64,
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    reading: CorpusArgs,
    /// Print one JSON object instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
}

fn pair(text: &str) -> Result<(usize, usize), String> {
    let whole = |part: &str| part.trim().parse().ok();
    let both = text.split_once(',');
    let both = both.and_then(|(i, j)| Some((whole(i)?, whole(j)?)));
    both.ok_or_else(|| "it takes two whole numbers with a comma between, as 0,15".to_owned())
}

/// Runs `exact`.
pub fn run(args: &ExactArgs) -> anyhow::Result<()> {
    if !args.engine.is_gibbs() {
        let name = args.engine.name();
        return Err(Usage(format!(
            "--engine {name} draws no topics: take collapsed or uncollapsed"
        ))
        .into());
    }
    let given = ChainArgs {
        model: args.model.clone(),
        sweeps: Some(args.sweeps),
        seed: Some(args.seed),
        ..ChainArgs::default()
    };
    let chain = given.resolve(Source::demo(&args.corpus).as_ref())?;
    let source = args.reading.source(&args.corpus)?;
    let corpus = Arc::new(open(&source, &mut Progress::quiet())?.corpus);
    let tokens = corpus.tokens();
    if let Some(beyond) = args.pair.iter().find(|(i, j)| (*i).max(*j) >= tokens) {
        return Err(Usage(format!(
            "--pair {},{} is beyond the last token, which is {}",
            beyond.0,
            beyond.1,
            tokens.saturating_sub(1)
        ))
        .into());
    }
    let settings = chain.settings(corpus.vocabulary())?;
    let alpha = settings.alpha.resolve("alpha", settings.topics)?;
    let eta = settings.eta.resolve("eta", corpus.vocabulary().len())?;
    let solved = Solved::new(&corpus, &alpha, &eta).map_err(|reason| anyhow!("{reason}"))?;

    let mut engine = start(args.engine, Arc::clone(&corpus), settings)?;
    let quantities = match args.pair.is_empty() {
        true => Quantity::choose(&corpus, alpha.len()),
        false => Quantity::with_pairs(&corpus, alpha.len(), &args.pair),
    };
    let mut gathered = Gathered::new(engine.as_ref(), quantities);
    for _ in 0..args.sweeps {
        while !engine.advance(usize::MAX).sweep_done {}
        if let Some(gathered) = &mut gathered {
            gathered.push(engine.as_ref());
        }
    }
    let draws = (args.seed, args.sweeps);
    let both = (&alpha, &eta);
    let answers = Answers::new(&solved, gathered.as_ref(), &corpus, both, draws);
    let of = (args.engine, args.seed);
    if args.json {
        print_json(&report::Report::new(&corpus, both, of, &answers))
    } else {
        print_text(&report::text(&corpus, both, of, &answers))
    }
}
