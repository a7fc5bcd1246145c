//! `generate`: a corpus drawn from the model, with its truth.

mod recover;

use super::eta::Eta;
use super::failure::Usage;
use super::number::whole;
use super::output::{Folder, print_json, print_text, write_file};
use crate::engine::default_priors;
use crate::export::drawn;
use crate::model::PriorSpec;
use crate::model::generate::generate;
use crate::plain::count;
use anyhow::{anyhow, bail};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Arguments of `generate`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  gibbscope generate --topics 5 --documents 300 --vocabulary 200 --length 80 --out drawn
  gibbscope drawn/corpus.ldac --topics 5
  gibbscope fit drawn/corpus.ldac --topics 5 --json
  gibbscope evaluate drawn/z.state
  gibbscope generate --topics 3 --vocabulary 12 --recover 500 --out drawn --force

phi_k ~ Dirichlet(eta); of each document N ~ Poisson(length), theta ~ Dirichlet(alpha);
of each token z ~ theta, w ~ phi_z. The folder has the counts (corpus.ldac with
corpus.vocab and corpus.ids) and the truth: phi.csv (a topic a line, a word a column),
theta.csv (a document a line, a topic a column), and z.state, a MALLET state with the
topic of every token. The same seed gives the same corpus everywhere, and one with more
documents begins with the same ones.")]
pub struct GenerateArgs {
    /// Number of topics, K, from 1 to 65535
    #[arg(long, value_name = "K", value_parser = whole::<usize>(1, 65535), allow_negative_numbers = true, default_value = "10")]
    topics: usize,
    /// Number of documents, D, from 1 to 100000000
    #[arg(long, value_name = "D", value_parser = whole::<usize>(1, 100_000_000), allow_negative_numbers = true, default_value = "1000")]
    documents: usize,
    /// Number of words, V, from 1 to 100000000
    #[arg(long, value_name = "V", value_parser = whole::<usize>(1, 100_000_000), allow_negative_numbers = true, default_value = "500")]
    vocabulary: usize,
    /// Tokens of a document on average, above 0 and at most 1000000
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        default_value = "100"
    )]
    length: f64,
    /// Document–topic prior: each topic's value (0.1), sum:5, or a list of K [default: 0.1]
    #[arg(long, value_name = "A", allow_hyphen_values = true)]
    alpha: Option<PriorSpec>,
    /// Topic–word prior: each word's value (0.01), sum:50, or a list of V [default: 0.01]
    #[arg(long, value_name = "B", allow_hyphen_values = true)]
    eta: Option<Eta>,
    /// Seed of all random numbers, from 0
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true, default_value = "1")]
    seed: u64,
    /// Hide the truth, run the collapsed sampler for so many sweeps, from 1, and say how much of the truth it found
    #[arg(long, value_name = "SWEEPS", value_parser = whole::<u64>(1, u64::MAX), allow_negative_numbers = true)]
    recover: Option<u64>,
    /// Leave out phi.csv, theta.csv and z.state, which are large for many words
    #[arg(long)]
    no_truth: bool,
    /// Folder for the files; made where it is missing
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: PathBuf,
    /// Replace a drawn corpus that is in the folder
    #[arg(long, help_heading = "Output")]
    force: bool,
    /// Print one JSON object instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// Runs `generate`.
pub fn run(args: &GenerateArgs) -> anyhow::Result<()> {
    if !(args.length > 0.0 && args.length <= 1e6) {
        let length = args.length;
        return Err(Usage(format!(
            "--length {length}: it goes from above 0 to 1000000"
        ))
        .into());
    }
    let (alpha, eta) = default_priors();
    let alpha = args.alpha.clone().unwrap_or(alpha);
    let eta = match &args.eta {
        None => eta,
        Some(Eta::Spec(spec)) => spec.clone(),
        Some(Eta::File(path)) => {
            let path = path.display();
            let text = format!(
                "--eta {path}: the words of a drawn corpus have no names yet; give a value or a list"
            );
            return Err(Usage(text).into());
        }
    };
    let resolved = (
        alpha.resolve("alpha", args.topics)?,
        eta.resolve("eta", args.vocabulary)?,
    );
    let files = drawn::files(&resolved.1, !args.no_truth);
    Folder::check(&args.out, &files)?;
    let old = drawn::FILES.map(|file| args.out.join(file));
    let old: Vec<PathBuf> = old.into_iter().filter(|path| path.exists()).collect();
    if let (Some(path), false) = (old.first(), args.force) {
        let path = path.display();
        bail!("{path} is there already: --force replaces what was drawn, or name another folder");
    }
    let made = generate(
        args.documents,
        args.length,
        &resolved.0,
        &resolved.1,
        args.seed,
    )?;
    let folder = Folder::prepare(&args.out, &files)?;
    for path in old {
        // A truth that is left would be that of another corpus.
        std::fs::remove_file(&path)
            .map_err(|e| anyhow!("cannot replace {}: {e}", path.display()))?;
    }
    for file in &files {
        let priors = (&resolved.0, &resolved.1);
        write_file(&folder.path(file), |out| {
            drawn::write(file, &made, priors, out)
        })?;
    }
    let (tokens, empty) = (made.corpus.tokens(), made.corpus.empty_documents());
    let recovered = args
        .recover
        .map(|sweeps| recover::run(&made, (&alpha, &eta), sweeps, args.seed))
        .transpose()?;
    if args.json {
        let mut said = json!({
            "documents": args.documents, "vocabulary": args.vocabulary, "tokens": tokens,
            "empty_documents": empty, "topics": args.topics, "length": args.length,
            "alpha": alpha.to_string(), "eta": eta.to_string(), "seed": args.seed,
            "files": files,
        });
        if let Some(recovered) = &recovered {
            said["recovery"] = recovered.json();
        }
        return print_json(&said);
    }
    let recovered = recovered.map(|recovered| recovered.text());
    print_text(&format!(
        "{}, {}, {} of {}, seed {}\nwrote {} in {}\n{}",
        count(args.documents, "document"),
        count(args.vocabulary, "word"),
        count(tokens, "token"),
        count(args.topics, "topic"),
        args.seed,
        files.join(", "),
        args.out.display(),
        recovered.unwrap_or_default(),
    ))
}
