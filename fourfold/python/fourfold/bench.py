"""How good is an agent, exactly? Its moves beside perfect play."""

from __future__ import annotations

import asyncio
import inspect
import math
import queue
import random
import re
import string
import subprocess
import threading
import time
import warnings
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self, overload

from ._fourfold import Bot, Position, Score, Search, Tablebase

Agent = Callable[[Position], str]
"""An agent chooses a move. The text that it returns may be illegal, or no move at all."""

AsyncAgent = Callable[[Position], Awaitable[str]]
"""An agent that is awaited, such as one that asks a server."""


@dataclass(frozen=True)
class Interval:
    """An estimate with its interval of 95 %."""

    estimate: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.estimate:.3f} ({self.low:.3f} to {self.high:.3f})"


@dataclass
class Ratio:
    """A ratio of two sums over games.

    The decisions of a game depend on each other, so the variance is that of a ratio of sums over games
    (Cochran, Sampling techniques, 1977, 6.3).
    """

    pairs: list[tuple[float, int]] = field(default_factory=list[tuple[float, int]])

    @property
    def total(self) -> int:
        """How many decisions there were."""
        return sum(n for _, n in self.pairs)

    def _estimate(self) -> tuple[float, float] | None:
        if self.total == 0:
            return None
        ratio = sum(x for x, _ in self.pairs) / self.total
        residuals = sum((x - ratio * n) ** 2 for x, n in self.pairs)
        games = len(self.pairs)
        return ratio, games / max(games - 1, 1) * residuals / self.total**2

    def mean(self) -> Interval | None:
        """The ratio as a mean that is not negative."""
        if (found := self._estimate()) is None:
            return None
        ratio, variance = found
        half = 1.96 * math.sqrt(variance)
        return Interval(ratio, max(ratio - half, 0.0), ratio + half)

    def share(self) -> Interval | None:
        """The ratio as a share, with Wilson's interval for as many independent decisions as have its variance."""
        if (found := self._estimate()) is None:
            return None
        share, variance = found
        games, independent = len(self.pairs), share * (1 - share) / self.total
        trials = float(min(games, self.total))
        if independent > 0:
            trials = self.total * (games + 1) / (games * variance / independent + 1)
        z = 1.96**2
        middle = (share + z / (2 * trials)) / (1 + z / trials)
        half = 1.96 / (1 + z / trials) * math.sqrt(share * (1 - share) / trials + z / (4 * trials**2))
        return Interval(share, max(middle - half, 0.0), min(middle + half, 1.0))


@dataclass
class Report:
    """What the moves of an agent cost."""

    game: str
    games: int = 0
    """Different games of perfect play in which it was asked."""
    repeated: int = 0
    """Games that came before, and tell nothing new."""
    skipped: int = 0
    """Games without exact scores."""
    asked: int = 0
    """Decisions, those without a choice among them."""
    illegal: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])
    """Illegal moves: the position, what the agent answered, and what is wrong with it."""
    kept: Ratio = field(default_factory=Ratio)
    """Decisions in which some move loses value, and those where the agent's did not."""
    best: Ratio = field(default_factory=Ratio)
    """Decisions between moves of different scores, and those where the agent's was a best one."""
    plies: Ratio = field(default_factory=Ratio)
    """Plies lost in the latter, where the value was kept."""
    wins: int = 0
    """Decisions where a win was to be had."""
    thrown_away: int = 0
    """Those of them that gave the win away."""

    def __str__(self) -> str:
        rows = [
            f"{self.game}: {self.games} games of perfect play, {self.skipped} skipped as unsolved",
            f"{self.games} of {self.games + self.repeated} games are different",
            f"illegal moves     {len(self.illegal)} of {self.asked}",
            f"value kept        {self.kept.share() or '-'} of {self.kept.total}",
            f"best move         {self.best.share() or '-'} of {self.best.total}",
            f"plies lost        {self.plies.mean() or '-'}",
            f"wins thrown away  {self.thrown_away} of {self.wins}",
        ]
        return "\n".join(rows)


