"""Work in shares, by the executors of the standard library."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fourfold as ff
from fourfold import cluster, collapsi

MATCH = ["connect-four", "search:nodes=50,table=1", "greedy"]


def program(*arguments: object) -> str:
    done = subprocess.run([sys.executable, "-m", "fourfold", *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def timeless(found: dict[str, Any]) -> dict[str, Any]:
    """A report without times."""
    for player in found.get("players", []):
        del player["seconds"]
    return found


def lines(file: Path) -> list[str]:
    """The lines of a file of results, without times."""
    return [line for line in file.read_text().splitlines() if not line.startswith("[Time ")]


@pytest.fixture
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as executor:
        yield executor


def test_shares_are_the_match_of_one_process_and_go_on(threads: Executor, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []

    def interrupt(done: int, of: int) -> None:
        seen.append((done, of))
        raise KeyboardInterrupt

    machines = cluster.Machines(threads, shares=3, progress=lambda done, of: seen.append((done, of)))
    with pytest.raises(KeyboardInterrupt):
        cluster.Machines(threads, shares=3, progress=interrupt).arena(tmp_path / "match", *MATCH, games=8, seed=0)
    machines.arena(tmp_path / "match", *MATCH, games=8, seed=0)
    assert seen == [(1, 3), (2, 3), (3, 3)], "the first share was not done again"
    found = machines.arena(tmp_path / "match", *MATCH, games=12, seed=0)
    alone = program("arena", *MATCH, "--games=12", "--out", tmp_path / "alone", "--json")
    assert timeless(found) == timeless(json.loads(alone))
    assert lines(tmp_path / "match/all") == lines(tmp_path / "alone")
    assert len(list((tmp_path / "match").iterdir())) == 5, "nothing is left behind"
    with pytest.raises(ValueError, match=f"{tmp_path}/match has other work: .*--seed=0"):
        machines.arena(tmp_path / "match", *MATCH, games=12, seed=1)


def test_two_at_once_in_one_folder_do_no_harm(threads: Executor, tmp_path: Path) -> None:
    machines = cluster.Machines(threads, shares=3)
    with ThreadPoolExecutor(2) as drivers:
        both = [drivers.submit(machines.arena, tmp_path / "match", *MATCH, games=12) for _ in range(2)]
        found = [timeless(driver.result()) for driver in both]
    alone = program("arena", *MATCH, "--games=12", "--out", tmp_path / "alone", "--json")
    assert found == [timeless(json.loads(alone))] * 2
    assert lines(tmp_path / "match/all") == lines(tmp_path / "alone")


def test_more_shares_than_work_and_other_options(threads: Executor, tmp_path: Path) -> None:
    machines = cluster.Machines(threads, shares=4)
    options = {"set": {"players": 3}, "games": 3, "seed": 0}
    found = machines.arena(tmp_path, "rolling-mountains", "random", "random", "random", **options)
    alone = program("arena", "rolling-mountains", *["random"] * 3, "--set=players=3", "--games=3", "--json")
    assert timeless(found) == timeless(json.loads(alone))


def test_classes_are_built_when_those_that_they_need_are_there(tmp_path: Path) -> None:
    options: dict[str, Any] = {"max_pieces": 6, "bitbase": True, "set": {"hold_turns": 1}}
    with ProcessPoolExecutor(2) as executor:
        table = cluster.Machines(executor).tablebase(tmp_path / "tables", **options)
    program("tablebase", "build", tmp_path / "alone", "--max-pieces=6", "--bitbase", "--set=hold_turns=1")
    assert table.read_bytes() == (tmp_path / "alone").read_bytes()


class Pretending(Executor):
    """Says that classes are built; lists them, those at once together."""

    def __init__(self) -> None:
        self.rounds: list[list[str]] = [[]]

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        command = next(arg for arg in args if isinstance(arg, list))
        name = ["3-3", "4-3", "5-3", "4-4"][int(command[-1].removeprefix("--shard=").removesuffix("/4")) - 1]
        Path(command[2], f"{name}.class").touch()
        self.rounds[-1].append(name)
        future = Future[Any]()
        future.set_result(None)
        return future


def test_classes_that_need_nothing_of_each_other_are_built_at_once(tmp_path: Path) -> None:
    executor = Pretending()
    machines = cluster.Machines(executor, progress=lambda done, of: executor.rounds.append([]))
    with pytest.raises(RuntimeError, match="3-3.class"):
        machines.tablebase(tmp_path, max_pieces=8)
    assert executor.rounds == [["3-3"], ["4-3"], ["5-3", "4-4"], [], []]


@pytest.mark.parametrize("count", [0, 2, 1000])
def test_deals_are_solved_in_shares(threads: Executor, tmp_path: Path, count: int) -> None:
    deals = collapsi.deals(count)
    winners, lengths = cluster.Machines(threads, shares=5).solve(tmp_path, deals, "v1_3")
    alone = collapsi.solve(deals, "v1_3")
    assert np.array_equal(winners, alone[0]) and np.array_equal(lengths, alone[1])
    files = sorted(tmp_path.iterdir())
    assert len(files) == max(1, min(count, 5))
    files[0].write_bytes(files[0].read_bytes()[:-1])
    with pytest.raises(RuntimeError, match=f"{files[0]} is damaged"):
        cluster.Machines(threads, shares=5).solve(tmp_path, deals, "v1_3")


def test_a_suite_is_asked_in_shares(threads: Executor, tmp_path: Path) -> None:
    def first(position: ff.Position) -> str:
        return position.legal_moves[0]

    few = ff.bench.suite("v1").only("collapsi", "joker", questions=2)
    for agent, folder in ((first, tmp_path / "first"), ("level:1", tmp_path / "level")):
        rows = [replace(row, seconds=0) for row in cluster.Machines(threads, shares=5).bench(folder, agent, few).rows]
        assert rows == [replace(row, seconds=0) for row in ff.bench.run(agent, few).rows] and len(rows) == 14
    with pytest.raises(ValueError, match=r"shard=\(3, 2\)"):
        next(few.questions(shard=(3, 2)))


def test_what_is_asked_wrongly_is_said_at_once(threads: Executor, tmp_path: Path) -> None:
    machines = cluster.Machines(threads, shares=2)
    for work, error in [
        (lambda: machines.arena(tmp_path, "chess", "random", "random"), "chess"),
        (lambda: machines.perft(tmp_path, "compass", "start", "two"), "share ./2: .*two"),
        (lambda: machines.tablebase(tmp_path, max_pieces=30), "--max-pieces"),
        (lambda: machines.solve(tmp_path, [[9] * 16]), "deals of .*9 is no card"),
        (lambda: machines.solve(tmp_path, [[1]]), "a deal has 1 cards"),
    ]:
        with pytest.raises(ValueError, match=error):
            work()


class Failing(ThreadPoolExecutor):
    """An executor whose tasks fail so many times, as if their workers died."""

    def __init__(self, failures: int) -> None:
        super().__init__(1)
        self.failures = failures

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.failures == 0:
            return super().submit(fn, *args, **kwargs)
        self.failures -= 1
        future = Future[Any]()
        future.set_exception(OSError("the worker died"))
        return future


def test_shares_are_done_again_so_many_times(tmp_path: Path) -> None:
    with Failing(4) as executor, pytest.warns(UserWarning, match="share [12]/2: the worker died; it is done again"):
        found = cluster.Machines(executor, shares=2, retries=2).perft(tmp_path / "few", "connect-four", "start", "3")
    assert found["total"] == 343
    with Failing(6) as executor, pytest.warns(UserWarning), pytest.raises(RuntimeError, match="share [12]/2: the worker died"):
        cluster.Machines(executor, shares=2, retries=2).perft(tmp_path / "many", "connect-four", "start", "3")


def test_one_merge_names_what_is_missing_and_the_same_call_does_it(threads: Executor, tmp_path: Path) -> None:
    work = ["connect-four", "start", "3"]
    machines = cluster.Machines(threads, shares=3)
    found = machines.perft(tmp_path, *work)
    (tmp_path / "all").unlink()
    next(tmp_path.glob("2-of-3.*.part")).unlink()
    assert "shard 2/3 is not complete" in program("merge", tmp_path / "some", *tmp_path.glob("*.part"))
    assert machines.perft(tmp_path, *work) == found


def test_an_option_has_one_value(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as executor, pytest.raises(ValueError, match="option 'players' is '4,turn_limit=2': expected one value"):
        cluster.Machines(executor).perft(tmp_path, "rolling-mountains", "start", "1", set={"players": "4,turn_limit=2"})
