//! Playing one game, and what is kept of it.

use std::time::{Duration, Instant};

use smallvec::SmallVec;

use super::contestant::{Contestant, OutOfTime, Seat};
use super::openings::Opening;
use super::schedule::{Seats, Slot};
use crate::game::Game;
use crate::key::mix;
use crate::limits::StopFlag;
use crate::outcome::{Outcome, Wdl};

/// A game of a match that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame<G: Game> {
    /// Which game of the match it is, from 0.
    pub number: u64,
    /// Which round it belongs to: the games of a round have the same opening.
    pub round: u64,
    /// The contestant on each seat, by number, in the order of [`Game::players`].
    pub seats: Seats,
    /// Where the game began.
    pub start: G,
    /// How many of the moves belong to the opening and were played at random.
    pub opening: usize,
    /// All moves from the start on.
    pub moves: Vec<G::Move>,
    /// How it ended.
    pub end: End<G::Player, G::Move>,
    /// What the contestant on each seat put into it.
    pub time_used: SmallVec<[TimeUsed; 4]>,
}

/// Decisions, and the time they took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TimeUsed {
    /// Plies decided.
    pub plies: u64,
    /// How long that took.
    pub time: Duration,
}

/// How a game of a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum End<P, M> {
    /// By the rules.
    Outcome(Outcome<P>),
    /// At the longest length that the match allows: adjudicated as a draw.
    PlyLimit,
    /// Somebody did not play on, and has lost; the others share the win.
    Forfeit {
        /// Who.
        player: P,
        /// Why.
        reason: ForfeitReason<M>,
    },
}

/// Why somebody forfeited a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ForfeitReason<M> {
    /// The bot chose no move.
    NoMove,
    /// The bot chose a move that is not legal.
    Illegal {
        /// The move.
        m: M,
        /// What is wrong with it.
        reason: String,
    },
    /// The clock had run out.
    OutOfTime,
}

impl<G: Game> PlayedGame<G> {
    /// What the game brought the player on a seat: 1 for a win, 0 for a loss; who draws shares the
    /// win with the others who do. `None` if there is no such seat.
    #[must_use]
    pub fn score(&self, seat: usize) -> Option<f64> {
        let players = self.start.players();
        let player = *players.get(seat)?;
        let wdl = |player: G::Player| match &self.end {
            End::Outcome(outcome) => outcome.wdl(player),
            End::Forfeit { player: forfeiter, .. } if *forfeiter == player => Wdl::Loss,
            End::Forfeit { .. } if players.len() == 2 => Wdl::Win,
            End::PlyLimit | End::Forfeit { .. } => Wdl::Draw,
        };
        Some(match wdl(player) {
            Wdl::Win => 1.0,
            Wdl::Loss => 0.0,
            Wdl::Draw => {
                let sharers = players.iter().filter(|&&p| wdl(p) == Wdl::Draw).count();
                1.0 / sharers as f64
            }
        })
    }

    /// The position at every ply, from the start to the end.
    pub fn positions(&self) -> impl Iterator<Item = G> + '_ {
        let mut moves = self.moves.iter();
        std::iter::successors(Some(self.start.clone()), move |position| {
            let mut next = position.clone();
            next.play_unchecked(*moves.next()?);
            Some(next)
        })
    }
}

/// What all games of a match have in common.
pub(super) struct Table<'t, 'a, G: Game> {
    pub(super) contestants: &'t [Contestant<'a, G>],
    pub(super) seed: u64,
    pub(super) max_plies: usize,
    /// Raised when running games are to be broken off.
    pub(super) halt: &'t StopFlag,
}

impl<G: Game> Table<'_, '_, G> {
    /// Plays a game; `None` if it was broken off.
    pub(super) fn play(
        &self,
        number: u64,
        slot: Slot,
        opening: Opening<G>,
    ) -> Option<PlayedGame<G>> {
        let Opening { start, mut moves, position } = opening;
        let mut seats: SmallVec<[Seat<'_, G>; 4]> = SmallVec::new();
        for (place, &contestant) in slot.seats.iter().enumerate() {
            let mut seat = self.contestants.get(contestant)?.seat();
            seat.bot.new_game(&position, mix(mix(self.seed, number), place as u64));
            seats.push(seat);
        }
        let opening = moves.len();
        let end = self.play_on(&slot.seats, &mut seats, position, &mut moves)?;
        let time_used = seats.iter().map(|seat| seat.time_used).collect();
        let Slot { round, seats, .. } = slot;
        Some(PlayedGame { number, round, seats, start, opening, moves, end, time_used })
    }

    fn play_on(
        &self,
        names: &[usize],
        seats: &mut [Seat<'_, G>],
        mut position: G,
        moves: &mut Vec<G::Move>,
    ) -> Option<End<G::Player, G::Move>> {
        loop {
            if let Some(outcome) = position.outcome() {
                return Some(End::Outcome(outcome));
            }
            if moves.len() >= self.max_plies {
                return Some(End::PlyLimit);
            }
            let player = position.turn();
            // A player without a seat breaks the laws; somebody has to answer for it.
            let place = position.players().iter().position(|&p| p == player).unwrap_or_default();
            let seat = seats.get_mut(place)?;
            let limits = self.contestants.get(*names.get(place)?)?.own_limits().clone();
            let limits = seat.within_clock(limits.stop(self.halt.clone()));
            let began = Instant::now();
            let choice = seat.bot.choose(&position, &limits);
            let spent = seat.spend(began.elapsed());
            if self.halt.is_raised() {
                return None;
            }
            match play(&mut position, choice, spent) {
                Ok(m) => moves.push(m),
                Err(reason) => return Some(End::Forfeit { player, reason }),
            }
        }
    }
}

fn play<G: Game>(
    position: &mut G,
    choice: Option<G::Move>,
    spent: Result<(), OutOfTime>,
) -> Result<G::Move, ForfeitReason<G::Move>> {
    spent.map_err(|OutOfTime| ForfeitReason::OutOfTime)?;
    let m = choice.ok_or(ForfeitReason::NoMove)?;
    let illegal = |error: G::IllegalMove| ForfeitReason::Illegal { m, reason: error.to_string() };
    position.play(m).map_err(illegal)?;
    Ok(m)
}
