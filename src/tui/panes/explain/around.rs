//! What stands around the figures of a pane or view: places in lists, sizes of what is
//! shown, the settings that a picture is of.

use super::Entry;
use crate::session::Snapshot;
use crate::tui::explorer::views::View;
use crate::tui::explorer::{Explorer, Pane};
use crate::tui::text::{count, number, percent, thousands};

/// Of what is on the screen.
pub fn entries(explorer: &Explorer, snapshot: &Snapshot) -> Vec<Entry> {
    match explorer.views.shown() {
        Some(View::Topics) => vec![words_shown(explorer)],
        Some(View::Words) => vec![vocabulary(explorer)],
        Some(View::Groups) => vec![documents_of_groups(explorer)],
        Some(View::Map) => vec![selected(explorer)],
        Some(View::Compare) => compared(explorer),
        Some(View::Chains) if explorer.views.chains.alone => vec![parts(snapshot)],
        Some(View::Chains) => vec![lanes(explorer, snapshot)],
        Some(View::ChooseK) => vec![runs(explorer)],
        Some(_) => Vec::new(),
        None => match explorer.focus {
            Pane::Trace => Vec::new(),
            Pane::Topics => changes(explorer, snapshot),
            Pane::Document => vec![document(explorer)],
            Pane::Documents => vec![places(explorer)],
        },
    }
}

fn words_shown(explorer: &Explorer) -> Entry {
    Entry {
        name: "places of words",
        formula: "the value by which the words are ordered, with a bar as long as its share of the largest",
        filled: count(explorer.views.topics.words().len(), "word"),
        unit: "as the order says (o)",
        source: "the entry word orders has the formulas",
        mistake: "comparing bars of two orders: each has a scale of its own.",
    }
}

fn vocabulary(explorer: &Explorer) -> Entry {
    Entry {
        name: "words listed",
        formula: "words that are shown, all or those with the text that was searched for",
        filled: format!(
            "{} of {}",
            thousands(explorer.views.words.len()),
            count(explorer.corpus.vocabulary().len(), "word")
        ),
        unit: "words of the vocabulary",
        source: "counted",
        mistake: "looking here for a word that stop words or limits took away: l says which.",
    }
}

fn documents_of_groups(explorer: &Explorer) -> Entry {
    let groups = explorer
        .views
        .groups
        .found()
        .map_or(0, |found| found.groups.len());
    Entry {
        name: "docs of a group, groups",
        formula: "documents with this value; with o the entries of lists such as a;b count one by one",
        filled: count(groups, "group"),
        unit: "documents; the scale above the bars is a share",
        source: "counted from the metadata",
        mistake: "trusting a group of two or three documents: its band is wide, or there is none.",
    }
}

fn selected(explorer: &Explorer) -> Entry {
    let charted = explorer.views.map.charted();
    let filled = charted.and_then(|charted| {
        let k = charted.place(explorer.topic)?;
        let first = charted.tops[k].first()?;
        Some(format!(
            "topic {}: {}; φ of its first word {:.4}",
            explorer.topic,
            percent(charted.shares[k]),
            first.1
        ))
    });
    Entry {
        name: "share and φ of the selected topic",
        formula: "n_k / N, the area of its circle; φ_kv of its words",
        filled: filled.unwrap_or_else(|| "no topic is selected".to_owned()),
        unit: "a share of the tokens; a probability",
        source: "counted in the copy of the chain that the map is of",
        mistake: "reading the width of a circle as the share: the area is.",
    }
}

fn compared(explorer: &Explorer) -> Vec<Entry> {
    let Some(shown) = explorer.views.compare.shown() else {
        return Vec::new();
    };
    let difference = &shown.difference;
    let first = difference.matched.first().map_or_else(String::new, |pair| {
        format!(
            "topic {}: {} before, {} after",
            pair.after,
            percent(pair.share_before),
            percent(pair.share_after)
        )
    });
    vec![
        Entry {
            name: "share before and after, + and −",
            formula: "n_k / N on both sides; of a document the topics that gained and lost most of θ",
            filled: first,
            unit: "shares; + and − in hundredths",
            source: "counted in both copies of the chain",
            mistake: "reading a change of one or two hundredths as news: every sweep makes such.",
        },
        Entry {
            name: "base, matched, lost, new",
            formula: "the moment that is compared with (b sets another); topics with a partner, without one now, without one before",
            filled: format!(
                "{} matched, {} lost, {} new",
                difference.matched.len(),
                difference.lost.len(),
                difference.new.len()
            ),
            unit: "topics; the base is named by its sweep, K and α",
            source: "the pairing of the entry cosine",
            mistake: "comparing with a base of another K and expecting every topic to have a partner.",
        },
    ]
}

