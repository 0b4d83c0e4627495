//! Pictures of a small game, and what [`Conformance`] says about faulty ones.

use std::error::Error;
use std::fmt;
use std::ops::Range;

use engine::board::{Direction, read_square, square_name};
use engine::conformance::Violation;
use engine::observe::{Observe, Places, Planes};
use engine::svg::{
    Canvas, Class, Colour, Draft, Draw, Explain, Hue, Item, Mark, Picture, Task, Theme,
};
use engine::{Conformance, Game, NotLegal, Outcome};

/// A piece goes one square at a time from a1 to d1, where the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Walk {
    at: u8,
    fault: Fault,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Fault {
    None,
    PlaceTwice,
    PieceBeside,
    UnknownSquare,
    NoPlaces,
    SamePlaces,
    Draft,
    DraftByOtherRules,
    UnknownClass,
    NoTask,
    EarlyEnding,
    EarlyPlace,
    UnknownPlace,
    RefusedMove,
    NoReason,
    UnlistedPlace,
    PlacesChange,
    NoDone,
    WrongNumbers,
    WrongPlanes,
    UnlistedPiece,
    Vast,
    /// No faults, but other looks.
    Chequered,
    Joined,
    Gate,
}

impl Game for Walk {
    type Player = u8;
    type Move = u8;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[u8] {
        &[0]
    }

    fn turn(&self) -> u8 {
        0
    }

    fn outcome(&self) -> Option<Outcome<u8>> {
        (self.at >= 3).then_some(Outcome::Winner(0))
    }

    fn generate_moves(&self, moves: &mut Vec<u8>) {
        moves.extend(self.at + 1..=3);
    }

    fn check(&self, to: u8) -> Result<(), NotLegal> {
        NotLegal::check(self, to)
    }

    fn play_unchecked(&mut self, to: u8) {
        self.at = to;
    }
}

/// Draws things of all kinds as far out as numbers go.
fn draw_vast(canvas: &mut Canvas) {
    canvas.cell_height(1 << 30);
    for (number, &cell) in [(-128, -128), (-128, 127), (127, -128), (127, 127)].iter().enumerate() {
        canvas.square(cell, "light");
        canvas.place(&format!("place{number}"), cell, "light");
        canvas.piece(cell, "red", "walker", "<circle/>");
        for side in Direction::ALL {
            canvas.edge(&format!("edge{number}{side}"), cell, side, "slot");
        }
    }
    let corners = [(i32::MIN, i32::MIN), (i32::MAX, 1 << 30), (-1 << 30, i32::MAX)];
    canvas.polygon("polygon", &corners, "light");
    canvas.backdrop(&corners, "light");
    canvas.piece_at("polygon", "red", "walker", "<circle/>");
}

impl fmt::Display for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Its rules are shown only where a text has them.
        let rules = f.alternate() && self.fault == Fault::DraftByOtherRules;
        write!(f, "<{}>{}", self.at, if rules { " by=others" } else { "" })
    }
}

fn name(file: u8) -> String {
    format!("{}1", char::from(b'a' + file))
}

impl Draw for Walk {
    const CLASSES: &'static [Class] = &[Class { name: "tile", styles: ["fill:#123", "", ""] }];

    fn size(&self) -> (u8, u8) {
        if self.fault == Fault::Vast { (255, 255) } else { (4, 1) }
    }

    fn draw(&self, canvas: &mut Canvas) {
        if self.fault == Fault::Vast {
            draw_vast(canvas);
        }
        let is_dark = |file: i8| self.fault == Fault::Chequered && file % 2 == 0;
        (0..4).for_each(|file| {
            canvas.square((file, 0), if is_dark(file) { "dark" } else { "light" });
        });
        match self.fault {
            Fault::Joined => canvas.dots(),
            Fault::Gate => canvas.place("gate", (-1, 0), "felt"),
            _ => {}
        }
        let rank = i8::from(self.fault == Fault::PieceBeside);
        canvas.piece((self.at as i8, rank), "red", "walker", "<circle/>");
        let name = if self.fault == Fault::PlaceTwice { "a1" } else { "bag" };
        let class = if self.fault == Fault::UnknownClass { "tile big" } else { "tile" };
        canvas.tray("bag", [Item::new(name, class, "<rect/>")]);
    }

