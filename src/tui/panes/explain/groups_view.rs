//! The numbers of the view of groups.

use super::Entry;
use crate::eval::groups::rows::Weight;
use crate::tui::explorer::Explorer;
use crate::tui::text::{clean, number, percent, thousands};

/// The share of the selected topic in the first group that has one, and its band.
pub fn entries(explorer: &Explorer) -> Vec<Entry> {
    let Some(found) = explorer.views.groups.found() else {
        return Vec::new();
    };
    let place = found.ids.iter().position(|&id| id == explorer.topic);
    let first = found
        .groups
        .iter()
        .zip(&found.cut.labels)
        .find_map(|(group, label)| {
            let shares = group.shares.as_ref()?;
            Some((group, clean(label.name.as_deref()?), shares[place?]))
        });
    let Some((group, name, share)) = first else {
        return Vec::new();
    };
    let documents = thousands(group.documents - group.empty);
    let (formula, filled, unit) = match found.wanted.weight {
        Weight::Tokens => (
            "P_gk = Σ_{d∈g} n_dk / Σ_{d∈g} N_d; n_dk is N_d θ_dk where an engine draws no topics",
            format!(
                "topic {} in {name}: {} / {} = {}",
                explorer.topic,
                number(share.value * group.tokens as f64),
                thousands(group.tokens),
                percent(share.value)
            ),
            "a share of the tokens of the group",
        ),
        Weight::Documents => (
            "P_gk = Σ_{d∈g} θ_dk / D_g over the documents with a token",
            format!(
                "topic {} in {name}: mean of {documents} values of θ = {}",
                explorer.topic,
                percent(share.value)
            ),
            "a mean of shares",
        ),
    };
    let band = match share.band {
        Some(band) => format!(
            "{name}: {} samples of {documents} documents: {} to {}, standard error {}",
            thousands(found.replicates),
            percent(band.low),
            percent(band.high),
            percent(band.error)
        ),
        None => format!("{name}: none, of fewer than two documents or not yet computed"),
    };
    vec![
        Entry {
            name: "share of a group",
            formula,
            filled,
            unit,
            source: "docs/groups.md; the mean of θ as in Roberts et al. 2014",
            mistake: "comparing groups of very different length by tokens: one long document can be most of a group. u shows the mean over documents.",
        },
        Entry {
            name: "band",
            formula: "from the k-th smallest to the k-th largest of B shares, each of as many documents drawn with replacement; k = ⌊(B + 1) 0.025⌋",
            filled: band,
            unit: "shares; 95 of 100 such bands are meant to hold the share",
            source: "Efron and Tibshirani 1993, section 13.3",
            mistake: "taking it for all there is to doubt: the topics are one sample, as they stand; another sweep, or another chain, has others.",
        },
    ]
}
