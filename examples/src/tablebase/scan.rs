//! Scans of all positions of a table, on all threads.

use std::sync::atomic::{AtomicU64, Ordering};

use collateral_checkers::{Endings, Material, Position};
use engine::tablebase::{Family, Rank, Tablebase};
use engine::{Score, StopFlag, threads};
use indicatif::ProgressBar;

use crate::failure::Failure;
use crate::progress;

/// The positions scanned between two looks at the stop flag.
const CHUNK: u64 = 1 << 12;

/// A scan of a table with a progress bar; Ctrl-C ends it.
pub(super) struct Scan<'a> {
    pub(super) table: &'a Tablebase<Endings>,
    threads: usize,
    bar: ProgressBar,
    stop: StopFlag,
}

/// A position of a table.
pub(super) struct Entry {
    pub(super) position: Position,
    pub(super) rank: Rank,
    pub(super) score: Score,
    /// The number of symmetric positions it stands for.
    pub(super) weight: u64,
}

impl<'a> Scan<'a> {
    pub(super) fn new(table: &'a Tablebase<Endings>, threads: usize) -> Result<Self, Failure> {
        let bar = progress::bar("{msg} {wide_bar} {percent:>3} %  {elapsed}");
        let [stop] = progress::interrupt_flags(&bar, "")?;
        Ok(Self { table, threads, bar, stop })
    }

    /// Scans every position, and returns the results of each material.
    pub(super) fn run<T: Default + Send>(
        &self,
        look: impl Fn(&mut T, &Entry) + Sync,
        join: impl Fn(T, T) -> T,
        mut show: impl FnMut(&str, T) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let is_built = |material: &&Material| material.class < self.table.built();
        for material in self.table.family().materials().iter().filter(is_built) {
            let name = material.to_string();
            self.bar.set_message(name.clone());
            let parts = self.material(material, &look);
            if self.stop.is_raised() {
                self.bar.finish_and_clear();
                return Err(Failure::Interrupted(format!("stopped at {name}")));
            }
            let found = parts.into_iter().fold(T::default(), &join);
            self.bar.suspend(|| show(&name, found))?;
        }
        self.bar.finish_and_clear();
        Ok(())
    }

    fn material<T: Default + Send>(
        &self,
        material: &Material,
        look: &(impl Fn(&mut T, &Entry) + Sync),
    ) -> Vec<T> {
        let next = AtomicU64::new(material.indices.start);
        let end = material.indices.end;
        self.bar.set_length(end - material.indices.start);
        self.bar.set_position(0);
        threads::run(self.threads, || {
            let mut found = T::default();
            loop {
                let start = next.fetch_add(CHUNK, Ordering::Relaxed);
                if start >= end || self.stop.is_raised() {
                    return found;
                }
                for index in start..end.min(start + CHUNK) {
                    if let Some(entry) = self.entry(Rank { class: material.class, index }) {
                        look(&mut found, &entry);
                    }
                }
                self.bar.inc(CHUNK);
            }
        })
    }

    fn entry(&self, rank: Rank) -> Option<Entry> {
        let family = self.table.family();
        let score = self.table.score(rank)?;
        Some(Entry { position: family.unrank(rank)?, rank, score, weight: family.weight(rank) })
    }
}
