//! Pictures of positions.

mod draft;

use std::fmt::{Display, Write};

use engine::Game;
use engine::board::counted;
use engine::observe::{Observe, Places, Planes};
use engine::svg::{Canvas, Class, Draft, Draw, Explain, Item, Sign, Task, checker};
use jewels::{Card, Colour, Jewel, Kind};

use crate::legal::IllegalMove;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Player;
use crate::square::{Direction, Square};

/// | class | shapes |
/// |---|---|
/// | `checker` | a checker |
impl Draw for Position {
    const CLASSES: &'static [Class] = &[Class { name: "checker", styles: [""; 3] }];

    fn size(&self) -> (u8, u8) {
        (Square::FILES, Square::RANKS)
    }

    fn draw(&self, canvas: &mut Canvas) {
        for square in Square::ALL {
            let cell = (square.file() as i8, square.rank() as i8);
            canvas.square(cell, "felt");
            if let Some(card) = self.card(square) {
                let shapes = face(card, |direction| canvas.turned(direction));
                canvas.piece(cell, "card", card, shapes);
            } else {
                canvas.piece(cell, "down", "", DOWN);
            }
            for player in Player::ALL {
                if self.checkers(player).contains(square) {
                    canvas.piece(cell, &class(player), player, checker(RADIUS));
                }
            }
        }
        for player in Player::ALL {
            let hand = self.hand(player);
            let points = hand.points();
            let cards = counted(hand.len(), "card");
            let caption = format!("{player}: {cards}, {}", counted(points, "point"));
            let cards = hand.kinds().map(|kind| Item {
                count: hand.count(kind) as usize,
                ..card_item(format_args!("{player}:{kind}"), kind)
            });
            canvas.tray(caption, cards);
            if points > 0 {
                let arrangement = hand.arrangement();
                let jewels = (1..).zip(arrangement.jewels());
                let items = jewels.map(|(number, &jewel)| jewel_item(player, number, jewel));
                canvas.tray(format_args!("{player}'s best jewels"), items);
            }
        }
    }

    /// A card in hand is named by its owner and its kind; how it will lie is the last choice.
    fn places(&self, m: Move) -> Vec<String> {
        match m {
            Move::Place { at } => vec![at.to_string()],
            Move::Slide { from, to } => vec![from.to_string(), to.to_string()],
            Move::Put { card, at } => {
                vec![format!("{}:{}", self.turn(), card.kind()), at.to_string(), card.to_string()]
            }
            Move::End => vec!["end".to_owned()],
        }
    }

    fn draft(&self) -> Option<Box<dyn Draft>> {
        Some(Box::new(self.setup()))
    }
}

impl Explain for Position {
    fn task(&self) -> Task {
        let player = self.turn();
        if self.is_placement() {
            let number = self.checkers(player).len() + 1;
            Task::new("place a checker on any card").help(format!("{number} of 2"))
        } else if self.can_slide(player) {
            let help = "it leaves through a border, for a card with that colour in its centre";
            Task::new("choose a checker").help(help)
        } else {
            let put = if self.hand(player).is_empty() { "" } else { ", or put a card back" };
            Task::new(format!("end the collecting{put}")).help("no checker can move")
        }
    }

    fn ending(&self) -> Option<String> {
        let ended = || format!("{} ended the collecting", !self.turn());
        let limit = || format!("{} have been played", counted(self.ply(), "move"));
        self.is_over().then(|| if self.is_ended() { ended() } else { limit() })
    }

    fn refusal(&self, places: &[&str]) -> Option<String> {
        let square = |place: &str| place.parse::<Square>().ok();
        let in_hand = places.first().and_then(|first| first.split_once(':'));
        let m = match (in_hand, places) {
            (Some((owner, _)), _) if owner != self.turn().to_string() => {
                return Some(format!("that is {owner}'s"));
            }
            // The square is of no matter if a checker can move.
            (Some((_, kind)), places) => {
                let at = places.get(1).copied().unwrap_or("a1");
                Move::Put { card: kind.parse().ok()?, at: square(at)? }
            }
            (None, ["end"]) => Move::End,
            (None, [at]) if self.is_placement() => Move::Place { at: square(at)? },
            (None, [at]) => return Some(self.why_not_from(square(at)?)),
            (None, [from, to]) => Move::Slide { from: square(from)?, to: square(to)? },
            _ => return None,
        };
        self.check(m).err().map(|error| error.to_string())
    }
}

impl Observe for Position {
    fn all_places(&self) -> Vec<String> {
        let squares = Square::ALL.iter().map(Square::to_string);
        let hands = Player::ALL
            .into_iter()
            .flat_map(|player| Kind::all().map(move |kind| format!("{player}:{kind}")));
        let ends = ["end".to_owned()];
        squares.chain(hands).chain(all_cards().map(|card| card.to_string())).chain(ends).collect()
    }

    fn place_numbers(&self, m: Move, _all: &Places, numbers: &mut Vec<u16>) {
        let hands = Square::ALL.len();
        let cards = hands + Player::ALL.len() * Kind::COUNT;
        let in_hand = |kind: Kind| hands + self.turn() as usize * Kind::COUNT + kind.index();
        let mut list = |places: &[usize]| numbers.extend(places.iter().map(|&place| place as u16));
        match m {
            Move::Place { at } => list(&[at.index()]),
            Move::Slide { from, to } => list(&[from.index(), to.index()]),
            Move::Put { card, at } => {
                list(&[in_hand(card.kind()), at.index(), cards + card.index()]);
            }
            Move::End => list(&[cards + Card::COUNT]),
        }
    }

