//! Proofs, tables and checks of a game of a type.

use std::io::Write;
use std::sync::Arc;

use arena::UgiProgram;
use engine::game::Options;
use engine::{Analysis, Limits, Search};
use solve::{
    Answer, BuildOptionsBy, Enumerated, Proven, SolveError, SolveOptions, Solved, Watching,
    enumerate, prove_winner,
};

use crate::AnyError;
use crate::bots::MakeBot;
use crate::dynamic::{Dynamic, any};
use crate::endings::Exact;
use crate::error::Failure;
use crate::game::{By, GameOf};
use crate::position::{Shown, texts};
use crate::text::Move;
use crate::tools::GameTools;

impl<G: Shown> GameTools for GameOf<G> {
    fn program(&self, program: UgiProgram) -> MakeBot {
        Arc::new(move || any::<G>(program.bot()))
    }

    fn count_games(&self, position: &Dynamic) -> Option<u64> {
        Self::ask(&self.count_games, position)
    }

    fn prove(
        &self,
        position: &Dynamic,
        memory: usize,
        limits: &Limits,
        report: &mut dyn FnMut(&str, &Answer),
        out: Option<&mut dyn Write>,
    ) -> Result<Proven, SolveError> {
        let search = (self.proofs)().with_memory(memory);
        prove_winner::<G>(search, position.of_type()?, limits, report, out)
    }

    fn enumerate(
        &self,
        position: &Dynamic,
        options: &BuildOptionsBy<'_>,
        watching: &Watching<'_>,
        out: Option<&mut dyn Write>,
    ) -> Result<Enumerated<Move>, SolveError> {
        let found = enumerate::<G>(position.of_type()?, &*self.normal, (options, watching), out)?;
        Ok(found.map(texts))
    }

    fn choose(
        &self,
        position: &Dynamic,
        memory: usize,
        limits: &Limits,
        options: &SolveOptions<'_, Dynamic>,
    ) -> Result<Solved<Move>, SolveError> {
        let tell = options.reporter();
        let report = |found: &Analysis<G::Move>| tell(&found.map(texts));
        let options = options.of_game::<G>().normal(&*self.normal).report(&report);
        let mut search = Search::new(self.evaluator(By::Best)).with_memory(memory);
        Ok(solve::solve(position.of_type::<G>()?, &mut search, limits, &options)?.map(texts))
    }

    fn exact(&self, rules: &str, threads: usize) -> Result<Option<Exact>, Failure> {
        let Some(exact) = &self.exact else { return Ok(None) };
        exact(&G::Rules::from_changes(rules).map_err(Failure::run)?, threads)
    }

    fn check(
        &self,
        rules: &str,
        positions: usize,
        seed: u64,
        report: &mut dyn FnMut(&str, Option<String>),
    ) -> Result<Option<usize>, AnyError> {
        let Some(check) = self.check else { return Ok(None) };
        Ok(Some(check(self, &G::Rules::from_changes(rules)?, (positions, seed), report)?))
    }
}
