//! The cost of turns, and the accuracy of a player.

/// The kind of a bad turn, by its cost to the player in expected score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slip {
    /// It cost a tenth of an equal share or more: with two players 5 %.
    Inaccuracy,
    /// A fifth.
    Error,
    /// Half.
    Blunder,
}

impl Slip {
    /// All, the least first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Error, Self::Blunder];

    /// The least cost of such a turn, in parts of an equal share.
    pub fn least(self) -> f64 {
        [0.1, 0.2, 0.5][self as usize]
    }

    /// The kind of a turn with this cost, in a game of so many players; `None` if it was good enough.
    pub fn of(cost: f64, players: usize) -> Option<Self> {
        Self::ALL.into_iter().rfind(|slip| cost * players as f64 >= slip.least())
    }

    /// The name.
    pub fn name(self) -> &'static str {
        ["inaccuracy", "error", "blunder"][self as usize]
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
