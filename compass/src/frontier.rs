//! What a stuck player can gain by one ply, without looking at the thousands of ways to put a card.

use engine::Score;

use crate::evaluate::{Evaluation, Weights};
use crate::position::Position;

impl Evaluation {
    /// The score of a stuck player by one ply if it is a win, or a bound of it that is `alpha` or
    /// less.
    ///
    /// Who leads ends the game. Otherwise a card put down costs points or none, frees each checker of
    /// the mover for one square at most, and takes none from the opponent's.
    pub(crate) fn frontier(&self, position: &Position, alpha: Score) -> Option<Score> {
        let me = position.turn();
        let last_ply = position.ply().saturating_add(1) >= position.rules().last_ply();
        if last_ply || position.is_placement() || position.can_slide(me) {
            return None;
        }
        let lead = self.lead(position, me);
        if lead > 0 {
            return Some(Score::win_in(1));
        }
        let mut most = Score::value(self.most_when_stuck(position, lead)?);
        if lead == 0 {
            // The mover can end the game.
            most = most.max(Score::DRAW);
        }
        (most <= alpha).then_some(most)
    }

    /// What a stuck player who does not lead can get by putting a card, at most; `None` if these
    /// weights allow no bound.
    fn most_when_stuck(&self, position: &Position, lead: i32) -> Option<i32> {
        let me = position.turn();
        let Weights { point, lead: leading, card, target, mobile_checker, .. } = self.weights;
        let Weights { stuck_ahead, stuck_even, stuck_behind, .. } = self.weights;
        let [point, leading, card] = [point, leading, card].map(i32::from);
        let [target, mobile] = [target, mobile_checker].map(i32::from);
        let [ahead, even, behind] = [stuck_ahead, stuck_even, stuck_behind].map(i32::from);
        if point < 0 || point + leading < 0 || target < 0 || mobile < 0 {
            return None;
        }
        let checkers = position.checkers(me).len() as i32;
        let mine = (checkers * (target + mobile)).max(even).max(behind);
        let theirs = if position.can_slide(!me) {
            self.freedom(position, !me, -lead)
        } else {
            ahead.min(even).min(target + mobile)
        };
        let cards = position.hand(me).len() as i32 - 1 - position.hand(!me).len() as i32;
        let points = point * lead + leading * lead.signum();
        Some(points + card * cards + mine - theirs + self.optimism(me))
    }
}
