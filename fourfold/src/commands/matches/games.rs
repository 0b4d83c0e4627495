//! The file of a match: a record of every game, from which the match is resumed.

use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

use arena::{Adjudicator, ForfeitReason, GameEnd, PlayedGame, TimeUsed};
use engine::record::{Ending, Record, RecordResult};
use engine::search::BotError;
use engine::{Game, Outcome};
use kit::{Dynamic, Failure, Kit, Move, Player};

use super::FIXED_SEATS;
use terminal::files::{Entry, Journal};
use terminal::records;
use terminal::words::join;

/// The end of a record in a file.
pub(crate) const END: &str = "*\n\n";

/// What is said of a game that ended early, in the tag `Termination`.
const PLY_LIMIT: &str = "ply limit";
const JUDGE: &str = "judge";
const PLAYERS: &str = "players";

/// What the records of a match have in common.
#[derive(Clone, Debug)]
pub(super) struct Header {
    pub(super) game: String,
    /// All that the games depend on: games are only added to those of the same match.
    pub(super) description: String,
    /// The names of the players by number.
    pub(super) names: Vec<String>,
}

/// The file of a match, locked against other processes.
pub(super) struct MatchFile {
    file: Journal,
    header: Header,
}

impl MatchFile {
    /// Opens the file of a match, which may be new, and reads the games in it. A last game that is not
    /// complete is removed.
    pub(super) fn open(
        kit: &Kit,
        path: &Path,
        header: Header,
    ) -> Result<(Self, Vec<PlayedGame<Dynamic>>), Failure> {
        let (mut games, mut numbers) = (Vec::new(), HashSet::new());
        let take = |text: &str| {
            let record = records::parse_one(kit, text)?;
            if record.tag("Match") != Some(&header.description) {
                return Err("it is of another match: expected a new file".to_owned());
            }
            let game = replay(&record)?;
            if !numbers.insert(game.number) {
                return Err(format!("game {} came before", game.number + 1));
            }
            games.push(game);
            Ok(())
        };
        let file = Journal::open(path, [&head(&header.game); 2], END, take)?;
        Ok((Self { file, header }, games))
    }

    pub(super) fn add(&mut self, game: &PlayedGame<Dynamic>) -> Result<(), Failure> {
        let record = self.header.record(game).map_err(Failure::run)?;
        self.file.add(&format!("{record}\n"))
    }
}

impl Header {
    /// The record of a game, with all that [`replay`] needs.
    fn record(
        &self,
        game: &PlayedGame<Dynamic>,
    ) -> Result<Record<Dynamic>, engine::record::TagError> {
        let mut record = game.record(&self.names);
        // A new line could end the record.
        record.set_comment(join(record.comment().split_whitespace()));
        let seconds = |used: &TimeUsed| format!("{:.6}", used.time.as_secs_f64());
        let termination = match &game.end {
            GameEnd::PlyLimit => PLY_LIMIT,
            GameEnd::Adjudicated { by: Adjudicator::Judge, .. } => JUDGE,
            GameEnd::Adjudicated { by: Adjudicator::Players, .. } => PLAYERS,
            GameEnd::Outcome(_) | GameEnd::Forfeit { .. } => "",
        };
        for (name, value) in [
            ("Game", self.game.clone()),
            ("Match", self.description.clone()),
            ("Number", (game.number + 1).to_string()),
            ("Round", (game.round + 1).to_string()),
            ("Seats", join(game.seats.iter().map(|player| player + 1))),
            ("Opening", game.opening.to_string()),
            ("Time", join(game.time_used.iter().map(seconds))),
            ("Termination", termination.to_owned()),
        ] {
            record.set_tag(name, value)?;
        }
        Ok(record)
    }
}

/// The beginning of every record of a game.
pub(crate) fn head(game: &str) -> String {
    format!("[Game \"{game}\"]\n[Match \"")
}

