//! Pictures of positions.

use engine::svg::{Canvas, Draw};

use crate::moves::Move;
use crate::player::Player;
use crate::position::Position;
use crate::square::Square;

impl Draw for Position {
    fn size(&self) -> (u8, u8) {
        (Square::FILES, Square::RANKS)
    }

    fn draw(&self, canvas: &mut Canvas) {
        for square in Square::ALL {
            let cell = (square.file() as i8, square.rank() as i8);
            let shade =
                if (square.file() + square.rank()).is_multiple_of(2) { "dark" } else { "light" };
            canvas.square(cell, shade);
            if square == Square::C3 {
                canvas.piece(cell, "centre line", "", CENTRE);
            }
            if let Some(player) = self.piece(square) {
                let disc = match player {
                    Player::Black => BLACK,
                    Player::White => WHITE,
                };
                canvas.piece(cell, &player.to_string(), player.to_char(), disc);
            }
        }
        let count = |player| self.pieces(player).len();
        canvas.note(format_args!("{} black, {} white", count(Player::Black), count(Player::White)));
        if self.hold() > 0 {
            canvas.note(format_args!(
                "c3 held for {} of {} turns",
                self.hold(),
                self.rules().hold_turns
            ));
        }
    }

    /// The squares that the piece visits.
    fn places(&self, m: Move) -> Vec<String> {
        m.squares().map(|square| square.to_string()).collect()
    }
}

const CENTRE: &str =
    r#"<path d="M50 8L92 50L50 92L8 50z" stroke-width="4"/><path d="M50 24L76 50L50 76L24 50z"/>"#;

const WHITE: &str = r#"<circle cx="50" cy="50" r="36" stroke-width="3"/><circle class="line" cx="50" cy="50" r="25"/>"#;

const BLACK: &str = r#"<circle cx="50" cy="50" r="36" stroke-width="3"/><circle cx="50" cy="50" r="25" fill="none" stroke="white" stroke-opacity=".35" stroke-width="2"/>"#;
