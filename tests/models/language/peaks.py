"""The memory that a solver takes for models of few values far apart, beside the same of near ones.

`python -m tests.models.language.peaks SOLVER [SPAN …]` prints a line of JSON for each pair of
models: its name, how many megabytes more the far one took, children included, what came of it,
and what should have.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

from everyway.models import (
    Constraint,
    Expression,
    Model,
    all_different,
    all_of,
    allowed,
    any_of,
    element,
    forbidden,
    implies,
    increasing,
    maximum,
    minimum,
    number_of_values,
    total,
    variable,
)
from everyway.models import count as occurrences
from everyway.solvers import Incomplete, Unsupported, count, solutions

Rules = Callable[[Expression, Expression, int], list[Constraint]]

SECONDS = 5.0
MOST = 3 << 30
"""Bytes for the data of one process, so that a fault does not take the machine along."""

FAR: dict[str, tuple[list[int] | range, int]] = {
    "1e8": ([-100, 0, 1, 10**8], 10**8),
    "1e9": ([-100, 0, 1, 10**9], 10**9),
    "2**32": ([-(2**31) - 1, 0, 2**31 - 1], 2**31 - 1),
    "2**40": ([0, 2**40, 2**41, 2**41 + 1], 2**41),
    "1e12": ([-(10**12), -1, 0, 7, 10**12], 10**12),
    "steps": (range(0, 10**9, 10**8), 9 * 10**8),
    "negative": (range(-(10**9), 10**9 + 1, 10**9 // 4), 10**9),
    "2**62": ([-(2**62), 0, 3, 2**62], 2**62),
    "1e25": ([-(10**25), 0, 3, 10**25], 10**25),
}
"""Domains of few values far apart, and a great value of each."""

NEAR = [0, 1, 7]

RULES: dict[str, Rules] = {
    "none": lambda a, b, far: [],
    "at most": lambda a, b, far: [a <= b],
    "equal": lambda a, b, far: [a == b],
    "unequal": lambda a, b, far: [a != b],
    "sum": lambda a, b, far: [a + 2 * b != far, a + b <= far],
    "equation": lambda a, b, far: [total([a, a, b]) == far],
    "difference": lambda a, b, far: [abs(a - b) > 3],
    "product": lambda a, b, far: [a * b <= far],
    "square": lambda a, b, far: [b * b != 49],
    "power": lambda a, b, far: [b**3 > a],
    "quotient": lambda a, b, far: [b // 3 != a],
    "divided": lambda a, b, far: [a // b == 0],
    "modulo": lambda a, b, far: [b % 7 != a],
    "modulo far": lambda a, b, far: [a % (b + 1) == a],
    "index": lambda a, b, far: [element([5, 3, 8], b) >= a],
    "items": lambda a, b, far: [element([b, a, far], a % 3) >= a],
    "all different": lambda a, b, far: [all_different([a, b, a + 1])],
    "allowed": lambda a, b, far: [allowed([a, b], [(0, 0), (5, far), (5, 1)])],
    "forbidden": lambda a, b, far: [forbidden([a, b], [(0, 0), (5, far)])],
    "count": lambda a, b, far: [occurrences([a, b, b], far) <= 1],
    "exactly": lambda a, b, far: [occurrences([a, b, b], 0) == 1],
    "values": lambda a, b, far: [number_of_values([a, b, b], 2)],
    "extremes": lambda a, b, far: [maximum([a, b]) != 5, minimum([a, b]) <= 0],
    "logic": lambda a, b, far: [implies(a == 5, b >= far) | (b < 0), any_of([b == far, a < b])],
    "reified": lambda a, b, far: [total([b >= far, a < b, all_of([a == 5, b == far])]) >= 1],
    "increasing": lambda a, b, far: [increasing([a, b, b + 1])],
}


def model_of(rule: str, domain: list[int] | range, far: int) -> Model:
    """Two variables, the second over `domain`, and what `rule` says of them."""
    a, b = variable("a", [0, 5]), variable("b", domain)
    return Model(f"{rule} {domain}", a, b, *RULES[rule](a, b, far))


def family() -> list[int]:
    """This process and all that it has started, by what Linux says of them now."""
    parents: dict[int, int] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
    found = [os.getpid()]
    for pid in found:
        found += [child for child, parent in parents.items() if parent == pid]
    return found


def peak_of(pid: int) -> int:
    """The most megabytes that a process has held since its last `reset`; 0 of one that is gone."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) // 1024
    return 0


def reset(pid: int) -> None:
    """Have the peak of a process begin at what it holds now."""
    with suppress(OSError):
        Path(f"/proc/{pid}/clear_refs").write_text("5")


class Peak:
    """The most megabytes that this process and its children hold together while this is open."""

    def __enter__(self) -> Peak:
        gc.collect()
        for pid in family():
            reset(pid)
        self.megabytes = 0
        self._ended = Event()
        self._watch = Thread(target=self._look, daemon=True)
        self._watch.start()
        return self

    def _look(self) -> None:
        while not self._ended.wait(0.03):
            self._note()

    def _note(self) -> None:
        self.megabytes = max(self.megabytes, sum(map(peak_of, family())))

    def __exit__(self, *raised: object) -> None:
        self._ended.set()
        self._watch.join()
        self._note()


def outcome(model: Model, solver: str, *, whole: bool) -> str:
    """The number of solutions, or the reason why it is not known."""
    try:
        if whole:
            return f"count {count(model, solver, time_limit=SECONDS)}"
        with solutions(model, solver, time_limit=SECONDS) as found:
            number = sum(1 for _ in found)
        return f"{number}" if found.outcome.complete else f"{number}, {found.outcome.reason}"
    except Unsupported as error:
        return f"refused: {error}"
    except Incomplete as error:
        return str(error)


def measured(solver: str, model: Model, *, whole: bool) -> tuple[int, str]:
    """The peak while `model` is solved, and what came of it."""
    with Peak() as peak:
        found = outcome(model, solver, whole=whole)
    return peak.megabytes, found


def main(solver: str, spans: list[str]) -> None:
    """Print what each pair of models takes."""
    for rule in RULES:
        near, _ = measured(solver, model_of(rule, NEAR, 7), whole=False)
        for span in spans:
            model = model_of(rule, *FAR[span])
            truth = outcome(model, "brute-force", whole=False)
            for whole in (False, True):
                far, found = measured(solver, model, whole=whole)
                line: dict[str, Any] = {"model": f"{rule}, {span}", "more": far - near}
                print(json.dumps(line | {"outcome": found, "truth": truth}), flush=True)


if __name__ == "__main__":
    name, *asked = sys.argv[1:]
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (MOST, hard))
    main(name, asked or list(FAR))
