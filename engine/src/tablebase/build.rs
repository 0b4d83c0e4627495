//! Building, class by class.

use super::graph::{Graph, State};
use super::layers;
use super::options::{BuildOptions, Progress};
use super::values::{Code, Values, Width};
use super::{Family, Rank, Tablebase};
use crate::limits::Stopped;

impl<F: Family + Sync> Tablebase<F> {
    /// Builds the classes that are missing.
    ///
    /// When it is stopped or fails, the classes finished by then stay, and another call goes on with
    /// the next.
    ///
    /// # Errors
    ///
    /// It was stopped, memory is short, or the family breaks its laws.
    pub fn build(&mut self, options: &BuildOptions<'_>) -> Result<(), BuildError> {
        while self.build_next(options)? {}
        Ok(())
    }

    /// Builds the next class that is missing; `false` if none is.
    ///
    /// # Errors
    ///
    /// It was stopped, memory is short, or the family breaks its laws. The table is as before.
    pub fn build_next(&mut self, options: &BuildOptions<'_>) -> Result<bool, BuildError> {
        let class = self.built();
        let Some(sizes) = self.sizes.get(..=class) else { return Ok(false) };
        let size = sizes.iter().fold(0, |all: u64, &size| all.saturating_add(size));
        if size > Graph::MOST {
            return Err(BuildError::TooLarge { class, size });
        }
        let graph = Graph::new(self, class, options)?;
        layers::decide(&graph, class, options)?;
        let states = graph.into_states();
        let longest = states.clone().filter_map(State::decided).max().unwrap_or(0);
        self.classes.push(Values::pack(Width::for_distance(longest), states.map(code)));
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

/// Why a class cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The stop flag was raised.
    #[error("stopped before it was done")]
    Stopped,
    /// Memory is short, or more is needed than is allowed.
    #[error("{bytes} bytes of memory are needed, which is more than there is or may be taken")]
    Memory {
        /// How many bytes are needed.
        bytes: u64,
    },
    /// There are more numbers than a build can handle.
    #[error(
        "class {class} and those before it have {size} numbers: expected {} at most",
        Graph::MOST
    )]
    TooLarge {
        /// The class.
        class: usize,
        /// How many numbers it and those before it have.
        size: u64,
    },
    /// A table holds the scores of two players with opposite interests.
    #[error("tablebases are for games of two players, not {players}")]
    Players {
        /// How many there are.
        players: usize,
    },
    /// The family breaks the law that moves stay within it.
    #[error("a move from position {rank} leads to neither its class nor an earlier one")]
    Outside {
        /// The position that it leads away from.
        rank: Rank,
    },
    /// The game or the family breaks the law that the same position has the same moves.
    #[error("position {rank} had other moves before")]
    Unsteady {
        /// The position.
        rank: Rank,
    },
}

impl From<Stopped> for BuildError {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}
