//! Pictures of positions.

use std::error::Error;
use std::num::NonZeroU32;

use engine::board::counted;
use engine::svg::{Canvas, Class, Count, Draft, Draw, Item};

use crate::moves::Move;
use crate::position::Position;
use crate::rules::Player;
use crate::setup::Setup;
use crate::square::Square;

/// | class | shapes |
/// |---|---|
/// | `centre` | the sign of the centre square |
/// | `line` | a thin line, on the board or a piece |
impl Draw for Position {
    const CLASSES: &'static [Class] = &[
        Class { name: "centre", styles: [""; 3] },
        Class {
            name: "line",
            styles: [
                "fill:none;stroke:#0003;stroke-width:2",
                "fill:none;stroke:#fff2;stroke-width:2",
                "fill:none;stroke:#999;stroke-width:2",
            ],
        },
    ];

    fn size(&self) -> (u8, u8) {
        (Square::FILES, Square::RANKS)
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.setup().draw(canvas);
    }

    /// The squares that the piece visits.
    fn places(&self, m: Move) -> Vec<String> {
        m.squares().map(|square| square.to_string()).collect()
    }

    fn draft(&self) -> Option<Box<dyn Draft<Self>>> {
        Some(Box::new(self.setup()))
    }
}

/// The pieces are `b` and `w`. A piece put on the centre has been there for one turn, and the count of
/// plies since the last capture begins anew.
impl Draft<Position> for Setup {
    fn pieces(&self) -> Vec<Item> {
        Player::ALL.map(|player| Item::new(player.to_char(), player, disc(player))).into()
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
        let limit = self.rules.quiet_limit.map_or(999, NonZeroU32::get);
        vec![
            Count::new(HOLD, self.hold, self.rules.hold_turns.get()),
            Count::new(QUIET, self.quiet, limit),
        ]
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
                canvas.piece(cell, "centre line", "", CENTRE);
            }
            for player in Player::ALL {
                if self.pieces[player as usize].contains(square) {
                    canvas.piece(cell, &player.to_string(), player.to_char(), disc(player));
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

    fn finish(&self) -> Result<Position, Box<dyn Error>> {
        Ok(Position::from_setup(self)?)
    }
}

const HOLD: &str = "turns on c3";
const QUIET: &str = "plies without a capture";

const fn disc(player: Player) -> &'static str {
    match player {
        Player::Black => BLACK,
        Player::White => WHITE,
    }
}

const CENTRE: &str =
    r#"<path d="M50 8L92 50L50 92L8 50z" stroke-width="4"/><path d="M50 24L76 50L50 76L24 50z"/>"#;

const WHITE: &str = r#"<circle cx="50" cy="50" r="36" stroke-width="3"/><circle class="line" cx="50" cy="50" r="25"/>"#;

const BLACK: &str = r#"<circle cx="50" cy="50" r="36" stroke-width="3"/><circle cx="50" cy="50" r="25" fill="none" stroke="white" stroke-opacity=".35" stroke-width="2"/>"#;
