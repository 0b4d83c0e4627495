"""Many games at once."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import fourfold as ff


@pytest.mark.parametrize("game", ff.games())
def test_a_batch_plays_as_single_positions_do(game: str) -> None:
    batch, chance = ff.Batch(game, 3, seed=4, threads=2), np.random.default_rng(4)
    single, ended = [batch[i] for i in range(3)], 0
    for _ in range(60):
        mask = batch.mask()
        assert mask.any(axis=1).all() and batch.seats.tolist() == [p.seat for p in single]
        for row, planes, position in zip(mask, batch.observe(), single, strict=True):
            assert np.array_equal(row, position.mask()) and np.array_equal(planes, position.observe())
        actions = [int(chance.choice(np.flatnonzero(row))) for row in mask]
        rewards, done = batch.step(actions)
        for i, (position, action) in enumerate(zip(single, actions, strict=True)):
            position.act(action)
            assert done[i] == position.is_over and rewards[i].tolist() == position.returns
            if position.is_over:
                ended += 1
                single[i] = batch[i]
    assert ended or game in ("compass", "rolling-mountains")


def test_random_play_does_not_depend_on_the_threads() -> None:
    def texts(threads: int) -> list[str]:
        batch = ff.Batch("collateral-checkers", 10, threads=threads)
        batch.play_random(50, seed=2)
        return [str(batch[i]) for i in range(len(batch))]

    assert texts(1) == texts(4) and len(set(texts(1))) == 10


@pytest.mark.parametrize("game", ["collapsi", "compass"])
def test_seeds_share_no_deals(game: str) -> None:
    def dealt(seed: int) -> set[str]:
        batch = ff.Batch(game, 100, seed=seed)
        return {str(batch[i]) for i in range(100)}

    sets = [dealt(seed) for seed in (0, 1, 2, 99, 100, 2**32, 2**63)] + [{str(ff.Position(game, seed=seed)) for seed in range(100)}]
    assert all(len(one) == 100 for one in sets) and len(set().union(*sets)) == 100 * len(sets)


def test_deals_have_no_overlap() -> None:
    sets = [{row.tobytes() for row in ff.collapsi.deals(200, seed=seed)} for seed in range(5)]
    assert len(set().union(*sets)) == 1000


def test_threads_share_a_batch() -> None:
    batch = ff.Batch("connect-four", 64, seed=1, threads=2)

    def use(_: int) -> tuple[int, ...]:
        batch.play_random(3)
        return batch.mask().shape + batch.observe().shape + (len(batch.seats), len(batch[3].legal_moves) > 0)

    with ThreadPoolExecutor(4) as threads:
        assert set(threads.map(use, range(100))) == {(64, 42, 64, 6, 42, 64, True)}


def test_an_illegal_action_changes_nothing() -> None:
    batch = ff.Batch("connect-four", 2)
    with pytest.raises(ValueError, match="action 41 is illegal in game 1"):
        batch.step([0, 41])
    assert batch[0] == batch[1] == batch[-1] == ff.Position("connect-four")
    for index in (2, -3, 2**70, -(2**63)):
        with pytest.raises(IndexError):
            batch[index]


def test_the_example_learns() -> None:
    from train import train

    weights, won = train()
    assert np.isfinite(weights).all() and won > 0.75, "83 % when this was written; 55 % for random play"
