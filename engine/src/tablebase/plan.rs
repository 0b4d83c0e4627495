//! What building will take.

use std::time::{Duration, Instant};

use super::expand::{Child, over};
use super::graph::Graph;
use super::options::BuildOptions;
use super::{Family, Rank, Tablebase};
use crate::game::Game;

/// What building a class will take; estimated from a sample of its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The class.
    pub class: usize,
    /// How many numbers it has.
    pub size: u64,
    /// How many moves there are between two of its positions, about.
    pub moves: u64,
    /// How many bytes of memory the build takes at most, finished classes included, within a few
    /// per cent.
    pub memory: u64,
    /// How long it will take if the processors have nothing else to do, very roughly.
    pub time: Duration,
}

/// How many positions of a class are looked at.
const SAMPLE: u64 = 10_000;

impl<F: Family> Tablebase<F> {
    /// What building each missing class will take, with the threads of these options; found out in a
    /// moment, and without memory.
    pub fn plan(&self, options: &BuildOptions<'_>) -> Vec<Plan> {
        let mut before = self.bytes();
        let missing = self.built()..self.classes();
        missing
            .map(|class| {
                let plan = self.plan_class(class, before, options.thread_count() as u32);
                before += plan.size;
                plan
            })
            .collect()
    }

    fn plan_class(&self, class: usize, before: u64, threads: u32) -> Plan {
        let size = self.size(class);
        let sample = size.min(SAMPLE);
        let started = Instant::now();
        let mut moves = 0;
        let mut list = Vec::new();
        for i in 0..sample {
            // Evenly spread, and not in step with anything that the numbers may be made of.
            let index =
                (u128::from(size) * (2 * u128::from(i) + 1) / (2 * u128::from(sample))) as u64;
            if let Some(position) = self.family.unrank(Rank { class, index }) {
                moves += self.moves_inside(class, &position, &mut list);
            }
        }
        let scale = |amount: u64| {
            (u128::from(amount) * u128::from(size) / u128::from(sample.max(1))) as u64
        };
        let moves = scale(moves);
        let each_pass = Duration::from_nanos(scale(started.elapsed().as_nanos() as u64));
        Plan {
            class,
            size,
            moves,
            memory: before + Graph::bytes(size, moves),
            time: 2 * each_pass / threads,
        }
    }

    /// How many moves from a position stay in its class, or none if the game can be won at once.
    fn moves_inside(
        &self,
        class: usize,
        position: &F::Game,
        list: &mut Vec<<F::Game as Game>::Move>,
    ) -> u64 {
        if over(position).is_some() {
            return 0;
        }
        list.clear();
        position.generate_distinct_moves(list);
        let mut inside = 0;
        for &m in &*list {
            match Child::new(&self.family, position, m) {
                Some(Child::Over(score)) if score.is_win() => return 0,
                Some(Child::Running { rank, .. }) => inside += u64::from(rank.class == class),
                _ => {}
            }
        }
        inside
    }
}
