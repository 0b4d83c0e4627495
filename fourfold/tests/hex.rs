//! The example `hex`: a game on a board of polygons.

use engine::board::Direction;
use engine::svg::{Hue, Mark, Picture};
use engine::{Conformance, Game, Limits, NoEvaluation, Notation, Outcome, Search, Start, StopFlag};
use fourfold::Kit;
use page::Board;
use page::report::{Report, ReportError};
use serde_json::Value;

use crate::hex_program::{Cell, Hex, Player};
use crate::served::get;

#[test]
fn it_keeps_the_laws() {
    let conformance = Conformance::explore([Hex::<4>::default()], 2_000, 0);
    conformance.rules().unwrap();
    conformance.keys().unwrap();
    conformance.notation().unwrap();
    conformance.pictures().unwrap();
    conformance.explanations().unwrap();
    conformance.observations().unwrap();
    let large = Conformance::explore([Hex::<11>::default()], 20, 0);
    large.pictures().unwrap();
    large.explanations().unwrap();
    large.observations().unwrap();
}

#[test]
fn who_joins_the_sides_wins() {
    let winner = |text: &str| Hex::<4>::parse(text, &()).unwrap().outcome();
    // Above b3 are b4 and a4, but not c4.
    assert_eq!(winner("1r2/1r2/bbr1/1br1"), Some(Outcome::Winner(Player::Red)));
    assert_eq!(winner("2r1/1r2/bbr1/1br1"), None);
    assert_eq!(winner("1r2/bb2/rr1b/r1rb"), None);
    assert_eq!(winner("1r2/bb2/r1bb/r1r1"), Some(Outcome::Winner(Player::Blue)));
}

/// The first player wins on 4x4: the search shows it for c2.
#[test]
fn red_wins_on_four_by_four() {
    let mut hex = Hex::<4>::start(&(), 0);
    hex.play("c2".parse().unwrap()).unwrap();
    let score = Search::new(NoEvaluation).run(&hex, &Limits::new()).unwrap().score;
    assert!(score.is_loss(), "{score}");
}

#[test]
fn polygons_are_places_from_every_side() {
    let start = Hex::<5>::start(&(), 0);
    let cell: Cell = "b4".parse().unwrap();
    let mut drawn: Vec<String> = Vec::new();
    for side in Direction::ALL {
        let picture = Picture::after(&start, cell).unwrap().seen_from(side);
        let picture = picture.arrow(["a1", "c3"], Hue::Blue).mark("e5", Mark::Cross, Hue::Red);
        let text = picture.heat("d2", Hue::Green, 1.0, "").to_string();
        for part in [
            r#"class="square polygon light" data-place="b4""#,
            r#"data-place="b4" data-piece="red""#,
            r#"class="fill last""#,
            r#"class="arrow hue-blue""#,
            r#"<g class="hue-green"><polygon "#,
            ">5</text>",
            ">e</text>",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        drawn.push(text);
    }
    drawn.sort();
    drawn.dedup();
    assert_eq!(drawn.len(), 4);
}

#[test]
fn it_has_a_page_and_a_report() {
    let hex = Kit::of::<Hex<4>>("hex-4", NoEvaluation).build();
    let report = Report::new(hex.clone()).games(4).nodes(10).steps(0);
    let page = report.page().unwrap();
    assert!(page.html.contains("<polygon") && page.json["games"] == 4);
    let stop = StopFlag::new();
    stop.raise();
    assert!(matches!(report.stop(stop).page(), Err(ReportError::Stopped)));
    let server = Board::new().game(hex).listen(0).unwrap();
    let port = server.address().port();
    let (end, ended) = tokio::sync::oneshot::channel();
    let running = std::thread::spawn(move || server.run_until(async { ended.await.unwrap() }));
    let (status, found) = get(port, "/api/position?game=hex-4&moves=b2+c3&texts=true");
    let found: Value = serde_json::from_str(&found).unwrap();
    assert_eq!((status, &found["count"]), (200, &Value::from(14)));
    assert!(found["picture"]["texts"][0].as_str().unwrap().contains("<polygon points="));
    end.send(()).unwrap();
    running.join().unwrap().unwrap();
}
