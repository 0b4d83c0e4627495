//! Positions as drafts, edited piece by piece.

use std::error::Error;

use engine::svg::{Canvas, Count, Draft, Draw, Item, checker};
use jewels::{Card, Kind};

use super::{RADIUS, card_item, class};
use crate::position::Position;
use crate::rules::{Player, Rules};
use crate::setup::Setup;
use crate::square::Square;

/// The pieces are the kinds of cards, and `white` and `black` for the checkers. A card put on one of
/// its kind turns it. The places `white:hand` and `black:hand` are for cards that come to a hand.
impl Draft for Setup {
    fn pieces(&self) -> Vec<Item> {
        let checkers = Player::ALL.map(|player| Item::new(player, class(player), checker(RADIUS)));
        checkers.into_iter().chain(Kind::all().map(|kind| card_item(kind, kind))).collect()
    }

    fn put(&mut self, piece: &str, place: &str) {
        let card = piece.parse::<Card>().ok();
        let player = piece.parse::<Player>().ok();
        if card.is_none() && player.is_none() && !piece.is_empty() {
            return;
        }
        if let Ok(square) = place.parse::<Square>() {
            self.put_on_square(card, player, square);
        } else if let Some((owner, kind)) = place.split_once(':') {
            let Ok(owner) = owner.parse::<Player>() else { return };
            let hand = &mut self.hands[owner as usize];
            let taken = kind.parse::<Card>().ok().and_then(|card| hand.without(card.kind()));
            *hand = taken.unwrap_or(*hand);
            let given = card.and_then(|card| hand.with(card.kind()));
            *hand = given.unwrap_or(*hand);
        }
        let placed = self.checkers[0].len() + self.checkers[1].len();
        let least = placed as u32;
        self.ply = if placed < Rules::CHECKERS { least } else { self.ply.max(least) };
        self.ended = false;
    }

    fn set_turn(&mut self, seat: usize) {
        if seat < Player::ALL.len() && seat != self.ply as usize % Player::ALL.len() {
            self.ply = self.ply.saturating_add(1);
        }
    }

    fn counts(&self) -> Vec<Count> {
        let [plies, ended] = self.counted();
        vec![Count::new(PLIES, plies.0, plies.1), Count::new(ENDED, ended.0, ended.1)]
    }

    fn set_count(&mut self, name: &str, value: u32) {
        match name {
            PLIES => self.ply = value,
            ENDED => self.ended = value > 0,
            _ => {}
        }
    }

    fn draw(&self, canvas: &mut Canvas) {
        Position::assemble(self).draw(canvas);
        let item = |player| Item::new(format!("{player}:hand"), class(player), checker(RADIUS));
        canvas.tray("give cards to", Player::ALL.map(item));
    }

    fn finish(&self) -> Result<String, Box<dyn Error>> {
        Ok(format!("{:#}", Position::from_setup(self)?))
    }
}

const PLIES: &str = "plies played";
const ENDED: &str = "a player ended the phase";

impl Setup {
    /// Each count with the largest there is.
    pub(super) fn counted(&self) -> [(u32, u32); 2] {
        [(self.ply, self.rules.ply_limit.unwrap_or(9999)), (self.ended.into(), 1)]
    }

    /// Puts a card or a checker; if there is neither, takes the checker away, or else the card.
    fn put_on_square(&mut self, card: Option<Card>, checker: Option<Player>, square: Square) {
        let there = &mut self.cards[square.index()];
        if let Some(card) = card {
            let same = there.filter(|there| there.kind() == card.kind());
            let turned = same.and_then(|there| card.kind().cards().nth((there.index() + 1) % 4));
            *there = turned.or(Some(card));
            return;
        }
        let empty = self.checkers.iter().all(|checkers| !checkers.contains(square));
        self.checkers = self.checkers.map(|checkers| checkers.without(square));
        match checker {
            Some(player) => {
                self.checkers[player as usize].insert(square);
            }
            None if empty => *there = None,
            None => {}
        }
    }
}
