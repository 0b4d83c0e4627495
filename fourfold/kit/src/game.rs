//! A game behind an object without type parameters: what the program asks of a game of any type.

use std::io::{self, BufRead, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Arc;

use arena::study::Judge;
use arena::{ServeError, UgiProgram};
use engine::conformance::Violation;
use engine::game::{Notation, OptionSpec, Options, nth_seed};
use engine::record::{ParseRecordError, Record, parse_each_from};
use engine::search::{
    ByMargin, EpsilonGreedy, GreedyBot, MaxN, Mcts, NoEvaluation, RandomBot, SharedEvaluator,
    Window,
};
use engine::svg::Class;
use engine::{Analysis, Bot, Conformance, Evaluator, Limits, Search, Wdl};
use solve::{
    Answer, BuildOptionsBy, Enumerated, ProofSearch, Proven, SolveError, SolveOptions, Solved,
    Watching, enumerate, prove_winner,
};

use crate::AnyError;
use crate::bots::{MakeBot, NearBest};
use crate::dynamic::{BotOf, Dynamic};
use crate::endings::{Endings, Exact, Knowledge, Solution};
use crate::error::Failure;
use crate::position::{Shown, texts};
use crate::sealed;
use crate::search::{AnyJudge, AnySearch, SearchOf};
use crate::settings::{KindOfAll, Settings};
use crate::text::Move;

/// The evaluator of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum By {
    /// That of the players `search`, `greedy` and `maxn`.
    Evaluation,
    /// The best there is.
    Judge,
    /// Points, in a game that is won by points: scores are margins.
    Points,
}

/// A game of any type. Rules are settings such as `hold_turns=2,quiet_limit=none`, empty for the default ones.
pub trait AnyGame: sealed::Object + Send + Sync {
    /// The rule options, each with its default.
    fn options(&self) -> Vec<(OptionSpec, String)>;

    /// These rules, every option in order, with another value of one.
    ///
    /// # Errors
    ///
    /// The rules are not those of the game, it has no such option, or the option does not take the value.
    fn set(&self, rules: &str, option: &str, value: &str) -> Result<String, AnyError>;

    /// The classes of its pictures that other games [do not share](engine::svg::Draw::CLASSES).
    fn classes(&self) -> &'static [Class];

    /// The start by the default rules, dealt from seed 0.
    fn usual_start(&self) -> Dynamic;

    /// Deals the starts of games by these rules, each from a seed. Where a game gives none, that is the usual one.
    ///
    /// # Errors
    ///
    /// The rules are not those of the game.
    fn deals(&self, rules: &str) -> Result<Deals, AnyError>;

    /// The position in which a game by these rules begins, [dealt](engine::Start::start) from the seed.
    ///
    /// # Errors
    ///
    /// The rules are not those of the game.
    fn start(&self, rules: &str, seed: u64) -> Result<Dynamic, AnyError>;

    /// Reads a position that is to be played by these rules.
    ///
    /// # Errors
    ///
    /// The rules are not those of the game, or the text is no position.
    fn parse(&self, text: &str, rules: &str) -> Result<Dynamic, AnyError>;

