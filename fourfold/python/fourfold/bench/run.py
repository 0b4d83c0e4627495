"""Asks agents: one question after the other or several at a time, with a row written for each answer."""

from __future__ import annotations

import asyncio
import inspect
import os
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from hashlib import sha256
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self, cast

from .._fourfold import Bot
from ..agents import Agent, AsyncAgent
from .score import Report, Row
from .suite import Question, Split, Suite, suite


def run(
    agent: Agent | AsyncAgent | str,
    of: Suite | str = "v1",
    *,
    split: Split = "test",
    seed: int = 0,
    file: str | os.PathLike[str] | None = None,
    workers: int = 1,
    questions: Iterable[Question] | None = None,
    progress: Callable[[Row], object] | None = None,
) -> Report:
    """Asks an agent all questions of a part of a suite, and judges its moves by exact scores.

    An agent is a function, which may be a coroutine function, a program (`Ugi`), a language model (`in_words`), or a player
    as it is described on the command line. `workers` questions are asked at a time. Each row is written to the
    `file` as it comes, as a line of JSON; what is there already is not asked again, so the same call goes on after Ctrl-C or
    an exception of the agent. `progress` is called with each new row. If `questions` of the suite are given, only these are asked.

    >>> from fourfold import bench
    >>> few = bench.suite("v1").only("collapsi", questions=2)
    >>> report = bench.run("perfect", few)
    >>> report.kept.estimate, report.best.estimate, len(report.rows)
    (1.0, 1.0, 10)
    """
    chosen = suite(of) if isinstance(of, str) else of
    with _Rows(chosen, file, progress) as rows:
        asked = rows.open(chosen.questions(split, seed=seed) if questions is None else questions)
        if not isinstance(agent, str) and _is_coroutine_function(agent):
            _in_own_loop(_ask_async(cast(AsyncAgent, agent), asked, rows, workers))
        else:
            _ask(_of_questions(cast(Agent | str, agent)), asked, rows, workers)
        return rows.report()


async def run_async(
    agent: AsyncAgent,
    of: Suite | str = "v1",
    *,
    split: Split = "test",
    seed: int = 0,
    file: str | os.PathLike[str] | None = None,
    workers: int = 8,
    questions: Iterable[Question] | None = None,
    progress: Callable[[Row], object] | None = None,
) -> Report:
    """The same of a coroutine function, in the loop that runs; a task that is cancelled keeps its rows."""
    chosen = suite(of) if isinstance(of, str) else of
    with _Rows(chosen, file, progress) as rows:
        asked = rows.open(chosen.questions(split, seed=seed) if questions is None else questions)
        await _ask_async(agent, asked, rows, workers)
        return rows.report()


def commitment(seed: int) -> str:
    """What is published of the seed of a leaderboard before it is told: SHA-256 of its decimal digits.

    >>> commitment(7)[:16]
    '7902699be42c8a8e'
    """
    return sha256(str(seed).encode()).hexdigest()


class _Rows:
    """The rows that there are, and those that come, in a file if there is one."""

    def __init__(self, of: Suite, file: str | os.PathLike[str] | None, progress: Callable[[Row], object] | None) -> None:
        self._hash, self._progress, self._out = of.hash, progress, None
        self._known: dict[str, Row] = {}
        self._asked: list[str] = []
        if file is not None:
            path = Path(file)
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            # A line that was not written to its end is written again.
            whole = text[: text.rfind("\n") + 1]
            self._known = {row.id: row for row in map(Row.read, whole.splitlines())}
            if others := {row.suite for row in self._known.values()} - {self._hash}:
                raise ValueError(f"{path} has rows of the suite {', '.join(others)}: expected {self._hash}")
            self._out = path.open("a", encoding="utf-8")
            self._out.truncate(len(whole.encode()))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._out is not None:
            self._out.close()

    def open(self, questions: Iterable[Question]) -> Iterator[Question]:
        """The questions that have no answer yet."""
        for question in questions:
            self._asked.append(question.id)
            if question.id not in self._known:
                yield question

    def add(self, question: Question, answer: object, seconds: float) -> None:
        if not isinstance(answer, str):
            raise TypeError(f"the agent returned {answer!r}: expected the text of a move")
        row = Row.of(self._hash, question, answer, seconds)
        self._known[row.id] = row
        if self._out is not None:
            self._out.write(row.written() + "\n")
            self._out.flush()
        if self._progress is not None:
            self._progress(row)

    def report(self) -> Report:
        return Report.of(self._known[id] for id in self._asked)


def _is_coroutine_function(agent: object) -> bool:
    return inspect.iscoroutinefunction(agent) or inspect.iscoroutinefunction(getattr(agent, "__call__", None))


def _of_questions(agent: Agent | str) -> Callable[[Question], object]:
    """An agent that is asked questions. A bot begins anew with each, so that its answers do not depend on their order."""
    if not isinstance(agent, str):
        return lambda question: agent(question.position)
    return lambda question: Bot(question.game, agent, seed=Random(question.id).getrandbits(63))(question.position)


def _ask(agent: Callable[[Question], object], questions: Iterator[Question], rows: _Rows, workers: int) -> None:
    def timed(question: Question) -> tuple[Question, object, float]:
        start = time.perf_counter()
        return question, agent(question), time.perf_counter() - start

    if workers < 2:
        for question in questions:
            rows.add(*timed(question))
        return
    pool, running = ThreadPoolExecutor(workers), set[Future[tuple[Question, object, float]]]()
    try:
        for question in questions:
            running.add(pool.submit(timed, question))
            if len(running) >= workers:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                try:
                    _add(done, rows)
                except Exception:
                    # What the others answer is kept.
                    _add(wait(running).done, rows)
                    raise
        _add(wait(running).done, rows)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _add(done: Iterable[Future[tuple[Question, object, float]]], rows: _Rows) -> None:
    """Adds all answers that came, and then raises what an agent raised."""
    failed = [work for work in done if work.exception() is not None]
    for work in done:
        if work not in failed:
            rows.add(*work.result())
    for work in failed:
        work.result()


async def _ask_async(agent: AsyncAgent, questions: Iterator[Question], rows: _Rows, workers: int) -> None:
    async def work() -> None:
        for question in questions:
            start = time.perf_counter()
            rows.add(question, await agent(question.position), time.perf_counter() - start)

    tasks = [asyncio.ensure_future(work()) for _ in range(max(workers, 1))]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()


def _in_own_loop(work: Awaitable[None]) -> None:
    async def awaited() -> None:
        await work

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(awaited())
    else:
        # As in a notebook: the loop that runs in this thread already cannot wait for another one.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, awaited()).result()
