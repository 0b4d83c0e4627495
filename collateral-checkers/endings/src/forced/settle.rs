//! Proofs that a win can never be forced, by a closed set: positions that the defender never has to leave.

use std::collections::{HashMap, HashSet};

use engine::Game;
use solve::tablebase::Family;

use super::answer::{Forced, Role};
use super::run::Run;
use super::{Key, Move, Player};

/// A position of the set.
struct Node<G> {
    position: G,
    /// The positions it was reached from.
    parents: Vec<Key>,
    /// The positions after moves that are not decided without a search, the best for the defender first.
    children: Vec<Key>,
    /// The child that the defender chooses.
    choice: usize,
    expanded: bool,
    /// Whether the attacker wins.
    won: bool,
}

/// Positions with the numbers to sort them by.
type Children<G> = Vec<(u32, Key, G)>;

/// A closed set under construction.
///
/// In a finished set no position is won. It contains all children of each position where the attacker
/// moves, and the chosen child of each other position.
struct Closure<'s, 'b, F: Family> {
    /// By one thread, as its searches are short.
    run: Run<'s, 'b, F>,
    player: Player<F>,
    /// A position without a win within this many plies counts as not won, until it turns out to be won.
    plies: u32,
    nodes: HashMap<Key, Node<F::Game>>,
    /// Positions to expand, if they are still needed.
    open: Vec<Key>,
    /// Won positions whose parents have to be updated.
    won: Vec<Key>,
    moves: Vec<Move<F>>,
}

/// The reason why a set was not finished.
enum End {
    Stopped,
    /// A position has no rank.
    NoRank,
}

impl<F: Family + Sync> Run<'_, '_, F>
where
    F::Game: Sync,
    Player<F>: Sync,
{
    /// [`ForcedWins::settle`](super::ForcedWins::settle).
    pub(crate) fn settle(
        &self,
        position: &F::Game,
        player: Player<F>,
        plies: u32,
    ) -> Option<Forced> {
        if self.wins.is_never(position, player) {
            return Some(Forced::Never);
        }
        let plies = plies.min(Forced::MAX_PLIES);
        for plies in 1..=plies {
            match self.within(position, player, plies)? {
                found @ Forced::Within(_) => return Some(found),
                // The table answers so by hash keys; the set proves it.
                Forced::Never => break,
                Forced::NotWithin(_) => {}
            }
        }
        let mut closure = Closure {
            run: self.alone(),
            player,
            plies,
            nodes: HashMap::new(),
            open: Vec::new(),
            won: Vec::new(),
            moves: Vec::new(),
        };
        let found = closure.close(position)?;
        if found == Forced::Never {
            let set = closure.needed(position);
            self.wins.closed().extend(set);
        }
        Some(found)
    }
}

