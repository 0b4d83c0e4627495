//! The values of first moves over all deals.

use super::kernel::Table;
use super::opening::Opening;
use super::pattern::place_in;
use super::score::Score;
use super::{Survey, SurveyError, SurveyOptions};
use crate::card::Card;
use crate::player::Player;
use crate::square::Square;
use crate::walk::Walks;

engine::words! {
    /// A simple rule by which to choose a move, without looking ahead. Between moves that are equally
    /// good by it, chance decides.
    pub enum Policy {
        /// Any move.
        Any: "any move",
        /// To the card with the fewest steps.
        LowestCard: "lowest card",
        /// To the card with the most steps.
        HighestCard: "highest card",
        /// To a square after which the opponent has the fewest moves.
        FewestReplies: "fewest replies",
        /// To a square from which most squares will be in reach on the next turn, both jokers collapsed.
        MostSquaresNext: "most squares next",
        /// To a square from which fewest squares will be in reach on the next turn.
        FewestSquaresNext: "fewest squares next",
        /// As near to the opponent's pawn as possible, by steps on the torus.
        NearestToOpponent: "nearest to opponent",
        /// As far from the opponent's pawn as possible.
        FarthestFromOpponent: "farthest from opponent",
    }
}

impl Policy {
    /// How bad a move is by the policy.
    fn cost(self, facts: Facts) -> u8 {
        match self {
            Self::Any => 0,
            Self::LowestCard => facts.card as u8,
            Self::HighestCard => u8::MAX - facts.card as u8,
            Self::FewestReplies => facts.replies,
            Self::MostSquaresNext => u8::MAX - facts.squares_next,
            Self::FewestSquaresNext => facts.squares_next,
            Self::NearestToOpponent => facts.distance,
            Self::FarthestFromOpponent => u8::MAX - facts.distance,
        }
    }
}

/// The features of a first move that need no search.
#[derive(Clone, Copy)]
struct Facts {
    card: Card,
    replies: u8,
    squares_next: u8,
    distance: u8,
}

/// The values of red's first moves over all 47,297,250 deals with red's joker on a4, by one rule
/// set.
///
/// A move wins if red wins after it with best play on both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstMoves {
    /// By distance of the jokers, 1 to 4: deals, and those that red wins.
    distances: [[u64; 2]; 5],
    /// By steps of the card moved to, 1 to 4: moves, and those that win.
    cards: [[u64; 2]; 5],
    /// Deals by the number of first moves that win.
    winning: [u64; 16],
    /// Deals by the number of first moves that are optimal.
    optimal: [u64; 16],
    /// By policy: moves that win, each with its chance to be chosen, in parts of `UNIT`.
    found: [u64; Policy::ALL.len()],
}

/// Divisible by every number of moves among which a policy can choose at random.
const UNIT: u64 = 360_360;

/// Counted are deals with red's joker on any square; one in this number has it on a4.
const SQUARES: u64 = Square::COUNT as u64;

