//! A MALLET Gibbs sampling state (`--output-state`): a line a token,
//! `doc source pos typeindex type topic`.
//!
//! The source may hold spaces, so the last four fields are split off from the
//! right. Lines `#alpha : …` and `#beta : …` may be missing; their numbers may
//! have decimal commas, as Java writes them in some countries. Words come from
//! the file itself; V is the highest type index + 1. Documents without a token
//! do not show in a state: a number that is left out is an empty document.

use std::path::Path;

use super::numbers::{MAX_DOCUMENTS, MAX_TOKENS, MAX_TOPICS, MAX_WORDS, at_most, shown};
use crate::corpus::decode::Text;
use crate::corpus::input::{Input, Watch};
use crate::corpus::{Content, CorpusError, Raw, Sink};
use crate::plain::clean_name;

/// A state as its file has it: the corpus and where each token stands.
///
/// Document `d` has the tokens `offsets[d]..offsets[d + 1]` of `words` and
/// `topics`, in the order of the file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StateFile {
    /// α of each topic, from the header.
    pub alpha: Option<Vec<f64>>,
    /// β (our η), from the header.
    pub beta: Option<f64>,
    /// The source of each document; `None` where the file says `NA` or nothing.
    pub sources: Vec<Option<String>>,
    /// Where each document starts (D + 1 entries).
    pub offsets: Vec<usize>,
    /// The word of each token (type index).
    pub words: Vec<u32>,
    /// The topic of each token.
    pub topics: Vec<u32>,
    /// The types; an index that no token has is called `w` and its number.
    pub types: Vec<String>,
}

impl StateFile {
    /// Number of topics: that of α, else the highest topic + 1.
    pub fn topic_count(&self) -> usize {
        self.alpha.as_ref().map_or_else(
            || self.topics.iter().max().map_or(0, |&z| z as usize + 1),
            Vec::len,
        )
    }
}

/// Reads a state from a file, plain or gzip.
///
/// # Errors
/// When the file cannot be read or a line of it is not that of a state.
pub fn read_state(path: &Path, watch: &mut dyn Watch) -> Result<StateFile, CorpusError> {
    let input = Input::file(path, 0, None, watch)?;
    let name = path.display().to_string();
    parse(&mut Text::new(name, input.bytes, None)?)
}

/// Reads a state as a corpus: the topics are left behind.
pub(crate) fn read(text: &mut Text<'_>, sink: &mut dyn Sink) -> Result<(), CorpusError> {
    let state = parse(text)?;
    sink.vocabulary(state.types)?;
    for (source, bounds) in state.sources.iter().zip(state.offsets.windows(2)) {
        let range = bounds.first().copied().unwrap_or(0)..bounds.last().copied().unwrap_or(0);
        sink.document(Raw {
            id: source.as_deref(),
            title: None,
            metadata: &[],
            content: Content::Tokens(state.words.get(range).unwrap_or_default()),
        })?;
    }
    Ok(())
}

/// One line of the body.
struct Token<'a> {
    document: u32,
    source: &'a str,
    index: u32,
    word: &'a str,
    topic: u32,
}

fn parse(text: &mut Text<'_>) -> Result<StateFile, CorpusError> {
    let file = text.name().to_owned();
    let mut building = Building::default();
    let mut line = String::new();
    while let Some(number) = text.next_line(&mut line)? {
        let taken = match line.strip_prefix('#') {
            Some(header) => building.header(header),
            None if line.trim().is_empty() => Ok(()),
            None => token(&line).and_then(|token| building.take(&token)),
        };
        taken.map_err(|problem| CorpusError::line(&file, number, problem))?;
    }
    if building.rows.is_empty() {
        return Err(CorpusError::file(
            &file,
            "it holds no tokens; a state has a line `doc source pos typeindex type topic` for each",
        ));
    }
    Ok(building.finish())
}

