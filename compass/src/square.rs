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
        SquareSet(RAYS[direction as usize][self.index()])
    }

    /// The direction in which `to` lies from here, or `None` if they share neither file nor rank.
    pub(crate) const fn direction_to(self, to: Self) -> Option<Direction> {
        BETWEEN[self.index()][to.index()]
    }
}

/// By two squares: the direction from the first to the second.
static BETWEEN: [[Option<Direction>; Square::COUNT]; Square::COUNT] = directions();

const fn directions() -> [[Option<Direction>; Square::COUNT]; Square::COUNT] {
    let mut directions = [[None; Square::COUNT]; Square::COUNT];
    let mut pair = 0;
    while pair < Square::COUNT * Square::COUNT {
        let (from, to) = (pair / Square::COUNT, pair % Square::COUNT);
        let (same_file, same_rank) = (from / 6 == to / 6, from % 6 == to % 6);
        directions[from][to] = match (same_file, same_rank) {
            (true, false) if from < to => Some(Direction::North),
            (true, false) => Some(Direction::South),
            (false, true) if from < to => Some(Direction::East),
            (false, true) => Some(Direction::West),
            _ => None,
        };
        pair += 1;
    }
    directions
}

/// By direction and square: the squares beyond, as bits.
static RAYS: [[u64; Square::COUNT]; 4] = rays();

const fn rays() -> [[u64; Square::COUNT]; 4] {
    let directions = directions();
    let mut rays = [[0; Square::COUNT]; 4];
    let mut pair = 0;
    while pair < Square::COUNT * Square::COUNT {
        let (from, to) = (pair / Square::COUNT, pair % Square::COUNT);
        if let Some(direction) = directions[from][to] {
            rays[direction as usize][from] |= 1 << to;
        }
        pair += 1;
    }
    rays
}

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
