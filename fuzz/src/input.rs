//! Decisions drawn from the bytes of an input.

/// The bytes of an input that are still unused. Past the end all decisions are 0.
pub struct Input<'d>(&'d [u8]);

impl<'d> Input<'d> {
    #[must_use]
    pub const fn new(data: &'d [u8]) -> Self {
        Self(data)
    }

    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        self.0.split_off_first().copied().unwrap_or(0)
    }

    /// A bit of chance: true for half of all bytes.
    pub fn coin(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// A number below `bound`, from as few bytes as tell all of them apart.
    pub fn below(&mut self, bound: usize) -> usize {
        let mut number = usize::from(self.byte());
        let mut reach = 256;
        while reach < bound {
            number = number << 8 | usize::from(self.byte());
            reach <<= 8;
        }
        number % bound.max(1)
    }

    /// Any number of 32 bits, small ones and extreme ones as often as others.
    pub fn number(&mut self) -> i32 {
        match self.byte() {
            kind @ 0..128 => i32::from(kind) - 64,
            128..144 => i32::MIN,
            144..160 => i32::MAX,
            _ => i32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()]),
        }
    }

    pub fn choose<'l, T>(&mut self, list: &'l [T]) -> Option<&'l T> {
        list.get(self.below(list.len()))
    }

    /// The unused bytes as text; what is no UTF-8 is replaced.
    pub fn text(&mut self) -> String {
        String::from_utf8_lossy(std::mem::take(&mut self.0)).into_owned()
    }
}
