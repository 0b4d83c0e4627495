"""What chooses moves: functions, and programs that speak the Universal Game Interface."""

from __future__ import annotations

import queue
import subprocess
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from types import TracebackType
from typing import Self

from ._fourfold import Position

Agent = Callable[[Position], str]
"""An agent chooses a move. The text that it returns may be illegal, or empty for no move at all."""

AsyncAgent = Callable[[Position], Awaitable[str]]
"""An agent that is awaited, such as one that asks a server."""


class Reply(str):
    """A move with the whole reply from which it was read."""

    whole: str

    def __new__(cls, move: str, whole: str) -> Self:
        reply = super().__new__(cls, move)
        reply.whole = whole
        return reply


class Ugi:
    """An agent that is a program of the Universal Game Interface: `with Ugi(["fourfold", "ugi", "collapsi"]) as agent`.

    An answer that takes more than `timeout` seconds ends the program, and is a TimeoutError. An error that the program
    says is a ValueError, its end a RuntimeError. Threads that share it wait for each other.
    """

    def __init__(self, command: Sequence[str], *, go: str = "nodes 1000", timeout: float = 60.0) -> None:
        self._go, self._timeout, self._lock = go, timeout, threading.Lock()
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
        with self._lock:
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
