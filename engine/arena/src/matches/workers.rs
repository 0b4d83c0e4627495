//! The threads that play the games of a match.

use std::collections::HashSet;
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Instant;

use engine::key::mix;
use engine::search::{Decided, Decision};
use engine::{Game, Outcome, StopFlag};

use super::agreement::{Agreement, Claims};
use super::contestant::{Contestant, Seat};
use super::game::{Adjudicator, ForfeitReason, GameEnd, JudgeFn, PlayedGame};
use super::openings::{Opening, OpeningDraw};
use super::report::MatchError;
use super::schedule::{Schedule, Slot};

/// State shared by the threads of a match.
pub(super) struct Workers<'m, 'a, G: Game> {
    pub(super) contestants: &'m [Contestant<'a, G>],
    pub(super) openings: OpeningDraw<'m, 'a, G>,
    pub(super) schedule: &'m Schedule,
    /// The numbers of games that were played earlier.
    pub(super) done: HashSet<u64>,
    pub(super) seed: u64,
    pub(super) max_plies: usize,
    pub(super) judge: Option<&'m JudgeFn<'a, G>>,
    pub(super) agreement: Agreement,
    /// Raised when no more games are to be begun.
    pub(super) stop: &'m StopFlag,
    /// Raised when running games are to be abandoned.
    pub(super) halt: StopFlag,
    /// The number of the next game to begin.
    pub(super) next: AtomicU64,
}

pub(super) type Finished<G, T> = (PlayedGame<G>, T);

/// Halts the other threads if this one panics.
struct HaltOnPanic<'m>(&'m StopFlag);

impl Drop for HaltOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.raise();
        }
    }
}

impl<G: Game + Hash> Workers<'_, '_, G> {
    /// Begins and plays games until there are none left.
    pub(super) fn play<T>(
        &self,
        sender: &SyncSender<Result<Finished<G, T>, MatchError>>,
        digest: impl Fn(&PlayedGame<G>) -> T,
    ) {
        let _guard = HaltOnPanic(&self.halt);
        while !self.stop.is_raised() && !self.halt.is_raised() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(slot) = self.schedule.slot(number) else { return };
            if self.done.contains(&number) || !self.schedule.has(number) {
                continue;
            }
            let finished = match self.opening(&slot) {
                Err(_) if self.openings.is_stopped() => return,
                Err(error) => Err(error),
                Ok(opening) => match self.play_game(number, slot, opening) {
                    None => return,
                    Some(game) => {
                        let digest = digest(&game);
                        Ok((game, digest))
                    }
                },
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
            let mut seat = self.contestants.get(contestant)?.seat();
            seat.bot.new_game(&position, mix(mix(self.seed, number), place as u64));
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
        let mut claims = Claims::new(self.agreement);
        loop {
            if let Some(outcome) = position.outcome() {
                return Some(GameEnd::Outcome(outcome));
            }
            if let Some(outcome) = self.judge.and_then(|judge| judge(&position)) {
                return Some(GameEnd::Adjudicated { outcome, by: Adjudicator::Judge });
            }
            if moves.len() >= self.max_plies {
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
