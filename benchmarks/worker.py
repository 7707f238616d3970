"""One entrant on one task, measured in a process of its own.

    python benchmarks/worker.py ENTRANT TASK

prints a line of JSON: the count, processor and wall seconds of each phase, megabytes, and notes. It
is what `run.py` starts, over and over.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from measure import Skip, measured
from rounds import ENTRANTS
from tasks import TASKS, Task


def _task(name: str) -> Task:
    if name in TASKS:
        return TASKS[name]
    from families.catalogue import task_named

    return task_named(name)


def main() -> None:
    """Measure what the command line names."""
    entrant, task = ENTRANTS[sys.argv[1]], _task(sys.argv[2])
    try:
        record: dict[str, Any] = measured(entrant, task)
    except (Skip, ImportError) as reason:
        record = {"skipped": str(reason)}
    print(json.dumps(record))


if __name__ == "__main__":
    main()
