//! The conformance checks accept a sound game and name what is wrong with a faulty one.

mod race;

use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use engine::conformance::Violation;
use engine::search::{Known, StandPat, State, Window};
use engine::{Conformance, Evaluator, Game, Keyed, NotLegal, Outcome, Score};

use crate::fixtures::nim::{self, Nim};
use race::{FAULT, Race, Take};

/// Defines the faults, with a test each that the checks find it, and say so.
macro_rules! faults {
    ($($test:ident: $fault:ident => $message:literal;)*) => {
        /// What is wrong with a [`Race`] or with the evaluator [`Stones`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        enum Fault {
            None,
            $($fault,)*
        }

        $(
            #[test]
            fn $test() {
                let violation = check(Fault::$fault).expect_err("the fault goes unnoticed");
                assert!(violation.to_string().contains($message), "{violation}");
            }
        )*
    };
}

faults! {
    no_players: NoPlayers => "which is empty or names a player twice";
    players_that_change: PlayersChange => "players() changes from";
    a_foreign_player_to_move: ForeignTurn => "who is not among players()";
    a_foreign_winner: ForeignWinner => "who is not among players()";
    points_for_one_player_only: PointsForOne => "gives points to";
    a_running_game_without_moves: NoMoveLeft => "there is no legal move";
    moves_after_the_end: MoveAfterTheEnd => "the game is over by outcome()";
    a_generator_that_clears: ClearsTheList => "must append to the list";
    a_generator_that_changes_its_mind: MovesByMood => "lists other moves when it is called again";
    a_move_listed_twice: MoveTwice => "twice";
    a_legal_move_refused: RefusesLegal => "but check() refuses it";
    an_illegal_move_accepted: AcceptsIllegal => "check() accepts";
    a_play_that_does_not_check: PlayIgnoresCheck => "check() and play() disagree";
    two_ways_to_play_that_differ: PlayDiffers => "play() and play_unchecked() lead to different positions";
    a_refused_move_that_is_played: RefusedMovePlays => "but changes the position";
    copies_that_share_state: SharedState => "do they share state";
    an_illegal_distinct_move: DistinctMoveIllegal => "which is not a legal move";
    moves_counted_wrong: CountsTooMany => "but count_moves() counts";
    counting_that_leaves_moves: CountLeavesMoves => "must leave the list as it was";
    a_missing_distinct_move: DistinctMoveMissing => "no move of generate_distinct_moves()";
    equality_without_the_mover: EqualityForgetsTurn => "are equal by ==, but differ in";
    a_key_that_remembers_the_path: KeyRemembersPath => "are equal but have the keys";
    a_key_without_the_mover: KeyForgetsTurn => "are different but share the key";
    a_key_of_32_bits: UpperBits => "have keys that agree in their";
    a_key_without_low_bits: LowerBits => "have keys that agree in their";
    a_hash_that_remembers_the_path: HashRemembersPath => "but Hash tells them apart";
    a_position_that_cannot_be_read: TextUnreadable => "which parse() refuses";
    a_position_that_is_misread: TextMisread => "which parse() reads as";
    a_text_without_the_mover: TextForgetsTurn => "which parse() reads as";
    a_parser_that_reads_too_much: ReadsTooMuch => "as a position that prints as";
    a_move_that_cannot_be_read: MoveUnreadable => "which cannot be read";
    a_move_that_is_misread: MoveMisread => "which is read as";
    an_option_that_cannot_be_read: NoSuchOption => "but setting it to that";
    an_option_that_cannot_be_set: OptionRefused => "but setting it to that";
    a_move_parser_that_reads_too_much: MoveReadsTooMuch => "as a move that prints as";
    a_legal_move_that_is_never_listed: NeverLists => "which generate_moves() does not list";
    a_symmetry_that_keeps_the_moves: SymmetryKeepsMoves => "do not correspond";
    symmetries_without_the_identity: NoIdentity => "none of the symmetries";
    a_symmetry_that_changes_the_mover: SymmetryForgetsTurn => "do not correspond";
    a_foreign_canonical_form: CanonicalForeign => "is not the image by the symmetry with it";
    a_canonical_form_that_is_none: CanonicalAsIs => "have different canonical forms";
    an_evaluation_that_is_not_zero_sum: NotZeroSum => "for one player and";
    a_game_that_both_have_won: WonByBoth => "outcome_score() answers";
    a_finished_game_that_is_won_later: WonTooLate => "outcome_score() answers";
    an_illegal_noisy_move: NoiseIllegal => "which is not a legal move";
    noise_that_clears_the_list: NoiseClears => "must append to the list";
    forced_moves_that_are_not: NoiseNotForced => "noisy_moves() are said to be forced";
    a_win_that_is_none: ProvenTooFast => "known() answers Proven";
    a_value_that_is_called_exact: ProvenValue => "known() answers Proven";
    a_draw_that_is_none: ProvenDraw => "known() answers Proven";
    bounds_that_leave_wins_out: BoundsTooLow => "known() answers Proven";
    bounds_that_leave_losses_out: BoundsTooHigh => "known() answers Proven";
    bounds_that_are_wrong_in_a_long_game: BoundsTooLowLater => "known() answers Proven";
    bounds_that_leave_everything_out: BoundsReversed => "known() answers Proven";
    a_look_ahead_that_sees_too_much: SeesTooMuch => "known() answers AtDepth";
    a_look_ahead_that_sees_too_little: SeesTooLittle => "known() answers AtDepth";
    an_illegal_candidate: CandidateIllegal => "which is not a legal move";
    a_missing_candidate: CandidateMissing => "the best of candidate_moves()";
    candidates_that_clear_the_list: CandidatesClear => "must append to the list";
    a_candidate_after_the_end: CandidateLate => "which is not a legal move";
    a_state_that_changes_a_value: KeptTooLong => "by evaluate_after()";
    an_evaluation_out_of_range: OutOfRange => "is beyond ±";
}

