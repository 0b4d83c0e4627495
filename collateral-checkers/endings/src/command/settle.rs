//! Forced wins: searched ply by ply, settled, and written as a certificate.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::{CertifyError, Endings, Forced, ForcedWins};
use clap::Args;
use collateral_checkers::{Move, Player, Position, Rules};
use engine::board::counted;
use engine::game::Symmetric;
use engine::{Game, Limits, SearchError, Start};
use indicatif::{HumanBytes, ProgressBar};
use serde_json::{Value, json};
use solve::tablebase::Bitbase;

use super::load;
use kit::Failure;
use terminal::args::{JsonArgs, ThreadArgs, parse_position, whole};
use terminal::files::{Lock, Saver};
use terminal::words::grouped;
use terminal::{files, memory, progress};

#[derive(Args)]
pub(super) struct Question {
    /// The bitbase; its rules are used, without a quiet limit
    file: PathBuf,

    /// The position, such as "wwwww/ww1ww/5/bb1bb/bbbbb b 0 0", or start
    #[arg(default_value = "start")]
    position: String,

    /// The size of the table of visited positions, in MiB [default: 512]
    #[arg(long, value_name = "MIB", value_parser = whole(0..=u32::MAX))]
    table: Option<u32>,

    /// Save the work to this file, every two minutes and at the end; if it exists, resume from it, with a
    /// table of the size that it has
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadArgs,
}

pub(super) struct Asked<'a> {
    wins: &'a ForcedWins<'a, Endings>,
    position: Position,
    /// They stop at Ctrl-C.
    limits: Limits,
    bar: ProgressBar,
}

const SAVED_EVERY: Duration = Duration::from_mins(2);

impl Question {
    /// Reads the bitbase and the position, both without a quiet limit, and calls `answer`.
    pub(super) fn ask(
        self,
        answer: impl FnOnce(&Asked<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let state = self.state.as_deref().filter(|state| state.exists());
        if let (Some(state), Some(_)) = (state, self.table) {
            let text = format!("{} has a table of its own", state.display());
            return Err(Failure::usage("--table", text));
        }
        let table = self.table.unwrap_or(512);
        memory::check_table(table as usize).map_err(Failure::Usage)?;
        let bitbase: Bitbase<Endings> = load(&self.file)?;
        let rules = Rules { quiet_limit: None, ..bitbase.family().rules() };
        let position = match self.position.as_str() {
            "start" => Position::start(&rules, 0),
            text => parse_position::<Position>(text, &bitbase.family().rules())?.with_rules(rules),
        };
        let all = Endings::new(rules, *Endings::PIECES.end()).map_err(Failure::run)?;
        let wins = match state {
            Some(state) => ForcedWins::load(&bitbase, all, state)
                .map_err(|error| Failure::file(state, error))?,
            None => ForcedWins::new(&bitbase, all).with_memory((table as usize) << 20),
        };
        let wins = wins.with_threads(self.threads.count());
        let bar = progress::bar("{msg}");
        let [stop] = progress::interrupt_flags(&bar, "")?;
        let asked = Asked { wins: &wins, position, limits: Limits::new().stop(stop), bar };
        let Some(state) = self.state else { return answer(&asked) };
        files::check(&state)?;
        let _lock = Lock::of(&state)?;
        saving(&wins, Saver::new(&state, &asked.bar), &state, || answer(&asked))
    }
}

/// Does some work, and saves it meanwhile and at the end.
fn saving(
    wins: &ForcedWins<'_, Endings>,
    mut keeper: Saver<'_>,
    state: &Path,
    work: impl FnOnce() -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (done, wait) = channel::<()>();
    let save = move || {
        let mut pause = SAVED_EVERY;
        while wait.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
            let is_saved = keeper.save(|| wins.save(state));
            pause = if is_saved { SAVED_EVERY } else { Saver::RETRY };
        }
        wins.save(state).map_err(|error| Failure::file(state, error))
    };
    thread::scope(|scope| {
        let handle = scope.spawn(save);
        let result = work();
        drop(done);
        let saved = handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        match result {
            Ok(()) => saved,
            Err(failure) => Err(failure.and(saved)),
        }
    })
}

/// A first move, and by player whether it forces a win, as far as known.
struct First {
    m: Move,
    after: Position,
    forced: [Forced; 2],
}

impl First {
    fn is_settled(&self) -> bool {
        !self.forced.iter().any(|forced| matches!(forced, Forced::NotWithin(_)))
    }

    fn wins(&self, player: Player) -> bool {
        matches!(self.forced[player as usize], Forced::Within(_))
    }

    /// Finds out whether a player can force a win, unless that is known.
    fn ask(
        &mut self,
        player: Player,
        ask: impl FnOnce(&Position) -> Result<Option<Forced>, SearchError>,
    ) -> Result<(), Failure> {
        let known = &mut self.forced[player as usize];
        if let Forced::NotWithin(_) = known {
            let stopped = || Failure::Interrupted(format!("stopped at {}", self.m));
            *known = ask(&self.after).map_err(Failure::run)?.ok_or_else(stopped)?;
        }
        if self.wins(player) {
            self.forced[!player as usize] = Forced::Never;
        }
        Ok(())
    }

