//! Rows in every layout against a map.

use super::*;
use proptest::prelude::*;

/// Each way, with narrow counts, with wide ones, and where a word occurs more than five times.
fn layouts() -> impl Iterator<Item = Layout> {
    let ways = [Layout::of(2), Layout::of(100), Layout::dense(100)];
    ways.into_iter()
        .flat_map(|layout| [u32::MAX, 0, 5].map(|narrow| Layout { narrow, ..layout }))
}

#[test]
fn rows_stay_in_topic_order_and_drop_zeros() {
    for layout in layouts() {
        let mut rows = Rows::new(&[3, 0, 9], 2, layout);
        for topic in [1, 0, 1] {
            rows.counting().increment(2, topic);
        }
        let entry = |topic, count| Entry { topic, count };
        let row = |rows: &Rows| rows.row(2).collect::<Vec<_>>();
        assert_eq!(row(&rows), [entry(0, 1), entry(1, 2)]);
        assert_eq!(
            (rows.count(2, 1), rows.count(0, 1), rows.count(1, 0)),
            (2, 0, 0)
        );
        rows.counting().decrement(2, 0);
        assert_eq!(row(&rows), [entry(1, 2)]);
        rows.counting().increment(2, 0);
        rows.counting().decrement(2, 1);
        assert_eq!(row(&rows), [entry(0, 1), entry(1, 1)]);
    }
}

/// What 16 bits can count is narrow, and one more is wide.
#[test]
fn each_row_is_as_wide_as_its_word_needs() {
    for topics in [32, 40] {
        let mut rows = Rows::new(&[65_535, 65_536, 1], topics, Layout::of(topics));
        let (starts, mixed) = rows.starts();
        assert_eq!(starts.iter().map(|s| s % 2).collect::<Vec<_>>(), [0, 1, 0]);
        assert!(mixed);
        let mut counting = rows.counting();
        for word in [0, 1] {
            (0..65_535 + word).for_each(|_| counting.increment(word, 3));
        }
        // In a dense row these two topics share a cell.
        assert_eq!((rows.count(0, 3), rows.count(0, 19)), (65_535, 0));
        assert_eq!((rows.count(1, 3), rows.count(1, 19)), (65_536, 0));
        let mut counting = rows.counting();
        for word in [0, 1] {
            counting.decrement(word, 3);
            counting.increment(word, 19);
        }
        assert_eq!((rows.count(0, 3), rows.count(0, 19)), (65_534, 1));
        assert_eq!((rows.count(1, 3), rows.count(1, 19)), (65_535, 1));
        assert_eq!(rows.row(2).count(), 0);
    }
    assert!(!Rows::new(&[65_535], 2, Layout::of(2)).starts().1);
}

#[test]
fn a_copy_keeps_its_counts() {
    let mut rows = Rows::new(&[3], 2, Layout::dense(2));
    rows.counting().increment(0, 1);
    let copy = rows.clone();
    rows.counting().increment(0, 1);
    assert_eq!((rows.count(0, 1), copy.count(0, 1)), (2, 1));
}

proptest! {
    /// Rows over several blocks, and up to their last entry, against a map.
    #[test]
    fn rows_hold_what_was_counted(
        moves in prop::collection::vec((any::<bool>(), 0u16..100), 0..400),
    ) {
        for layout in layouts() {
            let topics = if layout.sparse || layout.lines > 1 { 100 } else { DENSE };
            let mut rows = Rows::new(&[1, 400, 1], topics, layout);
            let mut map = std::collections::BTreeMap::new();
            rows.counting().increment(0, 7);
            rows.counting().increment(2, 9);
            for &(add, topic) in &moves {
                let topic = topic % topics as u16;
                if add {
                    rows.counting().increment(1, topic);
                    *map.entry(topic).or_insert(0) += 1;
                } else if let Some(count) = map.get_mut(&topic) {
                    rows.counting().decrement(1, topic);
                    *count -= 1;
                    map.retain(|_, count| *count > 0);
                }
                let want: Vec<Entry> = map
                    .iter()
                    .map(|(&topic, &count)| Entry { topic, count })
                    .collect();
                prop_assert_eq!(rows.row(1).collect::<Vec<_>>(), &want[..]);
                let mut in_one_go = Vec::new();
                rows.row(1).for_each(|entry| in_one_go.push(entry));
                prop_assert_eq!(in_one_go, want);
            }
            prop_assert_eq!((rows.count(0, 7), rows.count(2, 9)), (1, 1));
        }
    }
}
