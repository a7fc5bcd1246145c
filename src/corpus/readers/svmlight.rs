//! SVMlight (LIBSVM): a document a line, `label feature:count … # comment`.
//!
//! Features start at 1 unless `--base 0` says otherwise (scikit-learn writes
//! both). `qid:` is ignored, comments and blank lines are skipped, and the
//! label, which may be any word, becomes the title, and metadata.

use super::Job;
use super::bags::{Bags, document_index};
use super::numbers::{MAX_WORDS, at_most, real_count, shown};
use super::words;
use crate::corpus::decode::Text;
use crate::corpus::{CorpusError, Sink};
use crate::plain::clean_name;

/// Reads all documents.
pub(crate) fn read(
    text: &mut Text<'_>,
    job: &mut Job<'_>,
    sink: &mut dyn Sink,
) -> Result<(), CorpusError> {
    let file = text.name().to_owned();
    let words = words::beside(job)?;
    let limit = words.as_ref().map(|w| w.list.len() as u64);
    let base = u64::from(job.options.base.unwrap_or(1));
    let mut reader = Reader {
        base,
        limit,
        needed: 0,
        bags: Bags::default(),
        labels: Vec::new(),
    };
    let mut line = String::new();
    while let Some(number) = text.next_line(&mut line)? {
        reader
            .line(&line)
            .map_err(|problem| CorpusError::line(&file, number, problem))?;
    }
    let labels = reader.labels;
    let documents = document_index(labels.len()).map_err(|p| CorpusError::file(&file, p))?;
    let label = |document: u32| (None, labels.get(document as usize).cloned());
    let words = (words, reader.needed);
    reader.bags.deliver(words, documents, label, job, sink)
}

struct Reader {
    base: u64,
    limit: Option<u64>,
    needed: u64,
    bags: Bags,
    labels: Vec<String>,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let line = line.split_once('#').map_or(line, |(before, _)| before);
        let mut tokens = line.split_ascii_whitespace();
        let Some(label) = tokens.next() else {
            return Ok(());
        };
        if label.contains(':') {
            return Err(format!(
                "the line starts with {} where a label belongs",
                shown(label)
            ));
        }
        let document = document_index(self.labels.len())?;
        for token in tokens {
            let (feature, value) = token
                .split_once(':')
                .ok_or_else(|| format!("{} is not a pair feature:count", shown(token)))?;
            if feature == "qid" {
                continue;
            }
            let word = self.word(feature)?;
            self.bags.add(document, word, real_count(value)?)?;
        }
        self.labels.push(clean_name(label));
        Ok(())
    }

    fn word(&mut self, token: &str) -> Result<u32, String> {
        let id = at_most(token, "feature", MAX_WORDS)?;
        let word = id.checked_sub(self.base).ok_or_else(|| {
            format!(
                "feature {id}, but features start at {}; if they start at 0, pass --base 0",
                self.base
            )
        })?;
        if let Some(limit) = self.limit.filter(|limit| word >= *limit) {
            return Err(format!(
                "feature {id} is past the vocabulary, which has {limit} words"
            ));
        }
        self.needed = self.needed.max(word + 1);
        u32::try_from(word).map_err(|_| format!("feature {id} is too large"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{read_as, read_files, read_with, refusal};
    use crate::corpus::Format;
    use crate::corpus::reading::ReadOptions;

    #[test]
    fn labels_features_and_comments() {
        let sink = read_as(
            Format::SvmLight,
            "# a comment\n+1 qid:4 1:2 3:1.0 # d1\n\nspam\n-1 3:1 1:1\n",
        )
        .unwrap();
        assert_eq!(
            sink.counts(),
            [vec![(0, 2), (2, 1)], vec![], vec![(0, 1), (2, 1)]]
        );
        assert_eq!(sink.titles(), ["+1", "spam", "-1"]);
        assert_eq!(sink.metadata(), ["label=+1", "label=spam", "label=-1"]);
        assert_eq!(sink.words.as_deref().unwrap(), ["w0", "w1", "w2"]);
    }

    #[test]
    fn features_may_start_at_zero() {
        let options = ReadOptions {
            format: Some(Format::SvmLight),
            base: Some(0),
            ..ReadOptions::default()
        };
        let (sink, _) = read_with(b"1 0:1\n", &options).unwrap();
        assert_eq!(sink.counts(), [[(0, 1)]]);
        assert!(refusal(Format::SvmLight, "1 0:1\n").contains("--base 0"));
    }

    #[test]
    fn what_is_wrong_is_located() {
        for (line, words) in [
            ("1 1:0.5", "count `0.5`"),
            ("1 1:-1", "count `-1`"),
            ("1:1 2:1", "where a label belongs"),
            ("1 x:1", "feature `x`"),
            ("1 word", "not a pair"),
        ] {
            let error = refusal(Format::SvmLight, &format!("1 1:1\n{line}\n"));
            assert!(
                error.starts_with("x: line 2: ") && error.contains(words),
                "{error}"
            );
        }
        let files: [(&str, &[u8]); 2] = [("a.svmlight", b"1 3:1\n"), ("a.vocab", b"x\ny\n")];
        let error = read_files(&files, &ReadOptions::default()).0.unwrap_err();
        assert!(error.contains("line 1: feature 3 is past"), "{error}");
    }
}
