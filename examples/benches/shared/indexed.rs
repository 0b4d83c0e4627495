//! What the crate `minimax` wants to know of the games of this workspace.

use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use engine::Evaluator;

use crate::games::{Collapsi, CollateralCheckers, Compass, ConnectFour};
use crate::rival::{Indexed, Move};
use crate::subject::Position;

impl Indexed for ConnectFour {
    const INDICES: u16 = 7;

    fn index(m: Move<Self>) -> u16 {
        word_of(&m) as u16
    }

    fn filler() -> Option<Move<Self>> {
        "d".parse().ok()
    }
}

impl Indexed for CollateralCheckers {
    /// A square, whether it is a capture, and the first two directions.
    const INDICES: u16 = 1 << 14;

    fn index(m: Move<Self>) -> u16 {
        (word_of(&m) >> 48) as u16 % Self::INDICES
    }

    fn filler() -> Option<Move<Self>> {
        use collateral_checkers::{Move, Square};
        Move::step(Square::C3, Square::from_index(0)?).ok()
    }
}

impl Indexed for Compass {
    const INDICES: u16 = 36 + 36 * 36 + 120 * 36 + 1;

    fn index(m: Move<Self>) -> u16 {
        use compass::Move;
        let index = match m {
            Move::Place { at } => at.index(),
            Move::Slide { from, to } => 36 + 36 * from.index() + to.index(),
            Move::Put { card, at } => 36 + 36 * 36 + 36 * card.index() + at.index(),
            Move::End => 36 + 36 * 36 + 36 * 120,
        };
        index as u16
    }

    fn filler() -> Option<Move<Self>> {
        Some(compass::Move::End)
    }

    fn order(position: &Position<Self>, m: Move<Self>) -> i32 {
        static JUDGE: LazyLock<compass::Evaluation> = LazyLock::new(compass::Evaluation::default);
        JUDGE.order(position, m)
    }
}

impl Indexed for Collapsi {
    const INDICES: u16 = 16;

    fn index(m: Move<Self>) -> u16 {
        m.index() as u16
    }

    fn filler() -> Option<Move<Self>> {
        Some(collapsi::Square::A1)
    }
}

/// The integer inside a move that is nothing else.
fn word_of(m: &impl Hash) -> u64 {
    #[derive(Default)]
    struct Word(u64);

    impl Hasher for Word {
        fn write(&mut self, bytes: &[u8]) {
            self.0 = bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        }

        fn finish(&self) -> u64 {
            self.0
        }
    }

    let mut word = Word::default();
    m.hash(&mut word);
    word.finish()
}
