//! Pictures: a position draws itself as SVG.
//!
//! A game implements [`Draw`], and [`Explain`] for programs that people play with; a user works with [`Picture`]:
//!
//! ```
//! use engine::svg::{Draw, Hue, Mark, Picture};
//!
//! /// The position with the last move marked, an arrow for the reply, and a ring around one square.
//! fn show<G: Draw>(before: &G, last: G::Move, reply: G::Move) -> Result<String, G::IllegalMove> {
//!     let route = before.after(last).route(reply);
//!     let picture = Picture::after(before, last)?.arrow(route, Hue::Green);
//!     Ok(picture.mark("b2", Mark::Circle, Hue::Red).size(300).to_string())
//! }
//! ```
//!
//! Every square has the class `square`, every piece `piece`. Both have their place in `data-place`, by the
//! names that [`Draw::places`] gives, and pieces have their name in `data-piece`.
//!
//! # Classes
//!
//! All games share these; a game declares its own in [`Draw::CLASSES`].
//!
//! | class | shapes |
//! |---|---|
//! | `fourfold-board` | the whole picture |
//! | `ground`, `squares`, `fills`, `pieces`, `overlay` | its layers, from below; squares and fills are in the ground |
//! | `piece`, `item` | a piece on the board; what lies in a tray |
//! | `fill`, `last` | a filled square; one of the last move |
//! | `arrow`, `head`, `mark`, `halo` | an arrow, its point; a stroke of an arrow or a mark, and what sets it off |
//! | `hue-green`, `hue-red`, `hue-blue`, `hue-yellow` | a fill, an arrow or a mark in a [`Hue`] |
//! | `label`, `caption` | a coordinate; a line of text below the board |
//! | `grid`, `joined` | the squares of a board of one shade, which have lines between them; of one with joined edges |
//! | `dot` | a corner of squares, where a game joins these |
//! | `square`, `polygon` | a cell; one of another shape, with an outline |
//! | `light`, `dark`, `felt` | the shade of a cell; a mat for cards, or beside a board |
//! | `card`, `down` | a card face up; a place for a card |
//! | `slot` | an edge with nothing on it; a page may show it when it is pointed at |
//! | `red`, `blue`, `green`, `yellow`, `purple`, `white`, `black` | a piece, filled and with an outline |
//! | `on-card` | a piece on a card, which has a dark outline in every theme |
//! | `heat` | the text of a cell of a heat map |
//! | `ink`, `sign`, `shadow` | a dark letter; a letter or [`Sign`] on a piece; the shadow of a piece |

mod canvas;
mod draft;
mod escape;
mod explain;
mod item;
mod layers;
mod marks;
mod shapes;
mod theme;
mod tray;

use std::fmt::{self, Display};
use std::sync::Arc;

pub(crate) use canvas::classes;
pub use canvas::{Canvas, Cell, PlanPlace};
pub use draft::{Count, Draft};
pub use explain::{Colour, Explain, Task};
pub use item::{Item, SQUARE, Tray};
pub use layers::{Layers, Piece};
pub use marks::Mark;
pub use shapes::{Sign, checker, disc};
pub use theme::{Class, Hue, Theme};

use crate::board::Direction;
use crate::game::Game;
use escape::Escaped;
use marks::{Heat, Marks};

