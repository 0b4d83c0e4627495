//! Estimates of time and memory.

use std::time::{Duration, Instant};

use super::error::BuildError;
use super::expand::{Child, over};
use super::graph::Graph;
use super::options::BuildOptions;
use super::{Family, Move, Rank, Tablebase};
use crate::game::Game;
use crate::outcome::Wdl;

/// What building a class will take, estimated from a sample of its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The class.
    pub class: usize,
    /// How many ranks the class has.
    pub size: u64,
    /// The most bytes of memory that the build takes at a time, finished classes included; right
    /// within a few per cent.
    pub memory: u64,
    /// A rough estimate of the time it takes if the processors have nothing else to do.
    pub time: Duration,
}

/// The number of positions sampled from a class.
const SAMPLE: u64 = 10_000;

impl<F: Family> Tablebase<F> {
    /// What building each missing class will take with the threads of these options. It takes a
    /// moment and no memory.
    ///
    /// # Errors
    ///
    /// A class is too large to be built.
    pub fn plan(&self, options: &BuildOptions<'_>) -> Result<Vec<Plan>, BuildError> {
        let mut before = self.bytes();
        let mut plans = Vec::new();
        for class in self.built()..self.classes() {
            self.check_size(class)?;
            plans.push(self.plan_class(class, before, options.thread_count() as u32));
            before += self.size(class);
        }
        Ok(plans)
    }

    /// Refuses a class that, with those before it, has more ranks than a build can handle.
    pub(super) fn check_size(&self, class: usize) -> Result<(), BuildError> {
        let sizes = self.sizes.iter().take(class.saturating_add(1));
        let size = sizes.fold(0, |all: u64, &size| all.saturating_add(size));
        let most = Graph::MAX_POSITIONS;
        if size > most {
            return Err(BuildError::TooLarge { class, size, most });
        }
        Ok(())
    }

    fn plan_class(&self, class: usize, before: u64, threads: u32) -> Plan {
        let size = self.size(class);
        let Sample { moves, time } = Sample::new(&self.family, class, size);
        Plan { class, size, memory: before + Graph::bytes(size, moves), time: 2 * time / threads }
    }
}

/// An estimate, from a sample, of what one pass over a class finds and takes.
pub(super) struct Sample {
    /// How many moves lead from one position of the class to another.
    moves: u64,
    /// How long a thread would take.
    pub(super) time: Duration,
}

impl Sample {
    /// Samples positions in the middle of equal parts of the class.
    pub(super) fn new<F: Family>(family: &F, class: usize, size: u64) -> Self {
        let sample = size.min(SAMPLE);
        let started = Instant::now();
        let mut moves = 0;
        let mut list = Vec::new();
        for i in 0..sample {
            let index =
                (u128::from(size) * (2 * u128::from(i) + 1) / (2 * u128::from(sample))) as u64;
            if let Some(position) = family.unrank(Rank { class, index }) {
                moves += moves_inside(family, class, &position, &mut list);
            }
        }
        let scale = |amount: u64| {
            (u128::from(amount) * u128::from(size) / u128::from(sample.max(1))) as u64
        };
        let time = Duration::from_nanos(scale(started.elapsed().as_nanos() as u64));
        Self { moves: scale(moves), time }
    }
}

/// How many moves from a position stay in its class; 0 if one wins at once.
fn moves_inside<F: Family>(
    family: &F,
    class: usize,
    position: &F::Game,
    list: &mut Vec<Move<F>>,
) -> u64 {
    if over(position).is_some() {
        return 0;
    }
    list.clear();
    position.generate_distinct_moves(list);
    let mut inside = 0;
    for &m in &*list {
        match Child::new(family, position, m) {
            Some(Child::Over(Wdl::Win)) => return 0,
            Some(Child::Running { rank, .. }) => inside += u64::from(rank.class == class),
            _ => {}
        }
    }
    inside
}