fn token(line: &str) -> Result<Token<'_>, String> {
    let wrong = || {
        format!(
            "{} is not a line of a MALLET state, `doc source pos typeindex type topic`",
            shown(line)
        )
    };
    let mut right = line.trim_end().rsplitn(5, ' ');
    let (Some(topic), Some(word), Some(index), Some(position), Some(left)) = (
        right.next(),
        right.next(),
        right.next(),
        right.next(),
        right.next(),
    ) else {
        return Err(wrong());
    };
    let (document, source) = left.split_once(' ').ok_or_else(wrong)?;
    at_most(position, "the position", u64::MAX)?;
    // The limits lie inside 32 bits.
    Ok(Token {
        document: at_most(document, "the document number", MAX_DOCUMENTS - 1)? as u32,
        source,
        index: at_most(index, "the type index", MAX_WORDS - 1)? as u32,
        word,
        topic: at_most(topic, "the topic", MAX_TOPICS - 1)? as u32,
    })
}

/// A state while it is read.
#[derive(Default)]
struct Building {
    alpha: Option<Vec<f64>>,
    beta: Option<f64>,
    sources: Vec<Option<String>>,
    types: Vec<Option<String>>,
    /// Document, word and topic of each token.
    rows: Vec<(u32, u32, u32)>,
    last: Option<u32>,
    unsorted: bool,
}

impl Building {
    fn header(&mut self, header: &str) -> Result<(), String> {
        let Some((name, values)) = header.split_once(':') else {
            return Ok(());
        };
        let mut values = values.split_ascii_whitespace().map(number);
        match name.trim() {
            "alpha" => {
                let alpha = values.collect::<Result<Vec<f64>, String>>()?;
                self.alpha = Some(alpha).filter(|alpha| !alpha.is_empty());
            }
            "beta" => self.beta = values.next().transpose()?,
            _ => {}
        }
        Ok(())
    }

    fn take(&mut self, token: &Token<'_>) -> Result<(), String> {
        if let Some(alpha) = self.alpha.as_ref()
            && token.topic as usize >= alpha.len()
        {
            return Err(format!(
                "topic {} is past the {} topics that #alpha has",
                token.topic,
                alpha.len()
            ));
        }
        if self.rows.len() as u64 >= MAX_TOKENS {
            return Err(format!("there are more than {MAX_TOKENS} tokens"));
        }
        self.name_type(token)?;
        if self.last != Some(token.document) {
            self.unsorted |= self.last.is_some_and(|last| last > token.document);
            self.last = Some(token.document);
            let place = token.document as usize;
            if self.sources.len() <= place {
                self.sources.resize(place + 1, None);
            }
            if let Some(source) = self.sources.get_mut(place).filter(|s| s.is_none()) {
                *source = Some(clean_name(token.source)).filter(|s| !s.is_empty() && s != "NA");
            }
        }
        self.rows.push((token.document, token.index, token.topic));
        Ok(())
    }

