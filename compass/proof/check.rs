//! Checks a proof of a game of Compass, by rules written anew and with nothing but the standard library.
//!
//! Each claim of the file comes with a strategy: a move for each position in which its side is to move.
//! The checker follows it against all moves of the other side, and scores every end of the game. `README.md`
//! beside this file describes the format.

use std::cmp::Ordering::{Equal, Greater, Less};
use std::collections::HashMap;
use std::fmt::{Display, Formatter};
use std::process::exit;

/// The letters of the centre, north, east, south and west.
type Card = [u8; 5];

/// Of the players, white is 0 and black is 1. Of the squares, `a1` is 0, `a2` is 1, `b1` is 6.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Position {
    board: [Option<Card>; 36],
    /// The squares of each player's checkers, sorted.
    checkers: [Vec<usize>; 2],
    /// Each player's cards, each turned as `home` does, sorted.
    hands: [Vec<Card>; 2],
    /// Whether `end` was played.
    ended: bool,
    /// White is to move if it is even. Without a ply limit it is 4 or 5 from the fourth ply on, so that
    /// positions are equal if all that follows is.
    ply: u32,
}

/// Moves, and what they lead to.
type Moves = Vec<(String, Position)>;

fn turned(mut card: Card, quarters: usize) -> Card {
    card[1..].rotate_left(quarters);
    card
}

/// The card with its borders alphabetically smallest.
fn home(card: Card) -> Card {
    (1..4).map(|quarters| turned(card, quarters)).fold(card, Card::min)
}

fn read_card(text: &str) -> Option<Card> {
    let card: Card = text.as_bytes().try_into().ok()?;
    b"rygbp".iter().all(|colour| card.contains(colour)).then_some(card)
}

fn show_card(card: &Card) -> String {
    card.map(char::from).iter().collect()
}

fn show_square(square: &usize) -> String {
    format!("{}{}", char::from(b'a' + (square / 6) as u8), square % 6 + 1)
}

fn read_list<T: Ord>(text: &str, read: fn(&str) -> Option<T>) -> Option<Vec<T>> {
    let items = text.split(',').filter(|_| text != "-").map(read);
    let mut items = items.collect::<Option<Vec<T>>>()?;
    items.sort_unstable();
    Some(items)
}

fn show_list<T>(items: &[T], show: fn(&T) -> String) -> String {
    if items.is_empty() { "-".into() } else { items.iter().map(show).collect::<Vec<_>>().join(",") }
}

/// The squares in the order in which the notation has them.
fn squares() -> impl Iterator<Item = usize> {
    (0..6).rev().flat_map(|rank| (0..6).map(move |file| file * 6 + rank))
}

fn folded(ply: u32, limit: Option<u32>) -> u32 {
    if limit.is_none() && ply >= 4 { 4 + ply % 2 } else { ply }
}

impl Display for Position {
    fn fmt(&self, f: &mut Formatter) -> std::fmt::Result {
        for (index, at) in squares().enumerate() {
            let cell = self.board[at].as_ref().map_or("-".into(), show_card);
            write!(f, "{cell}{}", if index % 6 < 5 { "," } else { ["/", " "][index / 35] })?;
        }
        let [white, black] = self.checkers.each_ref().map(|list| show_list(list, show_square));
        let [white_hand, black_hand] = self.hands.each_ref().map(|hand| show_list(hand, show_card));
        let side = if self.ended { "-" } else { ["w", "b"][self.side()] };
        write!(f, "{white} {black} {white_hand} {black_hand} {side} {}", self.ply)
    }
}

impl Position {
    fn side(&self) -> usize {
        self.ply as usize % 2
    }

    /// Reads the notation; what would not be written again in the same way is refused.
    fn read(text: &str, limit: Option<u32>) -> Option<Position> {
        let parts: [&str; 7] = text.split(' ').collect::<Vec<_>>().try_into().ok()?;
        let [cells, white, black, white_hand, black_hand, side, ply] = parts;
        let mut board = [None; 36];
        for (at, cell) in squares().zip(cells.split(['/', ','])).filter(|&(_, cell)| cell != "-") {
            board[at] = Some(read_card(cell)?);
        }
        let square = |text: &str| (0..36).find(|at| show_square(at) == text);
        let card = |text: &str| read_card(text).map(home);
        let checkers = [read_list(white, square)?, read_list(black, square)?];
        let hands = [read_list(white_hand, card)?, read_list(black_hand, card)?];
        let ended = side == "-";
        let mut position = Position { board, checkers, hands, ended, ply: ply.parse().ok()? };
        let is_same = position.to_string() == text;
        position.ply = folded(position.ply, limit);
        is_same.then_some(position)
    }

