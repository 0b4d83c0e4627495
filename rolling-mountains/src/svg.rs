//! Pictures of positions.

mod draft;
mod explain;

use engine::board::counted;
use engine::observe::{Observe, Planes};
use engine::svg::{Canvas, Cell, Class, Draft, Draw, Item, disc};

use crate::moves::Move;
use crate::player::{Pawn, Place, Player};
use crate::position::Position;
use crate::square::{Direction, Square};
use crate::stage::{Motion, Stage};

/// | class | shapes |
/// |---|---|
/// | `gate` | a place beside the board |
/// | `exit` | an arrow on a gate through which a pawn can leave |
/// | `tile` | a tile |
/// | `wall` | a wall |
/// | `mountain`, `snow` | a mountain, and the snow on it |
/// | `waiting` | a pawn that has not entered |
/// | `out` | a pawn that has left |
impl Draw for Position {
    const CLASSES: &'static [Class] = &[
        Class { name: "gate", styles: [""; 3] },
        Class { name: "exit", styles: [""; 3] },
        Class {
            name: "tile",
            styles: [
                "fill:#c88c4a;stroke:#7a4d1c",
                "fill:#b98149;stroke:#e5b67f",
                "fill:#fff;stroke:#000",
            ],
        },
        Class { name: "wall", styles: ["fill:#5a2d1a", "fill:#e0a183", "fill:#000"] },
        Class {
            name: "mountain",
            styles: [
                "fill:#77818b;stroke:#3b434b",
                "fill:#7f8993;stroke:#c4ccd4",
                "fill:#bbb;stroke:#000",
            ],
        },
        Class { name: "snow", styles: ["fill:#fff;stroke:none"; 3] },
        Class { name: "waiting", styles: [""; 3] },
        Class { name: "out", styles: ["opacity:.6"; 3] },
    ];

    fn size(&self) -> (u8, u8) {
        (self.rules().width, self.rules().height)
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
        for &player in self.rules().players.seats() {
            for pawn in Pawn::ALL {
                self.draw_pawn(canvas, player, pawn);
            }
        }
        for edge in self.rules().inner_edges().iter() {
            let class = if self.walls().contains(edge) { "wall" } else { "slot" };
            canvas.edge(&edge.to_string(), cell(edge.square), edge.side.direction(), class);
        }
        self.draw_supply(canvas);
        for &player in self.rules().players.seats() {
            let half_turns: i32 = self.half_turns(player).iter().sum();
            canvas.note(format_args!("{player}: {} to go", counted((half_turns + 1) / 2, "turn")));
        }
    }

    /// A pawn and the place it steps to; the thing placed and its place; the wall removed.
    fn places(&self, m: Move) -> Vec<String> {
        match m {
            Move::Step(pawn, direction) => {
                if let Place::On(square) = self.pawn(self.turn(), pawn) {
                    let gate = || gate(square, direction);
                    let to = self.neighbour(square, direction);
                    vec![square.to_string(), to.map_or_else(gate, |to| to.to_string())]
                } else {
                    let entry = self.rules().entry(self.turn(), pawn);
                    vec![gate(entry, direction.opposite()), entry.to_string()]
                }
            }
            Move::Tile(square) => vec!["tile".to_owned(), square.to_string()],
            Move::Wall(edge) => vec!["wall".to_owned(), edge.to_string()],
            Move::Mountain(square) => vec!["mountain".to_owned(), square.to_string()],
            Move::Remove(edge) => vec![edge.to_string()],
            Move::Pass => vec!["pass".to_owned()],
        }
    }

    /// A step as an arrow; of other moves, the place of the thing placed.
    fn route(&self, m: Move) -> Vec<String> {
        let mut places = self.places(m);
        if !matches!(m, Move::Step(..)) {
            places.drain(..places.len() - 1);
        }
        places
    }

    fn draft(&self) -> Option<Box<dyn Draft>> {
        Some(Box::new(self.setup()))
    }
}

impl Observe for Position {
    fn all_places(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.rules().board().into_iter().map(|s| s.to_string()).collect();
        names.extend(self.rules().inner_edges().iter().map(|edge| edge.to_string()));
        names.extend(self.gates().map(|(square, direction)| gate(square, direction)));
        names.extend(["tile", "wall", "mountain", "pass"].map(str::to_owned));
        names
    }

    fn all_pieces(&self) -> Vec<String> {
        let seats = self.rules().players.seats().iter();
        let pawns = seats.flat_map(|player| Pawn::ALL.map(|pawn| format!("{player} {pawn}")));
        pawns.chain(["t", "m", "wall"].map(str::to_owned)).collect()
    }

