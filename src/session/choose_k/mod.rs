//! Choosing the number of topics: every K from several seeds, each fitted to the same
//! training documents and measured alike at its end.
//!
//! | file | what it holds |
//! |---|---|
//! | `topics` | numbers of topics as they are written, `5..50:5` |
//! | `plan` | which K from which seeds, and in which order |
//! | `fit` | one K from one seed, fitted and measured |
//! | `measures` | what is measured: spreads over seeds, and which K is best |
//! | `runs` | a plan being carried out beside the chain on the screen |

mod fit;
mod measures;
mod plan;
mod runs;
mod topics;

pub use fit::{FitError, Split, TOP};
pub use measures::{Best, Findings, MEASURES, Measure, Row, Run, Spread};
pub use plan::{Job, Plan};
pub use runs::{RunNews, RunSetup, Runs};
pub use topics::{MOST_TOPICS, Topics};
