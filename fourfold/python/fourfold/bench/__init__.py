"""How good is an agent, exactly? Its moves beside perfect play, on positions that nobody has seen.

>>> import fourfold as ff
>>> few = ff.bench.suite("v1").only("collapsi", questions=4)
>>> report = ff.bench.run(lambda position: position.legal_moves[0], few)
>>> len(report.rows), report.count("illegal")
(20, 0)
"""

from .run import commitment, run, run_async
from .score import Interval, Report, Row
from .suite import LEVELS, SPLITS, Level, Question, Split, Suite, Track, split_of, suite, worth

__all__ = [
    "LEVELS", "SPLITS", "Interval", "Level", "Question", "Report", "Row", "Split", "Suite", "Track", "commitment", "run", "run_async", "split_of",
    "suite", "worth",
]  # fmt: skip
