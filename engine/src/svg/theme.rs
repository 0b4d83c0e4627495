//! Colours.

use std::fmt::{self, Write};

/// The colours of a picture.
///
/// No theme relies on colour alone: what a colour says, a sign, a letter or a shape says too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// For a light page.
    #[default]
    Light,
    /// For a dark page.
    Dark,
    /// Black and white, for paper.
    Print,
}

/// The colours in which arrows, marks and fills are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hue {
    /// For what is good or best.
    #[default]
    Green,
    /// For what is bad.
    Red,
    /// For a second thing.
    Blue,
    /// For what is neither good nor bad.
    Yellow,
}

/// As in the class `hue-green`.
impl fmt::Display for Hue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Green => "green",
            Self::Red => "red",
            Self::Blue => "blue",
            Self::Yellow => "yellow",
        })
    }
}

impl Theme {
    /// The style sheet that pictures of this theme contain. A page that shows pictures
    /// [without style](super::Picture::without_style) takes it into its own.
    pub fn css(self) -> String {
        let mut css = String::new();
        for (class, declarations) in RULES {
            let _ = write!(css, ".fourfold-board .{class}{{{}}}", declarations[self as usize]);
        }
        css
    }
}

/// The declarations of each class in the three themes. Later rules override earlier ones.
const RULES: [(&str, [&str; 3]); 33] = [
    ("label", ["fill:#777;font-family:sans-serif;text-anchor:middle"; 3]),
    (
        "caption",
        [
            "fill:#555;font-family:sans-serif",
            "fill:#bbb;font-family:sans-serif",
            "fill:#000;font-family:sans-serif",
        ],
    ),
    ("square", ["stroke:none"; 3]),
    ("light", ["fill:#efe7d8", "fill:#565b66", "fill:#fff;stroke:#999"]),
    ("dark", ["fill:#ddd0b8", "fill:#484d57", "fill:#eee;stroke:#999"]),
    ("field", ["fill:#3f6ea8", "fill:#2f4f78", "fill:#fff;stroke:#999"]),
    ("hole", ["fill:#e9eef5", "fill:#1c2430", "fill:#fff;stroke:#999"]),
    ("gate", ["fill:#8882", "fill:#8882", "fill:none"]),
    ("slot", ["fill:#0000"; 3]),
    (
        "line",
        [
            "fill:none;stroke:#0003;stroke-width:2",
            "fill:none;stroke:#fff2;stroke-width:2",
            "fill:none;stroke:#999;stroke-width:2",
        ],
    ),
    ("card", ["fill:#fffdf8;stroke:#8a7f6a", "fill:#e9e4d8;stroke:#000", "fill:#fff;stroke:#000"]),
    (
        "down",
        [
            "fill:#0000;stroke:#b3a68d;stroke-dasharray:8 7",
            "fill:#0000;stroke:#7d8490;stroke-dasharray:8 7",
            "fill:#0000;stroke:#999;stroke-dasharray:8 7",
        ],
    ),
    (
        "tile",
        ["fill:#c98f4e;stroke:#7a4f1d", "fill:#b98043;stroke:#3f2a10", "fill:#fff;stroke:#000"],
    ),
    ("wall", ["fill:#5a2d1a", "fill:#e0a070", "fill:#000"]),
    (
        "mountain",
        ["fill:#7d8790;stroke:#3c434a", "fill:#9aa4ae;stroke:#15181b", "fill:#bbb;stroke:#000"],
    ),
    ("snow", ["fill:#fff"; 3]),
    (
        "red",
        ["fill:#cf4a26;stroke:#7c2811", "fill:#df5a34;stroke:#2b0d04", "fill:#fff;stroke:#000"],
    ),
    (
        "blue",
        ["fill:#2b6cb3;stroke:#123a66", "fill:#3f86d2;stroke:#081c33", "fill:#fff;stroke:#000"],
    ),
    (
        "green",
        ["fill:#12936d;stroke:#07503b", "fill:#18a87e;stroke:#03281d", "fill:#fff;stroke:#000"],
    ),
    (
        "yellow",
        ["fill:#f2c83c;stroke:#8a6a08", "fill:#f2c83c;stroke:#3d2f03", "fill:#fff;stroke:#000"],
    ),
    (
        "purple",
        ["fill:#9b59b6;stroke:#552a68", "fill:#ae6cc9;stroke:#2c1238", "fill:#fff;stroke:#000"],
    ),
    ("white", ["fill:#fcfcfa;stroke:#3a3a3a", "fill:#f2f2ee;stroke:#111", "fill:#fff;stroke:#000"]),
    ("black", ["fill:#26282b;stroke:#000", "fill:#15171a;stroke:#b9bec6", "fill:#000;stroke:#000"]),
    ("ink", ["fill:#2b2620;stroke:none;font:700 40px sans-serif;text-anchor:middle"; 3]),
    (
        "sign",
        [
            "fill:#fff;stroke:none;font:700 40px sans-serif;text-anchor:middle",
            "fill:#fff;stroke:none;font:700 40px sans-serif;text-anchor:middle",
            "fill:#000;stroke:none;font:700 40px sans-serif;text-anchor:middle",
        ],
    ),
    ("yellow .sign", ["fill:#3d2f03", "fill:#3d2f03", "fill:#000"]),
    ("dim", ["fill:#2b2620;stroke:none"; 3]),
    ("out", ["opacity:.45"; 3]),
    ("hue-green", ["color:#1f9d55", "color:#3ac47d", "color:#000"]),
    ("hue-red", ["color:#c8321f", "color:#f0624d", "color:#666"]),
    ("hue-blue", ["color:#1f6fd0", "color:#5aa2f5", "color:#333"]),
    ("hue-yellow", ["color:#d9a400", "color:#ffd24a", "color:#888"]),
    (
        "mark",
        ["fill:none;stroke:currentColor;stroke-width:9;stroke-linecap:round;stroke-linejoin:round;opacity:.8";
            3],
    ),
];
