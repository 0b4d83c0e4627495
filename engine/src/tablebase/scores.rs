//! The scores of a class, packed.

use crate::score::Score;

/// The number of bytes of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    One = 1,
    Two = 2,
    Four = 4,
}

impl Width {
    /// The width of this many bytes.
    pub(super) fn of_bytes(bytes: u32) -> Option<Self> {
        [Self::One, Self::Two, Self::Four].into_iter().find(|&width| width as u32 == bytes)
    }

    /// The least width that holds all distances up to this one.
    pub(super) fn for_distance(longest: u32) -> Self {
        match Code::loss(longest).0 {
            0..=0xff => Self::One,
            0x100..=0xffff => Self::Two,
            _ => Self::Four,
        }
    }
}

/// A score as a number: 0 if there is no position, 1 for a draw, 2 + 2n for a win in n plies, and
/// 3 + 2n for a loss.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Code(pub(super) u32);

impl Code {
    pub(super) const NONE: Self = Self(0);
    pub(super) const DRAW: Self = Self(1);

    pub(super) const fn win(plies: u32) -> Self {
        Self(2 * plies + 2)
    }

    pub(super) const fn loss(plies: u32) -> Self {
        Self(2 * plies + 3)
    }

    const fn score(self) -> Option<Score> {
        match self.0 {
            0 => None,
            1 => Some(Score::DRAW),
            win if win % 2 == 0 => Some(Score::win_in(win / 2 - 1)),
            loss => Some(Score::loss_in(loss / 2 - 1)),
        }
    }
}

/// Codes one after the other, little-endian.
#[derive(PartialEq, Eq)]
pub(super) struct Scores {
    pub(super) width: Width,
    pub(super) bytes: Vec<u8>,
}

impl Scores {
    /// Codes as bytes, whose number is a multiple of the width.
    pub(super) fn from_bytes(width: Width, bytes: Vec<u8>) -> Self {
        Self { width, bytes }
    }

    /// Packs codes that fit into the width.
    pub(super) fn pack(width: Width, codes: impl ExactSizeIterator<Item = Code>) -> Self {
        let mut bytes = Vec::with_capacity(codes.len() * width as usize);
        for code in codes {
            bytes.extend_from_slice(&code.0.to_le_bytes()[..width as usize]);
        }
        Self { width, bytes }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The longest distance of a win or a loss.
    pub(super) fn longest(&self) -> Option<u32> {
        let codes = self.bytes() / self.width as u64;
        (0..codes).filter_map(|index| self.get(index)?.distance()).max()
    }

    /// The score stored at an index, or `None` if there is none.
    pub(super) fn get(&self, index: u64) -> Option<Score> {
        let index = usize::try_from(index).ok()?;
        let code = match self.width {
            Width::One => u32::from(*self.bytes.get(index)?),
            Width::Two => {
                let code = self.bytes.get(index.checked_mul(2)?..)?.first_chunk()?;
                u32::from(u16::from_le_bytes(*code))
            }
            Width::Four => {
                u32::from_le_bytes(*self.bytes.get(index.checked_mul(4)?..)?.first_chunk()?)
            }
        };
        Code(code).score()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_width_keeps_what_fits_and_no_more() {
        for (longest, width) in [
            (0, Width::One),
            (126, Width::One),
            (127, Width::Two),
            (32_766, Width::Two),
            (32_767, Width::Four),
            (1 << 29, Width::Four),
        ] {
            assert_eq!(Width::for_distance(longest), width, "{longest}");
            let codes = [Code::NONE, Code::DRAW, Code::win(longest), Code::loss(longest)];
            let values = Scores::pack(width, codes.into_iter());
            let scores = [0, 1, 2, 3, 4, u64::MAX].map(|index| values.get(index));
            let (win, loss) = (Score::win_in(longest), Score::loss_in(longest));
            assert_eq!(scores, [None, Some(Score::DRAW), Some(win), Some(loss), None, None]);
            assert_eq!(values.bytes(), 4 * width as u64);
            assert_eq!(Width::of_bytes(width as u32), Some(width));
        }
        assert_eq!((Width::of_bytes(0), Width::of_bytes(3)), (None, None));
    }
}
