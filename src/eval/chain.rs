//! How well chains mix: integrated autocorrelation time, effective sample size
//! and R-hat.
//!
//! Every function gives `None` where its question has no answer: for fewer than
//! [`SHORTEST`] values in a chain, for chains of unequal lengths, where nothing
//! varies, and where a value is not finite. None of them ever gives NaN.
//!
//! Sources: C. J. Geyer, Practical Markov chain Monte Carlo, Statistical
//! Science 7 (1992), section 3.3; A. Vehtari, A. Gelman, D. Simpson,
//! B. Carpenter and P.-C. Bürkner, Rank-normalization, folding, and
//! localization: an improved R-hat, Bayesian Analysis 16 (2021), equations
//! 1 to 4, 10 and 14.

/// The fewest values of a chain that anything is said about.
pub const SHORTEST: usize = 4;

/// Autocovariances of one chain, each lag computed when it is asked for.
struct Autocovariance {
    centred: Vec<f64>,
}

impl Autocovariance {
    fn new(chain: &[f64]) -> Self {
        let mean = mean(chain);
        Self {
            centred: chain.iter().map(|x| x - mean).collect(),
        }
    }

    /// (1/n) Σ (x_i − x̄)(x_{i+lag} − x̄); divided by n at every lag, as Geyer has
    /// it, which keeps the sequence positive definite.
    fn at(&self, lag: usize) -> f64 {
        let pairs = self.centred.iter().zip(&self.centred[lag..]);
        pairs.map(|(x, y)| x * y).sum::<f64>() / self.centred.len() as f64
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Whether something can be said about a chain.
fn is_usable(chain: &[f64]) -> bool {
    chain.len() >= SHORTEST && chain.iter().all(|x| x.is_finite())
}

fn varies(chain: &[f64]) -> bool {
    chain.iter().any(|x| *x != chain[0])
}

/// The integrated autocorrelation time of a chain, in its steps: how many of
/// them are worth one independent draw. τ = −1 + 2 Σ_m (ρ_2m + ρ_2m+1), the sum
/// ending before the first pair that is not positive (Geyer's initial positive
/// sequence). At least 1/log₁₀ n, since no chain of n is worth more than
/// n log₁₀ n draws (Vehtari et al., section 3.2).
///
/// The cost is n for each lag up to that pair.
pub fn autocorrelation_time(chain: &[f64]) -> Option<f64> {
    if !is_usable(chain) || !varies(chain) {
        return None;
    }
    let n = chain.len();
    let covariance = Autocovariance::new(chain);
    let variance = covariance.at(0);
    let mut sum = 0.0;
    for lag in (0..n - 1).step_by(2) {
        let pair = (covariance.at(lag) + covariance.at(lag + 1)) / variance;
        // Also where a variance under- or overflows: what follows is no number.
        if pair.is_nan() || pair <= 0.0 {
            break;
        }
        sum += pair;
    }
    bounded(2.0 * sum - 1.0, n)
}

/// A time from below, where it is a number at all.
fn bounded(time: f64, draws: usize) -> Option<f64> {
    let least = 1.0 / libm::log10(draws as f64);
    time.is_finite().then_some(time.max(least))
}

/// The effective sample size of one chain of n values: n / τ.
pub fn effective_size(chain: &[f64]) -> Option<f64> {
    Some(chain.len() as f64 / autocorrelation_time(chain)?)
}

/// The effective sample size of several chains of the same quantity together:
/// m n / τ with τ = 1 + 2 Σ_t ρ_t over their combined autocorrelations
///
/// ```text
/// ρ_t = 1 − (W − mean_j s_j² ρ_tj) / var⁺
/// ```
///
/// (Vehtari et al., equation 10), where W is the mean of the chains' variances
/// s_j² and var⁺ adds what their means differ by (equation 3). Here ρ_0 is 1 by
/// definition and stands alone: the sum ends before the first of the pairs of
/// lags (1, 2), (3, 4), … that is not positive. One chain alone is
/// [`effective_size`].
pub fn effective_size_of_chains(chains: &[&[f64]]) -> Option<f64> {
    if let [chain] = chains {
        return effective_size(chain);
    }
    let spread = Spread::of(chains)?;
    let n = chains[0].len();
    let covariances: Vec<Autocovariance> = chains.iter().map(|c| Autocovariance::new(c)).collect();
    let correct = n as f64 / (n as f64 - 1.0);
    let correlation = |lag: usize| {
        let sum: f64 = covariances.iter().map(|c| c.at(lag)).sum();
        1.0 - (spread.within - correct * sum / chains.len() as f64) / spread.total
    };
    let mut time = 1.0;
    for lag in (1..n - 1).step_by(2) {
        let pair = correlation(lag) + correlation(lag + 1);
        if pair.is_nan() || pair <= 0.0 {
            break;
        }
        time += 2.0 * pair;
    }
    let draws = n * chains.len();
    Some(draws as f64 / bounded(time, draws)?)
}

/// The variance inside chains and over all of them.
struct Spread {
    /// W: the mean of the chains' variances.
    within: f64,
    /// var⁺ = W (n − 1)/n + B/n, B/n the variance of the chains' means.
    total: f64,
}

impl Spread {
    fn of(chains: &[&[f64]]) -> Option<Self> {
        let n = chains.first()?.len();
        let equal = chains.iter().all(|c| c.len() == n && is_usable(c));
        if chains.len() < 2 || !equal || !chains.iter().any(|c| varies(c)) {
            return None;
        }
        let variances: Vec<f64> = chains.iter().map(|c| variance(c)).collect();
        let means: Vec<f64> = chains.iter().map(|c| mean(c)).collect();
        let within = mean(&variances);
        let total = within * (n as f64 - 1.0) / n as f64 + variance(&means);
        (within > 0.0 && total.is_finite()).then_some(Self { within, total })
    }

    fn r_hat(&self) -> f64 {
        (self.total / self.within).sqrt()
    }
}

/// The variance with n − 1.
fn variance(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares = values.iter().map(|x| (x - mean) * (x - mean));
    squares.sum::<f64>() / (values.len() as f64 - 1.0)
}

/// The potential scale reduction of Gelman and Rubin (1992) as Vehtari et al.
/// write it, equation 4: √(var⁺ / W), from two chains on; close to 1 where the
/// chains agree.
pub fn classic_r_hat(chains: &[&[f64]]) -> Option<f64> {
    Some(Spread::of(chains)?.r_hat())
}

/// [`classic_r_hat`] of the halves of the chains (without the middle value of an
/// odd number), which also sees a chain that drifts; from one chain on.
pub fn split_r_hat(chains: &[&[f64]]) -> Option<f64> {
    classic_r_hat(&halves(chains))
}

/// [`split_r_hat`] of rank-normalised values, or of those values folded about
/// their median where that is larger: the former sees chains in different
/// places also where moments do not exist, the latter chains of different width
/// (Vehtari et al., section 4). Values are equal that differ by less than 10⁻¹² of the
/// largest: log joints of one state can, by the order of their sums.
pub fn rank_r_hat(chains: &[&[f64]]) -> Option<f64> {
    let halves = halves(chains);
    Spread::of(&halves)?;
    let all: Vec<f64> = halves.concat();
    let equal = 1e-12 * all.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let place = normalised_r_hat(&halves, equal)?;
    let middle = median(all);
    let folded: Vec<Vec<f64>> = halves
        .iter()
        .map(|half| half.iter().map(|x| (x - middle).abs()).collect())
        .collect();
    let views: Vec<&[f64]> = folded.iter().map(Vec::as_slice).collect();
    // Two values at equal distance from their median do not vary when folded.
    let width = normalised_r_hat(&views, equal);
    Some(width.map_or(place, |width| width.max(place)))
}

fn halves<'a>(chains: &[&'a [f64]]) -> Vec<&'a [f64]> {
    let split = chains.iter().flat_map(|chain| {
        let half = chain.len() / 2;
        [&chain[..half], &chain[chain.len() - half..]]
    });
    split.collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let half = values.len() / 2;
    if values.len() % 2 == 1 {
        values[half]
    } else {
        values[half - 1] / 2.0 + values[half] / 2.0
    }
}

