//! Finding the words of running text, and all of reading a corpus, as bytes a second.

use anyhow::{Context, Result};
use criterion::{Criterion, Throughput};
use gibbscope::corpus::demo::embedded;
use gibbscope::corpus::{
    BuildOptions, Builder, Content, CorpusError, Raw, Sink, Tokenizer, TokenizerKind,
    TokenizerOptions,
};
use std::time::Duration;

/// Texts are repeated up to about this size.
const BYTES: usize = 1 << 20;

fn main() -> Result<()> {
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("tokenizing");
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3));

    let english = text("newsroom.csv")?;
    let chinese = text("chinese.csv")?;
    for (name, kind, text) in [
        ("unicode", TokenizerKind::Unicode, &english),
        ("unicode, chinese", TokenizerKind::Unicode, &chinese),
        ("sklearn", TokenizerKind::Sklearn, &english),
        ("whitespace", TokenizerKind::Whitespace, &english),
    ] {
        let pattern = None;
        let tokenizer = Tokenizer::new(TokenizerOptions { kind, pattern })?;
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut letters = 0;
                tokenizer.tokens(text, &mut |_, word| letters += word.len());
                letters
            });
        });
    }

    // Enough for several threads to get something to do.
    let long = english.repeat(8);
    group.throughput(Throughput::Bytes(long.len() as u64));
    for (name, kind, threads) in [
        ("corpus", TokenizerKind::Unicode, 1),
        ("corpus, sklearn", TokenizerKind::Sklearn, 1),
        ("corpus, 2 threads", TokenizerKind::Unicode, 2),
    ] {
        group.bench_function(name, |b| b.iter(|| corpus(&long, kind, threads)));
    }
    group.finish();
    criterion.final_summary();
    Ok(())
}

/// All of reading but the file: a document a line.
fn corpus(text: &str, kind: TokenizerKind, threads: usize) -> Result<usize, CorpusError> {
    let pattern = None;
    let tokenizer = TokenizerOptions { kind, pattern };
    let options = BuildOptions {
        tokenizer,
        ..BuildOptions::default()
    };
    let mut builder = Builder::new(options)?.threads(threads);
    for line in text.lines() {
        builder.document(Raw {
            id: None,
            title: None,
            metadata: &[],
            content: Content::Text(line),
        })?;
    }
    Ok(builder.finish()?.0.tokens())
}

/// A bundled file, again and again.
fn text(file: &str) -> Result<String> {
    let text = std::str::from_utf8(embedded(file).context(file.to_owned())?)?;
    Ok(text.repeat(BYTES.div_ceil(text.len())))
}
