//! The answers to what a publisher asks: what is exact, else an interval and what it leaves open.

use std::cmp::Ordering;

use arena::study::SeatStudy;
use engine::board::counted;
use engine::{Game, Wdl};
use kit::{Exact, Solution};

use super::findings::Findings;
use super::sample::{Figure, Unit};

/// An answer in a few words, the sentences for it, and the figure that it rests on.
pub(super) struct Answer<'f> {
    pub(super) question: &'static str,
    pub(super) short: String,
    pub(super) because: Vec<String>,
    pub(super) figure: Option<&'f Figure>,
}

/// Questions, each with the key of the figure that answers it, and the answer with its interval for `{}`.
const QUESTIONS: [[&str; 3]; 5] = [
    ["Is it fair?", "first_player", "{} of the points go to the first player"],
    ["Does somebody win?", "decisive", "{} of the games are won"],
    ["How long is it?", "turns", "{} turns on average"],
    ["Is there a choice?", "choices", "{} moves to choose from on average"],
    ["Is it decided early?", "decided_early", "{} of the wins are clear by half-time"],
];

impl Findings<'_> {
    /// The questions with their answers, the most important one first.
    pub(super) fn verdict(&self) -> Vec<Answer<'_>> {
        let answer = |[question, key, text]: [&'static str; 3]| {
            let played = self.told(key, text);
            let exact = self.exact.as_ref().and_then(|exact| exact_answer(key, exact));
            let (short, exact) = match exact {
                Some([short, source]) => {
                    let played = played.map(|played| format!("In these games: {played}."));
                    (short, [Some(source), played])
                }
                None => (played.unwrap_or_else(|| "Not measured".to_owned()), [None, None]),
            };
            let more = match key {
                "first_player" => self.fair(),
                "decisive" => self.ends(),
                "turns" => self.long(),
                "choices" => self.choice(),
                _ => self.early(),
            };
            let because = exact.into_iter().chain(more).flatten().collect();
            Answer { question, short, because, figure: self.figure(key) }
        };
        QUESTIONS.into_iter().map(answer).chain([self.of_skill()]).collect()
    }

    fn figure(&self, key: &str) -> Option<&Figure> {
        self.all_figures().find(|figure| figure.key == key)
    }

    /// A text with the interval of a figure.
    fn told(&self, key: &str, text: &str) -> Option<String> {
        let figure = self.figure(key)?;
        Some(text.replace("{}", &figure.unit.range(figure.value)))
    }

    /// What is proven of the start, by what the game itself knows, or by a search of every first move.
    pub(super) fn proven(&self) -> Option<Exact> {
        let (kit, start) = (&self.sample.about.kit, &self.start);
        if !self.same_start || start.players().len() != 2 {
            return None;
        }
        let exact = |won: bool, drawn: bool, lengths, source| {
            Some(Exact { starts: 1, won: won.into(), drawn: drawn.into(), lengths, source })
        };
        if let Some(Solution { winner, length, .. }) = kit.solve(start) {
            let (won, lengths) = (winner == start.turn().to_string(), vec![(length.into(), 1)]);
            return exact(won, winner == "draw", lengths, "by the solver of the game");
        }
        if let Some(wdl) = kit.known(start) {
            let source = "by a proof that the game brings";
            return exact(wdl == Wdl::Win, wdl == Wdl::Draw, Vec::new(), source);
        }
        let best = self.first_moves.first()?.expected?;
        let (won, drawn) = (best >= 1.0, best > 0.0 && best < 1.0);
        let mut needed = self.first_moves.iter().take(if won { 1 } else { usize::MAX });
        let is_proven = needed.all(|m| m.proven);
        exact(won, drawn, Vec::new(), "proven by a search of the first moves").filter(|_| is_proven)
    }

    fn fair(&self) -> [Option<String>; 2] {
        let seats = self.start.players().len();
        let even = 1.0 / seats as f64;
        let shown = self.figure("first_player").filter(|_| self.exact.is_none()).map(|first| {
            let shown = match first.value {
                it if it.low > even => "moving first is an advantage",
                it if it.high < even => "moving first is a disadvantage",
                _ => "whether moving first matters stays open",
            };
            format!("An equal share is {}: {shown}.", Unit::Percent.brief(even, 0.0))
        });
        let score = |(name, seat): (&String, &SeatStudy)| {
            Some(format!("{} {}", self.in_colours(name), Unit::Percent.range(seat.score()?)))
        };
        let scores = self.sample.names.iter().zip(&self.sample.study.seats).filter_map(score);
        let scores: Vec<String> = scores.filter(|_| seats > 2).collect();
        [shown, (seats > 2).then(|| format!("By seat: {}.", scores.join(", ")))]
    }

    fn ends(&self) -> [Option<String>; 2] {
        let (study, ends) = (&self.sample.study, &self.sample.study.ends);
        let all = counted(study.games(), "game");
        let limit = format!("Cut off, with equal points: {}.", ends.ply_limit);
        let played = format!("Of {all} {} were won and {} drawn.", ends.won, ends.drawn);
        [Some(played), Some(limit).filter(|_| ends.ply_limit > 0)]
    }

    fn long(&self) -> [Option<String>; 2] {
        let quantile = |part| self.sample.study.turns.quantile(part).unwrap_or_default();
        let [least, early, late, most] = [0.0, 0.25, 0.75, 1.0].map(quantile);
        let half = format!("Half of the games take {early} to {late} turns");
        let all = format!("{half}, the shortest {least}, the longest {most}.");
        let limit = "Games that were cut off would have taken longer.".to_owned();
        [Some(all), Some(limit).filter(|_| self.sample.study.ends.ply_limit > 0)]
    }

    fn choice(&self) -> [Option<String>; 2] {
        let quantile = |part| self.sample.study.choices.quantile(part).unwrap_or_default();
        let [early, late] = [0.25, 0.75].map(quantile);
        let half = format!("In half of the positions there are {early} to {late} legal moves.");
        [Some(half), self.told("forced", "In {} of the positions there is only one.")]
    }

    fn early(&self) -> [Option<String>; 2] {
        let clear = "To the search that judges it is clear after {} of the game.";
        let back = "The winner had been far behind in {}.";
        let missing = match &self.courses {
            Some(courses) if courses.won == 0 => "No game was won.",
            Some(_) => return [self.told("clear_at", clear), self.told("comebacks", back)],
            None => "The game has no evaluation by which a search could tell who is ahead.",
        };
        [Some(missing.to_owned()), None]
    }

    fn of_skill(&self) -> Answer<'_> {
        let gains = self.ladder.iter().filter(|step| step.gains()).count();
        let short = match (gains, self.ladder.len()) {
            (_, 0) => "Not measured".to_owned(),
            (0, _) => "Not shown by these games".to_owned(),
            (gains, all) => format!("Yes, shown in {gains} of {all} matches"),
        };
        let told = self.ladder.iter().rfind(|step| step.gains()).or(self.ladder.last());
        let because = told.into_iter().flat_map(|step| {
            let [weaker, stronger] = step.strengths.map(|it| self.climber.nodes(it));
            let (unit, range) = (self.climber.unit(), Unit::Percent.range(step.score));
            let least = step.even + step.score.estimate - step.score.low;
            let [even, least] = [step.even, least].map(|share| Unit::Percent.brief(share, 1.0));
            let games = counted(step.games, "game");
            [
                format!("{stronger} {unit} a move take {range} of the points against {weaker}."),
                match gains {
                    0 => format!("There may be some: {games} show about {least} or more."),
                    _ => format!("An equal share is {even}."),
                },
            ]
        });
        let because = because.collect();
        Answer { question: "Does skill pay?", short, because, figure: None }
    }
}

