//! Squares of the 6x6 board, sets of them, and the lines between them.

pub use engine::board::Direction;

engine::board! {
    /// One of the 36 squares, `a1` to `f6`; ordered by file, then rank.
    pub struct Square(6 x 6);
    /// A set of squares.
    pub struct SquareSet(u64);
    /// The squares of a [`SquareSet`], in order.
    pub struct Squares;
}

impl Square {
    /// The squares that lie from here in this direction, at any distance.
    pub(crate) const fn ray(self, direction: Direction) -> SquareSet {
        RAYS[direction as usize][self.index()]
    }

    /// The direction in which `to` lies from here, or `None` if they share neither file nor rank.
    pub(crate) fn direction_to(self, to: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.ray(direction).contains(to))
    }
}

/// By direction and square: the squares beyond.
static RAYS: [[SquareSet; Square::COUNT]; 4] = {
    let mut rays = [[SquareSet::EMPTY; Square::COUNT]; 4];
    let mut i = 0;
    while i < 4 * Square::COUNT {
        let (from, direction) = (Square::wrapping(i), Direction::ALL[i / Square::COUNT]);
        let ray = &mut rays[direction as usize][from.index()];
        let mut next = from.step(direction);
        while let Some(square) = next {
            *ray = ray.with(square);
            next = square.step(direction);
        }
        i += 1;
    }
    rays
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rays_cover_file_and_rank() {
        for from in Square::ALL {
            for to in Square::ALL {
                let (dx, dy) = (to.file().cmp(&from.file()), to.rank().cmp(&from.rank()));
                let expected = match (dx as i8, dy as i8) {
                    (0, 1) => Some(Direction::North),
                    (1, 0) => Some(Direction::East),
                    (0, -1) => Some(Direction::South),
                    (-1, 0) => Some(Direction::West),
                    _ => None,
                };
                assert_eq!(from.direction_to(to), expected, "{from} {to}");
            }
        }
    }
}
