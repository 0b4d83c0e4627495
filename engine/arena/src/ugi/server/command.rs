//! Commands as text.

use std::str::FromStr;
use std::time::Duration;

use engine::Limits;
use engine::board::quoted;

/// A command of the UGI.
#[derive(Clone, Debug)]
pub(super) enum Command {
    Ugi,
    IsReady,
    SetOption { name: String, value: String },
    NewGame,
    Position { fen: Option<String>, moves: String },
    Go(Go),
    Query(Query),
    Stop,
    Quit,
}

/// The most players that have a clock.
const MOST_PLAYERS: usize = 4;

/// The limits of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Go {
    pub(super) limits: Limits,
    /// The clocks, by seat.
    pub(super) clocks: [Clock; MOST_PLAYERS],
    /// The moves until more time is added to the clock.
    pub(super) moves_left: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock {
    pub(super) left: Option<Duration>,
    pub(super) increment: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Query {
    FirstPlayersTurn,
    GameOver,
    Result,
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CommandError {
    #[error(
        "{} is not a command: expected ugi, isready, setoption, uginewgame, position, go, query, \
         stop or quit", quoted(.0)
    )]
    Unknown(String),
    #[error("{0}: expected {1}")]
    Arguments(&'static str, &'static str),
    #[error("go {name}: expected a whole number from 0 to {most}, found {}", quoted(.found))]
    Number { name: String, most: u64, found: String },
}

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Self, CommandError> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "ugi" => Ok(Self::Ugi),
            "isready" => Ok(Self::IsReady),
            "uginewgame" => Ok(Self::NewGame),
            "stop" => Ok(Self::Stop),
            "quit" => Ok(Self::Quit),
            "setoption" => set_option(rest),
            "position" => position(rest),
            "go" => go(rest).map(Self::Go),
            "query" => query(rest).map(Self::Query),
            _ => Err(CommandError::Unknown(word.to_owned())),
        }
    }
}

fn set_option(rest: &str) -> Result<Command, CommandError> {
    let option = rest.strip_prefix("name ").and_then(|rest| rest.split_once(" value "));
    let Some((name, value)) = option else {
        return Err(CommandError::Arguments("setoption", "name <NAME> value <VALUE>"));
    };
    Ok(Command::SetOption { name: name.trim().to_owned(), value: value.trim().to_owned() })
}

fn position(rest: &str) -> Result<Command, CommandError> {
    let (position, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
    let position = position.trim();
    let fen = match position.strip_prefix("fen ") {
        Some(fen) => Some(fen.trim().to_owned()),
        None if position == "startpos" => None,
        None => {
            let expected = "startpos or fen <POSITION>, then moves <MOVES> if there are any";
            return Err(CommandError::Arguments("position", expected));
        }
    };
    let moves: Vec<&str> = moves.split_whitespace().collect();
    Ok(Command::Position { fen, moves: moves.join(" ") })
}

fn go(rest: &str) -> Result<Go, CommandError> {
    let mut go = Go::default();
    let mut words = rest.split_whitespace();
    while let Some(name) = words.next() {
        if name == "infinite" {
            continue;
        }
        let found = words.next().unwrap_or("");
        let refuse =
            |most| CommandError::Number { name: name.to_owned(), most, found: found.to_owned() };
        let number = || found.parse().map_err(|_| refuse(u64::MAX));
        let small = || found.parse().map_err(|_| refuse(u32::MAX.into()));
        let time = || number().map(Duration::from_millis);
        match name {
            "depth" => go.limits.depth = Some(small()?),
            "movestogo" => go.moves_left = Some(small()?),
            "nodes" => go.limits.nodes = Some(number()?),
            "movetime" => go.limits.time = Some(time()?),
            _ => match clock(name) {
                Some((seat, "time")) => go.clocks[seat].left = Some(time()?),
                Some((seat, "inc")) => go.clocks[seat].increment = time()?,
                _ => {
                    let expected = "depth, nodes, movetime, movestogo, or for each player p1time, \
                                    p1inc, p2time and so on, each with a number, or infinite";
                    return Err(CommandError::Arguments("go", expected));
                }
            },
        }
    }
    Ok(go)
}

/// The seat and the quantity of a word such as `p1time`.
fn clock(name: &str) -> Option<(usize, &str)> {
    let name = name.strip_prefix('p')?;
    let seat = name.chars().next()?.to_digit(10)?.checked_sub(1)? as usize;
    (seat < MOST_PLAYERS).then_some((seat, &name[1..]))
}

fn query(rest: &str) -> Result<Query, CommandError> {
    match rest {
        "p1turn" => Ok(Query::FirstPlayersTurn),
        "gameover" => Ok(Query::GameOver),
        "result" => Ok(Query::Result),
        _ => Err(CommandError::Arguments("query", "p1turn, gameover or result")),
    }
}
