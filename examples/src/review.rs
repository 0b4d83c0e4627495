//! Reviews recorded games: the value of every ply, better moves, turning points.

use std::io::{self, Write};
use std::time::Duration;

use clap::Args;
use engine::record::Record;
use engine::svg::{Hue, Picture};
use engine::{Limits, Score, ScoreKind, StopFlag};
use serde_json::{Value, json};

use crate::args::number;
use crate::failure::Failure;
use crate::games::{AnyGame, Task};
use crate::picture::terminal_width;
use crate::think::{self, SearchArgs, Thinker, in_words, join};
use crate::{progress, records};

/// Review recorded games: the value of every ply, better moves, turning points
///
/// Searches every position of the main line from the last to the first, by default for a fifth of a
/// second each. The table shows the expected result of the player who moved, in percent: 100 is a win,
/// 50 a draw, 0 a loss. Plies that cost 10 or more are marked ?, 25 or more ??.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReviewArgs {
    /// The file, or "-" for standard input
    #[arg(value_name = "FILE")]
    file: String,

    /// Review only the game with this number in the file, from 1
    #[arg(long, value_name = "N", value_parser = number::<u64>)]
    number: Option<u64>,

    #[command(flatten)]
    search: SearchArgs,
}

const EXAMPLES: &str = "\
Examples:
  fourfold review game.record --movetime 1000
  fourfold arena compass search random --games 2 --record match.record
  fourfold review match.record --number 2 --nodes 20000 --threads 1 --json";

impl ReviewArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let text = records::read(&self.file)?;
        let game = records::game(&self.file, &text)?;
        game.run(Review { args: self, text })
    }
}

/// The task of reviewing the games of a text.
struct Review {
    args: ReviewArgs,
    text: String,
}

impl Task for Review {
    type Output = Result<(), Failure>;

    fn run<G: AnyGame>(self) -> Result<(), Failure> {
        let Self { args, text } = self;
        let games = records::parse::<G>(&args.file, &text)?;
        let wanted = |number: usize| args.number.is_none_or(|wanted| wanted == number as u64);
        let numbered = (1..).zip(games).filter(|(number, _)| wanted(*number));
        let games: Vec<(usize, Record<G>)> = numbered.collect();
        if games.is_empty() {
            return Err(Failure::usage("--number", "there is no such game in the file"));
        }
        args.search.svg.check()?;
        if args.search.svg.is_asked_for() && games.len() > 1 {
            let error = "expected one game; --number chooses it";
            return Err(Failure::usage("--svg", error));
        }
        let bar = progress::bar("{wide_bar} {pos}/{len} positions  {elapsed} of {duration}");
        bar.set_length(games.iter().map(|(_, game)| game.ply() as u64 + 1).sum());
        let [stop] = progress::interrupt_flags(&bar, "")?;
        let table_bytes = args.search.table.bytes()?;
        let limits = args.search.limits.or_time(Duration::from_millis(200)).stop(stop.clone());
        let judge = Judge { limits, table_bytes, threads: args.search.threads.count() };
        for (number, mut game) in games {
            let plies = judge.plies(&mut game, &stop, || bar.inc(1))?;
            let json = || to_json(number, &game, &plies);
            bar.suspend(|| args.search.json.print(json, |out| print(out, number, &game, &plies)))?;
            if stop.is_raised() {
                return Err(Failure::Interrupted("stopped before the first ply".to_owned()));
            }
            args.search.svg.write(&worst_moment(&mut game, &plies))?;
        }
        bar.finish_and_clear();
        Ok(())
    }
}

/// A reviewed ply.
struct Ply {
    number: usize,
    turn: String,
    /// The seat of the player who moved.
    seat: usize,
    played: String,
    /// The score of the position before it, for the mover.
    score: Score,
    proven: bool,
    /// The better line; empty if there is none.
    best: String,
    /// The expected result of each player after it, by seat, from 0 to 1.
    expected: Vec<f64>,
    /// What the move cost the mover of it.
    cost: f64,
}

impl Ply {
    /// `?`, `??` or nothing.
    fn mark(&self) -> &'static str {
        match self.cost {
            0.25.. => "??",
            0.1.. => "?",
            _ => "",
        }
    }
}

/// How positions are searched.
struct Judge {
    limits: Limits,
    table_bytes: usize,
    threads: usize,
}

impl Judge {
    /// Reviews the main line backwards, so that the transposition table knows later positions. After an
    /// interruption only the last plies are returned.
    fn plies<G: AnyGame>(
        &self,
        game: &mut Record<G>,
        stop: &StopFlag,
        judged: impl Fn(),
    ) -> Result<Vec<Ply>, Failure> {
        let (mut search, judge): (Thinker<G>, _) =
            (think::search(self.table_bytes), G::Judge::default());
        game.go_to_main_end();
        let mut plies: Vec<Ply> = Vec::new();
        let mut after: Option<(Vec<f64>, G::Move)> = None;
        loop {
            let position = game.position();
            let best = search.run_parallel(position, &self.limits, self.threads, |_| ());
            if stop.is_raised() {
                break;
            }
            judged();
            let best = best.map_err(Failure::run)?;
            let scores = best.scores(position, &judge).into_iter();
            let mut expected: Vec<f64> = scores.map(expectation::<G>).collect();
            if let Some((after, m)) = after.take() {
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
                    expected: after,
                    cost,
                });
            }
            match game.undo() {
                Some(m) => after = Some((expected, m)),
                None => break,
            }
        }
        plies.reverse();
        Ok(plies)
    }
}

