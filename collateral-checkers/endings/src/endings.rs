//! Endings: all positions with few pieces, numbered.

use std::fmt;
use std::num::NonZeroU32;
use std::ops::Range;
use std::str::FromStr;

use collateral_checkers::{Player, Position, Rules, Setup, Square, SquareSet};
use engine::Options;
use engine::board::counted;
use solve::tablebase::Rank;

use crate::numbering::{AROUND, Around, Leader, Orbits, Place, choose};

/// All unfinished positions with up to a number of pieces, both sides together, for a
/// [`Tablebase`](solve::tablebase::Tablebase).
///
/// A class is a material, such as `4-3`, whichever side has more. The first is `3-3`: a side with
/// fewer than three pieces has lost. Those with fewer pieces come first, so the classes of endings with
/// fewer pieces are the first ones of those with more.
///
/// # Scores
///
/// The count of plies since the last capture is left out, or there would be a hundred tables. So the score stored is
/// that without a [`quiet_limit`](Rules::quiet_limit). For a position with a limit it means:
///
/// * A draw stays a draw: a player who can avoid losing forever can do so until the limit.
/// * A win or a loss in *n* plies stays one if the limit is at least *n* plies away: the game is over
///   by then, and the ending that wins comes before the limit (ruling 10).
/// * A longer win or loss may or may not stay one, since captures on the way reset the count:
///   [`holds`](solve::tablebase::Family::holds) is false.
///
/// The other options, and the number of turns that the centre has been held, are part of the family.
///
/// ```
/// use collateral_checkers::{Position, Rules};
/// use endings::Endings;
/// use engine::Score;
/// use solve::tablebase::{BuildOptions, Tablebase};
///
/// let rules = Rules { hold_turns: 1.try_into()?, ..Rules::default() };
/// let mut table = Tablebase::new(Endings::new(rules, 6)?);
/// table.build(&BuildOptions::new())?;
/// let position: Position = "w3w/4w/5/b4/b3b b 0 0".parse()?;
/// let score = table.probe(&position.with_rules(rules));
/// assert_eq!(score, Some(Score::win_in(3)));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # How positions are numbered
///
/// By the pieces of the opponent, up to the eight symmetries of the board, and by the pieces of the player
/// to move after the same symmetry. If the pieces of the opponent are symmetric themselves, mirrored
/// positions have different numbers; that costs a few per cent of memory and saves time.
///
/// A bitbase is built in the order of the numbers that positions would have with both sides exchanged. Many
/// positions one after the other then have the same pieces of the player to move: a row. The first pass, which decides
/// nearly all positions with many pieces, follows each chain of jumps in all positions of a row at once. The later
/// passes gain from the order, too: neighbours lead to few different sets of pieces, so to few ranges of numbers.
#[derive(Clone)]
pub struct Endings {
    pub(crate) rules: Rules,
    max_pieces: usize,
    /// The orbits of each number of pieces around the centre.
    pub(crate) orbits: Vec<Orbits>,
    pub(crate) materials: Vec<Material>,
    /// The place in `materials` of the first of each class.
    firsts: Vec<u8>,
    /// The place in `materials`, by the numbers of pieces of the player to move and of the opponent.
    places: [[Option<u8>; Rules::MAX_PIECES + 1]; Rules::MAX_PIECES + 1],
}

/// The numbers of one material, as the player to move sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Material {
    /// The number of pieces of the player to move.
    pub own: usize,
    /// The number of pieces of the opponent.
    pub opponents: usize,
    /// The class.
    pub class: usize,
    /// The numbers, in this class.
    pub indices: Range<u64>,
    pub(crate) parts: Vec<Part>,
}

impl Material {
    /// The numbers by who holds the centre: nobody, then black, who is to move, then white.
    pub fn by_holder(&self) -> impl Iterator<Item = (Option<Player>, Range<u64>)> {
        let held = self.parts.chunk_by(|a, b| a.holder == b.holder);
        held.filter_map(|parts| {
            let (first, last) = (parts.first()?, parts.last()?);
            Some((first.holder, first.start..last.end))
        })
    }
}

/// `4 v 3`: the pieces of the player to move, then the opponent's.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} v {}", self.own, self.opponents))
    }
}

/// The numbers of a material with the same holder of the centre, held for the same time. The part
/// without a holder comes first, then those of the player to move by turns held, then the opponent's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    start: u64,
    end: u64,
    pub(crate) holder: Option<Player>,
    pub(crate) hold: u32,
    /// The number of own pieces around the centre.
    pub(crate) own: usize,
    pub(crate) opponents: usize,
    /// The number of ways to place the own pieces.
    pub(crate) ways: u64,
}

