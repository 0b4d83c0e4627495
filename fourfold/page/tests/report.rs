//! What a report answers to its questions: only what the games show.

use arena::study::{Facts, Step, Study};
use arena::{Adjudicator, GameEnd, Interval, PlayedGame};
use engine::search::EvaluatorFn;
use engine::svg::Explain;
use engine::{Game, NoEvaluation, Outcome, Start, StopFlag, observe::Observe};
use kit::{Dynamic, Exact, Kit, KitBuilder};
use page::report::{About, Findings, Measuring, Sample};
use serde_json::Value;

use grab::Grab;

#[path = "../../../engine/tests/fixtures/grab.rs"]
#[expect(unreachable_pub, reason = "doc examples include the same text")]
mod grab;

impl Start for Grab {
    fn start((): &(), seed: u64) -> Self {
        Self::new(2 + seed as usize, 40)
    }
}

impl Explain for Grab {}

impl Observe for Grab {}

/// The game, with an evaluation that tells positions apart.
fn grab() -> KitBuilder<Grab> {
    let tempo = |grab: &Grab, player| if grab.turn() == player { 1 } else { -1 };
    Kit::of::<Grab>("grab", EvaluatorFn(tempo))
}

/// How a game ends, after how many plies.
#[derive(Clone, Copy)]
enum End {
    Won(usize, usize),
    Drawn,
    CutOff,
}

/// The page on so many games with each end, which are shown with a ladder if it has steps, and its figures.
fn report(
    kit: impl Into<Kit>,
    players: usize,
    ends: &[(usize, End)],
    steps: &[Step],
) -> (String, Value) {
    let kit = kit.into();
    let start = kit.start("", players as u64 - 2).unwrap();
    let ends = ends.iter().flat_map(|&(count, end)| std::iter::repeat_n(end, count));
    let games: Vec<_> = ends.zip(0..).map(|(end, number)| game(&start, number, end)).collect();
    let mut study = Study::default();
    for game in &games {
        study.add(&Facts::of(game));
    }
    let about = About {
        kit: kit.clone(),
        command: None,
        rules: String::new(),
        player: "random".to_owned(),
        seed: 0,
        random_plies: 0,
        planned: study.games(),
    };
    let sample = Sample::new(about, start, study, games);
    let measuring = Measuring {
        kit: &kit,
        nodes: 1,
        steps: steps.len(),
        play: &|_, strengths| Ok(steps.iter().find(|step| step.strengths == strengths).copied()),
        threads: 1,
        stop: StopFlag::new(),
        progress: &|_, _, _| (),
    };
    let findings = Findings::measure(&sample, &measuring).unwrap();
    let json = findings.json();
    (findings.html(&json), json)
}

fn game(start: &Dynamic, number: u64, end: End) -> PlayedGame<Dynamic> {
    let adjudicated = |outcome| GameEnd::Adjudicated { outcome, by: Adjudicator::Judge };
    let (end, plies) = match end {
        End::Won(seat, plies) => (adjudicated(Outcome::Winner(start.players()[seat])), plies),
        End::Drawn => (adjudicated(Outcome::Draw), 0),
        End::CutOff => (GameEnd::PlyLimit, 0),
    };
    PlayedGame {
        number,
        round: number,
        seats: (0..start.players().len()).collect(),
        start: start.clone(),
        opening: 0,
        moves: vec!["1".into(); plies],
        end,
        time_used: Vec::new(),
    }
}

/// The parts of a text between two others, with simple spaces.
fn between(text: &str, [from, to]: [&str; 2]) -> Vec<String> {
    let parts = text.split(from).skip(1).filter_map(|part| part.split(to).next());
    parts.map(|part| part.replace('\u{a0}', " ")).collect()
}

/// An answer: in a few words, and the sentences for it.
type Answer = (String, Vec<String>);

