//! Positions as drafts, edited piece by piece.

use std::error::Error;

use engine::svg::{Canvas, Draft, Item, SQUARE};

use super::{DOWN, HEIGHT, face, pawn, pips};
use crate::card::Card;
use crate::position::Position;
use crate::rules::Player;
use crate::setup::Setup;
use crate::square::Square;

/// The pieces are the letters of the cards, `.` for a collapsed one, and `r` and `b` for the pawns.
impl Draft for Setup {
    fn pieces(&self) -> Vec<Item> {
        let square = |shapes| format!(r#"<g transform="translate(7) scale(.862)">{shapes}</g>"#);
        let cards = Card::ALL.map(|card| (card.to_char(), "card", face(card) + &pips(card)));
        let cards = cards.into_iter().chain([('.', "down", DOWN.to_owned())]);
        let cards = cards.map(|(name, class, shapes)| Item::new(name, class, square(shapes)));
        let pawns = Player::ALL.map(|player| Item::new(player.to_char(), player, pawn(player)));
        cards.chain(pawns).collect()
    }

    fn put(&mut self, piece: &str, place: &str) {
        let Ok(square) = place.parse::<Square>() else { return };
        let letter = if piece.is_empty() { '.' } else { piece.parse().unwrap_or('?') };
        if let Some(player) = Player::from_char(letter) {
            self.pawns[player as usize] = square;
        } else if letter == '.' || Card::from_char(letter).is_some() {
            self.cards[square.index()] = Card::from_char(letter);
        }
    }

    fn set_turn(&mut self, seat: usize) {
        self.turn = Player::ALL.get(seat).copied().unwrap_or(self.turn);
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.join_edges();
        canvas.cell_height(HEIGHT);
        for square in Square::ALL {
            let cell = (square.file() as i8, square.rank() as i8);
            canvas.square(cell, "felt");
            let player =
                Player::ALL.into_iter().find(|&player| self.pawns[player as usize] == square);
            match (self.cards[square.index()], player) {
                (None, _) => canvas.piece(cell, "down", ".", DOWN),
                (Some(card), None) => {
                    canvas.piece(cell, "card", card.to_char(), face(card) + &pips(card));
                }
                (Some(card), Some(_)) => canvas.piece(cell, "card", card.to_char(), face(card)),
            }
            if let Some(player) = player {
                let class = format!("{player} on-card");
                let down = (HEIGHT - SQUARE) / 2;
                let shapes = format!(r#"<g transform="translate(0 {down})">{}</g>"#, pawn(player));
                canvas.piece(cell, &class, player.to_char(), shapes);
            }
        }
    }

    fn finish(&self) -> Result<String, Box<dyn Error>> {
        Ok(format!("{:#}", Position::from_setup(self)?))
    }
}
