//! Commands as text.

use std::str::FromStr;
use std::time::Duration;

use fourfold::failure::quote;

/// What the other side may ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
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

/// How long to search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Go {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) movetime: Option<Duration>,
    /// By player: what is left on the clock, and what is added after each move.
    pub(crate) clocks: [Clock; 2],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock {
    pub(crate) left: Option<Duration>,
    pub(crate) increment: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Query {
    FirstPlayersTurn,
    GameOver,
    Result,
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CommandError {
    #[error(
        "{} is not a command: expected ugi, isready, setoption, uginewgame, position, go, query, \
         stop or quit", quote(.0)
    )]
    Unknown(String),
    #[error("{command}: expected {expected}")]
    Arguments { command: &'static str, expected: &'static str },
    #[error("go {name}: expected a whole number from 0 to {most}, found {}", quote(.found))]
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
        let expected = "name <NAME> value <VALUE>";
        return Err(CommandError::Arguments { command: "setoption", expected });
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
            return Err(CommandError::Arguments { command: "position", expected });
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
        let time = || number().map(Duration::from_millis);
        let [first, second] = &mut go.clocks;
        match name {
            "depth" => {
                go.depth = Some(found.parse().map_err(|_| refuse(u32::MAX.into()))?);
            }
            "nodes" => go.nodes = Some(number()?),
            "movetime" => go.movetime = Some(time()?),
            "p1time" => first.left = Some(time()?),
            "p2time" => second.left = Some(time()?),
            "p1inc" => first.increment = time()?,
            "p2inc" => second.increment = time()?,
            _ => {
                let expected = "depth, nodes, movetime, p1time, p2time, p1inc, p2inc, each with a \
                                number, or infinite";
                return Err(CommandError::Arguments { command: "go", expected });
            }
        }
    }
    Ok(go)
}

fn query(rest: &str) -> Result<Query, CommandError> {
    match rest {
        "p1turn" => Ok(Query::FirstPlayersTurn),
        "gameover" => Ok(Query::GameOver),
        "result" => Ok(Query::Result),
        _ => {
            let expected = "p1turn, gameover or result";
            Err(CommandError::Arguments { command: "query", expected })
        }
    }
}
