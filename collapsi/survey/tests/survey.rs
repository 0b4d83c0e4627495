//! The survey of all deals: against the published tables and the solver, and as a file.

use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::{LazyLock, Mutex};

use collapsi::{Card, Deal, Player, Position, Rules, Setup, Solver, Square};
use engine::game::Symmetric;
use survey::{Instructions, Survey, SurveyFileError, SurveyOptions};

/// How many of the 47,297,250 deals with red's joker on a4 last 7, 8, ... 14 plies.
const V1_1: [u64; 8] =
    [24, 142_686, 87_936, 3_238_032, 5_505_996, 23_147_802, 12_127_044, 3_047_730];
const V1_3: [u64; 8] =
    [525, 9_705, 641_520, 1_248_372, 19_830_630, 7_652_868, 16_279_812, 1_633_818];

/// The published rules, and jokers that move 1, 2 or 4 steps.
static RULES: LazyLock<[Rules; 3]> =
    LazyLock::new(|| [Rules::V1_1, Rules::V1_3, "joker124".parse().unwrap()]);

/// Computed once for all tests; it takes more than a gigabyte.
static SURVEY: LazyLock<Survey> = LazyLock::new(|| {
    let report = |done| REPORTS.lock().unwrap().push(done);
    run(&SurveyOptions::new().rules(&*RULES).threads(threads(2)).progress(&report))
});

/// What it reported on the way.
static REPORTS: Mutex<Vec<f64>> = Mutex::new(Vec::new());

fn threads(threads: usize) -> NonZeroUsize {
    NonZeroUsize::new(threads).unwrap()
}

/// One survey at a time: the memory is limited.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn run(options: &SurveyOptions) -> Survey {
    let _one = ONE_AT_A_TIME.lock().unwrap();
    Survey::run(options).unwrap()
}

#[test]
fn the_tables_are_the_published_ones() {
    for (rules, published) in [(Rules::V1_1, V1_1), (Rules::V1_3, V1_3)] {
        let lengths = SURVEY.distribution(rules).unwrap();
        assert_eq!(lengths.iter().collect::<Vec<_>>(), (7..).zip(published).collect::<Vec<_>>());
        assert_eq!(lengths.won_by(Player::Red) + lengths.won_by(Player::Blue), Survey::DEALS);
    }
    let first = SURVEY.distribution(Rules::V1_1).unwrap();
    assert_eq!((first.won_by(Player::Red), first.deals(99)), (17_721_000, 0));
    assert_eq!(SURVEY.distribution("joker2".parse().unwrap()), None);
    assert!(SURVEY.rules().eq(*RULES));
}

#[test]
fn verdicts_are_those_of_the_solver() {
    let mut solver = Solver::new();
    for seed in 0..4_000 {
        let deal = Deal::random(seed);
        for rules in *RULES {
            let position = deal.position(rules);
            assert_eq!(
                SURVEY.verdict(&deal, rules),
                Some(solver.verdict(&position)),
                "{position:?}"
            );
        }
    }
}

#[test]
fn every_orientation_has_the_same_verdict() {
    let any = Deal::random(0).position(Rules::V1_1);
    for (seed, symmetry) in (0..).zip(any.symmetries()) {
        let rules = RULES[seed as usize % 3];
        let position = Deal::random(seed).position(rules);
        let image = position.transform(symmetry);
        let verdict = SURVEY.verdict_of(&image);
        assert!(verdict.is_some());
        assert_eq!(verdict, SURVEY.verdict(&Deal::random(seed), rules), "{image:?}");
    }
}

#[test]
fn either_pawn_and_either_player_may_begin() {
    let mut solver = Solver::new();
    let mut verdicts = HashSet::new();
    for seed in 0..200 {
        let deal = Deal::random(seed);
        let cards = std::array::from_fn(|i| Some(deal.card(Square::from_index(i).unwrap())));
        for rules in *RULES {
            let start = deal.position(rules);
            let [first, second] = Player::ALL.map(|player| start.pawn(player));
            for (red, blue) in [(first, second), (second, first)] {
                for turn in Player::ALL {
                    let setup = Setup { cards, pawns: [red, blue], turn, rules };
                    let position = Position::from_setup(&setup).unwrap();
                    let verdict = solver.verdict(&position);
                    assert_eq!(SURVEY.verdict_of(&position), Some(verdict), "{position:?}");
                    verdicts.insert(verdict);
                }
            }
        }
    }
    assert!(verdicts.len() >= 10);
}

#[test]
fn what_is_no_deal_has_no_verdict() {
    for text in [
        "A223/4A2./3Ar23/.3Ab4 r",
        "ArJ23/4A2Jb/3A23/A3A4 r",
        "JrJb23/4A23/3A23/A3AJ r",
        "ArA23/4A2Jb/3A23/J3A4 r",
    ] {
        let position: Position = text.parse().unwrap();
        assert_eq!(SURVEY.verdict_of(&position), None, "{text}");
    }
}

