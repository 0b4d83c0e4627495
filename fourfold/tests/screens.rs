//! Three screens as a user sees them. What programs print is otherwise tested as JSON.

use std::fs;
use std::path::Path;

use crate::program::prints;

const REVIEWED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/screens/reviewed.record");

/// Each screen, and the command that shows it.
const SCREENS: [(&str, &[&str]); 3] = [
    ("solve", &["solve", "A223/4A2J/3A23/J3A4", "--games"]),
    (
        "arena",
        &[
            "arena",
            "connect-four",
            "search:nodes=200,table=1",
            "greedy",
            "--games",
            "12",
            "--seed",
            "3",
        ],
    ),
    ("review", &["review", REVIEWED, "--nodes", "2000", "--threads", "1"]),
];

/// `RENEW_SCREENS=1 cargo test -p fourfold screens` writes them anew.
#[test]
fn screens_are_as_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens");
    for (name, command) in SCREENS {
        let file = folder.join(format!("{name}.txt"));
        let shown: String = prints(command).lines().map(|line| without_time(line) + "\n").collect();
        if std::env::var_os("RENEW_SCREENS").is_some() {
            fs::write(&file, &shown).unwrap();
        }
        let kept = fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(shown, kept, "{name}: RENEW_SCREENS=1 cargo test -p fourfold screens");
    }
}

/// A line without the milliseconds a ply at the end of a player's row.
fn without_time(line: &str) -> String {
    match line.rsplit_once(' ') {
        Some((row, time)) if row.contains(" % (") && time.parse::<f64>().is_ok() => {
            row.trim_end().to_owned()
        }
        _ => line.to_owned(),
    }
}
