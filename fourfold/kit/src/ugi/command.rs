//! Commands as text.

use std::iter;
use std::str::FromStr;
use std::time::Duration;

use engine::Limits;
use engine::board::quoted;
use engine::search::Clock;

/// What a session reacts to.
pub(super) enum Event {
    Command(Box<Result<Command, String>>),
    /// The search with this number has ended.
    Searched(u64),
    /// There are no more commands.
    EndOfInput,
}

/// A command of the UGI. What follows `position` and `go` may be refused: the command counts all the same.
#[derive(Clone, Debug)]
pub(super) enum Command {
    Ugi,
    IsReady,
    SetOption { name: String, value: String },
    NewGame,
    Position(Result<Place, String>),
    Go(Result<Box<Go>, String>),
    Query(Query),
    Stop,
    Quit,
}

/// A position as text, or the start, and moves from there.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) fen: Option<String>,
    pub(super) moves: String,
}

/// The most players that have a clock.
const MOST_PLAYERS: usize = 4;

/// The limits of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Go {
    limits: Limits,
    /// The time left on the clock of each seat, if it has one, and what is added to it.
    clocks: [(Option<Duration>, Duration); MOST_PLAYERS],
    /// The moves until more time is added to the clock.
    moves_left: Option<u32>,
    /// The moves to search; without any, all.
    pub(super) only: Vec<String>,
    /// The moves that are not searched.
    pub(super) skip: Vec<String>,
}

impl Go {
    /// The limits for the player of a seat.
    pub(super) fn limits(&self, seat: usize) -> Limits {
        let limits = self.limits.clone();
        let Some(&(Some(left), increment)) = self.clocks.get(seat) else { return limits };
        let clock = Clock::new(left).increment(increment);
        limits.clock(self.moves_left.into_iter().fold(clock, Clock::moves_to_go))
    }
}

engine::words! {
    /// A question about the position.
    pub(super) enum Query { FirstPlayersTurn: "p1turn", GameOver: "gameover", Result: "result" }
}

impl FromStr for Command {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        const COMMANDS: &str =
            "ugi, isready, setoption, uginewgame, position, go, query, stop or quit";
        const OPTION: &str = "setoption: expected name <NAME> value <VALUE>";
        const QUERY: &str = "query: expected p1turn, gameover or result";
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(match word {
            "ugi" => Self::Ugi,
            "isready" => Self::IsReady,
            "uginewgame" => Self::NewGame,
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            "setoption" => {
                let set = rest.strip_prefix("name ").and_then(|rest| rest.split_once(" value "));
                let (name, value) = set.ok_or(OPTION)?;
                Self::SetOption { name: name.trim().to_owned(), value: value.trim().to_owned() }
            }
            "position" => Self::Position(position(rest)),
            "query" => Self::Query(rest.parse().map_err(|_| QUERY)?),
            "go" => Self::Go(go(rest).map(Box::new)),
            _ => return Err(format!("{} is not a command: expected {COMMANDS}", quoted(word))),
        })
    }
}

fn position(rest: &str) -> Result<Place, String> {
    const EXPECTED: &str =
        "position: expected startpos or fen <POSITION>, then moves <MOVES> if there are any";
    let rest = format!("{rest} ");
    let (position, moves) = rest.split_once(" moves ").unwrap_or((&rest, ""));
    let fen = match position.trim() {
        "startpos" => None,
        position => Some(position.strip_prefix("fen ").ok_or(EXPECTED)?.trim().to_owned()),
    };
    let moves: Vec<&str> = moves.split_whitespace().collect();
    Ok(Place { fen, moves: moves.join(" ") })
}

fn go(rest: &str) -> Result<Go, String> {
    const EXPECTED: &str = "go: expected depth, nodes, movetime, movestogo, or for each player p1time, \
                            p1inc, p2time and so on, each with a number, searchmoves or skipmoves with moves, or infinite";
    let mut go = Go::default();
    let mut words = rest.split_whitespace().peekable();
    while let Some(name) = words.next() {
        match name {
            "infinite" => continue,
            "searchmoves" | "skipmoves" => {
                let list = if name == "searchmoves" { &mut go.only } else { &mut go.skip };
                let before = list.len();
                let moves = iter::from_fn(|| words.next_if(|word| !begins(word)));
                list.extend(moves.map(str::to_owned));
                if list.len() == before {
                    return Err(format!("go {name}: expected moves"));
                }
                continue;
            }
            _ => {}
        }
        let found = words.next().unwrap_or("");
        let refuse = |most: u64| {
            format!("go {name}: expected a whole number from 0 to {most}, found {}", quoted(found))
        };
        let number = || found.parse().map_err(|_| refuse(u64::MAX));
        let small = || found.parse().map_err(|_| refuse(u32::MAX.into()));
        let time = || number().map(Duration::from_millis);
        // A clock that has run out may show less than nothing.
        let clock_time = || match found.strip_prefix('-').map(str::parse::<u64>) {
            Some(Ok(_)) => Ok(Duration::ZERO),
            _ => time(),
        };
        match name {
            "depth" => go.limits.depth = Some(small()?),
            "movestogo" => go.moves_left = Some(small()?),
            "nodes" => go.limits.nodes = Some(number()?),
            "movetime" => go.limits.time = Some(time()?),
            _ => match clock(name) {
                Some((seat, "time")) => go.clocks[seat].0 = Some(clock_time()?),
                Some((seat, "inc")) => go.clocks[seat].1 = clock_time()?,
                _ => return Err(EXPECTED.to_owned()),
            },
        }
    }
    Ok(go)
}

/// Whether a word of `go` begins another part of it, and is no move.
fn begins(word: &str) -> bool {
    const WORDS: [&str; 7] =
        ["infinite", "searchmoves", "skipmoves", "depth", "movestogo", "nodes", "movetime"];
    WORDS.contains(&word) || clock(word).is_some_and(|(_, what)| ["time", "inc"].contains(&what))
}

/// The seat and the quantity of a word such as `p1time`.
fn clock(name: &str) -> Option<(usize, &str)> {
    let name = name.strip_prefix('p')?;
    let seat = name.chars().next()?.to_digit(10)?.checked_sub(1)? as usize;
    (seat < MOST_PLAYERS).then_some((seat, &name[1..]))
}
