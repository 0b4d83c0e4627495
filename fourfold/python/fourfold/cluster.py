"""Work in shares on the machines of a cluster; the result is that of one process.

>>> from concurrent.futures import ThreadPoolExecutor
>>> from tempfile import TemporaryDirectory
>>> from fourfold import cluster
>>> with TemporaryDirectory() as folder, ThreadPoolExecutor(2) as executor:
...     cluster.Machines(executor, shares=3).perft(folder, "connect-four", "start", "3")["total"]
343
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import time
import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import collapsi, program
from .agents import Agent, AsyncAgent
from .bench import Report, Row, Split, Suite, run, suite

__all__ = ["Machines", "Ray"]

_Bytes = npt.NDArray[np.uint8]


class _Task(NamedTuple):
    name: str
    file: Path
    """What it makes, whole or not at all."""
    work: Callable[..., bytes | None]
    """Returns the content of the file, or has written it."""
    arguments: tuple[object, ...]
    needs: tuple[Path, ...] = ()
    """Files of other tasks."""


@dataclass(frozen=True)
class Machines:
    """Does work in shares by an executor: `Ray()`, `Client(...).get_executor(pure=False)` of Dask, or one of `concurrent.futures`.

    A share that is complete is kept in the folder, and is not done again when the same work is asked for again, as
    after Ctrl-C. All machines need this package, and the files that arguments name; only `tablebase` needs a folder
    that all of them see.

    Options are those of the program: `games=400` is `--games=400`, `bitbase=True` is `--bitbase`, and
    `set={"players": 3}` is `--set=players=3`. What the program says of bad ones is a ValueError.
    """

    executor: Executor
    shares: int = 64
    """How many shares; several for each thread, as a worker that dies loses one."""
    retries: int = 3
    """How often a share is done again that fails, or whose worker dies."""
    progress: Callable[[int, int], object] = lambda done, of: None
    """Called with the number of shares that are done, and of all."""

    def arena(self, folder: str | Path, *arguments: str, **options: object) -> dict[str, Any]:
        """A match, as `arena("match", "compass", "level:3", "level:2", games=4000)`: what `fourfold arena --json` prints.

        With more games it goes on, as a test in rounds does until `["ended"] == "decided"`. The file `all` has all games.
        """
        return self._divide(_made(folder), ["arena", *arguments], options)

    def study(self, folder: str | Path, *arguments: str, **options: object) -> dict[str, Any]:
        """A study of a game, as `study("study", "collapsi", games=3000)`: what `fourfold study --json` prints."""
        return self._divide(_made(folder), ["study", *arguments], options)

    def perft(self, folder: str | Path, *arguments: str, **options: object) -> dict[str, Any]:
        """Counts positions, as `perft("perft", "compass", "start", "4")`: what `fourfold perft --json` prints."""
        return self._divide(_made(folder), ["perft", *arguments], options)

    def survey(self, folder: str | Path, *, threads: int = 1) -> dict[str, Any]:
        """All deals of Collapsi, on one machine: what `fourfold survey --json` prints."""
        file = _made(folder) / "all.survey"
        self._run([_Task("survey", file, _share, (["survey", f"--threads={threads}"],))])
        return json.loads(program.run(["survey", f"--from={file}", "--json"]))

    def bench(
        self, folder: str | Path, agent: Agent | AsyncAgent | str, of: Suite | str = "v1", *, split: Split = "test", seed: int = 0
    ) -> Report:
        """Asks an agent all questions of a part of a suite, as `bench.run`; use a folder for each agent that is a function."""
        chosen, folder = suite(of) if isinstance(of, str) else of, _made(folder)
        key = _key(chosen.hash, agent if isinstance(agent, str) else "", split, seed)
        files = [folder / f"{number}-of-{self.shares}.{key}.jsonl" for number in range(1, self.shares + 1)]
        asked = [(agent, chosen, split, seed, (number, self.shares)) for number in range(1, self.shares + 1)]
        self._run([_Task(f"questions of {file}", file, _ask, what) for file, what in zip(files, asked, strict=True)])
        return Report.of(Row.read(line) for file in files for line in file.read_text(encoding="utf-8").splitlines())

    def solve(self, folder: str | Path, deals: npt.ArrayLike, rules: str = "v1_1") -> tuple[_Bytes, _Bytes]:
        """Who wins each deal of Collapsi, and in how many plies, as `collapsi.solve`."""
        array, folder = np.asarray(deals), _made(folder)
        key = _key(array.tobytes(), array.shape, array.dtype, rules)
        parts = np.array_split(array, max(1, min(self.shares, len(array))))
        files = [folder / f"{number}-of-{len(parts)}.{key}.npz" for number in range(1, len(parts) + 1)]
        self._run([_Task(f"deals of {file}", file, _solve, (part, rules)) for file, part in zip(files, parts, strict=True)])
        winners, lengths = np.concatenate([_solved(file) for file in files], axis=1)
        return winners, lengths

    def tablebase(self, folder: str | Path, *, bitbase: bool = False, **options: object) -> Path:
        """Endings of Collateral Checkers, as `tablebase("/shared/eight", max_pieces=8)`; returns their file.

        Each class is built as soon as those are there that it needs. A file that is damaged is named; without it the
        same call builds it again.
        """
        endings = {name: value for name, value in options.items() if name in ("max_pieces", "set")}
        known = json.loads(program.run(["tablebase", "classes", "--json", *program.flags(endings)]))
        folder = _made(Path(folder) / _key(known["endings"], bitbase))
        command = ["tablebase", "build", str(folder), *program.flags({"threads": 1, "bitbase": bitbase, **options})]
        # A share of one would be a file of all classes.
        tasks, count = list[_Task](), max(2, len(known["classes"]))
        for number, of in enumerate(known["classes"], 1):
            file, *needs = [folder / f"{name}.class" for name in (of["class"], *of["needs"])]
            tasks.append(_Task(f"class {of['class']}", file, _build, ([*command, f"--shard={number}/{count}"], needs), tuple(needs)))
        self._run(tasks)
        table = folder.with_suffix(".table")
        program.run(["merge", str(table), *(str(task.file) for task in tasks)])
        return table

    def _divide(self, folder: Path, command: list[str], options: Mapping[str, object]) -> dict[str, Any]:
        """Does work in shares, and merges them; returns what one process would print."""
        work = folder / "work"
        described = repr((command, program.flags({**options, "games": None, "threads": None}))).encode()
        if any(folder.glob("*.part")) and work.read_bytes() != described:
            raise ValueError(f"{folder} has other work: {work.read_text()}")
        _save(work, described)
        command = [*command, *program.flags({"threads": 1, **options})]
        key, tasks, earlier = _key(command), list[_Task](), list[Path]()
        for number in range(1, self.shares + 1):
            file = folder / f"{number}-of-{self.shares}.{key}.part"
            # Of fewer games: this share goes on from there.
            before = [known for known in folder.glob(f"{number}-of-{self.shares}.*.part") if known != file]
            arguments = ([*command, f"--shard={number}/{self.shares}"], before[0].read_bytes() if before else b"")
            tasks.append(_Task(f"share {number}/{self.shares}", file, _share, arguments))
            earlier += before
        self._run(tasks)
        for file in earlier:
            file.unlink(missing_ok=True)
        with TemporaryDirectory(dir=folder) as temporary:
            merged, final = Path(temporary) / "all", folder / "all"
            files = [final] * final.exists() + sorted(folder.glob("*.part"))
            program.run(["merge", str(merged), *map(str, files)])
            printed = program.run([*command, f"--out={merged}", "--json"])
            merged.replace(final)
        return json.loads(printed)

    def _run(self, tasks: Sequence[_Task]) -> None:
        """Does each task as soon as all that it needs is there, and again if it fails."""
        waiting = [task for task in tasks if not task.file.exists()]
        missing = {task.file for task in waiting}
        started = time.monotonic()
        running, failures = dict[Future[bytes | None], _Task](), Counter[Path]()
        try:
            while missing:
                for task in [task for task in waiting if missing.isdisjoint(task.needs)]:
                    waiting.remove(task)
                    pause = max(1, time.monotonic() - started)
                    running[self.executor.submit(_patiently, pause, task.work, *task.arguments)] = task
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    task = running.pop(future)
                    try:
                        _save(task.file, future.result())
                    except Exception as error:  # Of any kind: the worker died, or its disk is full.
                        failures[task.file] += 1
                        # An error of Ray has that of the task as its cause.
                        said = f"{task.name}: {getattr(error, 'cause', error)}"
                        if isinstance(error, ValueError):
                            raise ValueError(said) from error
                        if failures[task.file] > self.retries:
                            raise RuntimeError(said) from error
                        warnings.warn(f"{said}; it is done again", stacklevel=4)
                        waiting.append(task)
                        continue
                    missing.remove(task.file)
                    self.progress(len(tasks) - len(missing), len(tasks))
        finally:
            for future in running:
                future.cancel()


class Ray(Executor):
    """The executor of the Ray cluster that `ray.init(...)` connects to; it needs the extra `cluster`.

    Options are those of `ray.remote` for each task, such as `num_cpus`, or `memory` for large tables.
    """

    def __init__(self, **options: object) -> None:
        try:
            import ray  # pyright: ignore[reportMissingImports]
        except ImportError as error:
            raise ImportError("Ray needs more packages: pip install fourfold[cluster]") from error

        self._ray: Any = ray
        # `Machines` does tasks again: on another node, if there is one.
        self._task: Any = self._ray.remote(**{"max_retries": 0, "scheduling_strategy": "SPREAD", **options})(_call)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Begins a task on some node. One that is cancelled ends, even if it is running."""
        ref = self._task.remote(fn, *args, **kwargs)
        future: Future[Any] = ref.future()
        future.add_done_callback(lambda future: self._ray.cancel(ref, force=True) if future.cancelled() else None)
        return future


