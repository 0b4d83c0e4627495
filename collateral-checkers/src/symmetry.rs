//! The symmetries of the board and of the colours.

use engine::game::Symmetric;

use crate::moves::Move;
use crate::position::Position;
use crate::rules::Player;
use crate::setup::Setup;
use crate::square::{Square, SquareSet};

/// A symmetry: one of the eight of the board, alone or together with an exchange of the colours.
///
/// Exchanging the colours exchanges the player to move as well, since both play by the same rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(
    /// Bit 0 mirrors the files, bit 1 the ranks, then bit 2 exchanges files and ranks; bit 3 exchanges the colours.
    u8,
);

impl Symmetry {
    const MIRROR_FILES: u8 = 1;
    const MIRROR_RANKS: u8 = 2;
    const EXCHANGE: u8 = 4;
    const SWAP_COLOURS: u8 = 8;

    /// Every symmetry, the identity first.
    fn all() -> impl Iterator<Item = Self> {
        (0..16).map(Self)
    }

    /// One of the eight of the board alone, by number; the identity is 0.
    pub const fn of_board(number: u32) -> Self {
        Self(number as u8 & 7)
    }

    /// The number among those of the board, the colours left as they are.
    pub const fn number(self) -> u32 {
        self.0 as u32 & 7
    }

    /// Whether black and white change places, and with them the player to move.
    const fn swaps_colours(self) -> bool {
        self.0 & Self::SWAP_COLOURS != 0
    }

    /// The square that `square` is mapped to.
    pub const fn apply(self, square: Square) -> Square {
        let (mut file, mut rank) = (square.file(), square.rank());
        if self.0 & Self::MIRROR_FILES != 0 {
            file = 4 - file;
        }
        if self.0 & Self::MIRROR_RANKS != 0 {
            rank = 4 - rank;
        }
        if self.0 & Self::EXCHANGE != 0 {
            (file, rank) = (rank, file);
        }
        Square::wrapping(file as usize * 5 + rank as usize)
    }

    /// The squares that `squares` are mapped to.
    pub fn apply_to_set(self, squares: SquareSet) -> SquareSet {
        let files = &FILES[usize::from(self.0 & 7)];
        let move_file = |moved, (file, images): (usize, &[u32; 32])| {
            moved | images[(squares.bits() >> (5 * file) & 31) as usize]
        };
        SquareSet::from_bits(files.iter().enumerate().fold(0, move_file))
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        if self.0 & Self::EXCHANGE == 0 {
            return self;
        }
        // Mirroring the files and then exchanging files and ranks is to exchange them and then to mirror the ranks.
        let keep = self.0 & !(Self::MIRROR_FILES | Self::MIRROR_RANKS);
        Self(keep | (self.0 & Self::MIRROR_FILES) << 1 | (self.0 & Self::MIRROR_RANKS) >> 1)
    }
}

/// By symmetry of the board and file: the images of the squares of the file, by their bits.
static FILES: [[[u32; 32]; 5]; 8] = {
    let mut files = [[[0; 32]; 5]; 8];
    let mut i = 0;
    while i < 8 {
        let mut index = 0;
        while let Some(square) = Square::from_index(index) {
            let mut bits = 0;
            while bits < 32 {
                if bits >> square.rank() & 1 == 1 {
                    let image = Symmetry(i as u8).apply(square);
                    files[i][square.file() as usize][bits] |= 1 << image.index();
                }
                bits += 1;
            }
            index += 1;
        }
        i += 1;
    }
    files
};

/// ```
/// use collateral_checkers::{Game, Position, Rules, Start};
/// use engine::game::Symmetric;
///
/// let mut left = Position::start(&Rules::default(), 0);
/// let mut right = left;
/// left.play("b2-a3".parse()?)?;
/// right.play("d2-e3".parse()?)?;
/// assert_eq!(left.canonical(), right.canonical());
///
/// let (canonical, symmetry) = left.to_canonical();
/// assert_eq!(canonical.transform(symmetry.inverse()), left);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
impl Symmetric for Position {
    type Symmetry = Symmetry;

    fn symmetries(&self) -> impl Iterator<Item = Symmetry> {
        Symmetry::all()
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        let image =
            |player| symmetry.apply_to_set(self.pieces(self.transform_player(player, symmetry)));
        let (pieces, turn) = (Player::ALL.map(image), self.transform_player(self.turn(), symmetry));
        Self(Setup { pieces, turn, ..self.0 })
    }

    fn transform_move(&self, m: Move, symmetry: Symmetry) -> Move {
        let image = if m.is_capture() {
            Move::capture(m.squares().map(|square| symmetry.apply(square)))
        } else {
            Move::step(symmetry.apply(m.from()), symmetry.apply(m.to()))
        };
        // Symmetries keep neighbours neighbours, so the image is a move.
        image.unwrap_or(m)
    }

    fn transform_player(&self, player: Player, symmetry: Symmetry) -> Player {
        if symmetry.swaps_colours() { !player } else { player }
    }

    /// Of the eight images in which black is to move, the first in a fixed order.
    fn to_canonical(&self) -> (Self, Symmetry) {
        let images = Symmetry::all().map(|symmetry| (self.transform(symmetry), symmetry));
        let pieces = |(image, _): &(Self, _)| Player::ALL.map(|player| image.pieces(player).bits());
        let first = images.filter(|(image, _)| image.turn() == Player::Black).min_by_key(pieces);
        first.unwrap_or((*self, Symmetry(0)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn symmetries_are_all_different_and_can_be_undone() {
        let mut seen = HashSet::new();
        for symmetry in Symmetry::all() {
            let images: Vec<Square> =
                Square::ALL.into_iter().map(|square| symmetry.apply(square)).collect();
            for (square, &image) in Square::ALL.into_iter().zip(&images) {
                assert_eq!(symmetry.inverse().apply(image), square, "{symmetry:?}");
            }
            for bits in [0x155_5555, 0x0f0_c301, 0x1ff_0000] {
                let set = SquareSet::from_bits(bits);
                let one_by_one = set.into_iter().map(|square| symmetry.apply(square)).collect();
                assert_eq!(symmetry.apply_to_set(set), one_by_one);
            }
            assert!(seen.insert((images, symmetry.swaps_colours())));
        }
        assert_eq!(seen.len(), 16);
    }
}
