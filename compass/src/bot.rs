//! A player for games against people and weaker players.

use engine::search::{BotError, Decision, Report, Thought};
use engine::{Bot, Limits, Score, Search};

use crate::evaluate::Evaluation;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Player;

/// Plays to win, at some risk: between equals most games are drawn, because a player who is stuck
/// with equal points can end them.
///
/// It is the [`engine::Search`] by an evaluation with [contempt](Evaluation::with_contempt) for its
/// own side. If best play only draws, it falls back to the best move of the deepest earlier iteration
/// that scored above a draw: the opponent may not see the refutation either.
///
/// ```
/// use compass::{BoldBot, Position, Rules, Start};
/// use engine::{Bot, Game, Limits};
///
/// let mut position = Position::start(&Rules::default(), 1);
/// let mut bot = BoldBot::new();
/// let m = bot.choose(&position, &Limits::new().nodes(1_000)).expect("the game has begun");
/// position.play(m)?;
/// # Ok::<_, compass::IllegalMove>(())
/// ```
#[derive(Debug)]
pub struct BoldBot {
    /// By player.
    searches: [Search<Position, Evaluation>; 2],
}

impl BoldBot {
    /// A player that has searched nothing yet.
    pub fn new() -> Self {
        Self {
            searches: Player::ALL
                .map(|player| Search::new(Evaluation::default().with_contempt(player))),
        }
    }
}

impl Default for BoldBot {
    fn default() -> Self {
        Self::new()
    }
}

impl Bot<Position> for BoldBot {
    fn decide(
        &mut self,
        position: &Position,
        limits: &Limits,
        report: Report<'_, Move>,
    ) -> Result<Decision<Move>, BotError> {
        let mut promising = None;
        let search = &mut self.searches[position.turn() as usize];
        let found = search.run_with(position, limits, |found| {
            report(&Thought::from(found));
            if found.score > Score::DRAW {
                promising = Some(Thought::from(found));
            }
        })?;
        let kept = promising.filter(|_| found.score == Score::DRAW);
        let kept = kept.map(|thought| Thought { nodes: found.nodes, ..thought });
        kept.unwrap_or_else(|| Thought::from(&found)).conclude(report)
    }

    fn new_game(&mut self, _start: &Position, _seed: u64) {
        self.searches.iter_mut().for_each(Search::clear);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use engine::game::seeded;
    use engine::{Game, Start, playout};

    #[test]
    fn it_plays_on_where_best_play_draws() {
        let mut bot = BoldBot::new();
        let limits = Limits::new().nodes(2_000);
        let mut bold = 0;
        for seed in 0..200 {
            let deal = Position::start(&Rules { ply_limit: Some(24) }, seed);
            let position = playout(&deal, 18, &mut seeded(seed)).position;
            if position.outcome().is_some() {
                continue;
            }
            bot.new_game(&position, seed);
            let mut search = Search::new(Evaluation::default().with_contempt(position.turn()));
            let analysis = search.run(&position, &limits).unwrap();
            let chosen = bot.choose(&position, &limits);
            assert!(chosen.is_some_and(|m| position.check(m).is_ok()), "{position}");
            if analysis.score != Score::DRAW {
                assert_eq!(chosen, analysis.best(), "{position}");
            }
            bold += u32::from(chosen != analysis.best());
        }
        assert!(bold > 0, "it never dared anything");
    }
}
