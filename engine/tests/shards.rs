//! Shards of work.

use engine::system::{ParseShardError, Shard};

#[test]
fn shards_are_disjoint_and_whole() {
    for count in 1..=9 {
        let shards: Vec<Shard> = (1..=count).filter_map(|i| Shard::new(i, count)).collect();
        for parts in 0..30 {
            let owners = |part| shards.iter().filter(|shard| shard.has(part)).count();
            assert!((0..parts).all(|part| owners(part) == 1), "{parts} by {count}");
            for shard in &shards {
                let has = (0..parts).filter(|&part| shard.has(part)).count();
                assert_eq!(shard.of(parts), has as u64, "{shard} of {parts}");
                assert!((0..parts).all(|part| shard.with(part).has(part)));
            }
        }
    }
}

#[test]
fn a_shard_that_is_none_is_refused() {
    for text in ["", "3", "0/8", "9/8", "1/0", "-1/8", "1/8/8", "a/b", "1 / 8"] {
        assert_eq!(text.parse::<Shard>(), Err(ParseShardError), "{text}");
    }
    assert_eq!("8/8".parse::<Shard>().map(|shard| shard.to_string()), Ok("8/8".to_owned()));
}
