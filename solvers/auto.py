"""Generated Python first, and machine code, where llvmlite is installed, for what takes longer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..models.language.model import Model
from ..models.language.objectives import Goal
from .compiled import portable as portable
from .compiled.engines import Engines, Search
from .compiled.loops_run import can_compile
from .harness.contract import Assignment, Control, Traits

TRAITS = Traits(
    compared=True,
    projects=True,
    threads=True,
    viewpoint="covers" if can_compile() else "rows",
)


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, by whichever engine looks quickest."""
    return Search(model, control, Engines.BOTH).assignments()


def improving(model: Model, goal: Goal, control: Control) -> Iterator[Assignment]:
    """Solutions of `model`, each better in `goal`, a variable of it; the last is the best."""
    from .compiled.better_solutions import improvements

    return improvements(model, goal, control, may_hand_over=control.options.hand_over)


def counts(model: Model, control: Control) -> Iterator[int]:
    """The number of solutions of `model`, in parts."""
    return Search(model, control, Engines.BOTH).counts()


def batches(model: Model, control: Control) -> Iterator[Any]:
    """Every solution of `model`, as a row, or many of them in one array of Python's."""
    return Search(model, control, Engines.BOTH).batches()


def blocks(model: Model, control: Control) -> Iterator[Any]:
    """Every solution of `model`, in arrays of rows × variables."""
    return Search(model, control, Engines.BOTH).blocks()
