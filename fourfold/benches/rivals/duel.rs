//! A match against the rival at equal time for a move.

use std::time::Duration;

use arena::{Contestant, Match, Openings};
use collateral_checkers::Rules;
use engine::search::BotFn;
use engine::{Game, Limits, ScoreKind, Search, Start};
use serde::Serialize;

use crate::games::{CollateralCheckers, Entrant, exact};
use crate::told::With;
use crate::{Args, TABLE_BYTES, Task, fastest};

type Position = <CollateralCheckers as Entrant>::Position;

/// How many nodes are searched to see whether an opening is even, and how much is.
const EVEN_NODES: u64 = 100_000;
const EVEN: i32 = 100;

/// What came of a match; ours is meant by `won`.
#[derive(Debug, Serialize)]
pub(crate) struct Results {
    options: String,
    openings: &'static str,
    games: u64,
    milliseconds: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// Pairs of games by their points: 0, ½, 1, 1½, 2.
    pairs: [u64; 5],
    /// Per cent, and the ends of the 95 % interval by pairs.
    score: [f64; 3],
}

/// Plays a match.
pub(crate) fn play(args: &Args) -> Results {
    let &Args { extent, games, any_opening, seed, opening_plies, .. } = args;
    let milliseconds = extent.of(1, 10);
    let time = Duration::from_millis(milliseconds);
    let games = extent.of(2, games);
    let depth = extent.of(3, CollateralCheckers::DEPTH);
    let few = CollateralCheckers::positions(0.., extent.of(2, 6), depth);
    let few: Vec<_> = few.into_iter().map(|p| Task::new::<CollateralCheckers>(p, depth)).collect();
    let configuration = fastest::<CollateralCheckers, true>(&few, TABLE_BYTES);
    let theirs = || {
        let mut rival = configuration.rival::<With<CollateralCheckers, true>>();
        // Without time for one ply it chooses nothing.
        BotFn(move |position: &Position, _: &Limits| {
            rival.choose(position, time).or_else(|| position.legal_moves().first().copied())
        })
    };
    let ours = || Search::new(CollateralCheckers::judge()).with_memory(TABLE_BYTES);
    let contestants = vec![
        Contestant::new("ours", ours).limits(Limits::new().time(time)),
        Contestant::new("minimax", theirs),
    ];
    let start = Openings::dealt(|seed| <Position as Start>::start(&Rules::default(), seed));
    let mut openings = start.random_plies(opening_plies);
    if !any_opening {
        openings = openings.only(is_even);
    }
    let report =
        Match::new(contestants, openings).games(games).seed(seed).run(|game, standings| {
            if game.number % 20 == 19 {
                eprintln!("  {} of {games} games", standings.games);
            }
        });
    let report = report.expect("a match of two players with openings");
    let duel = &report.standings.head_to_head[0];
    let score = duel.pairs.score_interval().expect("at least a pair");
    Results {
        options: configuration.to_string(),
        openings: if any_opening { "any" } else { "even" },
        games: duel.won + duel.drawn + duel.lost,
        milliseconds,
        won: duel.won,
        drawn: duel.drawn,
        lost: duel.lost,
        pairs: duel.pairs.counts(),
        score: [score.estimate, score.low, score.high].map(|share| 100.0 * share),
    }
}

/// Whether a search finds only a small advantage: of an opening that one side wins anyway, both
/// would win once.
fn is_even(opening: &Position) -> bool {
    let mut search = exact(CollateralCheckers::judge(), TABLE_BYTES);
    let analysis = search.run(opening, &Limits::new().nodes(EVEN_NODES));
    analysis.is_ok_and(|analysis| match analysis.score.kind() {
        ScoreKind::Value(value) => value.abs() <= EVEN,
        ScoreKind::Win(_) | ScoreKind::Loss(_) => false,
    })
}

impl Results {
    pub(crate) fn print(&self) {
        let [score, low, high] = self.score;
        println!("\nmatch, {} games at {} ms a move", self.games, self.milliseconds);
        println!("  against minimax, {}; {} openings", self.options, self.openings);
        println!(
            "  won {}, drawn {}, lost {}; pairs {:?}",
            self.won, self.drawn, self.lost, self.pairs
        );
        println!("  {score:.1} % ({low:.1} to {high:.1}, 95 %, by pairs)");
    }
}
