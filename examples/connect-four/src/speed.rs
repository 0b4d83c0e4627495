//! What makes the search fast: leave it out of a copy.

use engine::Score;

use super::{BOARD, Places, Position, fours, lines};

impl Position {
    /// The places where the player to move wins at once.
    pub(super) fn wins(&self) -> Places {
        self.tops() & BOARD & fourths(self.stones(self.turn))
    }

    /// The free places after which the opponent cannot win at once.
    pub(super) fn safe_places(&self) -> Places {
        let places = self.tops() & BOARD;
        let threats = fourths(self.stones(!self.turn)) & BOARD;
        let forced = places & threats;
        let replies = if forced == 0 { places } else { forced };
        if forced.count_ones() > 1 { 0 } else { replies & !(threats >> 1) }
    }
}

/// Each of these places alone.
pub(super) fn bits(mut places: Places) -> impl Iterator<Item = Places> {
    std::iter::from_fn(move || {
        let lowest = places & places.wrapping_neg();
        places ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// The places that complete four of these stones; some are occupied or off the board.
fn fourths(stones: Places) -> Places {
    let mut places = stones << 1 & stones << 2 & stones << 3;
    for step in [6, 7, 8] {
        let up = stones << step & stones << (2 * step);
        let down = stones >> step & stones >> (2 * step);
        places |= up & (stones << (3 * step) | stones >> step);
        places |= down & (stones >> (3 * step) | stones << step);
    }
    places
}

/// A win in 1, a loss in 2, and the value after one or two plies: a stone closes the opponent's lines
/// through its place and no others.
pub(super) fn look_ahead(position: &Position, depth: u32) -> Option<Score> {
    if position.wins() != 0 {
        return Some(Score::win_in(1));
    }
    let safe = position.safe_places();
    if depth > 1 && safe == 0 {
        return Some(Score::loss_in(2));
    }
    let [own, other] = [position.turn, !position.turn].map(|player| position.stones(player));
    if depth > 2 || (BOARD & !(own | other)).count_ones() <= depth {
        return None;
    }
    let places = position.tops() & BOARD;
    let theirs = lines_through(BOARD & !own);
    let closed = if depth == 1 {
        most(theirs, places)
    } else {
        let ours = lines_through(BOARD & !other);
        let closed = |place: Places| {
            let replies = places & !place | place << 1 & BOARD;
            most(theirs, place) - most(ours, replies)
        };
        bits(safe).map(closed).max()?
    };
    Some(Score::value(lines(BOARD & !other) - lines(BOARD & !own) + closed))
}

/// How many lines of four among these places go through each place, in binary: one word for each bit
/// of the numbers, the lowest first.
fn lines_through(free: Places) -> [Places; 4] {
    let mut sum = [0; 4];
    for (step, first) in fours(free) {
        for place in 0..4 {
            let mut carry = first << (place * step);
            for word in &mut sum {
                (*word, carry) = (*word ^ carry, *word & carry);
            }
        }
    }
    sum
}

/// The largest of these numbers in some places.
fn most(numbers: [Places; 4], mut places: Places) -> i32 {
    numbers.iter().rev().fold(0, |most, &word| {
        let larger = places & word;
        if larger != 0 {
            places = larger;
        }
        2 * most + i32::from(larger != 0)
    })
}
