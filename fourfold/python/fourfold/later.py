"""A search that asyncio awaits."""

import asyncio
from typing import Any

from ._fourfold import Analysis, Position, Search

_PAUSE = 0.005


async def run(search: Search, position: Position, **limits: Any) -> Analysis:
    """Runs the search in a thread; if the task is cancelled the search ends before the task does."""
    work = asyncio.ensure_future(asyncio.to_thread(search.run, position, **limits))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        # It may not have begun yet.
        while not work.done():
            search.stop()
            await asyncio.sleep(_PAUSE)
        raise