    /// By player, in how many plies a win is forced, or up to how many none is; `"never"` for none at all.
    fn json(&self) -> Value {
        let [black, white] = self.forced.map(|forced| match forced {
            Forced::Within(0) => json!({ "within": 0 }),
            Forced::Within(plies) => json!({ "within": plies + 1 }),
            Forced::NotWithin(0) => json!({ "not_within": 0 }),
            Forced::NotWithin(plies) => json!({ "not_within": plies + 1 }),
            Forced::Never => json!("never"),
        });
        json!({ "move": self.m.to_string(), "black": black, "white": white })
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let [black, white] = self.forced.map(|forced| match forced {
            Forced::Within(0) => "wins at once".to_owned(),
            Forced::Within(plies) => format!("wins within {}", counted(plies + 1, "ply")),
            Forced::NotWithin(0) => "does not win at once".to_owned(),
            Forced::NotWithin(plies) => format!("no win within {}", counted(plies + 1, "ply")),
            Forced::Never => "does not win".to_owned(),
        });
        writeln!(out, "{:>12}  black {black}, white {white}", self.m.to_string())
    }
}

/// The first moves; of those that a symmetry makes equal, one.
fn first_moves(position: &Position) -> Vec<First> {
    let mut firsts: Vec<First> = Vec::new();
    for m in position.distinct_moves() {
        let after = position.after(m);
        let forced = after.outcome().map_or([Forced::NotWithin(0); 2], |outcome| {
            Player::ALL.map(|player| {
                if outcome.winner() == Some(player) { Forced::Within(0) } else { Forced::Never }
            })
        });
        let is_known = |first: &First| first.after.canonical() == after.canonical();
        if !firsts.iter().any(is_known) {
            firsts.push(First { m, after, forced });
        }
    }
    firsts
}

/// Finds out of every first move whether a player can force a win, within these plies or ever, and prints it.
/// Without a limit it fails if the position is not settled.
pub(super) fn settle(
    out: &mut impl Write,
    asked: &Asked<'_>,
    plies: Option<u32>,
    json: JsonArgs,
) -> Result<(), Failure> {
    let Asked { wins, position, bar, .. } = asked;
    let mut firsts = first_moves(position);
    let mut nothing = io::sink();
    let text: &mut dyn Write = if json.json { &mut nothing } else { out };
    writeln!(text, "{position}, {}", position.rules())?;
    let result = rounds(text, asked, plies, &mut firsts);
    bar.set_message("");
    let verdict = verdict(position, &firsts);
    let as_json = || {
        json!({
            "position": position.to_string(),
            "rules": position.rules().to_string(),
            "moves": firsts.iter().map(First::json).collect::<Vec<_>>(),
            "result": verdict,
            "positions": wins.nodes(),
        })
    };
    json.print(as_json, |_| firsts.iter().try_for_each(|first| first.write(text)))?;
    result?;
    if plies.is_none() {
        let verdict = verdict.ok_or_else(|| Failure::run("the position is not settled"))?;
        writeln!(text, "{verdict}")?;
    }
    Ok(())
}

/// Asks about all first moves in rounds, each with more effort.
fn rounds(
    out: &mut dyn Write,
    asked: &Asked<'_>,
    plies: Option<u32>,
    firsts: &mut [First],
) -> Result<(), Failure> {
    let Asked { wins, limits, bar, .. } = asked;
    let started = Instant::now();
    let rounds: Vec<u32> =
        plies.map_or_else(|| Forced::LIMITS.into(), |plies| (1..=plies).collect());
    for round in rounds {
        for first in &mut *firsts {
            bar.set_message(format!("{}, {}", counted(round, "ply"), first.m));
            bar.tick();
            for player in Player::ALL {
                first.ask(player, |after| match plies {
                    Some(_) => wins.within(after, player, round - 1, limits),
                    None => wins.settle(after, player, round, limits),
                })?;
            }
        }
        let open = firsts.iter().filter(|first| !first.is_settled()).count();
        let [black, white] =
            Player::ALL.map(|player| firsts.iter().filter(|first| first.wins(player)).count());
        let (plies, moves) = (counted(round, "ply"), counted(firsts.len(), "first move"));
        let (positions, time) = (grouped(wins.nodes(), "position"), started.elapsed());
        bar.suspend(|| {
            writeln!(
                out,
                "within {plies}: of {moves} black wins by {black}, white by {white}, open {open}; \
                 {positions}, {:.1} s",
                time.as_secs_f64()
            )
        })?;
        if open == 0 {
            break;
        }
    }
    Ok(())
}

/// The result of the position by those of its first moves, if it is settled.
fn verdict(position: &Position, firsts: &[First]) -> Option<String> {
    let mover = position.turn();
    if firsts.iter().any(|first| first.wins(mover)) {
        Some(format!("{mover} wins"))
    } else if firsts.iter().all(|first| first.wins(!mover)) {
        Some(format!("{} wins", !mover))
    } else {
        let is_drawn = firsts.iter().all(First::is_settled);
        is_drawn.then(|| "with best play it is a draw".to_owned())
    }
}

pub(super) fn certify(out: &mut impl Write, asked: &Asked<'_>, file: &Path) -> Result<(), Failure> {
    settle(out, asked, None, JsonArgs::default())?;
    let Asked { wins, position, limits, bar } = asked;
    let firsts = first_moves(position);
    let running = firsts.iter().map(|first| first.after).filter(|after| after.outcome().is_none());
    let positions: Vec<Position> = std::iter::once(*position).chain(running).collect();
    let report = |count| {
        bar.set_message(format!("{} of the certificate", grouped(count, "position")));
        bar.tick();
    };
    let bytes = crate::certify(wins, &positions, limits, report);
    let bytes = bytes.map_err(|error| match error {
        CertifyError::Stopped => Failure::Interrupted(error.to_string()),
        CertifyError::Unsettled { .. } | CertifyError::Memory(_) => Failure::run(error),
    })?;
    files::save(file, &bytes)?;
    writeln!(out, "{} is written: {}", file.display(), HumanBytes(bytes.len() as u64))?;
    Ok(())
}
