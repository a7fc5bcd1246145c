//! What is kept between two runs of the explorer: recent corpora, and a session
//! file for every chain that was left.

use crate::session::SessionFile;
use etcetera::BaseStrategy;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

const RECENT: usize = 12;
const SESSIONS: usize = 50;

/// The folder for all of it, by the custom of the system.
fn folder() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    let state = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
    Some(state.join("gibbscope"))
}

/// Paths of corpora, the latest first. A file that is missing or damaged means: none.
pub fn recent() -> Vec<String> {
    folder()
        .and_then(|folder| fs::read_to_string(folder.join("recent.ron")).ok())
        .and_then(|text| ron::from_str(&text).ok())
        .unwrap_or_default()
}

/// Remembers a corpus. Bundled ones are on the start screen anyway. That nothing
/// can be remembered is no reason to stop.
pub fn remember(name: &str) {
    let path = match fs::canonicalize(name) {
        Ok(path) => path.to_string_lossy().into_owned(),
        Err(_) => return,
    };
    let mut list = recent();
    list.retain(|old| *old != path);
    list.insert(0, path);
    list.truncate(RECENT);
    if let (Some(folder), Ok(text)) = (folder(), ron::to_string(&list)) {
        let _ =
            fs::create_dir_all(&folder).and_then(|()| fs::write(folder.join("recent.ron"), text));
    }
}

/// Writes a session and returns its path.
///
/// # Errors
/// A sentence for the user.
pub fn session(file: &SessionFile, name: &str) -> Result<PathBuf, String> {
    let folder = folder()
        .ok_or("there is no home folder to keep the session in")?
        .join("sessions");
    fs::create_dir_all(&folder).map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |d| d.as_secs());
    let name: String = name
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '-' })
        .take(40)
        .collect();
    let path = fresh(&folder, &format!("{seconds}-{name}"))?;
    file.write(&path).map_err(|e| e.to_string())?;
    forget_old(&folder);
    Ok(path)
}

/// A folder of this name for a corpus that was drawn.
///
/// # Errors
/// A sentence for the user.
pub fn drawn(name: &str) -> Result<PathBuf, String> {
    let folder = folder()
        .ok_or("there is no home folder to keep the drawn corpus in")?
        .join("drawn")
        .join(name);
    fs::create_dir_all(&folder).map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
    Ok(folder)
}

/// The session that was kept last.
pub fn latest_session() -> Option<PathBuf> {
    // Names begin with the time.
    sessions(&folder()?.join("sessions")).pop()
}

/// The kept sessions, the oldest first.
fn sessions(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// A file that nobody had before: two explorers may end in the same second.
fn fresh(folder: &Path, stem: &str) -> Result<PathBuf, String> {
    const TRIES: u32 = 1_000;
    for n in 0..TRIES {
        let name = if n == 0 {
            format!("{stem}.ron")
        } else {
            format!("{stem}-{n}.ron")
        };
        let path = folder.join(name);
        match fs::File::create_new(&path) {
            Ok(_) => return Ok(path),
            Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
            Err(e) => return Err(format!("cannot write {}: {e}", path.display())),
        }
    }
    Err(format!("there are too many sessions called {stem}"))
}

fn forget_old(folder: &Path) {
    let files = sessions(folder);
    let surplus = files.len().saturating_sub(SESSIONS);
    for old in &files[..surplus] {
        let _ = fs::remove_file(old);
    }
}
