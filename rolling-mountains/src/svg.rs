//! Pictures of positions.

mod draft;
mod explain;

use engine::board::counted;
use engine::observe::{Observe, Places, Planes};
use engine::svg::{Canvas, Cell, Class, Draft, Draw, Item, disc};
use smallvec::SmallVec;

use crate::edge::{Edge, EdgeSide};
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
            canvas.square(cell((square, None)), shade);
        }
        self.draw_gates(canvas);
        for square in self.rules().board() {
            if self.tiles().contains(square) {
                canvas.piece(cell((square, None)), "tile", "t", TILE);
            } else if self.mountains().contains(square) {
                canvas.piece(cell((square, None)), "mountain", "m", MOUNTAIN);
            }
        }
        for &player in self.rules().players.seats() {
            for pawn in Pawn::ALL {
                self.draw_pawn(canvas, player, pawn);
            }
        }
        for edge in self.rules().inner_edges().iter() {
            let class = if self.walls().contains(edge) { "wall" } else { "slot" };
            canvas.edge(&edge.to_string(), cell((edge.square, None)), edge.side.direction(), class);
        }
        let supply = BESIDE.into_iter().zip([TILE, WALL, MOUNTAIN]).zip(self.beside());
        let supply = supply.map(|((place, shapes), count)| Item {
            count: count.into(),
            ..Item::new(place, place, shapes)
        });
        canvas.tray(format_args!("supply, and mountains of {}", self.turn()), supply);
        for &player in self.rules().players.seats() {
            let half_turns: i32 = self.half_turns(player).iter().sum();
            canvas.note(format_args!("{player}: {} to go", counted((half_turns + 1) / 2, "turn")));
        }
    }

    /// A pawn and the place it steps to; the thing placed and its place; the wall removed.
    fn places(&self, m: Move) -> Vec<String> {
        self.spots(m).map(Spot::name).collect()
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
        let squares = self.rules().board().into_iter().map(|square| Spot::At((square, None)));
        let edges = self.rules().inner_edges().iter().map(Spot::Edge);
        let gates = self.gates().into_iter().map(Spot::At);
        let beside = (0..BESIDE.len()).map(Spot::Beside);
        squares.chain(edges).chain(gates).chain(beside).map(Spot::name).collect()
    }

    fn place_numbers(&self, m: Move, _all: &Places, numbers: &mut Vec<u16>) {
        numbers.extend(self.spots(m).map(|spot| self.number(spot) as u16));
    }

    fn all_pieces(&self) -> Vec<String> {
        let seats = self.rules().players.seats().iter();
        let pawns = seats.flat_map(|player| Pawn::ALL.map(|pawn| format!("{player} {pawn}")));
        pawns.chain(["t", "m", "wall"].map(str::to_owned)).collect()
    }

    fn show(&self, planes: &mut Planes<'_>) {
        let seats = self.rules().players.seats();
        let [tile, mountain, wall] = [0, 1, 2].map(|piece| Pawn::ALL.len() * seats.len() + piece);
        let mut piece = |piece, spot| planes.piece(piece, self.number(spot));
        self.tiles().into_iter().for_each(|square| piece(tile, Spot::At((square, None))));
        self.mountains().into_iter().for_each(|square| piece(mountain, Spot::At((square, None))));
        self.walls().iter().for_each(|edge| piece(wall, Spot::Edge(edge)));
        let pawns = seats.iter().flat_map(|&player| Pawn::ALL.map(|pawn| self.at(player, pawn)));
        pawns.enumerate().for_each(|(number, at)| piece(number, Spot::At(at)));
        for (place, count) in (self.number(Spot::Beside(0))..).zip(self.beside()) {
            planes.beside(place, count.into());
        }
        let counts = self.setup().counts();
        let counts: Vec<_> = counts.iter().map(|count| (count.value, count.most)).collect();
        planes.counts(&counts);
    }
}

/// A square, or the gate beside it in a direction.
type At = (Square, Option<Direction>);

/// What a move points at.
#[derive(Clone, Copy)]
enum Spot {
    At(At),
    Edge(Edge),
    /// By its number in [`BESIDE`].
    Beside(usize),
}

const BESIDE: [&str; 4] = ["tile", "wall", "mountain", "pass"];

