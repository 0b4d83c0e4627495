//! Texts that can be copied.

use std::fmt;
use std::str::FromStr;

/// The text of a move or the name of a player, of up to 63 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Text {
    length: u8,
    bytes: [u8; Self::MOST],
}

/// The error that a text is too long for a [`Text`].
#[derive(Debug, thiserror::Error)]
#[error("{text:?} has {} bytes: expected at most {}", text.len(), Text::MOST)]
pub(crate) struct TooLong {
    text: String,
}

impl Text {
    const MOST: usize = 63;

    pub(crate) fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
    }
}

impl FromStr for Text {
    type Err = TooLong;

    fn from_str(text: &str) -> Result<Self, TooLong> {
        let mut bytes = [0; Self::MOST];
        let room = bytes.get_mut(..text.len()).ok_or_else(|| TooLong { text: text.to_owned() })?;
        room.copy_from_slice(text.as_bytes());
        Ok(Self { length: text.len() as u8, bytes })
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
