//! The search against plain minimax, on random games in which anybody may move next.

mod exact;
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
    pub(crate) mod told;
    pub(crate) mod wide;
}
mod graph;
mod graphs;
mod knowledge;
mod limits;
mod lines;
mod moves;
mod panics;
mod parallel;
mod proven;
mod reduced;
mod soundness;
