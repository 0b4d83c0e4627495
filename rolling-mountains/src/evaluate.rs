//! Static evaluation of positions.

use engine::{Evaluator, Game};

use crate::moves::Move;
use crate::player::{Pawn, Player};
use crate::position::Position;
use crate::square::{Square, SquareSet};
use crate::stage::Stage;
use crate::track::{Lap, Runner, Runners};

/// Judges a position by the distance that every player still has to go. [`Weights`] give the value of each part:
///
/// * the [half turns](Position::half_turns) that a player needs to bring both pawns out;
/// * the steps to the exits over an empty board, which no player can increase;
/// * who moves next;
/// * the mountains left.
///
/// The value is the lead over the opponent, with more than two players over the best opponent. It serves
/// [`Search`](engine::Search) and [`MaxN`](engine::search::MaxN).
///
/// ```
/// use engine::{Limits, Search, Start};
/// use rolling_mountains::{Evaluation, Players, Position, Rules};
///
/// let start = Position::start(&Rules { players: Players::Three, ..Rules::default() }, 0);
/// let mut search = Search::new(Evaluation::default());
/// let analysis = search.run(&start, &Limits::new().nodes(1_000))?;
/// assert!(analysis.best().is_some());
/// # Ok::<_, engine::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Evaluation {
    weights: Weights,
}

/// The values of the features of an [`Evaluation`] for the player who has them.
///
/// The default was fitted by logistic regression to games against itself, as the page of answers states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weights {
    /// One turn less to go.
    pub turn: i16,
    /// One step less between a pawn and its exit, whether or not that saves a turn.
    pub step: i16,
    /// To make the next movement.
    pub tempo: i16,
    /// A mountain left.
    pub mountain: i16,
    /// The difference of one turn between the needs of the two pawns.
    pub imbalance: i16,
}

impl Default for Weights {
    fn default() -> Self {
        Self { turn: 100, step: 295, tempo: 358, mountain: 494, imbalance: 7 }
    }
}

impl Evaluation {
    /// An evaluation by these weights.
    pub const fn new(weights: Weights) -> Self {
        Self { weights }
    }

    fn value(&self, position: &Position, player: Player, laps: [Lap; 4]) -> i32 {
        let pawns = position.pawn_squares();
        let side = |player: Player| self.side(position, player, (laps[player.seat()], pawns));
        let others = position.players().iter().copied().filter(|&other| other != player);
        side(player) - others.map(side).max().unwrap_or_default()
    }

    fn side(&self, position: &Position, player: Player, (lap, pawns): (Lap, SquareSet)) -> i32 {
        let Weights { turn, step, tempo, mountain, imbalance } = self.weights;
        let [turn, step, tempo, mountain, imbalance] =
            [turn, step, tempo, mountain, imbalance].map(i32::from);
        let [left, right] = lap.half_turns;
        let halves = imbalance * (left - right).abs() - turn * (left + right);
        let next = i32::from(position.moves_next() == player);
        let mountains = i32::from(position.mountains_left(player));
        halves / 2 + tempo * next + mountain * mountains - step * steps(lap.runners, pawns)
    }
}

impl Evaluator<Position> for Evaluation {
    fn evaluate(&self, position: &Position, player: Player) -> i32 {
        self.value(position, player, position.race())
    }

    fn order(&self, position: &Position, m: Move) -> i32 {
        order(position)(m)
    }

    fn order_all(&self, position: &Position, moves: &[Move], values: &mut Vec<i32>) {
        values.extend(moves.iter().copied().map(order(position)));
    }
}

/// Steps ahead come first, then moves that hinder opponents or help the mover.
fn order(position: &Position) -> impl Fn(Move) -> i32 {
    let player = position.turn();
    let square = |pawn| position.pawn(player, pawn).square();
    let own: SquareSet = Pawn::ALL.into_iter().filter_map(square).collect();
    let others = position.pawn_squares() - own;
    let edges = position.rules().inner_edges();
    let [beside_own, beside_others] = [own, others].map(|pawns| edges.neighbours(pawns));
    let [at_own, at_others] =
        [own, others].map(|pawns| edges - edges.within(SquareSet::ALL - pawns));
    let ahead = position.rules().side(player).ahead();
    move |m| match m {
        Move::Step(_, direction) => 8 + i32::from(direction == ahead),
        Move::Tile(square) if beside_own.contains(square) => 7,
        Move::Remove(edge) if at_own.contains(edge) => 7,
        Move::Wall(edge) if at_others.contains(edge) => 6,
        Move::Mountain(square) if beside_others.contains(square) => 5,
        Move::Remove(_) => 4,
        Move::Tile(square) if beside_others.contains(square) => 3,
        Move::Tile(_) | Move::Wall(_) | Move::Mountain(_) | Move::Pass => 0,
    }
}

impl Position {
    fn moves_next(&self) -> Player {
        match self.stage() {
            Stage::MovementDone => self.rules().players.after(self.turns().wrapping_add(1)),
            Stage::Start | Stage::ActionDone | Stage::Moving(_) => self.turn(),
        }
    }
}

