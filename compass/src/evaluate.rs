//! Static evaluation of positions.

use engine::search::{Known, Window};
use engine::{Evaluator, Game};
use jewels::Card;
use solve::Estimate;

use crate::moves::Move;
use crate::position::Position;
use crate::rules::Player;
use crate::square::{Square, SquareSet};

/// Judges a position by the lead in points if both built their jewels now, the lead in cards, and the
/// freedom of the checkers. [`Weights`] give the value of each part. Being stuck is good for a player who
/// leads, who can end the game, and bad for one who is behind.
///
/// Moves that end a won game come first, then those that earn points or reach many squares. Of the up to
/// 3,840 ways to put a card, those that free one of the mover's checkers come first.
///
/// ```
/// use compass::{Evaluation, Position, Rules, Start};
/// use engine::{Limits, Search};
///
/// let position = Position::start(&Rules::default(), 1);
/// let mut search = Search::new(Evaluation::default());
/// let analysis = search.run(&position, &Limits::new().nodes(2_000))?;
/// assert!(analysis.best().is_some());
/// # Ok::<_, engine::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Evaluation {
    pub(crate) weights: Weights,
    contempt_of: Option<Player>,
}

/// The values of the features of an [`Evaluation`], each for the player who has it and against the other.
///
/// The default was fitted by logistic regression to games against itself, as the page of answers states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weights {
    /// A point of the lead.
    pub point: i16,
    /// Leading at all.
    pub lead: i16,
    /// A collected card, whatever it adds to the points.
    pub card: i16,
    /// A card that a checker could go to.
    pub target: i16,
    /// A checker that could go anywhere.
    pub mobile_checker: i16,
    /// Being stuck, instead of targets and mobile checkers, and leading.
    pub stuck_ahead: i16,
    /// Being stuck with equal points.
    pub stuck_even: i16,
    /// Being stuck and behind.
    pub stuck_behind: i16,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            point: 40,
            lead: -11,
            card: 79,
            target: 13,
            mobile_checker: 42,
            stuck_ahead: 157,
            stuck_even: 13,
            stuck_behind: -236,
        }
    }
}

impl Evaluation {
    /// The contempt: about a lead of one point.
    const CONTEMPT: i32 = 150;

    /// An evaluation by these weights.
    pub const fn new(weights: Weights) -> Self {
        Self { weights, contempt_of: None }
    }

    /// The same evaluation with contempt, a bonus for `player`, who then avoids draws unless well behind. For
    /// games against weaker players: between equals most games are drawn, because a player who is
    /// stuck with equal points can end them. [`BoldBot`](crate::BoldBot) plays by it.
    #[must_use]
    pub fn with_contempt(self, player: Player) -> Self {
        Self { contempt_of: Some(player), ..self }
    }

    pub(crate) fn lead(position: &Position, player: Player) -> i32 {
        position.hand(player).points() as i32 - position.hand(!player).points() as i32
    }

    pub(crate) fn cards(position: &Position, player: Player) -> i32 {
        position.hand(player).len() as i32 - position.hand(!player).len() as i32
    }

    /// The value of these checkers' freedom, with the squares `taken` blocked.
    pub(crate) fn freedom(
        &self,
        position: &Position,
        checkers: SquareSet,
        taken: SquareSet,
        lead: i32,
    ) -> i32 {
        let (mut targets, mut mobile) = (0, 0);
        for from in checkers {
            let reach = (position.reach(from) - taken).len() as i32;
            targets += reach;
            mobile += i32::from(reach > 0);
        }
        let weights = &self.weights;
        match (mobile, lead) {
            (0, 1..) => i32::from(weights.stuck_ahead),
            (0, 0) => i32::from(weights.stuck_even),
            (0, _) => i32::from(weights.stuck_behind),
            _ => i32::from(weights.target) * targets + i32::from(weights.mobile_checker) * mobile,
        }
    }

