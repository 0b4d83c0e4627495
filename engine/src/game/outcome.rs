//! The outcome of a game: absolute, for every player, and as seen by one of them.

use std::fmt;

use smallvec::SmallVec;

/// The outcome of a finished game, the same from every player's point of view.
///
/// ```
/// use engine::{Outcome, Points, Wdl};
///
/// let outcome = Outcome::Points(Points::new([("red", 7), ("blue", 12), ("green", 12)]));
/// assert_eq!(outcome.wdl("red"), Wdl::Loss);
/// assert_eq!(outcome.wdl("blue"), Wdl::Draw);
/// assert_eq!(Outcome::Winner("red").wdl("blue"), Wdl::Loss);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Outcome<P> {
    /// This player won and all others lost.
    Winner(P),
    /// No player won.
    Draw,
    /// The game was played for points: the most points win, players who share the most have drawn.
    Points(Points<P>),
}

impl<P: Copy + Eq> Outcome<P> {
    /// The only winner, or `None` if there is none.
    pub fn winner(&self) -> Option<P> {
        match self {
            Self::Winner(player) => Some(*player),
            Self::Draw => None,
            Self::Points(points) => points.leader(),
        }
    }

    /// The result for one player. In a game for points a player without points has lost.
    pub fn wdl(&self, player: P) -> Wdl {
        match self {
            Self::Winner(winner) if *winner == player => Wdl::Win,
            Self::Winner(_) => Wdl::Loss,
            Self::Points(points) if points.of(player) != points.most() => Wdl::Loss,
            Self::Points(points) if points.leader().is_some() => Wdl::Win,
            Self::Points(_) | Self::Draw => Wdl::Draw,
        }
    }

    /// The points of `player` less those of the best opponent; below 0 if an opponent has more. `None` if
    /// the game was not played for points, or if `player` or all opponents have none.
    pub fn margin(&self, player: P) -> Option<i32> {
        let points = self.points()?;
        let others = points.iter().filter(|&(other, _)| other != player);
        let best = others.map(|(_, n)| n).max()?;
        Some(points.of(player)?.saturating_sub(best))
    }

    /// Each player's points, if the game was played for points.
    pub fn points(&self) -> Option<&Points<P>> {
        if let Self::Points(points) = self { Some(points) } else { None }
    }
}

/// `white wins` or `draw`; if the game was played for points, with the points of each player: `white wins 12-7`.
impl<P: Copy + Eq + fmt::Display> fmt::Display for Outcome<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text =
            self.winner().map_or_else(|| "draw".to_owned(), |winner| format!("{winner} wins"));
        let Self::Points(points) = self else { return f.pad(&text) };
        let points: Vec<String> = points.iter().map(|(_, n)| n.to_string()).collect();
        f.pad(&format!("{text} {}", points.join("-")))
    }
}

/// The points of each player, in the order in which they were given.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Points<P>(SmallVec<[(P, i32); 4]>);

impl<P: Copy + Eq> Points<P> {
    /// Each player's points; name every player once.
    pub fn new(points: impl IntoIterator<Item = (P, i32)>) -> Self {
        Self(points.into_iter().collect())
    }

    /// The points of `player`, or `None` if none were given.
    pub fn of(&self, player: P) -> Option<i32> {
        self.iter().find(|&(p, _)| p == player).map(|(_, n)| n)
    }

    /// Every player with their points, in the order in which they were given.
    pub fn iter(&self) -> impl Iterator<Item = (P, i32)> + '_ {
        self.0.iter().copied()
    }

    fn most(&self) -> Option<i32> {
        self.iter().map(|(_, n)| n).max()
    }

    fn leader(&self) -> Option<P> {
        let most = self.most()?;
        let mut leaders = self.iter().filter(|&(_, n)| n == most);
        match (leaders.next(), leaders.next()) {
            (Some((player, _)), None) => Some(player),
            _ => None,
        }
    }
}

/// The result of a game for one player; a loss is least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Wdl {
    /// Another player did better.
    Loss,
    /// No player did better, and another did as well.
    Draw,
    /// All other players did worse.
    Win,
}

impl Wdl {
    /// The share of a point: 1 for a win, 1/2 for a draw, 0 for a loss, with any number of players.
    pub const fn reward(self) -> f64 {
        match self {
            Self::Loss => 0.0,
            Self::Draw => 0.5,
            Self::Win => 1.0,
        }
    }
}

/// The result for the opponent, in a game of two players.
impl std::ops::Neg for Wdl {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_only_player_with_most_points_wins() {
        let outcome = Outcome::Points(Points::new([('w', 9), ('b', 4)]));
        assert_eq!(outcome.winner(), Some('w'));
        assert_eq!(outcome.wdl('w'), Wdl::Win);
        assert_eq!(outcome.wdl('b'), Wdl::Loss);
        assert_eq!(outcome.points().and_then(|points| points.of('b')), Some(4));
    }

    #[test]
    fn equal_points_are_a_draw_for_those_who_lead() {
        let outcome = Outcome::Points(Points::new([('w', 4), ('b', 4), ('r', -1)]));
        assert_eq!(outcome.winner(), None);
        assert_eq!(outcome.wdl('w'), Wdl::Draw);
        assert_eq!(outcome.wdl('r'), Wdl::Loss);
    }

    #[test]
    fn outcomes_print_the_result_and_the_points() {
        assert_eq!(Outcome::Winner('w').to_string(), "w wins");
        assert_eq!(Outcome::<char>::Draw.to_string(), "draw");
        let points = |white, black| Outcome::Points(Points::new([('w', white), ('b', black)]));
        assert_eq!(points(12, 7).to_string(), "w wins 12-7");
        assert_eq!(format!("{:>9}", points(7, 7)), " draw 7-7");
    }

    #[test]
    fn the_margin_is_what_a_player_is_ahead_of_the_best_of_the_others() {
        let outcome = Outcome::Points(Points::new([('w', 9), ('b', 4), ('r', 9)]));
        assert_eq!(
            ['w', 'b', 'r', 'g'].map(|player| outcome.margin(player)),
            [Some(0), Some(-5), Some(0), None]
        );
        let far = Outcome::Points(Points::new([('w', i32::MIN), ('b', i32::MAX)]));
        assert_eq!((far.margin('w'), far.margin('b')), (Some(i32::MIN), Some(i32::MAX)));
        let alone = Outcome::Points(Points::new([('w', 9)]));
        assert_eq!((alone.margin('w'), Outcome::Winner('w').margin('w')), (None, None));
    }

    #[test]
    fn a_draw_is_a_draw_for_everybody() {
        assert_eq!(Outcome::Draw.wdl('w'), Wdl::Draw);
        assert_eq!(Outcome::<char>::Draw.winner(), None);
    }

    #[test]
    fn no_points_at_all_have_no_leader() {
        assert_eq!(Outcome::Points(Points::<char>::new([])).winner(), None);
    }
}
