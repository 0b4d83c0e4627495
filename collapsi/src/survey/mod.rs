//! Every deal at once: winner and length of all of them, by retrograde analysis.
//!
//! The walks of a pawn depend on the value of the card under it alone. So for given face-up cards and pawns
//! the scores of all ways to give values to the cards form a table, and a table is the best of the tables
//! after each move, value by value of the card left: no searching, no branches, many positions an
//! instruction.
//!
//! 1. [`boards`]: face-up cards are distinguished as low (ace or two) and high (three or four), which
//!    makes 89,197 boards with up to 14 cards that no symmetry makes equal.
//! 2. [`pattern`]: the low cards that are twos are a row, and the high ones that are fours a column, of a
//!    table of up to 70 by 15 [scores](score).
//! 3. [`level`]: the boards with *n* cards, from those with one card less. A symmetry moves the
//!    rows of a table, and shuffles within each of them ([`plan`]); [`kernel`] does that, and [`avx2`] faster.
//! 4. [`opening`]: when both jokers are collapsed 14 cards are left. The rule sets differ in the two
//!    plies before only.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod boards;
mod file;
mod instructions;
mod kernel;
mod level;
mod opening;
mod pattern;
mod plan;
mod score;
mod share;

use std::fmt;
use std::num::NonZeroUsize;

use engine::system::Shard;
use engine::system::memory::prefer_huge_pages;

use crate::card::Card;
use crate::deal::Deal;
use crate::position::Position;
use crate::rules::{Player, Rules};
use crate::solver::Verdict;
use crate::square::{Square, SquareSet};
use boards::{Board, Boards};
pub use file::SurveyFileError;
pub use instructions::Instructions;
use opening::{BYTES, HIGHS, Order};
use pattern::pattern;
pub use share::{MergeSharesError, SurveyShare};

/// Winner and length of every deal, by one or more rule sets.
///
/// ```no_run
/// use collapsi::{Deal, Rules, Survey, SurveyOptions};
///
/// let survey = Survey::run(&SurveyOptions::new())?;
/// let deal: Deal = "A223/4A2J/3A23/J3A4".parse()?;
/// let verdict = survey.verdict(&deal, Rules::V1_1).ok_or("other rules")?;
/// assert_eq!(verdict.to_string(), "red wins in 13 plies");
/// let lengths = survey.distribution(Rules::V1_1).ok_or("other rules")?;
/// assert_eq!(lengths.deals(7), 24);
/// survey.save("collapsi.survey")?;
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Survey {
    /// The boards with 14 cards.
    boards: Boards,
    /// For each rule set, see [`opening::lengths`].
    lengths: Vec<(Rules, Vec<u8>)>,
}

impl Survey {
    /// The number of deals with red's joker on a4; with red's joker anywhere, 16 times as many.
    pub const DEALS: u64 = 47_297_250;

    /// The number of deals up to symmetry of the torus.
    pub const CLASSES: u64 = 1_982_769;

    /// The most bytes of memory that [`run`](Survey::run) takes with up to 128 threads.
    pub const MEMORY: u64 = 1_500_000_000;

    /// Solves every deal.
    ///
    /// # Errors
    ///
    /// There is not enough memory.
    pub fn run(options: &SurveyOptions) -> Result<Self, SurveyError> {
        SurveyShare::run(Shard::WHOLE, options).map(|share| share.0)
    }

    /// The rules by which the deals are solved.
    pub fn rules(&self) -> impl Iterator<Item = Rules> {
        self.lengths.iter().map(|&(rules, _)| rules)
    }

    /// The lengths by these rules, if deals are solved by them.
    fn lengths(&self, rules: Rules) -> Option<&[u8]> {
        let found = self.lengths.iter().find(|(own, _)| *own == rules);
        found.map(|(_, lengths)| lengths.as_slice())
    }

    /// The winner of a deal, and the number of plies, or `None` if deals are not solved by these rules.
    pub fn verdict(&self, deal: &Deal, rules: Rules) -> Option<Verdict> {
        self.look_up(&deal.position(rules))
    }

    /// The winner of a position, and the number of plies, or `None` if a player has moved or deals are not
    /// solved by its rules. Unlike in a [`Deal`] either pawn may stand on either joker, and either player may
    /// be to move.
    pub fn verdict_of(&self, position: &Position) -> Option<Verdict> {
        let mut cards = [Card::Joker; Square::COUNT];
        for square in Square::ALL {
            cards[square.index()] = position.card(square)?;
        }
        Deal::new(cards).ok()?;
        let on_jokers = Player::ALL
            .into_iter()
            .all(|player| position.card(position.pawn(player)) == Some(Card::Joker));
        on_jokers.then(|| self.look_up(position)).flatten()
    }

