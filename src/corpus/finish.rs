//! From streamed documents to a corpus: stop words, then limits, then the final
//! numbering. The order is scikit-learn's.

use rustc_hash::FxHashSet;

use super::Corpus;
use super::builder::{Builder, Words};
use super::error::CorpusError;
use super::language::{Language, recognise};
use super::prune::Usage;
use super::report::{LoadReport, some};
use super::stop_choice::StopWordsChoice;
use super::stop_words::StopList;
use super::texts::Texts;
use super::vocabulary::Vocabulary;
use crate::plain::clean;

/// The language is judged by this many documents at most, evenly spread …
const SAMPLE_DOCUMENTS: usize = 400;
/// … and about this many bytes in all.
const SAMPLE_BYTES: usize = 200_000;
/// The new id of a word that was removed. There are fewer words than that.
const GONE: u32 = u32::MAX;

/// See [`Builder::finish`].
pub(super) fn finish(mut built: Builder) -> Result<(Corpus, LoadReport), CorpusError> {
    let documents = built.ids.len();
    let (words, is_text) = match std::mem::replace(&mut built.words, Words::Unknown) {
        Words::Found(interner) => (interner.words().map(str::to_owned).collect(), true),
        Words::Given(words) => (words, false),
        Words::Numbered(count) => ((0..count).map(|v| v.to_string()).collect(), false),
        Words::Unknown => (Vec::new(), false),
    };
    let mut report = LoadReport {
        vocabulary_before_pruning: words.len(),
        notes: std::mem::take(&mut built.notes),
        ..LoadReport::default()
    };
    if is_text {
        report.language = recognise(&sample(&built.texts));
    }
    if built.named {
        repeated_ids(&built.ids, &mut report.notes);
    }

    let usage = Usage::count(words.len(), &built.tokens, &built.offsets);
    let mut keep = stop(&mut built, &words, is_text, &usage, &mut report);
    let stopped_all = !keep.contains(&true);
    if built.limits.prune(words.len()) {
        let before = kept_tokens(&keep, &usage);
        built.limits.apply(&mut keep, &usage, &words, documents);
        report.tokens_removed_by_limits = before - kept_tokens(&keep, &usage);
    }
    if !words.is_empty() && kept_tokens(&keep, &usage) == 0 {
        let list = built
            .list
            .iter()
            .map(|list| format!("--stop-words {}", list.name));
        let limits = built.limits.in_words();
        let settings: Vec<_> = list
            .chain(limits.into_iter().filter(|_| !stopped_all))
            .collect();
        return Err(CorpusError::AllPruned {
            settings: settings.join(", "),
            before: words.len(),
            documents,
        });
    }

    renumber(&mut built, words, &keep, is_text, report)
}

/// Clears words of the stop list, and says in the report which list it was.
fn stop(
    built: &mut Builder,
    words: &[String],
    is_text: bool,
    usage: &Usage,
    report: &mut LoadReport,
) -> Vec<bool> {
    let mut why = "";
    if built.choice == StopWordsChoice::Auto {
        let language = report.language.as_deref();
        built.list = language.and_then(Language::parse).map(StopList::of);
        why = match (is_text, language) {
            (false, _) => " (counts)",
            (true, None) => " (language not recognised)",
            (true, Some(_)) => " (no list for this language)",
        };
    }
    let Some(list) = &mut built.list else {
        report.stop_words = match &report.language {
            Some(language) if !why.is_empty() => format!("none (no list for {language})"),
            _ => format!("none{why}"),
        };
        return vec![true; words.len()];
    };
    let keep: Vec<bool> = words.iter().map(|word| !list.stops(word)).collect();
    let unmatched: Vec<String> = list.unmatched().map(str::to_owned).collect();
    report.stop_words = format!(
        "{} ({} entries, {} matched)",
        list.name,
        list.len(),
        list.len() - unmatched.len()
    );
    if list.own {
        report.unmatched_stop_words = unmatched;
    }
    report.tokens_removed_by_stop_words =
        kept_tokens(&vec![true; words.len()], usage) - kept_tokens(&keep, usage);
    keep
}

fn kept_tokens(keep: &[bool], usage: &Usage) -> usize {
    let kept = keep.iter().zip(&usage.tokens).filter(|(keep, _)| **keep);
    kept.map(|(_, &tokens)| tokens as usize).sum()
}

