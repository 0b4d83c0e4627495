//! A macro that implements traits by the text of a type, and parts of messages.

use std::fmt::Display;

use crate::game::ParseError;
use crate::game::options::read_number;

/// Implements traits by the text of a type, `{:#}`, which is also what it serialises as if this crate's
/// feature `serde` is on.
///
/// | form | the type implements | the macro |
/// |---|---|---|
/// | `as_text!(Type)` | `Display` and `FromStr` | `Serialize` and `Deserialize` |
/// | `as_text!(Type: Debug)` | `Display` and `FromStr` | these, and `Debug` by the text |
/// | `as_text!(Rules: Options)` | [`Options`](crate::Options) | these, and the text, as in `hold_turns=2,quiet_limit=none`; options that it does not name have their default |
/// | `as_text!(Position: Notation)` | [`Notation`](crate::Notation) | these, `FromStr` of the text with the rules, and `Debug` with the rules |
#[macro_export]
macro_rules! as_text {
    ($Type:ty) => {
        $crate::as_text!(@serde $Type: self, serializer => serializer.collect_str(&format_args!("{self:#}")),
            text: String => text.parse().map_err($crate::serde::de::Error::custom));
    };
    (@serde $Type:ty: $this:ident, $to:ident => $write:expr, $read:ident: $Read:ty => $value:expr) => {
        $crate::if_serde! {
            impl $crate::serde::Serialize for $Type {
                fn serialize<S: $crate::serde::Serializer>(&$this, $to: S) -> Result<S::Ok, S::Error> {
                    $write
                }
            }

            impl<'de> $crate::serde::Deserialize<'de> for $Type {
                fn deserialize<D: $crate::serde::Deserializer<'de>>(
                    deserializer: D,
                ) -> Result<Self, D::Error> {
                    let $read = <$Read as $crate::serde::Deserialize>::deserialize(deserializer)?;
                    $value
                }
            }
        }
    };
    ($Type:ty: Debug) => {
        $crate::as_text!($Type);

        impl ::core::fmt::Debug for $Type {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(self, f)
            }
        }
    };
    ($Rules:ty: Options) => {
        $crate::as_text!($Rules);

        /// Every option with its value, separated by commas.
        impl ::core::fmt::Display for $Rules {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(&$crate::Options::settings(self))
            }
        }

        /// Options with their values; those not named have their default.
        impl ::core::str::FromStr for $Rules {
            type Err = $crate::game::OptionError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::Options::from_settings(text)
            }
        }
    };
    ($Position:ty: Notation) => {
        $crate::as_text!($Position);

        /// Reads a position, with the rules as `{:#}` prints them. A text without rules is played by
        /// the default ones.
        impl ::core::str::FromStr for $Position {
            type Err = $crate::ParseError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let (text, rules) = $crate::Options::split_off(text)?;
                $crate::Notation::parse(text, &rules)
            }
        }

        impl ::core::fmt::Debug for $Position {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                write!(f, "Position({self}, {})", self.rules())
            }
        }
    };
}

/// What a set has beside its operators, by its items in the order of the method `$items`.
#[doc(hidden)]
#[macro_export]
macro_rules! set {
    (@assign $Set:ident, $($Trait:ident $method:ident $op:tt),+) => {$(
        impl ::core::ops::$Trait for $Set {
            #[inline]
            fn $method(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    )+};
    ($vis:vis $Set:ident of $Item:ident by $items:ident) => {
        #[allow(dead_code, reason = "not every set needs everything")]
        impl $Set {
            /// Adds one; returns whether it was not in the set.
            $vis fn insert(&mut self, item: $Item) -> bool {
                let before = ::core::mem::replace(self, self.with(item));
                before != *self
            }

            /// Removes one; returns whether it was in the set.
            $vis fn remove(&mut self, item: $Item) -> bool {
                let before = ::core::mem::replace(self, self.without(item));
                before != *self
            }
        }

        $crate::set!(@assign $Set, BitOrAssign bitor_assign |, BitAndAssign bitand_assign &, SubAssign sub_assign -);

        impl ::core::iter::FromIterator<$Item> for $Set {
            fn from_iter<I: IntoIterator<Item = $Item>>(items: I) -> Self {
                items.into_iter().fold(Self::EMPTY, Self::with)
            }
        }

        impl ::core::iter::Extend<$Item> for $Set {
            fn extend<I: IntoIterator<Item = $Item>>(&mut self, items: I) {
                *self |= items.into_iter().collect();
            }
        }

        /// The items in order, separated by commas; `-` for the empty set.
        impl ::core::fmt::Display for $Set {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(&$crate::board::joined(self.$items(), ","))
            }
        }

        /// Reads the text that `Display` prints; the order makes no difference.
        impl ::core::str::FromStr for $Set {
            type Err = $crate::ParseError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                if text == "-" { Ok(Self::EMPTY) } else { text.split(',').map(str::parse).collect() }
            }
        }
    };
}

