//! Walking and running are the same chain, and what a walk tells is what happened.

use super::*;
use crate::corpus::bars;
use crate::engine::{Engine, Parallel};
use crate::model::PriorSpec;
use std::time::{Duration, Instant};

fn settings(blocks: usize) -> Settings {
    Settings {
        alpha: PriorSpec::Each(0.3),
        eta: PriorSpec::Each(0.1),
        topics: 4,
        seed: 6,
        em: Default::default(),
        parallel: Parallel { blocks, threads: 1 },
    }
}

/// A session of eight documents of 100 tokens that shows its draws.
fn session(kind: Kind, blocks: usize) -> Session {
    session_on(kind, Arc::new(bars(8, 3).0), blocks)
}

fn session_on(kind: Kind, corpus: Arc<Corpus>, blocks: usize) -> Session {
    let session = Session::start(kind, corpus, settings(blocks), || {}).unwrap();
    session.send(Command::Look(Interest {
        token: Some(3),
        ..Interest::default()
    }));
    session
}

/// Walks, and gives the snapshot of where that ends.
fn walk(session: &Session, walk: Walk, from: (u64, usize)) -> Arc<Snapshot> {
    session.send(Command::Walk(walk));
    let patience = Instant::now() + Duration::from_secs(20);
    loop {
        assert!(Instant::now() < patience, "{walk:?} from {from:?}");
        if let Some(snapshot) = session.take().snapshot
            && snapshot.state == RunState::Paused
            && (snapshot.sweep, snapshot.position) != from
        {
            return snapshot;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn run(kind: Kind, documents: usize, tokens: usize) -> Box<dyn Engine> {
    let corpus = Arc::new(bars(documents, 3).0);
    let mut engine = crate::engine::start(kind, corpus, settings(1)).unwrap();
    let all = engine.corpus().tokens();
    while engine.sweep() < (tokens / all) as u64 {
        engine.advance(usize::MAX);
    }
    while engine.position() < tokens % all {
        engine.advance(tokens % all - engine.position());
    }
    engine
}

#[test]
fn a_walk_is_the_chain_of_a_run() {
    for kind in [Kind::Collapsed, Kind::Uncollapsed] {
        let session = session(kind, 1);
        let mut at = (0, 0);
        let mut drawn = 0;
        for wanted in [
            Walk::Tokens(1),
            Walk::Tokens(1),
            Walk::Change,
            Walk::Document,
            Walk::Document,
            Walk::Tokens(1),
            Walk::Change,
        ] {
            let snapshot = walk(&session, wanted, at);
            let seen = snapshot.token.as_ref().unwrap();
            let (made, to_come) = (seen.made.as_ref().unwrap(), seen.to_come.as_ref().unwrap());
            assert_eq!(to_come.token, made.draw.token + 1);
            assert_eq!(made.draw.landing(), Some(made.landed));
            match wanted {
                Walk::Tokens(_) => assert_eq!(made.draw.token, drawn),
                Walk::Change => assert_ne!(made.landed, made.draw.topic),
                Walk::Document => assert_eq!(to_come.place, 0),
            }
            drawn = to_come.token;
            at = (snapshot.sweep, snapshot.position);
        }
        assert_eq!(at, (0, drawn));
        // To the end of the sweep and into the next, as the sweep's own objective.
        let mut snapshot = walk(&session, Walk::Document, at);
        while snapshot.sweep == 0 {
            at = (snapshot.sweep, snapshot.position);
            snapshot = walk(&session, Walk::Document, at);
        }
        assert_eq!((snapshot.sweep, snapshot.position), (1, 0));
        let made = snapshot.token.as_ref().unwrap().made.clone().unwrap();
        assert_eq!(made.draw.token, 799, "the last one is still shown");
        assert_eq!(snapshot.objective, run(kind, 8, 800).objective());
        let snapshot = walk(&session, Walk::Tokens(1), (1, 0));
        assert_eq!((snapshot.sweep, snapshot.position), (1, 1));
        let finished = session.finish().unwrap();
        let want = run(kind, 8, 801).digest();
        assert_eq!(finished.digest.as_deref(), Some(want.as_str()));
        let replayed = replay(&finished.journal, Arc::new(bars(8, 3).0), |_| true).unwrap();
        assert_eq!(replayed.digest(), want);
    }
}

/// Where documents are drawn side by side, each step is in another; the walk to the end of a
/// document is to that of the one shown.
#[test]
fn a_large_corpus_is_walked_through_side_by_side() {
    let corpus = Arc::new(bars(700, 3).0);
    let session = session_on(Kind::Collapsed, corpus.clone(), 1);
    let mut at = (0, 0);
    let (mut documents, mut shown) = (Vec::new(), 0);
    for _ in 0..3 {
        let snapshot = walk(&session, Walk::Tokens(1), at);
        let made = snapshot.token.as_ref().unwrap().made.clone().unwrap();
        assert!(made.draw.abreast);
        assert_eq!(made.draw.landing(), Some(made.landed));
        documents.push(made.draw.document);
        let seen = snapshot.token.as_ref().unwrap();
        shown = seen.to_come.as_ref().unwrap().document;
        at = (snapshot.sweep, snapshot.position);
    }
    assert_eq!(documents, [0, 1, 2]);
    let snapshot = walk(&session, Walk::Document, at);
    let made = snapshot.token.as_ref().unwrap().made.clone().unwrap();
    assert_eq!(made.draw.document, shown);
    assert_eq!(made.draw.token + 1, corpus.range(shown).end);
    assert!(snapshot.position > 1_400, "the others went on as well");
    let finished = session.finish().unwrap();
    let want = run(Kind::Collapsed, 700, snapshot.position).digest();
    assert_eq!(finished.digest.as_deref(), Some(want.as_str()));
}

#[test]
fn running_on_forgets_the_last_draw() {
    let session = session(Kind::Collapsed, 1);
    walk(&session, Walk::Tokens(1), (0, 0));
    session.send(Command::Steps(1));
    let patience = Instant::now() + Duration::from_secs(20);
    loop {
        assert!(Instant::now() < patience);
        if let Some(snapshot) = session.take().snapshot
            && snapshot.sweep == 1
            && snapshot.state == RunState::Paused
        {
            let seen = snapshot.token.as_ref().unwrap();
            assert_eq!(seen.to_come.as_ref().unwrap().token, 0);
            assert_eq!(seen.made, None);
            break;
        }
    }
}

#[test]
fn what_cannot_be_slowed_down_says_why_and_stays() {
    for (kind, blocks, why) in [
        (Kind::Collapsed, 2, "--blocks 1"),
        (Kind::Variational, 1, "draws no topics"),
    ] {
        let session = session(kind, blocks);
        session.send(Command::Walk(Walk::Tokens(1)));
        std::thread::sleep(Duration::from_millis(60));
        let snapshot = session.take().snapshot.unwrap();
        let reason = snapshot
            .token
            .as_ref()
            .unwrap()
            .to_come
            .clone()
            .unwrap_err();
        assert!(reason.contains(why), "{reason}");
        let steps = snapshot.token.as_ref().unwrap().steps.as_ref();
        let wanted = (kind == Kind::Variational).then_some(3);
        assert_eq!(steps.map(|steps| steps.document), wanted);
        assert_eq!((snapshot.sweep, snapshot.position), (0, 0));
        let engine = session.finish().unwrap().engine;
        assert_eq!((engine.sweep(), engine.position()), (0, 0));
    }
}
