use super::*;

fn window(alpha: i32, beta: i32) -> Window {
    Window { alpha: Score::value(alpha), beta: Score::value(beta) }
}

fn entry_3(score: Score, bound: Bound, basis: Basis) -> Entry {
    Entry { score, best: None, depth: 3, bound, basis }
}

#[test]
fn distances_are_stored_from_the_position_and_read_from_the_root() {
    let found_at_ply_6 = Score::win_in(9);
    let entry = entry_3(found_at_ply_6.seen_later(6), Bound::Exact, Basis::Full);
    let settled = entry.settles(Basis::Full, (50, 2), window(0, 1));
    assert_eq!(settled, Some(Found::new(Score::win_in(5), Basis::Solved)));
}

#[test]
fn a_proven_score_is_a_bound_at_any_depth_and_a_value_is_none() {
    let settles = |score, bound, depth| {
        let entry = entry_3(score, bound, Basis::Full);
        entry.settles(Basis::Full, (depth, 0), window(-1, 1)).map(|found| found.basis)
    };
    assert_eq!(settles(Score::win_in(7), Bound::Lower, 99), Some(Basis::Solved));
    assert_eq!(settles(Score::win_in(7), Bound::Upper, 99), None);
    assert_eq!(settles(Score::loss_in(6), Bound::Upper, 99), Some(Basis::Solved));
    assert_eq!(settles(Score::loss_in(6), Bound::Lower, 99), None);
    assert_eq!(settles(Score::value(5), Bound::Lower, 3), Some(Basis::Full));
    assert_eq!(settles(Score::value(5), Bound::Lower, 4), None);
    assert_eq!(settles(Score::DRAW, Bound::Exact, 3), None, "searched again for its line");
}

#[test]
fn reduced_scores_serve_reduced_searches_only() {
    let settles = |basis, accepted| {
        let entry = entry_3(Score::value(5), Bound::Lower, basis);
        entry.settles(accepted, (3, 0), window(-1, 1)).map(|found| found.basis)
    };
    assert_eq!(settles(Basis::Reduced, Basis::Full), None);
    assert_eq!(settles(Basis::Reduced, Basis::Reduced), Some(Basis::Reduced));
    assert_eq!(settles(Basis::Full, Basis::Reduced), Some(Basis::Full));
    let solved = entry_3(Score::value(5), Bound::Lower, Basis::Solved);
    assert!(solved.settles(Basis::Full, (99, 0), window(-1, 1)).is_some());
}

fn entry(score: Score, depth: u16) -> Entry {
    Entry { score, best: None, depth, bound: Bound::Exact, basis: Basis::Full }
}

#[test]
fn an_entry_takes_16_bytes_and_a_bucket_a_line_of_the_cache() {
    assert_eq!((size_of::<Slot>(), size_of::<Bucket>()), (16, 64));
    assert_eq!(Table::with_bytes(1 << 20).unwrap().buckets().len(), 1 << 14);
}

#[test]
fn packing_loses_nothing() {
    let far = Score::MAX_DISTANCE;
    for score in [Score::win_in(0), Score::loss_in(far), Score::win_in(far), Score::value(-7)] {
        for best in [None, Some(0), Some(u16::MAX - 1)] {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                for basis in [Basis::Reduced, Basis::Full, Basis::Solved] {
                    let entry = Entry { score, best, depth: 1000, bound, basis };
                    let data = entry.pack(7);
                    assert_eq!((Entry::unpack(data), data & 3), (Some(entry), 3));
                }
            }
        }
    }
    assert_eq!(Entry::unpack(0), None);
}

#[test]
fn finds_what_was_put_and_nothing_else() {
    let mut table = Table::with_bytes(1 << 12).unwrap();
    let put = Entry { best: Some(3), ..entry(Score::DRAW, 4) };
    table.put(5 << 60, put);
    assert_eq!(table.get(5 << 60), Some(put));
    assert_eq!(table.get((5 << 60) + 1), None);
    table.put(5 << 60, entry(Score::value(1), 5));
    assert_eq!(table.get(5 << 60), Some(Entry { best: Some(3), ..entry(Score::value(1), 5) }));
    table.clear();
    assert_eq!(table.get(5 << 60), None);
}

#[test]
fn torn_entries_match_no_key() {
    let table = Table::with_bytes(64).unwrap();
    table.put(1, entry(Score::DRAW, 9));
    let slot = &table.buckets()[0][0];
    let (_, first) = slot.load();
    table.put(2, entry(Score::value(5), 3));
    let (_, second) = table.buckets()[0][1].load();
    assert_ne!(first, second);
    slot.data.store(second, Ordering::Relaxed);
    assert_eq!(table.get(1), None);
    assert!(table.get(2).is_some());
}

#[test]
fn deep_results_survive_shallow_ones_until_they_are_old() {
    let mut table = Table::with_bytes(64).unwrap();
    table.put(1, entry(Score::DRAW, 9));
    for key in 2..99 {
        table.put(key, entry(Score::DRAW, 1));
        assert!(table.get(1).is_some() && table.get(key).is_some());
    }
    table.generation += 1;
    for key in 100..104 {
        table.put(key, entry(Score::DRAW, 2));
    }
    assert_eq!(table.get(1), None);
}

#[test]
fn what_is_solved_is_not_forgotten_for_less() {
    let table = Table::with_bytes(64).unwrap();
    let solved = Entry { basis: Basis::Solved, ..entry(Score::win_in(9), 3) };
    table.put(1, solved);
    table.put(1, entry(Score::value(5), 8));
    assert_eq!(table.get(1), Some(solved));
}

#[test]
fn what_is_solved_gives_way_to_what_it_does_not_say() {
    for old in [Bound::Lower, Bound::Upper, Bound::Exact] {
        for new in [Bound::Lower, Bound::Upper, Bound::Exact] {
            let table = Table::with_bytes(64).unwrap();
            let old = Entry { bound: old, basis: Basis::Solved, ..entry(Score::DRAW, 3) };
            let new = Entry { bound: new, ..entry(Score::DRAW, 8) };
            table.put(1, old);
            table.put(1, new);
            let covers = old.bound == Bound::Exact || old.bound == new.bound;
            assert_eq!(table.get(1), Some(if covers { old } else { new }));
        }
    }
}

#[test]
fn a_table_without_room_forgets_everything() {
    let table = Table::with_bytes(63).unwrap();
    table.put(1, entry(Score::DRAW, 9));
    assert_eq!(table.get(1), None);
}
