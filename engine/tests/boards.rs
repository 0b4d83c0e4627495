//! Squares of boards, and sets of them.

use engine::board::Direction;

use week::{Day, Days};

mod small {
    engine::board! {
        pub(crate) struct Square(4 x 5);
        pub(crate) struct SquareSet(u32);
        pub(crate) struct Squares;
    }
}

mod large {
    engine::board! {
        pub(crate) struct Square(11 x 11);
        pub(crate) struct SquareSet(u128);
        pub(crate) struct Squares;
    }
}

/// The same checks for two boards: every square by name, index, file and rank, and back.
macro_rules! squares_round_trip {
    ($board:ident, $last:literal) => {
        use $board::{Square, SquareSet};
        let names: Vec<String> = Square::ALL.iter().map(ToString::to_string).collect();
        assert_eq!((names[0].as_str(), names[Square::COUNT - 1].as_str()), ("a1", $last));
        for (index, (name, square)) in names.iter().zip(Square::ALL).enumerate() {
            assert_eq!(name.parse(), Ok(square));
            assert_eq!((square.index(), Square::from_index(index)), (index, Some(square)));
            assert_eq!(Square::wrapping(index + 3 * Square::COUNT), square);
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
            assert!(SquareSet::ALL.contains(square));
        }
        assert!(Square::ALL.is_sorted_by_key(|square| (square.file(), square.rank())));
        assert_eq!(SquareSet::ALL.into_iter().collect::<Vec<_>>(), Square::ALL);
        assert_eq!(Square::new(Square::FILES, 0).or(Square::new(0, Square::RANKS)), None);
        assert_eq!(Square::from_index(Square::COUNT), None);
        for text in
            ["", "a", "a0", "A1", "a1 ", " a1", "a+1", "a01", "a111", "1a", "ä1", "a１", "a300"]
        {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    };
}

#[test]
fn squares_of_a_small_board_round_trip() {
    squares_round_trip!(small, "d5");
    for text in ["e1", "a6", "a11"] {
        let message = text.parse::<Square>().unwrap_err().to_string();
        assert_eq!(message, format!("{text:?} is not a square: expected a1 to d5"));
    }
}

#[test]
fn squares_of_a_large_board_round_trip() {
    squares_round_trip!(large, "k11");
    for text in ["l1", "a12"] {
        assert!(text.parse::<Square>().is_err(), "{text}");
    }
}

#[test]
fn steps_and_offsets_stay_on_the_board() {
    use small::Square;
    for square in Square::ALL {
        for files in i8::MIN..=i8::MAX {
            for ranks in [i8::MIN, -5, -1, 0, 1, 2, i8::MAX] {
                let (file, rank) = (
                    i16::from(square.file()) + i16::from(files),
                    i16::from(square.rank()) + i16::from(ranks),
                );
                let on_board = (0..4).contains(&file) && (0..5).contains(&rank);
                let expected = on_board.then(|| Square::new(file as u8, rank as u8)).flatten();
                assert_eq!(square.offset(files, ranks), expected);
            }
        }
    }
    for (square, direction) in
        Square::ALL.into_iter().flat_map(|square| Direction::ALL.map(|d| (square, d)))
    {
        let (files, ranks) = direction.offset();
        assert_eq!(square.step(direction), square.offset(files, ranks), "{square} {direction}");
    }
    let b2: Square = "b2".parse().unwrap();
    let around = Direction::ALL.map(|direction| b2.step(direction).unwrap().to_string());
    assert_eq!(around, ["b3", "c2", "b1", "a2"]);
    assert_eq!(Square::A1.step(Direction::South), None);
}

#[test]
fn boards_are_read_from_the_top_left() {
    let names: Vec<String> = small::Square::reading_order().map(|s| s.to_string()).collect();
    assert_eq!((names[0].as_str(), names[1].as_str(), names[19].as_str()), ("a5", "b5", "d1"));
}

#[test]
fn directions_have_letters() {
    for direction in Direction::ALL {
        assert_eq!(Direction::from_char(direction.to_char()), Some(direction));
        assert!(direction.to_string().starts_with(direction.to_char()));
    }
    assert_eq!(Direction::from_char('N'), None);
}

mod week {
    engine::board! {
        /// A day.
        pub(crate) struct Day(1 x 7);
        /// Some days of a week.
        pub(crate) struct Days(u8);
        /// The days of a set, in order.
        pub(crate) struct InOrder;
    }
}

/// Which days a set has, one by one.
fn listed(days: Days) -> Vec<bool> {
    Day::ALL.iter().map(|&day| days.contains(day)).collect()
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
        assert_eq!(days.to_string().parse(), Ok(days));
        for other in 0..128 {
            let other = Days::from_bits(other);
            let both = |f: fn(bool, bool) -> bool| -> Vec<bool> {
                listed(days).into_iter().zip(listed(other)).map(|(a, b)| f(a, b)).collect()
            };
            assert_eq!(listed(days | other), both(|a, b| a || b));
            assert_eq!(listed(days & other), both(|a, b| a && b));
            assert_eq!(listed(days - other), both(|a, b| a && !b));
            assert_eq!(days.meets(other), !(days & other).is_empty());
            let [mut union, mut shared, mut left] = [days; 3];
            union |= other;
            shared &= other;
            left -= other;
            assert_eq!([union, shared, left], [days | other, days & other, days - other]);
        }
        for day in Day::ALL {
            assert_eq!(days.with(day), days | Days::of(day));
            assert_eq!(days.without(day), days - Days::of(day));
            let mut changed = days;
            assert_eq!((changed.insert(day), changed), (!days.contains(day), days.with(day)));
            let mut changed = days;
            assert_eq!((changed.remove(day), changed), (days.contains(day), days.without(day)));
        }
    }
}

#[test]
fn sets_print_their_members() {
    let days = Days::of(Day::ALL[2]).with(Day::A1);
    assert_eq!((format!("{days:?}"), days.to_string()), ("{a1, a3}".into(), "a1,a3".into()));
    assert_eq!((Days::EMPTY.to_string(), format!("{days:>7}")), ("-".into(), "  a1,a3".into()));
    assert_eq!("a3,a1,a3".parse(), Ok(days));
    for text in ["", ",", "a1,", "a1,-", "a1, a3", "a8"] {
        assert!(text.parse::<Days>().is_err(), "{text}");
    }
}
