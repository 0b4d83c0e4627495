//! The program under pressure: killed at random moments, with a full disk, with files that it cannot
//! write, with threads that the system refuses.
//!
//! Work is killed five times. `FOURFOLD_KILLS=50 cargo test -p fourfold killed` kills it fifty times, and
//! with `-- --include-ignored` a survey of all deals and a larger bitbase, too; so does `.ci/run long`.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use rand::RngExt;
use serde_json::Value;

use crate::program::{prints, program, run, temporary};

/// A match that is the same every time, but for the clock.
const MATCH: [&str; 9] = [
    "arena",
    "connect-four",
    "search:nodes=1000,table=1",
    "greedy",
    "--games",
    "30",
    "--threads",
    "2",
    "--out",
];

const ENDINGS: [&str; 4] = ["tablebase", "build", "--max-pieces", "6"];

const BITBASE: [&str; 5] = ["tablebase", "build", "--bitbase", "--max-pieces", "6"];

/// The first of its two classes is saved before the second is begun.
const LARGER_BITBASE: [&str; 5] = ["tablebase", "build", "--bitbase", "--max-pieces", "7"];

/// A new folder.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = temporary(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Begins work again and again, kills it each time within `longest`, and lets it end at last. Whenever
/// it ends, `check` says whether `file` is as it should be; if too few were killed, it begins anew.
pub(crate) fn kill_and_go_on(args: &[&str], file: &Path, longest: Duration, check: impl Fn()) {
    let args = [args, &[text(file)]].concat();
    let mut kills = std::env::var("FOURFOLD_KILLS").map_or(5, |kills| kills.parse().unwrap());
    let mut rng = engine::game::seeded(kills);
    while kills > 0 {
        let mut work = program();
        let mut work =
            work.args(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(longest.mul_f64(rng.random()));
        if let Some(status) = work.try_wait().unwrap() {
            assert!(status.success(), "{status}");
            check();
            std::fs::remove_file(file).unwrap();
        } else {
            work.kill().unwrap();
            work.wait().unwrap();
            kills -= 1;
        }
    }
    prints(&args);
    check();
}

/// The records in a file, in order, without the times.
pub(crate) fn games(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let without_time =
        |record: &str| record.lines().filter(|line| !line.starts_with("[Time ")).collect();
    let mut games: Vec<String> = text.split_terminator("*\n\n").map(without_time).collect();
    games.sort_unstable();
    games
}

fn same(file: &Path, other: &Path) {
    assert!(std::fs::read(file).unwrap() == std::fs::read(other).unwrap());
}

/// Runs the program by a shell with a limit of its own.
pub(crate) fn run_limited(limit: &str, args: &[&str]) -> Output {
    let script = format!("trap '' XFSZ; ulimit {limit}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, text(Path::new(env!("CARGO_BIN_EXE_fourfold")))]);
    shell.args(args).stdin(Stdio::null()).output().unwrap()
}

pub(crate) fn says(output: &Output, code: i32, what: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(code) && said.contains(what), "{said}");
}

#[test]
fn a_match_that_is_killed_goes_on() {
    let folder = folder("killed-match");
    let [whole, killed] = ["whole", "killed"].map(|name| folder.join(name));
    prints(&[&MATCH[..], &[text(&whole)]].concat());
    kill_and_go_on(&MATCH, &killed, Duration::from_millis(400), || {
        assert_eq!(games(&killed), games(&whole));
    });
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Kills a build of a table within this time, again and again.
fn kill_build(name: &str, build: &[&str], longest: Duration) {
    let folder = folder(name);
    let [whole, killed] = ["whole", "killed"].map(|name| folder.join(name));
    prints(&[build, &[text(&whole)]].concat());
    kill_and_go_on(build, &killed, longest, || same(&killed, &whole));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_build_that_is_killed_goes_on() {
    kill_build("killed-build", &ENDINGS, Duration::from_millis(400));
}

#[test]
fn a_bitbase_that_is_killed_goes_on() {
    kill_build("killed-bitbase", &BITBASE, Duration::from_millis(400));
}

#[test]
#[ignore = "takes minutes"]
fn a_larger_bitbase_that_is_killed_goes_on() {
    kill_build("killed-larger-bitbase", &LARGER_BITBASE, Duration::from_secs(12));
}

#[test]
#[ignore = "takes 1.4 GiB of memory"]
fn a_survey_that_is_killed_leaves_no_half_a_file() {
    let folder = folder("killed-survey");
    let [whole, killed, full] = ["whole", "killed", "full"].map(|name| folder.join(name));
    says(&run_limited("-f 5", &["survey", "--out", text(&full)]), 1, "File too large");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "no part of a survey is left");
    prints(&["survey", "--out", text(&whole)]);
    kill_and_go_on(&["survey", "--out"], &killed, Duration::from_secs(8), || same(&killed, &whole));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
#[cfg(unix)]
fn a_full_disk_loses_nothing() {
    let folder = folder("full-disk");
    let [whole, full] = ["whole", "full"].map(|name| folder.join(name));
    let args = [&MATCH[..], &[text(&full)]].concat();
    // Some lines fit, and then a part of one.
    says(&run_limited("-f 5", &args), 1, "File too large");
    assert!(std::fs::read_to_string(&full).unwrap().ends_with("*\n\n"));
    prints(&args);
    prints(&[&MATCH[..], &[text(&whole)]].concat());
    assert_eq!(games(&full), games(&whole));

    std::fs::remove_dir_all(&folder).unwrap();
}

/// Runs the program with files of at most 2,560 bytes, until it says that this does not suffice; then without
/// that limit. `meanwhile` is done in between.
#[cfg(target_os = "linux")]
pub(crate) fn with_a_full_disk_for_a_while(args: &[&str], meanwhile: impl FnOnce()) -> Output {
    let program = env!("CARGO_BIN_EXE_fourfold");
    let mut full = Command::new("sh");
    full.args(["-c", "trap '' XFSZ; ulimit -S -f 5; exec \"$@\"", "sh", program]).args(args);
    full.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut work = full.spawn().unwrap();
    let mut errors = BufReader::new(work.stderr.take().unwrap()).lines();
    let said = errors.next().unwrap().unwrap();
    assert!(said.contains("cannot be saved") && said.contains("File too large"), "{said}");
    meanwhile();
    let pid = work.id().to_string();
    let freed = Command::new("prlimit").args(["--pid", &pid, "--fsize=unlimited"]).status();
    assert!(freed.unwrap().success());
    let said = errors.next().unwrap().unwrap();
    assert!(said.ends_with(" is saved."), "{said}");
    let output = work.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    output
}

#[test]
#[ignore = "takes many seconds"]
#[cfg(target_os = "linux")]
fn a_table_is_saved_when_there_is_room_again_and_is_locked_meanwhile() {
    let folder = folder("full-table");
    let [whole, table] = ["whole", "table"].map(|name| folder.join(name));
    for build in [&ENDINGS[..], &BITBASE] {
        prints(&[build, &[text(&whole)]].concat());
        let args = [build, &[text(&table)]].concat();
        with_a_full_disk_for_a_while(&args, || {
            says(&run(&args), 1, "another process writes to this file");
        });
        same(&table, &whole);
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2, "nothing else is left");
        std::fs::remove_file(&table).unwrap();
        std::fs::remove_file(&whole).unwrap();
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The answer, and the error of the save that failed.
#[test]
#[cfg(unix)]
fn a_state_that_cannot_be_saved_is_told() {
    let folder = folder("full-state");
    let [bitbase, state] = ["bitbase", "state"].map(|name| folder.join(name));
    prints(&["tablebase", "build", "--bitbase", "--max-pieces", "6", text(&bitbase)]);
    let settle = ["tablebase", "settle", text(&bitbase), "1b3/5/5/w3w/3w1 w 0 0", "--table", "1"];
    let args = [&settle[..], &["--state", text(&state)]].concat();
    let output = run_limited("-f 5", &args);
    says(&output, 1, "File too large");
    assert!(String::from_utf8_lossy(&output.stdout).contains("white"), "{output:?}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left");
    prints(&args);
    assert!(state.exists());
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Little room for addresses: positions are listed as far as it reaches, and no part of the program aborts.
#[test]
#[ignore = "takes many seconds"]
#[cfg(target_os = "linux")]
fn a_list_of_positions_ends_where_the_memory_does() {
    for (mebibytes, more) in [(120, "ply_limit=40"), (200, "ply_limit=40"), (300, "ply_limit=200")]
    {
        let args = ["solve", "compass", "start", "--enumerate", "--threads", "2", "--set", more];
        let output = run_limited(&format!("-v {}", mebibytes << 10), &args);
        says(&output, 1, "play leads to more positions than the memory holds");
    }
    // Without the option a search goes on then, which these limits of time end.
    let args = ["solve", "compass", "start", "--threads", "2", "--table", "16", "--movetime"];
    let said = ["2000", "16000", "128000"].iter().find_map(|time| {
        let output = run_limited(&format!("-v {}", 120 << 10), &[&args[..], &[time]].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        said.contains("play leads to").then_some(said)
    });
    let advice = "than the memory holds: --proof may answer where a win is narrow\n";
    assert!(said.as_ref().is_some_and(|said| said.ends_with(advice)), "{said:?}");
}

/// A record takes many times the memory of its text, and one of them is wanted.
#[test]
#[ignore = "takes many seconds"]
#[cfg(target_os = "linux")]
fn of_a_long_file_one_game_is_kept() {
    let folder = folder("long-file");
    let [games, long] = ["games", "long"].map(|name| folder.join(name));
    prints(&["arena", "connect-four", "random", "random", "--games", "20", "--out", text(&games)]);
    let some = std::fs::read_to_string(&games).unwrap();
    let copies = (20 << 20) / some.len();
    std::fs::write(&long, some.repeat(copies)).unwrap();
    let at = format!("@{}", text(&long));
    let chosen = (20 * copies).to_string();
    let args = ["replay", "connect-four", &at, "--number", &chosen];
    says(&run_limited("-v 160000", &args), 0, "");
    let beyond = (20 * copies + 1).to_string();
    let args = ["replay", "connect-four", &at, "--number", &beyond];
    says(
        &run(&args),
        2,
        &format!("--number: expected a number from 1 to {chosen}, found {beyond}"),
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Before the work begins, of which there is too much to end.
#[test]
#[cfg(target_os = "linux")]
fn files_that_cannot_be_written_are_refused_at_once() {
    let folder = folder("refused");
    let (file, link) = (folder.join("file"), folder.join("link"));
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let endless = ["arena", "connect-four", "random", "random", "--games", "1000000000", "--out"];
    for out in ["/proc/none", "/none/none", "/dev/null", text(&folder), text(&link)] {
        says(&run(&[&endless[..], &[out]].concat()), 1, &format!("{out:?}: "));
        says(&run(&["tablebase", "build", out, "--max-pieces", "8"]), 1, out);
        says(&run(&["survey", "--out", out]), 1, out);
    }
    assert!(!file.exists());
    let starts = folder.join("starts");
    std::fs::write(&starts, "7/7/7/7/7/7 x\n").unwrap();
    let both = [&endless[..], &[text(&starts), "--positions", text(&starts)]].concat();
    says(&run(&both), 2, "--out: expected another file than that of --positions");
    let many = ["tablebase", "build", text(&file), "--max-pieces", "11"];
    says(&run(&many), 2, "--max-pieces: class ");
    for endless in ["/dev/zero", "/dev/full"] {
        says(&run(&["tablebase", "verify", endless]), 1, "not a regular file");
        says(&run(&["survey", "--from", endless, "A223/4A2J/3A23/J3A4"]), 1, "not a regular file");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
#[cfg(unix)]
fn two_processes_do_not_share_a_file() {
    let folder = folder("shared");
    let file = folder.join("games");
    let endless = ["arena", "connect-four", "random", "random", "--games", "1000000000", "--out"];
    let args = [&endless[..], &[text(&file)]].concat();
    let mut first = program().args(&args).stdout(Stdio::null()).spawn().unwrap();
    while std::fs::read_to_string(&file).map_or(0, |text| text.lines().count()) < 20 {
        thread::sleep(Duration::from_millis(5));
    }
    let second = run(&args);
    first.kill().unwrap();
    first.wait().unwrap();
    says(&second, 1, "another process writes to this file");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(target_os = "linux")]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").unwrap().uid() == 0
}

/// Runs the program, as root can, with a limit and as a user of this process alone: some limits are for
/// all processes of a user.
#[cfg(target_os = "linux")]
fn run_as_stranger(limit: &str, args: &[&str]) -> Output {
    let user = format!("--reuid={}", 20_000 + std::process::id() % 40_000);
    let mut command = Command::new("prlimit");
    command.args([limit, "setpriv", &user, "--clear-groups", env!("CARGO_BIN_EXE_fourfold")]);
    command.args(args).stdin(Stdio::null()).output().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn a_folder_without_permission_is_refused_at_once() {
    use std::fs::{Permissions, set_permissions};
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("forbidden");
    set_permissions(&folder, Permissions::from_mode(0o555)).unwrap();
    let file = folder.join("file");
    let endless = ["arena", "connect-four", "random", "random", "--games", "1000000000", "--out"];
    for args in [
        &[&endless[..], &[text(&file)]].concat()[..],
        &["tablebase", "build", text(&file), "--max-pieces", "8"],
        &["tablebase", "build", text(&file), "--max-pieces", "8", "--bitbase"],
        &["survey", "--out", text(&file)],
    ] {
        // Root may write everywhere.
        let refused = if is_root() { run_as_stranger("--core=0", args) } else { run(args) };
        says(&refused, 1, "Permission denied");
    }
    std::fs::remove_dir(&folder).unwrap();
}

/// Root can become a user who may have only so many processes and threads.
#[test]
#[cfg(target_os = "linux")]
fn threads_that_the_system_refuses_are_not_missed() {
    if !is_root() {
        eprintln!("passed over: only root can limit the threads of another user");
        return;
    }
    let limited =
        |threads: &str, args: &[&str]| run_as_stranger(&format!("--nproc={threads}"), args);
    let args = [&MATCH[..6], &["--json", "--threads", "64"]].concat();
    let duels = |output: &[u8]| serde_json::from_slice::<Value>(output).unwrap()["duels"].clone();
    let few = limited("3", &args);
    says(&few, 0, "");
    assert_eq!(duels(&few.stdout), duels(&run(&args).stdout));
    // One thread waits for Ctrl-C, and none is left to play.
    says(&limited("2", &args), 1, "the system refuses to start a thread");

    let folder = folder("threads");
    std::fs::set_permissions(&folder, std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
    let endings = folder.join("endings");
    says(&limited("2", &[&ENDINGS[..], &["--threads", "64", text(&endings)]].concat()), 0, "");
    prints(&["tablebase", "verify", text(&endings)]);
    std::fs::remove_dir_all(&folder).unwrap();
}
