//! `analyse`, `solve` and `tune`.

use std::io::Write;
use std::process::Stdio;

use crate::program::{json, prints, program, refuses};

const FIGURE_1: &str = "A223/4A2J/3A23/J3A4";

/// White has nine points and is stuck.
const COMPASS_STUCK: &str = "\
    bgypr,gpyrb,-,gbpyr,-,bpygr/-,rpybg,-,-,-,-/\
    -,-,-,pbrgy,-,-/ygrpb,grypb,ypgrb,byrgp,prbgy,pgbyr/\
    gbypr,grpyb,rpgyb,gbrpy,pygrb,rgbpy/pgrby,gypbr,-,-,-,- \
    f2,f3 b5,d6 bgpyr,bgrpy,bgypr,gbpry,gbypr,\
    gbyrp,pbgry,pbrgy,rbgyp,rbgyp,rbypg,rbypg,ybprg,ybrpg pbyrg,ybgpr w 40";

#[test]
fn games_are_analysed_alike() {
    for (game, position, best) in [
        ("collapsi", FIGURE_1, "win in 13"),
        ("collateral-checkers", "ww3/w2ww/2bw1/b4/b4 b 2 4", "win in 1"),
        ("compass", COMPASS_STUCK, "win in 1"),
        ("connect-four", "7/7/7/7/2ooo2/2xxx2 x", "win in 1"),
        ("rolling-mountains", "4/4/4/4 - d4,*a4/-,- 6 1,1 -,- 0 4", "win in 1"),
    ] {
        let args = ["analyse", game, position, "--depth", "3", "--lines", "1"];
        let shown = prints(&args);
        assert!(shown.contains(" to move, ") && shown.contains("\ndepth "), "{shown}");
        assert!(shown.contains(&format!("{best}  proven  ")), "{shown}");
        let analysis = json(&[&args[..], &["--json"]].concat());
        let replayed = prints(&["replay", game, position]);
        let replayed: Vec<&str> = replayed.lines().collect();
        assert_eq!([&analysis["position"], &analysis["result"]], [replayed[0], replayed[1]]);
        let lines = analysis["lines"].as_array().unwrap();
        assert_eq!(
            (lines.len(), &lines[0]["score"], &lines[0]["proven"]),
            (1, &best.into(), &true.into())
        );
        assert_eq!(lines[0]["line"][0], lines[0]["move"]);
    }
}

#[test]
fn several_lines_and_players() {
    let args = ["analyse", "connect-four", "start", "--after", "d d d", "--lines", "7"];
    let analysis = json(&[&args[..], &["--depth", "4", "--json"]].concat());
    assert_eq!((&analysis["legal_moves"], &analysis["depth"]), (&7.into(), &4.into()));
    let moves = analysis["lines"].as_array().unwrap().iter().map(|line| line["move"].as_str());
    let mut moves: Vec<&str> = moves.flatten().collect();
    moves.sort_unstable();
    assert_eq!(moves, ["a", "b", "c", "d", "e", "f", "g"]);

    let three = ["--set", "players=3", "--depth", "1"];
    let shown = prints(&[&["analyse", "rolling-mountains", "start"], &three[..]].concat());
    let last = shown.lines().last().unwrap();
    assert!(last.starts_with("The best line is worth: red "), "{shown}");
    assert!(last.contains(", yellow ") && last.contains(", blue "), "{shown}");
    let over = prints(&["analyse", "collateral-checkers", "ww2w/5/2b2/5/bb3 w 3 0"]);
    assert!(over.ends_with("The game is over: black wins.\n"), "{over}");
}

#[test]
fn positions_come_from_standard_input() {
    // Some programs write a byte order mark.
    for mark in ["", "\u{feff}"] {
        let mut child = program()
            .args(["replay", "collapsi", "-", "b2"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(format!("{mark}{FIGURE_1}\n").as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        assert_eq!(output.stdout, b"A223/4A2./3Ar23/Jb3A4 b\nongoing\n");
    }
}

#[test]
fn answers_are_searched_verified_and_proven() {
    // x has two ways to win.
    let twice = "7/7/7/7/3oo2/2xxx2 o";
    for how in [&[][..], &["--verified"], &["--verified", "--threads", "2"]] {
        let solved = json(&[&["solve", "connect-four", twice, "--json"], how].concat());
        assert_eq!((&solved["winner"], &solved["length"]), (&"x".into(), &2.into()), "{how:?}");
    }
    let proven = prints(&["solve", "connect-four", twice, "--proof"]);
    assert!(proven.contains("\nwinner         x\nlength         at most 2\n"), "{proven}");
    assert!(proven.contains("\nproof          o cannot force a win: "), "{proven}");
    assert!(proven.contains("\nproof          x can force a win: "), "{proven}");
    let drawn = "1xoxoxo/xoxoxox/oxoxoxo/oxoxoxo/xoxoxox/xoxoxox o";
    for how in ["--proof", "--verified"] {
        let solved = json(&["solve", "connect-four", drawn, "--json", how]);
        assert_eq!(solved["winner"], "draw");
    }
    let unknown = prints(&["solve", "compass", "start", "--depth", "2"]);
    assert!(unknown.contains("\nwinner         unknown\n"), "{unknown}");
    let dealt = json(&["solve", "start", "--seed", "5", "--json"]);
    assert_eq!((&dealt["winner"], &dealt["length"]), (&"blue".into(), &12.into()));
    let both = refuses(&["solve", "compass", "start", "--proof", "--verified"]);
    assert!(both.contains("--verified"), "{both}");
}

#[test]
fn tuning_is_the_same_every_time() {
    for game in ["collateral-checkers", "compass", "rolling-mountains"] {
        let tune = ["tune", game, "--rounds", "1", "--games", "2", "--nodes", "20"];
        let tuned = prints(&tune);
        assert!(tuned.starts_with("round 1: 2 games, "), "{tuned}");
        assert!(tuned.contains("\nagainst the first weights: "), "{tuned}");
        if game == "compass" {
            assert_eq!(tuned, prints(&tune));
        }
    }
    let scale = ["tune", "connect-four", "--scale", "--games", "40", "--seed", "1"];
    let said = prints(&scale);
    let number = said.strip_prefix("connect-four: scale ").and_then(|rest| rest.split_once(','));
    let number: f64 = number.unwrap().0.parse().unwrap();
    assert!((2.0..40.0).contains(&number) && said.ends_with(" positions of 40 games\n"), "{said}");
    assert!(refuses(&["tune", "collapsi"]).contains("collateral-checkers, compass"));
}
