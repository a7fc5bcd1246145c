//! The harmonic mean estimate of log p(w) from samples of z (Newton and Raftery
//! 1994; used for topic models by Griffiths and Steyvers 2004). It is here to be
//! taught: its variance is infinite in general, and it is far too large for topic
//! models (Wallach, Murray, Salakhutdinov and Mimno 2009).

use crate::model::gamma::ln_sum;

/// Why nobody should rely on it.
pub const WARNING: &str = "the harmonic mean has infinite variance and is biased upwards: \
     more samples keep pulling it down, and it must not be used to compare models";

/// −ln ( 1/S Σ_s 1/p(w | z_s) ) from the S values of log p(w | z_s, η), in nats;
/// `None` without a value.
pub fn harmonic_mean(word_parts: &[f64]) -> Option<f64> {
    if word_parts.is_empty() {
        return None;
    }
    let minus: Vec<f64> = word_parts.iter().map(|x| -x).collect();
    Some(libm::log(word_parts.len() as f64) - ln_sum(&minus))
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
