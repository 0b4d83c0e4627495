//! Jewels of Compass: the most that a hand is worth, or what the user has built.

use std::io::{self, Write};

use clap::Args;
use compass::{Arrangement, Hand, Jewel};
use engine::counted;
use serde::Serialize;

use crate::args::JsonArgs;
use crate::failure::{Failure, quote};
use crate::games::compass::{Cell, lines};

/// Compass: build the jewels that have most points from the cards of a hand
#[derive(Args)]
#[command(after_help = "Example:\n  fourfold jewels bgpry,bgpyr,bgrpy,bgryp,bgypr,bgyrp")]
pub(crate) struct JewelsArgs {
    /// The hand: cards as kinds, sorted, separated by commas, or -
    #[arg(allow_hyphen_values = true)]
    hand: String,

    /// Add up these jewels instead, if they can be laid from the hand
    #[arg(long, value_name = "ARRANGEMENT", allow_hyphen_values = true)]
    check: Option<String>,

    #[command(flatten)]
    json: JsonArgs,
}

impl JewelsArgs {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let wrong = |error| Failure::usage(format!("hand {}", quote(&self.hand)), error);
        let hand: Hand = self.hand.parse().map_err(wrong)?;
        let arrangement = match &self.check {
            None => hand.arrangement(),
            Some(text) => {
                let what = format!("arrangement {}", quote(text));
                let mine: Arrangement =
                    text.parse().map_err(|error| Failure::usage(&what, error))?;
                hand.check(&mine).map_err(|error| Failure::usage(&what, error))?;
                mine
            }
        };
        let (score, cards) = (arrangement.points(), counted(hand.len(), "card"));
        let (hand, text) = (hand.to_string(), arrangement.to_string());
        let json = || Answer { hand, score, arrangement: text };
        self.json.print(json, |out| {
            writeln!(out, "{} with {cards}: {arrangement}\n", counted(score, "point"))?;
            print_jewels(out, &arrangement)
        })
    }
}

/// An answer, in the order in which it is printed.
#[derive(Serialize)]
struct Answer {
    hand: String,
    score: u32,
    arrangement: String,
}

/// The jewels side by side, each with its points.
fn print_jewels(out: &mut impl Write, arrangement: &Arrangement) -> io::Result<()> {
    /// How many fit in 80 columns.
    const IN_A_ROW: usize = 5;
    for row in arrangement.jewels().chunks(IN_A_ROW) {
        let captions = row.iter().map(|jewel| format!("{:15}", counted(jewel.points(), "point")));
        writeln!(out, "{}", captions.collect::<String>().trim_end())?;
        for half in [0, 2] {
            for line in 0..3 {
                let parts = row.iter().map(|&jewel| jewel_lines(jewel, half)[line].clone() + "   ");
                writeln!(out, "{}", parts.collect::<String>().trim_end())?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Two of the four cards.
fn jewel_lines(jewel: Jewel, half: usize) -> [String; 3] {
    let cards: Vec<Cell> = jewel.cards()[half..half + 2].iter().copied().map(Cell::card).collect();
    lines(&cards)
}
