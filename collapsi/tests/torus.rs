//! The family of Collapsi: equal to the published game on its board, to naive rules on all others.

use std::collections::HashSet;

use collapsi::torus::{Evaluation, Player, Position, Rules, Square};
use collapsi::{Deal, Solver};
use engine::{
    Conformance, Game, Limits, NoEvaluation, Options, Search, Violation, minimax, playout, seeded,
};
use proptest::prelude::*;

fn rules(settings: &str) -> Rules {
    Rules::from_settings(settings).unwrap()
}

/// The text of a position, its moves and who has won.
fn facts<G>(position: &G) -> (String, Vec<String>, Option<String>)
where
    G: Game<Move: ToString, Player: ToString> + ToString,
{
    let mut moves: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
    moves.sort();
    let winner = position.outcome().and_then(|outcome| outcome.winner());
    (position.to_string(), moves, winner.map(|player| player.to_string()))
}

fn published(name: &str) -> collapsi::Rules {
    name.parse().unwrap()
}

proptest! {
    #[test]
    fn the_default_is_the_published_game(seed: u64, name in "v1_1|v1_3") {
        let mut fast = Deal::random(seed).position(published(&name));
        let mut slow = Position::deal(rules(&format!("rules={name}")), seed);
        for m in playout(&fast, 99, &mut seeded(seed)).moves {
            prop_assert_eq!(facts(&slow), facts(&fast));
            fast.play(m).unwrap();
            slow.play(m.to_string().parse().unwrap()).unwrap();
        }
        prop_assert_eq!(facts(&slow).2, facts(&fast).2);
    }
}

/// The rules once more, from the text of a position alone: slow, and without a line of the crate.
#[derive(Clone)]
struct Naive {
    /// By rank from the top, then by file: the card and who stands there.
    cells: Vec<Vec<(char, Option<usize>)>>,
    players: usize,
    turn: usize,
    jokers: Vec<usize>,
}

const LETTERS: &str = "rbgy";

impl Naive {
    /// A deal; red begins.
    fn read(text: &str, players: usize, jokers: &[usize]) -> Self {
        let (board, _) = text.split_once(' ').unwrap();
        let rank = |text: &str| {
            let mut cells: Vec<(char, Option<usize>)> = Vec::new();
            for c in text.chars() {
                match LETTERS.find(c) {
                    Some(player) => cells.last_mut().unwrap().1 = Some(player),
                    None => cells.push((c, None)),
                }
            }
            cells
        };
        let cells = board.split('/').map(rank).collect();
        Self { cells, players, turn: 0, jokers: jokers.to_vec() }
    }

    fn pawn(&self, player: usize) -> (usize, usize) {
        let squares = self.cells.iter().enumerate();
        let mut all = squares.flat_map(|(y, rank)| (0..rank.len()).map(move |x| (x, y)));
        all.find(|&(x, y)| self.cells[y][x].1 == Some(player)).unwrap()
    }

    /// Extends a walk in every way.
    fn walk(&self, walked: &mut Vec<(usize, usize)>, left: usize, ends: &mut Vec<(usize, usize)>) {
        let &(x, y) = walked.last().unwrap();
        if left == 0 {
            ends.push((x, y));
            return;
        }
        let (files, ranks) = (self.cells[0].len(), self.cells.len());
        for (right, up) in [(1, 0), (files - 1, 0), (0, 1), (0, ranks - 1)] {
            let next = ((x + right) % files, (y + up) % ranks);
            if !walked.contains(&next) && self.cells[next.1][next.0].0 != '.' {
                walked.push(next);
                self.walk(walked, left - 1, ends);
                walked.pop();
            }
        }
    }

    fn moves(&self) -> Vec<String> {
        let (x, y) = self.pawn(self.turn);
        let card = self.cells[y][x].0;
        let lengths = match "A234".find(card) {
            Some(place) => vec![place + 1],
            None => self.jokers.clone(),
        };
        let mut ends = Vec::new();
        for length in lengths {
            self.walk(&mut vec![(x, y)], length, &mut ends);
        }
        ends.retain(|&(x, y)| self.cells[y][x].1.is_none());
        let name = |(x, y)| format!("{}{}", ('a'..).nth(x).unwrap(), self.cells.len() - y);
        let mut moves: Vec<String> = ends.into_iter().map(name).collect();
        moves.sort();
        moves.dedup();
        moves
    }