    /// Keeps the word of a type index; one index has one word.
    fn name_type(&mut self, token: &Token<'_>) -> Result<(), String> {
        let place = token.index as usize;
        if self.types.len() <= place {
            self.types.resize(place + 1, None);
        }
        match self.types.get_mut(place) {
            Some(Some(known)) if known == token.word => Ok(()),
            Some(Some(known)) if known == token.word => Ok(()),
            Some(Some(known)) => Err(format!(
                "type index {place} is {} here and {} before; an index has one word",
                shown(token.word),
                shown(known)
            )),
            Some(free) => {
                *free = Some(token.word.to_owned());
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn finish(mut self) -> StateFile {
        if self.unsorted {
            // A stable sort: tokens of a document stay in the order of the file.
            self.rows.sort_by_key(|row| row.0);
        }
        let mut offsets = Vec::with_capacity(self.sources.len() + 1);
        for (place, row) in self.rows.iter().enumerate() {
            while offsets.len() <= row.0 as usize {
                offsets.push(place);
            }
        }
        offsets.resize(self.sources.len() + 1, self.rows.len());
        let name = |(index, word): (usize, Option<String>)| word.unwrap_or(format!("w{index}"));
        StateFile {
            alpha: self.alpha,
            beta: self.beta,
            sources: self.sources,
            offsets,
            words: self.rows.iter().map(|row| row.1).collect(),
            topics: self.rows.iter().map(|row| row.2).collect(),
            types: self.types.into_iter().enumerate().map(name).collect(),
        }
    }
}

/// A number of the header, with a decimal point or comma.
fn number(token: &str) -> Result<f64, String> {
    let plain = if token.contains('.') {
        token.replace(',', "")
    } else {
        token.replace(',', ".")
    };
    plain
        .parse()
        .ok()
        .filter(|value: &f64| value.is_finite())
        .ok_or_else(|| format!("{} in the header is not a number", shown(token)))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Kept, read_as, refusal};
    use super::*;
    use crate::corpus::Format;
    use crate::corpus::input::Unwatched;
    use std::io::Write;

    const STATE: &str = "#doc source pos typeindex type topic\n#alpha : 0.15 0,25 0.15 \n#beta : 0.01\n0 NA 0 0 dies 2\n0 NA 1 1 sein 0\n2 my file.txt 0 3 x 1\n2 my file.txt 1 0 dies 1\n";

    fn state(text: &str) -> StateFile {
        parse(&mut Text::new("s".into(), Box::new(text.as_bytes()), None).unwrap()).unwrap()
    }

    #[test]
    fn a_state_is_read_whole() {
        let state = state(STATE);
        assert_eq!(state.alpha, Some(vec![0.15, 0.25, 0.15]));
        assert_eq!((state.beta, state.topic_count()), (Some(0.01), 3));
        assert_eq!(state.sources, [None, None, Some("my file.txt".to_owned())]);
        assert_eq!(state.offsets, [0, 2, 2, 4]);
        assert_eq!(state.words, [0, 1, 3, 0]);
        assert_eq!(state.topics, [2, 0, 1, 1]);
        assert_eq!(state.types, ["dies", "sein", "w2", "x"]);
    }

    #[test]
    fn headers_may_be_missing_and_documents_mixed() {
        let state = state("1 a 0 0 x 1\n0 b 0 1 y 0\n1 a 1 1 y 0\n");
        assert_eq!((state.alpha.as_ref(), state.beta), (None, None));
        assert_eq!(state.topic_count(), 2);
        assert_eq!((state.offsets, state.words), (vec![0, 1, 3], vec![1, 0, 1]));
    }

    #[test]
    fn plain_and_gzip_files() {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        packed.write_all(STATE.as_bytes()).unwrap();
        for bytes in [STATE.as_bytes().to_vec(), packed.finish().unwrap()] {
            let mut file = tempfile::NamedTempFile::new().unwrap();
            file.write_all(&bytes).unwrap();
            assert_eq!(
                read_state(file.path(), &mut Unwatched).unwrap(),
                state(STATE)
            );
        }
    }

    #[test]
    fn a_state_is_a_corpus() {
        let sink = read_as(Format::MalletState, STATE).unwrap();
        assert_eq!(sink.ids(), ["-", "-", "my file.txt"]);
        assert_eq!(sink.documents[2], Kept::Tokens(vec![3, 0]));
        assert_eq!(sink.words.unwrap().len(), 4);
    }

    #[test]
    fn what_is_wrong_is_located() {
        for (line, words) in [
            ("0 NA 0 0 y 1", "type index 0 is `y` here and `x` before"),
            ("0 NA 0 0 x -1", "the topic `-1`"),
            ("0 NA 0 0 x 2", "topic 2 is past the 2 topics"),
            ("0 0 0 x 2", "is not a line"),
            ("99999999999 NA 0 0 x 1", "document number 99999999999"),
            ("0 NA 0 99999999999 x 1", "type index 99999999999"),
            ("#alpha : x", "`x` in the header"),
        ] {
            let text = format!("#alpha : 1 1\n0 NA 0 0 x 1\n{line}\n");
            let error = refusal(Format::MalletState, &text);
            assert!(
                error.starts_with("x: line 3: ") && error.contains(words),
                "{error}"
            );
        }
        assert!(refusal(Format::MalletState, "#alpha : 1\n").contains("no tokens"));
    }
}
