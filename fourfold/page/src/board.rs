//! The games of a page: what is said of them, who plays them, and what is asked about them.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use arena::study::Slip;
use engine::game::{OptionSpec, Values};
use engine::record::first_tag;
use engine::{Bot, Limits, StopFlag, Wdl};
use kit::{AnyMove, AnySearch, By, Dynamic, Endings, Kit, Lesson, PlayerSpec, in_words};
use serde_json::{Value, json};

use super::ask::{Ask, Refusal, Reports};
use super::{answer, think};

/// The games of a page.
#[derive(Clone, Default)]
#[must_use]
pub struct Board {
    pub(crate) games: Vec<Arc<Hosted>>,
}

impl Board {
    /// A page without games.
    pub fn new() -> Self {
        Self::default()
    }

    /// The page with one more game; the first one is shown at first.
    pub fn game(self, kit: impl Into<Kit>) -> Self {
        self.game_with(kit, None)
    }

    /// The page with one more game, whose endings are those of a file.
    pub fn game_with(mut self, kit: impl Into<Kit>, endings: Option<Endings>) -> Self {
        self.games.push(Arc::new(Hosted { kit: kit.into(), endings }));
        self
    }

    /// Answers a request of the page, such as `position` with the query `game=collapsi`. An analysis has
    /// no answer but its reports.
    ///
    /// # Errors
    ///
    /// There is no such request or game, or the game refuses it.
    pub fn answer(
        &self,
        request: &str,
        query: &str,
        reports: &Reports<'_>,
    ) -> Result<Value, Refusal> {
        if request == "record" {
            return self.record(query);
        }
        let known = REQUESTS.iter().find(|(name, _)| *name == request);
        let (_, request) =
            known.ok_or_else(|| Refusal(format!("there is no request {request:?}")))?;
        let ask = Ask::from_query(query)?;
        let game = &*self.find(&ask.game)?;
        match request {
            Request::Quick(answer) => answer(game, &ask),
            Request::Search(answer) => answer(game, &ask, &reports.stop),
            Request::Report(report) => report(game, &ask, reports).map(|()| Value::Null),
        }
    }

    /// Reads the record of a game, and prints it again.
    pub(crate) fn record(&self, text: &str) -> Result<Value, Refusal> {
        let name = first_tag(text, "Game").map_err(Refusal::new)?;
        let expected = || Refusal("expected a record with a tag Game".to_owned());
        answer::record(&self.find(&name.ok_or_else(expected)?)?.kit, text)
    }

