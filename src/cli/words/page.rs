//! The page of a word.

use super::texts::Texts;
use super::{Row, Words};
use crate::cli::topics::{optional, short};
use crate::eval::words::{Context, Holder, contexts, holders, others};
use crate::plain::{clean, clean_name, count, visible};
use crate::tui::text::{bar, fit, fit_end, pad, percent, width};
use serde::Serialize;
use std::fmt::Write;

/// Topics that are listed for a person.
const TOPICS: usize = 12;
/// Other words of a document.
const OTHERS: usize = 8;
/// Top words of a topic.
const TOP: usize = 6;

/// What `words MODEL WORD --json` prints.
#[derive(Debug, Serialize)]
pub struct Page<'a> {
    #[serde(flatten)]
    row: Row<'a>,
    /// K.
    all_topics: usize,
    /// D.
    all_documents: usize,
    /// All topics, the largest p(topic|word) first.
    profile: Vec<Topic<'a>>,
    /// The documents that have it most.
    examples: Vec<Example<'a>>,
}

#[derive(Debug, Serialize)]
struct Topic<'a> {
    id: u32,
    /// Of the word in the topic; expected ones where the engine draws none.
    tokens: f64,
    phi: f64,
    /// p(topic|word); null for a word without tokens.
    probability: Option<f64>,
    /// The most probable words of the topic.
    words: Vec<&'a str>,
}

#[derive(Debug, Serialize)]
struct Example<'a> {
    /// Its place in the corpus, from 0.
    document: usize,
    id: &'a str,
    title: Option<String>,
    /// Of the word.
    count: u32,
    /// Of all words.
    tokens: usize,
    /// Its tokens of the word by topic, most first.
    topics: Vec<Part>,
    /// Where it stands; null without a text.
    lines: Option<Vec<Line>>,
    others: Vec<Other<'a>>,
}

#[derive(Debug, Serialize)]
struct Part {
    id: u32,
    tokens: u32,
}

#[derive(Debug, Serialize)]
struct Line {
    before: String,
    word: String,
    after: String,
    /// The topic of the token.
    topic: u32,
}

#[derive(Debug, Serialize)]
struct Other<'a> {
    word: &'a str,
    count: u32,
}

impl<'a> Page<'a> {
    /// Of a word, with so many documents and lines of each.
    pub fn new(
        words: &Words<'a>,
        word: u32,
        texts: Option<&Texts>,
        (documents, lines): (usize, usize),
    ) -> Self {
        let corpus = &words.fitted.corpus;
        let examples = holders(corpus, word, documents);
        Self {
            row: words.row(word),
            all_topics: words.fitted.ids.len(),
            all_documents: corpus.documents(),
            profile: profile(words, word),
            examples: examples
                .into_iter()
                .map(|holder| example(words, word, holder, (texts, lines)))
                .collect(),
        }
    }
}

fn profile<'a>(words: &Words<'a>, word: u32) -> Vec<Topic<'a>> {
    let fitted = words.fitted;
    let mut row = Vec::new();
    words.profiles.fill(word, &mut row);
    let all = f64::from(words.counts.tokens(word));
    let mut phi = vec![0.0; fitted.ids.len()];
    fitted.phi.fill(word, &mut phi);
    let tops = fitted.phi.top_words(TOP);
    let topic = |(k, top): (usize, Vec<(u32, f64)>)| {
        let own = row.iter().find(|entry| entry.0 == k).map_or(0.0, |e| e.1);
        let drawn = || fitted.state.count(word, k as u16).into();
        let name = |(word, _): (u32, f64)| fitted.corpus.vocabulary().word(word);
        Topic {
            id: fitted.ids[k],
            tokens: if fitted.kind.is_gibbs() {
                drawn()
            } else {
                all * own
            },
            phi: phi[k],
            probability: (all > 0.0).then_some(own),
            words: top.into_iter().map(name).collect(),
        }
    };
    let mut profile: Vec<Topic<'_>> = tops.into_iter().enumerate().map(topic).collect();
    let share = |t: &Topic<'_>| t.probability.unwrap_or_default();
    profile.sort_by(|a, b| share(b).total_cmp(&share(a)));
    profile
}

fn example<'a>(
    words: &Words<'a>,
    word: u32,
    holder: Holder,
    (texts, lines): (Option<&Texts>, usize),
) -> Example<'a> {
    let (fitted, d) = (words.fitted, holder.document);
    let corpus = &fitted.corpus;
    let z = &fitted.state.z()[corpus.range(d)];
    let mut by_topic = vec![0; fitted.ids.len()];
    for (&own, &k) in corpus.document(d).iter().zip(z) {
        by_topic[usize::from(k)] += u32::from(own == word);
    }
    let parts = by_topic.iter().zip(&fitted.ids);
    let mut topics: Vec<Part> = parts
        .filter(|(tokens, _)| **tokens > 0)
        .map(|(&tokens, &id)| Part { id, tokens })
        .collect();
    topics.sort_by_key(|part| std::cmp::Reverse(part.tokens));
    let named = |context: Context| Line {
        topic: fitted.ids[usize::from(z[context.token])],
        before: context.before,
        word: context.word,
        after: context.after,
    };
    let lines = texts.map(|texts| {
        let (text, spans) = texts.read(d);
        let found = contexts(text, &spans, word, lines);
        found.into_iter().map(named).collect()
    });
    let other = |(word, count): (u32, u32)| Other {
        word: corpus.vocabulary().word(word),
        count,
    };
    Example {
        document: d,
        id: corpus.id(d),
        title: texts.and_then(|texts| texts.title(d)).map(str::to_owned),
        count: holder.count,
        tokens: corpus.range(d).len(),
        topics,
        lines,
        others: others(corpus, d, word, OTHERS)
            .into_iter()
            .map(other)
            .collect(),
    }
}

