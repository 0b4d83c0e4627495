//! Games of a match, and how they end.

use std::fmt;

use engine::record::{Ending, Record};
use engine::search::BotError;
use engine::{Game, Outcome, Score, Wdl};

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

engine::words! {
    /// The adjudicator of a game.
    pub enum Adjudicator {
        /// The [judge](crate::Match::judge) of the match.
        Judge: "the judge knows the result",
        /// The players, whose scores [agreed](crate::Agreement).
        Players: "the scores of the players agree",
    }
}

/// The reason why a player forfeited a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum ForfeitReason<M> {
    /// The bot chose no move.
    #[error(transparent)]
    NoMove(BotError),
    /// The bot chose a move that is not legal.
    #[error("{m} is illegal: {reason}")]
    Illegal { m: M, reason: String },
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

impl<G: Game<Move: fmt::Display>> PlayedGame<G> {
    /// The game as a record. `names` are those of the contestants by number; comments state where the
    /// opening ends, and why a player forfeited or the game was adjudicated.
    pub fn record(&self, names: &[String]) -> Record<G> {
        let mut record = Record::new(self.start.clone());
        let name = |&seat: &usize| names.get(seat).cloned().unwrap_or_default();
        record.set_players(self.seats.iter().map(name));
        for (ply, &m) in self.moves.iter().enumerate() {
            // All moves are legal if the game keeps its laws; else the record ends before the first illegal one.
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

/// Adjudicates games of two players whose scores agree on the result for some moves in a row. A bot
/// that reports no score never agrees.
///
/// ```
/// use arena::Agreement;
///
/// // A win if both players score it as one, by 800 or more, in each of their last three moves.
/// let agreement = Agreement::new().win(800, 3).draw(10, 20);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[must_use]
pub struct Agreement {
    win: Option<Bound>,
    draw: Option<Bound>,
}

/// The least score, and the number of moves.
type Bound = (Score, u32);

fn bound(value: i32, moves: u32) -> Bound {
    (Score::value(value.saturating_abs()), moves.max(1))
}

impl Agreement {
    /// No result is agreed on.
    pub fn new() -> Self {
        Self::default()
    }

    /// A player has won if the last `moves` moves, at least 1, of this player scored `value` or more for
    /// them, and as many of the opponent −`value` or less. Proven wins score more than any value.
    pub fn win(self, value: i32, moves: u32) -> Self {
        Self { win: Some(bound(value, moves)), ..self }
    }

    /// The game is drawn if the last `moves` moves, at least 1, of each player scored at most ±`value`.
    pub fn draw(self, value: i32, moves: u32) -> Self {
        Self { draw: Some(bound(value, moves)), ..self }
    }
}

/// The claims of the players in a game so far.
#[derive(Default)]
pub(super) struct Claims {
    agreement: Agreement,
    players: [Streaks; 2],
}

/// The number of the last moves of a player that claimed each result.
#[derive(Default)]
struct Streaks {
    won: u32,
    drawn: u32,
    lost: u32,
}

impl Claims {
    pub(super) fn new(agreement: Agreement) -> Self {
        Self { agreement, ..Self::default() }
    }

    /// Adds the score that the player of a seat gave a move. Returns the result, by seat, if the players
    /// agree on one now.
    pub(super) fn add(&mut self, seat: usize, score: Option<Score>) -> Option<Outcome<usize>> {
        let Agreement { win, draw } = self.agreement;
        let count = |streak: &mut u32, bound: Option<Bound>, claims: fn(Score, Score) -> bool| {
            let claimed = bound.zip(score).is_some_and(|((bound, _), score)| claims(score, bound));
            *streak = if claimed { streak.saturating_add(1) } else { 0 };
        };
        let Streaks { won, drawn, lost } = self.players.get_mut(seat)?;
        count(won, win, |score, bound| score >= bound);
        count(drawn, draw, |score, bound| -bound <= score && score <= bound);
        count(lost, win, |score, bound| score <= -bound);
        let [first, second] = &self.players;
        let agreed = |bound: Option<Bound>, [one, other]: [u32; 2]| {
            bound.is_some_and(|(_, moves)| one.min(other) >= moves)
        };
        if agreed(win, [first.won, second.lost]) {
            Some(Outcome::Winner(0))
        } else if agreed(win, [first.lost, second.won]) {
            Some(Outcome::Winner(1))
        } else {
            agreed(draw, [first.drawn, second.drawn]).then_some(Outcome::Draw)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is agreed on after each of these scores, given by the players in turn.
    fn agreed(agreement: Agreement, scores: &[i32]) -> Vec<Option<Outcome<usize>>> {
        let mut claims = Claims::new(agreement);
        let add = |(ply, &value)| claims.add(ply % 2, Some(Score::value(value)));
        scores.iter().enumerate().map(add).collect()
    }

    #[test]
    fn both_players_have_to_agree_for_long_enough() {
        let agreement = Agreement::new().win(100, 2).draw(5, 3);
        let sure = agreed(agreement, &[100, -100, 150, -99, 300, -100, 100, -400]);
        assert_eq!(sure[..7], [const { None }; 7]);
        assert_eq!(sure[7], Some(Outcome::Winner(0)));
        let lost = agreed(agreement, &[-100, 100, -100, 100]);
        assert_eq!(lost[2..], [None, Some(Outcome::Winner(1))]);
        // Both think that they win.
        assert!(agreed(agreement, &[500; 20]).iter().all(Option::is_none));
        let even = agreed(agreement, &[5, -5, 0, 0, 6, 0, 1, 1, 2, 2, 3]);
        assert_eq!(even[9..], [None, Some(Outcome::Draw)]);
    }

    #[test]
    fn a_bot_without_a_score_does_not_agree() {
        let mut claims = Claims::new(Agreement::new().win(0, 0).draw(i32::MIN, 0));
        assert_eq!(claims.add(0, Some(Score::win_in(3))), None);
        assert_eq!(claims.add(1, None), None);
        assert_eq!(claims.add(1, Some(Score::loss_in(2))), Some(Outcome::Winner(0)));
        assert_eq!(claims.add(0, None), None);
        assert_eq!(claims.add(2, Some(Score::DRAW)), None, "there is no third player");
        let mut claims = Claims::new(Agreement::new());
        assert!((0..9).all(|ply| claims.add(ply % 2, Some(Score::DRAW)).is_none()));
    }
}