/// Reads a record, for `merge`.
pub(crate) fn entry(kit: &Kit, text: &str) -> Result<Entry, String> {
    let record = records::parse_one(kit, text)?;
    let PlayedGame { number, seats, .. } = replay(&record)?;
    // The head of the entry has it.
    let work = record.tag("Match").unwrap_or_default();
    let is_fixed = work.split("; ").any(|part| part == FIXED_SEATS);
    let part = if is_fixed { 1 } else { seats.len().max(1) as u64 };
    Ok(Entry { work: Some(work.to_owned()), number: Some(number), part })
}

/// Replays a game and checks that it is possible. Why a player forfeited it is in the comment alone.
fn replay(record: &Record<Dynamic>) -> Result<PlayedGame<Dynamic>, String> {
    let (start, moves) = (record.start().clone(), record.line());
    let seats = start.players().len();
    let number = |text: &str| text.parse::<u64>().ok()?.checked_sub(1);
    let player = |text: &str| Some(number(text)? as usize);
    let time = |text: &str| {
        let time = Duration::try_from_secs_f64(text.parse().ok()?).ok()?;
        Some(TimeUsed { plies: 0, time })
    };
    let opening = |text: &str| text.parse().ok().filter(|&plies| plies <= moves.len());
    let mut game = PlayedGame {
        number: read_tag(record, "Number", number)?,
        round: read_tag(record, "Round", number)?,
        seats: read_tag(record, "Seats", |text| of_seats(text, seats, player))?,
        opening: read_tag(record, "Opening", opening)?,
        time_used: read_tag(record, "Time", |text| of_seats(text, seats, time))?,
        end: end(record)?,
        start,
        moves,
    };
    let forfeited = usize::from(matches!(game.end, GameEnd::Forfeit { .. }));
    let decisions = game.moves.len() - game.opening + forfeited;
    let seats = game.positions().skip(game.opening).map(|position| position.seat_to_move());
    for seat in seats.take(decisions).collect::<Vec<_>>() {
        game.time_used[seat].plies += 1;
    }
    Ok(game)
}

/// How a game ended in the last position of its record.
fn end(record: &Record<Dynamic>) -> Result<GameEnd<Player, Move>, String> {
    let adjudicated = |winner: Option<_>, by| {
        let outcome = winner.map_or(Outcome::Draw, Outcome::Winner);
        GameEnd::Adjudicated { outcome, by }
    };
    match record.result() {
        RecordResult::Outcome(outcome) => Ok(GameEnd::Outcome(outcome)),
        RecordResult::Unfinished => Err("the game goes on".to_owned()),
        RecordResult::Ending(Ending::Forfeited(player)) if player == record.position().turn() => {
            let reason = BotError::Failed { reason: record.comment().to_owned() };
            Ok(GameEnd::Forfeit { player, reason: ForfeitReason::NoMove(reason) })
        }
        RecordResult::Ending(Ending::Adjudicated(winner)) => {
            read_tag(record, "Termination", |text| match text {
                PLY_LIMIT if winner.is_none() => Some(GameEnd::PlyLimit),
                JUDGE => Some(adjudicated(winner, Adjudicator::Judge)),
                PLAYERS => Some(adjudicated(winner, Adjudicator::Players)),
                _ => None,
            })
        }
        RecordResult::Ending(ending) => Err(format!("no game of a match ends so: {ending}")),
    }
}

fn read_tag<T>(
    record: &Record<Dynamic>,
    name: &str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<T, String> {
    let text = record.tag(name).ok_or_else(|| format!("expected a tag {name}"))?;
    read(text).ok_or_else(|| format!("{name} {text:?} does not fit the game"))
}

/// A value for each seat.
fn of_seats<T>(text: &str, seats: usize, read: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    let values: Option<Vec<T>> = text.split(' ').map(read).collect();
    values.filter(|values| values.len() == seats)
}

#[cfg(test)]
mod tests;
