//! A game behind one object says and does what its type does.

use std::collections::HashSet;
use std::error::Error;
use std::fmt::Debug;

use engine::observe::Observe;
use engine::search::EvaluatorFn;
use engine::svg::{Explain, Picture};
use engine::{Game, Keyed, Limits, NoEvaluation, Outcome, Search, Start, StopFlag, perft};
use kit::{AnyError, By, Catalogue, Kit, Move, Playable, PlayerSpec, Ruling};

use grab::Grab;
use walk::{Rules, Walk};

#[path = "../../../engine/tests/fixtures/grab.rs"]
#[expect(unreachable_pub, reason = "doc examples include the same text")]
mod grab;
#[path = "near_best.rs"]
mod near_best;
#[path = "../../../engine/tests/fixtures/nim.rs"]
#[expect(unreachable_pub, reason = "doc examples include the same text")]
mod nim;
#[path = "players.rs"]
mod players;
#[path = "server.rs"]
mod server;
#[path = "walk.rs"]
mod walk;

impl Start for Grab {
    fn start((): &(), seed: u64) -> Self {
        Self::new(3, 8 + seed as u8)
    }
}

impl Explain for Grab {}

impl Observe for Grab {}

fn games() -> Catalogue {
    Catalogue::new().game(Kit::of::<Grab>("grab", NoEvaluation))
}

/// What a position says of itself, whichever way it is asked.
fn agree<G: Playable>(any: &dyn kit::AnyPosition, typed: &G) {
    assert_eq!(any.of_type::<G>(), Ok(typed));
    assert_eq!((any.to_string(), any.key()), (typed.to_string(), Keyed::key(typed)));
    assert_eq!(format!("{any:?}"), format!("{typed:?}"));
    let names: Vec<String> = typed.players().iter().map(ToString::to_string).collect();
    assert_eq!(any.seats().into_iter().map(|seat| seat.name).collect::<Vec<_>>(), names);
    assert_eq!(any.seat_to_move(), Game::seat_to_move(typed));
    let moves = typed.legal_moves();
    assert_eq!(any.count_moves(), moves.len());
    assert_eq!(any.list(), words(&moves));
    assert_eq!(any.list_distinct(), words(&typed.distinct_moves()));
    let all = any.moves(0..usize::MAX);
    assert_eq!(any.moves(1..3), all[all.len().min(1)..all.len().min(3)]);
    for (m, found) in moves.iter().zip(&all) {
        assert_eq!(any.find_move(&found.text).as_ref(), Ok(found));
        assert_eq!((&found.places, &found.route), (&typed.places(*m), &typed.route(*m)));
        let picture = Picture::after(typed, *m).unwrap().to_string();
        assert_eq!(any.picture_after(&found.text).unwrap().to_string(), picture);
    }
    assert_eq!(all.len(), moves.len());
    assert_eq!(any.picture().to_string(), Picture::new(typed).to_string());
    assert_eq!(any.perft(3, &StopFlag::new()), Some(perft(typed, 3)));
    assert_eq!((any.task(), any.ending()), (Explain::task(typed), Explain::ending(typed)));
    assert_eq!(any.decisive(), Explain::decisive(typed));
    assert_eq!(any.refusal(&["a1"]), Explain::refusal(typed, &["a1"]));
    let outcome = Game::outcome(typed);
    assert_eq!(any.outcome().is_some(), outcome.is_some());
    let text = outcome.map_or_else(|| format!("{} to move", typed.turn()), |o| o.to_string());
    assert_eq!(any.state(), text);
}

fn words<M: ToString>(moves: &[M]) -> Vec<Move> {
    moves.iter().map(|m| m.to_string().as_str().into()).collect()
}

