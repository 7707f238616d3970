"""Time in tests, never as a number of seconds that a fast machine meets and a busy one misses.

What should end soon is given a minute, which a search that nothing stops would outlast by far; how
a cost grows is a ratio of two sizes, measured side by side in CPU time.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from everyway.conformance.limits import ended_after


def without_hanging() -> AbstractContextManager[None]:
    """Fails what goes on for a minute."""
    return ended_after(60)


def until(condition: Callable[[], Any]) -> bool:
    """Waits for `condition`, for at most a minute, and says whether it came true."""
    end = time.monotonic() + 60
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return bool(condition())


def growth(work: Callable[[int], object], few: int, many: int) -> float:
    """The CPU time of `work(many)` over that of `work(few)`, the least of two runs each."""
    least = {size: min(_seconds(work, size) for _ in range(2)) for size in (few, many)}
    return least[many] / least[few]


def _seconds(work: Callable[[int], object], size: int) -> float:
    gc.collect()
    gc.disable()  # its cost grows with what other tests hold
    try:
        start = time.process_time()
        work(size)
        return time.process_time() - start
    finally:
        gc.enable()
