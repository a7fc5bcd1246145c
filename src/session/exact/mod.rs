//! What is exact of a corpus that is small enough, beside what a chain has drawn.
//!
//! | file | what it holds |
//! |---|---|
//! | `quantity` | the probabilities that both sides have |
//! | `gathered` | what a chain drew of them since its last change |
//! | `solved` | what follows from corpus and priors alone |
//! | `answers` | both sides together |

mod answers;
mod gathered;
mod quantity;
mod solved;
#[cfg(test)]
mod tests;

pub use answers::{Answers, Drawn, PARTICLES, Row, Variational};
pub use gathered::Gathered;
pub use quantity::{Kin, Quantity, document};
pub use solved::{STARTS, Solved};
