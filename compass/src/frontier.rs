//! Bounds on the gain of one or two plies, without listing the thousands of ways to put a card.

use engine::Score;
use engine::search::Window;
use jewels::{Colour, Kind};

use crate::evaluate::Evaluation;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Player;
use crate::square::{Direction, Square, SquareSet};

impl Evaluation {
    /// For a player who can slide, the score of one ply. For a stuck player, a win in one, or an upper
    /// bound of the score of one or two plies if it is not above the window's `alpha`.
    pub(crate) fn frontier(
        &self,
        position: &Position,
        depth: u32,
        window: Window,
    ) -> Option<Score> {
        let last_ply = position.ply().saturating_add(depth) >= position.rules().last_ply();
        if last_ply || position.is_placement() {
            return None;
        }
        let me = position.turn();
        let lead = Self::lead(position, me);
        if position.can_slide(me) {
            return (depth == 1).then(|| self.best_slide(position, lead, window.beta)).flatten();
        }
        if lead > 0 {
            return Some(Score::win_in(1));
        }
        let mut most = match depth {
            _ if !self.is_monotone() => return None,
            1 => Score::value(self.most_by_put(position, lead)),
            _ => self.most_by_put_and_reply(position, lead),
        };
        if lead == 0 {
            // The mover can end the game.
            most = most.max(Score::DRAW);
        }
        (most <= window.alpha).then_some(most)
    }

    /// Whether no weight of points and freedom is negative, as the bounds below assume.
    fn is_monotone(&self) -> bool {
        let weights = &self.weights;
        let lead = i32::from(weights.point) + i32::from(weights.lead);
        weights.point.min(weights.target).min(weights.mobile_checker) >= 0 && lead >= 0
    }

    /// The value of the best slide for the mover, or of the first one of `beta` or more.
    fn best_slide(&self, position: &Position, lead: i32, beta: Score) -> Option<Score> {
        let me = position.turn();
        let cards = Self::cards(position, me) + 1;
        let mut best = None;
        for Slide { standing, to, gain } in Self::slides(position, me) {
            let lead = lead + gain;
            let freedom = self.freedom(position, standing, to, lead)
                - self.freedom(position, position.checkers(!me), to, -lead);
            best = best.max(Some(Score::value(self.value(me, lead, cards, freedom))));
            if best >= Some(beta) {
                break;
            }
        }
        best
    }

    /// An upper bound of the value after a stuck player who does not lead puts a card: that adds no
    /// points, frees each checker for one square at most, and takes no square from the opponent's.
    fn most_by_put(&self, position: &Position, lead: i32) -> i32 {
        let me = position.turn();
        let mine = self.most_freedom(position, me, lead);
        let theirs = self.least_freedom(position, position.checkers(!me), SquareSet::EMPTY, -lead);
        self.value(me, lead, Self::cards(position, me) - 1, mine - theirs)
    }

    /// The same bound after the opponent's best reply, which is a slide that exists now. If there is none, the reply
    /// is the end of the game, which counts as lost here, or the slide of a checker to the card that frees it.
    fn most_by_put_and_reply(&self, position: &Position, lead: i32) -> Score {
        let (me, them) = (position.turn(), !position.turn());
        let cards = Self::cards(position, them) + 2;
        let after = |gain: i32, standing, taken| {
            let theirs = -lead + gain;
            let freedom = self.least_freedom(position, standing, taken, theirs)
                - self.most_freedom(position, me, -theirs);
            Score::value(-self.value(them, theirs, cards, freedom))
        };
        let slides = Self::slides(position, them);
        let by_slide = slides.map(|Slide { standing, to, gain }| after(gain, standing, to)).min();
        by_slide.unwrap_or_else(|| {
            let freed = freeable(position, them);
            let freed = freed.map(|from| {
                after(Self::gain(position, them, from), SquareSet::EMPTY, SquareSet::EMPTY)
            });
            freed.fold(Score::loss_in(2), Score::max)
        })
    }

    /// An upper bound of the freedom of a player who is stuck now, after a card was put and perhaps a
    /// reply, by which they do not lead.
    fn most_freedom(&self, position: &Position, player: Player, lead: i32) -> i32 {
        let weights = &self.weights;
        let each = i32::from(weights.target) + i32::from(weights.mobile_checker);
        let behind = i32::from(weights.stuck_behind);
        let stuck = if lead < 0 { behind } else { behind.max(weights.stuck_even.into()) };
        match freeable(position, player).count() as i32 {
            0 => stuck,
            count => stuck.max(count * each),
        }
    }

    /// A lower bound of the opponent's freedom after a card was put.
    fn least_freedom(
        &self,
        position: &Position,
        standing: SquareSet,
        taken: SquareSet,
        lead: i32,
    ) -> i32 {
        let weights = &self.weights;
        let each = i32::from(weights.target) + i32::from(weights.mobile_checker);
        let known = self.freedom(position, standing, taken, lead);
        let stuck = standing.into_iter().all(|from| (position.reach(from) - taken).is_empty());
        if stuck { known.min(each).min(weights.stuck_ahead.into()) } else { known }
    }

    /// Lists the moves of a stuck player: the end alone if that wins, else first the ways to put a card
    /// that free a checker, of these first those that free none of the opponent's; and the end last of all,
    /// so that of several ways to draw one that continues the game is chosen.
    pub(crate) fn stuck_moves(position: &Position, moves: &mut Vec<Move>) {
        let me = position.turn();
        if Self::lead(position, me) <= 0 {
            let empty = SquareSet::ALL - position.cards();
            let [frees, helps] = [me, !me]
                .map(|player| Colour::ALL.map(|centre| position.in_reach(player, centre) & empty));
            let tiers: [fn(_, _, _) -> SquareSet; 3] = [
                |_: SquareSet, frees: SquareSet, helps| frees - helps,
                |_, frees, helps| frees & helps,
                |empty, frees, _| empty - frees,
            ];
            for squares in tiers {
                for card in position.hand(me).kinds().flat_map(Kind::cards) {
                    let centre = card.centre() as usize;
                    let squares = squares(empty, frees[centre], helps[centre]);
                    moves.extend(squares.into_iter().map(|at| Move::Put { card, at }));
                }
            }
        }
        moves.push(Move::End);
    }

    /// The slides of a player if it were their turn.
    fn slides(position: &Position, player: Player) -> impl Iterator<Item = Slide> {
        let checkers = position.checkers(player);
        checkers.into_iter().flat_map(move |from| {
            let reach = position.reach(from);
            let gain = if reach.is_empty() { 0 } else { Self::gain(position, player, from) };
            reach.into_iter().map(move |to| Slide {
                standing: checkers.without(from).with(to),
                to: SquareSet::EMPTY.with(to),
                gain,
            })
        })
    }
}

struct Slide {
    /// The squares of the player's checkers after it.
    standing: SquareSet,
    /// The square that it takes from all other checkers.
    to: SquareSet,
    /// The points that it adds to the player's hand.
    gain: i32,
}

/// The checkers of a player that a card from the mover's hand could be put in reach of.
fn freeable(position: &Position, player: Player) -> impl Iterator<Item = Square> {
    let empty = SquareSet::ALL - position.cards();
    let hand = position.hand(position.turn());
    position.checkers(player).into_iter().filter(move |&from| {
        position.card(from).is_some_and(|card| {
            Direction::ALL
                .into_iter()
                .any(|to| hand.shows(card.border(to)) && from.ray(to).meets(empty))
        })
    })
}
