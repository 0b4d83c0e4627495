//! A deliberately naive reference implementation ("oracle") of Compass, written only from the
//! published rules and the crate's rulings and notation. It talks in text so that it shares no type
//! with the code it is used to check. Slow on purpose; std only.

mod jewels;

use std::cmp::Ordering;
use std::collections::BTreeSet;

use jewels::best_total;
pub(crate) use jewels::{jewels_of, max_score, score_arrangement};

/// Colour letters as they lie: centre, north, east, south, west.
type Card = [u8; 5];
/// File 0..6 (a..f), rank 0..6 (1..6). The derived order is the spec's: file, then rank.
type Square = (usize, usize);
/// Top left, top right, bottom left, bottom right, as they lie.
type Jewel = [Card; 4];

const NORTH: usize = 1;
const EAST: usize = 2;
const SOUTH: usize = 3;
const WEST: usize = 4;

/// The options of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rules {
    /// Ruling 5: the phase also ends after this many plies; `None`: never.
    pub(crate) ply_limit: Option<u32>,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { ply_limit: Some(200) }
    }
}

/// A position together with its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct State {
    rules: Rules,
    /// `board[file][rank]`
    board: [[Option<Card>; 6]; 6],
    /// White's and black's checkers, each sorted.
    checkers: [Vec<Square>; 2],
    /// White's and black's collected cards, each turned canonically and sorted.
    hands: [Vec<Card>; 2],
    /// Whether `end` was played.
    ended: bool,
    ply: u64,
}

impl State {
    /// Reads a position: canonical text only, and only if ruling 7 holds.
    pub(crate) fn parse(text: &str, rules: Rules) -> Result<State, String> {
        let fields: Vec<&str> = text.split(' ').collect();
        if fields.len() != 7 {
            return Err(format!("{} fields, not 7: {text:?}", fields.len()));
        }
        let mut board = [[None; 6]; 6];
        let ranks: Vec<&str> = fields[0].split('/').collect();
        if ranks.len() != 6 {
            return Err(format!("{} ranks, not 6: {:?}", ranks.len(), fields[0]));
        }
        for (from_top, rank_text) in ranks.iter().enumerate() {
            let cells: Vec<&str> = rank_text.split(',').collect();
            if cells.len() != 6 {
                return Err(format!("{} cells, not 6: {rank_text:?}", cells.len()));
            }
            for (file, cell) in cells.iter().enumerate() {
                if *cell != "-" {
                    board[file][5 - from_top] = Some(parse_card(cell)?);
                }
            }
        }
        let checkers = [parse_squares(fields[1])?, parse_squares(fields[2])?];
        let hands = [parse_hand(fields[3])?, parse_hand(fields[4])?];
        let ply = u64::from(parse_number(fields[6])?);
        let side = fields[5];

        // Ruling 7: 36 cards, each kind at most twice.
        let on_board = board.iter().flatten().flatten();
        let mut cards: Vec<Card> = on_board.map(|c| canonical(*c)).collect();
        cards.extend(hands.iter().flatten());
        if cards.len() != 36 {
            return Err(format!("{} cards, not 36", cards.len()));
        }
        for card in &cards {
            if cards.iter().filter(|c| *c == card).count() > 2 {
                return Err(format!("more than two cards {}", card_text(*card)));
            }
        }
        // Ruling 7: checkers stand on cards, one each.
        for (file, rank) in checkers.iter().flatten() {
            let here = checkers.iter().flatten().filter(|s| **s == (*file, *rank));
            if here.count() != 1 || board[*file][*rank].is_none() {
                let square = square_text((*file, *rank));
                return Err(format!("two checkers or no card on {square}"));
            }
        }
        // Ruling 7: their numbers, and the ply that goes with them.
        let numbers = (checkers[0].len(), checkers[1].len());
        let placed = (numbers.0 + numbers.1) as u64;
        let in_hand = hands[0].len() + hands[1].len();
        let fits = match numbers {
            (0 | 1, 0) | (1 | 2, 1) => ply == placed && in_hand == 0,
            (2, 2) => ply >= 4,
            _ => false,
        };
        if !fits {
            return Err(format!("checkers {numbers:?}, ply {ply}, {in_hand} cards in hand"));
        }
        // Ruling 7: the side. `end` is a ply after the four placements, so `-` needs ply 5 or more
        // (fewer checkers or ply 4 would leave no ply that could have been `end`).
        let ended = match side {
            "w" if ply % 2 == 0 => false,
            "b" if ply % 2 == 1 => false,
            "-" if ply >= 5 => true,
            _ => return Err(format!("side {side:?} at ply {ply}")),
        };
        let state = State { rules, board, checkers, hands, ended, ply };
        // A last guard: only canonical text is read.
        if state.text() != text {
            return Err(format!("not canonical: {text:?}"));
        }
        Ok(state)
    }

