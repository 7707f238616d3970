"""A CP-SAT model under construction: variables, linear constraints, and their literals.

Whatever is added here is determined by the variables declared first: a literal is tied to its
condition both ways, since a Boolean left idle would double every solution. Only linear
constraints and clauses are ever enforced by a literal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .linear_expressions import (
    FALSE,
    TRUE,
    Linear,
    Literal,
    equation,
    inequality,
    is_upright,
    single,
    truth,
)
from .native_variables import NativeVariables

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


class Native(NativeVariables):
    """The native model: its variables, the constraints on them, and literals tied to conditions."""

    def __init__(self, library: Any = None) -> None:
        """`library` is asked in place of CP-SAT's module, if it is there."""
        super().__init__(library)
        self.in_order = False
        """True if the declared variables are to be chosen first, in order."""
        self._same: dict[tuple[object, ...], int] = {}
        self._zero: dict[tuple[object, ...], Literal] = {}
        self._at_most: dict[tuple[object, ...], Literal] = {}
        self._all: dict[frozenset[Literal], Literal] = {}

    # ----------------------------------------------------------------------- variables

    def copy(self, linear: Linear) -> int:
        """A new variable that equals `linear`."""
        variable = self.interval(*self.ends(linear))
        self.require(linear.minus(single(variable)), "==")
        return variable

    def variable(self, linear: Linear) -> int:
        """The variable that `linear` is, or one that equals it."""
        if linear.only is not None:
            return linear.only
        key = linear.key
        if key not in self._same:
            self._same[key] = self.copy(linear)
        return self._same[key]

    def affine(self, linear: Linear) -> cp_model.LinearExprT:
        """`linear` as a native expression of at most one variable, a copy if need be."""
        if not linear.terms:
            return linear.constant
        if len(linear.terms) > 1:
            return self.handle(self.variable(linear))
        self.refuse_large(linear)
        return self._expression(linear) + linear.constant

    def plain(self, linear: Linear) -> cp_model.VariableT:
        """`linear` as a native constant or variable, a copy if need be."""
        return self.handle(self.variable(linear)) if linear.terms else linear.constant

    # --------------------------------------------------------------------- constraints

    def require(self, left: Linear, relation: str, when: Literal = TRUE) -> None:
        """`left` stands in `relation` to 0, at least where the literal `when` holds."""
        match relation:
            case "!=":
                self._apart(left, when)
            case "==":
                self._equal(left, when)
            case "<=":
                self._between(inequality(left), None, 0, when)
            case "<":
                self.require(left.plus(1), "<=", when)
            case ">":
                self.require(left.times(-1).plus(1), "<=", when)
            case ">=":
                self.require(left.times(-1), "<=", when)
            case _:
                raise AssertionError(f"no relation {relation!r}")

    def within(self, linear: Linear, low: int, high: int) -> None:
        """`linear` is at least `low` and at most `high`."""
        self._between(linear, low, high, TRUE)

    def clause(self, literals: Iterable[Literal]) -> None:
        """At least one of `literals` holds."""
        kept = set(literals) - {FALSE}
        if TRUE not in kept:
            self.model.add_bool_or([self.switch(literal) for literal in sorted(kept) or [FALSE]])

    def _between(self, linear: Linear, low: int | None, high: int, when: Literal) -> None:
        first, last = self.ends(linear)
        bottom = first if low is None else max(low, first)
        if bottom > min(high, last):
            self.clause([~when])
        elif bottom > first or high < last:
            self._add(linear, [max(bottom, first), min(high, last)], when)

    def _equal(self, linear: Linear, when: Literal) -> None:
        reduced = equation(linear)
        if reduced is None:
            self.clause([~when])
        else:
            self._between(reduced, 0, 0, when)

    def _apart(self, linear: Linear, when: Literal) -> None:
        reduced = equation(linear)
        if reduced is None:
            return
        low, high = self.ends(reduced)
        if low == high == 0:
            self.clause([~when])
        elif low <= 0 <= high:
            halves = ([low, -1] if low < 0 else []) + ([1, high] if high > 0 else [])
            self._add(reduced, halves, when)

    def _add(self, linear: Linear, ends: list[int], when: Literal) -> None:
        if when == FALSE:
            return
        self.refuse_large(linear)
        shifted = [end - linear.constant for end in ends]
        expression = self._expression(linear)
        if len(ends) == 2:
            added = self.model.add_linear_constraint(expression, *shifted)
        else:
            domain = self._domain.from_flat_intervals(shifted)
            added = self.model.add_linear_expression_in_domain(expression, domain)
        if when != TRUE:
            added.only_enforce_if(self.switch(when))

    # ------------------------------------------------------------------------ literals

    def all_of(self, literals: Iterable[Literal]) -> Literal:
        """The literal that holds exactly where all of `literals` do."""
        kept = frozenset(literals) - {TRUE}
        if any(~literal in kept for literal in kept) or FALSE in kept:
            return FALSE
        if len(kept) < 2:
            return next(iter(kept), TRUE)
        if kept not in self._all:
            both = self._all[kept] = self.boolean()
            switches = [self.switch(literal) for literal in sorted(kept)]
            self.model.add_bool_and(switches).only_enforce_if(self.switch(both))
            self.clause([both, *(~literal for literal in kept)])
        return self._all[kept]

    def any_of(self, literals: Iterable[Literal]) -> Literal:
        """The literal that holds exactly where one of `literals` does."""
        return ~self.all_of(~literal for literal in literals)

    def compare(self, left: Linear, relation: str) -> Literal:
        """The literal that holds exactly where `left` stands in `relation` to 0."""
        match relation:
            case "==":
                return self._is_zero(left)
            case "!=":
                return ~self._is_zero(left)
            case "<=":
                return self._is_at_most_zero(left)
            case "<":
                return self._is_at_most_zero(left.plus(1))
            case ">":
                return ~self._is_at_most_zero(left)
            case ">=":
                return ~self._is_at_most_zero(left.plus(1))
            case _:
                raise AssertionError(f"no relation {relation!r}")

    def _is_zero(self, left: Linear) -> Literal:
        reduced = equation(left)
        if reduced is None or not self.can_be(reduced, 0):
            return FALSE
        if not reduced.terms:
            return TRUE
        low, high = self.ends(reduced)
        if (low, high) in ((-1, 0), (0, 1)) and len(reduced.terms) == 1:
            return self._bit(reduced, bool(low))
        return self._tied(reduced, self._zero, "==", "!=")

    def _is_at_most_zero(self, left: Linear) -> Literal:
        reduced = inequality(left)
        low, high = self.ends(reduced)
        if high <= 0 or low > 0:
            return TRUE if high <= 0 else FALSE
        if not is_upright(reduced):
            return ~self._is_at_most_zero(reduced.times(-1).plus(1))
        if (low, high) == (0, 1) and len(reduced.terms) == 1:
            return self._bit(reduced, False)
        return self._tied(reduced, self._at_most, "<=", ">")

    def _bit(self, upright: Linear, at_top: bool) -> Literal:
        """The literal that the one open variable of `upright` is at its top, or else its bottom."""
        (variable,) = upright.terms
        if self._ends[variable] == (0, 1):
            return variable if at_top else ~variable
        bottom = self._ends[variable][0]
        shifted = Linear({variable: 1}, -bottom)
        top = self._tied(shifted.plus(-1), self._zero, "==", "!=")
        return top if at_top else ~top

    def _tied(
        self,
        left: Linear,
        known: dict[tuple[object, ...], Literal],
        relation: str,
        otherwise: str,
    ) -> Literal:
        key = left.key
        if key not in known:
            literal = known[key] = self.boolean()
            self.require(left, relation, literal)
            self.require(left, otherwise, ~literal)
        return known[key]


def as_literal(native: Native, linear: Linear) -> Literal | None:
    """The literal that `linear` is, if its values are 0 and 1 and it is one variable."""
    if native.ends(linear) != (0, 1) or len(linear.terms) != 1:
        return None
    ((variable, coefficient),) = linear.terms.items()
    literal = variable if coefficient > 0 else ~variable
    return literal if truth(literal).key == linear.key else None
