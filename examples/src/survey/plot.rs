//! The distributions as an image.

use std::fmt::Write;

use collapsi::{Distribution, Rules, Survey};

use super::{percent, winner};

const WIDTH: u32 = 760;
const HEIGHT: u32 = 400;

/// The area of the bars.
const LEFT: f64 = 60.;
const RIGHT: f64 = 740.;
const TOP: f64 = 60.;
const BOTTOM: f64 = 330.;

/// The highest percentage, a multiple of ten.
const MOST: u32 = 50;

/// Distinguished by people with any colour vision, and in print.
const COLOURS: [&str; 2] = ["#1b5e8c", "#e6a13c"];

/// A bar for each length and rule set.
pub(super) fn svg(lengths: &[(Rules, Distribution)]) -> String {
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = draw(&mut svg, lengths);
    svg
}

fn draw(svg: &mut String, lengths: &[(Rules, Distribution)]) -> std::fmt::Result {
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\" \
         fill=\"#222\">"
    )?;
    let title = "Collapsi: length of the game with best play, all 47,297,250 deals";
    writeln!(svg, "<title>{title}</title>")?;
    writeln!(svg, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>")?;
    writeln!(svg, "<text x=\"{LEFT}\" y=\"28\" font-size=\"16\">{title}</text>")?;
    draw_axis(svg)?;
    draw_legend(svg, lengths)?;
    let group = (RIGHT - LEFT) / 8.;
    let bar = group * 0.8 / lengths.len().max(1) as f64;
    for plies in 7..=14 {
        let left = LEFT + f64::from(plies - 7) * group;
        for (i, (_, lengths)) in lengths.iter().enumerate() {
            let share = percent(lengths.deals(plies), Survey::DEALS);
            let x = left + group * 0.1 + bar * i as f64;
            draw_bar(svg, x, bar, share, COLOURS[i % 2])?;
        }
        let middle = left + group / 2.;
        let (label, caption) = (BOTTOM + 20., BOTTOM + 38.);
        writeln!(
            svg,
            "<text x=\"{middle:.1}\" y=\"{label}\" text-anchor=\"middle\">{plies}</text>"
        )?;
        writeln!(
            svg,
            "<text x=\"{middle:.1}\" y=\"{caption}\" text-anchor=\"middle\" font-size=\"11\" \
             fill=\"#666\">{} wins</text>",
            winner(plies)
        )?;
    }
    let (middle, foot) = (f64::midpoint(LEFT, RIGHT), BOTTOM + 60.);
    writeln!(svg, "<text x=\"{middle}\" y=\"{foot}\" text-anchor=\"middle\">plies</text>")?;
    writeln!(svg, "</svg>")
}

fn height(share: f64) -> f64 {
    (BOTTOM - TOP) * share / f64::from(MOST)
}

fn draw_axis(svg: &mut String) -> std::fmt::Result {
    for share in (0..=MOST).step_by(10) {
        let y = BOTTOM - height(share.into());
        let colour = if share == 0 { "#222" } else { "#ddd" };
        writeln!(
            svg,
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{RIGHT}\" y2=\"{y:.1}\" stroke=\"{colour}\"/>"
        )?;
        let (x, y) = (LEFT - 8., y + 4.);
        writeln!(svg, "<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{share} %</text>")?;
    }
    Ok(())
}

fn draw_legend(svg: &mut String, lengths: &[(Rules, Distribution)]) -> std::fmt::Result {
    for (i, (rules, _)) in lengths.iter().enumerate() {
        let (x, y) = (LEFT + 12., TOP + 10. + 20. * i as f64);
        let colour = COLOURS[i % 2];
        writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"12\" height=\"12\" fill=\"{colour}\"/>")?;
        let joker = match rules {
            Rules::V1_1 => "a joker moves 1 to 4 steps",
            Rules::V1_3 => "a joker moves 1 step",
        };
        let (x, y) = (x + 20., y + 11.);
        writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{rules}: {joker}</text>")?;
    }
    Ok(())
}

fn draw_bar(svg: &mut String, x: f64, width: f64, share: f64, colour: &str) -> std::fmt::Result {
    let (height, middle) = (height(share), x + width / 2.);
    let top = BOTTOM - height;
    writeln!(
        svg,
        "<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
         fill=\"{colour}\"/>"
    )?;
    let label = if share < 0.05 { "&lt;0.1".to_owned() } else { format!("{share:.1}") };
    let y = top - 4.;
    writeln!(
        svg,
        "<text x=\"{middle:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" font-size=\"10\">{label}</text>"
    )
}
