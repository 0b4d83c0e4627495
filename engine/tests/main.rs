//! The tests of the engine but for its searches: one program, a module for each part.

mod boards;
mod conformance;
mod fixtures {
    #[expect(unreachable_pub, reason = "doc examples include the same text")]
    pub(crate) mod grab;
    #[expect(unreachable_pub, reason = "doc examples include the same text")]
    pub(crate) mod nim;
    pub(crate) mod table;
}
mod pictures;
mod record;
mod tables;
