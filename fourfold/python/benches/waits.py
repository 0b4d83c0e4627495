"""What an agent that learns waits for: observations, steps, copies and short questions, in microseconds each: `python benches/waits.py`."""

import time
from collections.abc import Callable

import numpy as np

import fourfold as ff


def micros(call: Callable[[], object], of: int = 1) -> float:
    """The least processor time of a call in five runs."""
    runs: list[float] = []
    for _ in range(5):
        calls, start = 0, time.process_time()
        while (spent := time.process_time() - start) < 0.1:
            call()
            calls += 1
        runs.append(spent / calls / of)
    return 1e6 * min(runs)


def main() -> None:
    print(f"{'microseconds of processor time':32}{'observe':>9}{'first mask':>12}{'batch':>9}{'into out':>10}{'uint8':>8}{'step':>8}")
    for game in ff.games():
        position, batch = ff.Position(game, seed=5), ff.Batch(game, 1024)
        text, rules = str(position), position.rules
        kept, rng = batch.observe(), np.random.default_rng(1)

        def step(batch: ff.Batch = batch, rng: np.random.Generator = rng) -> None:
            mask = batch.mask()
            batch.step((mask * rng.random(mask.shape)).argmax(axis=1))

        first = micros(lambda game=game, text=text, rules=rules: ff.Position(game, text, **rules).mask())
        alone = micros(lambda game=game, text=text, rules=rules: ff.Position(game, text, **rules))
        small = batch.observe(dtype="uint8")
        cells = (
            micros(position.observe), first - alone, micros(batch.observe, 1024), micros(lambda batch=batch, kept=kept: batch.observe(out=kept), 1024),
            micros(lambda batch=batch, small=small: batch.observe(out=small), 1024), micros(step, 1024),
        )  # fmt: skip
        print(f"{game:32}" + "".join(f"{cell:>{width}.2f}" for cell, width in zip(cells, (9, 12, 9, 10, 8, 8), strict=True)))
    long, chance = ff.Position("rolling-mountains", seed=1), np.random.default_rng(1)
    begun = micros(long.copy)
    for _ in range(200):
        long.push(str(chance.choice(long.legal_moves)))
    bot, start, near = ff.Bot("connect-four", "random"), ff.Position("connect-four"), ff.Position("collapsi", "A2.3/4A23b/.A2r3/J3A. r")
    print(f"copy at the start {begun:.2f}, after 200 plies {micros(long.copy):.2f}; a move of a random bot {micros(lambda: bot(start)):.2f}")
    print(f"analyse() of a small position {micros(near.analyse):.1f}, with a table of 16 MiB {micros(lambda: near.analyse(memory=16 << 20)):.1f}")


if __name__ == "__main__":
    main()