    fn show(&self, planes: &mut Planes<'_>) {
        for square in Square::ALL {
            if let Some(card) = self.card(square) {
                planes.piece(card.index(), square.index());
            }
        }
        for player in Player::ALL {
            for square in self.checkers(player) {
                planes.piece(Card::COUNT + player as usize, square.index());
            }
            for kind in self.hand(player).kinds() {
                let place = Square::ALL.len() + player as usize * Kind::COUNT + kind.index();
                planes.beside(place, self.hand(player).count(kind) as usize);
            }
        }
        planes.counts(&self.setup().counted());
    }

    fn all_pieces(&self) -> Vec<String> {
        let checkers = Player::ALL.iter().map(Player::to_string);
        all_cards().map(|card| card.to_string()).chain(checkers).collect()
    }
}

fn all_cards() -> impl Iterator<Item = Card> {
    (0..Card::COUNT).filter_map(Card::from_index)
}

impl Position {
    fn why_not_from(&self, from: Square) -> String {
        let player = self.turn();
        if self.checkers(player).contains(from) {
            format!("the checker on {from} cannot move")
        } else if self.checkers(!player).contains(from) {
            format!("the checker on {from} is {}'s", !player)
        } else {
            IllegalMove::NoChecker { player, from }.to_string()
        }
    }
}

fn card_item(place: impl Display, kind: Kind) -> Item {
    Item::new(place, "card", face(kind.upright(), |direction| direction))
}

fn jewel_item(player: Player, number: usize, jewel: Jewel) -> Item {
    let mut shapes = String::new();
    for (card, (x, y)) in jewel.cards().into_iter().zip([(0, 0), (50, 0), (0, 50), (50, 50)]) {
        let face = face(card, |direction| direction);
        let _ = write!(shapes, r#"<g transform="translate({x} {y}) scale(.5)">{face}</g>"#);
    }
    Item { scale: 2, ..Item::new(format_args!("{player}:jewel {number}"), "card", shapes) }
}

fn class(player: Player) -> String {
    format!("checker on-card {player}")
}

/// The radius of a checker, which leaves the borders of a card in sight.
const RADIUS: u8 = 24;

/// A place without a card.
const DOWN: &str = r#"<rect x="8" y="8" width="84" height="84" rx="9" stroke-width="1.5"/>"#;

/// The four borders around the centre, each in its colour and with its sign.
fn face(card: Card, turned: impl Fn(Direction) -> Direction) -> String {
    let mut text =
        r#"<rect x="3" y="3" width="94" height="94" rx="10" stroke-width="1.5"/>"#.to_owned();
    for direction in Direction::ALL {
        let colour = card.border(direction);
        let turned = turned(direction);
        let degrees = 90 * turned as u32;
        let (files, ranks) = turned.offset();
        let at = (50 + 33 * i32::from(files), 50 - 33 * i32::from(ranks));
        let _ = write!(
            text,
            r#"<g class="{colour} on-card"><path d="M20 8H80Q86 8 82 13L73 24Q71 27 67 27H33Q29 27 27 24L18 13Q14 8 20 8z" stroke-width="1" transform="rotate({degrees} 50 50)"/>{}</g>"#,
            sign(colour).at(at, 6)
        );
    }
    let centre = card.centre();
    let _ = write!(
        text,
        r#"<g class="{centre} on-card"><circle cx="50" cy="50" r="20" stroke-width="1"/>{}</g>"#,
        sign(centre).at((50, 50), 10)
    );
    text
}

fn sign(colour: Colour) -> Sign {
    match colour {
        Colour::Blue => Sign::Ring,
        Colour::Green => Sign::Triangle,
        Colour::Purple => Sign::Lozenge,
        Colour::Red => Sign::Cross,
        Colour::Yellow => Sign::Square,
    }
}

#[cfg(test)]
mod tests {
    use engine::{Notation, Start};

    use super::*;
    use crate::rules::Rules;

    #[test]
    fn what_is_to_do_is_said() {
        let rules = Rules { ply_limit: Some(5) };
        let mut position = Position::start(&rules, 1);
        let say = |position: &Position| position.task().say;
        let why = |position: &Position, places: &[&str]| position.refusal(places);
        assert_eq!(say(&position), "place a checker on any card");
        position.play_text("@a1 @b1 @a2 @b2").unwrap();
        assert_eq!(say(&position), "choose a checker");
        assert_eq!(why(&position, &["b1"]).unwrap(), "the checker on b1 is black's");
        assert_eq!(why(&position, &["c1"]).unwrap(), "no checker of white stands on c1");
        assert_eq!(why(&position, &["a1", "b1"]).unwrap(), "a checker stands on b1");
        assert_eq!(why(&position, &["black:rygbp"]).unwrap(), "that is black's");
        assert!(why(&position, &["end"]).unwrap().contains("can move a checker"));
        let first = position.legal_moves()[0];
        position.play(first).unwrap();
        assert_eq!(position.ending().unwrap(), "5 moves have been played");
    }
}
