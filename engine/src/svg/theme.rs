//! Colours.

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

crate::words! {
    /// The colours in which arrows, marks and fills are drawn, as in the class `hue-green`.
    #[derive(Default)]
    pub enum Hue {
        /// For what is good or best.
        #[default]
        Green: "green",
        /// For what is bad.
        Red: "red",
        /// For a second thing.
        Blue: "blue",
        /// For what is neither good nor bad.
        Yellow: "yellow",
    }
}

impl Theme {
    /// The style sheet that pictures of this theme contain, for a game with these
    /// [classes](super::Draw::CLASSES) of its own. A page that shows pictures
    /// [without style](super::Picture::without_style) takes it into its own.
    pub fn css(self, own: &[Class]) -> String {
        STYLED.iter().chain(own).map(|class| class.css(self)).collect()
    }
}

/// A class of shapes, and how they look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// Its name; or a selector, such as `yellow .sign` for signs within shapes of the class `yellow`.
    pub name: &'static str,
    /// CSS declarations in the themes: light, dark, print. They may be empty.
    pub styles: [&'static str; 3],
}

impl Class {
    /// Whether pictures of all games share a class.
    pub(crate) fn is_common(name: &str) -> bool {
        PARTS.contains(&name) || STYLED.iter().any(|class| class.name == name)
    }

    /// The rule of the style sheet in a theme.
    pub fn css(&self, theme: Theme) -> String {
        match self.styles[theme as usize] {
            "" => String::new(),
            style => format!(".fourfold-board .{}{{{style}}}", self.name),
        }
    }
}

/// The classes that have no colours: parts of a picture.
const PARTS: [&str; 11] = [
    "fourfold-board",
    "squares",
    "fills",
    "pieces",
    "overlay",
    "piece",
    "item",
    "fill",
    "last",
    "arrow",
    "head",
];

/// The classes of all games that have. Later rules override earlier ones.
const STYLED: [Class; 21] = [
    Class { name: "label", styles: ["fill:#777;font-family:sans-serif;text-anchor:middle"; 3] },
    Class {
        name: "caption",
        styles: [
            "fill:#555;font-family:sans-serif",
            "fill:#bbb;font-family:sans-serif",
            "fill:#000;font-family:sans-serif",
        ],
    },
    Class { name: "square", styles: ["stroke:none"; 3] },
    Class { name: "light", styles: ["fill:#efe7d8", "fill:#565b66", "fill:#fff;stroke:#999"] },
    Class { name: "dark", styles: ["fill:#ddd0b8", "fill:#484d57", "fill:#eee;stroke:#999"] },
    Class { name: "slot", styles: ["fill:#0000"; 3] },
    Class {
        name: "red",
        styles: [
            "fill:#cf4a26;stroke:#7c2811",
            "fill:#df5a34;stroke:#2b0d04",
            "fill:#fff;stroke:#000",
        ],
    },
    Class {
        name: "blue",
        styles: [
            "fill:#2b6cb3;stroke:#123a66",
            "fill:#3f86d2;stroke:#081c33",
            "fill:#fff;stroke:#000",
        ],
    },
    Class {
        name: "green",
        styles: [
            "fill:#12936d;stroke:#07503b",
            "fill:#18a87e;stroke:#03281d",
            "fill:#fff;stroke:#000",
        ],
    },
    Class {
        name: "yellow",
        styles: [
            "fill:#f2c83c;stroke:#8a6a08",
            "fill:#f2c83c;stroke:#3d2f03",
            "fill:#fff;stroke:#000",
        ],
    },
    Class {
        name: "purple",
        styles: [
            "fill:#9b59b6;stroke:#552a68",
            "fill:#ae6cc9;stroke:#2c1238",
            "fill:#fff;stroke:#000",
        ],
    },
    Class {
        name: "white",
        styles: [
            "fill:#fcfcfa;stroke:#3a3a3a",
            "fill:#f2f2ee;stroke:#111",
            "fill:#fff;stroke:#000",
        ],
    },
    Class {
        name: "black",
        styles: [
            "fill:#26282b;stroke:#000",
            "fill:#15171a;stroke:#b9bec6",
            "fill:#000;stroke:#000",
        ],
    },
    Class {
        name: "ink",
        styles: ["fill:#2b2620;stroke:none;font:700 40px sans-serif;text-anchor:middle"; 3],
    },
    Class {
        name: "sign",
        styles: [
            "fill:#fff;stroke:none;font:700 40px sans-serif;text-anchor:middle",
            "fill:#fff;stroke:none;font:700 40px sans-serif;text-anchor:middle",
            "fill:#000;stroke:none;font:700 40px sans-serif;text-anchor:middle",
        ],
    },
    Class { name: "yellow .sign", styles: ["fill:#3d2f03", "fill:#3d2f03", "fill:#000"] },
    Class { name: "hue-green", styles: ["color:#1f9d55", "color:#3ac47d", "color:#000"] },
    Class { name: "hue-red", styles: ["color:#c8321f", "color:#f0624d", "color:#666"] },
    Class { name: "hue-blue", styles: ["color:#1f6fd0", "color:#5aa2f5", "color:#333"] },
    Class { name: "hue-yellow", styles: ["color:#d9a400", "color:#ffd24a", "color:#888"] },
    Class {
        name: "mark",
        styles: ["fill:none;stroke:currentColor;stroke-width:9;stroke-linecap:round;stroke-linejoin:round;opacity:.8";
            3],
    },
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_table_of_the_docs_has_the_common_classes() {
        let rows = include_str!("mod.rs").lines().filter_map(|line| line.strip_prefix("//! | `"));
        let cells = rows.filter_map(|row| row.split(" |").next());
        let documented: HashSet<&str> =
            cells.flat_map(|cell| cell.split(", ").map(|name| name.trim_matches('`'))).collect();
        let styled = STYLED.iter().map(|class| class.name).filter(|name| !name.contains(' '));
        assert_eq!(documented, styled.chain(PARTS).collect());
    }
}
