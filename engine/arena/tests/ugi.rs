//! Programs that speak the Universal Game Interface as players of matches, good ones and bad ones.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::fixtures::grab::Grab;
use arena::{
    Contestant, ForfeitReason, GameEnd, Match, Openings, PlayedGame, UgiError, UgiProgram,
};
use engine::search::{BotError, Decision, RandomBot};
use engine::{Bot, Limits, Score, StopFlag};

/// However busy the machine is.
const PATIENCE: Duration = Duration::from_mins(1);

/// A program that obeys, and does this when it is told to go.
fn program(go: &str) -> UgiProgram {
    let script = format!(
        "while read -r word rest; do
            case $word in
                ugi) echo 'id name Script'; echo 'option name Hash type spin default 1'; echo ugiok;;
                setoption) set -- $rest; hash=$4;;
                isready) echo readyok;;
                go) {go};;
                quit) exit;;
            esac
        done"
    );
    UgiProgram::new("sh").arguments(["-c", &script]).grace(PATIENCE).start_time(PATIENCE)
}

/// The same, of which no answer in time is expected.
fn late_program(go: &str) -> UgiProgram {
    program(go).grace(Duration::from_millis(300))
}

/// A file that no other test uses.
fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("engine-ugi-{}-{name}", std::process::id()))
}

fn games(program: &UgiProgram) -> Vec<PlayedGame<Grab>> {
    let program = program.clone();
    let limits = Limits::new().time(Duration::from_millis(20));
    let contestants = vec![
        Contestant::new("script", move || program.bot()).limits(limits),
        Contestant::new("random", || RandomBot::new(0)),
    ];
    let mut games = Vec::new();
    let plan = Match::new(contestants, Openings::listed(vec![Grab::new(2, 9)])).games(4);
    plan.threads(2).run(|game, _| games.push(game.clone())).unwrap();
    games
}

/// Why the program forfeits every game, which is the same in each.
fn forfeit(program: &UgiProgram) -> ForfeitReason<u8> {
    let games = games(program);
    let reason = |game: &PlayedGame<Grab>| match &game.end {
        GameEnd::Forfeit { player, reason } if game.seats[*player] == 0 => reason.clone(),
        end => panic!("{end:?}"),
    };
    let first = reason(&games[0]);
    assert!(games.iter().all(|game| reason(game) == first));
    first
}

fn failure(program: &UgiProgram) -> String {
    match forfeit(program) {
        ForfeitReason::NoMove(BotError::Failed { reason }) => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_program_plays() {
    let script = program(
        "echo 'info depth 3 score cp 12 nodes 7 pv 2 1'; echo 'info string 7'; echo 'bestmove 1 x'",
    );
    assert_eq!(script.name().unwrap(), "Script");
    for game in games(&script) {
        assert!(matches!(game.end, GameEnd::Outcome(_)), "{:?}", game.end);
        let mine = game.moves.iter().skip(game.seats.iter().position(|&c| c == 0).unwrap());
        assert!(mine.step_by(2).all(|&m| m == 1));
    }
    let mut bot = script.bot();
    let start = Grab::new(2, 9);
    let decision = bot.decide(&start, &Limits::new().nodes(5), &mut |_| ()).unwrap();
    let told = Decision { m: 1, score: Some(Score::value(12)), nodes: Some(7) };
    assert_eq!(decision, told);
    let endless = Limits::new().time(Duration::MAX);
    assert_eq!(script.grace(Duration::MAX).bot().decide(&start, &endless, &mut |_| ()), Ok(told));
}

#[test]
fn limits_positions_and_options_are_told() {
    let said = temporary("said");
    let path = said.display();
    let script = format!(
        "while read -r word rest; do
            echo \"$word $rest\" >> {path}
            case $word in
                ugi) echo 'option name Hash type spin default 1'; echo ugiok;;
                isready) echo readyok;;
                go) echo 'info score mate -4'; echo 'info multipv 2 score cp 9'; echo 'bestmove 2';;
                quit) exit;;
            esac
        done"
    );
    let program = UgiProgram::new("sh").arguments(["-c", &script]).option("Hash", "64");
    let program = program.grace(PATIENCE).start_time(PATIENCE);
    let mut bot = program.bot();
    let start: Grab = engine::Notation::parse("7,1 0 2", &()).unwrap();
    bot.new_game(&start, 5);
    let clock =
        engine::search::Clock::new(Duration::from_millis(900)).increment(Duration::from_millis(8));
    for limits in [
        Limits::new().depth(3).nodes(400),
        Limits::new().time(Duration::from_millis(70)),
        Limits::new().clock(clock.moves_to_go(4)),
        Limits::new(),
    ] {
        let decision = bot.decide(&start, &limits, &mut |_| ()).unwrap();
        assert_eq!((decision.m, decision.score), (2, Some(Score::loss_in(4))));
    }
    drop(bot);
    drop(program);
    let told = std::fs::read_to_string(&said).unwrap();
    let ask = |go| format!("position fen 7,1 0 2\nisready \ngo {go}\nisready \n");
    let expected = format!(
        "ugi \nsetoption name Hash value 64\nisready \nuginewgame \nisready \n{}{}{}{}",
        ask("depth 3 nodes 400"),
        ask("movetime 70"),
        ask("p2time 900 p2inc 8 movestogo 4"),
        ask("movetime 60000"),
    );
    // A program that is slow to quit is killed before it has said so.
    assert_eq!(told.strip_suffix("quit \n").unwrap_or(&told), expected);
    std::fs::remove_file(&said).unwrap();
}

