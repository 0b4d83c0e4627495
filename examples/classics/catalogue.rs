//! The games by name, in the sizes that are solved here, and what is known of each.

use std::fmt::Debug;
use std::hash::Hash;

use engine::board::read_number;
use engine::conformance::Violation;
use engine::observe::Observe;
use engine::svg::Explain;
use engine::{Options, Start};

use crate::any::AnyPosition;
use crate::breakthrough::Breakthrough;
use crate::checkers::Checkers;
use crate::chomp::Chomp;
use crate::connect::Connect;
use crate::cram::Cram;
use crate::dodgem::Dodgem;
use crate::domineering::Domineering;
use crate::dots_and_boxes::DotsAndBoxes;
use crate::fox_and_hounds::FoxAndHounds;
use crate::hex::Hex;
use crate::in_a_row::InARow;
use crate::kalah::Kalah;
use crate::kayles::Kayles;
use crate::morris::Morris;
use crate::mu_torere::MuTorere;
use crate::nim::Nim;
use crate::nim_values::{Impartial, nim_value};
use crate::pong_hau_ki::PongHauKi;
use crate::race::Race;
use crate::reversi::Reversi;
use crate::rules::Play;
use crate::solvers::{Value, draws_by_the_laws};
use crate::wythoff::Wythoff;

type Laws = Box<dyn Fn(usize) -> Result<(), Violation>>;

/// A game in one size.
pub struct Entry {
    /// Its name: the game, then the size.
    pub name: &'static str,
    /// How long its solution takes.
    pub length: Length,
    /// The first position.
    pub game: AnyPosition,
    /// The nim value, if it is an impartial game in normal play.
    pub nim_value: Option<fn(&AnyPosition) -> u32>,
    /// The laws of its pictures on so many positions, if it draws itself.
    pub pictures: Option<Laws>,
}

/// How long the solution of a game takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// A second or two.
    Short,
    /// Seconds.
    Medium,
    /// Minutes, or longer than the limits.
    Long,
}

impl Entry {
    fn of(name: &'static str, position: impl Into<AnyPosition>) -> Self {
        let game = position.into();
        Self { name, length: Length::Short, game, nim_value: None, pictures: None }
    }

    fn impartial(name: &'static str, position: impl Impartial + Into<AnyPosition>) -> Self {
        Self { nim_value: Some(nim_value), ..Self::of(name, position) }
    }

