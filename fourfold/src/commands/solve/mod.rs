//! Solves positions: the winner, the length and the winning moves.

mod answer;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::Duration;

use clap::Args;
use engine::{Analysis, Limits, StopFlag, Written};
use indicatif::{HumanBytes, ProgressBar};
use kit::{By, Dynamic, Failure, Kit, Move};
use solve::tablebase::{BuildError, BuildOptions};
use solve::{Answer, Enumerated, Proven, SolveError, SolveOptions, Winner};
use system::file;
use terminal::args::{StartArgs, no_option};
use terminal::words::{grouped, rules_text};
use terminal::{files, memory, progress};

use crate::commands::think::{MovesArgs, SearchArgs, summary};
use crate::program::Program;
use answer::Found;

/// Solve a position: who wins with best play, in how many plies, and by which moves
///
/// A game that has a solver of its own is answered at once. Another is searched for a moment; if that proves nothing,
/// all positions that play leads to are listed, up to a million of them; and if there are more, the search goes on
/// until the result is proven, a limit is reached, or Ctrl-C is pressed. With --depth or --nodes nothing is listed.
/// Where --moves or --without name moves there is only a search. The exit code is 0 if the position is solved.
#[expect(clippy::struct_excessive_bools, reason = "flags of the command line")]
#[derive(Args)]
#[command(after_help = "\
Examples:
  fourfold solve collapsi A223/4A2J/3A23/J3A4
  fourfold solve collapsi start --seed 5 --set rules=v1_3 --games --json
  fourfold solve connect-four '7/7/7/7/2ooo2/2xxx2 x'
  fourfold solve rolling-mountains --set width=3 --set height=3 --set tiles=0 --set turn_limit=none
  fourfold solve compass @game.record --points
  fourfold solve collateral-checkers '1b3/b3b/5/w3w/3w1 w 0 0' --proof
  fourfold solve compass start --seed 5 --proof --out compass.proof
  fourfold solve rolling-mountains --enumerate --set width=3 --set height=3 --set tiles=0 --set mountains=0 \
    --set turn_limit=none")]
pub(crate) struct SolveArgs {
    /// The game; if it is left out, as in `solve POSITION`, the first one of this program
    // Both may begin with a minus sign, as a board of Compass may begin with an empty square, "-".
    #[arg(value_name = "GAME", allow_hyphen_values = true, value_parser = no_option)]
    game_or_position: String,

    /// The position in the game's notation, or "start", or "-" to read it from standard input, or
    /// @FILE: a record of a game
    #[arg(allow_hyphen_values = true, value_parser = no_option)]
    position: Option<String>,

    #[command(flatten)]
    start: StartArgs,

    /// Count the complete games too, in a game whose games can be counted
    #[arg(long)]
    games: bool,

    /// Count points, in a game that is won by points: find the margin with best play
    #[arg(long, conflicts_with = "proof")]
    points: bool,

    /// Answer by proof-number search, and check the proof by the rules alone
    #[arg(long, group = "written", conflicts_with_all = ["moves", "without"])]
    proof: bool,

    /// Answer by a table of all positions that play leads to, as many as the memory holds: for small games, also
    /// those in which positions come again, with any number of players
    #[arg(long, group = "written", conflicts_with_all = ["games", "points", "movetime", "depth", "nodes", "moves", "without"])]
    enumerate: bool,

    /// Write to a file: the proofs, each position with its move; or what each of all positions is worth, as a table
    /// separated by tabs, of two players to the one to move at the start, of more to each against all others
    #[arg(long, value_name = "FILE", requires = "written")]
    out: Option<PathBuf>,

    #[command(flatten)]
    moves: MovesArgs,

    #[command(flatten)]
    search: SearchArgs,
}

/// What may solve a position that is not solved yet.
const ADVICE: &str = "--enumerate lists as many positions as the memory holds, and --proof may answer where a win is narrow";

/// The time after which a search that goes on says so.
const ADVISED_AFTER: Duration = Duration::from_secs(10);

