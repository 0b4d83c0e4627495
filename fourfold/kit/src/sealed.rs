//! Nobody else implements the traits of this crate, so that these can grow.

pub trait Position {}

pub trait Object {}
