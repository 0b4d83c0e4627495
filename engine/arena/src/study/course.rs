//! The course of a game: the player ahead, the ply from which on the winner was clear, and the cost of turns.

use engine::Game;

use super::{Distribution, Profile};
use crate::PlayedGame;
use crate::rating::{Interval, Shares};

/// The expected score of each player at every ply of a game, from 0 for a loss to 1 for a win.
///
/// Its figures are only as good as the judge who estimates these scores: exact knowledge, or a strong
/// search, as a [`Judgement`](super::Judgement) says it.
///
/// ```
/// use arena::study::Course;
///
/// // The second player was ahead, but the first one won.
/// let expected = [0.5, 0.4, 0.2, 0.95, 1.0].map(|x| vec![x, 1.0 - x]).into();
/// let course = Course { expected, winner: Some(0) };
/// assert_eq!((course.lead_changes(), course.clear_from()), (1, Some(3)));
/// assert!(course.is_comeback());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// The expected score at the start and after every ply, by seat.
    pub expected: Vec<Vec<f64>>,
    /// The seat of the winner.
    pub winner: Option<usize>,
}

impl Course {
    /// A player whose expected score is this much above every other leads.
    pub const LEAD: f64 = 0.1;

    /// A win is clear from this expected score on.
    pub const CLEAR: f64 = 0.9;

    /// The course of a game by a judge, who returns the expected score of each seat in an unfinished position.
    ///
    /// # Errors
    ///
    /// The first error of the judge.
    pub fn of<G: Game, E>(
        game: &PlayedGame<G>,
        judge: impl FnMut(&G) -> Result<Vec<f64>, E>,
    ) -> Result<Self, E> {
        let scores: Vec<f64> =
            (0..game.start.players().len()).filter_map(|seat| game.score(seat)).collect();
        let running: Vec<G> = game.positions().take(game.moves.len()).collect();
        let mut expected: Vec<Vec<f64>> = running.iter().map(judge).collect::<Result<_, E>>()?;
        let winner = scores.iter().position(|&score| score >= 1.0);
        expected.push(scores);
        Ok(Self { expected, winner })
    }

    /// The winner's expected score at the start and after every ply; empty without a winner.
    pub fn of_winner(&self) -> Vec<f64> {
        let expected = |winner| self.expected.iter().map(move |all| share(all, winner)).collect();
        self.winner.map(expected).unwrap_or_default()
    }

    /// The number of times that another player takes the [lead](Self::LEAD) than the one who had it last
    /// (Browne's *lead change*, not divided by the length).
    pub fn lead_changes(&self) -> u64 {
        let mut leaders: Vec<usize> = self.expected.iter().filter_map(|all| leader(all)).collect();
        leaders.dedup();
        leaders.len().saturating_sub(1) as u64
    }

    /// The ply from which on the winner's expected score stays [clear](Self::CLEAR); `None` without a
    /// winner (the complement of Browne's *uncertainty*).
    pub fn clear_from(&self) -> Option<usize> {
        self.winner?;
        let unclear = self.of_winner().iter().rposition(|&expected| expected < Self::CLEAR);
        Some(unclear.map_or(0, |ply| ply + 1))
    }

    /// The part of the game that was played when the win became clear, from 0 to 1.
    pub fn clear_at(&self) -> Option<f64> {
        let plies = self.expected.len().saturating_sub(1).max(1);
        Some(self.clear_from()? as f64 / plies as f64)
    }

    /// Whether the winner's expected score was ever at most half of an equal share: with two players, a quarter.
    pub fn is_comeback(&self) -> bool {
        let players = self.expected.first().map_or(1, Vec::len);
        self.of_winner().iter().any(|&expected| expected <= 0.5 / players as f64)
    }

    /// The mean square root of the winner's deficit over the plies at which another player was ahead; 0 if
    /// there are none (Browne's *drama*). `None` without a winner.
    pub fn drama(&self) -> Option<f64> {
        let winner = self.winner?;
        let most = |all: &[f64]| all.iter().copied().fold(0.0, f64::max);
        let behind = self.expected.iter().map(|all| most(all) - share(all, winner));
        let behind: Vec<f64> = behind.filter(|&behind| behind > 0.0).collect();
        let sum: f64 = behind.iter().map(|behind| behind.sqrt()).sum();
        Some(sum / behind.len().max(1) as f64)
    }
}

