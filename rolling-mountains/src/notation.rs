//! Positions as text.

use std::fmt::{self, Write};

use engine::board::{ParseRanksError, Ranks, read_ranks, write_ranks};
use engine::{Notation, OptionError, Options, counted, read_number};

use crate::edge::{Edge, EdgeSet, ParseEdgeError};
use crate::grid;
use crate::moves::{Move, ParseMoveError};
use crate::player::{Pawn, Place, Player, Players};
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::{PositionError, Setup};
use crate::square::{MAX_SIDE, Square, SquareSet};
use crate::stage::{Action, Motion, Phase, Stage};

engine::as_text!(Position: Notation);

/// The ranks from the top, the walls, the pawns, the supply, the mountains left, the edges of walls
/// just removed, the seat to move, the turns completed and, inside a turn, the stage. This leaves out
/// the rules but for players and size of the board; `{:#}` appends those that are not the default:
/// `3/3/3 - -,-/-,- 6 1,1 -,- 0 0 tiles=6,turn_limit=none`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.rules;
        let mut text = write_ranks(rules.width(), rules.height(), |file, rank| {
            let on = |set: SquareSet| set.contains(grid::square(file, rank));
            if on(self.tiles) { Some('t') } else { on(self.mountains).then_some('m') }
        });
        text.push(' ');
        write_list(&mut text, ",", self.walls.iter());
        let seats = self.rules.players().seats();
        text.push(' ');
        let pair =
            |player: &Player| self.pawns[player.seat()].map(|place| place.to_string()).join(",");
        write_list(&mut text, "/", seats.iter().map(pair));
        write!(text, " {} ", self.supply)?;
        write_list(&mut text, ",", seats.iter().map(|&player| self.mountains_left(player)));
        text.push(' ');
        let removed =
            |&player| self.removed(player).map_or("-".to_owned(), |edge| edge.to_string());
        write_list(&mut text, ",", seats.iter().map(removed));
        write!(text, " {} {}", self.turn.seat(), self.turns)?;
        match self.stage {
            Stage::Start => {}
            Stage::ActionDone => text.push_str(" a"),
            Stage::MovementDone => text.push_str(" m"),
            Stage::Moving(motion) => write!(text, " {motion}")?,
        }
        let changes = self.rules.changes_from(&Rules::default().with_board_of(self.rules));
        if f.alternate() && !changes.is_empty() {
            write!(text, " {changes}")?;
        }
        f.pad(&text)
    }
}

/// Writes a list, or `-` if it is empty.
fn write_list(text: &mut String, separator: &str, items: impl Iterator<Item: fmt::Display>) {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    text.push_str(&if items.is_empty() { "-".to_owned() } else { items.join(separator) });
}

/// Players and size of the board are those of the text, whatever the rules say.
///
/// Successive steps of a pawn may be run together where a list of plies is read: `L:nne t:c3`.
///
/// ```
/// use engine::Notation;
/// use rolling_mountains::{Position, Rules};
///
/// let rules = Rules::default().with_turn_limit(None)?;
/// let text = "3/3/3 - a1,-/-,- 6 1,1 -,- 0 0 m";
/// let position = Position::parse(text, &rules)?;
/// assert_eq!(position.to_string(), text);
/// assert_eq!(text.parse(), Ok(position.with_rules(Rules::default())));
/// assert_eq!(format!("{position:#}"), format!("{text} turn_limit=none"));
/// assert_eq!(format!("{position:#}").parse(), Ok(position));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
impl Notation for Position {
    type Rules = Rules;
    type ParseError = ParsePositionError;

    fn rules(&self) -> Rules {
        self.rules()
    }

