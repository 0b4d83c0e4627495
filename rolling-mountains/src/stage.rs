//! The stages of a turn.

use std::fmt;

use crate::player::Pawn;

/// The stage of a turn (rulings 5 and 6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Nothing is done.
    #[default]
    Start,
    /// The action is done, the movement is to begin.
    ActionDone,
    /// The movement is done, the action is due.
    MovementDone,
    /// A movement is under way.
    Moving(Motion),
}

/// A movement that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Motion {
    /// The pawn in motion.
    pub pawn: Pawn,
    /// The tiles it carries, at least one.
    pub held: u8,
    /// The phase of the movement.
    pub phase: Phase,
    /// Whether the action is done.
    pub action: Action,
}

engine::letters! {
    /// The phases of a movement (ruling 5).
    pub enum Phase {
        /// The pawn collects tiles.
        Collecting: 'c' "collecting",
        /// Collecting has ended where the pawn stands, the first drop step is to come.
        Collected: 'f' "collected",
        /// The pawn drops tiles.
        Dropping: 'd' "dropping",
    }
}

/// Whether the action of a turn is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// It is to come.
    Due,
    /// It came before the movement or within it.
    Done,
}

/// As positions write it: `L3c`, `R2da`.
impl fmt::Display for Motion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let action = match self.action {
            Action::Due => "",
            Action::Done => "a",
        };
        f.pad(&format!("{}{}{}{action}", self.pawn, self.held, self.phase.to_char()))
    }
}
