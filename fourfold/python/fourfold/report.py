"""A report on a game: is it fair, how long is it, is there a choice, does skill pay?"""

import tempfile
from pathlib import Path
from typing import Any

from . import program
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
    known = Position(game, **rules).rules
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "report.html")
        options = {"report": page, "games": games, "judge": 2 * nodes, "ladder": ladder, "seed": seed, "max_plies": max_plies, "set": known}
        program.run(["study", game, f"search:nodes={nodes},random=5", *program.flags(options)])
        return page.read_text(encoding="utf-8")
