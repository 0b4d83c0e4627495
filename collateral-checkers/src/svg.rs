//! Pictures of positions.

mod draft;

use engine::Game;
use engine::board::counted;
use engine::observe::{DONE, Observe, Places, Planes};
use engine::svg::{Canvas, Class, Draft, Draw, Explain, Task};

use crate::legal::IllegalMove;
use crate::moves::Move;
use crate::position::{Ending, Position};
use crate::rules::Player;
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

    fn draft(&self) -> Option<Box<dyn Draft>> {
        Some(Box::new(self.setup()))
    }
}

impl Explain for Position {
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

    /// The centre, if it was held; or the pieces that the loser has left.
    fn decisive(&self) -> Vec<String> {
        match self.ending() {
            Some(Ending::Hold { .. }) => vec![Square::C3.to_string()],
            Some(Ending::Elimination { winner }) => {
                self.pieces(!winner).into_iter().map(|square| square.to_string()).collect()
            }
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

impl Observe for Position {
    /// A capture can end where another continues.
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
}

impl Position {
    /// The reason why no legal move begins on a square.
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

/// The radius of a piece.
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
        assert_eq!(Explain::ending(&won).unwrap(), "held the centre for 3 turns");
        assert_eq!(won.decisive(), ["c3"]);
        assert_eq!(position("w4/3w1/2b2/5/b3b w 1 0").decisive(), ["a5", "d4"]);
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
