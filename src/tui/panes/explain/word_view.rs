//! The numbers of the view of the words.

use super::Entry;
use crate::tui::explorer::Explorer;
use crate::tui::text::{number, percent, thousands, visible};

/// The numbers of the selected word.
pub fn entries(explorer: &Explorer) -> Vec<Entry> {
    own(explorer).unwrap_or_default()
}

fn own(explorer: &Explorer) -> Option<Vec<Entry>> {
    let words = &explorer.views.words;
    let (word, counts) = (words.word()?, words.counts()?);
    let fitted = words.fitted()?;
    let name = visible(explorer.corpus.vocabulary().word(word));
    let tokens = counts.tokens(word) as usize;
    let documents = counts.documents(word) as usize;
    let entry = words.entry(word)?;
    let (spread, k) = (entry.spread, fitted.ids.len());
    let of_word = |value: String| format!("{name}: {value}");
    let share = documents as f64 / counts.all_documents as f64;
    Some(vec![
        Entry {
            name: "tokens, documents",
            formula: "n_v, how often the word comes; df_v, how many documents have it",
            filled: of_word(format!(
                "{} of {} tokens, {} of {} documents",
                thousands(tokens),
                thousands(counts.all_tokens),
                thousands(documents),
                thousands(counts.all_documents)
            )),
            unit: "tokens, and documents",
            source: "counted in the corpus, after stop words and limits",
            mistake: "taking a frequent word for an important one: see its stop score.",
        },
        Entry {
            name: "p(topic|word), counted",
            formula: "n_kv / n_v where topics are drawn, else in proportion to φ_kv p(k)",
            filled: of_word(format!(
                "{} in topic {}",
                percent(entry.main_share),
                fitted.ids[entry.main]
            )),
            unit: "a share of the word's tokens; the map (6) has it smoothed, from φ with its prior",
            source: "counts of one sweep; Bayes",
            mistake: "confusing it with φ, the share that the word has of the topic.",
        },
        Entry {
            name: "topics, effective",
            formula: "topics with a token of the word; exp(H), H = −Σ_k p(k|v) ln p(k|v)",
            filled: of_word(format!(
                "{} topics, H = {} nats, exp(H) = {}",
                entry.topics,
                number(spread.entropy),
                number(spread.effective_topics())
            )),
            unit: "topics, 1 to K",
            source: "Hill 1973 for exp(H)",
            mistake: "counting topics that a single wandering token visits: exp(H) does not.",
        },
        Entry {
            name: "spec., specificity",
            formula: "1 − H / ln K",
            filled: of_word(match spread.specificity(k) {
                Some(value) => format!(
                    "1 − {} / ln {k} = {}",
                    number(spread.entropy),
                    number(value)
                ),
                None => "undefined with one topic".to_owned(),
            }),
            unit: "0 (even over all topics) to 1 (one topic)",
            source: "Pielou 1966 for H / ln K",
            mistake: "trusting it for rare words: one token is always specific. Among equals the frequent come first.",
        },
        Entry {
            name: "distinctiveness, evenness",
            formula: "KL = Σ_k p(k|v) ln(p(k|v) / p(k)), p(k) = n_k / N; evenness = exp(−KL)",
            filled: of_word(format!(
                "KL = {} nats, evenness {}",
                number(spread.distinctiveness),
                number(spread.evenness())
            )),
            unit: "nats, from 0; evenness 0 to 1, the share of the topics that the word is spread over",
            source: "Chuang, Manning and Heer 2012, equation 1",
            mistake: "comparing it across K: more topics leave more room to be distinct.",
        },
        Entry {
            name: "score of stop candidates",
            formula: "df_v / D · evenness",
            filled: of_word(format!(
                "{} · {} = {}",
                percent(share),
                number(spread.evenness()),
                number(share * spread.evenness())
            )),
            unit: "0 to 1; 1 is in every document and tells no topic",
            source: "docs/words.md; information: n_v KL_v over its sum, parts of the mutual information of topic and word",
            mistake: "stopping everything on the list: read a page first. Where one topic collects the function words they are not even; sort by documents.",
        },
    ])
}
