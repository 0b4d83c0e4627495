//! Compass: the jewels that a hand is worth most with, and whether others can be laid.
//!
//! `cargo run --release --example best_jewels`, or with `-- bgpry,bgpyr,bgrpy,bgryp` for a hand of your own,
//! and with an arrangement after it to check that one.

use std::error::Error;
use std::io::{self, Write};

use compass::{Arrangement, Hand};
use engine::board::counted;

const HAND: &str = "bgpry,bgpyr,bgrpy,bgryp,bgypr,bgyrp,rbgpy,rbgpy,ybgpr,ybgpr";
const MINE: &str = "bgpry,bgyrp/brpyg,yrbgp";

fn main() -> Result<(), Box<dyn Error>> {
    let out = &mut io::stdout().lock();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let hand: Hand = arguments.first().map_or(HAND, String::as_str).parse()?;
    let best = hand.arrangement();
    writeln!(out, "{} with {}:", counted(best.points(), "point"), counted(hand.len(), "card"))?;
    for jewel in best.jewels() {
        writeln!(out, "  {jewel}, {}", counted(jewel.points(), "point"))?;
    }
    let Some(mine) = arguments.get(1).map(String::as_str).or(arguments.is_empty().then_some(MINE))
    else {
        return Ok(());
    };
    // A jewel needs borders that match, an arrangement cards that are in the hand.
    let mine: Arrangement = mine.parse()?;
    writeln!(out, "{mine} is worth {}", counted(hand.check(&mine)?, "point"))?;
    Ok(())
}
