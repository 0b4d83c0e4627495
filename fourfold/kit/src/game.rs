//! A game behind an object without type parameters: what a page or a program asks of a game of any type.

use std::path::Path;
use std::sync::Arc;

use engine::game::{Notation, OptionSpec, Options};
use engine::record::{ParseRecordError, Record, parse_each_from};
use engine::search::{
    ByMargin, EpsilonGreedy, GreedyBot, MaxN, Mcts, NoEvaluation, RandomBot, SharedEvaluator,
    Window,
};
use engine::svg::Class;
use engine::{Bot, Evaluator, Search, Wdl};
use solve::ProofSearch;

use crate::AnyError;
use crate::bots::{MakeBot, NearBest};
use crate::dynamic::{Dynamic, any};
use crate::endings::{Endings, Exact, Knowledge, Solution};
use crate::error::Failure;
use crate::position::{Shown, texts};
use crate::sealed;
use crate::search::AnySearch;
use crate::settings::{Builtin, Settings};
use crate::text::Move;
use crate::tools::GameTools;

/// The evaluator of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum By {
    /// That of the players `search`, `greedy` and `maxn`.
    Evaluation,
    /// The best there is.
    Best,
    /// Points, in a game that is won by points: scores are margins.
    Points,
}

/// A game of any type. Rules are settings such as `hold_turns=2,quiet_limit=none`, empty for the default ones.
pub trait AnyGame: GameTools + sealed::Object + Send + Sync {
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

    /// Makes bots of a kind that every game has.
    fn bots(&self, kind: Builtin, settings: &Settings) -> MakeBot;

    /// Whether the game counts material, or points.
    fn has_material(&self) -> bool;

    /// The material of each player, by seat; `None` where it is not counted, or for a position of another game.
    fn material(&self, position: &Dynamic) -> Option<Vec<i32>>;

    /// The answer of the game's own solver, which takes no time to speak of.
    fn solve(&self, position: &Dynamic) -> Option<Solution<Move>>;

    /// The result for the player to move, if it is known without a search.
    fn known(&self, position: &Dynamic) -> Option<Wdl>;

    /// Whether the game has files of endings.
    fn has_endings(&self) -> bool;

    /// What a file of endings knows; `None` if this game has no such files. If there are rules, the file is to
    /// be by them, and what it says of their positions is exact.
    ///
    /// # Errors
    ///
    /// The failure that ends the program: the file cannot be read, or is by other rules.
    fn endings(&self, file: &Path, rules: Option<&str>) -> Result<Option<Endings>, Failure>;
}

/// Deals a start from a seed.
pub type Deals = Arc<dyn Fn(u64) -> Dynamic + Send + Sync>;

pub(crate) type Rules<G> = <G as Notation>::Rules;
type Deal<G> = dyn Fn(&Rules<G>, u64) -> Result<G, AnyError> + Send + Sync;
type Parse<G> = dyn Fn(&str, &Rules<G>) -> Result<G, AnyError> + Send + Sync;
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
#[derive(Clone)]
pub(crate) struct GameOf<G: Shown> {
    /// The start by the default rules, dealt from seed 0.
    pub(crate) usual: G,
    pub(crate) deal: Arc<Deal<G>>,
    pub(crate) parse: Arc<Parse<G>>,
    pub(crate) check: Option<Check<G>>,
    pub(crate) evaluation: SharedEvaluator<G>,
    pub(crate) best: Option<Maker<SharedEvaluator<G>>>,
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
    pub(crate) fn evaluator(&self, by: By) -> SharedEvaluator<G> {
        match (by, &self.best, &self.material) {
            (By::Best, Some(best), _) => best(),
            (By::Evaluation | By::Best, ..) => Arc::clone(&self.evaluation),
            (By::Points, _, Some(material)) => Arc::new(ByMargin(Arc::clone(material))),
            (By::Points, _, None) => Arc::new(ByMargin(NoEvaluation)),
        }
    }

    pub(crate) fn ask<T>(asked: &Asked<G, T>, position: &Dynamic) -> Option<T> {
        asked.as_ref()?(position.of_type().ok()?)
    }

