//! Scans of all positions of a table, on all threads.

use collateral_checkers::{Endings, Material, Position};
use engine::tablebase::{Family, Rank, Tablebase};
use engine::{Score, StopFlag};
use indicatif::ProgressBar;

use crate::failure::Failure;
use crate::progress;
use crate::work::share_out;

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
        join: impl Fn(T, T) -> T + Sync,
        mut show: impl FnMut(&str, T) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let is_built = |material: &&Material| material.class < self.table.built();
        for material in self.table.family().materials().iter().filter(is_built) {
            let name = material.to_string();
            self.bar.set_message(name.clone());
            let found = self.material(material, &look, &join)?;
            if self.stop.is_raised() {
                self.bar.finish_and_clear();
                return Err(Failure::Interrupted(format!("stopped at {name}")));
            }
            self.bar.suspend(|| show(&name, found))?;
        }
        self.bar.finish_and_clear();
        Ok(())
    }

    fn material<T: Default + Send>(
        &self,
        material: &Material,
        look: &(impl Fn(&mut T, &Entry) + Sync),
        join: &(impl Fn(T, T) -> T + Sync),
    ) -> Result<T, Failure> {
        let Material { class, ref indices, .. } = *material;
        self.bar.set_length(indices.end - indices.start);
        self.bar.set_position(0);
        let scan = |start: u64| {
            let mut found = T::default();
            for index in start..indices.end.min(start + CHUNK) {
                if let Some(entry) = self.entry(Rank { class, index }) {
                    look(&mut found, &entry);
                }
            }
            Some(found)
        };
        let mut all = T::default();
        let keep = |_, found| {
            all = join(std::mem::take(&mut all), found);
            self.bar.inc(CHUNK);
            Ok(())
        };
        let chunks = indices.clone().step_by(CHUNK as usize);
        share_out(chunks, self.threads, &self.stop, || scan, keep)?;
        Ok(all)
    }

    fn entry(&self, rank: Rank) -> Option<Entry> {
        let family = self.table.family();
        let score = self.table.get(rank)?;
        Some(Entry { position: family.unrank(rank)?, rank, score, weight: family.weight(rank) })
    }
}
