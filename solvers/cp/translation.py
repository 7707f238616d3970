"""A model for OR-Tools' original CP solver.

Of three Booleans or more whose greatest it knows, it takes that for the least too, so it is never
asked for the least of anything.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any

from ...models.language.arithmetic_expressions import quotient_bounds
from ...models.language.expressions import MOST_VALUES
from ...models.language.model import Model
from ...models.language.phrases import grouped
from ..harness.adapting.bounded import BoundedTranslator, Term
from ..harness.adapting.recording import Recording, tuple_of, writer
from .native_constraints import LARGEST, NATIVE

MOST_APART = 2**24
"""The most that values of a domain with gaps may lie apart: 2 MB for a variable."""
_LARGEST_MET = 2**62
"""The greatest size of what is computed on the way."""


class Translation(BoundedTranslator):
    """A model for the CP solver: every term and every truth is a variable of its."""

    name = "cp"
    largest = LARGEST
    most_listed = MOST_VALUES
    natives = NATIVE

    def __init__(self, model: Model, check: Callable[[], None], native: Any) -> None:
        """`native` is a fresh solver of the library's."""
        self.native = native
        super().__init__(model, check)

    @property
    def decided(self) -> list[Any]:
        """The variables to be decided, in their order."""
        return [*(term.native for term in self.variables.values()), *self.derived]

    def interval(self, low: int, high: int) -> Any:
        return self.native.IntVar(low, high)

    def among(self, values: list[int]) -> Any:
        if values[-1] - values[0] > MOST_APART:
            raise self.refused(
                "cp holds a bit for each integer between the values of a domain with gaps, here"
                f" {grouped(values[-1] - values[0])};"
                " give values closer together, or use a solver such as flatmap"
            )
        return self.native.IntVar(values)

    def literal(self, value: int) -> Any:
        return self.native.IntConst(value)

    def kept(self, expression: Any, low: int, high: int) -> Term:
        """The variable that the library has for `expression`, in 64 bits."""
        if max(abs(low), abs(high)) > _LARGEST_MET:
            raise self.refused(f"a part of it may pass {grouped(_LARGEST_MET)} in size")
        return Term(expression.Var(), low, high)

    def weighted(self, natives: list[Any], coefficients: list[int], constant: int) -> Any:
        return self.native.ScalProd(natives, coefficients) + constant

    def extreme(self, which: str, natives: list[Any]) -> Any:
        if which == "max":
            return self.native.Max(natives)
        return -self.native.Max([-native for native in natives])

    def _divided(self, dividend: Term, divisor: Term) -> tuple[Term, Term]:
        """By the library's own division, which rounds towards 0, where nothing is negative."""
        if dividend.low < 0 or divisor.low < 1:
            return super()._divided(dividend, divisor)
        ends = quotient_bounds(dividend[1:], divisor[1:])
        quotient = self.kept(dividend.native // divisor.native, *ends)
        return quotient, self.kept(dividend.native % divisor.native, 0, divisor.high - 1)

    def chosen(self, items: Sequence[Term], index: Term) -> Term:
        """An index of its own, or the library goes through as much as `index` spans."""
        place = self.new(0, len(items) - 1)
        inside = self.native.IsBetweenVar(index.native, 0, len(items) - 1)
        self.equate(place.native, index.native * inside)
        self.derived.append(place.native)
        return super().chosen(items, place)

    def item(self, natives: list[Any], index: Any) -> Any:
        return self.native.Element(natives, index)

    def conjunction(self, truths: list[Any]) -> Any:
        return 1 - self.native.Max([self.opposite(truth) for truth in truths])

    def disjunction(self, truths: list[Any]) -> Any:
        return self.native.Max(truths)

    def reified(self, constraint: Any) -> Any:
        return constraint.Var()

    def opposite(self, truth: Any) -> Any:
        return (1 - truth).Var()

    def require(self, truth: Any) -> None:
        super().require(truth if isinstance(truth, bool) else truth == 1)

    def add(self, constraint: Any) -> None:
        self.native.Add(constraint)

    def refute(self) -> None:
        self.native.Add(self.native.FalseConstraint())

    def require_different(self, terms: Sequence[Term]) -> None:
        self.native.Add(self.native.AllDifferent([term.native for term in terms], True))


# --------- A model as a script for OR-Tools' original CP solver, which needs nothing but OR-Tools.
#
# The adapter's own translation is run, and what it asks of the library is written down.


TAKEN = ("sys", "Counter", "EXPECTED", "pywrapcp", "solver", "decided", "decisions", "found")

BODY = """\
solver = pywrapcp.Solver("a small model")
{posted}

decided = {decided}
decisions = solver.Phase(decided, solver.CHOOSE_FIRST_UNBOUND, solver.ASSIGN_MIN_VALUE)
solver.NewSearch(decisions)
found = []
while solver.NextSolution():
    found.append({values})
solver.EndSearch()
"""


def _body(model: Model) -> str:
    library: Any = importlib.import_module("ortools.constraint_solver.pywrapcp")
    names = (variable.name for variable in model.variables)

    def named(native: object) -> str | None:
        if isinstance(native, library.Pack):
            return ""
        return next(names, "") if isinstance(native, library.IntVar) else None

    recording = Recording(named, TAKEN)
    native = recording.spoken(library.Solver("a small model"), "solver")
    translation = Translation(model, lambda: None, native)
    translation.noted = recording.note
    translation.post(model.constraints)
    return BODY.format(
        posted="\n".join(recording.lines),
        decided=translation.decided,
        values=tuple_of(f"{term.native!r}.Value()" for term in translation.variables.values()),
    )


script = writer(
    "The solutions that OR-Tools' original CP solver finds of a small model.",
    _body,
    library="from ortools.constraint_solver import pywrapcp",
)
