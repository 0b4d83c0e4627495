//! Arrows, marks and heat maps.

use std::fmt::Write;

use super::canvas::{Canvas, Point, Spot};
use super::escape::Escaped;
use super::item::SQUARE;
use super::theme::Hue;

/// The shape of a mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
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
    pub(super) last: Vec<String>,
    pub(super) arrows: Vec<(Vec<String>, Hue)>,
    pub(super) signs: Vec<(String, Mark, Hue)>,
    pub(super) heats: Vec<Heat>,
}

/// A place of a heat map.
#[derive(Clone, Debug)]
pub(super) struct Heat {
    pub(super) place: String,
    pub(super) hue: Hue,
    pub(super) strength: f64,
    pub(super) text: String,
}

impl Marks {
    /// The marks between the squares and the pieces.
    pub(super) fn below(&self, canvas: &Canvas) -> String {
        let mut text = String::new();
        let drawn = |place: &String| canvas.spot(place).filter(|spot| !spot.shape.is_empty());
        let ends = if self.last.len() > 1 { &self.last[..1] } else { &[] };
        for spot in ends.iter().chain(self.last.last()).filter_map(drawn) {
            let (shape, width) = (&spot.shape, if spot.is_edge() { 14 } else { 0 });
            let _ = write!(text, r#"<{shape} class="fill last" stroke-width="{width}"/>"#);
        }
        text
    }

    /// The marks over the pieces.
    pub(super) fn above(&self, canvas: &Canvas) -> String {
        let mut text: String = self.heats.iter().filter_map(|heat| heat.draw(canvas)).collect();
        if self.last.len() > 2 {
            draw_route(&mut text, canvas, &self.last, Hue::Yellow, r#" stroke-dasharray="0 12""#);
        }
        for (route, hue) in &self.arrows {
            draw_route(&mut text, canvas, route, *hue, "");
        }
        for (place, mark, hue) in &self.signs {
            if let Some(spot) = canvas.spot(place) {
                let (x, y) = spot.centre;
                let shape = match mark {
                    Mark::Circle => ring(spot),
                    Mark::Cross => {
                        line(&format!("M{} {}l64 64m0-64l-64 64", x - 32, y - 32), "", "")
                    }
                };
                let _ = write!(text, r#"<g class="hue-{hue}">{shape}</g>"#);
            }
        }
        text
    }
}

impl Heat {
    /// A cell that covers the shapes below; `None` where there is no cell.
    fn draw(&self, canvas: &Canvas) -> Option<String> {
        /// The text stays legible on it.
        const MOST: f64 = 0.55;
        let cell = |spot: &&Spot| !spot.shape.is_empty() && !spot.is_edge();
        let Spot { shape, centre: (x, y), .. } = canvas.spot(&self.place).filter(cell)?;
        let strength = if self.strength.is_nan() { 0.0 } else { self.strength.clamp(0.0, 1.0) };
        let (hue, opacity, y) = (self.hue, MOST * strength, y + 11);
        let text = Escaped(&self.text);
        Some(format!(
            r#"<g class="hue-{hue}"><{shape} class="light"/><{shape} class="fill" fill="currentColor" fill-opacity="{opacity:.3}"/><text class="heat" x="{x}" y="{y}">{text}</text></g>"#
        ))
    }
}

/// A line in the present hue, on a wider one that sets it off from the shapes below.
fn line(path: &str, head: &str, dots: &str) -> String {
    format!(r#"<path class="halo" d="{path}{head}"{dots}/><path class="mark" d="{path}"{dots}/>"#)
}

fn ring(spot: &Spot) -> String {
    let ((x, y), r) = (spot.centre, spot.ring());
    let circle = |class| format!(r#"<circle class="{class}" cx="{x}" cy="{y}" r="{r}"/>"#);
    circle("halo") + &circle("mark")
}

/// Draws a line through the places of a route, from the edge of the first piece to that of the last; a
/// ring, if there is only one place. Without the attribute `dots` it is an arrow.
fn draw_route(text: &mut String, canvas: &Canvas, route: &[String], hue: Hue, dots: &str) {
    let spots: Vec<&Spot> = route.iter().filter_map(|place| canvas.spot(place)).collect();
    let Some(last) = spots.last() else { return };
    let _ = write!(text, r#"<g class="arrow hue-{hue}">"#);
    if spots.len() == 1 {
        let _ = write!(text, "{}</g>", ring(last));
        return;
    }
    let mut strokes = strokes(canvas, &spots);
    let pointed = strokes.last_mut().filter(|_| dots.is_empty());
    let head = pointed.map(|stroke| head(stroke)).unwrap_or_default();
    let lines = strokes.iter().map(|stroke| {
        let points: Vec<String> = stroke.iter().map(|(x, y)| format!("{x:.0} {y:.0}")).collect();
        format!("M{}", points.join("L"))
    });
    let path: String = lines.collect();
    text.push_str(&line(&path, &head, dots));
    if !head.is_empty() {
        let _ = write!(text, r#"<path class="head" fill="currentColor" d="{head}"/>"#);
    }
    text.push_str("</g>");
}

/// A point between those of the picture.
type Exact = (f64, f64);

/// The radius of a piece, from the centre of its square.
const PIECE: f64 = 32.0;

/// The lines of a route, without the pieces at its ends. A step around an edge begins a new line.
fn strokes(canvas: &Canvas, spots: &[&Spot]) -> Vec<Vec<Exact>> {
    let exact = |(x, y): Point| (f64::from(x), f64::from(y));
    let mut strokes = Vec::new();
    let mut stroke = vec![exact(spots[0].centre)];
    for pair in spots.windows(2) {
        let (from, to) = (pair[0].centre, pair[1].centre);
        if let Some((out, back)) = around(canvas, from, to) {
            stroke.push(exact(out));
            strokes.push(std::mem::replace(&mut stroke, vec![exact(back)]));
        }
        stroke.push(exact(to));
    }
    shorten(&mut stroke);
    strokes.push(stroke);
    strokes[0].reverse();
    shorten(&mut strokes[0]);
    strokes[0].reverse();
    strokes
}

/// Has a line end at the edge of the piece at its end.
fn shorten(stroke: &mut [Exact]) {
    if let [.., from, end] = stroke {
        let (dx, dy) = (from.0 - end.0, from.1 - end.1);
        let part = (PIECE / dx.hypot(dy).max(1.0)).min(0.4);
        *end = (end.0 + dx * part, end.1 + dy * part);
    }
}

/// The point of an arrow at the end of a line, which is shortened to its foot.
fn head(stroke: &mut [Exact]) -> String {
    let [.., from, end] = stroke else { return String::new() };
    let tip = *end;
    let (dx, dy) = (tip.0 - from.0, tip.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (dx, dy) = (dx / length, dy / length);
    let foot = (tip.0 - dx * 17.0, tip.1 - dy * 17.0);
    *end = (tip.0 - dx * 14.0, tip.1 - dy * 14.0);
    let corner = |side: f64| format!("{:.1} {:.1}", foot.0 - dy * side, foot.1 + dx * side);
    format!("M{:.1} {:.1}L{}L{}z", tip.0, tip.1, corner(9.0), corner(-9.0))
}

/// For a step around the edge of a board whose edges are joined: the points where it leaves the board and
/// where it comes back.
fn around(canvas: &Canvas, from: Point, to: Point) -> Option<(Point, Point)> {
    if !canvas.joined {
        return None;
    }
    let ((columns, rows), high) = (canvas.columns_and_rows(), canvas.cell_height);
    let over = |d: i32, step: i32, count: i32| {
        let span = (count - 1) * step;
        if span > step && d.abs() == span { -d.signum() * step / 2 } else { 0 }
    };
    let (x, y) = (over(to.0 - from.0, SQUARE, columns), over(to.1 - from.1, high, rows));
    (x != 0 || y != 0).then_some(((from.0 + x, from.1 + y), (to.0 - x, to.1 - y)))
}
