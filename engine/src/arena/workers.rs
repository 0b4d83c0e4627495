//! The threads that play the games of a match.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread;

use super::contestant::Contestant;
use super::game::{PlayedGame, Table};
use super::openings::OpeningCache;
use super::run::MatchError;
use super::schedule::{Schedule, Slot};
use crate::game::Game;
use crate::limits::StopFlag;

/// What the threads of a match share.
pub(super) struct Workers<'m, 'a, G: Game> {
    pub(super) contestants: &'m [Contestant<'a, G>],
    pub(super) openings: OpeningCache<'m, 'a, G>,
    pub(super) schedule: &'m Schedule,
    /// Games that were played earlier.
    pub(super) done: HashSet<u64>,
    pub(super) seed: u64,
    pub(super) max_plies: usize,
    /// Raised when no more games are to be begun.
    pub(super) stop: &'m StopFlag,
    /// Raised when running games are to be broken off.
    pub(super) halt: StopFlag,
    /// The number of the next game that nobody has begun.
    pub(super) next: AtomicU64,
}

/// A game with its digest.
pub(super) type Finished<G, T> = (PlayedGame<G>, T);

/// A thread that panics takes the others with it, instead of letting them play for nothing.
struct HaltOnPanic<'m>(&'m StopFlag);

impl Drop for HaltOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.raise();
        }
    }
}

impl<G: Game> Workers<'_, '_, G> {
    /// Plays games that nobody has begun until there are none left.
    pub(super) fn play<T>(
        &self,
        sender: &SyncSender<Result<Finished<G, T>, MatchError>>,
        digest: impl Fn(&PlayedGame<G>) -> T,
    ) {
        let _guard = HaltOnPanic(&self.halt);
        while !self.stop.is_raised() && !self.halt.is_raised() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(slot) = self.schedule.slot(number) else { return };
            if self.done.contains(&number) {
                continue;
            }
            let finished = match self.play_game(number, slot) {
                Ok(Some(game)) => {
                    let digest = digest(&game);
                    Ok((game, digest))
                }
                Ok(None) => return,
                Err(error) => Err(error),
            };
            if sender.send(finished).is_err() {
                return;
            }
        }
    }

    /// Plays a game; `None` if it was broken off.
    fn play_game(&self, number: u64, slot: Slot) -> Result<Option<PlayedGame<G>>, MatchError> {
        let round = slot.round;
        let opening = self.openings.of(round).ok_or(MatchError::NoOpening { round })?;
        let (seats, expected) = (opening.start.players().len(), slot.seats.len());
        if seats != expected {
            return Err(MatchError::Seats { round, seats, expected });
        }
        let table = Table {
            contestants: self.contestants,
            seed: self.seed,
            max_plies: self.max_plies,
            halt: &self.halt,
        };
        Ok(table.play(number, slot, opening))
    }
}
