"""A CP-SAT model under construction: variables, linear constraints, and their literals.

Whatever is added here is determined by the variables declared first: a literal is tied to its
condition both ways, since a Boolean left idle would double every solution. Only linear
constraints and clauses are ever enforced by a literal.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...models.language.constraints import NEGATED
from ...models.language.late_dataclasses import dataclass

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


# ------------------------------------ Linear expressions over native variables, in exact integers.
#
# A native variable is known by its number. A literal is the number of a 0/1 variable, or its
# complement (`~number`) for the negation, as in CP-SAT itself; variable 0 is always 1.


Literal = int
Ends = tuple[int, int]

TRUE: Literal = 0
FALSE: Literal = ~TRUE


@dataclass(frozen=True)
class Linear:
    """`constant` plus each native variable times its coefficient, which is never 0."""

    terms: Mapping[int, int]
    constant: int

    def plus(self, constant: int) -> Linear:
        """This and a constant."""
        return Linear(self.terms, self.constant + constant)

    def times(self, factor: int) -> Linear:
        """This, `factor` times."""
        return combination([(factor, self)])

    def minus(self, other: Linear) -> Linear:
        """This without `other`."""
        if not other.terms:
            return self.plus(-other.constant)
        return combination([(1, self), (-1, other)])

    @property
    def only(self) -> int | None:
        """The variable that this is, if it is no more than one."""
        if self.constant or len(self.terms) != 1:
            return None
        ((number, coefficient),) = self.terms.items()
        return number if coefficient == 1 else None

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for equal expressions, and hashable."""
        return (self.constant, *sorted(self.terms.items()))


def number(constant: int) -> Linear:
    """A constant as a linear expression."""
    return Linear({}, constant)


def single(variable: int) -> Linear:
    """A native variable as a linear expression."""
    return Linear({variable: 1}, 0)


def truth(literal: Literal) -> Linear:
    """A literal as 0 or 1."""
    if literal in (TRUE, FALSE):
        return number(int(literal == TRUE))
    return single(literal) if literal >= 0 else Linear({~literal: -1}, 1)


def combination(parts: Iterable[tuple[int, Linear]], constant: int = 0) -> Linear:
    """`constant` plus each expression times its factor."""
    terms: dict[int, int] = {}
    for factor, part in parts:
        constant += factor * part.constant
        for variable, coefficient in part.terms.items():
            terms[variable] = terms.get(variable, 0) + factor * coefficient
    return Linear({variable: c for variable, c in terms.items() if c}, constant)


