//! Positions as text.

use std::fmt::{self, Write};

use engine::{Notation, OptionError, Options, read_number};

use crate::edge::{Edge, EdgeSet, ParseEdgeError};
use crate::grid;
use crate::moves::{Move, ParseMoveError};
use crate::player::{Pawn, Place, Player, Players};
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::{PositionError, Setup};
use crate::square::{MAX_SIDE, Square, SquareSet};
use crate::stage::{Action, Motion, Phase, Stage};

engine::position_as_text!(Position);

/// The ranks from the top, the walls, the pawns, the supply, the mountains left, the edges of walls
/// just removed, the seat to move, the turns completed and, inside a turn, the stage. This leaves out
/// the rules but for players and size of the board; `{:#}` appends those that are not the default:
/// `3/3/3 - -,-/-,- 6 1,1 -,- 0 0 tiles=6,turn_limit=none`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write_ranks(&mut text);
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

impl Position {
    fn write_ranks(&self, text: &mut String) {
        for rank in (0..self.rules.height()).rev() {
            let mut run = 0;
            for file in 0..self.rules.width() {
                let square = grid::square(file, rank);
                let is_tile = self.tiles.contains(square);
                if !is_tile && !self.mountains.contains(square) {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    text.push_str(&run.to_string());
                }
                run = 0;
                text.push(if is_tile { 't' } else { 'm' });
            }
            if run > 0 {
                text.push_str(&run.to_string());
            }
            if rank > 0 {
                text.push('/');
            }
        }
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
    type ParseMoveError = ParseMoveError;

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
        let (rules, tiles, mountain_squares) = parse_ranks(ranks, *rules)?;
        let (players, pawns) = parse_pawns(pawns)?;
        let walls = parse_walls(walls)?;
        let supply = parse_number("supply", supply, u32::from(Rules::MAX_TILES))? as u8;
        let mountains_left = parse_each("mountains", mountains, players, |text| {
            let most = u32::from(Rules::MAX_MOUNTAINS);
            parse_number("mountains", text, most).map(|count| count as u8)
        })?;
        let removed = parse_each("removed", removed, players, |text| match text {
            "-" => Ok(None),
            _ => Ok(Some(text.parse().map_err(ParsePositionError::Removed)?)),
        })?;
        let last_seat = players.count() as u32 - 1;
        let seat = parse_number("seat", seat, last_seat)?;
        let turns = parse_number("turn", turns, u32::MAX)?;
        let rules = rules.with_players(players);
        let turn = players.after(seat);
        let setup = Setup {
            rules,
            tiles,
            mountains: mountain_squares,
            walls,
            pawns,
            supply,
            mountains_left,
            removed,
            turn,
            turns,
            stage,
        };
        Ok(Position::from_setup(&setup)?)
    }

    fn parse_word(word: &str, moves: &mut Vec<Move>) -> Result<(), ParseMoveError> {
        Move::parse_run(word, moves)
    }
}

fn parse_ranks(
    text: &str,
    rules: Rules,
) -> Result<(Rules, SquareSet, SquareSet), ParsePositionError> {
    let height = text.split('/').count();
    let mut width = None;
    let (mut tiles, mut mountains) = (SquareSet::EMPTY, SquareSet::EMPTY);
    let side = 3..=usize::from(MAX_SIDE);
    if !side.contains(&height) {
        return Err(ParsePositionError::Height { found: height });
    }
    for (rank, text) in (0..height as u8).rev().zip(text.split('/')) {
        let cells = parse_rank(rank, text)?;
        let expected = *width.get_or_insert(cells.len());
        if !side.contains(&expected) {
            return Err(ParsePositionError::Width { found: expected });
        }
        if cells.len() != expected {
            let (rank, found) = (rank + 1, cells.len());
            return Err(ParsePositionError::RankLength { rank, found, expected });
        }
        for (file, cell) in (0..MAX_SIDE).zip(cells) {
            let square = grid::square(file, rank);
            match cell {
                't' => tiles = tiles.with(square),
                'm' => mountains = mountains.with(square),
                _ => {}
            }
        }
    }
    let (width, height) = (width.unwrap_or_default() as u8, height as u8);
    let found = usize::from(width);
    let rules = rules.with_board(width, height).map_err(|_| ParsePositionError::Width { found })?;
    Ok((rules, tiles, mountains))
}

