//! Plots as SVG.

use std::error::Error;
use std::ops::Range;

use engine::Interval;
use plotters::prelude::*;

use super::ReportError;

/// Distinguished by people with any colour vision, and in print.
const COLOURS: [RGBColor; 2] = [RGBColor(27, 94, 140), RGBColor(230, 161, 60)];

/// So that labels can be read on a phone too.
const SIZE: (u32, u32) = (420, 280);

/// The title, and what the axes show.
pub(super) struct Titles<'a> {
    pub(super) title: &'a str,
    pub(super) x: &'a str,
    pub(super) y: &'a str,
}

/// A line: points with their intervals.
pub(super) type Line = Vec<(f64, Interval)>;

/// Lines, with a band for the intervals, the first one with dots; nothing without points.
pub(super) fn lines(titles: &Titles<'_>, lines: &[Line]) -> Result<String, ReportError> {
    if lines.iter().all(Vec::is_empty) {
        return Ok(String::new());
    }
    let points = || lines.iter().flatten();
    let xs = range(points().map(|(x, _)| *x), 0.0);
    let ys = range(points().flat_map(|(_, y)| [y.low, y.high]), 0.05);
    draw(titles, (xs, ys), |chart| {
        for (number, (points, colour)) in lines.iter().zip(COLOURS).enumerate() {
            let low = points.iter().map(|(x, y)| (*x, y.low));
            let band = low.chain(points.iter().rev().map(|(x, y)| (*x, y.high)));
            let band = Polygon::new(band.collect::<Vec<_>>(), colour.mix(0.2).filled());
            chart.draw_series([band])?;
            let middle = points.iter().map(|(x, y)| (*x, y.estimate));
            let line = LineSeries::new(middle, colour.stroke_width(2));
            let dots = if number == 0 { 2 } else { 0 };
            chart.draw_series(line.point_size(dots))?;
        }
        Ok(())
    })
}

/// A bar for each whole number; nothing without numbers.
pub(super) fn bars(titles: &Titles<'_>, bars: &[(u64, u64)]) -> Result<String, ReportError> {
    if bars.is_empty() {
        return Ok(String::new());
    }
    let numbers = range(bars.iter().flat_map(|&(x, _)| [x as f64 - 0.6, x as f64 + 0.6]), 0.0);
    let most = bars.iter().map(|&(_, count)| count as f64).fold(1.0, f64::max);
    draw(titles, (numbers, 0.0..most * 1.05), |chart| {
        let bar = |&(x, count): &(u64, u64)| {
            let corners = [(x as f64 - 0.4, 0.0), (x as f64 + 0.4, count as f64)];
            Rectangle::new(corners, COLOURS[0].filled())
        };
        chart.draw_series(bars.iter().map(bar))?;
        Ok(())
    })
}

/// All values, with some room around them.
fn range(values: impl Iterator<Item = f64> + Clone, room: f64) -> Range<f64> {
    let low = values.clone().fold(f64::INFINITY, f64::min);
    let high = values.fold(f64::NEG_INFINITY, f64::max);
    let room = if high > low { (high - low) * room } else { 0.5 };
    low - room..high + room
}

type Chart<'a> = ChartContext<
    'a,
    SVGBackend<'a>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

fn draw(
    titles: &Titles<'_>,
    (xs, ys): (Range<f64>, Range<f64>),
    fill: impl FnOnce(&mut Chart<'_>) -> Result<(), Box<dyn Error>>,
) -> Result<String, ReportError> {
    let mut svg = String::new();
    let drawn = || -> Result<(), Box<dyn Error>> {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let label = |value: &f64| format!("{}", (100.0 * value).round() / 100.0);
        let mut chart = ChartBuilder::on(&area)
            .margin(10)
            .margin_right(24)
            .caption(titles.title, ("sans-serif", 15))
            .x_label_area_size(36)
            .y_label_area_size(52)
            .build_cartesian_2d(xs, ys)?;
        chart
            .configure_mesh()
            .x_desc(titles.x)
            .y_desc(titles.y)
            .x_labels(6)
            .y_labels(6)
            .x_label_formatter(&label)
            .y_label_formatter(&label)
            .light_line_style(TRANSPARENT)
            .draw()?;
        fill(&mut chart)?;
        area.present()?;
        Ok(())
    };
    drawn().map_err(|error| ReportError::Plot(error.to_string()))?;
    Ok(svg)
}