    /// Reads the [records](engine::record) of a text one by one. After an error there are no more. A tag `Start` may be
    /// missing where the start is always the same.
    fn records<'t>(
        &self,
        text: &'t str,
    ) -> Box<dyn Iterator<Item = Result<Record<Dynamic>, ParseRecordError>> + 't>;

    /// A search.
    fn search(&self, by: By) -> Box<dyn AnySearch>;

    /// A judge of positions by the best evaluator, with this scale and within these limits.
    fn judge(&self, scale: f64, limits: Limits) -> Box<dyn AnyJudge>;

    /// Makes bots of a kind that every game has.
    fn bots(&self, kind: KindOfAll, settings: &Settings) -> MakeBot;

    /// Makes bots that play by another program.
    fn program(&self, program: UgiProgram) -> MakeBot;

    /// Whether the game counts material, or points.
    fn has_material(&self) -> bool;

    /// The material of each player, by seat; `None` where it is not counted, or for a position of another game.
    fn material(&self, position: &Dynamic) -> Option<Vec<i32>>;

    /// The answer of the game's own solver, which takes no time to speak of.
    fn solve(&self, position: &Dynamic) -> Option<Solution<Move>>;

    /// The number of complete games from a position.
    fn count_games(&self, position: &Dynamic) -> Option<u64>;

    /// The result for the player to move, if it is known without a search.
    fn known(&self, position: &Dynamic) -> Option<Wdl>;

    /// Proves who can force a win, with a table of so many bytes. `report` is told whom a search is about, and
    /// its state. The choices of the proofs are written to `out`.
    ///
    /// # Errors
    ///
    /// Why nothing is proven.
    fn prove(
        &self,
        position: &Dynamic,
        memory: usize,
        limits: &Limits,
        report: &mut dyn FnMut(&str, &Answer),
        out: Option<&mut dyn Write>,
    ) -> Result<Proven, SolveError>;

    /// Solves a position by tables of all positions that play leads to, whose options are made as each is built.
    /// Writes the positions to `out`, a line each.
    ///
    /// # Errors
    ///
    /// Why there is no table.
    fn enumerate(
        &self,
        position: &Dynamic,
        options: &BuildOptionsBy<'_>,
        watching: &Watching<'_>,
        out: Option<&mut dyn Write>,
    ) -> Result<Enumerated<Move>, SolveError>;

    /// [Solves](solve::solve) a position by the solver that fits, with a table of so many bytes for the search. Of the
    /// options, those for any game count.
    ///
    /// # Errors
    ///
    /// The position cannot be searched, or is of another game.
    fn choose(
        &self,
        position: &Dynamic,
        memory: usize,
        limits: &Limits,
        options: &SolveOptions<'_, Dynamic>,
    ) -> Result<Solved<Move>, SolveError>;

    /// Exact results over all starts by these rules, where they are known.
    ///
    /// # Errors
    ///
    /// The failure that ends the program.
    fn exact(&self, rules: &str, threads: usize) -> Result<Option<Exact>, Failure>;

    /// Whether the game has files of endings.
    fn has_endings(&self) -> bool;

    /// What a file of endings knows; `None` if this game has no such files. If there are rules, the file is to
    /// be by them, and what it says of their positions is exact.
    ///
    /// # Errors
    ///
    /// The failure that ends the program: the file cannot be read, or is by other rules.
    fn endings(&self, file: &Path, rules: Option<&str>) -> Result<Option<Endings>, Failure>;

    /// Checks whether the game keeps the laws of the traits that it implements, in so many positions that play by
    /// these rules leads to from starts dealt from the seed, and returns how many there were; `None` for a game whose
    /// [own tests](crate::Kit::tested) check that. `report` is told of each kind of laws how it is broken, if it is.
    ///
    /// # Errors
    ///
    /// The rules are not those of the game.
    fn check(
        &self,
        rules: &str,
        positions: usize,
        seed: u64,
        report: &mut dyn FnMut(&str, Option<String>),
    ) -> Result<Option<usize>, AnyError>;

    /// Serves the game by UGI, by the best evaluator, with tables of so many MiB at most.
    ///
    /// # Errors
    ///
    /// The rules are not those of the game, or a stream failed.
    fn serve(
        &self,
        name: &str,
        rules: &str,
        most_hash: usize,
        input: &mut dyn BufRead,
        output: Box<dyn Write + Send>,
    ) -> Result<(), ServeError>;
}

/// Deals a start from a seed.
pub type Deals = Arc<dyn Fn(u64) -> Dynamic + Send + Sync>;

type Rules<G> = <G as Notation>::Rules;
type Deal<G> = dyn Fn(&Rules<G>, u64) -> Result<G, AnyError> + Send + Sync;
type Parse<G> = dyn Fn(&str, &Rules<G>) -> Result<G, AnyError> + Send + Sync;
/// Serves a game under a name, by an evaluator and rules, with tables of so many MiB at most.
pub(crate) type Serve<G> = fn(
    &str,
    SharedEvaluator<G>,
    Rules<G>,
    usize,
    &mut dyn BufRead,
    Box<dyn Write + Send>,
) -> Result<(), ServeError>;
/// Checks a game in so many positions from a seed, and tells how laws are broken.
pub(crate) type Check<G> = fn(
    &GameOf<G>,
    &Rules<G>,
    (usize, u64),
    &mut dyn FnMut(&str, Option<String>),
) -> Result<usize, AnyError>;
type Maker<T> = Arc<dyn Fn() -> T + Send + Sync>;
type Asked<G, T> = Option<Arc<dyn Fn(&G) -> Option<T> + Send + Sync>>;
type Load<G> = dyn Fn(&Path, Option<&Rules<G>>) -> Result<Knowledge<G>, Failure> + Send + Sync;
type ExactBy<G> = dyn Fn(&Rules<G>, usize) -> Result<Option<Exact>, Failure> + Send + Sync;

