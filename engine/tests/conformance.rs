//! The conformance checks accept a sound game and name what is wrong with a faulty one.

use std::cell::Cell;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::ParseIntError;
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::str::FromStr;

use engine::{
    Conformance, Evaluator, Game, Keyed, Notation, OptionError, OptionSpec, Options, Outcome,
    Points, Score, StandPat, Symmetric, Violation, key,
};

use crate::fixtures::nim::{self, Nim};

/// What is wrong with a [`Race`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Fault {
    None,
    NoPlayers,
    PlayersChange,
    ForeignTurn,
    ForeignWinner,
    PointsForOne,
    NoMoveLeft,
    MoveAfterTheEnd,
    ClearsTheList,
    MovesByMood,
    MoveTwice,
    RefusesLegal,
    AcceptsIllegal,
    PlayIgnoresCheck,
    PlayDiffers,
    RefusedMovePlays,
    SharedState,
    DistinctMoveIllegal,
    DistinctMoveMissing,
    CountsTooMany,
    CountLeavesMoves,
    EqualityForgetsTurn,
    KeyRemembersPath,
    KeyForgetsTurn,
    UpperBits,
    LowerBits,
    HashRemembersPath,
    TextUnreadable,
    TextMisread,
    TextForgetsTurn,
    ReadsTooMuch,
    MoveUnreadable,
    MoveMisread,
    MoveReadsTooMuch,
    NoSuchOption,
    OptionRefused,
    NoIdentity,
    SymmetryForgetsTurn,
    SymmetryKeepsMoves,
    CanonicalForeign,
    CanonicalAsIs,
    NotZeroSum,
    WonByBoth,
    WonTooLate,
    OutOfRange,
    NoiseIllegal,
    NoiseClears,
    ProbeTooFast,
    ProbeValue,
    ProbeDraw,
    BoundsTooLow,
    BoundsTooHigh,
    BoundsReversed,
    SeesTooMuch,
    SeesTooLittle,
    CandidateIllegal,
    CandidateMissing,
    CandidatesClear,
    NoiseNotForced,
}

/// Two heaps; players alternate in taking one to three stones from one. Whoever takes the last one
/// wins.
#[derive(Clone, Debug)]
struct Race {
    heaps: [u8; 2],
    turn: char,
    plies: u32,
    fault: Fault,
    shared: Rc<Cell<u32>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
struct Take {
    heap: u8,
    stones: u8,
    fault: Fault,
}

impl Race {
    fn new(fault: Fault) -> Self {
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
struct Illegal;

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
            moves.extend((1..=most).map(|stones| Take { heap, stones, fault: self.fault }));
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
        let count: u8 = self.heaps.iter().map(|&heap| heap.min(3)).sum();
        u64::from(count + u8::from(self.has(Fault::CountsTooMany)))
    }