    fn parse(text: &str, rules: &Rules) -> Result<Self, ParsePositionError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [ranks, walls, pawns, supply, mountains, removed, seat, turns, rest @ ..] = &*fields
        else {
            return Err(ParsePositionError::Fields { found: fields.len() });
        };
        let stage = match rest {
            [] => Stage::Start,
            [stage] => parse_stage(stage)?,
            _ => return Err(ParsePositionError::Fields { found: fields.len() }),
        };
        let Ranks { files, ranks, pieces } = read_ranks(ranks, 3..=MAX_SIDE, 3..=MAX_SIDE, "tm")?;
        let squares_with = |letter| {
            let pieces = pieces.iter().filter(move |&&(.., piece)| piece == letter);
            pieces.map(|&(file, rank, _)| grid::square(file, rank)).collect()
        };
        let (players, pawns) = parse_pawns(pawns)?;
        let walls = parse_walls(walls)?;
        let supply = parse_number("supply", supply, u32::from(Rules::MAX_TILES))? as u8;
        let mountains_left = parse_each("numbers of mountains", mountains, players, |text| {
            let most = u32::from(Rules::MAX_MOUNTAINS);
            parse_number("number of mountains", text, most).map(|count| count as u8)
        })?;
        let removed = parse_each("walls just removed", removed, players, |text| match text {
            "-" => Ok(None),
            _ => Ok(Some(text.parse().map_err(ParsePositionError::Removed)?)),
        })?;
        let last_seat = players.count() as u32 - 1;
        let seat = parse_number("seat to move", seat, last_seat)?;
        let turns = parse_number("number of turns", turns, u32::MAX)?;
        let setup = Setup {
            tiles: squares_with('t'),
            mountains: squares_with('m'),
            walls,
            pawns,
            supply,
            mountains_left,
            removed,
            turn: players.after(seat),
            turns,
            stage,
            rules: rules.with_players(players).with_board(files, ranks)?,
        };
        Ok(Position::from_setup(&setup)?)
    }

    fn parse_word(word: &str, moves: &mut Vec<Move>) -> Result<(), ParseMoveError> {
        Move::parse_run(word, moves)
    }
}

fn parse_walls(text: &str) -> Result<EdgeSet, ParsePositionError> {
    let mut walls = EdgeSet::EMPTY;
    let mut last = None;
    if text == "-" {
        return Ok(walls);
    }
    for name in text.split(',') {
        let edge: Edge = name.parse().map_err(ParsePositionError::Wall)?;
        if let Some(before) = last.filter(|&before| before >= edge) {
            return Err(ParsePositionError::WallOrder { before, after: edge });
        }
        last = Some(edge);
        walls = walls.with(edge);
    }
    Ok(walls)
}

fn parse_pawns(text: &str) -> Result<(Players, [[Place; 2]; 4]), ParsePositionError> {
    let found = text.split('/').count();
    let players = Players::new(found).ok_or(ParsePositionError::Players { found })?;
    let mut pawns = [[Place::Waiting; 2]; 4];
    for ((&player, places), pair) in players.seats().iter().zip(&mut pawns).zip(text.split('/')) {
        let pair_error = || ParsePositionError::Pawns { player, found: pair.to_owned() };
        let (left, right) = pair.split_once(',').ok_or_else(pair_error)?;
        *places =
            [parse_place(player, Pawn::Left, left)?, parse_place(player, Pawn::Right, right)?];
    }
    Ok((players, pawns))
}

fn parse_place(player: Player, pawn: Pawn, text: &str) -> Result<Place, ParsePositionError> {
    let square = |name: &str| -> Result<Square, ParsePositionError> {
        let error = |_| ParsePositionError::Place { player, pawn, found: text.to_owned() };
        name.parse().map_err(error)
    };
    match (text, text.strip_prefix('*')) {
        ("-", _) => Ok(Place::Waiting),
        (_, Some(corner)) => Ok(Place::Out(square(corner)?)),
        (name, None) => Ok(Place::On(square(name)?)),
    }
}

