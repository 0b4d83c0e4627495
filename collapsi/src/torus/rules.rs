//! The options of a variant.

use engine::{OptionError, OptionSpec, Options};

use super::square::{Square, SquareSet};
use crate::card::Card;
use crate::rules::Rules as Jokers;

/// The size of the board, the players, the mixture of the cards, and what a joker allows. By default the
/// published game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    files: u8,
    ranks: u8,
    players: u8,
    mixture: [u8; 4],
    jokers: Jokers,
}

/// Any numbers of these, in the proportion of the mixture; and a joker for each player.
pub(super) const MIXED: [Card; 4] = [Card::Ace, Card::Two, Card::Three, Card::Four];

impl Default for Rules {
    fn default() -> Self {
        let mixture = MIXED.map(|card| card.in_deal() as u8);
        Self { files: 4, ranks: 4, players: 2, mixture, jokers: Jokers::default() }
    }
}

impl Rules {
    /// The number of files and ranks.
    pub const fn size(&self) -> (u8, u8) {
        (self.files, self.ranks)
    }

    /// The number of players, each with a pawn.
    pub const fn players(&self) -> usize {
        self.players as usize
    }

    /// The number of steps from a joker.
    pub const fn jokers(&self) -> Jokers {
        self.jokers
    }

    /// The squares of the board.
    pub fn board(&self) -> SquareSet {
        let on_board = |square: &Square| square.file() < self.files && square.rank() < self.ranks;
        Square::ALL.into_iter().filter(on_board).collect()
    }

    /// The number of aces, twos, threes and fours: the squares that the jokers leave, divided in
    /// the proportion of the mixture. What division leaves over goes to those with the largest
    /// remainders, and among equals to the lowest card.
    pub fn deck(&self) -> [usize; 4] {
        let total: usize = self.mixture.iter().map(|&part| usize::from(part)).sum();
        let cards = usize::from(self.files) * usize::from(self.ranks) - self.players();
        let parts = self.mixture.map(|part| usize::from(part) * cards);
        let mut deck = parts.map(|part| part / total.max(1));
        let mut order = [0, 1, 2, 3];
        order.sort_by_key(|&card| std::cmp::Reverse(parts[card] % total.max(1)));
        let left = cards - deck.iter().sum::<usize>();
        for card in order.into_iter().cycle().take(left) {
            deck[card] += 1;
        }
        deck
    }
}

const BOARD: OptionSpec =
    OptionSpec { name: "board", values: "FILESxRANKS, each from 2 to 8: 5x5" };
const PLAYERS: OptionSpec = OptionSpec { name: "players", values: "2, 3 or 4" };
const MIXTURE: OptionSpec = OptionSpec {
    name: "mixture",
    values: "the proportion of aces, twos, threes and fours, each from 0 to 64: 4-4-4-2",
};
const JOKERS: OptionSpec = OptionSpec { name: "rules", values: "v1_1 or v1_3" };

impl Options for Rules {
    const SPECS: &'static [OptionSpec] = &[BOARD, PLAYERS, MIXTURE, JOKERS];

    fn get(&self, name: &str) -> Option<String> {
        Some(match name {
            "board" => format!("{}x{}", self.files, self.ranks),
            "players" => self.players.to_string(),
            "mixture" => self.mixture.map(|part| part.to_string()).join("-"),
            "rules" => self.jokers.to_string(),
            _ => return None,
        })
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let spec = Self::spec(name)?;
        let number = |text, least, most| {
            let number = engine::read_number(text).and_then(|number| u8::try_from(number).ok());
            number
                .filter(|number| (least..=most).contains(number))
                .ok_or_else(|| spec.refuse(value))
        };
        match name {
            "board" => {
                let (files, ranks) = value.split_once('x').ok_or_else(|| spec.refuse(value))?;
                (self.files, self.ranks) = (number(files, 2, 8)?, number(ranks, 2, 8)?);
            }
            "players" => self.players = number(value, 2, 4)?,
            "mixture" => {
                let parts: Result<Vec<u8>, _> =
                    value.split('-').map(|part| number(part, 0, 64)).collect();
                let mixture = <[u8; 4]>::try_from(parts?).map_err(|_| spec.refuse(value))?;
                if mixture == [0; 4] {
                    return Err(spec.refuse(value));
                }
                self.mixture = mixture;
            }
            _ => self.jokers = value.parse().map_err(|_| spec.refuse(value))?,
        }
        Ok(())
    }
}
