//! Solving by a table of all positions that play leads to.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;

use engine::system::file;
use engine::{Game, Score};
use indicatif::HumanBytes;
use solve::tablebase::{BuildError, BuildOptions, Rank, ReachablePositions, Tablebase};
use solve::{Coalition, Side};

use crate::commands::{memory, progress};
use crate::failure::Failure;
use crate::hooks::{Hooks, MoveOf};

pub(crate) struct Enumerated<M> {
    /// How many positions play leads to, without those of finished games.
    pub(crate) positions: u64,
    /// In how many of them each player can force a win.
    pub(crate) wins: BTreeMap<String, u64>,
    /// For the player to move.
    pub(crate) score: Score,
    pub(crate) winner: Option<String>,
    /// The best moves, and a line of best play if that ends.
    pub(crate) moves: Vec<M>,
    pub(crate) line: Vec<M>,
}

/// Lists all positions and works backwards from the ends of games: each player against all others. Writes what
/// every position is worth to a file, if one is given.
pub(crate) fn enumerate<H: Hooks>(
    hooks: &H,
    position: &H::Game,
    threads: usize,
    out: Option<&Path>,
) -> Result<Enumerated<MoveOf<H>>, Failure> {
    let Some(path) = out else { return tables(hooks, position, threads, None) };
    let mut found = None;
    let saved = file::save(path, |file| {
        writeln!(file, "player\tposition\tworth")?;
        let tables = found.insert(tables(hooks, position, threads, Some(file)));
        tables.as_ref().map(|_| ()).map_err(|_| io::ErrorKind::Other.into())
    });
    match (found, saved) {
        (Some(Err(failure)), _) => Err(failure),
        (Some(found), Ok(())) => found,
        (_, saved) => {
            Err(Failure::file(path, saved.err().map_or_else(String::new, |e| e.to_string())))
        }
    }
}

fn tables<H: Hooks>(
    hooks: &H,
    position: &H::Game,
    threads: usize,
    mut out: Option<&mut dyn Write>,
) -> Result<Enumerated<MoveOf<H>>, Failure> {
    let mut found = Enumerated {
        positions: 0,
        wins: BTreeMap::new(),
        score: Score::DRAW,
        winner: None,
        moves: Vec::new(),
        line: Vec::new(),
    };
    let players = position.players();
    for start in Coalition::each(position) {
        let moves_first = start.turn() == Side::Player;
        // With two players one table is enough: it has the results of the other player too.
        let other = players.iter().find(|&&player| player != start.player && players.len() == 2);
        if other.is_some() && !moves_first {
            continue;
        }
        let table = table(hooks, &start, threads)?;
        if let Some(out) = &mut out {
            list::<H>(&table, *out)?;
        }
        found.positions = table.size(0);
        let score = table.probe(&start).unwrap_or(Score::DRAW);
        let wins = wins::<H>(&table);
        for (side, player) in [(Side::Player, Some(&start.player)), (Side::Opponents, other)] {
            let Some(name) = player.map(ToString::to_string) else { continue };
            if winner(score, start.turn()) == Some(side) {
                found.winner = Some(name.clone());
            }
            found.wins.insert(name, wins[side as usize]);
        }
        if moves_first {
            let best = |&(m, value): &(_, Option<Score>)| (value == Some(score)).then_some(m);
            found.score = score;
            found.moves = table.moves(&start).iter().filter_map(best).collect();
            found.line = table.line(&start);
        }
    }
    Ok(found)
}

/// The side that can force a win, from the score for the side to move.
fn winner(score: Score, turn: Side) -> Option<Side> {
    score.distance()?;
    Some(if score.is_win() == (turn == Side::Player) { Side::Player } else { Side::Opponents })
}

type Normal<'h, H> = Box<dyn Fn(&Against<H>) -> Against<H> + Sync + 'h>;
type Against<H> = Coalition<<H as Hooks>::Game>;
type Table<'h, H> = Tablebase<ReachablePositions<Against<H>, Normal<'h, H>>>;

fn table<'h, H: Hooks>(
    hooks: &'h H,
    start: &Against<H>,
    threads: usize,
) -> Result<Table<'h, H>, Failure> {
    let normal: Normal<'h, H> =
        Box::new(|at| Coalition { position: hooks.normal(&at.position), player: at.player });
    let options = || {
        let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        BuildOptions::new().threads(threads).memory(memory::available().unwrap_or(u64::MAX))
    };
    let refused = |error| match error {
        BuildError::Stopped => {
            Failure::Interrupted("stopped before the table was built".to_owned())
        }
        BuildError::Memory { bytes } => Failure::run(format_args!(
            "play leads to more positions than the memory holds: {} or more are needed",
            HumanBytes(bytes)
        )),
        error => Failure::run(error),
    };
    let who = start.player;
    let family =
        progress::watched(&[format!("listing positions ({who})")], &options(), |options, _| {
            ReachablePositions::new(start, normal, options).map_err(refused)
        })?;
    let mut table = Tablebase::new(family);
    progress::watched(&[format!("working backwards ({who})")], &options(), |options, _| {
        table.build(options).map_err(refused)
    })?;
    Ok(table)
}

/// Writes what each position is worth to the player of the table.
fn list<H: Hooks>(table: &Table<'_, H>, out: &mut dyn Write) -> io::Result<()> {
    for (index, at) in (0..).zip(table.family().positions()) {
        let score = table.get(Rank { class: 0, index }).unwrap_or(Score::DRAW);
        let own = if at.turn() == Side::Player { score } else { -score };
        let worth = if own == Score::DRAW { "draw".to_owned() } else { own.to_string() };
        writeln!(out, "{}\t{}\t{worth}", at.player, at.position)?;
    }
    Ok(())
}

fn wins<H: Hooks>(table: &Table<'_, H>) -> [u64; 2] {
    let mut wins = [0; 2];
    for (index, position) in (0..).zip(table.family().positions()) {
        let score = table.get(Rank { class: 0, index });
        if let Some(side) = score.and_then(|score| winner(score, position.turn())) {
            wins[side as usize] += 1;
        }
    }
    wins
}