fn share(expected: &[f64], seat: usize) -> f64 {
    expected.get(seat).copied().unwrap_or_default()
}

fn leader(expected: &[f64]) -> Option<usize> {
    let (leader, most) =
        expected.iter().enumerate().max_by(|(_, first), (_, second)| first.total_cmp(second))?;
    let mut others = expected.iter().enumerate().filter(|&(seat, _)| seat != leader);
    others.all(|(_, other)| most - other >= Course::LEAD).then_some(leader)
}

/// The courses of many games. Shares are of the games that were won.
#[derive(Clone, Debug, Default)]
pub struct Courses {
    /// The number of games that were won.
    pub won: u64,
    /// The [lead changes](Course::lead_changes) of a game.
    pub lead_changes: Distribution,
    /// The later winner's expected score in the course of the game.
    pub of_winner: Profile,
    comebacks: u64,
    early: u64,
    clear_at: Shares,
    drama: Shares,
}

impl Courses {
    /// Adds a game.
    pub fn add(&mut self, course: &Course) {
        self.lead_changes.add(course.lead_changes());
        let (Some(clear_at), Some(drama)) = (course.clear_at(), course.drama()) else { return };
        self.won += 1;
        self.comebacks += u64::from(course.is_comeback());
        self.early += u64::from(clear_at < 0.5);
        self.clear_at.add(clear_at);
        self.drama.add(drama);
        self.of_winner.add(&course.of_winner());
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.lead_changes.count()
    }

    /// The part of the game after which the win is [clear](Course::clear_at), on average.
    pub fn clear_at(&self) -> Option<Interval> {
        self.clear_at.interval()
    }

    /// The share of games that were clear before half of their plies were played.
    pub fn decided_early(&self) -> Option<Interval> {
        Interval::wilson(self.early, self.won)
    }

    /// The share of [comebacks](Course::is_comeback).
    pub fn comebacks(&self) -> Option<Interval> {
        Interval::wilson(self.comebacks, self.won)
    }

    /// The [drama](Course::drama), on average.
    pub fn drama(&self) -> Option<Interval> {
        self.drama.interval()
    }
}

engine::words! {
    /// The kind of a bad turn, by its cost to the player in expected score.
    pub enum Slip {
        /// It cost a tenth of an equal share or more: with two players 5 %.
        Inaccuracy: "inaccuracy",
        /// A fifth.
        Error: "error",
        /// Half.
        Blunder: "blunder",
    }
}

impl Slip {
    /// The least cost of such a turn, in parts of an equal share.
    pub fn least(self) -> f64 {
        [0.1, 0.2, 0.5][self as usize]
    }

    /// The kind of a turn with this cost, in a game of so many players; `None` if it was good enough.
    pub fn of(cost: f64, players: usize) -> Option<Self> {
        Self::ALL.into_iter().rfind(|slip| cost * players as f64 >= slip.least())
    }

    /// The sign beside a move, as in chess.
    pub fn sign(self) -> &'static str {
        ["?!", "?", "??"][self as usize]
    }
}

/// The accuracy of a player.
///
/// ```
/// use arena::study::{Accuracy, Slip};
///
/// let mut red = Accuracy::default();
/// [0.0, 0.02, 0.3, 0.08].into_iter().for_each(|cost| red.add(cost, 2));
/// assert_eq!(red.share(), Some(0.9));
/// assert_eq!((red.slips(Slip::Blunder), red.slips(Slip::Error)), ((1, 0.3), (0, 0.0)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    turns: u64,
    cost: f64,
    slips: [(u64, f64); 3],
}

impl Accuracy {
    /// Adds a turn with its cost, in a game of so many players.
    pub fn add(&mut self, cost: f64, players: usize) {
        self.turns += 1;
        self.cost += cost;
        if let Some(slip) = Slip::of(cost, players) {
            let (number, sum) = &mut self.slips[slip as usize];
            *number += 1;
            *sum += cost;
        }
    }

    /// 1 less the mean cost of a turn; `None` without turns.
    pub fn share(&self) -> Option<f64> {
        (self.turns > 0).then(|| 1.0 - self.cost / self.turns as f64)
    }

    /// The number of slips of a kind, and their cost together.
    pub fn slips(&self, slip: Slip) -> (u64, f64) {
        self.slips[slip as usize]
    }
}
