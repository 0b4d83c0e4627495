"""Fourfold beside python-chess, OpenSpiel, PettingZoo, Gymnasium and pgx, in one run: `python benches/peers.py`.

Figures are per second of processor time, so that other work on the machine counts for little, but for the plies by two
threads, and each is the best of five.

In a step of many games each takes an action, and has its next legal actions and planes; games that end begin anew. The choice
of random legal actions counts, but not in the columns of a batch.
"""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from importlib.metadata import distribution
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import chess
import gymnasium
import jax
import numpy as np
import pgx
import pyspiel
from open_spiel.python.rl_environment import Environment
from open_spiel.python.vector_env import SyncVectorEnv
from pettingzoo.classic import chess_v6, connect_four_v3

from pgx.experimental import auto_reset

import fourfold as ff
from fourfold.gymnasium import VectorEnv

sys.path.append(str(Path(__file__).parent.parent / "examples"))
from nim import Nim  # noqa: E402


COUNT = 1024
CHANCE = np.random.default_rng(1)


def rate(work: Callable[[], int], clock: Callable[[], float] = time.process_time) -> float:
    """How often a second something was done, which work() says: the best of five times."""

    def once() -> float:
        done, start = 0, clock()
        while (spent := clock() - start) < 0.15:
            done += work()
        return done / spent

    return max(once() for _ in range(5))


def repeated(call: Callable[[], object], times: int = 200) -> Callable[[], int]:
    def work() -> int:
        for _ in range(times):
            call()
        return times

    return work


def of_fourfold(game: str) -> tuple[float, float, float]:
    position = ff.Position(game, seed=5)
    move = position.legal_moves[0]

    def step() -> None:
        position.push(move)
        position.pop()

    def actions() -> None:
        step()
        _ = position.legal_actions

    both, alone = rate(repeated(actions)), rate(repeated(step))
    return 1 / (1 / both - 1 / alone), rate(repeated(lambda: position.legal_moves)), alone


def of_chess() -> tuple[float, float, float]:
    board = chess.Board()
    move = next(iter(board.legal_moves))

    def step() -> None:
        board.push(move)
        board.pop()

    moves = rate(repeated(lambda: list(board.legal_moves)))
    return moves, rate(repeated(lambda: [m.uci() for m in board.legal_moves])), rate(repeated(step))


def of_openspiel(name: str) -> tuple[float, float, float]:
    state = pyspiel.load_game(name).new_initial_state()
    player, action = state.current_player(), state.legal_actions()[0]
    texts = rate(repeated(lambda: [state.action_to_string(player, a) for a in state.legal_actions()]))
    return rate(repeated(state.legal_actions)), texts, rate(repeated(lambda: state.child(action)))


def random_play(env: object) -> Callable[[], int]:
    chance = np.random.default_rng(1)

    def work() -> int:
        env.reset(seed=1)
        steps = 0
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            mask = seen["action_mask"]
            env.step(None if over or cut else int(chance.choice(np.flatnonzero(mask))))
            steps += 1
            if steps == 100:
                break
        return steps

    return work


def single(game: str) -> Callable[[], int]:
    chance = random.Random(1)

    def work() -> int:
        position, plies = ff.Position(game, seed=chance.randrange(1000)), 0
        while not position.is_over and plies < 100:
            position.push(chance.choice(position.legal_moves))
            plies += 1
        return plies

    return work


def chosen(mask: np.ndarray) -> np.ndarray:
    """A legal action of each row by chance."""
    return (mask * CHANCE.random(mask.shape, np.float32)).argmax(axis=1)


def of_batch(game: str, dtype: str) -> float:
    """The steps of a batch, which live arrays follow."""
    batch, clock = ff.Batch(game, COUNT, seed=1), [0.0]
    _, masks = batch.live(dtype=dtype)

    def work() -> int:
        actions = chosen(masks)
        start = time.process_time()
        batch.step(actions)
        clock[0] += time.process_time() - start
        return COUNT

    return rate(work, lambda: clock[0])


def of_vector(env: Any, actions: Callable[[Any], np.ndarray] = lambda info: chosen(info["action_mask"])) -> float:
    """The steps of a vector of Gymnasium."""
    info = [env.reset(seed=1)[1]]

    def work() -> int:
        *_, info[0] = env.step(actions(info[0]))
        return env.num_envs

    return rate(work)


def of_openspiel_vector(name: str) -> float:
    env = SyncVectorEnv([Environment(name) for _ in range(COUNT)])
    seen, chance = [env.reset()], random.Random(1)

    def work() -> int:
        legal = [step.observations["legal_actions"][step.observations["current_player"]] for step in seen[0]]
        seen[0], *_ = env.step([SimpleNamespace(action=chance.choice(actions)) for actions in legal], reset_if_done=True)
        return COUNT

    return rate(work)


