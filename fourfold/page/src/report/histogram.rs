//! How often numbers occur, as bars of round width.

use maud::html;

const SIZE: (f64, f64) = (420.0, 270.0);
const LEFT: f64 = 62.0;
const BOTTOM: f64 = 50.0;

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

/// A histogram of [such numbers](bins), with the titles of its axes; nothing without numbers.
pub(super) fn histogram(counts: &[(u64, u64)], x: &str, y: &str) -> String {
    let (width, bins) = bins(counts);
    let [Some(&(first, _)), Some(&(last, _))] = [bins.first(), bins.last()] else {
        return String::new();
    };
    let most = bins.iter().map(|&(_, count)| count).max().unwrap_or(1);
    let (right, top) = (SIZE.0 - 24.0, 10.0);
    let places = ((last - first) / width + 1) as f64;
    let at = |value: u64| LEFT + (right - LEFT) * (value - first) as f64 / width as f64 / places;
    let up = |count: u64| SIZE.1 - BOTTOM - (SIZE.1 - BOTTOM - top) * count as f64 / most as f64;
    let [step, every] = [round_up(most as f64 / 5.0), width * round_up(places / 7.0)];
    let ticks = (0..=most / step).map(|tick| tick * step);
    // A bar of a single number has it in its middle.
    let (shift, end) = if width == 1 { (at(first + 1) - LEFT, last) } else { (0.0, last + width) };
    let edges = (first.div_ceil(every)..=end / every).map(|edge| edge * every);
    html! {
        svg.histogram viewBox=(format!("0 0 {} {}", SIZE.0, SIZE.1)) {
            @for tick in ticks {
                path.grid d=(format!("M{LEFT} {:.1}H{right}", up(tick))) {}
                text.end x=(LEFT - 8.0) y=(format!("{:.1}", up(tick) + 5.0)) { (tick) }
            }
            @for &(from, count) in &bins {
                @let (left, end) = (at(from) + 1.0, at(from + width) - 1.0);
                path.bar d=(format!("M{left:.1} {}V{:.1}H{end:.1}V{}z", up(0), up(count), up(0))) {}
            }
            @for edge in edges { text x=(format!("{:.1}", at(edge) + shift / 2.0)) y=(SIZE.1 - 32.0) { (edge) } }
            text x=(f64::midpoint(LEFT, right)) y=(SIZE.1 - 8.0) { (x) }
            text transform=(format!("translate(16 {})rotate(-90)", up(0) / 2.0)) { (y) }
        }
    }
    .into_string()
}
