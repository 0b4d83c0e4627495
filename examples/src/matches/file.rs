//! The file of a match: a description of the match, then every game, as JSON lines.

use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

use engine::arena::{Adjudicator, ForfeitReason, GameEnd, PlayedGame, TimeUsed};
use engine::{BotError, Notation, Outcome};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::journal::{Format, Journal, in_words};

const FORMAT: Format = Format { name: "games of a match, version 2", work: "match" };

/// The first line. Games can only be added to a file with the same one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    pub(super) game: String,
    /// The options with their values.
    pub(super) rules: Vec<(String, String)>,
    pub(super) players: Vec<String>,
    pub(super) seating: String,
    pub(super) seed: u64,
    pub(super) random_plies: usize,
    pub(super) positions: Vec<String>,
    pub(super) max_plies: usize,
    /// The limit of `--even`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) even: Option<u32>,
    /// The pairing, if not round robin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) pairing: Option<String>,
    /// The options of adjudication, if any.
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

/// How a game ended. The moves determine an outcome by the rules; the player who forfeits is
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
            GameEnd::Outcome(_) => Self::Rules,
            GameEnd::PlyLimit => Self::PlyLimit,
            GameEnd::Adjudicated { outcome, by } => {
                let winner = outcome.winner().and_then(|winner| game.start.seat(winner));
                match by {
                    Adjudicator::Judge => Self::ByJudge { winner },
                    Adjudicator::Players => Self::ByPlayers { winner },
                }
            }
            GameEnd::Forfeit { reason, .. } => match reason {
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

/// The file of a match, locked against other processes.
pub(super) struct MatchFile(Journal);

impl MatchFile {
    /// Opens the file of a match, which may be new, and reads the games in it.
    pub(super) fn open<G: Notation>(
        path: &Path,
        header: &Header,
    ) -> Result<(Self, Vec<PlayedGame<G>>), Failure> {
        let (mut games, mut numbers) = (Vec::new(), HashSet::new());
        let take = |line: Line| {
            let game = replay(&line, header)?;
            if !numbers.insert(game.number) {
                return Err(format!("game {} came before", game.number));
            }
            games.push(game);
            Ok(())
        };
        let journal = Journal::open(path, FORMAT, header.clone(), take)?;
        Ok((Self(journal), games))
    }

    /// Adds a game.
    pub(super) fn add<G: Notation>(&mut self, game: &PlayedGame<G>) -> Result<(), Failure> {
        let moves: Vec<String> = game.moves.iter().map(ToString::to_string).collect();
        let microseconds = |used: &TimeUsed| u64::try_from(used.time.as_micros());
        self.0.add(&Line {
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
}

/// Replays a game and checks that it is possible.
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
        time_used[position.seat_to_move()].plies += 1;
    };
    let mut position = start.clone();
    for (ply, &m) in moves.iter().enumerate() {
        if ply >= line.opening {
            count_ply(&position);
        }
        position.play(m).map_err(|error| format!("move {m}: {error}"))?;
    }
    let end = ending(line, &position, moves.len() >= header.max_plies)?;
    if matches!(end, GameEnd::Forfeit { .. }) {
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

/// Checks that a game can end so in its last position.
fn ending<G: Notation>(
    line: &Line,
    position: &G,
    at_limit: bool,
) -> Result<GameEnd<G::Player, G::Move>, String> {
    let forfeit = |reason| GameEnd::Forfeit { player: position.turn(), reason };
    let adjudicated = |winner: Option<usize>, by| {
        let player = |seat| position.players().get(seat).copied().ok_or("the winner has no seat");
        let winner = winner.map(player).transpose()?;
        Ok(GameEnd::Adjudicated { outcome: winner.map_or(Outcome::Draw, Outcome::Winner), by })
    };
    match (&line.end, position.outcome()) {
        (Ending::Rules, Some(outcome)) => Ok(GameEnd::Outcome(outcome)),
        (Ending::Rules, None) => Err("the game goes on".to_owned()),
        (_, Some(_)) => Err("the game is over by the rules".to_owned()),
        (Ending::PlyLimit, None) if at_limit => Ok(GameEnd::PlyLimit),
        (Ending::PlyLimit, None) => Err("the game is shorter than the limit".to_owned()),
        (Ending::ByJudge { winner }, None) => adjudicated(*winner, Adjudicator::Judge),
        (Ending::ByPlayers { winner }, None) => adjudicated(*winner, Adjudicator::Players),
        (Ending::NoMove, None) => Ok(forfeit(ForfeitReason::NoMove(BotError::NoMove))),
        (Ending::Failed { reason }, None) => {
            Ok(forfeit(ForfeitReason::NoMove(BotError::Failed { reason: reason.clone() })))
        }
        (Ending::OutOfTime, None) => Ok(forfeit(ForfeitReason::OutOfTime)),
        (Ending::Illegal { m, reason }, None) => {
            let m: G::Move =
                m.parse().map_err(|error: engine::ParseMoveError<G>| error.to_string())?;
            if position.check(m).is_ok() {
                return Err(format!("move {m} is legal"));
            }
            Ok(forfeit(ForfeitReason::Illegal { m, reason: reason.clone() }))
        }
    }
}

#[cfg(test)]
mod tests;