impl SolveArgs {
    /// The game, and the text of the position.
    fn game<'p>(&'p self, program: &'p Program) -> Result<(&'p Kit, &'p str), Failure> {
        let (first, second) = (&self.game_or_position, self.position.as_deref());
        if second.is_some() || program.games().find(first).is_ok() {
            return Ok((program.named(first)?, second.unwrap_or("start")));
        }
        let kit = program.games().games().next();
        Ok((kit.ok_or_else(|| Failure::run("this program has no games"))?, first))
    }

    pub(super) fn run(self, program: &Program) -> Result<(), Failure> {
        let (kit, text) = self.game(program)?;
        self.search.svg.check()?;
        let position = self.start.position(kit, text)?;
        let mut solved = Found::unknown(&position);
        if self.games {
            let none = || Failure::usage("--games", "the games of this game are not counted");
            solved.games = Some(kit.count_games(&position).ok_or_else(none)?);
        }
        self.out.as_deref().map_or(Ok(()), files::check)?;
        let bar = progress::bar("{msg}");
        let [stop] = progress::interrupt_flags(&bar, "")?;
        let refused = self.answer(kit, &position, &stop, &bar, &mut solved)?;
        solved.credit_the_rules(&position);
        drop(bar);
        self.search.svg.show(&position, solved.line.first().copied())?;
        self.search.json.print(|| &solved, |out| solved.print(out))?;
        if solved.winner != Found::UNKNOWN {
            return Ok(());
        }
        let advice = self.advice(refused);
        Err(if stop.is_raised() {
            Failure::Interrupted(format!("stopped before the answer was proven{advice}"))
        } else {
            Failure::run(format!("not solved: a limit was reached before the proof{advice}"))
        })
    }

    /// Solves the position by the solver that is asked for or fits; returns why its positions could not be listed.
    fn answer(
        &self,
        kit: &Kit,
        position: &Dynamic,
        stop: &StopFlag,
        bar: &ProgressBar,
        solved: &mut Found,
    ) -> Result<Option<BuildError>, Failure> {
        let limits = self.search.limits.limits().stop(stop.clone());
        let threads = self.search.threads.count();
        if self.enumerate {
            let found = enumerate(kit, position, threads, self.out.as_deref())?;
            solved.enumerated(position, found);
            return Ok(None);
        }
        if self.proof {
            solved.proven(&self.prove(kit, position, &limits, bar)?);
            return Ok(None);
        }
        let moves = self.moves.of(position)?;
        let is_whole = !self.points && moves.is_none();
        if let Some(found) = kit.solve(position).filter(|_| is_whole) {
            solved.own(found);
            return Ok(None);
        }
        let advice = Once::new();
        let mut report = |found: &Analysis<Move>| {
            progress::show(bar, || summary(&found.into()));
            if found.elapsed > ADVISED_AFTER && !found.proven {
                advice.call_once(|| {
                    bar.suspend(|| anstream::eprintln!("Not solved yet: {ADVICE}."));
                });
            }
        };
        let table = self.search.table.bytes()?;
        if !is_whole {
            let by = if self.points { By::Points } else { By::Best };
            let mut search = kit.search(by).with_memory(table);
            let found = search.run_among(position, moves.as_deref(), &limits, threads, &mut report);
            solved.found(position, &found.map_err(Failure::run)?);
            solved.among = moves;
            return Ok(None);
        }
        let watching = |what: &str, done: f64| {
            progress::show(bar, || format!("{what}: {:.0} %", 100. * done));
        };
        let available = memory::available().unwrap_or(u64::MAX).saturating_sub(table as u64);
        let options = SolveOptions::new().threads(threads).memory(available);
        let options = options.watching(&watching).report(&report);
        let found = kit.choose(position, table, &limits, &options).map_err(Failure::run)?;
        let refused = found.refused;
        if matches!(found.winner, Winner::Not(_)) {
            let advice = self.advice(refused);
            let open = "Whether one of the others can force a win is not known";
            bar.suspend(|| anstream::eprintln!("{open}{advice}."));
        }
        solved.chosen(position, found);
        Ok(refused)
    }

    /// What could solve a position that is not solved, given why its positions were not listed.
    fn advice(&self, refused: Option<BuildError>) -> String {
        match refused {
            _ if self.proof => String::new(),
            None => format!("; {ADVICE}"),
            Some(BuildError::Positions { most }) => {
                format!("; play leads to more than {}: {ADVICE}", grouped(most, "position"))
            }
            Some(_) => "; play leads to more positions than the memory holds: --proof may answer where a win is narrow".to_owned(),
        }
    }

    /// Proves who wins, and writes the proofs to a file, if one is given.
    fn prove(
        &self,
        kit: &Kit,
        position: &Dynamic,
        limits: &Limits,
        bar: &ProgressBar,
    ) -> Result<Proven, Failure> {
        let mut report = |player: &str, answer: &Answer| {
            progress::show(bar, || {
                let Answer { proof_number, disproof_number, .. } = answer;
                let numbers = format!("{proof_number}, disproof number {disproof_number}");
                let nodes = grouped(answer.nodes, "position");
                format!("can {player} win? {nodes}, proof number {numbers}")
            });
        };
        let memory = self.search.table.bytes()?;
        let (name, rules) = (kit.name(), rules_text(&position.settings()));
        let mut text =
            format!("fourfold proof 1\ngame: {name}\nrules: {rules}\nposition: {position}\n")
                .into_bytes();
        let out: Option<&mut dyn Write> = if self.out.is_some() { Some(&mut text) } else { None };
        let proven = kit.prove(position, memory, limits, &mut report, out);
        self.out.as_deref().map_or(Ok(()), |path| files::save(path, text))?;
        proven.map_err(|error| match error {
            SolveError::Search(error) => Failure::usage("--table", error),
            error => Failure::run(error),
        })
    }
}

