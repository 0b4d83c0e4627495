//! Colours.

crate::words! {
    /// The colours of a picture.
    ///
    /// No theme relies on colour alone: what a colour says, a sign, a letter or a shape says too.
    #[derive(Default)]
    pub enum Theme {
        /// For a light page.
        #[default]
        Light: "light",
        /// For a dark page.
        Dark: "dark",
        /// Black and white, for paper.
        Print: "print",
    }
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
const PARTS: [&str; 10] = [
    "fourfold-board",
    "squares",
    "fills",
    "pieces",
    "overlay",
    "piece",
    "item",
    "fill",
    "arrow",
    "head",
];

/// The classes of all games that have. Later rules override earlier ones.
const STYLED: [Class; 31] = [
    Class { name: "ground", styles: ["clip-path:inset(0 round 10px)"; 3] },
    Class {
        name: "label",
        styles: [
            "fill:#55585b;font-family:system-ui,sans-serif;text-anchor:middle",
            "fill:#b9bec3;font-family:system-ui,sans-serif;text-anchor:middle",
            "fill:#000;font-family:system-ui,sans-serif;text-anchor:middle",
        ],
    },
    Class {
        name: "caption",
        styles: [
            "fill:#55585b;font-family:system-ui,sans-serif",
            "fill:#b9bec3;font-family:system-ui,sans-serif",
            "fill:#000;font-family:system-ui,sans-serif",
        ],
    },
    Class { name: "square", styles: ["stroke:none"; 3] },
    Class {
        name: "light",
        styles: [
            "fill:#efe9dd;stroke:#efe9dd",
            "fill:#34383b;stroke:#34383b",
            "fill:#fff;stroke:#999",
        ],
    },
    Class {
        name: "dark",
        styles: [
            "fill:#ddd3c0;stroke:#ddd3c0",
            "fill:#2a2d30;stroke:#2a2d30",
            "fill:#eee;stroke:#999",
        ],
    },
    Class {
        name: "felt",
        styles: [
            "fill:#dfdbd2;stroke:#dfdbd2",
            "fill:#2a2e31;stroke:#2a2e31",
            "fill:#fff;stroke:#999",
        ],
    },
    Class {
        name: "polygon",
        styles: ["stroke:#c3b79f;stroke-width:2", "stroke:#4d5256;stroke-width:2", "stroke:#999"],
    },
    Class {
        name: "last",
        styles: [
            "fill:#f2d88a;stroke:#f2d88a",
            "fill:#5c4b1c;stroke:#5c4b1c",
            "fill:#ddd;stroke:#ddd",
        ],
    },
    Class {
        name: "card",
        styles: [
            "fill:#fffefb;stroke:#b9b2a3",
            "fill:#ece7dc;stroke:#ece7dc",
            "fill:#fff;stroke:#000",
        ],
    },
    Class {
        name: "down",
        styles: [
            "fill:#d2cdc2;stroke:#85827a;stroke-dasharray:2 6;stroke-linecap:round",
            "fill:#1c1f21;stroke:#7d858d;stroke-dasharray:2 6;stroke-linecap:round",
            "fill:none;stroke:#999;stroke-dasharray:2 6;stroke-linecap:round",
        ],
    },
    Class { name: "slot", styles: ["fill:#0000"; 3] },
    Class {
        name: "shadow",
        styles: [
            "fill:#000;stroke:none;opacity:.25",
            "fill:#000;stroke:none;opacity:.4",
            "fill:none;stroke:none",
        ],
    },
    Class {
        name: "red",
        styles: [
            "fill:#c23b22;stroke:#7d2010",
            "fill:#e2603f;stroke:#ffc2b2",
            "fill:#fff;stroke:#000",
        ],
    },
    Class {
        name: "blue",
        styles: [
            "fill:#1f62b0;stroke:#0e3a6e",
            "fill:#4f96e6;stroke:#bfdcff",
            "fill:#fff;stroke:#000",
        ],
    },
    Class {
        name: "green",
        styles: [
            "fill:#14815f;stroke:#064a35",
            "fill:#2fae85;stroke:#b5f0da",
            "fill:#fff;stroke:#000",
        ],
    },
    Class {
        name: "yellow",
        styles: [
            "fill:#e0a911;stroke:#7a5a00",
            "fill:#f0c03a;stroke:#fff0bd",
            "fill:#fff;stroke:#000",
        ],
    },
    Class {
        name: "purple",
        styles: [
            "fill:#84489f;stroke:#4d2259",
            "fill:#a46bc0;stroke:#e8cdf5",
            "fill:#fff;stroke:#000",
        ],
    },
    Class {
        name: "white",
        styles: [
            "fill:#fdfcf9;stroke:#77736a",
            "fill:#f4f1ea;stroke:#a39d91",
            "fill:#fff;stroke:#000",
        ],
    },
    Class {
        name: "black",
        styles: [
            "fill:#2b2d30;stroke:#000",
            "fill:#0b0c0d;stroke:#a5acb4",
            "fill:#000;stroke:#000",
        ],
    },
    Class { name: "on-card", styles: ["stroke:#2b2a28", "stroke:#2b2a28", "stroke:#000"] },
    Class {
        name: "ink",
        styles: ["fill:#2b2a28;stroke:none;font:700 40px system-ui,sans-serif;text-anchor:middle";
            3],
    },
    Class {
        name: "sign",
        styles: [
            "fill:#fff;stroke:none;font:700 40px system-ui,sans-serif;text-anchor:middle",
            "fill:#121415;stroke:none;font:700 40px system-ui,sans-serif;text-anchor:middle",
            "fill:#000;stroke:none;font:700 40px system-ui,sans-serif;text-anchor:middle",
        ],
    },
    Class { name: "yellow .sign", styles: ["fill:#1b1d1f", "", ""] },
    Class {
        name: "heat",
        styles: [
            "fill:#1b1d1f;font:600 32px system-ui,sans-serif;text-anchor:middle",
            "fill:#fff;font:600 32px system-ui,sans-serif;text-anchor:middle",
            "fill:#000;font:600 32px system-ui,sans-serif;text-anchor:middle",
        ],
    },
    Class { name: "hue-green", styles: ["color:#0f766e", "color:#35bfae", "color:#000"] },
    Class { name: "hue-red", styles: ["color:#b3245f", "color:#f0709f", "color:#666"] },
    Class { name: "hue-blue", styles: ["color:#1f62b0", "color:#4f96e6", "color:#333"] },
    Class { name: "hue-yellow", styles: ["color:#8a6100", "color:#dba63a", "color:#888"] },
    Class {
        name: "halo",
        styles: [
            "fill:none;stroke:#fff;stroke-width:8;stroke-opacity:.8;stroke-linecap:round;stroke-linejoin:round",
            "fill:none;stroke:#17191b;stroke-width:8;stroke-opacity:.8;stroke-linecap:round;stroke-linejoin:round",
            "fill:none;stroke:#fff;stroke-width:8;stroke-linecap:round;stroke-linejoin:round",
        ],
    },
    Class {
        name: "mark",
        styles: ["fill:none;stroke:currentColor;stroke-width:5;stroke-linecap:round;stroke-linejoin:round";
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

    /// The colour that a class gives a property in a theme, as hexadecimal digits.
    fn colour(class: &str, property: &str, theme: Theme) -> Option<&'static str> {
        let found = STYLED.iter().find(|found| found.name == class)?.styles[theme as usize];
        found.split(';').find_map(|style| style.strip_prefix(property)?.strip_prefix(":#"))
    }

    /// The contrast of two colours by the definition of WCAG 2, from 1 to 21.
    fn contrast(one: &str, other: &str) -> f64 {
        let luminance = |digits: &str| {
            let wide: String = digits.chars().flat_map(|c| [c; 2]).collect();
            let digits = if digits.len() == 3 { &wide } else { digits };
            let part = |from: usize| {
                let part = f64::from(u8::from_str_radix(&digits[from..from + 2], 16).unwrap());
                let part = part / 255.0;
                if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4) + 0.05
        };
        let (one, other) = (luminance(one), luminance(other));
        one.max(other) / one.min(other)
    }

    fn check(least: f64, theme: Theme, [one, other]: [(&str, &str); 2]) {
        let [first, second] = [one, other].map(|(class, part)| colour(class, part, theme).unwrap());
        let found = contrast(first, second);
        assert!(found >= least, "{one:?} on {other:?} in {theme:?}: {found:.2}");
    }

    /// Outlines of pieces stand out by 3:1 from what they lie on, letters and signs by 4.5:1.
    #[test]
    fn colours_are_legible() {
        assert!((contrast("fff", "000000") - 21.0).abs() < 1e-9);
        let grounds = ["light", "dark", "felt", "last"];
        let seats = ["red", "blue", "green", "yellow", "purple", "white", "black"];
        for theme in [Theme::Light, Theme::Dark] {
            for ground in grounds {
                check(4.5, theme, [("label", "fill"), (ground, "fill")]);
                for seat in seats {
                    check(3.0, theme, [(seat, "stroke"), (ground, "fill")]);
                }
            }
            check(4.5, theme, [("ink", "fill"), ("card", "fill")]);
            check(3.0, theme, [("on-card", "stroke"), ("card", "fill")]);
            for seat in &seats[..5] {
                let own = if (*seat, theme) == ("yellow", Theme::Light) {
                    "yellow .sign"
                } else {
                    "sign"
                };
                check(4.5, theme, [(own, "fill"), (seat, "fill")]);
            }
            for hue in ["hue-green", "hue-red", "hue-blue", "hue-yellow"] {
                check(3.0, theme, [(hue, "color"), ("halo", "stroke")]);
                check(3.0, theme, [(hue, "color"), ("light", "fill")]);
            }
        }
    }
}
