//! Positions as text.

use std::fmt::{self, Write};

use engine::board::{ParseRanksError, read_ranks, write_ranks};
use engine::{Notation, OptionError, Options, counted};

use crate::player::Player;
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::{PositionError, Setup};
use crate::square::{Square, SquareSet};

engine::as_text!(Position: Notation);

/// `wwwww/ww1ww/5/bb1bb/bbbbb b 0 0`: the ranks from the top, with runs of empty squares as digits,
/// then the side to move, for how many turns the centre has been held, and how many plies were
/// played since the last capture. This leaves out the rules; `{:#}` appends those that are not the
/// default: `wwwww/ww1ww/5/bb1bb/bbbbb b 0 0 hold_turns=2,quiet_limit=none`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |square| self.piece(square).map(Player::to_char);
        let mut text = write_ranks(Square::FILES, Square::RANKS, |file, rank| {
            Square::new(file, rank).and_then(letter)
        });
        write!(text, " {} {} {}", self.turn().to_char(), self.hold(), self.quiet())?;
        let changes = self.rules().changes_from(&Rules::default());
        if f.alternate() && !changes.is_empty() {
            write!(text, " {changes}")?;
        }
        f.pad(&text)
    }
}

/// ```
/// use collateral_checkers::Position;
///
/// let position: Position = "wwwww/ww1ww/2b2/b2bb/bbbbb w 1 1".parse()?;
/// assert_eq!(position.hold(), 1);
/// let text = "wwwww/ww1ww/2b2/b2bb/bbbbb w 1 1 hold_turns=5";
/// let position: Position = text.parse()?;
/// assert_eq!((position.rules().hold_turns.get(), format!("{position:#}")), (5, text.to_owned()));
/// let error = "wwwww/ww1ww/3/bb1bb/bbbbb b 0 0".parse::<Position>().unwrap_err();
/// assert_eq!(error.to_string(), "rank 3 has 3 squares: expected 5");
/// # Ok::<_, collateral_checkers::ParsePositionError>(())
/// ```
impl Notation for Position {
    type Rules = Rules;
    type ParseError = ParsePositionError;

    fn rules(&self) -> Rules {
        self.rules()
    }

    fn parse(text: &str, rules: &Rules) -> Result<Self, ParsePositionError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [ranks, side, hold, quiet] = fields[..] else {
            return Err(ParsePositionError::Fields { found: fields.len() });
        };
        let pieces = parse_ranks(ranks)?;
        let turn = side.parse().ok().and_then(Player::from_char);
        let turn = turn.ok_or_else(|| ParsePositionError::Side { found: side.to_owned() })?;
        let hold = parse_number("number of turns the centre has been held", hold)?;
        let quiet = parse_number("number of plies since the last capture", quiet)?;
        Ok(Position::from_setup(&Setup { pieces, turn, hold, quiet, rules: *rules })?)
    }
}

fn parse_ranks(text: &str) -> Result<[SquareSet; 2], ParseRanksError> {
    let mut pieces = [SquareSet::EMPTY; 2];
    for (file, rank, letter) in read_ranks(text, 5..=5, 5..=5, "bw")?.pieces {
        if let (Some(square), Some(player)) = (Square::new(file, rank), Player::from_char(letter)) {
            let set = &mut pieces[player as usize];
            *set = set.with(square);
        }
    }
    Ok(pieces)
}

fn parse_number(field: &'static str, text: &str) -> Result<u32, ParsePositionError> {
    let refuse = || ParsePositionError::Number { field, found: text.to_owned() };
    engine::read_number(text).ok_or_else(refuse)
}

/// Why a text is not a position. Ranks count from 1 at the bottom.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum ParsePositionError {
    /// There are four fields, separated by single spaces.
    #[error(
        "the text has {}: expected 4 separated by single spaces (ranks, side to move, \
         hold, quiet)",
        counted(*found, "field")
    )]
    Fields { found: usize },
    /// The ranks are not those of a board.
    #[error(transparent)]
    Ranks(#[from] ParseRanksError),
    /// The side to move is `b` or `w`.
    #[error("the side to move is {found:?}: expected b or w")]
    Side { found: String },
    /// A count is a number without leading zeros.
    #[error("the {field} is {found:?}: expected 0 to {} without leading zeros", u32::MAX)]
    Number { field: &'static str, found: String },
    /// The rules behind the position cannot be set so.
    #[error(transparent)]
    Rules(#[from] OptionError),
    /// The parts do not make a position.
    #[error(transparent)]
    Position(#[from] PositionError),
}
