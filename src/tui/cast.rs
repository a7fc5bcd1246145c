//! A recording of the screen: asciicast version 2, the format of `asciinema play`.
//!
//! ```text
//! picture ─▶ Tee ─▶ terminal
//!             └─▶ queue of events ─▶ thread ─▶ file, a line for each event
//! ```
//!
//! The first line is an object with the size; each other line is `[seconds, "o", text]` for
//! what was written to the terminal, or `[seconds, "r", "80x24"]` for another size
//! (<https://docs.asciinema.org/manual/asciicast/v2/>). Every line is written whole, so that
//! the file can be played whatever ends the program. The screen never waits for the file.

use crossbeam_channel::{Receiver, Sender, bounded};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Events that may wait for the file: at thirty pictures a second, half a minute of them.
const WAITING: usize = 1_000;
/// When the program ends, a file gets so long for what still waits.
const PATIENCE: Duration = Duration::from_secs(3);
/// Gives a terminal that plays the file back as it was.
const FAREWELL: &str =
    "\x1b[?2026l\x1b[?2004l\x1b[?1006l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?1049l\x1b[?25h";
/// An empty screen of its own, as the explorer starts with.
const OPENING: &str = "\x1b[?1049h\x1b[?25l\x1b[2J\x1b[H";

/// The first line of the file.
#[derive(Serialize)]
struct Header {
    version: u8,
    width: u16,
    height: u16,
    /// Seconds since 1970.
    timestamp: u64,
    title: String,
    env: BTreeMap<&'static str, String>,
}

/// Makes the file of a recording, which must not be there yet unless it may be replaced.
///
/// # Errors
/// A sentence with the name of the file.
pub fn create(path: &Path, overwrite: bool) -> Result<File, String> {
    let fail = |reason: &str| Err(format!("cannot record to {}: {reason}", path.display()));
    if overwrite && path.exists() && !path.is_file() {
        return fail("it is no plain file, and is left alone: name another");
    }
    let file = if overwrite {
        File::create(path)
    } else {
        File::create_new(path)
    };
    match file {
        Ok(file) => Ok(file),
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
            fail("it is there already; name another, or remove it first")
        }
        Err(e) => fail(&e.to_string()),
    }
}

/// A recording under way.
struct Recorder {
    events: Sender<String>,
    done: Ending,
    start: Instant,
    size: (u16, u16),
    /// What was written since the last event.
    pending: Vec<u8>,
}

impl Recorder {
    /// `tell` gets a sentence where the file ends before the recording does.
    fn start(
        file: File,
        path: PathBuf,
        title: &str,
        size: (u16, u16),
        tell: impl Fn(String) + Send + 'static,
    ) -> Self {
        let (events, lines) = bounded(WAITING);
        let (over, done) = bounded(1);
        let header = header(title, size);
        thread::spawn(move || {
            if let Err(error) = write(file, header, &lines) {
                tell(format!(
                    "the recording has ended: cannot write {}: {error}",
                    path.display()
                ));
            }
            // Who started the recording may not wait for its end.
            let _ = over.send(());
        });
        Self {
            events,
            done: Ending(done),
            start: Instant::now(),
            size,
            pending: Vec::new(),
        }
    }

    /// An event that has happened now; whether there was room for it.
    fn send(&self, code: &str, data: &str) -> bool {
        let seconds = self.start.elapsed().as_micros() as f64 / 1e6;
        match serde_json::to_string(&(seconds, code, data)) {
            Ok(line) => self.events.try_send(line + "\n").is_ok(),
            Err(_) => false,
        }
    }

    /// Sends what was written; whether there was room for it.
    fn flush(&mut self) -> bool {
        if self.pending.is_empty() {
            return true;
        }
        let bytes = std::mem::take(&mut self.pending);
        self.send("o", &String::from_utf8_lossy(&bytes))
    }

    /// No more events come.
    fn end(mut self) -> Ending {
        self.flush();
        self.send("o", FAREWELL);
        self.done
    }
}

/// A recording that is over, while its file may still be written.
#[derive(Debug)]
pub struct Ending(Receiver<()>);

impl Ending {
    /// Waits for the file, but not for ever.
    pub fn wait(&self) {
        let _ = self.0.recv_timeout(PATIENCE);
    }
}

fn header(title: &str, (width, height): (u16, u16)) -> Header {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let term = std::env::var("TERM").unwrap_or_else(|_| "xterm-256color".to_owned());
    Header {
        version: 2,
        width,
        height,
        timestamp: now.map_or(0, |now| now.as_secs()),
        title: title.to_owned(),
        env: BTreeMap::from([("TERM", term)]),
    }
}

/// Writes a line for each event until the last. What is cut by a full disk is taken away
/// again, so that the file ends with a whole line.
fn write(mut file: File, header: Header, lines: &Receiver<String>) -> io::Result<()> {
    let mut whole = 0;
    let mut put = |line: &str| {
        let written = file.write_all(line.as_bytes());
        match written {
            Ok(()) => whole += line.len() as u64,
            // A device has no length; what is wrong with it is known already.
            Err(_) => drop(file.set_len(whole)),
        }
        written
    };
    put(&(serde_json::to_string(&header)? + "\n"))?;
    while let Ok(line) = lines.recv() {
        put(&line)?;
    }
    Ok(())
}