/// Reads one item for each player.
fn parse_each<T: Copy + Default>(
    field: &'static str,
    text: &str,
    players: Players,
    parse: impl Fn(&str) -> Result<T, ParsePositionError>,
) -> Result<[T; 4], ParsePositionError> {
    let (found, expected) = (text.split(',').count(), players.count());
    if found != expected {
        return Err(ParsePositionError::Items { field, found, expected });
    }
    let mut items = [T::default(); 4];
    for (item, text) in items.iter_mut().zip(text.split(',')) {
        *item = parse(text)?;
    }
    Ok(items)
}

fn parse_number(field: &'static str, text: &str, most: u32) -> Result<u32, ParsePositionError> {
    read_number(text).filter(|&n| n <= most).ok_or_else(|| ParsePositionError::Number {
        field,
        found: text.to_owned(),
        most,
    })
}

fn parse_stage(text: &str) -> Result<Stage, ParsePositionError> {
    match text {
        "a" => return Ok(Stage::ActionDone),
        "m" => return Ok(Stage::MovementDone),
        _ => {}
    }
    let error = || ParsePositionError::Stage { found: text.to_owned() };
    let (motion, action) = match text.strip_suffix('a') {
        Some(motion) => (motion, Action::Done),
        None => (text, Action::Due),
    };
    let mut chars = motion.chars();
    let pawn = chars.next().and_then(Pawn::from_char).ok_or_else(error)?;
    let phase = chars.next_back().and_then(Phase::from_char).ok_or_else(error)?;
    let most = u32::from(Rules::MAX_TILES);
    let held =
        read_number(chars.as_str()).filter(|held| (1..=most).contains(held)).ok_or_else(error)?;
    Ok(Stage::Moving(Motion { pawn, held: held as u8, phase, action }))
}

/// Why a text is not a position. Ranks count from 1 at the bottom.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum ParsePositionError {
    /// There are eight fields, and inside a turn nine, separated by single spaces.
    #[error(
        "the text has {}: expected 8 separated by single spaces (ranks, walls, pawns, \
         supply, mountains left, walls just removed, seat to move, turns completed), or 9 inside a \
         turn (the stage)",
        counted(*found, "field")
    )]
    Fields { found: usize },
    /// The ranks are not those of a board.
    #[error(transparent)]
    Ranks(#[from] ParseRanksError),
    /// Not the edge of a wall.
    #[error("in the walls: {0}, or - for none")]
    Wall(ParseEdgeError),
    /// Walls are sorted by file, rank, then `e` before `n`.
    #[error("in the walls: {before} stands before {after}, expected them sorted")]
    WallOrder { before: Edge, after: Edge },
    /// Two to four play.
    #[error("there are pawns of {}: expected 2 to 4 separated by '/'", counted(*found, "player"))]
    Players { found: usize },
    /// A player has two pawns.
    #[error("the pawns of {player} are {found:?}: expected two places separated by ','")]
    Pawns { player: Player, found: String },
    /// Not where a pawn can be.
    #[error(
        "pawn {pawn} of {player} is on {found:?}: expected a square, - while waiting, or * and \
         the corner it left from"
    )]
    Place { player: Player, pawn: Pawn, found: String },
    /// A count is a number without leading zeros.
    #[error("the {field} is {found:?}: expected 0 to {most} without leading zeros")]
    Number { field: &'static str, found: String, most: u32 },
    /// There is an item for each player.
    #[error("there are {field} for {}: expected {expected}", counted(*found, "player"))]
    Items { field: &'static str, found: usize, expected: usize },
    /// Not the edge of a removed wall.
    #[error("in the walls just removed: {0}, or - for none")]
    Removed(ParseEdgeError),
    /// Not a stage.
    #[error(
        "the stage is {found:?}: expected a, m, or the pawn in motion with its tiles, then c, f \
         or d, then a if the action is done"
    )]
    Stage { found: String },
    /// The rules behind the position cannot be set so.
    #[error(transparent)]
    Rules(#[from] OptionError),
    /// The parts do not make a position.
    #[error(transparent)]
    Position(#[from] PositionError),
}
