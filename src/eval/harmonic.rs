//! The harmonic mean estimate of log p(w) from samples of z (Newton and Raftery
//! 1994; used for topic models by Griffiths and Steyvers 2004). It is here to be
//! taught: its variance is huge (over the finitely many z it is not infinite, as it can be
//! elsewhere), and it is far too large for topic models (Wallach, Murray, Salakhutdinov and
//! Mimno 2009).

use super::exact::LogSum;

/// Why nobody should rely on it.
pub const WARNING: &str = "the harmonic mean has a huge variance and is biased upwards: \
     more samples keep pulling it down, and it must not be used to compare models";

/// −ln ( 1/S Σ_s 1/p(w | z_s) ) of the samples so far.
#[derive(Debug, Clone, Copy)]
pub struct Running {
    inverse: LogSum,
    samples: u64,
}

impl Default for Running {
    fn default() -> Self {
        Self {
            inverse: LogSum::ZERO,
            samples: 0,
        }
    }
}

impl Running {
    /// Takes log p(w | z_s, η) of one more sample, in nats.
    pub fn push(&mut self, word_part: f64) {
        self.inverse.add(-word_part);
        self.samples += 1;
    }

    /// The estimate, in nats; `None` before the first sample.
    pub fn value(&self) -> Option<f64> {
        (self.samples > 0).then(|| libm::log(self.samples as f64) - self.inverse.log())
    }
}

/// The same from the S values of log p(w | z_s, η), in nats; `None` without a value.
pub fn harmonic_mean(word_parts: &[f64]) -> Option<f64> {
    let mut running = Running::default();
    for &part in word_parts {
        running.push(part);
    }
    running.value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_harmonic_mean() {
        let values = [2.0_f64, 3.0, 6.0];
        let logs: Vec<f64> = values.iter().map(|v| v.ln()).collect();
        let got = harmonic_mean(&logs).unwrap();
        assert!((got - 3.0_f64.ln()).abs() < 1e-12);
        // Far below what a floating-point number holds, too.
        let far: Vec<f64> = logs.iter().map(|l| l - 1e6).collect();
        assert!((harmonic_mean(&far).unwrap() - (3.0_f64.ln() - 1e6)).abs() < 1e-6);
        assert_eq!(harmonic_mean(&[]), None);
    }
}
