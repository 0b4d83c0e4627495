//! Positions as text.

use std::fmt::{self, Write};

use engine::{Notation, OptionError, Options, counted};

use crate::card::{Card, ParseCardError};
use crate::hand::{Hand, ParseHandError};
use crate::player::Player;
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::{PositionError, Setup};
use crate::square::{ParseSquareError, Square, SquareSet};

engine::as_text!(Position: Notation);

/// Ranks from the top, then the checkers, the hands, the side to move and the ply, as in
/// `rygbp,-,[...] c3,d4 a1,b2 bgpry - w 12`. This leaves out the rules; `{:#}` appends them if they
/// are not the default: `[...] w 12 ply_limit=none`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(480);
        for square in Square::reading_order() {
            match (square.file(), square.rank()) {
                (0, 5) => {}
                (0, _) => text.push('/'),
                _ => text.push(','),
            }
            match self.card(square) {
                Some(card) => write!(text, "{card}")?,
                None => text.push('-'),
            }
        }
        for player in Player::ALL {
            write!(text, " {}", self.checkers(player))?;
        }
        for player in Player::ALL {
            write!(text, " {}", self.hand(player))?;
        }
        let side = if self.is_ended() { '-' } else { self.turn().to_char() };
        write!(text, " {side} {}", self.ply())?;
        let changes = self.rules().changes_from(&Rules::default());
        if f.alternate() && !changes.is_empty() {
            write!(text, " {changes}")?;
        }
        f.pad(&text)
    }
}

/// ```
/// use compass::{Position, Rules, Start};
/// use engine::Notation;
///
/// let rules = Rules { ply_limit: Some(60) };
/// let position = Position::start(&rules, 7);
/// assert_eq!(Position::parse(&position.to_string(), &rules), Ok(position));
/// assert_eq!(position.to_string().parse(), Ok(position.with_rules(Rules::default())));
/// assert_eq!(format!("{position:#}").parse(), Ok(position));
/// ```
impl Notation for Position {
    type Rules = Rules;
    type ParseError = ParsePositionError;

    fn rules(&self) -> Rules {
        self.rules()
    }

    fn parse(text: &str, rules: &Rules) -> Result<Self, ParsePositionError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [ranks, white, black, white_hand, black_hand, side, ply] = fields[..] else {
            return Err(ParsePositionError::Fields { found: fields.len() });
        };
        let cards = parse_ranks(ranks)?;
        let checkers = [parse_squares(Player::White, white)?, parse_squares(Player::Black, black)?];
        let hands =
            [parse_hand(Player::White, white_hand)?, parse_hand(Player::Black, black_hand)?];
        let ply = engine::read_number(ply)
            .ok_or_else(|| ParsePositionError::Number { field: "ply", found: ply.to_owned() })?;
        let ended = side == "-";
        let setup = Setup { cards, checkers, hands, ended, ply, rules: *rules };
        let position = Position::from_setup(&setup)?;
        let expected = position.turn();
        if !ended && side.parse() != Ok(expected.to_char()) {
            return Err(ParsePositionError::Side { found: side.to_owned(), ply, expected });
        }
        Ok(position)
    }
}

fn parse_ranks(text: &str) -> Result<[Option<Card>; Square::COUNT], ParsePositionError> {
    let found = text.split('/').count();
    if found != 6 {
        return Err(ParsePositionError::Ranks { found });
    }
    let mut cards = [None; Square::COUNT];
    for (rank, text) in (0..6).rev().zip(text.split('/')) {
        let found = text.split(',').count();
        if found != 6 {
            return Err(ParsePositionError::RankLength { rank: rank + 1, found });
        }
        for (file, text) in (0..6).zip(text.split(',')) {
            if let Some(square) = Square::new(file, rank)
                && text != "-"
            {
                let card = text.parse();
                let card = card.map_err(|source| ParsePositionError::Cell { square, source })?;
                cards[square.index()] = Some(card);
            }
        }
    }
    Ok(cards)
}

fn parse_squares(player: Player, text: &str) -> Result<SquareSet, ParsePositionError> {
    let mut squares = SquareSet::EMPTY;
    if text == "-" {
        return Ok(squares);
    }
    let mut last = None;
    for text in text.split(',') {
        let square: Square =
            text.parse().map_err(|source| ParsePositionError::Checker { player, source })?;
        if let Some(before) = last.filter(|&before| before >= square) {
            return Err(ParsePositionError::CheckerOrder { player, before, after: square });
        }
        squares = squares.with(square);
        last = Some(square);
    }
    Ok(squares)
}

fn parse_hand(player: Player, text: &str) -> Result<Hand, ParsePositionError> {
    text.parse().map_err(|source| ParsePositionError::Hand { player, source })
}

/// Why a text is not a position. Ranks count from 1 at the bottom.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum ParsePositionError {
    /// There are seven fields, separated by single spaces.
    #[error(
        "the text has {}: expected 7 separated by single spaces (ranks, white's \
         checkers, black's checkers, white's hand, black's hand, side to move, ply)",
        counted(*found, "field")
    )]
    Fields { found: usize },
    /// There are six ranks, separated by `/`.
    #[error("the board has {}: expected 6 separated by '/'", counted(*found, "rank"))]
    Ranks { found: usize },
    /// A rank has six squares, separated by `,`.
    #[error("rank {rank} has {}: expected 6 separated by ','", counted(*found, "square"))]
    RankLength { rank: u8, found: usize },
    /// A square has a card or is empty.
    #[error("on {square}: {source}, or - for an empty square")]
    Cell { square: Square, source: ParseCardError },
    /// A checker stands on a square.
    #[error("in the checkers of {player}: {source}, or - for none")]
    Checker { player: Player, source: ParseSquareError },
    /// Checkers are sorted by file, then rank.
    #[error("in the checkers of {player}: {before} stands before {after}, expected them sorted")]
    CheckerOrder { player: Player, before: Square, after: Square },
    /// A hand is a list of cards.
    #[error("in the hand of {player}: {source}")]
    Hand { player: Player, source: ParseHandError },
    /// A count is a number without leading zeros.
    #[error("the {field} is {found:?}: expected 0 to {} without leading zeros", u32::MAX)]
    Number { field: &'static str, found: String },
    /// The side to move follows from the ply.
    #[error(
        "the side to move is {found:?}: expected {} at ply {ply}, or - after the end",
        expected.to_char()
    )]
    Side { found: String, ply: u32, expected: Player },
    /// The rules behind the position cannot be set so.
    #[error(transparent)]
    Rules(#[from] OptionError),
    /// The parts do not make a position.
    #[error(transparent)]
    Position(#[from] PositionError),
}