fn parts(snapshot: &Snapshot) -> Entry {
    let filled = match snapshot.objective {
        crate::engine::Objective::LogJoint(joint) => format!(
            "{} + {} = {}",
            number(joint.document),
            number(joint.word),
            number(joint.total())
        ),
        _ => "this engine has no such parts".to_owned(),
    };
    Entry {
        name: "document part, word part",
        formula: "log p(w, z | α, η) = log p(z | α) + log p(w | z, η), each divided by N in the pictures, whose scale is beside them",
        filled,
        unit: "nats, all together; nats a token in the pictures",
        source: "Griffiths and Steyvers 2004, equations 2 and 3",
        mistake: "wanting both to rise: topics of fewer words cost the document part, and the other way round.",
    }
}

fn lanes(explorer: &Explorer, snapshot: &Snapshot) -> Entry {
    let tokens = explorer.corpus.tokens().max(1) as f64;
    Entry {
        name: "seed, sweep, objective of each chain",
        formula: "where each chain is, and its objective for each token; the curves have it over the sweeps",
        filled: format!(
            "this chain: seed {}, sweep {}, {}",
            snapshot.settings.seed,
            thousands(snapshot.sweep as usize),
            number(snapshot.objective.total() / tokens)
        ),
        unit: "nats a token",
        source: "as the trace (1)",
        mistake: "taking the chain with the best value for the right one: a stuck chain can have it.",
    }
}

fn runs(explorer: &Explorer) -> Entry {
    let view = &explorer.views.choose_k;
    let (done, of) = view.progress();
    Entry {
        name: "K, runs, seeds, sweeps",
        formula: "every K from several seeds, each run with the priors of the chain, fitted to the documents that are not held out",
        filled: format!(
            "{done} of {} with {}: K {}",
            count(of, "run"),
            count(view.seeds() as usize, "seed"),
            view.topics()
                .iter()
                .map(usize::to_string)
                .collect::<Vec<_>>()
                .join(", ")
        ),
        unit: "topics; runs; the scales beside the pictures are in the unit of their measure",
        source: "c sets K, ← and → the seeds",
        mistake: "comparing K after too few sweeps: more topics take longer to settle.",
    }
}

fn changes(explorer: &Explorer, snapshot: &Snapshot) -> Vec<Entry> {
    let tokens = snapshot.topics.iter().find(|t| t.id == explorer.topic);
    let tokens = tokens.map_or_else(String::new, |topic| {
        format!("topic {}: {} tokens", topic.id, number(topic.tokens))
    });
    let since = explorer.past_sweep().map(|sweep| Entry {
        name: "▲▼ since a sweep",
        formula: "places that a topic has risen or fallen in the list, a word in its topic",
        filled: format!("since sweep {}", thousands(sweep as usize)),
        unit: "places",
        source: "the picture is compared with one of ten sweeps or more before",
        mistake: "reading much into a place: neighbours of nearly equal share change places all the time.",
    });
    let own = Entry {
        name: "tokens of a topic",
        formula: "n_k, tokens that have the topic now",
        filled: tokens,
        unit: "tokens",
        source: "counted; expected ones where the engine draws none",
        mistake: "comparing it across corpora: the share is n_k / N.",
    };
    std::iter::once(own).chain(since).collect()
}

fn document(explorer: &Explorer) -> Entry {
    let d = explorer.documents.selected();
    let corpus = &explorer.corpus;
    Entry {
        name: "document, its tokens",
        formula: "its place in the corpus, and N_d, its tokens after stop words and limits",
        filled: format!(
            "{} of {}, {}",
            thousands(d + 1),
            thousands(corpus.documents()),
            count(corpus.document(d).len(), "token")
        ),
        unit: "a place from 1 on; tokens",
        source: "counted; its id is that of the file",
        mistake: "counting words of the text: words without a topic are no tokens.",
    }
}

fn places(explorer: &Explorer) -> Entry {
    let documents = &explorer.documents;
    let d = documents.cursor();
    Entry {
        name: "no, tokens",
        formula: "the place of the document in the corpus; N_d; in the frame: its place in this order",
        filled: format!(
            "document {}: {}; {} of {} here",
            thousands(d + 1),
            count(explorer.corpus.document(d).len(), "token"),
            thousands(documents.place_of(d) + 1),
            thousands(documents.count())
        ),
        unit: "places from 1 on; tokens",
        source: "counted",
        mistake: "taking the number for an id: ids are those of the file.",
    }
}
