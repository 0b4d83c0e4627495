//! Bitbases of Collateral Checkers: who wins each ending, and who can force a way to a won one.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use collateral_checkers::{Endings, Move, Player, Position, Rules};
use engine::tablebase::{
    Bitbase, BuildError, BuildOptions, Counts, Family, Forced, ForcedWins, Progress, VerifyError,
};
use engine::{Game, Start, Symmetric};
use indicatif::{HumanBytes, HumanCount, HumanDuration};

use crate::args::{RuleArgs, ThreadArgs, number, read_position};
use crate::failure::Failure;
use crate::tablebase::options;
use crate::{memory, progress};

/// Collateral Checkers: build bitbases of many pieces, and ask for forced wins with them
#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct BitbaseArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build a bitbase, or what is missing of one; it is saved every two minutes
    Build {
        /// The file to write; if it is there, the build goes on from it
        file: PathBuf,

        /// All positions with up to so many pieces, of both sides together
        #[arg(long, value_name = "N", default_value_t = 7)]
        max_pieces: usize,

        /// Take at most so many MiB of memory [default: what is available]
        #[arg(long, value_name = "MIB", value_parser = number::<u32>)]
        memory: Option<u32>,

        #[command(flatten)]
        rules: RuleArgs,

        #[command(flatten)]
        threads: ThreadArgs,
    },
    /// Check every result against those one ply later
    Verify {
        /// The bitbase
        file: PathBuf,

        #[command(flatten)]
        threads: ThreadArgs,
    },
    /// Count what is won, drawn and lost, by material
    Stats {
        /// The bitbase
        file: PathBuf,
    },
    /// Ask, ply by ply, which first moves force a win: for black, and for white
    Force {
        #[command(flatten)]
        question: Question,

        /// Ask for wins within up to so many plies
        #[arg(long, value_name = "N", default_value_t = 30, value_parser = number::<u32>)]
        plies: u32,
    },
    /// Find out what each first move is worth with best play, however long the game may last
    Settle(Question),
}

#[derive(Args)]
struct Question {
    /// The bitbase, whose rules count, without a quiet limit
    file: PathBuf,

    /// The position, such as "wwwww/ww1ww/5/bb1bb/bbbbb b 0 0", or start
    #[arg(default_value = "start")]
    position: String,

    /// Take so many MiB for positions that were looked at
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = number::<u32>)]
    table: u32,

    #[command(flatten)]
    threads: ThreadArgs,
}

const HELP: &str = "\
Examples:
  fourfold bitbase build six.bitbase --max-pieces 6
  fourfold bitbase verify six.bitbase
  fourfold bitbase force six.bitbase --plies 8
  fourfold bitbase settle ten.bitbase";

impl BitbaseArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let out = &mut anstream::stdout().lock();
        match self.command {
            Command::Build { file, max_pieces, memory, rules, threads } => {
                let endings = Endings::new(rules.rules()?, max_pieces);
                let endings = endings.map_err(|error| Failure::Usage(error.to_string()))?;
                let memory = memory.map(|mebibytes| u64::from(mebibytes) << 20);
                let memory = memory.or_else(memory::available).unwrap_or(u64::MAX);
                build(out, &file, endings, &options(threads).memory(memory))
            }
            Command::Verify { file, threads } => verify(out, &load(&file)?, &options(threads)),
            Command::Stats { file } => stats(out, &load(&file)?),
            Command::Force { question, plies } => {
                question.ask(|wins, position, options| force(out, wins, position, plies, options))
            }
            Command::Settle(question) => {
                question.ask(|wins, position, options| settle(out, wins, position, options))
            }
        }
    }
}

/// Reads a bitbase, whichever endings it is for.
fn load(file: &Path) -> Result<Bitbase<Endings>, Failure> {
    let failure = |error| Failure::file(file, error);
    let description = Bitbase::<Endings>::read_description(file).map_err(failure)?;
    let endings = description.parse().map_err(|error| Failure::file(file, error))?;
    Bitbase::load(endings, file).map_err(failure)
}

