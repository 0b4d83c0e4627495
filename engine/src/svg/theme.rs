//! Colours.

crate::words! {
    /// The colours of a picture.
    ///
    /// No theme relies on colour alone: a sign, a letter or a shape shows the same.
    #[derive(Default)]
    #[non_exhaustive]
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
    #[non_exhaustive]
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
    /// The style sheet that pictures of this theme contain, for a game with these [classes](super::Draw::CLASSES) of
    /// its own. A page that shows pictures [without style](super::Picture::without_style) takes it into its own.
    pub fn css(self, own: &[Class]) -> String {
        let own = own.iter().map(|class| class.css(self));
        self.common().lines().map(str::to_owned).chain(own).collect()
    }

    /// The rules of the classes of all games, one a line; later ones override earlier ones.
    fn common(self) -> &'static str {
        match self {
            Self::Light => include_str!("themes/light.css"),
            Self::Dark => include_str!("themes/dark.css"),
            Self::Print => include_str!("themes/print.css"),
        }
    }
}

/// A class of shapes, and their look.
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
        PARTS.split(' ').any(|part| part == name)
            || rules(Theme::Light).any(|(styled, _)| styled == name)
    }

    /// The rule of the style sheet in a theme.
    pub fn css(&self, theme: Theme) -> String {
        match self.styles[theme as usize] {
            "" => String::new(),
            style => format!(".fourfold-board .{}{{{style}}}", self.name),
        }
    }
}

/// The common classes of a theme, or selectors of them, with their declarations.
fn rules(theme: Theme) -> impl Iterator<Item = (&'static str, &'static str)> {
    let rule = |line: &'static str| line.strip_prefix(".fourfold-board .")?.split_once('{');
    theme.common().lines().filter_map(rule)
}

/// The classes that have no colours: parts of a picture.
const PARTS: &str =
    "fourfold-board squares grid joined fills pieces overlay piece item fill arrow head";

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
        let styled = rules(Theme::Light).map(|(name, _)| name).filter(|name| !name.contains(' '));
        assert_eq!(documented, styled.chain(PARTS.split(' ')).collect());
    }

    #[test]
    fn themes_have_rules_of_the_same_classes() {
        let names = |theme| rules(theme).map(|(name, _)| name).filter(|name| !name.contains(' '));
        for theme in Theme::ALL {
            assert!(names(theme).eq(names(Theme::Light)));
            assert!(theme.common().lines().count() == rules(theme).count());
            assert!(rules(theme).all(|(_, style)| style.find('}') == Some(style.len() - 1)));
        }
    }

    /// The colour that a class gives a property in a theme, as hexadecimal digits.
    fn colour(class: &str, property: &str, theme: Theme) -> Option<&'static str> {
        let (_, found) = rules(theme).find(|(name, _)| *name == class)?;
        let mut styles = found.split([';', '}']);
        styles.find_map(|style| style.strip_prefix(property)?.strip_prefix(":#"))
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
            for seat in seats {
                let own = format!("{seat} .sign");
                let sign = colour(&own, "fill", theme).map_or("sign", |_| own.as_str());
                check(4.5, theme, [(sign, "fill"), (seat, "fill")]);
            }
            for hue in ["hue-green", "hue-red", "hue-blue", "hue-yellow"] {
                check(3.0, theme, [(hue, "color"), ("halo", "stroke")]);
                check(3.0, theme, [(hue, "color"), ("light", "fill")]);
            }
        }
    }
}
