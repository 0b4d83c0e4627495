//! The tutor, who says what a person's move costs before it counts.

use std::time::Duration;

use engine::Game;

use super::{Session, seat};
use kit::{AnySearch, Failure, Move};

/// How long the tutor thinks about a position.
const TIME: Duration = Duration::from_millis(300);

impl Session<'_> {
    /// Whether a person takes these moves back, having been told what they cost.
    pub(super) fn takes_back(&mut self, moves: &[Move]) -> Result<bool, Failure> {
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
    fn cost(&self, moves: &[Move]) -> Result<f64, Failure> {
        let before = self.record.position();
        let mut after = before.clone();
        for &m in moves {
            after.play_unchecked(m);
        }
        let (seat, scale) = (before.seat_to_move(), self.kit.scale());
        let think = |position| seat::think(self.kit, position, TIME, &self.interrupt);
        let (best, search) = think(before)?;
        if best.line.starts_with(moves) {
            return Ok(0.0);
        }
        let expected = |search: &dyn AnySearch, position, found| {
            let judgement = search.judgement(position, found, scale).map_err(Failure::run)?;
            Ok::<_, Failure>(judgement.expected[seat])
        };
        let before = expected(&*search, before, &best)?;
        let (reply, search) = think(&after)?;
        let after = expected(&*search, &after, &reply)?;
        Ok((before - after).max(0.0))
    }
}
