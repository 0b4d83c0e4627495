//! Enums whose values are written as letters: players, cards, colours, directions.

/// Defines an enum whose values each have a letter, and a word that `Display` prints.
///
/// ```
/// engine::letters! {
///     /// What lies on a square.
///     pub enum Cell { Bare: '.' "bare", Tile: 't' "tile" }
/// }
///
/// assert_eq!((Cell::Tile.to_char(), Cell::from_char('.')), ('t', Some(Cell::Bare)));
/// assert_eq!((Cell::from_char('T'), Cell::ALL.len(), Cell::Bare.to_string()), (None, 2, "bare".into()));
/// ```
#[macro_export]
macro_rules! letters {
    (
        $(#[$about:meta])*
        $vis:vis enum $Name:ident {
            $($(#[$about_value:meta])* $Value:ident: $letter:literal $word:literal),+ $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $Name {
            $($(#[$about_value])* #[doc = concat!("Written `", $letter, "`.")] $Value,)+
        }

        #[allow(dead_code, reason = "not every enum needs everything")]
        impl $Name {
            /// Every value, in order.
            $vis const ALL: [Self; [$($letter),+].len()] = [$(Self::$Value),+];

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

        impl ::core::fmt::Display for $Name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(match self {
                    $(Self::$Value => $word,)+
                })
            }
        }
    };
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
            #[cfg_attr(
                feature = "serde",
                derive(::serde::Serialize, ::serde::Deserialize),
                serde(rename_all = "snake_case")
            )]
            $vis enum $Name { $First: $first $first_word, $Second: $second $second_word }
        }

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
