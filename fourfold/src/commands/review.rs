//! Reviews recorded games: the value of every ply, better moves, turning points.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use arena::study::{Accuracy, Course, Slip};
use clap::Args;
use engine::record::Record;
use engine::svg::{Hue, Picture};
use engine::{Game, Limits, Score, StopFlag};
use indicatif::ProgressBar;
use serde::Serialize;
use serde_json::{Value, json};

use crate::commands::think::SearchArgs;
use kit::{By, Catalogue, Dynamic, Failure, Kit, Move};
use terminal::args::whole;
use terminal::words::{in_words, join, terminal_width};
use terminal::{files, progress, records};

/// Review recorded games: the value of every ply, better moves, turning points
///
/// Searches every position of the main line from the last to the first, by default for a fifth of a second each. The
/// table shows the expected result of the player who moved, in percent: 100 is a win, an equal share a draw, 0 a
/// loss; those of all players add up to 100. Turns that cost a tenth of an equal share or more, 5 with two players,
/// are marked ?!, a fifth ?, half ??. Turning points are the last, or of a won game without them the turn that cost a
/// loser the most. The accuracy of a player is 100 % less the mean cost of a turn.
#[derive(Args)]
#[command(after_help = "\
Examples:
  fourfold review game.record --movetime 1000 --record reviewed.record
  fourfold arena compass search random --games 2 --out match.games
  fourfold review match.games --number 2 --nodes 20000 --threads 1 --json")]
pub(crate) struct ReviewArgs {
    /// The file, or "-" for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The game, where the file has no tag that names it
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// Write the games with values, signs and better moves to this file, as records
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Review only the game with this number in the file, from 1
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    number: Option<u64>,

    #[command(flatten)]
    search: SearchArgs,
}

impl ReviewArgs {
    pub(super) fn run(self, games: &Catalogue) -> Result<(), Failure> {
        let text = records::read(&self.file)?;
        let named = || records::game(&self.file, &text);
        let game = self.game.clone().map_or_else(named, Ok)?;
        let kit = games.find(&game).map_err(|error| Failure::file(&self.file, error))?;
        // One by one, as a file may have many.
        let games = || {
            let games = (1..).zip(records::parse_each(kit, &self.file, &text)?);
            let number = self.number;
            Ok::<_, Failure>(games.filter(move |(n, _)| number.is_none_or(|wanted| wanted == *n)))
        };
        let lengths = games()?.map(|(_, game)| Ok(game?.ply() as u64 + 1));
        let lengths: Vec<u64> = lengths.collect::<Result<_, Failure>>()?;
        if lengths.is_empty() {
            return Err(match self.number {
                Some(_) => Failure::usage("--number", "there is no such game in the file"),
                None => Failure::file(&self.file, "expected a game"),
            });
        }
        self.search.svg.check()?;
        if self.search.svg.svg.is_some() && lengths.len() > 1 {
            return Err(Failure::usage("--svg", "expected one game; --number chooses it"));
        }
        if let Some(path) = &self.record {
            if files::are_one(path, &self.file) {
                let error = "expected another file than the one to review";
                return Err(Failure::usage("--record", error));
            }
            records::check_save(path)?;
        }
        let mut annotated = Vec::new();
        let bar = progress::bar("{wide_bar} {pos}/{len} positions  {elapsed} of {duration}");
        bar.set_length(lengths.iter().sum());
        let [stop] = progress::interrupt_flags(&bar, "")?;
        let limits = self.search.limits.or_time(Duration::from_millis(200)).stop(stop.clone());
        for (number, game) in games()? {
            let mut game: Record<Dynamic> = game?;
            let reviewed = self.review(kit, &mut game, &limits, &bar)?;
            let json = || to_json(kit.name(), number, &game, &reviewed);
            bar.suspend(|| {
                self.search.json.print(json, |out| print(out, number, &game, &reviewed))
            })?;
            if let Some(path) = &self.record {
                // What was named on the command line stands in the file then.
                let _ = game.set_tag("Game", kit.name());
                annotate(&mut game, &reviewed);
                annotated.push(game.to_string());
                files::save(path, annotated.join("\n"))?;
            }
            if stop.is_raised() {
                return Err(Failure::Interrupted("stopped before the first ply".to_owned()));
            }
            self.search.svg.write(&worst_moment(&mut game, &reviewed))?;
        }
        Ok(())
    }

