//! A corpus that is drawn from the model on the screen, and kept as files.

use crate::corpus::Source;
use crate::engine::Kind;
use crate::export::drawn;
use crate::export::file::replace;
use crate::model::PriorSpec;
use crate::model::generate::{Design, Generated};
use crate::tui::keep;
use crate::tui::load::Plan;
use std::io::Error;

/// Sweeps a second where nobody said how many: it is to be seen how the truth is found.
const SPEED: f64 = 20.0;

/// Draws a corpus and writes what `gibbscope generate` would write; gives the path of the
/// counts. The same settings have the same files.
///
/// # Errors
/// A sentence for the user.
pub fn keep(design: &Design) -> Result<(String, Generated), String> {
    let truth = design.draw().map_err(|e| e.to_string())?;
    let prior = |name, value, len| {
        let prior = PriorSpec::Each(value).resolve(name, len);
        prior.map_err(|e| e.to_string())
    };
    let alpha = prior("alpha", design.alpha, design.topics)?;
    let eta = prior("eta", design.eta, design.words)?;
    let folder = keep::drawn(&format!(
        "K{}-V{}-D{}-N{}-alpha{}-eta{}-seed{}",
        design.topics,
        design.words,
        design.documents,
        design.length,
        design.alpha,
        design.eta,
        design.seed
    ))?;
    for file in drawn::files(&eta, true) {
        let path = folder.join(file);
        let written = replace(&path, |out| {
            drawn::write(file, &truth, (&alpha, &eta), out).map_err(Error::other)
        });
        written.map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    }
    let path = folder.join(drawn::CORPUS);
    match path.to_str() {
        Some(name) => Ok((name.to_owned(), truth)),
        None => Err(format!("the path {} is not UTF-8", path.display())),
    }
}

/// The plan of a drawn corpus: nothing is left out of it, and the chain has the true K, alpha
/// and eta.
pub fn plan(plan: Plan, design: Design) -> Plan {
    let settings = plan.settings;
    Plan {
        source: Source {
            name: plan.source.name,
            read: Default::default(),
            build: Default::default(),
            held_out: None,
        },
        kind: if plan.kind.is_lda() {
            plan.kind
        } else {
            Kind::default()
        },
        settings: Box::new(move |words| {
            let mut settings = settings(words)?;
            settings.topics = design.topics;
            settings.alpha = PriorSpec::Each(design.alpha);
            settings.eta = PriorSpec::Each(design.eta);
            Ok(settings)
        }),
        limit: None,
        speed: plan.speed.or(Some(SPEED)),
        chains: 1,
        ..plan
    }
}
