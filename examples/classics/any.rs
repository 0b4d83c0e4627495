//! Any of the games as one: a type with a variant for each. What is generic over games, such as a solver, is compiled once
//! for all of them, and nothing lies on the heap.

use std::fmt;
use std::str::FromStr;

use engine::game::{OptionError, OptionSpec};
use engine::{Game, Keyed, NotLegal, Notation, Options, Outcome, ParseError, Points, key};

use crate::board::refuse;
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
use crate::pong_hau_ki::PongHauKi;
use crate::race::Race;
use crate::reversi::Reversi;
use crate::wythoff::Wythoff;

/// Defines the positions and the moves of any of some games.
macro_rules! any {
    ($($Name:ident),+) => {
        /// A position of any game. Players are numbers of seats, from 0.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the games")]
        pub enum AnyPosition { $($Name($Name)),+ }

        /// A move of any game: `Hex:b2`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the games")]
        pub enum AnyMove { $($Name(<$Name as Game>::Move)),+ }

        $(impl From<$Name> for AnyPosition {
            fn from(position: $Name) -> Self {
                Self::$Name(position)
            }
        })+

        impl Game for AnyPosition {
            type Player = u8;
            type Move = AnyMove;
            type IllegalMove = NotLegal;

            fn players(&self) -> &[u8] {
                let count = match self { $(Self::$Name(position) => position.players().len()),+ };
                &[0, 1, 2][..count]
            }

            fn turn(&self) -> u8 {
                match self { $(Self::$Name(position) => position.seat_to_move() as u8),+ }
            }

            fn outcome(&self) -> Option<Outcome<u8>> {
                match self { $(Self::$Name(position) => by_seats(position)),+ }
            }

            fn generate_moves(&self, moves: &mut Vec<AnyMove>) {
                match self {
                    $(Self::$Name(position) => {
                        let mut own = Vec::with_capacity(16);
                        position.generate_moves(&mut own);
                        moves.extend(own.into_iter().map(AnyMove::$Name));
                    })+
                }
            }

            fn check(&self, m: AnyMove) -> Result<(), NotLegal> {
                match (self, m) {
                    $((Self::$Name(position), AnyMove::$Name(m)) => position.check(m),)+
                    _ => Err(NotLegal),
                }
            }

            fn play_unchecked(&mut self, m: AnyMove) {
                match (self, m) {
                    $((Self::$Name(position), AnyMove::$Name(m)) => position.play_unchecked(m),)+
                    _ => {}
                }
            }
        }

        impl fmt::Display for AnyPosition {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Self::$Name(position) => fmt::Display::fmt(position, f)),+ }
            }
        }

        impl fmt::Display for AnyMove {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Self::$Name(m) => write!(f, "{}:{m}", stringify!($Name))),+ }
            }
        }

        impl FromStr for AnyMove {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<Self, ParseError> {
                let refuse = || refuse(text, "a game, a colon, and its move");
                let (game, m) = text.split_once(':').ok_or_else(refuse)?;
                match game {
                    $(stringify!($Name) => m.parse().map(Self::$Name).map_err(|_| refuse()),)+
                    _ => Err(refuse()),
                }
            }
        }

        impl Notation for AnyPosition {
            type Rules = Like;

            fn rules(&self) -> Like {
                Like(Some(*self))
            }

            fn parse(text: &str, rules: &Like) -> Result<Self, ParseError> {
                match rules.0 {
                    $(Some(Self::$Name(like)) => {
                        $Name::parse(text, &like.rules()).map(Self::$Name)
                    })+
                    None => Err(refuse(text, "a game to be known")),
                }
            }
        }
    };
}

any!(
    Breakthrough,
    Checkers,
    Chomp,
    Connect,
    Cram,
    Dodgem,
    Domineering,
    DotsAndBoxes,
    FoxAndHounds,
    Hex,
    InARow,
    Kalah,
    Kayles,
    Morris,
    MuTorere,
    Nim,
    PongHauKi,
    Race,
    Reversi,
    Wythoff
);

/// The outcome, with seats for players.
fn by_seats<G: Game>(position: &G) -> Option<Outcome<u8>> {
    let seat = |player| position.seat(player).unwrap_or_default() as u8;
    Some(match position.outcome()? {
        Outcome::Winner(player) => Outcome::Winner(seat(player)),
        Outcome::Draw => Outcome::Draw,
        Outcome::Points(points) => {
            Outcome::Points(Points::new(points.iter().map(|(player, n)| (seat(player), n))))
        }
    })
}

impl Keyed for AnyPosition {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

/// The game and the rules of a position, which its text leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Like(Option<AnyPosition>);

impl Options for Like {
    const SPECS: &'static [OptionSpec] = &[];

    fn get(&self, _name: &str) -> Option<String> {
        None
    }

    fn set(&mut self, name: &str, _value: &str) -> Result<(), OptionError> {
        Self::spec(name).map(|_| ())
    }
}
