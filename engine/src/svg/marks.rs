//! Arrows, marks and fills.

use std::fmt::Write;

use super::canvas::{Canvas, Point, SQUARE};
use super::theme::Hue;

/// The shape of a mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// A ring around the place.
    #[default]
    Circle,
    /// A cross over the place.
    Cross,
}

/// Everything that is marked in a picture.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    /// The route of the last move.
    pub(super) last: Vec<String>,
    pub(super) arrows: Vec<(Vec<String>, Hue)>,
    pub(super) signs: Vec<(String, Mark, Hue)>,
    pub(super) fills: Vec<(String, Hue)>,
}

impl Marks {
    /// What lies between the squares and the pieces.
    pub(super) fn below(&self, canvas: &Canvas) -> String {
        let mut text = String::new();
        let last = self.last.iter().map(|place| (place, Hue::Yellow, "fill last"));
        let fills = self.fills.iter().map(|(place, hue)| (place, *hue, "fill"));
        for (place, hue, class) in last.chain(fills) {
            if let Some((x, y)) = canvas.corner_of(place) {
                let _ = write!(
                    text,
                    r#"<g class="hue-{hue}"><rect class="{class}" x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="currentColor" fill-opacity=".55"/></g>"#
                );
            }
        }
        text
    }

    /// What lies over the pieces.
    pub(super) fn above(&self, canvas: &Canvas) -> String {
        let mut text = String::new();
        if self.last.len() > 2 {
            draw_route(&mut text, canvas, &self.last, Hue::Yellow, Style::Dots);
        }
        for (route, hue) in &self.arrows {
            draw_route(&mut text, canvas, route, *hue, Style::Arrow);
        }
        for (place, mark, hue) in &self.signs {
            if let Some((x, y)) = canvas.centre(place) {
                let shape = match mark {
                    Mark::Circle => format!(r#"<circle class="mark" cx="{x}" cy="{y}" r="42"/>"#),
                    Mark::Cross => format!(
                        r#"<path class="mark" d="M{} {}l64 64m0-64l-64 64"/>"#,
                        x - 32,
                        y - 32
                    ),
                };
                let _ = write!(text, r#"<g class="hue-{hue}">{shape}</g>"#);
            }
        }
        text
    }
}

/// How to draw a route.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// A line with a point.
    Arrow,
    /// A dotted line that ends before the piece at its end.
    Dots,
}

/// Draws a line through the places of a route; a ring, if there is only one.
fn draw_route(text: &mut String, canvas: &Canvas, route: &[String], hue: Hue, style: Style) {
    let points: Vec<Point> = route.iter().filter_map(|place| canvas.centre(place)).collect();
    let Some(&(x, y)) = points.last() else { return };
    let _ = write!(text, r#"<g class="arrow hue-{hue}">"#);
    if points.len() == 1 {
        let _ = write!(text, r#"<circle class="mark" cx="{x}" cy="{y}" r="42"/></g>"#);
        return;
    }
    let mut path = String::new();
    let mut at = points[0];
    let _ = write!(path, "M{} {}", at.0, at.1);
    for &to in &points[1..] {
        if let Some((out, back)) = around(canvas, at, to) {
            let _ = write!(path, "L{} {}M{} {}", out.0, out.1, back.0, back.1);
            at = back;
        }
        let end = match style {
            _ if to != (x, y) => to,
            Style::Arrow => before(at, to, HEAD),
            Style::Dots => before(at, to, PIECE),
        };
        let _ = write!(path, "L{} {}", end.0, end.1);
        if to == (x, y) && style == Style::Arrow {
            draw_head(text, end, to);
        }
        at = to;
    }
    let dots = if style == Style::Dots { r#" stroke-dasharray="1 17""# } else { "" };
    let _ = write!(text, r#"<path class="mark" d="{path}"{dots}/></g>"#);
}

/// How far the point of an arrow is from the end of its shaft.
const HEAD: f64 = 26.0;

/// How far a piece reaches from the centre of its square.
const PIECE: f64 = 42.0;

/// The point at this distance before the end of a line.
fn before(from: Point, to: Point, distance: f64) -> Point {
    let (dx, dy) = unit(from, to);
    (to.0 - (dx * distance) as i32, to.1 - (dy * distance) as i32)
}

fn draw_head(text: &mut String, (x, y): Point, tip: Point) {
    let (dx, dy) = unit((x, y), tip);
    let (side_x, side_y) = ((-dy * 19.0) as i32, (dx * 19.0) as i32);
    let (x, y) = (x - (dx * 6.0) as i32, y - (dy * 6.0) as i32);
    let _ = write!(
        text,
        r#"<path class="head" fill="currentColor" d="M{} {}L{} {}L{} {}z"/>"#,
        x + side_x,
        y + side_y,
        tip.0,
        tip.1,
        x - side_x,
        y - side_y
    );
}

fn unit(from: Point, to: Point) -> (f64, f64) {
    let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let length = dx.hypot(dy).max(1.0);
    (dx / length, dy / length)
}

/// If a step goes around the edge of a board whose edges are joined: where it leaves the board, and
/// where it comes back.
fn around(canvas: &Canvas, from: Point, to: Point) -> Option<(Point, Point)> {
    const OUT: i32 = SQUARE * 6 / 10;
    if !canvas.joined {
        return None;
    }
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let spans = canvas.spans();
    let over = |d: i32, span: i32| if span > SQUARE && d.abs() == span { -d.signum() } else { 0 };
    let (x, y) = (over(dx, spans.0) * OUT, over(dy, spans.1) * OUT);
    (x != 0 || y != 0).then_some(((from.0 + x, from.1 + y), (to.0 - x, to.1 - y)))
}