    /// A game that draws itself, by rules in the form `size=4`; the empty text for the default ones.
    fn drawn<G>(name: &'static str, rules: &str) -> Self
    where
        G: Start + Explain + Observe + Eq + Hash + Debug + Into<AnyPosition>,
    {
        let position = G::start(&G::Rules::from_changes(rules).unwrap_or_default(), 0);
        let copy = position.clone();
        let pictures: Laws = Box::new(move |positions| draws_by_the_laws(&copy, positions));
        Self { pictures: Some(pictures), ..Self::of(name, position) }
    }

    fn medium(self) -> Self {
        Self { length: Length::Medium, ..self }
    }

    fn long(self) -> Self {
        Self { length: Length::Long, ..self }
    }

    /// What is known of it.
    pub fn known(&self) -> Option<Known> {
        known().find(|known| known.name == self.name)
    }
}

/// All games in all sizes.
pub fn all() -> Vec<Entry> {
    let mut all = on_squares();
    all.extend(by_lines_and_houses());
    all.extend(impartial());
    all
}

fn on_squares() -> Vec<Entry> {
    vec![
        Entry::of("tic-tac-toe", InARow::new(3, 3, 3)),
        Entry::of("three-in-a-row-4x3", InARow::new(4, 3, 3)),
        Entry::of("four-in-a-row-4x4", InARow::new(4, 4, 4)).long(),
        Entry::of("connect-four-4x4", Connect::new(4, 4)),
        Entry::of("connect-four-5x4", Connect::new(5, 4)).medium(),
        Entry::of("connect-four-6x5", Connect::new(6, 5)).long(),
        Entry::drawn::<Reversi>("reversi-4x4", "size=4"),
        Entry::drawn::<Reversi>("reversi-6x6", "size=6").long(),
        Entry::of("hex-3x3", Hex::new(3)),
        Entry::of("hex-4x4", Hex::new(4)).medium(),
        Entry::of("hex-5x5", Hex::new(5)).long(),
        Entry::of("breakthrough-3x4", Breakthrough::new(3, 4)),
        Entry::of("breakthrough-3x5", Breakthrough::new(3, 5)).medium(),
        Entry::of("breakthrough-5x5", Breakthrough::new(5, 5)).long(),
        Entry::of("checkers-4x4", Checkers::new(4, 4, 1)),
        Entry::of("checkers-5x4", Checkers::new(5, 4, 1)),
        Entry::of("checkers-6x6", Checkers::new(6, 6, 1)).long(),
        Entry::of("fox-and-hounds-4x4", FoxAndHounds::new(4)),
        Entry::of("fox-and-hounds-6x6", FoxAndHounds::new(6)),
        Entry::of("fox-and-hounds-8x8", FoxAndHounds::new(8)).long(),
        Entry::of("domineering-4x4", Domineering::new(4, 4)),
        Entry::of("domineering-5x5", Domineering::new(5, 5)),
        Entry::of("domineering-6x6", Domineering::new(6, 6)).long(),
        Entry::drawn::<Dodgem>("dodgem-3x3", "size=3"),
        Entry::drawn::<Dodgem>("dodgem-4x4", "size=4").long(),
    ]
}

fn by_lines_and_houses() -> Vec<Entry> {
    vec![
        Entry::drawn::<MuTorere>("mu-torere", ""),
        Entry::of("pong-hau-ki", PongHauKi::default()),
        Entry::of("three-mens-morris", Morris::new(3)),
        Entry::of("achi", Morris::new(4)),
        Entry::drawn::<Kalah>("kalah-3-3", "houses=3,seeds=3"),
        Entry::drawn::<Kalah>("kalah-4-3", "houses=4,seeds=3"),
        Entry::drawn::<Kalah>("kalah-6-4", "houses=6,seeds=4").long(),
        Entry::drawn::<DotsAndBoxes>("dots-and-boxes-2x2", "width=2,height=2"),
        Entry::drawn::<DotsAndBoxes>("dots-and-boxes-3x2", "width=3,height=2"),
        Entry::drawn::<DotsAndBoxes>("dots-and-boxes-3x3", "width=3,height=3").long(),
        Entry::of("race-of-three-5", Race::new(5)),
        Entry::of("race-of-three-8", Race::new(8)),
    ]
}

fn impartial() -> Vec<Entry> {
    vec![
        Entry::impartial("nim-3-4-5", Nim::new([3, 4, 5, 0], Play::Normal)),
        Entry::of("nim-3-4-5-misere", Nim::new([3, 4, 5, 0], Play::Misere)),
        Entry::impartial("nim-1-2-3", Nim::new([1, 2, 3, 0], Play::Normal)),
        Entry::of("nim-1-1-1-misere", Nim::new([1, 1, 1, 0], Play::Misere)),
        Entry::impartial("wythoff-4-7", Wythoff::new([4, 7], Play::Normal)),
        Entry::impartial("wythoff-5-7", Wythoff::new([5, 7], Play::Normal)),
        Entry::of("wythoff-4-7-misere", Wythoff::new([4, 7], Play::Misere)),
        Entry::impartial("kayles-9", Kayles::new(9, 1)),
        Entry::impartial("kayles-12", Kayles::new(12, 1)),
        Entry::impartial("dawsons-kayles-12", Kayles::new(12, 2)),
        Entry::impartial("dawsons-kayles-14", Kayles::new(14, 2)),
        Entry::impartial("chomp-4x3", Chomp::new(4, 3)),
        Entry::impartial("chomp-6x5", Chomp::new(6, 5)),
        Entry::impartial("cram-3x3", Cram::new(3, 3)),
        Entry::impartial("cram-4x3", Cram::new(4, 3)),
        Entry::impartial("cram-4x4", Cram::new(4, 4)),
        Entry::impartial("cram-5x5", Cram::new(5, 5)).long(),
    ]
}

/// What is known of a game: a row of `values.tsv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The name of the entry.
    pub name: &'static str,
    /// The value for the player who begins; `None` if it is not known.
    pub value: Option<Value>,
    /// The points by which that player wins or, below 0, loses.
    pub margin: Option<i32>,
    /// In how many plies.
    pub plies: Option<u32>,
    /// The nim value.
    pub nim: Option<u32>,
    /// Who says so.
    pub source: &'static str,
}

/// The rows of `values.tsv`. A row that cannot be read is left out.
pub fn known() -> impl Iterator<Item = Known> {
    let rows = include_str!("values.tsv").lines().filter(|line| !line.starts_with('#')).skip(1);
    rows.filter_map(|row| {
        let mut cells = row.split('\t');
        let name = cells.next()?;
        let value = cells.next()?;
        let (value, margin) = match value.split_once(" by ") {
            Some((value, points)) => (value, read_number(points).map(|points| points as i32)),
            None => (value, None),
        };
        let value = value.parse().ok();
        let margin = margin.map(|points| if value == Some(Value::Loss) { -points } else { points });
        let [plies, nim] = [cells.next()?, cells.next()?].map(read_number);
        Some(Known { name, value, margin, plies, nim, source: cells.next()? })
    })
}
