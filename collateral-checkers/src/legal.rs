//! Legal moves (rulings 2 to 6).

use crate::chain::Chain;
use crate::geometry::{Jump, count_steps, jump, jumpers, steps};
use crate::leaps::Leaps;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::{ForcedCapture, Player};
use crate::square::{Square, SquareSet};

/// The facts that decide the moves of the player to move.
pub(crate) struct Choice {
    own: SquareSet,
    opponents: SquareSet,
    empty: SquareSet,
    /// The own pieces that can jump one of the opponent's. If there are any, the player must capture (ruling 3).
    forced: SquareSet,
    /// The opponent's pieces, if a capture must take one of them (ruling 5).
    duty: Option<SquareSet>,
}

impl Choice {
    #[inline]
    pub(crate) fn of(position: &Position) -> Self {
        let (own, opponents) = position.sides();
        let empty = position.empty();
        let forced = jumpers(own, opponents, empty);
        let duty = match position.rules().forced_capture {
            ForcedCapture::MustTakeOpponent if !forced.is_empty() => Some(opponents),
            ForcedCapture::MustTakeOpponent | ForcedCapture::AnyCapture => None,
        };
        Self { own, opponents, empty, forced, duty }
    }

    /// The squares that steps may lead to.
    #[inline]
    const fn step_targets(&self) -> SquareSet {
        if self.forced.is_empty() { self.empty } else { SquareSet::EMPTY }
    }

    /// The pieces that can begin a capture.
    #[inline]
    fn capturers(&self) -> SquareSet {
        self.forced | jumpers(self.own, self.own, self.empty)
    }

    /// The number of legal moves.
    pub(crate) fn count(&self) -> u64 {
        let steps = count_steps(self.own, self.step_targets()) as u64;
        if self.duty.is_none() {
            return steps + self.count_captures_together();
        }
        self.capturers().into_iter().fold(steps, |mut count, from| {
            self.chain(from).explore(self.duty, &mut count);
            count
        })
    }

    /// The squares from which a chain can continue after its first jump. Most captures end elsewhere.
    ///
    /// The possible jumps from a square do not depend on the first jump. It changes the board only behind
    /// the piece, where it leaves nothing to take.
    #[inline]
    fn leads_on(&self) -> SquareSet {
        jumpers(self.empty, self.own | self.opponents, self.empty)
    }

    /// The number of captures if there is no duty: those of one jump are counted all at once.
    fn count_captures_together(&self) -> u64 {
        let occupied = self.own | self.opponents;
        let leads_on = self.leads_on();
        let mut count = 0;
        for (direction, landed) in Leaps::new(self.own, occupied, self.empty).by_direction() {
            count += (landed - leads_on).len() as u64;
            for to in landed & leads_on {
                let from = jump(to, direction.opposite()).to;
                self.chain(from).after(jump(from, direction)).collect(None, &mut count);
            }
        }
        count
    }

    #[inline]
    fn chain(&self, from: Square) -> Chain {
        Chain::new(from, self.own, self.opponents)
    }

    /// Appends every legal move, in the order of their texts.
    #[inline]
    pub(crate) fn generate_all(&self, moves: &mut Vec<Move>) {
        self.generate(moves, |chain, _, moves| chain.explore(self.duty, moves));
    }

    /// Appends one legal move for each position that can be reached, the first that leads there.
    pub(crate) fn generate_distinct(&self, moves: &mut Vec<Move>) {
        self.generate(moves, |chain, from, moves| {
            chain.explore_distinct(self.duty, self.own.before(from), moves);
        });
    }

    /// Appends the legal steps, and the captures that `explore` appends for each piece that can begin one.
    #[inline]
    fn generate(&self, moves: &mut Vec<Move>, explore: impl Fn(&Chain, Square, &mut Vec<Move>)) {
        let (empty, capturers) = (self.step_targets(), self.capturers());
        let leads_on = self.leads_on();
        let fulfils = |jump: &Jump| self.duty.is_none_or(|duty| duty.bits() & jump.over != 0);
        let pieces = if empty.is_empty() { capturers } else { self.own };
        for from in pieces {
            moves.extend(steps(from, empty).map(|direction| Move::step_towards(from, direction)));
            if !capturers.contains(from) {
                continue;
            }
            let chain = self.chain(from);
            let jumps = chain.jumps();
            if jumps.clone().any(|jump| leads_on.contains(jump.to)) {
                explore(&chain, from, moves);
            } else {
                moves.extend(jumps.filter(fulfils).map(|jump| Move::jump(from, jump.direction)));
            }
        }
    }
}

