//! The search against plain minimax, on random games in which anybody may move next.

mod exact;
mod graph;
mod graphs;
mod knowledge;
mod limits;
mod lines;
mod panics;
mod parallel;
mod proven;
mod reduced;
mod soundness;
