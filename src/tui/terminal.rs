//! The terminal: taken over, given back on every path.

use super::cast::{Ending, Tee};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    enable_raw_mode,
};
use ratatui::crossterm::{execute, queue, style};
use std::fs::File;
use std::io::{self, BufWriter, stdout};
use std::path::PathBuf;
use std::thread::{self, ThreadId};

/// A terminal that gets a picture in few pieces: it is written cell by cell.
type Drawn = Terminal<CrosstermBackend<BufWriter<Tee>>>;

/// The terminal while it is ours.
pub struct Screen {
    terminal: Drawn,
    /// Where everything is written that the terminal gets.
    out: Tee,
    mouse: bool,
    /// The next picture is drawn on an empty screen.
    anew: bool,
    /// Recordings that are over.
    ending: Vec<Ending>,
}

impl Screen {
    /// Takes the terminal over. A panic on this thread gives it back first; a
    /// panic on any other thread leaves the picture alone, since whoever started
    /// that thread reports it.
    ///
    /// # Errors
    /// When the terminal cannot be set up.
    pub fn enter() -> io::Result<Self> {
        // Themes decide on colour, NO_COLOR included; without this, NO_COLOR would
        // cancel bold and reverse too.
        style::force_color_output(true);
        restore_on_panic(thread::current().id());
        let out = Tee::default();
        let mut screen = Self {
            terminal: take(&out)?,
            out,
            mouse: true,
            anew: false,
            ending: Vec::new(),
        };
        screen.extras()?;
        Ok(screen)
    }

    /// Draws one picture, shown at once. A sentence says that a recording has ended.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn draw(
        &mut self,
        picture: impl FnOnce(&mut ratatui::Frame<'_>),
    ) -> io::Result<Option<String>> {
        queue!(self.out, BeginSynchronizedUpdate)?;
        if std::mem::take(&mut self.anew) {
            queue!(self.out, Clear(ClearType::All))?;
        }
        let drawn = self.terminal.draw(picture).map(|drawn| drawn.area);
        execute!(self.out, EndSynchronizedUpdate)?;
        let area = drawn?;
        self.out.size((area.width, area.height));
        Ok(self.out.mark().err())
    }

    /// Records everything from the next picture on into a file that is empty; `tell` gets a
    /// sentence where that ends early.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn record(
        &mut self,
        file: (File, PathBuf),
        title: &str,
        tell: impl Fn(String) + Send + 'static,
    ) -> io::Result<()> {
        self.stop_recording();
        self.out.record(file, title, self.size()?, tell);
        self.terminal = drawn(&self.out)?;
        self.anew = true;
        Ok(())
    }

    /// Ends the recording.
    pub fn stop_recording(&mut self) {
        self.ending.extend(self.out.stop());
    }

    /// Columns and rows.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn size(&self) -> io::Result<(u16, u16)> {
        self.terminal.size().map(|size| (size.width, size.height))
    }

    /// Switches the mouse on or off.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn mouse(&mut self, on: bool) -> io::Result<()> {
        self.mouse = on;
        if on {
            execute!(self.out, EnableMouseCapture)
        } else {
            execute!(self.out, DisableMouseCapture)
        }
    }

    /// Gives the terminal back while the process is stopped, and takes it again.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn suspend(&mut self) -> io::Result<()> {
        leave();
        // The process stops in here and goes on when the shell says so.
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        // Clearing the old one would ask the terminal for its cursor, and the thread that
        // reads keys would take the answer.
        self.terminal = take(&self.out)?;
        self.anew = true;
        self.extras()
    }

    fn extras(&mut self) -> io::Result<()> {
        execute!(self.out, EnableBracketedPaste)?;
        self.mouse(self.mouse)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
        self.stop_recording();
        self.ending.iter().for_each(Ending::wait);
    }
}

/// Raw mode and the alternate screen. `ratatui::try_init` would do the same, but
/// also leave the screen when any thread panics.
fn take(out: &Tee) -> io::Result<Drawn> {
    enable_raw_mode()?;
    execute!(out.clone(), EnterAlternateScreen)?;
    drawn(out)
}

/// A terminal that knows of no earlier picture, so that the next one is a whole one.
fn drawn(out: &Tee) -> io::Result<Drawn> {
    Terminal::new(CrosstermBackend::new(BufWriter::new(out.clone())))
}

/// Undoes everything; what fails here failed because the terminal is gone.
fn leave() {
    let _ = execute!(
        stdout(),
        DisableMouseCapture,
        DisableBracketedPaste,
        EndSynchronizedUpdate
    );
    let _ = ratatui::try_restore();
}

fn restore_on_panic(screen: ThreadId) {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if thread::current().id() == screen {
            leave();
            before(info);
        }
    }));
}
