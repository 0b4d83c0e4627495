//! Games by name.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::AnyError;
use super::position::{AnyPosition, Playable, texts};
use super::search::{AnyBot, AnySearch, BotKind, BotOf};
use engine::game::{OptionSpec, Options};
use engine::record::{Record, RecordResult, parse_all};
use engine::search::{Evaluator, GreedyBot, Mcts, NoEvaluation, RandomBot, Search};
use engine::svg::Class;

/// A game. Rules are settings such as `hold_turns=2,quiet_limit=none`, empty for the default ones.
pub trait AnyGame: Send + Sync {
    /// The name.
    fn name(&self) -> &str;

    /// The rule options, each with its default.
    fn options(&self) -> Vec<(OptionSpec, String)>;

    /// The classes of its pictures that other games [do not share](engine::svg::Draw::CLASSES).
    fn classes(&self) -> &'static [Class];

    /// The position in which a game by these rules begins, [dealt](engine::Start::start) from the seed.
    ///
    /// # Errors
    ///
    /// The rules are not those of the game.
    fn start(&self, rules: &str, seed: u64) -> Result<Box<dyn AnyPosition>, AnyError>;

    /// Reads a position that is to be played by these rules.
    ///
    /// # Errors
    ///
    /// The rules are not those of the game, or the text is no position.
    fn parse(&self, text: &str, rules: &str) -> Result<Box<dyn AnyPosition>, AnyError>;

    /// Reads the [records](engine::record) of a text.
    ///
    /// # Errors
    ///
    /// The first error, and its place.
    fn records(&self, text: &str) -> Result<Vec<AnyRecord>, AnyError>;

    /// A search by the evaluator of the game.
    fn search(&self) -> Box<dyn AnySearch>;

    /// A bot.
    fn bot(&self, kind: BotKind) -> Box<dyn AnyBot + Send>;
}

/// A record of a game.
#[derive(Clone, Debug)]
pub struct AnyRecord {
    /// The position where the game began.
    pub start: Box<dyn AnyPosition>,
    /// The moves of the main line.
    pub moves: Vec<String>,
    /// How it ended other than by the rules, as in `white resigns`.
    pub ending: Option<String>,
    /// The whole record as it is printed.
    pub text: String,
}

/// A game of a type, under a name and with an evaluator.
#[derive(Clone, Debug)]
pub struct GameOf<G, E> {
    name: String,
    evaluator: Arc<E>,
    game: PhantomData<fn() -> G>,
}

impl<G, E> GameOf<G, E> {
    /// A game with a name such as `tic-tac-toe`.
    pub fn new(name: impl Into<String>, evaluator: E) -> Self {
        Self { name: name.into(), evaluator: Arc::new(evaluator), game: PhantomData }
    }
}

impl<G, E> AnyGame for GameOf<G, E>
where
    G: Playable,
    E: Evaluator<G> + Send + Sync + 'static,
{
    fn name(&self) -> &str {
        &self.name
    }

    fn options(&self) -> Vec<(OptionSpec, String)> {
        G::Rules::defaults()
    }

    fn classes(&self) -> &'static [Class] {
        G::CLASSES
    }

    fn start(&self, rules: &str, seed: u64) -> Result<Box<dyn AnyPosition>, AnyError> {
        Ok(Box::new(G::start(&G::Rules::from_changes(rules)?, seed)))
    }

    fn parse(&self, text: &str, rules: &str) -> Result<Box<dyn AnyPosition>, AnyError> {
        Ok(Box::new(G::parse(text, &G::Rules::from_changes(rules)?)?))
    }

    fn records(&self, text: &str) -> Result<Vec<AnyRecord>, AnyError> {
        let record = |mut record: Record<G>| {
            record.go_to_main_end();
            AnyRecord {
                start: Box::new(record.start().clone()),
                moves: texts(&record.line()),
                ending: match record.result() {
                    RecordResult::Ending(ending) => Some(ending.to_string()),
                    RecordResult::Outcome(_) | RecordResult::Unfinished => None,
                },
                text: record.to_string(),
            }
        };
        Ok(parse_all(text)?.into_iter().map(record).collect())
    }

    fn search(&self) -> Box<dyn AnySearch> {
        Box::new(Search::<G, _>::new(Arc::clone(&self.evaluator)))
    }

    fn bot(&self, kind: BotKind) -> Box<dyn AnyBot + Send> {
        let evaluator = Arc::clone(&self.evaluator);
        match kind {
            BotKind::Search => Box::new(BotOf::<G, _>::new(Search::new(evaluator))),
            BotKind::Mcts => Box::new(BotOf::<G, _>::new(Mcts::new(NoEvaluation))),
            BotKind::Greedy => Box::new(BotOf::<G, _>::new(GreedyBot::new(evaluator, 0))),
            BotKind::Random => Box::new(BotOf::<G, _>::new(RandomBot::new(0))),
        }
    }
}

/// Games by name, in the order in which they were added.
#[derive(Clone, Default)]
#[must_use]
pub struct Catalogue {
    games: Vec<Arc<dyn AnyGame>>,
}

impl Catalogue {
    /// No games.
    pub fn new() -> Self {
        Self::default()
    }

    /// The catalogue with one more game, under a name such as `tic-tac-toe` and with an evaluator for its
    /// searches. A game of the same name is replaced.
    pub fn game<G, E>(mut self, name: impl Into<String>, evaluator: E) -> Self
    where
        G: Playable,
        E: Evaluator<G> + Send + Sync + 'static,
    {
        let name = name.into();
        self.games.retain(|game| game.name() != name);
        self.games.push(Arc::new(GameOf::<G, E>::new(name, evaluator)));
        self
    }

    /// The game of this name.
    ///
    /// # Errors
    ///
    /// There is none; the error lists those there are.
    pub fn find(&self, name: &str) -> Result<&Arc<dyn AnyGame>, AnyError> {
        let unknown = || AnyError::UnknownGame {
            name: name.to_owned(),
            known: self.games().map(|game| game.name().to_owned()).collect(),
        };
        self.games.iter().find(|game| game.name() == name).ok_or_else(unknown)
    }

    /// All games.
    pub fn games(&self) -> impl Iterator<Item = &Arc<dyn AnyGame>> {
        self.games.iter()
    }
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.games().map(|game| game.name())).finish()
    }
}
