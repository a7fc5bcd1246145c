//! The explorer on the screen.
//!
//! ```text
//! keys, mouse ─▶ Message ─▶ App::update ─▶ Effect ─▶ worker, files, terminal
//!                               │
//!                               └─▶ draw(&App): the picture, from the state alone
//! ```
//!
//! | file | what it holds |
//! |---|---|
//! | `app`, `overlay`, `message` | the state of the screen, messages and effects |
//! | `explorer` | the state of the explorer, and what its keys do |
//! | `start`, `prompt`, `mouse` | the start screen, the line being typed, the mouse |
//! | `layout`, `draw`, `panes`, `plot`, `circles` | the picture, one file per pane; curves; topics as circles |
//! | `bounds`, `slots` | axes that keep still; short texts in a picture, none over another |
//! | `keymap`, `theme` | keys and colours, both from `assets/` |
//! | `runtime`, `load` | the loop, and the opening of a corpus beside it |
//! | `picture` | the screen as SVG or text |
//! | `terminal`, `cast` | the terminal, and a recording of it |
//! | `presenter` | large panes for a projector, and the keys that were pressed |
//! | `keep`, `files` | files kept between runs, results |

pub mod app;
mod bounds;
mod cast;
pub(crate) mod circles;
pub mod draw;
pub mod explorer;
mod files;
mod keep;
pub mod keymap;
pub mod layout;
pub mod lesson;
mod load;
mod message;
mod mouse;
pub mod overlay;
mod panes;
mod paste;
pub mod picture;
pub mod plot;
mod presenter;
pub mod prompt;
mod runtime;
mod slots;
pub mod start;
mod terminal;
pub(crate) mod text;
pub mod theme;
pub(crate) mod wrap;

pub use keep::latest_session;
pub use load::{Plan, Settle};
pub use runtime::{Ended, Options, Planner, run};
