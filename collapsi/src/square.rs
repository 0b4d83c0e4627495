//! Squares of the 4x4 torus, and sets of them; a move is a square.

engine::board! {
    /// One of the 16 squares, `a1` to `d4`; ordered by file, then rank.
    pub struct Square(4 x 4);
    /// A set of squares.
    pub struct SquareSet(u16);
    /// The squares of a [`SquareSet`], in order.
    pub struct Squares;
}

/// A move, named by the square it ends on (ruling 4).
pub type Move = Square;

impl Square {
    /// The distance between two squares on the torus in steps, 0 to 4.
    pub const fn distance(self, other: Self) -> u8 {
        const STEPS: [u8; 4] = [0, 1, 2, 1];
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        STEPS[files as usize] + STEPS[ranks as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_the_torus() {
        let distance = |a: &str, b: &str| a.parse::<Square>().unwrap().distance(b.parse().unwrap());
        assert_eq!((distance("a1", "a1"), distance("a1", "d4"), distance("d4", "a1")), (0, 2, 2));
        assert_eq!((distance("a1", "c3"), distance("b2", "d1"), distance("c1", "c4")), (4, 3, 1));
    }
}
