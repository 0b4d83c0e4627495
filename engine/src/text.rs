//! Macros that implement `serde`, `FromStr` and `Debug` by the text of a type, and parts of messages.

use std::fmt::Display;

/// Implements `Serialize` and `Deserialize` by the text of types, if this crate's feature `serde` is
/// on; otherwise it does nothing.
///
/// The types implement `Display` and `FromStr`; the alternate form, `{:#}`, is written, which includes
/// the rules of a position.
#[cfg(feature = "serde")]
#[macro_export]
macro_rules! serde_as_text {
    ($($Type:ty),+ $(,)?) => {$(
        impl $crate::serde::Serialize for $Type {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&format_args!("{self:#}"))
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $Type {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                let text = <String as $crate::serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err($crate::serde::de::Error::custom)
            }
        }
    )+};
}

/// Implements `Serialize` and `Deserialize` by the text of types, if this crate's feature `serde` is
/// on; otherwise it does nothing.
#[cfg(not(feature = "serde"))]
#[macro_export]
macro_rules! serde_as_text {
    ($($Type:ty),+ $(,)?) => {};
}

/// Implements `Serialize` and `Deserialize` of sets as lists of their members.
#[doc(hidden)]
#[cfg(feature = "serde")]
#[macro_export]
macro_rules! serde_as_list {
    ($Set:ty, $Item:ty) => {
        impl $crate::serde::Serialize for $Set {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(*self)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $Set {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                let items = <Vec<$Item> as $crate::serde::Deserialize>::deserialize(deserializer)?;
                Ok(items.into_iter().collect())
            }
        }
    };
}

#[doc(hidden)]
#[cfg(not(feature = "serde"))]
#[macro_export]
macro_rules! serde_as_list {
    ($Set:ty, $Item:ty) => {};
}

/// Like [`serde_as_text!`](crate::serde_as_text!), and implements `Debug` by the text too.
#[macro_export]
macro_rules! debug_and_serde_as_text {
    ($Type:ty) => {
        $crate::serde_as_text!($Type);

        impl ::core::fmt::Debug for $Type {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(self, f)
            }
        }
    };
}

/// Implements the text of rule options: `Display` prints every option with its value, as in
/// `hold_turns=2,quiet_limit=none`, and `FromStr` reads such a list; options that it does not name have
/// their default. They [serialise](crate::serde_as_text!) as this text.
#[macro_export]
macro_rules! options_as_text {
    ($Rules:ty) => {
        $crate::serde_as_text!($Rules);

        /// Every option with its value, separated by commas.
        impl ::core::fmt::Display for $Rules {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(&$crate::Options::settings(self))
            }
        }

        /// Options with their values; those not named have their default.
        impl ::core::str::FromStr for $Rules {
            type Err = $crate::OptionError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::Options::from_settings(text)
            }
        }
    };
}

/// Implements the text of positions with their rules: `FromStr` reads what `Display` prints in the
/// alternate form, `{:#}`, by [`Notation::parse`](crate::Notation::parse). They
/// [serialise](crate::serde_as_text!) as this text; `Debug` shows the rules too.
#[macro_export]
macro_rules! position_as_text {
    ($Position:ty) => {
        $crate::serde_as_text!($Position);

        /// Reads a position, with the rules as `{:#}` prints them. A text without rules is played by
        /// the default ones.
        impl ::core::str::FromStr for $Position {
            type Err = <Self as $crate::Notation>::ParseError;

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

/// A number with the noun that it counts, given in the singular: `1 rank`, `2 ranks`, `0 plies`.
///
/// ```
/// assert_eq!([1, 2].map(|n| engine::counted(n, "ply")), ["1 ply", "2 plies"]);
/// ```
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let (stem, ending) = match noun.strip_suffix('y') {
        _ if number == N::from(1) => (noun, ""),
        Some(stem) => (stem, "ies"),
        None if noun.ends_with('s') => (noun, "es"),
        None => (noun, "s"),
    };
    format!("{number} {stem}{ending}")
}

/// Reads a number as it is printed: digits alone, without leading zeros.
pub fn read_number(text: &str) -> Option<u32> {
    let number: u32 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}
