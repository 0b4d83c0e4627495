//! The file of a match: a JSON object a line, first the match, then every game.

use std::collections::HashSet;
use std::fmt::{Display, Write as _};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

use engine::arena::{Adjudicator, End, ForfeitReason, PlayedGame, TimeUsed};
use engine::{BotError, Notation, Outcome};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::failure::{Failure, quote};

/// The format of a file. A file of another format is refused.
pub(super) const FORMAT: &str = "games of a match, version 2";

/// How a file of this format begins.
const HEAD: &[u8] = b"{\"format\":\"games of a match, version 2\"";

/// No line is longer, in bytes.
const MAX_LINE: u64 = 1 << 28;

/// The first line. Games can only be added to a file with the same one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    pub(super) format: String,
    pub(super) game: String,
    /// The options with their values.
    pub(super) rules: Vec<(String, String)>,
    pub(super) players: Vec<String>,
    pub(super) seating: String,
    pub(super) seed: u64,
    pub(super) random_plies: usize,
    pub(super) positions: Vec<String>,
    pub(super) max_plies: usize,
    /// What openings may be worth to a side, if that is limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) even: Option<u32>,
    /// Who plays whom, unless everybody plays everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) pairing: Option<String>,
    /// How games end before their end, if they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) adjudication: Option<String>,
}

/// A game as text.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    game: u64,
    round: u64,
    /// The players by number, in the order of their seats.
    seats: Vec<usize>,
    start: String,
    /// The number of moves that belong to the opening.
    opening: usize,
    moves: String,
    end: Ending,
    /// The time used by each seat.
    microseconds: Vec<u64>,
}

/// How a game ended. An outcome by the rules follows from the moves. The player who forfeits a game is
/// the one to move.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Ending {
    Rules,
    PlyLimit,
    /// The winner by seat; `None` in a draw.
    ByJudge {
        winner: Option<usize>,
    },
    ByPlayers {
        winner: Option<usize>,
    },
    NoMove,
    Failed {
        reason: String,
    },
    Illegal {
        m: String,
        reason: String,
    },
    OutOfTime,
}

impl Ending {
    fn of<G: Notation>(game: &PlayedGame<G>) -> Self {
        match &game.end {
            End::Outcome(_) => Self::Rules,
            End::PlyLimit => Self::PlyLimit,
            End::Adjudicated { outcome, by } => {
                let seat = |winner| game.start.players().iter().position(|&p| p == winner);
                let winner = outcome.winner().and_then(seat);
                match by {
                    Adjudicator::Judge => Self::ByJudge { winner },
                    Adjudicator::Players => Self::ByPlayers { winner },
                }
            }
            End::Forfeit { reason, .. } => match reason {
                ForfeitReason::NoMove(BotError::NoMove) => Self::NoMove,
                ForfeitReason::NoMove(BotError::Failed { reason }) => {
                    Self::Failed { reason: reason.clone() }
                }
                ForfeitReason::OutOfTime => Self::OutOfTime,
                ForfeitReason::Illegal { m, reason } => {
                    Self::Illegal { m: m.to_string(), reason: reason.clone() }
                }
            },
        }
    }
}

/// The file of a match, open for more games and locked against other processes.
pub(super) struct MatchFile {
    file: File,
    /// The length of the complete lines.
    length: u64,
}

impl MatchFile {
    /// Opens the file of a match, which may be new, and reads the games in it.
    ///
    /// What follows the last complete line was interrupted in writing, and is removed.
    pub(super) fn open<G: Notation>(
        path: &Path,
        header: &Header,
    ) -> Result<(Self, Vec<PlayedGame<G>>), Failure> {
        let name = quote(&path.display().to_string());
        Self::open_or_say(path, header).map_err(|error| Failure::Run(format!("{name}: {error}")))
    }