    fn show(&self, planes: &mut Planes<'_>) {
        let (board, edges) = (self.rules().board(), self.rules().inner_edges());
        let seats = self.rules().players.seats();
        let [tile, mountain, wall] = [0, 1, 2].map(|piece| Pawn::ALL.len() * seats.len() + piece);
        for (place, square) in board.into_iter().enumerate() {
            if self.tiles().contains(square) {
                planes.piece(tile, place);
            } else if self.mountains().contains(square) {
                planes.piece(mountain, place);
            }
        }
        for (place, edge) in (board.len()..).zip(edges.iter()) {
            if self.walls().contains(edge) {
                planes.piece(wall, place);
            }
        }
        let gates: Vec<_> = self.gates().collect();
        let first_gate = board.len() + edges.len();
        let at_gate = |gate| gates.iter().position(|&other| other == gate).map(|i| first_gate + i);
        let pawns = seats.iter().flat_map(|&player| Pawn::ALL.map(|pawn| (player, pawn)));
        for (piece, (player, pawn)) in pawns.enumerate() {
            let ahead = self.rules().side(player).ahead();
            let place = match self.pawn(player, pawn) {
                Place::On(square) => board.into_iter().position(|other| other == square),
                Place::Waiting => at_gate((self.rules().entry(player, pawn), ahead.opposite())),
                Place::Out(corner) => at_gate((corner, ahead)),
            };
            if let Some(place) = place {
                planes.piece(piece, place);
            }
        }
        let supply = [self.supply(), self.supply(), self.mountains_left(self.turn())];
        for (place, count) in (first_gate + gates.len()..).zip(supply) {
            planes.beside(place, count.into());
        }
        let counts = self.setup().counts();
        let counts: Vec<_> = counts.iter().map(|count| (count.value, count.most)).collect();
        planes.counts(&counts);
    }
}

impl Position {
    fn gates(&self) -> impl Iterator<Item = (Square, Direction)> {
        let mut gates = Vec::new();
        for &player in self.rules().players.seats() {
            let ahead = self.rules().side(player).ahead();
            let corners = self.rules().corners(player);
            let near = corners.near.map(|square| (square, ahead.opposite()));
            let far = corners.far.map(|square| (square, ahead));
            for gate in near.into_iter().chain(far) {
                if !gates.contains(&gate) {
                    gates.push(gate);
                }
            }
        }
        gates.into_iter()
    }

    fn draw_gates(&self, canvas: &mut Canvas) {
        for (square, direction) in self.gates() {
            canvas.place(&gate(square, direction), beside(square, direction), "gate felt");
        }
        for &player in self.rules().players.seats() {
            let ahead = self.rules().side(player).ahead();
            let out = Pawn::ALL.map(|pawn| self.pawn(player, pawn));
            for exit in self.rules().corners(player).far {
                if !out.contains(&Place::Out(exit)) {
                    let degrees = 90 * canvas.turned(ahead) as u32;
                    let arrow = format!(
                        r#"<path d="M50 34L67 60H33z" stroke-width="2" stroke-linejoin="round" transform="rotate({degrees} 50 50)"/>"#
                    );
                    let arrow = on_gate(canvas, ahead, EXIT, &arrow);
                    canvas.piece(beside(exit, ahead), &format!("exit {player}"), "", arrow);
                }
            }
        }
    }

    fn draw_pawn(&self, canvas: &mut Canvas, player: Player, pawn: Pawn) {
        let ahead = self.rules().side(player).ahead();
        let shape = pawn_shape(pawn);
        let (at, class, shape) = match self.pawn(player, pawn) {
            Place::On(square) => (cell(square), format!("{player}"), shape),
            Place::Waiting => (
                beside(self.rules().entry(player, pawn), ahead.opposite()),
                format!("waiting {player}"),
                on_gate(canvas, ahead, ENTRY, &shape),
            ),
            Place::Out(corner) => (
                beside(corner, ahead),
                format!("out {player}"),
                on_gate(canvas, ahead, EXIT, &shape),
            ),
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
        canvas.piece(at, &class, format_args!("{player} {pawn}"), shape + &carried);
    }

    fn draw_supply(&self, canvas: &mut Canvas) {
        let item = |place: &str, shapes: &str, count: u8| Item {
            count: count.into(),
            ..Item::new(place, place, shapes)
        };
        let supply = [
            item("tile", TILE, self.supply()),
            item("wall", WALL, self.supply()),
            item("mountain", MOUNTAIN, self.mountains_left(self.turn())),
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

/// The place on a gate where pawns wait to enter, and the one where they leave: along the gate from its
/// middle.
const ENTRY: i32 = -23;
const EXIT: i32 = 23;

/// Shapes of a pawn's size, made smaller and moved along the gate of a player who walks in this
/// direction.
fn on_gate(canvas: &Canvas, ahead: Direction, along: i32, shapes: &str) -> String {
    let (x, y) = match canvas.turned(ahead) {
        Direction::North | Direction::South => (along, 0),
        Direction::East | Direction::West => (0, -along),
    };
    format!(r#"<g transform="translate({} {}) scale(.66)">{shapes}</g>"#, 17 + x, 17 + y)
}

fn pawn_shape(pawn: Pawn) -> String {
    format!(
        r#"{}<text class="sign" transform="translate(50 63) scale(.92)">{pawn}</text>"#,
        disc(32)
    )
}

const TILE: &str = r#"<rect class="shadow" x="20" y="23" width="60" height="60" rx="8"/><rect x="20" y="20" width="60" height="60" rx="8" stroke-width="2.5"/>"#;

const WALL: &str = r#"<rect x="2" y="43" width="96" height="14" rx="4"/>"#;

const MOUNTAIN: &str = r#"<path d="M50 14L88 86H12z" stroke-width="2.5" stroke-linejoin="round"/><path class="snow" d="M50 18L63 42L56 38L50 45L44 38L37 42z"/><path class="shadow" d="M50 16L87 85H58L54 60z"/>"#;
