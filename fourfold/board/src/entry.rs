//! Games on the page.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use arena::study::Slip;
use engine::game::{OptionSpec, Values};
use engine::{Bot, Evaluator, Limits, Wdl};
use kit::{AnyBot, AnyGame, AnyPosition, BotOf, GameOf, Playable};
use serde_json::{Value, json};

use super::intro::{Lesson, Opponent, in_words, player_counts};

/// The result of a position for the player to move, if it is known.
pub(super) type Known = Box<dyn Fn(&dyn AnyPosition) -> Option<Wdl> + Send + Sync>;

type Player = (Box<dyn AnyBot>, Limits);

/// Makes the player with a name, or says what is wrong with the name.
type MakePlayer = dyn Fn(&str) -> Result<Player, String> + Send + Sync;

/// A game on the page, with an evaluator for its analysis.
#[must_use]
pub struct Entry<G, E> {
    pub(super) hosted: Hosted,
    of: PhantomData<fn() -> (G, E)>,
}

/// The same, of any type.
pub(super) struct Hosted {
    pub(super) game: Arc<dyn AnyGame>,
    start: Box<dyn AnyPosition>,
    title: String,
    about: String,
    minutes: Option<u32>,
    example: Option<Box<dyn AnyPosition>>,
    lessons: Vec<Lesson>,
    scale: f64,
    pub(super) puzzles: Option<String>,
    pub(super) known: Option<Known>,
    opponents: Vec<Opponent>,
    usual: String,
    pub(super) make_player: Box<MakePlayer>,
}

impl<G: Playable, E: Evaluator<G> + Send + Sync + 'static> Entry<G, E> {
    /// A game under this name, such as `tic-tac-toe`. Its players are searches with this evaluator,
    /// Monte Carlo tree search, a greedy player and random play.
    pub fn new(name: impl Into<String>, evaluator: E) -> Self {
        let game: Arc<dyn AnyGame> = Arc::new(GameOf::<G, E>::new(name, evaluator));
        let shared = Arc::clone(&game);
        let hosted = Hosted {
            title: in_words(game.name()),
            game,
            start: Box::new(G::start(&G::Rules::default(), 0)),
            about: String::new(),
            minutes: None,
            example: None,
            lessons: Vec::new(),
            scale: 200.0,
            puzzles: Some(String::new()),
            known: None,
            opponents: Opponent::usual().into(),
            usual: "search:time=200".to_owned(),
            make_player: Box::new(move |name| usual_player(&*shared, name)),
        };
        Self { hosted, of: PhantomData }
    }

    fn with(mut self, change: impl FnOnce(&mut Hosted)) -> Self {
        change(&mut self.hosted);
        self
    }

    /// Sets the title, by default the name in words.
    pub fn title(self, text: impl Into<String>) -> Self {
        self.with(|hosted| hosted.title = text.into())
    }

    /// Sets the sentence that says what the game is about.
    pub fn about(self, text: impl Into<String>) -> Self {
        self.with(|hosted| hosted.about = text.into())
    }

    /// Sets the usual length of a game in minutes.
    pub fn minutes(self, minutes: u32) -> Self {
        self.with(|hosted| hosted.minutes = Some(minutes))
    }

    /// Sets the position that shows the game in a list, by default a start.
    pub fn example(self, position: G) -> Self {
        self.with(|hosted| hosted.example = Some(Box::new(position)))
    }

    /// Sets the rules as a page, by default none.
    pub fn lessons(self, lessons: impl IntoIterator<Item = Lesson>) -> Self {
        self.with(|hosted| hosted.lessons = lessons.into_iter().collect())
    }

    /// Sets the evaluation that multiplies the odds of winning by `e`, 200 by default: for the bar
    /// beside the board and the curve of a game.
    pub fn scale(self, value: f64) -> Self {
        self.with(|hosted| hosted.scale = value)
    }

    /// Sets the rule options of puzzles that differ from the default, such as `ply_limit=24`; `None` for a
    /// game without puzzles. Puzzles are positions near the end of random games, with up to 200 moves of
    /// which a single one wins.
    pub fn puzzles(self, settings: Option<&str>) -> Self {
        self.with(|hosted| hosted.puzzles = settings.map(str::to_owned))
    }

    /// Sets a source of results without distances, such as a bitbase: the result of a position for the
    /// player to move, if it is known. The analysis shows it instead of an evaluation.
    pub fn known<F>(self, known: F) -> Self
    where
        F: Fn(&G) -> Option<Wdl> + Send + Sync + 'static,
    {
        let known = move |position: &dyn AnyPosition| known(position.of_type().ok()?);
        self.with(|hosted| hosted.known = Some(Box::new(known)))
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
        let make = move |name: &str| -> Result<Player, String> {
            let (bot, limits) = make(name)?;
            Ok((Box::new(BotOf::<G, _>::new(bot)), limits))
        };
        self.with(|hosted| {
            hosted.opponents = opponents.into_iter().collect();
            hosted.usual = usual.into();
            hosted.make_player = Box::new(make);
        })
    }
}

impl<G, E> fmt::Debug for Entry<G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("name", &self.hosted.game.name()).finish_non_exhaustive()
    }
}

impl Hosted {
    pub(super) fn describe(&self) -> Value {
        let seats = self.start.seats();
        let picture = self.example.as_ref().unwrap_or(&self.start).picture();
        json!({
            "name": self.game.name(),
            "title": self.title,
            "about": self.about,
            "seats": seats.iter().map(|seat| seat.colour.to_string()).collect::<Value>(),
            "players": player_counts(&*self.game, seats.len()),
            "minutes": self.minutes,
            "options": options_json(&self.game.options()),
            "opponents": self.opponents,
            "level": self.usual,
            "picture": picture.without_style().without_caption().without_coordinates().without_trays().to_string(),
            "scale": self.scale,
            "slips": Slip::ALL.map(|slip| json!([slip.least(), slip.sign(), slip.name()])),
            "puzzles": self.puzzles.is_some(),
        })
    }

    pub(super) fn lessons(&self) -> Value {
        self.lessons.iter().map(|lesson| lesson.describe(&*self.game)).collect()
    }
}

/// Rule options, each with its name, default and values, and what a form can show for them.
pub fn options_json(options: &[(OptionSpec, String)]) -> Value {
    let option = |(spec, default): &(OptionSpec, String)| {
        let (choices, least, most, words) = match spec.values {
            Values::Words(words) => (Some(words), None, None, &[][..]),
            Values::Number { least, most, words } => {
                (None, Some(least), Some(most).filter(|&most| most < u32::MAX), words)
            }
        };
        json!({
            "name": spec.name,
            "label": spec.name.replace('_', " "),
            "default": default,
            "values": spec.values.to_string(),
            "choices": choices,
            "least": least,
            "most": most,
            "words": words,
        })
    };
    options.iter().map(option).collect()
}

fn usual_player(game: &dyn AnyGame, text: &str) -> Result<Player, String> {
    let (name, millis) = text.split_once(":time=").unwrap_or((text, "200"));
    let refuse = || format!("there is no player {text:?}");
    let kind = name.parse().map_err(|_| refuse())?;
    let millis = millis.parse().map_err(|_| refuse())?;
    Ok((game.bot(kind), Limits::new().time(Duration::from_millis(millis))))
}
