//! SplitMix64 (Steele, Lea and Flood 2014): a counter that goes up by an odd
//! constant, and a function that mixes its bits.

/// What the counter goes up by.
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// 64 random bits for a state of the counter.
#[inline]
pub(crate) fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A number in [0, 1) from the 53 highest of 64 random bits.
#[inline]
pub(crate) fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}
