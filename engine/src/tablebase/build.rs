//! Building, class by class.

use super::error::BuildError;
use super::graph::{Graph, State};
use super::options::{BuildOptions, Progress};
use super::retrograde;
use super::scores::{Code, Scores, Width};
use super::{Family, Tablebase};

impl<F: Family + Sync> Tablebase<F> {
    /// Builds the classes that are missing.
    ///
    /// If it is stopped or fails, the classes finished by then stay. Another call goes on with the
    /// next class.
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
        self.classes.push(Scores::pack(Width::for_distance(longest), states.map(code)));
        options.report(Progress { class, done: 1. });
        Ok(true)
    }
}

fn code(state: State) -> Code {
    match state {
        State::Win(plies) => Code::win(plies),
        State::Loss(plies) => Code::loss(plies),
        State::Open(_) => Code::DRAW,
        State::Void => Code::NONE,
    }
}
