//! Matches from the command line, for `arena` and `study`: options, files of games, resumption, a
//! progress bar, interruption.

pub(crate) mod games;

use std::path::PathBuf;

use arena::{
    Agreement, Interval, Match, MatchEnd, Openings, Pairing, PlayedGame, Report, Seating, Sprt,
    Standings,
};
use clap::Args;
use engine::board::{counted, quoted};
use engine::{Game, Limits, Outcome, ScoreKind, Wdl};
use kit::{By, Deals, Dynamic, Failure, Kit, Player, PlayerSpec};

use crate::commands::think::endings;
use games::{Header, MatchFile};
use terminal::args::{RuleArgs, ShardArgs, ThreadArgs, pair, whole};
use terminal::{files, memory, progress, records};

#[derive(Clone, Debug, Args)]
pub(crate) struct MatchArgs {
    /// The number of games, rounded up to whole rounds
    #[arg(long, value_name = "N", default_value = "100", value_parser = whole(1..=u64::MAX))]
    pub(crate) games: u64,

    /// Random plies in each opening [default: 2; 0 in `study`]
    #[arg(long, value_name = "PLIES", value_parser = whole(0..=u32::MAX))]
    openings: Option<u32>,

    /// Skip openings that a search of 200,000 positions scores ±VALUE or more
    #[arg(long, value_name = "VALUE", value_parser = whole(0..=u32::MAX))]
    even: Option<u32>,

    /// Start games from the positions in this file, one a line; lines that begin with # are comments
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,

    /// The seed of deals, openings and random moves
    #[arg(long, value_name = "N", default_value = "0", value_parser = whole(0..=u64::MAX))]
    pub(crate) seed: u64,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    /// Adjudicate a draw after this many plies
    #[arg(long, value_name = "PLIES", default_value = "10000", value_parser = whole(1..=u32::MAX))]
    max_plies: u32,

    /// Adjudicate a win when the last MOVES moves of both players scored VALUE or more for the same side
    #[arg(long, value_name = "VALUE,MOVES", value_parser = bound)]
    adjudicate_win: Option<(i32, u32)>,

    /// Adjudicate a draw when the last MOVES moves of both players scored within ±VALUE
    #[arg(long, value_name = "VALUE,MOVES", value_parser = bound)]
    adjudicate_draw: Option<(i32, u32)>,

    /// In a game that has tablebases: adjudicate by the tablebase or bitbase in this file; a bitbase has no
    /// distances, so with a quiet limit it only knows draws
    #[arg(long, value_name = "FILE")]
    tablebase: Option<PathBuf>,

    /// Add a record of every game to this file; resume the match whose games are in it, and use only
    /// the first games if it has more than --games
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) shard: ShardArgs,

    #[command(flatten)]
    pub(crate) rules: RuleArgs,
}

/// Part of the description of a match in which players do not change seats.
const FIXED_SEATS: &str = "fixed seats";

pub(crate) struct Plan<'p> {
    pub(crate) players: &'p [PlayerSpec],
    pub(crate) pairing: Pairing,
    /// Whether players change seats.
    pub(crate) seating: Seating,
    pub(crate) sprt: Option<Sprt>,
    /// The default number of random plies.
    pub(crate) random_plies: u32,
}

impl Plan<'_> {
    /// The names of the players. Where seats are fixed, these tell equal players apart.
    pub(crate) fn names(&self) -> Vec<String> {
        match self.seating {
            Seating::Rotated => PlayerSpec::names(self.players),
            Seating::Fixed => self.players.iter().map(PlayerSpec::name).collect(),
        }
    }
}

impl MatchArgs {
    pub(crate) fn random_plies(&self, plan: &Plan<'_>) -> u32 {
        self.openings.unwrap_or(plan.random_plies)
    }

    /// The same options with an output file of their own, that of another match of the same command.
    pub(crate) fn part(&self, name: &str) -> Self {
        let out = self.out.as_ref().map(|path| path.with_added_extension(name));
        Self { out, ..self.clone() }
    }

    /// The number of players.
    pub(crate) fn seats(&self, kit: &Kit) -> Result<usize, Failure> {
        let start = kit.start(&self.rules.settings(kit)?, 0).map_err(Failure::run)?;
        Ok(start.players().len())
    }

