"""Machine code compiled from the declaration, by way of LLVM: as fast as loops written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...models.language.model import Model
from ...models.language.objectives import Goal
from ..harness.contract import Assignment, Control, Traits
from .engines import Engines, Search

TRAITS = Traits(
    projects=True,
    threads=True,
    module="llvmlite.binding",
    distribution="llvmlite",
    viewpoint="covers",
)


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, by machine code, or by propagation where that is quicker."""
    return _search(model, control).assignments()


def improving(model: Model, goal: Goal, control: Control) -> Iterator[Assignment]:
    """Solutions of `model`, each better in `goal`, a variable of it; the last is the best."""
    from .better_solutions import improvements

    return improvements(model, goal, control, may_hand_over=False)


def counts(model: Model, control: Control) -> Iterator[int]:
    """The number of solutions of `model`, in parts."""
    return _search(model, control).counts()


def batches(model: Model, control: Control) -> Iterator[Any]:
    """Every solution of `model`, as a row, or many of them in one array of Python's."""
    return _search(model, control).batches()


def blocks(model: Model, control: Control) -> Iterator[Any]:
    """Every solution of `model`, in arrays of rows × variables."""
    return _search(model, control).blocks()


def portable(model: Model, control: Control, *, counting: bool) -> Any:
    """The search of `model` in parts that travel; None where it is not by machine code."""
    from .portable_search import portable

    return portable(model, control, counting=counting)


def _search(model: Model, control: Control) -> Search:
    return Search(model, control, Engines.MACHINE)
