//! The two players.

engine::two_players! {
    /// A player. Black moves first.
    pub enum Player { Black: 'b' "black", White: 'w' "white" }
}
