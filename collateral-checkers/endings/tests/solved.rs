//! What the crate knows by itself, against what made it.

use collateral_checkers::{Game, Position, Rules, Start};
use endings::{Endings, opening, six_pieces};
use engine::game::Symmetric;
use engine::{Notation, Options, Wdl};
use solve::tablebase::{BuildOptions, Tablebase};

#[test]
fn the_file_of_endings_is_what_the_command_makes() {
    let mut built = Tablebase::new(Endings::new(Rules::default(), 6).unwrap());
    built.build(&BuildOptions::new()).unwrap();
    assert!(six_pieces().unwrap().to_bytes() == built.to_bytes());
}

/// The openings are the claims of a certificate, which the checker accepts: all of them, and no others.
#[test]
fn openings_are_the_claims_of_the_certificate() {
    // The package leaves it out.
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../certificate/any-3.certificate");
    let certificate = std::fs::read(file).expect("the repository has it");
    let head = certificate.split(|&byte| byte == b'\n').take_while(|line| !line.is_empty());
    let claims: Vec<&str> = head.skip(2).map(|line| str::from_utf8(line).unwrap()).collect();
    let mut lines = include_str!("../data/openings.txt").lines();
    assert_eq!(lines.next(), Some("# result position"));
    assert_eq!(claims, lines.collect::<Vec<_>>());
    for claim in claims {
        let (result, position) = claim.split_once(' ').unwrap();
        let position: Position = position.parse().unwrap();
        let expected = if result == "win" { Wdl::Win } else { Wdl::Draw };
        assert_eq!(opening(&position), Some(expected), "{claim}");
        for symmetry in position.symmetries() {
            let image = position.transform(symmetry);
            assert_eq!(opening(&image), Some(expected), "{image}");
        }
    }
}

/// The start is worth the best that its moves lead to.
#[test]
fn openings_agree_with_each_other() {
    let start = Position::default();
    let after = |m| -opening(&start.after(m)).map_or(0, |result| result as i32 - 1);
    let best = start.legal_moves().into_iter().map(after).max();
    assert_eq!((opening(&start), best), (Some(Wdl::Draw), Some(0)));
}

#[test]
fn openings_are_known_by_the_published_rules_alone() {
    for settings in ["hold_turns=2", "forced_capture=must_take_opponent"] {
        let rules = Rules::from_settings(settings).unwrap();
        assert_eq!(opening(&Position::start(&rules, 0)), None, "{settings}");
    }
    // A win in 48 quiet plies comes before a limit that is farther away, a draw before any.
    let lost = "wwwww/ww1ww/5/2bbb/bbbbb w 0 ";
    for (quiet, settings, expected) in [
        (51, "quiet_limit=100", Some(Wdl::Win)),
        (52, "quiet_limit=100", None),
        (0, "quiet_limit=48", None),
        (0, "quiet_limit=49", Some(Wdl::Win)),
        (99, "quiet_limit=none", Some(Wdl::Win)),
    ] {
        let rules = Rules::from_settings(settings).unwrap();
        let position = Position::parse(&format!("{lost}{quiet}"), &rules).unwrap();
        assert_eq!(opening(&position), expected, "{quiet} {settings}");
    }
    let rules = Rules::from_settings("quiet_limit=4").unwrap();
    assert_eq!(opening(&Position::start(&rules, 0)), Some(Wdl::Draw));
}
