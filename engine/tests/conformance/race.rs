//! A game with every fault that a check should find.

use std::cell::Cell;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::str::FromStr;

use super::Fault;
use engine::game::{OptionError, OptionSpec, Symmetric, Values};
use engine::{Game, Keyed, Notation, Options, Outcome, ParseError, Points, key};

/// Two heaps; players alternate in taking one to three stones from one. Whoever takes the last one
/// wins.
#[derive(Clone, Debug)]
pub(super) struct Race {
    pub(super) heaps: [u8; 2],
    pub(super) turn: char,
    pub(super) plies: u32,
    pub(super) fault: Fault,
    pub(super) shared: Rc<Cell<u32>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) struct Take {
    pub(super) heap: u8,
    pub(super) stones: u8,
    pub(super) fault: Fault,
}

impl Race {
    pub(super) fn new(fault: Fault) -> Self {
        Self { heaps: [9, 5], turn: 'a', plies: 0, fault, shared: Rc::default() }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }
}

impl PartialEq for Race {
    fn eq(&self, other: &Self) -> bool {
        self.heaps == other.heaps
            && (self.turn == other.turn || self.has(Fault::EqualityForgetsTurn))
    }
}

impl Eq for Race {}

impl Hash for Race {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.heaps.hash(state);
        if self.has(Fault::HashRemembersPath) {
            self.plies.hash(state);
        }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("not one to three of the stones there")]
pub(super) struct Illegal;

impl Game for Race {
    type Player = char;
    type Move = Take;
    type IllegalMove = Illegal;

    fn players(&self) -> &[char] {
        match self.fault {
            Fault::NoPlayers => &[],
            Fault::PlayersChange if self.turn == 'b' => &['b', 'a'],
            _ => &['a', 'b'],
        }
    }

    fn turn(&self) -> char {
        if self.has(Fault::ForeignTurn) { 'c' } else { self.turn }
    }

    fn outcome(&self) -> Option<Outcome<char>> {
        let winner = if self.turn == 'a' { 'b' } else { 'a' };
        (self.heaps == [0, 0]).then(|| match self.fault {
            Fault::ForeignWinner => Outcome::Winner('c'),
            Fault::PointsForOne => Outcome::Points(Points::new([('a', 1)])),
            _ => Outcome::Winner(winner),
        })
    }

    fn generate_moves(&self, moves: &mut Vec<Take>) {
        match self.fault {
            Fault::ClearsTheList => moves.clear(),
            Fault::NoMoveLeft if self.heaps == [1, 0] => return,
            Fault::MoveAfterTheEnd if self.heaps == [0, 0] => {
                moves.push(Take { heap: 0, stones: 0, fault: self.fault });
            }
            _ => {}
        }
        let start = moves.len();
        for heap in 0..2 {
            let most = self.heaps[usize::from(heap)].min(3);
            let listed = |&stones: &u8| !self.has(Fault::NeverLists) || (heap, stones) != (1, 2);
            let stones = (1..=most).filter(listed);
            moves.extend(stones.map(|stones| Take { heap, stones, fault: self.fault }));
        }
        if self.has(Fault::MoveTwice) && moves.len() > start {
            moves.push(moves[start]);
        }
        if self.has(Fault::MovesByMood) {
            self.shared.set(self.shared.get() + 1);
            if self.shared.get() % 2 == 1 {
                moves[start..].reverse();
            }
        }
    }

    fn generate_distinct_moves(&self, moves: &mut Vec<Take>) {
        self.generate_moves(moves);
        match self.fault {
            Fault::DistinctMoveIllegal => {
                moves.push(Take { heap: 0, stones: 7, fault: self.fault });
            }
            Fault::DistinctMoveMissing => drop(moves.pop()),
            _ => {}
        }
    }

    fn count_moves(&self, buffer: &mut Vec<Take>) -> u64 {
        if self.has(Fault::CountLeavesMoves) {
            self.generate_moves(buffer);
        }
        if self.has(Fault::NeverLists) {
            return self.legal_moves().len() as u64;
        }
        let count: u8 = self.heaps.iter().map(|&heap| heap.min(3)).sum();
        u64::from(count + u8::from(self.has(Fault::CountsTooMany)))
    }

    fn check(&self, m: Take) -> Result<(), Illegal> {
        let most = self.heaps.get(usize::from(m.heap)).map_or(0, |&heap| heap.min(3));
        let legal = match self.fault {
            Fault::RefusesLegal if m.stones == 3 => false,
            Fault::AcceptsIllegal if most > 0 => true,
            _ => (1..=most).contains(&m.stones),
        };
        if legal { Ok(()) } else { Err(Illegal) }
    }

    fn play_unchecked(&mut self, m: Take) {
        let heap = &mut self.heaps[usize::from(m.heap)];
        *heap = heap.saturating_sub(m.stones);
        self.turn = if self.turn == 'a' { 'b' } else { 'a' };
        self.plies += 1;
        if self.has(Fault::SharedState) {
            self.shared.set(self.shared.get() + 1);
        }
    }

