//! Collects finished games, which arrive in any order, and hands them out in the order of the schedule.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use engine::{Game, StopFlag};

use super::game::PlayedGame;
use super::report::{MatchEnd, MatchError, Report};
use super::schedule::Schedule;
use super::standings::Standings;
use super::workers::Finished;
use crate::rating::{Hypothesis, Sprt};

pub(super) struct Collector<'m, G: Game, T, F> {
    pub(super) standings: Standings,
    pub(super) schedule: &'m Schedule,
    pub(super) sprt: Option<Sprt>,
    /// The number of the next game to hand out.
    pub(super) due: u64,
    /// Finished games that wait for an earlier one. Resumed games have no digest.
    pub(super) waiting: BTreeMap<u64, (PlayedGame<G>, Option<T>)>,
    pub(super) on_game: F,
}

impl<G: Game + Hash, T, F: FnMut(&PlayedGame<G>, T, &Standings)> Collector<'_, G, T, F> {
    /// The interval at which `abort` is checked.
    const ABORT_POLL: Duration = Duration::from_millis(10);

    /// Hands out games until the match is over. Raises `halt` if games are still running then.
    pub(super) fn collect(
        &mut self,
        receiver: &Receiver<Result<Finished<G, T>, MatchError>>,
        halt: &StopFlag,
        abort: &StopFlag,
    ) -> Result<Report, MatchError> {
        let mut failure = None;
        loop {
            if let Some(accepted) = self.hand_out_due() {
                halt.raise();
                return Ok(self.report(MatchEnd::Decided(accepted)));
            }
            if abort.is_raised() {
                halt.raise();
            }
            match receiver.recv_timeout(Self::ABORT_POLL) {
                Ok(Ok((game, digest))) => {
                    self.waiting.insert(game.number, (game, Some(digest)));
                }
                Ok(Err(error)) => {
                    halt.raise();
                    failure.get_or_insert(error);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        while let Some((_, (game, digest))) = self.waiting.pop_first() {
            self.hand_out(&game, digest);
        }
        if let Some(error) = failure {
            return Err(error);
        }
        let complete = self.standings.games >= self.schedule.games();
        Ok(self.report(if complete { MatchEnd::Complete } else { MatchEnd::Stopped }))
    }

    /// Hands out the games that are due, up to the one that decides the test.
    fn hand_out_due(&mut self) -> Option<Hypothesis> {
        while let Some(due) = self.schedule.next_from(self.due)
            && let Some((game, digest)) = self.waiting.remove(&due)
        {
            self.due = due + 1;
            let completed_set = self.hand_out(&game, digest);
            let pair = self.standings.head_to_head.first().filter(|_| completed_set);
            let accepted = self.sprt.zip(pair).and_then(|(sprt, pair)| sprt.accepted(&pair.pairs));
            if accepted.is_some() {
                return accepted;
            }
        }
        None
    }

    /// Hands out a game; returns whether it completes a set.
    fn hand_out(&mut self, game: &PlayedGame<G>, digest: Option<T>) -> bool {
        let slot = self.schedule.slot(game.number);
        let completed = slot.is_some_and(|slot| self.standings.add(game, &slot, self.schedule));
        if let Some(digest) = digest {
            (self.on_game)(game, digest, &self.standings);
        }
        completed
    }

    fn report(&self, ended: MatchEnd) -> Report {
        Report { standings: self.standings.clone(), ended }
    }
}
