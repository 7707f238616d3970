"""One run of our engine: what was asked for, how rows leave, and what its statistics say."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from importlib.util import find_spec
from typing import Any

from ...models.language.late_dataclasses import dataclass
from ...models.language.model import Model
from ..harness.contract import Control
from ..harness.rows.arrays import numpy, smallest_type

NO_LLVMLITE = "llvmlite is not installed"

Row = tuple[int, ...]


@dataclass(frozen=True)
class Run:
    """A search of `model`, whose domains are integers, as the control asks for it."""

    model: Model
    control: Control
    counting: bool = False
    form: str = "rows"
    """The form of what is found: "rows", tuples; "array" or "block", many rows at once."""

    @property
    def alone(self) -> str:
        """The engine that was asked for by name; "" for any."""
        return self.control.backend

    @property
    def may_compile(self) -> bool:
        """True if machine code may be made."""
        return self.alone != "python" and can_compile()

    @property
    def may_hand_over(self) -> bool:
        """True if another solver may be given the rest of the search."""
        control = self.control
        return control.options.hand_over and not self.alone and control.project is None

    def begin(self, engine: str, **more: int | float | str) -> None:
        """Say which engine searches from now on; statistics are cleared but for those so far."""
        statistics = self.control.statistics
        if self.alone != "python" and not can_compile():
            more["because"] = NO_LLVMLITE
        found = {"engine": engine, **more, **statistics} | {"engine": engine}
        statistics.clear()
        statistics.update(found)
        self.control.searching()

    def shaped(self, batch: array[int]) -> Iterable[Any]:
        """A batch of the kernel's rows in the form that is asked for."""
        width = len(self.model.variables)
        if self.form == "rows":
            return tuples(batch, width)
        if self.form == "array":
            return [batch]
        rows = numpy().frombuffer(batch, dtype="int64").reshape(-1, width)
        return [rows.astype(smallest_type(self.model.variables))]


def tuples(batch: array[int], width: int) -> Iterable[Row]:
    """The rows of a batch."""
    if width == 0:
        raise AssertionError("a search has variables")
    return zip(*[iter(batch)] * width, strict=True)


def can_compile() -> bool:
    """True if llvmlite is installed."""
    return find_spec("llvmlite") is not None
