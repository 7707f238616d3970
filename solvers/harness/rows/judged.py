"""Rows held to the rules of the declared model before they become a verdict: all, or a sample."""

from __future__ import annotations

import marshal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import blake2b
from math import inf
from random import Random
from typing import Any

from ....models.language.check import Judge
from ....models.language.errors import PredicateError
from ....models.language.late_dataclasses import dataclass
from ....models.language.phrases import assigned, grouped
from ..contract import Incomplete
from ..registry import UnknownSolver, solver_named

MOST_JUDGED = 100_000
"""Rows are judged up to so many; of more, a sample of this size."""
_REPORT_EVERY = 64


@dataclass(frozen=True)
class RowsJudged:
    """The number of rows that were judged of some, and the first that is no solution."""

    rows: int = 0
    judged: int = 0
    fault: str = ""
    """The row, and what it breaks; "" where none is wrong."""

    def __str__(self) -> str:
        if self.judged >= self.rows:
            return "rows judged: all"
        if not self.judged:
            return "rows not judged"
        return f"rows judged: a sample of {grouped(self.judged)} of {grouped(self.rows)}"

    def to_json(self) -> dict[str, int]:
        """The numbers for a document."""
        return {"judged": self.judged, "of": self.rows}


def judged_rows(
    judge: Judge | None,
    rows: Iterable[Mapping[str, Any]],
    number: int,
    *,
    most: int = MOST_JUDGED,
    seed: int | None = None,
    seconds: float = inf,
    hear: Callable[[], object] = lambda: None,
) -> RowsJudged:
    """The judge's findings on `number` rows, `most` of them at most, within some seconds.

    A sample is drawn by `seed`. A row that comes twice is a fault too. Without a judge there are
    none.
    """
    if judge is None:
        return RowsJudged(number)
    ends, judged, seen = time.monotonic() + seconds, 0, set[bytes]()
    chosen = None if number <= most else set(Random(seed or 0).sample(range(number), most))
    asked = (row for place, row in enumerate(rows) if chosen is None or place in chosen)
    fault = ""
    try:
        for values, holds in judge.each(asked):
            judged += 1
            key = blake2b(marshal.dumps(tuple(values.values()), 2), digest_size=16).digest()
            if not holds or key in seen:
                fault = fault_of(judge, values, is_repeated=holds)
                break
            seen.add(key)
            if not judged % _REPORT_EVERY:
                hear()
                if time.monotonic() > ends:
                    break
    except (PredicateError, Incomplete):  # the rest is not judged, and it is said
        pass
    return RowsJudged(number, judged, fault)


def fault_of(judge: Judge, values: Mapping[str, Any], *, is_repeated: bool = False) -> str:
    """A row that is no solution, with what it breaks; or that came twice."""
    row = assigned(values)
    if is_repeated:
        return f"{row}, which it reported more than once"
    broken = next(iter(judge.violations(values)), None)
    if broken is None:
        return f"{row}, which is no solution"
    why = broken.detail if broken.rule in ("domain", "others") else f"which breaks {broken.rule}"
    return f"{row}, {why}"


def whose_fault(solver: str) -> str:
    """Who has to mend an error of `solver`, in words, with what to do."""
    try:
        found = solver_named(solver)
        is_ours = found.address.startswith("everyway.solvers.")
        library = found.traits.distribution or found.traits.module or found.traits.program
    except (UnknownSolver, ImportError):
        is_ours, library = False, ""
    if not is_ours:
        return f"this is a fault of {solver}; compare solvers on the model to see it"
    where = f" or of {library}" if library else ""
    return f"this is a fault of everyway{where}, not of the model; please report it with the model"


class RowSample:
    """Rows of a stream: all of them up to `MOST_JUDGED`, else a sample drawn by a seed."""

    def __init__(self, seed: int | None, most: int = MOST_JUDGED) -> None:
        self._random, self._most, self.number = Random(seed or 0), most, 0
        self._kept: list[bytes] = []

    def add(self, row: bytes) -> None:
        """Take in the next row, or leave it out by chance."""
        self.number += 1
        if len(self._kept) < self._most:
            self._kept.append(row)
        elif (place := int(self._random.random() * self.number)) < self._most:
            self._kept[place] = row

    def shuffled(self) -> Iterator[bytes]:
        """The rows that are kept, so that any first of them are a sample too."""
        self._random.shuffle(self._kept)
        return iter(self._kept)
