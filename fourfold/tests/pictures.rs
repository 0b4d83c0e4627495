//! The pictures in the docs are what the program draws, and pictures say what they should.

use std::fs;
use std::path::Path;

use engine::board::Direction;
use engine::svg::{Class, Draw, Picture};
use engine::{Options, Start};

use crate::program::{prints, refuses, temporary};

/// Each picture, and the command that draws it, with commas for spaces within a word.
const PICTURES: [(&str, &str); 10] = [
    ("collapsi/picture.svg", "replay collapsi start --seed 5 a1 a2 a4 c1 d2"),
    ("collapsi/first_move.svg", "solve A223/4A2J/3A23/J3A4"),
    ("collateral-checkers/picture.svg", "replay collateral-checkers start b2-c3 d5xd3xb3"),
    ("collateral-checkers/longest_win.svg", "replay collateral-checkers 1bb1w/5/5/w3w/1b1bw,b,0,0"),
    ("collateral-checkers/sacrifice.svg", "replay collateral-checkers b4/3w1/1b3/2bb1/2ww1,b,0,0"),
    ("compass/picture.svg", "replay compass start --seed 7 @c3 @d4 @b5 @e2"),
    (
        "compass/level.svg",
        "replay compass start --seed 7 @d2 @e4 @c4 @f1 c4-c3 e4-e6 c3-d3 f1-b1 d3-d5 e6-f6 d2-a2 b1-a1 \
         a2-f2 f6-c6 f2-f4 end",
    ),
    (
        "rolling-mountains/race.svg",
        "replay rolling-mountains start m:h7 R:n L:s t:g8 w:g6n R:n L:w L:s L:w L:s t:e7 R:n t:f3 L:n L:w \
         L:w L:w L:w L:s t:a8 R:n t:b3 R:s R:e R:e R:e w:b2n w:a6e R:w w:g8e R:w R:s R:w R:e R:s R:s R:s \
         R:s R:n x:g8e",
    ),
    ("examples/connect-four/picture.svg", "replay connect-four start d d e c f"),
    (
        "rolling-mountains/picture.svg",
        "replay rolling-mountains start L:n t:a2 R:s w:d4e L:nnen m:e5",
    ),
];

/// `RENEW_PICTURES=1 cargo test -p fourfold pictures` writes them anew.
#[test]
fn pictures_in_the_docs_are_what_the_program_draws() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (name, command) in PICTURES {
        let file = temporary(&name.replace('/', "-"));
        let words: Vec<String> = command.split(' ').map(|word| word.replace(',', " ")).collect();
        let mut args: Vec<&str> = words.iter().map(String::as_str).collect();
        args.extend(["--svg", file.to_str().unwrap()]);
        prints(&args);
        let drawn = fs::read_to_string(&file).unwrap();
        fs::remove_file(&file).unwrap();
        if std::env::var_os("RENEW_PICTURES").is_some() {
            fs::write(root.join(name), &drawn).unwrap();
        }
        let kept = fs::read_to_string(root.join(name)).unwrap_or_default();
        assert!(drawn == kept, "{name}: RENEW_PICTURES=1 cargo test -p fourfold pictures");
    }
}

fn draw(args: &[&str]) -> String {
    let file = temporary("drawn.svg");
    prints(&[args, &["--svg", file.to_str().unwrap()]].concat());
    fs::read_to_string(&file).unwrap()
}

#[test]
fn options_of_pictures() {
    let replay = ["replay", "connect-four", "start", "d"];
    let plain = draw(&replay);
    assert!(plain.contains(r#"width="400""#) && plain.contains("<title>o to move</title>"));
    let small = draw(&[&replay[..], &["--svg-size", "200", "--svg-theme", "print"]].concat());
    assert!(small.contains(r#"width="200""#) && small != plain);
    let turned = draw(&[&replay[..], &["--svg-from", "north"]].concat());
    assert!(turned.contains("translate(300 0)") && plain.contains("translate(300 500)"));
    let solved = draw(&["solve", "A223/4A2J/3A23/J3A4"]);
    assert!(solved.contains("arrow hue-green"));
    let error = refuses(&["replay", "connect-four", "start", "--svg-size", "200"]);
    assert!(error.contains("--svg"), "{error}");
}

/// Pictures of positions of random games: XML, in which every place of a move has a name of its own.
fn check_pictures<G: Draw + Start>(settings: &str) {
    let rules = if settings.is_empty() {
        G::Rules::default()
    } else {
        G::Rules::from_settings(settings).unwrap()
    };
    for seed in 0..2 {
        let mut position = G::start(&rules, seed);
        for ply in 0..40 {
            let moves = position.legal_moves();
            let Some(&m) = moves.get((ply * 13 + 5) % moves.len().max(1)) else { break };
            let side = Direction::ALL[ply % 4];
            let picture = Picture::after(&position, m).unwrap().seen_from(side);
            assert_is_xml(&picture.to_string());
            let mut places: Vec<Vec<String>> = moves.iter().map(|&m| position.places(m)).collect();
            places.sort();
            let chosen = Picture::new(&position).seen_from(side).to_string();
            for place in places.iter().map(|places| &places[0]) {
                let is_word = ["end", "pass"].contains(&place.as_str());
                assert!(is_word || chosen.contains(&format!(r#"data-place="{place}""#)), "{place}");
            }
            assert!(places.windows(2).all(|pair| pair[0] != pair[1]), "{position}");
            position.play_unchecked(m);
        }
    }
}

/// Every element is closed in order, and every attribute stands in quotes.
fn assert_is_xml(text: &str) {
    let mut open = Vec::new();
    for tag in text.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').unwrap();
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{text}");
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap());
        }
        assert_eq!(tag.matches('"').count(), 2 * tag.matches('=').count(), "{tag}");
    }
    assert!(open.is_empty() && !text.contains('\n'));
}

#[test]
fn pictures_of_random_positions() {
    check_pictures::<collapsi::Position>("");
    check_pictures::<collateral_checkers::Position>("hold_turns=2");
    check_pictures::<compass::Position>("ply_limit=30");
    check_pictures::<connect_four::Position>("");
    check_pictures::<rolling_mountains::Position>("");
    check_pictures::<rolling_mountains::Position>("players=4,width=11,height=3");
}

/// The docs of a game name its classes.
fn check_docs<G: Draw>(source: &str) {
    let docs: String = source.lines().filter(|line| line.starts_with("///")).collect();
    for Class { name, .. } in G::CLASSES {
        assert!(docs.contains(&format!("`{name}`")), "{name}");
    }
}

#[test]
fn classes_of_games_are_documented() {
    check_docs::<collapsi::Position>(include_str!("../../collapsi/src/svg.rs"));
    check_docs::<collateral_checkers::Position>(include_str!(
        "../../collateral-checkers/src/svg.rs"
    ));
    check_docs::<compass::Position>(include_str!("../../compass/src/svg.rs"));
    check_docs::<connect_four::Position>(include_str!("../../examples/connect-four/src/lib.rs"));
    check_docs::<rolling_mountains::Position>(include_str!("../../rolling-mountains/src/svg.rs"));
}