impl Page<'_> {
    /// The page for a person, in so many columns.
    pub fn text(&self, columns: usize) -> String {
        let row = &self.row;
        let mut text = format!(
            "{}: {}, {}% of all, in {} of {} ({})\n",
            visible(row.word),
            count(row.tokens as usize, "token"),
            short(100.0 * row.token_share),
            row.documents,
            count(self.all_documents, "document"),
            percent(row.document_share)
        );
        if row.tokens > 0 {
            self.numbers(&mut text);
            self.topics(&mut text, columns);
            text += "\nthe documents that have it most\n";
            for example in &self.examples {
                example.write(&mut text, columns);
            }
        }
        text
    }

    fn numbers(&self, text: &mut String) {
        let (row, most) = (&self.row, (self.all_topics as f64).ln());
        let topics = row.topics.map_or_else(|| optional(None), |n| n.to_string());
        for (name, value, meaning) in [
            (
                "topics",
                topics,
                format!("of {} have a token of it", self.all_topics),
            ),
            (
                "effective topics",
                optional(row.effective_topics),
                "exp(entropy); as if even over so many".into(),
            ),
            (
                "entropy",
                optional(row.entropy),
                format!("nats; 0 in one topic, {} even over all", short(most)),
            ),
            (
                "specificity",
                optional(row.specificity),
                "1 in one topic, 0 even over all".into(),
            ),
            (
                "distinctiveness",
                optional(row.distinctiveness),
                "nats from the topics of all tokens".into(),
            ),
            (
                "stop score",
                optional(row.stop_score),
                format!(
                    "documents {} × evenness {}",
                    percent(row.document_share),
                    optional(row.evenness)
                ),
            ),
        ] {
            let _ = writeln!(text, "  {name:<17} {value:>7}  {meaning}");
        }
    }

    fn topics(&self, text: &mut String, columns: usize) {
        const BAR: usize = 14;
        let _ = writeln!(text, "\ntopic   tokens     phi  p(topic|word)");
        let there = |topic: &&Topic<'_>| topic.probability.is_some_and(|p| p >= 5e-4);
        let shown: Vec<&Topic<'_>> = self.profile.iter().filter(there).take(TOPICS).collect();
        for topic in &shown {
            let share = topic.probability.unwrap_or_default();
            let words: Vec<String> = topic.words.iter().map(|word| visible(word)).collect();
            let tokens = match topic.tokens.fract() == 0.0 {
                true => format!("{:.0}", topic.tokens),
                false => format!("{:.1}", topic.tokens),
            };
            let line = format!(
                "{:>5} {tokens:>8} {:>7} {:>6} {}  {}",
                topic.id,
                short(topic.phi),
                percent(share),
                pad(&bar(share, BAR), BAR),
                words.join(" ")
            );
            let _ = writeln!(text, "{}", fit(&line, columns));
        }
        let positive = |t: &&Topic<'_>| t.probability.is_some_and(|p| p > 0.0);
        let more = self.profile.iter().filter(positive).count() - shown.len();
        if more > 0 {
            let _ = writeln!(text, "    … {more} more with less");
        }
    }
}

impl Example<'_> {
    fn write(&self, text: &mut String, columns: usize) {
        let title = self.title.as_deref().map(clean_name).unwrap_or_default();
        let part = if title.is_empty() { "" } else { ": " };
        let head = format!(
            "{}, {} of {}{part}{title}",
            clean_name(self.id),
            self.count,
            count(self.tokens, "token")
        );
        let _ = writeln!(text, "{}", fit(&head, columns));
        match &self.lines {
            Some(lines) => {
                for line in lines {
                    let _ = writeln!(text, "{}", line.text(columns));
                }
                let more = self.count as usize - lines.len();
                if more > 0 {
                    let _ = writeln!(text, "      … {more} more");
                }
            }
            None => {
                let topic = |part: &Part| format!("{} in topic {}", part.tokens, part.id);
                let topics: Vec<String> = self.topics.iter().map(topic).collect();
                let other = |other: &Other<'_>| format!("{} {}", visible(other.word), other.count);
                let others: Vec<String> = self.others.iter().map(other).collect();
                let line = format!("      {}; with {}", topics.join(", "), others.join(", "));
                let _ = writeln!(text, "{}", fit(&line, columns));
            }
        }
    }
}

impl Line {
    /// The word in the middle, its topic in front.
    fn text(&self, columns: usize) -> String {
        let word = clean(&self.word);
        let room = columns.saturating_sub(width(&word) + 9);
        let (before, after) = (clean(&self.before), clean(&self.after));
        let before = fit_end(&before, room / 2);
        let fill = " ".repeat(room / 2 - width(&before).min(room / 2));
        let after = fit(&after, room - room / 2);
        format!("{:>5}  {fill}{before}[{word}]{after}", self.topic)
    }
}
