//! The options that say which documents are held out.

use super::number::whole;
use crate::corpus::HeldOut;
use clap::Args;

/// Which documents models are scored on.
#[derive(Debug, Clone, Args)]
pub struct HeldOutArgs {
    /// Share of the documents held out, above 0 and below 1
    #[arg(
        long,
        value_name = "SHARE",
        default_value = "0.2",
        allow_negative_numbers = true
    )]
    pub held_out: f64,
    /// Which documents are held out, and which half of each is scored; from 0
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0, u64::MAX), default_value = "0", allow_negative_numbers = true)]
    pub held_out_seed: u64,
}

impl HeldOutArgs {
    /// The split.
    pub fn split(&self) -> HeldOut {
        HeldOut {
            share: self.held_out,
            seed: self.held_out_seed,
        }
    }
}