    /// Plays a match, or resumes it. `digest` is called for each game, on any thread, and `see` with its results.
    pub(crate) fn play<T: Send>(
        &self,
        kit: &Kit,
        plan: &Plan<'_>,
        digest: impl Fn(&PlayedGame<Dynamic>) -> T + Sync,
        mut see: impl FnMut(T),
    ) -> Result<Report, Failure> {
        let rules = self.rules.settings(kit)?;
        self.check_players(kit, plan)?;
        let positions = self.read_positions(kit, &rules)?;
        let tablebase = self.tablebase.as_ref();
        let results = tablebase.map(|file| endings(kit, file, &rules)).transpose()?;
        self.check_out(kit, plan)?;
        let header = Header {
            game: kit.name().to_owned(),
            description: self.description(plan, &rules, positions.as_deref()),
            names: plan.names(),
        };
        let opened = self.out.as_ref().map(|path| MatchFile::open(kit, path, header));
        let (mut file, finished) = opened.transpose()?.unzip();
        let mut finished: Vec<PlayedGame<Dynamic>> = finished.unwrap_or_default();
        let bar = progress::bar("{wide_bar} {pos}/{len} games  {elapsed} of {duration}  {msg}");
        let notice = "Finishing the running games; Ctrl-C again aborts them.";
        let [stop, abort] = progress::interrupt_flags(&bar, notice)?;
        let deals = kit.deals(&rules).map_err(Failure::run)?;
        let mut contest = self.contest(kit, plan, deals, positions).stop(stop).abort(abort.clone());
        if let Some(results) = results {
            contest = contest.judge(move |position| outcome(position, results.result(position)?));
        }
        // A file may have games of a longer match, and of other shards.
        let is_included = contest.includes().map_err(Failure::run)?;
        finished.retain(|game| is_included(game.number));
        finished.sort_by_key(|game| game.number);
        finished.iter().map(&digest).for_each(&mut see);
        let mut failure = None;
        let report = contest.resume(finished).run_with(digest, |game, digest, standings| {
            if let Some(Err(error)) = file.as_mut().map(|file| file.add(game)) {
                abort.raise();
                failure.get_or_insert(error);
            }
            see(digest);
            bar.set_length(standings.planned);
            bar.set_position(standings.games);
            if let [duel] = &standings.head_to_head[..] {
                bar.set_message(format!("+{} ={} -{}", duel.won, duel.drawn, duel.lost));
            }
        });
        failure.map_or_else(|| report.map_err(Failure::run), Err)
    }

    /// Fails if the match was interrupted; to be called after its result is printed.
    pub(crate) fn finish(&self, report: &Report) -> Result<(), Failure> {
        if report.ended != MatchEnd::Stopped {
            return Ok(());
        }
        let Standings { games, planned, .. } = report.standings;
        let at = format_args!("after {games} of {}", counted(planned, "game"));
        Err(Failure::stopped(at, self.out.as_ref()))
    }