    /// Reviews the main line backwards, so that the transposition table knows later positions. After an
    /// interruption only the last plies are returned.
    fn review(
        &self,
        kit: &Kit,
        game: &mut Record<Dynamic>,
        limits: &Limits,
        bar: &ProgressBar,
    ) -> Result<Reviewed, Failure> {
        let (table_bytes, threads) = (self.search.table.bytes()?, self.search.threads.count());
        let mut search = kit.search(By::Best).with_memory(table_bytes);
        game.go_to_main_end();
        let mut plies: Vec<Ply> = Vec::new();
        let (mut after, mut played): (Vec<f64>, Option<Move>) = (Vec::new(), None);
        loop {
            let position = game.position();
            let best = search.run_among(position, None, limits, threads, &mut |_| ());
            if limits.stop.as_ref().is_some_and(StopFlag::is_raised) {
                break;
            }
            bar.inc(1);
            let best = best.map_err(Failure::run)?;
            let judgement =
                search.judgement(position, &best, kit.about.scale).map_err(Failure::run)?;
            let mut expected = judgement.expected;
            if let Some(m) = played {
                let seat = position.seat_to_move();
                let is_best = best.line.first() == Some(&m);
                let cost = if is_best { 0.0 } else { (expected[seat] - after[seat]).max(0.0) };
                // The played move is better than the search had seen.
                if after[seat] > expected[seat] || is_best {
                    expected.clone_from(&after);
                }
                plies.push(Ply {
                    number: game.ply() + 1,
                    turn: position.turn().to_string(),
                    seat,
                    played: m.to_string(),
                    score: best.score,
                    proven: best.proven,
                    best: if is_best { String::new() } else { join(&best.line) },
                    better: join(in_one_turn(position, &best.line)),
                    expected: after,
                    cost,
                    turn_cost: 0.0,
                    mark: "",
                });
            }
            after = expected;
            played = game.undo();
            if played.is_none() {
                break;
            }
        }
        plies.reverse();
        plies.chunk_by_mut(|before, after| before.seat == after.seat).for_each(finish);
        Ok(Reviewed { before: after, plies })
    }
}

struct Reviewed {
    /// The expected result of each player before the first ply, by seat, from 0 to 1.
    before: Vec<f64>,
    plies: Vec<Ply>,
}

/// A reviewed ply, with its fields in printing order.
#[derive(Serialize)]
struct Ply {
    #[serde(rename = "ply")]
    number: usize,
    turn: String,
    #[serde(skip)]
    seat: usize,
    #[serde(rename = "move")]
    played: String,
    /// The score of the position before it, for the mover.
    score: Score,
    proven: bool,
    /// The better line; empty if there is none.
    best: String,
    /// The part of it that belongs to the same turn.
    #[serde(skip)]
    better: String,
    /// The expected result of each player after it, by seat, from 0 to 1.
    expected: Vec<f64>,
    /// What the move cost the mover of it.
    cost: f64,
    turn_cost: f64,
    /// `?!`, `?`, `??` or nothing; nothing before the last ply of a turn.
    mark: &'static str,
}

/// The plies of one player in a row.
type Turn = [Ply];

/// Sets what all plies of a turn have in common.
fn finish(turn: &mut Turn) {
    let cost = turn.iter().map(|ply| ply.cost).sum();
    for ply in &mut *turn {
        ply.turn_cost = cost;
    }
    let Some(last) = turn.last_mut() else { return };
    last.mark = Slip::of(cost, last.expected.len()).map_or("", Slip::sign);
}

/// The place in a turn of the ply that cost the most.
fn worst(turn: &Turn) -> usize {
    let costs = turn.iter().enumerate();
    costs.max_by(|(_, a), (_, b)| a.cost.total_cmp(&b.cost)).map_or(0, |(i, _)| i)
}

fn most_costly<'t>(turns: impl Iterator<Item = &'t Turn>) -> Option<&'t Turn> {
    turns.max_by(|a, b| a[0].turn_cost.total_cmp(&b[0].turn_cost))
}

impl Reviewed {
    fn turns(&self) -> impl Iterator<Item = &Turn> {
        self.plies.chunk_by(|before, after| before.seat == after.seat)
    }

