//! Special functions: log rising factorials for counts, digamma and trigamma for
//! expectations.
//!
//! All logarithms come from `libm`, whose results do not depend on the machine.

/// ln Γ(a + n) − ln Γ(a) = Σ_{j<n} ln(a + j), for a > 0; exactly 0 for n = 0.
///
/// A few terms, and the first of more where a is small, are added one by one; the rest is
/// a difference of two Stirling series, in a form that does not cancel for large
/// a (a difference of two log gammas would lose everything there).
pub fn ln_rising(a: f64, n: u64) -> f64 {
    const TERMS: u64 = 32;
    let sum = |terms: u64| (0..terms).map(|j| libm::log(a + j as f64)).sum::<f64>();
    if n <= TERMS {
        sum(n)
    } else if a >= TERMS as f64 {
        stirling_difference(a, n as f64)
    } else {
        sum(TERMS) + stirling_difference(a + TERMS as f64, (n - TERMS) as f64)
    }
}

/// ln Γ(a + n) − ln Γ(a) for a ≥ 32, from ln Γ(x) = (x − ½) ln x − x + ½ ln 2π +
/// 1/(12x) − 1/(360x³) + 1/(1260x⁵) − 1/(1680x⁷) + … (Abramowitz and Stegun, 6.1.41);
/// the next term is below 3·10⁻¹⁷.
fn stirling_difference(a: f64, n: f64) -> f64 {
    let series = |x: f64| {
        let y = 1.0 / (x * x);
        (1.0 / 12.0 - y * (1.0 / 360.0 - y * (1.0 / 1260.0 - y / 1680.0))) / x
    };
    let sum = a + n;
    (a - 0.5) * libm::log1p(n / a) - n + n * libm::log(sum) + (series(sum) - series(a))
}

/// [`ln_rising`] of one base, remembered for the counts seen so far.
#[derive(Debug, Clone)]
pub struct RisingTable {
    base: f64,
    values: Vec<f64>,
}

impl RisingTable {
    /// Counts from here on are computed each time: they are rare.
    const LONGEST: u64 = 1 << 16;

    /// A table for the base `a` > 0.
    pub fn new(base: f64) -> Self {
        Self {
            base,
            values: vec![0.0],
        }
    }

    /// The base.
    pub fn base(&self) -> f64 {
        self.base
    }

    /// ln Γ(a + n) − ln Γ(a).
    #[inline]
    pub fn get(&mut self, n: u64) -> f64 {
        match self.values.get(n as usize) {
            Some(value) => *value,
            None => self.extend(n),
        }
    }

    #[cold]
    fn extend(&mut self, n: u64) -> f64 {
        if n >= Self::LONGEST {
            return ln_rising(self.base, n);
        }
        let longer = (n + 1).next_power_of_two();
        for m in self.values.len() as u64..longer {
            self.values.push(ln_rising(self.base, m));
        }
        self.values[n as usize]
    }
}

/// From here on the asymptotic series below have all their digits.
const LARGE: f64 = 10.0;

/// ψ(x), the derivative of ln Γ(x), for x > 0: by ψ(x) = ψ(x + 1) − 1/x up to
/// where the series holds (Abramowitz and Stegun, 6.3.5 and 6.3.18).
pub fn digamma(mut x: f64) -> f64 {
    let mut shift = 0.0;
    while x < LARGE {
        shift += 1.0 / x;
        x += 1.0;
    }
    let y = 1.0 / (x * x);
    let series = y
        * (1.0 / 12.0
            - y * (1.0 / 120.0
                - y * (1.0 / 252.0
                    - y * (1.0 / 240.0 - y * (1.0 / 132.0 - y * (691.0 / 32_760.0 - y / 12.0))))));
    libm::log(x) - 0.5 / x - series - shift
}

/// ψ′(x), the derivative of digamma, for x > 0 (Abramowitz and Stegun, 6.4.6 and
/// 6.4.12).
pub fn trigamma(mut x: f64) -> f64 {
    let mut shift = 0.0;
    while x < LARGE {
        shift += 1.0 / (x * x);
        x += 1.0;
    }
    let y = 1.0 / (x * x);
    let series = y
        * (1.0 / 6.0
            - y * (1.0 / 30.0
                - y * (1.0 / 42.0
                    - y * (1.0 / 30.0
                        - y * (5.0 / 66.0 - y * (691.0 / 2_730.0 - y * 7.0 / 6.0))))));
    (1.0 + series) / x + 0.5 * y + shift
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digamma_and_trigamma_have_their_known_values() {
        // −γ, −γ − 2 ln 2, and ψ(n + 1) = H_n − γ; π²/6, π²/2 (Abramowitz and
        // Stegun, 6.3.2, 6.3.3, 6.4.2, 6.4.4).
        let euler = 0.577_215_664_901_532_9_f64;
        let pi = std::f64::consts::PI;
        let near = |got: f64, want: f64| {
            assert!(
                (got - want).abs() <= 4e-15 * want.abs().max(1.0),
                "{got} {want}"
            );
        };
        near(digamma(1.0), -euler);
        near(digamma(0.5), -euler - 2.0 * std::f64::consts::LN_2);
        let harmonic: f64 = (1..=40).map(|j| 1.0 / f64::from(j)).sum();
        near(digamma(41.0), harmonic - euler);
        near(trigamma(1.0), pi * pi / 6.0);
        near(trigamma(0.5), pi * pi / 2.0);
        let squares: f64 = (1..=40).map(|j| 1.0 / f64::from(j * j)).sum();
        near(trigamma(41.0), pi * pi / 6.0 - squares);
        // Reflection, 6.3.7: ψ(1 − x) − ψ(x) = π cot πx.
        for x in [0.01, 0.2, 0.37] {
            near(digamma(1.0 - x) - digamma(x), pi / (pi * x).tan());
        }
        assert_eq!(digamma(1e-100), -1e100);
    }

    #[test]
    fn a_rising_factorial_is_a_product() {
        assert_eq!(ln_rising(0.3, 0), 0.0);
        let small = [1e-100, 1e-8, 0.01, 0.5, 1.0];
        let large = [31.999, 32.0, 33.0, 42.58, 1e6, 1e10, 1e30, 1e100];
        for a in small.into_iter().chain(large) {
            // Neumaier's sum: the expected value must not lose what is tested.
            let (mut sum, mut lost) = (0.0_f64, 0.0_f64);
            let mut table = RisingTable::new(a);
            for n in 0..3_000u64 {
                let product = sum + lost;
                let least = if a < 1e-7 { 100.0 } else { 1.0 };
                let tolerance = 1e-14 * f64::max(least, product.abs());
                assert!((ln_rising(a, n) - product).abs() <= tolerance, "{a} {n}");
                assert_eq!(table.get(n), ln_rising(a, n));
                let term = (a + n as f64).ln();
                let next = sum + term;
                lost += if sum.abs() >= term.abs() {
                    (sum - next) + term
                } else {
                    (term - next) + sum
                };
                sum = next;
            }
        }
    }

    #[test]
    fn it_is_the_log_factorial_for_base_one() {
        // ln(100!) and ln(100000!), from tables.
        assert!((ln_rising(1.0, 100) - 363.739_375_555_563_5).abs() < 1e-9);
        assert!((ln_rising(1.0, 100_000) - 1_051_299.221_899_122).abs() < 1e-6);
        assert!((RisingTable::new(1.0).get(100_000) - 1_051_299.221_899_122).abs() < 1e-6);
    }
}
