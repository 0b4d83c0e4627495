//! Certificates against the checker, which has nothing in common with the crate.

use std::sync::LazyLock;
use std::time::Duration;

use collateral_checkers::{ForcedCapture, Game, Position, Rules};
use endings::{CertifyError, Endings, ForcedWins, certify};
use engine::game::{SeededRng, seeded};
use engine::{Limits, NoEvaluation, Notation, Search, SearchError, StopFlag, Wdl};
use rand::RngExt;
use solve::tablebase::{Bitbase, BuildOptions, Family, Rank};

#[expect(dead_code, reason = "it is a program of its own")]
#[path = "../../certificate/check.rs"]
mod check;

fn rules(forced_capture: ForcedCapture, hold_turns: u32) -> Rules {
    Rules { forced_capture, hold_turns: hold_turns.try_into().unwrap(), quiet_limit: None }
}

fn six(rules: Rules) -> Bitbase<Endings> {
    let mut bitbase = Bitbase::new(Endings::new(rules, 6).unwrap());
    bitbase.build(&BuildOptions::new()).unwrap();
    bitbase
}

/// By the default rules, and by rules with fewer positions.
static BITBASES: LazyLock<[Bitbase<Endings>; 2]> = LazyLock::new(|| {
    [six(rules(ForcedCapture::AnyCapture, 3)), six(rules(ForcedCapture::MustTakeOpponent, 2))]
});

/// Of each bitbase, a certificate of a win, a draw and a loss.
static CERTIFICATES: LazyLock<[[Vec<u8>; 3]; 2]> = LazyLock::new(|| {
    let mut rng = seeded(4);
    [0, 1].map(|i| WORTHS.map(|worth| any_certificate(&BITBASES[i], worth, &mut rng)))
});

const WORTHS: [Wdl; 3] = [Wdl::Win, Wdl::Draw, Wdl::Loss];

/// By the rules of each bitbase, numbers for all positions, which take long to find.
static NUMBERINGS: LazyLock<[Endings; 2]> =
    LazyLock::new(|| [0, 1].map(|i| Endings::new(BITBASES[i].family().rules(), 18).unwrap()));

fn forced_wins(bitbase: &Bitbase<Endings>) -> ForcedWins<'_, Endings> {
    let fits = |all: &&Endings| all.rules() == bitbase.family().rules();
    let all = NUMBERINGS.iter().find(fits).unwrap();
    ForcedWins::new(bitbase, all.clone()).with_memory(1 << 20)
}

fn certificate(bitbase: &Bitbase<Endings>, positions: &[Position]) -> Vec<u8> {
    let wins = forced_wins(bitbase).with_threads(1);
    certify(&wins, positions, &Limits::new(), |_| {}).unwrap()
}

/// A running game with six pieces that is worth this for the player to move.
fn any_position(bitbase: &Bitbase<Endings>, worth: Wdl, rng: &mut SeededRng) -> Position {
    loop {
        let rank = Rank { class: 0, index: rng.random_range(0..bitbase.size(0)) };
        if bitbase.get(rank) == Some(worth) {
            return bitbase.family().unrank(rank).unwrap();
        }
    }
}

/// A certificate: of a draw, or the largest of some wins or losses, as most of them are short.
fn any_certificate(bitbase: &Bitbase<Endings>, worth: Wdl, rng: &mut SeededRng) -> Vec<u8> {
    let count = if worth == Wdl::Draw { 1 } else { 8 };
    let some = (0..count).map(|_| certificate(bitbase, &[any_position(bitbase, worth, rng)]));
    some.max_by_key(Vec::len).unwrap()
}

/// The same bytes with a checksum that is right.
fn summed(bytes: &[u8]) -> Vec<u8> {
    let bytes = &bytes[..bytes.len() - 8];
    [bytes, &check::checksum(bytes).to_le_bytes()].concat()
}

#[test]
fn certificates_are_accepted() {
    let mut rng = seeded(1);
    for bitbase in &*BITBASES {
        for worth in WORTHS {
            let position = any_position(bitbase, worth, &mut rng);
            let proven = check::check(&certificate(bitbase, &[position])).unwrap();
            let name = format!("{worth:?}").to_lowercase();
            assert!(proven.contains(&format!("{name} {position}\n")), "{proven}");
        }
    }
}

/// Captures lead from more pieces to those of the bitbase.
#[test]
fn certificates_begin_before_the_bitbase() {
    let bitbase = &BITBASES[0];
    let rules = bitbase.family().rules();
    let mut rng = seeded(2);
    let mut settled = 0;
    for _ in 0..8 {
        let seven = Endings::new(rules, 7).unwrap();
        let index = rng.random_range(0..seven.sizes()[1]);
        let position = seven.unrank(Rank { class: 1, index }).unwrap();
        if position.must_capture() {
            let bytes = certificate(bitbase, &[position]);
            check::check(&bytes).unwrap();
            settled += 1;
        }
    }
    assert!(settled > 1, "{settled}");
}

