//! The games on the page, with the players of this program.

use std::sync::Arc;
use std::time::Duration;

use board::{Board, Entry, Opponent, in_words};
use engine::{Bot, Evaluator, Limits, Notation, Options};

use crate::hooks::{Hooks, Knowledge, RulesOf};
use crate::players::Player;

pub(crate) fn add<H: Hooks>(
    hooks: &Arc<H>,
    board: Board,
    known: Option<Knowledge<H::Game>>,
) -> Board {
    match known {
        None => board.game(entry(hooks, hooks.judge())),
        Some(Knowledge::Scores(evaluator)) => board.game(entry(hooks, evaluator)),
        Some(Knowledge::Results(known)) => {
            let own = hooks.results();
            let own = move |position: &H::Game| own.as_ref().and_then(|own| own(position));
            let all = move |position: &H::Game| known(position).or_else(|| own(position));
            board.game(entry(hooks, hooks.judge()).known(all))
        }
    }
}

fn entry<H: Hooks, E>(hooks: &Arc<H>, evaluator: E) -> Entry<H::Game, E>
where
    E: Evaluator<H::Game> + Send + Sync + 'static,
{
    const USUAL: &str = "level:4";
    let players = Arc::clone(hooks);
    let entry = Entry::new(hooks.name(), evaluator)
        .title(hooks.title())
        .about(H::ABOUT)
        .lessons(H::LESSONS.iter().copied())
        .scale(H::SCALE)
        .puzzles(H::PUZZLES)
        .opponents(opponents(&**hooks), USUAL, move |text| player(&*players, text));
    let entry = H::MINUTES.into_iter().fold(entry, Entry::minutes);
    let entry = hooks.results().into_iter().fold(entry, Entry::known);
    let example = H::EXAMPLE.and_then(|text| H::Game::parse(text, &RulesOf::<H>::default()).ok());
    example.into_iter().fold(entry, Entry::example)
}

/// The levels in words, then the players that only this game has, then all others.
fn opponents<H: Hooks>(hooks: &H) -> Vec<Opponent> {
    let levels = (1..)
        .zip(LEVELS)
        .map(|(number, (title, about))| Opponent::new(format!("level:{number}"), title, about));
    let own = hooks.own_players().into_iter();
    let own = own.map(|player| Opponent::new(player.name, in_words(player.name), player.about));
    // A search takes all others for one opponent.
    let about = "thinks half a second a move, and takes nobody for an ally";
    let each = Opponent::new("maxn:time=500", "Each for themselves", about);
    let each = RulesOf::<H>::spec("players").is_ok().then_some(each);
    levels.chain(own).chain(each).chain(Opponent::usual()).collect()
}

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

#[expect(clippy::type_complexity, reason = "what an entry wants")]
fn player<H: Hooks>(hooks: &H, text: &str) -> Result<(Box<dyn Bot<H::Game>>, Limits), String> {
    const MOST_TABLE_MIB: usize = 256;
    let player: Player = text.parse().map_err(|error| format!("{error}"))?;
    player.check(hooks)?;
    if player.table_mib() > MOST_TABLE_MIB {
        return Err(format!("expected a table of {MOST_TABLE_MIB} MiB at most"));
    }
    let player = player.resolve::<H>();
    let bot: Box<dyn Bot<H::Game>> = player.bot(hooks);
    Ok((bot, player.settings.limits_or_time(Duration::from_millis(200))))
}
