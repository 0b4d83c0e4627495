//! Types that serialise as their text.

/// Has types serialise as their text, if this crate's feature `serde` is on; otherwise it does
/// nothing.
///
/// The types implement `Display` and `FromStr`; what is written is the alternate form, `{:#}`, which of
/// the position of a game includes the rules.
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

/// Has types serialise as their text, if this crate's feature `serde` is on; otherwise it does
/// nothing.
#[cfg(not(feature = "serde"))]
#[macro_export]
macro_rules! serde_as_text {
    ($($Type:ty),+ $(,)?) => {};
}

/// Has sets serialise as lists of their members.
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

/// Has types serialise as their text, as [`serde_as_text!`](crate::serde_as_text!) says, and print it in
/// `Debug` too.
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

/// Has rule options read and written as their settings: `Display` prints every option with its value,
/// as in `hold_turns=2,quiet_limit=none`, and `FromStr` reads such a list; options that it does not
/// name have their default. They serialise as this text, as [`serde_as_text!`](crate::serde_as_text!)
/// says.
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

/// Has positions read by [`Notation::parse`](crate::Notation::parse) with their rules behind them, as
/// their `Display` prints them in the alternate form, `{:#}`; and has them serialise as that text.
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

/// Reads a number as it is printed: digits alone, without leading zeros.
pub fn read_number(text: &str) -> Option<u32> {
    let number: u32 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}