fn build(
    out: &mut impl Write,
    file: &Path,
    endings: Endings,
    options: &BuildOptions<'_>,
) -> Result<(), Failure> {
    let mut bitbase = if file.exists() {
        Bitbase::load(endings, file).map_err(Failure::run)?
    } else {
        Bitbase::new(endings)
    };
    let plans = bitbase.plan(options).map_err(|error| Failure::file(file, error))?;
    writeln!(out, "{}", bitbase.family())?;
    for plan in &plans {
        let (name, size) = (bitbase.family().class_name(plan.class), HumanCount(plan.size));
        let (memory, size) = (HumanBytes(plan.memory), size.to_string());
        writeln!(out, "  {name}: {size:>13} positions, {memory} of memory")?;
    }
    let time: Duration = plans.iter().map(|plan| plan.time).sum();
    writeln!(out, "It takes about {}.", HumanDuration(time))?;
    engine::file::check_save(file).map_err(|error| Failure::file(file, error))?;
    let started = Instant::now();
    watched(bitbase.classes(), options, |options| {
        loop {
            let more = bitbase.build_some(options);
            if matches!(more, Ok(true) | Err(BuildError::Stopped)) {
                bitbase.save(file).map_err(Failure::run)?;
            }
            match more {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(BuildError::Stopped) => {
                    let text = "stopped: the same command goes on from there";
                    return Err(Failure::Interrupted(text.to_owned()));
                }
                Err(error) => return Err(Failure::run(error)),
            }
        }
    })?;
    let size = std::fs::metadata(file).map_or(0, |data| data.len());
    let positions: u64 = (0..bitbase.classes()).map(|class| bitbase.size(class)).sum();
    let bits = 8. * size as f64 / positions.max(1) as f64;
    let (file, time) = (file.display(), HumanDuration(started.elapsed()));
    writeln!(
        out,
        "{file} is complete: {}, {bits:.2} bits a position, built in {time}.",
        HumanBytes(size)
    )?;
    Ok(())
}