    fn accuracy(&self) -> Vec<Accuracy> {
        let players = self.before.len();
        let mut all = vec![Accuracy::default(); players];
        for turn in self.turns() {
            all[turn[0].seat].add(turn[0].turn_cost, players);
        }
        all
    }

    /// The turns marked `??`. A clear win without any has one all the same: the turn that cost a loser the most.
    fn turning_points(&self) -> Vec<&Turn> {
        const LEAST: f64 = 0.01;
        let is_blunder = |turn: &&Turn| turn[turn.len() - 1].mark == Slip::Blunder.sign();
        let mut costly: Vec<&Turn> = self.turns().filter(is_blunder).collect();
        let shares = self.plies.last().map_or(&*self.before, |ply| &*ply.expected);
        let winner = shares.iter().position(|&share| share >= Course::CLEAR);
        if let Some(winner) = winner.filter(|_| costly.is_empty()) {
            let of_losers = self.turns().filter(|turn| turn[0].seat != winner);
            costly.extend(most_costly(of_losers).filter(|turn| turn[0].turn_cost >= LEAST));
        }
        costly
    }
}

/// The first moves of a line, as far as they belong to one turn.
fn in_one_turn<'l>(position: &Dynamic, line: &'l [Move]) -> &'l [Move] {
    let (mut after, turn) = (position.clone(), position.turn());
    let ends = |&m: &Move| {
        after.play_unchecked(m);
        after.turn() != turn
    };
    &line[..line.iter().position(ends).map_or(line.len(), |last| last + 1)]
}

/// Writes into a game what the review says: after each move its sign and the expected result of the mover, and the
/// better moves as a variation with what they are worth.
fn annotate(game: &mut Record<Dynamic>, reviewed: &Reviewed) {
    let add = |game: &mut Record<Dynamic>, text: &str| {
        // A game that was reviewed before is not told the same twice.
        if !game.comment().contains(text) {
            let comment = format!("{} {text}", game.comment());
            game.set_comment(comment.trim());
        }
    };
    for ply in &reviewed.plies {
        game.go_to_main_end();
        game.go_to(ply.number);
        let after = 100.0 * ply.expected[ply.seat];
        add(game, format!("{} {after:.0} %", ply.mark).trim());
        game.undo();
        for (i, m) in ply.best.split_whitespace().enumerate() {
            if game.play(m.into()).is_err() {
                break;
            }
            if i == 0 {
                add(game, &in_words(ply.score, ply.proven));
            }
        }
    }
    game.go_to_main_end();
}

/// The position of the most costly move of the most costly turn, with a red arrow for it and a green one
/// for a better move; without costly turns, the last position.
fn worst_moment(game: &mut Record<Dynamic>, reviewed: &Reviewed) -> Picture {
    game.go_to_main_end();
    let mut moves = Vec::new();
    if let Some(turn) = most_costly(reviewed.turns().filter(|turn| turn[0].turn_cost > 0.0)) {
        let ply = &turn[worst(turn)];
        game.go_to(ply.number - 1);
        let best = ply.best.split(' ').next().unwrap_or_default();
        let found = [&ply.played, best].map(|text| game.position().find_move(text).ok());
        moves.extend(found.into_iter().flatten());
    }
    let arrows = moves.into_iter().zip([Hue::Red, Hue::Green]);
    arrows.fold(game.position().picture(), |picture, (m, hue)| picture.arrow(m.route, hue))
}

fn print(
    out: &mut impl Write,
    number: u64,
    game: &Record<Dynamic>,
    reviewed: &Reviewed,
) -> io::Result<()> {
    let names = game.start().players().iter().zip(game.players());
    let names = names.map(|(player, name)| match name.as_str() {
        "" => player.to_string(),
        name => format!("{player}: {name}"),
    });
    writeln!(out, "game {number}, {}. {}", names.collect::<Vec<_>>().join(", "), game.result())?;
    let width = terminal_width();
    // Into a file or a program, whole lines are written.
    print_plies(out, reviewed, if io::stdout().is_terminal() { width } else { usize::MAX })?;
    for (seat, player) in game.start().players().iter().enumerate() {
        // Of two players one curve is the other upside down.
        if seat == 0 || game.players().len() > 2 {
            print_curve(out, &player.to_string(), seat, &reviewed.plies, width)?;
        }
    }
    print_accuracy(out, game, &reviewed.accuracy())?;
    let points = reviewed.turning_points();
    for &point in &points {
        let Ply { number, turn, turn_cost, .. } = &point[0];
        let (cost, worst) = (100.0 * turn_cost, worst(point));
        let moves: Vec<&str> = point.iter().map(|ply| &*ply.played).collect();
        // Better moves instead of the worst one.
        let better = [&moves[..worst], &[&*point[worst].better]].concat().join(" ");
        let played = moves.join(" ");
        writeln!(
            out,
            "turning point: {number}. {turn} {played} cost {cost:.0} %, better was {better}"
        )?;
    }
    writeln!(out, "{}", if points.is_empty() { "no turning points\n" } else { "" })
}