/// The steps of a player's pawns to their nearest exits over an empty board; near an exit on which a
/// pawn of another player stands, the steps by which they miss their distance from it.
fn steps(runners: Runners, pawns: SquareSet) -> i32 {
    /// What they should keep from it: nearer, they may stop that pawn from leaving.
    const DISTANCE: u8 = 3;
    let runners = runners.into_iter().flatten();
    let on_board = runners.clone().filter(|runner| !runner.enters);
    let others = on_board.fold(pawns, |others, runner| others.without(runner.from));
    let steps = |Runner { from, exits, .. }: Runner| {
        let to = |exit: Square| {
            let steps = exit.file().abs_diff(from.file()) + exit.rank().abs_diff(from.rank());
            if others.contains(exit) { DISTANCE + steps.abs_diff(DISTANCE) } else { steps }
        };
        i32::from(exits.into_iter().flatten().map(to).min().unwrap_or_default())
    };
    runners.map(steps).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Players;
    use crate::rules::Rules;
    use engine::game::seeded;
    use engine::search::MaxN;
    use engine::{Game, Limits, Search, Start, playout};
    use rand::RngExt;

    fn values(text: &str) -> Vec<i32> {
        let position: Position = text.parse().unwrap();
        let value = |&player| Evaluation::default().evaluate(&position, player);
        position.players().iter().map(value).collect()
    }

    #[test]
    fn with_more_than_two_players_the_best_of_the_others_counts() {
        let even = values("4/4/4/4 - -,-/-,-/-,-/-,- 9 1,1,1,1 -,-,-,- 0 0");
        let tempo = i32::from(Weights::default().tempo);
        assert_eq!(even, [tempo, -tempo, -tempo, -tempo]);
        let one_is_ahead = values("4/4/4/4 - -,-/-,-/c1,-/-,- 9 1,1,1,1 -,-,-,- 0 0");
        assert!(one_is_ahead[2] > 0, "{one_is_ahead:?}");
        let [red, yellow, blue, green] = one_is_ahead[..] else { panic!("four players") };
        assert_eq!((red, yellow), (-blue, green), "red moves next and is second");
        assert!(yellow < red);
    }

    #[test]
    fn every_seat_sees_its_win() {
        // Blue is out with one pawn and stands on the exit of the other.
        let position: Position = "4/4/4/4 - -,-/-,-/*a1,d1 9 1,1,1 -,-,- 2 2".parse().unwrap();
        let limits = Limits::new().depth(3);
        let max_n = MaxN::new(Evaluation::default()).run(&position, &limits).unwrap();
        let search = Search::new(Evaluation::default()).run(&position, &limits).unwrap();
        assert_eq!(max_n.scores[2], engine::Score::win_in(1));
        assert_eq!(search.score, engine::Score::win_in(1));
        assert!(max_n.proven && search.proven);
    }

    /// The parts of an evaluation by their definitions, in sets of squares.
    mod slow {
        use super::*;
        use crate::edge::Edge;
        use crate::player::Place;

        const DISTANCE: u8 = 3;

        pub(super) fn steps(position: &Position, player: Player) -> i32 {
            let own = own(position, player);
            let others = position.pawn_squares() - own;
            let steps = |pawn| {
                let from = match position.pawn(player, pawn) {
                    Place::Out(_) => return 0,
                    Place::Waiting => position.rules().entry(player, pawn),
                    Place::On(square) => square,
                };
                let to = |exit: Square| {
                    let files = exit.file().abs_diff(from.file());
                    let steps = files + exit.rank().abs_diff(from.rank());
                    if others.contains(exit) { DISTANCE + steps.abs_diff(DISTANCE) } else { steps }
                };
                i32::from(position.exits(player, pawn).into_iter().map(to).min().unwrap_or(0))
            };
            Pawn::ALL.into_iter().map(steps).sum()
        }

        fn own(position: &Position, player: Player) -> SquareSet {
            let places = Pawn::ALL.map(|pawn| position.pawn(player, pawn).square());
            places.into_iter().flatten().collect()
        }

        pub(super) fn order(position: &Position, m: Move) -> i32 {
            let player = position.turn();
            let own = own(position, player);
            let others = position.pawn_squares() - own;
            let beside = |pawns| position.rules().inner_edges().neighbours(pawns);
            let touches = |pawns: SquareSet, edge: Edge| {
                pawns.contains(edge.square)
                    || edge.other().is_some_and(|other| pawns.contains(other))
            };
            match m {
                Move::Step(_, ahead) if ahead == position.rules().side(player).ahead() => 9,
                Move::Step(..) => 8,
                Move::Remove(edge) if touches(own, edge) => 7,
                Move::Tile(square) if beside(own).contains(square) => 7,
                Move::Wall(edge) if touches(others, edge) => 6,
                Move::Mountain(square) if beside(others).contains(square) => 5,
                Move::Remove(_) => 4,
                Move::Tile(square) if beside(others).contains(square) => 3,
                Move::Tile(_) | Move::Wall(_) | Move::Mountain(_) | Move::Pass => 0,
            }
        }
    }

    #[test]
    fn steps_and_order_are_as_defined() {
        let mut rng = seeded(9);
        let (mut compared, mut taken) = (0, 0);
        for players in Players::ALL.into_iter().cycle().take(30) {
            let (width, height) = (rng.random_range(3..=11), rng.random_range(3..=11));
            let rules = Rules { players, width, height, ..Rules::default() };
            let start = Position::start(&rules, 0);
            let mut position = start;
            for m in playout(&start, 200, &mut rng).moves {
                position.play_unchecked(m);
                for &player in position.players() {
                    let steps = steps(position.runners(player), position.pawn_squares());
                    assert_eq!(steps, slow::steps(&position, player), "{position} {player}");
                }
                let corners = position.rules().corner_squares();
                taken += usize::from(position.pawn_squares().meets(corners));
                for m in position.legal_moves() {
                    let order = Evaluation::default().order(&position, m);
                    assert_eq!(order, slow::order(&position, m), "{position} {m}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 50_000 && taken > 1_000, "{compared} {taken}");
    }
}