/// What is said of a game of a type, beside its rules.
pub(crate) struct GameOf<G: Shown> {
    /// The start by the default rules, dealt from seed 0.
    pub(crate) usual: G,
    pub(crate) deal: Arc<Deal<G>>,
    pub(crate) parse: Arc<Parse<G>>,
    pub(crate) serve: Option<Serve<G>>,
    pub(crate) check: Option<Check<G>>,
    pub(crate) evaluation: SharedEvaluator<G>,
    pub(crate) judge: Maker<SharedEvaluator<G>>,
    pub(crate) material: Option<SharedEvaluator<G>>,
    pub(crate) solve: Asked<G, Solution<G::Move>>,
    pub(crate) count_games: Asked<G, u64>,
    pub(crate) known: Asked<G, Wdl>,
    pub(crate) proofs: Maker<ProofSearch<G>>,
    pub(crate) normal: Arc<dyn Fn(&G) -> G + Send + Sync>,
    pub(crate) exact: Option<Arc<ExactBy<G>>>,
    pub(crate) endings: Option<Arc<Load<G>>>,
}

impl<G: Shown> GameOf<G> {
    fn evaluator(&self, by: By) -> SharedEvaluator<G> {
        match (by, &self.material) {
            (By::Evaluation, _) => Arc::clone(&self.evaluation),
            (By::Judge, _) => (self.judge)(),
            (By::Points, Some(material)) => Arc::new(ByMargin(Arc::clone(material))),
            (By::Points, None) => Arc::new(ByMargin(NoEvaluation)),
        }
    }

    fn ask<T>(asked: &Asked<G, T>, position: &Dynamic) -> Option<T> {
        asked.as_ref()?(position.of_type().ok()?)
    }

    fn bot(&self, settings: &Settings, kind: KindOfAll) -> Box<dyn Bot<Dynamic> + Send> {
        let bytes = settings.table_mib() << 20;
        let judge = || Arc::clone(&self.evaluation);
        let searching = |evaluator| Search::<G, _>::new(evaluator).with_memory(bytes);
        match (kind, &self.material) {
            (KindOfAll::Greedy, Some(material)) if settings.judge.is_some() => {
                any::<G, _>(GreedyBot::new(Arc::clone(material), 0))
            }
            (KindOfAll::Greedy, _) => any::<G, _>(GreedyBot::new(judge(), 0)),
            (KindOfAll::Search, _) => {
                let random = settings.random.unwrap_or(0);
                match settings.margin {
                    Some(margin) => any::<G, _>(EpsilonGreedy::new(
                        random,
                        NearBest::new(searching(judge()), margin),
                    )),
                    None => any::<G, _>(EpsilonGreedy::new(random, searching(judge()))),
                }
            }
            (KindOfAll::MaxN, _) => any::<G, _>(MaxN::new(judge()).with_memory(bytes)),
            (KindOfAll::Mcts, _) => {
                let mcts = Mcts::new(NoEvaluation).with_memory(bytes);
                let mcts = settings.exploration.into_iter().fold(mcts, Mcts::with_exploration);
                let mcts = settings.urgency.into_iter().fold(mcts, Mcts::with_first_play_urgency);
                any::<G, _>(settings.rollout.into_iter().fold(mcts, Mcts::with_rollout_plies))
            }
            (KindOfAll::Material, Some(material)) => any::<G, _>(searching(Arc::clone(material))),
            (KindOfAll::Random | KindOfAll::Level, _) | (KindOfAll::Material, None) => {
                any::<G, _>(RandomBot::new(0))
            }
        }
    }
}

/// A bot for positions of any type.
fn any<G: Shown, B: Bot<G> + Send + 'static>(bot: B) -> Box<dyn Bot<Dynamic> + Send> {
    Box::new(BotOf::<G, B>::new(bot))
}

impl<G: Shown> sealed::Object for Arc<GameOf<G>> {}

impl<G: Shown> AnyGame for Arc<GameOf<G>> {
    fn options(&self) -> Vec<(OptionSpec, String)> {
        G::Rules::defaults()
    }

