//! Positions of all variants.

use std::fmt;

use engine::{Game, Keyed, NotLegal, Outcome, key};
use rand::seq::SliceRandom;

use super::rules::{MIXED, Rules};
use super::square::{Square, SquareSet, Torus};
use crate::card::Card;

engine::letters! {
    /// A player.
    pub enum Player {
        /// The first to move.
        Red: 'r' "red",
        /// The second.
        Blue: 'b' "blue",
        /// The third, with three or four players.
        Green: 'g' "green",
        /// The fourth, with four players.
        Yellow: 'y' "yellow",
    }
}

/// A position of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    rules: Rules,
    face_up: SquareSet,
    /// Face up and other than jokers, in the order of the mixture.
    cards: [SquareSet; 4],
    /// By player.
    pawns: [Square; 4],
    turn: Player,
    /// By player: whether they could not move when it was their turn.
    out: [bool; 4],
}

impl Position {
    /// The cards of a variant dealt at random; the same seed always gives the same deal, and every
    /// order of the cards is equally likely.
    pub fn deal(rules: Rules, seed: u64) -> Self {
        let others = MIXED.into_iter().zip(rules.deck());
        let decks = std::iter::once((Card::Joker, rules.players())).chain(others);
        let mut cards: Vec<Card> =
            decks.flat_map(|(card, count)| std::iter::repeat_n(card, count)).collect();
        cards.shuffle(&mut engine::seeded(seed));
        Self::of(rules, rules.board().into_iter().zip(cards))
    }

    /// The number of deals of two players with red's joker on the first square in reading order. They
    /// stand for all deals, each for as many, as the torus looks the same from every square. `None` with
    /// more players, or if the number is too large.
    pub fn deals(rules: Rules) -> Option<u64> {
        if rules.players() == 2 { orders(&rest(rules)) } else { None }
    }

    /// One of these [`deals`](Self::deals), counted from 0; `None` if there are not so many.
    pub fn numbered_deal(rules: Rules, mut number: u64) -> Option<Self> {
        Self::deals(rules).filter(|&deals| number < deals)?;
        let mut left = rest(rules);
        let mut next = || {
            for place in 0..left.len() {
                let Some(fewer) = left[place].checked_sub(1) else { continue };
                let before = std::mem::replace(&mut left[place], fewer);
                let deals = orders(&left)?;
                if number < deals {
                    return Some(place.checked_sub(1).map_or(Card::Joker, |place| MIXED[place]));
                }
                number -= deals;
                left[place] = before;
            }
            None
        };
        let (_, ranks) = rules.size();
        let first = Square::new(0, ranks - 1)?;
        let others = rules.board().without(first).into_iter();
        let cards: Option<Vec<_>> = others.map(|square| Some((square, next()?))).collect();
        Some(Self::of(rules, cards?.into_iter().chain([(first, Card::Joker)])))
    }

    /// The start of a deal of these cards.
    fn of(rules: Rules, deal: impl Iterator<Item = (Square, Card)>) -> Self {
        let (mut jokers, mut cards) = (Vec::new(), [SquareSet::EMPTY; 4]);
        for (square, card) in deal {
            match MIXED.iter().position(|&mixed| mixed == card) {
                Some(place) => cards[place] = cards[place].with(square),
                None => jokers.push(square),
            }
        }
        jokers.sort_by_key(|square| (std::cmp::Reverse(square.rank()), square.file()));
        let mut pawns = [Square::A1; 4];
        for (pawn, joker) in pawns.iter_mut().zip(jokers) {
            *pawn = joker;
        }
        let face_up = rules.board();
        let out = [false; 4];
        let mut position = Self { rules, face_up, cards, pawns, turn: Player::Red, out };
        position.pass_over_the_stuck();
        position
    }

