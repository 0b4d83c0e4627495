//! Games that end early because the players agree on the result.

use engine::{Outcome, Score};

/// Adjudicates games of two players whose scores agree on the result for some moves in a row. A bot
/// that reports no score never agrees.
///
/// ```
/// use arena::Agreement;
///
/// // A win if both players score it as one, by 800 or more, in each of their last three moves.
/// let agreement = Agreement::new().win(800, 3).draw(10, 20);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[must_use]
pub struct Agreement {
    win: Option<Bound>,
    draw: Option<Bound>,
}

/// The least score, and the number of moves.
type Bound = (Score, u32);

fn bound(value: i32, moves: u32) -> Bound {
    (Score::value(value.saturating_abs()), moves.max(1))
}

impl Agreement {
    /// No result is agreed on.
    pub fn new() -> Self {
        Self::default()
    }

    /// A player has won if the last `moves` moves, at least 1, of this player scored `value` or more for
    /// them, and as many of the opponent −`value` or less. Proven wins score more than any value.
    pub fn win(self, value: i32, moves: u32) -> Self {
        Self { win: Some(bound(value, moves)), ..self }
    }

    /// The game is drawn if the last `moves` moves, at least 1, of each player scored at most ±`value`.
    pub fn draw(self, value: i32, moves: u32) -> Self {
        Self { draw: Some(bound(value, moves)), ..self }
    }
}

/// The claims of the players in a game so far.
#[derive(Default)]
pub(super) struct Claims {
    agreement: Agreement,
    players: [Streaks; 2],
}

/// The number of the last moves of a player that claimed each result.
#[derive(Default)]
struct Streaks {
    won: u32,
    drawn: u32,
    lost: u32,
}

impl Claims {
    pub(super) fn new(agreement: Agreement) -> Self {
        Self { agreement, ..Self::default() }
    }

    /// Adds the score that the player of a seat gave a move. Returns the result, by seat, if the players
    /// agree on one now.
    pub(super) fn add(&mut self, seat: usize, score: Option<Score>) -> Option<Outcome<usize>> {
        let Agreement { win, draw } = self.agreement;
        let count = |streak: &mut u32, bound: Option<Bound>, claims: fn(Score, Score) -> bool| {
            let claimed = bound.zip(score).is_some_and(|((bound, _), score)| claims(score, bound));
            *streak = if claimed { streak.saturating_add(1) } else { 0 };
        };
        let Streaks { won, drawn, lost } = self.players.get_mut(seat)?;
        count(won, win, |score, bound| score >= bound);
        count(drawn, draw, |score, bound| -bound <= score && score <= bound);
        count(lost, win, |score, bound| score <= -bound);
        let [first, second] = &self.players;
        let agreed = |bound: Option<Bound>, [one, other]: [u32; 2]| {
            bound.is_some_and(|(_, moves)| one.min(other) >= moves)
        };
        if agreed(win, [first.won, second.lost]) {
            Some(Outcome::Winner(0))
        } else if agreed(win, [first.lost, second.won]) {
            Some(Outcome::Winner(1))
        } else {
            agreed(draw, [first.drawn, second.drawn]).then_some(Outcome::Draw)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is agreed on after each of these scores, given by the players in turn.
    fn agreed(agreement: Agreement, scores: &[i32]) -> Vec<Option<Outcome<usize>>> {
        let mut claims = Claims::new(agreement);
        let add = |(ply, &value)| claims.add(ply % 2, Some(Score::value(value)));
        scores.iter().enumerate().map(add).collect()
    }

    #[test]
    fn both_players_have_to_agree_for_long_enough() {
        let agreement = Agreement::new().win(100, 2).draw(5, 3);
        let sure = agreed(agreement, &[100, -100, 150, -99, 300, -100, 100, -400]);
        assert_eq!(sure[..7], [const { None }; 7]);
        assert_eq!(sure[7], Some(Outcome::Winner(0)));
        let lost = agreed(agreement, &[-100, 100, -100, 100]);
        assert_eq!(lost[2..], [None, Some(Outcome::Winner(1))]);
        // Both think that they win.
        assert!(agreed(agreement, &[500; 20]).iter().all(Option::is_none));
        let even = agreed(agreement, &[5, -5, 0, 0, 6, 0, 1, 1, 2, 2, 3]);
        assert_eq!(even[9..], [None, Some(Outcome::Draw)]);
    }

    #[test]
    fn a_bot_without_a_score_does_not_agree() {
        let mut claims = Claims::new(Agreement::new().win(0, 0).draw(i32::MIN, 0));
        assert_eq!(claims.add(0, Some(Score::win_in(3))), None);
        assert_eq!(claims.add(1, None), None);
        assert_eq!(claims.add(1, Some(Score::loss_in(2))), Some(Outcome::Winner(0)));
        assert_eq!(claims.add(0, None), None);
        assert_eq!(claims.add(2, Some(Score::DRAW)), None, "there is no third player");
        let mut claims = Claims::new(Agreement::new());
        assert!((0..9).all(|ply| claims.add(ply % 2, Some(Score::DRAW)).is_none()));
    }
}
