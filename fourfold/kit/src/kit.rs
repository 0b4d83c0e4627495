//! A game as one object.

use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use engine::search::SharedEvaluator;
use engine::{Evaluator, Wdl};
use solve::ProofSearch;

use crate::AnyError;
use crate::bots::{Level, OwnPlayer};
#[cfg(feature = "commands")]
use crate::command::OwnCommand;
use crate::endings::{Exact, Knowledge, Solution};
use crate::error::Failure;
use crate::game::{AnyGame, Check, GameOf};
use crate::laws::check;
use crate::lesson::{Lesson, Ruling, in_words};
use crate::position::{Playable, Shown};

/// A game as one object: its rules, and all that is said of it beside them. Programs list such objects, and
/// know no game by its type, as in the [example](crate).
#[derive(Clone)]
pub struct Kit {
    /// What is said of it beside its rules.
    pub about: Arc<About>,
    game: Arc<dyn AnyGame>,
}

/// What is said of a game beside its rules; a [`KitBuilder`] sets it.
#[derive(Default)]
#[non_exhaustive]
pub struct About {
    /// The name.
    pub name: String,
    /// The name as it is written in a title.
    pub title: String,
    /// The game in a sentence; may be empty.
    pub sentence: String,
    /// The usual length of a game in minutes, if anybody has said.
    pub minutes: Option<u32>,
    /// The text of a typical position by the default rules, as a picture of the game.
    pub example: Option<String>,
    /// The rules as an illustrated page.
    pub lessons: Vec<Lesson>,
    /// How moves are written; may be empty.
    pub notation: String,
    /// Where the published rules leave something open.
    pub rulings: Vec<Ruling>,
    /// The difference in evaluation that multiplies the odds of winning by *e*.
    pub scale: f64,
    /// The players of level 1 and those above.
    pub levels: Vec<Level>,
    /// The rules of puzzles; `None` for a game without puzzles.
    pub puzzles: Option<String>,
    /// The players that only this game has.
    pub own_players: Vec<OwnPlayer>,
    /// What its engine on a page without a server loads: names of files, and their bytes.
    pub page_files: Vec<(&'static str, &'static [u8])>,
    /// The subcommands that only this game has.
    #[cfg(feature = "commands")]
    pub commands: Vec<OwnCommand>,
}

impl Kit {
    /// Begins the object of a game under a name such as `tic-tac-toe`, as on the command line, in files and on
    /// the page, with an evaluator for everything that searches.
    pub fn of<G: Playable>(
        name: impl Into<String>,
        evaluator: impl Evaluator<G> + Send + Sync + 'static,
    ) -> KitBuilder<G> {
        // A page has no command line to check a game by.
        let check = cfg!(not(target_family = "wasm")).then_some(check::<G> as Check<G>);
        Self::tested(name, evaluator).with(|game| game.check = check)
    }

    /// Like [`of`](Self::of), for a game whose own tests check that it keeps the laws: a program is built without what
    /// [`check`](crate::GameTools::check) needs for it, which takes long to compile.
    pub fn tested<G: Playable>(
        name: impl Into<String>,
        evaluator: impl Evaluator<G> + Send + Sync + 'static,
    ) -> KitBuilder<G> {
        let usual = G::start(&G::Rules::default(), 0);
        let deal = |rules: &G::Rules, seed| Ok(G::start(rules, seed));
        let parse = |text: &str, rules: &G::Rules| Ok(G::parse(text, rules)?);
        Self::dealt(name, evaluator, usual, deal, parse)
    }

    /// Begins the object of a game whose starts are not known by its type: its usual start, how starts are dealt,
    /// given the rules and a seed, and how positions are read.
    pub fn dealt<G: Shown>(
        name: impl Into<String>,
        evaluator: impl Evaluator<G> + Send + Sync + 'static,
        usual: G,
        deal: impl Fn(&G::Rules, u64) -> Result<G, AnyError> + Send + Sync + 'static,
        parse: impl Fn(&str, &G::Rules) -> Result<G, AnyError> + Send + Sync + 'static,
    ) -> KitBuilder<G> {
        let name = name.into();
        let game = GameOf {
            usual,
            deal: Arc::new(deal),
            parse: Arc::new(parse),
            check: None,
            evaluation: Arc::new(evaluator),
            best: None,
            material: None,
            solve: None,
            count_games: None,
            known: None,
            proofs: Arc::new(ProofSearch::new),
            normal: Arc::new(G::clone),
            exact: None,
            endings: None,
        };
        let about = About {
            title: in_words(&name),
            name,
            scale: 200.0,
            puzzles: Some(String::new()),
            ..About::default()
        };
        let nodes = [10, 30, 90, 270, 810, 2430, 7290, 21_870];
        KitBuilder { about, game }.levels(nodes, [40, 30, 20, 10, 5, 0, 0, 0], [10; 8])
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.about.name
    }

