//! What the object says is proven is what the files prove.

use std::path::Path;

use collateral_checkers::{Position, Rules};
use engine::Options;

#[test]
fn exact_results_are_those_of_the_certificates() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3).unwrap();
    let files = std::fs::read_dir(root.join("collateral-checkers/certificate")).unwrap();
    let files = files.map(|entry| entry.unwrap().path());
    let files = files.filter(|file| file.extension().is_some_and(|it| it == "certificate"));
    let game = collateral_checkers_kit::kit();
    let mut count = 0;
    for file in files {
        let certificate = std::fs::read(&file).unwrap();
        let text = String::from_utf8_lossy(&certificate);
        let mut lines = text.lines().skip(1);
        let settings = lines.next().unwrap();
        let start = Position::default().to_string();
        let claim = lines.find_map(|line| line.strip_suffix(&start)).unwrap().trim_end();
        let exact = game.exact(&changes(settings), 1).unwrap().unwrap();
        let expected = [("win", (1, 0)), ("draw", (0, 1)), ("loss", (0, 0))];
        assert!(expected.contains(&(claim, (exact.won, exact.drawn))), "{}", file.display());
        count += 1;
    }
    assert_eq!(count, 10);
    assert!(game.exact("hold_turns=6", 1).unwrap().is_none());
}

fn changes(settings: &str) -> String {
    Rules::from_settings(settings).unwrap().changes_from(&Rules::default())
}
