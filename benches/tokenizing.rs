//! Finding the words of running text, and all of reading a corpus, as bytes a second.

use anyhow::{Context, Result};
use criterion::{Criterion, Throughput};
use gibbscope::corpus::demo::embedded;
use gibbscope::corpus::{
    BuildOptions, Builder, Content, Raw, Sink, Tokenizer, TokenizerKind, TokenizerOptions,
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

    group.throughput(Throughput::Bytes(english.len() as u64));
    group.bench_function("corpus", |b| {
        b.iter(|| {
            let mut builder = Builder::new(BuildOptions::default())?;
            for line in english.lines() {
                builder.document(Raw {
                    id: None,
                    title: None,
                    content: Content::Text(line),
                })?;
            }
            builder.finish()
        });
    });
    group.finish();
    criterion.final_summary();
    Ok(())
}

/// A bundled file, again and again.
fn text(file: &str) -> Result<String> {
    let text = std::str::from_utf8(embedded(file).context(file.to_owned())?)?;
    Ok(text.repeat(BYTES.div_ceil(text.len())))
}
