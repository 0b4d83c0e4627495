//! What the program needs of a game beyond its rules.

use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;

#[cfg(not(target_family = "wasm"))]
use board::report::Exact;
use board::{Lesson, Playable, in_words};
use engine::{Bot, Evaluator, Game, Notation, Wdl};
use solve::ProofSearch;

use crate::failure::Failure;
use crate::picture::{HowToPlay, Picture, View};

/// What differs from game to game in the program. All but the types and the first three methods have defaults.
///
/// ```
/// use connect_four::{OpenLines, Position};
/// use fourfold::{Hooks, Program};
///
/// struct ConnectFour;
///
/// impl Hooks for ConnectFour {
///     type Game = Position;
///     type Evaluation = OpenLines;
///     type Judge = OpenLines;
///
///     const ABOUT: &str = "Four stones in a line win.";
///
///     fn name(&self) -> &str {
///         "connect-four"
///     }
///
///     fn evaluation(&self) -> OpenLines {
///         OpenLines
///     }
///
///     fn judge(&self) -> OpenLines {
///         OpenLines
///     }
/// }
///
/// let program = Program::new().hooks(ConnectFour);
/// # let _ = program;
/// ```
pub trait Hooks: Send + Sync + 'static {
    /// The game.
    type Game: Playable;

    /// The evaluation of players that search.
    type Evaluation: Evaluator<Self::Game> + Send + Sync + 'static;

    /// The best evaluator there is, for analyses, hints, solving and UGI. It may be the same.
    type Judge: Evaluator<Self::Game> + Send + Sync + 'static;

    /// The game in a sentence.
    const ABOUT: &'static str = "";

    /// The players of levels 1 to 8: three times as many positions a level, from 10; no match has shown how
    /// far these are apart.
    const LEVELS: Levels =
        Levels { nodes: [10, 30, 90, 270, 810, 2430, 7290, 21_870], random: [0; 8], margin: 10 };

    /// The difference in evaluation that multiplies the odds of winning by e: P(win) = 1 / (1 + exp(-value / SCALE)), for
    /// the expected results of `review` and `study`, and the bar of the page.
    const SCALE: f64 = 200.0;

    /// The usual length of a game in minutes, if anybody has said.
    const MINUTES: Option<u32> = None;

    /// The text of a typical position by the default rules, as a picture of the game; by default a start.
    const EXAMPLE: Option<&'static str> = None;

    /// The rules as an illustrated page, by default none.
    const LESSONS: &'static [Lesson] = &[];

    /// The rules for a first-time player, on a terminal.
    const HOW_TO_PLAY: HowToPlay = HowToPlay {
        rules: "This program does not know how the game is explained.",
        ..HowToPlay::EMPTY
    };

    /// The rule options of the puzzles on the page, such as `ply_limit=14`; `None` for a game without
    /// puzzles.
    const PUZZLES: Option<&'static str> = Some("");

    /// The name on the command line, in files and on the page, such as `tic-tac-toe`.
    fn name(&self) -> &str;

    /// The name as it is written in a title, by default the name in words.
    fn title(&self) -> String {
        in_words(self.name())
    }

    /// The evaluation of players that search.
    fn evaluation(&self) -> Self::Evaluation;

    /// The best evaluator there is.
    fn judge(&self) -> Self::Judge;

    /// The evaluation of the player `material`, in a game of points the lead; `None` for a game without
    /// either.
    fn material(&self) -> Option<Box<dyn Evaluator<Self::Game> + Send + Sync>> {
        None
    }

    /// The players that only this game has. The first one is the default opponent if it
    /// [thinks](OwnPlayer::thinks).
    fn own_players(&self) -> Vec<OwnPlayer<Self::Game>> {
        Vec::new()
    }

    /// The board on the terminal, with the last move marked where that helps. By default it is the text of
    /// the position.
    fn picture(
        &self,
        position: &Self::Game,
        _last: Option<<Self::Game as Game>::Move>,
        _view: View,
    ) -> Picture {
        Picture { board: vec![position.to_string()], notes: Vec::new() }
    }

    /// The answer of a solver of the game's own, which takes no time to speak of; `None` without one.
    fn solve(&self, _position: &Self::Game) -> Option<Solution<<Self::Game as Game>::Move>> {
        None
    }

    /// The search for proofs, with an [estimate](ProofSearch::with_estimate) or
    /// [knowledge](ProofSearch::with_knowledge) of the game's own; by default without either.
    fn proof_search(&self) -> ProofSearch<Self::Game> {
        ProofSearch::new()
    }

    /// The position without what makes no difference to its value, such as a counter that no rule looks at;
    /// for `solve --enumerate`, which tells positions apart by it. By default the position as it is.
    fn normal(&self, position: &Self::Game) -> Self::Game {
        position.clone()
    }

    /// The number of complete games from a position; `None` where they are not counted.
    fn count_games(&self, _position: &Self::Game) -> Option<u64> {
        None
    }

    /// Results that are known without a search, such as those of proven openings; by default none.
    fn results(&self) -> Option<Results<Self::Game>> {
        None
    }

    /// Exact results over all starts by these rules, for the report of `study`; `None` where they are not
    /// known.
    ///
    /// # Errors
    ///
    /// The failure that ends the program.
    #[cfg(not(target_family = "wasm"))]
    fn exact(
        &self,
        _rules: &<Self::Game as Notation>::Rules,
        _threads: usize,
    ) -> Result<Option<Exact>, Failure> {
        Ok(None)
    }

    /// The contents of a file of endings; `None` if this game has no such files. If there are rules, the file
    /// is to be by them, and what it says of their positions is exact.
    ///
    /// # Errors
    ///
    /// The failure that ends the program: the file cannot be read, or is by other rules.
    fn knowledge(
        &self,
        _file: &Path,
        _rules: Option<&<Self::Game as Notation>::Rules>,
    ) -> Result<Option<Knowledge<Self::Game>>, Failure> {
        Ok(None)
    }
}

