//! Progress and remarks, all on standard error: for a person, for a program, or
//! not at all.

use crate::plain::clean_lines;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::io::{IsTerminal, Write};

/// How progress is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Style {
    /// A line of JSON for each step
    Json,
    /// A bar
    Bar,
    /// Nothing
    None,
}

/// The option `--progress`.
#[derive(Debug, Clone, Copy, Args)]
pub struct ProgressArgs {
    /// Progress on standard error [default: bar on a terminal, else none]
    #[arg(long, value_name = "STYLE", help_heading = "Output")]
    progress: Option<Style>,
}

impl ProgressArgs {
    /// Whether standard error is for a program to read.
    pub fn is_json(self) -> bool {
        self.progress == Some(Style::Json)
    }

    /// Progress as asked for.
    pub fn start(self) -> Progress {
        let style = self.progress.unwrap_or(if std::io::stderr().is_terminal() {
            Style::Bar
        } else {
            Style::None
        });
        Progress { style, bar: None }
    }
}

/// Says how far the work has come.
pub struct Progress {
    style: Style,
    bar: Option<ProgressBar>,
}

/// Writes a line on standard error; without a reader nothing is lost but that.
fn line(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Says something to a person, on standard error.
pub fn say(text: &str) {
    line(&clean_lines(text));
}

impl Progress {
    /// Progress that shows nothing but remarks.
    pub fn quiet() -> Self {
        Self {
            style: Style::None,
            bar: None,
        }
    }

    /// A remark.
    pub fn note(&mut self, text: &str) {
        self.done();
        match self.style {
            Style::Json => line(&json!({"event": "note", "text": text}).to_string()),
            Style::Bar | Style::None => say(text),
        }
    }

    /// Bytes read of the corpus.
    pub fn read(&mut self, bytes: u64, total: Option<u64>) {
        match self.style {
            Style::Json => {
                line(&json!({"event": "read", "bytes": bytes, "total": total}).to_string());
            }
            Style::Bar => {
                let bar = self.bar.get_or_insert_with(|| {
                    bar(total, "reading {wide_bar} {bytes}/{total_bytes} {eta}")
                });
                bar.set_position(bytes);
            }
            Style::None => {}
        }
    }

    /// Sweeps done, with the log joint per token.
    pub fn sweep(&mut self, sweep: u64, of: u64, log_joint_per_token: f64) {
        match self.style {
            Style::Json => line(
                &json!({
                    "event": "sweep",
                    "sweep": sweep,
                    "sweeps": of,
                    "log_joint_per_token": log_joint_per_token,
                })
                .to_string(),
            ),
            Style::Bar => {
                let bar = self.bar.get_or_insert_with(|| {
                    bar(
                        Some(of),
                        "sweep {pos}/{len} {wide_bar} {msg} {per_sec} {eta}",
                    )
                });
                bar.set_position(sweep);
                bar.set_message(format!("{log_joint_per_token:.4}"));
            }
            Style::None => {}
        }
    }

    /// A sweep of one of several chains side by side, told apart by their seeds.
    pub fn chain_sweep(
        &mut self,
        (seed, chains): (u64, usize),
        (sweep, of): (u64, u64),
        objective_per_token: f64,
    ) {
        match self.style {
            Style::Json => line(
                &json!({
                    "event": "sweep",
                    "seed": seed,
                    "sweep": sweep,
                    "sweeps": of,
                    "log_joint_per_token": objective_per_token,
                })
                .to_string(),
            ),
            Style::Bar => {
                let all = of.saturating_mul(chains as u64);
                let bar = self.bar.get_or_insert_with(|| {
                    let template = "sweep {pos}/{len} of all chains {wide_bar} {per_sec} {eta}";
                    bar(Some(all), template)
                });
                bar.inc(1);
            }
            Style::None => {}
        }
    }

    /// A result that is there before the others: an event for a program, a line for a
    /// person.
    pub fn finished(&mut self, event: &serde_json::Value, text: &str) {
        self.done();
        match self.style {
            Style::Json => line(&event.to_string()),
            Style::Bar | Style::None => say(text),
        }
    }

    /// Takes a bar away.
    pub fn done(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.done();
    }
}

fn bar(total: Option<u64>, template: &str) -> ProgressBar {
    let bar = total.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
    if total.is_some()
        && let Ok(style) = ProgressStyle::with_template(template)
    {
        bar.set_style(style);
    }
    bar
}
