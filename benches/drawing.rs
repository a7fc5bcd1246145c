//! A picture of the explorer, from its state to the cells of a terminal in memory,
//! as frames a second.

use anyhow::{Result, bail};
use criterion::{Criterion, Throughput};
use gibbscope::corpus::{BuildOptions, ReadOptions, Source, StopWordsChoice, Unwatched};
use gibbscope::engine::{Kind, Settings, default_priors};
use gibbscope::session::{Command, Session};
use gibbscope::tui::app::{App, Effect, Message};
use gibbscope::tui::draw::draw;
use gibbscope::tui::explorer::{Explorer, Tuning};
use gibbscope::tui::start::Start;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

/// The bundled corpus on the screen.
const CORPUS: &str = "newsroom";
const TOPICS: usize = 20;
/// Sweeps before the picture.
const SWEEPS: u64 = 100;

fn main() -> Result<()> {
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("drawing");
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3))
        .throughput(Throughput::Elements(1));
    for (columns, rows) in [(80, 24), (240, 70)] {
        let app = app((columns, rows))?;
        let mut terminal = Terminal::new(TestBackend::new(columns, rows))?;
        group.bench_function(format!("{columns}x{rows}"), |b| {
            b.iter(|| terminal.draw(|frame| draw(&app, frame)).is_ok());
        });
    }
    group.finish();
    criterion.final_summary();
    Ok(())
}

/// The explorer after some sweeps, with everything that its panes show.
fn app(size: (u16, u16)) -> Result<App> {
    let source = Source {
        name: format!("demo:{CORPUS}"),
        read: ReadOptions::default(),
        build: BuildOptions {
            stop_words: StopWordsChoice::Demo(CORPUS.into()),
            ..BuildOptions::default()
        },
        held_out: None,
    };
    let loaded = source.open(&mut Unwatched)?;
    let corpus = Arc::new(loaded.corpus);
    let (alpha, eta) = default_priors();
    let settings = Settings {
        topics: TOPICS,
        alpha: alpha.clone(),
        eta: eta.clone(),
        seed: 1,
        em: Default::default(),
        parallel: Default::default(),
    };
    let tuning = Tuning::new(alpha, eta, TOPICS);
    let explorer = Explorer::new(
        Arc::clone(&corpus),
        source,
        (loaded.read, loaded.report),
        tuning,
    );
    let session = Session::start(Kind::Collapsed, corpus, settings, || ())?;
    let start = Start::new(Vec::new())?;
    let mut app = App::new(start, "dark", size).map_err(anyhow::Error::msg)?;
    let mut effects = app.update(Message::Opened(Box::new(explorer)));
    session.send(Command::Steps(SWEEPS));
    loop {
        for effect in effects {
            if let Effect::Send(command) = effect {
                session.send(command);
            }
        }
        let update = session.take();
        let drawn = update.snapshot.as_ref().is_some_and(|snapshot| {
            snapshot.sweep == SWEEPS && !snapshot.topics.is_empty() && snapshot.document.is_some()
        });
        effects = app.update(Message::Worker(update));
        if drawn {
            return Ok(app);
        }
        if let Some(reason) = app.explorer().and_then(|explorer| explorer.failure.clone()) {
            bail!(reason);
        }
        sleep(Duration::from_millis(1));
    }
}