pub(crate) type MoveOf<H> = <<H as Hooks>::Game as Game>::Move;

pub(crate) type BotOf<H> = Box<dyn Bot<<H as Hooks>::Game> + Send>;

pub(crate) type RulesOf<H> = <<H as Hooks>::Game as Notation>::Rules;

/// Returns the result for the player to move, if it is known.
pub type Results<G> = Box<dyn Fn(&G) -> Option<Wdl> + Send + Sync>;

/// What a file of endings knows about the positions by these rules.
pub(crate) fn knowledge<H: Hooks>(
    hooks: &H,
    file: &Path,
    rules: &RulesOf<H>,
) -> Result<Knowledge<H::Game>, Failure> {
    let none = || Failure::usage("--tablebase", "this game has no tablebases");
    hooks.knowledge(file, Some(rules))?.ok_or_else(none)
}

/// The contents of a file of endings.
pub enum Knowledge<G> {
    /// Exact scores, as part of the best evaluator.
    Scores(Box<dyn Evaluator<G> + Send + Sync>),
    /// Wins, draws and losses without distances.
    Results(Results<G>),
}

impl<G> Debug for Knowledge<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Scores(_) => "Scores",
            Self::Results(_) => "Results",
        })
    }
}

/// The answer of a game's own solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The winner as text, or `draw`.
    pub winner: String,
    /// The plies to the end with best play.
    pub length: u32,
    /// The moves that keep both.
    pub moves: Vec<M>,
    /// A line of best play.
    pub line: Vec<M>,
}

/// The players of levels 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    /// The positions that each searches for a move.
    pub nodes: [u64; 8],
    /// The percentage of moves that are random instead.
    pub random: [u32; 8],
    /// How far below the best a move may be that is chosen instead, by chance.
    pub margin: u32,
}

/// A player that only one game has.
#[derive(Clone, Copy, Debug)]
pub struct OwnPlayer<G> {
    /// Its name, as in `fourfold play compass person bold`.
    pub name: &'static str,
    /// How it plays, for the help.
    pub about: &'static str,
    /// Whether it takes limits of time, positions and depth.
    pub thinks: bool,
    /// Makes one.
    pub bot: fn() -> Box<dyn Bot<G> + Send>,
}

/// A game without hooks of its own.
pub(crate) struct Plain<G, E> {
    pub(crate) name: String,
    pub(crate) evaluator: Arc<E>,
    pub(crate) game: PhantomData<fn() -> G>,
}

impl<G: Playable, E: Evaluator<G> + Send + Sync + 'static> Hooks for Plain<G, E> {
    type Game = G;
    type Evaluation = Arc<E>;
    type Judge = Arc<E>;

    fn name(&self) -> &str {
        &self.name
    }

    fn evaluation(&self) -> Arc<E> {
        Arc::clone(&self.evaluator)
    }

    fn judge(&self) -> Arc<E> {
        Arc::clone(&self.evaluator)
    }
}
