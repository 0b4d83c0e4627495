//! The differences as an image: by nodes a move, a line for each kind of player.

use std::fmt::Write;

use engine::{Bias, Interval};

use crate::games::Name;
use crate::players::Entrant;

const WIDTH: u32 = 760;
const HEIGHT: u32 = 400;

/// The area of the points.
const LEFT: f64 = 60.;
const RIGHT: f64 = 740.;
const TOP: f64 = 60.;
const BOTTOM: f64 = 340.;

/// The decades of nodes shown; players without nodes are on the left of them.
const DECADES: [f64; 2] = [1.5, 6.2];

/// Distinguished by people with any colour vision, and in print.
const COLOURS: [&str; 4] = ["#1b5e8c", "#e6a13c", "#3a7d44", "#8c3b6a"];

/// What is drawn of a player.
struct Point {
    /// The description up to the settings.
    kind: String,
    x: f64,
    difference: Interval,
}

/// A point with its interval for each player, and lines through those of a kind.
pub(super) fn svg(
    game: Name,
    players: &[Entrant],
    nodes: &[Option<u64>],
    results: &[Bias],
) -> String {
    let mut svg = String::new();
    let points = players.iter().zip(nodes).zip(results).filter_map(|((player, nodes), bias)| {
        let text = player.to_string();
        let (kind, _) = text.split_once(':').unwrap_or((&text, ""));
        let nodes = nodes.map_or(DECADES[0] + 0.2, |nodes| (nodes.max(1) as f64).log10());
        let part = (nodes - DECADES[0]) / (DECADES[1] - DECADES[0]);
        let x = LEFT + (RIGHT - LEFT) * part.clamp(0.0, 1.0);
        Some(Point { kind: kind.to_owned(), x, difference: bias.bias()? })
    });
    // Writing to a string cannot fail.
    let _ = draw(&mut svg, game, &points.collect::<Vec<_>>());
    svg
}

fn draw(svg: &mut String, game: Name, points: &[Point]) -> std::fmt::Result {
    let title = format!("{game}: the first player's share, less the exact one");
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\" \
         fill=\"#222\">\n<title>{title}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"28\" font-size=\"16\">{title}</text>"
    )?;
    let ends = points.iter().flat_map(|point| [point.difference.low, point.difference.high]);
    let most = ends.fold(0.05_f64, |most, end| most.max(end.abs()));
    let most = (most * 20.0).ceil() / 20.0;
    let y = |difference: f64| f64::midpoint(TOP, BOTTOM) - (BOTTOM - TOP) / 2.0 * difference / most;
    draw_axes(svg, most, y)?;
    let mut kinds: Vec<&str> = points.iter().map(|point| &*point.kind).collect();
    kinds.dedup();
    for (i, kind) in kinds.into_iter().enumerate() {
        let of_kind = || points.iter().filter(|point| point.kind == kind);
        draw_kind(svg, of_kind, COLOURS[i % COLOURS.len()], y)?;
        let (x, y) = (LEFT + 12. + 110. * i as f64, TOP - 14.);
        let colour = COLOURS[i % COLOURS.len()];
        writeln!(svg, "<circle cx=\"{x}\" cy=\"{}\" r=\"5\" fill=\"{colour}\"/>", y - 4.)?;
        writeln!(svg, "<text x=\"{}\" y=\"{y}\">{kind}</text>", x + 10.)?;
    }
    writeln!(svg, "</svg>")
}

fn draw_axes(svg: &mut String, most: f64, y: impl Fn(f64) -> f64) -> std::fmt::Result {
    let steps = (most * 20.0).round() as i32;
    for step in (-steps..=steps).filter(|step| steps <= 6 || step % 2 == 0) {
        let (y, share) = (y(f64::from(step) / 20.0), step * 5);
        let colour = if step == 0 { "#222" } else { "#ddd" };
        writeln!(
            svg,
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{RIGHT}\" y2=\"{y:.1}\" stroke=\"{colour}\"/>\n\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{share:+}</text>",
            LEFT - 8.,
            y + 4.
        )?;
    }
    for decade in 2..=6_i32 {
        let part = (f64::from(decade) - DECADES[0]) / (DECADES[1] - DECADES[0]);
        let (x, y) = (LEFT + (RIGHT - LEFT) * part, BOTTOM + 22.);
        let nodes = 10_u32.pow(decade as u32);
        writeln!(svg, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{nodes}</text>")?;
    }
    let (middle, foot) = (f64::midpoint(LEFT, RIGHT), BOTTOM + 44.);
    writeln!(
        svg,
        "<text x=\"{middle}\" y=\"{foot}\" text-anchor=\"middle\">nodes or playouts a move; on the \
         left, players who do not search; in hundredths of the points, with 95 % intervals</text>"
    )
}

fn draw_kind<'p, P: Iterator<Item = &'p Point>>(
    svg: &mut String,
    points: impl Fn() -> P,
    colour: &str,
    y: impl Fn(f64) -> f64,
) -> std::fmt::Result {
    let line = points().map(|point| format!("{:.1},{:.1}", point.x, y(point.difference.estimate)));
    let line = line.collect::<Vec<_>>().join(" ");
    writeln!(svg, "<polyline points=\"{line}\" fill=\"none\" stroke=\"{colour}\"/>")?;
    for Point { x, difference: Interval { estimate, low, high }, .. } in points() {
        let [middle, low, high] = [estimate, low, high].map(|&difference| y(difference));
        writeln!(
            svg,
            "<line x1=\"{x:.1}\" y1=\"{low:.1}\" x2=\"{x:.1}\" y2=\"{high:.1}\" stroke=\"{colour}\" \
             stroke-width=\"2\"/>\n<circle cx=\"{x:.1}\" cy=\"{middle:.1}\" r=\"4\" fill=\"{colour}\"/>"
        )?;
    }
    Ok(())
}
