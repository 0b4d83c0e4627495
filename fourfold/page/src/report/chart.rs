//! Charts as SVG: how often numbers occur, as bars of round width, and curves over the course of a game.

use arena::Interval;
use maud::{Markup, html};

// The area of bars and curves.
const LEFT: f64 = 62.0;
const RIGHT: f64 = 396.0;
const TOP: f64 = 10.0;
const BASE: f64 = 220.0;

/// The least of 1, 2, 5, 10, 20 and so on that is not below a number.
fn round_up(least: f64) -> u64 {
    let steps = (0..19).flat_map(|power| [1, 2, 5].map(|step| step * 10_u64.pow(power)));
    steps.into_iter().find(|&step| step as f64 >= least).unwrap_or(u64::MAX)
}

/// Numbers, each with how often it occurs, in bins: the round width of these, and each with its least number and how
/// many there are in it. There are about twice as many bins as the cube root of all (Rice's rule).
fn bins(counts: &[(u64, u64)]) -> (u64, Vec<(u64, u64)>) {
    let all: u64 = counts.iter().map(|(_, count)| count).sum();
    let range = counts.last().zip(counts.first()).map_or(0, |((last, _), (first, _))| last - first);
    let width = round_up(range as f64 / (2.0 * (all as f64).cbrt()));
    let mut bins: Vec<(u64, u64)> = Vec::new();
    for &(value, count) in counts {
        let from = value / width * width;
        match bins.last_mut() {
            Some((last, sum)) if *last == from => *sum += count,
            _ => bins.push((from, count)),
        }
    }
    (width, bins)
}

/// Bars or curves with the places and labels of both axes, and their titles.
fn chart(
    content: &Markup,
    [x, y]: [&str; 2],
    x_labels: impl Iterator<Item = (f64, u64)>,
    y_labels: impl Iterator<Item = (f64, i64)>,
) -> String {
    let chart = html! {
        svg.chart viewBox="0 0 420 270" {
            @for (place, label) in y_labels {
                path.grid d=(format!("M{LEFT} {place:.1}H{RIGHT}")) {}
                text.end x=(LEFT - 8.0) y=(format!("{:.1}", place + 5.0)) { (label) }
            }
            (content)
            @for (place, label) in x_labels { text x=(format!("{place:.1}")) y="238" { (label) } }
            text x=(f64::midpoint(LEFT, RIGHT)) y="262" { (x) }
            text transform=(format!("translate(16 {})rotate(-90)", BASE / 2.0)) { (y) }
        }
    };
    chart.into_string()
}

/// A histogram of [such numbers](bins), with the titles of its axes; nothing without numbers.
pub(super) fn histogram(counts: &[(u64, u64)], x: &str, y: &str) -> String {
    let (width, bins) = bins(counts);
    let [Some(&(first, _)), Some(&(last, _))] = [bins.first(), bins.last()] else {
        return String::new();
    };
    let most = bins.iter().map(|&(_, count)| count).max().unwrap_or(1);
    let places = ((last - first) / width + 1) as f64;
    let at = |value: u64| LEFT + (RIGHT - LEFT) * (value - first) as f64 / width as f64 / places;
    let up = |count: u64| BASE - (BASE - TOP) * count as f64 / most as f64;
    let [step, every] = [round_up(most as f64 / 5.0), width * round_up(places / 7.0)];
    let ticks = (0..=most / step).map(|tick| (up(tick * step), (tick * step).cast_signed()));
    // A bar of a single number has it in its middle.
    let (shift, end) = if width == 1 { (at(first + 1) - LEFT, last) } else { (0.0, last + width) };
    let edges = (first.div_ceil(every)..=end / every).map(|edge| edge * every);
    let bars = html! {
        @for &(from, count) in &bins {
            @let (left, end) = (at(from) + 1.0, at(from + width) - 1.0);
            path.bar d=(format!("M{left:.1} {BASE}V{:.1}H{end:.1}V{BASE}z", up(count))) {}
        }
    };
    chart(&bars, [x, y], edges.map(|edge| (at(edge) + shift / 2.0, edge)), ticks)
}

/// One or two curves of means, with their intervals as bands, by the percentage of the game that is played, with the title of the second axis
/// and a value that it shows in any case; nothing without points.
pub(super) fn curves(curves: &[Vec<(f64, Interval)>], y: &str, shown: f64) -> String {
    let points = || curves.iter().flatten();
    if points().next().is_none() {
        return String::new();
    }
    let least = points().map(|(_, it)| it.low).fold(shown, f64::min);
    let most = points().map(|(_, it)| it.high).fold(shown, f64::max);
    let step = round_up((most - least) / 5.0) as f64;
    let (low, high) = ((least / step).floor(), (most / step).ceil());
    let at = |percent: f64| LEFT + (RIGHT - LEFT) * percent / 100.0;
    let up = |value: f64| BASE - (BASE - TOP) * (value / step - low) / (high - low).max(1.0);
    let place = |percent: f64, value: f64| format!("{:.1} {:.1}", at(percent), up(value));
    let content = html! {
        @for (curve, class) in curves.iter().zip(["one", "two"]).filter(|(curve, _)| !curve.is_empty()) {
            @let low = curve.iter().map(|(x, it)| place(*x, it.low));
            @let high = curve.iter().rev().map(|(x, it)| place(*x, it.high));
            @let mean: Vec<_> = curve.iter().map(|(x, it)| place(*x, it.estimate)).collect();
            g class=(class) {
                path.band d=(format!("M{}z", low.chain(high).collect::<Vec<_>>().join("L"))) {}
                path.curve d=(format!("M{}", mean.join("L"))) {}
            }
        }
    };
    let ticks = (low as i64..=high as i64).map(|tick| (up(tick as f64 * step), tick * step as i64));
    let percents = (0..=5).map(|fifth| (at(20.0 * fifth as f64), 20 * fifth));
    chart(&content, ["percent of the game", y], percents, ticks)
}
