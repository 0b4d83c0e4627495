//! Positions as text.

use std::fmt::{self, Write};

use engine::{Notation, OptionError, Options};

use crate::moves::ParseMoveError;
use crate::player::Player;
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::{PositionError, Setup};
use crate::square::{Square, SquareSet};

engine::position_as_text!(Position);

/// `wwwww/ww1ww/5/bb1bb/bbbbb b 0 0`: the ranks from the top, with runs of empty squares as digits,
/// then the side to move, for how many turns the centre has been held, and how many plies were
/// played since the last capture. This leaves out the rules; `{:#}` appends those that are not the
/// default: `wwwww/ww1ww/5/bb1bb/bbbbb b 0 0 hold_turns=2,quiet_limit=none`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        let mut empty = 0;
        for square in Square::reading_order() {
            let piece = self.piece(square);
            if piece.is_none() {
                empty += 1;
            }
            let rank_ends = square.file() == 4;
            if empty > 0 && (piece.is_some() || rank_ends) {
                write!(text, "{empty}")?;
                empty = 0;
            }
            text.extend(piece.map(Player::to_char));
            if rank_ends && square.rank() > 0 {
                text.push('/');
            }
        }
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
/// assert_eq!(error.to_string(), "expected 5 squares in rank 3, found 3");
/// # Ok::<_, collateral_checkers::ParsePositionError>(())
/// ```
impl Notation for Position {
    type Rules = Rules;
    type ParseError = ParsePositionError;
    type ParseMoveError = ParseMoveError;

    fn rules(&self) -> Rules {
        self.rules()
    }

    fn parse(text: &str, rules: &Rules) -> Result<Self, ParsePositionError> {
        let parts: Vec<&str> = text.split(' ').collect();
        let [board, side, hold, quiet] = parts[..] else {
            return Err(ParsePositionError::Parts { found: parts.len() });
        };
        let pieces = parse_board(board)?;
        let turn = side.parse().ok().and_then(Player::from_char);
        let turn = turn.ok_or_else(|| ParsePositionError::Side { found: side.to_owned() })?;
        let hold = parse_count(hold, "turns the centre has been held")?;
        let quiet = parse_count(quiet, "plies since the last capture")?;
        Ok(Position::from_setup(&Setup { pieces, turn, hold, quiet, rules: *rules })?)
    }
}

fn parse_board(text: &str) -> Result<[SquareSet; 2], ParsePositionError> {
    let found = text.split('/').count();
    if found != 5 {
        return Err(ParsePositionError::Ranks { found });
    }
    let mut pieces = [SquareSet::EMPTY; 2];
    for (rank, text) in (0..5).rev().zip(text.split('/')) {
        parse_rank(&mut pieces, rank, text)?;
    }
    Ok(pieces)
}

fn parse_rank(pieces: &mut [SquareSet; 2], rank: u8, text: &str) -> Result<(), ParsePositionError> {
    let mut squares: usize = 0;
    let mut after_run = false;
    for found in text.chars() {
        match (Player::from_char(found), found) {
            (Some(player), _) => {
                if let Some(square) = Square::new(squares.min(5) as u8, rank) {
                    let set = &mut pieces[player as usize];
                    *set = set.with(square);
                }
                squares += 1;
            }
            (None, '1'..='5') if after_run => {
                return Err(ParsePositionError::SplitRun { rank: rank + 1 });
            }
            (None, '1'..='5') => squares += found as usize - '0' as usize,
            _ => return Err(ParsePositionError::Cell { rank: rank + 1, found }),
        }
        after_run = found.is_ascii_digit();
    }
    if squares == 5 {
        Ok(())
    } else {
        Err(ParsePositionError::RankLength { rank: rank + 1, found: squares })
    }
}

fn parse_count(text: &str, what: &'static str) -> Result<u32, ParsePositionError> {
    let refuse = || ParsePositionError::Count { what, found: text.to_owned() };
    engine::read_number(text).ok_or_else(refuse)
}

/// Why a text is not a position. Ranks count from 1 at the bottom.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum ParsePositionError {
    /// There are four parts, separated by single spaces.
    #[error("expected board, side, hold and quiet separated by single spaces, found {found} parts")]
    Parts { found: usize },
    /// There are five ranks, separated by `/`.
    #[error("expected 5 ranks separated by '/', found {found}")]
    Ranks { found: usize },
    /// A rank has five squares.
    #[error("expected 5 squares in rank {rank}, found {found}")]
    RankLength { rank: u8, found: usize },
    /// Something that is no piece and no run of empty squares.
    #[error("{found:?} in rank {rank} is not a piece, b or w, or a run of 1 to 5 empty squares")]
    Cell { rank: u8, found: char },
    /// A run of empty squares is one digit.
    #[error("a run of empty squares in rank {rank} is written as two")]
    SplitRun { rank: u8 },
    /// The side to move is `b` or `w`.
    #[error("the side to move is {found:?}, expected b or w")]
    Side { found: String },
    /// A count is a number without leading zeros.
    #[error("the number of {what} is {found:?}, expected 0 to {} without leading zeros", u32::MAX)]
    Count { what: &'static str, found: String },
    /// The rules behind the position cannot be set so.
    #[error(transparent)]
    Rules(#[from] OptionError),
    /// The pieces and the counts do not make a position.
    #[error(transparent)]
    Position(#[from] PositionError),
}
