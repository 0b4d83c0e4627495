//! Plots as SVG: lines of values with their intervals, and bars.

use std::error::Error;
use std::ops::Range;

use arena::Interval;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

/// Distinct for people with any colour vision, and in print.
const COLOURS: [RGBColor; 4] =
    [RGBColor(27, 94, 140), RGBColor(230, 161, 60), RGBColor(58, 125, 68), RGBColor(140, 59, 106)];

/// Why a plot cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a plot cannot be drawn: {0}")]
pub struct PlotError(String);

/// The titles of a plot.
#[derive(Clone, Copy, Debug)]
pub struct Titles<'a> {
    /// The heading; may be empty.
    pub title: &'a str,
    /// The title of the first axis.
    pub x: &'a str,
    /// The title of the second axis.
    pub y: &'a str,
    /// Labels the values on the first axis.
    pub label: fn(f64) -> String,
    /// Values that the second axis of lines shows in any case.
    pub shown: &'a [f64],
}

impl<'a> Titles<'a> {
    /// Titles with numbers as labels.
    pub fn new(title: &'a str, x: &'a str, y: &'a str) -> Self {
        Self { title, x, y, label: number, shown: &[] }
    }
}

/// A number with two decimals at most.
fn number(value: f64) -> String {
    ((100.0 * value).round() / 100.0).to_string()
}

/// A data series.
#[derive(Clone, Debug, PartialEq)]
pub struct Series<V> {
    /// The name in the legend; may be empty.
    pub name: String,
    /// The values with their places on the first axis.
    pub values: Vec<(f64, V)>,
}

/// A series without a name.
pub fn unnamed<V>(values: Vec<(f64, V)>) -> Series<V> {
    Series { name: String::new(), values }
}

/// Lines with their intervals as bands; nothing without points. The first line has dots.
///
/// # Errors
///
/// It cannot be drawn.
pub fn lines(titles: &Titles<'_>, lines: &[Series<Interval>]) -> Result<String, PlotError> {
    let points = || lines.iter().flat_map(|line| &line.values);
    let xs = range(points().map(|(x, _)| *x), 0.05);
    let ys = points().flat_map(|(_, y)| [y.low, y.high]).chain(titles.shown.iter().copied());
    let ys = range(ys, 0.05);
    draw(titles, (xs, ys), lines, |chart, number, Series { values, .. }, colour| {
        let low = values.iter().map(|(x, y)| (*x, y.low));
        let high = values.iter().rev().map(|(x, y)| (*x, y.high));
        let band: Vec<_> = low.chain(high).collect();
        chart.draw_series([Polygon::new(band, colour.mix(0.2).filled())])?;
        let middle = values.iter().map(|(x, y)| (*x, y.estimate));
        let dots = if number > 0 { 0 } else { 3 };
        chart.draw_series(LineSeries::new(middle, colour.stroke_width(2)).point_size(dots))?;
        Ok(())
    })
}

/// Bars at whole numbers, side by side; nothing without numbers. Bars with names show their values.
///
/// # Errors
///
/// It cannot be drawn.
pub fn bars(titles: &Titles<'_>, bars: &[Series<f64>]) -> Result<String, PlotError> {
    let values = || bars.iter().flat_map(|series| &series.values);
    let xs = range(values().flat_map(|(x, _)| [x - 0.6, x + 0.6]), 0.0);
    let most = values().map(|(_, value)| *value).fold(f64::MIN_POSITIVE, f64::max);
    let width = 0.8 / bars.len() as f64;
    draw(titles, (xs, 0.0..most * 1.1), bars, |chart, number, Series { name, values }, colour| {
        let left = |x: f64| x - 0.4 + width * number as f64;
        let bar = |&(x, value): &(f64, f64)| {
            Rectangle::new([(left(x), 0.0), (left(x) + width, value)], colour.filled())
        };
        let drawn = chart.draw_series(values.iter().map(bar))?;
        if !name.is_empty() {
            let sign =
                move |(x, y)| Rectangle::new([(x + 4, y - 4), (x + 12, y + 4)], colour.filled());
            drawn.label(name).legend(sign);
            let text = |&(x, value): &(f64, f64)| {
                let text = if value < 0.05 { "<0.1".to_owned() } else { format!("{value:.1}") };
                let place = (left(x) + width / 8.0, value + most * 0.04);
                Text::new(text, place, ("sans-serif", 13))
            };
            chart.draw_series(values.iter().map(text))?;
        }
        Ok(())
    })
}

fn range(values: impl Iterator<Item = f64> + Clone, room: f64) -> Range<f64> {
    let low = values.clone().fold(f64::INFINITY, f64::min);
    let high = values.fold(f64::NEG_INFINITY, f64::max);
    let room = if high > low { (high - low) * room } else { 0.5 };
    low - room..high + room
}

type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

fn draw<V>(
    titles: &Titles<'_>,
    (xs, ys): (Range<f64>, Range<f64>),
    series: &[Series<V>],
    add: impl Fn(&mut Chart<'_>, usize, &Series<V>, RGBColor) -> Result<(), Box<dyn Error>>,
) -> Result<String, PlotError> {
    let mut svg = String::new();
    if series.iter().all(|series| series.values.is_empty()) {
        return Ok(svg);
    }
    let has_legend = series.iter().any(|series| !series.name.is_empty());
    let font = ("sans-serif", 15);
    // Small ones are readable on a phone too.
    let (size, count) = if has_legend { ((760, 400), 8) } else { ((420, 270), 6) };
    let drawn = || -> Result<(), Box<dyn Error>> {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        area.fill(&WHITE)?;
        let mut builder = ChartBuilder::on(&area);
        if !titles.title.is_empty() {
            builder.caption(titles.title, ("sans-serif", 20));
        }
        let mut chart = builder
            .margin(10)
            .margin_right(24)
            .x_label_area_size(44)
            .y_label_area_size(60)
            .build_cartesian_2d(xs, ys)?;
        chart
            .configure_mesh()
            .x_desc(titles.x)
            .y_desc(titles.y)
            .x_labels(count)
            .y_labels(6)
            .x_label_formatter(&|x| (titles.label)(*x))
            .y_label_formatter(&|y| number(*y))
            .label_style(font)
            .light_line_style(TRANSPARENT)
            .draw()?;
        for (number, (series, colour)) in series.iter().zip(COLOURS.into_iter().cycle()).enumerate()
        {
            add(&mut chart, number, series, colour)?;
        }
        if has_legend {
            let labels = &mut chart.configure_series_labels();
            let labels = labels.position(SeriesLabelPosition::UpperLeft).label_font(font);
            labels.border_style(BLACK.mix(0.2)).background_style(WHITE).draw()?;
        }
        area.present()?;
        Ok(())
    };
    drawn().map_err(|error| PlotError(error.to_string()))?;
    Ok(svg)
}
