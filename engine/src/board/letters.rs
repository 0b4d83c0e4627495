//! Enums whose values are written as words or letters: players, cards, colours, directions.

use crate::game::ParseError;
use crate::game::options::one_of;

/// Defines an enum whose values each have a word, which `Display` prints and `FromStr` reads.
///
/// ```
/// engine::words! {
///     /// How deep the snow is.
///     #[derive(Default)]
///     pub enum Snow { #[default] None: "none", KneeDeep: "knee-deep" }
/// }
///
/// assert_eq!((Snow::ALL.len(), Snow::default().to_string()), (2, "none".into()));
/// assert_eq!("knee-deep".parse(), Ok(Snow::KneeDeep));
/// let error = "much".parse::<Snow>().unwrap_err();
/// assert_eq!(error.to_string(), "\"much\" is unknown: expected none or knee-deep");
/// ```
#[macro_export]
macro_rules! words {
    (
        $(#[$about:meta])*
        $vis:vis enum $Name:ident {
            $($(#[$about_value:meta])* $Value:ident: $word:literal),+ $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $Name {
            $($(#[$about_value])* $Value,)+
        }

        #[allow(dead_code, reason = "not every enum needs everything")]
        impl $Name {
            /// Every value, in order.
            $vis const ALL: [Self; Self::WORDS.len()] = [$(Self::$Value),+];

            /// The word of every value, in order.
            $vis const WORDS: &'static [&'static str] = &[$($word),+];
        }

        impl ::core::fmt::Display for $Name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(match self {
                    $(Self::$Value => $word,)+
                })
            }
        }

        impl ::core::str::FromStr for $Name {
            type Err = $crate::ParseError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($word => Ok(Self::$Value),)+
                    _ => Err($crate::board::unknown_word(text, Self::WORDS)),
                }
            }
        }
    };
}

/// Defines an enum whose values each have a letter, and a word as in [`words!`](crate::words!).
///
/// ```
/// engine::letters! {
///     /// What lies on a square.
///     pub enum Cell { Bare: '.' "bare", Tile: 't' "tile" }
/// }
///
/// assert_eq!((Cell::Tile.to_char(), Cell::from_char('.')), ('t', Some(Cell::Bare)));
/// assert_eq!((Cell::from_char('T'), Cell::Bare.to_string()), (None, "bare".into()));
/// ```
#[macro_export]
macro_rules! letters {
    (
        $(#[$about:meta])*
        $vis:vis enum $Name:ident {
            $($(#[$about_value:meta])* $Value:ident: $letter:literal $word:literal),+ $(,)?
        }
    ) => {
        $crate::words! {
            $(#[$about])*
            $vis enum $Name {
                $($(#[$about_value])* #[doc = concat!("Written `", $letter, "`.")] $Value: $word,)+
            }
        }

        #[allow(dead_code, reason = "not every enum needs everything")]
        impl $Name {
            /// The letter by which it is written.
            $vis const fn to_char(self) -> char {
                match self {
                    $(Self::$Value => $letter,)+
                }
            }

            /// The value with this letter, or `None`.
            $vis const fn from_char(c: char) -> Option<Self> {
                match c {
                    $($letter => Some(Self::$Value),)+
                    _ => None,
                }
            }
        }
    };
}

/// The error that a text is none of the words of an enum.
#[doc(hidden)]
pub fn unknown_word(text: &str, words: &[&str]) -> ParseError {
    ParseError::new(format_args!("{text:?} is unknown"), one_of(words))
}

/// Defines the two players of a game, in turn order, as [`letters!`](crate::letters!) does; `!player`
/// is the other one. With the feature `serde` they serialise as their words.
///
/// ```
/// engine::two_players! {
///     /// A player. Black moves first.
///     pub enum Player { Black: 'b' "black", White: 'w' "white" }
/// }
///
/// assert_eq!((!Player::Black, Player::ALL[0].to_string()), (Player::White, "black".into()));
/// ```
#[macro_export]
macro_rules! two_players {
    (
        $(#[$about:meta])*
        $vis:vis enum $Name:ident {
            $First:ident: $first:literal $first_word:literal,
            $Second:ident: $second:literal $second_word:literal $(,)?
        }
    ) => {
        $crate::letters! {
            $(#[$about])*
            $vis enum $Name { $First: $first $first_word, $Second: $second $second_word }
        }

        $crate::as_text!($Name);

        /// The other player.
        impl ::core::ops::Not for $Name {
            type Output = Self;

            fn not(self) -> Self {
                match self {
                    Self::$First => Self::$Second,
                    Self::$Second => Self::$First,
                }
            }
        }
    };
}
