//! The program and the tutorial game as a user sees them.

mod analyse;
mod guide;
mod matches;
<<<<<<< HEAD
mod pressure;
=======
mod play;
>>>>>>> main
mod program;
mod programs;
mod ugi;