/// A quiet limit above what the checker prints changes no win, says a search that knows the limit.
#[test]
fn wins_come_before_the_quiet_limit() {
    let bitbase = &BITBASES[0];
    let mut rng = seeded(8);
    let mut found = 0;
    for _ in 0..12 {
        let position = any_position(bitbase, Wdl::Win, &mut rng);
        let proven = check::check(&certificate(bitbase, &[position])).unwrap();
        let quiet = proven.split_once("positions; ").unwrap().1.split_once(' ').unwrap().0;
        let limit = quiet.parse::<u32>().unwrap() + 1;
        if (3..8).contains(&limit) {
            let rules = Rules { quiet_limit: limit.try_into().ok(), ..position.rules() };
            let mut search = Search::new(NoEvaluation);
            let score = search.run(&position.with_rules(rules), &Limits::new()).unwrap().score;
            assert!(score.is_win(), "{position} {limit}");
            found += 1;
        }
    }
    assert!(found > 0, "{found}");
}

#[test]
fn every_changed_byte_is_found() {
    let [_, [_, _, bytes]] = &*CERTIFICATES;
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            assert!(check::check(&changed).is_err(), "byte {at}, bit {bit}");
        }
    }
    assert!(check::check(&bytes[1..]).is_err() && check::check(&[]).is_err());
}

/// With the checksum made right again a changed certificate is accepted only if it proves what is true.
#[test]
fn no_change_proves_what_is_false() {
    changes_prove_nothing_false(60);
}

#[test]
#[ignore = "takes a minute"]
fn none_of_many_changes_does() {
    changes_prove_nothing_false(2_000);
}

/// Changes each certificate so often; those of draws are long, and changed less.
fn changes_prove_nothing_false(rounds: u32) {
    let mut rng = seeded(4);
    let (mut refused, mut accepted) = (0, 0);
    for (worth, bytes) in CERTIFICATES.iter().flat_map(|three| WORTHS.into_iter().zip(three)) {
        let end = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap();
        let claim = bytes[..end].iter().rposition(|&byte| byte == b'\n').unwrap();
        for _ in 0..if worth == Wdl::Draw { rounds / 30 } else { rounds } {
            let mut changed = bytes.clone();
            for _ in 0..rng.random_range(1..3) {
                if rng.random() {
                    let at = rng.random_range(0..bytes.len() - 8);
                    changed[at] ^= 1 << rng.random_range(0..8);
                } else {
                    // A piece on another square.
                    changed.swap(rng.random_range(claim..end), rng.random_range(claim..end));
                }
            }
            let Ok(proven) = check::check(&summed(&changed)) else {
                refused += 1;
                continue;
            };
            accepted += 1;
            is_true(&proven);
        }
    }
    eprintln!("{refused} {accepted}");
    assert!(refused > 3 * rounds && accepted > 0, "{refused} {accepted}");
}

/// Compares the claims of an accepted certificate with the bitbase of its rules.
fn is_true(proven: &str) {
    let mut lines = proven.lines().skip(1);
    let rules: Rules = format!("{},quiet_limit=none", lines.next().unwrap()).parse().unwrap();
    for (worth, position) in lines.filter_map(|line| line.split_once(' ')) {
        let Ok(position) = Position::parse(position, &rules) else { continue };
        let known = BITBASES.iter().find_map(|bitbase| bitbase.probe(&position));
        // There is no bitbase for some rules that a change makes.
        let Some(known) = known else { continue };
        assert_eq!(format!("{known:?}").to_lowercase(), worth, "{position}");
    }
}

#[test]
fn false_claims_are_refused() {
    for (worth, bytes) in WORTHS.into_iter().zip(&CERTIFICATES[0]) {
        let name = format!("\n{worth:?} ").to_lowercase();
        for other in ["\nwin ", "\ndraw ", "\nloss "].into_iter().filter(|&other| other != name) {
            let start = bytes.windows(name.len()).position(|text| text == name.as_bytes()).unwrap();
            let (head, tail) = (&bytes[..start], &bytes[start + name.len()..]);
            assert!(check::check(&summed(&[head, other.as_bytes(), tail].concat())).is_err());
        }
    }
}