/// What is exact of a question, by its key, and how that is known.
fn exact_answer(key: &str, exact: &Exact) -> Option<[String; 2]> {
    let Exact { starts, won, drawn, ref lengths, source } = *exact;
    let lost = starts - won - drawn;
    let share = |part: u64| format!("{:.2}\u{a0}%", 100.0 * part as f64 / starts as f64);
    let exact = "That is exact.".to_owned();
    match key {
        "first_player" => {
            let (who, often) = match won.cmp(&lost) {
                Ordering::Greater => ("the first player wins", " more often"),
                Ordering::Less => ("the second player wins", " more often"),
                Ordering::Equal if starts == 1 => ("it is a draw", ""),
                Ordering::Equal => ("neither player is ahead", ""),
            };
            if starts == 1 {
                return Some([
                    format!("With best play {who}"),
                    format!("That is exact, {source}."),
                ]);
            }
            let ([won, lost, drawn], starts) = ([won, lost, drawn].map(share), grouped(starts));
            let all =
                format!("Of all {starts} starts the first player wins {won}, the second {lost}");
            let source = format!("{all}, and {drawn} are drawn. That is exact, {source}.");
            Some([format!("With best play {who}{often}"), source])
        }
        "decisive" => {
            let short = match drawn {
                0 => "With best play somebody wins".to_owned(),
                drawn if drawn == starts => "With best play nobody wins".to_owned(),
                drawn => format!("With best play {} of the starts are won", share(starts - drawn)),
            };
            Some([short, exact])
        }
        "turns" if !lengths.is_empty() => {
            let plies: u64 = lengths.iter().map(|(plies, starts)| plies * starts).sum();
            let mean = plies as f64 / lengths.iter().map(|(_, starts)| starts).sum::<u64>() as f64;
            let average = if starts > 1 { " on average" } else { "" };
            let mean = Unit::Number.brief(mean, 0.0);
            Some([format!("{mean} moves with best play{average}"), exact])
        }
        _ => None,
    }
}

fn grouped(number: u64) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1000), number % 1000),
    }
}
