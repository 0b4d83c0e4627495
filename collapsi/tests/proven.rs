//! What a search calls proven along games of perfect play, against the solver.

use std::ops::RangeInclusive;

use collapsi::{Deal, Evaluation, Player, Position, Rules, Solver};
use engine::{Evaluator, Game, Limits, NoEvaluation, Score, Search, Techniques};
use rand::seq::IteratorRandom;

use crate::best_play::{self, Truth};

/// The scores of one player, by the solver.
struct Solved {
    solver: Solver,
    player: Player,
}

impl Truth<Position> for Solved {
    fn of(&mut self, position: &Position) -> RangeInclusive<Score> {
        let verdict = self.solver.verdict(position);
        let wins = verdict.winner == self.player;
        let score = if wins { Score::win_in } else { Score::loss_in }(verdict.length);
        score..=score
    }
}

/// The positions of a game in which every move is one of the best, any of them.
fn perfect_game(seed: u64, rules: Rules) -> Vec<Position> {
    let (mut solver, mut rng) = (Solver::new(), engine::seeded(seed));
    let mut position = Deal::random(seed).position(rules);
    let mut positions = vec![position];
    while let Some(m) = solver.solve(&position).moves.into_iter().choose(&mut rng) {
        position.play(m).expect("one of the best moves");
        positions.push(position);
    }
    positions
}

/// How a search is made.
#[derive(Clone, Copy, Debug)]
struct Setting {
    techniques: Techniques,
    nodes: u64,
    threads: usize,
    lines: usize,
    table: TableUse,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TableUse {
    Fresh,
    Kept,
}

/// How many proven lines were found, and which of them are wrong.
#[derive(Default)]
struct Found {
    searches: usize,
    lines: usize,
    faults: Vec<String>,
}

impl Found {
    fn search<E: Evaluator<Position> + Sync>(
        &mut self,
        game: &[Position],
        evaluator: E,
        setting: Setting,
    ) {
        let search = Search::new(evaluator).with_techniques(setting.techniques);
        let mut search = search.with_lines(setting.lines);
        for position in game {
            if setting.table == TableUse::Fresh {
                search.clear();
            }
            let limits = Limits::new().nodes(setting.nodes);
            let analysis =
                search.run_parallel(position, &limits, setting.threads, |_| {}).expect("a table");
            let mut truth = Solved { solver: Solver::new(), player: position.turn() };
            self.searches += 1;
            match best_play::check(position, &analysis, setting.lines, &mut truth) {
                Ok(lines) => self.lines += lines,
                Err(fault) => self.faults.push(format!("{position}, {setting:?}: {fault}")),
            }
        }
    }

    /// Searches the positions of a game by both evaluators in every way.
    fn search_in_every_way(&mut self, seed: u64, rules: Rules, nodes: &[u64]) {
        let game = perfect_game(seed, rules);
        for &nodes in nodes {
            for (techniques, threads, lines, table) in [
                (Techniques::play(), 1, 1, TableUse::Fresh),
                (Techniques::play(), 1, 1, TableUse::Kept),
                (Techniques::play(), 2, 1, TableUse::Fresh),
                (Techniques::play(), 2, 1, TableUse::Kept),
                (Techniques::play(), 1, 3, TableUse::Kept),
                (Techniques::exact(), 1, 1, TableUse::Fresh),
                (Techniques::exact(), 1, 1, TableUse::Kept),
                (Techniques::exact(), 2, 1, TableUse::Fresh),
                (Techniques::exact(), 2, 1, TableUse::Kept),
                (Techniques::exact(), 1, 3, TableUse::Kept),
            ] {
                let setting = Setting { techniques, nodes, threads, lines, table };
                self.search(&game, NoEvaluation, setting);
                self.search(&game, Evaluation, setting);
            }
        }
    }

    /// Says what was checked, and fails if anything was wrong.
    fn finish(self) {
        let Self { searches, lines, faults } = self;
        println!("{lines} proven lines of {searches} searches, {} wrong", faults.len());
        let first: Vec<_> = faults.iter().take(5).map(String::as_str).collect();
        assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), first.join("\n"));
        assert!(lines > searches / 3, "{lines} proven lines of {searches} searches");
    }
}

#[test]
fn proven_lines_are_best_play() {
    let mut found = Found::default();
    for rules in Rules::ALL {
        for seed in 0..3 {
            found.search_in_every_way(seed, rules, &[1_000, 10_000]);
        }
    }
    found.finish();
}

/// The losses whose lines a search with reductions once got wrong.
#[test]
fn a_loss_is_proven_with_the_move_that_delays_it_most() {
    let position: Position = "Jr2A4/234A/2Jb3A/323A r".parse().unwrap();
    let mut found = Found::default();
    for nodes in [100_000, 1_000_000] {
        for techniques in [Techniques::play(), Techniques::exact()] {
            let (threads, lines, table) = (1, 1, TableUse::Fresh);
            let setting = Setting { techniques, nodes, threads, lines, table };
            found.search(&[position], NoEvaluation, setting);
        }
    }
    found.finish();
}

/// With `DEALS` other than 300 in the environment, so many.
#[test]
#[ignore = "takes minutes"]
fn so_they_are_in_hundreds_of_deals() {
    let deals = std::env::var("DEALS").map_or(300, |deals| deals.parse().expect("a number"));
    let mut found = Found::default();
    for seed in 0..deals {
        for rules in Rules::ALL {
            found.search_in_every_way(seed, rules, &[1_000, 10_000, 100_000, 1_000_000]);
        }
    }
    found.finish();
}
