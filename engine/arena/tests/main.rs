//! The tests of matches, ratings, studies and UGI: one program, a module for each part.

#[path = "../../tests/fixtures/mod.rs"]
#[expect(dead_code, unused_imports, reason = "the tests of the engine use the others")]
mod fixtures;
mod matches;
mod server;
mod study;
#[cfg(unix)]
mod ugi;