def equation(left: Linear) -> Linear | None:
    """The least multiple of `left` that is 0 where it is; None where that is nowhere."""
    divisor = math.gcd(*left.terms.values()) or 1
    if left.constant % divisor:
        return None
    return _upright(_divided(left, divisor, left.constant // divisor))


def inequality(left: Linear) -> Linear:
    """The least expression that is at most 0 exactly where `left` is."""
    divisor = math.gcd(*left.terms.values()) or 1
    return _divided(left, divisor, -(-left.constant // divisor))


def is_upright(left: Linear) -> bool:
    """True if the first variable of `left` has a positive coefficient, or there is none."""
    return not left.terms or left.terms[min(left.terms)] > 0


def _upright(left: Linear) -> Linear:
    return left if is_upright(left) else left.times(-1)


def _divided(left: Linear, divisor: int, constant: int) -> Linear:
    return Linear({variable: c // divisor for variable, c in left.terms.items()}, constant)


# ------------------------------------------------------ The model, whose variables have numbers.


LARGEST = 2**60
"""The greatest absolute value of a variable or a linear expression."""
_LARGEST_TOTAL = 2**62
LARGEST_PRESOLVED = 2**30
"""Beyond this CP-SAT's presolve loses solutions."""


class Native:
    """The native model: its variables, the constraints on them, and literals tied to conditions."""

    def __init__(self, library: Any, too_large: Callable[[], Exception]) -> None:
        """`library` is asked in place of CP-SAT's module, if it is there.

        `too_large` is what is raised where its 64-bit arithmetic cannot hold the values.
        """
        library = library or importlib.import_module("ortools.sat.python.cp_model")
        self.model: cp_model.CpModel = library.CpModel()
        self._domain = library.Domain
        self._weighted: Callable[..., cp_model.LinearExpr] = library.LinearExpr.weighted_sum
        self._too_large = too_large
        self._handles: list[cp_model.IntVar] = []
        self._ends: list[Ends] = []
        self._values: dict[int, frozenset[int]] = {}
        self.encoded: dict[int, dict[int, Literal]] = {}
        """The literals tied to all values of a variable, for each that has them."""
        self._magnitude = self._reach = 0
        self.in_order = False
        """True if the declared variables are to be chosen first, in order."""
        self.may_be_probed = True
        """False where there is a circuit: probing may then let two arcs leave a vertex."""
        self.aims_at_values = False
        """True if it is a sum of 0/1 variables, no literal stands for more than a value, and no
        inequality weighs several terms.
        """
        self._ties = False
        self._same: dict[tuple[object, ...], int] = {}
        self._zero: dict[tuple[object, ...], Literal] = {}
        self._at_most: dict[tuple[object, ...], Literal] = {}
        self._all: dict[frozenset[Literal], Literal] = {}
        self._operands: dict[Literal, frozenset[Literal]] = {}
        """The operands of each literal of `_all`."""
        self.interval(1, 1)

    @property
    def may_be_presolved(self) -> bool:
        """True if all values and sums are small enough for CP-SAT's presolve."""
        return self._reach <= LARGEST_PRESOLVED

    def interval(self, low: int, high: int) -> int:
        """A new variable from `low` to `high`, inclusive."""
        return self._new(lambda: self._domain(low, high), low, high)

    def among(self, values: Sequence[int]) -> int:
        """A new variable over `values`, ascending."""
        variable = self._new(lambda: self._domain.from_values(values), values[0], values[-1])
        self._values[variable] = frozenset(values)
        return variable

    def nonzero(self, low: int, high: int) -> int:
        """A new variable from `low` to `high`, but not 0."""
        ends = ([low, min(high, -1)] if low < 0 else []) + ([max(low, 1), high] if high > 0 else [])
        return self._new(lambda: self._domain.from_flat_intervals(ends), ends[0], ends[-1])

    def boolean(self) -> Literal:
        """A new 0/1 variable, which the caller must determine."""
        return self.interval(0, 1)

    def _new(self, domain: Callable[[], cp_model.Domain], low: int, high: int) -> int:
        size = max(abs(low), abs(high))
        self._reach = max(self._reach, size)
        self._magnitude += size + high - low
        if size > LARGEST or self._magnitude > _LARGEST_TOTAL:
            raise self._too_large()
        variable = len(self._handles)
        self._handles.append(self.model.new_int_var_from_domain(domain(), f"v{variable}"))
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

    def circuit(self, arcs: Iterable[tuple[int, int, Literal]]) -> None:
        """Require that taken arcs make a circuit, but for a vertex that one leads to itself."""
        self.may_be_probed = False
        self.model.add_circuit([(a, b, self.switch(taken)) for a, b, taken in arcs])

    def _expression(self, linear: Linear) -> cp_model.LinearExpr:
        handles = [self._handles[variable] for variable in linear.terms]
        return self._weighted(handles, list(linear.terms.values()))

    def aim(self, linear: Linear, sign: int) -> None:
        """Have `linear` made as small as may be, or with `sign` -1, as great."""
        aim = self.model.minimize if sign > 0 else self.model.maximize
        aim(self._expression(linear) + linear.constant)
        self.aims_at_values = all(self._ends[one] == (0, 1) for one in linear.terms)
        self.aims_at_values &= not self._ties

    def refuse_large(self, linear: Linear) -> None:
        """Raises: TooLargeError where a part of the sum could leave 64 bits."""
        reach = abs(linear.constant)
        for variable, coefficient in linear.terms.items():
            reach += abs(coefficient) * max(map(abs, self._ends[variable]))
        self._reach = max(self._reach, reach)
        if reach > 2 * LARGEST:
            raise self._too_large()

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
                self._ties |= sum(abs(factor) > 1 for factor in left.terms.values()) > 1
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

    def encode(self, variable: int, values: Iterable[int]) -> dict[int, Literal]:
        """The literals tied to each of the values of a variable: just one of them holds."""
        literals = {value: self.boolean() for value in values}
        self.model.add_exactly_one([self.switch(literal) for literal in literals.values()])
        weighted = [(value, truth(literal)) for value, literal in literals.items()]
        self.require(combination([(-1, single(variable)), *weighted]), "==")
        for value, literal in literals.items():
            self._zero[single(variable).plus(-value).key] = literal
        self.encoded[variable] = literals
        return literals

    def all_of(self, literals: Iterable[Literal]) -> Literal:
        """The literal that holds exactly where all of `literals` do."""
        kept = frozenset(literals) - {TRUE}
        if any(~literal in kept for literal in kept) or FALSE in kept:
            return FALSE
        if len(kept) < 2:
            return next(iter(kept), TRUE)
        if kept not in self._all:
            self._ties = True
            both = self._all[kept] = self.boolean()
            self._operands[both] = kept
            switches = [self.switch(literal) for literal in sorted(kept)]
            self.model.add_bool_and(switches).only_enforce_if(self.switch(both))
            self.clause([both, *(~literal for literal in kept)])
        return self._all[kept]

    def excludes(self, one: Literal, other: Literal) -> bool:
        """True if `one` is known to hold only where `other` does not."""
        return ~other in self._operands.get(one, {one})

    def any_of(self, literals: Iterable[Literal]) -> Literal:
        """The literal that holds exactly where one of `literals` does."""
        return ~self.all_of(~literal for literal in literals)

    def compare(self, left: Linear, relation: str) -> Literal:
        """The literal that holds exactly where `left` stands in `relation` to 0."""
        match relation:
            case "==":
                return self._is_zero(left)
            case "<=":
                return self._is_at_most_zero(left)
            case "<":
                return self._is_at_most_zero(left.plus(1))
            case _:
                assert relation in NEGATED, f"no relation {relation!r}"
                return ~self.compare(left, NEGATED[relation])

    def _is_zero(self, left: Linear) -> Literal:
        if (known := self._zero.get(left.key)) is not None:
            return known
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
            self._ties = True
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
