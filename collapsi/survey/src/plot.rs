//! A plot of lengths as SVG.

use std::error::Error;

use plotters::prelude::*;

/// Distinct for people with any colour vision, and in print.
const COLOURS: [RGBColor; 4] =
    [RGBColor(27, 94, 140), RGBColor(230, 161, 60), RGBColor(58, 125, 68), RGBColor(140, 59, 106)];

/// Values at whole numbers, with their name in the legend.
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) values: Vec<(f64, f64)>,
}

/// Bars at whole numbers, side by side, which show their values; with the titles of the plot and of both axes, and the
/// labels of the first one.
pub(crate) fn bars(
    [title, x, y]: [&str; 3],
    label: impl Fn(f64) -> String,
    bars: &[Series],
) -> Result<String, Box<dyn Error>> {
    let font = ("sans-serif", 15);
    let values = || bars.iter().flat_map(|series| &series.values);
    let least = values().map(|(x, _)| x - 0.6).fold(f64::INFINITY, f64::min);
    let most = values().map(|(x, _)| x + 0.6).fold(f64::NEG_INFINITY, f64::max);
    let high = values().map(|(_, value)| *value).fold(f64::MIN_POSITIVE, f64::max);
    let width = 0.8 / bars.len() as f64;
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, (760, 400)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 20))
        .margin(10)
        .margin_right(24)
        .x_label_area_size(44)
        .y_label_area_size(60)
        .build_cartesian_2d(least..most, 0.0..high * 1.1)?;
    chart
        .configure_mesh()
        .x_desc(x)
        .y_desc(y)
        .x_labels(8)
        .y_labels(6)
        .x_label_formatter(&|x| label(*x))
        .y_label_formatter(&|y| ((100.0 * y).round() / 100.0).to_string())
        .label_style(font)
        .light_line_style(TRANSPARENT)
        .draw()?;
    for (number, (Series { name, values }, colour)) in
        bars.iter().zip(COLOURS.into_iter().cycle()).enumerate()
    {
        let left = |x: f64| x - 0.4 + width * number as f64;
        let bar = |&(x, value): &(f64, f64)| {
            Rectangle::new([(left(x), 0.0), (left(x) + width, value)], colour.filled())
        };
        let sign = move |(x, y)| Rectangle::new([(x + 4, y - 4), (x + 12, y + 4)], colour.filled());
        chart.draw_series(values.iter().map(bar))?.label(name).legend(sign);
        let text = |&(x, value): &(f64, f64)| {
            let text = if value < 0.05 { "<0.1".to_owned() } else { format!("{value:.1}") };
            let place = (left(x) + width / 8.0, value + high * 0.04);
            Text::new(text, place, ("sans-serif", 13))
        };
        chart.draw_series(values.iter().map(text))?;
    }
    let labels = &mut chart.configure_series_labels();
    let labels = labels.position(SeriesLabelPosition::UpperLeft).label_font(font);
    labels.border_style(BLACK.mix(0.2)).background_style(WHITE).draw()?;
    area.present()?;
    drop(chart);
    drop(area);
    Ok(svg)
}
