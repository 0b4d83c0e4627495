//! A macro that implements traits by the text of a type, and parts of messages.

use std::fmt::Display;

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
        $crate::as_text!(@serde $Type, self: collect_str(&format_args!("{self:#}")), text: String =>
            text.parse().map_err($crate::serde::de::Error::custom));
    };
    (@list $Set:ty, $Item:ty) => {
        $crate::as_text!(@serde $Set, self: collect_seq(*self), items: Vec<$Item> =>
            Ok(items.into_iter().collect()));
    };
    (@serde $Type:ty, $self:ident: $write:ident($what:expr), $read:ident: $Read:ty => $made:expr) => {
        $crate::if_serde! {
            impl $crate::serde::Serialize for $Type {
                fn serialize<S: $crate::serde::Serializer>(
                    &$self,
                    serializer: S,
                ) -> Result<S::Ok, S::Error> {
                    serializer.$write($what)
                }
            }

            impl<'de> $crate::serde::Deserialize<'de> for $Type {
                fn deserialize<D: $crate::serde::Deserializer<'de>>(
                    deserializer: D,
                ) -> Result<Self, D::Error> {
                    let $read = <$Read as $crate::serde::Deserialize>::deserialize(deserializer)?;
                    $made
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