/// Standard output, with a copy for the recording that is under way. Copies of it share that.
#[derive(Clone, Default)]
pub struct Tee {
    recorder: Arc<Mutex<Option<Recorder>>>,
}

impl Tee {
    fn recorder(&self) -> MutexGuard<'_, Option<Recorder>> {
        self.recorder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records from now on into an empty file, from an empty screen; the next picture must be
    /// a whole one. No other recording may be under way.
    pub fn record(
        &self,
        (file, path): (File, PathBuf),
        title: &str,
        size: (u16, u16),
        tell: impl Fn(String) + Send + 'static,
    ) {
        let recorder = Recorder::start(file, path, title, size, tell);
        recorder.send("o", OPENING);
        *self.recorder() = Some(recorder);
    }

    /// Ends the recording, if there is one.
    pub fn stop(&self) -> Option<Ending> {
        self.recorder().take().map(Recorder::end)
    }

    /// Notes the size of the terminal, where it has changed.
    pub fn size(&self, size: (u16, u16)) {
        if let Some(recorder) = self.recorder().as_mut()
            && recorder.size != size
        {
            recorder.size = size;
            recorder.send("r", &format!("{}x{}", size.0, size.1));
        }
    }

    /// All that was written is one event.
    ///
    /// # Errors
    /// A sentence where the recording has ended, since the file falls behind.
    pub fn mark(&self) -> Result<(), String> {
        let mut recorder = self.recorder();
        if recorder.as_mut().is_none_or(Recorder::flush) {
            return Ok(());
        }
        // A thread that failed has told why; a picture that misses a part is none.
        let fell_behind = recorder.take().is_some_and(|r| r.events.is_full());
        match fell_behind {
            true => Err("the recording has ended: its file takes too long to write".to_owned()),
            false => Ok(()),
        }
    }
}

impl Write for Tee {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = stdout().write(bytes)?;
        if let Some(recorder) = self.recorder().as_mut() {
            recorder.pending.extend_from_slice(&bytes[..written]);
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        stdout().flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn lines(path: &Path) -> Vec<Value> {
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.ends_with('\n'), "{text}");
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    #[test]
    fn events_are_lines_with_their_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cast");
        let file = create(&path, false).unwrap();
        let mut recorder = Recorder::start(file, path.clone(), "bars", (80, 24), |_| {});
        recorder.pending.extend_from_slice("\x1b[1mα".as_bytes());
        assert!(recorder.flush() && recorder.flush());
        recorder.send("r", "100x30");
        recorder.end().wait();
        let lines = lines(&path);
        assert_eq!(lines.len(), 4);
        assert_eq!(
            (&lines[0]["version"], &lines[0]["width"]),
            (&2.into(), &80.into())
        );
        assert_eq!(
            (&lines[0]["height"], &lines[0]["title"]),
            (&24.into(), &"bars".into())
        );
        let events: Vec<(f64, String, String)> = lines[1..]
            .iter()
            .map(|line| serde_json::from_value(line.clone()).unwrap())
            .collect();
        assert_eq!((&*events[0].1, &*events[0].2), ("o", "\x1b[1mα"));
        assert_eq!((&*events[1].1, &*events[1].2), ("r", "100x30"));
        assert_eq!(events[2].2, FAREWELL);
        assert!(events.is_sorted_by(|a, b| a.0 <= b.0) && events[2].0 < 60.0);
    }

    #[test]
    fn a_file_that_is_there_stays_unless_it_may_go() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cast");
        std::fs::write(&path, "old").unwrap();
        assert!(create(&path, false).unwrap_err().contains("there already"));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        create(&path, true).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "");
        assert!(
            create(folder.path(), true)
                .unwrap_err()
                .contains("no plain file")
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_told_once_and_holds_nothing_up() {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let (to, told) = bounded(8);
        let tee = Tee::default();
        tee.record((full, "full".into()), "", (80, 24), move |text| {
            let _ = to.send(text);
        });
        let text = told.recv_timeout(Duration::from_secs(30)).unwrap();
        assert!(text.contains("cannot write full"), "{text}");
        for _ in 0..3 {
            if let Some(recorder) = tee.recorder().as_mut() {
                recorder.pending.push(b'x');
            }
            assert!(tee.mark().is_ok());
        }
        assert!(tee.recorder().is_none() && told.is_empty());
    }

    #[test]
    fn a_file_that_falls_behind_ends_the_recording() {
        let (events, _lines) = bounded(1);
        let tee = Tee::default();
        *tee.recorder() = Some(Recorder {
            events,
            done: Ending(bounded(1).1),
            start: Instant::now(),
            size: (80, 24),
            pending: b"x".to_vec(),
        });
        assert!(tee.mark().is_ok());
        if let Some(recorder) = tee.recorder().as_mut() {
            recorder.pending.push(b'y');
        }
        assert!(tee.mark().unwrap_err().contains("takes too long"));
        assert!(tee.mark().is_ok() && tee.recorder().is_none());
    }
}
