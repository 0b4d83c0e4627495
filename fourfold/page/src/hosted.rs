//! A game on the page: what is said of it, and who plays it.

use std::time::Duration;

use arena::study::Slip;
use engine::game::{OptionSpec, Values};
use engine::{Bot, Limits, Wdl};
use kit::{AnySearch, By, Dynamic, Endings, Kit, Lesson, PlayerSpec, in_words};
use serde::Serialize;
use serde_json::{Value, json};

/// A player that the page offers.
#[derive(Serialize)]
struct Opponent {
    /// Its name, as in `search:time=200`.
    name: String,
    /// A word or two for people.
    title: String,
    /// How it plays.
    about: String,
}

impl Opponent {
    fn new(name: impl Into<String>, title: impl Into<String>, about: impl Into<String>) -> Self {
        Self { name: name.into(), title: title.into(), about: about.into() }
    }

    /// Those that can play every game.
    fn usual() -> [Self; 5] {
        let mcts = "tries a move in many games of chance, a second a move";
        [
            Self::new("search:time=200", "Search", "thinks a fifth of a second a move"),
            Self::new("search:time=2000", "Search, slow", "thinks two seconds a move"),
            Self::new("mcts:time=1000", "Monte Carlo", mcts),
            Self::new("greedy", "Greedy", "makes the move that looks best at once"),
            Self::new("random", "Random", "makes any move"),
        ]
    }
}

/// A game, and a file of its endings.
pub(crate) struct Hosted {
    pub(crate) kit: Kit,
    pub(crate) endings: Option<Endings>,
}

/// The levels in words.
const LEVELS: [(&str, &str); 8] = [
    ("Newcomer", "has just learnt the rules"),
    ("Casual", "sees what is near, and often lets it go"),
    ("Keen", "means well, and makes mistakes"),
    ("Steady", "a fair opponent for your first games"),
    ("Sharp", "sees most mistakes of yours"),
    ("Strong", "makes few mistakes of its own"),
    ("Expert", "looks further ahead"),
    ("Best", "the strongest of the levels"),
];

impl Hosted {
    /// The opponent that is proposed.
    const USUAL: &str = "level:4";

    pub(crate) fn describe(&self) -> Value {
        let (kit, start) = (&self.kit, self.kit.usual_start());
        let seats = start.seats();
        let example = kit.example().and_then(|text| kit.parse(text, "").ok());
        let picture = example.unwrap_or(start).picture();
        json!({
            "name": kit.name(),
            "title": kit.title(),
            "about": kit.about(),
            "seats": seats.iter().map(|seat| seat.colour.to_string()).collect::<Value>(),
            "players": player_counts(kit, seats.len()),
            "minutes": kit.minutes(),
            "options": options_json(&kit.options()),
            "opponents": self.opponents(),
            "level": Self::USUAL,
            "picture": picture.without_style().without_caption().without_coordinates().without_trays().to_string(),
            "scale": kit.scale(),
            "slips": Slip::ALL.map(|slip| json!([slip.least(), slip.sign(), slip.to_string()])),
            "puzzles": kit.puzzles().is_some(),
        })
    }

    pub(crate) fn lessons(&self) -> Value {
        let lesson = |lesson: &Lesson| {
            let picture = lesson.picture(&*self.kit).ok().flatten();
            json!({ "text": lesson.text, "svg": picture })
        };
        self.kit.lessons().iter().map(lesson).collect()
    }

    /// The levels in words, then the players that only this game has, then all others.
    fn opponents(&self) -> Vec<Opponent> {
        let levels = (1..)
            .zip(LEVELS)
            .map(|(number, (title, about))| Opponent::new(format!("level:{number}"), title, about));
        let own = self.kit.own_players().iter();
        let own = own.map(|player| Opponent::new(player.name, in_words(player.name), player.about));
        // A search takes all others for one opponent.
        let about = "thinks half a second a move, and takes nobody for an ally";
        let each = Opponent::new("maxn:time=500", "Each for themselves", about);
        let takes_players = self.kit.options().iter().any(|(spec, _)| spec.name == "players");
        let each = takes_players.then_some(each);
        levels.chain(own).chain(each).chain(Opponent::usual()).collect()
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
        if player.table_mib() > MOST_TABLE_MIB {
            return Err(format!("expected a table of {MOST_TABLE_MIB} MiB at most"));
        }
        let limits = player.limits_or_time(&self.kit, Duration::from_millis(200));
        Ok((player.bots(&self.kit)(), limits))
    }

    /// A search by the best evaluator, or the scores of the file.
    pub(crate) fn search(&self) -> Box<dyn AnySearch> {
        let by_file = self.endings.as_ref().and_then(Endings::search);
        by_file.unwrap_or_else(|| self.kit.search(By::Judge))
    }

    /// The result of a position for the player to move, where it is known without its distance.
    pub(crate) fn known(&self, position: &Dynamic) -> Option<Wdl> {
        let bitbase = self.endings.as_ref().filter(|endings| !endings.has_scores());
        let by_file = bitbase.and_then(|endings| endings.result(position));
        by_file.or_else(|| self.kit.known(position))
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

/// The fewest and the most players: by the option `players`, or else as many as usual.
fn player_counts(game: &Kit, usual: usize) -> [u32; 2] {
    let numbers = |words: &[&str]| words.iter().filter_map(|word| word.parse().ok()).collect();
    let options = game.options();
    let option = options.iter().find(|(spec, _)| spec.name == "players");
    let counts: Vec<u32> = match option.map(|(spec, _)| spec.values) {
        Some(Values::Words(words)) => numbers(words),
        Some(Values::Number { least, most, .. }) => vec![least, most],
        None => Vec::new(),
    };
    [counts.iter().min(), counts.iter().max()].map(|count| count.copied().unwrap_or(usual as u32))
}
