//! The pictures in the docs are what the program draws, and pictures say what they should.

use std::fs;
use std::path::Path;

use crate::program::{prints, refuses, temporary};

/// Each picture, and the arguments of `replay` that draw it.
const PICTURES: [(&str, &[&str]); 5] = [
    ("collapsi/picture.svg", &["collapsi", "start", "--seed", "5", "a1", "a2", "a4", "c1", "d2"]),
    ("collateral-checkers/picture.svg", &["collateral-checkers", "start", "b2-c3", "d5xd3xb3"]),
    ("compass/picture.svg", &["compass", "start", "--seed", "7", "@c3", "@d4", "@b5", "@e2"]),
    ("examples/connect_four.svg", &["connect-four", "start", "d", "d", "e", "c", "f"]),
    (
        "rolling-mountains/picture.svg",
        &["rolling-mountains", "start", "L:n", "t:a2", "R:s", "w:d4e", "L:nnen", "m:e5"],
    ),
];

/// `RENEW_PICTURES=1 cargo test -p fourfold pictures` writes them anew.
#[test]
fn pictures_in_the_docs_are_what_the_program_draws() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (name, args) in PICTURES {
        let file = temporary(&name.replace('/', "-"));
        let path = file.to_str().unwrap();
        prints(&[&["replay"], args, &["--svg", path]].concat());
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