    /// The verdict of a position that is a deal.
    fn look_up(&self, position: &Position) -> Option<Verdict> {
        let lengths = self.lengths(position.rules())?;
        let of = |cards: [Card; 2]| {
            let is_one =
                |square: &Square| position.card(*square).is_some_and(|c| cards.contains(&c));
            Square::ALL.into_iter().filter(is_one).collect::<SquareSet>()
        };
        let low = of([Card::Ace, Card::Two]);
        let face_up = SquareSet::from_bits(low.bits() | of([Card::Three, Card::Four]).bits());
        let large = of([Card::Two, Card::Four]);
        let place = self.boards.find(Board { face_up, low });
        let length = place.map_or(0, |(place, symmetry)| {
            let image = |set: SquareSet| set.into_iter().map(|sq| symmetry.apply(sq)).collect();
            let (board, large) = (self.boards.list()[place], image(large));
            let low = board.low_patterns().place(pattern(board.low, large));
            let high = board.high_patterns().place(pattern(board.high(), large));
            let byte = low.unwrap_or_default() * HIGHS + high.unwrap_or_default();
            let byte = lengths[place * BYTES + byte];
            let mover = symmetry.apply(position.pawn(position.turn()));
            let [first, _] = Order::Forward.jokers(board.face_up);
            let order = if mover == first { Order::Forward } else { Order::Backward };
            i32::from(byte >> order.shift() & 15)
        });
        let left = Square::COUNT as i32 - length;
        Some(Verdict::of(position, if length % 2 == 1 { left } else { -left }))
    }

    /// The distribution of lengths by these rules, or `None` if deals are not solved by them.
    pub fn distribution(&self, rules: Rules) -> Option<Distribution> {
        let mut deals = [0; 16];
        let lengths = self.lengths(rules)?.chunks_exact(BYTES);
        for (lengths, &size) in lengths.zip(self.boards.sizes()) {
            for length in lengths.iter().flat_map(|byte| [byte & 15, byte >> 4]) {
                deals[usize::from(length)] += u64::from(size);
            }
        }
        // Red's joker is on a4 in one deal of 16.
        Some(Distribution { deals: deals.map(|deals| deals / 16) })
    }
}

impl fmt::Debug for Survey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Survey").finish_non_exhaustive()
    }
}

/// Two surveys are equal if they agree on every deal.
impl PartialEq for Survey {
    fn eq(&self, other: &Self) -> bool {
        self.lengths == other.lengths
    }
}

impl Eq for Survey {}

/// The lengths with best play of the 47,297,250 deals with red's joker on a4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Distribution {
    deals: [u64; 16],
}

impl Distribution {
    /// The number of deals that last this number of plies.
    pub fn deals(&self, length: u32) -> u64 {
        self.deals.get(length as usize).copied().unwrap_or_default()
    }

    /// The number of deals that a player wins; red moves first.
    pub fn won_by(&self, player: Player) -> u64 {
        let odd = usize::from(player == Player::Red);
        self.deals.iter().skip(odd).step_by(2).sum()
    }

    /// Every length that deals have, in order, with their number.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u64)> {
        (0..).zip(self.deals).filter(|&(_, deals)| deals > 0)
    }
}

/// The options of [`Survey::run`].
#[derive(Clone, Copy)]
#[must_use]
pub struct SurveyOptions<'a> {
    rules: &'a [Rules],
    threads: NonZeroUsize,
    instructions: Instructions,
    progress: Option<&'a (dyn Fn(f64) + Sync)>,
}

impl<'a> SurveyOptions<'a> {
    /// The published rules, as many threads as the machine has, the best instructions that it has, no reports.
    pub fn new() -> Self {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let instructions = Instructions::detect();
        Self { rules: &Rules::PUBLISHED, threads, instructions, progress: None }
    }

    /// Solves the deals by these rules. They differ in the first two plies only, so more of them take
    /// little more time. Rules that are listed twice are solved once.
    pub const fn rules(self, rules: &'a [Rules]) -> Self {
        Self { rules, ..self }
    }

    /// Runs with this number of threads. The result does not depend on it.
    pub const fn threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// Runs with these instructions. The result does not depend on them.
    pub const fn instructions(self, instructions: Instructions) -> Self {
        Self { instructions, ..self }
    }

    /// Reports from time to time the part that is done, from 0 to 1.
    pub const fn progress(self, progress: &'a (dyn Fn(f64) + Sync)) -> Self {
        Self { progress: Some(progress), ..self }
    }
}

impl Default for SurveyOptions<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for SurveyOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SurveyOptions").field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// There is too little memory for a survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot get {bytes} bytes of memory; the whole survey takes {}", Survey::MEMORY)]
pub struct SurveyError {
    /// The memory that was asked for.
    pub bytes: usize,
}

/// Zeroed memory of this size, which the system provides when it is first written to.
fn memory(bytes: usize) -> Result<Vec<u8>, SurveyError> {
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| SurveyError { bytes })?;
    let mut memory = vec![0; bytes];
    prefer_huge_pages(&mut memory);
    Ok(memory)
}