    /// The match, from these positions or from the starts of the game.
    pub(crate) fn contest<'h>(
        &self,
        kit: &'h Kit,
        plan: &Plan<'_>,
        deals: Deals,
        positions: Option<Vec<Dynamic>>,
    ) -> Match<'h, Dynamic> {
        let openings = match positions {
            Some(positions) => Openings::listed(positions),
            None => Openings::dealt(move |seed| deals(seed)),
        };
        let mut openings = openings.random_plies(self.random_plies(plan) as usize);
        if let Some(most) = self.even {
            let limits = Limits::new().nodes(200_000);
            openings = openings.only(move |position| {
                let mut search = kit.search(By::Evaluation).with_memory(16 << 20);
                let score = search.run(position, &limits).map(|found| found.score.kind());
                matches!(score, Ok(ScoreKind::Value(value)) if value.unsigned_abs() < most)
            });
        }
        let won = self.adjudicate_win.into_iter();
        let won = won.fold(Agreement::new(), |all, (value, moves)| all.win(value, moves));
        let drawn = self.adjudicate_draw.into_iter();
        let contestants = plan.players.iter().map(|player| player.contestant(kit)).collect();
        let games = Match::new(contestants, openings)
            .games(self.games)
            .pairing(plan.pairing)
            .seating(plan.seating)
            .shard(self.shard.shard)
            .seed(self.seed)
            .threads(self.threads.count())
            .max_plies(self.max_plies as usize)
            .agreement(drawn.fold(won, |all, (value, moves)| all.draw(value, moves)));
        plan.sprt.into_iter().fold(games, Match::sprt)
    }

    /// Refuses to write to the file of the positions, and a shard that is not kept; warns of players whose games
    /// depend on the machine.
    fn check_out(&self, kit: &Kit, plan: &Plan<'_>) -> Result<(), Failure> {
        if let (Some(out), Some(positions)) = (&self.out, &self.positions)
            && files::are_one(out, positions)
        {
            let error = "expected another file than that of --positions";
            return Err(Failure::usage("--out", error));
        }
        self.shard.check(self.out.as_ref())?;
        let timed = plan.players.iter().find(|player| player.is_timed(kit));
        if let Some(player) = timed.filter(|_| self.shard.part().is_some()) {
            anstream::eprintln!(
                "{player} thinks for a time, so its strength depends on the machine; limits of nodes or \
                 depth do not."
            );
        }
        Ok(())
    }

    fn check_players(&self, kit: &Kit, plan: &Plan<'_>) -> Result<(), Failure> {
        let seats = self.seats(kit)?;
        for player in plan.players {
            let at = || format!("player {}", quoted(&player.to_string()));
            check_player(player, kit).map_err(|error| Failure::usage(at(), error))?;
        }
        if plan.players.len() < seats {
            let (seats, given) = (counted(seats, "player"), plan.players.len());
            return Err(Failure::Usage(format!("expected {seats} or more, found {given}")));
        }
        Ok(())
    }

    pub(crate) fn description(
        &self,
        plan: &Plan<'_>,
        rules: &str,
        positions: Option<&[Dynamic]>,
    ) -> String {
        let players: Vec<String> = plan.players.iter().map(ToString::to_string).collect();
        let positions = positions.map(|positions| {
            let texts: Vec<String> = positions.iter().map(ToString::to_string).collect();
            let sum = crc32fast::hash(texts.join("\n").as_bytes());
            format!("{} with checksum {sum:08x}", counted(texts.len(), "position"))
        });
        let parts = [
            Some(players.join(" - ")),
            (plan.seating == Seating::Fixed).then(|| FIXED_SEATS.to_owned()),
            (plan.pairing == Pairing::Gauntlet).then(|| "gauntlet".to_owned()),
            Some(rules.to_owned()).filter(|settings| !settings.is_empty()),
            Some(format!("seed {}", self.seed)),
            positions,
            Some(format!(
                "different openings of {}",
                counted(self.random_plies(plan), "random ply")
            )),
            self.even.map(|most| format!("openings within {most}")),
            Some(format!("at most {}", counted(self.max_plies, "ply"))),
            self.adjudication(),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    /// How games are adjudicated; `None` if they are not.
    fn adjudication(&self) -> Option<String> {
        let bound = |what, bound: Option<(i32, u32)>| {
            bound.map(|(value, moves)| format!("{what} at {value} in {}", counted(moves, "move")))
        };
        let tablebase = self.tablebase.as_ref().map(|file| format!("by {}", file.display()));
        let parts = [bound("win", self.adjudicate_win), bound("draw", self.adjudicate_draw)];
        let parts: Vec<String> = parts.into_iter().flatten().chain(tablebase).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    pub(crate) fn read_positions(
        &self,
        kit: &Kit,
        rules: &str,
    ) -> Result<Option<Vec<Dynamic>>, Failure> {
        let Some(path) = &self.positions else { return Ok(None) };
        let text = records::read(path)?;
        let lines = (1..).zip(text.lines().map(str::trim));
        let positions = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let positions = positions.map(|(number, line)| {
            let at = |error| format!("line {number}: {}: {error}", quoted(line));
            kit.parse(line, rules).map_err(|error| Failure::file(path, at(error)))
        });
        positions.collect::<Result<_, _>>().map(Some)
    }
}

/// Checks that a player can play the game, and has the memory for its table.
pub(crate) fn check_player(player: &PlayerSpec, kit: &Kit) -> Result<(), String> {
    if !player.is_program() {
        let too_large = |error| format!("table: {error}");
        memory::check_table(player.settings.table_mib()).map_err(too_large)?;
    }
    player.check(kit)
}

fn bound(text: &str) -> Result<(i32, u32), &'static str> {
    let bound = pair(text).ok().filter(|&(value, moves)| value >= 0 && moves > 0);
    bound.ok_or("expected two whole numbers, as in 800,3")
}

/// A difference in Elo points.
pub(crate) fn points(Interval { estimate, low, high }: Interval) -> String {
    format!("{estimate:+.1} (95 %: {low:+.1} to {high:+.1})")
}

/// The outcome of a game for two players by its result for the player to move.
fn outcome(position: &Dynamic, result: Wdl) -> Option<Outcome<Player>> {
    let wins = |player: &Player| (*player == position.turn()) == (result == Wdl::Win);
    let winner = position.players().iter().copied().find(wins)?;
    Some(if result == Wdl::Draw { Outcome::Draw } else { Outcome::Winner(winner) })
}
