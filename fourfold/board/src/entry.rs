//! Games on the page, each behind a trait object.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use arena::study::Slip;
use engine::game::{OptionSpec, Values};
use engine::search::{GreedyBot, Mcts, RandomBot};
use engine::svg::{Class, Picture};
use engine::{Bot, Evaluator, Limits, NoEvaluation, Options, Search, StopFlag, Wdl};
use serde_json::{Value, json};

use super::ask::Ask;
use super::intro::{Lesson, Opponent, in_words, player_counts};
use super::jobs::{Refusal, Reports};
use super::playable::Playable;
use super::think::Known;
use super::{answer, puzzle, record, set_up, think, tree};

/// A bot, and its limits for a move.
type Seat<G> = (Box<dyn Bot<G>>, Limits);

/// Makes the player with a name, or says what is wrong with the name.
type MakePlayer<G> = dyn Fn(&str) -> Result<Seat<G>, String> + Send + Sync;

/// A game on the page, with an evaluator for its analysis.
#[must_use]
pub struct Entry<G: Playable, E> {
    name: String,
    title: String,
    about: String,
    minutes: Option<u32>,
    example: Option<G>,
    lessons: Vec<Lesson>,
    scale: f64,
    puzzles: Option<String>,
    evaluator: Arc<E>,
    known: Option<Known<G>>,
    opponents: Vec<Opponent>,
    usual: String,
    make: Box<MakePlayer<G>>,
}

impl<G: Playable, E: Evaluator<G> + Send + Sync + 'static> Entry<G, E> {
    /// A game under this name, such as `tic-tac-toe`. Its players are searches with this evaluator,
    /// Monte Carlo tree search, a greedy player and random play.
    pub fn new(name: impl Into<String>, evaluator: E) -> Self {
        let evaluator = Arc::new(evaluator);
        let shared = Arc::clone(&evaluator);
        let opponents = [
            ("search:time=200", "Search", "thinks a fifth of a second a move"),
            ("search:time=2000", "Search, slow", "thinks two seconds a move"),
            (
                "mcts:time=1000",
                "Monte Carlo",
                "tries a move in many games of chance, a second a move",
            ),
            ("greedy", "Greedy", "makes the move that looks best at once"),
            ("random", "Random", "makes any move"),
        ];
        let name = name.into();
        Self {
            title: in_words(&name),
            name,
            about: String::new(),
            minutes: None,
            example: None,
            lessons: Vec::new(),
            scale: 200.0,
            puzzles: Some(String::new()),
            evaluator,
            known: None,
            opponents: opponents
                .map(|(name, title, about)| Opponent::new(name, title, about))
                .into(),
            usual: opponents[0].0.to_owned(),
            make: Box::new(move |name| usual_player(name, Arc::clone(&shared))),
        }
    }

    /// Sets the title, by default the name in words.
    pub fn title(self, text: impl Into<String>) -> Self {
        Self { title: text.into(), ..self }
    }

    /// Sets the sentence that says what the game is about.
    pub fn about(self, text: impl Into<String>) -> Self {
        Self { about: text.into(), ..self }
    }

    /// Sets the usual length of a game in minutes.
    pub fn minutes(self, minutes: u32) -> Self {
        Self { minutes: Some(minutes), ..self }
    }

    /// Sets the position that shows the game in a list, by default a start.
    pub fn example(self, position: G) -> Self {
        Self { example: Some(position), ..self }
    }

    /// Sets the rules as a page, by default none.
    pub fn lessons(self, lessons: impl IntoIterator<Item = Lesson>) -> Self {
        Self { lessons: lessons.into_iter().collect(), ..self }
    }

    /// Sets the evaluation that multiplies the odds of winning by `e`, 200 by default: for the bar
    /// beside the board and the curve of a game.
    pub fn scale(self, value: f64) -> Self {
        Self { scale: value, ..self }
    }

    /// Sets the rule options of puzzles that differ from the default, such as `ply_limit=24`; `None` for a
    /// game without puzzles. Puzzles are positions near the end of random games, with up to 200 moves of
    /// which a single one wins.
    pub fn puzzles(self, settings: Option<&str>) -> Self {
        Self { puzzles: settings.map(str::to_owned), ..self }
    }

    /// Sets a source of results without distances, such as a bitbase: the result of a position for the
    /// player to move, if it is known. The analysis shows it instead of an evaluation.
    pub fn known<F>(self, known: F) -> Self
    where
        F: Fn(&G) -> Option<Wdl> + Send + Sync + 'static,
    {
        Self { known: Some(Box::new(known)), ..self }
    }

    /// Sets the players that the page offers, and which of them it proposes. `make` makes the player with a
    /// name, also with one that is not offered, and its limits for a move, or says why there is no such
    /// player.
    pub fn opponents<F>(
        self,
        opponents: impl IntoIterator<Item = Opponent>,
        usual: impl Into<String>,
        make: F,
    ) -> Self
    where
        F: Fn(&str) -> Result<(Box<dyn Bot<G>>, Limits), String> + Send + Sync + 'static,
    {
        let (opponents, usual) = (opponents.into_iter().collect(), usual.into());
        Self { opponents, usual, make: Box::new(make), ..self }
    }
}

impl<G: Playable, E> fmt::Debug for Entry<G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The rule options of a game, each with its name, default and values, and what a form can show for them.
pub fn options_json<R: Options>() -> Value {
    let rules = R::default();
    let option = |spec: &OptionSpec| {
        let (choices, least, most, words) = match spec.values {
            Values::Words(words) => (Some(words), None, None, &[][..]),
            Values::Number { least, most, words } => {
                (None, Some(least), Some(most).filter(|&most| most < u32::MAX), words)
            }
        };
        json!({
            "name": spec.name,
            "label": spec.name.replace('_', " "),
            "default": rules.get(spec.name),
            "values": spec.values.to_string(),
            "choices": choices,
            "least": least,
            "most": most,
            "words": words,
        })
    };
    R::SPECS.iter().map(option).collect()
}