    pub(crate) fn own_player(&self, name: &str) -> Option<&OwnPlayer> {
        self.about.own_players.iter().find(|player| player.name == name)
    }
}

/// A kit is its game, too.
impl Deref for Kit {
    type Target = dyn AnyGame;

    fn deref(&self) -> &Self::Target {
        &*self.game
    }
}

system::debug_some!(About name);
system::debug_some!(Kit about);
system::debug_some!([G: Shown] KitBuilder<G> about);

/// What is said of a game, a setter each. All but the name and the evaluator may be left out.
#[must_use]
pub struct KitBuilder<G: Shown> {
    about: About,
    game: GameOf<G>,
}

impl<G: Shown> KitBuilder<G> {
    /// The object.
    pub fn build(self) -> Kit {
        Kit { about: Arc::new(self.about), game: Arc::new(self.game) }
    }

    fn say(mut self, say: impl FnOnce(&mut About)) -> Self {
        say(&mut self.about);
        self
    }

    fn with(mut self, change: impl FnOnce(&mut GameOf<G>)) -> Self {
        change(&mut self.game);
        self
    }

    /// Sets the title, by default the name in words.
    pub fn title(self, text: impl Into<String>) -> Self {
        self.say(|about| about.title = text.into())
    }

    /// Sets the sentence that says what the game is about.
    pub fn about(self, text: impl Into<String>) -> Self {
        self.say(|about| about.sentence = text.into())
    }

    /// Sets the usual length of a game in minutes.
    pub fn minutes(self, minutes: u32) -> Self {
        self.say(|about| about.minutes = Some(minutes))
    }

    /// Sets the text of a position by the default rules that shows the game in a list, by default a start.
    pub fn example(self, position: impl Into<String>) -> Self {
        self.say(|about| about.example = Some(position.into()))
    }

    /// Sets the rules as an illustrated page, by default none.
    pub fn lessons(self, lessons: impl IntoIterator<Item = Lesson>) -> Self {
        self.say(|about| about.lessons = lessons.into_iter().collect())
    }

    /// Sets the rules as a text, its paragraphs parted by empty lines: [lessons](Self::lessons) without pictures.
    pub fn rules_text(self, text: &'static str) -> Self {
        let paragraphs = text.split("\n\n").flat_map(|part| part.split("\r\n\r\n")).map(str::trim);
        self.lessons(paragraphs.filter(|paragraph| !paragraph.is_empty()).map(Lesson::new))
    }

    /// Sets where the published rules leave something open: the [table](Ruling::table) of a page, by default none.
    pub fn rulings(self, page: &str) -> Self {
        self.say(|about| about.rulings = Ruling::table(page).collect())
    }

    /// Sets how moves are written, in a sentence or two.
    pub fn notation(self, text: impl Into<String>) -> Self {
        self.say(|about| about.notation = text.into())
    }

    /// Sets the difference in evaluation that multiplies the odds of winning by *e*: P(win) = 1 / (1 + exp(-value /
    /// scale)), for the expected results of reviews and studies, and the bar of the page; 200 by default.
    pub fn scale(self, value: f64) -> Self {
        self.say(|about| about.scale = value)
    }

    /// Sets the players of all levels, from 1 on: the positions that each searches for a move, the percentage of moves
    /// that are random instead, and how far below the best a move may be that is chosen by chance. By default 8 levels,
    /// each with three times as many positions as the one below, and the lower ones with random moves; no match has shown
    /// how far these are apart.
    pub fn levels<const N: usize>(
        self,
        nodes: [u64; N],
        random: [u32; N],
        margin: [u32; N],
    ) -> Self {
        const { assert!(N > 0, "a game has a level at least") };
        let level = |i| Level { nodes: nodes[i], random: random[i], margin: margin[i] };
        self.say(|about| about.levels = (0..N).map(level).collect())
    }

    /// Sets the rule options of puzzles that differ from the default, such as `ply_limit=14`; `None` for a game
    /// without puzzles. Puzzles are positions near the end of random games, with up to 200 moves of which a
    /// single one wins.
    pub fn puzzles(self, settings: Option<&str>) -> Self {
        self.say(|about| about.puzzles = settings.map(str::to_owned))
    }