    fn places(&self, to: u8) -> Vec<String> {
        match self.fault {
            Fault::UnknownSquare => vec![name(to), "a2".to_owned()],
            Fault::NoPlaces => Vec::new(),
            Fault::SamePlaces => vec![name(self.at)],
            Fault::NoDone => (self.at..=to).map(name).collect(),
            _ => vec![name(self.at), name(to)],
        }
    }

    fn draft(&self) -> Option<Box<dyn Draft>> {
        Some(Box::new(*self))
    }
}

impl Explain for Walk {
    fn task(&self) -> Task {
        Task::new(if self.fault == Fault::NoTask { "" } else { "walk on" })
    }

    fn ending(&self) -> Option<String> {
        (self.at >= 3 || self.fault == Fault::EarlyEnding).then(|| "arrived".to_owned())
    }

    fn decisive(&self) -> Vec<String> {
        match self.fault {
            Fault::EarlyPlace => vec![name(self.at)],
            Fault::UnknownPlace => vec!["e1".to_owned()],
            _ => Vec::new(),
        }
    }

    fn refusal(&self, places: &[&str]) -> Option<String> {
        let legal = matches!(places, [from, to] if *from == name(self.at) && *to > *from);
        match self.fault {
            Fault::NoReason => (!legal).then(String::new),
            Fault::RefusedMove => Some("no".to_owned()),
            _ => (!legal).then(|| "it walks ahead".to_owned()),
        }
    }
}

impl Observe for Walk {
    fn all_places(&self) -> Vec<String> {
        let first = match self.fault {
            Fault::UnlistedPlace => 1,
            Fault::PlacesChange => self.at,
            _ => 0,
        };
        (first..4).map(name).collect()
    }

    fn all_pieces(&self) -> Vec<String> {
        if self.fault == Fault::UnlistedPiece { Vec::new() } else { vec!["walker".to_owned()] }
    }

    fn place_numbers(&self, to: u8, all: &Places, numbers: &mut Vec<u16>) {
        numbers.extend(self.places(to).iter().filter_map(|name| all.number(name)));
        if self.fault == Fault::WrongNumbers {
            numbers.reverse();
        }
    }

    fn show(&self, planes: &mut Planes<'_>) {
        planes.piece(0, usize::from(self.at + u8::from(self.fault == Fault::WrongPlanes)));
        planes.piece(1, 0);
        planes.piece(0, 9);
    }
}

impl Draft for Walk {
    fn pieces(&self) -> Vec<Item> {
        vec![Item::new("walker", "red", "<circle/>")]
    }

    fn put(&mut self, _piece: &str, place: &str) {
        self.at = (0..4).find(|&file| name(file) == place).unwrap_or(self.at);
    }

    fn set_turn(&mut self, _seat: usize) {}

    fn draw(&self, canvas: &mut Canvas) {
        Draw::draw(self, canvas);
    }

    fn finish(&self) -> Result<String, Box<dyn Error>> {
        let (at, fault) = (self.at + u8::from(self.fault == Fault::Draft), Fault::None);
        if at < 3 { Ok(format!("{:#}", Self { at, fault })) } else { Err("the way is over".into()) }
    }
}

fn check(walk: &Conformance<Walk>) -> Result<(), Violation> {
    walk.pictures()?;
    walk.observations()?;
    walk.explanations()
}

fn violation(fault: Fault) -> String {
    let walk = Conformance::explore([Walk { at: 0, fault }], 2, 0);
    check(&walk).unwrap_err().to_string()
}