    fn is_legal(&self) -> bool {
        let cards = self.board.iter().flatten().chain(self.hands.iter().flatten());
        let kinds: Vec<Card> = cards.map(|&card| home(card)).collect();
        let is_rare = |kind| kinds.iter().filter(|&other| other == kind).count() <= 2;
        let fits_ply = match self.checkers.each_ref().map(Vec::len) {
            [2, 2] => self.ply >= 4,
            [white @ 0..=2, black @ 0..=1] if white == black || white == black + 1 => {
                self.ply as usize == white + black && self.hands.concat().is_empty() && !self.ended
            }
            _ => false,
        };
        let checkers = self.checkers.concat();
        let stands_alone = |at: &usize| checkers.iter().filter(|&other| other == at).count() == 1;
        let fits = |at: &usize| stands_alone(at) && self.board[*at].is_some();
        kinds.len() == 36 && kinds.iter().all(is_rare) && fits_ply && checkers.iter().all(fits)
    }

    /// The moves of a game that is not over.
    fn moves(&self, limit: Option<u32>) -> Moves {
        let (side, checkers, mut moves) = (self.side(), self.checkers.concat(), Vec::new());
        let mut add = |name: String, change: &dyn Fn(&mut Position)| {
            let mut next = self.clone();
            change(&mut next);
            next.checkers[side].sort_unstable();
            next.hands[side].sort_unstable();
            next.ply = folded(self.ply + 1, limit);
            moves.push((name, next));
        };
        let cards = (0..36).filter_map(|at| Some((at, self.board[at]?)));
        let free: Vec<(usize, Card)> = cards.filter(|(at, _)| !checkers.contains(at)).collect();
        if checkers.len() < 4 {
            for (to, _) in free {
                add(format!("@{}", show_square(&to)), &|next| next.checkers[side].push(to));
            }
            return moves;
        }
        let mut can_slide = false;
        for &from in &self.checkers[side] {
            for &(to, card) in &free {
                let border = match ((to / 6).cmp(&(from / 6)), (to % 6).cmp(&(from % 6))) {
                    (Equal, Greater) => 1,
                    (Greater, Equal) => 2,
                    (Equal, Less) => 3,
                    (Less, Equal) => 4,
                    _ => continue,
                };
                if self.board[from].is_some_and(|left| left[border] == card[0]) {
                    can_slide = true;
                    add(format!("{}-{}", show_square(&from), show_square(&to)), &|next| {
                        next.checkers[side].retain(|&at| at != from);
                        next.checkers[side].push(to);
                        next.hands[side].extend(next.board[from].take().map(home));
                    });
                }
            }
        }
        if can_slide {
            return moves;
        }
        add("end".into(), &|next| next.ended = true);
        let hand = &self.hands[side];
        for index in (0..hand.len()).filter(|&index| index == 0 || hand[index - 1] != hand[index]) {
            for to in (0..36).filter(|&to| self.board[to].is_none()) {
                for card in (0..4).map(|quarters| turned(hand[index], quarters)) {
                    add(format!("{}@{}", show_card(&card), show_square(&to)), &|next| {
                        next.board[to] = Some(card);
                        next.hands[side].remove(index);
                    });
                }
            }
        }
        moves
    }
}