/// Gives kept words their final ids: by code point for text, as scikit-learn
/// sorts; in the order of the file for counts.
fn renumber(
    built: &mut Builder,
    mut words: Vec<String>,
    keep: &[bool],
    is_text: bool,
    mut report: LoadReport,
) -> Result<(Corpus, LoadReport), CorpusError> {
    let mut order: Vec<usize> = (0..words.len()).filter(|&v| keep[v]).collect();
    if is_text {
        order.sort_unstable_by(|&a, &b| words[a].cmp(&words[b]));
    }
    let mut new_ids = vec![GONE; words.len()];
    for (new, &old) in order.iter().enumerate() {
        new_ids[old] = new as u32;
    }
    let vocabulary = order
        .iter()
        .map(|&v| std::mem::take(&mut words[v]))
        .collect();

    let (mut tokens, mut offsets) = (
        std::mem::take(&mut built.tokens),
        std::mem::take(&mut built.offsets),
    );
    replace(&mut tokens, &mut offsets, &new_ids);
    let (mut ids, mut titles, mut texts) = (
        std::mem::take(&mut built.ids),
        std::mem::take(&mut built.titles),
        is_text.then(|| std::mem::take(&mut built.texts)),
    );
    let gathered = std::mem::take(&mut built.metadata);
    let mut metadata = gathered.finish(&mut report.notes)?;
    if built.drop_empty {
        let keep: Vec<bool> = offsets.windows(2).map(|o| o[0] < o[1]).collect();
        let dropped = ids.iter().zip(&keep).filter(|(_, keep)| !**keep);
        report.dropped = dropped.map(|(id, _)| id.to_owned()).collect();
        if !report.dropped.is_empty() {
            // An empty document starts where the next one does.
            offsets.dedup();
            ids = ids.filtered(&keep);
            titles = titles.filtered(&keep);
            texts = texts.map(|texts| texts.filtered(&keep));
            let kept: Vec<usize> = (0..keep.len()).filter(|&d| keep[d]).collect();
            metadata = metadata.select(&kept);
        }
    }
    [Some(&mut ids), Some(&mut titles), texts.as_mut()]
        .into_iter()
        .flatten()
        .for_each(Texts::shrink);
    let corpus = Corpus {
        vocabulary: Vocabulary::new(vocabulary),
        offsets,
        words: tokens,
        ids,
        titles,
        texts,
        tokenizer: is_text.then(|| built.workers.tokenizer().clone()),
        stop_list: built.list.take().unwrap_or_default(),
        metadata,
    };
    let columns = corpus.metadata.columns().iter();
    report.metadata = columns.map(|c| clean(&c.to_string())).collect();
    report.documents = corpus.documents();
    report.empty_documents = corpus.empty_documents();
    report.vocabulary = corpus.vocabulary().len();
    report.tokens = corpus.tokens();
    Ok((corpus, report))
}

/// Puts new word ids in the place of the old ones, and closes the gaps: a second
/// list of tokens would be most of the memory that loading takes.
fn replace(tokens: &mut Vec<u32>, offsets: &mut [usize], new_ids: &[u32]) {
    let (mut next, mut kept) = (0, 0);
    for end in &mut offsets[1..] {
        while next < *end {
            let new = new_ids[tokens[next] as usize];
            next += 1;
            if new != GONE {
                tokens[kept] = new;
                kept += 1;
            }
        }
        *end = kept;
    }
    tokens.truncate(kept);
    tokens.shrink_to_fit();
}

/// Some text of documents from all over the corpus.
fn sample(texts: &Texts) -> String {
    let documents = texts.len();
    let step = documents.div_ceil(SAMPLE_DOCUMENTS).max(1);
    let each = SAMPLE_BYTES / documents.div_ceil(step).max(1);
    let mut sample = String::new();
    for d in (0..documents).step_by(step) {
        let text = texts.get(d);
        let mut end = each.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        sample.push_str(&text[..end]);
        sample.push('\n');
    }
    sample
}

fn repeated_ids(ids: &Texts, notes: &mut Vec<String>) {
    let mut seen = FxHashSet::default();
    let mut repeated: Vec<String> = ids
        .iter()
        .filter(|id| !seen.insert(*id))
        .map(str::to_owned)
        .collect();
    repeated.sort();
    repeated.dedup();
    if !repeated.is_empty() {
        notes.push(format!(
            "{} document ids are used more than once ({}); all documents are kept",
            repeated.len(),
            some(&repeated)
        ));
    }
}
