//! Pictures of positions.

use std::error::Error;
use std::fmt::Write;
use std::num::NonZeroU32;

use engine::Game;
use engine::board::counted;
use engine::svg::{
    Canvas, Class, Colour, Count, DONE, Draft, Draw, Item, Places, Planes, Task, checker,
};

use crate::legal::IllegalMove;
use crate::moves::Move;
use crate::position::{Ending, Position};
use crate::rules::Player;
use crate::setup::Setup;
use crate::square::Square;

/// | class | shapes |
/// |---|---|
/// | `centre` | the ring around the centre square |
/// | `line` | a dotted line |
/// | `held` | a turn for which the centre has been held |
impl Draw for Position {
    const CLASSES: &'static [Class] = &[
        Class { name: "centre", styles: ["fill:none"; 3] },
        Class {
            name: "line",
            styles: [
                "stroke:#77736a;stroke-width:2;stroke-dasharray:3 6",
                "stroke:#a9aeb3;stroke-width:2;stroke-dasharray:3 6",
                "stroke:#000;stroke-width:2;stroke-dasharray:3 6",
            ],
        },
        Class {
            name: "held",
            styles: [
                "stroke:#1b1d1f;stroke-width:6",
                "stroke:#eceae6;stroke-width:6",
                "stroke:#000;stroke-width:6",
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

    /// A capture can end where another goes on.
    fn all_places(&self) -> Vec<String> {
        Square::ALL.iter().map(Square::to_string).chain([DONE.to_owned()]).collect()
    }

    fn place_numbers(&self, m: Move, _all: &Places, numbers: &mut Vec<u16>) {
        numbers.extend(m.squares().map(|square| square.index() as u16));
    }

    fn show(&self, planes: &mut Planes<'_>) {
        for player in Player::ALL {
            for square in self.pieces(player) {
                planes.piece(player as usize, square.index());
            }
        }
        planes.counts(&self.setup().counted());
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
impl Setup {
    /// Each count with the largest there is.
    fn counted(&self) -> [(u32, u32); 2] {
        let limit = self.rules.quiet_limit.map_or(999, NonZeroU32::get);
        [(self.hold, self.rules.hold_turns.get()), (self.quiet, limit)]
    }
}

impl Draft<Position> for Setup {
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

    fn finish(&self) -> Result<Position, Box<dyn Error>> {
        Ok(Position::from_setup(self)?)
    }
}

const HOLD: &str = "turns on c3";
const QUIET: &str = "plies without a capture";

impl Setup {
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

/// How far a piece reaches.
const RADIUS: u8 = 36;

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
