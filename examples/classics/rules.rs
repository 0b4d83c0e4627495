//! Rule options: sizes as numbers, and how an impartial game ends.

use engine::game::{OptionError, OptionSpec, Options, Values};
use engine::{Outcome, ParseError};

/// Defines rule options that are numbers, each with its range and its default.
macro_rules! rules {
    (
        $(#[$about:meta])*
        pub struct $Rules:ident {
            $($(#[doc = $about_name:literal])* $name:ident: $least:literal to $most:literal, by default $default:literal;)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $Rules {
            $($(#[doc = $about_name])* pub $name: u8,)+
        }

        impl Default for $Rules {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        impl $Rules {
            /// The same with every number brought into its range.
            #[must_use]
            pub fn clamp(self) -> Self {
                Self { $($name: self.$name.clamp($least, $most),)+ }
            }
        }

        engine::options! {
            $Rules {
                $($name: concat!($($about_name),*).trim_ascii(), engine::game::Values::number($least, $most));+
            }
        }
    };
}
pub(crate) use rules;

engine::two_players! {
    /// A player of an impartial game, in which both have the same moves.
    pub enum Player { First: '1' "first", Second: '2' "second" }
}

engine::words! {
    /// What it means to make the last move.
    #[derive(Default)]
    pub enum Play {
        /// Who makes it wins.
        #[default]
        Normal: "normal",
        /// Who makes it loses.
        Misere: "misere",
    }
}

impl Play {
    /// The outcome where the player to move has no move.
    pub fn outcome(self, turn: Player) -> Outcome<Player> {
        Outcome::Winner(if self == Self::Normal { !turn } else { turn })
    }
}

impl Options for Play {
    const SPECS: &'static [OptionSpec] = &[OptionSpec::new(
        "play",
        "whether who makes the last move wins, or loses",
        Values::Words(&["normal", "misere"]),
    )];

    fn get(&self, name: &str) -> Option<String> {
        (name == "play").then(|| self.to_string())
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let spec = Self::spec(name)?;
        *self = value.parse().map_err(|_: ParseError| spec.refuse(value))?;
        Ok(())
    }
}