def _call(function: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    return function(*arguments, **options)


def _patiently(pause: float, work: Callable[..., bytes | None], *arguments: object) -> bytes | None:
    """Does a task. If it fails its machine waits, as one with a full disk would soon have failed all of them."""
    try:
        return work(*arguments)
    except Exception as error:
        time.sleep(0 if isinstance(error, ValueError) else pause)
        raise


def _share(command: list[str], before: bytes = b"") -> bytes:
    """Does work that may have begun; returns its file."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "part"
        file.write_bytes(before)
        program.run([*command, f"--out={file}"])
        return file.read_bytes()


def _ask(agent: Agent | AsyncAgent | str, of: Suite, split: Split, seed: int, shard: tuple[int, int]) -> bytes:
    """Asks the questions of a shard; returns the rows."""
    report = run(agent, of, questions=of.questions(split, seed=seed, shard=shard))
    return "".join(row.written() + "\n" for row in report.rows).encode()


def _solve(deals: _Bytes, rules: str) -> bytes:
    file = io.BytesIO()
    np.savez(file, np.stack(collapsi.solve(deals, rules)))
    return file.getvalue()


def _solved(file: Path) -> _Bytes:
    try:
        with np.load(file) as arrays:
            return arrays["arr_0"]
    except Exception as error:  # Of many kinds, as a damaged file may be anything.
        raise RuntimeError(f"{file} is damaged; without it the same call solves its deals again: {error}") from error


def _build(command: list[str], needs: Sequence[Path]) -> None:
    """Builds a class in a shared folder."""
    for need in needs:
        _wait_for(need)
    program.run(command)


def _wait_for(file: Path) -> None:
    """Waits for a file that is written already, as network file systems show it late, for a minute."""
    end = time.monotonic() + 60
    while not file.exists():
        if time.monotonic() > end:
            raise RuntimeError(f"{file} is not there: expected a folder that all machines see")
        time.sleep(0.1)


def _key(*work: object) -> str:
    return hashlib.sha256(repr(work).encode()).hexdigest()[:16]


def _made(folder: str | Path) -> Path:
    path = Path(folder).absolute()
    path.mkdir(parents=True, exist_ok=True)
    return path


def _save(file: Path, content: bytes | None) -> None:
    """Writes a file whole or not at all; without content it is there already."""
    if content is None:
        return _wait_for(file)
    with TemporaryDirectory(dir=file.parent) as folder:
        part = Path(folder) / "part"
        with part.open("wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        part.replace(file)
