//! Studies: how long is a game, how much choice does it give, is it fair?
//!
//! A [`Study`] adds up games. Play them as a [`Match`](crate::arena::Match) in which everybody has a
//! [fixed](crate::arena::Seating::Fixed) seat:
//!
//! ```
//! # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/nim.rs")); }
//! # use nim::*;
//! use engine::RandomBot;
//! use engine::arena::{Contestant, Match, Openings, Seating};
//! use engine::study::{Facts, Study};
//!
//! let players = ["first", "second"].map(|name| Contestant::new(name, || RandomBot::new(0)));
//! let openings = Openings::listed(vec![Nim::new([3, 4, 5])]);
//! let games = Match::new(players.into(), openings).seating(Seating::Fixed).games(2_000);
//!
//! let mut study = Study::new();
//! games.run_with(Facts::of, |_, facts, _| study.add(&facts))?;
//! assert_eq!(study.lengths().median(), Some(6));
//! let first = study.first_player().expect("there are games");
//! assert!(first.contains(0.5), "played at random, it is about even");
//! # Ok::<_, engine::arena::MatchError>(())
//! ```
//!
//! # How to read the figures
//!
//! They describe the game *as these players play it*. Random players show how long a game can be and
//! how much choice it gives; whether it is fair, stronger players show better.
//!
//! The intervals hold for independent games. Deterministic players repeat the same game from the same
//! start ([`distinct`](Study::distinct) counts the different ones): give them different deals, or
//! random plies at the beginning.

mod distribution;
mod facts;

pub use distribution::Distribution;
pub use facts::Facts;

use std::collections::HashSet;

use crate::interval::{Interval, Shares};

/// Statistics of games.
#[derive(Clone, Debug, Default)]
pub struct Study {
    ends: Ends,
    lengths: Distribution,
    choices: Distribution,
    plies: Vec<Ply>,
    seats: Vec<SeatStudy>,
    first: Shares,
    spread: Distribution,
    keys: HashSet<u64>,
}

/// The number of games by how they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ends {
    /// Won by a player.
    pub won: u64,
    /// Drawn by the rules, or the most points were shared.
    pub drawn: u64,
    /// Cut off at the longest length allowed. They count as drawn.
    pub ply_limit: u64,
    /// Forfeited by a player.
    pub forfeited: u64,
}

/// The choice at one ply, over all games that reached it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ply {
    /// The number of games that reached the ply.
    pub games: u64,
    sum: f64,
}

impl Ply {
    /// The mean number of moves to choose from.
    pub fn mean_choices(&self) -> f64 {
        self.sum / self.games as f64
    }
}

/// The results of a seat.
#[derive(Clone, Debug, Default)]
pub struct SeatStudy {
    won: u64,
    score: Shares,
    points: i64,
    games_for_points: u64,
}

impl SeatStudy {
    /// The share of games won, with Wilson's interval.
    pub fn wins(&self) -> Option<Interval> {
        Interval::wilson(self.won, self.score.count())
    }

    /// The mean score: 1 for a win, and an equal share of 1 for a draw.
    pub fn score(&self) -> Option<Interval> {
        self.score.interval()
    }

    /// The mean points; `None` if no game was played for points.
    pub fn mean_points(&self) -> Option<f64> {
        let games = self.games_for_points;
        (games > 0).then(|| self.points as f64 / games as f64)
    }
}

impl Study {
    /// A study of no games.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a game.
    pub fn add(&mut self, facts: &Facts) {
        self.keys.insert(facts.key);
        self.lengths.add(facts.choices.len() as u64);
        if self.plies.len() < facts.choices.len() {
            self.plies.resize(facts.choices.len(), Ply::default());
        }
        for (ply, &choices) in self.plies.iter_mut().zip(&facts.choices) {
            self.choices.add(choices);
            ply.games += 1;
            ply.sum += choices as f64;
        }
        *(facts.ending)(&mut self.ends) += 1;
        if self.seats.len() < facts.scores.len() {
            self.seats.resize(facts.scores.len(), SeatStudy::default());
        }
        for (seat, &score) in self.seats.iter_mut().zip(&facts.scores) {
            seat.won += u64::from(score >= 1.0);
            seat.score.add(score);
        }
        if let Some(&score) = facts.scores.get(facts.first) {
            self.first.add(score);
        }
        if let Some(points) = &facts.points {
            self.add_points(points);
        }
    }

    fn add_points(&mut self, points: &[i32]) {
        for (seat, &points) in self.seats.iter_mut().zip(points) {
            seat.points += i64::from(points);
            seat.games_for_points += 1;
        }
        let mut sorted = points.to_vec();
        sorted.sort_unstable();
        if let [.., second, most] = *sorted {
            self.spread.add(u64::from(most.abs_diff(second)));
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.lengths.count()
    }

    /// The number of different games: those with another start or other moves.
    pub fn distinct(&self) -> u64 {
        self.keys.len() as u64
    }

    /// The number of games by how they ended.
    pub fn ends(&self) -> Ends {
        self.ends
    }

    /// The lengths of the games in plies. If games were cut off, the mean and the upper quantiles are
    /// lower bounds.
    pub fn lengths(&self) -> &Distribution {
        &self.lengths
    }

    /// The number of legal moves at each ply of each game; its mean is the branching factor.
    pub fn choices(&self) -> &Distribution {
        &self.choices
    }

    /// The choice at the first ply, the second, and so on.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The results of each seat, in the order of [`Game::players`](crate::Game::players).
    pub fn seats(&self) -> &[SeatStudy] {
        &self.seats
    }

    /// The share of games that were won, with Wilson's interval; `None` without games.
    pub fn decisive(&self) -> Option<Interval> {
        Interval::wilson(self.ends.won, self.games())
    }

    /// The mean score of the player who moved first; `None` without games.
    pub fn first_player(&self) -> Option<Interval> {
        self.first.interval()
    }

    /// The advantage of moving first: the score of the [first player](Self::first_player) minus 1 over
    /// the number of players. If the interval contains 0, the games show none.
    pub fn advantage(&self) -> Option<Interval> {
        let share = 1.0 / self.seats.len() as f64;
        Some(self.first_player()?.map(|score| score - share))
    }

    /// The margins of the games for points that were played to the end; 0 is a draw.
    pub fn spread(&self) -> &Distribution {
        &self.spread
    }
}
