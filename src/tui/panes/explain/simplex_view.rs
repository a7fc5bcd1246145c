//! The numbers of the simplex.

use super::Entry;
use crate::eval::simplex::Dirichlet;
use crate::tui::explorer::Explorer;
use crate::tui::explorer::views::simplex::{Part, Placed, posterior};
use crate::tui::text::{clean, number, percent, thousands};

/// The numbers of the view.
pub fn entries(explorer: &Explorer) -> Vec<Entry> {
    let view = &explorer.views.simplex;
    let Some(placed) = view.placed() else {
        return Vec::new();
    };
    match view.part {
        Part::Topics => documents(explorer, placed),
        Part::Words => words(explorer, placed),
    }
}

fn list(values: &[f64]) -> String {
    let values: Vec<String> = values.iter().map(|value| number(*value)).collect();
    values.join(", ")
}

fn documents(explorer: &Explorer, placed: &Placed) -> Vec<Entry> {
    let alpha = explorer.snapshot().map(|snapshot| &snapshot.alpha[..]);
    let prior = placed.prior(alpha.unwrap_or_default());
    let d = explorer.reading.index;
    let mut entries: Vec<Entry> = prior.iter().map(|prior| density(prior, "α")).collect();
    entries.push(dots(placed, d));
    let Some((theta, covered)) = placed.theta(d) else {
        return entries;
    };
    let counts = placed.counts(d);
    let ids = placed.ids();
    let pulled = counts.as_ref().zip(prior.as_ref());
    entries.push(Entry {
        name: "raw and θ",
        formula: "raw n_dk / n_d; θ_dk = (n_dk + α_k) / (n_d + Σα), all over the topics at the corners",
        filled: match pulled {
            Some((counts, prior)) => format!(
                "document {}, topics {ids:?}: n_dk {counts:?}, α {}: θ {}; they are {} of its θ",
                d + 1,
                list(prior.alpha()),
                list(&theta),
                percent(covered)
            ),
            None => format!("document {}, topics {ids:?}: θ {}", d + 1, list(&theta)),
        },
        unit: "shares, which sum to 1 over the corners",
        source: "Griffiths and Steyvers 2004, equation 7; shares divided by their sum are Dirichlet again: Balakrishnan and Nevzorov 2003, chapter 27",
        mistake: "reading the position in a triangle of three of many topics as the whole mixture: the others are left out.",
    });
    let after = pulled.and_then(|(counts, prior)| posterior(prior, counts));
    entries.extend(after.as_ref().map(outline));
    entries
}

fn outline(after: &Dirichlet) -> Entry {
    Entry {
        name: "outline, or second curve",
        formula: "p(θ_d | z, α) = Dir(α + n_d), of words p(φ_k | z, w, η) = Dir(η + n_k); the outline is the least region with 95% of it",
        filled: format!("Dir({})", list(after.alpha())),
        unit: "a density over mixtures",
        source: "the Dirichlet is conjugate: Griffiths and Steyvers 2004; regions: Hyndman 1996",
        mistake: "taking it for all that is not known of θ or φ: it is given the present z, and z moves too.",
    }
}

/// The places of documents, and which one is selected.
fn dots(placed: &Placed, d: usize) -> Entry {
    Entry {
        name: "• and 2 to 9, the document",
        formula: "a cell with one document has •, with more their number, # from 10 on; below the table the number of the selected one",
        filled: format!(
            "document {} of {}; {} shown",
            thousands(d + 1),
            thousands(placed.fitted.corpus.documents()),
            thousands(placed.documents.len())
        ),
        unit: "documents",
        source: "counted in the copy of the chain that the view is of",
        mistake: "taking a digit for a topic: topics are at the corners, with their markers.",
    }
}

fn density(prior: &Dirichlet, symbol: &str) -> Entry {
    let mean = prior.mean();
    let ln = prior.ln_density(&mean);
    Entry {
        name: "density of the prior",
        formula: "ln p(θ | α) = ln Γ(Σα) − Σ ln Γ(α_k) + Σ (α_k − 1) ln θ_k; of words the same with φ and η",
        filled: format!(
            "{symbol} {}: at its mean ({}) {}",
            list(prior.alpha()),
            list(&mean),
            ln.map_or("–".to_owned(), number)
        ),
        unit: "nats, of a density over all components but the last; shades are the densest parts with 50, 80 and 95% of it, on a grid",
        source: "Blei, Ng and Jordan 2003, equation 1",
        mistake: "expecting the densest place at the mean: below α 1 it is at the corners, where the density has no bound.",
    }
}

fn words(explorer: &Explorer, placed: &Placed) -> Vec<Entry> {
    let prior = placed.word_prior();
    let ids = &placed.fitted.ids;
    let k = ids.iter().position(|&id| id == explorer.topic);
    let counts = k.and_then(|k| placed.word_counts(k));
    let after = prior.as_ref().zip(counts.as_ref());
    let after = after.and_then(|(prior, counts)| posterior(prior, counts));
    let mut entries: Vec<Entry> = shares(explorer, placed).into_iter().collect();
    entries.extend(prior.iter().map(|prior| density(prior, "η")));
    entries.extend(after.as_ref().map(outline));
    entries
}

fn shares(explorer: &Explorer, placed: &Placed) -> Option<Entry> {
    let ids = &placed.fitted.ids;
    let k = ids.iter().position(|&id| id == explorer.topic)?;
    let name = |&word: &u32| clean(explorer.corpus.vocabulary().word(word));
    let names: Vec<String> = placed.words.iter().map(name).collect();
    let prior = placed.word_prior().map_or(String::new(), |prior| {
        format!("; η {}", list(prior.alpha()))
    });
    let counts = placed
        .word_counts(k)
        .map_or(String::new(), |n| format!("; n_kv {n:?}"));
    Some(Entry {
        name: "φ over three words",
        formula: "φ_kv / Σ_w φ_kw over the words w at the corners; the prior over them is Dir(η_v), given z it is Dir(η_v + n_kv)",
        filled: format!(
            "topic {}, {}: {}, together {} of the topic{prior}{counts}",
            explorer.topic,
            names.join(", "),
            list(&placed.phis[k]),
            percent(placed.covered[k])
        ),
        unit: "shares, which sum to 1 over the corners",
        source: "Griffiths and Steyvers 2004, equation 6; Balakrishnan and Nevzorov 2003, chapter 27",
        mistake: "reading a topic at a corner as one of that word: the word may be a small part of the topic.",
    })
}