/// The points of the best jewel of these four cards, 0 if they form none.
///
/// Anticlockwise from the top left a jewel has the seams top, left, bottom and right. The top left card
/// touches the top seam with its east border and the left seam with the one clockwise from that; the
/// bottom left card the left seam with its north border and the bottom seam with the one clockwise from
/// that; and so on. A jewel turned is the same jewel, so the first card may be the top left one.
fn jewel([first, a, b, c]: [Card; 4]) -> u32 {
    let clockwise = |card: Card, colour: u8| {
        let at = card[1..].iter().position(|&border| border == colour)?;
        Some(card[1 + (at + 1) % 4])
    };
    // Two seams that meet at a card differ, so that only opposite ones can have the same colour.
    let points = |top: u8, [second, third, fourth]: [Card; 3]| {
        let left = clockwise(first, top)?;
        let bottom = clockwise(second, left)?;
        let right = clockwise(third, bottom)?;
        let fits = clockwise(fourth, right)? == top;
        fits.then_some(1 + u32::from(top == bottom) + u32::from(left == right))
    };
    let orders = [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]];
    let tops = first[1..].iter();
    tops.flat_map(|&top| orders.map(|others| points(top, others))).flatten().max().unwrap_or(0)
}

/// The maximum number of points over all sets of disjoint jewels of a hand, of at most 32 cards.
fn score(hand: &[Card]) -> u32 {
    let (n, mut jewels) = (hand.len(), vec![Vec::new(); hand.len()]);
    for a in 0..n {
        for (b, c) in (a + 1..n).flat_map(|b| (b + 1..n).map(move |c| (b, c))) {
            let points = |d| (jewel([hand[a], hand[b], hand[c], hand[d]]), d);
            let found = (c + 1..n).map(points).filter(|&(points, _)| points > 0);
            jewels[a].extend(found.map(|(points, d)| (points, 1 << a | 1 << b | 1 << c | 1 << d)));
        }
        jewels[a].sort_unstable_by(|one, other| other.cmp(one));
    }
    best((0..n).fold(0, |all, card| all | 1 << card), &jewels, &mut HashMap::new())
}

/// The same for a set of cards of the hand. `jewels` are the points and the cards of the jewels, by
/// their first card and the most valuable first; `known` is what has been found out of sets.
fn best(cards: u32, jewels: &[Vec<(u32, u32)>], known: &mut HashMap<u32, u32>) -> u32 {
    let most = cards.count_ones() / 4 * 3;
    if most == 0 || known.contains_key(&cards) {
        return known.get(&cards).copied().unwrap_or(0);
    }
    let mut found = 0;
    for &(points, jewel) in &jewels[cards.trailing_zeros() as usize] {
        if found < most && jewel & !cards == 0 {
            found = found.max(points + best(cards & !jewel, jewels, known));
        }
    }
    if found < most {
        found = found.max(best(cards & (cards - 1), jewels, known));
    }
    known.insert(cards, found);
    found
}

/// What a claim says of a player, and the strategy that is to prove it.
struct Claim<'f> {
    player: usize,
    /// Whether the player can force a win; otherwise that the opponent can prevent it.
    can: bool,
    /// The choices, with the numbers of their lines.
    choices: HashMap<Position, (usize, &'f str)>,
    limit: Option<u32>,
}

/// The points of hands.
type Scores = HashMap<Vec<Card>, u32>;

impl Claim<'_> {
    /// Follows the strategy to all ends of the game, and counts the positions reached.
    fn follow(&self, start: Position, scores: &mut Scores) -> Result<usize, String> {
        // The positions reached, and whether they are on the line that is followed.
        let mut reached = HashMap::from([(start.clone(), true)]);
        let moves = self.enter(&start, scores).map_err(|error| format!("{error}\nat {start}"))?;
        // The line: the move to each position, the position, and what has still to be followed.
        let mut line = vec![(String::new(), start, moves)];
        while let Some((_, position, moves)) = line.last_mut() {
            let Some((name, next)) = moves.pop() else {
                reached.insert(position.clone(), false);
                line.pop();
                continue;
            };
            let moves = match reached.get(&next) {
                Some(true) if self.can => Err("the position comes again on its line".into()),
                Some(_) => continue,
                None => self.enter(&next, scores),
            };
            let moves = moves.map_err(|error| {
                let names: String = line[1..].iter().map(|(name, ..)| format!("{name} ")).collect();
                format!("{error}\nat {next}\nafter {names}{name}")
            })?;
            reached.insert(next.clone(), true);
            line.push((name, next, moves));
        }
        Ok(reached.len())
    }

    /// The moves to follow from a position: none at an end, which must be as claimed, the choice of the
    /// strategy's side, all of the other.
    fn enter(&self, position: &Position, scores: &mut Scores) -> Result<Moves, String> {
        if position.ended || self.limit.is_some_and(|limit| position.ply >= limit) {
            let mut points = |hand| *scores.entry(Vec::clone(hand)).or_insert_with(|| score(hand));
            let [white, black] = position.hands.each_ref().map(&mut points);
            let wins = if self.player == 0 { white > black } else { black > white };
            let ends = format!("the game ends with {white} to {black} points");
            return if wins == self.can { Ok(Vec::new()) } else { Err(ends) };
        }
        let mut moves = position.moves(self.limit);
        if (position.side() == self.player) == self.can {
            let (number, choice) = self.choices.get(position).ok_or("there is no choice")?;
            moves.retain(|(name, _)| name == choice);
            if moves.is_empty() {
                return Err(format!("{choice:?} of line {number} is not a legal move"));
            }
        }
        Ok(moves)
    }
}

