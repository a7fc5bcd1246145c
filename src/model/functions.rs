//! Special functions without a branch, so that a compiler does as many numbers at a
//! time as the registers hold.
//!
//! Only operations that IEEE 754 rounds correctly are used, each written out: the bits
//! do not depend on the instructions. For parameters of variational distributions, which
//! are positive normal numbers.

/// ln 2 in two parts, the first with zeros at its end.
const LN_2: [f64; 2] = [6.931_471_803_691_238e-1, 1.908_214_929_270_587_7e-10];
/// Below this, [`exp`] is 0.
const LEAST: f64 = -708.0;

/// ln x: with x = 2^k m, √½ ≤ m < √2 and s = (m − 1)/(m + 1), a polynomial in s² that
/// is best for 2 artanh s (the constants of FreeBSD's `e_log.c`).
#[inline(always)]
pub fn ln(x: f64) -> f64 {
    const ONE: u64 = 1_f64.to_bits();
    const SQRT_HALF: u64 = std::f64::consts::FRAC_1_SQRT_2.to_bits();
    const FRACTION: u64 = (1 << 52) - 1;
    // The number 2^52 + n has n in its last bits.
    const WHOLE: f64 = (1u64 << 52) as f64;
    let bits = x.to_bits().wrapping_add(ONE - SQRT_HALF);
    let k = f64::from_bits((bits >> 52) | WHOLE.to_bits()) - (WHOLE + 1_023.0);
    let f = f64::from_bits((bits & FRACTION) + SQRT_HALF) - 1.0;
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let even = w
        * (3.999_999_999_940_942e-1
            + w * (2.222_219_843_214_978_4e-1 + w * 1.531_383_769_920_937_3e-1));
    let odd = z
        * (6.666_666_666_666_735e-1
            + w * (2.857_142_874_366_239e-1
                + w * (1.818_357_216_161_805e-1 + w * 1.479_819_860_511_658_6e-1)));
    let half = 0.5 * f * f;
    k * LN_2[0] - ((half - (s * (half + (even + odd)) + k * LN_2[1])) - f)
}

/// exp x for x ≤ 709; 0 below −708. With x = n ln 2 + r, |r| ≤ ½ ln 2, a rational function
/// of r (the constants of FreeBSD's `e_exp.c`).
#[inline(always)]
pub fn exp(x: f64) -> f64 {
    let (r, scale) = reduce(if x < LEAST { LEAST } else { x });
    let z = r * r;
    let c = r - z
        * (1.666_666_666_666_660_2e-1
            + z * (-2.777_777_777_701_559_3e-3
                + z * (6.613_756_321_437_934e-5
                    + z * (-1.653_390_220_546_525_2e-6 + z * 4.138_136_797_057_238_5e-8))));
    let y = (1.0 + (r * c / (2.0 - c) + r)) * scale;
    if x < LEAST { 0.0 } else { y }
}

/// Slightly more than exp x, by less than a millionth of it, for x ≤ 709 and without a
/// division; below −708 as if it were that.
#[inline(always)]
pub fn above_exp(x: f64) -> f64 {
    let (r, scale) = reduce(if x < LEAST { LEAST } else { x });
    // The series leaves out at most r^7 / 5040, |r| ≤ ½ ln 2.
    let series = 1.0
        + r * (1.0
            + r * (1.0 / 2.0
                + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r * (1.0 / 120.0 + r * (1.0 / 720.0))))));
    series * scale * (1.0 + 5e-7)
}

/// r and 2^n with x = n ln 2 + r, |r| ≤ ½ ln 2.
#[inline(always)]
fn reduce(x: f64) -> (f64, f64) {
    // The sum with 1.5·2^52 is rounded to a whole number, which is in its last bits.
    const ROUND: f64 = 1.5 * (1u64 << 52) as f64;
    let shifted = x * std::f64::consts::LOG2_E + ROUND;
    let n = shifted - ROUND;
    let scale = f64::from_bits(shifted.to_bits().wrapping_add(1_023) << 52);
    ((x - n * LN_2[0]) - n * LN_2[1], scale)
}

/// Steps from a small x to where the series below hold.
const STEPS: usize = 8;

