//! The differences as an image: by nodes a move, a line for each kind of player.

use std::collections::BTreeMap;
use std::error::Error;

use engine::{Bias, Interval};
use plotters::prelude::*;

use crate::failure::Failure;
use crate::games::Name;
use crate::players::Entrant;

const SIZE: (u32, u32) = (760, 400);

/// Distinguished by people with any colour vision, and in print.
const COLOURS: [RGBColor; 4] =
    [RGBColor(27, 94, 140), RGBColor(230, 161, 60), RGBColor(58, 125, 68), RGBColor(140, 59, 106)];

/// Where players are drawn who do not count nodes.
const NO_NODES: f64 = 30.0;

/// By the kind of the players: their nodes a move, and the difference in hundredths of the points.
type Lines = BTreeMap<String, Vec<(f64, Interval)>>;

/// A point with its interval for each player, and lines through those of a kind.
pub(super) fn svg(
    game: Name,
    players: &[Entrant],
    nodes: &[Option<u64>],
    results: &[Bias],
) -> Result<String, Failure> {
    let mut lines = Lines::new();
    for ((player, nodes), bias) in players.iter().zip(nodes).zip(results) {
        let text = player.to_string();
        let (kind, _) = text.split_once(':').unwrap_or((&text, ""));
        let nodes = nodes.map_or(NO_NODES, |nodes| (nodes as f64).max(NO_NODES));
        let difference = bias.bias().map(|bias| (nodes, bias.map(|share| 100.0 * share)));
        lines.entry(kind.to_owned()).or_default().extend(difference);
    }
    let mut svg = String::new();
    draw(&mut svg, game, &lines).map_err(Failure::run)?;
    Ok(svg)
}

fn draw(svg: &mut String, game: Name, lines: &Lines) -> Result<(), Box<dyn Error>> {
    let points = || lines.values().flatten();
    let low = points().map(|(_, difference)| difference.low).fold(-5.0, f64::min);
    let high = points().map(|(_, difference)| difference.high).fold(5.0, f64::max);
    let most = points().map(|&(nodes, _)| nodes).fold(1000.0, f64::max);
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(10)
        .margin_right(24)
        .caption(
            format!("{game}: the first player's share, less the exact one"),
            ("sans-serif", 16),
        )
        .x_label_area_size(36)
        .y_label_area_size(44)
        .build_cartesian_2d((NO_NODES / 1.5..most * 1.5).log_scale(), low - 1.0..high + 1.0)?;
    chart
        .configure_mesh()
        .x_desc("nodes or playouts a move; on the left, players who do not count them")
        .y_desc("hundredths of the points, with 95 % intervals")
        .x_label_formatter(&|nodes| format!("{nodes:.0}"))
        .y_label_formatter(&|difference| format!("{difference:+.0}"))
        .light_line_style(TRANSPARENT)
        .draw()?;
    for ((kind, points), colour) in lines.iter().zip(COLOURS.iter().cycle()) {
        let middle = points.iter().map(|(nodes, difference)| (*nodes, difference.estimate));
        let line = LineSeries::new(middle, colour.stroke_width(2)).point_size(4);
        let legend = |(x, y)| Circle::new((x + 8, y), 4, colour.filled());
        chart.draw_series(line)?.label(kind).legend(legend);
        let bar = |&(nodes, Interval { low, high, .. }): &(f64, Interval)| {
            PathElement::new([(nodes, low), (nodes, high)], colour)
        };
        chart.draw_series(points.iter().map(bar))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .border_style(BLACK.mix(0.2))
        .background_style(WHITE)
        .draw()?;
    area.present()?;
    Ok(())
}
