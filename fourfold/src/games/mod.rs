//! The games, and what the program needs of each.

mod collapsi;
mod collateral_checkers;
mod compass;
mod connect_four;
mod rolling_mountains;

use std::fmt::{self, Debug, Write as _};
use std::path::Path;

use board::Playable;
use clap::ValueEnum;
use engine::{Bot, Evaluator, Game, Options, Outcome, Wdl};

use crate::failure::Failure;
use crate::picture::{HowToPlay, Picture, View};

/// What the program needs of a game.
pub(crate) trait AnyGame: Playable + Debug {
    /// The evaluation of players that search.
    type Evaluation: Evaluator<Self> + Default + Send + Sync + 'static;

    /// The best evaluator there is, for analyses, hints and UGI.
    type Judge: Evaluator<Self> + Default + Send + Sync + 'static;

    /// The game.
    const NAME: Name;

    /// The players of levels 1 to 8.
    const LEVELS: Levels;

    /// The value of the best evaluator that multiplies the odds of winning by e, as fitted by
    /// `cargo bench -p fourfold --bench tune -- <GAME> --scale`. Unused for Collapsi, whose scores are
    /// exact.
    const SCALE: f64;

    /// The rules for a first-time player, with a picture.
    const HOW_TO_PLAY: HowToPlay;

    /// How moves are written.
    const MOVES: &'static str;

    /// An evaluation that only counts material; `None` for a game without material.
    fn material() -> Option<Box<dyn Evaluator<Self>>> {
        None
    }

    /// A player that only this game has.
    fn own_player(_name: &str) -> Option<Box<dyn Bot<Self>>> {
        None
    }

    /// Adjudicates positions by these rules, with the tablebase or bitbase in a file.
    fn judge(_file: &Path, _rules: &Self::Rules) -> Result<Judge<Self>, Failure> {
        Err(Failure::usage("--tablebase", "expected a game of collateral-checkers"))
    }

    /// The rule options of the board's puzzles; `None` for a game without puzzles.
    const PUZZLES: Option<&'static str> = Some("");

    /// The contents of a file of endings, which is to be by these rules if there are any; `None` if this game
    /// has no such files.
    fn knowledge(
        _file: &Path,
        _rules: Option<&Self::Rules>,
    ) -> Result<Option<Knowledge<Self>>, Failure> {
        Ok(None)
    }

    /// The board, with the last move marked where that helps.
    fn picture(&self, last: Option<Self::Move>, view: View) -> Picture;
}

/// Returns the outcome of the positions it knows.
pub(crate) type Judge<G> = Box<dyn Fn(&G) -> Option<Outcome<<G as Game>::Player>> + Send + Sync>;

/// The contents of a file of endings.
pub(crate) enum Knowledge<G> {
    /// Exact scores, as part of the best evaluator.
    Scores(Box<dyn Evaluator<G> + Send + Sync>),
    /// Wins, draws and losses without distances.
    Results(Results<G>),
}

/// Returns the result for the player to move, if it is known.
pub(crate) type Results<G> = Box<dyn Fn(&G) -> Option<Wdl> + Send + Sync>;

/// The players of levels 1 to 8.
pub(crate) struct Levels {
    /// The positions that each searches for a move.
    pub(crate) nodes: [u64; 8],
    /// The percentage of moves that are random instead.
    pub(crate) random: [u32; 8],
}

/// A game, by the name of its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Name {
    /// Collapsi.
    Collapsi,
    /// Collateral Checkers.
    CollateralCheckers,
    /// Compass.
    Compass,
    /// Connect Four, the game of the tutorial.
    ConnectFour,
    /// Rolling Mountains.
    RollingMountains,
}

/// A function that is generic over the game.
pub(crate) trait Task {
    /// Its result.
    type Output;

    /// Does it.
    fn run<G: AnyGame>(self) -> Self::Output;
}

/// As on the command line.
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.pad(value.as_ref().map_or("", clap::builder::PossibleValue::get_name))
    }
}

impl Name {
    /// Runs a task for the game of this name.
    pub(crate) fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            Self::Collapsi => task.run::<::collapsi::Position>(),
            Self::CollateralCheckers => task.run::<::collateral_checkers::Position>(),
            Self::Compass => task.run::<::compass::Position>(),
            Self::ConnectFour => task.run::<::connect_four::Position>(),
            Self::RollingMountains => task.run::<::rolling_mountains::Position>(),
        }
    }
}

/// The rule options of these games: names, defaults and values.
pub(crate) fn options_help(games: &[Name]) -> String {
    struct Describe<'t>(&'t mut String);

    impl Task for Describe<'_> {
        type Output = ();

        fn run<G: AnyGame>(self) {
            let rules = G::Rules::default();
            for spec in G::Rules::SPECS {
                let default = rules.get(spec.name).unwrap_or_default();
                let _ = write!(self.0, "\n  {}={default}: {}", spec.name, spec.values);
            }
            if G::Rules::SPECS.is_empty() {
                self.0.push_str("\n  none");
            }
        }
    }

    let mut text = "Set a rule option; may be given several times, once for each option. \
                    The options, with their defaults and the values they take:\n"
        .to_owned();
    for game in games {
        if games.len() > 1 {
            let _ = write!(text, "\n{game}");
        }
        game.run(Describe(&mut text));
    }
    text
}