/// An evaluator with the faults of evaluators.
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

    fn evaluate_after(&self, _: &Race, race: &Race, player: char, state: &mut State) -> i32 {
        let value = self.evaluate(race, player);
        let kept: &mut Option<i32> = state.of();
        if self.0 == Fault::KeptTooLong { *kept.get_or_insert(value) } else { value }
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

    fn known(&self, race: &Race, _depth: u32, window: Window) -> Option<Known> {
        let between = |least, most| Known::between(least, most, window);
        match self.0 {
            Fault::ProvenTooFast => Some(Known::Proven(Score::win_in(3))),
            Fault::ProvenValue => Some(Known::Proven(Score::value(17))),
            Fault::ProvenDraw => Some(Known::Proven(Score::DRAW)),
            Fault::BoundsTooLow => between(Score::loss_in(0), Score::win_in(9)),
            Fault::BoundsTooHigh => between(Score::loss_in(8), Score::win_in(0)),
            // With so many stones nobody wins within three plies.
            Fault::BoundsTooLowLater if (7..=8).contains(&race.heaps.iter().sum::<u8>()) => {
                between(Score::loss_in(0), Score::DRAW)
            }
            Fault::BoundsReversed => between(Score::win_in(1), Score::loss_in(2)),
            Fault::SeesTooMuch => Some(Known::AtDepth(window.beta.max(Score::win_in(1)))),
            Fault::SeesTooLittle => Some(Known::AtDepth(window.alpha.min(Score::loss_in(2)))),
            _ => None,
        }
    }

    fn candidate_moves(&self, race: &Race, moves: &mut Vec<Take>) {
        race.generate_distinct_moves(moves);
        match self.0 {
            Fault::CandidateIllegal => moves.push(Take { heap: 0, stones: 7, fault: self.0 }),
            Fault::CandidateMissing => drop(moves.pop()),
            Fault::CandidatesClear => moves.clear(),
            Fault::CandidateLate if race.outcome().is_some() => {
                moves.push(Take { heap: 0, stones: 1, fault: self.0 });
            }
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
        let violation = checked.unwrap_err().to_string();
        assert_eq!(violation, "no positions were given to explore from");
    }
}

#[test]
fn no_more_positions_are_gathered_than_asked_for() {
    for count in [0, 1, 10, 57, 100] {
        let conformance = Conformance::explore([Race::new(Fault::None)], count, 1);
        assert_eq!(conformance.positions().len(), count);
    }
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
    type IllegalMove = NotLegal;

    fn turn(&self) -> usize {
        self.0.get().turn()
    }

    fn outcome(&self) -> Option<Outcome<usize>> {
        self.0.get().outcome()
    }

    fn generate_moves(&self, moves: &mut Vec<nim::Take>) {
        self.0.get().generate_moves(moves);
    }

    fn check(&self, m: nim::Take) -> Result<(), NotLegal> {
        self.0.get().check(m)
    }

    fn players(&self) -> &[usize] {
        &[0, 1]
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
        assert!(violation.to_string().contains("do they share state"), "{violation}");
    }
}

#[test]
fn a_check_of_no_single_position_is_nowhere() {
    let conformance = Conformance::explore([Race::new(Fault::RefusesLegal)], 400, 1);
    assert!(conformance.rules().is_err() && conformance.latest().is_some());
    assert!(conformance.keys().is_ok() && conformance.latest().is_none());
}
