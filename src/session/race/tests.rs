use super::*;
use crate::corpus::{Source, Unwatched};
use crate::engine::{Kind, Settings};
use crate::model::PriorSpec;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

fn setup(name: &str, sweeps: u64, lanes: &[(Kind, u64)]) -> RaceSetup {
    let source = Source {
        name: name.into(),
        read: Default::default(),
        build: Default::default(),
        held_out: None,
    };
    RaceSetup {
        corpus: Arc::new(source.open(&mut Unwatched).unwrap().corpus),
        settings: Settings {
            topics: 2,
            alpha: PriorSpec::Each(0.5),
            eta: PriorSpec::Each(0.5),
            seed: 1,
            em: Default::default(),
            parallel: Default::default(),
        },
        lanes: lanes.to_vec(),
        sweeps,
        held_out: None,
    }
}

/// What a race came to, and how often it was seen to move.
fn watched(race: &LiveRace, lanes: &[(Kind, u64)]) -> (Vec<Lane>, Option<f64>, usize) {
    let mut seen: Vec<Lane> = lanes.iter().map(|&(k, s)| Lane::new(k, s)).collect();
    let (mut exact, mut looks) = (None, 0);
    let start = Instant::now();
    loop {
        assert!(start.elapsed() < Duration::from_secs(60), "it never ends");
        for news in race.take() {
            looks += 1;
            match news {
                RaceNews::Starts(value) => exact = value,
                RaceNews::Lane(place, news) => seen[place].take(news),
                RaceNews::Over => return (seen, exact, looks),
            }
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

const LANES: [(Kind, u64); 3] = [
    (Kind::Collapsed, 1),
    (Kind::Uncollapsed, 1),
    (Kind::Variational, 1),
];

#[test]
fn lanes_come_in_pieces_and_are_the_chains_of_their_engines() {
    let setup = setup("demo:toy", 3_000, &LANES);
    let wakes = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&wakes);
    let race = LiveRace::start(setup.clone(), move || {
        counter.fetch_add(1, Ordering::Relaxed);
    });
    let (lanes, exact, looks) = watched(&race, &LANES);
    assert!(
        wakes.load(Ordering::Relaxed) <= looks,
        "once for all that waits"
    );
    assert!((exact.unwrap() + 42.002_491_909_937).abs() < 1e-9);
    for (lane, (kind, seed)) in lanes.iter().zip(LANES) {
        assert_eq!(lane.state, LaneState::Ended);
        let sweeps: Vec<u64> = lane.trace.iter().map(|p| p.sweep).collect();
        assert_eq!(sweeps, (0..=3_000).collect::<Vec<_>>());
        assert!(lane.trace.is_sorted_by(|a, b| a.seconds <= b.seconds));
        let settings = Settings {
            seed,
            ..setup.settings.clone()
        };
        let mut alone = crate::engine::start(kind, Arc::clone(&setup.corpus), settings).unwrap();
        while alone.sweep() < 3_000 {
            alone.advance(usize::MAX >> 1);
        }
        assert_eq!(lane.digest.as_ref(), Some(&alone.digest()));
        assert_eq!(lane.distances.is_empty(), !kind.is_gibbs());
        assert_eq!(lane.autocorrelation_time.is_some(), kind.is_gibbs());
    }
    let distances = &lanes[0].distances;
    for power in [1, 10, 100, 1_000, 3_000] {
        assert!(distances.iter().any(|d| d.sweep == power), "{power}");
    }
    assert!(distances.last().unwrap().distance < 0.05);
    assert_eq!(
        lanes[0].trace[0].value, lanes[1].trace[0].value,
        "one start"
    );
}

#[test]
fn a_race_that_is_stopped_ends_between_sweeps_with_its_scores() {
    let mut setup = setup("demo:newsroom", u64::MAX, &LANES);
    setup.held_out = Some(crate::session::HeldOutTest {
        documents: Arc::new(setup.corpus.select(&[0, 1, 2])),
        seed: 0,
    });
    let race = LiveRace::start(setup, || {});
    std::thread::sleep(Duration::from_millis(300));
    race.stop();
    let (lanes, exact, _) = watched(&race, &LANES);
    assert_eq!(exact, None, "too large");
    for lane in lanes {
        assert!(lane.is_over() && lane.sweeps() > 0, "{:?}", lane.state);
        assert!(lane.held_out.is_some() && lane.digest.is_some());
        assert!(lane.distances.is_empty());
    }
}

#[test]
fn a_lane_that_cannot_start_does_not_end_the_others() {
    let mut setup = setup("demo:toy", 20, &LANES);
    setup.settings.alpha = PriorSpec::Each(1e-9);
    let race = LiveRace::start(setup, || {});
    let (lanes, ..) = watched(&race, &LANES);
    assert_eq!(lanes[0].state, LaneState::Ended);
    let failed = &lanes[2].state;
    assert!(
        matches!(failed, LaneState::Failed(why) if why.contains("1e-6")),
        "{failed:?}"
    );
}

#[test]
fn lanes_without_room_beside_each_other_are_refused() {
    let mut setup = setup("demo:newsroom", 20, &LANES);
    assert!(setup.check().is_ok());
    setup.settings.topics = 40_000;
    let error = setup.check().unwrap_err().to_string();
    assert!(error.contains("fewer lanes"), "{error}");
}