    /// Adds a player that only this game has. The first one is the default opponent if it
    /// [thinks](OwnPlayer::thinking).
    pub fn own_player(self, player: OwnPlayer) -> Self {
        self.say(|about| about.own_players.push(player))
    }

    /// Adds a file, its name and its bytes, that a page without a server has beside its engine.
    pub fn page_file(self, file: (&'static str, &'static [u8])) -> Self {
        self.say(|about| about.page_files.push(file))
    }

    /// Adds a subcommand that only this game has.
    #[cfg(feature = "commands")]
    pub fn command(self, command: OwnCommand) -> Self {
        self.say(|about| about.commands.push(command))
    }

    /// Sets the best evaluator there is, for analyses, hints, solving and UGI. It is made when it is asked for.
    pub fn best_evaluator(
        self,
        best: impl Fn() -> SharedEvaluator<G> + Send + Sync + 'static,
    ) -> Self {
        self.with(|game| game.best = Some(Arc::new(best)))
    }

    /// Sets the evaluation of the player `material`, in a game of points the lead.
    pub fn material(self, evaluator: impl Evaluator<G> + Send + Sync + 'static) -> Self {
        self.with(|game| game.material = Some(Arc::new(evaluator)))
    }

    /// Sets a solver of the game's own, which takes no time to speak of.
    pub fn solver(self, solve: impl Fn(&G) -> Solution<G::Move> + Send + Sync + 'static) -> Self {
        self.with(|game| game.solve = Some(Arc::new(move |position| Some(solve(position)))))
    }

    /// Sets how the complete games from a position are counted.
    pub fn count_games(self, count: impl Fn(&G) -> u64 + Send + Sync + 'static) -> Self {
        self.with(|game| game.count_games = Some(Arc::new(move |position| Some(count(position)))))
    }

    /// Sets a source of results without distances that takes no search, such as proven openings: the result of a
    /// position for the player to move, if it is known.
    pub fn known(self, known: impl Fn(&G) -> Option<Wdl> + Send + Sync + 'static) -> Self {
        self.with(|game| game.known = Some(Arc::new(known)))
    }

    /// Sets the search for proofs, with an [estimate](ProofSearch::with_estimate) or
    /// [knowledge](ProofSearch::with_knowledge) of the game's own.
    pub fn proof_search(self, search: impl Fn() -> ProofSearch<G> + Send + Sync + 'static) -> Self {
        self.with(|game| game.proofs = Arc::new(search))
    }

    /// Sets the position without what makes no difference to its value, such as a counter that no rule looks at;
    /// an enumeration tells positions apart by it. By default the position as it is.
    pub fn normal(self, normal: impl Fn(&G) -> G + Send + Sync + 'static) -> Self {
        self.with(|game| game.normal = Arc::new(normal))
    }

    /// Sets the exact results over all starts, given the rules and a number of threads; `None` where they are
    /// not known.
    pub fn exact(
        self,
        exact: impl Fn(&G::Rules, usize) -> Result<Option<Exact>, Failure> + Send + Sync + 'static,
    ) -> Self {
        self.with(|game| game.exact = Some(Arc::new(exact)))
    }

    /// Sets how a file of endings is read. If there are rules, the file is to be by them, and what it says of
    /// their positions is exact.
    pub fn endings(
        self,
        load: impl Fn(&Path, Option<&G::Rules>) -> Result<Knowledge<G>, Failure> + Send + Sync + 'static,
    ) -> Self {
        self.with(|game| game.endings = Some(Arc::new(load)))
    }
}

impl<G: Shown> From<KitBuilder<G>> for Kit {
    fn from(builder: KitBuilder<G>) -> Self {
        builder.build()
    }
}

/// Games by name, in the order in which they were added.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Catalogue {
    games: Vec<Kit>,
}

impl Catalogue {
    /// No games.
    pub fn new() -> Self {
        Self::default()
    }

    /// The catalogue with one more game. One of the same name is replaced.
    pub fn game(mut self, kit: impl Into<Kit>) -> Self {
        let kit = kit.into();
        self.games.retain(|game| game.name() != kit.name());
        self.games.push(kit);
        self
    }

    /// The game of this name.
    ///
    /// # Errors
    ///
    /// There is none; the error lists those there are.
    pub fn find(&self, name: &str) -> Result<&Kit, AnyError> {
        let unknown = || AnyError::UnknownGame {
            name: name.to_owned(),
            known: self.names().map(str::to_owned).collect(),
        };
        self.games.iter().find(|game| game.name() == name).ok_or_else(unknown)
    }

    /// All games.
    pub fn games(&self) -> impl Iterator<Item = &Kit> {
        self.games.iter()
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.games().map(Kit::name)
    }
}