    /// The canonical text.
    pub(crate) fn text(&self) -> String {
        let mut ranks = Vec::new();
        for rank in (0..6).rev() {
            let mut cells = Vec::new();
            for file in 0..6 {
                cells.push(match self.board[file][rank] {
                    Some(card) => card_text(card),
                    None => "-".to_string(),
                });
            }
            ranks.push(cells.join(","));
        }
        let side = match (self.ended, self.side()) {
            (true, _) => "-",
            (false, 0) => "w",
            (false, _) => "b",
        };
        let squares =
            |list: &[Square]| list_text(&list.iter().map(|s| square_text(*s)).collect::<Vec<_>>());
        let cards =
            |list: &[Card]| list_text(&list.iter().map(|c| card_text(*c)).collect::<Vec<_>>());
        let (white, black) = (squares(&self.checkers[0]), squares(&self.checkers[1]));
        let (white_hand, black_hand) = (cards(&self.hands[0]), cards(&self.hands[1]));
        let (board, ply) = (ranks.join("/"), self.ply);
        format!("{board} {white} {black} {white_hand} {black_hand} {side} {ply}")
    }

    /// All legal moves, sorted as strings, each once.
    pub(crate) fn legal_moves(&self) -> Vec<String> {
        self.moves().into_iter().collect()
    }

    /// Plays `m`, which must be one of `legal_moves`.
    pub(crate) fn play(&self, m: &str) -> State {
        assert!(self.moves().contains(m), "{m:?} in {}", self.text());
        let square = |text| parse_square(text).expect("a square of a legal move");
        let side = self.side();
        let mut next = self.clone();
        if m == "end" {
            next.ended = true;
        } else if let Some((from, to)) = m.split_once('-') {
            // Ruling 3: the mover collects the card it left; the square becomes empty.
            let from = square(from);
            next.checkers[side].retain(|s| *s != from);
            next.checkers[side].push(square(to));
            let card = next.board[from.0][from.1].take();
            next.hands[side].push(canonical(card.expect("a checker stands on a card")));
        } else if let Some(to) = m.strip_prefix('@') {
            next.checkers[side].push(square(to));
        } else if let Some((card, to)) = m.split_once('@') {
            // Ruling 4: one collected card goes back to the board; no checker moves.
            let (card, to) = (parse_card(card).expect("a card"), square(to));
            let at = next.hands[side].iter().position(|c| *c == canonical(card));
            next.hands[side].remove(at.expect("the card is in hand"));
            next.board[to.0][to.1] = Some(card);
        }
        next.checkers[side].sort_unstable();
        next.hands[side].sort_unstable();
        next.ply += 1; // every move is a ply, `end` too (ruling 4)
        next
    }

    /// `None` while the game runs, else who won and the points, white's first (ruling 6).
    pub(crate) fn result(&self) -> Option<String> {
        if !self.over() {
            return None;
        }
        let white = best_total(&self.hands[0]);
        let black = best_total(&self.hands[1]);
        let who = match white.cmp(&black) {
            Ordering::Greater => "white wins",
            Ordering::Less => "black wins",
            Ordering::Equal => "draw",
        };
        Some(format!("{who} {white}-{black}"))
    }

    /// The number of legal sequences of exactly `depth` plies.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.legal_moves();
        moves.iter().map(|m| self.play(m).perft(depth - 1)).sum()
    }

    /// 0 if the coming ply is white's, 1 if it is black's (ruling 2: white starts).
    fn side(&self) -> usize {
        (self.ply % 2) as usize
    }

    /// Over by `end` (ruling 4) or by the ply limit (ruling 5).
    fn over(&self) -> bool {
        let limit = self.rules.ply_limit;
        self.ended || limit.is_some_and(|limit| self.ply >= u64::from(limit))
    }

    fn occupied(&self, square: Square) -> bool {
        self.checkers.iter().flatten().any(|s| *s == square)
    }

    fn moves(&self) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        if self.over() {
            return moves;
        }
        // Ruling 2: placement, until there are two checkers of each.
        if self.checkers[0].len() + self.checkers[1].len() < 4 {
            for to in all_squares() {
                if self.board[to.0][to.1].is_some() && !self.occupied(to) {
                    moves.insert(format!("@{}", square_text(to)));
                }
            }
            return moves;
        }
        // Ruling 3: checker moves.
        for from in &self.checkers[self.side()] {
            let left = self.board[from.0][from.1].expect("a checker stands on a card");
            for to in all_squares() {
                let border = direction(*from, to).map(|border| left[border]);
                let centre = self.board[to.0][to.1].map(|card| card[0]);
                if border.is_some() && border == centre && !self.occupied(to) {
                    moves.insert(format!("{}-{}", square_text(*from), square_text(to)));
                }
            }
        }
        // Ruling 4: only a player without a checker move may end the phase or put a card.
        if moves.is_empty() {
            moves.insert("end".to_string());
            for to in all_squares() {
                for card in &self.hands[self.side()] {
                    for turned in orientations(*card) {
                        if self.board[to.0][to.1].is_none() {
                            moves.insert(format!("{}@{}", card_text(turned), square_text(to)));
                        }
                    }
                }
            }
        }
        moves
    }
}

