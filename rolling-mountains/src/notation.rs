//! Positions as text.

use std::fmt::{self, Write};
use std::str::FromStr;

use engine::board::{
    Ranks, counted, joined, read_fields, read_number, read_ranks, read_up_to, write_ranks,
};
use engine::{Notation, Options, ParseError};

use crate::edge::EdgeSet;
use crate::grid;
use crate::moves::Move;
use crate::player::{Pawn, Place, Player, Players};
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::Setup;
use crate::square::{MAX_SIDE, Square, SquareSet};
use crate::stage::{Action, Motion, Phase, Stage};

engine::as_text!(Position: Notation);

/// The ranks from the top, the walls, the pawns, the supply, the mountains left, the edges of walls
/// just removed, the seat to move, the turns completed and, inside a turn, the stage. This leaves out
/// the rules except for players and size of the board; `{:#}` appends those that are not the default:
/// `3/3/3 - -,-/-,- 6 1,1 -,- 0 0 tiles=6,turn_limit=none`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.rules();
        let mut text = write_ranks(rules.width, rules.height, |file, rank| {
            let on = |set: SquareSet| set.contains(grid::square(file, rank));
            if on(self.tiles()) { Some('t') } else { on(self.mountains()).then_some('m') }
        });
        let seats = self.rules().players.seats();
        let pair = |player: &Player| joined(self.0.pawns[player.seat()], ",");
        let left = seats.iter().map(|&player| self.mountains_left(player));
        let removed =
            |&player| self.removed(player).map_or("-".to_owned(), |edge| edge.to_string());
        write!(text, " {} {}", self.walls(), joined(seats.iter().map(pair), "/"))?;
        write!(text, " {} {}", self.supply(), joined(left, ","))?;
        write!(text, " {}", joined(seats.iter().map(removed), ","))?;
        write!(text, " {} {}", self.turn().seat(), self.turns())?;
        match self.stage() {
            Stage::Start => {}
            Stage::ActionDone => text.push_str(" a"),
            Stage::MovementDone => text.push_str(" m"),
            Stage::Moving(motion) => write!(text, " {motion}")?,
        }
        self.rules().pad_after(text, &Rules::default().with_board_of(self.rules()), f)
    }
}

/// Players and size of the board are those of the text, whatever the rules state.
///
/// Successive steps of a pawn may be run together where a list of plies is read: `L:nne t:c3`.
///
/// ```
/// use engine::Notation;
/// use rolling_mountains::{Position, Rules};
///
/// let rules = Rules { turn_limit: None, ..Rules::default() };
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

    fn rules(&self) -> Rules {
        self.rules()
    }

    fn parse(text: &str, rules: &Rules) -> Result<Self, ParseError> {
        Position::from_setup(&parse_setup(text, rules)?).map_err(ParseError::because)
    }

    fn parse_word(word: &str, moves: &mut Vec<Move>) -> Result<(), ParseError> {
        Move::parse_run(word, moves)
    }
}

/// What a text says, legal or not.
pub(crate) fn parse_setup(text: &str, rules: &Rules) -> Result<Setup, ParseError> {
    let (text, stage) = match text.rsplit_once(' ') {
        Some((before, stage)) if text.split(' ').count() == 9 => (before, parse_stage(stage)?),
        _ => (text, Stage::Start),
    };
    let names = "ranks, walls, pawns, supply, mountains left, walls just removed, seat to move, turns completed";
    let or_nine = |error: ParseError| error.or("9 inside a turn (the stage)");
    let [ranks, walls, pawns, supply, mountains, removed, seat, turns] =
        read_fields(text, names).map_err(or_nine)?;
    let Ranks { files, ranks, pieces } = read_ranks(ranks, 3..=MAX_SIDE, 3..=MAX_SIDE, "tm")?;
    let squares_with = |letter| {
        let pieces = pieces.iter().filter(move |&&(.., piece)| piece == letter);
        pieces.map(|&(file, rank, _)| grid::square(file, rank)).collect()
    };
    let (players, pawns) = parse_pawns(pawns)?;
    let walls = parse_walls(walls)?;
    let supply = read_up_to("supply", supply, u32::from(Rules::MAX_TILES))? as u8;
    let mountains_left = parse_each("numbers of mountains", mountains, players, |text| {
        let most = u32::from(Rules::MAX_MOUNTAINS);
        read_up_to("number of mountains", text, most).map(|count| count as u8)
    })?;
    let removed = parse_each("walls just removed", removed, players, |text| match text {
        "-" => Ok(None),
        _ => Ok(Some(parse_edges("in the walls just removed", text)?)),
    })?;
    let last_seat = players.count() as u32 - 1;
    let seat = read_up_to("seat to move", seat, last_seat)?;
    let turns = read_up_to("number of turns", turns, u32::MAX)?;
    Ok(Setup {
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
        rules: Rules { players, width: files, height: ranks, ..*rules },
    })
}