/// The answers of such a page: is it fair, does somebody win, how long, is there a choice, is it early, does skill pay?
fn answers(page: &str) -> Vec<Answer> {
    let sections = between(page, [r#"<section class="answer">"#, "</section>"]);
    let answer = |section: &String| {
        (between(section, ["<b>", "</b>"]).concat(), between(section, ["<p>", "</p>"]))
    };
    sections.iter().map(answer).collect()
}

fn answer(number: usize, players: usize, ends: &[(usize, End)]) -> Answer {
    answers(&report(grab(), players, ends, &[]).0).swap_remove(number)
}

/// Whether it is fair, by games of which the first player wins so many.
fn fair(first: usize, all: usize, players: usize) -> Answer {
    answer(0, players, &[(first, End::Won(0, 0)), (all - first, End::Won(1, 0))])
}

/// The headline is the interval of the figure, and the sentence follows from it.
#[test]
fn an_advantage_is_said_where_it_is_shown() {
    let mut said = [0; 3];
    for (all, first) in [20, 200].iter().flat_map(|&all| (0..=20).map(move |n| (all, all / 20 * n)))
    {
        let ends = [(first, End::Won(0, 0)), (all - first, End::Won(1, 0))];
        let (page, json) = report(grab(), 2, &ends, &[]);
        let (short, because) = answers(&page).swap_remove(0);
        let figures = json["figures"].as_array().unwrap();
        let figure = figures.iter().find(|figure| figure["key"] == "first_player").unwrap();
        let ends = ["low", "high"].map(|end| 100.0 * figure[end].as_f64().unwrap());
        let words: Vec<&str> = short.split(' ').collect();
        for (word, end) in [words[0], words[2]].iter().zip(ends) {
            assert!((word.parse::<f64>().unwrap() - end).abs() <= 0.5, "{short}: {figure}");
        }
        assert!(short.ends_with(" % of the points go to the first player"), "{short}");
        let (number, word) = match ends {
            [low, _] if low > 50.0 => (0, "moving first is an advantage"),
            [_, high] if high < 50.0 => (1, "moving first is a disadvantage"),
            _ => (2, "whether moving first matters stays open"),
        };
        said[number] += 1;
        assert_eq!(because, [format!("An equal share is 50 %: {word}.")], "{first} of {all}");
    }
    assert!(said.iter().all(|&times| times > 0), "{said:?}");
}

#[test]
fn more_than_two_players_are_told_apart() {
    for players in [3, 4] {
        let (short, because) = fair(10, 40, players);
        assert_eq!(short, "14 to 40 % of the points go to the first player");
        let share = if players == 3 { "33.3" } else { "25" };
        assert_eq!(
            because[0],
            format!("An equal share is {share} %: whether moving first matters stays open.")
        );
        assert!(
            because[1].starts_with("By seat: red 14 to 40 %, blue 60 to 86 %, yellow 0 to "),
            "{because:?}"
        );
        let (page, json) = report(grab(), players, &[(9, End::Won(2, 3))], &[]);
        assert_eq!(json["seats"].as_array().unwrap().len(), players);
        assert!(!page.contains("swap sides"));
    }
    assert!(report(grab(), 2, &[(9, End::Won(1, 3))], &[]).0.contains("swap sides"));
}

#[test]
fn how_games_end_is_counted() {
    let ends = |drawn, cut_off, all| {
        let won = (all - drawn - cut_off, End::Won(0, 0));
        answer(1, 2, &[(drawn, End::Drawn), (cut_off, End::CutOff), won])
    };
    let (short, because) = ends(3, 0, 10);
    assert_eq!(
        (&*short, because),
        ("40 to 89 % of the games are won", vec!["Of 10 games 7 were won and 3 drawn.".to_owned()])
    );
    assert_eq!(ends(0, 0, 10).0, "72 to 100 % of the games are won");
    assert_eq!(
        ends(0, 5, 9).1,
        ["Of 9 games 4 were won and 0 drawn.", "Cut off, with equal points: 5."]
    );
    let (_, long) = answer(2, 2, &[(1, End::CutOff), (3, End::Won(0, 4))]);
    assert_eq!(
        long,
        [
            "Half of the games take 0 to 4 turns, the shortest 0, the longest 4.",
            "Games that were cut off would have taken longer."
        ]
    );
}

#[test]
fn what_is_decided_early_is_an_interval_if_anything_can_judge() {
    let ends = [(5, End::Won(0, 0)), (4, End::Won(0, 2))];
    let (short, because) = answer(4, 2, &ends);
    assert_eq!(short, "27 to 81 % of the wins are clear by half-time");
    assert!(because[0].starts_with("To the search that judges it is clear after"), "{because:?}");
    let none = answer(4, 2, &[(9, End::Drawn)]);
    assert_eq!(none, ("Not measured".to_owned(), vec!["No game was won.".to_owned()]));
    let blind = report(Kit::of::<Grab>("grab", NoEvaluation), 2, &ends, &[]);
    let (short, because) = answers(&blind.0).swap_remove(4);
    assert_eq!(short, "Not measured");
    assert!(because[0].starts_with("The game has no evaluation"), "{because:?}");
    assert!(!blind.0.contains("How sure the win was") && blind.1["of_winner"].is_null());
    assert!(blind.1["first_moves"][0]["expected"].is_null(), "nothing is known of it");
}

/// Matches that end with so many of 100 points for the stronger player.
fn ladder(won: &[u64]) -> Vec<Step> {
    let mut weaker = 0;
    let step = |(number, &won): (usize, &u64)| {
        let score = Interval::wilson(won, 100).unwrap();
        let step = Step { strengths: [weaker, number + 1], score, even: 0.5, games: 100 };
        weaker = if step.gains() { number + 1 } else { weaker };
        step
    };
    won.iter().enumerate().map(step).collect()
}

#[test]
fn skill_is_told_by_its_steps() {
    let skill = |won: &[u64]| {
        let (page, json) = report(grab(), 2, &[(3, End::Won(0, 2))], &ladder(won));
        (answers(&page).swap_remove(5), json)
    };
    let ((short, because), json) = skill(&[50, 52]);
    assert_eq!(short, "Not shown by these games");
    assert_eq!(
        because,
        [
            "512 positions a move take 42 to 62 % of the points against 32.",
            "There may be some: 100 games show about 60 % or more.",
        ]
    );
    assert_eq!(
        (&json["ladder"][1]["weaker"], &json["ladder"][1]["gains"]),
        (&"search:nodes=32,table=2".into(), &false.into())
    );
    let ((short, because), _) = skill(&[52, 80, 52]);
    assert_eq!(
        (&*short, &*because[0]),
        (
            "Yes, shown in 1 of 3 matches",
            "512 positions a move take 71 to 87 % of the points against 32."
        )
    );
    assert_eq!(skill(&[80, 70]).0.0, "Yes, shown in 2 of 2 matches");
    assert_eq!(skill(&[]).0.0, "Not measured");
}

/// Searches by an evaluation that says nothing are no players of skill.
#[test]
fn without_an_evaluation_random_games_climb() {
    let (page, json) =
        report(Kit::of::<Grab>("grab", NoEvaluation), 2, &[(3, End::Won(0, 2))], &ladder(&[80]));
    let (_, because) = answers(&page).swap_remove(5);
    assert!(because[0].starts_with("16 random games a move take"), "{because:?}");
    assert_eq!(json["ladder"][0]["stronger"], "mcts:nodes=16,table=2");
}

#[test]
fn what_is_exact_is_told_as_exact() {
    let told = |starts, won, drawn, lengths: &[(u64, u64)]| {
        let lengths = lengths.to_vec();
        let exact = Exact { starts, won, drawn, lengths, source: "by a survey" };
        let ends = [(50, End::Won(0, 0)), (50, End::Won(1, 0))];
        let kit = grab().exact(move |(), _| Ok(Some(exact.clone())));
        let (page, json) = report(kit, 2, &ends, &[]);
        assert_eq!(json["exact"]["starts"], starts);
        (answers(&page), page)
    };
    let (said, page) = told(1, 0, 1, &[]);
    assert_eq!(
        [&*said[0].0, &*said[1].0],
        ["With best play it is a draw", "With best play nobody wins"]
    );
    assert!(!page.contains("How long with best play"));
    assert_eq!(
        said[0].1,
        [
            "That is exact, by a survey.",
            "In these games: 40 to 60 % of the points go to the first player."
        ]
    );
    assert_eq!(told(1, 1, 0, &[]).0[0].0, "With best play the first player wins");
    assert_eq!(told(1, 0, 0, &[]).0[0].0, "With best play the second player wins");
    let (said, page) = told(10_000, 3_800, 200, &[(8, 5_000), (10, 5_000)]);
    let short: Vec<&str> = said[..3].iter().map(|(short, _)| &**short).collect();
    assert_eq!(
        short,
        [
            "With best play the second player wins more often",
            "With best play 98.00 % of the starts are won",
            "9 moves with best play on average",
        ]
    );
    let all = "Of all 10,000 starts the first player wins 38.00 %, the second 60.00 %, and 2.00 % are drawn.";
    assert!(said[0].1[0].starts_with(all), "{:?}", said[0].1);
    assert!(page.contains("How long with best play"));
    assert_eq!(told(4, 2, 0, &[]).0[0].0, "With best play neither player is ahead");
}

/// The solver of the game, or a proof that it brings, is asked before a search.
#[test]
fn what_the_game_knows_itself_is_exact() {
    let (page, _) =
        report(grab().known(|_| Some(engine::Wdl::Loss)), 2, &[(9, End::Won(0, 1))], &[]);
    let fair = answers(&page).swap_remove(0);
    assert_eq!(
        (&*fair.0, &*fair.1[0]),
        (
            "With best play the second player wins",
            "That is exact, by a proof that the game brings."
        )
    );
}

/// Bars are as many as the games can bear, and they count games.
#[test]
fn lengths_are_counted_in_bins() {
    let ends: Vec<_> = (0..=32).map(|plies| (1, End::Won(0, plies))).collect();
    let (page, _) = report(grab(), 2, &ends, &[]);
    let plot = between(&page, ["<h3>How long the games were</h3>", "</figure>"]).concat();
    // 33 games of 0 to 32 turns: bins of five.
    assert_eq!(plot.matches(r#"<path class="bar""#).count(), 7, "{plot}");
    assert!(plot.contains(">games</text>") && plot.contains(">turns</text>"));
    let ticks = between(&plot, [r#"<text class="end""#, "</text>"]);
    let ticks: Vec<&str> = ticks.iter().filter_map(|tick| tick.split('>').nth(1)).collect();
    assert_eq!(ticks, ["0", "1", "2", "3", "4", "5"]);
}

/// A share of four games is not shown as if it were known.
#[test]
fn what_few_games_have_is_left_out() {
    let shown = |games| {
        let (page, json) = report(grab(), 2, &[(games, End::Won(0, 1))], &[]);
        assert_eq!(json["by_first_move"][0]["games"], games);
        let squares = between(&page, [r#"<section id="squares">"#, "</section>"]).concat();
        (page.contains("In the games, in percent"), squares.matches(r#"class="heat""#).count())
    };
    assert_eq!((shown(4), shown(5)), ((false, 1), (true, 2)));
}

#[test]
fn well_known_games_stand_beside_the_figures() {
    let titles = |players, kit: KitBuilder<Grab>| {
        let (page, _) = report(kit, players, &[(9, End::Won(0, 3))], &[]);
        let sections = between(&page, [r#"<section class="answer">"#, "</section>"]);
        let rows = |section: &String| between(section, [r#"<th scope="row">"#, "</th>"]);
        sections.iter().map(rows).collect::<Vec<_>>()
    };
    let all = ["Grab", "Connect Four", "Checkers", "Reversi"].map(str::to_owned).to_vec();
    assert_eq!(titles(2, grab()), [vec![all.clone(); 4], vec![Vec::new(); 2]].concat());
    assert_eq!(titles(3, grab())[..2], [Vec::new(), all.clone()], "an equal share is another");
    assert_eq!(
        titles(2, grab().title("Reversi"))[3],
        [&["Reversi".to_owned()][..], &all[1..3]].concat()
    );
}

/// One title, no level left out, landmarks, and contents that lead somewhere.
#[test]
fn a_page_is_in_order() {
    let (page, _) = report(grab(), 2, &[(9, End::Won(0, 30))], &ladder(&[80]));
    let levels: Vec<u32> = page
        .match_indices("<h")
        .filter_map(|(at, _)| page[at + 2..].chars().next()?.to_digit(10))
        .collect();
    assert_eq!(levels.iter().filter(|level| **level == 1).count(), 1);
    assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{levels:?}");
    for landmark in ["<header>", "<main>", r#"<nav aria-label="Contents">"#] {
        assert_eq!(page.matches(landmark).count(), 1, "{landmark}");
    }
    let links = between(&page, [r##"<a href="#"##, "\""]);
    assert!(
        links.len() > 5
            && links.iter().all(|id| page.matches(&format!("<section id=\"{id}\">")).count() == 1),
        "{links:?}"
    );
    assert!(!page.contains("<th></th>"), "a heading says something");
    // The picture on top is of the twentieth of thirty plies; 24 frames and the start show the game.
    let top = between(&page, ["<header>", "</header>"]).concat();
    assert!(top.contains("<desc>0 to move; 20,0 10 10</desc>"), "{top}");
    let reel = between(&page, [r#"<div class="reel""#, "</div>"]).concat();
    assert_eq!(reel.matches("<svg").count(), 25);
    assert!(reel.contains("<figcaption>30. 1 1</figcaption>"), "{reel}");
    let record = between(&page, ["<pre>", "</pre>"]).concat().replace("&quot;", "\"");
    assert!(record.contains("[Game \"grab\"]") && record.contains("40,0 0 0"), "{record}");
}