    fn open_or_say<G: Notation>(
        path: &Path,
        header: &Header,
    ) -> Result<(Self, Vec<PlayedGame<G>>), String> {
        let path = engine::file::target(path).map_err(in_words)?;
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(in_words)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err("another process writes games to this file".to_owned());
            }
            Err(TryLockError::Error(error)) => return Err(in_words(error)),
        }
        let (length, games) = read_games(&file, header)?;
        file.set_len(length).map_err(in_words)?;
        file.seek(SeekFrom::End(0)).map_err(in_words)?;
        let mut file = Self { file, length };
        if length == 0 {
            file.write(header).map_err(in_words)?;
        }
        Ok((file, games))
    }

    /// Adds a game.
    pub(super) fn add<G: Notation>(&mut self, game: &PlayedGame<G>) -> Result<(), Failure> {
        let moves: Vec<String> = game.moves.iter().map(ToString::to_string).collect();
        let microseconds = |used: &TimeUsed| u64::try_from(used.time.as_micros());
        self.write(&Line {
            game: game.number,
            round: game.round,
            seats: game.seats.clone(),
            start: game.start.to_string(),
            opening: game.opening,
            moves: moves.join(" "),
            end: Ending::of(game),
            microseconds: game
                .time_used
                .iter()
                .map(|used| microseconds(used).unwrap_or(u64::MAX))
                .collect(),
        })
    }

    /// Writes a line with its checksum. A line that cannot be completed is removed again.
    fn write(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let mut line = serde_json::to_string(value).map_err(Failure::run)?;
        line.pop();
        let sum = crc32fast::hash(line.as_bytes());
        writeln!(line, "{SUM}{sum:08x}\"}}").map_err(Failure::run)?;
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            self.file.set_len(self.length)?;
            self.file.seek(SeekFrom::End(0))?;
            return Err(error.into());
        }
        self.length += line.len() as u64;
        Ok(())
    }
}

/// Comes before the checksum of a line, which is that of all before.
const SUM: &str = ",\"crc32\":\"";

fn in_words(error: impl Display) -> String {
    error.to_string()
}

/// Reads the games of a file; with them comes the length of its complete lines.
fn read_games<G: Notation>(
    file: &File,
    header: &Header,
) -> Result<(u64, Vec<PlayedGame<G>>), String> {
    let mut file = BufReader::new(file);
    // A long file of another kind is not read.
    let head = file.fill_buf().map_err(in_words)?;
    if !head.starts_with(HEAD) && !HEAD.starts_with(head) {
        return Err(format!("expected a file of {FORMAT}"));
    }
    let (mut length, mut games) = (0, Vec::new());
    let (mut numbers, mut damaged) = (HashSet::new(), Vec::new());
    let mut line = Vec::new();
    for place in 1.. {
        line.clear();
        let read = file.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).map_err(in_words)?;
        if line.pop() != Some(b'\n') {
            break;
        }
        length += read as u64;
        if place == 1 {
            check_header(&line, header).map_err(|error| format!("line 1: {error}"))?;
            continue;
        }
        match parse::<Line>(&line).and_then(|line| replay(&line, header)) {
            Ok(game) if numbers.insert(game.number) => games.push(game),
            Ok(game) => damaged.push((place, format!("game {} came before", game.number))),
            Err(error) => damaged.push((place, error)),
        }
    }
    match &damaged[..] {
        [] => Ok((length, games)),
        [(first, error), ..] => {
            let places = |(place, _): &(u64, String)| place.to_string();
            let places = damaged.iter().map(places).collect::<Vec<_>>().join(", ");
            Err(format!(
                "line {first}: {error}; delete the damaged lines, {places}, and their games are played \
                 again"
            ))
        }
    }
}

fn check_header(line: &[u8], expected: &Header) -> Result<(), String> {
    if parse::<Header>(line)? == *expected {
        return Ok(());
    }
    Err("the file is of another match; expected a new file".to_owned())
}

/// Reads a line if its checksum is right.
fn parse<T: DeserializeOwned>(line: &[u8]) -> Result<T, String> {
    let line = str::from_utf8(line).map_err(in_words)?;
    let (json, sum) = line.rsplit_once(SUM).ok_or("there is no checksum")?;
    if sum != format!("{:08x}\"}}", crc32fast::hash(json.as_bytes())) {
        return Err("the checksum is wrong".to_owned());
    }
    serde_json::from_str(line).map_err(in_words)
}

