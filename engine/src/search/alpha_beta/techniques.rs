//! What a search may do beyond plain alpha-beta, to be switched on and off one by one.

use std::fmt;
use std::str::FromStr;

/// Something that makes a [`Search`](crate::Search) faster or see more, and can be switched off.
///
/// All but [`Quiescence`](Technique::Quiescence), [`Reductions`](Technique::Reductions) and
/// [`Extensions`](Technique::Extensions) change no result, only how soon it is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Technique {
    /// The transposition table: scores of positions met again, and their best moves first. The entry
    /// of the least depth and the greatest age is replaced first.
    Table,
    /// Principal variation search: after the first move, others need only be refuted (Marsland and
    /// Campbell, *Parallel search of strongly ordered game trees*, 1982).
    NullWindow,
    /// Each depth is begun with a narrow window around the score of the one before.
    Aspiration,
    /// The evaluator's [order](crate::Evaluator::order) of moves.
    Order,
    /// Where the order makes no difference, moves come early that often refuted something, anywhere in
    /// the tree (Schaeffer, *The history heuristic*, 1989).
    History,
    /// Beyond the depth, [noisy moves](crate::Evaluator::noisy_moves) are followed until the position is
    /// quiet.
    Quiescence,
    /// Late moves, and positions without a known best move, are searched less deeply at first.
    Reductions,
    /// Where of several moves a single one is a [candidate](crate::Evaluator::candidate_moves), the
    /// reply to a threat, the search goes a ply deeper; in all to twice the depth at most.
    Extensions,
}

impl Technique {
    /// Every technique.
    pub const ALL: [Self; 8] = [
        Self::Table,
        Self::NullWindow,
        Self::Aspiration,
        Self::Order,
        Self::History,
        Self::Quiescence,
        Self::Reductions,
        Self::Extensions,
    ];

    const fn name(self) -> &'static str {
        [
            "table",
            "null-window",
            "aspiration",
            "order",
            "history",
            "quiescence",
            "reductions",
            "extensions",
        ][self as usize]
    }
}

/// One word, such as `null-window`.
impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Technique {
    type Err = NoSuchTechnique;

    fn from_str(text: &str) -> Result<Self, NoSuchTechnique> {
        let found = Self::ALL.into_iter().find(|technique| technique.name() == text);
        found.ok_or_else(|| NoSuchTechnique(text.to_owned()))
    }
}

/// The text is not the name of a technique.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a technique")]
pub struct NoSuchTechnique(String);

/// A set of [`Technique`]s, or the purpose of a search: [`play`](Techniques::play) for the best move
/// in the time there is, which is the default, or [`exact`](Techniques::exact) for the score of
/// everything up to a depth.
///
/// ```
/// use engine::search::{Technique, Techniques};
///
/// let techniques = Techniques::exact().without(Technique::History);
/// assert!(!techniques.contains(Technique::History));
/// assert_eq!("table history".parse::<Techniques>()?.to_string(), "table history");
/// # Ok::<_, engine::search::NoSuchTechnique>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[must_use]
pub struct Techniques(u16);

impl Techniques {
    /// No technique: plain alpha-beta to a fixed depth, deeper and deeper.
    pub const fn none() -> Self {
        Self(0)
    }

    /// For play, every technique: late moves are searched less deeply at first, and replies to threats
    /// more, so that the search gets deeper where it matters.
    ///
    /// What is [proven](crate::Analysis::proven) is proven all the same, but a win or a loss within
    /// the depth may be found a few depths later.
    pub const fn play() -> Self {
        Self((1 << Technique::ALL.len()) - 1)
    }

    /// For exact answers, time to a depth and solving: nothing is left out or added. The score is that of
    /// plain [`minimax`](crate::search::minimax) to the same depth.
    ///
    /// (Where positions are met again with fewer plies to go, the table may know a score that looks
    /// ahead further than was asked.)
    pub const fn exact() -> Self {
        Self::play().without(Technique::Reductions).without(Technique::Extensions)
    }

    /// These and `technique`.
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | 1 << technique as u16)
    }

    /// These but not `technique`.
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !(1 << technique as u16))
    }

    /// Whether `technique` is one of them.
    pub const fn contains(self, technique: Technique) -> bool {
        self.0 >> technique as u16 & 1 == 1
    }

    /// Each of them, in the order of [`Technique::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Technique> {
        Technique::ALL.into_iter().filter(move |&technique| self.contains(technique))
    }
}

impl Default for Techniques {
    fn default() -> Self {
        Self::play()
    }
}

impl FromIterator<Technique> for Techniques {
    fn from_iter<I: IntoIterator<Item = Technique>>(techniques: I) -> Self {
        techniques.into_iter().fold(Self::none(), Self::with)
    }
}

/// The names, separated by single spaces; `none` if there are none.
impl fmt::Display for Techniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Technique::name).collect();
        f.pad(&if names.is_empty() { "none".to_owned() } else { names.join(" ") })
    }
}

impl fmt::Debug for Techniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Techniques({self})")
    }
}

/// Names in any order, or `play`, `exact` or `none`.
impl FromStr for Techniques {
    type Err = NoSuchTechnique;

    fn from_str(text: &str) -> Result<Self, NoSuchTechnique> {
        match text {
            "play" => Ok(Self::play()),
            "exact" => Ok(Self::exact()),
            "none" => Ok(Self::none()),
            _ => text.split_whitespace().map(str::parse).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_is_switched_alone() {
        for (bit, technique) in Technique::ALL.into_iter().enumerate() {
            assert_eq!(technique as usize, bit);
            let only = Techniques::none().with(technique);
            assert!(only.iter().eq([technique]));
            assert_eq!(Techniques::play().without(technique).iter().count(), 7);
            assert_eq!(only.without(technique), Techniques::none());
            assert_eq!(technique.to_string().parse(), Ok(technique));
        }
    }

    #[test]
    fn text() {
        for set in [Techniques::play(), Techniques::exact(), Techniques::none()] {
            assert_eq!(set.to_string().parse(), Ok(set));
        }
        assert_eq!("play".parse(), Ok(Techniques::play()));
        assert_eq!(format!("{:?}", Techniques::none()), "Techniques(none)");
        assert_eq!("exact".parse(), Ok(Techniques::exact()));
        let error = "table magic".parse::<Techniques>().unwrap_err();
        assert_eq!(error.to_string(), "\"magic\" is not a technique");
    }
}