/// R-hat of z = Φ⁻¹((r − 3/8) / (S + 1/4)), r the rank of a value among all S of
/// them, values that are `equal` or less apart sharing the mean of their ranks (Vehtari et
/// al., equation 14).
fn normalised_r_hat(chains: &[&[f64]], equal: f64) -> Option<f64> {
    let all = chains.concat();
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by(|&i, &j| all[i].total_cmp(&all[j]));
    let mut scores = vec![0.0; all.len()];
    let mut before = 0;
    for tied in order.chunk_by(|&i, &j| all[j] - all[i] <= equal) {
        let rank = before as f64 + (tied.len() as f64 + 1.0) / 2.0;
        let score = normal_quantile((rank - 0.375) / (all.len() as f64 + 0.25));
        for &i in tied {
            scores[i] = score;
        }
        before += tied.len();
    }
    let views: Vec<&[f64]> = scores.chunks(chains.first()?.len()).collect();
    classic_r_hat(&views)
}

/// Φ⁻¹(p) for p in (0, 1), by Newton's method: below the median Φ is convex, so
/// that the steps from 0 all go one way and never past the root.
fn normal_quantile(p: f64) -> f64 {
    if p > 0.5 {
        return -normal_quantile(1.0 - p);
    }
    let scale = 1.0 / (2.0 * std::f64::consts::PI).sqrt();
    let mut x = 0.0;
    loop {
        let above = 0.5 * libm::erfc(-x / std::f64::consts::SQRT_2) - p;
        let next = x - above / (scale * libm::exp(-0.5 * x * x));
        if next.is_nan() || next >= x {
            return x;
        }
        x = next;
    }
}

#[cfg(test)]
#[path = "chain_tests.rs"]
mod tests;
