"""Small abstract board games: exact rules, strong play, provable answers.

>>> import fourfold as ff
>>> p = ff.Position("collapsi", seed=5)
>>> p.push("a1")
>>> p.turn, p.analyse(depth=1).score
('blue', Score(win in 11))
"""

from . import collapsi
from ._fourfold import Analysis, Batch, Bot, Line, Position, Score, Search, Tablebase, Thought, check, games
from .arena import Duel, Match, Sprt, Tally, arena
from .bench import Interval, Report, Ugi, bench, in_words
from .game import Game
from .report import report

__all__ = [
    "Analysis", "Batch", "Bot", "Duel", "Game", "Interval", "Line", "Match", "Position", "Report", "Score", "Search", "Sprt",
    "Tablebase", "Tally", "Thought", "Ugi", "arena", "bench", "check", "cluster", "collapsi", "games", "gymnasium", "in_words",
    "openspiel", "pettingzoo", "report",
]


def __getattr__(name: str) -> object:
    """The modules that need other packages: imported when asked for."""
    if name in ("cluster", "gymnasium", "openspiel", "pettingzoo"):
        from importlib import import_module

        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