fn parse_edges<T: FromStr<Err = ParseError>>(place: &str, text: &str) -> Result<T, ParseError> {
    text.parse().map_err(|error: ParseError| error.within(place).or("- for none"))
}

fn parse_walls(text: &str) -> Result<EdgeSet, ParseError> {
    let walls: EdgeSet = parse_edges("in the walls", text)?;
    let sorted = walls.to_string();
    if sorted != text {
        let problem = format_args!("in the walls: {text} is not in order");
        return Err(ParseError::new(problem, sorted));
    }
    Ok(walls)
}

fn parse_pawns(text: &str) -> Result<(Players, [[Place; 2]; 4]), ParseError> {
    let found = text.split('/').count();
    let players = Players::new(found).ok_or_else(|| {
        let problem = format!("there are pawns of {}", counted(found, "player"));
        ParseError::new(problem, "2 to 4 separated by '/'")
    })?;
    let mut pawns = [[Place::Waiting; 2]; 4];
    for ((&player, places), pair) in players.seats().iter().zip(&mut pawns).zip(text.split('/')) {
        let pair_error = || {
            let problem = format!("the pawns of {player} are {pair:?}");
            ParseError::new(problem, "two places separated by ','")
        };
        let (left, right) = pair.split_once(',').ok_or_else(pair_error)?;
        *places =
            [parse_place(player, Pawn::Left, left)?, parse_place(player, Pawn::Right, right)?];
    }
    Ok((players, pawns))
}

fn parse_place(player: Player, pawn: Pawn, text: &str) -> Result<Place, ParseError> {
    let square = |name: &str| -> Result<Square, ParseError> {
        name.parse().map_err(|_| {
            ParseError::new(
                format_args!("pawn {pawn} of {player} is on {text:?}"),
                "a square, - while waiting, or * and the corner it left from",
            )
        })
    };
    match (text, text.strip_prefix('*')) {
        ("-", _) => Ok(Place::Waiting),
        (_, Some(corner)) => Ok(Place::Out(square(corner)?)),
        (name, None) => Ok(Place::On(square(name)?)),
    }
}

fn parse_each<T: Copy + Default>(
    field: &str,
    text: &str,
    players: Players,
    parse: impl Fn(&str) -> Result<T, ParseError>,
) -> Result<[T; 4], ParseError> {
    let (found, expected) = (text.split(',').count(), players.count());
    if found != expected {
        let problem = format!("there are {field} for {}", counted(found, "player"));
        return Err(ParseError::new(problem, expected));
    }
    let mut items = [T::default(); 4];
    for (item, text) in items.iter_mut().zip(text.split(',')) {
        *item = parse(text)?;
    }
    Ok(items)
}

fn parse_stage(text: &str) -> Result<Stage, ParseError> {
    match text {
        "a" => return Ok(Stage::ActionDone),
        "m" => return Ok(Stage::MovementDone),
        _ => {}
    }
    let error = || {
        ParseError::new(
            format_args!("the stage is {text:?}"),
            "a, m, or the pawn in motion with its tiles, then c, f or d, then a if the action is done",
        )
    };
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
