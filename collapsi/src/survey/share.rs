//! Shares of a survey, for several machines.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use engine::system::Shard;

use super::boards::Boards;
use super::level::{self, Level};
use super::opening::{self, BYTES, CARDS};
use super::{Survey, SurveyError, SurveyFileError, SurveyOptions, memory};
use crate::rules::Rules;

/// Winner and length of some of the deals: the share of one of several machines.
///
/// A share of all boards is a range of them, with all boards that they lead to. Different boards lead to
/// much the same ones, so a share takes more than its part of the work: of two shares 94 to 95 %, of ten 55
/// to 62 %, of a hundred 8 to 18 %.
///
/// ```no_run
/// use collapsi::{SurveyOptions, SurveyShare};
///
/// let mut first = SurveyShare::run("1/2".parse()?, &SurveyOptions::new())?;
/// let second = SurveyShare::run("2/2".parse()?, &SurveyOptions::new())?;
/// first.merge(&second)?;
/// assert!(first.complete().is_some());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct SurveyShare(pub(super) Survey);

impl SurveyShare {
    /// Solves the deals of a share.
    ///
    /// # Errors
    ///
    /// There is not enough memory.
    pub fn run(shard: Shard, options: &SurveyOptions) -> Result<Self, SurveyError> {
        let boards: Vec<Boards> = (3..=CARDS).map(Boards::new).collect();
        let needed = needed(&boards, shard);
        let needed_bytes = boards.iter().zip(&needed).map(|(boards, needed)| {
            let boards = boards.list().iter().zip(needed).filter(|&(_, &needed)| needed);
            level::bytes(boards.map(|(board, _)| board))
        });
        let (all, done) = (needed_bytes.sum::<usize>(), Mutex::new(0));
        let progress = |bytes: usize| {
            if let Some(report) = options.progress {
                let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                *done += bytes;
                report(*done as f64 / all as f64);
            }
        };
        // Levels with an even number of cards take turns with the odd ones.
        let room = boards.iter().map(level::room);
        let most = |first| room.clone().skip(first).step_by(2).max().unwrap_or_default();
        let mut level = Level::first(memory(most(1))?);
        let mut spare = memory(most(0))?;
        for (boards, needed) in boards.into_iter().zip(&needed) {
            let next = level.next(boards, needed, spare, options, &progress);
            spare = std::mem::replace(&mut level, next).scores;
        }
        let needed = needed.last().map_or(&[][..], Vec::as_slice);
        let threads = options.threads.get();
        let asked = Rules::all().filter(|rules| options.rules.contains(rules));
        let asked: Vec<Rules> = asked.collect();
        let lengths = opening::lengths(&level, needed, &asked, threads);
        let lengths = asked.into_iter().zip(lengths).collect();
        Ok(Self(Survey { boards: level.boards, lengths }))
    }

    /// Adds the deals of another share.
    ///
    /// # Errors
    ///
    /// They are by other rules, or both have a deal and disagree on it; nothing is changed.
    pub fn merge(&mut self, other: &Self) -> Result<(), MergeSharesError> {
        if !self.0.rules().eq(other.0.rules()) {
            return Err(MergeSharesError::Rules);
        }
        let pairs = self.0.lengths.iter().zip(&other.0.lengths);
        let mut bytes = pairs.flat_map(|((_, lengths), (_, others))| lengths.iter().zip(others));
        if bytes.any(|(&a, &b)| a != 0 && b != 0 && a != b) {
            return Err(MergeSharesError::Contradiction);
        }
        for ((_, lengths), (_, others)) in self.0.lengths.iter_mut().zip(&other.0.lengths) {
            lengths.iter_mut().zip(others).for_each(|(length, other)| *length |= other);
        }
        Ok(())
    }

    /// The shares that are missing, of as many as there seem to be; none if all deals are there.
    pub fn missing(&self) -> Vec<Shard> {
        let lengths = self.0.lengths.first().map_or(&[][..], |(_, lengths)| lengths);
        let there: Vec<bool> = lengths.chunks_exact(BYTES).map(|board| board[0] != 0).collect();
        let boards = there.len();
        let ends: Vec<usize> = (1..boards).filter(|&i| there[i] != there[i - 1]).collect();
        let splits = |count: usize, end: usize| (end - 1) * count / boards != end * count / boards;
        let count = (1..boards).find(|&count| ends.iter().all(|&end| splits(count, end)));
        let count = count.unwrap_or(boards);
        let mut missing: Vec<Shard> = (0..boards)
            .filter(|&board| !there[board])
            .filter_map(|board| Shard::new((board * count / boards) as u64 + 1, count as u64))
            .collect();
        missing.dedup();
        missing
    }

    /// The survey, or `None` if some shares are [missing](Self::missing).
    pub fn complete(self) -> Option<Survey> {
        self.missing().is_empty().then_some(self.0)
    }

    /// Writes the share to a file of about two megabytes, as [`Survey::save`] does.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), SurveyFileError> {
        self.0.save(path)
    }

    /// Reads a share, or a whole survey, from a file.
    ///
    /// # Errors
    ///
    /// It cannot be read, is not such a file, or is damaged.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, SurveyFileError> {
        Survey::read(path.as_ref()).map(Self)
    }
}

/// The reason why shares cannot be put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeSharesError {
    /// They are by different rules.
    #[error("it is by other rules than another share")]
    Rules,
    /// One of them is wrong.
    #[error("it contradicts another share")]
    Contradiction,
}

/// By level and board whether a share needs it: its own boards, and all that they lead to.
fn needed(levels: &[Boards], shard: Shard) -> Vec<Vec<bool>> {
    let all = |is_needed| levels.iter().map(|level| vec![is_needed; level.list().len()]).collect();
    // The whole survey need not compute what it needs, which takes long.
    if shard == Shard::WHOLE {
        return all(true);
    }
    let mut needed: Vec<Vec<bool>> = all(false);
    if let Some(last) = needed.last_mut() {
        let boards = last.len() as u64;
        for (board, needed) in (0..).zip(last) {
            *needed = shard.has(board * shard.count() / boards);
        }
    }
    for level in (1..levels.len()).rev() {
        let (below, above) = needed.split_at_mut(level);
        let parents = levels[level].list().iter().zip(&above[0]).filter(|&(_, &needed)| needed);
        for (parent, _) in parents {
            for mover in parent.face_up {
                if let Some((child, _)) = levels[level - 1].find(parent.without(mover)) {
                    below[level - 1][child] = true;
                }
            }
        }
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How much of the work of the survey a share is, in percent.
    fn part(boards: &[Boards], shard: &str) -> usize {
        let needed = needed(boards, shard.parse().unwrap());
        let bytes = |all: bool| -> usize {
            let of = |(boards, needed): (&Boards, &Vec<bool>)| {
                let boards = boards.list().iter().zip(needed).filter(|&(_, &needed)| all || needed);
                level::bytes(boards.map(|(board, _)| board))
            };
            boards.iter().zip(&needed).map(of).sum()
        };
        bytes(false) * 100 / bytes(true)
    }

    #[test]
    fn shares_are_more_than_their_part() {
        let boards: Vec<Boards> = (3..=CARDS).map(Boards::new).collect();
        assert_eq!(part(&boards, "1/1"), 100);
        assert_eq!(["1/2", "2/2"].map(|shard| part(&boards, shard)), [95, 94]);
        assert_eq!(["1/10", "5/10", "10/10"].map(|shard| part(&boards, shard)), [58, 61, 55]);
        assert_eq!(["1/100", "50/100", "100/100"].map(|shard| part(&boards, shard)), [14, 17, 8]);
    }
}
