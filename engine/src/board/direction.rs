//! Directions along files and ranks.

crate::letters! {
    /// One of the four directions along files and ranks, in clockwise order.
    pub enum Direction {
        /// To the next rank.
        North: 'n' "north",
        /// To the next file.
        East: 'e' "east",
        /// To the rank before.
        South: 's' "south",
        /// To the file before.
        West: 'w' "west",
    }
}

impl Direction {
    /// The files to the right and the ranks up of a step.
    pub const fn offset(self) -> (i8, i8) {
        match self {
            Self::North => (0, 1),
            Self::East => (1, 0),
            Self::South => (0, -1),
            Self::West => (-1, 0),
        }
    }

    /// The direction in which a step leads back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }
}
