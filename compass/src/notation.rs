//! Positions as text.

use std::fmt::{self, Write};

use engine::board::{counted, read_fields, read_up_to};
use engine::{Notation, Options, ParseError};
use jewels::Card;

use crate::position::Position;
use crate::rules::{Player, Rules};
use crate::setup::Setup;
use crate::square::{Square, SquareSet};

engine::as_text!(Position: Notation);

/// Ranks from the top, then the checkers, the hands, the side to move and the ply, as in
/// `rygbp,-,[...] c3,d4 a1,b2 bgpry - w 12`. This leaves out the rules; `{:#}` appends them if they
/// are not the default: `[...] w 12 ply_limit=none`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(480);
        for square in Square::reading_order() {
            match (square.file(), square.rank()) {
                (0, 5) => {}
                (0, _) => text.push('/'),
                _ => text.push(','),
            }
            match self.card(square) {
                Some(card) => write!(text, "{card}")?,
                None => text.push('-'),
            }
        }
        let Setup { checkers: [white, black], hands, .. } = self.setup();
        write!(text, " {white} {black} {} {}", hands[0], hands[1])?;
        let side = if self.is_ended() { '-' } else { self.turn().to_char() };
        write!(text, " {side} {}", self.ply())?;
        self.rules().pad_after(text, &Rules::default(), f)
    }
}

/// ```
/// use compass::{Position, Rules, Start};
/// use engine::Notation;
///
/// let rules = Rules { ply_limit: Some(60) };
/// let position = Position::start(&rules, 7);
/// assert_eq!(Position::parse(&position.to_string(), &rules), Ok(position));
/// assert_eq!(position.to_string().parse(), Ok(position.with_rules(Rules::default())));
/// assert_eq!(format!("{position:#}").parse(), Ok(position));
/// ```
impl Notation for Position {
    type Rules = Rules;

    fn rules(&self) -> Rules {
        self.rules()
    }

    fn parse(text: &str, rules: &Rules) -> Result<Self, ParseError> {
        let names = "ranks, white's checkers, black's checkers, white's hand, black's hand, side to move, ply";
        let [ranks, white, black, white_hand, black_hand, side, ply] = read_fields(text, names)?;
        let cards = parse_ranks(ranks)?;
        let checkers = [parse_squares(Player::White, white)?, parse_squares(Player::Black, black)?];
        let hand = |player: Player, text: &str| {
            let within = |error: ParseError| error.within(format_args!("in the hand of {player}"));
            text.parse().map_err(within)
        };
        let hands = [hand(Player::White, white_hand)?, hand(Player::Black, black_hand)?];
        let ply = read_up_to("ply", ply, u32::MAX)?;
        let ended = side == "-";
        let setup = Setup { cards, checkers, hands, ended, ply, rules: *rules };
        let position = Position::from_setup(&setup).map_err(ParseError::because)?;
        let expected = position.turn();
        if !ended && side.parse() != Ok(expected.to_char()) {
            return Err(ParseError::new(
                format_args!("the side to move is {side:?}"),
                format_args!("{} at ply {ply}, or - after the end", expected.to_char()),
            ));
        }
        Ok(position)
    }
}

fn parse_ranks(text: &str) -> Result<[Option<Card>; Square::COUNT], ParseError> {
    let found = text.split('/').count();
    if found != 6 {
        let problem = format!("the board has {}", counted(found, "rank"));
        return Err(ParseError::new(problem, "6 separated by '/'"));
    }
    let mut cards = [None; Square::COUNT];
    for (rank, text) in (0..6).rev().zip(text.split('/')) {
        let found = text.split(',').count();
        if found != 6 {
            let problem = format!("rank {} has {}", rank + 1, counted(found, "square"));
            return Err(ParseError::new(problem, "6 separated by ','"));
        }
        for (file, text) in (0..6).zip(text.split(',')) {
            if let Some(square) = Square::new(file, rank)
                && text != "-"
            {
                let card = text.parse().map_err(|error: ParseError| {
                    error.within(format_args!("on {square}")).or("- for an empty square")
                })?;
                cards[square.index()] = Some(card);
            }
        }
    }
    Ok(cards)
}

fn parse_squares(player: Player, text: &str) -> Result<SquareSet, ParseError> {
    let place = format_args!("in the checkers of {player}");
    let within = |error: ParseError| error.within(place).or("- for none");
    let squares: SquareSet = text.parse().map_err(within)?;
    if squares.to_string() != text {
        return Err(ParseError::new(format_args!("{place}: {text} is not in order"), squares));
    }
    Ok(squares)
}
