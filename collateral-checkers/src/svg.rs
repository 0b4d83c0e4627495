//! Pictures of positions.

use std::error::Error;
use std::num::NonZeroU32;

use engine::Game;
use engine::board::counted;
use engine::svg::{Canvas, Class, Colour, Count, Draft, Draw, Item, Task};

use crate::legal::IllegalMove;
use crate::moves::Move;
use crate::position::{Ending, Position};
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

    fn colour(&self, player: Player) -> Colour {
        match player {
            Player::Black => Colour::Black,
            Player::White => Colour::White,
        }
    }

    fn task(&self) -> Task {
        let task = if self.must_capture() {
            let ways = counted(self.legal_moves().len(), "way");
            Task::new(format!("capture, {ways}"))
                .help("you can jump an opponent's piece, so you must")
        } else {
            Task::new("move a piece")
        };
        match self.piece(Square::C3) {
            Some(holder) if self.hold() > 0 => {
                let (held, turns) = (self.hold(), self.rules().hold_turns);
                task.help(format!("{holder} holds the centre: {held} of {turns}"))
            }
            _ => task,
        }
    }

    fn ending(&self) -> Option<String> {
        Some(match self.ending()? {
            Ending::Elimination { winner } => {
                format!("{} has fewer than three pieces left", !winner)
            }
            Ending::Hold { .. } => {
                format!("held the centre for {}", counted(self.rules().hold_turns.get(), "turn"))
            }
            Ending::Quiet => format!("{} without a capture", counted(self.quiet(), "move")),
        })
    }

    /// The centre, if it was held.
    fn decisive(&self) -> Vec<String> {
        match self.ending() {
            Some(Ending::Hold { .. }) => vec![Square::C3.to_string()],
            _ => Vec::new(),
        }
    }

    fn refusal(&self, places: &[&str]) -> Option<String> {
        let squares: Option<Vec<Square>> = places.iter().map(|place| place.parse().ok()).collect();
        let squares = squares?;
        let m = match *squares {
            [] => return None,
            [from] => return Some(self.why_not_from(from)),
            [from, to] => Move::step(from, to).or_else(|_| Move::capture([from, to])),
            _ => Move::capture(squares),
        };
        match m {
            Ok(m) => self.check(m).err().map(|error| error.to_string()),
            Err(error) => Some(error.to_string()),
        }
    }
}

impl Position {
    /// Why no legal move begins on a square.
    fn why_not_from(&self, from: Square) -> String {
        match self.piece(from) {
            None => IllegalMove::NoPiece { from }.to_string(),
            Some(player) if player != self.turn() => {
                IllegalMove::NotYours { from, player }.to_string()
            }
            Some(_) if self.must_capture() => {
                format!("the piece on {from} cannot capture, and you must")
            }
            Some(_) => format!("the piece on {from} cannot move"),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    #[test]
    fn what_is_to_do_is_said() {
        let start = Position::default();
        assert_eq!(start.task(), Task::new("move a piece"));
        let held = position("wwwww/ww1ww/2b2/b2bb/bbbbb w 1 0");
        assert_eq!(held.task().help.unwrap(), "black holds the centre: 1 of 3");
        assert!(held.task().say.starts_with("capture, "), "{}", held.task().say);
        let won = position("wwwww/1w1ww/w1b2/bb1bb/1bbbb w 3 0");
        assert_eq!(Draw::ending(&won).unwrap(), "held the centre for 3 turns");
        assert_eq!(won.decisive(), ["c3"]);
    }

    #[test]
    fn reasons_are_in_words() {
        let start = Position::default();
        for (places, reason) in [
            (&["d4"][..], "the piece on d4 is white's"),
            (&["c3"], "no piece stands on c3"),
            (&["c1"], "the piece on c1 cannot move"),
            (&["b2", "b1"], "a piece stands on b1"),
            (&["b2", "b4"], "a piece stands on b4"),
            (
                &["b2", "d5"],
                "d5 is not two squares straight on from b2, so there is no jump between them",
            ),
        ] {
            assert_eq!(start.refusal(places).as_deref(), Some(reason), "{places:?}");
        }
        for places in [&[][..], &["b2", "c3"], &["f9"]] {
            assert_eq!(start.refusal(places), None, "{places:?}");
        }
    }
}
