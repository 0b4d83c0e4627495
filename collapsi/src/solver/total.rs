//! Counting the complete games of all deals at once.
//!
//! The value of a card matters only when a pawn leaves it, or is stuck on it. So a game is followed
//! without dealing the cards: whenever a pawn is to leave a card, each value still in the pack is
//! tried, and when the game is over the rest of the pack may lie in any order.

use std::collections::HashMap;

use crate::card::{Card, Steps};
use crate::group::Group;
use crate::rules::Rules;
use crate::square::{Square, SquareSet};
use crate::walk::Walks;

/// The number of complete games, summed over all 47,297,250 deals with red's joker on a4.
///
/// By the symmetry of the torus any other square would do as well. A deal has on average this
/// number divided by 47,297,250; [`count_games`](super::count_games) counts those of one deal.
///
/// ```
/// use collapsi::{Rules, count_all_games};
///
/// assert_eq!(count_all_games(Rules::V1_3), 4_941_085_937_496);
/// ```
pub fn count_all_games(rules: Rules) -> u64 {
    let mut level = Level::new(1);
    for cards in 2..=14 {
        level = level.next(cards);
    }
    let walks = Walks::get();
    let Some(red) = Square::new(0, 3) else { return 0 };
    let steps = Card::Joker.steps(rules);
    let mut games = 0;
    for blue in SquareSet::ALL.without(red) {
        let after_red = SquareSet::ALL.without(red);
        for to in walks.reach(red, steps, SquareSet::ALL).without(blue) {
            for reply in walks.reach(blue, steps, after_red).without(to) {
                let pawns = [to, reply];
                games += level.games(after_red.without(blue), pawns, Pack::FULL);
            }
        }
    }
    games
}

/// The number of cards of each value that are not placed yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Pack([u8; 4]);

impl Pack {
    const FULL: Self = Self([4, 4, 4, 2]);
    const STEPS: [Steps; 4] = [Steps::One, Steps::Two, Steps::Three, Steps::Four];

    /// Every part of the full pack with this number of cards.
    fn all(cards: usize) -> impl Iterator<Item = Self> {
        let [a, b, c, d] = Self::FULL.0;
        let packs = (0..=a).flat_map(move |a| {
            (0..=b).flat_map(move |b| {
                (0..=c).flat_map(move |c| (0..=d).map(move |d| Self([a, b, c, d])))
            })
        });
        packs.filter(move |pack| pack.len() == cards)
    }

    fn len(self) -> usize {
        self.0.iter().map(|&count| usize::from(count)).sum()
    }

    /// The pack without one of the cards by their place in [`Pack::STEPS`], if it has one.
    fn without(self, card: usize) -> Option<Self> {
        let mut counts = self.0;
        counts[card] = counts[card].checked_sub(1)?;
        Some(Self(counts))
    }

    /// In how many orders the cards can lie.
    fn orders(self) -> u64 {
        let mut orders = 1;
        let mut cards = 0;
        for count in self.0 {
            for i in 1..=u64::from(count) {
                cards += 1;
                // After each step a product of binomial coefficients.
                orders = orders * cards / i;
            }
        }
        orders
    }
}

/// The games from all positions with one number of cards face up.
struct Level {
    /// The place of each pack among those with as many cards.
    packs: HashMap<Pack, usize>,
    /// For each representative set of face-up cards, by mover, other pawn and pack.
    games: HashMap<SquareSet, Vec<u64>>,
}

impl Level {
    /// A level without positions.
    fn new(cards: usize) -> Self {
        Self { packs: Pack::all(cards).zip(0..).collect(), games: HashMap::new() }
    }

    /// The level of positions with one card more, `cards` in all.
    fn next(&self, cards: usize) -> Self {
        let mut level = Self::new(cards);
        for face_up in Group::get().representatives(cards) {
            level.games.insert(face_up, self.expand(face_up, &level.packs));
        }
        level
    }

