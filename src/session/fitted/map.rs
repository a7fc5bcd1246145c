//! The map of the topics of a model, and what stands beside it.

use super::Fitted;
use crate::eval::map::TopicMap;
use crate::eval::map::association::Association;
use crate::eval::map::terms::TermMatrix;
use crate::model::estimate::WordLists;

impl Fitted {
    /// The map of the topics; `None` where there are too many, or no words.
    pub fn topic_map(&self) -> Option<TopicMap> {
        TopicMap::new(&self.phi, &self.ids)
    }

    /// The same, and the `n` most probable words of every topic with their phi.
    pub fn topic_map_with_words(&self, n: usize) -> Option<(TopicMap, WordLists)> {
        TopicMap::with_words(&self.phi, &self.ids, n)
    }

    /// The most salient words against the topics; `None` where the corpus has no token.
    pub fn term_matrix(&self, map: &TopicMap, words: usize) -> Option<TermMatrix> {
        let share = self.topic_share()?;
        Some(TermMatrix::new(&self.phi, &share, &map.distances, words))
    }

    /// Which topics meet in documents. A document has a topic where at least the share
    /// `present`, above 0, of its tokens is of the topic; of theta, where the engine
    /// draws no topics. Documents without a token do not count.
    pub fn association(&self, present: f64) -> Association {
        let topics = self.ids.len();
        let corpus = &self.corpus;
        let mut counts = Vec::new();
        let documents = (0..corpus.documents()).filter(|&d| !corpus.range(d).is_empty());
        let of = |d: usize| -> Vec<usize> {
            if !self.kind.is_gibbs() {
                let theta = self.theta(d);
                return (0..topics).filter(|&k| theta[k] >= present).collect();
            }
            self.state.document_counts(corpus, d, &mut counts);
            // 0.1 of 30 tokens are 3, whatever rounding makes of it.
            let least = present * corpus.range(d).len() as f64 - 1e-9;
            let enough = |&k: &usize| f64::from(counts[k]) >= least;
            (0..topics).filter(enough).collect()
        };
        Association::new(topics, documents.map(of))
    }
}
