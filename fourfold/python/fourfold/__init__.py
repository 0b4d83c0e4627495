"""Small abstract board games: exact rules, strong play, provable answers.

>>> import fourfold as ff
>>> p = ff.Position("collapsi", seed=5)
>>> p.push("a1")
>>> p.turn, p.analyse(depth=1).score
('blue', Score(win in 11))
"""

from . import collapsi
from ._fourfold import Analysis, Batch, Bot, Line, Position, Score, Search, Thought, check, games
from .bench import Interval, Report, Ugi, bench, in_words
from .game import Game

__all__ = [
    "Analysis", "Batch", "Bot", "Game", "Interval", "Line", "Position", "Report", "Score", "Search", "Thought", "Ugi",
    "bench", "check", "collapsi", "games", "gymnasium", "in_words", "openspiel", "pettingzoo",
]


def __getattr__(name: str) -> object:
    """The adapters, which need their packages: imported when asked for."""
    if name in ("gymnasium", "openspiel", "pettingzoo"):
        from importlib import import_module

        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