/// The expected result of a player with this score: a logistic function of the value.
fn expectation<G: AnyGame>(score: Score) -> f64 {
    match score.kind() {
        ScoreKind::Win(_) => 1.0,
        ScoreKind::Loss(_) => 0.0,
        ScoreKind::Value(value) => 1.0 / (1.0 + (-f64::from(value) / G::SCALE).exp()),
    }
}

/// The most costly plies, in the order of the game.
fn turning_points(plies: &[Ply]) -> Vec<&Ply> {
    plies.iter().filter(|ply| ply.mark() == "??").collect()
}

/// The position of the most costly move, with a red arrow for it and a green one for a better move;
/// without costly moves, the last position.
fn worst_moment<G: AnyGame>(game: &mut Record<G>, plies: &[Ply]) -> Picture<G> {
    game.go_to_main_end();
    let costly = plies.iter().filter(|ply| ply.cost > 0.0);
    let worst = costly.max_by(|a, b| a.cost.total_cmp(&b.cost));
    let mut moves = Vec::new();
    if let Some(ply) = worst {
        game.go_to(ply.number - 1);
        let best = ply.best.split(' ').next().unwrap_or_default();
        for word in [&ply.played, best] {
            let _ = G::parse_word(word, &mut moves);
        }
    }
    let arrows = moves.into_iter().zip([Hue::Red, Hue::Green]);
    arrows.fold(Picture::new(game.position()), |picture, (m, hue)| picture.arrow_of(m, hue))
}

fn print<G: AnyGame>(
    out: &mut impl Write,
    number: usize,
    game: &Record<G>,
    plies: &[Ply],
) -> io::Result<()> {
    let colon = |name: &str| if name.is_empty() { "" } else { ": " };
    let names = game.start().players().iter().zip(game.players());
    let names = names.map(|(player, name)| format!("{player}{}{name}", colon(name)));
    writeln!(out, "game {number}, {}. {}", names.collect::<Vec<_>>().join(", "), game.result())?;
    writeln!(out, "\n{:>4}  {:12} {:12} {:>5}     instead", "ply", "", "score", "after")?;
    let width = terminal_width();
    for ply in plies {
        let after = 100.0 * ply.expected[ply.seat];
        let (number, score) = (ply.number, in_words(ply.score, ply.proven));
        let who = format!("{} {}", ply.turn, ply.played);
        let row = format!("{number:4}. {who:12} {score:12} {after:4.0} % {:2}", ply.mark());
        let row = if ply.best.is_empty() { row } else { format!("{row}  {}", ply.best) };
        writeln!(out, "{}", row.chars().take(width).collect::<String>().trim_end())?;
    }
    for (seat, player) in game.start().players().iter().enumerate() {
        // Of two players one curve is the other upside down.
        if seat == 0 || game.players().len() > 2 {
            print_curve(out, &player.to_string(), seat, plies, width)?;
        }
    }
    let points = turning_points(plies);
    for ply in &points {
        let (cost, best) = (100.0 * ply.cost, ply.best.split(' ').next().unwrap_or_default());
        let Ply { number, turn, played, .. } = ply;
        writeln!(
            out,
            "turning point: {number}. {turn} {played} cost {cost:.0} %, better was {best}"
        )?;
    }
    writeln!(out, "{}", if points.is_empty() { "no turning points\n" } else { "" })
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
    const ROWS: usize = 9;
    let columns = plies.len().min(width.saturating_sub(8).max(1));
    let column = |i: usize| &plies[i * plies.len() / columns.max(1)];
    let row_of = |ply: &Ply| ((1.0 - ply.expected[seat]) * (ROWS - 1) as f64).round() as usize;
    writeln!(out, "\nexpected result of {player} after each ply:")?;
    for row in 0..ROWS {
        let label = match row {
            0 => "100 %",
            4 => " 50 %",
            8 => "  0 %",
            _ => "",
        };
        let points: String =
            (0..columns).map(|i| if row_of(column(i)) == row { '*' } else { ' ' }).collect();
        writeln!(out, "{}", format!("{label:5} |{points}").trim_end())?;
    }
    let last = plies.last().map_or(0, |ply| ply.number);
    let first = plies.first().map_or(0, |ply| ply.number).to_string();
    writeln!(out, "       {first}{last:>0$}\n", columns.saturating_sub(first.len()))
}

fn to_json<G: AnyGame>(number: usize, game: &Record<G>, plies: &[Ply]) -> Value {
    let ply = |ply: &Ply| {
        json!({
            "ply": ply.number,
            "turn": ply.turn,
            "move": ply.played,
            "score": in_words(ply.score, ply.proven),
            "proven": ply.proven,
            "best": ply.best,
            "expected": ply.expected,
            "cost": ply.cost,
            "mark": ply.mark(),
        })
    };
    let turning: Vec<usize> = turning_points(plies).into_iter().map(|ply| ply.number).collect();
    json!({
        "number": number,
        "game": G::NAME.to_string(),
        "players": game.players(),
        "result": game.result().to_string(),
        "plies": plies.iter().map(ply).collect::<Value>(),
        "turning_points": turning,
    })
}