    fn play(&self, m: &str) -> Self {
        let mut next = self.clone();
        let (x, y) = self.pawn(self.turn);
        next.cells[y][x] = ('.', None);
        let file = m.bytes().next().unwrap() - b'a';
        let rank = self.cells.len() - m[1..].parse::<usize>().unwrap();
        next.cells[rank][usize::from(file)].1 = Some(self.turn);
        next.turn = (self.turn + 1) % self.players;
        next
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_variant_follows_the_rules(
        (seed, files, ranks, players) in (any::<u64>(), 2..=8_u8, 2..=8_u8, 2..=4_usize),
        mixture in "[0-4]-[1-4]-[0-4]-[0-4]",
        name in "v1_1|v1_3",
    ) {
        let settings = format!("board={files}x{ranks},players={players},mixture={mixture},rules={name}");
        let mut position = Position::deal(rules(&settings), seed);
        let jokers: &[usize] = if name == "v1_1" { &[1, 2, 3, 4] } else { &[1] };
        let mut naive = Naive::read(&position.to_string(), players, jokers);
        let mut out = vec![false; players];
        let mut rng = seeded(seed);
        loop {
            while out.iter().filter(|&&out| !out).count() > 1 && naive.moves().is_empty() {
                out[naive.turn] = true;
                naive.turn = (naive.turn + 1) % players;
            }
            let left: Vec<usize> = (0..players).filter(|&player| !out[player]).collect();
            let winner = position.outcome().and_then(|outcome| outcome.winner());
            prop_assert_eq!(winner.map(|player| player as usize), (left.len() == 1).then(|| left[0]));
            let (_, moves, _) = facts(&position);
            if winner.is_some() {
                prop_assert!(moves.is_empty());
                break;
            }
            prop_assert_eq!(position.turn() as usize, naive.turn);
            prop_assert_eq!(&moves, &naive.moves());
            let m = playout(&position, 1, &mut rng).moves[0];
            position.play(m).unwrap();
            naive = naive.play(&m.to_string());
        }
    }

    #[test]
    fn a_deal_has_the_cards_of_the_mixture(
        (seed, files, ranks, players) in (any::<u64>(), 2..=8_u8, 2..=8_u8, 2..=4_usize),
    ) {
        let rules = rules(&format!("board={files}x{ranks},players={players}"));
        let text = Position::deal(rules, seed).to_string();
        let count = |card| text.matches(card).count();
        prop_assert_eq!(count('J'), players);
        prop_assert_eq!(["A", "2", "3", "4"].map(|card| text.matches(card).count()), rules.deck());
    }
}

/// Every order of the cards beside red's joker, each once.
#[test]
fn deals_are_numbered() {
    for (settings, deals) in
        [("board=3x3", 5040), ("board=2x4,mixture=1-1-0-0", 140), ("mixture=0-0-1-0", 15)]
    {
        let rules = rules(settings);
        let texts: HashSet<String> = (0..deals)
            .map(|number| Position::numbered_deal(rules, number).unwrap())
            .inspect(|deal| {
                let corner = Square::new(0, rules.size().1 - 1).unwrap();
                assert_eq!(deal.pawn(Player::Red), Some(corner));
            })
            .map(|deal| deal.to_string())
            .collect();
        assert_eq!(
            (texts.len() as u64, Position::deals(rules)),
            (deals, Some(deals)),
            "{settings}"
        );
        let cards = |card| texts.iter().map(|text| text.matches(card).count()).collect::<Vec<_>>();
        for (card, count) in
            ["J", "A", "2", "3", "4"].into_iter().zip([2].into_iter().chain(rules.deck()))
        {
            assert!(cards(card).iter().all(|&found| found == count), "{settings} {card}");
        }
        assert_eq!(Position::numbered_deal(rules, deals), None);
    }
    assert_eq!(Position::deals(rules("board=3x4")), Some(184_800));
    assert_eq!(Position::deals(rules("board=8x8")), None);
    assert_eq!(Position::deals(rules("players=3")), None);
}

#[test]
fn the_mixture_fills_the_board() {
    let deck = |settings| rules(settings).deck();
    assert_eq!(Rules::default().deck(), [4, 4, 4, 2]);
    assert_eq!(deck("board=3x4"), [3, 3, 3, 1]);
    assert_eq!(deck("board=5x5"), [7, 7, 6, 3]);
    assert_eq!(deck("board=5x5,mixture=0-1-1-0"), [0, 12, 11, 0]);
    assert_eq!(deck("players=4"), [4, 3, 3, 2]);
    assert_eq!(deck("board=2x2,players=4"), [0; 4]);
    for (settings, message) in [
        ("board=9x4", "option \"board\" is \"9x4\": expected FILESxRANKS, each from 2 to 8: 5x5"),
        ("players=5", "option \"players\" is \"5\": expected 2, 3 or 4"),
        ("mixture=0-0-0-0", "expected the proportion of aces, twos, threes and fours"),
        ("mixture=1-1-1", "expected the proportion of aces, twos, threes and fours"),
    ] {
        let error = Rules::from_settings(settings).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
        let set = rules("board=5x6,players=3,mixture=1-2-3-4,rules=v1_3");
        assert_eq!(rules(&set.settings()), set);
    }
}

/// Winner and length, by the search with the evaluation and by the solver of the published game.
#[test]
fn the_search_agrees_with_the_solver() {
    let mut solver = Solver::new();
    for name in ["v1_1", "v1_3"] {
        for seed in 0..6 {
            let position = Position::deal(rules(&format!("rules={name}")), seed);
            let mut search = Search::with_table_bytes(Evaluation, 1 << 22);
            let found = search.run(&position, &Limits::new()).unwrap();
            let verdict = solver.verdict(&Deal::random(seed).position(published(name)));
            assert!(found.proven);
            assert_eq!(found.score.distance(), Some(verdict.length));
            assert_eq!(found.score.is_win(), verdict.winner == collapsi::Player::Red);
        }
    }
}

/// On small boards plain minimax sees the end.
#[test]
fn the_search_agrees_with_minimax() {
    for settings in ["board=3x3", "board=2x4", "board=3x3,rules=v1_3", "board=3x3,players=3"] {
        for seed in 0..8 {
            let position = Position::deal(rules(settings), seed);
            let plain = minimax(&position, &NoEvaluation, 10).unwrap();
            let mut search = Search::with_table_bytes(Evaluation, 1 << 16);
            let found = search.run(&position, &Limits::new()).unwrap();
            assert_eq!((found.score, found.proven), (plain.score, true), "{settings} {seed}");
        }
    }
}

fn conformance(count: usize) -> Conformance<Position> {
    let variants = ["board=4x4", "board=3x5,rules=v1_3", "board=2x3", "board=4x4,players=3"];
    let deals = variants.into_iter().flat_map(|v| (0..3).map(move |i| Position::deal(rules(v), i)));
    Conformance::explore(deals, count, 0)
}

#[test]
fn variants_keep_the_laws_of_the_traits() -> Result<(), Violation> {
    conformance(10_000).rules()?;
    conformance(20_000).keys()?;
    conformance(300).evaluator(&Evaluation)
}
