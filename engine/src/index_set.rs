//! Sets of squares, cards and the like, as the bits of one integer.

/// Defines a set of values that are numbered from 0, such as cards, and its iterator.
///
/// The set is the bits of one integer, so it is copied, compared and combined at once. Its items
/// implement `Debug` and `Display` and have `const COUNT: usize`, at most as many as the integer has
/// bits (checked at compile time), `const fn index(self) -> usize` and `fn from_index(usize) ->
/// Option<Self>`. For squares, [`board!`](crate::board!) defines both.
///
/// ```
/// #[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// pub struct Day(u8);
///
/// impl Day {
///     const COUNT: usize = 7;
///     const fn index(self) -> usize { self.0 as usize }
///     fn from_index(index: usize) -> Option<Self> {
///         (index < Self::COUNT).then_some(Self(index as u8))
///     }
/// }
///
/// impl std::fmt::Display for Day {
///     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
///         f.pad(["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"][self.index()])
///     }
/// }
///
/// engine::index_set! {
///     /// Some days of the week.
///     pub struct Days(u8) of Day;
///     /// The days of a set, in order.
///     pub struct InOrder;
/// }
///
/// let weekend = Days::of(Day(5)).with(Day(6));
/// assert_eq!(weekend.to_string(), "Sa,Su");
/// assert_eq!((Days::ALL - weekend).into_iter().next(), Some(Day(0)));
/// ```
#[macro_export]
macro_rules! index_set {
    (
        $(#[$about_set:meta])*
        $vis:vis struct $Set:ident($Bits:ty) of $Item:ident;
        $(#[$about_iter:meta])*
        $iter_vis:vis struct $Iter:ident;
    ) => {
        $(#[$about_set])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $Set($Bits);

        #[allow(dead_code, reason = "not every set needs everything")]
        impl $Set {
            /// The empty set.
            $vis const EMPTY: Self = Self(0);

            /// The set of all items.
            $vis const ALL: Self = Self(<$Bits>::MAX >> (<$Bits>::BITS - $Item::COUNT as u32));

            /// The set of one item.
            $vis const fn of(item: $Item) -> Self {
                Self(1 << item.index())
            }

            /// The set of the items whose bits, by index, are 1; bits beyond are ignored.
            $vis const fn from_bits(bits: $Bits) -> Self {
                Self(bits & Self::ALL.0)
            }

            /// The bits of its items, by index.
            $vis const fn bits(self) -> $Bits {
                self.0
            }

            /// How many items it has.
            $vis const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether it has no items.
            $vis const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether `item` is in it.
            $vis const fn contains(self, item: $Item) -> bool {
                self.0 >> item.index() & 1 == 1
            }

            /// This set and `item`.
            $vis const fn with(self, item: $Item) -> Self {
                Self(self.0 | 1 << item.index())
            }

            /// This set without `item`.
            $vis const fn without(self, item: $Item) -> Self {
                Self(self.0 & !(1 << item.index()))
            }

            /// The items of either set: a constant `|`.
            $vis const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// The items of both sets: a constant `&`.
            $vis const fn intersection(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            /// The items of this set that are not in the other: a constant `-`.
            $vis const fn difference(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            /// Whether the sets share an item.
            $vis const fn meets(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }
        }

        impl ::core::ops::BitOr for $Set {
            type Output = Self;

            fn bitor(self, other: Self) -> Self {
                self.union(other)
            }
        }

        impl ::core::ops::BitAnd for $Set {
            type Output = Self;

            fn bitand(self, other: Self) -> Self {
                self.intersection(other)
            }
        }

        impl ::core::ops::Sub for $Set {
            type Output = Self;

            fn sub(self, other: Self) -> Self {
                self.difference(other)
            }
        }

        impl ::core::iter::FromIterator<$Item> for $Set {
            fn from_iter<I: IntoIterator<Item = $Item>>(items: I) -> Self {
                items.into_iter().fold(Self::EMPTY, Self::with)
            }
        }

        impl ::core::iter::IntoIterator for $Set {
            type Item = $Item;
            type IntoIter = $Iter;

            fn into_iter(self) -> $Iter {
                $Iter(self.0)
            }
        }

        impl ::core::fmt::Debug for $Set {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }

        /// The members in order, separated by commas; `-` for the empty set.
        impl ::core::fmt::Display for $Set {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                if self.is_empty() {
                    return f.pad("-");
                }
                let names: Vec<String> = self.into_iter().map(|item| item.to_string()).collect();
                f.pad(&names.join(","))
            }
        }

        $(#[$about_iter])*
        #[derive(Clone, Debug)]
        $iter_vis struct $Iter($Bits);

        impl ::core::iter::Iterator for $Iter {
            type Item = $Item;

            fn next(&mut self) -> Option<$Item> {
                let item = $Item::from_index(self.0.trailing_zeros() as usize)?;
                self.0 &= self.0 - 1;
                Some(item)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                let left = self.0.count_ones() as usize;
                (left, Some(left))
            }
        }

        impl ::core::iter::ExactSizeIterator for $Iter {}

        impl ::core::iter::FusedIterator for $Iter {}
    };
}

#[cfg(test)]
mod tests {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Day(u8);

    impl Day {
        const COUNT: usize = 7;
        const LAST: Self = Self(6);

        const fn index(self) -> usize {
            self.0 as usize
        }

        fn from_index(index: usize) -> Option<Self> {
            (index < Self::COUNT).then_some(Self(index as u8))
        }
    }

    impl std::fmt::Display for Day {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "day {}", self.0)
        }
    }

    index_set! {
        /// Some days of a week.
        struct Days(u8) of Day;
        /// The days of a set, in order.
        struct InOrder;
    }

    /// Which days a set has, one by one.
    fn listed(days: Days) -> Vec<bool> {
        (0..7).map(|i| days.contains(Day(i))).collect()
    }

    #[test]
    fn sets_are_what_lists_of_their_members_say() {
        assert_eq!(Days::from_bits(0xff), Days::ALL);
        for bits in 0..128 {
            let days = Days::from_bits(bits);
            let members: Vec<Day> = days.into_iter().collect();
            assert_eq!((days.bits(), days.len()), (bits, members.len()));
            assert_eq!(days.into_iter().len(), members.len());
            assert_eq!(members.iter().copied().collect::<Days>(), days);
            assert_eq!(days.is_empty(), members.is_empty());
            for other in 0..128 {
                let other = Days::from_bits(other);
                let both = |f: fn(bool, bool) -> bool| -> Vec<bool> {
                    listed(days).into_iter().zip(listed(other)).map(|(a, b)| f(a, b)).collect()
                };
                assert_eq!(listed(days | other), both(|a, b| a || b));
                assert_eq!(listed(days & other), both(|a, b| a && b));
                assert_eq!(listed(days - other), both(|a, b| a && !b));
                assert_eq!(days.meets(other), !(days & other).is_empty());
            }
            assert!(days.with(Day::LAST).contains(Day::LAST));
            assert_eq!(days.without(Day::LAST), days - Days::of(Day::LAST));
        }
    }

    #[test]
    fn sets_print_their_members() {
        let days = Days::of(Day(2)).with(Day(0));
        assert_eq!(
            (format!("{days:?}"), days.to_string()),
            ("{Day(0), Day(2)}".into(), "day 0,day 2".into())
        );
        assert_eq!(
            (Days::EMPTY.to_string(), format!("{days:>13}")),
            ("-".into(), "  day 0,day 2".into())
        );
    }
}