/// Code for this crate's feature `serde`.
#[doc(hidden)]
#[cfg(feature = "serde")]
#[macro_export]
macro_rules! if_serde {
    ($($code:tt)*) => { $($code)* };
}

#[doc(hidden)]
#[cfg(not(feature = "serde"))]
#[macro_export]
macro_rules! if_serde {
    ($($code:tt)*) => {};
}

/// Items with a separator between them; `-` if there are none.
pub fn joined(items: impl IntoIterator<Item: Display>, separator: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    if items.is_empty() { "-".to_owned() } else { items.join(separator) }
}

/// A number with the noun that it counts, given in the singular: `1 rank`, `2 ranks`, `0 plies`.
///
/// ```
/// assert_eq!([1, 2].map(|n| engine::board::counted(n, "ply")), ["1 ply", "2 plies"]);
/// assert_eq!(engine::board::counted(9, "way"), "9 ways");
/// ```
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let (stem, ending) = match noun.strip_suffix('y') {
        _ if number == N::from(1) => (noun, ""),
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => (stem, "ies"),
        _ if noun.ends_with('s') => (noun, "es"),
        _ => (noun, "s"),
    };
    format!("{number} {stem}{ending}")
}

/// Text of a user for a message: in quotes, escaped, and cut after 100 characters.
///
/// ```
/// assert_eq!(engine::board::quoted("a\t1"), r#""a\t1""#);
/// assert!(engine::board::quoted(&"a".repeat(1_000)).ends_with("a\"... (1000 characters)"));
/// ```
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 100;
    let count = text.chars().count();
    if count <= LONGEST {
        return format!("{text:?}");
    }
    let beginning: String = text.chars().take(LONGEST).collect();
    format!("{beginning:?}... ({count} characters)")
}

/// Reads a number, `most` at most, which is the part of a text that the error calls `what`.
#[doc(hidden)]
pub fn read_up_to(what: &str, text: &str, most: u32) -> Result<u32, ParseError> {
    read_number(text).filter(|&number| number <= most).ok_or_else(|| {
        let expected = format_args!("0 to {most} without leading zeros");
        ParseError::new(format_args!("the {what} is {text:?}"), expected)
    })
}

/// Splits a text into its fields, as many as the caller takes; `names` lists them for the error.
///
/// ```
/// use engine::board::read_fields;
///
/// let [board, turn] = read_fields("wbw/bwb b", "the board, the player to move")?;
/// assert_eq!((board, turn), ("wbw/bwb", "b"));
/// # Ok::<_, engine::ParseError>(())
/// ```
///
/// # Errors
///
/// The text has more fields, or fewer.
pub fn read_fields<'t, const N: usize>(
    text: &'t str,
    names: &str,
) -> Result<[&'t str; N], ParseError> {
    <[&str; N]>::try_from(text.split(' ').collect::<Vec<_>>()).map_err(|fields| {
        let problem = format_args!("the text has {}", counted(fields.len(), "field"));
        ParseError::new(problem, format_args!("{N} separated by single spaces ({names})"))
    })
}
