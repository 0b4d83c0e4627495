//! Text within SVG.

use std::fmt::{self, Write};

/// Text in which characters that have a meaning in XML, or may not stand in it, are replaced.
pub(super) struct Escaped<'t>(pub(super) &'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}'),
            c if c.is_control() => f.write_char('\u{fffd}'),
            c => f.write_char(c),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What XML 1.0 allows, without line breaks and tabs: U+0020 to U+D7FF, U+E000 to U+FFFD and all above U+FFFF.
    #[test]
    fn only_characters_of_xml_are_written() {
        for c in '\0'..=char::MAX {
            let written = Escaped(&c.to_string()).to_string();
            let is_allowed = |c| matches!(c, ' '..='\u{fffd}' | '\u{10000}'..);
            assert!(written.chars().all(is_allowed), "{c:?}: {written:?}");
            let is_plain = is_allowed(c) && !c.is_control() && !"&<>\"'".contains(c);
            assert_eq!(written == c.to_string(), is_plain || c == '\u{fffd}', "{c:?}");
        }
    }
}
