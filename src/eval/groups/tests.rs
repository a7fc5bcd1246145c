//! Groups against numbers worked out by hand, closed forms, and numpy.

use super::bootstrap::Bootstrap;
use super::cut::{Bin, CutError, Gap, Label, Row, Way, cut};
use super::rows::{Rows, Weight};
use super::*;
use crate::corpus::metadata::Column;
use crate::corpus::{BuildOptions, Builder, Content, Corpus, Raw, Sink, Vocabulary};
use crate::model::{Prior, PriorSpec};
use serde::Deserialize;

const NO_BANDS: Bootstrap = Bootstrap {
    replicates: 0,
    seed: 0,
};

/// A corpus of so many tokens each; which words does not matter.
fn corpus(lengths: &[usize]) -> Corpus {
    let documents: Vec<Vec<u32>> = lengths.iter().map(|&n| vec![0; n]).collect();
    Corpus::from_documents(Vocabulary::new(vec!["w".into()]), &documents).unwrap()
}

fn prior(values: &[f64]) -> Prior {
    let spec = PriorSpec::List(values.to_vec());
    spec.resolve("alpha", values.len()).unwrap()
}

fn groups(of: &[u32], many: usize) -> Cut {
    let label = |g: usize| Label {
        name: Some(g.to_string()),
        start: None,
    };
    Cut {
        labels: (0..many).map(label).collect(),
        members: (0..many as u32)
            .map(|g| {
                (0..of.len() as u32)
                    .filter(|&d| of[d as usize] == g)
                    .collect()
            })
            .collect(),
        ..Cut::default()
    }
}

/// The rows of documents given by the topics of their tokens.
fn drawn(z: &[&[u16]], alpha: &[f64], weight: Weight) -> Rows {
    let corpus = corpus(&z.iter().map(|z| z.len()).collect::<Vec<_>>());
    Rows::drawn(&corpus, &z.concat(), &prior(alpha), weight)
}

#[track_caller]
fn near(got: f64, want: f64) {
    assert!((got - want).abs() < 1e-12, "{got} for {want}");
}

#[test]
fn by_hand() {
    // Group 0: 3 of 4 and 0 of 1 tokens in topic 0; group 1: 1 of 1, and an empty
    // document; group 2 is empty.
    let z: [&[u16]; 5] = [&[0, 0, 0, 1], &[1], &[0], &[], &[]];
    let cut = groups(&[0, 0, 1, 1, 2], 3);
    for (weight, first, second) in [
        (Weight::Tokens, 3.0 / 5.0, 1.0),
        (Weight::Documents, (3.5 / 5.0 + 0.5 / 2.0) / 2.0, 1.5 / 2.0),
    ] {
        let rows = drawn(&z, &[0.5, 0.5], weight);
        let found = prevalence(&rows, &cut, NO_BANDS);
        let counts = |g: &Group| (g.documents, g.empty, g.tokens);
        assert_eq!(
            found.iter().map(counts).collect::<Vec<_>>(),
            [(2, 0, 5), (2, 1, 1), (1, 1, 0)]
        );
        for (group, want) in found.iter().zip([first, second]) {
            let shares = group.shares.as_ref().unwrap();
            near(shares[0].value, want);
            near(shares[1].value, 1.0 - want);
            assert_eq!(shares[0].band, None);
        }
        assert_eq!(found[2].shares, None);
        let difference = super::difference(&rows, &cut, (0, 1), NO_BANDS).unwrap();
        near(difference[0].value, first - second);
        assert_eq!(super::difference(&rows, &cut, (0, 2), NO_BANDS), None);
        let (p, q) = match weight {
            Weight::Tokens => (5.0 / 6.0, 1.0 / 6.0),
            Weight::Documents => (2.0 / 3.0, 1.0 / 3.0),
        };
        // Two groups: √(pq) times their distance.
        let wanted = f64::sqrt(p * q) * (first - second).abs();
        near(spread(&rows, &cut, &found)[0], wanted);
    }
    assert_eq!(ranked(&[0.1, 0.3, 0.1, 0.3]), [1, 3, 0, 2]);
}

