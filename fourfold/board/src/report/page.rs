//! The report as one self-contained page.

use std::fmt::{self, Write};

use arena::Interval;
use arena::study::{Distribution, Profile, ScoresBy, Step};
use engine::board::{counted, read_square};
use engine::svg::{Hue, Picture, Theme};
use serde_json::Value;

use super::ReportError;
use super::figures::{Figure, Unit, sentences};
use super::findings::{Exact, Findings};
use super::measure::{FirstMove, Shortest, nodes_of_step};
use crate::Playable;
use crate::html::escape;
use crate::plot::{self, Titles, unnamed};

/// For phones and paper too.
const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:0 auto;padding:0 1rem 3rem;color:#222}\
h1{margin-bottom:0}h2{margin-top:2.5rem}p.by{color:#666;margin-top:0}code{overflow-wrap:anywhere}\
svg{max-width:100%;height:auto}table{border-collapse:collapse;width:100%;font-size:.92em}\
td,th{padding:.25rem .5rem;text-align:right;border-bottom:1px solid #ddd;vertical-align:top}\
td:first-child,th:first-child{text-align:left}small{color:#666;display:block}\
.row{display:flex;flex-wrap:wrap;gap:1rem}.row>*{flex:1 1 14rem;min-width:0}tr.fair td{background:#fdf1d8}\
td.part{padding-left:2rem}figure{margin:0}";

impl<G: Playable> Findings<'_, G> {
    /// The page, with [all figures](Self::json) in it.
    ///
    /// # Errors
    ///
    /// A plot cannot be drawn.
    pub fn html(&self, json: &Value) -> Result<String, ReportError> {
        let (mut page, sample) = (Page(String::new()), self.sample);
        let about = &sample.about;
        page.head::<G>(&about.game);
        let rules = sample.changes();
        let rules = if rules.is_empty() { "the default rules".to_owned() } else { rules };
        page.add(format_args!(
            "<p class=by>{} by {}, played by {}: {}, {} different, openings of {}, seed {}; positions \
             judged by searches of {}</p>",
            escape(&about.game),
            escape(&rules),
            escape(&about.player),
            counted(sample.study.games(), "game"),
            sample.study.distinct(),
            counted(about.random_plies, "random ply"),
            about.seed,
            counted(self.nodes, "node")
        ));
        let says = |figures: &[Figure]| sentences(figures, sample.names.len());
        page.says(&[says(&sample.figures), says(&self.figures)].concat());
        if sample.study.distinct() < sample.study.games() {
            page.0 += "<p>Some games are the same. If the players leave nothing to chance, the \
                       intervals are too narrow. More random moves make games different, and so do \
                       random plies at the start, which may harm the first player.</p>";
        }
        page.picture(&Picture::new(&self.start).size(320), "The start of the first game.");
        if let Some(exact) = &self.exact {
            page.exact(exact)?;
        }
        page.figures(&[&sample.figures[..], &self.figures].concat());
        page.lengths(&sample.study.lengths)?;
        page.on_the_way(self)?;
        page.ladder(self)?;
        page.first_moves(self);
        page.squares(self);
        page.shortest(self);
        page.puzzles(self);
        page.0 += SOURCES;
        page.add(format_args!(
            "<h2>Data</h2><p>All figures as JSON are in this page, in the element \
             <code>figures</code>.</p>\
             <script type=\"application/json\" id=\"figures\">{}</script></html>\n",
            json.to_string().replace('<', "\\u003c")
        ));
        Ok(page.0)
    }
}

/// The sources of definitions.
const SOURCES: &str = "\
<h2>Definitions</h2><p>Intervals are of 95 %: of shares Wilson's (1927), of means normal ones. Completion, \
drawishness, duration, lead change, drama and uncertainty are measures of C. Browne, <i>Automatic \
generation and evaluation of recombination games</i> (2008); balance, branching factor and repetition are \
also those of Ludii's package <i>metrics</i>; heat maps, shortest wins and worth of first moves are in the \
reports of S. Tavener's Ai Ai. The skill ladder follows the skill chain of Lantz, Isaksen, Jaffe, Nealen and \
Togelius, <i>Depth in strategic games</i> (2017). All describe the game as these players play it: \
stronger ones may find another game.</p>";

/// A page under construction.
struct Page(String);

impl Page {
    fn add(&mut self, html: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.0.write_fmt(html);
    }

    fn head<G: Playable>(&mut self, name: &str) {
        let (name, board) = (escape(name), Theme::Light.css(G::CLASSES));
        self.add(format_args!(
            "<!doctype html><html lang=en><meta charset=utf-8>\
             <meta name=viewport content=\"width=device-width,initial-scale=1\">\
             <title>{name}: a study</title><style>{STYLE}{board}</style><h1>{name}</h1>"
        ));
    }

    fn says(&mut self, sentences: &[String]) {
        self.0 += "<ul>";
        for sentence in sentences {
            self.add(format_args!("<li>{}</li>", escape(sentence)));
        }
        self.0 += "</ul>";
    }

    fn picture(&mut self, picture: &Picture, caption: &str) {
        let svg = picture.clone().without_style();
        self.add(format_args!(
            "<figure>{svg}<figcaption><small>{}</small></figcaption></figure>",
            escape(caption)
        ));
    }

    fn exact(&mut self, exact: &Exact) -> Result<(), ReportError> {
        let share = Unit::Percent.show(exact.won as f64 / exact.starts as f64);
        self.add(format_args!(
            "<h2>With best play</h2><p>Exactly, over all {} starts: the first player wins {} of \
             them, {share}; the second all others.</p>",
            exact.starts, exact.won
        ));
        self.bars("How long games last with best play", "starts", &exact.lengths)
    }

    fn figures(&mut self, figures: &[Figure]) {
        self.0 += "<h2>Figures</h2><table><tr><th><th>estimate and 95 % interval<th>games";
        for figure in figures {
            self.add(format_args!(
                "<tr><td{}>{}<small>{}</small><td>{}<small>{}</small><td>{}",
                if figure.title.starts_with(' ') { " class=part" } else { "" },
                escape(figure.title.trim()),
                escape(figure.meaning),
                figure.estimate(),
                figure.interval(),
                figure.sample
            ));
        }
        self.0 += "</table>";
    }

    fn lengths(&mut self, lengths: &Distribution) -> Result<(), ReportError> {
        self.0 += "<h2>Length</h2>";
        self.bars("Length of the games", "games", &lengths.iter().collect::<Vec<_>>())
    }

    /// Adds a plot of counts by plies.
    fn bars(&mut self, title: &str, what: &str, counts: &[(u64, u64)]) -> Result<(), ReportError> {
        let bar = |&(plies, count): &(u64, u64)| (plies as f64, count as f64);
        let bars = [unnamed(counts.iter().map(bar).collect())];
        self.0 += &plot::bars(&Titles::new(title, "plies", what), &bars)?;
        Ok(())
    }

    fn on_the_way<G: Playable>(&mut self, report: &Findings<'_, G>) -> Result<(), ReportError> {
        let mobility = &report.sample.study.mobility;
        let expected = percent(&report.courses.of_winner);
        let choice = [points(&mobility.winner), points(&mobility.others)].map(unnamed);
        let x = "percent of the game";
        let (title, y) = ("Expected result of the later winner", "percent");
        self.0 += "<h2>Course of the game</h2>";
        self.0 += &plot::lines(&Titles::new(title, x, y), &[unnamed(expected)])?;
        let titles = Titles::new("Choice of the later winner (dots) and of others", x, "moves");
        self.0 += &plot::lines(&titles, &choice)?;
        let (title, y) = ("Material lead of the later winner", "material");
        let lines = [unnamed(points(&report.material))];
        self.0 += &plot::lines(&Titles::new(title, x, y), &lines)?;
        Ok(())
    }

    fn ladder<G: Playable>(&mut self, report: &Findings<'_, G>) -> Result<(), ReportError> {
        let Some(first) = report.ladder.first() else { return Ok(()) };
        let gained = report.ladder.iter().filter(|step| step.gains()).count();
        self.add(format_args!(
            "<h2>Skill</h2><p>A search that visits twice as many positions is shown to be better at \
             {gained} of {}, from {} positions a move on. Two steps in a row without a gain end \
             the ladder. Equal players score {:.1} %.</p>",
            counted(report.ladder.len(), "step"),
            nodes_of_step(0),
            100.0 * first.even
        ));
        let point = |(i, step): (usize, &Step)| (i as f64, step.score.map(|score| 100.0 * score));
        let points: Vec<(f64, Interval)> = report.ladder.iter().enumerate().map(point).collect();
        if points.len() > 1 {
            let (title, x) = ("Score of twice the positions", "doublings from 32 positions a move");
            self.0 += &plot::lines(&Titles::new(title, x, "percent"), &[unnamed(points)])?;
        }
        self.0 += "<table><tr><th>positions<th>score<th>95 % interval<th>games";
        for (i, step) in report.ladder.iter().enumerate() {
            let Interval { estimate, low, high } = step.score.map(|score| 100.0 * score);
            self.add(format_args!(
                "<tr><td>{} against {}<td>{estimate:.1} %<td>{low:.1} % to {high:.1} %<td>{}",
                nodes_of_step(i + 1),
                nodes_of_step(i),
                step.games
            ));
        }
        self.0 += "</table>";
        Ok(())
    }

    fn first_moves<G: Playable>(&mut self, report: &Findings<'_, G>) {
        if report.first_moves.is_empty() {
            return;
        }
        self.add(format_args!(
            "<h2>First moves</h2><p>From {}: the expected result of the player who makes the move, by \
             search{}</p>",
            if report.same_start {
                "the start"
            } else {
                "where the first game began, as other games begin elsewhere"
            },
            if report.same_start { ", and its score in the games." } else { "." }
        ));
        let fairest = report.fairest();
        if let Some(fairest) = fairest {
            self.fairest(report, fairest);
        }
        self.0 += "<table><tr><th>move<th>by search";
        if report.same_start {
            self.0 += "<th>in the games<th>games";
        }
        for m in &report.first_moves {
            let is_fairest = fairest.is_some_and(|fairest| fairest.m == m.m);
            self.add(format_args!(
                "<tr{}><td>{}<td>{:.1} %<small>{}</small>",
                if is_fairest { " class=fair" } else { "" },
                escape(&m.m),
                100.0 * m.expected,
                if m.proven { "exact" } else { "" }
            ));
            match report.in_games(m) {
                Some((games, Interval { estimate, low, high })) => {
                    let [estimate, low, high] =
                        [estimate, low, high].map(|part| Unit::Percent.show(part));
                    self.add(format_args!(
                        "<td>{estimate}<small>{low} to {high}</small><td>{games}"
                    ));
                }
                None if report.same_start => self.0 += "<td>-<td>0",
                None => {}
            }
        }
        self.0 += "</table>";
    }

    /// Says which first move is the fairest.
    fn fairest<G: Playable>(&mut self, report: &Findings<'_, G>, fairest: &FirstMove) {
        let swap = match report.start.players().len() {
            2 => "If the opponent may then swap sides (pie rule), the",
            _ => "The",
        };
        self.add(format_args!(
            "<p>{swap} move nearest to even is <b>{}</b>.</p>",
            escape(&fairest.m)
        ));
        if let Ok(m) = fairest.m.parse::<G::Move>() {
            self.picture(
                &Picture::new(&report.start).arrow(report.start.route(m), Hue::Yellow).size(320),
                "The move nearest to even.",
            );
        }
    }

    /// Adds maps of the board: the use of each square, and the score of those who used it.
    fn squares<G: Playable>(&mut self, report: &Findings<'_, G>) {
        let (size, squares) = (report.start.size(), &report.squares);
        let most = squares.iter().map(|(_, games, _)| games).max().unwrap_or(1) as f64;
        let scores = || squares.iter().map(|(.., score)| score.estimate);
        let low = scores().fold(1.0, f64::min);
        let span = (scores().fold(0.0, f64::max) - low).max(f64::MIN_POSITIVE);
        let used = board_map(size, squares, |games, _| (games.to_string(), games as f64 / most));
        let won = board_map(size, squares, |_, score| {
            (format!("{:.0}", 100.0 * score), (score - low) / span)
        });
        self.0 += "<h2>Squares</h2><div class=row>";
        for (map, title) in [
            (used, "How many players used the square, each counted once a game"),
            (won, "What those scored, in percent"),
        ] {
            self.add(format_args!(
                "<figure>{map}<figcaption><small>{title}.</small></figcaption></figure>"
            ));
        }
        self.0 += "</div>";
    }

    fn shortest<G: Playable>(&mut self, report: &Findings<'_, G>) {
        self.0 += "<h2>The shortest win</h2><p>";
        match &report.shortest {
            Shortest::Found { plies, moves } => self.add(format_args!(
                "If all players cooperate, the shortest win takes {}: <code>{}</code>.",
                counted(*plies, "ply"),
                escape(moves)
            )),
            Shortest::LongerThan(plies) => self.add(format_args!(
                "No game is won in {} or fewer; longer games were not searched.",
                counted(*plies, "ply")
            )),
            Shortest::Never => self.0 += "No game from here is ever won.",
        }
        let Shortest::Found { moves, .. } = &report.shortest else { return };
        let mut end = report.start.clone();
        if end.play_text(moves).is_ok() {
            self.picture(&Picture::new(&end).size(320), "Its last position.");
        }
    }

    fn puzzles<G: Playable>(&mut self, report: &Findings<'_, G>) {
        if report.puzzles.is_empty() {
            return;
        }
        self.0 += "<h2>Puzzles</h2><p>From the games: a single move wins, proven by search.</p>\
                   <div class=row>";
        for puzzle in report.puzzles.iter().take(6) {
            let Ok(position) = G::parse(&puzzle.position, &report.sample.about.rules) else {
                continue;
            };
            let caption = format!("Wins in at most {}.", counted(puzzle.plies, "ply"));
            self.0 += "<div>";
            self.picture(&Picture::new(&position).size(260), &caption);
            self.add(format_args!(
                "<details><summary>Solution</summary>{}</details></div>",
                escape(&puzzle.solution)
            ));
        }
        self.0 += "</div>";
    }
}

/// The board with a text and a shade from 0 to 1 on every square.
fn board_map(
    (files, ranks): (u8, u8),
    squares: &ScoresBy<String>,
    cell: impl Fn(u64, f64) -> (String, f64),
) -> String {
    let (width, height) = (40 * u32::from(files), 40 * u32::from(ranks));
    let mut svg = format!("<svg viewBox=\"0 0 {width} {height}\" width={width}>");
    for (name, games, score) in squares.iter() {
        let square = read_square(name).filter(|&(file, rank)| file < files && rank < ranks);
        let Some((file, rank)) = square else { continue };
        let (text, shade) = cell(games, score.estimate);
        let (x, y) = (40 * u32::from(file), 40 * u32::from(ranks - 1 - rank));
        let (low, high) = (100.0 * score.low, 100.0 * score.high);
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            "<g transform=\"translate({x} {y})\"><title>{name}: {}, {low:.1} % to \
             {high:.1} %</title><rect width=40 height=40 fill=\"#e6a13c\" fill-opacity=\"{shade:.2}\" stroke=\"#ddd\"/>\
             <text x=20 y=24 text-anchor=middle font-size=11>{text}</text></g>",
            counted(games, "time")
        );
    }
    svg + "</svg>"
}

/// The points of a profile, by percent of the game.
fn points(profile: &Profile) -> Vec<(f64, Interval)> {
    profile.points().filter_map(|(at, mean)| Some((100.0 * at, mean?))).collect()
}

/// The points of a profile in percent.
fn percent(profile: &Profile) -> Vec<(f64, Interval)> {
    let points = points(profile).into_iter();
    points.map(|(at, share)| (at, share.map(|share| 100.0 * share))).collect()
}
