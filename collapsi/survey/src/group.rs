//! Tables of the symmetries of sets of squares.

use std::sync::LazyLock;

use collapsi::{Square, SquareSet, Symmetry};

/// A symmetry by its place in [`Symmetry::all`].
pub(crate) type Index = u16;

/// All symmetries, the images of sets under them, and the classes of sets that they make equal.
pub(crate) struct Group {
    symmetries: Vec<Symmetry>,
    /// For each symmetry the images of sets of the lower eight squares, and of the upper eight.
    halves: Vec<[[u16; 256]; 2]>,
    /// For each set the representative of its class, and a symmetry that leads there.
    classes: Vec<(SquareSet, Index)>,
}

impl Group {
    /// The tables; computed on first use, in some milliseconds.
    pub(crate) fn get() -> &'static Self {
        static GROUP: LazyLock<Group> = LazyLock::new(Group::new);
        &GROUP
    }

    fn new() -> Self {
        let symmetries: Vec<Symmetry> = Symmetry::all().collect();
        let halves = symmetries.iter().map(|symmetry| [0, 8].map(|first| images(symmetry, first)));
        let halves = halves.collect();
        let mut group = Self { symmetries, halves, classes: Vec::new() };
        let mut classes = vec![None; 1 << Square::COUNT];
        for bits in 0..=u16::MAX {
            let set = SquareSet::from_bits(bits);
            // The first set of a class represents it. The images of a set under the inverses are
            // those sets that the symmetries themselves map to it.
            if classes[usize::from(bits)].is_none() {
                for (index, symmetry) in (0..).zip(&group.symmetries) {
                    let inverse = symmetry.inverse();
                    let image: SquareSet = set.into_iter().map(|sq| inverse.apply(sq)).collect();
                    classes[usize::from(image.bits())].get_or_insert((set, index));
                }
            }
        }
        group.classes = classes.into_iter().flatten().collect();
        group
    }

    pub(crate) fn symmetry(&self, index: Index) -> Symmetry {
        self.symmetries[usize::from(index)]
    }

    #[inline]
    pub(crate) fn image(&self, index: Index, set: SquareSet) -> SquareSet {
        let [lower, upper] = &self.halves[usize::from(index)];
        let [low, high] = set.bits().to_le_bytes();
        SquareSet::from_bits(lower[usize::from(low)] | upper[usize::from(high)])
    }

    /// The representative of all images of a set, and a symmetry that leads there.
    #[inline]
    pub(crate) fn class(&self, set: SquareSet) -> (SquareSet, Index) {
        self.classes[usize::from(set.bits())]
    }

    /// The representatives of the classes of sets with this number of squares, in order.
    pub(crate) fn representatives(&self, squares: usize) -> impl Iterator<Item = SquareSet> {
        let sets = (0..=u16::MAX).map(SquareSet::from_bits);
        sets.filter(move |&set| set.len() == squares && self.class(set).0 == set)
    }

    /// The symmetries that map a set to itself, the identity first.
    pub(crate) fn stabiliser(&self, set: SquareSet) -> Vec<Index> {
        let all = 0..Symmetry::COUNT as Index;
        all.filter(|&index| self.image(index, set) == set).collect()
    }
}

/// The images of all sets of the eight squares from `first` on.
fn images(symmetry: &Symmetry, first: usize) -> [u16; 256] {
    std::array::from_fn(|set| {
        let squares = SquareSet::from_bits((set << first) as u16);
        squares.into_iter().map(|square| symmetry.apply(square)).collect::<SquareSet>().bits()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_those_of_the_squares() {
        let group = Group::get();
        for index in 0..Symmetry::COUNT as Index {
            for bits in (0..=u16::MAX).step_by(257) {
                let set = SquareSet::from_bits(bits);
                let squares = set.into_iter().map(|square| group.symmetry(index).apply(square));
                assert_eq!(group.image(index, set), squares.collect());
            }
        }
    }

    #[test]
    fn classes_are_orbits() {
        let group = Group::get();
        let mut found = 0;
        for bits in 0..=u16::MAX {
            let set = SquareSet::from_bits(bits);
            let (representative, index) = group.class(set);
            assert_eq!(group.image(index, set), representative);
            found += usize::from(representative == set);
        }
        // The subsets of the corners of the four-dimensional cube that really differ, OEIS A000616.
        assert_eq!(found, 402);
        assert_eq!(group.representatives(14).count(), 4);
        assert_eq!(group.stabiliser(SquareSet::ALL).len(), Symmetry::COUNT);
        assert_eq!(group.stabiliser(SquareSet::EMPTY.with(Square::A1)).len(), 24);
    }
}
