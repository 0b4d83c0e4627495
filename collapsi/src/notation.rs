//! Positions and deals as text.

use std::fmt::{self, Write};
use std::str::FromStr;

use engine::{Notation, OptionError, Options, counted};

use crate::card::Card;
use crate::deal::{Deal, DealError};
use crate::player::Player;
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::{PositionError, Setup};
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
        let changes = self.rules().changes_from(&Rules::default());
        if f.alternate() && !changes.is_empty() {
            write!(text, " {changes}")?;
        }
        f.pad(&text)
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
/// # Ok::<_, collapsi::ParsePositionError>(())
/// ```
impl Notation for Position {
    type Rules = Rules;
    type ParseError = ParsePositionError;

    fn rules(&self) -> Rules {
        self.rules()
    }

    fn parse(text: &str, rules: &Rules) -> Result<Self, ParsePositionError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let (ranks, side) = match fields[..] {
            [deal] => return Ok(deal.parse::<Deal>()?.position(*rules)),
            [ranks, side] => (ranks, side),
            _ => return Err(ParsePositionError::Fields { found: fields.len() }),
        };
        let Board { cards, pawns } = Board::parse(ranks)?;
        let turn = side.parse().ok().and_then(Player::from_char);
        let turn = turn.ok_or_else(|| ParsePositionError::Side { found: side.to_owned() })?;
        let pawn =
            |player: Player| pawns[player as usize].ok_or(ParsePositionError::NoPawn { player });
        let pawns = [pawn(Player::Red)?, pawn(Player::Blue)?];
        Ok(Position::from_setup(&Setup { cards, pawns, turn, rules: *rules })?)
    }
}

impl FromStr for Deal {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        let board = Board::parse(text)?;
        let pawn = |player: Player| board.pawns[player as usize].map(|square| (player, square));
        if let Some((player, square)) = Player::ALL.into_iter().find_map(pawn) {
            return Err(ParsePositionError::PawnWithoutSide { player, square });
        }
        let mut cards = [Card::Joker; Square::COUNT];
        for square in Square::ALL {
            cards[square.index()] = board.cards[square.index()]
                .ok_or(ParsePositionError::CollapsedWithoutSide { square })?;
        }
        Ok(Self::new(cards)?)
    }
}

/// The first part of a text.
struct Board {
    cards: [Option<Card>; Square::COUNT],
    pawns: [Option<Square>; 2],
}

impl Board {
    fn parse(text: &str) -> Result<Self, ParsePositionError> {
        let found = text.split('/').count();
        if found != 4 {
            return Err(ParsePositionError::Ranks { found });
        }
        let mut board = Self { cards: [None; Square::COUNT], pawns: [None; 2] };
        for (rank, text) in (0..4).rev().zip(text.split('/')) {
            board.parse_rank(rank, text)?;
        }
        Ok(board)
    }

    fn parse_rank(&mut self, rank: u8, text: &str) -> Result<(), ParsePositionError> {
        let number = rank + 1;
        let is_cell = |c: &char| *c == '.' || Card::from_char(*c).is_some();
        let is_pawn = |c: &char| Player::from_char(*c).is_some();
        if let Some(found) = text.chars().find(|c| !is_cell(c) && !is_pawn(c)) {
            return Err(ParsePositionError::Cell { rank: number, found });
        }
        let found = text.chars().filter(is_cell).count();
        if found != 4 {
            return Err(ParsePositionError::RankLength { rank: number, found });
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
            let square = last.ok_or(ParsePositionError::StrayPawn { rank: number, player })?;
            if let Some(first) = self.pawns[player as usize].replace(square) {
                return Err(ParsePositionError::SecondPawn { player, first, second: square });
            }
        }
        Ok(())
    }
}

/// Why a text is not a position or a deal. Ranks count from 1 at the bottom.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum ParsePositionError {
    /// There are two fields, or one that is a bare deal.
    #[error(
        "the text has {}: expected 2 separated by single spaces (ranks, side to move), \
         or 1, the ranks of a deal",
        counted(*found, "field")
    )]
    Fields { found: usize },
    /// There are four ranks, separated by `/`.
    #[error("the board has {}: expected 4 separated by '/'", counted(*found, "rank"))]
    Ranks { found: usize },
    /// A rank has four cards.
    #[error("rank {rank} has {}: expected 4", counted(*found, "card"))]
    RankLength { rank: u8, found: usize },
    /// Something that is no card and no pawn.
    #[error(
        "{found:?} in rank {rank} is not a card: expected J, A, 2, 3, 4, or . for a collapsed one"
    )]
    Cell { rank: u8, found: char },
    /// A pawn is written behind its card.
    #[error("the {player} pawn in rank {rank} does not stand behind a card of that rank")]
    StrayPawn { rank: u8, player: Player },
    /// A player has one pawn.
    #[error("the {player} pawn stands on {first} and on {second}: expected one place")]
    SecondPawn { player: Player, first: Square, second: Square },
    /// With a side to move, both pawns must be marked.
    #[error("there is no {player} pawn: expected {} behind its card", player.to_char())]
    NoPawn { player: Player },
    /// A bare deal marks no pawns.
    #[error("the {player} pawn stands on {square} but the side to move, r or b, is missing")]
    PawnWithoutSide { player: Player, square: Square },
    /// A bare deal has no collapsed cards.
    #[error("the card on {square} is collapsed but the pawns and the side to move are missing")]
    CollapsedWithoutSide { square: Square },
    /// The side to move is `r` or `b`.
    #[error("the side to move is {found:?}: expected r or b")]
    Side { found: String },
    /// A bare deal has other cards than the game.
    #[error("{0}; without a side to move the text is a deal")]
    Deal(#[from] DealError),
    /// The rules behind the position cannot be set so.
    #[error(transparent)]
    Rules(#[from] OptionError),
    /// The parts do not make a position.
    #[error(transparent)]
    Position(#[from] PositionError),
}
