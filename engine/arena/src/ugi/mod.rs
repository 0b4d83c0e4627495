//! The [Universal Game Interface][ugi] (UGI): other programs as bots, and any game as such a program.
//!
//! [ugi]: https://github.com/kz04px/cutegames/blob/master/ugi.md

mod client;
mod score;
mod server;

pub use client::{UgiBot, UgiError, UgiProgram};
pub use server::{ServeError, UgiServer};
