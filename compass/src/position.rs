//! Positions: the cards on the board and in hand, the checkers, and the plies played.

use std::fmt;

use engine::{Outcome, Points, key};
use rand::RngExt;
use rand::seq::SliceRandom;

use crate::card::{Card, Kind};
use crate::hand::Hand;
use crate::moves::{IllegalMove, Move};
use crate::player::Player;
use crate::rules::Rules;
use crate::setup::Setup;
use crate::square::{Direction, Square, SquareSet};

/// A position: every card, every checker, the plies played, and by which rules.
///
/// Every position is legal in the sense of ruling 7. Positions come from [`Position::deal`], from
/// text, or from a [`Setup`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// By square.
    cards: [Option<Card>; Square::COUNT],
    /// By colour: where the cards lie that show it in their centre.
    centres: [SquareSet; 5],
    /// By player.
    checkers: [SquareSet; 2],
    /// By player.
    hands: [Hand; 2],
    rules: Rules,
    ply: u32,
    /// Whether somebody ended the phase.
    ended: bool,
}

impl Position {
    /// How many cards are in the game.
    pub const CARDS: usize = 36;

    /// How many checkers are placed before play begins.
    pub const CHECKERS: usize = 4;

    /// The most legal moves that a position can have: 30 kinds in hand in four orientations on 32
    /// empty squares, and the end.
    pub const MAX_MOVES: usize = 30 * 4 * 32 + 1;

    /// Deals 36 cards of the pack at random, each in a random orientation (ruling 1). The same seed
    /// always gives the same position, and every deal is equally likely.
    #[must_use]
    pub fn deal(seed: u64, rules: Rules) -> Self {
        let mut rng = engine::seeded(seed);
        let mut pack: Vec<Kind> = Kind::all().chain(Kind::all()).collect();
        pack.shuffle(&mut rng);
        let mut cards = [None; Square::COUNT];
        for (square, kind) in cards.iter_mut().zip(pack) {
            *square = kind.cards().nth(rng.random_range(0..4));
        }
        let (checkers, hands) = ([SquareSet::EMPTY; 2], [Hand::EMPTY; 2]);
        Self::assemble(&Setup { cards, checkers, hands, ended: false, ply: 0 }, rules)
    }

    /// The position of a setup that is known to be legal.
    pub(crate) fn assemble(setup: &Setup, rules: Rules) -> Self {
        let mut centres = [SquareSet::EMPTY; 5];
        for square in Square::ALL {
            if let Some(card) = setup.cards[square.index()] {
                let centre = &mut centres[card.centre() as usize];
                *centre = centre.with(square);
            }
        }
        let Setup { cards, checkers, hands, ended, ply } = *setup;
        Self { cards, centres, checkers, hands, rules, ply, ended }
    }

    /// Everything the position consists of, but the rules.
    #[must_use]
    pub const fn setup(&self) -> Setup {
        let Self { cards, checkers, hands, ended, ply, .. } = *self;
        Setup { cards, checkers, hands, ended, ply }
    }

    /// The same position, played on by other rules.
    #[must_use]
    pub const fn with_rules(mut self, rules: Rules) -> Self {
        self.rules = rules;
        self
    }

    /// The card on a square as it lies, or `None` if the square is empty.
    #[must_use]
    pub const fn card(&self, square: Square) -> Option<Card> {
        self.cards[square.index()]
    }

    /// The squares with cards.
    #[must_use]
    pub fn cards(&self) -> SquareSet {
        self.centres.into_iter().fold(SquareSet::EMPTY, SquareSet::union)
    }

    /// Where a player's checkers stand.
    #[must_use]
    pub const fn checkers(&self, player: Player) -> SquareSet {
        self.checkers[player as usize]
    }

    /// The cards a player has collected.
    #[must_use]
    pub const fn hand(&self, player: Player) -> Hand {
        self.hands[player as usize]
    }

    /// The player to move; after the end, the one who would be.
    #[must_use]
    pub const fn turn(&self) -> Player {
        if self.ply.is_multiple_of(2) { Player::White } else { Player::Black }
    }

    /// How many plies were played.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// The rules the position is played by.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Whether somebody ended the phase (ruling 4).
    #[must_use]
    pub const fn is_ended(&self) -> bool {
        self.ended
    }

