//! The pairings, and the order of games.

use engine::system::Shard;

/// The pairing of contestants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pairing {
    /// Everybody plays everybody: every group of as many contestants as a game has seats.
    #[default]
    RoundRobin,
    /// The first contestant plays in every game, and the other contestants only with this one.
    Gauntlet,
}

/// Whether contestants change seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Seating {
    /// They do: each opening is played once for each seat, and after each game every contestant moves to
    /// the next seat. With two players an opening is played twice, with colours swapped.
    #[default]
    Rotated,
    /// Everybody stays on the seat of their number. Each opening is played once.
    Fixed,
}

/// The games of a match in order: for each round, for each choice of contestants, for each rotation.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    /// Every choice of as many contestants as there are seats.
    pub(super) groups: Vec<Vec<usize>>,
    /// The number of times that each group plays an opening: the games of a set.
    pub(super) rotations: u64,
    rounds: u64,
    /// The sets that are played.
    pub(super) shard: Shard,
}

/// The place of a game in the schedule.
pub(super) struct Slot {
    pub(super) round: u64,
    /// The number of the set, which is the games of one group in one round.
    pub(super) set: u64,
    pub(super) group: usize,
    /// The contestant of each seat, in seat order.
    pub(super) seats: Vec<usize>,
}

impl Schedule {
    /// The schedule of as many rounds as it takes to play this many games.
    pub(super) fn new(
        contestants: usize,
        seats: usize,
        pairing: Pairing,
        seating: Seating,
        games: u64,
    ) -> Self {
        let mut groups = Vec::new();
        choose(contestants, seats, &mut Vec::new(), &mut groups);
        if pairing == Pairing::Gauntlet {
            groups.retain(|group| group.first() == Some(&0));
        }
        let rotations = if seating == Seating::Rotated { seats as u64 } else { 1 };
        let rounds = games.div_ceil((groups.len() as u64 * rotations).max(1));
        Self { groups, rotations, rounds, shard: Shard::WHOLE }
    }

    fn sets(&self) -> u64 {
        self.rounds.saturating_mul(self.groups.len() as u64)
    }

    pub(super) fn games(&self) -> u64 {
        self.shard.of(self.sets()).saturating_mul(self.rotations)
    }

    pub(super) fn has(&self, number: u64) -> bool {
        let set = number.checked_div(self.rotations).filter(|&set| set < self.sets());
        set.is_some_and(|set| self.shard.has(set))
    }

    /// The first game of this shard from this number on.
    pub(super) fn next_from(&self, number: u64) -> Option<u64> {
        let end = self.sets().saturating_mul(self.rotations);
        (number..end).find(|&number| self.has(number))
    }

    /// The place of a game of any shard; `None` if there is no such game.
    pub(super) fn slot(&self, number: u64) -> Option<Slot> {
        let set = number.checked_div(self.rotations)?;
        let groups = self.groups.len() as u64;
        let round = set.checked_div(groups).filter(|&round| round < self.rounds)?;
        let group = (set % groups) as usize;
        let mut seats = self.groups.get(group)?.clone();
        seats.rotate_left((number % self.rotations) as usize);
        Some(Slot { round, set, group, seats })
    }
}

/// Adds every choice of `seats` contestants that begins with those chosen already.
fn choose(contestants: usize, seats: usize, chosen: &mut Vec<usize>, groups: &mut Vec<Vec<usize>>) {
    if chosen.len() == seats {
        groups.push(chosen.clone());
        return;
    }
    for next in chosen.last().map_or(0, |last| last + 1)..contestants {
        chosen.push(next);
        choose(contestants, seats, chosen, groups);
        chosen.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(schedule: &Schedule) -> Vec<Vec<usize>> {
        (0..schedule.games()).map(|number| schedule.slot(number).unwrap().seats).collect()
    }

    #[test]
    fn two_players_swap_colours() {
        let schedule = Schedule::new(2, 2, Pairing::RoundRobin, Seating::Rotated, 3);
        assert_eq!(seats(&schedule), [[0, 1], [1, 0], [0, 1], [1, 0]]);
        assert_eq!(schedule.slot(3).map(|slot| (slot.round, slot.set)), Some((1, 1)));
        assert!(schedule.slot(4).is_none());
    }

    #[test]
    fn everybody_meets_everybody_on_every_seat() {
        let schedule = Schedule::new(4, 3, Pairing::RoundRobin, Seating::Rotated, 12);
        assert_eq!(schedule.games(), 12);
        assert_eq!(seats(&schedule)[..4], [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 3]]);
        for contestant in 0..4 {
            for seat in 0..3 {
                let there = seats(&schedule).iter().filter(|s| s[seat] == contestant).count();
                assert_eq!(there, 3);
            }
        }
    }

    #[test]
    fn in_a_gauntlet_the_first_plays_all_others() {
        let schedule = Schedule::new(4, 2, Pairing::Gauntlet, Seating::Rotated, 6);
        assert_eq!(seats(&schedule), [[0, 1], [1, 0], [0, 2], [2, 0], [0, 3], [3, 0]]);
        let three = Schedule::new(4, 3, Pairing::Gauntlet, Seating::Fixed, 3);
        assert_eq!(seats(&three), [[0, 1, 2], [0, 1, 3], [0, 2, 3]]);
    }

    #[test]
    fn seats_may_be_fixed() {
        let schedule = Schedule::new(2, 2, Pairing::RoundRobin, Seating::Fixed, 3);
        assert_eq!(seats(&schedule), [[0, 1]; 3]);
    }

    #[test]
    fn too_few_contestants_play_no_games() {
        let schedule = Schedule::new(1, 2, Pairing::Gauntlet, Seating::Rotated, 5);
        assert_eq!(schedule.games(), 0);
        assert!(schedule.slot(0).is_none());
    }
}