/// Reads the squares of a rank: `t`, `m`, or `1` for an empty one.
fn parse_rank(rank: u8, text: &str) -> Result<Vec<char>, ParsePositionError> {
    let mut cells = Vec::new();
    let mut rest = text;
    while let Some(found) = rest.chars().next() {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        if let Some(count @ 1..=11) = read_number(run) {
            cells.extend((0..count).map(|_| '1'));
            rest = after;
        } else if !run.is_empty() {
            return Err(ParsePositionError::Run { rank: rank + 1, found: run.to_owned() });
        } else if let 't' | 'm' = found {
            cells.push(found);
            rest = &after[1..];
        } else {
            return Err(ParsePositionError::Cell { rank: rank + 1, found });
        }
    }
    Ok(cells)
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
            return Err(ParsePositionError::WallOrder { edge, before });
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
        return Err(ParsePositionError::Count { field, found, expected });
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
    /// There are eight fields, and inside a turn nine.
    #[error("the position has {found} fields, expected 8, or 9 inside a turn")]
    Fields { found: usize },
    /// The board has 3 to 11 ranks.
    #[error("the board has {found} ranks, expected 3 to 11 separated by '/'")]
    Height { found: usize },
    /// The board has 3 to 11 files.
    #[error("the top rank has {found} squares, expected 3 to 11")]
    Width { found: usize },
    /// All ranks have the same length.
    #[error("rank {rank} has {found} squares, expected {expected} as in the top rank")]
    RankLength { rank: u8, found: usize, expected: usize },
    /// Neither a tile, a mountain nor a run.
    #[error("{found:?} in rank {rank} cannot be on a square: expected t, m or a number")]
    Cell { rank: u8, found: char },
    /// A run of squares has 1 to 11 of them.
    #[error("\"{found}\" in rank {rank} is not a number of squares: expected 1 to 11")]
    Run { rank: u8, found: String },
    /// Not the edge of a wall.
    #[error("walls: {0}, or - for none")]
    Wall(ParseEdgeError),
    /// Walls are listed once, in order.
    #[error("wall {edge} comes after {before}: expected each once, by file, rank, then e before n")]
    WallOrder { edge: Edge, before: Edge },
    /// Two to four play.
    #[error("there are pawns of {found} players, expected 2 to 4 separated by '/'")]
    Players { found: usize },
    /// A player has two pawns.
    #[error("the pawns of {player} are \"{found}\", expected two places separated by ','")]
    Pawns { player: Player, found: String },
    /// Not where a pawn can be.
    #[error(
        "pawn {pawn} of {player} is on \"{found}\", expected a square, - while waiting, or * and \
         the corner it left from"
    )]
    Place { player: Player, pawn: Pawn, found: String },
    /// Not a number, or too large.
    #[error("{field} is \"{found}\", expected a number up to {most}")]
    Number { field: &'static str, found: String, most: u32 },
    /// Too few or too many items.
    #[error("{field} has {found} items, expected {expected}: one for each player")]
    Count { field: &'static str, found: usize, expected: usize },
    /// Not the edge of a removed wall.
    #[error("removed: {0}, or - for none")]
    Removed(ParseEdgeError),
    /// Not a stage.
    #[error(
        "the stage is \"{found}\", expected a, m, or the pawn in motion with its tiles, then c, f \
         or d, then a if the action is done"
    )]
    Stage { found: String },
    /// The rules behind the position cannot be set so.
    #[error(transparent)]
    Rules(#[from] OptionError),
    /// The parts do not fit.
    #[error(transparent)]
    Position(#[from] PositionError),
}
