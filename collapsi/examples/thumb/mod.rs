//! Rules of play that a person can follow, and the positions to judge them by.

use std::fmt;
use std::ops::Range;

use collapsi::engine::game::seeded;
use collapsi::{Deal, Game, Move, Position, PositionError, Rules, Solver, Square, SquareSet};
use rand::seq::IteratorRandom;

/// How bad a move is by a rule.
type Cost = fn(&Seen) -> i32;

/// The rules by name. The first leaves all to chance.
pub(crate) const RULES: [(&str, Cost); 19] = [
    ("any move", |_| 0),
    ("lowest card", |seen| seen.card),
    ("highest card", |seen| -seen.card),
    ("fewest replies", |seen| seen.replies),
    ("most squares next", |seen| -seen.next),
    ("fewest squares next", |seen| seen.next),
    ("nearest to opponent", |seen| seen.distance),
    ("farthest from opponent", |seen| -seen.distance),
    ("squares next less replies", |seen| seen.replies - seen.next),
    ("most squares left", |seen| -seen.left),
    ("most safe squares", |seen| -seen.safe),
    ("highest cards left", |seen| -seen.cards_left),
    ("lowest cards left", |seen| seen.cards_left),
    ("most neighbours", |seen| -seen.neighbours),
    ("fewest neighbours", |seen| seen.neighbours),
    ("highest neighbours", |seen| -seen.cards_near),
    ("lowest neighbours", |seen| seen.cards_near),
    ("no ace", |seen| i32::from(seen.card == 1)),
    ("a three", |seen| i32::from(seen.card != 3)),
];

/// A rule by its place in [`RULES`].
pub(crate) type Rule = usize;

/// What a move looks like to a person who looks no further than to the next turn of their own.
pub(crate) struct Seen {
    to: Move,
    /// The most steps from the card moved to.
    card: i32,
    /// The opponent's moves.
    replies: i32,
    /// The squares in reach on the next turn, as if the opponent had not moved.
    next: i32,
    /// The squares in reach on the next turn, after the reply that leaves the fewest.
    left: i32,
    /// The steps on the cards of these squares, after the reply that leaves the fewest.
    cards_left: i32,
    /// The squares in reach on the next turn that the opponent cannot move to.
    safe: i32,
    distance: i32,
    /// The face-up cards beside the square moved to, and their steps.
    neighbours: i32,
    cards_near: i32,
}

/// What is left and safe where the opponent has no reply: more than there is in any other position.
const WON: i32 = 64;

/// What all moves of a position look like.
pub(crate) fn look(position: &Position) -> Result<Vec<Seen>, PositionError> {
    position.moves().into_iter().map(|to| look_at(position, to)).collect()
}

fn look_at(position: &Position, to: Move) -> Result<Seen, PositionError> {
    let mover = position.turn();
    let after = played(position, to);
    let mut again = after.setup();
    again.turn = mover;
    let replies = after.moves();
    let left: Vec<SquareSet> =
        replies.into_iter().map(|reply| played(&after, reply).moves()).collect();
    // Every reply collapses the same card, so that any of them shows what is safe.
    let safe = left.first().map(|&squares| squares - replies);
    let near = after.face_up().into_iter().filter(|square| square.distance(to) == 1);
    let near: SquareSet = near.collect();
    let least = |count: fn(&Position, SquareSet) -> i32| {
        left.iter().map(|&squares| count(position, squares)).min().unwrap_or(WON)
    };
    Ok(Seen {
        to,
        card: steps(position, SquareSet::of(to)),
        replies: replies.len() as i32,
        next: Position::from_setup(&again)?.moves().len() as i32,
        left: least(|_, squares| squares.len() as i32),
        cards_left: least(steps),
        safe: safe.map_or(WON, |squares| squares.len() as i32),
        distance: to.distance(position.pawn(!mover)).into(),
        neighbours: near.len() as i32,
        cards_near: steps(position, near),
    })
}

/// The most steps from all cards of some squares together.
fn steps(position: &Position, squares: SquareSet) -> i32 {
    squares.into_iter().filter_map(|square| position.card(square)).map(|card| card as i32).sum()
}

pub(crate) fn played(position: &Position, to: Move) -> Position {
    let mut after = *position;
    after.play_unchecked(to);
    after
}

/// The moves of a set that are best by a rule.
pub(crate) fn best(moves: &[Seen], of: SquareSet, rule: Rule) -> SquareSet {
    if of.len() < 2 {
        return of;
    }
    let (_, cost) = RULES[rule];
    let seen = moves.iter().filter(|seen| of.contains(seen.to));
    let least = seen.clone().map(cost).min();
    seen.filter(|seen| Some(cost(seen)) == least).map(|seen| seen.to).collect()
}

/// A list of rules, and another one from a ply on. The first rule decides, the second between moves that are
/// equal by the first, and so on; chance decides the rest.
#[derive(Default)]
pub(crate) struct Plan {
    pub(crate) early: Vec<Rule>,
    pub(crate) change: usize,
    pub(crate) late: Vec<Rule>,
}

impl Plan {
    /// The same list at all plies.
    pub(crate) fn list(rules: &[Rule]) -> Self {
        Self { late: rules.to_vec(), ..Self::default() }
    }

    /// The moves between which chance decides.
    pub(crate) fn choose(&self, ply: usize, moves: &[Seen]) -> SquareSet {
        let list = if ply < self.change { &self.early } else { &self.late };
        let all = moves.iter().map(|seen| seen.to).collect();
        list.iter().fold(all, |left, &rule| best(moves, left, rule))
    }
}

/// `highest card; from ply 5 most squares left, no ace`.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names =
            |list: &[Rule]| list.iter().map(|&rule| RULES[rule].0).collect::<Vec<_>>().join(", ");
        if self.change > 0 {
            write!(f, "{}; from ply {} ", names(&self.early), self.change)?;
        }
        f.write_str(&names(&self.late))
    }
}

/// A position with a winning and a losing move.
pub(crate) struct Critical {
    pub(crate) position: Position,
    pub(crate) moves: Vec<Seen>,
    pub(crate) winning: SquareSet,
}

impl Critical {
    /// The ply of the next move, from 1.
    pub(crate) fn ply(&self) -> usize {
        Square::COUNT - self.position.face_up().len() + 1
    }

    /// How likely the win is kept.
    pub(crate) fn kept(&self, plan: &Plan) -> f64 {
        self.chance(plan.choose(self.ply(), &self.moves))
    }

    /// How likely a move wins that chance chooses of a set.
    pub(crate) fn chance(&self, of: SquareSet) -> f64 {
        (of & self.winning).len() as f64 / of.len() as f64
    }
}

/// The critical positions of games of perfect play, one from each deal, with chance between optimal moves.
pub(crate) fn critical(rules: Rules, seeds: Range<u64>) -> Result<Vec<Critical>, PositionError> {
    let mut found = Vec::new();
    for seed in seeds {
        let mut solver = Solver::new();
        let mut rng = seeded(seed);
        let mut position = Deal::random(seed).position(rules);
        loop {
            let solution = solver.solve(&position);
            if solution.verdict.winner == position.turn() {
                let moves = position.moves();
                let wins = |&to: &Move| solver.winner(&played(&position, to)) == position.turn();
                let winning: SquareSet = moves.into_iter().filter(wins).collect();
                if winning != moves {
                    found.push(Critical { position, moves: look(&position)?, winning });
                }
            }
            let Some(to) = solution.moves.into_iter().choose(&mut rng) else { break };
            position.play_unchecked(to);
        }
    }
    Ok(found)
}