/// Replays a game, and refuses what cannot have happened.
fn replay<G: Notation>(line: &Line, header: &Header) -> Result<PlayedGame<G>, String> {
    let mut rules = G::Rules::default();
    for (name, value) in &header.rules {
        engine::Options::set(&mut rules, name, value).map_err(in_words)?;
    }
    let start = G::parse(&line.start, &rules).map_err(in_words)?;
    let mut moves = Vec::new();
    for word in line.moves.split(' ').filter(|word| !word.is_empty()) {
        G::parse_word(word, &mut moves).map_err(in_words)?;
    }
    if line.opening > moves.len() || line.microseconds.len() != start.players().len() {
        return Err("the opening or the times do not fit the game".to_owned());
    }
    let time_used = |&micros| TimeUsed { plies: 0, time: Duration::from_micros(micros) };
    let mut time_used: Vec<TimeUsed> = line.microseconds.iter().map(time_used).collect();
    let mut count_ply = |position: &G| {
        let turn = position.turn();
        let seat = position.players().iter().position(|&player| player == turn).unwrap_or_default();
        time_used[seat].plies += 1;
    };
    let mut position = start.clone();
    for (ply, &m) in moves.iter().enumerate() {
        if ply >= line.opening {
            count_ply(&position);
        }
        position.play(m).map_err(|error| format!("move {m}: {error}"))?;
    }
    let end = ending(line, &position, moves.len() >= header.max_plies)?;
    if matches!(end, End::Forfeit { .. }) {
        count_ply(&position);
    }
    Ok(PlayedGame {
        number: line.game,
        round: line.round,
        seats: line.seats.clone(),
        start,
        opening: line.opening,
        moves,
        end,
        time_used,
    })
}

/// How a game ended, if that is possible in its last position.
fn ending<G: Notation>(
    line: &Line,
    position: &G,
    at_limit: bool,
) -> Result<End<G::Player, G::Move>, String> {
    let forfeit = |reason| End::Forfeit { player: position.turn(), reason };
    let adjudicated = |winner: Option<usize>, by| {
        let player = |seat| position.players().get(seat).copied().ok_or("the winner has no seat");
        let winner = winner.map(player).transpose()?;
        Ok(End::Adjudicated { outcome: winner.map_or(Outcome::Draw, Outcome::Winner), by })
    };
    match (&line.end, position.outcome()) {
        (Ending::Rules, Some(outcome)) => Ok(End::Outcome(outcome)),
        (Ending::Rules, None) => Err("the game goes on".to_owned()),
        (_, Some(_)) => Err("the game is over by the rules".to_owned()),
        (Ending::PlyLimit, None) if at_limit => Ok(End::PlyLimit),
        (Ending::PlyLimit, None) => Err("the game is shorter than the limit".to_owned()),
        (Ending::ByJudge { winner }, None) => adjudicated(*winner, Adjudicator::Judge),
        (Ending::ByPlayers { winner }, None) => adjudicated(*winner, Adjudicator::Players),
        (Ending::NoMove, None) => Ok(forfeit(ForfeitReason::NoMove(BotError::NoMove))),
        (Ending::Failed { reason }, None) => {
            Ok(forfeit(ForfeitReason::NoMove(BotError::Failed { reason: reason.clone() })))
        }
        (Ending::OutOfTime, None) => Ok(forfeit(ForfeitReason::OutOfTime)),
        (Ending::Illegal { m, reason }, None) => {
            let m: G::Move = m.parse().map_err(|error: G::ParseMoveError| error.to_string())?;
            if position.check(m).is_ok() {
                return Err(format!("move {m} is legal"));
            }
            Ok(forfeit(ForfeitReason::Illegal { m, reason: reason.clone() }))
        }
    }
}

#[cfg(test)]
mod tests;
