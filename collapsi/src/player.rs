//! The two players.

engine::two_players! {
    /// A player. Red moves first in a deal.
    pub enum Player { Red: 'r' "red", Blue: 'b' "blue" }
}
