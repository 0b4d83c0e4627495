//! Random deals of Collapsi.

use std::io::Write;

use clap::Args;
use collapsi::Deal;

use crate::args::number;
use crate::failure::Failure;

/// Collapsi: print a random deal
#[derive(Args)]
#[command(after_help = "Example:\n  fourfold deal --seed 5")]
pub(crate) struct DealArgs {
    /// The seed: the same number always deals the same cards [default: random]
    #[arg(long, value_name = "N", value_parser = number::<u64>)]
    seed: Option<u64>,
}

impl DealArgs {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let deal = Deal::random(self.seed.unwrap_or_else(rand::random));
        Ok(writeln!(anstream::stdout(), "{deal}")?)
    }
}