impl<F: Family + Sync> Closure<'_, '_, F>
where
    F::Game: Sync,
    Player<F>: Sync,
{
    fn close(&mut self, start: &F::Game) -> Option<Forced> {
        let given_up = Some(Forced::NotWithin(self.plies));
        let most = self.plies.pow(3) as usize;
        let Some(root) = self.run.wins.key(start, self.player) else { return given_up };
        self.add(root, start.clone());
        self.open.push(root);
        loop {
            if let Some(key) = self.won.pop() {
                self.update_parents(key);
                if key == root {
                    return given_up;
                }
            } else {
                let Some(key) = self.open.pop() else { return Some(Forced::Never) };
                let node = &self.nodes[&key];
                if node.expanded || node.won || !(key == root || self.is_needed(key)) {
                    continue;
                }
                match self.expand(key) {
                    Ok(()) if self.nodes.len() <= most => {}
                    Ok(()) | Err(End::NoRank) => return given_up,
                    Err(End::Stopped) => return None,
                }
            }
        }
    }

    fn add(&mut self, key: Key, position: F::Game) -> &mut Node<F::Game> {
        self.nodes.entry(key).or_insert_with(|| Node {
            position,
            parents: Vec::new(),
            children: Vec::new(),
            choice: 0,
            expanded: false,
            won: false,
        })
    }

    fn is_needed(&self, key: Key) -> bool {
        self.nodes[&key].parents.iter().any(|parent| {
            let node = &self.nodes[parent];
            !node.won
                && (parent.mover == Role::Attacker || node.children.get(node.choice) == Some(&key))
        })
    }

    fn update_parents(&mut self, key: Key) {
        let Some(node) = self.nodes.get_mut(&key) else { return };
        if std::mem::replace(&mut node.won, true) {
            return;
        }
        for parent in std::mem::take(&mut node.parents) {
            let node = &self.nodes[&parent];
            if !node.won
                && (parent.mover == Role::Attacker || node.children.get(node.choice) == Some(&key))
            {
                self.choose(parent);
            }
        }
    }

    /// Updates a position after changes of its children. If the attacker moves, it needs all of them;
    /// otherwise the first one that is not won.
    fn choose(&mut self, key: Key) {
        let is_won = |child: &Key| self.nodes[child].won;
        let children = &self.nodes[&key].children;
        if key.mover == Role::Attacker {
            if children.iter().any(is_won) {
                self.won.push(key);
            } else {
                self.open.extend_from_slice(children);
            }
        } else if let Some(choice) = children.iter().position(|child| !is_won(child)) {
            self.open.push(children[choice]);
            if let Some(node) = self.nodes.get_mut(&key) {
                node.choice = choice;
            }
        } else {
            self.won.push(key);
        }
    }

    /// Lists the children of a position.
    fn expand(&mut self, key: Key) -> Result<(), End> {
        if self.run.watch.is_stopped() {
            return Err(End::Stopped);
        }
        let Some(node) = self.nodes.get_mut(&key) else { return Ok(()) };
        node.expanded = true;
        let position = node.position.clone();
        // The table may have lost the answers of the children, by which the defender chooses.
        let known = self.run.recall(&position, self.player);
        if known.is_none_or(|known| known.plies() < self.plies / 2) {
            let found = self.run.within(&position, self.player, self.plies);
            if matches!(found.ok_or(End::Stopped)?, Forced::Within(_)) {
                self.won.push(key);
                return Ok(());
            }
        }
        let Some(mut children) = self.unsettled(&position, key)? else { return Ok(()) };
        children.sort_unstable_by_key(|&(held, key, _)| (held, key));
        children.dedup_by_key(|&mut (_, key, _)| key);
        let keys: Vec<Key> = children.iter().map(|&(_, key, _)| key).collect();
        for (_, child_key, child) in children {
            self.add(child_key, child).parents.push(key);
        }
        if let Some(node) = self.nodes.get_mut(&key) {
            node.children = keys;
        }
        self.choose(key);
        Ok(())
    }

    /// The children that are not decided without a search, with the smallest number for the one that
    /// holds longest; `None` if a decided one decides the position.
    fn unsettled(
        &mut self,
        position: &F::Game,
        key: Key,
    ) -> Result<Option<Children<F::Game>>, End> {
        let (attacks, class) = (key.mover == Role::Attacker, self.run.wins.class(position));
        self.moves.clear();
        position.generate_distinct_moves(&mut self.moves);
        let mut children = Vec::new();
        for &m in &self.moves {
            let child = position.after(m);
            match self.run.wins.settled(&child, self.player, class) {
                Some(found) if (found == Forced::Never) != attacks => {
                    // The attacker wins by this move, or the defender holds by it.
                    if attacks {
                        self.won.push(key);
                    }
                    return Ok(None);
                }
                Some(_) => {}
                None => {
                    let child_key = self.run.wins.key(&child, self.player).ok_or(End::NoRank)?;
                    let known = self.run.recall(&child, self.player).map_or(0, Forced::plies);
                    children.push((u32::MAX - known, child_key, child));
                }
            }
        }
        Ok(Some(children))
    }

    /// The positions that belong to the set, among those visited.
    fn needed(&self, start: &F::Game) -> HashSet<Key> {
        let mut needed = HashSet::new();
        let mut open = Vec::from_iter(self.run.wins.key(start, self.player));
        while let Some(key) = open.pop() {
            let Some(Node { children, choice, .. }) = self.nodes.get(&key) else { continue };
            if !needed.insert(key) {
            } else if key.mover == Role::Attacker {
                open.extend(children);
            } else {
                open.extend(children.get(*choice));
            }
        }
        needed
    }
}