    fn set(&self, rules: &str, option: &str, value: &str) -> Result<String, AnyError> {
        let mut rules = G::Rules::from_changes(rules)?;
        rules.set(option, value)?;
        Ok(rules.settings())
    }

    fn classes(&self) -> &'static [Class] {
        G::CLASSES
    }

    fn usual_start(&self) -> Dynamic {
        self.usual.clone().into()
    }

    fn deals(&self, rules: &str) -> Result<Deals, AnyError> {
        let (game, rules) = (Arc::clone(self), G::Rules::from_changes(rules)?);
        Ok(Arc::new(move |seed| {
            let usual = |_| game.usual.clone();
            (game.deal)(&rules, seed).unwrap_or_else(usual).into()
        }))
    }

    fn start(&self, rules: &str, seed: u64) -> Result<Dynamic, AnyError> {
        Ok((self.deal)(&G::Rules::from_changes(rules)?, seed)?.into())
    }

    fn parse(&self, text: &str, rules: &str) -> Result<Dynamic, AnyError> {
        Ok((self.parse)(text, &G::Rules::from_changes(rules)?)?.into())
    }

    fn records<'t>(
        &self,
        text: &'t str,
    ) -> Box<dyn Iterator<Item = Result<Record<Dynamic>, ParseRecordError>> + 't> {
        let any = |record: Record<G>| {
            let start = record.start().clone();
            let any = Dynamic::from(start.clone());
            let player = |player| any.player(start.seat(player).unwrap_or_default());
            record.map(Dynamic::from, Move::of, player)
        };
        let game = Arc::clone(self);
        // A start that is dealt cannot be known.
        let start = move |rules: &G::Rules| {
            let start = (game.deal)(rules, 0).ok()?;
            (1..32).all(|seed| (game.deal)(rules, seed).as_ref() == Ok(&start)).then_some(start)
        };
        Box::new(parse_each_from(text, start).map(move |record| record.map(any)))
    }

    fn search(&self, by: By) -> Box<dyn AnySearch> {
        Box::new(SearchOf::new(self.evaluator(by)))
    }

    fn judge(&self, scale: f64, limits: Limits) -> Box<dyn AnyJudge> {
        Box::new(Judge::new(self.evaluator(By::Judge), scale, limits))
    }

    fn bots(&self, kind: KindOfAll, settings: &Settings) -> MakeBot {
        let (game, settings) = (Arc::clone(self), settings.clone());
        Arc::new(move || game.bot(&settings, kind))
    }

    fn program(&self, program: UgiProgram) -> MakeBot {
        Arc::new(move || any::<G, _>(program.bot()))
    }

    fn has_material(&self) -> bool {
        self.material.is_some()
    }

    fn material(&self, position: &Dynamic) -> Option<Vec<i32>> {
        let (material, position): (_, &G) = (self.material.as_ref()?, position.of_type().ok()?);
        let of = |&player: &G::Player| material.evaluate(position, player);
        Some(position.players().iter().map(of).collect())
    }

    fn solve(&self, position: &Dynamic) -> Option<Solution<Move>> {
        let Solution { winner, length, moves, line } = GameOf::ask(&self.solve, position)?;
        Some(Solution { winner, length, moves: texts(&moves), line: texts(&line) })
    }

    fn count_games(&self, position: &Dynamic) -> Option<u64> {
        GameOf::ask(&self.count_games, position)
    }

    fn known(&self, position: &Dynamic) -> Option<Wdl> {
        GameOf::ask(&self.known, position)
    }

    fn prove(
        &self,
        position: &Dynamic,
        memory: usize,
        limits: &Limits,
        report: &mut dyn FnMut(&str, &Answer),
        out: Option<&mut dyn Write>,
    ) -> Result<Proven, SolveError> {
        let search = (self.proofs)().with_memory(memory);
        prove_winner::<G>(search, position.of_type()?, limits, report, out)
    }

    fn enumerate(
        &self,
        position: &Dynamic,
        options: &BuildOptionsBy<'_>,
        watching: &Watching<'_>,
        out: Option<&mut dyn Write>,
    ) -> Result<Enumerated<Move>, SolveError> {
        let found = enumerate::<G>(position.of_type()?, &*self.normal, (options, watching), out)?;
        Ok(found.map(texts))
    }

    fn choose(
        &self,
        position: &Dynamic,
        memory: usize,
        limits: &Limits,
        options: &SolveOptions<'_, Dynamic>,
    ) -> Result<Solved<Move>, SolveError> {
        let tell = options.reporter();
        let report = |found: &Analysis<G::Move>| tell(&found.map(texts));
        let options = options.of_game::<G>().normal(&*self.normal).report(&report);
        let mut search = Search::new(self.evaluator(By::Judge)).with_memory(memory);
        Ok(solve::solve(position.of_type::<G>()?, &mut search, limits, &options)?.map(texts))
    }

    fn exact(&self, rules: &str, threads: usize) -> Result<Option<Exact>, Failure> {
        let Some(exact) = &self.exact else { return Ok(None) };
        exact(&G::Rules::from_changes(rules).map_err(Failure::run)?, threads)
    }

    fn has_endings(&self) -> bool {
        self.endings.is_some()
    }

    fn endings(&self, file: &Path, rules: Option<&str>) -> Result<Option<Endings>, Failure> {
        let Some(load) = &self.endings else { return Ok(None) };
        let rules = rules.map(G::Rules::from_changes).transpose().map_err(Failure::run)?;
        Ok(Some(match load(file, rules.as_ref())? {
            Knowledge::Scores(scores) => {
                let result = Arc::clone(&scores);
                Endings {
                    search: Some(Arc::new(move || {
                        Box::new(SearchOf::<G>::new(Arc::clone(&scores)))
                    })),
                    result: Arc::new(move |position| {
                        let position: &G = position.of_type().ok()?;
                        Some(result.known(position, 0, Window::FULL)?.proven()?.result())
                    }),
                }
            }
            Knowledge::Results(results) => Endings {
                search: None,
                result: Arc::new(move |position| results(position.of_type().ok()?)),
            },
        }))
    }

    fn check(
        &self,
        rules: &str,
        positions: usize,
        seed: u64,
        report: &mut dyn FnMut(&str, Option<String>),
    ) -> Result<Option<usize>, AnyError> {
        let Some(check) = self.check else { return Ok(None) };
        Ok(Some(check(self, &G::Rules::from_changes(rules)?, (positions, seed), report)?))
    }

    fn serve(
        &self,
        name: &str,
        rules: &str,
        most_hash: usize,
        input: &mut dyn BufRead,
        output: Box<dyn Write + Send>,
    ) -> Result<(), ServeError> {
        let refuse = |error| ServeError::Input(io::Error::other(error));
        let rules = G::Rules::from_changes(rules).map_err(refuse)?;
        let none = || ServeError::Input(io::ErrorKind::Unsupported.into());
        let serve = self.serve.ok_or_else(none)?;
        serve(name, self.evaluator(By::Judge), rules, most_hash, input, output)
    }
}

