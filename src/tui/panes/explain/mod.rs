//! Every number of a pane: its formula, the present numbers in it, its unit, its
//! source, and the mistake that is often made with it.

mod around;
mod attention;
mod choose_k_view;
mod compare_view;
mod documents;
mod dots_view;
mod exact_view;
mod fit;
mod groups_view;
mod map_view;
mod plates_view;
mod race_view;
mod report;
mod shares;
mod simplex_view;
mod status;
mod story_view;
mod terms_view;
#[cfg(test)]
mod tests;
mod token_view;
mod trace;
mod views;
mod word_view;

use crate::engine::Kind;
use crate::session::Snapshot;
use crate::tui::app::App;
use crate::tui::explorer::{Explorer, Pane};
use crate::tui::overlay::Overlay;
use crate::tui::text::{count, number, percent, thousands};

/// One explained number.
#[derive(Debug)]
pub struct Entry {
    /// What it is called.
    pub name: &'static str,
    /// The formula.
    pub formula: &'static str,
    /// The formula with numbers.
    pub filled: String,
    /// Its unit.
    pub unit: &'static str,
    /// Paper and equation.
    pub source: &'static str,
    /// The usual mistake.
    pub mistake: &'static str,
}

/// The numbers of what lies on top: a race, the terms or the load report, else of the
/// focused pane or the view. Those under attention come first, those of the first and the
/// last line last.
pub fn of(app: &App) -> Vec<Entry> {
    let Some(explorer) = app.explorer() else {
        return Vec::new();
    };
    let below = app.overlays.iter().rev().find_map(|overlay| match overlay {
        Overlay::Race => Some(race_view::entries(explorer)),
        Overlay::Terms => Some(terms_view::entries(explorer)),
        Overlay::Report { .. } => Some(report::entries(explorer)),
        _ => None,
    });
    let Some(mut own) = below else {
        return attention::first(explorer, entries(explorer));
    };
    if let Some(snapshot) = explorer.snapshot() {
        own.extend(common(explorer, snapshot));
    }
    own
}

/// What stands on every screen.
fn common(explorer: &Explorer, snapshot: &Snapshot) -> Vec<Entry> {
    let mut entries = vec![status::topic_numbers(snapshot)];
    entries.extend(strip(explorer, snapshot));
    entries.extend(status::entries(explorer, snapshot));
    entries
}

/// The numbers of the focused pane, or of the view.
fn entries(explorer: &Explorer) -> Vec<Entry> {
    let Some(snapshot) = explorer.snapshot() else {
        return Vec::new();
    };
    let mut entries = match (explorer.views.shown(), explorer.focus) {
        (Some(view), _) => views::entries(explorer, view),
        (None, Pane::Trace) => trace::entries(explorer, snapshot),
        (None, Pane::Topics) => shares::topics(explorer, snapshot),
        (None, Pane::Document) => shares::document(explorer, snapshot),
        (None, Pane::Documents) => documents::list(explorer, snapshot),
    };
    entries.extend(around::entries(explorer, snapshot));
    entries.extend(common(explorer, snapshot));
    entries
}

fn strip(explorer: &Explorer, snapshot: &Snapshot) -> Vec<Entry> {
    let words = explorer.corpus.vocabulary().len();
    let alpha = snapshot.sums.0.map(|sum| Entry {
        name: "α and Σα",
        formula: "θ_d ~ Dirichlet(α_1 … α_K); Σα = α_1 + … + α_K",
        filled: format!("{} over K = {}", number(sum), count(snapshot.k, "topic")),
        unit: "pseudo-tokens added to each document",
        source: "Blei, Ng and Jordan 2003, section 3",
        mistake: "mixing up α_k and Σα: some programs ask for one, some for the other. When K changes, α_k stays if it was given as a value, Σα if it was given as sum:.",
    });
    let eta = snapshot.sums.1.map(|sum| Entry {
        name: "η",
        formula: "φ_k ~ Dirichlet(η_1 … η_V); Ση = η_1 + … + η_V",
        filled: format!("{} over V = {}", number(sum), count(words, "word")),
        unit: "pseudo-tokens added to each word of each topic",
        source: "Blei, Ng and Jordan 2003, section 5.4; others write β",
        mistake: "taking a small η for a neutral choice: it asks for topics of few words.",
    });
    let n = explorer.corpus.tokens();
    let moved = snapshot.moved.map(|moved| Entry {
        name: "moved",
        formula: "tokens whose topic changed in the last sweep / N",
        filled: format!(
            "{:.0} / {} = {}",
            moved * n as f64,
            thousands(n),
            percent(moved)
        ),
        unit: "a share of the tokens",
        source: "counted while sampling",
        mistake: "waiting for 0%: a sampler never stops moving, it only stops going anywhere.",
    });
    let mut entries = vec![topics(snapshot)];
    entries.extend([alpha, eta].into_iter().flatten());
    entries.extend(fit::entries(snapshot));
    entries.extend(moved);
    entries.push(Entry {
        name: "tokens a second",
        formula: "tokens visited / seconds spent on them, over about the last quarter second; with a speed limit N · sweeps a second at most",
        filled: crate::tui::text::rate(explorer.rate()),
        unit: "tokens a second",
        source: "measured",
        mistake: "comparing it across K: more topics cost more time for each token.",
    });
    entries
}

fn topics(snapshot: &Snapshot) -> Entry {
    let (formula, source) = match snapshot.kind {
        Kind::Collapsed | Kind::Uncollapsed => (
            "the number of topics that there are now",
            "when K grows, new topics start empty, or (g) take half the documents of the largest; when it shrinks, the smallest are dissolved and their tokens drawn anew among the rest. No token is lost, and a topic keeps its number",
        ),
        Kind::Unigram => (
            "one, whatever K was before: it comes back with another engine",
            "the unigram model has one distribution",
        ),
        _ => (
            "the number of topics that there are now",
            "when K grows, each new topic takes half the documents of the largest; when it shrinks, the smallest are dissolved. Both go through the most probable topic of each token, and a topic keeps its number",
        ),
    };
    Entry {
        name: "K",
        formula,
        filled: snapshot.k.to_string(),
        unit: "topics, 1 to 65,535",
        source,
        mistake: "choosing K by the trace: its values are not comparable across K.",
    }
}