struct Lines<'f> {
    rest: std::str::Split<'f, char>,
    /// How many have been read.
    number: usize,
}

impl<'f> Lines<'f> {
    /// What follows the key in the next line.
    fn field(&mut self, key: &str) -> Result<&'f str, String> {
        self.number += 1;
        let line = self.rest.next().ok_or("the file has no such line")?;
        line.strip_prefix(key).ok_or_else(|| format!("this does not begin with {key:?}"))
    }
}

/// Checks a file, and says what it proves of which position.
fn check(text: &str) -> Result<String, String> {
    let text = text.strip_suffix('\n').ok_or("the last line has no end")?;
    let mut lines = Lines { rest: text.split('\n'), number: 0 };
    read(&mut lines).map_err(|error| format!("line {}: {error}", lines.number))
}

fn read(lines: &mut Lines) -> Result<String, String> {
    let head = [lines.field("fourfold proof ")?, lines.field("game: ")?];
    (head == ["1", "compass"]).then_some(()).ok_or("this is no proof of a game of Compass")?;
    let rules = lines.field("rules: ply_limit=")?;
    let limit = match rules {
        "none" => None,
        limit => Some(limit.parse().map_err(|_| "the limit is no number")?),
    };
    let text = lines.field("position: ")?;
    let start = Position::read(text, limit).ok_or("this is no position")?;
    start.is_legal().then_some(()).ok_or("the position is not legal")?;
    let mut said = format!("rules: ply_limit={rules}\nposition: {text}\n");
    let (mut prevented, mut scores, mut is_first) = ([false; 2], Scores::new(), true);
    while is_first || lines.rest.clone().next().is_some() {
        is_first = false;
        let text = lines.field("claim: ")?;
        let begun = lines.number;
        let (player, can) = match text {
            "white cannot force a win" => (0, false),
            "black cannot force a win" => (1, false),
            "white can force a win" => (0, true),
            "black can force a win" => (1, true),
            _ => return Err("the claim is unknown".into()),
        };
        let count: usize = lines.field("choices: ")?.parse().map_err(|_| "this is no number")?;
        let mut claim = Claim { player, can, choices: HashMap::new(), limit };
        for _ in 0..count {
            let (position, choice) = lines.field("")?.split_once('\t').ok_or("there is no tab")?;
            let position = Position::read(position, limit).ok_or("this is no position")?;
            if position.ended || (position.side() == player) != can {
                return Err("the strategy's side is not to move".into());
            }
            if let Some((line, _)) = claim.choices.insert(position, (lines.number, choice)) {
                return Err(format!("line {line} has the same position"));
            }
        }
        let followed = claim.follow(start.clone(), &mut scores).map_err(|error| {
            lines.number = begun;
            format!("{text}: {error}")
        });
        let count = followed?.to_string();
        let groups = count.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
        said += &format!("{text}: holds, {} positions\n", groups.collect::<Vec<_>>().join(","));
        prevented[player] |= !can;
    }
    Ok(said + if prevented == [true; 2] { "draw\n" } else { "" })
}

