//! Players that a game brings.

use std::fmt;
use std::sync::Arc;

use engine::Bot;

use crate::dynamic::{BotOf, Dynamic};
use crate::position::Shown;

/// Makes bots for positions of any type, one for each game that is played.
pub type MakeBot = Arc<dyn Fn() -> Box<dyn Bot<Dynamic> + Send> + Send + Sync>;

/// The players of levels 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    /// The positions that each searches for a move.
    pub nodes: [u64; 8],
    /// The percentage of moves that are random instead.
    pub random: [u32; 8],
    /// How far below the best a move may be that is chosen instead, by chance.
    pub margin: u32,
}

/// Three times as many positions a level, from 10; no match has shown how far these are apart.
impl Default for Levels {
    fn default() -> Self {
        let nodes = [10, 30, 90, 270, 810, 2430, 7290, 21_870];
        Self { nodes, random: [0; 8], margin: 10 }
    }
}

/// A player that only one game has.
#[derive(Clone)]
pub struct OwnPlayer {
    /// Its name, as in `fourfold play compass person bold`.
    pub name: &'static str,
    /// How it plays, for the help.
    pub about: &'static str,
    thinks: bool,
    pub(crate) bots: MakeBot,
}

impl OwnPlayer {
    /// A player that takes limits of time, positions and depth.
    pub fn thinking<G: Shown, B: Bot<G> + Send + 'static>(
        name: &'static str,
        about: &'static str,
        bot: impl Fn() -> B + Send + Sync + 'static,
    ) -> Self {
        let bots: MakeBot = Arc::new(move || Box::new(BotOf::<G, B>::new(bot())));
        Self { name, about, thinks: true, bots }
    }

    /// A player that chooses at once, and takes no limits.
    pub fn instant<G: Shown, B: Bot<G> + Send + 'static>(
        name: &'static str,
        about: &'static str,
        bot: impl Fn() -> B + Send + Sync + 'static,
    ) -> Self {
        Self { thinks: false, ..Self::thinking::<G, B>(name, about, bot) }
    }

    /// Whether it takes limits.
    pub fn thinks(&self) -> bool {
        self.thinks
    }
}

impl fmt::Debug for OwnPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnPlayer").field("name", &self.name).finish_non_exhaustive()
    }
}