/// A game whose positions draw themselves.
///
/// # Laws
///
/// Places have different names, and pieces stand on places. The squares that
/// [`places`](Draw::places) and [`route`](Draw::route) name are drawn. Two legal moves of a position have
/// different places. Every class of a shape is common or declared. An unchanged [draft](Draw::draft) is the
/// position by the same rules. [`Conformance::pictures`](crate::Conformance::pictures) checks this.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not draw its positions",
    note = "implement `Display` for the position and its players, and `engine::svg::Draw`: `size`, `draw` \
            and `places`"
)]
pub trait Draw: Game<Player: Display> + Display + Send + Sync + 'static {
    /// The game's own classes of shapes; by default none. All others are [common](crate::svg#classes).
    const CLASSES: &'static [Class] = &[];

    /// Choices that are not in the picture and that [`places`](Draw::places) may name, such as `pass`: a page shows
    /// them beside the board. By default none; a game with its own
    /// [`all_places`](crate::observe::Observe::all_places) lists them there.
    const CHOICES: &'static [&'static str] = &[];

    /// The number of files and of ranks.
    fn size(&self) -> (u8, u8);

    /// Draws the squares, then the pieces on them, as seen from below rank 1.
    fn draw(&self, canvas: &mut Canvas);

    /// The places to point at, in order, to make a legal move: squares such as `a1`, other names that
    /// [`draw`](Draw::draw) gives, and [choices](Draw::CHOICES).
    fn places(&self, m: Self::Move) -> Vec<String>;

    /// The squares that a legal move visits, in order, for an arrow: by default the places.
    fn route(&self, m: Self::Move) -> Vec<String> {
        self.places(m)
    }

    /// This position as a draft, to be edited piece by piece; by default `None`.
    fn draft(&self) -> Option<Box<dyn Draft>> {
        None
    }
}

/// Whose turn it is, or how the game ended.
#[doc(hidden)]
pub fn state<G: Draw>(position: &G) -> String {
    let to_move = || format!("{} to move", position.turn());
    position.outcome().map_or_else(to_move, |outcome| outcome.to_string())
}

/// A picture of a position; [`Display`] is its SVG, on one line.
#[derive(Clone)]
#[must_use]
pub struct Picture {
    board: (u8, u8),
    draw: Arc<dyn Fn(&mut Canvas) + Send + Sync>,
    /// Whose turn it is, or how the game ended.
    state: String,
    description: String,
    classes: &'static [Class],
    seen_from: Direction,
    size: u32,
    /// `None`: without.
    theme: Option<Theme>,
    coordinates: bool,
    caption: bool,
    trays: bool,
    marks: Marks,
}

impl Picture {
    /// A picture of a position: 400 pixels wide, light, as seen from the south, with coordinates, caption and trays.
    pub fn new<G: Draw>(position: &G) -> Self {
        let state = state(position);
        let drawn = position.clone();
        Self {
            board: position.size(),
            draw: Arc::new(move |canvas| drawn.draw(canvas)),
            description: format!("{state}; {position}"),
            state,
            classes: G::CLASSES,
            seen_from: Direction::South,
            size: 400,
            theme: Some(Theme::Light),
            coordinates: true,
            caption: true,
            trays: true,
            marks: Marks::default(),
        }
    }

    /// A picture of the position after a legal move, with the route of the move marked; of a move with a
    /// single place, that place.
    ///
    /// # Errors
    ///
    /// The move is illegal.
    pub fn after<G: Draw>(position: &G, m: G::Move) -> Result<Self, G::IllegalMove> {
        position.check(m)?;
        let mut picture = Self::new(&position.after(m));
        let places = position.places(m);
        picture.marks.last = if places.len() == 1 { places } else { position.route(m) };
        Ok(picture)
    }

    /// Turns the board as seen by someone who sits at this side of it; `South` is below rank 1.
    pub fn seen_from(self, side: Direction) -> Self {
        Self { seen_from: side, ..self }
    }

    /// The width of the picture in pixels: 400 by default. The height follows.
    pub fn size(self, pixels: u32) -> Self {
        Self { size: pixels, ..self }
    }

    /// The colours, by default [`Theme::Light`].
    pub fn theme(self, theme: Theme) -> Self {
        Self { theme: Some(theme), ..self }
    }

    /// Leaves the style sheet out, for a page that has [it](Theme::css) or its own.
    pub fn without_style(self) -> Self {
        Self { theme: None, ..self }
    }

    /// Leaves out the letters of the files and the numbers of the ranks.
    pub fn without_coordinates(self) -> Self {
        Self { coordinates: false, ..self }
    }

    /// Leaves out the lines that state the player to move, or the outcome.
    pub fn without_caption(self) -> Self {
        Self { caption: false, ..self }
    }

    /// Leaves out the trays below the board, for a page that shows [them](Self::layers) itself.
    pub fn without_trays(self) -> Self {
        Self { trays: false, ..self }
    }