fn main() {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(path), None) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: check_compass FILE");
        exit(2)
    };
    let text = std::fs::read_to_string(&path).map_err(|error| error.to_string());
    let said = text.and_then(|text| check(&text)).unwrap_or_else(|error| {
        eprintln!("{}: {error}", path.display());
        exit(1)
    });
    print!("{said}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(hand: &str) -> u32 {
        score(&hand.split([',', '/', ' ']).map(|card| read_card(card).unwrap()).collect::<Vec<_>>())
    }

    #[test]
    fn hands_are_scored() {
        assert_eq!(points("gpryb,pygbr/rygbp,ybrpg"), 1); // red, yellow, green, blue
        assert_eq!(points("gbryp,gpybr/byrpg,gbpyr"), 2); // red, yellow, red, blue
        assert_eq!(points("bgryp,bgpyr/byrgp,bygpr"), 3); // red, yellow, red, yellow
        assert_eq!(points("bgryp,bgpyr/byrgp"), 0);
        // As it lies this has four colours; the same cards also make blue, red, blue, green.
        assert_eq!(points("pgryb,pygbr/pygrb,pbryg"), 2);
        assert_eq!(points("bgryp,bgpyr/byrgp,bygpr gbryp,gbpyr/gyrbp,gybpr"), 6);
    }

    fn moves(position: &str) -> Vec<String> {
        let moves = Position::read(position, Some(200)).unwrap().moves(Some(200));
        moves.into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn checkers_slide_over_gaps_and_checkers() {
        // Red stands north on b4, occupied, and on b5; yellow east on e2, beyond a checker and a gap.
        let board = "-,yrgbp,-,-,-,ygrbp/-,rygbp,-,-,-,-/-,rgbpy,-,-,-,-/-,-,-,-,-,-/\
            ygrbp,grybp,brygp,-,yrbgp,-/-,-,-,-,-,-";
        assert_eq!(moves(&format!("{board} b2,f6 b4,c2 rbgpy - w 8")), ["b2-b5", "b2-e2"]);
    }

    #[test]
    fn stuck_players_end_or_put() {
        let rank = "-,-,-,-,-,-/".repeat(5);
        let position = format!("{rank}ygrbp,grybp,brygp,yrbgp,-,- a1,b1 c1,d1 rbgpy,rbgpy -");
        let found = moves(&format!("{position} w 8"));
        assert_eq!(found.len(), 1 + 32 * 4);
        for name in ["end", "rbgpy@a2", "rgpyb@f6", "rpybg@e1", "rybgp@a6"] {
            assert!(found.iter().any(|other| other == name), "{name}");
        }
        assert_eq!(moves(&format!("{position} b 9")), ["end"]);
    }

    #[test]
    fn proofs_are_checked() {
        let start = "grbpy,yrgpb,rypgb,yrbgp,brpgy,yrbgp/rygbp,yrpgb,prbyg,rypgb,prygb,rygbp/\
            brpgy,grpyb,rypbg,grbyp,grybp,grpby/prgby,grbpy,grybp,prybg,yrbpg,grbyp/\
            brgpy,rybpg,prygb,brygp,brgyp,rypbg/yrpbg,brygp,rygpb,brpyg,prbgy,rybgp - - - - w 0";
        let head =
            format!("fourfold proof 1\ngame: compass\nrules: ply_limit=1\nposition: {start}\n");
        let checked = |claim, choices: &[&str]| {
            let lines: String =
                choices.iter().map(|choice| format!("{start}\t{choice}\n")).collect();
            check(&format!("{head}claim: {claim} force a win\nchoices: {}\n{lines}", choices.len()))
        };
        // It says of what the claim holds.
        let said = |claim| Ok(format!("rules: ply_limit=1\nposition: {start}\n{claim}\n"));
        let holds = said("black cannot force a win: holds, 2 positions");
        assert_eq!(checked("black cannot", &["@a1"]), holds);
        let holds = said("white cannot force a win: holds, 37 positions");
        assert_eq!(checked("white cannot", &[]), holds);
        for (claim, choices, error) in [
            ("black cannot", &[][..], "there is no choice"),
            ("black cannot", &["@a7"], "not a legal move"),
            ("black cannot", &["@a1", "@a2"], "line 7 has the same position"),
            ("white cannot", &["@a1"], "side is not to move"),
            ("white can", &["@a1"], "0 to 0 points"),
        ] {
            assert!(checked(claim, choices).unwrap_err().contains(error), "{error}");
        }
    }
}