def of_pgx(name: str) -> float:
    env, keys = pgx.make(name), jax.random.split(jax.random.PRNGKey(0), COUNT)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    state = [jax.jit(jax.vmap(env.init))(keys)]

    def work() -> int:
        state[0] = jax.block_until_ready(step(state[0], chosen(np.asarray(state[0].legal_action_mask)), keys))
        return COUNT

    work()  # This compiles it.
    return rate(work)


def of_many(game: str) -> tuple[float, ...]:
    games, pair = ff.Batch(game, COUNT), ff.Batch(game, 4 * COUNT, threads=2)

    def plies() -> int:
        games.play_random(20)
        return 20 * COUNT

    def by_two() -> int:
        pair.play_random(200)
        return 800 * COUNT

    vectors = of_vector(VectorEnv(game, COUNT)), of_vector(VectorEnv(game, COUNT, dtype="uint8", copy=False))
    return of_batch(game, "float32"), of_batch(game, "uint8"), *vectors, rate(plies), rate(by_two, time.perf_counter)


def interrupted() -> float:
    """The seconds from Ctrl-C to the end of a search."""
    sent: list[float] = []
    threading.Timer(0.1, lambda: (sent.append(time.monotonic()), os.kill(os.getpid(), signal.SIGINT))).start()
    try:
        ff.Position("rolling-mountains").analyse()
    except KeyboardInterrupt:
        return time.monotonic() - sent[0]
    raise AssertionError("the search ended by itself")


def main() -> None:
    print(f"{'calls a second':34}{'actions':>12}{'moves as text':>15}{'a move there, back':>20}")
    rows = {f"fourfold {game}": of_fourfold(game) for game in ff.games()}
    rows["python-chess"] = of_chess()
    for name in ("connect_four", "chess", "checkers"):
        rows[f"OpenSpiel {name} (C++)"] = of_openspiel(name)
    for name, figures in rows.items():
        print(f"{name:34}" + "".join(f"{figure:>{width},.0f}" for figure, width in zip(figures, (12, 15, 20), strict=True)))
    print(f"\n{'random play, a second':34}{'plies':>12}")
    for game in ff.games():
        print(f"{'fourfold ' + game:34}{rate(single(game)):>12,.0f}")
    for name, env in {
        "fourfold.pettingzoo connect-four": ff.pettingzoo.env("connect-four"),
        "PettingZoo connect_four_v3": connect_four_v3.env(),
        "PettingZoo chess_v6": chess_v6.env(),
    }.items():
        print(f"{name:34}{rate(random_play(env)):>12,.0f}")
    heads = "batch", "batch, uint8", "vector", "uint8, no copy", "random plies", "by two threads"
    print(f"\n{'steps of 1,024 games, a second':34}" + "".join(f"{head:>16}" for head in heads))
    for game in ff.games():
        print(f"{'fourfold ' + game:34}" + "".join(f"{figure:>16,.0f}" for figure in of_many(game)))
    poles = gymnasium.make_vec("CartPole-v1", COUNT, vectorization_mode="vector_entry_point")
    print(f"{'Gymnasium CartPole-v1 (numpy)':66}{of_vector(poles, lambda _: CHANCE.integers(2, size=COUNT)):>16,.0f}")
    print(f"{'OpenSpiel connect_four (C++)':66}{of_openspiel_vector('connect_four'):>16,.0f}")
    for name in ("connect_four", "chess"):
        print(f"{f'pgx {name} (jax)':66}{of_pgx(name):>16,.0f}", flush=True)
    print(f"\n{'searches of 100 nodes, a second':34}")
    for game in ("connect-four", "collateral-checkers"):
        search, position = ff.Search(game), ff.Position(game)
        print(f"{'fourfold ' + game:34}{rate(repeated(lambda s=search, p=position: s.run(p, nodes=100))):>12,.0f}")
    position = ff.Position(Nim)
    nodes = rate(lambda: ff.Search(Nim).run(position, depth=6).nodes)
    print(f"{'nodes of a game in Python':34}{nodes:>12,.0f}")
    delays = sorted(interrupted() for _ in range(11))
    print(f"\nCtrl-C ends a search after {1000 * delays[5]:.0f} ms, at most {1000 * delays[-1]:.0f} ms (11 times)")
    print(f"\n{'import':34}{'ms':>12}{'installed, MB':>16}")
    for module, package in {"fourfold": "fourfold", "chess": "chess", "pyspiel": "open_spiel", "pettingzoo": "pettingzoo"}.items():
        script = f"import numpy, time; t = time.process_time(); import {module}; print(time.process_time() - t)"
        seconds = min(float(subprocess.check_output([sys.executable, "-c", script])) for _ in range(3))
        files = distribution(package).files or []
        size = sum(path.stat().st_size for file in files if (path := Path(str(file.locate()))).exists())
        print(f"{module:34}{1000 * seconds:>12.1f}{size / 1e6:>16.1f}")


if __name__ == "__main__":
    main()