    /// Draws an arrow along these places, such as the [route](Draw::route) of a legal move. Names of no
    /// place are ignored, here and below.
    pub fn arrow<S: Into<String>>(mut self, route: impl IntoIterator<Item = S>, hue: Hue) -> Self {
        self.marks.arrows.push((route.into_iter().map(Into::into).collect(), hue));
        self
    }

    /// Marks a place with a sign of this shape and colour.
    pub fn mark(mut self, place: impl Into<String>, mark: Mark, hue: Hue) -> Self {
        self.marks.signs.push((place.into(), mark, hue));
        self
    }

    /// Covers a cell with a colour of this strength, from 0 to 1, and a short text, as in a heat map.
    pub fn heat(
        mut self,
        place: impl Into<String>,
        hue: Hue,
        strength: f64,
        text: impl Into<String>,
    ) -> Self {
        self.marks.heats.push(Heat { place: place.into(), hue, strength, text: text.into() });
        self
    }

    /// The picture in layers.
    pub fn layers(&self) -> Layers {
        self.layers_on(self.canvas())
    }

    /// The picture of a draft in layers, with the settings of this one.
    pub fn layers_of(&self, draft: &dyn Draft) -> Layers {
        let mut canvas = Canvas::new(self.board, self.seen_from);
        draft.draw(&mut canvas);
        self.layers_on(canvas)
    }

    fn layers_on(&self, mut canvas: Canvas) -> Layers {
        let (trays, notes) = (canvas.trays.clone(), canvas.notes.clone());
        let labels = self.labels(&mut canvas);
        let pieces = std::mem::take(&mut canvas.pieces);
        let [state, description] = [String::new(), String::new()];
        let mut ground = String::new();
        // Writing to a string does not fail.
        let _ = Self { state, description, ..self.clone() }.write(&mut ground, &canvas, &labels);
        Layers { ground, pieces, trays, notes }
    }

    /// The places of the board and what stands on them, for a board of another kind, such as one of letters.
    pub fn plan(&self) -> Vec<PlanPlace> {
        self.canvas().plan()
    }

    /// Whether there is a place of this name, on the board or beside it.
    pub fn has_place(&self, name: &str) -> bool {
        self.canvas().names().any(|place| place == name)
    }

    fn canvas(&self) -> Canvas {
        let mut canvas = Canvas::new(self.board, self.seen_from);
        (self.draw)(&mut canvas);
        canvas
    }

    /// Draws what is beside and below the board, and returns its text.
    fn labels(&self, canvas: &mut Canvas) -> String {
        let coordinates = if self.coordinates { canvas.coordinates() } else { String::new() };
        if !self.trays {
            canvas.trays.clear();
        }
        coordinates + &canvas.draw_below(if self.caption { &self.state } else { "" })
    }

    /// Writes the contents of a canvas, with a title and a description for screen readers.
    fn write(&self, out: &mut impl fmt::Write, canvas: &Canvas, labels: &str) -> fmt::Result {
        let above = self.marks.above(canvas);
        let ((left, top), (right, bottom)) = canvas.bounds();
        let (width, height) = (right - left, bottom - top);
        let pixels = u64::from(self.size) * u64::from(height.unsigned_abs())
            / u64::from(width.unsigned_abs());
        write!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="fourfold-board" role="img" viewBox="{left} {top} {width} {height}" width="{}" height="{pixels}"><title>{}</title><desc>{}</desc>"#,
            self.size,
            Escaped(&self.state),
            Escaped(&self.description),
        )?;
        if let Some(theme) = self.theme {
            write!(out, "<style>{}</style>", theme.css(self.classes))?;
        }
        write!(
            out,
            r#"<g class="ground"><g class="squares{}{}">{}</g><g class="fills">{}</g></g>{labels}<g class="pieces">{}</g><g class="overlay">{above}</g></svg>"#,
            if canvas.needs_grid() { " grid" } else { "" },
            if canvas.joined { " joined" } else { "" },
            canvas.squares,
            self.marks.below(canvas),
            canvas.pieces.iter().map(Piece::to_string).collect::<String>(),
        )
    }
}

impl Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut canvas = self.canvas();
        let labels = self.labels(&mut canvas);
        self.write(f, &canvas, &labels)
    }
}

system::debug_some!(Picture description);