def bench(
    agent: Agent | AsyncAgent | str,
    game: str = "collapsi",
    *,
    deals: int = 100,
    seed: int = 0,
    openings: int = 0,
    plies: int = 40,
    nodes: int = 2_000_000,
    table: Tablebase | None = None,
    **rules: Any,
) -> Report:
    """Asks an agent for its move in every position of games of perfect play, and judges each by exact scores.

    An agent is a function, which may be a coroutine function, a bot, or described as one is. A deal, which no other
    seed and no `Batch` deals, begins after `openings` random plies, or with a
    `table` of Collateral Checkers at a random position of it. Of a game the first `plies` positions are asked about;
    if a search of `nodes` positions leaves a score of them unproven, it is skipped. The questions are the same for
    every agent.

    >>> import fourfold as ff
    >>> report = ff.bench(lambda position: position.legal_moves[0], deals=5)
    >>> report.games, len(report.illegal)
    (5, 0)
    >>> ff.bench("perfect", deals=5).thrown_away
    0
    """
    report, search = Report(game), Search(game, lines=10_000)
    seen: set[tuple[str, ...]] = set()
    asked = Bot(game, agent, seed=seed) if isinstance(agent, str) else agent
    with _Answers(asked) as ask:
        for deal in range(deals):
            chance = random.Random(f"{seed} {deal}")
            own = chance.getrandbits(64)
            start = table.sample(own) if table else _opening(Position(game, seed=own, **rules), openings, chance)
            questions = _perfect_game(start, plies, table or (search, nodes), chance)
            if questions is None:
                report.skipped += 1
                continue
            key = (str(start), *(str(position) for position, _ in questions))
            if key in seen:
                report.repeated += 1
                continue
            seen.add(key)
            _examine(ask, questions, report)
    if report.games < 0.9 * (played := report.games + report.repeated):
        text = f"only {report.games} of {played} games are different: more openings or deals give more"
        warnings.warn(text, stacklevel=2)
    return report