    pub(crate) fn value(&self, player: Player, lead: i32, cards: i32, freedom: i32) -> i32 {
        let optimism = match self.contempt_of {
            Some(bold) if bold == player => Self::CONTEMPT,
            Some(_) => -Self::CONTEMPT,
            None => 0,
        };
        i32::from(self.weights.point) * lead
            + i32::from(self.weights.lead) * lead.signum()
            + i32::from(self.weights.card) * cards
            + freedom
            + optimism
    }

    /// The points that the card under a checker adds to its player's hand.
    pub(crate) fn gain(position: &Position, player: Player, from: Square) -> i32 {
        let hand = position.hand(player);
        let more = position.card(from).and_then(|card| hand.with(card.kind()));
        more.map_or(0, |more| more.points() as i32 - hand.points() as i32)
    }

    fn order_put(position: &Position, card: Card, at: Square) -> i32 {
        let mover = position.turn();
        let frees = |player| position.in_reach(player, card.centre()).contains(at);
        if !frees(mover) {
            return 0;
        }
        let hand = position.hand(mover);
        let kept = hand.without(card.kind()).unwrap_or(hand);
        let loss = hand.points() as i32 - kept.points() as i32;
        let onward = position.reach_from(at, card).len() as i32;
        1000 + 10 * onward - 150 * i32::from(frees(!mover)) - 100 * loss
    }
}

/// How much work is left to prove, and to disprove, that `player` can force a win: an estimate for
/// [`ProofSearch::with_estimate`](solve::ProofSearch::with_estimate). With it, proofs of whole deals take an
/// eighth of the nodes, as the page of answers states.
///
/// A disproof is harder if the player is ahead, a proof if the player is behind. An opponent who is stuck and not
/// behind ends the game, so a disproof is nearer if the opponent's checkers can go to few cards. The numbers were
/// found by descent on the nodes of proofs of 20 deals.
///
/// ```
/// use compass::{Limits, Player, Position, Rules, Start};
/// use solve::{ProofSearch, Verdict};
///
/// let deal = Position::start(&Rules::default(), 1);
/// let mut search = ProofSearch::new().with_estimate(compass::estimate);
/// for player in Player::ALL {
///     let answer = search.run(&deal, player, &Limits::new().nodes(1_000_000))?;
///     assert_eq!(answer.verdict, Verdict::Disproven);
/// }
/// # Ok::<_, engine::SearchError>(())
/// ```
pub fn estimate(position: &Position, player: Player) -> Estimate {
    let moves = position.count_moves(&mut Vec::new()).max(1) as u32;
    let (proof, disproof) = if position.turn() == player { (1, 2 * moves) } else { (moves, 1) };
    let [mine, theirs] = [player, !player].map(|player| position.count_slides(player) as u32);
    if position.is_placement() {
        return Estimate { proof: proof + 2 * mine, disproof: disproof + 8 * theirs };
    }
    let lead = Evaluation::lead(position, player);
    let [ahead, behind] = [lead, -lead].map(|points| points.max(0) as u32);
    Estimate { proof: proof + 25 * behind, disproof: disproof + 2 * theirs + 200 * ahead }
}

impl Evaluator<Position> for Evaluation {
    fn evaluate(&self, position: &Position, player: Player) -> i32 {
        let lead = Self::lead(position, player);
        let none = SquareSet::EMPTY;
        let freedom = self.freedom(position, position.checkers(player), none, lead)
            - self.freedom(position, position.checkers(!player), none, -lead);
        self.value(player, lead, Self::cards(position, player), freedom)
    }

    /// At lower depths it costs more time than it saves.
    fn min_sort_depth(&self) -> u32 {
        3
    }