/// A player such as `search:time=200` or `random`.
fn usual_player<G: Playable, E: Evaluator<G> + 'static>(
    text: &str,
    evaluator: Arc<E>,
) -> Result<Seat<G>, String> {
    let (name, millis) = text.split_once(":time=").unwrap_or((text, "200"));
    let refuse = || format!("there is no player {text:?}");
    let bot: Box<dyn Bot<G>> = match name {
        "search" => Box::new(Search::new(evaluator)),
        "mcts" => Box::new(Mcts::new(NoEvaluation)),
        "greedy" => Box::new(GreedyBot::new(evaluator, 0)),
        "random" => Box::new(RandomBot::new(0)),
        _ => return Err(refuse()),
    };
    let millis = millis.parse().map_err(|_| refuse())?;
    Ok((bot, Limits::new().time(Duration::from_millis(millis))))
}

/// A game behind a trait object, for the server.
pub(super) trait Hosted: Send + Sync {
    fn name(&self) -> &str;

    /// The game, its rule options and the players that the page offers.
    fn describe(&self) -> Value;

    /// The classes of its pictures that other games do not share.
    fn classes(&self) -> &'static [Class];

    /// The rules, paragraph by paragraph, with pictures.
    fn lessons(&self) -> Value;

    /// A position: its picture, legal moves and outcome.
    fn position(&self, ask: &Ask) -> Result<Value, Refusal>;

    /// The seats of a tree of moves.
    fn tree(&self, ask: &Ask) -> Result<Value, Refusal>;

    /// Why places make no move.
    fn refusal(&self, ask: &Ask) -> Result<Value, Refusal>;

    /// A position that is set up by hand.
    fn set_up(&self, ask: &Ask) -> Result<Value, Refusal>;

    /// Reads a record and prints it again.
    fn record(&self, text: &str) -> Result<Value, Refusal>;

    /// A move of a player.
    fn choose(&self, ask: &Ask, stop: &StopFlag) -> Result<Value, Refusal>;

    /// A position with a single winning move.
    fn puzzle(&self, ask: &Ask, stop: &StopFlag) -> Result<Value, Refusal>;

    /// The score of a position, by a quick search.
    fn judge(&self, ask: &Ask, stop: &StopFlag) -> Result<Value, Refusal>;

    /// Reports the scores of a position and its moves, with growing depth.
    fn analyse(&self, ask: &Ask, reports: &Reports) -> Result<(), Refusal>;

    /// Reports the score of every position of a game.
    fn curve(&self, ask: &Ask, reports: &Reports) -> Result<(), Refusal>;
}

impl<G: Playable, E: Evaluator<G> + Send + Sync + 'static> Hosted for Entry<G, E> {
    fn name(&self) -> &str {
        &self.name
    }

    fn describe(&self) -> Value {
        let start = G::start(&G::Rules::default(), 0);
        let seats = start.players().iter().map(|&player| start.colour(player).to_string());
        let picture = Picture::new(self.example.as_ref().unwrap_or(&start));
        json!({
            "name": self.name,
            "title": self.title,
            "about": self.about,
            "seats": seats.collect::<Value>(),
            "players": player_counts(&start),
            "minutes": self.minutes,
            "options": options_json::<G::Rules>(),
            "opponents": self.opponents,
            "level": self.usual,
            "picture": picture.without_style().without_caption().without_coordinates().without_trays().to_string(),
            "scale": self.scale,
            "slips": Slip::ALL.map(|slip| json!([slip.least(), slip.sign(), slip.name()])),
            "puzzles": self.puzzles.is_some(),
        })
    }

    fn classes(&self) -> &'static [Class] {
        G::CLASSES
    }

    fn lessons(&self) -> Value {
        self.lessons.iter().map(Lesson::describe::<G>).collect()
    }

    fn position(&self, ask: &Ask) -> Result<Value, Refusal> {
        answer::position::<G>(ask)
    }

    fn tree(&self, ask: &Ask) -> Result<Value, Refusal> {
        tree::tree::<G>(ask)
    }

    fn refusal(&self, ask: &Ask) -> Result<Value, Refusal> {
        answer::refusal::<G>(ask)
    }

    fn set_up(&self, ask: &Ask) -> Result<Value, Refusal> {
        set_up::set_up::<G>(ask)
    }

    fn record(&self, text: &str) -> Result<Value, Refusal> {
        record::read::<G>(text)
    }

    fn choose(&self, ask: &Ask, stop: &StopFlag) -> Result<Value, Refusal> {
        let (bot, limits) = (self.make)(&ask.player).map_err(Refusal)?;
        think::choose::<G>(ask, bot, limits, stop)
    }

    fn puzzle(&self, ask: &Ask, stop: &StopFlag) -> Result<Value, Refusal> {
        let none = || Refusal("this game has no puzzles".to_owned());
        let settings = self.puzzles.as_deref().ok_or_else(none)?;
        puzzle::find::<G, E>(ask, &self.evaluator, settings, stop)
    }

    fn judge(&self, ask: &Ask, stop: &StopFlag) -> Result<Value, Refusal> {
        think::judge::<G, E>(ask, &self.evaluator, stop)
    }

    fn analyse(&self, ask: &Ask, reports: &Reports) -> Result<(), Refusal> {
        think::analyse::<G, E>(ask, &self.evaluator, self.known.as_ref(), reports)
    }

    fn curve(&self, ask: &Ask, reports: &Reports) -> Result<(), Refusal> {
        think::curve::<G, E>(ask, &self.evaluator, reports)
    }
}
