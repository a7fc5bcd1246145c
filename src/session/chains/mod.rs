//! Several chains of one model: what each of them drew, what they say together, and chains
//! that run beside the one on the screen.
//!
//! | file | what it holds |
//! |---|---|
//! | `draws` | the objective and the sizes of topics, sweep after sweep |
//! | `agreement` | R-hat, effective size and paired topics over the draws of all |
//! | `verdict` | what is to be thought of them |
//! | `sisters` | chains that keep step with another one |

mod agreement;
mod draws;
mod sisters;
mod verdict;

pub use agreement::{Agreement, Disagreement, Member, Paired};
pub use draws::Draws;
pub use sisters::{SisterCopy, SisterNews, Sisters};
pub use verdict::{EFFECTIVE, R_HAT, SAME, Verdict};