#[test]
fn engines_without_topics_of_tokens_give_the_same_where_theta_is_the_same() {
    let z: [&[u16]; 3] = [&[0, 0, 1, 1], &[1], &[]];
    let alpha = [0.5, 0.25];
    let thetas = [
        [2.5 / 4.75, 2.25 / 4.75],
        [0.5 / 1.75, 1.25 / 1.75],
        [2.0 / 3.0, 1.0 / 3.0],
    ];
    let of = |weight| Rows::expected(2, [4, 1, 0].into_iter().zip(thetas), weight);
    let cut = groups(&[0, 0, 0], 1);
    let share = |rows: &Rows| prevalence(rows, &cut, NO_BANDS)[0].shares.clone().unwrap()[0].value;
    near(
        share(&of(Weight::Documents)),
        share(&drawn(&z, &alpha, Weight::Documents)),
    );
    near(
        share(&of(Weight::Tokens)),
        (4.0 * thetas[0][0] + thetas[1][0]) / 5.0,
    );
}

/// Of two documents the replicates are the first twice, the second twice, or both, with
/// probabilities ¼, ¼ and ½: the band ends at the documents' own shares, and the error
/// is the distance times √⅛.
#[test]
fn two_documents_drawn_again() {
    let z: [&[u16]; 3] = [&[0, 0, 0, 1], &[1, 1, 1, 1], &[0]];
    let rows = drawn(&z, &[0.5, 0.5], Weight::Tokens);
    let cut = groups(&[0, 0, 1], 2);
    let bootstrap = Bootstrap {
        replicates: 20_000,
        seed: 1,
    };
    let found = prevalence(&rows, &cut, bootstrap);
    let band = found[0].shares.as_ref().unwrap()[0].band.unwrap();
    assert_eq!((band.low, band.high), (0.0, 0.75));
    assert!(
        (band.error - 0.75 * f64::sqrt(0.125)).abs() < 0.005,
        "{band:?}"
    );
    // One document says nothing of others.
    assert_eq!(found[1].shares.as_ref().unwrap()[0].band, None);
}

/// The standard error of a mean is √(Σ (x − x̄)²) / n, and that of a ratio of sums
/// √(Σ (x − P w)²) / Σ w in the limit of many documents (Cochran 1977, equation 6.9).
#[test]
fn the_error_is_that_of_the_closed_form() {
    let lengths: Vec<usize> = (0..300).map(|d| 5 + (d * 7) % 40).collect();
    let count = |d: usize| (lengths[d] * ((d * 13) % 10)) / 10;
    let z: Vec<Vec<u16>> = (0..300)
        .map(|d| (0..lengths[d]).map(|i| u16::from(i >= count(d))).collect())
        .collect();
    let z: Vec<&[u16]> = z.iter().map(Vec::as_slice).collect();
    let cut = groups(&[0; 300], 1);
    for (weight, seed) in [(Weight::Tokens, 1), (Weight::Documents, 2)] {
        let rows = drawn(&z, &[0.1, 0.1], weight);
        let bootstrap = Bootstrap {
            replicates: 10_000,
            seed,
        };
        let share = prevalence(&rows, &cut, bootstrap)[0]
            .shares
            .clone()
            .unwrap()[0];
        let parts = |d: usize| match weight {
            Weight::Tokens => (count(d) as f64, lengths[d] as f64),
            Weight::Documents => ((count(d) as f64 + 0.1) / (lengths[d] as f64 + 0.2), 1.0),
        };
        let squares: f64 = (0..300)
            .map(|d| (parts(d).0 - share.value * parts(d).1).powi(2))
            .sum();
        let wanted = squares.sqrt() / (0..300).map(|d| parts(d).1).sum::<f64>();
        let band = share.band.unwrap();
        assert!(
            (band.error / wanted - 1.0).abs() < 0.03,
            "{band:?} {wanted}"
        );
        // A sum of 300 is nearly normal.
        for (end, sign) in [(band.low, -1.96), (band.high, 1.96)] {
            assert!((end - share.value - sign * wanted).abs() < 0.15 * wanted);
        }
    }
}

#[derive(Deserialize)]
struct Fixture {
    seed: u64,
    replicates: usize,
    alpha: Vec<f64>,
    groups: Vec<u32>,
    z: Vec<Vec<u16>>,
    tokens: Numbers,
    documents: Numbers,
    periods: Vec<Period>,
}

#[derive(Deserialize)]
struct Numbers {
    shares: Vec<Vec<f64>>,
    bands: Vec<Option<Bands>>,
    difference: Difference,
    spread: Vec<f64>,
}

#[derive(Deserialize)]
struct Bands {
    low: Vec<f64>,
    high: Vec<f64>,
    error: Vec<f64>,
}

#[derive(Deserialize)]
struct Difference {
    value: Vec<f64>,
    #[serde(flatten)]
    bands: Bands,
}

#[derive(Deserialize)]
struct Period {
    day: String,
    names: Vec<String>,
    starts: Vec<String>,
}

