//! The points of a hand (ruling 6).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{
    Card, EAST, Jewel, NORTH, SOUTH, WEST, canonical, card_text, jewel_text, orientations,
    parse_hand, parse_jewel,
};

/// Every jewel that can be laid from a hand, as text, with its points; sorted, each text once.
/// Panics if `hand` is not in the spec's notation.
pub(crate) fn jewels_of(hand: &str) -> Vec<(String, u32)> {
    let mut found = BTreeMap::new();
    for_each_jewel(&parse_hand(hand).expect("a hand"), |_, jewel, points| {
        found.insert(jewel_text(jewel), points);
    });
    found.into_iter().collect()
}

/// The exact maximum over all sets of disjoint jewels (ruling 6).
/// Panics if `hand` is not in the spec's notation.
pub(crate) fn max_score(hand: &str) -> u32 {
    best_total(&parse_hand(hand).expect("a hand"))
}

/// Checks an arrangement against a hand and adds up its points (ruling 6).
pub(crate) fn score_arrangement(hand: &str, arrangement: &str) -> Result<u32, String> {
    let mut left = parse_hand(hand)?;
    if arrangement == "-" {
        return Ok(0);
    }
    let mut total = 0;
    for text in arrangement.split(' ') {
        let jewel = parse_jewel(text)?;
        for card in jewel {
            match left.iter().position(|c| *c == canonical(card)) {
                Some(at) => left.remove(at),
                None => return Err(format!("{} is not left in hand", card_text(card))),
            };
        }
        total += points(jewel).ok_or_else(|| format!("borders do not match: {text:?}"))?;
    }
    Ok(total)
}

/// Ruling 6: the points of a layout, or `None` if its four inner borders do not match in pairs.
fn points([tl, tr, bl, br]: Jewel) -> Option<u32> {
    let matches = tl[EAST] == tr[WEST]
        && bl[EAST] == br[WEST]
        && tl[SOUTH] == bl[NORTH]
        && tr[SOUTH] == br[NORTH];
    let colours = BTreeSet::from([tl[EAST], bl[EAST], tl[SOUTH], tr[SOUTH]]);
    match (matches, colours.len()) {
        (false, _) => None,
        (true, 4) => Some(1),
        (true, 3) => Some(2),
        (true, 2) => Some(3),
        (true, n) => unreachable!("{n} colours inside a jewel"),
    }
}

/// Calls `f` with the places in the hand, the layout and its points, for every choice of four
/// different places in every order, every card in every orientation.
fn for_each_jewel(hand: &[Card], mut f: impl FnMut([usize; 4], Jewel, u32)) {
    // Every row of two cards that match side by side; then every row above every other.
    let mut rows = Vec::new();
    for (a, b) in (0..hand.len()).flat_map(|a| (0..hand.len()).map(move |b| (a, b))) {
        for left in orientations(hand[a]) {
            for right in orientations(hand[b]) {
                if a != b && left[EAST] == right[WEST] {
                    rows.push((a, b, left, right));
                }
            }
        }
    }
    for (a, b, tl, tr) in &rows {
        for (c, d, bl, br) in &rows {
            let apart = a != c && a != d && b != c && b != d;
            let value = points([*tl, *tr, *bl, *br]).filter(|_| apart);
            if let Some(value) = value {
                f([*a, *b, *c, *d], [*tl, *tr, *bl, *br], value);
            }
        }
    }
}

/// The exact maximum for a hand: the best points of every set of four cards, then every way to
/// choose disjoint sets. Sets of cards are bit masks.
pub(super) fn best_total(hand: &[Card]) -> u32 {
    assert!(hand.len() <= 36);
    let mut fours: HashMap<u64, u32> = HashMap::new();
    for_each_jewel(hand, |places, _, value| {
        let set = places.iter().map(|i| 1u64 << i).sum();
        let best = fours.entry(set).or_insert(0);
        *best = value.max(*best);
    });
    // The sets by their lowest card, the most points first.
    let mut by_lowest: Vec<Vec<(u64, u32)>> = vec![Vec::new(); hand.len()];
    for (set, value) in fours {
        by_lowest[set.trailing_zeros() as usize].push((set, value));
    }
    for sets in &mut by_lowest {
        sets.sort_by_key(|(set, value)| (std::cmp::Reverse(*value), *set));
    }
    best_of_rest((1u64 << hand.len()) - 1, &by_lowest, &mut HashMap::new())
}

/// The lowest card left is either in one of the jewels or in none.
fn best_of_rest(left: u64, sets: &[Vec<(u64, u32)>], known: &mut HashMap<u64, u32>) -> u32 {
    if left.count_ones() < 4 {
        return 0;
    }
    if let Some(best) = known.get(&left) {
        return *best;
    }
    let most = left.count_ones() / 4 * 3; // no jewel has more than 3 points
    let mut best = 0;
    for (set, value) in &sets[left.trailing_zeros() as usize] {
        if set & left == *set && best < most {
            best = best.max(value + best_of_rest(left & !set, sets, known));
        }
    }
    if best < most {
        best = best.max(best_of_rest(left & (left - 1), sets, known));
    }
    known.insert(left, best);
    best
}
