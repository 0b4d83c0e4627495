//! Pictures of positions.

mod draft;

use engine::Game;
use engine::observe::{Observe, Places, Planes};
use engine::svg::{Canvas, Class, Draft, Draw, Explain, Sign, Task, disc};

use crate::card::Card;
use crate::position::Position;
use crate::rules::Player;
use crate::square::{Move, Square, SquareSet};
use crate::steps::Steps;

/// | class | shapes |
/// |---|---|
/// | `pip` | a pip of a card |
impl Draw for Position {
    const CLASSES: &'static [Class] =
        &[Class { name: "pip", styles: ["fill:#bcb5a6", "fill:#b5ad9c", "fill:#ccc"] }];

    fn size(&self) -> (u8, u8) {
        (Square::FILES, Square::RANKS)
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.setup().draw(canvas);
    }

    /// The square of the pawn, and the one it goes to.
    fn places(&self, to: Move) -> Vec<String> {
        vec![self.pawn(self.turn()).to_string(), to.to_string()]
    }

    /// A shortest walk, over the edges where that is shorter.
    fn route(&self, to: Move) -> Vec<String> {
        let from = self.pawn(self.turn());
        let Some(card) = self.card(from) else { return Vec::new() };
        let mut walk = vec![from];
        let mut lengths = card.steps(self.rules()).lengths();
        let found = lengths.any(|steps| find_walk(&mut walk, to, steps, self.face_up()));
        if found { walk.iter().map(Square::to_string).collect() } else { self.places(to) }
    }

    fn draft(&self) -> Option<Box<dyn Draft>> {
        Some(Box::new(self.setup()))
    }
}

impl Explain for Position {
    fn task(&self) -> Task {
        let steps = self.card(self.pawn(self.turn())).map(|card| card.steps(self.rules()));
        Task::new(match steps {
            Some(steps @ (Steps::TWO | Steps::THREE | Steps::FOUR)) => {
                format!("walk exactly {steps}")
            }
            Some(steps) => format!("walk {steps}"),
            None => "walk".to_owned(),
        })
    }

    fn ending(&self) -> Option<String> {
        let loser = self.outcome()?.winner().map(|winner| !winner)?;
        let steps = self.card(self.pawn(loser))?.steps(self.rules());
        Some(format!("{loser} has no walk of {steps} left"))
    }

    /// Where the pawns stand: that of the loser cannot walk.
    fn decisive(&self) -> Vec<String> {
        let pawns = Player::ALL.map(|player| self.pawn(player).to_string());
        if self.outcome().is_some() { pawns.to_vec() } else { Vec::new() }
    }

    /// The reason why the walk to the last place is illegal, or the place where it has to begin.
    fn refusal(&self, places: &[&str]) -> Option<String> {
        let pawn = self.pawn(self.turn());
        match places {
            [] => None,
            [from] if *from == pawn.to_string() => None,
            [from] if *from == self.pawn(!self.turn()).to_string() => {
                Some(format!("the pawn on {from} is {}'s", !self.turn()))
            }
            [_] => Some(format!("your pawn stands on {pawn}")),
            [.., to] => self.check(to.parse().ok()?).err().map(|error| error.to_string()),
        }
    }
}

impl Observe for Position {
    fn place_numbers(&self, to: Move, _all: &Places, numbers: &mut Vec<u16>) {
        numbers.extend_from_slice(&[self.pawn(self.turn()).index() as u16, to.index() as u16]);
    }

    fn show(&self, planes: &mut Planes<'_>) {
        for square in Square::ALL {
            let down = Card::ALL.len();
            planes.piece(self.card(square).map_or(down, |card| card as usize), square.index());
        }
        for player in Player::ALL {
            planes.piece(Card::ALL.len() + 1 + player as usize, self.pawn(player).index());
        }
    }
}

/// The height of a card and the room around it.
const HEIGHT: i32 = 116;

fn pawn(player: Player) -> String {
    let sign = match player {
        Player::Red => Sign::Ring.at((50, 50), 10),
        Player::Blue => Sign::Lozenge.at((50, 50), 12),
    };
    disc(27) + &sign
}

