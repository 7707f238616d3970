"""Reading a file of solutions: as a claim, or to export it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import cached_property
from pathlib import Path
from sqlite3 import Connection
from sqlite3 import Error as DatabaseError
from typing import Any, Self

from ....models.language.expressions import Bounds, Variable, bounds
from ....models.language.files.model_from_data import from_data
from ....models.language.model import Model
from ....models.language.nodes import Value, topological
from ....models.language.objectives import Objective, Point
from ..best import Best
from ..outcome import Outcome
from ..rows.judged import MOST_JUDGED, RowsJudged, judged_rows
from ..rows.packing import Packer
from ..running.projected_judge import MOST_SEARCHED, judge_of
from .claim_verification import read_tally, verify
from .saved_file_format import (
    MAGIC,
    SavedError,
    best_points,
    connect,
    damaged,
    inflated,
    read_as_data,
    seal,
)
from .saved_model_and_solver import objective, shape

SECONDS_TO_JUDGE = 60.0
"""The most time to judge the rows of a file."""


class SavedSolutions:
    """The solutions that `save` wrote, complete or not, all checked; to be closed after use.

    Nobody writes to the file meanwhile.

    Raises: SavedError for a file that is not there, is damaged or is being written.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            what = "is a folder" if self.path.is_dir() else "there is no such file"
            raise SavedError(self.path, f"{what}; name a file that `solve --save` wrote")
        with read_as_data(self.path):
            self._connection: Connection = connect(self.path)
            try:
                self._connection.execute("BEGIN")
                self.header = verify(self.path, self._connection)
                self._tally = read_tally(self.path, self._connection)
            except BaseException:
                self._connection.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the file back."""
        with suppress(DatabaseError):
            self._connection.close()

    def __len__(self) -> int:
        """The number of solutions; of a search that was stopped, of those found."""
        return self._tally.solutions + self._tally.pending

    @property
    def complete(self) -> bool:
        """True if these are all."""
        return self._tally.complete

    @property
    def digest(self) -> str | None:
        """The digest, all 64 digits; None where the file is not complete."""
        return self._tally.digest.full if self.complete else None

    @property
    def solver(self) -> str:
        """The solver that found them."""
        return str(self.header["solver"])

    @cached_property
    def model(self) -> Model:
        """The variables, in their groups, that a solution gives values to; no rules.

        It has the objective, if that is over these variables.
        """
        with read_as_data(self.path):
            found, aim = shape(self.header), self.objective
        asked = topological(aim.expressions) if aim else []
        names = {node.name for node in asked if isinstance(node, Variable)}
        return found.aiming(aim) if names <= found.by_name.keys() else found

    @cached_property
    def objective(self) -> Objective | None:
        """The objective of the solutions; None where there is none, or no file can hold it."""
        with read_as_data(self.path):
            return objective(self.header)

    @cached_property
    def best(self) -> Best | None:
        """The best value, as far as it is proven, where there is an objective."""
        if self.objective is None:
            return None
        found = Best.of(self.objective)
        if self._tally.best:
            with read_as_data(self.path):
                found.settle(best_points(self._tally.best, self.objective))
        return found

    @cached_property
    def value_columns(self) -> list[tuple[str, Bounds]]:
        """A name and the bounds of each value that `valued_rows` adds."""
        aim = self.objective
        if aim is None or (self.model.objective is None and self._shared is None):
            return []
        name = self.model.value_name
        names = [name] if aim.single else [f"{name}[{k}]" for k in range(len(aim.goals))]
        return list(zip(names, map(bounds, aim.expressions), strict=True))

    def valued_rows(self) -> Iterator[tuple[Value, ...]]:
        """The same rows, and behind each the value of every goal, where there is an objective.

        None of a projection on other variables whose rows may differ in that.
        """
        names = [variable.name for variable in self.model.variables]
        aim, shared = self.model.objective, self._shared or ()
        for row in self.rows():
            yield (*row, *(shared if aim is None else self._point(aim, names, row)))

    def _point(self, aim: Objective, names: Sequence[str], row: Sequence[Value]) -> Point:
        with read_as_data(self.path):
            point = aim.valuation.of(dict(zip(names, row, strict=True)))
            if point is None:
                raise ValueError(f"{row} has no value")
        return point

    @cached_property
    def _shared(self) -> Point | None:
        """The value that every solution has, if it is proven to be one."""
        if self.best is None or self.objective is None or self.objective.within:
            return None
        return tuple(self.best.points[0]) if len(self.best.points) == 1 else None

    def rows(self) -> Iterator[tuple[Value, ...]]:
        """The values of each solution, in the order of declaration."""
        packer = Packer(self.model)
        for data in self._packed(packer.row_size):
            with read_as_data(self.path):
                found = list(map(packer.values, packer.rows(data)))
            yield from found

    def assignments(self) -> Iterator[Mapping[str, Any]]:
        """The values of each solution, by the names of variables."""
        names = tuple(variable.name for variable in self.model.variables)
        for row in self.rows():
            yield dict(zip(names, row, strict=True))

    @cached_property
    def declared(self) -> Model | None:
        """The whole model, rules and all; None where the file does not hold it."""
        data = self.header.get("model")
        if data is None:
            return None
        with read_as_data(self.path):
            return from_data(data)

    def judged(self, model: Model | None = None, seed: int | None = None) -> RowsJudged:
        """The judge's findings on the rows: by the rules of `model`, else of that in the file."""
        by = model or self.declared
        if by is None:
            return RowsJudged(len(self))
        known = Outcome(self.solver, "", objective=self.best)
        most = MOST_JUDGED if self.header["project"] is None else MOST_SEARCHED
        seconds = SECONDS_TO_JUDGE
        with read_as_data(self.path) if model is None else nullcontext():  # its model is data too
            judge = judge_of(by, self.header["project"], [known], seconds)
            rows = self.assignments()
            return judged_rows(judge, rows, len(self), most=most, seed=seed, seconds=seconds)

    def _packed(self, row_size: int) -> Iterator[bytes]:
        with read_as_data(self.path):
            for *row, sealed in self._connection.execute("SELECT * FROM chunks ORDER BY id"):
                if sealed != seal(*row):
                    raise damaged(self.path, f"chunk {row[0]} does not fit its seal")
                yield inflated(self.path, row, row_size)


def is_saved(path: str | Path) -> bool:
    """True if a file begins as those do that `save` writes."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):
        return False
