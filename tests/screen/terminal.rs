//! The program inside a pseudo-terminal of a given size.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

/// A test that waits longer than this has failed.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Terminal {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    parser: vt100::Parser,
    /// Everything that was written, for questions about bytes.
    bytes: Vec<u8>,
    ended: bool,
}

/// A terminal with a home of its own; `home` keeps sessions and recent files.
pub fn start(home: &Path, size: (u16, u16), args: &[&str]) -> Terminal {
    start_with(home, size, args, &[])
}

pub fn start_with(
    home: &Path,
    (columns, rows): (u16, u16),
    args: &[&str],
    environment: &[(&str, &str)],
) -> Terminal {
    let pty = native_pty_system()
        .openpty(PtySize {
            rows,
            cols: columns,
            pixel_width: 0,
            pixel_height: 0,
        })
        .unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_gibbscope"));
    command.args(args);
    command.cwd(home);
    command.env("TERM", "xterm-256color");
    command.env("HOME", home);
    command.env("XDG_STATE_HOME", home.join("state"));
    command.env_remove("NO_COLOR");
    for (name, value) in environment {
        command.env(name, value);
    }
    let child = pty.slave.spawn_command(command).unwrap();
    drop(pty.slave);
    let shared = Arc::new(Shared {
        state: Mutex::new(State {
            parser: vt100::Parser::new(cells(rows), cells(columns), 0),
            bytes: Vec::new(),
            ended: false,
        }),
        changed: Condvar::new(),
    });
    let mut output = pty.master.try_clone_reader().unwrap();
    let feed = Arc::clone(&shared);
    std::thread::spawn(move || {
        let mut buffer = [0; 16 * 1024];
        loop {
            let read = output.read(&mut buffer).unwrap_or(0);
            let mut state = feed.state.lock().unwrap();
            state.parser.process(&buffer[..read]);
            state.bytes.extend_from_slice(&buffer[..read]);
            state.ended = read == 0;
            feed.changed.notify_all();
            if read == 0 {
                break;
            }
        }
    });
    Terminal {
        keyboard: pty.master.take_writer().unwrap(),
        master: pty.master,
        child,
        shared,
    }
}

impl State {
    /// Whether the last synchronized update has ended.
    fn is_whole(&self) -> bool {
        let last = |sequence: &[u8]| {
            let mut windows = self.bytes.windows(sequence.len());
            windows.rposition(|window| window == sequence)
        };
        last(b"\x1b[?2026l") >= last(b"\x1b[?2026h")
    }
}

fn cells(n: u16) -> NonZero<u16> {
    NonZero::new(n).unwrap()
}

impl Terminal {
    /// Presses keys: text as it is, and names of keys in `<…>`.
    pub fn press(&mut self, keys: &str) {
        let mut bytes = keys.to_owned();
        for (name, sequence) in [
            ("<enter>", "\r"),
            ("<esc>", "\x1b"),
            ("<tab>", "\t"),
            ("<space>", " "),
            ("<left>", "\x1b[D"),
            ("<right>", "\x1b[C"),
            ("<up>", "\x1b[A"),
            ("<down>", "\x1b[B"),
            ("<pagedown>", "\x1b[6~"),
            ("<home>", "\x1b[H"),
            ("<end>", "\x1b[F"),
            ("<clear>", "\x15"),
            ("<ctrl-c>", "\x03"),
            ("<ctrl-r>", "\x12"),
        ] {
            bytes = bytes.replace(name, sequence);
        }
        self.keyboard.write_all(bytes.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Pastes, as a terminal with bracketed paste does.
    pub fn paste(&mut self, text: &str) {
        self.press(&format!("\x1b[200~{text}\x1b[201~"));
    }

    /// Clicks the left button on a cell, counted from 0.
    pub fn click(&mut self, column: u16, row: u16) {
        let (x, y) = (column + 1, row + 1);
        self.press(&format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m"));
    }

    pub fn resize(&mut self, columns: u16, rows: u16) {
        let size = PtySize {
            rows,
            cols: columns,
            pixel_width: 0,
            pixel_height: 0,
        };
        let mut state = self.shared.state.lock().unwrap();
        state
            .parser
            .screen_mut()
            .set_size(cells(rows), cells(columns));
        drop(state);
        self.master.resize(size).unwrap();
    }

    /// Waits until the screen, drawn to its end, shows what `seen` looks for, and returns
    /// its text.
    pub fn wait(&self, what: &str, seen: impl Fn(&str) -> bool) -> String {
        self.wait_state(what, |state| {
            let text = state.parser.screen().contents();
            (state.is_whole() && seen(&text)).then_some(text)
        })
    }

    /// Waits until the screen shows this text.
    pub fn wait_for(&self, text: &str) -> String {
        self.wait(text, |screen| screen.contains(text))
    }

    /// Waits for the end of the program and returns everything it wrote and its
    /// exit code.
    pub fn end(mut self) -> (String, u32) {
        let bytes = self.wait_state("the end", |state| state.ended.then(|| state.bytes.clone()));
        let status = self.child.wait().unwrap();
        (
            String::from_utf8_lossy(&bytes).into_owned(),
            status.exit_code(),
        )
    }

    /// Like [`Terminal::end`], and checks that the terminal is as it was before.
    pub fn end_restored(mut self) -> (String, u32) {
        self.wait_state("the end", |state| state.ended.then_some(()));
        let status = self.child.wait().unwrap();
        let state = self.shared.state.lock().unwrap();
        let screen = state.parser.screen();
        assert!(!screen.alternate_screen(), "the alternate screen is left");
        assert!(!screen.hide_cursor(), "the cursor is back");
        assert!(!screen.bracketed_paste(), "pasting is as before");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        (
            String::from_utf8_lossy(&state.bytes).into_owned(),
            status.exit_code(),
        )
    }

    /// How many bytes were written so far.
    pub fn written(&self) -> usize {
        self.shared.state.lock().unwrap().bytes.len()
    }

    pub fn process(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    fn wait_state<T>(&self, what: &str, seen: impl Fn(&State) -> Option<T>) -> T {
        let start = Instant::now();
        let mut state = self.shared.state.lock().unwrap();
        loop {
            if let Some(found) = seen(&state) {
                return found;
            }
            let left = PATIENCE.saturating_sub(start.elapsed());
            let screen = state.parser.screen().contents();
            assert!(!left.is_zero(), "no {what} on:\n{screen}");
            assert!(!state.ended, "ended before {what}:\n{screen}");
            state = self.shared.changed.wait_timeout(state, left).unwrap().0;
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Already ended in most tests.
        let _ = self.child.kill();
    }
}
