//! Symmetries: of the board, and of the colours.

use crate::moves::Move;
use crate::player::Player;
use crate::position::Position;
use crate::square::{Square, SquareSet};

/// A symmetry: one of the eight of the board, alone or together with an exchange of the colours.
///
/// Exchanging the colours exchanges who is to move as well, since both play by the same rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry(
    /// Bit 0 mirrors the files, bit 1 the ranks, then bit 2 exchanges files and ranks; bit 3
    /// exchanges the colours.
    u8,
);

impl Symmetry {
    /// All of them, first the one that changes nothing.
    pub const ALL: [Self; 16] = {
        let mut all = [Self(0); 16];
        let mut i = 0;
        while i < 16 {
            all[i] = Self(i as u8);
            i += 1;
        }
        all
    };

    /// Whether black and white change places.
    #[must_use]
    pub const fn swaps_colours(self) -> bool {
        self.0 & 8 != 0
    }

    /// Where a square comes to.
    #[must_use]
    pub const fn square(self, square: Square) -> Square {
        let (mut file, mut rank) = (square.file(), square.rank());
        if self.0 & 1 != 0 {
            file = 4 - file;
        }
        if self.0 & 2 != 0 {
            rank = 4 - rank;
        }
        if self.0 & 4 != 0 {
            (file, rank) = (rank, file);
        }
        Square::wrapping(file as u32 * 5 + rank as u32)
    }

    /// Where a set of squares comes to.
    #[must_use]
    pub fn squares(self, squares: SquareSet) -> SquareSet {
        let files = &FILES[usize::from(self.0 & 7)];
        let move_file = |moved, (file, images): (usize, &[u32; 32])| {
            moved | images[(squares.bits() >> (5 * file) & 31) as usize]
        };
        SquareSet::from_bits(files.iter().enumerate().fold(0, move_file))
    }

    /// Who takes the part of a player.
    #[must_use]
    pub fn player(self, player: Player) -> Player {
        if self.swaps_colours() { !player } else { player }
    }

    /// What becomes of a move.
    #[must_use]
    pub fn apply(self, m: Move) -> Move {
        let squares = m.squares().map(|square| self.square(square));
        let image = if m.is_capture() {
            Move::capture(squares)
        } else {
            Move::step(self.square(m.from()), self.square(m.to()))
        };
        // Symmetries keep neighbours neighbours, so the image is a move.
        image.unwrap_or(m)
    }
}

/// By symmetry of the board and file: where the squares of the file come to, by their bits.
static FILES: [[[u32; 32]; 5]; 8] = {
    let mut files = [[[0; 32]; 5]; 8];
    let mut i = 0;
    while i < 8 {
        let mut index = 0;
        while let Some(square) = Square::from_index(index) {
            let mut bits = 0;
            while bits < 32 {
                if bits >> square.rank() & 1 == 1 {
                    let image = Symmetry(i as u8).square(square);
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

impl Position {
    pub(crate) fn transform(&self, symmetry: Symmetry) -> Self {
        let image = |player| symmetry.squares(self.pieces(symmetry.player(player)));
        self.with_pieces(Player::ALL.map(image), symmetry.player(self.turn()))
    }

    /// The image with black to move whose pieces come first.
    pub(crate) fn canonical(&self) -> Self {
        let black_moves = |image: &Self| image.turn() == Player::Black;
        let pieces = |image: &Self| Player::ALL.map(|player| image.pieces(player).bits());
        let images = Symmetry::ALL.into_iter().map(|symmetry| self.transform(symmetry));
        images.filter(black_moves).min_by_key(pieces).unwrap_or(*self)
    }
}
