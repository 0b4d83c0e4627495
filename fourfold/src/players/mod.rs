//! Players by description: `search:time=100,table=16`.

mod player;
mod setting;

pub(crate) use player::{Kind, ParsePlayerError, Player};
pub(crate) use setting::Settings;