    fn candidate_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        if position.is_over() || position.is_placement() || position.can_slide(position.turn()) {
            position.generate_moves(moves);
        } else {
            Self::stuck_moves(position, moves);
        }
    }

    fn known(&self, position: &Position, depth: u32, window: Window) -> Option<Known> {
        let is_near = (1..=2).contains(&depth);
        is_near.then(|| self.frontier(position, depth, window))?.map(Known::AtDepth)
    }

    fn order(&self, position: &Position, m: Move) -> i32 {
        match m {
            Move::Place { at } => position.reach(at).len() as i32,
            Move::Slide { from, to } => {
                100 * Self::gain(position, position.turn(), from)
                    + 10 * position.reach(to).len() as i32
            }
            Move::Put { card, at } => Self::order_put(position, card, at),
            Move::End if Self::lead(position, position.turn()) > 0 => i32::MAX,
            // Last of all, so that of several ways to draw one that continues the game is chosen.
            Move::End => i32::MIN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use engine::game::seeded;
    use engine::{Limits, Score, Search, Start, playout};
    use solve::{ProofSearch, Verdict};

    #[test]
    fn who_is_stuck_and_leads_ends_the_game() {
        let won = (0..2000).find_map(|seed| {
            let deal = Position::start(&Rules::default(), seed);
            let game = playout(&deal, 22, &mut seeded(seed)).position;
            let turn = game.turn();
            let leads = game.hand(turn).points() > game.hand(!turn).points();
            (leads && !game.is_over() && !game.can_slide(turn)).then_some(game)
        });
        let mut search = Search::new(Evaluation::default());
        let analysis = search.run(&won.unwrap(), &Limits::new()).unwrap();
        assert_eq!((analysis.best(), analysis.score), (Some(Move::End), Score::win_in(1)));
    }

    #[test]
    fn the_estimate_saves_nodes() {
        let nodes = |proofs: ProofSearch<Position>| -> u64 {
            let mut proofs = proofs.with_memory(64 << 20);
            let questions = (0..4).flat_map(|seed| Player::ALL.map(|player| (seed, player)));
            let answers = questions.map(|(seed, player)| {
                let deal = Position::start(&Rules::default(), seed);
                proofs.clear();
                proofs.run(&deal, player, &Limits::new().nodes(4_000_000)).unwrap()
            });
            let checked = answers.inspect(|answer| assert_eq!(answer.verdict, Verdict::Disproven));
            checked.map(|answer| answer.nodes).sum()
        };
        let with = nodes(ProofSearch::new().with_estimate(estimate));
        let without = nodes(ProofSearch::new());
        assert!(2 * with < without, "{with} and {without}");
    }

    /// The ways to put a card come in three tiers, and the end alone where it wins.
    #[test]
    fn a_stuck_player_tries_first_what_frees_a_checker() {
        let mut tiers_seen = [0; 3];
        for seed in 0..600 {
            let deal = Position::start(&Rules::default(), seed);
            let position = playout(&deal, 12 + seed as usize % 12, &mut seeded(seed)).position;
            let me = position.turn();
            if position.outcome().is_some() || position.can_slide(me) {
                continue;
            }
            let mut moves = Vec::new();
            Evaluation::default().candidate_moves(&position, &mut moves);
            assert_eq!(moves.pop(), Some(Move::End));
            let only_ends = Evaluation::lead(&position, me) > 0 || position.hand(me).is_empty();
            assert_eq!(moves.is_empty(), only_ends, "{position}");
            let tiers = moves.iter().map(|&m| {
                let Move::Put { at, .. } = m else { panic!("{m} in {position}") };
                let after = position.after(m);
                let can_enter = |player| {
                    let mut checkers = after.checkers(player).into_iter();
                    checkers.any(|from| after.reach(from).contains(at))
                };
                if can_enter(me) { usize::from(can_enter(!me)) } else { 2 }
            });
            assert!(tiers.clone().is_sorted(), "{position}");
            tiers.for_each(|tier| tiers_seen[tier] += 1);
            let mut all = position.legal_moves();
            all.retain(|m| !moves.is_empty() && *m != Move::End);
            moves.sort_unstable();
            all.sort_unstable();
            assert_eq!(moves, all);
        }
        assert!(tiers_seen.iter().all(|&count| count > 100), "{tiers_seen:?}");
    }
}
