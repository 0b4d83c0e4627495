//! The tests of Monte Carlo tree search, of the search for several players, and of bots.

mod bots;
#[path = "../fixtures"]
#[allow(dead_code, reason = "the tests of other programs use the rest")]
mod fixtures {
    pub(crate) mod altered;
    pub(crate) mod best_play;
    pub(crate) mod graph;
    #[expect(unreachable_pub, reason = "doc examples include the same text")]
    pub(crate) mod nim;
    pub(crate) mod oracle;
    pub(crate) mod place;
    pub(crate) mod tic_tac_toe;
}
mod mcts;
mod multiplayer;