impl FirstMoves {
    /// Studies the first moves of all deals; this takes a little longer than a [`Survey`].
    ///
    /// # Errors
    ///
    /// There is not enough memory.
    pub fn study(options: &SurveyOptions) -> Result<[Self; 2], SurveyError> {
        let new_study = || [Self::new(), Self::new()];
        let look = |study: &mut [Self; 2], opening: &Opening<'_>| {
            study[opening.rules as usize].add(opening);
        };
        let (_, studies) = Survey::run_with(options, new_study, look)?;
        let mut all = new_study();
        for study in studies {
            for (sum, part) in all.iter_mut().zip(&study) {
                sum.merge(part);
            }
        }
        Ok(all)
    }

    /// The number of deals in which the jokers are `steps` steps apart, 1 to 4, and the
    /// number of those that a player wins.
    pub fn by_distance(&self, steps: usize, winner: Player) -> Share {
        let [all, red] = self.distances.get(steps).copied().unwrap_or_default();
        let part = if winner == Player::Red { red } else { all - red };
        Share { part: part / SQUARES, all: all / SQUARES }
    }

    /// The number of first moves to such a card, over all deals, and the number of those that win.
    pub fn by_card(&self, card: Card) -> Share {
        let [all, part] = self.cards[card as usize];
        Share { part: part / SQUARES, all: all / SQUARES }
    }

    /// The number of deals in which exactly this number of first moves win, and of all deals.
    pub fn with_winning(&self, moves: usize) -> Share {
        let deals = self.winning.get(moves).copied().unwrap_or_default();
        Share { part: deals / SQUARES, all: Survey::DEALS }
    }

    /// The number of deals in which exactly this number of first moves are optimal (ruling 8), and of
    /// all deals.
    pub fn with_optimal(&self, moves: usize) -> Share {
        let deals = self.optimal.get(moves).copied().unwrap_or_default();
        Share { part: deals / SQUARES, all: Survey::DEALS }
    }

    /// In how many of the deals that red can win the first move wins that a policy chooses: what is
    /// to be expected, rounded down to a whole number of deals.
    pub fn found_by(&self, policy: Policy) -> Share {
        let won: u64 = self.winning[1..].iter().sum();
        let found = self.found[policy as usize];
        Share { part: found / UNIT / SQUARES, all: won / SQUARES }
    }

    fn new() -> Self {
        Self {
            distances: [[0; 2]; 5],
            cards: [[0; 2]; 5],
            winning: [0; 16],
            optimal: [0; 16],
            found: [0; Policy::ALL.len()],
        }
    }

    fn counters(&mut self) -> impl Iterator<Item = &mut u64> {
        let pairs = self.distances.as_flattened_mut().iter_mut();
        let pairs = pairs.chain(self.cards.as_flattened_mut());
        pairs.chain(&mut self.winning).chain(&mut self.optimal).chain(&mut self.found)
    }

    fn merge(&mut self, other: &Self) {
        let mut other = other.clone();
        for (sum, part) in self.counters().zip(other.counters()) {
            *sum += *part;
        }
    }

    fn add(&mut self, opening: &Opening<'_>) {
        let moves: Vec<Candidate> =
            opening.moves.into_iter().map(|to| Candidate::new(opening, to)).collect();
        let [red, blue] = opening.jokers;
        let distance = usize::from(red.distance(blue));
        let size = u64::from(opening.size);
        for (row, low) in opening.board.low_patterns().iter().enumerate() {
            for (lane, high) in opening.board.high_patterns().iter().enumerate() {
                let best = opening.best[row][lane];
                let is_won = Score(best).is_win();
                self.distances[distance][0] += size;
                self.distances[distance][1] += if is_won { size } else { 0 };
                let (mut winning, mut optimal) = (0, 0);
                let mut choices = [Choice::NONE; Policy::ALL.len()];
                for candidate in &moves {
                    let score = candidate.scores[row][lane];
                    let wins = Score(score).is_win();
                    winning += usize::from(wins);
                    optimal += usize::from(score == best);
                    let (card, costs) = candidate.seen(low, high);
                    self.cards[card as usize][0] += size;
                    self.cards[card as usize][1] += if wins { size } else { 0 };
                    for (choice, &cost) in choices.iter_mut().zip(costs) {
                        choice.add(cost, wins);
                    }
                }
                self.winning[winning % 16] += size;
                self.optimal[optimal % 16] += size;
                if is_won {
                    for (found, choice) in self.found.iter_mut().zip(choices) {
                        *found += size * choice.chance();
                    }
                }
            }
        }
    }
}

/// The moves that are best by a policy so far.
#[derive(Clone, Copy)]
struct Choice {
    cost: u8,
    moves: u64,
    winning: u64,
}

impl Choice {
    const NONE: Self = Self { cost: u8::MAX, moves: 0, winning: 0 };

    fn add(&mut self, cost: u8, wins: bool) {
        if cost < self.cost {
            *self = Self { cost, ..Self::NONE };
        }
        let is_best = u64::from(cost == self.cost);
        self.moves += is_best;
        self.winning += is_best * u64::from(wins);
    }

    /// How likely it is that a winning move is chosen, in parts of `UNIT`.
    fn chance(self) -> u64 {
        UNIT / self.moves.max(1) * self.winning
    }
}

