//! Lessons: texts that go with a chain, step by step, and what they claim about it.
//!
//! A lesson is a RON file (`docs/lessons.md` says how to write one). It is read with the
//! place of every part, so that a mistake is told with its line; then tried against the
//! corpora that it loads. It is played on the screen, or unattended: without a screen, a
//! thread or a clock, so that every number that it claims is checked.
//!
//! | file | what it holds |
//! |---|---|
//! | `format` | what a lesson is made of |
//! | `text` | texts in several languages |
//! | `value` | the numbers that a lesson can name |
//! | `read` | from a file to a lesson, or to the place of the mistake |
//! | `examine` | whether its words, documents and topics are there |
//! | `measure` | the numbers of a chain at one moment |
//! | `experiments` | the numbers of chains run for their sake |
//! | `truth` | the topics that `bars` was drawn from |
//! | `stage` | a chain that does what a lesson asks |
//! | `play` | a lesson from its first step to its last, with what it claims |
//! | `bundled` | the lessons inside the program |

pub mod bundled;
mod examine;
mod experiments;
mod format;
mod measure;
mod play;
mod read;
mod stage;
mod text;
mod truth;
mod value;

pub use examine::examine;
pub use experiments::Laboratory;
pub use format::{
    Action, Answer, Check, Expect, Lesson, Load, PANES, Placed, Question, Step, VIEWS, Wait,
};
pub use measure::{Kept, Moment, measure, place_of};
pub use play::{Claim, Finding, play, shown};
pub use read::{Mistake, read};
pub use text::Text;
pub use value::{TokenAt, TopicIs, Trial, Value};