#[test]
#[ignore = "two more surveys"]
fn threads_and_instructions_make_no_difference() {
    let all = SurveyOptions::new().rules(&*RULES);
    let portable = all.instructions(Instructions::PORTABLE);
    for options in [all.threads(threads(1)), portable.threads(threads(3))] {
        assert!(run(&options).to_bytes() == SURVEY.to_bytes());
    }
}

#[test]
fn progress_is_reported() {
    assert_eq!(SURVEY.distribution(Rules::V1_1).unwrap().deals(99), 0);
    let reports = REPORTS.lock().unwrap();
    assert!(reports.is_sorted() && reports[0] < 0.01);
    assert!((reports[reports.len() - 1] - 1.).abs() < 1e-9);
}

#[test]
fn a_file_is_read_as_it_was_written() {
    let directory = std::env::temp_dir().join(format!("collapsi-survey-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let path = directory.join("all.survey");
    for _ in 0..2 {
        SURVEY.save(&path).unwrap();
        assert_eq!(Survey::load(&path).unwrap(), *SURVEY);
    }
    let files = std::fs::read_dir(&directory).unwrap().count();
    assert_eq!(files, 1, "nothing else is left over");

    let missing = directory.join("missing").join("all.survey");
    let error = SURVEY.save(&missing).unwrap_err().to_string();
    assert!(error.starts_with("the file cannot be written: "), "{error}");
    let error = Survey::load(&missing).unwrap_err().to_string();
    assert!(error.starts_with("the file cannot be read: "), "{error}");
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn other_files_are_refused() {
    let good = SURVEY.to_bytes();
    // By the checksum the file is the same in every release.
    assert_eq!(good[good.len() - 4..], 0xd581_a157_u32.to_le_bytes());
    assert_eq!(Survey::from_bytes(&good).unwrap(), *SURVEY);
    let refused = |bytes: &[u8]| Survey::from_bytes(bytes).unwrap_err();
    assert!(matches!(refused(b""), SurveyFileError::Foreign));
    assert!(matches!(refused(&good[1..]), SurveyFileError::Foreign));
    assert_eq!(refused(b"PNG").to_string(), "this is not a survey of Collapsi");

    let mut later = good.clone();
    later[8] = 3;
    assert_eq!(refused(&later).to_string(), "the survey has format version 3: expected 2");
    for length in [8, 11, 16, 32, 1_000, good.len() - 1] {
        // How many rule sets there are stands in the first 32 bytes.
        let whole = if length < 32 { 36 } else { good.len() };
        let expected = format!("the survey has {length} bytes: expected {whole}");
        assert_eq!(refused(&good[..length]).to_string(), expected);
    }
    let longer = [&good[..], b"\n"].concat();
    assert!(matches!(refused(&longer), SurveyFileError::Size { .. }));

    for i in (12..good.len()).step_by(good.len() / 100).chain([good.len() - 1]) {
        for flip in [1, 0x80] {
            let mut damaged = good.clone();
            damaged[i] ^= flip;
            assert_eq!(refused(&damaged).to_string(), "the survey is damaged", "byte {i}");
        }
    }
}

/// How many deals really differ, by Burnside's lemma: the mean number of deals that a symmetry
/// leaves as they are.
#[test]
fn so_many_deals_differ() {
    let symmetries: Vec<_> = Deal::random(0).position(Rules::V1_1).symmetries().collect();
    let fixed = symmetries.iter().map(|symmetry| {
        let mut seen = [false; Square::COUNT];
        let mut cycles = Vec::new();
        for start in Square::ALL {
            let (mut length, mut at) = (0, start);
            while !std::mem::replace(&mut seen[at.index()], true) {
                length += 1;
                at = symmetry.apply(at);
            }
            cycles.extend((length > 0).then_some(length));
        }
        // Red's and blue's joker, then the cards.
        colourings(&cycles)
    });
    assert_eq!(fixed.sum::<u64>() / symmetries.len() as u64, Survey::CLASSES);
    assert_eq!(Card::ALL.map(Card::in_deal), [2, 4, 4, 4, 2]);
}

/// In how many ways cycles of squares can be given one kind of card each.
fn colourings(cycles: &[usize]) -> u64 {
    let mut ways = HashMap::from([([1, 1, 4, 4, 4, 2], 1)]);
    for &length in cycles {
        let mut next = HashMap::new();
        for (left, count) in ways {
            for kind in 0..left.len() {
                let mut left: [usize; 6] = left;
                if left[kind] >= length {
                    left[kind] -= length;
                    *next.entry(left).or_insert(0) += count;
                }
            }
        }
        ways = next;
    }
    ways.into_values().sum()
}
