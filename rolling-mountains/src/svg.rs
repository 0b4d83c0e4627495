//! Pictures of positions.

use engine::svg::{Canvas, Cell, Draw, Item};

use crate::edge::EdgeSide;
use crate::moves::Move;
use crate::player::{Pawn, Place, Player};
use crate::position::Position;
use crate::square::{Direction, Square};
use crate::stage::{Motion, Stage};

impl Draw for Position {
    fn size(&self) -> (u8, u8) {
        (self.rules().width(), self.rules().height())
    }

    /// Beside the corners lie gates, named by corner and direction as in `a8n`, through which pawns
    /// enter and exit. The supply is named `tile`, `wall` and `mountain`.
    fn draw(&self, canvas: &mut Canvas) {
        for square in self.rules().board() {
            let shade =
                if (square.file() + square.rank()).is_multiple_of(2) { "dark" } else { "light" };
            canvas.square(cell(square), shade);
        }
        self.draw_gates(canvas);
        for square in self.rules().board() {
            if self.tiles().contains(square) {
                canvas.piece(cell(square), "tile", "t", TILE);
            } else if self.mountains().contains(square) {
                canvas.piece(cell(square), "mountain", "m", MOUNTAIN);
            }
        }
        for &player in self.rules().players().seats() {
            for pawn in Pawn::ALL {
                self.draw_pawn(canvas, player, pawn);
            }
        }
        for edge in self.rules().inner_edges().iter() {
            let class = if self.walls().contains(edge) { "wall" } else { "slot" };
            let side = match edge.side {
                EdgeSide::East => Direction::East,
                EdgeSide::North => Direction::North,
            };
            canvas.edge(&edge.to_string(), cell(edge.square), side, class);
        }
        self.draw_supply(canvas);
        for &player in self.rules().players().seats() {
            let [left, right] = self.half_turns(player);
            canvas.note(format_args!("{player}: {left} and {right} half turns to go"));
        }
    }

    /// A pawn and where it steps; what is placed and where; the wall removed.
    fn places(&self, m: Move) -> Vec<String> {
        match m {
            Move::Step(pawn, direction) => {
                let player = self.turn();
                let (from, to) = match self.pawn(player, pawn) {
                    Place::On(square) => {
                        let board = self.rules().board();
                        let to = square.step(direction).filter(|&to| board.contains(to));
                        let gate = || gate(square, direction);
                        (square.to_string(), to.map_or_else(gate, |to| to.to_string()))
                    }
                    Place::Waiting | Place::Out(_) => {
                        let entry = self.rules().entry(player, pawn);
                        (gate(entry, opposite(direction)), entry.to_string())
                    }
                };
                vec![from, to]
            }
            Move::Tile(square) => vec!["tile".to_owned(), square.to_string()],
            Move::Wall(edge) => vec!["wall".to_owned(), edge.to_string()],
            Move::Mountain(square) => vec!["mountain".to_owned(), square.to_string()],
            Move::Remove(edge) => vec![edge.to_string()],
            Move::Pass => vec!["pass".to_owned()],
        }
    }

    /// A step as an arrow; of other moves, where something is placed.
    fn route(&self, m: Move) -> Vec<String> {
        let mut places = self.places(m);
        if !matches!(m, Move::Step(..)) {
            places.drain(..places.len() - 1);
        }
        places
    }
}

impl Position {
    fn draw_gates(&self, canvas: &mut Canvas) {
        let mut drawn: Vec<Cell> = Vec::new();
        for &player in self.rules().players().seats() {
            let ahead = self.rules().side(player).ahead();
            let corners = self.rules().corners(player);
            let near = corners.near.map(|square| (square, opposite(ahead)));
            let far = [corners.far_left, corners.far_right].map(|square| (square, ahead));
            for (square, direction) in near.into_iter().chain(far) {
                let at = beside(square, direction);
                if !drawn.contains(&at) {
                    drawn.push(at);
                    canvas.place(&gate(square, direction), at, "gate");
                }
            }
            for pawn in Pawn::ALL {
                for exit in self.exits(player, pawn) {
                    let degrees = 90 * canvas.turned(ahead) as u32;
                    let shape = format!(
                        r#"<path d="M50 8L66 30H34z" stroke-width="2" transform="rotate({degrees} 50 50)"/>"#
                    );
                    canvas.piece(beside(exit, ahead), &format!("exit {player}"), "", shape);
                }
            }
        }
    }

    fn draw_pawn(&self, canvas: &mut Canvas, player: Player, pawn: Pawn) {
        let ahead = self.rules().side(player).ahead();
        let (at, class) = match self.pawn(player, pawn) {
            Place::On(square) => (cell(square), format!("{player}")),
            Place::Waiting => (
                beside(self.rules().entry(player, pawn), opposite(ahead)),
                format!("waiting {player}"),
            ),
            Place::Out(corner) => (beside(corner, ahead), format!("out {player}")),
        };
        let carried = match self.stage() {
            Stage::Moving(Motion { pawn: moving, held, .. })
                if moving == pawn && player == self.turn() =>
            {
                format!(
                    r#"<g class="tile"><rect x="54" y="54" width="40" height="40" rx="6" stroke-width="3"/><text class="ink" transform="translate(74 85) scale(.75)">{held}</text></g>"#
                )
            }
            _ => String::new(),
        };
        let shape = format!(
            r#"<circle cx="50" cy="50" r="30" stroke-width="3"/><text class="sign" x="50" y="64">{pawn}</text>{carried}"#
        );
        canvas.piece(at, &class, format_args!("{player} {pawn}"), shape);
    }

    fn draw_supply(&self, canvas: &mut Canvas) {
        let item = |place: &str, shapes: &str, count: u8| Item {
            place: place.to_owned(),
            shapes: format!(r#"<g class="{place}">{shapes}</g>"#),
            count: count.into(),
        };
        let mountains = self.mountains_left(self.turn());
        let supply = [
            item("tile", TILE, self.supply()),
            item("wall", WALL, self.supply()),
            item("mountain", MOUNTAIN, mountains),
        ];
        canvas.tray(format_args!("supply, and mountains of {}", self.turn()), supply);
    }
}

fn cell(square: Square) -> Cell {
    (square.file() as i8, square.rank() as i8)
}

/// The cell next to a square, on the board or beside it.
fn beside(square: Square, direction: Direction) -> Cell {
    let (files, ranks) = direction.offset();
    (square.file() as i8 + files, square.rank() as i8 + ranks)
}

fn gate(square: Square, direction: Direction) -> String {
    format!("{square}{}", direction.to_char())
}

fn opposite(direction: Direction) -> Direction {
    Direction::ALL[(direction as usize + 2) % 4]
}

const TILE: &str = r#"<rect x="16" y="16" width="68" height="68" rx="9" stroke-width="3"/>"#;

const WALL: &str = r#"<rect x="8" y="12" width="84" height="17" rx="4"/>"#;

const MOUNTAIN: &str = r#"<path d="M50 12L92 86H8z" stroke-width="3" stroke-linejoin="round"/><path class="snow" d="M50 16L66 44L56 38L50 46L43 38L34 44z"/>"#;