/// A first move of all deals of a board.
struct Candidate<'a> {
    scores: &'a Table,
    is_low: bool,
    /// The place of its card among the low or high ones.
    place: usize,
    /// The smaller and the larger value that the card can have.
    cards: [Card; 2],
    /// For both what each policy thinks of it.
    costs: [[u8; Policy::ALL.len()]; 2],
}

impl<'a> Candidate<'a> {
    fn new(opening: &Opening<'a>, to: Square) -> Self {
        let board = opening.board;
        let [_, blue] = opening.jokers;
        let is_low = board.low.contains(to);
        let cards = if is_low { [Card::Ace, Card::Two] } else { [Card::Three, Card::Four] };
        let costs = cards.map(|card| {
            let steps = card.steps(opening.rules);
            let facts = Facts {
                card,
                replies: opening.replies.without(to).len() as u8,
                squares_next: Walks::get().reach(to, steps, board.face_up).len() as u8,
                distance: to.distance(blue),
            };
            Policy::ALL.map(|policy| policy.cost(facts))
        });
        let place = place_in(if is_low { board.low } else { board.high() }, to);
        Self { scores: &opening.scores[to.index()], is_low, place, cards, costs }
    }

    /// Its card, and what the policies think of it, if the cards have these patterns.
    fn seen(&self, low: u8, high: u8) -> (Card, &[u8; Policy::ALL.len()]) {
        let value = usize::from((if self.is_low { low } else { high }) >> self.place & 1);
        (self.cards[value], &self.costs[value])
    }
}

/// A part of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Share {
    /// The number of those that count.
    pub part: u64,
    /// The number of all.
    pub all: u64,
}

impl Share {
    /// The part in percent; 0 of nothing.
    pub fn percent(self) -> f64 {
        if self.all == 0 { 0. } else { 100. * self.part as f64 / self.all as f64 }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::Mutex;

    use engine::Game;

    use super::*;
    use crate::position::Position;
    use crate::setup::Setup;
    use crate::solver::Solver;

    /// One deal of an opening.
    fn deal(opening: &Opening<'_>, row: usize, lane: usize) -> Position {
        let board = opening.board;
        let low = board.low_patterns().iter().nth(row).unwrap();
        let high = board.high_patterns().iter().nth(lane).unwrap();
        let mut cards = [Some(Card::Joker); Square::COUNT];
        for square in board.low {
            let is_two = low >> place_in(board.low, square) & 1 == 1;
            cards[square.index()] = Some(if is_two { Card::Two } else { Card::Ace });
        }
        for square in board.high() {
            let is_four = high >> place_in(board.high(), square) & 1 == 1;
            cards[square.index()] = Some(if is_four { Card::Four } else { Card::Three });
        }
        let (pawns, turn, rules) = (opening.jokers, Player::Red, opening.rules);
        Position::from_setup(&Setup { cards, pawns, turn, rules }).unwrap()
    }

    #[test]
    #[ignore = "takes a survey of all deals"]
    fn openings_are_as_the_solver_says() {
        let options = SurveyOptions::new().threads(NonZeroUsize::MIN);
        let solver = Mutex::new(Solver::new());
        let look = |seen: &mut usize, opening: &Opening<'_>| {
            *seen += 1;
            if !(*seen).is_multiple_of(4) {
                return;
            }
            let (row, lane) = (*seen * 31 % 70, *seen * 7 % 15);
            let start = deal(opening, row, lane);
            assert_eq!(start.moves(), opening.moves);
            let mut solver = solver.lock().unwrap();
            let score = Score(opening.best[row][lane]);
            assert_eq!(score.plies(14) + 2, solver.verdict(&start).length as usize, "{start}");
            for to in start.moves() {
                let mut child = start;
                child.play_unchecked(to);
                let (score, verdict) =
                    (Score(opening.scores[to.index()][row][lane]), solver.verdict(&child));
                assert_eq!(score.plies(14) + 1, verdict.length as usize, "{start} {to}");
                assert_eq!(score.is_win(), verdict.winner == Player::Red, "{start} {to}");
                assert_eq!(child.moves(), opening.replies.without(to));
            }
        };
        let _one = crate::survey::ONE_AT_A_TIME.lock().unwrap();
        let (_, seen) = Survey::run_with(&options, || 0, look).unwrap();
        assert!(seen[0] > 4_000);
    }
}