/// Does long work with a bar, until it is done or Ctrl-C.
fn watched<R>(
    classes: usize,
    options: &BuildOptions<'_>,
    work: impl FnOnce(&BuildOptions<'_>) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let bar = progress::bar("{msg} {wide_bar} {percent:>3} %  {elapsed}, {eta} left");
    bar.set_length(FULL);
    let [stop] = progress::interrupt_flags(&bar, "")?;
    let report = |Progress { class, done }: Progress| {
        let place = (done * FULL as f64) as u64;
        if place != bar.position() {
            bar.set_message(format!("class {} of {classes}", class + 1));
            bar.set_position(place);
        }
    };
    let result = work(&options.clone().stop(stop).progress(&report));
    bar.finish_and_clear();
    result
}

const FULL: u64 = 1_000;

fn verify(
    out: &mut impl Write,
    bitbase: &Bitbase<Endings>,
    options: &BuildOptions<'_>,
) -> Result<(), Failure> {
    watched(bitbase.classes(), options, |options| {
        bitbase.verify(options).map_err(|error| match error {
            VerifyError::Stopped => {
                Failure::Interrupted("stopped; nothing was found to be wrong so far".to_owned())
            }
            error => Failure::run(error),
        })
    })?;
    let (built, classes) = (bitbase.built(), bitbase.classes());
    writeln!(out, "{}: {built} of {classes} classes built, all consistent.", bitbase.family())?;
    Ok(())
}

/// Counts the positions of each material by result.
fn stats(out: &mut impl Write, bitbase: &Bitbase<Endings>) -> Result<(), Failure> {
    writeln!(out, "{}", bitbase.family())?;
    let head = ["won", "drawn", "lost"].map(|head| format!("{head:>8}")).concat();
    writeln!(out, "{:8}{:>15}{head}", "to move", "positions")?;
    for material in bitbase.family().materials() {
        if material.class < bitbase.built() {
            let Counts { won, drawn, lost } =
                bitbase.counts(material.class, material.indices.clone());
            let all = won + drawn + lost;
            let share = |count: u64| format!("{:>6.1} %", 100. * count as f64 / all.max(1) as f64);
            let shares = [won, drawn, lost].map(share).concat();
            let name = format!("{} v {}", material.own, material.opponents);
            writeln!(out, "{name:8}{:>15}{shares}", HumanCount(all).to_string())?;
        }
    }
    Ok(())
}

/// What is known of a first move: whether it forces a win, by player.
struct First {
    m: Move,
    after: Position,
    forced: [Forced; 2],
}

impl Question {
    /// Reads the bitbase and the position, both without a quiet limit.
    fn ask(
        self,
        ask: impl FnOnce(
            &ForcedWins<'_, Endings>,
            &Position,
            BuildOptions<'static>,
        ) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        memory::check_table(self.table as usize).map_err(Failure::Usage)?;
        let bitbase = load(&self.file)?;
        let rules = Rules { quiet_limit: None, ..bitbase.family().rules() };
        let position = match self.position.as_str() {
            "start" => Position::start(&rules, 0),
            text => read_position::<Position>(text, &bitbase.family().rules())?.with_rules(rules),
        };
        let all = Endings::new(rules, *Endings::PIECES.end()).map_err(Failure::run)?;
        let bytes = u64::from(self.table) << 20;
        let wins = ForcedWins::new(&bitbase, all, bytes).map_err(Failure::run)?;
        ask(&wins, &position, options(self.threads))
    }
}

/// Asks for wins within more and more plies, for every first move, as far as the symmetries of the
/// position tell them apart.
fn force(
    out: &mut impl Write,
    wins: &ForcedWins<'_, Endings>,
    position: &Position,
    plies: u32,
    options: BuildOptions<'_>,
) -> Result<(), Failure> {
    let mut firsts = first_moves(position);
    let bar = progress::bar("{msg}");
    let [stop] = progress::interrupt_flags(&bar, "")?;
    let (options, started) = (options.stop(stop), Instant::now());
    writeln!(out, "{position}, {}", position.rules())?;
    for plies in 1..=plies {
        for First { m, after, forced } in &mut firsts {
            for player in Player::ALL {
                bar.set_message(format!("{plies} plies, {m}"));
                bar.tick();
                let known = &mut forced[player as usize];
                if matches!(known, Forced::NotWithin(_)) {
                    *known = wins.within(after, player, plies - 1, &options).ok_or_else(|| {
                        Failure::Interrupted(format!("stopped while asking for {plies} plies"))
                    })?;
                }
                if *known == Forced::Yes {
                    forced[!player as usize] = Forced::Never;
                }
            }
        }
        let open = firsts.iter().filter(|first| !first.is_settled()).count();
        let count = |player: Player| {
            firsts.iter().filter(|first| first.forced[player as usize] == Forced::Yes).count()
        };
        writeln!(
            out,
            "within {plies} plies: of {} first moves {} win for black, {} for white, {open} are open; \
             {} positions, {:.1} s",
            firsts.len(),
            count(Player::Black),
            count(Player::White),
            HumanCount(wins.positions()),
            started.elapsed().as_secs_f64()
        )?;
        if open == 0 {
            break;
        }
    }
    bar.finish_and_clear();
    firsts.iter().try_for_each(|first| first.write(out))
}

/// Finds out whether either player can ever force a win, for every first move, and so for the position.
fn settle(
    out: &mut impl Write,
    wins: &ForcedWins<'_, Endings>,
    position: &Position,
    options: BuildOptions<'_>,
) -> Result<(), Failure> {
    let mut firsts = first_moves(position);
    let bar = progress::bar("{msg}");
    let [stop] = progress::interrupt_flags(&bar, "")?;
    let options = options.stop(stop);
    writeln!(out, "{position}, {}", position.rules())?;
    for first in &mut firsts {
        bar.set_message(first.m.to_string());
        bar.tick();
        for player in Player::ALL {
            if first.forced[player as usize] == Forced::NotWithin(0) {
                let found = wins.settle(&first.after, player, &options);
                let stopped = || Failure::Interrupted(format!("stopped at {}", first.m));
                first.forced[player as usize] = found.ok_or_else(stopped)?;
                if first.forced[player as usize] == Forced::Yes {
                    first.forced[!player as usize] = Forced::Never;
                }
            }
        }
        bar.suspend(|| first.write(out))?;
    }
    bar.finish_and_clear();
    let (mover, all) = (position.turn(), &firsts);
    let any = |forced| all.iter().any(|first| first.forced[mover as usize] == forced);
    let lost = all.iter().all(|first| first.forced[!mover as usize] == Forced::Yes);
    let held = all.iter().any(|first| first.forced == [Forced::Never; 2]);
    let verdict = match (any(Forced::Yes), lost, held) {
        (true, ..) => format!("{mover} wins"),
        (_, true, _) => format!("{} wins", !mover),
        (.., true) if all.iter().all(First::is_settled) => "with best play it is a draw".to_owned(),
        _ => "it is not settled".to_owned(),
    };
    writeln!(out, "{verdict}; {} positions", HumanCount(wins.positions()))?;
    Ok(())
}

impl First {
    fn is_settled(&self) -> bool {
        !self.forced.iter().any(|forced| matches!(forced, Forced::NotWithin(_)))
    }

    fn write(&self, out: &mut impl Write) -> Result<(), Failure> {
        let [black, white] = self.forced.map(|forced| match forced {
            Forced::Yes => "wins".to_owned(),
            Forced::NotWithin(plies) => format!("no win within {} plies", plies + 1),
            Forced::Never => "does not win".to_owned(),
        });
        writeln!(out, "{:>12}  black {black}, white {white}", self.m.to_string())?;
        Ok(())
    }
}

fn first_moves(position: &Position) -> Vec<First> {
    let mut moves = Vec::new();
    position.generate_distinct_moves(&mut moves);
    let mut firsts: Vec<First> = Vec::new();
    for m in moves {
        let mut after = *position;
        after.play_unchecked(m);
        let forced = after.outcome().map_or([Forced::NotWithin(0); 2], |outcome| {
            Player::ALL.map(|player| {
                if outcome.winner() == Some(player) { Forced::Yes } else { Forced::Never }
            })
        });
        let is_known = |first: &First| first.after.canonical() == after.canonical();
        if !firsts.iter().any(is_known) {
            firsts.push(First { m, after, forced });
        }
    }
    firsts
}
