//! Positions as text.

use std::fmt::{self, Write};

use engine::board::{read_fields, read_ranks, read_up_to, write_ranks};
use engine::{Notation, Options, ParseError};

use crate::position::Position;
use crate::rules::{Player, Rules};
use crate::setup::Setup;
use crate::square::{Square, SquareSet};

engine::as_text!(Position: Notation);

/// `wwwww/ww1ww/5/bb1bb/bbbbb b 0 0`: the ranks from the top, with runs of empty squares as digits,
/// then the side to move, the number of turns for which the centre has been held, and the number of plies
/// since the last capture. This leaves out the rules; `{:#}` appends those that are not the default:
/// `wwwww/ww1ww/5/bb1bb/bbbbb b 0 0 hold_turns=2,quiet_limit=none`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |square| self.piece(square).map(Player::to_char);
        let mut text = write_ranks(Square::FILES, Square::RANKS, |file, rank| {
            Square::new(file, rank).and_then(letter)
        });
        write!(text, " {} {} {}", self.turn().to_char(), self.hold(), self.quiet())?;
        self.rules().pad_after(text, &Rules::default(), f)
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
/// # Ok::<_, engine::ParseError>(())
/// ```
impl Notation for Position {
    type Rules = Rules;

    fn rules(&self) -> Rules {
        self.rules()
    }

    fn parse(text: &str, rules: &Rules) -> Result<Self, ParseError> {
        let [ranks, side, hold, quiet] = read_fields(text, "ranks, side to move, hold, quiet")?;
        let pieces = parse_ranks(ranks)?;
        let turn = side.parse().ok().and_then(Player::from_char);
        let refuse = || ParseError::new(format_args!("the side to move is {side:?}"), "b or w");
        let turn = turn.ok_or_else(refuse)?;
        let hold = read_up_to("number of turns the centre has been held", hold, u32::MAX)?;
        let quiet = read_up_to("number of plies since the last capture", quiet, u32::MAX)?;
        let setup = Setup { pieces, turn, hold, quiet, rules: *rules };
        Position::from_setup(&setup).map_err(ParseError::because)
    }
}

fn parse_ranks(text: &str) -> Result<[SquareSet; 2], ParseError> {
    let mut pieces = [SquareSet::EMPTY; 2];
    for (file, rank, letter) in read_ranks(text, 5..=5, 5..=5, "bw")?.pieces {
        if let (Some(square), Some(player)) = (Square::new(file, rank), Player::from_char(letter)) {
            pieces[player as usize].insert(square);
        }
    }
    Ok(pieces)
}
