"""A report on a game: is it fair, how long is it, is there a choice, does skill pay?"""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from ._fourfold import Position, _report  # pyright: ignore[reportPrivateUsage]
from .game import Game


def report(
    game: str | type[Game],
    *,
    games: int = 100,
    nodes: int = 1000,
    ladder: int = 4,
    seed: int = 0,
    max_plies: int = 1000,
    **rules: Any,
) -> str:
    """The report of `fourfold study` on a game, yours too, as one page for the browser.

    Searches of `nodes` positions a move play so many games with themselves, and as many for every match on the
    `ladder` of skill.

    >>> import fourfold as ff
    >>> page = ff.report("connect-four", games=4, nodes=20, ladder=1)
    >>> page.startswith("<!DOCTYPE html>")
    True
    """
    if not isinstance(game, str):
        if rules:
            raise ValueError("a game in Python has no rule options")
        return _report(game, games, nodes, ladder, seed, max_plies)
    settings = ",".join(f"{name}={value}" for name, value in Position(game, **rules).rules.items())
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "report.html")
        command = [sys.executable, "-m", "fourfold", "study", game, f"search:nodes={nodes},random=5"]
        options = {"report": page, "games": games, "judge": 2 * nodes, "ladder": ladder, "seed": seed, "max-plies": max_plies}
        flags = [f"--{name}={value}" for name, value in options.items()] + ([f"--set={settings}"] if settings else [])
        done = subprocess.run([*command, *flags], capture_output=True, text=True, encoding="utf-8")
        if done.returncode != 0:
            raise ValueError(done.stderr.strip())
        return page.read_text(encoding="utf-8")