#[test]
fn a_program_that_exits_is_restarted_once_a_game() {
    let mark = temporary("mark");
    let go = format!("[ -e {0} ] || {{ touch {0}; exit 3; }}; echo 'bestmove 1'", mark.display());
    assert!(games(&program(&go)).iter().all(|game| matches!(game.end, GameEnd::Outcome(_))));
    std::fs::remove_file(&mark).unwrap();
    let reason = failure(&program("echo no memory >&2; exit 3"));
    assert_eq!(reason, "the program ended, exit status: 3: no memory");
    // It ends between two games.
    let ends = program("echo 'bestmove 1'; exit");
    let mut bot = ends.bot();
    for _ in 0..3 {
        let start = Grab::new(2, 3);
        bot.new_game(&start, 0);
        assert_eq!(bot.choose(&start, &Limits::new().nodes(1)), Some(1));
        assert_eq!(bot.choose(&start, &Limits::new().nodes(1)), Some(1));
        std::thread::sleep(Duration::from_millis(30));
    }
}

#[test]
fn silence_is_a_loss() {
    let reason = failure(&late_program(":"));
    assert!(reason.starts_with("the program did not say bestmove within "), "{reason}");
}

#[test]
fn bad_moves_are_losses() {
    let reason = "it is not among the legal moves".to_owned();
    assert_eq!(forfeit(&program("echo bestmove 9")), ForfeitReason::Illegal { m: 9, reason });
    for (answer, text) in [("x", "x"), ("", ""), ("none", "none"), ("-3", "-3")] {
        let reason = failure(&program(&format!("echo 'bestmove {answer}'")));
        assert!(reason.starts_with(&format!("the program chose {text:?}: ")), "{reason}");
    }
}

#[test]
fn floods_do_no_harm() {
    for go in [
        "head -c 3000000 /dev/zero | tr '\\0' x; echo; echo bestmove 1",
        "head -c 3000000 /dev/zero >&2; echo bestmove 1",
        "head -c 99999 /dev/urandom; echo; echo 'info score cp x'; echo info score; echo bestmove 1",
    ] {
        let played = games(&program(go));
        assert!(
            played.iter().all(|game| matches!(game.end, GameEnd::Outcome(_))),
            "{go}: {played:?}"
        );
    }
    let pids = temporary("pids");
    std::fs::write(&pids, "").unwrap();
    let endless = format!("echo $$ >> {}; while :; do echo noise; done", pids.display());
    let reason = failure(&late_program(&endless));
    assert!(reason.starts_with("the program did not say bestmove within"), "{reason}");
    for pid in std::fs::read_to_string(&pids).unwrap().lines() {
        assert!(!Path::new("/proc").join(pid).exists(), "process {pid} still runs");
    }
    std::fs::remove_file(&pids).unwrap();
}

/// Whether a process of this number runs.
#[cfg(target_os = "linux")]
fn runs(pid: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/stat"));
    // What has ended, but was not waited for, is a zombie.
    status.is_ok_and(|status| !status.contains(") Z "))
}

