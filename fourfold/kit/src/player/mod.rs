//! Players, one description for all programs.

mod own;
mod settings;
mod spec;

pub use own::{Levels, MakeBot, OwnPlayer};
pub use settings::{Counted, MOST_TABLE_MIB, Settings};
pub use spec::{Kind, KindOfAll, ParsePlayerError, PlayerSpec};
