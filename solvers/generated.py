"""Python loops generated from the declaration: nothing to install, nothing to wait for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..models.language.model import Model
from .compiled.engines import Engines, Search
from .harness.contract import Assignment, Control, Traits

TRAITS = Traits(projects=True)


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, by loops over words of bits or by propagation."""
    return Search(model, control, Engines.PYTHON).assignments()


def counts(model: Model, control: Control) -> Iterator[int]:
    """The number of solutions of `model`, in parts."""
    return Search(model, control, Engines.PYTHON).counts()


def blocks(model: Model, control: Control) -> Iterator[Any]:
    """Every solution of `model`, in arrays of rows × variables."""
    return Search(model, control, Engines.PYTHON).blocks()
