//! Kalah: seeds are sown around the board, and who ends in the own store moves again. Who ends in an empty house of
//! their own captures also where the house across is empty: the rule by which the published values hold.

use std::fmt;
use std::str::FromStr;

use engine::board::read_number;
use engine::observe::Observe;
use engine::svg::{Canvas, Draw, Explain, Task};
use engine::{Game, Keyed, NotLegal, Notation, Outcome, ParseError, Points, Start, key};

use crate::board::{refuse, split_turn};
use crate::rules::rules;

engine::two_players! {
    /// A player. South begins and has the lower row.
    pub enum Player { South: 's' "south", North: 'n' "north" }
}

rules! {
    /// The size.
    pub struct Rules {
        /// The houses of each player.
        houses: 1 to 6, by default 3;
        /// The seeds in each house.
        seeds: 1 to 6, by default 3;
    }
}

/// A house of the player to move, counted from 1 in the direction of sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct House(u8);

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for House {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let number = read_number(text).filter(|number| (1..=6).contains(number));
        number.map(|number| Self(number as u8)).ok_or_else(|| refuse(text, "a house, 1 to 6"))
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kalah {
    rules: Rules,
    /// By player: the seeds in the houses, then those in the store.
    pits: [[u8; 7]; 2],
    turn: Player,
}

impl Kalah {
    fn houses(&self) -> usize {
        usize::from(self.rules.houses)
    }

    fn houses_of(&self, player: Player) -> &[u8] {
        &self.pits[player as usize][..self.houses()]
    }
}

impl Game for Kalah {
    type Player = Player;
    type Move = House;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        self.turn
    }

    /// The game ends when a player has no seeds in the houses; what is left goes to the other player.
    fn outcome(&self) -> Option<Outcome<Player>> {
        let is_over =
            Player::ALL.iter().any(|&p| self.houses_of(p).iter().all(|&seeds| seeds == 0));
        let all =
            |p: Player| (p, self.pits[p as usize].iter().map(|&seeds| i32::from(seeds)).sum());
        is_over.then(|| Outcome::Points(Points::new(Player::ALL.map(all))))
    }

    fn generate_moves(&self, moves: &mut Vec<House>) {
        if self.outcome().is_none() {
            let houses = (1..).zip(self.houses_of(self.turn)).filter(|&(_, &seeds)| seeds > 0);
            moves.extend(houses.map(|(number, _)| House(number)));
        }
    }

    fn check(&self, house: House) -> Result<(), NotLegal> {
        NotLegal::check(self, house)
    }

    fn play_unchecked(&mut self, House(number): House) {
        let (own, other, store) = (self.turn as usize, !self.turn as usize, self.houses());
        let (mut row, mut pit) = (own, usize::from(number) - 1);
        for _ in 0..std::mem::take(&mut self.pits[own][pit]) {
            pit += 1;
            // The other player's store is passed over.
            if pit > store || pit == store && row == other {
                (row, pit) = (1 - row, 0);
            }
            self.pits[row][pit] += 1;
        }
        // In an empty house of one's own the last seed captures itself and what lies opposite.
        if row == own && pit < store && self.pits[own][pit] == 1 {
            let captured = std::mem::take(&mut self.pits[other][store - 1 - pit]);
            self.pits[own][store] += captured + std::mem::take(&mut self.pits[own][pit]);
        }
        if (row, pit) != (own, store) {
            self.turn = !self.turn;
        }
    }
}

impl Keyed for Kalah {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

/// The houses and the store of south, those of north, and the player to move: `3,3,3,0 3,3,3,0 s`.
impl fmt::Display for Kalah {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.pits {
            let row: Vec<String> = row[..=self.houses()].iter().map(u8::to_string).collect();
            write!(f, "{} ", row.join(","))?;
        }
        fmt::Display::fmt(&self.turn.to_char(), f)
    }
}

impl Notation for Kalah {
    type Rules = Rules;

    fn rules(&self) -> Rules {
        self.rules
    }

    fn parse(text: &str, rules: &Rules) -> Result<Self, ParseError> {
        let rules = rules.clamp();
        let (rows, turn) = split_turn(text, Player::from_char)?;
        let refuse = || {
            refuse(
                text,
                "houses and store of south and of north, as many seeds as in the beginning",
            )
        };
        let (south, north) = rows.split_once(' ').ok_or_else(refuse)?;
        let mut pits = [[0; 7]; 2];
        for (row, text) in pits.iter_mut().zip([south, north]) {
            let numbers: Option<Vec<u32>> = text.split(',').map(read_number).collect();
            let fits = |row: &Vec<u32>| {
                row.len() == usize::from(rules.houses) + 1 && row.iter().all(|&n| n <= 72)
            };
            let numbers = numbers.filter(fits).ok_or_else(refuse)?;
            row.iter_mut().zip(numbers).for_each(|(pit, number)| *pit = number as u8);
        }
        let all: u32 = pits.as_flattened().iter().map(|&seeds| u32::from(seeds)).sum();
        let is_all = all == 2 * u32::from(rules.houses) * u32::from(rules.seeds);
        is_all.then_some(Self { rules, pits, turn }).ok_or_else(refuse)
    }
}

impl Start for Kalah {
    fn start(rules: &Rules, _seed: u64) -> Self {
        let rules = rules.clamp();
        let row =
            std::array::from_fn(
                |pit| if pit < usize::from(rules.houses) { rules.seeds } else { 0 },
            );
        Self { rules, pits: [row; 2], turn: Player::South }
    }
}

impl Kalah {
    /// The name of a pit and its cell; the stores are left and right of the houses.
    fn place(&self, player: Player, pit: usize) -> (String, (i8, i8)) {
        let (south, houses) = (player == Player::South, self.houses());
        let file = if south { pit + 1 } else { houses - pit };
        let name = if pit == houses { "store".to_owned() } else { (pit + 1).to_string() };
        (format!("{player}-{name}"), (file as i8, i8::from(!south)))
    }
}

impl Draw for Kalah {
    fn size(&self) -> (u8, u8) {
        (self.rules.houses + 2, 2)
    }

    fn draw(&self, canvas: &mut Canvas) {
        const HOUSE: &str = r#"<circle cx="50" cy="50" r="40" stroke-width="3"/>"#;
        for player in Player::ALL {
            for (pit, seeds) in self.pits[player as usize][..=self.houses()].iter().enumerate() {
                let (name, cell) = self.place(player, pit);
                canvas.place(&name, cell, "square light");
                let class =
                    if pit == self.houses() { "yellow" } else { ["red", "blue"][player as usize] };
                let text = format!(r#"<text class="sign" x="50" y="64">{seeds}</text>"#);
                canvas.piece(cell, class, seeds, format_args!("{HOUSE}{text}"));
            }
        }
    }

    fn places(&self, House(number): House) -> Vec<String> {
        vec![self.place(self.turn, usize::from(number) - 1).0]
    }
}

impl Explain for Kalah {
    fn task(&self) -> Task {
        Task::new("choose a house to sow from").help("Who ends in the own store moves again.")
    }
}

impl Observe for Kalah {
    /// The numbers of seeds.
    fn all_pieces(&self) -> Vec<String> {
        let most = 2 * u32::from(self.rules.houses) * u32::from(self.rules.seeds);
        (0..=most).map(|seeds| seeds.to_string()).collect()
    }
}
