//! The terminal: taken over, given back on every path.

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, enable_raw_mode,
};
use ratatui::crossterm::{execute, style};
use ratatui::{DefaultTerminal, Terminal};
use std::io::{self, stdout};
use std::thread::{self, ThreadId};

/// The terminal while it is ours.
pub struct Screen {
    terminal: DefaultTerminal,
    mouse: bool,
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
        let mut screen = Self {
            terminal: take()?,
            mouse: true,
        };
        screen.extras()?;
        Ok(screen)
    }

    /// Draws one picture, shown at once.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn draw(&mut self, picture: impl FnOnce(&mut ratatui::Frame<'_>)) -> io::Result<()> {
        execute!(stdout(), BeginSynchronizedUpdate)?;
        let drawn = self.terminal.draw(picture).map(|_| ());
        execute!(stdout(), EndSynchronizedUpdate)?;
        drawn
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
            execute!(stdout(), EnableMouseCapture)
        } else {
            execute!(stdout(), DisableMouseCapture)
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
        // A fresh terminal knows of no earlier picture, so the next one is drawn whole.
        // Clearing would ask the terminal for its cursor, and the thread that reads
        // keys would take the answer.
        self.terminal = take()?;
        self.extras()
    }

    fn extras(&mut self) -> io::Result<()> {
        execute!(stdout(), EnableBracketedPaste)?;
        self.mouse(self.mouse)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
    }
}

/// Raw mode and the alternate screen. `ratatui::try_init` would do the same, but
/// also leave the screen when any thread panics.
fn take() -> io::Result<DefaultTerminal> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen)?;
    Terminal::new(CrosstermBackend::new(stdout()))
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
