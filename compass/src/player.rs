//! The two players.

engine::two_players! {
    /// A player. White moves first.
    pub enum Player { White: 'w' "white", Black: 'b' "black" }
}
