//! Compass (The Inner Frame, 2016): to come. There is nothing here yet.