impl Position {
    /// Whether the player to move can capture a piece of the opponent's, and so must capture (ruling 3).
    pub fn must_capture(&self) -> bool {
        self.forced_choice().is_some()
    }

    fn forced_choice(&self) -> Option<Choice> {
        let choice = self.ending().is_none().then(|| Choice::of(self));
        choice.filter(|choice| !choice.forced.is_empty())
    }

    /// The pieces of the player to move, and the opponent's.
    #[inline]
    pub fn sides(&self) -> (SquareSet, SquareSet) {
        (self.pieces(self.turn()), self.pieces(!self.turn()))
    }

    /// Appends the moves of [`Choice::generate_distinct`] if the player
    /// [must capture](Position::must_capture), and returns whether that is so.
    pub(crate) fn generate_forced_captures(&self, moves: &mut Vec<Move>) -> bool {
        self.forced_choice().map(|choice| choice.generate_distinct(moves)).is_some()
    }

    pub(crate) fn check_step(&self, to: Square) -> Result<(), IllegalMove> {
        if self.piece(to).is_some() {
            return Err(IllegalMove::Occupied { to });
        }
        match Choice::of(self).forced.into_iter().next() {
            Some(capturer) => Err(IllegalMove::MustCapture { capturer }),
            None => Ok(()),
        }
    }

    pub(crate) fn check_capture(&self, m: Move) -> Result<(), IllegalMove> {
        let choice = Choice::of(self);
        let mut chain = choice.chain(m.from());
        for direction in m.directions() {
            let at = chain.at();
            if chain.is_decided() {
                return Err(IllegalMove::GameOverAlready { at });
            }
            let jump = jump(at, direction);
            if chain.occupied().contains(jump.to) {
                return Err(IllegalMove::Occupied { to: jump.to });
            }
            if !chain.jumps().any(|possible| possible == jump) {
                return Err(IllegalMove::NothingToJump { from: at, to: jump.to });
            }
            chain = chain.after(jump);
        }
        if !chain.is_decided()
            && let Some(over) = chain.next_opponents().into_iter().next()
        {
            return Err(IllegalMove::MustGoOn { at: chain.at(), over });
        }
        if choice.duty == Some(chain.opponents()) {
            return Err(IllegalMove::MustTakeOpponent);
        }
        Ok(())
    }
}

/// The first rule that a move breaks, and by what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game is over (rulings 6 to 9).
    #[error("the game is over")]
    GameOver,
    /// A move begins on a piece.
    #[error("no piece stands on {from}")]
    NoPiece { from: Square },
    /// A move begins on an own piece.
    #[error("the piece on {from} is {player}'s")]
    NotYours { from: Square, player: Player },
    /// Steps and jumps end on empty squares (ruling 2).
    #[error("a piece stands on {to}")]
    Occupied { to: Square },
    /// A jump passes over a piece that has not been captured yet (ruling 2).
    #[error("there is no piece to jump between {from} and {to}")]
    NothingToJump { from: Square, to: Square },
    /// A player who can capture an opponent's piece may not step (ruling 3).
    #[error("the piece on {capturer} can capture one of the opponent's, so steps are illegal")]
    MustCapture { capturer: Square },
    /// A chain does not stop where a piece of the opponent's can be jumped (ruling 4).
    #[error("the chain must go on from {at}, where it can capture the opponent's piece on {over}")]
    MustGoOn { at: Square, over: Square },
    /// By the option `must_take_opponent` the duty to capture is one to capture the opponent (ruling 5).
    #[error("an opponent's piece can be captured, and this captures only pieces of your own")]
    MustTakeOpponent,
    /// A chain ends with the game (ruling 6).
    #[error("the chain goes on from {at}, where a player has fewer than three pieces already")]
    GameOverAlready { at: Square },
}
