//! The threads that play the games of a match, and the collector that hands them out.

use std::collections::{BTreeMap, HashSet};
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use engine::key::mix;
use engine::search::{Decided, Decision};
use engine::{Game, Outcome, StopFlag};
use system::threads::OnDrop;

use super::contestant::Seat;
use super::game::{Adjudicator, Claims, ForfeitReason, GameEnd, PlayedGame};
use super::run::{Match, MatchEnd, MatchError, Report};
use super::schedule::{Opening, OpeningDraw, Schedule, Slot};
use super::standings::Standings;
use crate::rating::{Hypothesis, Sprt};

/// State shared by the threads of a match.
pub(super) struct Workers<'m, 'a, G: Game> {
    pub(super) settings: &'m Match<'a, G>,
    pub(super) openings: OpeningDraw<'m, 'a, G>,
    pub(super) schedule: &'m Schedule,
    /// The numbers of games that were played earlier.
    pub(super) done: HashSet<u64>,
    /// Raised when running games are to be abandoned.
    pub(super) halt: StopFlag,
    /// The number of the next game to begin.
    pub(super) next: AtomicU64,
}

pub(super) type Finished<G, T> = (PlayedGame<G>, T);

impl<G: Game + Hash> Workers<'_, '_, G> {
    /// Begins and plays games until there are none left.
    pub(super) fn play<T>(
        &self,
        sender: &SyncSender<Result<Finished<G, T>, MatchError>>,
        digest: impl Fn(&PlayedGame<G>) -> T,
    ) {
        // If this thread panics, the others halt.
        let _guard = OnDrop(|| {
            if thread::panicking() {
                self.halt.raise();
            }
        });
        while !self.settings.stop.is_raised() && !self.halt.is_raised() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(slot) = self.schedule.slot(number) else { return };
            if self.done.contains(&number) || !self.schedule.has(number) {
                continue;
            }
            let finished = match self.opening(&slot) {
                Err(_) if self.openings.is_stopped() => return,
                Err(error) => Err(error),
                Ok(opening) => {
                    let Some(game) = self.play_game(number, slot, opening) else { return };
                    let digest = digest(&game);
                    Ok((game, digest))
                }
            };
            if sender.send(finished).is_err() {
                return;
            }
        }
    }

    fn opening(&self, slot: &Slot) -> Result<Opening<G>, MatchError> {
        let round = slot.round;
        let opening = self.openings.of(round).ok_or(MatchError::NoOpening { round })?;
        let (seats, expected) = (opening.start.players().len(), slot.seats.len());
        let refused = MatchError::Seats { round, seats, expected };
        if seats == expected { Ok(opening) } else { Err(refused) }
    }

    /// Plays a game; `None` if it was abandoned.
    fn play_game(&self, number: u64, slot: Slot, opening: Opening<G>) -> Option<PlayedGame<G>> {
        let Opening { start, mut moves, position } = opening;
        let mut seats = Vec::new();
        for (place, &contestant) in slot.seats.iter().enumerate() {
            let mut seat = self.settings.contestants.get(contestant)?.seat();
            seat.bot.new_game(&position, mix(mix(self.settings.seed, number), place as u64));
            seats.push(seat);
        }
        let opening = moves.len();
        let end = self.play_on(&mut seats, position, &mut moves)?;
        let time_used = seats.iter().map(|seat| seat.time_used).collect();
        let Slot { round, seats, .. } = slot;
        Some(PlayedGame { number, round, seats, start, opening, moves, end, time_used })
    }

    /// Plays from the end of the opening; `None` if the game was abandoned.
    fn play_on(
        &self,
        seats: &mut [Seat<'_, G>],
        mut position: G,
        moves: &mut Vec<G::Move>,
    ) -> Option<GameEnd<G::Player, G::Move>> {
        let mut claims = Claims::new(self.settings.agreement);
        loop {
            if let Some(outcome) = position.outcome() {
                return Some(GameEnd::Outcome(outcome));
            }
            if let Some(outcome) = self.settings.judge.as_ref().and_then(|judge| judge(&position)) {
                return Some(GameEnd::Adjudicated { outcome, by: Adjudicator::Judge });
            }
            if moves.len() >= self.settings.max_plies {
                return Some(GameEnd::PlyLimit);
            }
            let player = position.turn();
            let place = position.seat_to_move();
            let seat = seats.get_mut(place)?;
            let limits = seat.limits(&self.halt);
            let began = Instant::now();
            let decision = seat.bot.decide(&position, &limits, &mut |_| ());
            let in_time = seat.spend(began.elapsed());
            if self.halt.is_raised() {
                return None;
            }
            let score = match play(&mut position, decision, in_time) {
                Ok(Decision { m, score, .. }) => {
                    moves.push(m);
                    score
                }
                Err(reason) => return Some(GameEnd::Forfeit { player, reason }),
            };
            if let Some(agreed) = claims.add(place, score).filter(|_| position.outcome().is_none())
            {
                let winner = agreed.winner().and_then(|seat| position.players().get(seat).copied());
                let outcome = winner.map_or(Outcome::Draw, Outcome::Winner);
                return Some(GameEnd::Adjudicated { outcome, by: Adjudicator::Players });
            }
        }
    }
}

fn play<G: Game>(
    position: &mut G,
    decision: Decided<G>,
    in_time: Option<()>,
) -> Result<Decision<G::Move>, ForfeitReason<G::Move>> {
    in_time.ok_or(ForfeitReason::OutOfTime)?;
    let decision = decision.map_err(ForfeitReason::NoMove)?;
    let m = decision.m;
    let illegal = |error: G::IllegalMove| ForfeitReason::Illegal { m, reason: error.to_string() };
    position.play(m).map_err(illegal)?;
    Ok(decision)
}

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
