//! The tutor, who says what a person's move costs before it counts.

use std::time::Duration;

use arena::study::Judgement;
use engine::Game;

use super::{Session, seat};
use crate::failure::Failure;
use crate::hooks::{Hooks, MoveOf};

/// How long the tutor thinks about a position.
const TIME: Duration = Duration::from_millis(300);

impl<H: Hooks> Session<'_, H> {
    /// Whether a person takes these moves back, having been told what they cost.
    pub(super) fn takes_back(&mut self, moves: &[MoveOf<H>]) -> Result<bool, Failure> {
        let Some(least) = self.tutor else { return Ok(false) };
        let cost = 100.0 * self.cost(moves)?;
        let Some(prompt) = self.prompt.as_mut().filter(|_| cost.round() >= least.max(1) as f64)
        else {
            return Ok(false);
        };
        anstream::println!("This gives away {cost:.0} %.");
        prompt.confirm("Take it back? (y/n) ")
    }

    /// What legal moves of a person cost: by how much their expected result falls, from 0 to 1.
    fn cost(&self, moves: &[MoveOf<H>]) -> Result<f64, Failure> {
        let before = self.record.position();
        let mut after = before.clone();
        for &m in moves {
            after.play_unchecked(m);
        }
        let (seat, judge) = (before.seat_to_move(), self.hooks.judge());
        let best = seat::think(self.hooks, before, TIME, &self.interrupt)?;
        if best.line.starts_with(moves) {
            return Ok(0.0);
        }
        let reply = seat::think(self.hooks, &after, TIME, &self.interrupt)?;
        let [before, after] = [(before, best), (&after, reply)].map(|(position, found)| {
            Judgement::of(position, &found, &judge, H::SCALE).expected[seat]
        });
        Ok((before - after).max(0.0))
    }
}
