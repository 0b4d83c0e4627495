//! How the pieces of a path cross a cut through the board.

use smallvec::SmallVec;

use super::order::MOST_CUT;

/// For every edge that is cut, by its place, what of a path crosses it: four bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Links(u64);

/// The role of a square on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The path does not enter it.
    Out,
    /// Neither the first nor the last.
    Inner,
    Tip(Tip),
    /// The path is this square alone.
    Whole,
}

impl Role {
    pub(super) fn is_in(self) -> bool {
        self != Self::Out
    }

    pub(super) fn is_tip(self, tip: Tip) -> bool {
        self == Self::Tip(tip) || self == Self::Whole
    }
}

/// An end of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tip {
    First,
    Last,
}

impl Tip {
    /// The label of the piece that holds it.
    const fn label(self) -> u64 {
        match self {
            Self::First => FIRST,
            Self::Last => LAST,
        }
    }
}

/// The ways in which a path can enter a square and leave it: at most six for two of four edges, four
/// to begin, four to end and one not to enter it.
pub(super) type Ways = SmallVec<[(Links, Role); 15]>;

/// Nothing crosses.
const NONE: u64 = 0;
/// The piece that holds the first square.
const FIRST: u64 = 1;
/// The piece that holds the last square.
const LAST: u64 = 2;
/// This and more: one end of a piece whose other end crosses at the place that is left over.
const PLACE: u64 = 3;

/// The lowest bit of every place.
const ONES: u64 = 0x1111_1111_1111;
const _: () = assert!(ONES.count_ones() as usize == MOST_CUT);

impl Links {
    /// Nothing has been swept.
    pub(super) const EMPTY: Self = Self(0);

    /// The whole path has been swept.
    pub(super) const DONE: Self = Self(1 << 63);

    /// All labels, for hashing.
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// The number of edges it crosses.
    pub(super) const fn crossings(self) -> u32 {
        self.crossed().count_ones()
    }

    /// The lowest bit of every place that it crosses at.
    pub(super) const fn crossed(self) -> u64 {
        let bits = self.0 | self.0 >> 1;
        (bits | bits >> 2) & ONES
    }

    /// The lowest bit of a place.
    pub(super) const fn place(place: u32) -> u64 {
        1 << (4 * place)
    }

    const fn get(self, place: u32) -> u64 {
        self.0 >> (4 * place) & 15
    }

    const fn set(self, place: u32, label: u64) -> Self {
        Self(self.0 & !(15 << (4 * place)) | label << (4 * place))
    }

    /// Sets one end of a piece and tells the other end.
    const fn lead(self, place: u32, label: u64) -> Self {
        let led = self.set(place, label);
        if label < PLACE { led } else { led.set((label - PLACE) as u32, PLACE + place as u64) }
    }

    /// Whether the first or the last square of the path is still to come.
    pub(super) fn lacks(self, tip: Tip) -> bool {
        // A place differs from the label in no bit if the piece that holds the square crosses there.
        let differs = self.0 ^ (ONES * tip.label());
        let differs = differs | differs >> 1;
        self != Self::DONE && (differs | differs >> 2) & ONES == ONES
    }

    /// Puts two ends together, which have been taken away; `None` if that makes no path.
    fn join(self, one: u64, other: u64) -> Option<Self> {
        match (one, other) {
            // Nothing may be left over.
            (FIRST, LAST) | (LAST, FIRST) => (self == Self::EMPTY).then_some(Self::DONE),
            (FIRST, FIRST) | (LAST, LAST) => None,
            (label, PLACE..) => Some(self.lead((other - PLACE) as u32, label)),
            (_, label) => Some(self.set((one - PLACE) as u32, label)),
        }
    }

    /// The ways on over a square: `back` are the places of its edges to squares swept before,
    /// `ahead` of those to squares to come, `tips` which ends of the path it may be.
    pub(super) fn ways(self, back: &[u32], ahead: &[u32], tips: &[Tip], ways: &mut Ways) {
        ways.clear();
        let mut rest = self;
        let mut ends = [(0, NONE); 2];
        let mut count = 0;
        for &place in back {
            let label = self.get(place);
            if label != NONE {
                match ends.get_mut(count) {
                    Some(end) => *end = (place, label),
                    // A path crosses two edges of a square at most.
                    None => return,
                }
                count += 1;
                rest = rest.set(place, NONE);
            }
        }
        let [(_, one), (place, other)] = ends;
        match count {
            0 => rest.begin(ahead, tips, ways),
            1 => {
                for &to in ahead {
                    ways.push((rest.lead(to, one), Role::Inner));
                }
                for &tip in tips {
                    if self.lacks(tip)
                        && let Some(links) = rest.join(one, tip.label())
                    {
                        ways.push((links, Role::Tip(tip)));
                    }
                }
            }
            // Not a ring.
            _ if one != PLACE + u64::from(place) => {
                if let Some(links) = rest.join(one, other) {
                    ways.push((links, Role::Inner));
                }
            }
            _ => {}
        }
    }

    /// The ways on over a square that nothing leads to.
    fn begin(self, ahead: &[u32], tips: &[Tip], ways: &mut Ways) {
        ways.push((self, Role::Out));
        if self == Self::DONE {
            return;
        }
        for &tip in tips {
            if self.lacks(tip) {
                for &place in ahead {
                    ways.push((self.set(place, tip.label()), Role::Tip(tip)));
                }
            }
        }
        let mut others = ahead;
        while let [place, rest @ ..] = others {
            for other in rest {
                let piece = self.set(*other, PLACE + u64::from(*place));
                ways.push((piece.set(*place, PLACE + u64::from(*other)), Role::Inner));
            }
            others = rest;
        }
    }
}