    fn play(&mut self, m: Take) -> Result<(), Illegal> {
        let checked = self.check(m);
        match self.fault {
            Fault::PlayIgnoresCheck => {}
            Fault::RefusedMovePlays => self.plies += 1,
            _ => *checked.as_ref().map_err(|_| Illegal)?,
        }
        if checked.is_ok() || self.has(Fault::PlayIgnoresCheck) {
            self.play_unchecked(m);
        }
        if self.has(Fault::PlayDiffers) {
            self.turn = 'a';
        }
        if self.has(Fault::RefusedMovePlays) { checked } else { Ok(()) }
    }
}

impl Keyed for Race {
    fn key(&self) -> u64 {
        match self.fault {
            Fault::KeyRemembersPath => key::key_of(&(self.heaps, self.turn, self.plies)),
            Fault::KeyForgetsTurn => key::key_of(&self.heaps),
            Fault::UpperBits => key::key_of(&(self.heaps, self.turn)) & 0xffff_ffff,
            Fault::LowerBits => key::key_of(&(self.heaps, self.turn)) << 32,
            _ => key::key_of(&(self.heaps, self.turn)),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rules;

impl Options for Rules {
    const SPECS: &'static [OptionSpec] =
        &[OptionSpec::new("size", "fields", Values::Words(&["9"]))];

    fn get(&self, _: &str) -> Option<String> {
        match FAULT.get() {
            Fault::NoSuchOption => None,
            Fault::OptionRefused => Some("8".to_owned()),
            _ => Some("9".to_owned()),
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let spec = Self::spec(name)?;
        if value == "9" { Ok(()) } else { Err(spec.refuse(value)) }
    }
}

thread_local! {
    /// The fault of the game under test, for those functions that see no position.
    pub(super) static FAULT: Cell<Fault> = const { Cell::new(Fault::None) };
}

impl fmt::Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = match self.fault {
            Fault::TextForgetsTurn => 'a',
            Fault::TextUnreadable => 'x',
            _ => self.turn,
        };
        write!(f, "{} {} {turn}", self.heaps[0], self.heaps[1])
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fault {
            Fault::MoveUnreadable => write!(f, "?"),
            Fault::MoveReadsTooMuch if self.stones == 99 => write!(f, "?"),
            _ => write!(f, "{}-{}", self.heap, self.stones),
        }
    }
}

fn refuse<E>(_: E) -> ParseError {
    ParseError::because("expected two numbers")
}

impl FromStr for Take {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (heap, stones) = text.split_once('-').ok_or(()).map_err(refuse)?;
        let fault = FAULT.get();
        let stones = match (fault, stones) {
            (Fault::MoveReadsTooMuch, "") => 99,
            (Fault::MoveMisread, _) => stones.parse::<u8>().map_err(refuse)? + 1,
            _ => stones.parse().map_err(refuse)?,
        };
        let heap = heap.parse().map_err(refuse)?;
        Ok(Self { heap, stones, fault })
    }
}

impl Notation for Race {
    type Rules = Rules;

    fn rules(&self) -> Rules {
        Rules
    }

    fn parse(text: &str, _: &Rules) -> Result<Self, ParseError> {
        let parts: Vec<&str> = text.split(' ').collect();
        let &[first, second, turn] = &parts[..] else { return Err(refuse(())) };
        let mut race = Self::new(FAULT.get());
        race.heaps = [first.parse().map_err(refuse)?, second.parse().map_err(refuse)?];
        race.turn = match turn {
            "a" => 'a',
            "b" => 'b',
            "z" => return Err(refuse(())),
            _ if race.has(Fault::ReadsTooMuch) => 'z',
            _ => return Err(refuse(())),
        };
        if race.has(Fault::TextMisread) {
            race.turn = 'b';
        }
        Ok(race)
    }
}

impl Symmetric for Race {
    type Symmetry = bool;

    fn symmetries(&self) -> impl Iterator<Item = bool> {
        if self.has(Fault::NoIdentity) { vec![true] } else { vec![false, true] }.into_iter()
    }

    fn transform(&self, swap: bool) -> Self {
        let mut image = self.clone();
        if swap {
            image.heaps.reverse();
            if self.has(Fault::SymmetryForgetsTurn) {
                image.turn = 'a';
            }
        }
        image
    }

    fn transform_move(&self, m: Take, swap: bool) -> Take {
        let swap = swap && !self.has(Fault::SymmetryKeepsMoves);
        if swap { Take { heap: 1 - m.heap, ..m } } else { m }
    }

    fn to_canonical(&self) -> (Self, bool) {
        let swap = !self.has(Fault::CanonicalAsIs) && self.heaps[0] > self.heaps[1];
        let mut canonical = self.transform(swap);
        if self.has(Fault::CanonicalForeign) {
            canonical.heaps[0] = 77;
        }
        (canonical, swap)
    }
}
