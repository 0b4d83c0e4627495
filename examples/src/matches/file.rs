//! The file of a match: one JSON object per line, first what the match is, then every game.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

use engine::Notation;
use engine::arena::{End, ForfeitReason, PlayedGame, TimeUsed};
use serde::{Deserialize, Serialize};

use crate::failure::{Failure, quote};

/// What a match is. Games can only be added to a file that says the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    pub(super) format: String,
    pub(super) game: String,
    /// Each option, and what it is set to.
    pub(super) rules: Vec<(String, String)>,
    pub(super) players: Vec<String>,
    pub(super) seating: String,
    pub(super) seed: u64,
    pub(super) random_plies: usize,
    pub(super) positions: Vec<String>,
    pub(super) max_plies: usize,
}

/// A game as text.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    game: u64,
    round: u64,
    /// The players by number, in the order of their seats.
    seats: Vec<usize>,
    start: String,
    /// How many of the moves belong to the opening.
    opening: usize,
    moves: String,
    end: Ending,
    /// How many plies each seat decided, and how many microseconds that took.
    time_used: Vec<(u64, u64)>,
}

/// How a game ended. How it ended by the rules follows from the moves.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Ending {
    Rules,
    PlyLimit,
    NoMove { seat: usize },
    Illegal { seat: usize, m: String, reason: String },
    OutOfTime { seat: usize },
}

/// The file of a match, open for more games.
pub(super) struct MatchFile {
    file: File,
}

impl MatchFile {
    /// Opens the file of a match, which may be new, and reads the games in it.
    ///
    /// What follows the last complete line was interrupted in writing, and is removed.
    pub(super) fn open<G: Notation>(
        path: &Path,
        header: &Header,
    ) -> Result<(Self, Vec<PlayedGame<G>>), Failure> {
        let at = |error: &dyn std::fmt::Display| {
            Failure::Run(format!("{}: {error}", quote(&path.display().to_string())))
        };
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(|error| at(&error))?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|error| at(&error))?;
        let complete = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..complete].lines();
        let mut games = Vec::new();
        match lines.next() {
            Some(line) => {
                let found: Header = serde_json::from_str(line).map_err(|error| at(&error))?;
                if found != *header {
                    return Err(at(&"the file is of another match; expected a new file"));
                }
            }
            // Somebody's text without an end of line must not be taken for half a header.
            None if !text.is_empty() && !text.starts_with("{\"format\"") => {
                return Err(at(&"this is not the file of a match"));
            }
            None => {}
        }
        for (number, line) in lines.enumerate() {
            let game = serde_json::from_str(line).map_err(|error| error.to_string());
            let game = game.and_then(|line| read(&line, header));
            let in_line = |error| at(&format!("line {}: {error}", number + 2));
            games.push(game.map_err(in_line)?);
        }
        file.set_len(complete as u64).map_err(|error| at(&error))?;
        file.seek(SeekFrom::End(0)).map_err(|error| at(&error))?;
        let mut file = Self { file };
        if complete == 0 {
            file.write(header)?;
        }
        Ok((file, games))
    }

    /// Adds a game.
    pub(super) fn add<G: Notation>(&mut self, game: &PlayedGame<G>) -> Result<(), Failure> {
        let moves: Vec<String> = game.moves.iter().map(ToString::to_string).collect();
        let seat = |player| game.start.players().iter().position(|&p| p == player);
        let end = match &game.end {
            End::Outcome(_) => Ending::Rules,
            End::PlyLimit => Ending::PlyLimit,
            End::Forfeit { player, reason } => {
                let seat = seat(*player).unwrap_or_default();
                match reason {
                    ForfeitReason::NoMove => Ending::NoMove { seat },
                    ForfeitReason::OutOfTime => Ending::OutOfTime { seat },
                    ForfeitReason::Illegal { m, reason } => {
                        Ending::Illegal { seat, m: m.to_string(), reason: reason.clone() }
                    }
                }
            }
        };
        self.write(&Line {
            game: game.number,
            round: game.round,
            seats: game.seats.to_vec(),
            start: game.start.to_string(),
            opening: game.opening,
            moves: moves.join(" "),
            end,
            time_used: game
                .time_used
                .iter()
                .map(|e| (e.plies, e.time.as_micros() as u64))
                .collect(),
        })
    }

    fn write(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let mut line = serde_json::to_string(value).map_err(Failure::run)?;
        line.push('\n');
        Ok(self.file.write_all(line.as_bytes())?)
    }
}

/// Replays a game.
fn read<G: Notation>(line: &Line, header: &Header) -> Result<PlayedGame<G>, String> {
    let mut rules = G::Rules::default();
    for (name, value) in &header.rules {
        engine::Options::set(&mut rules, name, value).map_err(|error| error.to_string())?;
    }
    let start = G::parse(&line.start, &rules).map_err(|error| error.to_string())?;
    let mut moves = Vec::new();
    for word in line.moves.split(' ').filter(|word| !word.is_empty()) {
        G::parse_word(word, &mut moves).map_err(|error| error.to_string())?;
    }
    let mut position = start.clone();
    for &m in &moves {
        position.play(m).map_err(|error| format!("move {m}: {error}"))?;
    }
    let player = |seat: usize| start.players().get(seat).copied().ok_or("there is no such seat");
    let forfeit = |seat, reason| Ok(End::Forfeit { player: player(seat)?, reason });
    let end = match &line.end {
        Ending::Rules => position.outcome().map(End::Outcome).ok_or("the game goes on".to_owned()),
        Ending::PlyLimit => Ok(End::PlyLimit),
        Ending::NoMove { seat } => forfeit(*seat, ForfeitReason::NoMove),
        Ending::OutOfTime { seat } => forfeit(*seat, ForfeitReason::OutOfTime),
        Ending::Illegal { seat, m, reason } => {
            let m = m.parse().map_err(|error: G::ParseMoveError| error.to_string())?;
            forfeit(*seat, ForfeitReason::Illegal { m, reason: reason.clone() })
        }
    };
    let time_used = |&(plies, micros)| TimeUsed { plies, time: Duration::from_micros(micros) };
    Ok(PlayedGame {
        number: line.game,
        round: line.round,
        seats: line.seats.iter().copied().collect(),
        start,
        opening: line.opening,
        moves,
        end: end?,
        time_used: line.time_used.iter().map(time_used).collect(),
    })
}
