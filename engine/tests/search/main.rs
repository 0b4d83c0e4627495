//! The search against plain minimax, on random games in which anybody may move next.

mod exact;
mod graph;
mod graphs;
mod knowledge;
mod limits;
mod parallel;
mod reduced;

#[expect(unreachable_pub, reason = "doc examples include the same text")]
mod nim {
    include!("../fixtures/nim.rs");
}
