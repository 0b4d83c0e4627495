//! Positions as drafts, edited piece by piece.

use std::error::Error;
use std::fmt::Write;
use std::num::NonZeroU32;

use engine::board::counted;
use engine::svg::{Canvas, Count, Draft, Item, checker};

use super::RADIUS;
use crate::position::Position;
use crate::rules::Player;
use crate::setup::Setup;
use crate::square::Square;

/// The pieces are `b` and `w`. A piece put on the centre has been there for one turn, and the count of
/// plies since the last capture begins anew.
impl Draft for Setup {
    fn pieces(&self) -> Vec<Item> {
        Player::ALL.map(|player| Item::new(player.to_char(), player, checker(RADIUS))).into()
    }

    fn put(&mut self, piece: &str, place: &str) {
        let Ok(square) = place.parse::<Square>() else { return };
        let player = piece.parse().ok().and_then(Player::from_char);
        if player.is_none() && !piece.is_empty() {
            return;
        }
        for (other, pieces) in Player::ALL.into_iter().zip(&mut self.pieces) {
            let others = pieces.without(square);
            *pieces = if player == Some(other) { others.with(square) } else { others };
        }
        self.quiet = 0;
        if square == Square::C3 {
            self.hold = player.is_some().into();
        }
    }

    fn set_turn(&mut self, seat: usize) {
        self.turn = Player::ALL.get(seat).copied().unwrap_or(self.turn);
    }

    fn counts(&self) -> Vec<Count> {
        let [hold, quiet] = self.counted();
        vec![Count::new(HOLD, hold.0, hold.1), Count::new(QUIET, quiet.0, quiet.1)]
    }

    fn set_count(&mut self, name: &str, value: u32) {
        match name {
            HOLD => self.hold = value,
            QUIET => self.quiet = value,
            _ => {}
        }
    }

    fn draw(&self, canvas: &mut Canvas) {
        for square in Square::ALL {
            let cell = (square.file() as i8, square.rank() as i8);
            let shade =
                if (square.file() + square.rank()).is_multiple_of(2) { "dark" } else { "light" };
            canvas.square(cell, shade);
            if square == Square::C3 {
                canvas.piece(cell, "centre line", "", self.ring());
            }
            for player in Player::ALL {
                if self.pieces[player as usize].contains(square) {
                    canvas.piece(cell, &player.to_string(), player.to_char(), checker(RADIUS));
                }
            }
        }
        let count = |player| self.pieces[player as usize].len();
        canvas.note(format_args!("{} black, {} white", count(Player::Black), count(Player::White)));
        if self.hold > 0 {
            let turns = counted(self.rules.hold_turns.get(), "turn");
            canvas.note(format_args!("c3 held for {} of {turns}", self.hold));
        }
    }

    fn finish(&self) -> Result<String, Box<dyn Error>> {
        Ok(format!("{:#}", Position::from_setup(self)?))
    }
}

const HOLD: &str = "turns on c3";
const QUIET: &str = "plies without a capture";

impl Setup {
    /// Each count with the largest there is.
    pub(super) fn counted(&self) -> [(u32, u32); 2] {
        let limit = self.rules.quiet_limit.map_or(999, NonZeroU32::get);
        [(self.hold, self.rules.hold_turns.get()), (self.quiet, limit)]
    }

    /// The dotted ring of the centre, with a segment for each turn for which it has been held.
    fn ring(&self) -> String {
        const CIRCLE: &str = r#"circle cx="50" cy="50" r="44""#;
        // However many turns are needed, a few segments show how far it is.
        let turns = self.rules.hold_turns.get();
        let segments = turns.min(8);
        let held = u64::from(self.hold.min(turns)) * u64::from(segments) / u64::from(turns);
        let mut ring = format!("<{CIRCLE}/>");
        for segment in 0..held {
            let degrees = 360 * segment / u64::from(segments) + 270;
            let _ = write!(
                ring,
                r#"<{CIRCLE} class="held" pathLength="{}" stroke-dasharray="8 {}" transform="rotate({degrees} 50 50)"/>"#,
                10 * segments,
                10 * segments
            );
        }
        ring
    }
}
