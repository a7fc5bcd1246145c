//! Fitted priors.

use super::Entry;
use crate::engine::{Kind, Optimize};
use crate::session::Snapshot;

/// What is fitted now.
pub fn entries(snapshot: &Snapshot) -> Vec<Entry> {
    let Optimize {
        alpha,
        eta,
        burn_in,
        interval,
    } = snapshot.optimize;
    let own = snapshot.kind == Kind::VariationalEm;
    let alpha = alpha.is_some() && snapshot.sums.0.is_some() && !own;
    let eta = eta.is_some() && snapshot.sums.1.is_some();
    let names = match (alpha, eta) {
        (true, true) => "α and η",
        (true, false) => "α",
        (false, true) => "η",
        (false, false) => "",
    };
    let every = format!("{names}: every {interval} sweeps, from sweep {burn_in} on");
    let counts = (!names.is_empty()).then(|| {
        let (formula, source) = if snapshot.kind.is_gibbs() {
            (
                "the α (or η) that makes the present counts most probable, p(z|α) or p(w|z,η), under a weak Gamma prior; Newton steps of linear cost",
                "Minka 2000, section 4 and appendix A.2; Wallach, Mimno and McCallum 2009",
            )
        } else {
            (
                "the α (or η) that makes the bound largest, under a weak Gamma prior; Newton steps of linear cost",
                "Minka 2000, section 1; Blei, Ng and Jordan 2003, appendix A.4.2",
            )
        };
        Entry {
            name: "fitted priors",
            formula,
            filled: every,
            unit: "pseudo-tokens",
            source,
            mistake: "trusting a fit that is called weakly identified: the corpus then says little about the size, and the Gamma prior decides.",
        }
    });
    let em = (own && !snapshot.settings.em.fix_alpha).then(|| Entry {
        name: "fitted α",
        formula: "the α that makes the bound largest, under a weak Gamma prior, in every sweep",
        filled: "until you set α yourself, or A keeps it".to_owned(),
        unit: "pseudo-tokens",
        source: "Blei, Ng and Jordan 2003, appendix A.4.2; Minka 2000",
        mistake: "comparing topics of this engine with those of a fixed α.",
    });
    counts.into_iter().chain(em).collect()
}
