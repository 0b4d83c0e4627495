//! Shapes that pieces are made of.

use super::canvas::Point;

/// A round piece in the middle of a square: its shadow, and a disc with a rim and some light on it.
pub fn disc(radius: u8) -> String {
    let inner = f64::from(radius) - 4.5;
    let (side, rise) = (inner * 0.8, inner * 0.6);
    let (left, top, width) = (50.0 - side, 50.0 - rise, 2.0 * side);
    format!(
        r##"<circle class="shadow" cx="50" cy="53" r="{radius}"/><circle cx="50" cy="50" r="{radius}" stroke-width="3"/><path d="M{left:.1} {top:.1}a{inner} {inner} 0 0 1 {width:.1} 0" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="2.5" stroke-linecap="round"/>"##
    )
}

/// A [`disc`] with a groove, without room for a sign.
pub fn checker(radius: u8) -> String {
    let groove = |y: u8, colour: &str| {
        let r = u32::from(radius) * 3 / 5;
        format!(
            r#"<circle cx="50" cy="{y}" r="{r}" fill="none" stroke="{colour}" stroke-opacity=".3" stroke-width="2"/>"#
        )
    };
    disc(radius) + &groove(52, "#fff") + &groove(50, "#000")
}

/// A sign that tells a colour apart for those who do not see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
#[non_exhaustive]
pub enum Sign {
    Cross,
    Lozenge,
    Ring,
    Square,
    Triangle,
}

impl Sign {
    /// The sign around a point, as far as `size` from it, in the class `sign`.
    pub fn at(self, (x, y): Point, size: i32) -> String {
        let s = size;
        let path = match self {
            Self::Cross => {
                let (half, arm) = (s / 3, s - s / 3);
                let (from, wide) = (x - half, 2 * half);
                format!(
                    "M{from} {}h{wide}v{arm}h{arm}v{wide}h-{arm}v{arm}h-{wide}v-{arm}h-{arm}v-{wide}h{arm}z",
                    y - s
                )
            }
            Self::Lozenge => format!("M{x} {}l{s} {s}l-{s} {s}l-{s} -{s}z", y - s),
            Self::Ring => ring((x, y), s) + &ring((x, y), s / 2),
            Self::Square => {
                let half = s * 4 / 5;
                format!("M{} {}h{w}v{w}h-{w}z", x - half, y - half, w = 2 * half)
            }
            Self::Triangle => format!("M{x} {}l{s} {}h-{}z", y - s, s * 9 / 5, 2 * s),
        };
        format!(r#"<path class="sign" fill-rule="evenodd" d="{path}"/>"#)
    }
}

fn ring((x, y): Point, radius: i32) -> String {
    let wide = 2 * radius;
    format!(
        "M{} {y}a{radius} {radius} 0 1 0 {wide} 0a{radius} {radius} 0 1 0 -{wide} 0z",
        x - radius
    )
}