    fn expand(&self, face_up: SquareSet, packs: &HashMap<Pack, usize>) -> Vec<u64> {
        let mut games = vec![0; packs.len() << 8];
        for mover in face_up {
            let (class, index) = Group::get().class(face_up.without(mover));
            let symmetry = Group::get().symmetry(index);
            let children = self.games.get(&class).map_or(&[][..], Vec::as_slice);
            for (card, steps) in Pack::STEPS.into_iter().enumerate() {
                let ends = Walks::get().reach(mover, steps, face_up);
                for (pack, place) in packs {
                    let Some(rest) = pack.without(card) else { continue };
                    for other in face_up.without(mover) {
                        let moves = ends.without(other);
                        let sum = &mut games[at([mover, other], packs.len()) + place];
                        if moves.is_empty() {
                            *sum += rest.orders();
                            continue;
                        }
                        let rest = self.packs.get(&rest).copied().unwrap_or_default();
                        for to in moves {
                            let pawns = [other, to].map(|square| symmetry.apply(square));
                            *sum += children[at(pawns, self.packs.len()) + rest];
                        }
                    }
                }
            }
        }
        games
    }

    /// The games from a position, the first pawn to move, over all orders of the pack.
    fn games(&self, face_up: SquareSet, pawns: [Square; 2], pack: Pack) -> u64 {
        let (class, index) = Group::get().class(face_up);
        let symmetry = Group::get().symmetry(index);
        let place = at(pawns.map(|square| symmetry.apply(square)), self.packs.len());
        let games = self.games.get(&class).zip(self.packs.get(&pack));
        games.map_or(0, |(games, pack)| games[place + pack])
    }
}

/// Where the counts of two pawns begin.
fn at([mover, other]: [Square; 2], packs: usize) -> usize {
    (mover.index() << 4 | other.index()) * packs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Player;
    use crate::position::Position;
    use crate::setup::Setup;
    use crate::solver::count_games;

    #[test]
    fn packs_lie_in_so_many_orders() {
        assert_eq!(Pack::FULL.orders(), 3_153_150);
        assert_eq!(15 * Pack::FULL.orders(), 47_297_250);
        assert_eq!(Pack([0, 0, 0, 0]).orders(), 1);
        assert_eq!(Pack([1, 2, 0, 1]).orders(), 12);
    }

    #[test]
    fn totals_of_all_deals() {
        assert_eq!(count_all_games(Rules::V1_3), 4_941_085_937_496);
        assert_eq!(count_all_games(Rules::V1_1), 45_892_629_343_824);
    }

    /// Every order of the pack on the squares, one after the other.
    fn one_by_one(face_up: SquareSet, pawns: [Square; 2], pack: Pack) -> u64 {
        const CARDS: [Card; 4] = [Card::Ace, Card::Two, Card::Three, Card::Four];
        fn deal(
            cards: &mut [Option<Card>; 16],
            squares: &[Square],
            pack: Pack,
            pawns: [Square; 2],
        ) -> u64 {
            let Some((&square, rest)) = squares.split_first() else {
                let (turn, rules) = (Player::Red, Rules::V1_1);
                let setup = Setup { cards: *cards, pawns, turn, rules };
                return count_games(&Position::from_setup(&setup).unwrap());
            };
            let mut sum = 0;
            for (i, card) in CARDS.into_iter().enumerate() {
                if let Some(pack) = pack.without(i) {
                    cards[square.index()] = Some(card);
                    sum += deal(cards, rest, pack, pawns);
                }
            }
            sum
        }
        deal(&mut [None; 16], &face_up.into_iter().collect::<Vec<_>>(), pack, pawns)
    }

    #[test]
    fn sums_are_those_of_the_single_positions() {
        let mut level = Level::new(1);
        for cards in 2..=8 {
            level = level.next(cards);
            for step in [7_919_u16, 15_511, 27_449] {
                let mut sets = (1..).map(|i: u16| SquareSet::from_bits(i.wrapping_mul(step)));
                let face_up = sets.find(|set| set.len() == cards).unwrap();
                let squares: Vec<Square> = face_up.into_iter().collect();
                let pawns = [squares[cards / 2], squares[0]];
                let pack = Pack::all(cards).nth(usize::from(step) % Pack::all(cards).count());
                let pack = pack.unwrap();
                let expected = one_by_one(face_up, pawns, pack);
                assert_eq!(level.games(face_up, pawns, pack), expected, "{face_up:?} {pawns:?}");
            }
        }
    }
}
