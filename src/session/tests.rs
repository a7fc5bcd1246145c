//! The worker from outside: commands in, snapshots and events out.

use super::*;
use crate::corpus::{Vocabulary, bars};
use crate::engine::{Advance, Edit, EmOptions, Objective, Optimize, Priors};
use crate::model::dirichlet::Shape;
use crate::model::phi::Phi;
use crate::model::{Growth, PriorSpec};
use std::time::{Duration, Instant};

fn settings(topics: usize) -> Settings {
    Settings {
        topics,
        alpha: PriorSpec::Each(0.1),
        eta: PriorSpec::Each(0.05),
        seed: 3,
        em: EmOptions::default(),
        parallel: Default::default(),
    }
}

fn corpus(documents: usize) -> Arc<Corpus> {
    Arc::new(bars(documents, 1).0)
}

fn session(documents: usize, topics: usize) -> Session {
    Session::start(Kind::Collapsed, corpus(documents), settings(topics), || {}).unwrap()
}

/// Everything that came out so far.
#[derive(Default)]
struct Seen {
    snapshot: Option<Arc<Snapshot>>,
    points: Vec<TracePoint>,
    events: Vec<Event>,
}

impl Seen {
    /// Takes updates until `done` is true; a minute without that is a failure.
    fn until(&mut self, session: &Session, done: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        while !done(self) {
            assert!(start.elapsed() < Duration::from_secs(60), "it never comes");
            let update = session.take();
            self.points.extend(update.points);
            self.events.extend(update.events);
            self.snapshot = update.snapshot.or(self.snapshot.take());
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn state(&self) -> Option<RunState> {
        self.snapshot.as_ref().map(|s| s.state)
    }

    fn sweep(&self) -> u64 {
        self.snapshot.as_ref().map_or(0, |s| s.sweep)
    }
}

#[test]
fn steps_run_exactly_so_many_sweeps_and_every_one_is_traced() {
    let session = session(20, 4);
    session.send(Command::Steps(7));
    let mut seen = Seen::default();
    seen.until(&session, |s| {
        s.sweep() == 7 && s.state() == Some(RunState::Paused)
    });
    let sweeps: Vec<u64> = seen.points.iter().map(|p| p.sweep).collect();
    assert_eq!(sweeps, [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(session.finish().unwrap().engine.sweep(), 7);
}

#[test]
fn a_limit_finishes_and_can_be_lifted() {
    let session = session(20, 4);
    session.send(Command::Limit(Some(5)));
    session.send(Command::Resume);
    let mut seen = Seen::default();
    seen.until(&session, |s| s.state() == Some(RunState::Finished));
    assert_eq!(seen.sweep(), 5);
    assert!(seen.events.contains(&Event::Finished { sweep: 5 }));
    session.send(Command::Resume);
    session.send(Command::Limit(None));
    session.send(Command::Resume);
    seen.until(&session, |s| s.sweep() > 5);
}

#[test]
fn pause_and_stop_act_inside_a_long_sweep() {
    // With 60,000 topics one sweep of the bars takes far longer than this test.
    let session = session(2_000, 60_000);
    session.send(Command::Resume);
    let mut seen = Seen::default();
    seen.until(&session, |s| {
        s.snapshot.as_ref().is_some_and(|s| s.position > 0)
    });
    session.send(Command::Pause);
    seen.until(&session, |s| s.state() == Some(RunState::Paused));
    assert_eq!(seen.sweep(), 0);
    let position = seen.snapshot.as_ref().map(|s| s.position);
    // A change waits for the end of the sweep, and says so.
    session.send(Command::Edit(Edit::Alpha(PriorSpec::Each(0.5))));
    seen.until(&session, |s| {
        s.snapshot.as_ref().is_some_and(|s| !s.pending.is_empty())
    });
    let finished = session.finish().unwrap();
    assert_eq!(Some(finished.engine.position()), position);
    assert_eq!(finished.journal.tokens, finished.engine.position());
}

#[test]
fn changes_are_acknowledged_and_the_journal_replays_them() {
    let corpus = corpus(60);
    let session = Session::start(Kind::Collapsed, Arc::clone(&corpus), settings(5), || {}).unwrap();
    session.send(Command::Resume);
    let mut seen = Seen::default();
    let edits = [
        Edit::Alpha(PriorSpec::Each(0.7)),
        Edit::Topics {
            topics: 9,
            growth: Growth::Split,
        },
        Edit::Eta(PriorSpec::Sum(3.0)),
        Edit::Topics {
            topics: 3,
            growth: Growth::Empty,
        },
        Edit::Reset { seed: 11 },
        Edit::Topics {
            topics: 6,
            growth: Growth::Empty,
        },
    ];
    for (n, edit) in edits.iter().enumerate() {
        session.send(Command::Edit(edit.clone()));
        seen.until(&session, |s| {
            s.events.len() > n && s.snapshot.as_ref().is_some_and(|s| s.pending.is_empty())
        });
        assert!(matches!(&seen.events[n], Event::Applied { edit: e, .. } if e == edit));
    }
    let bad = Edit::Alpha(PriorSpec::Each(-1.0));
    session.send(Command::Edit(bad.clone()));
    seen.until(&session, |s| s.events.len() > edits.len());
    assert!(matches!(seen.events.last(), Some(Event::Refused { edit, .. }) if *edit == bad));
    let Finished {
        engine, journal, ..
    } = session.finish().unwrap();
    assert_eq!(
        journal.entries.len(),
        edits.len(),
        "a refused change is not written down"
    );
    let text = ron::to_string(&journal).unwrap();
    let journal: Journal = ron::from_str(&text).unwrap();
    let again = replay(&journal, corpus, |_| true).unwrap();
    assert_eq!(again.digest(), engine.digest());
    assert_eq!(again.topic_ids(), engine.topic_ids());
    assert_eq!(
        (again.sweep(), again.position()),
        (engine.sweep(), engine.position())
    );
}

/// Changes while a fit is on, across engines: replayed from the journal alone.
#[test]
fn fitted_priors_and_switches_of_the_engine_are_replayed() {
    let corpus = corpus(60);
    let session = Session::start(Kind::Collapsed, Arc::clone(&corpus), settings(5), || {}).unwrap();
    session.send(Command::Optimize(Optimize {
        alpha: Some(Shape::Asymmetric),
        eta: Some(Shape::Symmetric),
        burn_in: 4,
        interval: 2,
    }));
    let mut seen = Seen::default();
    let mut sweeps = 0;
    for kind in [Kind::Uncollapsed, Kind::Variational, Kind::Collapsed] {
        sweeps += 6;
        session.send(Command::Steps(6));
        seen.until(&session, |s| {
            s.sweep() == sweeps && s.state() == Some(RunState::Paused)
        });
        session.send(Command::Edit(Edit::Engine(kind)));
        seen.until(&session, |s| {
            s.snapshot.as_ref().is_some_and(|s| s.kind == kind)
        });
    }
    let fitted = |seen: &Seen, is: fn(&Edit) -> bool| {
        let events = seen.events.iter();
        let fits = events.filter(|e| matches!(e, Event::Fitted { edit, .. } if is(edit)));
        fits.count()
    };
    // After sweeps 4, 6, 8, … 18.
    assert_eq!(
        fitted(&seen, |e| matches!(e, Edit::Alpha(PriorSpec::List(_)))),
        8
    );
    assert_eq!(
        fitted(&seen, |e| matches!(e, Edit::Eta(PriorSpec::Each(_)))),
        8
    );

    // A value that is set by hand stays.
    session.send(Command::Edit(Edit::Alpha(PriorSpec::Each(0.3))));
    session.send(Command::Steps(6));
    seen.until(&session, |s| {
        s.sweep() == 24 && s.state() == Some(RunState::Paused)
    });
    assert_eq!(fitted(&seen, |e| matches!(e, Edit::Alpha(_))), 8);
    assert_eq!(fitted(&seen, |e| matches!(e, Edit::Eta(_))), 11);
    let snapshot = seen.snapshot.unwrap();
    assert_eq!(snapshot.alpha.as_ref(), [0.3; 5]);
    assert_eq!(snapshot.optimize.alpha, None);

    let Finished {
        engine, journal, ..
    } = session.finish().unwrap();
    let again = replay(&journal, corpus, |_| true).unwrap();
    assert_eq!(again.digest(), engine.digest());
}

#[test]
fn a_segment_ends_where_values_cannot_be_compared() {
    let session = session(20, 4);
    session.send(Command::Steps(2));
    let mut seen = Seen::default();
    seen.until(&session, |s| s.sweep() == 2);
    session.send(Command::Edit(Edit::Topics {
        topics: 8,
        growth: Growth::Empty,
    }));
    session.send(Command::Steps(1));
    seen.until(&session, |s| s.sweep() == 3);
    let trace: Vec<(u64, u32)> = seen.points.iter().map(|p| (p.sweep, p.segment)).collect();
    assert_eq!(trace, [(0, 0), (1, 0), (2, 0), (2, 1), (3, 1)]);
}

#[test]
fn snapshots_hold_what_was_asked_for() {
    let session = session(30, 4);
    let words: Arc<[u32]> = Arc::from([1, 2, 3, 1]);
    session.send(Command::Look(Interest {
        words: 3,
        document: Some(12),
        text: Some(Arc::clone(&words)),
        ranking: Some(2),
        listed: vec![4, 29, 30],
        token: None,
        exact: false,
    }));
    session.send(Command::Steps(3));
    let mut seen = Seen::default();
    // The news that the chain is held comes first, the views after it.
    seen.until(&session, |s| {
        let viewed = |s: &Arc<Snapshot>| s.document.is_some() && s.ranking.is_some();
        s.sweep() == 3 && s.snapshot.as_ref().is_some_and(viewed)
    });
    let snapshot = seen.snapshot.unwrap();
    assert_eq!(snapshot.topics.len(), 4);
    assert!(snapshot.topics.iter().all(|t| t.words.len() <= 3));
    let shares: f64 = snapshot.topics.iter().map(|t| t.share).sum();
    assert!((shares - 1.0).abs() < 1e-12);
    let document = snapshot.document.as_ref().unwrap();
    assert_eq!((document.index, document.topics.len()), (12, 100));
    assert!((document.theta.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    let folded = snapshot.folded.as_ref().unwrap();
    assert!(Arc::ptr_eq(&folded.words, &words));
    assert_eq!((folded.view.theta.len(), folded.view.topics.len()), (4, 4));
    let listed: Vec<usize> = snapshot.listed.iter().map(|m| m.index).collect();
    assert_eq!(listed, [4, 29], "there is no document 30");
    assert_eq!(snapshot.listed[0].theta.len(), 4);
    let ranking = snapshot.ranking.as_ref().unwrap();
    assert_eq!(ranking.documents.len(), 30);
    assert!(
        ranking
            .documents
            .windows(2)
            .all(|pair| pair[0].1 >= pair[1].1)
    );
}

#[test]
fn held_out_documents_are_scored_beside_the_chain() {
    let session = session(30, 10);
    let documents = Arc::new(bars(20, 9).0);
    session.send(Command::HoldOut(HeldOutTest { documents, seed: 0 }));
    session.send(Command::Steps(1));
    let mut seen = Seen::default();
    seen.until(&session, |s| {
        s.events.iter().any(|e| matches!(e, Event::HeldOut { .. }))
    });
    let scored = seen.events.iter().find_map(|event| match event {
        Event::HeldOut { sweep, score } => Some((*sweep, *score)),
        _ => None,
    });
    let (sweep, score) = scored.unwrap();
    assert_eq!((sweep, score.documents, score.tokens), (1, 20, 1_000));
    // 25 words that are all the same to a model that knows nothing.
    assert!((5.0..40.0).contains(&score.perplexity), "{score:?}");
}

#[test]
fn a_model_is_captured_between_two_sweeps_and_survives_its_file() {
    let session = session(30, 4);
    session.send(Command::Resume);
    let (to, copies) = crossbeam_channel::bounded(1);
    session.send(Command::Capture(to));
    let capture = copies.recv_timeout(Duration::from_secs(60)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.gibbscope");
    capture.model.write(&path).unwrap();
    let read = Model::read(&path).unwrap();
    assert_eq!(read, capture.model);
    assert_eq!(Some(read.state().unwrap().1.digest()), capture.digest);
    // A model of before has no metadata, and one that fits no document is damaged.
    let mut old = serde_json::to_value(&read).unwrap();
    old.as_object_mut().unwrap().remove("metadata");
    assert_eq!(serde_json::from_value::<Model>(old.clone()).unwrap(), read);
    let column = r#"[{"name": "c", "kind": "category", "values": [], "documents": []}]"#;
    old["metadata"] = serde_json::from_str(column).unwrap();
    let damaged: Model = serde_json::from_value(old).unwrap();
    assert!(
        damaged
            .state()
            .unwrap_err()
            .to_string()
            .contains("`c` does not fit")
    );
    let whole = std::fs::read(&path).unwrap();
    for bytes in [
        &b"something else"[..],
        b"",
        &whole[..1],
        &whole[..whole.len() - 1],
    ] {
        std::fs::write(&path, bytes).unwrap();
        assert!(Model::recognise(&path).unwrap(), "by its name");
        let message = Model::read(&path).unwrap_err().to_string();
        let words = ["no gibbscope model file, or a damaged one", "--out DIR"];
        assert!(words.iter().all(|w| message.contains(w)), "{message}");
    }
}

/// An engine that fails in its third sweep.
struct Failing(Box<dyn Engine>);

impl Engine for Failing {
    fn advance(&mut self, tokens: usize) -> Advance {
        assert!(self.0.sweep() < 2, "the third sweep is too much");
        self.0.advance(tokens)
    }
    fn kind(&self) -> Kind {
        self.0.kind()
    }
    fn exact(&self) -> bool {
        self.0.exact()
    }
    fn corpus(&self) -> &Arc<Corpus> {
        self.0.corpus()
    }
    fn settings(&self) -> &Settings {
        self.0.settings()
    }
    fn priors(&self) -> Priors<'_> {
        self.0.priors()
    }
    fn sweep(&self) -> u64 {
        self.0.sweep()
    }
    fn position(&self) -> usize {
        self.0.position()
    }
    fn between_sweeps(&self) -> bool {
        self.0.between_sweeps()
    }
    fn moved(&self) -> Option<f64> {
        self.0.moved()
    }
    fn objective(&self) -> Objective {
        self.0.objective()
    }
    fn apply(&mut self, edit: &Edit) -> Result<(), EngineError> {
        self.0.apply(edit)
    }
    fn topic_ids(&self) -> &[u32] {
        self.0.topic_ids()
    }
    fn topic_sizes(&self) -> Vec<f64> {
        self.0.topic_sizes()
    }
    fn top_words(&self, n: usize) -> Vec<Vec<(u32, f64)>> {
        self.0.top_words(n)
    }
    fn theta(&self, d: usize) -> Vec<f64> {
        self.0.theta(d)
    }
    fn topic_share(&self, topic: usize) -> Vec<f64> {
        self.0.topic_share(topic)
    }
    fn next_topic_id(&self) -> u32 {
        self.0.next_topic_id()
    }
    fn phi(&self) -> Phi {
        self.0.phi()
    }
    fn phi_of(&self, words: &[u32]) -> Phi {
        self.0.phi_of(words)
    }
    fn token_topics(&self, d: usize) -> Vec<u16> {
        self.0.token_topics(d)
    }
    fn digest(&self) -> String {
        self.0.digest()
    }
}

#[test]
fn a_failure_is_an_event_and_what_there_is_can_still_be_saved() {
    let names = vec!["a".to_owned(), "b".to_owned()];
    let corpus = Corpus::from_documents(Vocabulary::new(names), &[vec![0, 1, 0]]).unwrap();
    let engine = crate::engine::start(Kind::Collapsed, Arc::new(corpus), settings(2)).unwrap();
    let session = Session::with_engine(Box::new(Failing(engine)), || {});
    let mut seen = Seen::default();
    session.send(Command::Steps(1));
    seen.until(&session, |s| {
        s.sweep() == 1 && s.state() == Some(RunState::Paused)
    });
    session.send(Command::Resume);
    seen.until(&session, |s| !s.events.is_empty());
    assert_eq!(
        seen.events,
        [Event::Failed("the third sweep is too much".into())]
    );
    assert!(seen.snapshot.is_some());
    session.send(Command::Pause);
    let (to, copies) = crossbeam_channel::bounded(1);
    session.send(Command::Capture(to));
    let copy = copies.recv().unwrap();
    assert_eq!((copy.model.sweep, copy.digest), (2, None));
    let finished = session.finish().unwrap();
    assert_eq!((finished.journal.sweeps, finished.digest), (2, None));
}
