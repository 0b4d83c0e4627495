//! Nobody reads what an example prints: `cargo run --example prove | true`.

use std::process::{Command, Stdio};

#[test]
fn no_example_panics_at_a_closed_pipe() {
    do_not_panic(&["best_jewels", "own_game", "three_players"]);
}

#[test]
#[ignore = "they compute for long before they print"]
fn no_long_example_panics_at_a_closed_pipe() {
    do_not_panic(&["probe_endings", "prove"]);
}

/// `cargo test` builds the examples before this.
fn do_not_panic(examples: &[&str]) {
    let mut folder = std::env::current_exe().unwrap();
    folder.pop();
    folder.set_file_name("examples");
    for name in examples {
        // Closed before the command starts: it may write at once.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(folder.join(name));
        let child = command.stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("BrokenPipe") && !said.contains("panic"), "{name}: {said}");
    }
}