/// Extends a walk by a number of steps to `to`, over no square twice, if possible.
fn find_walk(walk: &mut Vec<Square>, to: Square, steps: usize, open: SquareSet) -> bool {
    let Some(&at) = walk.last() else { return false };
    if steps == 0 {
        return at == to;
    }
    let ring = |n: u8, d: u8| (n + d) % 4;
    [(0, 1), (1, 0), (0, 3), (3, 0)].into_iter().any(|(files, ranks)| {
        let next = Square::new(ring(at.file(), files), ring(at.rank(), ranks));
        let Some(next) = next.filter(|next| open.contains(*next) && !walk.contains(next)) else {
            return false;
        };
        walk.push(next);
        let found = find_walk(walk, to, steps - 1, open);
        if !found {
            walk.pop();
        }
        found
    })
}

const DOWN: &str = r#"<rect x="9" y="9" width="82" height="98" rx="9" stroke-width="1.5"/>"#;

fn face(card: Card) -> String {
    let letter = card.to_char();
    let index =
        format!(r#"<text class="ink" transform="translate(22 33) scale(.6)">{letter}</text>"#);
    format!(
        r#"<rect class="shadow" x="7" y="9" width="86" height="102" rx="9"/><rect x="7" y="7" width="86" height="102" rx="9" stroke-width="1.5"/>{index}<g transform="rotate(180 50 58)">{index}</g>"#
    )
}

/// As many lozenges as steps; for a joker a star.
fn pips(card: Card) -> String {
    let places: &[(i32, i32)] = match card {
        Card::Ace => &[(50, 58)],
        Card::Two => &[(50, 38), (50, 78)],
        Card::Three => &[(50, 32), (50, 58), (50, 84)],
        Card::Four => &[(39, 43), (61, 43), (39, 73), (61, 73)],
        Card::Joker => {
            return r#"<path class="pip" d="M50 34L56 52L72 58L56 64L50 82L44 64L28 58L44 52z"/>"#
                .to_owned();
        }
    };
    let (wide, high) = if places.len() == 1 { (13, 16) } else { (8, 10) };
    let lozenge = format!("l{wide} {high}l-{wide} {high}l-{wide} -{high}z");
    let pip =
        |(x, y): &(i32, i32)| format!(r#"<path class="pip" d="M{x} {}{lozenge}"/>"#, y - high);
    places.iter().map(pip).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every route is a walk of the length that the card says, as the rules have it.
    #[test]
    fn routes_are_walks() {
        for seed in 0..50 {
            let mut position = crate::Deal::random(seed).position(crate::Rules::V1_1);
            while position.outcome().is_none() {
                for to in position.moves() {
                    let route: Vec<Square> =
                        position.route(to).iter().map(|s| s.parse().unwrap()).collect();
                    assert_eq!(
                        (route[0], route.last()),
                        (position.pawn(position.turn()), Some(&to))
                    );
                    assert!(route.windows(2).all(|step| step[0].distance(step[1]) == 1));
                    assert!(route[1..].iter().all(|&s| position.face_up().contains(s)));
                    assert_eq!(route.iter().copied().collect::<SquareSet>().len(), route.len());
                    let steps = position.card(route[0]).map(Card::to_char).unwrap();
                    let length = steps.to_digit(10).unwrap_or(1) as usize;
                    assert!(steps == 'J' && route.len() <= 5 || route.len() == length + 1);
                }
                let first = position.moves().into_iter().next().unwrap();
                position.play_unchecked(first);
            }
        }
    }

    #[test]
    fn what_is_to_do_is_said() {
        let position: Position = "A223/4A2Jb/3A23/Jr3A4 r".parse().unwrap();
        assert_eq!(position.task().say, "walk 1 to 4 steps");
        let why = |places: &[&str]| position.refusal(places).unwrap_or_default();
        assert_eq!(why(&["d3"]), "the pawn on d3 is blue's");
        assert_eq!(why(&["a2"]), "your pawn stands on a1");
        assert_eq!(why(&["a1", "d3"]), "the opponent's pawn stands on d3");
        assert_eq!(why(&["a1", "d2"]), "");
        let stuck: Position = "..../..../.2../Ar.Ab. r".parse().unwrap();
        assert_eq!(stuck.task().say, "walk 1 step");
        assert_eq!(stuck.ending().unwrap(), "red has no walk of 1 step left");
        assert_eq!(stuck.decisive(), ["a1", "c1"]);
    }
}