impl Spot {
    fn name(self) -> String {
        match self {
            Self::At((square, None)) => square.to_string(),
            Self::At((square, Some(gate))) => format!("{square}{}", gate.to_char()),
            Self::Edge(edge) => edge.to_string(),
            Self::Beside(number) => BESIDE[number].to_owned(),
        }
    }
}

impl Position {
    fn spots(&self, m: Move) -> impl Iterator<Item = Spot> {
        let square = |square| Spot::At((square, None));
        let (first, last) = match m {
            Move::Step(pawn, direction) => {
                let at = self.at(self.turn(), pawn);
                let to = match at {
                    (from, None) => self.neighbour(from, direction),
                    (entry, _) => Some(entry),
                };
                (Some(Spot::At(at)), to.map_or(Spot::At((at.0, Some(direction))), square))
            }
            Move::Tile(to) => (Some(Spot::Beside(0)), square(to)),
            Move::Wall(edge) => (Some(Spot::Beside(1)), Spot::Edge(edge)),
            Move::Mountain(to) => (Some(Spot::Beside(2)), square(to)),
            Move::Remove(edge) => (None, Spot::Edge(edge)),
            Move::Pass => (None, Spot::Beside(3)),
        };
        first.into_iter().chain([last])
    }

    fn at(&self, player: Player, pawn: Pawn) -> At {
        let ahead = self.rules().side(player).ahead();
        match self.pawn(player, pawn) {
            Place::On(square) => (square, None),
            Place::Waiting => (self.rules().entry(player, pawn), Some(ahead.opposite())),
            Place::Out(corner) => (corner, Some(ahead)),
        }
    }

    /// The number of a spot in [`all_places`](Observe::all_places).
    fn number(&self, spot: Spot) -> usize {
        let (board, edges) = (self.rules().board(), self.rules().inner_edges());
        let first_gate = board.len() + edges.len();
        match spot {
            Spot::At((square, None)) => board.before(square).len(),
            Spot::At(at) => {
                first_gate + self.gates().iter().position(|&gate| gate == at).unwrap_or(0)
            }
            Spot::Edge(Edge { square, side }) => {
                let others = usize::from(side == EdgeSide::North && edges.east.contains(square));
                let before = edges.east.before(square).len() + edges.north.before(square).len();
                board.len() + before + others
            }
            Spot::Beside(number) => first_gate + self.gates().len() + number,
        }
    }

    fn beside(&self) -> [u8; 3] {
        [self.supply(), self.supply(), self.mountains_left(self.turn())]
    }

    fn gates(&self) -> SmallVec<[At; 16]> {
        let mut gates = SmallVec::new();
        for &player in self.rules().players.seats() {
            let (ahead, corners) =
                (self.rules().side(player).ahead(), self.rules().corners(player));
            let near = corners.near.map(|square| (square, Some(ahead.opposite())));
            for gate in near.into_iter().chain(corners.far.map(|square| (square, Some(ahead)))) {
                if !gates.contains(&gate) {
                    gates.push(gate);
                }
            }
        }
        gates
    }

    fn draw_gates(&self, canvas: &mut Canvas) {
        for gate in self.gates() {
            canvas.place(&Spot::At(gate).name(), cell(gate), "gate felt");
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
                    canvas.piece(cell((exit, Some(ahead))), &format!("exit {player}"), "", arrow);
                }
            }
        }
    }

    fn draw_pawn(&self, canvas: &mut Canvas, player: Player, pawn: Pawn) {
        let ahead = self.rules().side(player).ahead();
        let shape = pawn_shape(pawn);
        let (class, shape) = match self.pawn(player, pawn) {
            Place::On(_) => ("", shape),
            Place::Waiting => ("waiting ", on_gate(canvas, ahead, ENTRY, &shape)),
            Place::Out(_) => ("out ", on_gate(canvas, ahead, EXIT, &shape)),
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
        let (at, class) = (cell(self.at(player, pawn)), format!("{class}{player}"));
        canvas.piece(at, &class, format_args!("{player} {pawn}"), shape + &carried);
    }
}

fn cell((square, gate): At) -> Cell {
    let (files, ranks) = gate.map_or((0, 0), Direction::offset);
    (square.file() as i8 + files, square.rank() as i8 + ranks)
}

/// The place on a gate where pawns wait to enter, and the one where they leave: along the gate from its middle.
const ENTRY: i32 = -23;
const EXIT: i32 = 23;

/// Shapes of a pawn's size, made smaller and moved along the gate of a player who walks in this direction.
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
