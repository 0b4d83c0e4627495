//! What the rival is told of the games of this workspace.

use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use engine::search::{Known, StandPat, Window};
use engine::{Evaluator, Game, Score};

use crate::games::{Collapsi, CollateralCheckers, Compass, ConnectFour, Entrant};
use crate::rival::{Move, Told};

/// A game with numbers for its moves.
pub(crate) trait Indexed: Entrant {
    /// How many indices there are.
    const INDICES: u16;

    /// How many plies the evaluator sees at a glance. It is told to the rival if nothing has to be
    /// followed beyond the depth.
    const SEES: u32;

    fn index(m: MoveOf<Self>) -> u16;

    /// Any move.
    fn filler() -> Option<MoveOf<Self>>;
}

type MoveOf<S> = <<S as Entrant>::Position as Game>::Move;

/// A game with its evaluator's order, and with or without what else the evaluator knows.
pub(crate) struct With<S, const HOOKS: bool>(PhantomData<S>);

impl<S: Indexed, const HOOKS: bool> Told for With<S, HOOKS> {
    type Position = S::Position;

    const INDICES: u16 = S::INDICES;
    const LOOKS_AHEAD: u32 = if HOOKS { S::SEES } else { 0 };

    fn evaluate(position: &S::Position) -> i32 {
        S::judge().evaluate(position, position.turn())
    }

    fn order(position: &S::Position, m: Move<Self>) -> i32 {
        S::judge().order(position, m)
    }

    fn moves(position: &S::Position, moves: &mut Vec<Move<Self>>) {
        if HOOKS {
            S::judge().candidate_moves(position, moves);
        } else {
            position.generate_distinct_moves(moves);
        }
    }

    fn noisy_moves(position: &S::Position, moves: &mut Vec<Move<Self>>) {
        let stand_pat = S::judge().noisy_moves(position, moves);
        debug_assert!(stand_pat == StandPat::Forced || moves.is_empty());
    }

    fn look_ahead(position: &S::Position, plies: u32) -> Option<Score> {
        match S::judge().known(position, plies, Window::FULL)? {
            Known::Proven(score) | Known::AtDepth(score) => Some(score),
        }
    }

    fn index(m: Move<Self>) -> u16 {
        S::index(m)
    }

    fn filler() -> Option<Move<Self>> {
        S::filler()
    }
}

impl Indexed for ConnectFour {
    const INDICES: u16 = 7;

    const SEES: u32 = 2;

    fn index(m: MoveOf<Self>) -> u16 {
        word_of(&m) as u16
    }

    fn filler() -> Option<MoveOf<Self>> {
        "d".parse().ok()
    }
}

impl Indexed for CollateralCheckers {
    /// A square, whether it is a capture, and the first two directions.
    const INDICES: u16 = 1 << 14;

    const SEES: u32 = 0;

    fn index(m: MoveOf<Self>) -> u16 {
        (word_of(&m) >> 48) as u16 % Self::INDICES
    }

    fn filler() -> Option<MoveOf<Self>> {
        use collateral_checkers::{Move, Square};
        Move::step(Square::C3, Square::from_index(0)?).ok()
    }
}

impl Indexed for Compass {
    const INDICES: u16 = 36 + 36 * 36 + 120 * 36 + 1;

    const SEES: u32 = 1;

    fn index(m: MoveOf<Self>) -> u16 {
        use compass::Move;
        let index = match m {
            Move::Place { at } => at.index(),
            Move::Slide { from, to } => 36 + 36 * from.index() + to.index(),
            Move::Put { card, at } => 36 + 36 * 36 + 36 * card.index() + at.index(),
            Move::End => 36 + 36 * 36 + 36 * 120,
        };
        index as u16
    }

    fn filler() -> Option<MoveOf<Self>> {
        Some(compass::Move::End)
    }
}

impl Indexed for Collapsi {
    const INDICES: u16 = 16;

    const SEES: u32 = 2;

    fn index(m: MoveOf<Self>) -> u16 {
        m.index() as u16
    }

    fn filler() -> Option<MoveOf<Self>> {
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