class _Answers:
    """The answers of an agent as text; coroutines are awaited, all in one event loop."""

    def __init__(self, agent: Agent | AsyncAgent) -> None:
        self._agent, self._loop = agent, asyncio.Runner()
        self._open, self._thread = ExitStack(), None
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            pass
        else:
            # As in a notebook: the loop that runs in this thread already cannot wait for another one.
            self._thread = self._open.enter_context(ThreadPoolExecutor(1))
        self._open.callback(self._do, self._loop.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._open.close()

    def __call__(self, position: Position) -> str:
        answer: object = self._agent(position)
        if inspect.isawaitable(answer):
            answer = self._do(self._loop.run, _awaited(answer))
        if not isinstance(answer, str):
            raise TypeError(f"the agent returned {answer!r}: expected the text of a move")
        return answer

    def _do(self, work: Callable[..., object], *arguments: object) -> object:
        return self._thread.submit(work, *arguments).result() if self._thread else work(*arguments)


async def _awaited(answer: Awaitable[object]) -> object:
    return await answer


def _opening(start: Position, plies: int, chance: random.Random) -> Position:
    if len(start.players) != 2:
        raise ValueError("expected a game for two players")
    for _ in range(plies):
        if not start.is_over:
            start.push(chance.choice(start.legal_moves))
    return start


Question = tuple[Position, dict[str, Score]]
"""A position, and by their texts the scores of those that moves lead to, for who makes the move."""


def _perfect_game(
    position: Position, plies: int, truth: Tablebase | tuple[Search, int], chance: random.Random
) -> list[Question] | None:
    """The questions of a game of perfect play."""
    questions: list[Question] = []
    while not position.is_over and len(questions) < plies:
        if isinstance(truth, Tablebase):
            moves = truth.moves(position)
        else:
            moves = [(line.line[0], line.score) for line in truth[0].run(position, nodes=truth[1]).lines if line.proven]
        after = {move: _after(position, move) for move, score in moves if score is not None}
        scores = {str(after[move]): score for move, score in moves if score is not None}
        if any(str(_after(position, move)) not in scores for move in position.legal_moves):
            return None
        questions.append((position.copy(), scores))
        best = max(scores.values())
        position = chance.choice([next for next in after.values() if scores[str(next)] == best])
    return questions


def _after(position: Position, move: str) -> Position:
    after = position.copy()
    after.push(move)
    return after


def _points(score: Score) -> float:
    return 1.0 if score.win is not None else 0.0 if score.loss is not None else 0.5


def _examine(agent: _Answers, questions: Sequence[Question], report: Report) -> None:
    """Adds the answers of an agent to the questions of one game."""
    critical = kept = choices = best = plies = sound = 0
    for position, scores in questions:
        answer = agent(position.copy())
        top, bottom = max(scores.values()), min(scores.values())
        try:
            chosen = scores[str(_after(position, answer))]
        except ValueError as error:
            report.illegal.append((str(position), answer, str(error)))
            chosen = None
        keeps = chosen is not None and _points(chosen) == _points(top)
        report.wins += top.win is not None
        report.thrown_away += top.win is not None and not keeps
        if _points(top) > _points(bottom):
            critical, kept = critical + 1, kept + keeps
        if top != bottom:
            choices, best = choices + 1, best + (chosen == top)
            if keeps and chosen is not None:
                sound += 1
                plies += abs((top.win or top.loss or 0) - (chosen.win or chosen.loss or 0))
    report.games += 1
    report.asked += len(questions)
    report.kept.pairs.append((kept, critical))
    report.best.pairs.append((best, choices))
    report.plies.pairs.append((plies, sound))


@overload
def in_words(complete: Callable[[str], str], *, moves: bool = False, cipher: int | None = None) -> Agent: ...
@overload
def in_words(complete: Callable[[str], Awaitable[str]], *, moves: bool = False, cipher: int | None = None) -> AsyncAgent: ...
def in_words(
    complete: Callable[[str], str] | Callable[[str], Awaitable[str]], *, moves: bool = False, cipher: int | None = None
) -> Callable[[Position], str | Awaitable[str]]:
    """An agent of a function from text to text, such as a language model; the last word of its reply counts.

    With `moves` the legal moves are listed. With a `cipher`, a seed, all letters are exchanged for others,
    and the prompt says which, so that what was once read about the game does not help. Of a coroutine function it is
    an agent that is awaited.

    >>> from fourfold import Position
    >>> agent = in_words(lambda prompt: "I walk to b2.", cipher=1)
    >>> len(agent(Position("collapsi", seed=5)))
    2
    """
    letters = string.ascii_lowercase
    shuffled = "".join(random.Random(cipher).sample(letters, 26)) if cipher is not None else letters
    there = str.maketrans(letters + letters.upper(), shuffled + shuffled.upper())
    back = str.maketrans(shuffled + shuffled.upper(), letters + letters.upper())

    def agent(position: Position) -> str | Awaitable[str]:
        text = f"{position.game}, {', '.join(f'{k}={v}' for k, v in position.rules.items())}\n"
        if cipher is not None:
            pairs = ", ".join(f"{a} as {b}" for a, b in zip(letters, shuffled, strict=True))
            text += f"Positions and moves are written in cipher: {pairs}, capitals likewise.\n"
        text += f"position: {str(position).translate(there)}\n{position.turn}: {position.task}\n"
        if moves:
            text += f"legal moves: {' '.join(position.legal_moves).translate(there)}\n"
        reply = complete(text + "Answer with your move alone.")
        return later(reply) if inspect.isawaitable(reply) else last_word(reply)

    async def later(reply: Awaitable[str]) -> str:
        return last_word(await reply)

    def last_word(reply: str) -> str:
        words = re.findall(r"[^\s,;]+", reply)
        return words[-1].strip(".!?\"'`*()").translate(back) if words else ""

    return agent


class Ugi:
    """An agent that is a program of the Universal Game Interface: `with Ugi(["fourfold", "ugi", "collapsi"]) as agent`.

    An answer that takes more than `timeout` seconds ends the program, and is a TimeoutError. An error that the program
    says is a ValueError, its end a RuntimeError.
    """

    def __init__(self, command: Sequence[str], *, go: str = "nodes 1000", timeout: float = 60.0) -> None:
        self._go, self._timeout = go, timeout
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace", bufsize=1
        )
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()
        self._ask("ugi", "ugiok")

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.strip())
        self._lines.put(None)

    def _ask(self, line: str, until: str) -> str:
        stdin, end = self._process.stdin, time.monotonic() + self._timeout
        assert stdin is not None
        try:
            stdin.write(line + "\n")
            stdin.flush()
        except BrokenPipeError:
            pass  # It has ended, which the reader tells.
        while True:
            try:
                reply = self._lines.get(timeout=max(end - time.monotonic(), 0))
            except queue.Empty:
                self._end()
                raise TimeoutError(f"{self._process.args!r} did not say {until!r} within {self._timeout} seconds") from None
            if reply is None:
                self._lines.put(None)
                raise RuntimeError(f"{self._process.args!r} ended before it said {until!r}")
            if reply.startswith(error := "info string error: "):
                raise ValueError(f"{self._process.args!r} says: {reply.removeprefix(error)}")
            if reply.split(" ")[0] == until:
                return reply

    def __call__(self, position: Position) -> str:
        rules = [f"setoption name {name} value {value}" for name, value in position.rules.items()]
        # What it still says of an earlier question comes before it is ready.
        self._ask("\n".join([*rules, f"position fen {position}", "isready"]), "readyok")
        _, move, *_ = [*self._ask(f"go {self._go}", "bestmove").split(), ""]
        return move

    def _end(self) -> None:
        self._process.kill()
        self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._end()
