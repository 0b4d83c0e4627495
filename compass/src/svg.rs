//! Pictures of positions.

use std::fmt::Write;

use engine::svg::{Canvas, Draw, Item};

use crate::card::Card;
use crate::colour::Colour;
use crate::hand::Hand;
use crate::moves::Move;
use crate::player::Player;
use crate::position::Position;
use crate::square::{Direction, Square};

impl Draw for Position {
    fn size(&self) -> (u8, u8) {
        (Square::FILES, Square::RANKS)
    }

    fn draw(&self, canvas: &mut Canvas) {
        for square in Square::ALL {
            let cell = (square.file() as i8, square.rank() as i8);
            canvas.square(cell, "light");
            if let Some(card) = self.card(square) {
                let shapes = face(card, |direction| canvas.turned(direction));
                canvas.piece(cell, "card", card, shapes);
            }
            for player in Player::ALL {
                if self.checkers(player).contains(square) {
                    let ring = CHECKER;
                    canvas.piece(cell, &format!("checker {player}"), player, ring);
                }
            }
        }
        for player in Player::ALL {
            let hand = self.hand(player);
            let (points, cards) = (hand.points(), hand.len());
            let plural = |n: usize| if n == 1 { "" } else { "s" };
            let caption = format!(
                "{player}: {cards} card{}, {points} point{}",
                plural(cards),
                plural(points as usize)
            );
            canvas.tray(caption, items(hand, player));
            if points > 0 {
                canvas.note(format_args!("{player}'s best jewels: {}", hand.arrangement()));
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
}

/// The cards in a hand, each kind once with its number.
fn items(hand: Hand, player: Player) -> impl Iterator<Item = Item> {
    hand.kinds().map(move |kind| Item {
        place: format!("{player}:{kind}"),
        shapes: format!(r#"<g class="card">{}</g>"#, face(kind.upright(), |direction| direction)),
        count: hand.count(kind) as usize,
    })
}

const CHECKER: &str = r#"<circle cx="50" cy="50" r="27" stroke-width="3"/><circle cx="50" cy="50" r="18" fill="none" stroke-width="2"/>"#;

/// The four borders around the centre, each in its colour and with its sign.
fn face(card: Card, turned: impl Fn(Direction) -> Direction) -> String {
    let mut text =
        r#"<rect x="4" y="4" width="92" height="92" rx="9" stroke-width="2"/>"#.to_owned();
    for direction in Direction::ALL {
        let colour = card.border(direction);
        let turned = turned(direction);
        let degrees = 90 * turned as u32;
        let (files, ranks) = turned.offset();
        let (x, y) = (50 + 33 * i32::from(files), 50 - 33 * i32::from(ranks));
        let _ = write!(
            text,
            r#"<g class="{colour}"><path d="M10 8H90L66 32H34z" stroke-width="1" transform="rotate({degrees} 50 50)"/>{}</g>"#,
            sign(colour, x, y, 9)
        );
    }
    let centre = card.centre();
    let _ = write!(
        text,
        r#"<g class="{centre}"><circle cx="50" cy="50" r="20" stroke-width="2"/>{}</g>"#,
        sign(centre, 50, 50, 12)
    );
    text
}

/// The sign of a colour: blue is a ring, green a triangle, purple a diamond, red a cross, yellow a
/// square.
fn sign(colour: Colour, x: i32, y: i32, size: i32) -> String {
    let (s, t) = (size, size / 3);
    match colour {
        Colour::Blue => {
            format!(
                r#"<circle class="sign" cx="{x}" cy="{y}" r="{}"/><circle cx="{x}" cy="{y}" r="{}" stroke="none"/>"#,
                s - 1,
                s / 2
            )
        }
        Colour::Green => {
            let (top, foot) = (y - s, y + s * 2 / 3);
            format!(r#"<path class="sign" d="M{x} {top}L{} {foot}H{}z"/>"#, x + s, x - s)
        }
        Colour::Purple => {
            format!(r#"<path class="sign" d="M{x} {}l{s} {s}l-{s} {s}l-{s} -{s}z"/>"#, y - s)
        }
        Colour::Red => {
            let arm = s - t;
            format!(
                r#"<path class="sign" d="M{} {}h{}v{arm}h{arm}v{}h-{arm}v{arm}h-{}v-{arm}h-{arm}v-{}h{arm}z"/>"#,
                x - t,
                y - s,
                2 * t,
                2 * t,
                2 * t,
                2 * t
            )
        }
        Colour::Yellow => {
            let width = s * 3 / 2;
            let (left, top) = (x - width / 2, y - width / 2);
            format!(r#"<rect class="dim" x="{left}" y="{top}" width="{width}" height="{width}"/>"#)
        }
    }
}