/// Checks whether a game keeps the laws of the traits that it implements, as [`AnyGame::check`] says.
pub(crate) fn check<G: Shown>(
    game_of: &GameOf<G>,
    rules: &Rules<G>,
    (positions, seed): (usize, u64),
    report: &mut dyn FnMut(&str, Option<String>),
) -> Result<usize, AnyError> {
    const STARTS: u64 = 8;
    let starts = (0..STARTS).map(|i| (game_of.deal)(rules, nth_seed(seed, i)));
    let game = Conformance::explore(starts.collect::<Result<Vec<_>, _>>()?, positions, seed);
    let mut check = |laws, checked: &dyn Fn() -> Result<(), Violation>| {
        let checked = panic::catch_unwind(AssertUnwindSafe(checked));
        let panicked = |_| Err("the game panics".to_owned());
        report(laws, checked.map_or_else(panicked, |kept| kept.map_err(|v| v.to_string())).err());
    };
    check("rules", &|| game.rules());
    check("keys", &|| game.keys());
    check("notation", &|| game.notation());
    check("evaluation", &|| game.evaluator(&game_of.evaluation));
    let judge = (game_of.judge)();
    if !Arc::ptr_eq(&judge, &game_of.evaluation) {
        check("best evaluation", &|| game.evaluator(&judge));
    }
    if let Some(material) = &game_of.material {
        check("material", &|| game.evaluator(material));
    }
    check("pictures", &|| game.pictures());
    check("explanations", &|| game.explanations());
    check("observations", &|| game.observations());
    Ok(game.positions().len())
}
