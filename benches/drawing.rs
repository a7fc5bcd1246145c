//! A picture of the explorer while the chain runs, from what the worker tells to the bytes for
//! a terminal, as frames a second.

use anyhow::{Result, bail};
use criterion::{BenchmarkGroup, Criterion, Throughput, measurement::WallTime};
use gibbscope::corpus::{BuildOptions, Corpus, ReadOptions, Source, StopWordsChoice, Unwatched};
use gibbscope::engine::{Kind, Settings, default_priors};
use gibbscope::session::{Command, Session, Update};
use gibbscope::tui::app::{App, Effect, Message};
use gibbscope::tui::draw::draw;
use gibbscope::tui::explorer::{Explorer, Tuning};
use gibbscope::tui::start::Start;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use std::io::sink;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

#[path = "sampling/zipf.rs"]
mod zipf;

/// The bundled corpus on the screen.
const CORPUS: &str = "newsroom";
/// Sweeps before the first picture.
const SWEEPS: u64 = 20;
/// Pictures that follow each other.
const PICTURES: u64 = 16;

fn main() -> Result<()> {
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("drawing");
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3))
        .throughput(Throughput::Elements(1));
    let corpus = Arc::new(source().open(&mut Unwatched)?.corpus);
    for size in [(80, 24), (240, 70)] {
        bench(&mut group, CORPUS, &corpus, 20, size)?;
    }
    let corpus = Arc::new(zipf::corpus(100_000, 10)?);
    bench(&mut group, "100,000 documents", &corpus, 1_000, (240, 70))?;
    group.finish();
    criterion.final_summary();
    Ok(())
}

fn source() -> Source {
    Source {
        name: format!("demo:{CORPUS}"),
        read: ReadOptions::default(),
        build: BuildOptions {
            stop_words: StopWordsChoice::Demo(CORPUS.into()),
            ..BuildOptions::default()
        },
        held_out: None,
    }
}

/// Each picture is drawn after what the worker tells of it, over the one before.
fn bench(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    corpus: &Arc<Corpus>,
    topics: usize,
    size: (u16, u16),
) -> Result<()> {
    let (mut app, updates) = run(corpus, topics, size)?;
    let area = Rect::new(0, 0, size.0, size.1);
    let viewport = Viewport::Fixed(area);
    let backend = CrosstermBackend::new(sink());
    let mut terminal = Terminal::with_options(backend, TerminalOptions { viewport })?;
    let mut next = updates.iter().cycle();
    let name = format!("{name}, {topics} topics, {}x{}", size.0, size.1);
    group.bench_function(name, |b| {
        b.iter(|| {
            if let Some(update) = next.next() {
                app.update(Message::Worker(update.clone()));
            }
            terminal.draw(|frame| draw(&app, frame)).is_ok()
        });
    });
    Ok(())
}

/// The explorer after some sweeps, with everything that its panes show, and what the worker
/// tells after each of the next ones.
fn run(corpus: &Arc<Corpus>, topics: usize, size: (u16, u16)) -> Result<(App, Vec<Update>)> {
    let (alpha, eta) = default_priors();
    let settings = Settings {
        topics,
        alpha: alpha.clone(),
        eta: eta.clone(),
        seed: 1,
        em: Default::default(),
        parallel: Default::default(),
    };
    let explorer = Explorer::new(
        Arc::clone(corpus),
        source(),
        Default::default(),
        Tuning::new(alpha, eta, topics),
    );
    let session = Session::start(Kind::Collapsed, Arc::clone(corpus), settings, || ())?;
    let start = Start::new(Vec::new())?;
    let mut app = App::new(start, "dark", size).map_err(anyhow::Error::msg)?;
    send(app.update(Message::Opened(Box::new(explorer))), &session);
    steps(SWEEPS, SWEEPS, &mut app, &session)?;
    let after = SWEEPS + 1..=SWEEPS + PICTURES;
    let updates = after.map(|sweep| steps(1, sweep, &mut app, &session));
    let updates = updates.collect::<Result<_>>()?;
    Ok((app, updates))
}

fn send(effects: Vec<Effect>, session: &Session) {
    for effect in effects {
        if let Effect::Send(command) = effect {
            session.send(command);
        }
    }
}

/// Runs so many sweeps, up to the given one, and returns the last thing told.
fn steps(steps: u64, sweep: u64, app: &mut App, session: &Session) -> Result<Update> {
    session.send(Command::Steps(steps));
    loop {
        let update = session.take();
        let snapshot = update.snapshot.clone();
        send(app.update(Message::Worker(update)), session);
        if let Some(reason) = app.explorer().and_then(|explorer| explorer.failure.clone()) {
            bail!(reason);
        }
        let whole = snapshot.as_ref().is_some_and(|snapshot| {
            snapshot.sweep == sweep && !snapshot.topics.is_empty() && snapshot.document.is_some()
        });
        if whole {
            return Ok(Update {
                snapshot,
                ..Update::default()
            });
        }
        sleep(Duration::from_millis(1));
    }
}