#[test]
fn conformance_names_what_is_wrong_with_a_picture() {
    let sound = Conformance::explore([Walk { at: 0, fault: Fault::None }], 3, 0);
    assert_eq!(check(&sound), Ok(()));
    assert!(violation(Fault::PlaceTwice).contains("two places called \"a1\""));
    assert!(violation(Fault::PieceBeside).contains("\"walker\" is drawn where no place"));
    assert!(violation(Fault::UnknownSquare).contains("names the square a2, which is not drawn"));
    assert!(violation(Fault::NoPlaces).contains("is empty"));
    assert!(violation(Fault::SamePlaces).contains("the same places"));
    assert!(violation(Fault::UnknownClass).contains("\"big\" is neither common nor in"));
    assert!(violation(Fault::Draft).contains("is <1>"));
    assert!(violation(Fault::DraftByOtherRules).contains("the unchanged draft is <0>"));
    assert!(violation(Fault::NoTask).contains("task() says nothing"));
    assert!(violation(Fault::EarlyEnding).contains("\"arrived\" before the game is over"));
    assert!(violation(Fault::EarlyPlace).contains("names places before the game is over"));
    assert!(violation(Fault::UnknownPlace).contains("\"e1\", which is not drawn"));
    assert!(violation(Fault::RefusedMove).contains("which is legal, is \"no\""));
    assert!(violation(Fault::UnlistedPlace).contains("all_places() lacks \"a1\""));
    assert!(violation(Fault::PlacesChange).contains("change by 1"));
    assert!(violation(Fault::NoDone).contains("all_places() lacks \"done\""));
    assert!(violation(Fault::WrongNumbers).contains("place_numbers() of 1 are [1, 0]"));
    assert!(violation(Fault::WrongPlanes).contains("is not what the picture has"));
    assert!(violation(Fault::UnlistedPiece).contains("all_pieces() lacks \"walker\""));
    assert!(violation(Fault::NoReason).contains("says nothing"));
    let over = Conformance::explore([Walk { at: 3, fault: Fault::None }], 1, 0);
    let error = over.pictures().unwrap_err().to_string();
    let position = "Walk { at: 3, fault: None }";
    assert_eq!(error, format!("in {position}: the unchanged draft is refused: the way is over"));
}

/// The whole numbers that stand directly after a text in a picture.
fn numbers_after(svg: &str, text: &str) -> Vec<i32> {
    let number = |rest: &str| rest.split([' ', '"']).next()?.parse().ok();
    svg.split(text).skip(1).filter_map(number).collect()
}