/// ψ(x): below 8 from ψ(x + 8) and the logarithmic derivative of x (x + 1) … (x + 7), then
/// by its series (Abramowitz and Stegun, 6.3.6 and 6.3.18).
#[inline(always)]
pub fn digamma(x: f64) -> f64 {
    both(x).1
}

/// ln Γ(x) and ψ(x), the first likewise (Abramowitz and Stegun, 6.1.16 and 6.1.41).
#[inline(always)]
pub fn both(x: f64) -> (f64, f64) {
    let large = x >= STEPS as f64;
    let low = if large { 1.0 } else { x };
    let (mut product, mut slope) = (low, 1.0);
    for j in 1..STEPS {
        let factor = low + j as f64;
        slope = slope * factor + product;
        product *= factor;
    }
    let far = if large { x } else { x + STEPS as f64 };
    let (inverse, log) = (1.0 / far, ln(far));
    let y = inverse * inverse;
    let gamma = inverse
        * (1.0 / 12.0
            - y * (1.0 / 360.0
                - y * (1.0 / 1_260.0
                    - y * (1.0 / 1_680.0
                        - y * (1.0 / 1_188.0 - y * (691.0 / 360_360.0 - y / 156.0))))));
    let psi = y
        * (1.0 / 12.0
            - y * (1.0 / 120.0
                - y * (1.0 / 252.0
                    - y * (1.0 / 240.0
                        - y * (1.0 / 132.0
                            - y * (691.0 / 32_760.0
                                - y * (1.0 / 12.0 - y * (3_617.0 / 8_160.0))))))));
    const HALF_LN_TAU: f64 = 0.918_938_533_204_672_8;
    let gamma = (far - 0.5) * log - far + HALF_LN_TAU + gamma;
    let psi = log - 0.5 * inverse - psi;
    if large {
        (gamma, psi)
    } else {
        (gamma - ln(product), psi - slope / product)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::special;

    /// From 1e-6 to 1e12, and both sides of where the formulas change.
    fn points() -> impl Iterator<Item = f64> {
        let spread = (-600..1_200).map(|i| 10f64.powf(f64::from(i) / 100.0));
        spread.chain([1.0, 2.0, 8.0 - 1e-15, 8.0, 8.0 + 2e-15, 1e100])
    }

    #[test]
    fn they_are_the_functions_of_libm() {
        for x in points() {
            let (gamma, psi) = both(x);
            let near = |got: f64, want: f64, digits: f64| {
                let error = (got - want).abs() / want.abs().max(1.0);
                assert!(error <= digits, "{x}: {got} {want}");
            };
            near(ln(x), libm::log(x), 4e-16);
            near(psi, special::digamma(x), 4e-15);
            // Where ln Γ is small it is a difference of numbers near 20.
            near(gamma, libm::lgamma(x), 2e-14);
            near(digamma(x), psi, 0.0);
            for y in [-x, x].into_iter().filter(|y| y.abs() < 708.0) {
                let want = libm::exp(y);
                assert!((exp(y) - want).abs() <= 4e-16 * want, "{y}");
                let above = above_exp(y) / want - 1.0;
                assert!((0.0..1e-6).contains(&above), "{y}: {above}");
            }
        }
        assert_eq!(
            (exp(-709.0), exp(-1e6), exp(f64::NEG_INFINITY)),
            (0.0, 0.0, 0.0)
        );
        assert_eq!((exp(0.0), ln(1.0)), (1.0, 0.0));
    }

    /// ψ(1) = −γ, ψ(½) = −γ − 2 ln 2; ln Γ(½) = ½ ln π (Abramowitz and Stegun, 6.3.2,
    /// 6.3.3, 6.1.8).
    #[test]
    fn they_have_their_known_values() {
        let euler = 0.577_215_664_901_532_9;
        let near = |got: f64, want: f64| assert!((got - want).abs() < 1e-14, "{got} {want}");
        near(digamma(1.0), -euler);
        near(digamma(0.5), -euler - 2.0 * std::f64::consts::LN_2);
        near(both(0.5).0, 0.5 * std::f64::consts::PI.ln());
        near(both(1.0).0, 0.0);
    }
}