#[test]
#[cfg(target_os = "linux")]
fn what_a_program_has_started_ends_with_it() {
    for go in ["sleep 1000 & echo $! >> {}; wait", "sleep 1000 & echo $! >> {}; exit 3"] {
        let pids = temporary("children");
        std::fs::write(&pids, "").unwrap();
        let program = late_program(&go.replace("{}", &pids.display().to_string()));
        failure(&program);
        drop(program);
        let began = Instant::now();
        let children = std::fs::read_to_string(&pids).unwrap();
        assert!(!children.is_empty());
        while children.lines().any(runs) {
            assert!(began.elapsed() < PATIENCE, "a child still runs: {children}");
            std::thread::sleep(Duration::from_millis(2));
        }
        std::fs::remove_file(&pids).unwrap();
    }
}

#[test]
fn a_late_second_answer_is_no_answer_to_the_next_question() {
    // The first answer is 1, and some time later 2, which would be a legal move too; the second is 3.
    let late = |wait: &str| {
        let first = "asked=1; echo bestmove 1; (sleep 0.2; echo bestmove 2) &";
        program(&format!("if [ -z $asked ]; then {first} else {wait}; echo bestmove 3; fi"))
    };
    let start = Grab::new(2, 9);
    let limits = Limits::new().nodes(1);
    // It comes before the second question, or while the program thinks about that.
    for (pause, wait, unasked) in [(1000, "true", 2), (0, "sleep 1", 3)] {
        let mut bot = late(wait).bot();
        bot.new_game(&start, 0);
        assert_eq!(bot.decide(&start, &limits, &mut |_| ()).map(|decision| decision.m), Ok(1));
        std::thread::sleep(Duration::from_millis(pause));
        let reason = format!("the program said \"bestmove {unasked}\" without being asked");
        assert_eq!(bot.decide(&start, &limits, &mut |_| ()), Err(BotError::Failed { reason }));
    }
}

#[test]
fn a_log_has_both_sides_and_the_standard_error() {
    let path = temporary("log");
    let script = program("echo thinking >&2; sleep 0.1; echo 'bestmove 1'").log(&path);
    let mut bot = script.bot();
    assert_eq!(bot.choose(&Grab::new(2, 9), &Limits::new().nodes(5)), Some(1));
    drop(bot);
    drop(script);
    let log = std::fs::read_to_string(&path).unwrap();
    let lines = log.lines().map(|line| line.splitn(3, ' ').collect::<Vec<_>>());
    let said: Vec<&str> = lines.map(|parts| parts[2]).collect();
    for line in ["> ugi", "< ugiok", "> go nodes 5", "! thinking", "< bestmove 1", "> quit"] {
        assert!(said.contains(&line), "{line}: {log}");
    }
    let at = |line| said.iter().position(|other| *other == line).unwrap();
    assert!(
        at("> go nodes 5") < at("! thinking") && at("! thinking") < at("< bestmove 1"),
        "{log}"
    );
    std::fs::remove_file(&path).unwrap();
    let error = program(":").log("/nowhere/log").name().unwrap_err().to_string();
    assert!(error.starts_with("cannot write the log /nowhere/log: No such file"), "{error}");
}

#[test]
fn programs_that_do_not_speak_ugi_are_refused() {
    let is = |program: UgiProgram, message: &str| {
        let error = program.name().unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
    };
    is(UgiProgram::new("/none"), "cannot start /none: No such file");
    is(UgiProgram::new("/"), "cannot start /: Permission denied");
    is(UgiProgram::new("true"), "the program ended, exit status: 0");
    let silent = UgiProgram::new("cat").start_time(Duration::from_millis(200));
    is(silent, "the program did not say ugiok within ");
    is(program(":").option("Depth", "4"), "the program has no option Depth to set to 4");
    assert!(matches!(UgiProgram::new("false").name(), Err(UgiError::Ended { .. })));
}

#[test]
fn an_aborted_match_does_not_wait() {
    let slow = program(":").grace(Duration::from_millis(50));
    let abort = StopFlag::new();
    let contestants = vec![
        Contestant::new("slow", move || slow.bot()).limits(Limits::new().nodes(1)),
        Contestant::new("random", || RandomBot::new(0)),
    ];
    let plan = Match::new(contestants, Openings::listed(vec![Grab::new(2, 9)]));
    let plan = plan.abort(abort.clone());
    let began = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(200));
            abort.raise();
        });
        assert_eq!(plan.run(|_, _| ()).unwrap().standings.games, 0);
    });
    assert!(began.elapsed() < Duration::from_mins(1), "that long it waits for a move");
}