impl Part {
    /// The rank of the pieces of the opponent in this place, beside these of the player to move.
    #[inline]
    pub(crate) fn rank(&self, class: usize, place: Place, own: Around) -> Rank {
        let first = self.start + u64::from(place.orbit) * self.ways;
        Rank { class, index: first + u64::from(own.less(place.leader()).number()) }
    }
}

/// The ranks of positions with the same pieces of the opponent.
pub(crate) struct Beside<'e> {
    pub(crate) class: usize,
    pub(crate) part: &'e Part,
    pub(crate) place: Place,
}

impl Beside<'_> {
    /// The rank with these pieces of the player to move around the centre.
    #[inline]
    pub(crate) fn rank(&self, own: Around) -> Rank {
        self.part.rank(self.class, self.place, own.image(self.place.symmetry()))
    }

    /// Their indices.
    pub(crate) fn indices(&self) -> Range<u64> {
        let first = self.part.start + u64::from(self.place.orbit) * self.part.ways;
        first..first + self.part.ways
    }
}

/// In stored positions black is to move.
pub(crate) const MOVER: Player = Player::Black;

impl Endings {
    /// The least and the largest number of pieces.
    pub const PIECES: std::ops::RangeInclusive<usize> = 6..=2 * Rules::MAX_PIECES;

    /// The largest [`Rules::hold_turns`] of a family.
    pub const MAX_HOLD_TURNS: u32 = 100;

    /// The endings with up to `max_pieces` pieces by these rules; the quiet limit is ignored.
    ///
    /// # Errors
    ///
    /// The number of pieces is none of [`PIECES`](Endings::PIECES), or the centre is to be held for
    /// more than [`MAX_HOLD_TURNS`](Endings::MAX_HOLD_TURNS).
    pub fn new(rules: Rules, max_pieces: usize) -> Result<Self, EndingsError> {
        if !Self::PIECES.contains(&max_pieces) {
            return Err(EndingsError::Pieces { found: max_pieces });
        }
        if rules.hold_turns.get() > Self::MAX_HOLD_TURNS {
            return Err(EndingsError::HoldTurns { found: rules.hold_turns });
        }
        let most = (max_pieces - 3).min(Rules::MAX_PIECES);
        let mut endings = Self {
            rules: Rules { quiet_limit: None, ..rules },
            max_pieces,
            orbits: (0..=most).map(Orbits::new).collect(),
            materials: Vec::new(),
            firsts: Vec::new(),
            places: Default::default(),
        };
        let mut class = 0;
        for pieces in 6..=max_pieces {
            for less in 3..=pieces / 2 {
                if pieces - less <= most {
                    endings.add_class(class, [pieces - less, less]);
                    class += 1;
                }
            }
        }
        Ok(endings)
    }

    fn add_class(&mut self, class: usize, [more, less]: [usize; 2]) {
        let mut start = 0;
        self.firsts.push(self.materials.len() as u8);
        for (own, opponents) in [(more, less), (less, more)] {
            if self.places[own][opponents].is_none() {
                let (parts, end) = self.parts(own, opponents, start);
                self.places[own][opponents] = Some(self.materials.len() as u8);
                let indices = start..end;
                self.materials.push(Material { own, opponents, class, indices, parts });
                start = end;
            }
        }
    }

    /// The parts of a material whose numbers begin with `start`, and the end of these numbers.
    fn parts(&self, own: usize, opponents: usize, mut start: u64) -> (Vec<Part>, u64) {
        let held = 1..self.rules.hold_turns.get();
        let holders = [MOVER, !MOVER].into_iter();
        let held = holders.flat_map(|holder| held.clone().map(move |hold| (Some(holder), hold)));
        let mut parts = Vec::new();
        for (holder, hold) in [(None, 0)].into_iter().chain(held) {
            let own = own - usize::from(holder == Some(MOVER));
            let opponents = opponents - usize::from(holder == Some(!MOVER));
            let ways = u64::from(choose(AROUND - opponents, own));
            let end = start + self.orbits[opponents].len() * ways;
            parts.push(Part { start, end, holder, hold, own, opponents, ways });
            start = end;
        }
        (parts, start)
    }

    /// The rules, without a quiet limit.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The largest number of pieces.
    pub const fn max_pieces(&self) -> usize {
        self.max_pieces
    }

    /// The materials in the order of their numbers.
    pub fn materials(&self) -> &[Material] {
        &self.materials
    }

    pub(crate) fn material(&self, own: usize, opponents: usize) -> Option<&Material> {
        let place = (*self.places.get(own)?.get(opponents)?)?;
        self.materials.get(usize::from(place))
    }

    /// The place among the parts of a material of positions whose centre has been held for `hold` turns.
    #[inline]
    const fn part(&self, opponents: SquareSet, hold: u32) -> usize {
        let limit = self.rules.hold_turns.get();
        (if opponents.contains(Square::C3) { limit - 1 + hold } else { hold }) as usize
    }

