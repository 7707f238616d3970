"""A model as a CPMpy model; each term and truth has a variable of its own."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any

from ...models.language.model import Model
from ..harness.adapting.bounded import BoundedTranslator, Term

LARGEST = 2**50
"""The largest value that CPMpy's solvers hold."""


def known_to(native: Any) -> set[str]:
    """The names of the variables that CPMpy finds in a model of its; it leaves the others out."""
    find: Any = importlib.import_module("cpmpy.transformations.get_variables")
    return {variable.name for variable in find.get_variables_model(native)}


class Translation(BoundedTranslator):
    """The `native` model; its numbers are those of Python."""

    def __init__(
        self,
        model: Model,
        check: Callable[[], None],
        name: str,
        largest: int | None,
        module: Any = None,
    ) -> None:
        """`module` is asked in place of CPMpy, if it is there."""
        self.name, self.largest = name, largest
        self.module = importlib.import_module("cpmpy") if module is None else module
        self.native = self.module.Model()
        self.impossible = False
        """True if it is seen already that there is no solution."""
        super().__init__(model, check)

    def interval(self, low: int, high: int) -> Any:
        return self.module.intvar(low, high, name=self.fresh("n"))

    def among(self, values: list[int]) -> Any:
        variable = self.interval(values[0], values[-1])
        self.add(self.module.any([variable == value for value in values]))
        return variable

    def literal(self, value: int) -> int:
        return value

    def weighted(self, natives: list[Any], coefficients: list[int], constant: int) -> Any:
        parts = [f * native for native, f in zip(natives, coefficients, strict=True)]
        return self.module.sum(parts) + constant

    def extreme(self, which: str, natives: list[Any]) -> Any:
        return getattr(self.module, which)(natives)

    def item(self, natives: list[Any], index: Any) -> Any:
        return self.module.Element(natives, index)

    def conjunction(self, truths: list[Any]) -> Any:
        return self.module.all(truths)

    def disjunction(self, truths: list[Any]) -> Any:
        return self.module.any(truths)

    def reified(self, constraint: Any) -> Any:
        name = self.module.boolvar(name=self.fresh("b"))
        self.add(name == constraint)
        return name

    def opposite(self, truth: Any) -> Any:
        return ~truth

    def zero_or_one(self, truth: Any) -> Any:
        """An integer variable: CPMpy takes no Boolean where it wants an index."""
        number = self.interval(0, 1)
        self.add((number == 1) == truth)
        return number

    def add(self, constraint: Any) -> None:
        self.native.add([constraint])

    def refute(self) -> None:
        self.impossible = True

    def require_different(self, terms: Sequence[Term]) -> None:
        self.add(self.module.AllDifferent([term.native for term in terms]))
