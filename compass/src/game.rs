//! The rules as a [`Game`] of the engine.

use engine::{Game, Outcome, Start};
use jewels::{Hand, Kind};
use rand::RngExt;
use rand::seq::SliceRandom;

use crate::legal::IllegalMove;
use crate::moves::Move;
use crate::position::{Position, card_key};
use crate::rules::{Player, Rules};
use crate::setup::Setup;
use crate::square::{Square, SquareSet};

impl Game for Position {
    type Player = Player;
    type Move = Move;
    type IllegalMove = IllegalMove;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        self.turn()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome<Player>> {
        self.outcome()
    }

    fn generate_moves(&self, moves: &mut Vec<Move>) {
        if self.is_over() {
            return;
        }
        if self.is_placement() {
            let free = self.cards() - self.occupied();
            moves.extend(free.into_iter().map(|at| Move::Place { at }));
            return;
        }
        let before = moves.len();
        for from in self.checkers(self.turn()) {
            moves.extend(self.reach(from).into_iter().map(|to| Move::Slide { from, to }));
        }
        if moves.len() == before {
            moves.push(Move::End);
            let empty = SquareSet::ALL - self.cards();
            for card in self.hand(self.turn()).kinds().flat_map(Kind::cards) {
                moves.extend(empty.into_iter().map(|at| Move::Put { card, at }));
            }
        }
    }

    fn count_moves(&self, _buffer: &mut Vec<Move>) -> u64 {
        if self.is_over() {
            return 0;
        }
        if self.is_placement() {
            return (self.cards() - self.occupied()).len() as u64;
        }
        let slides = self.count_slides(self.turn());
        if slides > 0 {
            return slides as u64;
        }
        let empty = (SquareSet::ALL - self.cards()).len();
        (1 + self.hand(self.turn()).kinds().count() * 4 * empty) as u64
    }

    fn check(&self, m: Move) -> Result<(), IllegalMove> {
        let player = self.turn();
        if self.is_over() {
            return Err(IllegalMove::GameOver);
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

    fn play_unchecked(&mut self, m: Move) {
        let mover = self.turn() as usize;
        let Setup { cards, checkers, hands, ended, ply, .. } = &mut self.setup;
        let (checkers, hand) = (&mut checkers[mover], &mut hands[mover]);
        match m {
            Move::Place { at } => *checkers = checkers.with(at),
            Move::Slide { from, to } => {
                *checkers = checkers.without(from).with(to);
                if let Some(card) = cards[from.index()].take() {
                    self.centres[card.centre() as usize].remove(from);
                    self.cards_key ^= card_key(card, from);
                    *hand = hand.with(card.kind()).unwrap_or(*hand);
                }
            }
            Move::Put { card, at } => {
                *hand = hand.without(card.kind()).unwrap_or(*hand);
                cards[at.index()] = Some(card);
                self.cards_key ^= card_key(card, at);
                self.centres[card.centre() as usize].insert(at);
            }
            Move::End => *ended = true,
        }
        *ply = ply.saturating_add(1);
    }
}

/// Deals 36 cards of the pack at random from the seed, each in a random orientation (ruling 1). Every
/// deal is equally likely.
impl Start for Position {
    fn start(rules: &Rules, seed: u64) -> Self {
        let mut rng = engine::game::seeded(seed);
        let mut pack: Vec<Kind> = Kind::all().chain(Kind::all()).collect();
        pack.shuffle(&mut rng);
        let mut cards = [None; Square::COUNT];
        for (square, kind) in cards.iter_mut().zip(pack) {
            *square = kind.cards().nth(rng.random_range(0..4));
        }
        let (checkers, hands) = ([SquareSet::EMPTY; 2], [Hand::EMPTY; 2]);
        Self::assemble(&Setup { cards, checkers, hands, ended: false, ply: 0, rules: *rules })
    }
}
