//! The bars of Griffiths and Steyvers (2004): a corpus whose topics are known
//! and can be seen. Words are the pixels of a 5×5 picture, topics its five rows
//! and five columns.

use super::metadata::Metadata;
use super::texts::Texts;
use super::{Corpus, Vocabulary};
use crate::random::{GOLDEN, mix, unit};

const SIDE: usize = 5;
/// Topics: the rows from the top, then the columns from the left.
pub const BARS: usize = 2 * SIDE;
const LENGTH: usize = 100;

/// Draws documents of 100 tokens with theta ~ Dir(1, …, 1), and gives the truth:
/// theta, documents × 10, row after row. The same for the same seed everywhere.
///
/// Word `r2c3` (row 2, column 3, from 0) has id 5·2 + 3.
pub fn bars(documents: usize, seed: u64) -> (Corpus, Vec<f64>) {
    let mut random = Draws { state: seed };
    let (mut words, mut offsets) = (Vec::new(), vec![0]);
    let mut thetas = Vec::new();
    for _ in 0..documents {
        let theta = uniform_on_simplex(&mut random);
        for _ in 0..LENGTH {
            let topic = choose(&theta, random.unit());
            let at = (random.unit() * SIDE as f64) as usize;
            let (row, column) = if topic < SIDE {
                (topic, at)
            } else {
                (at, topic - SIDE)
            };
            words.push((SIDE * row + column) as u32);
        }
        offsets.push(words.len());
        thetas.extend(theta);
    }
    let corpus = Corpus {
        vocabulary: Vocabulary::new(pixels().collect()),
        offsets,
        words,
        ids: (0..documents).map(|d| d.to_string()).collect(),
        titles: Texts::default(),
        texts: None,
        tokenizer: None,
        metadata: Metadata::default(),
        stop_list: Default::default(),
    };
    (corpus, thetas)
}

/// The names of the words by id.
fn pixels() -> impl Iterator<Item = String> {
    (0..SIDE * SIDE).map(|id| format!("r{}c{}", id / SIDE, id % SIDE))
}

/// Whether these are the words of the bars, every pixel under its id.
pub fn are_pixels(vocabulary: &Vocabulary) -> bool {
    vocabulary.words().iter().eq(&pixels().collect::<Vec<_>>())
}

/// The topics that the documents are drawn from: phi of every bar, weights word after word
/// (25×10), each 1/5 on the pixels of the bar and 0 elsewhere.
pub fn bars_truth() -> Vec<f64> {
    let on = |word: usize, topic: usize| match topic < SIDE {
        true => word / SIDE == topic,
        false => word % SIDE == topic - SIDE,
    };
    let cells = (0..SIDE * SIDE).flat_map(|word| (0..BARS).map(move |topic| (word, topic)));
    let weight = |(word, topic)| {
        if on(word, topic) {
            1.0 / SIDE as f64
        } else {
            0.0
        }
    };
    cells.map(weight).collect()
}

/// Dir(1, …, 1): exponential draws, divided by their sum.
fn uniform_on_simplex(random: &mut Draws) -> [f64; BARS] {
    let mut theta = [0.0; BARS];
    for share in &mut theta {
        // 1 − u is never 0; libm's logarithm is the same on every machine.
        *share = -libm::log(1.0 - random.unit());
    }
    let total: f64 = theta.iter().sum();
    theta.map(|share| share / total)
}

fn choose(theta: &[f64; BARS], u: f64) -> usize {
    let mut below = 0.0;
    for (topic, share) in theta.iter().enumerate() {
        below += share;
        if u < below {
            return topic;
        }
    }
    BARS - 1
}

/// Random numbers one after the other.
struct Draws {
    state: u64,
}

impl Draws {
    /// In [0, 1), 53 bits.
    fn unit(&mut self) -> f64 {
        self.state = self.state.wrapping_add(GOLDEN);
        unit(mix(self.state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Topic 1 is the second row from the top, topic 8 the fourth column from the left.
    #[test]
    fn the_truth_is_five_rows_and_five_columns() {
        let weights = bars_truth();
        let on = |topic| -> Vec<usize> {
            (0..25)
                .filter(|word| weights[word * BARS + topic] == 0.2)
                .collect()
        };
        assert_eq!(on(1), [5, 6, 7, 8, 9]);
        assert_eq!(on(8), [3, 8, 13, 18, 23]);
        assert!((weights.iter().sum::<f64>() - 10.0).abs() < 1e-12);
        let (corpus, _) = bars(5, 1);
        assert!(are_pixels(corpus.vocabulary()));
        assert!(!are_pixels(&Vocabulary::new(vec!["r0c0".into(); 1])));
    }

    #[test]
    fn theta_is_what_the_words_were_drawn_from() {
        let (corpus, theta) = bars(500, 1);
        assert_eq!((corpus.documents(), corpus.tokens()), (500, 50_000));
        assert_eq!(corpus.vocabulary().word(13), "r2c3");
        // Expected pixel counts given theta, within five standard deviations.
        for word in 0..SIDE * SIDE {
            let share: f64 = theta
                .chunks(BARS)
                .map(|t| (t[word / SIDE] + t[SIDE + word % SIDE]) / SIDE as f64)
                .sum();
            let seen = corpus
                .words()
                .iter()
                .filter(|&&w| w as usize == word)
                .count() as f64;
            let want = share * LENGTH as f64;
            assert!(
                (seen - want).abs() < 5.0 * want.sqrt(),
                "{word}: {seen} {want}"
            );
        }
        for t in theta.chunks(BARS) {
            assert!((t.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
        assert_eq!(corpus.content_hash(), bars(500, 1).0.content_hash());
    }
}