    fn bot(&self, settings: &Settings, kind: Builtin) -> Box<dyn Bot<Dynamic> + Send> {
        let bytes = settings.table_mib() << 20;
        let evaluation = || Arc::clone(&self.evaluation);
        let searching = |evaluator| Search::<G, _>::new(evaluator).with_memory(bytes);
        match (kind, &self.material) {
            (Builtin::Greedy, Some(material)) if settings.judge.is_some() => {
                any::<G>(GreedyBot::new(Arc::clone(material), 0))
            }
            (Builtin::Greedy, _) => any::<G>(GreedyBot::new(evaluation(), 0)),
            (Builtin::Search, _) => {
                let (random, search) = (settings.random.unwrap_or(0), searching(evaluation()));
                match settings.margin {
                    None => any::<G>(EpsilonGreedy::new(random, search)),
                    Some(margin) => {
                        any::<G>(EpsilonGreedy::new(random, NearBest::new(search, margin)))
                    }
                }
            }
            (Builtin::MaxN, _) => any::<G>(MaxN::new(evaluation()).with_memory(bytes)),
            (Builtin::Mcts, _) => {
                let knows = settings.prior.map(|_| evaluation());
                let mcts = Mcts::<G, _>::new(knows.unwrap_or_else(|| Arc::new(NoEvaluation)));
                let mcts = mcts.with_memory(bytes);
                let mcts = settings.prior.into_iter().fold(mcts, Mcts::with_prior);
                let mcts = settings.exploration.into_iter().fold(mcts, Mcts::with_exploration);
                let mcts = settings.urgency.into_iter().fold(mcts, Mcts::with_first_play_urgency);
                any::<G>(settings.rollout.into_iter().fold(mcts, Mcts::with_rollout_plies))
            }
            (Builtin::Material, Some(material)) => any::<G>(searching(Arc::clone(material))),
            (Builtin::Random | Builtin::Level, _) | (Builtin::Material, None) => {
                any::<G>(RandomBot::new(0))
            }
        }
    }
}

impl<G: Shown> sealed::Object for GameOf<G> {}

impl<G: Shown> AnyGame for GameOf<G> {
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
        let (game, rules) = (self.clone(), G::Rules::from_changes(rules)?);
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
        let deal = Arc::clone(&self.deal);
        // A start that is dealt cannot be known.
        let start = move |rules: &G::Rules| {
            let start = deal(rules, 0).ok()?;
            (1..32).all(|seed| deal(rules, seed).as_ref() == Ok(&start)).then_some(start)
        };
        Box::new(parse_each_from(text, start).map(move |record| record.map(any)))
    }

    fn search(&self, by: By) -> Box<dyn AnySearch> {
        Box::new(Search::new(self.evaluator(by)))
    }

    fn bots(&self, kind: Builtin, settings: &Settings) -> MakeBot {
        let (game, settings) = (self.clone(), settings.clone());
        Arc::new(move || game.bot(&settings, kind))
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
        let Solution { winner, length, moves, line } = Self::ask(&self.solve, position)?;
        Some(Solution { winner, length, moves: texts(&moves), line: texts(&line) })
    }

    fn known(&self, position: &Dynamic) -> Option<Wdl> {
        Self::ask(&self.known, position)
    }

    fn has_endings(&self) -> bool {
        self.endings.is_some()
    }

    fn endings(&self, file: &Path, rules: Option<&str>) -> Result<Option<Endings>, Failure> {
        let Some(load) = &self.endings else { return Ok(None) };
        let rules = rules.map(G::Rules::from_changes).transpose().map_err(Failure::run)?;
        Ok(Some(match load(file, rules.as_ref())? {
            Knowledge::Scores(scores) => {
                let evaluator = Arc::clone(&scores);
                let search = move || -> Box<dyn AnySearch> {
                    Box::new(Search::<G, _>::new(Arc::clone(&evaluator)))
                };
                let result = move |position: &Dynamic| {
                    let position: &G = position.of_type().ok()?;
                    Some(scores.known(position, 0, Window::FULL)?.proven()?.result())
                };
                Endings { search: Some(Arc::new(search)), result: Arc::new(result) }
            }
            Knowledge::Results(results) => Endings {
                search: None,
                result: Arc::new(move |position| results(position.of_type().ok()?)),
            },
        }))
    }
}