/// Solves a position by a table of all positions that play leads to, and writes them to a file, if there is one.
fn enumerate(
    kit: &Kit,
    position: &Dynamic,
    threads: usize,
    out: Option<&Path>,
) -> Result<Enumerated<Move>, Failure> {
    let Some(path) = out else { return table(kit, position, threads, None) };
    let mut found = None;
    let saved = file::save(path, |file| {
        writeln!(file, "player\tposition\tworth")?;
        found = Some(table(kit, position, threads, Some(file)).map_err(io::Error::other)?);
        Ok(())
    });
    saved.map_err(|error| error.downcast().unwrap_or_else(|error| Failure::file(path, error)))?;
    found.ok_or_else(|| Failure::file(path, "nothing is written"))
}

fn table(
    kit: &Kit,
    position: &Dynamic,
    threads: usize,
    out: Option<&mut dyn Write>,
) -> Result<Enumerated<Move>, Failure> {
    const FULL: u64 = 1_000;
    let bar = progress::bar("{msg} {wide_bar} {percent:>3} %  {elapsed}, {eta} left");
    bar.set_length(FULL);
    let [stop] = progress::interrupt_flags(&bar, "")?;
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let options = || {
        let available = memory::available().unwrap_or(u64::MAX);
        BuildOptions::new().threads(threads).memory(available).stop(stop.clone())
    };
    let watching = |what: &str, done: f64| {
        if bar.message() != what {
            bar.set_message(what.to_owned());
            bar.reset();
        }
        bar.set_position((done * FULL as f64) as u64);
    };
    kit.enumerate(position, &options, &watching, out).map_err(|error| match error {
        SolveError::Build(BuildError::Stopped) => {
            Failure::Interrupted("stopped before the table was built".to_owned())
        }
        SolveError::Build(BuildError::Memory { bytes }) => Failure::run(format_args!(
            "play leads to more positions than the memory holds: {} or more are needed",
            HumanBytes(bytes)
        )),
        error => Failure::run(error),
    })
}