    /// The turns for which the centre has been held after a turn of the player to move, by who held it before and
    /// who holds it now; `None` if that wins (ruling 7).
    #[inline]
    pub(crate) fn hold_after(
        &self,
        hold: u32,
        before: Option<Player>,
        now: Option<Player>,
    ) -> Option<u32> {
        let hold = match now {
            None => 0,
            Some(MOVER) if before == now => hold + 1,
            Some(MOVER) => 1,
            Some(_) => hold,
        };
        (hold < self.rules.hold_turns.get()).then_some(hold)
    }

    /// The rank of an unfinished position of this material with these pieces of the player to move and of
    /// the opponent, whose centre has been held for `hold` turns.
    #[inline]
    pub(crate) fn rank_in(
        &self,
        material: &Material,
        [own, opponents]: [SquareSet; 2],
        hold: u32,
    ) -> Option<Rank> {
        Some(self.beside(material, opponents, hold)?.rank(Around::of(own)))
    }

    /// The ranks of positions of this material with these pieces of the opponent.
    #[inline]
    pub(crate) fn beside<'e>(
        &self,
        material: &'e Material,
        opponents: SquareSet,
        hold: u32,
    ) -> Option<Beside<'e>> {
        let part = material.parts.get(self.part(opponents, hold))?;
        let place = self.orbits.get(part.opponents)?.find(Around::of(opponents))?;
        Some(Beside { class: material.class, part, place })
    }

    /// The part that a number belongs to, the leader of the pieces of the opponent, and the number of the
    /// own pieces among the squares left.
    pub(crate) fn take_apart(&self, rank: Rank) -> Option<(&Part, Leader, u32)> {
        let first = usize::from(*self.firsts.get(rank.class)?);
        let here = self.materials.get(first..)?.iter().find(|m| rank.index < m.indices.end)?;
        let Material { parts, .. } = Some(here).filter(|m| m.class == rank.class)?;
        let part = parts.iter().find(|part| rank.index < part.end)?;
        let number = rank.index - part.start;
        let leader = self.orbits.get(part.opponents)?.leader(number.checked_div(part.ways)?)?;
        Some((part, leader, (number % part.ways) as u32))
    }

    /// The position of a part with these pieces of both sides around the centre.
    pub(crate) fn position(&self, part: &Part, [own, opponents]: [Around; 2]) -> Position {
        let on_centre = |player, around: Around| {
            let squares = around.squares();
            if part.holder == Some(player) { squares.with(Square::C3) } else { squares }
        };
        let pieces = [on_centre(MOVER, own), on_centre(!MOVER, opponents)];
        let (turn, hold, rules) = (MOVER, part.hold, self.rules);
        Position::from_setup_unchecked(Setup { pieces, turn, hold, quiet: 0, rules })
    }
}

const GAME: &str = "Collateral Checkers, up to ";
const PIECES: &str = " pieces, ";

/// `Collateral Checkers, up to 7 pieces, forced_capture=any_capture,hold_turns=3`.
impl fmt::Display for Endings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rules { forced_capture, hold_turns, .. } = self.rules;
        let options = format!("forced_capture={forced_capture},hold_turns={hold_turns}");
        f.pad(&format!("{GAME}{}{PIECES}{options}", self.max_pieces))
    }
}

/// The endings that a file was written for, by its [description](solve::tablebase::Tablebase::read_description).
impl FromStr for Endings {
    type Err = EndingsError;

    fn from_str(text: &str) -> Result<Self, EndingsError> {
        let foreign = || EndingsError::Foreign { text: text.to_owned() };
        let parts = text.strip_prefix(GAME).and_then(|text| text.split_once(PIECES));
        let (pieces, options) = parts.ok_or_else(foreign)?;
        let mut rules = Rules::default();
        for option in options.split(',') {
            let (name, value) = option.split_once('=').ok_or_else(foreign)?;
            rules.set(name, value).map_err(|_| foreign())?;
        }
        let endings = Self::new(rules, pieces.parse().map_err(|_| foreign())?)?;
        if endings.to_string() == text { Ok(endings) } else { Err(foreign()) }
    }
}

impl fmt::Debug for Endings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Endings({self})")
    }
}

/// The reason why there is no such family of endings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum EndingsError {
    /// With fewer pieces the game is over, and more do not exist.
    #[error("no endings have up to {}: expected {} to {}",
        counted(*found, "piece"), Endings::PIECES.start(), Endings::PIECES.end())]
    Pieces { found: usize },
    /// Every turn makes the table larger.
    #[error(
        "endings with the centre to be held for {found} turns are too many: expected {} at most",
        Endings::MAX_HOLD_TURNS
    )]
    HoldTurns { found: NonZeroU32 },
    /// The text describes something else.
    #[error("{text:?} are no endings of Collateral Checkers")]
    Foreign { text: String },
}
