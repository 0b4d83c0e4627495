//! Positions and deals as text.

use std::fmt::{self, Write};
use std::str::FromStr;

use engine::board::{counted, read_fields};
use engine::{Notation, Options, ParseError};

use crate::card::Card;
use crate::deal::Deal;
use crate::position::Position;
use crate::rules::{Player, Rules};
use crate::setup::Setup;
use crate::square::Square;

engine::as_text!(Deal);
engine::as_text!(Position: Notation);

/// `A223/4A2./3Ar23/.3Ab4 r`: the ranks from the top, `r` and `b` behind the cards of the pawns,
/// then the side to move. This leaves out the rules; `{:#}` appends them if they are not the default:
/// `A223/4A2./3Ar23/.3Ab4 r rules=v1_3`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = ranks(|square, text| {
            text.push(self.card(square).map_or('.', Card::to_char));
            let pawn = Player::ALL.into_iter().find(|&player| self.pawn(player) == square);
            text.extend(pawn.map(Player::to_char));
        });
        write!(text, " {}", self.turn().to_char())?;
        self.rules().pad_after(text, &Rules::default(), f)
    }
}

/// `A223/4A2J/3A23/J3A4`: the ranks from the top.
impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&ranks(|square, text| text.push(self.card(square).to_char())))
    }
}

/// The ranks from the top, with what `write` appends for each square.
fn ranks(write: impl Fn(Square, &mut String)) -> String {
    let mut text = String::new();
    for square in Square::reading_order() {
        if square.file() == 0 && square.rank() != 3 {
            text.push('/');
        }
        write(square, &mut text);
    }
    text
}

/// A position, or a bare deal.
///
/// ```
/// use collapsi::{Position, Rules};
/// use engine::Notation;
///
/// let text = "A223/4A2./3Ar23/.3Ab4 r";
/// let position = Position::parse(text, &Rules::V1_3)?;
/// assert_eq!(position.to_string(), text);
/// assert_eq!(text.parse(), Ok(position.with_rules(Rules::V1_1)));
/// assert_eq!(format!("{position:#}").parse(), Ok(position));
/// # Ok::<_, engine::ParseError>(())
/// ```
impl Notation for Position {
    type Rules = Rules;

    fn rules(&self) -> Rules {
        self.rules()
    }

    fn parse(text: &str, rules: &Rules) -> Result<Self, ParseError> {
        if !text.contains(' ') {
            return Ok(text.parse::<Deal>()?.position(*rules));
        }
        let or_a_deal = |error: ParseError| error.or("1, the ranks of a deal");
        let [ranks, side] = read_fields(text, "ranks, side to move").map_err(or_a_deal)?;
        let Board { cards, pawns } = Board::parse(ranks)?;
        let turn = side.parse().ok().and_then(Player::from_char);
        let refuse = || ParseError::new(format_args!("the side to move is {side:?}"), "r or b");
        let turn = turn.ok_or_else(refuse)?;
        let pawn = |player: Player| {
            let missing = format!("there is no {player} pawn");
            let expected = format!("{} behind its card", player.to_char());
            pawns[player as usize].ok_or_else(|| ParseError::new(missing, expected))
        };
        let pawns = [pawn(Player::Red)?, pawn(Player::Blue)?];
        let setup = Setup { cards, pawns, turn, rules: *rules };
        Position::from_setup(&setup).map_err(ParseError::because)
    }
}

impl FromStr for Deal {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let board = Board::parse(text)?;
        let pawn = |player: Player| board.pawns[player as usize].map(|square| (player, square));
        if let Some((player, square)) = Player::ALL.into_iter().find_map(pawn) {
            return Err(ParseError::because(format_args!(
                "the {player} pawn stands on {square} but the side to move, r or b, is missing"
            )));
        }
        let mut cards = [Card::Joker; Square::COUNT];
        for square in Square::ALL {
            cards[square.index()] = board.cards[square.index()].ok_or_else(|| {
                ParseError::because(format_args!(
                    "the card on {square} is collapsed but the pawns and the side to move are missing"
                ))
            })?;
        }
        Self::new(cards).map_err(|error| {
            ParseError::because(format_args!("{error}; without a side to move the text is a deal"))
        })
    }
}

struct Board {
    cards: [Option<Card>; Square::COUNT],
    pawns: [Option<Square>; 2],
}

impl Board {
    fn parse(text: &str) -> Result<Self, ParseError> {
        let found = text.split('/').count();
        if found != 4 {
            let problem = format!("the board has {}", counted(found, "rank"));
            return Err(ParseError::new(problem, "4 separated by '/'"));
        }
        let mut board = Self { cards: [None; Square::COUNT], pawns: [None; 2] };
        for (rank, text) in (0..4).rev().zip(text.split('/')) {
            board.parse_rank(rank, text)?;
        }
        Ok(board)
    }

    fn parse_rank(&mut self, rank: u8, text: &str) -> Result<(), ParseError> {
        let number = rank + 1;
        let is_cell = |c: &char| *c == '.' || Card::from_char(*c).is_some();
        let is_pawn = |c: &char| Player::from_char(*c).is_some();
        if let Some(found) = text.chars().find(|c| !is_cell(c) && !is_pawn(c)) {
            let problem = format!("{found:?} in rank {number} is not a card");
            return Err(ParseError::new(problem, "J, A, 2, 3, 4, or . for a collapsed one"));
        }
        let found = text.chars().filter(is_cell).count();
        if found != 4 {
            let problem = format!("rank {number} has {}", counted(found, "card"));
            return Err(ParseError::new(problem, "4"));
        }
        let mut squares = (0..4).filter_map(|file| Square::new(file, rank));
        let mut last = None;
        for c in text.chars() {
            let Some(player) = Player::from_char(c) else {
                last = squares.next();
                if let Some(square) = last {
                    self.cards[square.index()] = Card::from_char(c);
                }
                continue;
            };
            let square = last.ok_or_else(|| {
                ParseError::because(format_args!(
                    "the {player} pawn in rank {number} does not stand behind a card of that rank"
                ))
            })?;
            if let Some(first) = self.pawns[player as usize].replace(square) {
                let problem = format!("the {player} pawn stands on {first} and on {square}");
                return Err(ParseError::new(problem, "one place"));
            }
        }
        Ok(())
    }
}
