//! Players and moves of any game: texts that are copied.

use std::collections::BTreeSet;
use std::fmt::{self, Debug, Display};
use std::ops::Deref;
use std::sync::{Mutex, PoisonError};

/// A player of any game: a seat and its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Player {
    /// From 0.
    pub seat: usize,
    name: Text,
}

/// A move of any game: its text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(Text);

impl Player {
    pub(crate) fn new(seat: usize, name: &str) -> Self {
        Self { seat, name: Text::new(name) }
    }
}

impl Move {
    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    pub(crate) fn of(m: impl Display) -> Self {
        Self(Text::new(&m.to_string()))
    }
}

impl Deref for Move {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl serde::Serialize for Move {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Every text may be a move of some game.
impl From<&str> for Move {
    fn from(text: &str) -> Self {
        Self(Text::new(text))
    }
}

macro_rules! written {
    ($($Type:ident $text:tt)*) => {$(
        impl Display for $Type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.$text.as_str())
            }
        }

        impl Debug for $Type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.$text.as_str())
            }
        }
    )*};
}

written!(Move 0 Player name);

/// A text that is copied.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Text {
    Short {
        length: u8,
        bytes: [u8; Text::SHORT],
    },
    /// Kept for the rest of the process, each different text once.
    Long(&'static str),
}

impl Text {
    const SHORT: usize = 63;

    fn new(text: &str) -> Self {
        static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
        let mut bytes = [0; Self::SHORT];
        if let Some(room) = bytes.get_mut(..text.len()) {
            room.copy_from_slice(text.as_bytes());
            return Self::Short { length: text.len() as u8, bytes };
        }
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.get(text) {
            return Self::Long(known);
        }
        let new: &'static str = Box::leak(text.into());
        kept.insert(new);
        Self::Long(new)
    }

    fn as_str(&self) -> &str {
        match self {
            Self::Short { length, bytes } => {
                std::str::from_utf8(&bytes[..usize::from(*length)]).unwrap_or_default()
            }
            Self::Long(text) => text,
        }
    }
}