    fn check(&self, m: Take) -> Result<(), Illegal> {
        let most = self.heaps[usize::from(m.heap)].min(3);
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
struct Rules;

impl Options for Rules {
    const SPECS: &'static [OptionSpec] = &[OptionSpec { name: "size", values: "9" }];

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
    static FAULT: Cell<Fault> = const { Cell::new(Fault::None) };
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

#[derive(Debug, thiserror::Error)]
#[error("expected two numbers")]
struct NotTwoNumbers;

impl From<ParseIntError> for NotTwoNumbers {
    fn from(_: ParseIntError) -> Self {
        Self
    }
}

impl FromStr for Take {
    type Err = NotTwoNumbers;

    fn from_str(text: &str) -> Result<Self, NotTwoNumbers> {
        let (heap, stones) = text.split_once('-').ok_or(NotTwoNumbers)?;
        let fault = FAULT.get();
        let stones = match (fault, stones) {
            (Fault::MoveReadsTooMuch, "") => 99,
            (Fault::MoveMisread, _) => stones.parse::<u8>()? + 1,
            _ => stones.parse()?,
        };
        let heap = heap.parse()?;
        Ok(Self { heap, stones, fault })
    }
}

impl Notation for Race {
    type Rules = Rules;
    type ParseError = NotTwoNumbers;
    type ParseMoveError = NotTwoNumbers;

    fn rules(&self) -> Rules {
        Rules
    }

    fn parse(text: &str, _: &Rules) -> Result<Self, NotTwoNumbers> {
        let parts: Vec<&str> = text.split(' ').collect();
        let &[first, second, turn] = &parts[..] else { return Err(NotTwoNumbers) };
        let mut race = Self::new(FAULT.get());
        race.heaps = [first.parse()?, second.parse()?];
        race.turn = match turn {
            "a" => 'a',
            "b" => 'b',
            "z" => return Err(NotTwoNumbers),
            _ if race.has(Fault::ReadsTooMuch) => 'z',
            _ => return Err(NotTwoNumbers),
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

    fn canonical(&self) -> Self {
        let mut canonical = self.clone();
        if !self.has(Fault::CanonicalAsIs) {
            canonical.heaps.sort_unstable();
        }
        if self.has(Fault::CanonicalForeign) {
            canonical.heaps[0] = 77;
        }
        if self.has(Fault::SymmetryForgetsTurn) && self.heaps[0] > self.heaps[1] {
            canonical.turn = 'a';
        }
        canonical
    }
}

struct Stones(Fault);

impl Evaluator<Race> for Stones {
    fn evaluate(&self, race: &Race, player: char) -> i32 {
        let value = i32::from(race.heaps[0]);
        match self.0 {
            Fault::OutOfRange => i32::MAX,
            Fault::NotZeroSum => value,
            _ if player == 'a' => value,
            _ => -value,
        }
    }

    fn outcome_score(&self, outcome: &Outcome<char>, player: char) -> Score {
        match self.0 {
            Fault::WonByBoth => Score::win_in(0),
            Fault::WonTooLate if outcome.winner() == Some(player) => Score::win_in(1),
            Fault::WonTooLate => Score::loss_in(1),
            _ => outcome.wdl(player).into(),
        }
    }

    fn noisy_moves(&self, race: &Race, moves: &mut Vec<Take>) -> StandPat {
        match self.0 {
            Fault::NoiseIllegal => moves.push(Take { heap: 0, stones: 7, fault: self.0 }),
            Fault::NoiseClears => moves.clear(),
            _ => race.generate_distinct_moves(moves),
        }
        if self.0 == Fault::NoiseNotForced {
            moves.pop();
        }
        StandPat::Forced
    }

    fn probe(&self, _race: &Race) -> Option<Score> {
        match self.0 {
            Fault::ProbeTooFast => Some(Score::win_in(3)),
            Fault::ProbeValue => Some(Score::value(17)),
            Fault::ProbeDraw => Some(Score::DRAW),
            _ => None,
        }
    }

    fn bounds(&self, _race: &Race) -> Option<RangeInclusive<Score>> {
        match self.0 {
            Fault::BoundsTooLow => Some(Score::loss_in(0)..=Score::win_in(9)),
            Fault::BoundsTooHigh => Some(Score::loss_in(8)..=Score::win_in(0)),
            Fault::BoundsReversed => Some(Score::win_in(1)..=Score::loss_in(2)),
            _ => None,
        }
    }

    fn look_ahead(&self, _race: &Race, _depth: u32, alpha: Score) -> Option<Score> {
        match self.0 {
            Fault::SeesTooMuch => Some(alpha.max(Score::win_in(1))),
            Fault::SeesTooLittle => Some(alpha.min(Score::loss_in(2))),
            _ => None,
        }
    }

    fn candidate_moves(&self, race: &Race, moves: &mut Vec<Take>) {
        race.generate_distinct_moves(moves);
        match self.0 {
            Fault::CandidateIllegal => moves.push(Take { heap: 0, stones: 7, fault: self.0 }),
            Fault::CandidateMissing => drop(moves.pop()),
            Fault::CandidatesClear => moves.clear(),
            _ => {}
        }
    }
}

fn check(fault: Fault) -> Result<(), Violation> {
    FAULT.set(fault);
    let conformance = Conformance::explore([Race::new(fault)], 400, 1);
    conformance.rules()?;
    conformance.keys()?;
    conformance.notation()?;
    conformance.symmetries()?;
    conformance.evaluator(&Stones(fault))
}

#[test]
fn a_sound_game_passes() {
    check(Fault::None).unwrap();
    let conformance = Conformance::explore([Race::new(Fault::None)], 400, 1);
    assert_eq!(conformance.positions().len(), 10 * 6 * 2 - 4, "all that can be reached");
}

#[test]
fn nothing_to_explore_is_not_a_pass() {
    let conformance = Conformance::explore([] as [Race; 0], 400, 1);
    for checked in [
        conformance.rules(),
        conformance.keys(),
        conformance.notation(),
        conformance.symmetries(),
        conformance.evaluator(&Stones(Fault::None)),
    ] {
        assert!(matches!(checked, Err(Violation::NoPositions)));
    }
}

#[test]
fn no_more_positions_are_gathered_than_asked_for() {
    for count in [0, 1, 10, 57, 100] {
        let conformance = Conformance::explore([Race::new(Fault::None)], count, 1);
        assert_eq!(conformance.positions().len(), count);
    }
}

macro_rules! finds {
    ($($test:ident: $fault:ident => $violation:ident;)*) => { $(
        #[test]
        fn $test() {
            let violation = check(Fault::$fault).expect_err("the fault goes unnoticed");
            assert!(matches!(violation, Violation::$violation { .. }), "{violation}");
        }
    )* };
}

finds! {
    no_players: NoPlayers => Players;
    players_that_change: PlayersChange => PlayersChange;
    a_foreign_player_to_move: ForeignTurn => UnknownPlayer;
    a_foreign_winner: ForeignWinner => UnknownPlayer;
    points_for_one_player_only: PointsForOne => Points;
    a_running_game_without_moves: NoMoveLeft => RunningWithoutMoves;
    moves_after_the_end: MoveAfterTheEnd => FinishedWithMoves;
    a_generator_that_clears: ClearsTheList => NotAppended;
    a_generator_that_changes_its_mind: MovesByMood => NotRepeatable;
    a_move_listed_twice: MoveTwice => DuplicateMove;
    a_legal_move_refused: RefusesLegal => LegalMoveRefused;
    an_illegal_move_accepted: AcceptsIllegal => IllegalMoveAccepted;
    a_play_that_does_not_check: PlayIgnoresCheck => PlayDisagreesWithCheck;
    two_ways_to_play_that_differ: PlayDiffers => PlayDiffers;
    a_refused_move_that_is_played: RefusedMovePlays => RefusedMoveChanges;
    copies_that_share_state: SharedState => CopiesShareState;
    an_illegal_distinct_move: DistinctMoveIllegal => DistinctMoveIllegal;
    moves_counted_wrong: CountsTooMany => Miscounted;
    counting_that_leaves_moves: CountLeavesMoves => NotAppended;
    a_missing_distinct_move: DistinctMoveMissing => DistinctMoveMissing;
    equality_without_the_mover: EqualityForgetsTurn => EqualPositionsDiffer;
    a_key_that_remembers_the_path: KeyRemembersPath => EqualPositionsOtherKeys;
    a_key_without_the_mover: KeyForgetsTurn => SameKey;
    a_key_of_32_bits: UpperBits => WeakKey;
    a_key_without_low_bits: LowerBits => WeakKey;
    a_hash_that_remembers_the_path: HashRemembersPath => EqualPositionsOtherHashes;
    a_position_that_cannot_be_read: TextUnreadable => PositionUnreadable;
    a_position_that_is_misread: TextMisread => PositionMisread;
    a_text_without_the_mover: TextForgetsTurn => PositionMisread;
    a_parser_that_reads_too_much: ReadsTooMuch => DamagedTextMisread;
    a_move_that_cannot_be_read: MoveUnreadable => MoveUnreadable;
    a_move_that_is_misread: MoveMisread => MoveMisread;
    an_option_that_cannot_be_read: NoSuchOption => OptionRoundTrip;
    an_option_that_cannot_be_set: OptionRefused => OptionRoundTrip;
    a_move_parser_that_reads_too_much: MoveReadsTooMuch => DamagedMoveMisread;
    a_symmetry_that_keeps_the_moves: SymmetryKeepsMoves => SymmetryBroken;
    symmetries_without_the_identity: NoIdentity => NoIdentity;
    a_symmetry_that_changes_the_mover: SymmetryForgetsTurn => SymmetryBroken;
    a_foreign_canonical_form: CanonicalForeign => CanonicalFormForeign;
    a_canonical_form_that_is_none: CanonicalAsIs => CanonicalFormsDiffer;
    an_evaluation_that_is_not_zero_sum: NotZeroSum => NotZeroSum;
    a_game_that_both_have_won: WonByBoth => WrongOutcomeScore;
    a_finished_game_that_is_won_later: WonTooLate => WrongOutcomeScore;
    an_illegal_noisy_move: NoiseIllegal => NoisyMoveIllegal;
    noise_that_clears_the_list: NoiseClears => NotAppended;
    forced_moves_that_are_not: NoiseNotForced => NotForced;
    a_win_that_is_none: ProbeTooFast => WrongProbe;
    a_value_that_is_called_exact: ProbeValue => WrongProbe;
    a_draw_that_is_none: ProbeDraw => WrongProbe;
    bounds_that_leave_wins_out: BoundsTooLow => WrongBounds;
    bounds_that_leave_losses_out: BoundsTooHigh => WrongBounds;
    bounds_that_leave_everything_out: BoundsReversed => WrongBounds;
    a_look_ahead_that_sees_too_much: SeesTooMuch => WrongLookAhead;
    a_look_ahead_that_sees_too_little: SeesTooLittle => WrongLookAhead;
    an_illegal_candidate: CandidateIllegal => CandidateIllegal;
    a_missing_candidate: CandidateMissing => CandidateMissing;
    candidates_that_clear_the_list: CandidatesClear => NotAppended;
    an_evaluation_out_of_range: OutOfRange => ValueOutOfRange;
}

/// Nim whose copies are all the same game.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shared(Rc<Cell<Nim>>);

impl Hash for Shared {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.get().hash(state);
    }
}

impl Game for Shared {
    type Player = usize;
    type Move = nim::Take;
    type IllegalMove = engine::NotLegal;

    fn players(&self) -> &[usize] {
        &[0, 1]
    }

    fn turn(&self) -> usize {
        self.0.get().turn()
    }

    fn outcome(&self) -> Option<Outcome<usize>> {
        self.0.get().outcome()
    }

    fn generate_moves(&self, moves: &mut Vec<nim::Take>) {
        self.0.get().generate_moves(moves);
    }

    fn check(&self, m: nim::Take) -> Result<(), engine::NotLegal> {
        self.0.get().check(m)
    }

    fn play_unchecked(&mut self, m: nim::Take) {
        let mut nim = self.0.get();
        nim.play_unchecked(m);
        self.0.set(nim);
    }
}

impl Keyed for Shared {
    fn key(&self) -> u64 {
        self.0.get().key()
    }
}

#[test]
fn copies_that_are_the_same_game_are_named_as_such_by_every_check() {
    let shared = Shared(Rc::new(Cell::new(Nim::new([3, 4, 5]))));
    let conformance = Conformance::explore([shared], 100, 0);
    for checked in [conformance.rules(), conformance.keys()] {
        let violation = checked.unwrap_err();
        assert!(matches!(violation, Violation::CopiesShareState { .. }), "{violation}");
    }
}
