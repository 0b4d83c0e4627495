//! All deals, solved: looked up one by one, or counted.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use collapsi::{Card, Deal, Player, Position, Rules, Square, SquareSet, Verdict};
use system::memory::prefer_huge_pages;

use crate::boards::{Board, Boards};
use crate::level::{self, Level};
use crate::opening::{self, BYTES, CARDS, HIGHS, Order};
use crate::options::SurveyOptions;
use crate::pattern::pattern;

/// Winner and length of every deal, by one or more rule sets.
///
/// ```no_run
/// use collapsi::{Deal, Rules};
/// use survey::{Survey, SurveyOptions};
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
    pub(crate) boards: Boards,
    /// For each rule set, see [`opening::lengths`].
    pub(crate) lengths: Vec<(Rules, Vec<u8>)>,
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
        let boards: Vec<Boards> = (3..=CARDS).map(Boards::new).collect();
        let (all, done) = (boards.iter().map(level::bytes).sum::<usize>(), Mutex::new(0));
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
        for boards in boards {
            let next = level.next(boards, spare, options, &progress);
            spare = std::mem::replace(&mut level, next).scores;
        }
        let asked: Vec<Rules> =
            Rules::all().filter(|rules| options.rules.contains(rules)).collect();
        let lengths = opening::lengths(&level, &asked, options.threads.get());
        let lengths = asked.into_iter().zip(lengths).collect();
        Ok(Self { boards: level.boards, lengths })
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

    /// The winner of a position, and the number of plies, or `None` if a player has moved or deals are not solved by
    /// its rules. Unlike in a [`Deal`] either pawn may stand on either joker, and either player may be to move.
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
        let (place, symmetry) = self.boards.find(Board { face_up, low })?;
        let board = self.boards.list()[place];
        let large = large.into_iter().map(|square| symmetry.apply(square)).collect();
        let low = board.low_patterns().place(pattern(board.low, large))?;
        let high = board.high_patterns().place(pattern(board.high(), large))?;
        let byte = lengths[place * BYTES + low * HIGHS + high];
        let mover = symmetry.apply(position.pawn(position.turn()));
        let [first, _] = Order::Forward.jokers(board.face_up);
        let order = if mover == first { Order::Forward } else { Order::Backward };
        let length = u32::from(byte >> order.shift() & 15);
        let winner = if length % 2 == 1 { position.turn() } else { !position.turn() };
        let left = Square::COUNT as i32 - length as i32;
        let score = if winner == Player::Red { left } else { -left };
        Some(Verdict { winner, length, score })
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

/// There is too little memory for a survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot get {bytes} bytes of memory; the whole survey takes {}", Survey::MEMORY)]
#[non_exhaustive]
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