fn fixture() -> Fixture {
    serde_json::from_str(include_str!(
        "../../../tests/fixtures/groups_bootstrap.json"
    ))
    .unwrap()
}

#[test]
fn the_numbers_of_numpy() {
    let case = fixture();
    let z: Vec<&[u16]> = case.z.iter().map(Vec::as_slice).collect();
    let cut = groups(&case.groups, 4);
    let bootstrap = Bootstrap {
        replicates: case.replicates,
        seed: case.seed,
    };
    for (weight, want) in [
        (Weight::Tokens, case.tokens),
        (Weight::Documents, case.documents),
    ] {
        let rows = drawn(&z, &case.alpha, weight);
        let found = prevalence(&rows, &cut, bootstrap);
        let check = |got: &Share, value: f64, bands: Option<&Bands>, k: usize| {
            near(got.value, value);
            assert_eq!(got.band.is_some(), bands.is_some());
            if let (Some(got), Some(want)) = (got.band, bands) {
                near(got.low, want.low[k]);
                near(got.high, want.high[k]);
                near(got.error, want.error[k]);
            }
        };
        for (g, group) in found.iter().enumerate() {
            for (k, share) in group.shares.as_ref().unwrap().iter().enumerate() {
                check(share, want.shares[g][k], want.bands[g].as_ref(), k);
            }
        }
        let shares = super::difference(&rows, &cut, (1, 0), bootstrap).unwrap();
        for (k, share) in shares.iter().enumerate() {
            check(
                share,
                want.difference.value[k],
                Some(&want.difference.bands),
                k,
            );
        }
        for (got, want) in spread(&rows, &cut, &found).into_iter().zip(want.spread) {
            near(got, want);
        }
    }
}

/// The column of these values.
fn column(values: &[&str]) -> Column {
    let mut builder = Builder::new(BuildOptions::default()).unwrap();
    for value in values {
        let raw = Raw {
            id: None,
            title: None,
            metadata: &[("c", value)],
            content: Content::Text("word"),
        };
        builder.document(raw).unwrap();
    }
    builder.finish().unwrap().0.metadata().columns()[0].clone()
}

/// The groups, and which of them each document is in.
fn names(values: &[&str], way: Way) -> (Vec<String>, Vec<u32>) {
    let cut = cut(&column(values), values.len(), way).unwrap();
    let name = |l: &Label| l.name.clone().unwrap_or_else(|| "-".into());
    (
        cut.labels.iter().map(name).collect(),
        of(&cut, values.len()),
    )
}

fn of(cut: &Cut, documents: usize) -> Vec<u32> {
    let has = |d: u32| cut.members.iter().position(|all| all.contains(&d));
    (0..documents as u32)
        .map(|d| has(d).unwrap() as u32)
        .collect()
}

#[test]
fn a_list_is_in_the_group_of_each_of_its_entries() {
    let values = ["b; a", "a", "", "a;a", ";", "c;b"];
    let cut = cut(&column(&values), values.len(), Way::Split(';')).unwrap();
    let found = cut
        .labels
        .iter()
        .map(|l| l.name.as_deref())
        .zip(&cut.members);
    assert!(found.eq([
        (Some("a"), &vec![0, 1, 3]),
        (Some("b"), &vec![0, 5]),
        (Some("c"), &vec![5]),
        (None, &vec![2, 4]),
    ]));
}

#[test]
fn periods_are_those_of_the_calendar() {
    for period in fixture().periods {
        let column = column(&[&period.day]);
        for (at, bin) in Bin::ALL.into_iter().enumerate() {
            let cut = cut(&column, 1, Way::Period(bin)).unwrap();
            let [label] = &cut.labels[..] else {
                unreachable!("one day is one group");
            };
            assert_eq!(label.name.as_deref(), Some(&*period.names[at]));
            assert_eq!(label.start.unwrap().to_string(), period.starts[at]);
        }
    }
}

