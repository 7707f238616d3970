"""The memory that this process has needed."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

STATUS = Path("/proc/self/status")


def peak_megabytes() -> int:
    """The most that this program has held, without what the process had that started it.

    `ru_maxrss` is handed down from there, so it is read only where there is no better figure.
    """
    if STATUS.exists():
        line = next(line for line in STATUS.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) // 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // (1024 * 1024 if sys.platform == "darwin" else 1024)
