//! What comes into the state of the screen, and what goes out of it.

use super::explorer::views::{Studied, Study};
use super::explorer::{Computed, Explorer, Job};
use super::lesson::{Measured, Request, Row};
use super::overlay::Overlay;
use super::prompt::Prompt;
use crate::corpus::Corpus;
use crate::engine::{Kind, Settings};
use crate::model::generate::Design;
use crate::session::chains::SisterNews;
use crate::session::choose_k::{Plan, RunNews, RunSetup};
use crate::session::lesson::Load;
use crate::session::race::{RaceNews, RaceSetup};
use crate::session::{Command, Update};
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use std::path::PathBuf;
use std::sync::Arc;

/// What comes in.
#[derive(Debug)]
pub enum Message {
    /// A key.
    Key(KeyEvent),
    /// The mouse.
    Mouse(MouseEvent),
    /// Pasted text.
    Paste(String),
    /// Another size of the terminal.
    Resize(u16, u16),
    /// News from the worker.
    Worker(Update),
    /// News from the race.
    Race(Vec<RaceNews>),
    /// What was computed for the view of terms.
    Terms(Computed),
    /// What was computed for a view.
    Studied(Box<Studied>),
    /// What the chains beside have to tell.
    Sisters(Vec<SisterNews>),
    /// What a run of some K has to tell, and what all of them have in common.
    Run(Arc<RunSetup>, RunNews),
    /// The thread that computed it for this corpus has rested.
    Rested(Arc<Corpus>),
    /// Bytes read of a corpus, of so many.
    Progress(u64, Option<u64>),
    /// The corpus is there and its chain has started.
    Opened(Box<Explorer>),
    /// It could not be opened.
    Refused(String),
    /// A text to be folded in: what it is, and the text.
    Text(String, String),
    /// Something to tell the user.
    Say(String),
    /// What was measured for the lesson.
    Measured(Box<Measured>),
    /// There is time to go on with a search.
    SearchOn,
    /// The folder for results holds some already.
    Occupied(PathBuf),
    /// The file for a picture is there already.
    PictureThere(PathBuf),
    /// The file for a recording is there already.
    RecordingThere(PathBuf),
    /// The screen is being recorded to this file.
    Recording(PathBuf),
    /// It is recorded no more, and why.
    RecordingEnded(String),
}

/// What goes out.
#[derive(Debug)]
pub enum Effect {
    /// To the worker.
    Send(Command),
    /// Read a corpus and start its chain.
    Open(String),
    /// Draw a corpus with these settings and start a chain on it that is not told the truth.
    OpenDrawn(Box<Design>),
    /// Read the corpus of a lesson and start its chain, paused; its folder.
    Load(Box<Load>, Option<PathBuf>),
    /// Measure a copy of the chain for the lesson.
    Measure(Box<Request>),
    /// Add an answer to a file.
    Answer(PathBuf, Box<Row>),
    /// Stop reading.
    Cancel,
    /// End the chain and keep its session.
    Close,
    /// Write model, session and summary into a folder.
    Save {
        /// The folder.
        folder: PathBuf,
        /// Whether results in it may be replaced.
        overwrite: bool,
    },
    /// Write the picture that was taken into a file.
    Picture {
        /// The file.
        file: PathBuf,
        /// Whether it may be replaced.
        overwrite: bool,
    },
    /// Record the screen to a file.
    Record {
        /// The file.
        file: PathBuf,
        /// Whether it may be replaced.
        overwrite: bool,
    },
    /// End the recording.
    StopRecording,
    /// Fold in this text, or the text of the file of this name.
    Text(String),
    /// Start a race; one that runs ends.
    Race(Box<RaceSetup>),
    /// End it, with the sweeps under way.
    StopRace,
    /// Compute this for the view of terms.
    Compute(Job),
    /// Start so many chains of this model beside the one on the screen, in place of those
    /// that there are.
    Sisters(Box<(Kind, Settings)>, u64),
    /// Start runs of several K beside the chain, in place of those that there are.
    StartRuns(Arc<RunSetup>),
    /// Carry out this plan from now on; `None` makes nothing more.
    FollowRuns(Option<Plan>),
    /// Compute this for a view, from a copy of the chain.
    Study(Study),
    /// Switch the mouse on or off.
    Mouse(bool),
    /// Back to the shell for a while.
    Suspend,
    /// The end.
    Quit,
}

/// What an action of a screen comes to.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What goes out.
    pub effects: Vec<Effect>,
    /// A line for the user.
    pub say: Option<String>,
    /// Something to put over the screen.
    pub open: Option<Overlay>,
}

impl Outcome {
    /// One effect.
    pub fn effect(effect: Effect) -> Self {
        Self {
            effects: vec![effect],
            ..Self::default()
        }
    }

    /// One command for the worker.
    pub fn send(command: Command) -> Self {
        Self::effect(Effect::Send(command))
    }

    /// A line for the user.
    pub fn say(text: impl Into<String>) -> Self {
        Self {
            say: Some(text.into()),
            ..Self::default()
        }
    }

    /// A question for the user.
    pub fn ask(prompt: Prompt) -> Self {
        Self::open(Overlay::Prompt(prompt))
    }

    /// An overlay.
    pub fn open(overlay: Overlay) -> Self {
        Self {
            open: Some(overlay),
            ..Self::default()
        }
    }
}