#[test]
fn dates_are_cut_so_that_there_are_not_too_many() {
    let (names_of, groups) = names(
        &["2021-03-31", "", "2021-01-01", "2020-11", "2021"],
        Way::Period(Bin::Month),
    );
    assert_eq!(
        names_of,
        ["2020-11", "2020-12", "2021-01", "2021-02", "2021-03", "-"]
    );
    // A year names no month.
    assert_eq!(groups, [4, 5, 2, 0, 5]);
    for (first, last, bin, many) in [
        ("2021-01-01", "2021-02-09", Bin::Day, 40),
        ("2021-01-01", "2021-02-10", Bin::Week, 7),
        ("2021-01-01", "2021-12-31", Bin::Month, 12),
        ("2001-01-01", "2010-12-31", Bin::Quarter, 40),
        ("2001-01-01", "2011-01-01", Bin::Year, 11),
        ("2001", "2002", Bin::Year, 2),
        ("1987-02", "1987-03", Bin::Month, 2),
        ("1001", "2001", Bin::Decade, 101),
    ] {
        let cut = cut(&column(&[first, last]), 2, Way::Usual).unwrap();
        assert_eq!((cut.bin, cut.named()), (Some(bin), many), "{first} {last}");
        assert_eq!(of(&cut, 2), [0, cut.labels.len() as u32 - 1]);
    }
    let refused =
        |values: &[&str], bin| cut(&column(values), values.len(), Way::Period(bin)).unwrap_err();
    let c = || "c".to_owned();
    assert_eq!(
        refused(&["2001"], Bin::Week),
        CutError::TooFine(c(), Bin::Week)
    );
    assert_eq!(
        refused(&["x"], Bin::Year),
        CutError::NotDates(c(), Bin::Year)
    );
    // Every sixth day from 1801-01-01 on: 5 days without a document are not too many in a row.
    let first = 2_378_862;
    let day = |n: i32| {
        time::Date::from_julian_day(first + 6 * n)
            .unwrap()
            .to_string()
    };
    let days: Vec<String> = (0..2_000).map(day).collect();
    let days: Vec<&str> = days.iter().map(String::as_str).collect();
    assert_eq!(
        refused(&days, Bin::Day),
        CutError::TooMany(c(), 11_995, Bin::Day)
    );
}

#[test]
fn long_stretches_without_a_document_are_left_out() {
    let values = ["2024-03", "1024-05", "2021-01", "", "2015-12"];
    let cut = cut(&column(&values), values.len(), Way::Period(Bin::Year)).unwrap();
    let names = cut.labels.iter().map(|l| l.name.as_deref());
    // 1025 to 2014 are 990 years; 2016 to 2020 are 5, one less than too many.
    assert!(names.eq([
        Some("1024"),
        Some("2015"),
        Some("2016"),
        Some("2017"),
        Some("2018"),
        Some("2019"),
        Some("2020"),
        Some("2021"),
        Some("2022"),
        Some("2023"),
        Some("2024"),
        None,
    ]));
    let gap = Gap {
        before: 1,
        periods: 990,
    };
    assert_eq!(
        (&cut.gaps[..], cut.left_out(1), cut.left_out(2)),
        (&[gap][..], 990, 0)
    );
    assert_eq!(cut.gap_line(990), "… 990 empty years …");
    assert_eq!((cut.named(), of(&cut, 5)), (1001, vec![10, 0, 7, 11, 1]));
}

#[test]
fn one_mistyped_year_does_not_make_periods_longer() {
    let mut values = vec!["2024-03-05"; 60];
    values.extend(["2024-02-20", "2024-03-30", "1024-03-05"]);
    let cut = cut(&column(&values), values.len(), Way::Usual).unwrap();
    // 365,243 days to 2024-03-05, the first and 25 more.
    assert_eq!((cut.bin, cut.named()), (Some(Bin::Day), 365_269));
    assert_eq!(
        cut.rows(&[0, 1, 2, 3]),
        [
            Row::Group(0),
            Row::Gap(365_228),
            Row::Group(1),
            Row::Gap(13),
            Row::Group(2),
            Row::Gap(24),
            Row::Group(3),
        ]
    );
}

#[test]
fn categories_by_size_and_numbers_in_order() {
    let (found, groups) = names(&["b", "c", "", "c", "a"], Way::Usual);
    assert_eq!(
        (&found[..], &groups[..]),
        (
            &["c", "a", "b", "-"].map(str::to_owned)[..],
            &[2, 0, 3, 0, 1][..]
        )
    );
    let (found, groups) = names(&["10", "9", "1e1", "-3"], Way::Usual);
    assert_eq!(
        (&found[..], &groups[..]),
        (&["-3", "9", "10"].map(str::to_owned)[..], &[2, 1, 2, 0][..])
    );
    let many: Vec<String> = (0..100).map(|n| n.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let (found, groups) = names(&many, Way::Usual);
    assert_eq!(found[..2], ["0–9", "10–19"].map(str::to_owned));
    assert!(
        found.len() == 10
            && groups
                .iter()
                .enumerate()
                .all(|(d, &g)| d / 10 == g as usize)
    );
}
