//! Squares of the 5x5 board, and sets of them.

engine::board! {
    /// One of the 25 squares, `a1` to `e5`; ordered by file, then rank.
    pub struct Square(5 x 5);
    /// A set of squares.
    pub struct SquareSet(u32);
    /// The squares of a [`SquareSet`], in order.
    pub struct Squares;
}

impl Square {
    /// The centre of the board, which wins the game for a player who holds it long enough (ruling 7).
    pub const C3: Self = Self(12);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_centre_is_c3() {
        assert_eq!("c3".parse(), Ok(Square::C3));
    }
}