    /// The variant.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The card on a square, or `None` if it is collapsed or not on the board.
    pub fn card(&self, square: Square) -> Option<Card> {
        let mixed = self.cards.iter().position(|cards| cards.contains(square));
        let card = mixed.map_or(Card::Joker, |place| MIXED[place]);
        self.face_up.contains(square).then_some(card)
    }

    /// Where a player's pawn stands; `None` if there is no such player.
    pub fn pawn(&self, player: Player) -> Option<Square> {
        self.players().contains(&player).then(|| self.pawns[player as usize])
    }

    /// Where walks of a player can end, pawns disregarded.
    pub(super) fn reach(&self, player: Player) -> SquareSet {
        let from = self.pawns[player as usize];
        self.card(from).map_or(SquareSet::EMPTY, |card| {
            Torus::new(self.rules.size()).reach(from, card.steps(self.rules.jokers()), self.face_up)
        })
    }

    /// Every move of the player to move.
    pub fn moves(&self) -> SquareSet {
        if self.players_left() < 2 {
            return SquareSet::EMPTY;
        }
        let others = self.pawns[..self.rules.players()].iter();
        others.fold(self.reach(self.turn), |moves, &pawn| moves.without(pawn))
    }

    /// The number of players who are not out.
    fn players_left(&self) -> usize {
        self.rules.players() - self.out.iter().filter(|&&out| out).count()
    }

    fn pass_turn(&mut self) {
        let next = (self.turn as usize + 1) % self.rules.players();
        self.turn = Player::ALL[next];
    }

    /// Counts players as out until one can move, or one is left.
    fn pass_over_the_stuck(&mut self) {
        while self.players_left() > 1 && self.moves().is_empty() {
            self.out[self.turn as usize] = true;
            self.pass_turn();
        }
    }
}

/// The number of cards of each kind beside red's joker, jokers first.
fn rest(rules: Rules) -> [usize; 5] {
    let [aces, twos, threes, fours] = rules.deck();
    [rules.players() - 1, aces, twos, threes, fours]
}

/// The number of orders of cards of which so many are equal.
fn orders(equal: &[usize]) -> Option<u64> {
    let mut cards = 0;
    let mut ways: u64 = 1;
    for place in equal.iter().flat_map(|&count| 1..=count as u64) {
        cards += 1;
        ways = ways.checked_mul(cards)? / place;
    }
    Some(ways)
}

impl Game for Position {
    type Player = Player;
    type Move = Square;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL[..self.rules.players()]
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome<Player>> {
        let mut left = self.players().iter().filter(|&&player| !self.out[player as usize]);
        match (left.next(), left.next()) {
            (Some(&last), None) => Some(Outcome::Winner(last)),
            _ => None,
        }
    }

    fn generate_moves(&self, moves: &mut Vec<Square>) {
        moves.extend(self.moves());
    }

    fn check(&self, to: Square) -> Result<(), NotLegal> {
        NotLegal::check(self, to)
    }

    fn play_unchecked(&mut self, to: Square) {
        let from = self.pawns[self.turn as usize];
        self.face_up = self.face_up.without(from);
        self.cards = self.cards.map(|cards| cards.without(from));
        self.pawns[self.turn as usize] = to;
        self.pass_turn();
        self.pass_over_the_stuck();
    }
}

impl Keyed for Position {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

/// The ranks from the top, `r`, `b`, `g` and `y` behind the cards of the pawns, then the side to move.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (files, ranks) = self.rules.size();
        let rank = |rank| {
            let squares = (0..files).filter_map(|file| Square::new(file, rank));
            squares.fold(String::new(), |mut text, square| {
                text.push(self.card(square).map_or('.', Card::to_char));
                let pawn = self.players().iter().find(|&&p| self.pawn(p) == Some(square));
                text.extend(pawn.map(|pawn| pawn.to_char()));
                text
            })
        };
        let board: Vec<String> = (0..ranks).rev().map(rank).collect();
        f.pad(&format!("{} {}", board.join("/"), self.turn.to_char()))
    }
}
