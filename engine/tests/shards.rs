//! Shares of work.

use engine::system::{ParseShardError, Shard};

#[test]
fn shares_are_disjoint_and_whole() {
    for count in 1..=9 {
        let shares: Vec<Shard> = (1..=count).filter_map(|i| Shard::new(i, count)).collect();
        for parts in 0..30 {
            let owners = |part| shares.iter().filter(|share| share.has(part)).count();
            assert!((0..parts).all(|part| owners(part) == 1), "{parts} by {count}");
            for share in &shares {
                let has = (0..parts).filter(|&part| share.has(part)).count();
                assert_eq!(share.of(parts), has as u64, "{share} of {parts}");
                assert!((0..parts).all(|part| share.with(part).has(part)));
            }
        }
    }
}

#[test]
fn a_share_that_is_none_is_refused() {
    for text in ["", "3", "0/8", "9/8", "1/0", "-1/8", "1/8/8", "a/b", "1 / 8"] {
        assert_eq!(text.parse::<Shard>(), Err(ParseShardError), "{text}");
    }
    assert_eq!("8/8".parse::<Shard>().map(|shard| shard.to_string()), Ok("8/8".to_owned()));
}