fn refused<T: Debug>(result: Result<T, impl Error>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn a_game_is_the_same_behind_an_object() {
    let games = games();
    let game = games.find("grab").unwrap();
    let (mut any, mut typed) = (game.start("", 2).unwrap(), Grab::start(&(), 2));
    let mut seen = HashSet::new();
    while typed.outcome().is_none() {
        agree(&*any, &typed);
        assert_eq!(engine::perft(&any, 2), perft(&typed, 2));
        assert!(seen.insert(any.clone()));
        let number = any.legal_moves().len() - 1;
        typed.play_unchecked(typed.legal_moves()[number]);
        let mut by_text = any.clone();
        by_text.play(any.legal_moves()[number]).unwrap();
        any.play_number(number).unwrap();
        assert!(any == by_text && !seen.contains(&any));
    }
    agree(&*any, &typed);
    assert_eq!(game.parse(&typed.to_string(), "").as_ref(), Ok(&any));
    assert_eq!((any.state(), any.key()), ("0 wins 4-3-3".into(), typed.key()));
    let outcome = any.outcome().unwrap();
    assert!(outcome.winner() == Some(any.players()[0]) && matches!(outcome, Outcome::Points(_)));
}

#[test]
fn searches_and_bots_are_those_of_the_type() {
    let games = games();
    let game = games.find("grab").unwrap();
    let start = game.start("", 0).unwrap();
    let limits = Limits::new().depth(6);
    let typed = Search::new(NoEvaluation).with_memory(1 << 16).with_lines(2);
    let typed = { typed }.run(&Grab::new(3, 8), &limits).unwrap();
    let mut search = game.search(By::Best).with_memory(1 << 16).with_lines(2);
    let found = search.run(&start, &limits).unwrap();
    let line = words(&typed.line);
    assert_eq!((&found.line, found.score, found.nodes), (&line, typed.score, typed.nodes));
    assert_eq!((found.others.len(), found.proven), (1, typed.proven));
    search.clear();
    let mut depths = Vec::new();
    let mut report = |found: &engine::Analysis<Move>| depths.push(found.depth);
    let again = search.run_among(&start, None, &limits, 1, &mut report).unwrap();
    assert_eq!((again.line, depths.last()), (found.line, Some(&typed.depth)));
    for kind in ["search", "mcts", "greedy", "random", "maxn", "level:3"] {
        let mut bot = kind.parse::<PlayerSpec>().unwrap().bots(game)();
        bot.new_game(&start, 7);
        let limits = Limits::new().nodes(100);
        let decision = bot.decide(&start, &limits, &mut |_| ()).unwrap();
        assert!(start.find_move(&decision.m).is_ok(), "{kind}");
        let ended = bot.decide(&game.parse("0,0 1 2", "").unwrap(), &limits, &mut |_| ());
        assert_eq!(refused(ended), "no move was chosen");
    }
    // Four stones for two players: one of them leaves three.
    let puzzle = search.puzzle(&game.parse("4,0 0 0", "").unwrap(), &Limits::new()).unwrap();
    assert_eq!(puzzle.map(|puzzle| puzzle.solution).as_deref(), Some("3"));
}

#[test]
fn a_search_may_be_told_its_moves() {
    let games = games();
    let game = games.find("grab").unwrap();
    let (start, limits) = (game.start("", 0).unwrap(), Limits::new().depth(6));
    let mut search = game.search(By::Best);
    let mut among = |moves: &[&str]| {
        let moves: Vec<Move> = moves.iter().map(|&m| m.into()).collect();
        search.run_among(&start, Some(&moves), &limits, 1, &mut |_| ())
    };
    assert_eq!(among(&["2", "stone"]).unwrap().best().as_deref(), Some("2"));
    assert_eq!(refused(among(&["stone"])), "none of the moves to search is legal");
}

#[test]
fn a_game_is_checked_behind_an_object() {
    let broken = |kit: Kit| {
        let (mut kept, mut told) = (0, Vec::new());
        let report = &mut |laws: &str, broken| match broken {
            None => kept += 1,
            Some(broken) => told.push(format!("{laws}: {broken}")),
        };
        assert_eq!(kit.check("", 50, 0, report), Ok(Some(4)), "there are no more positions");
        (kept, told)
    };
    assert_eq!(broken(Kit::of::<Walk>("walk", NoEvaluation).build()), (7, vec![]));
    let (kept, told) = broken(Kit::of::<Walk>("walk", EvaluatorFn(|_: &Walk, _| 1)).build());
    assert_eq!((kept, told.len()), (6, 1), "{told:?}");
    assert!(told[0].contains("evaluation: in Walk"), "{told:?}");
    let panics = EvaluatorFn(|_: &Walk, _| panic!("it does not know"));
    let (kept, told) = broken(Kit::of::<Walk>("walk", panics).build());
    assert_eq!(
        (kept, &told[..]),
        (6, &["evaluation: the game panics (position 0)".to_owned()][..])
    );
    let kit =
        Kit::of::<Walk>("walk", NoEvaluation).rules_text("Walk on.\n\nWho arrives wins.\n").build();
    let lessons: Vec<&str> = kit.about.lessons.iter().map(|lesson| lesson.text).collect();
    assert_eq!(lessons, ["Walk on.", "Who arrives wins."]);
    assert!(kit.check("length=9", 50, 0, &mut |_, _| ()).is_err());
    let tested = Kit::tested::<Walk>("walk", NoEvaluation).build();
    assert_eq!(tested.check("", 50, 0, &mut |_, _| panic!("nothing is checked")), Ok(None));
}

#[test]
fn drafts_become_positions() {
    let start = games().find("grab").unwrap().start("", 0).unwrap();
    let mut draft = start.draft().unwrap();
    draft.put("stone", "a1");
    assert_eq!((draft.pieces().len(), draft.counts().len()), (1, 0));
    assert_eq!(draft.finish().unwrap(), "4,0 0 0");
    assert!(start.picture().layers_of(&*draft).ground.contains(r#"data-place="a1""#));
    draft.set_count("stones", 0);
    assert_eq!(draft.finish().unwrap_err().to_string(), "no stones");
}

#[test]
fn records_are_read() {
    let games = games();
    let game = games.find("grab").unwrap();
    let text = "[Start \"5,0 0 0\"]\n\n1. 3 2. 1 (2. 2) *\n";
    let twice = format!("{text}\n{text}");
    let records: Vec<_> = game.records(&twice).collect::<Result<_, _>>().unwrap();
    let [record, _] = &records[..] else { panic!("{records:?}") };
    assert_eq!((record.start().to_string().as_str(), record.line()), ("5,0 0 0", words(&[3, 1])));
    let typed: engine::record::Record<Grab> = text.parse().unwrap();
    assert_eq!(record.to_string(), typed.to_string());
    let refusal = refused(game.records("nonsense").next().unwrap());
    assert!(refusal.starts_with("line 1, column 1: "));
}

#[test]
fn rules_are_settings() {
    let games = games().game(Kit::of::<Walk>("walk", NoEvaluation));
    let game = games.find("walk").unwrap();
    let options = game.options();
    assert_eq!((options[0].0.name, options[0].1.as_str()), ("length", "4"));
    let start = game.start("length=6", 0).unwrap();
    assert_eq!(start.rules(), [("length", "6".to_owned())]);
    assert_eq!(start.rule_changes(), "length=6");
    agree(&*start, &Walk::start(&Rules { length: 6 }, 0));
    assert_eq!(game.start("", 0).unwrap().rule_changes(), "");
    assert_eq!(game.classes()[0].name, "tile");
    let expected = "option \"length\" is \"9\": expected 2 to 8";
    assert_eq!(refused(game.start("length=9", 0)), expected);
    assert_eq!(refused(game.parse("1", "length=9")), expected);
    assert_eq!(refused(game.start("width=9", 0)), "unknown option \"width\": expected length");
}

#[test]
fn what_is_wrong_is_said_as_the_game_says_it() {
    let games = games().game(Kit::of::<Walk>("walk", NoEvaluation));
    let game = games.find("grab").unwrap();
    let error = refused(games.find("chess").map(|_| ()));
    assert_eq!(error, "no game is called \"chess\": expected grab, walk");
    assert_eq!(refused(game.parse("x", "")), "not a position");
    let mut position = game.start("", 0).unwrap();
    let before = position.clone();
    assert!(matches!((*position).play("x"), Err(AnyError::Move { .. })));
    assert_eq!(refused((*position).play("7")), "it is not among the legal moves");
    assert!(matches!(position.find_move("7"), Err(AnyError::Illegal { .. })));
    assert!(position.picture_after("7").is_err());
    assert_eq!(refused(position.play_number(3)), "there is no move 3: expected less than 3");
    assert!(position == before);
    let error = refused(position.play_text("1 9 1"));
    assert_eq!(error, "move 2, \"9\", is illegal: it is not among the legal moves");
    assert!(refused(position.play_text("1 x")).starts_with("move 2, \"x\": "));
    assert_eq!(position.to_string(), "6,2 1 1 0");
    let other = games.find("walk").unwrap().start("", 0).unwrap();
    let limits = Limits::new();
    assert_eq!(
        refused(game.search(By::Best).run(&other, &limits)),
        "the position is of another game"
    );
    assert_eq!(game.search(By::Best).puzzle(&other, &limits), Err(AnyError::OtherGame));
    let mut bot = PlayerSpec::level("1").unwrap().bots(game)();
    bot.new_game(&other, 0);
    let refusal = refused(bot.decide(&other, &limits, &mut |_| ()));
    assert_eq!(refusal, "the position is of another game");
    assert!(other != position);
}

/// Texts of any length are moves.
#[test]
fn long_texts_are_moves_too() {
    for length in [0, 30, 31, 63, 64, 500] {
        let text = "é".repeat(length / 2) + &"x".repeat(length % 2);
        let (m, same) = (Move::from(text.as_str()), Move::from(text.as_str()));
        assert!(m == same && m.as_str() == text && m.to_string() == text);
    }
}

#[test]
fn rulings_are_the_rows_of_their_table() {
    let page = "# Rules\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n| published | we read it so | why | option |\n\
                |---|---|---|---|\n| \"**So**\" | as `b2` | because | `wide`, `long` |\n| no | yes | why | - |\n\n\
                | 3 | 4 | 5 | 6 |\n";
    let rows: Vec<Ruling> = Ruling::table(page).collect();
    let [first, second] = &rows[..] else { panic!("{rows:?}") };
    assert_eq!((&*first.published, &*first.reading), ("\"So\"", "as b2"));
    assert_eq!((&*first.why, &*first.option), ("because", "wide, long"));
    assert_eq!((&*second.published, &*second.option), ("no", "-"));
    assert_eq!(Ruling::table("no table").count(), 0);
    let kit = Kit::of::<Walk>("walk", NoEvaluation).rulings(page).build();
    assert_eq!(kit.about.rulings, rows);
}
