//! The draw of one token, written out before it is made.
//!
//! The full conditional of token i of word v in document d is a product of two factors.
//! With theta and phi integrated out (Griffiths and Steyvers 2004, equation 5, with priors
//! that may differ between topics and words) they are counts without the token,
//!
//! ```text
//! p(z_i = k | z_-i, w)  ∝  (n_dk + α_k)  ·  (n_kv + η_v) / (n_k + Ση)
//! ```
//!
//! and where theta and phi are drawn they are p(z_i = k) ∝ θ_dk · φ_kv. The random numbers
//! of a token follow from seed, sweep and token alone, so those of the draw to come are
//! known before it.

/// Everything about the draw to come. Topics are places, from 0 to K − 1.
#[derive(Debug, Clone, PartialEq)]
pub struct TokenDraw {
    /// Completed sweeps.
    pub sweep: u64,
    /// The token's place in the corpus.
    pub token: usize,
    /// Its document.
    pub document: usize,
    /// Whether the token drawn next is one of another document.
    pub abreast: bool,
    /// Its place in the document.
    pub place: usize,
    /// Its word.
    pub word: u32,
    /// Its present topic.
    pub topic: usize,
    /// What the weights are made of.
    pub factors: Factors,
    /// The products of the factors (length K).
    pub weights: Vec<f64>,
    /// p(z_i = k) (length K): the weights over their sum.
    pub probabilities: Vec<f64>,
    /// The random numbers.
    pub chance: Chance,
}

/// The two factors of every topic's weight (lists of length K).
#[derive(Debug, Clone, PartialEq)]
pub enum Factors {
    /// Counts without the token, and priors.
    Counted(Counted),
    /// theta and phi in use.
    Drawn {
        /// θ_dk.
        theta: Vec<f64>,
        /// φ_kv of the token's word.
        phi: Vec<f64>,
    },
}

/// Counts without the token, and priors.
#[derive(Debug, Clone, PartialEq)]
pub struct Counted {
    /// n_dk.
    pub document: Vec<u32>,
    /// α_k.
    pub alpha: Vec<f64>,
    /// n_kv.
    pub word: Vec<u32>,
    /// η_v.
    pub eta: f64,
    /// n_k.
    pub sizes: Vec<u32>,
    /// Ση.
    pub eta_sum: f64,
}

impl Factors {
    /// How much the document likes topic k: n_dk + α_k, or θ_dk.
    pub fn of_document(&self, k: usize) -> f64 {
        match self {
            Self::Counted(counts) => f64::from(counts.document[k]) + counts.alpha[k],
            Self::Drawn { theta, .. } => theta[k],
        }
    }

    /// How much topic k likes the word: (n_kv + η_v) / (n_k + Ση), or φ_kv.
    pub fn of_word(&self, k: usize) -> f64 {
        match self {
            Self::Counted(counts) => {
                (f64::from(counts.word[k]) + counts.eta)
                    / (f64::from(counts.sizes[k]) + counts.eta_sum)
            }
            Self::Drawn { phi, .. } => phi[k],
        }
    }

    /// K.
    pub fn topics(&self) -> usize {
        match self {
            Self::Counted(counts) => counts.document.len(),
            Self::Drawn { theta, .. } => theta.len(),
        }
    }

    /// Their products, and those over their sum.
    pub fn weights(&self) -> (Vec<f64>, Vec<f64>) {
        let weight = |k| self.of_document(k) * self.of_word(k);
        let weights: Vec<f64> = (0..self.topics()).map(weight).collect();
        let total: f64 = weights.iter().sum();
        let probabilities = weights.iter().map(|w| w / total).collect();
        (weights, probabilities)
    }
}

/// How a sampler turns random numbers into a topic: the token stays where the first number,
/// in (0, 1], is at most the probability of its topic; otherwise the second, in [0, 1), picks
/// among the others.
#[derive(Debug, Clone, PartialEq)]
pub struct Chance {
    /// Whether it stays.
    pub first: f64,
    /// Where it goes.
    pub second: f64,
    /// In which order the others are laid end to end; `None` where each comes in two pieces,
    /// one for its tokens of the word and one for the prior, so that one line does not show
    /// where the second number falls.
    pub order: Option<Vec<usize>>,
}

impl Chance {
    /// Both numbers from the halves of 64 random bits.
    pub fn of(bits: u64, order: Option<Vec<usize>>) -> Self {
        const GRID: f64 = 1.0 / 4_294_967_296.0;
        let (low, high) = (bits as u32, (bits >> 32) as u32);
        Self {
            first: (f64::from(!low) + 1.0) * GRID,
            second: f64::from(high) * GRID,
            order,
        }
    }
}

impl TokenDraw {
    /// K.
    pub fn topics(&self) -> usize {
        self.weights.len()
    }

    /// Whether the token stays.
    pub fn stays(&self) -> bool {
        self.chance.first <= self.probabilities[self.topic]
    }

    /// The topics as they are laid end to end: from 0 to 1, each as long as it is probable.
    pub fn bar(&self) -> Vec<usize> {
        let order = self.chance.order.clone();
        let others = order.unwrap_or_else(|| (0..self.topics()).collect());
        let others = others.into_iter().filter(|&k| k != self.topic);
        std::iter::once(self.topic).chain(others).collect()
    }

    /// Where the random numbers point to on the bar; `None` where one line cannot show it.
    pub fn arrow(&self) -> Option<f64> {
        let Chance {
            first,
            second,
            order,
        } = &self.chance;
        if self.stays() {
            return Some(*first);
        }
        let own = self.probabilities[self.topic];
        order.as_ref().map(|_| own + second * (1.0 - own))
    }

    /// The topic that the arrow points at.
    pub fn landing(&self) -> Option<usize> {
        let arrow = self.arrow()?;
        if self.stays() {
            return Some(self.topic);
        }
        let bar = self.bar();
        let mut end = 0.0;
        let found = bar.iter().copied().find(|&k| {
            end += self.probabilities[k];
            arrow < end && k != self.topic
        });
        // Rounding can leave the arrow just past the end: it belongs to the last topic.
        found.or(bar.last().copied())
    }

    /// Where the piece of topic k begins and ends on the bar.
    pub fn piece(&self, k: usize) -> (f64, f64) {
        let before = self.bar().into_iter().take_while(|&other| other != k);
        let start: f64 = before.map(|other| self.probabilities[other]).sum();
        (start, start + self.probabilities[k])
    }
}
