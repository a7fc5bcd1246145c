//! The collapsed joint likelihood log p(w, z | alpha, eta), theta and phi
//! integrated out (Griffiths and Steyvers 2004, equations 2 and 3, here for
//! priors that may differ between topics and between words):
//!
//! ```text
//! log p(z | alpha)  = Σ_d [ lnΓ(Σα) − lnΓ(Σα + N_d) + Σ_k ( lnΓ(α_k + n_dk) − lnΓ(α_k) ) ]
//! log p(w | z, eta) = Σ_k [ lnΓ(Ση) − lnΓ(Ση + n_k) + Σ_v ( lnΓ(η_v + n_kv) − lnΓ(η_v) ) ]
//! ```
//!
//! Natural logarithms. Only non-zero counts have a term, so the cost is one
//! pass over the tokens and one over the rows.

use super::prior::Prior;
use super::special::{RisingTable, ln_rising};
use super::state::State;
use crate::corpus::Corpus;

/// The two parts of the log joint, in nats.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LogJoint {
    /// log p(z | alpha).
    pub document: f64,
    /// log p(w | z, eta).
    pub word: f64,
}

impl LogJoint {
    /// log p(w, z | alpha, eta).
    pub fn total(self) -> f64 {
        self.document + self.word
    }
}

/// Tables for computing the log joint again and again under the same priors.
#[derive(Debug, Clone)]
pub struct JointTables {
    alpha: Vec<RisingTable>,
    alpha_sum: RisingTable,
    eta: Option<RisingTable>,
    eta_sum: f64,
    counts: Vec<u32>,
    found: Vec<(u16, u32)>,
}

/// A separate table for each topic of an asymmetric alpha, one for a symmetric.
fn tables(prior: &Prior) -> Vec<RisingTable> {
    match prior.symmetric_value() {
        Some(value) => vec![RisingTable::new(value)],
        None => prior.values().map(RisingTable::new).collect(),
    }
}

impl JointTables {
    /// Tables for these priors.
    pub fn new(alpha: &Prior, eta: &Prior) -> Self {
        Self {
            alpha: tables(alpha),
            alpha_sum: RisingTable::new(alpha.sum()),
            eta: eta.symmetric_value().map(RisingTable::new),
            eta_sum: eta.sum(),
            counts: Vec::new(),
            found: Vec::new(),
        }
    }

    /// The log joint of a state; `eta` is the prior the tables were made for.
    pub fn log_joint(&mut self, corpus: &Corpus, state: &State, eta: &Prior) -> LogJoint {
        let document = (0..corpus.documents())
            .map(|d| self.document(state.topics(), &state.z()[corpus.range(d)]))
            .sum();
        let rows: f64 = (0..state.words() as u32)
            .map(|v| self.row(state, eta, v))
            .sum();
        LogJoint {
            document,
            word: rows + self.sizes(state),
        }
    }

    /// The term of one document, from the topics of its tokens: 0 when empty.
    pub fn document(&mut self, topics: usize, z: &[u16]) -> f64 {
        if z.is_empty() {
            return 0.0;
        }
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        self.counts.resize(topics, 0);
        for &k in z {
            let count = &mut self.counts[usize::from(k)];
            if *count == 0 {
                found.push((k, 0));
            }
            *count += 1;
        }
        found.sort_unstable();
        for (k, count) in &mut found {
            *count = std::mem::take(&mut self.counts[usize::from(*k)]);
        }
        let part = self.document_of(z.len(), &found);
        self.found = found;
        part
    }

    /// The same of a document with so many tokens, at least one, from those of its n_dk
    /// that are not 0.
    pub fn document_of(&mut self, tokens: usize, counts: &[(u16, u32)]) -> f64 {
        let last = self.alpha.len() - 1;
        let mut part = -self.alpha_sum.get(tokens as u64);
        for &(k, count) in counts {
            part += self.alpha[usize::from(k).min(last)].get(count.into());
        }
        part
    }

    /// Σ_k ( lnΓ(η_v + n_kv) − lnΓ(η_v) ) of one word.
    pub fn row(&mut self, state: &State, eta: &Prior, word: u32) -> f64 {
        let row = state.row(word);
        match &mut self.eta {
            Some(table) => row.map(|e| table.get(e.count.into())).sum(),
            None => row
                .map(|e| ln_rising(eta.value(word as usize), e.count.into()))
                .sum(),
        }
    }

    /// Σ_k ( lnΓ(Ση) − lnΓ(Ση + n_k) ).
    pub fn sizes(&self, state: &State) -> f64 {
        -state
            .sizes()
            .iter()
            .map(|&n| ln_rising(self.eta_sum, n.into()))
            .sum::<f64>()
    }
}

/// The log joint of one state.
pub fn log_joint(corpus: &Corpus, state: &State, alpha: &Prior, eta: &Prior) -> LogJoint {
    JointTables::new(alpha, eta).log_joint(corpus, state, eta)
}