fn print_accuracy(
    out: &mut impl Write,
    game: &Record<Dynamic>,
    accuracy: &[Accuracy],
) -> io::Result<()> {
    let signs = Slip::ALL.map(|slip| format!("{:>12}", slip.sign())).concat();
    writeln!(out, "{:16} accuracy{signs}", "")?;
    for (player, accuracy) in game.start().players().iter().zip(accuracy) {
        let Some(share) = accuracy.share() else { continue };
        let cell = |slip| match accuracy.slips(slip) {
            (0, _) => format!("{:>12}", 0),
            (number, cost) => format!("{:>12}", format!("{number}, {:.0} %", 100.0 * cost)),
        };
        let (player, cells) = (player.to_string(), Slip::ALL.map(cell).concat());
        writeln!(out, "{player:16} {:6.1} %{cells}", 100.0 * share)?;
    }
    writeln!(out)
}

fn print_plies(out: &mut impl Write, reviewed: &Reviewed, width: usize) -> io::Result<()> {
    writeln!(out, "\n{:>4}  {:12} {:12} {:>5}     instead", "ply", "", "score", "after")?;
    for ply in &reviewed.plies {
        let Ply { number, turn, played, best, mark, .. } = ply;
        let (after, score) = (100.0 * ply.expected[ply.seat], in_words(ply.score, ply.proven));
        let who = format!("{turn} {played}");
        let row = format!("{number:4}. {who:12} {score:12} {after:4.0} % {mark:2}  {best}");
        writeln!(out, "{}", row.chars().take(width).collect::<String>().trim_end())?;
    }
    Ok(())
}

/// Prints a player's expected result after each ply as a curve. Where there are more plies than
/// columns, some are left out.
fn print_curve(
    out: &mut impl Write,
    player: &str,
    seat: usize,
    plies: &[Ply],
    width: usize,
) -> io::Result<()> {
    let labels = ["100 %", "", "", "", " 50 %", "", "", "", "  0 %"];
    let columns = plies.len().min(width.saturating_sub(8).max(1));
    let column = |i: usize| &plies[i * plies.len() / columns.max(1)];
    let row_of =
        |ply: &Ply| ((1.0 - ply.expected[seat]) * (labels.len() - 1) as f64).round() as usize;
    writeln!(out, "\nexpected result of {player} after each ply:")?;
    for (row, label) in labels.into_iter().enumerate() {
        let point = |i| if row_of(column(i)) == row { '*' } else { ' ' };
        let points: String = (0..columns).map(point).collect();
        writeln!(out, "{}", format!("{label:5} |{points}").trim_end())?;
    }
    let last = plies.last().map_or(0, |ply| ply.number);
    let first = plies.first().map_or(0, |ply| ply.number).to_string();
    writeln!(out, "       {first}{last:>0$}\n", columns.saturating_sub(first.len()))
}

fn to_json(name: &str, number: u64, game: &Record<Dynamic>, reviewed: &Reviewed) -> Value {
    let turning = reviewed.turning_points();
    json!({
        "number": number,
        "game": name,
        "players": game.players(),
        "result": game.result().to_string(),
        "expected": reviewed.before,
        "accuracy": reviewed.accuracy().iter().map(accuracy_json).collect::<Value>(),
        "plies": reviewed.plies,
        "turning_points": turning.iter().map(|turn| turn[0].number).collect::<Vec<_>>(),
    })
}

fn accuracy_json(accuracy: &Accuracy) -> Value {
    let marks = Slip::ALL.map(|slip| {
        let (number, cost) = accuracy.slips(slip);
        json!({ "mark": slip.sign(), "number": number, "cost": cost })
    });
    json!({ "accuracy": accuracy.share(), "marks": marks })
}
