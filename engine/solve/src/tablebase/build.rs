//! Building, class by class.

use super::error::BuildError;
use super::graph::{Graph, State};
use super::options::{BuildOptions, Progress};
use super::packed::Packed;
use super::retrograde;
use super::{Family, Tablebase};
use engine::Score;

impl<F: Family + Sync> Tablebase<F> {
    /// Builds the classes that are missing.
    ///
    /// If it is stopped or fails, the classes finished by then stay. Another call continues with the next class.
    ///
    /// # Errors
    ///
    /// It was stopped, there is not enough memory, or the family is too large or breaks its laws.
    pub fn build(&mut self, options: &BuildOptions<'_>) -> Result<(), BuildError> {
        while self.build_next(options)? {}
        Ok(())
    }

    /// Builds the next class that is missing; `false` if none is.
    ///
    /// # Errors
    ///
    /// It was stopped, there is not enough memory, or the family is too large or breaks its laws.
    /// The table is as before.
    pub fn build_next(&mut self, options: &BuildOptions<'_>) -> Result<bool, BuildError> {
        let class = self.built();
        if class == self.classes() {
            return Ok(false);
        }
        self.check_size(class)?;
        let graph = Graph::new(self, class, options)?;
        retrograde::decide(&graph, class, options)?;
        let states = graph.into_states();
        let longest = states.clone().filter_map(State::decided).max().unwrap_or(0);
        self.classes.push(Packed::pack(states.map(score), Score::loss_in(longest))?);
        options.report(Progress { class, done: 1. });
        Ok(true)
    }
}

fn score(state: State) -> Option<Score> {
    match state {
        State::Win(plies) => Some(Score::win_in(plies)),
        State::Loss(plies) => Some(Score::loss_in(plies)),
        State::Open(_) => Some(Score::DRAW),
        State::Void => None,
    }
}
