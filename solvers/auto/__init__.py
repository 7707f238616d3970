"""Loops and a propagating kernel, in Python first, and as machine code for what takes longer.

Which engine answers follows from the model, the options, and whether llvmlite is installed. Asked
by name, as in `auto[kernel]`, an engine searches alone, or says that it does not take the model.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

from ...models.language.model import Model
from ...models.language.objectives import Goal
from ..harness.contract import Assignment, Control, Traits, Unsupported
from .engine_run import can_compile
from .engines import assignments as solutions  # a module that defines it would be a solver
from .engines import batches, blocks, counts

__all__ = ["TRAITS", "TRAITS_OF", "backends", "batches", "blocks", "counts"]
__all__ += ["improving", "solutions"]

TRAITS = Traits(
    compared=True,
    projects=True,
    threads=can_compile(),
    viewpoint="covers" if can_compile() else "rows",
    slow_without="" if can_compile() else "llvmlite",
    native_where={"NumberOfValues": "the variables are different, and the number is known"},
)
TRAITS_OF = {
    "kernel": Traits(projects=True, threads=can_compile(), viewpoint="covers", calls_python=False),
    "loops": Traits(
        threads=True, viewpoint="covers", module="llvmlite.binding", distribution="llvmlite"
    ),
    "python": Traits(projects=True),
    "diagram": Traits(projects=True, module="numpy"),
}
"""The traits of each engine that is asked by name."""


def backends() -> list[str]:
    """The names of the engines that there are here."""
    packages = {name: one.module.partition(".")[0] for name, one in TRAITS_OF.items()}
    return [name for name, package in packages.items() if not package or find_spec(package)]


def improving(model: Model, goal: Goal, control: Control) -> Iterator[Assignment]:
    """Solutions of `model`, each better in `goal`, a variable of it; the last is the best."""
    from .kernel_engine import improvements

    if control.backend not in ("", "kernel", "python"):
        raise Unsupported(f"auto[{control.backend}] does not optimise by itself")
    hand_over = control.options.hand_over and not control.backend
    return improvements(model, goal, control, may_hand_over=hand_over)