/// All four orientations; the borders turn, the centre stays.
fn orientations([centre, n, e, s, w]: Card) -> [Card; 4] {
    [[centre, n, e, s, w], [centre, w, n, e, s], [centre, s, w, n, e], [centre, e, s, w, n]]
}

/// Turned so that the border string is smallest.
fn canonical(card: Card) -> Card {
    let turned = orientations(card);
    turned.into_iter().min().expect("four orientations")
}

/// The border through which `to` is reached from `from`, if they share a file or a rank.
fn direction(from: Square, to: Square) -> Option<usize> {
    match (to.0.cmp(&from.0), to.1.cmp(&from.1)) {
        (Ordering::Equal, Ordering::Greater) => Some(NORTH),
        (Ordering::Greater, Ordering::Equal) => Some(EAST),
        (Ordering::Equal, Ordering::Less) => Some(SOUTH),
        (Ordering::Less, Ordering::Equal) => Some(WEST),
        _ => None,
    }
}

fn all_squares() -> Vec<Square> {
    (0..36).map(|i| (i / 6, i % 6)).collect()
}

fn card_text(card: Card) -> String {
    card.iter().map(|c| char::from(*c)).collect()
}

fn square_text((file, rank): Square) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn jewel_text([tl, tr, bl, br]: Jewel) -> String {
    let [tl, tr, bl, br] = [tl, tr, bl, br].map(card_text);
    format!("{tl},{tr}/{bl},{br}")
}

fn list_text(items: &[String]) -> String {
    if items.is_empty() { "-".to_string() } else { items.join(",") }
}

/// Ruling 1: five different colours.
fn parse_card(text: &str) -> Result<Card, String> {
    let card: Card = text.as_bytes().try_into().map_err(|_| format!("not a card: {text:?}"))?;
    for colour in b"rygbp" {
        if !card.contains(colour) {
            return Err(format!("not a card: {text:?}"));
        }
    }
    Ok(card)
}

fn parse_square(text: &str) -> Result<Square, String> {
    match text.as_bytes() {
        [file @ b'a'..=b'f', rank @ b'1'..=b'6'] => {
            Ok((usize::from(file - b'a'), usize::from(rank - b'1')))
        }
        _ => Err(format!("not a square: {text:?}")),
    }
}

/// Squares strictly sorted by file, then rank; or `-`.
fn parse_squares(text: &str) -> Result<Vec<Square>, String> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let squares: Result<Vec<Square>, String> = text.split(',').map(parse_square).collect();
    let squares = squares?;
    if !squares.is_sorted_by(|a, b| a < b) {
        return Err(format!("squares not sorted: {text:?}"));
    }
    Ok(squares)
}

/// Cards turned canonically and sorted, equal ones written again; or `-`.
fn parse_hand(text: &str) -> Result<Vec<Card>, String> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let hand: Vec<Card> = text.split(',').map(parse_card).collect::<Result<_, _>>()?;
    for card in &hand {
        if *card != canonical(*card) {
            return Err(format!("hand card not turned: {:?}", card_text(*card)));
        }
    }
    if !hand.is_sorted() {
        return Err(format!("hand not sorted: {text:?}"));
    }
    Ok(hand)
}

/// Digits without leading zeros.
fn parse_number(text: &str) -> Result<u32, String> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !digits || (text.len() > 1 && text.starts_with('0')) {
        return Err(format!("not a number: {text:?}"));
    }
    text.parse().map_err(|_| format!("number too large: {text:?}"))
}

fn parse_jewel(text: &str) -> Result<Jewel, String> {
    let cells: Vec<&str> = text.split('/').flat_map(|row| row.split(',')).collect();
    if cells.len() != 4 {
        return Err(format!("not a jewel: {text:?}"));
    }
    let mut jewel = [[0; 5]; 4];
    for (place, cell) in jewel.iter_mut().zip(cells) {
        *place = parse_card(cell)?;
    }
    if jewel_text(jewel) != text {
        return Err(format!("not a jewel: {text:?}"));
    }
    Ok(jewel)
}
