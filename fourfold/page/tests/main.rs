//! The tests of the server and the report: one program, a module for each.

mod report;
#[cfg(target_os = "linux")]
mod visitors;