#[test]
fn a_board_of_one_shade_has_lines_between_its_squares() {
    let draw = |fault| Picture::new(&Walk { at: 0, fault }).to_string();
    for (fault, has_grid) in [(Fault::None, true), (Fault::Chequered, false)] {
        assert_eq!(draw(fault).contains(r#"class="squares grid""#), has_grid, "{fault:?}");
    }
    let last = Picture::after(&Walk { at: 0, fault: Fault::None }, 1).unwrap().to_string();
    assert!(last.contains(r#"class="squares grid""#));
}

#[test]
fn dots_and_coordinates_are_within_the_picture() {
    let plain =
        Picture::new(&Walk { at: 0, fault: Fault::Joined }).without_coordinates().to_string();
    let left = numbers_after(&plain, r#"viewBox=""#)[0];
    let dots =
        numbers_after(&plain, r#"class="dot" data-place="" data-piece="" transform="translate("#);
    assert!(dots.len() == 10 && dots.iter().all(|x| x - 9 >= left), "{plain}");
    // The number of the rank is left of the cell beside the board.
    let gate = Picture::new(&Walk { at: 0, fault: Fault::Gate }).to_string();
    let labels = numbers_after(&gate, r#"class="label" x=""#);
    let cells = numbers_after(&gate, r#"<rect x=""#);
    assert!(labels.len() == 5 && labels.iter().min() < cells.iter().min(), "{gate}");
}

#[test]
fn moves_are_made_by_actions_that_leave_a_choice() {
    let walk = Walk { at: 0, fault: Fault::None };
    let places = Places::of(&walk);
    let mut actions = Vec::new();
    let mut pointing = places.begin(&walk);
    pointing.actions(&mut actions);
    assert_eq!((pointing.pointed(), &actions[..]), (&[0][..], &[1, 2, 3][..]), "a1 is passed over");
    assert_eq!([0, 4].map(|action| pointing.point(action)), [None, None], "no such actions");
    assert_eq!(pointing.point(3), Some(2), "the number of the move");
    let mut last = places.begin(&Walk { at: 2, ..walk });
    last.actions(&mut actions);
    assert_eq!((&actions[..], last.point(3)), (&[3][..], Some(0)), "one action for the only move");
    places.begin(&Walk { at: 3, ..walk }).actions(&mut actions);
    assert!(actions.is_empty(), "the game is over");
}

#[test]
fn positions_are_observed_as_planes() {
    let places = Places::of(&Walk { at: 1, fault: Fault::None });
    assert_eq!(places.planes(), ["0 to move", "walker", "beside the board", "pointed at"]);
    let mut seen = [0.0; 16];
    let mut write = |cells: Range<usize>, value: f32| seen[cells].fill(value);
    places.observe(&Walk { at: 1, fault: Fault::None }, &[2, 4], &mut write);
    let expected = [[1; 4], [0, 1, 0, 0], [0; 4], [0, 0, 1, 0]];
    assert_eq!(seen.map(|value| value as u8), *expected.as_flattened());
}

#[test]
fn colours_follow_the_seats() {
    assert_eq!(Walk { at: 0, fault: Fault::None }.colour(0), Colour::Red);
    assert_eq!(Task::new("walk").help("ahead").help.as_deref(), Some("ahead"));
}

#[test]
fn settings_of_a_picture_are_in_its_svg() {
    let walk = Walk { at: 1, fault: Fault::None };
    let plain = Picture::new(&walk);
    let text = plain.to_string();
    assert!(text.contains("<desc>0 to move; &lt;1&gt;</desc>"), "{text}");
    assert!(text.contains(r#"data-place="b1" data-piece="walker""#));
    assert!(!plain.clone().without_style().to_string().contains("<style>"));
    assert!(!plain.clone().without_coordinates().to_string().contains(r#"class="label""#));
    assert!(!plain.clone().without_caption().to_string().contains("to move</text>"));
    let marked = plain.clone().mark("c1", Mark::Cross, Hue::Red).heat("d1", Hue::Blue, 1.0, "");
    let marked = marked.arrow(walk.route(3), Hue::Green).mark("nowhere", Mark::Circle, Hue::Red);
    let marked = marked.to_string();
    let classes = ["hue-red", "hue-blue", "arrow hue-green"];
    assert!(
        classes
            .iter()
            .all(|class| marked.contains(class) && !text.contains(&format!("\"{class}\"")))
    );
    assert_eq!(marked.matches("hue-red\"").count(), 1);
    let hot = plain.clone().heat("c1", Hue::Blue, 0.5, "<7").heat("nowhere", Hue::Red, 1.0, "no");
    let hot = hot.to_string();
    assert!(hot.contains(r#"fill-opacity="0.275""#) && hot.contains("&lt;7</text></g>"), "{hot}");
    assert_eq!(hot.matches(r#"class="heat""#).count(), 1);
    let print = plain.clone().theme(Theme::Print).size(200).to_string();
    assert!(print.contains(r#"width="200""#) && print != text);
    assert!(
        text.contains(".fourfold-board .tile{fill:#123}</style>") && !print.contains("{fill:#123}")
    );
    assert!(Picture::after(&walk, 1).is_err());
    assert!(Picture::after(&walk, 3).unwrap().to_string().contains("fill last"));
}

#[test]
fn squares_beyond_the_alphabet_have_two_letters() {
    for (file, rank) in (0..=255).flat_map(|file| [0, 9, 255].map(|rank| (file, rank))) {
        assert_eq!(read_square(&square_name(file, rank)), Some((file, rank)));
    }
    let names = [25, 26, 255].map(|file| square_name(file, 0));
    assert_eq!(names, ["z1", "aa1", "iv1"]);
    for text in ["", "a", "a0", "a257", "iw1", "zz1", "aaa1", "A1", "a01", "é1"] {
        assert_eq!(read_square(text), None, "{text}");
    }
}

#[test]
fn nothing_is_too_large_or_no_number_to_be_drawn() {
    let walk = Walk { at: 0, fault: Fault::Vast };
    for side in Direction::ALL {
        let picture = Picture::new(&walk).seen_from(side).heat("place0", Hue::Red, 1.0, "");
        let picture =
            picture.mark("place1", Mark::Cross, Hue::Red).heat("place2", Hue::Red, f64::NAN, "?");
        let far = ["place0", "polygon", "edge3north", "place3"].map(str::to_owned);
        let text = picture.arrow(far.to_vec(), Hue::Blue).to_string();
        assert!(text.contains(r#"data-place="polygon""#) && !text.contains("NaN"), "{side}");
    }
}

#[test]
fn layers_are_the_picture_taken_apart() {
    let [first, second] = [0, 1].map(|at| {
        let picture = Picture::new(&Walk { at, fault: Fault::None });
        let layers = picture.layers();
        let [walker, item] = &layers.pieces[..] else { panic!("{layers:?}") };
        let empty = r#"<g class="pieces">"#;
        let whole = layers.ground.replace(empty, &format!("{empty}{walker}{item}"));
        let [whole, text] = [whole, picture.to_string()];
        let bodies = [&whole, &text].map(|svg| svg.split_once("</desc>").unwrap().1);
        assert_eq!(bodies[0], bodies[1]);
        layers
    });
    assert_eq!(first.ground, second.ground, "it does not change with what stands on it");
    let [walker, moved] = [&first, &second].map(|layers| &layers.pieces[0]);
    assert!(walker.look() == moved.look() && !walker.look().contains("walker"));
    assert!(walker.place == "a1" && moved.place == "b1" && walker.name == "walker");
    assert_eq!((walker.origin, moved.origin), ((0, 0), (100, 0)));
}

#[test]
fn trays_can_be_taken_out_of_a_picture() {
    let walk = Walk { at: 1, fault: Fault::None };
    let picture = Picture::new(&walk);
    let trays = picture.layers().trays;
    let [tray] = &trays[..] else { panic!("{trays:?}") };
    assert_eq!((tray.caption.as_str(), tray.items.len()), ("bag", 1));
    assert!(
        tray.items[0].svg().contains(r#"viewBox="0 0 100 100"><g class="item"><g class="tile">"#)
    );
    let without = picture.clone().without_trays();
    let [with, without] = [picture.to_string(), without.to_string()];
    assert!(with.contains(r#"data-place="bag""#) && with.contains(">bag</text>"));
    assert!(!without.contains(r#"data-place="bag""#) && !without.contains(">bag</text>"));
    assert!(picture.without_trays().has_place("bag"));
}

#[test]
fn a_draft_is_drawn_as_it_stands() {
    let walk = Walk { at: 0, fault: Fault::None };
    let mut draft = walk.draft().unwrap();
    for (piece, place) in [("walker", "d1"), ("walker", "nowhere"), ("", "nowhere")] {
        draft.put(piece, place);
    }
    assert_eq!(draft.finish().unwrap_err().to_string(), "the way is over");
    for side in Direction::ALL {
        let drawn = Picture::new(&walk).seen_from(side).layers_of(&*draft);
        let [walker, _bag] = &drawn.pieces[..] else { panic!("{drawn:?}") };
        assert_eq!([&walker.place, &walker.name], ["d1", "walker"]);
    }
}

/// Pictures have no class that the table in the docs does not name, but for those of the game.
#[test]
fn common_classes_are_documented() {
    let walk = Walk { at: 0, fault: Fault::None };
    let picture = Picture::after(&walk, 3).unwrap().arrow(walk.route(3), Hue::Blue);
    let picture = picture.heat("a1", Hue::Red, 1.0, "7");
    let text = picture.mark("c1", Mark::Circle, Hue::Green).to_string();
    let lists = text.split(r#"class=""#).skip(1).filter_map(|rest| rest.split('"').next());
    let used: Vec<&str> = lists.flat_map(str::split_whitespace).collect();
    assert!(used.len() > 20);
    let rows = include_str!("../src/svg/mod.rs").lines().filter(|line| line.starts_with("//! |"));
    let table: String = rows.collect();
    let own = |name| Walk::CLASSES.iter().any(|class| class.name == name);
    for name in used {
        assert!(own(name) || table.contains(&format!("`{name}`")), "{name}");
    }
}
