//! The tests of matches, ratings, studies and other programs: one program, a module for each part.

#[path = "../../tests/fixtures"]
#[expect(dead_code, unused_imports, reason = "the tests of the engine use the others")]
mod fixtures {
    pub(crate) mod best_play;
    #[expect(unreachable_pub, reason = "doc examples include the same text")]
    pub(crate) mod grab;
    pub(crate) mod graph;
    #[expect(unreachable_pub, reason = "doc examples include the same text")]
    pub(crate) mod nim;
    pub(crate) mod place;
    pub(crate) mod tic_tac_toe;
}
mod matches;
mod study;
#[cfg(unix)]
mod ugi;
