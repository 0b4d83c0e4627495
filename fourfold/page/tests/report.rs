//! What a report answers to its questions: only what the games show.

use arena::study::{Facts, Step, Study};
use arena::{Adjudicator, GameEnd, Interval, PlayedGame};
use engine::svg::Explain;
use engine::{Game, NoEvaluation, Outcome, Start, StopFlag, observe::Observe};
use kit::{Dynamic, Exact, Kit};
use page::report::{About, Findings, Measuring, Sample};

use grab::Grab;

#[path = "../../../engine/tests/fixtures/grab.rs"]
#[expect(unreachable_pub, reason = "doc examples include the same text")]
mod grab;

impl Start for Grab {
    fn start((): &(), seed: u64) -> Self {
        Self::new(2 + seed as usize, 12)
    }
}

impl Explain for Grab {}

impl Observe for Grab {}

/// How a game ends, after how many plies.
#[derive(Clone, Copy)]
enum End {
    Won(usize, usize),
    Drawn,
    CutOff,
}

/// An answer: in a few words, and the sentences for it.
type Answer = (String, Vec<String>);

/// The answers of a report on so many games with each end, which are shown with a ladder if it has steps.
fn answers(
    players: usize,
    ends: &[(usize, End)],
    exact: Option<Exact>,
    steps: &[Step],
) -> Vec<Answer> {
    let kit = Kit::of::<Grab>("grab", NoEvaluation).build();
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
        play: &|number| Ok(Some(steps[number])),
        threads: 1,
        stop: StopFlag::new(),
        progress: &|_, _, _| (),
    };
    let mut findings = Findings::measure(&sample, &measuring).unwrap();
    if let Some(exact) = exact {
        findings = findings.with_exact(exact);
    }
    let html = findings.html(&findings.json()).unwrap();
    let between = |text: &str, [from, to]: [&str; 2]| -> Vec<String> {
        let parts = text.split(from).skip(1).filter_map(|part| part.split(to).next());
        parts.map(|part| part.replace('\u{a0}', " ")).collect()
    };
    let sections = between(&html, [r#"<section class="answer">"#, "</section>"]);
    let answer = |section: &String| {
        (between(section, ["<b>", "</b>"]).concat(), between(section, ["<p>", "</p>"]))
    };
    sections.iter().map(answer).collect()
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

/// Whether it is fair, by games of which the first player wins so many.
fn fair(first: usize, all: usize, players: usize) -> Answer {
    let ends = [(first, End::Won(0, 0)), (all - first, End::Won(1, 0))];
    answers(players, &ends, None, &[]).swap_remove(0)
}

#[test]
fn an_advantage_is_said_where_it_is_shown() {
    let (short, because) = fair(55, 100, 2);
    assert_eq!(short, "No advantage of moving first is shown");
    let open = "That does not make it fair: a difference of 14 % is not excluded.";
    assert_eq!(because[1], open);
    let (short, because) = fair(550, 1000, 2);
    assert_eq!((short.as_str(), because.len()), ("Moving first is an advantage", 1));
    assert_eq!(fair(450, 1000, 2).0, "Moving first is a disadvantage");
    assert_eq!(fair(33, 100, 3).0, "No advantage of moving first is shown");
}

#[test]
fn draws_are_told_by_their_share() {
    let ends = |drawn, cut_off, all| {
        let won = (all - drawn - cut_off, End::Won(0, 0));
        answers(2, &[(drawn, End::Drawn), (cut_off, End::CutOff), won], None, &[]).swap_remove(1)
    };
    assert_eq!(ends(3, 0, 10).0, "There are draws");
    assert_eq!(ends(0, 0, 10).0, "No draw was seen");
    assert_eq!(ends(1, 0, 1000).0, "Draws are rare");
    assert_eq!(ends(300, 0, 1000).0, "Draws are common");
    assert_eq!(ends(900, 0, 1000).0, "Most games are drawn");
    assert!(ends(0, 1, 9).1[1].ends_with("equal points: 1 game."));
    assert_eq!(ends(0, 5, 9).0, "Most games came to no end");
}

#[test]
fn what_is_decided_early_is_told_by_its_share() {
    let early = |early, all| {
        let ends = [(early, End::Won(0, 0)), (all - early, End::Won(0, 2))];
        answers(2, &ends, None, &[]).swap_remove(4).0
    };
    assert_eq!(early(5, 9), "Neither early nor late is shown");
    assert_eq!(early(50, 60), "Mostly early");
    assert_eq!(early(5, 60), "Mostly late");
    assert_eq!(answers(2, &[(9, End::Drawn)], None, &[])[4].0, "No game was won");
}

#[test]
fn skill_is_told_by_its_steps() {
    let step = |won| Step { score: Interval::wilson(won, 100).unwrap(), even: 0.5, games: 100 };
    let skill = |steps: &[Step]| answers(2, &[(1, End::Drawn)], None, steps).swap_remove(5).0;
    assert_eq!(skill(&[step(50), step(52)]), "Not shown");
    assert_eq!(skill(&[step(80), step(52)]), "Yes, at 1 of 2 steps");
    assert_eq!(skill(&[step(80)]), "Yes, at every step");
    assert_eq!(skill(&[]), "Not measured");
}

#[test]
fn what_is_exact_is_told_as_exact() {
    let told = |starts, won, drawn| {
        let exact = Exact { starts, won, drawn, lengths: Vec::new(), source: "by a survey" };
        let ends = [(50, End::Won(0, 0)), (50, End::Won(1, 0))];
        answers(2, &ends, Some(exact), &[]).swap_remove(0)
    };
    assert_eq!(told(1, 0, 1).0, "With best play it is a draw");
    assert_eq!(told(1, 1, 0).0, "With best play the first player wins");
    assert_eq!(told(1, 0, 0).0, "With best play the second player wins");
    let (short, because) = told(10_000, 3_800, 0);
    assert_eq!(short, "With best play the second player wins more often");
    let all = "all 10,000 starts the first player wins 38.00 %";
    assert!(because[0].contains(all), "{because:?}");
    assert_eq!(because.len(), 2, "that the games leave it open does not matter");
    assert_eq!(told(4, 2, 0).0, "With best play neither player is ahead");
}