#[test]
fn what_is_not_settled_has_no_certificate() {
    let bitbase = &BITBASES[0];
    let rules = bitbase.family().rules();
    let over = Position::parse("ww3/5/5/5/bbb2 b 0 0", &rules).unwrap();
    let error = certify(&forced_wins(bitbase), &[over], &Limits::new(), |_| {}).unwrap_err();
    assert_eq!(error, CertifyError::Unsettled { position: over });
    let stop = StopFlag::new();
    stop.raise();
    let lost = any_position(bitbase, Wdl::Loss, &mut seeded(6));
    for limits in
        [Limits::new().stop(stop), Limits::new().nodes(1), Limits::new().time(Duration::ZERO)]
    {
        let stopped = certify(&forced_wins(bitbase), &[lost], &limits, |_| {});
        assert_eq!(stopped, Err(CertifyError::Stopped));
    }
    let wins = forced_wins(bitbase).with_memory(usize::MAX);
    let refused = certify(&wins, &[lost], &Limits::new(), |_| {});
    assert_eq!(refused, Err(CertifyError::Memory(SearchError::NoMemory { bytes: usize::MAX })));
}

/// The checker reads what the crate reads, of games that are not over.
#[test]
fn the_checker_reads_running_games_alone() {
    let (mut rng, mut read, mut refused) = (seeded(9), 0, 0);
    let rules = rules(ForcedCapture::AnyCapture, 3);
    let judge = check::Rules { must_take_opponent: false, hold_turns: 3 };
    let texts = [
        "wwwww/ww1ww/5/bb1bb/bbbbb b 0 0",
        "wwwww/ww1ww/b4/1b1bb/1bbbb w 0 0",
        "wwwww/ww1ww/2b2/b2bb/bbbbb w 2 0",
        "5/2w1w/b1w1b/5/2b2 w 1 0",
    ];
    for text in texts {
        for _ in 0..3_000 {
            let mut text = text.to_owned();
            for _ in 0..rng.random_range(0..3) {
                let at = rng.random_range(0..text.len());
                let more = ["", "", "b", "w", "1", "2", "5", "/", "0", "+", " ", "\r"];
                let more = more[rng.random_range(0..more.len())];
                text.replace_range(at..at + rng.random_range(0..2), more);
            }
            let known = Position::parse(&text, &rules).ok();
            let known = known.filter(|known| known.outcome().is_none() && text.ends_with(" 0"));
            let found = check::read_position(&text, &judge);
            assert_eq!(found, known.as_ref().map(seen), "{text:?}");
            *(if known.is_some() { &mut read } else { &mut refused }) += 1;
        }
    }
    assert!(read > 3_000 && refused > 3_000, "{read} {refused}");
}

/// A certificate without claims, whose text ends here.
fn without_claims(text: &str) -> Result<String, String> {
    check::check(&summed(format!("{text}\n\n\0\0\0\0\0\0\0\0").as_bytes()))
}

#[test]
fn the_checker_reads_its_own_format_alone() {
    let head = "Collateral Checkers certificate 1";
    without_claims(&format!("{head}\nforced_capture=any_capture,hold_turns=3")).unwrap();
    for rules in ["hold_turns=+3", "hold_turns=03", "hold_turns=0", "hold_turns=3\r"] {
        let error = without_claims(&format!("{head}\nforced_capture=any_capture,{rules}"));
        assert_eq!(error, Err("unknown hold_turns".to_owned()), "{rules}");
    }
}

#[test]
fn the_checker_knows_the_rules() {
    let mut rng = seeded(7);
    for reading in ForcedCapture::ALL {
        for hold_turns in 1..5 {
            let rules = rules(reading, hold_turns);
            let judge = check::Rules {
                must_take_opponent: reading == ForcedCapture::MustTakeOpponent,
                hold_turns,
            };
            for _ in 0..5 {
                let mut position = <Position as engine::Start>::start(&rules, 0);
                while position.outcome().is_none() {
                    agree(&judge, &position);
                    let moves = position.legal_moves();
                    position.play_unchecked(moves[rng.random_range(0..moves.len())]);
                    if position.quiet() > 60 {
                        break;
                    }
                }
            }
        }
    }
}

/// A position as the checker has it.
fn seen(position: &Position) -> check::Position {
    let [own, other] =
        [position.turn(), !position.turn()].map(|player| position.pieces(player).bits());
    check::Position { own, other, hold: position.hold() }
}

/// The checker's moves lead where the crate's do.
fn agree(judge: &check::Rules, position: &Position) {
    let mut expected: Vec<check::After> = position
        .legal_moves()
        .into_iter()
        .map(|m| {
            let after = position.after(m);
            match after.outcome().map(|outcome| outcome.wdl(position.turn())) {
                None => check::After::Running(seen(&after)),
                Some(Wdl::Win) => check::After::Won,
                Some(_) => check::After::Lost,
            }
        })
        .collect();
    expected.sort_unstable();
    expected.dedup();
    assert!(judge.moves(seen(position)) == expected, "{position}");
}