    pub(crate) fn find(&self, name: &str) -> Result<Arc<Hosted>, Refusal> {
        let found = self.games.iter().find(|game| game.kit.name() == name);
        found.cloned().ok_or_else(|| Refusal(format!("there is no game {name:?}")))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.games.iter().map(|game| game.kit.name())).finish()
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Request {
    /// At once.
    Quick(fn(&Hosted, &Ask) -> Result<Value, Refusal>),
    /// By a search.
    Search(fn(&Hosted, &Ask, &StopFlag) -> Result<Value, Refusal>),
    /// By reports while a search runs.
    Report(fn(&Hosted, &Ask, &Reports<'_>) -> Result<(), Refusal>),
}

pub(crate) const REQUESTS: [(&str, Request); 10] = [
    ("position", Request::Quick(answer::position)),
    ("tree", Request::Quick(answer::tree)),
    ("refusal", Request::Quick(answer::refusal)),
    ("lessons", Request::Quick(|hosted, _| Ok(hosted.lessons()))),
    ("set-up", Request::Quick(answer::set_up)),
    ("move", Request::Search(think::choose)),
    ("puzzle", Request::Search(think::puzzle)),
    ("judge", Request::Search(think::judge)),
    ("analysis", Request::Report(think::analyse)),
    ("curve", Request::Report(think::curve)),
];

/// A game, and a file of its endings.
pub(crate) struct Hosted {
    pub(crate) kit: Kit,
    pub(crate) endings: Option<Endings>,
}

/// The levels below the highest: a word for people, and how it plays. All above the last are like it.
const LEVELS: [[&str; 2]; 9] = [
    ["Newcomer", "has just learnt the rules"],
    ["Casual", "sees what is near, and often lets it go"],
    ["Keen", "means well, and makes mistakes"],
    ["Steady", "a fair opponent for your first games"],
    ["Sharp", "sees most mistakes of yours"],
    ["Strong", "makes few mistakes of its own"],
    ["Expert", "looks further ahead"],
    ["Master", "makes hardly a mistake"],
    ["Champion", "forgives none"],
];

/// The highest level.
const BEST: [&str; 2] = ["Best", "the strongest level"];

/// Other players. The first one is for games of many players, where a search takes all others for one opponent.
const OTHERS: [[&str; 3]; 6] = [
    ["maxn:time=500", "Each for themselves", "thinks half a second a move, without allies"],
    ["search:time=200", "Search", "thinks a fifth of a second a move"],
    ["search:time=2000", "Search, slow", "thinks two seconds a move"],
    ["mcts:time=1000", "Monte Carlo", "tries a move in many games of chance, a second a move"],
    ["greedy", "Greedy", "makes the move that looks best at once"],
    ["random", "Random", "makes any move"],
];

impl Hosted {
    /// The level that is proposed, or the highest if a game has fewer.
    const USUAL: usize = 4;

    pub(crate) fn describe(&self) -> Value {
        let (kit, start) = (&self.kit, self.kit.usual_start());
        let seats = start.seats();
        let example = kit.about.example.as_ref().and_then(|text| kit.parse(text, "").ok());
        let picture = example.as_ref().unwrap_or(&start).picture();
        json!({
            "name": kit.name(),
            "title": kit.about.title,
            "about": kit.about.sentence,
            "seats": seats.iter().map(|seat| seat.colour.to_string()).collect::<Value>(),
            "players": player_counts(kit, seats.len()),
            "minutes": kit.about.minutes,
            "options": options_json(&kit.options()),
            "opponents": self.opponents(),
            "level": format!("level:{}", kit.about.levels.len().min(Self::USUAL)),
            "picture": picture.without_style().without_caption().without_coordinates().without_trays().to_string(),
            "scale": kit.about.scale,
            "slips": Slip::ALL.map(|slip| json!([slip.least(), slip.sign(), slip.to_string()])),
            "puzzles": kit.about.puzzles.is_some(),
            "lessons": kit.about.lessons.iter().take(3).map(|lesson| lesson.text).collect::<Value>(),
            "inTurn": is_in_turn(&start),
        })
    }

    pub(crate) fn lessons(&self) -> Value {
        let lesson = |lesson: &Lesson| {
            let picture = lesson.picture(&*self.kit).ok().flatten();
            let trays = picture.iter().flat_map(|picture| picture.layers().trays);
            json!({
                "text": lesson.text,
                "trays": trays.map(|shown| answer::tray(&shown, Value::from)).collect::<Value>(),
                "svg": picture.map(|picture| picture.without_trays().to_string()),
            })
        };
        let lessons: Value = self.kit.about.lessons.iter().map(lesson).collect();
        json!({ "lessons": lessons, "rulings": self.kit.about.rulings })
    }

    /// The levels, then the players that only this game has, then all others.
    fn opponents(&self) -> Value {
        let opponent = |[name, title, about]: [&str; 3]| json!({ "name": name, "title": title, "about": about });
        let own = self.kit.about.own_players.iter();
        let own = own.map(|player| opponent([player.name, &in_words(player.name), player.about]));
        let takes_players = self.kit.options().iter().any(|(spec, _)| spec.name == "players");
        let others = OTHERS.into_iter().skip(usize::from(!takes_players)).map(opponent);
        let highest = self.kit.about.levels.len();
        let levels = (1..=highest).map(|number| {
            let [title, about] =
                if number == highest { BEST } else { LEVELS[number.min(LEVELS.len()) - 1] };
            opponent([&format!("level:{number}"), title, about])
        });
        levels.chain(own).chain(others).collect()
    }

    /// The player that a page asks for, which may be one that is not offered, and the limits of its moves.
    pub(crate) fn player(
        &self,
        text: &str,
    ) -> Result<(Box<dyn Bot<Dynamic> + Send>, Limits), String> {
        const MOST_TABLE_MIB: usize = 256;
        let player: PlayerSpec = text.parse().map_err(|error| format!("{error}"))?;
        if player.is_program() {
            return Err("there is no player ugi here: a page starts no programs".to_owned());
        }
        player.check(&self.kit)?;
        if player.settings.table_mib() > MOST_TABLE_MIB {
            return Err(format!("expected a table of {MOST_TABLE_MIB} MiB at most"));
        }
        let limits = player.limits_or_time(&self.kit, Duration::from_millis(200));
        Ok((player.bots(&self.kit)(), limits))
    }

    /// A search by the best evaluator, or the scores of the file.
    pub(crate) fn search(&self) -> Box<dyn AnySearch> {
        let by_file = self.endings.as_ref().and_then(Endings::search);
        by_file.unwrap_or_else(|| self.kit.search(By::Best))
    }

    /// The result of a position for the player to move, where it is known without its distance.
    pub(crate) fn known(&self, position: &Dynamic) -> Option<Wdl> {
        let bitbase = self.endings.as_ref().filter(|endings| endings.search().is_none());
        let by_file = bitbase.and_then(|endings| endings.result(position));
        by_file.or_else(|| self.kit.known(position))
    }
}

/// Whether players move in turn, one move each.
fn is_in_turn(start: &Dynamic) -> bool {
    let keeps_turn = |m: &AnyMove| {
        let mut next = start.clone();
        next.play(m.text.as_str()).is_ok() && next.seat_to_move() == start.seat_to_move()
    };
    !start.moves(0..usize::MAX).iter().any(keeps_turn)
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
            "about": spec.about,
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

/// The fewest and the most players: by the option `players`, or else as many as usual.
fn player_counts(game: &Kit, usual: usize) -> [u32; 2] {
    let options = game.options();
    let option = options.iter().find(|(spec, _)| spec.name == "players");
    let counts: Vec<u32> = match option.map(|(spec, _)| spec.values) {
        Some(Values::Words(words)) => words.iter().filter_map(|word| word.parse().ok()).collect(),
        Some(Values::Number { least, most, .. }) => vec![least, most],
        None => Vec::new(),
    };
    [counts.iter().min(), counts.iter().max()].map(|count| count.copied().unwrap_or(usual as u32))
}
