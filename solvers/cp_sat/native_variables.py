"""The variables of a CP-SAT model under construction, with their bounds, by number."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .linear_expressions import Ends, Linear, Literal

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

LARGEST = 2**60
"""The greatest absolute value of a variable or a linear expression."""
_LARGEST_TOTAL = 2**62
LARGEST_PRESOLVED = 2**30
"""Beyond this CP-SAT's presolve loses solutions."""


class TooLargeError(Exception):
    """CP-SAT's 64-bit arithmetic cannot hold the values."""


class NativeVariables:
    """The variables of a native model; they and literals are known by number."""

    def __init__(self, library: Any = None) -> None:
        """`library` is asked in place of CP-SAT's module, if it is there."""
        library = library or importlib.import_module("ortools.sat.python.cp_model")
        self.model: cp_model.CpModel = library.CpModel()
        self._domain = library.Domain
        self._weighted: Callable[..., cp_model.LinearExpr] = library.LinearExpr.weighted_sum
        self._handles: list[cp_model.IntVar] = []
        self._ends: list[Ends] = []
        self._values: dict[int, frozenset[int]] = {}
        self._magnitude = 0
        self._reach = 0
        self.interval(1, 1)

    @property
    def may_be_presolved(self) -> bool:
        """True if all values and sums are small enough for CP-SAT's presolve."""
        return self._reach <= LARGEST_PRESOLVED

    def interval(self, low: int, high: int) -> int:
        """A new variable from `low` to `high`, inclusive."""
        _refuse_beyond(low, high)
        return self._new(self._domain(low, high), low, high)

    def among(self, values: Sequence[int]) -> int:
        """A new variable over `values`, ascending."""
        _refuse_beyond(values[0], values[-1])
        variable = self._new(self._domain.from_values(values), values[0], values[-1])
        self._values[variable] = frozenset(values)
        return variable

    def nonzero(self, low: int, high: int) -> int:
        """A new variable from `low` to `high`, but not 0."""
        _refuse_beyond(low, high)
        ends = ([low, min(high, -1)] if low < 0 else []) + ([max(low, 1), high] if high > 0 else [])
        return self._new(self._domain.from_flat_intervals(ends), ends[0], ends[-1])

    def boolean(self) -> Literal:
        """A new 0/1 variable, which the caller must determine."""
        return self.interval(0, 1)

    def _new(self, domain: cp_model.Domain, low: int, high: int) -> int:
        self._reach = max(self._reach, abs(low), abs(high))
        self._magnitude += max(abs(low), abs(high)) + high - low
        if self._magnitude > _LARGEST_TOTAL:
            raise TooLargeError
        variable = len(self._handles)
        self._handles.append(self.model.new_int_var_from_domain(domain, f"v{variable}"))
        self._ends.append((low, high))
        return variable

    def ends(self, linear: Linear) -> Ends:
        """The least and the greatest value of `linear`, by its variables' bounds."""
        low = high = linear.constant
        for variable, coefficient in linear.terms.items():
            first, last = self._ends[variable]
            low += coefficient * (first if coefficient > 0 else last)
            high += coefficient * (last if coefficient > 0 else first)
        return low, high

    def can_be(self, linear: Linear, value: int) -> bool:
        """True if the domains leave it open that `linear` is `value`."""
        low, high = self.ends(linear)
        if not low <= value <= high or len(linear.terms) != 1:
            return low <= value <= high
        ((variable, coefficient),) = linear.terms.items()
        quotient, rest = divmod(value - linear.constant, coefficient)
        values = self._values.get(variable)
        return not rest and (values is None or quotient in values)

    def handle(self, variable: int) -> cp_model.IntVar:
        """The native object of a variable."""
        return self._handles[variable]

    def index(self, variable: int) -> int:
        """The place of a variable in a native solution."""
        return self._handles[variable].index

    def switch(self, literal: Literal) -> cp_model.LiteralT:
        """The native object of a literal."""
        return self._handles[literal] if literal >= 0 else self._handles[~literal].negated()

    def _expression(self, linear: Linear) -> cp_model.LinearExpr:
        handles = [self._handles[variable] for variable in linear.terms]
        return self._weighted(handles, list(linear.terms.values()))

    def refuse_large(self, linear: Linear) -> None:
        """Raises: TooLargeError where a part of the sum could leave 64 bits."""
        reach = abs(linear.constant)
        for variable, coefficient in linear.terms.items():
            reach += abs(coefficient) * max(map(abs, self._ends[variable]))
        self._reach = max(self._reach, reach)
        if reach > 2 * LARGEST:
            raise TooLargeError


def _refuse_beyond(low: int, high: int) -> None:
    if max(abs(low), abs(high)) > LARGEST:
        raise TooLargeError
