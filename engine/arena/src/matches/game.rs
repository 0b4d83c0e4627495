//! Games of a match.

use std::fmt;
use std::hash::Hash;

use engine::key::key_of;
use engine::record::{Ending, Record};
use engine::search::BotError;
use engine::{Game, Outcome, Wdl};

use super::contestant::TimeUsed;

/// The result of an unfinished game, if it is known.
pub(super) type JudgeFn<'a, G> =
    dyn Fn(&G) -> Option<Outcome<<G as Game>::Player>> + Send + Sync + 'a;

/// A game of a match that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame<G: Game> {
    /// The number of the game in the match, from 0.
    pub number: u64,
    /// The round that it belongs to, from 0: the games of a round have the same opening.
    pub round: u64,
    /// The contestant on each seat, by number, in the order of [`Game::players`].
    pub seats: Vec<usize>,
    /// The position where the game began.
    pub start: G,
    /// The number of moves that belong to the opening and were played at random.
    pub opening: usize,
    /// All moves from the start on.
    pub moves: Vec<G::Move>,
    /// The end of the game.
    pub end: GameEnd<G::Player, G::Move>,
    /// The time that the contestant on each seat used.
    pub time_used: Vec<TimeUsed>,
}

/// The end of a game of a match.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GameEnd<P, M> {
    /// By the rules.
    Outcome(Outcome<P>),
    /// At the longest length that the match allows: adjudicated as a draw.
    PlyLimit,
    /// Early, because the result was certain enough.
    Adjudicated {
        /// The outcome that it counts as.
        outcome: Outcome<P>,
        /// The adjudicator.
        by: Adjudicator,
    },
    /// A player did not play on and has lost; the opponents share the win.
    Forfeit {
        /// The player who has lost.
        player: P,
        /// The reason.
        reason: ForfeitReason<M>,
    },
}

/// The adjudicator of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Adjudicator {
    /// The [judge](crate::Match::judge) of the match.
    Judge,
    /// The players, whose scores [agreed](crate::Agreement).
    Players,
}

impl fmt::Display for Adjudicator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Judge => "the judge knows the result",
            Self::Players => "the scores of the players agree",
        })
    }
}

/// The reason why a player forfeited a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum ForfeitReason<M> {
    /// The bot chose no move.
    #[error(transparent)]
    NoMove(BotError),
    /// The bot chose a move that is not legal.
    #[error("{m} is illegal: {reason}")]
    Illegal {
        /// The move.
        m: M,
        /// The reason why it is illegal.
        reason: String,
    },
    /// The clock had run out.
    #[error("out of time")]
    OutOfTime,
}

impl<G: Game> PlayedGame<G> {
    /// The score of the player on a seat: 1 for a win, 0 for a loss, and for a draw an equal share
    /// of 1 with the other players who draw. `None` if there is no such seat.
    pub fn score(&self, seat: usize) -> Option<f64> {
        let players = self.start.players();
        let player = *players.get(seat)?;
        let wdl = |player: G::Player| match &self.end {
            GameEnd::Outcome(outcome) | GameEnd::Adjudicated { outcome, .. } => outcome.wdl(player),
            GameEnd::Forfeit { player: forfeiter, .. } if *forfeiter == player => Wdl::Loss,
            GameEnd::Forfeit { .. } if players.len() == 2 => Wdl::Win,
            GameEnd::PlyLimit | GameEnd::Forfeit { .. } => Wdl::Draw,
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
            Some(position.after(*moves.next()?))
        })
    }
}

impl<G: Game + Hash> PlayedGame<G> {
    /// A key of the start and the moves.
    pub(crate) fn key(&self) -> u64 {
        key_of(&(&self.start, &self.moves))
    }
}

impl<G: Game<Move: fmt::Display>> PlayedGame<G> {
    /// The game as a record. `names` are those of the contestants by number; comments state where the
    /// opening ends, and why a player forfeited or the game was adjudicated.
    pub fn record(&self, names: &[String]) -> Record<G> {
        let mut record = Record::new(self.start.clone());
        let name = |&seat: &usize| names.get(seat).cloned().unwrap_or_default();
        record.set_players(self.seats.iter().map(name));
        for (ply, &m) in self.moves.iter().enumerate() {
            // All moves are legal if the game keeps its laws; else the record ends before the first
            // illegal one.
            if record.play(m).is_err() {
                break;
            }
            if ply + 1 == self.opening {
                record.set_comment("end of the opening");
            }
        }
        let (ending, comment) = match &self.end {
            GameEnd::Outcome(_) => return record,
            GameEnd::PlyLimit => (Ending::Adjudicated(None), "the longest length of a game".into()),
            GameEnd::Adjudicated { outcome, by } => {
                (Ending::Adjudicated(outcome.winner()), by.to_string())
            }
            GameEnd::Forfeit { player, reason } => (Ending::Forfeited(*player), reason.to_string()),
        };
        record.set_ending(Some(ending));
        let comma = if record.comment().is_empty() { "" } else { "; " };
        record.set_comment(format!("{}{comma}{comment}", record.comment()));
        record
    }
}