    /// Whether the phase is over: ended by a player or at the limit of plies (rulings 4 and 5).
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.ended || self.ply >= self.rules.last_ply()
    }

    /// Whether checkers are still being placed (ruling 2).
    #[must_use]
    pub const fn is_placement(&self) -> bool {
        self.checkers[0].len() + self.checkers[1].len() < Self::CHECKERS
    }

    /// The points of both players once the phase is over (ruling 6).
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome<Player>> {
        let points = |player| (player, self.hand(player).points() as i32);
        self.is_over().then(|| Outcome::Points(Points::new(Player::ALL.map(points))))
    }

    /// The squares that a checker on `from` can go to; none if no card lies there (ruling 3).
    #[must_use]
    pub fn reach(&self, from: Square) -> SquareSet {
        self.card(from).map_or(SquareSet::EMPTY, |card| self.reach_from(from, card))
    }

    /// The squares that a checker could go to from a card on `from`.
    pub(crate) fn reach_from(&self, from: Square, card: Card) -> SquareSet {
        let [north, east, south, west] = Direction::ALL
            .map(|to| from.ray(to).intersection(self.centres[card.border(to) as usize]));
        north.union(east).union(south.union(west)).difference(self.occupied())
    }

    /// Whether a player has a checker that could move if it were their turn.
    #[must_use]
    pub fn can_slide(&self, player: Player) -> bool {
        self.checkers(player).into_iter().any(|from| !self.reach(from).is_empty())
    }

    /// The squares with checkers.
    fn occupied(&self) -> SquareSet {
        self.checkers[0].union(self.checkers[1])
    }

    pub(crate) fn generate_moves(&self, moves: &mut Vec<Move>) {
        if self.is_over() {
            return;
        }
        if self.is_placement() {
            let free = self.cards().difference(self.occupied());
            moves.extend(free.into_iter().map(|at| Move::Place { at }));
            return;
        }
        let before = moves.len();
        for from in self.checkers(self.turn()) {
            moves.extend(self.reach(from).into_iter().map(|to| Move::Slide { from, to }));
        }
        if moves.len() == before {
            self.generate_stuck_moves(moves);
        }
    }

    /// How many moves there are.
    pub(crate) fn count_moves(&self) -> usize {
        if self.is_over() {
            return 0;
        }
        if self.is_placement() {
            return self.cards().difference(self.occupied()).len();
        }
        let slides: usize =
            self.checkers(self.turn()).into_iter().map(|from| self.reach(from).len()).sum();
        if slides > 0 {
            return slides;
        }
        let empty = SquareSet::ALL.difference(self.cards()).len();
        1 + self.hand(self.turn()).kinds().count() * 4 * empty
    }

    /// The moves of a player who can move no checker (ruling 4).
    fn generate_stuck_moves(&self, moves: &mut Vec<Move>) {
        moves.push(Move::End);
        let empty = SquareSet::ALL.difference(self.cards());
        for card in self.hand(self.turn()).kinds().flat_map(Kind::cards) {
            moves.extend(empty.into_iter().map(|at| Move::Put { card, at }));
        }
    }

    /// Says whether a move may be played, and if not, why.
    pub(crate) fn check(&self, m: Move) -> Result<(), IllegalMove> {
        let player = self.turn();
        if self.ended {
            return Err(IllegalMove::Ended);
        }
        if self.is_over() {
            return Err(IllegalMove::PlyLimit { limit: self.rules.last_ply() });
        }
        if let Move::Place { at } = m {
            return self.check_place(at);
        }
        if self.is_placement() {
            return Err(IllegalMove::PlacementFirst { player });
        }
        if let Move::Slide { from, to } = m {
            return self.check_slide(from, to);
        }
        for from in self.checkers(player) {
            if let Some(to) = self.reach(from).into_iter().next() {
                return Err(IllegalMove::MustSlide { player, from, to });
            }
        }
        match m {
            Move::Put { card, .. } if self.hand(player).count(card.kind()) == 0 => {
                Err(IllegalMove::NotInHand { player, card })
            }
            Move::Put { at, .. } if self.card(at).is_some() => Err(IllegalMove::Covered { at }),
            _ => Ok(()),
        }
    }

    fn check_place(&self, at: Square) -> Result<(), IllegalMove> {
        if !self.is_placement() {
            return Err(IllegalMove::AllPlaced);
        }
        if self.card(at).is_none() {
            return Err(IllegalMove::NoCard { at });
        }
        if self.occupied().contains(at) {
            return Err(IllegalMove::Occupied { at });
        }
        Ok(())
    }

    fn check_slide(&self, from: Square, to: Square) -> Result<(), IllegalMove> {
        let player = self.turn();
        if !self.checkers(player).contains(from) {
            return Err(IllegalMove::NoChecker { player, from });
        }
        let direction = from.direction_to(to).ok_or(IllegalMove::NotInLine { from, to })?;
        let left = self.card(from).ok_or(IllegalMove::NoCard { at: from })?;
        let entered = self.card(to).ok_or(IllegalMove::NoCard { at: to })?;
        if self.occupied().contains(to) {
            return Err(IllegalMove::Occupied { at: to });
        }
        let (border, centre) = (left.border(direction), entered.centre());
        if border != centre {
            return Err(IllegalMove::WrongColour { from, to, direction, border, centre });
        }
        Ok(())
    }

    pub(crate) fn play_unchecked(&mut self, m: Move) {
        let mover = self.turn() as usize;
        match m {
            Move::Place { at } => self.checkers[mover] = self.checkers[mover].with(at),
            Move::Slide { from, to } => {
                self.checkers[mover] = self.checkers[mover].without(from).with(to);
                if let Some(card) = self.cards[from.index()].take() {
                    let centre = &mut self.centres[card.centre() as usize];
                    *centre = centre.without(from);
                    let hand = &mut self.hands[mover];
                    *hand = hand.with(card.kind()).unwrap_or(*hand);
                }
            }
            Move::Put { card, at } => {
                let hand = &mut self.hands[mover];
                *hand = hand.without(card.kind()).unwrap_or(*hand);
                self.cards[at.index()] = Some(card);
                let centre = &mut self.centres[card.centre() as usize];
                *centre = centre.with(at);
            }
            Move::End => self.ended = true,
        }
        self.ply = self.ply.saturating_add(1);
    }

    pub(crate) fn key(&self) -> u64 {
        let code = |card: Option<Card>| card.map_or(0, |card| card.index() as u8 + 1);
        let (words, rest) = self.cards.as_chunks::<8>();
        let mut key = 0;
        for word in words {
            key = key::mix(key, u64::from_le_bytes(word.map(code)));
        }
        let rest = rest.iter().fold(0, |word, &card| word << 8 | u64::from(code(card)));
        let limit = self.rules.ply_limit.map_or(0, |limit| u64::from(limit) + 1);
        let [white, black] = self.checkers.map(SquareSet::bits);
        for word in [
            rest | u64::from(self.ply) << 32,
            white | u64::from(self.ended) << 63,
            black,
            self.hands[0].bits(),
            self.hands[1].bits(),
            limit,
        ] {
            key = key::mix(key, word);
        }
        key
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self}, {:?})", self.rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_small() {
        assert_eq!(size_of::<Position>(), 128);
    }
}
