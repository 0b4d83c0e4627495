//! What the rules say about a position, and its picture.

use axum::Json;
use axum::extract::{Query, State};
use clap::ValueEnum;
use engine::Options;
use engine::svg::Picture;
use serde_json::{Value, json};

use super::ask::{Ask, Line};
use super::jobs::{Jobs, Refusal};
use crate::games::{AnyGame, Name, Task};

/// All games, with their rule options and the players that play them.
pub(super) async fn games() -> Json<Value> {
    Json(Name::value_variants().iter().map(|&name| name.run(Describe(name))).collect())
}

struct Describe(Name);

impl Task for Describe {
    type Output = Value;

    fn run<G: AnyGame>(self) -> Value {
        let rules = G::Rules::default();
        let option = |spec: &engine::OptionSpec| {
            json!({
                "name": spec.name,
                "values": spec.values,
                "default": rules.get(spec.name),
            })
        };
        let own = ["perfect", "bold"].into_iter().filter(|name| G::own_player(name).is_some());
        let general = ["search:time=200", "search:time=2000", "mcts:time=1000", "greedy", "random"];
        let two = G::start(&rules, 0).players().len() == 2;
        let players = own.chain(general).map(str::to_owned);
        json!({
            "name": self.0.to_string(),
            "options": G::Rules::SPECS.iter().map(option).collect::<Value>(),
            "players": players.collect::<Vec<_>>(),
            "two": two,
            "how": G::HOW_TO_PLAY,
            "moves": G::MOVES,
            "dealt": G::start(&rules, 0) != G::start(&rules, 1),
        })
    }
}

/// What there is to know about a position.
pub(super) async fn position(
    State(jobs): State<Jobs>,
    Query(ask): Query<Ask>,
) -> Result<Json<Value>, Refusal> {
    let game = ask.game()?;
    jobs.answer(move || game.run(Look(ask))).await.map(Json)
}

struct Look(Ask);

impl Task for Look {
    type Output = Result<Value, Refusal>;

    fn run<G: AnyGame>(self) -> Self::Output {
        let line: Line<G> = self.0.read()?;
        let (_, now) = line.ends();
        let picture = picture(&self.0, &line);
        let names: Vec<String> = now.players().iter().map(ToString::to_string).collect();
        let legal = now.legal_moves();
        let shown = legal.iter().take(MOST_MOVES);
        let shown = shown.map(|&m| json!([m.to_string(), now.places(m)]));
        Ok(json!({
            "svg": picture.to_string(),
            "start": line.start.to_string(),
            "position": now.to_string(),
            "rules": now.rules().changes_from(&G::Rules::default()),
            "played": line.moves.iter().map(ToString::to_string).collect::<Value>(),
            "players": names,
            "seat": now.players().iter().position(|&player| player == now.turn()),
            "outcome": now.outcome().map(|outcome| outcome.to_string()),
            "moves": shown.collect::<Value>(),
            "count": legal.len(),
            "notes": picture.notes(),
        }))
    }
}

/// So many moves of a position are told; the others can be typed.
const MOST_MOVES: usize = 5_000;

/// The picture of the position after the moves, for a page that has the style sheet.
pub(super) fn picture<G: AnyGame>(ask: &Ask, line: &Line<G>) -> Picture<G> {
    let (before, now) = line.ends();
    let last = line.moves.last().and_then(|&m| Picture::after(&before, m).ok());
    let picture = last.unwrap_or_else(|| Picture::new(&now));
    picture.seen_from(ask.side()).without_style().without_caption()
}
