"""A model for CP-SAT: its expressions are linear ones over native variables, its truths literals.

A term that may be undefined is made total: a divisor of 0 is replaced by another, an index outside
its array by one inside. So every auxiliary is determined where the term is undefined, too.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

from ...models.language.arithmetic_expressions import Sum, quotient_bounds
from ...models.language.choices import Element
from ...models.language.constraints import Comparison, Constraint, Or
from ...models.language.expressions import Constant, Indicator, Variable, size
from ...models.language.global_constraints.predicate import Predicate
from ...models.language.model import Model
from ...models.language.nodes import Node, topological
from ..harness.adapting.recording import Recording, tuple_of, writer
from ..harness.adapting.translator import Kind, Translator, tabulated
from ..harness.contract import Unsupported
from .native import (
    FALSE,
    LARGEST,
    TRUE,
    Ends,
    Linear,
    Literal,
    Native,
    as_literal,
    combination,
    number,
    single,
    truth,
)
from .native_constraints import NATIVE, table

_MOST_LISTED = 1_000
_LONGEST_SHARED = 8
"""A sum of more variables than this becomes one variable where it is read more than once."""
_LONGEST_NESTED = 1024
"""The same of a sum within another, read once or more."""
_MOST_BITS = 4096
_WIDE = 2**16


class Translation(Translator[Linear, Literal]):
    """The native model of `model`, and where each declared variable stands in it."""

    name = "cp-sat"
    natives = NATIVE

    def __init__(self, model: Model, check: Callable[[], None], library: Any = None) -> None:
        """`check` is called often, and may raise to end the translation.

        `library` is asked in place of CP-SAT's module, if it is there.
        Raises: Unsupported for what CP-SAT cannot hold, naming it.
        """
        self.native = Native(library, self._too_large)
        self._divisions: dict[tuple[object, ...], tuple[Linear, Linear]] = {}
        self._divisors: dict[tuple[object, ...], Linear] = {}
        nodes = topological(model.constraints)
        self._readers: Counter[Node] = Counter(part for node in nodes for part in node.parts)
        super().__init__(model, check)
        self._encode(nodes)
        self.post(model.constraints)

    def _encode(self, nodes: Sequence[Node]) -> None:
        """Have a literal for each value of variables all of whose values are asked for.

        Truths of a value, and the elements in sums, are sums of such literals. Those of a variable
        together take less than what ties each of them by itself.
        """
        summed = {part for node in nodes if isinstance(node, Sum) for part in node.parts}
        asked, weighed = Counter[Variable](), dict[Kind, tuple[Variable, dict[int, int]]]()
        for node in nodes:
            match node:
                case Comparison(Variable() as variable, "==" | "!=", Constant()):
                    asked[variable] += 1
                case Indicator(Comparison(Variable() as variable, "==", Constant(int(value)))):
                    weighed[node] = variable, {value: 1}
                case Element(array, Variable() as index) if node in summed:
                    numbers = [int(item.constant) for item in array if isinstance(item, Constant)]
                    if len(numbers) == len(array) and sum(map(abs, numbers)) <= _WIDE:
                        asked[index] += len(array)
                        weighed[node] = index, dict(enumerate(numbers))
                case _:
                    pass
        encoded = dict[Variable, dict[int, Literal]]()
        for variable, times in asked.items():
            linear = self.variables[variable]
            most = max(map(abs, self.native.ends(linear)))
            if 2 < size(variable.domain) <= times and linear.only is not None and most <= _WIDE:
                values = [int(value) for value in variable.domain]
                encoded[variable] = self.native.encode(linear.only, values)
        self._reach(encoded)
        for node, (variable, amounts) in weighed.items():
            if variable in encoded:
                self._weigh(node, encoded[variable], amounts)

    def _weigh(self, node: Kind, is_at: Mapping[int, Literal], amounts: Mapping[int, int]) -> None:
        """Add the term that is one of some amounts, by the literal of the value of its index."""
        self.check()
        self._terms[node] = combination(
            (amount, truth(is_at[value])) for value, amount in amounts.items() if value in is_at
        )
        self._ends[node] = min(0, *amounts.values()), max(0, *amounts.values())
        self._defined[node] = self._all_defined((), *self._own_condition(node))

    def _too_large(self) -> Unsupported:
        return self.refused(
            "values may pass 2**60 in size, where CP-SAT could overflow; take smaller domains, or"
            " use a solver such as flatmap"
        )

    # ------------------------------------------------------------ variables, numbers, sums

    def declared(self, variable: Variable) -> Linear:
        domain, native = variable.domain, self.native
        if not isinstance(domain, range):
            return single(native.among([int(value) for value in domain]))
        if domain.step == 1:
            return single(native.interval(domain[0], domain[-1]))
        if size(domain) <= _MOST_LISTED:
            return single(native.among(domain))
        if max(abs(domain[0]), abs(domain[-1])) > LARGEST:
            raise self._too_large()
        return Linear({native.interval(0, size(domain) - 1): domain.step}, domain[0])

    def constant(self, value: int) -> Linear:
        return number(value)

    def number(self, literal: Literal) -> Linear:
        return truth(literal)

    def linear(self, terms: Sequence[Linear], coefficients: Sequence[int], constant: int) -> Linear:
        parts = [self._shorter(term, _LONGEST_NESTED) for term in terms]
        return combination(zip(coefficients, parts, strict=True), constant)

    def _as_term(self, node: Kind) -> Linear:
        term = super()._as_term(node)
        is_shared = isinstance(node, Sum) and self._readers[node] > 1
        return self._shorter(term, _LONGEST_SHARED) if is_shared else term

    def _shorter(self, term: Linear, longest: int) -> Linear:
        """`term`, or one variable that equals it if it has more than `longest`."""
        return single(self.native.variable(term)) if len(term.terms) > longest else term

    # ---------------------------------------------------------------------------- products

    def product(self, left: Linear, right: Linear) -> Linear:
        native = self.native
        if not left.terms or not right.terms:
            return self._scaled(left, right)
        a, b = as_literal(native, left), as_literal(native, right)
        if a is not None and b is not None:
            return truth(native.all_of([a, b]))
        if a is not None:
            return self._gated(a, right)
        if b is not None:
            return self._gated(b, left)
        corners = [x * y for x in native.ends(left) for y in native.ends(right)]
        low, high = min(corners), max(corners)
        return self._multiplied(left, right, (max(low, 0) if left == right else low, high))

    def _scaled(self, left: Linear, right: Linear) -> Linear:
        factor, other = (right.constant, left) if not right.terms else (left.constant, right)
        if factor.bit_length() > _MOST_BITS:
            raise self._too_large()
        return other.times(factor)

    def _gated(self, gate: Literal, value: Linear) -> Linear:
        """`value` where `gate` holds, else 0."""
        native = self.native
        low, high = native.ends(value)
        return self._either(gate, value, number(0), native.interval(min(low, 0), max(high, 0)))

    def _either(self, gate: Literal, value: Linear, other: Linear, variable: int) -> Linear:
        """A new `variable` that equals `value` where `gate` holds, else `other`."""
        result = single(variable)
        self.native.require(result.minus(value), "==", gate)
        self.native.require(result.minus(other), "==", ~gate)
        return result

    def _multiplied(self, left: Linear, right: Linear, ends: Ends) -> Linear:
        return self._defined_by("multiplication", ends, left, right, several=True)

    def _defined_by(self, what: str, ends: Ends, *terms: Linear, several: bool = False) -> Linear:
        """A new variable, within `ends`, that is what CP-SAT makes of the variables of `terms`."""
        native = self.native
        if max(map(abs, ends)) > _WIDE:
            # Bounds of wide products creep: CP-SAT gets nowhere unless it fixes their operands.
            native.in_order = native.in_order or what != "abs"
        given = [native.handle(native.variable(term)) for term in terms]
        result = native.interval(*ends)
        add = getattr(native.model, f"add_{what}_equality")
        add(native.handle(result), *([given] if several else given))
        return single(result)

    # ---------------------------------------------------------------------------- division
    #
    # CP-SAT divides towards 0. Its own division serves where that is floor division too, and
    # everywhere else the quotient q and the remainder r of x and y are given by x = y*q + r with
    # 0 <= r*sign(y) < abs(y), in linear constraints and one product.

    def quotient(self, dividend: Linear, divisor: Linear) -> Linear:
        safe = self._safe_divisor(divisor)
        if not self._truncates(dividend, safe):
            return self._divided(dividend, safe)[0]
        ends = quotient_bounds(self.native.ends(dividend), self.native.ends(safe))
        return self._defined_by("division", ends, dividend, safe)

    def remainder(self, dividend: Linear, divisor: Linear) -> Linear:
        safe = self._safe_divisor(divisor)
        if not self._truncates(dividend, safe):
            return self._divided(dividend, safe)[1]
        last, most = self.native.ends(dividend)[1], self.native.ends(safe)[1]
        return self._defined_by("modulo", (0, min(last, most - 1)), dividend, safe)

    def _safe_divisor(self, divisor: Linear) -> Linear:
        """The divisor where it is not 0, else another number."""
        native, (low, high) = self.native, self.native.ends(divisor)
        if low > 0 or high < 0:
            return divisor
        if low == high == 0:
            return number(1)
        if divisor.key not in self._divisors:
            other, gate = number(1 if high > 0 else -1), native.compare(divisor, "!=")
            safe = self._either(gate, divisor, other, native.nonzero(low, high))
            self._divisors[divisor.key] = safe
        return self._divisors[divisor.key]

    def _truncates(self, dividend: Linear, divisor: Linear) -> bool:
        """True if CP-SAT's own division is floor division here."""
        ends = self.native.ends
        return bool(divisor.terms) and ends(dividend)[0] >= 0 < ends(divisor)[0]

    def _divided(self, dividend: Linear, divisor: Linear) -> tuple[Linear, Linear]:
        key = (*dividend.key, "//", *divisor.key)
        if key not in self._divisions:
            native = self.native
            low, high = quotient_bounds(native.ends(dividend), native.ends(divisor))
            quotient = number(low) if low == high else single(native.interval(low, high))
            self._divisions[key] = quotient, self._rest(dividend, divisor, quotient)
        return self._divisions[key]

    def _rest(self, dividend: Linear, divisor: Linear, quotient: Linear) -> Linear:
        native = self.native
        first, last = native.ends(divisor)
        rest_ends = min(0, first + 1), max(0, last - 1)
        if not divisor.terms or not quotient.terms:
            whole = self._scaled(divisor, quotient)
        else:
            low, high = native.ends(dividend)
            whole = self._multiplied(divisor, quotient, (low - rest_ends[1], high - rest_ends[0]))
        rest = single(native.interval(*rest_ends))
        native.require(dividend.minus(whole).minus(rest), "==")
        if divisor.terms:  # 0 <= rest < divisor, or else divisor < rest <= 0
            positive = native.compare(divisor, ">")
            for sign, when in ((1, positive), (-1, ~positive)):
                native.require(rest.times(sign), ">=", when)
                native.require(rest.minus(divisor).times(sign), "<", when)
        return rest

    # ---------------------------------------------------------------- extremes and choices

    def absolute(self, term: Linear) -> Linear:
        low, high = self.native.ends(term)
        if low >= 0 or high <= 0:
            return term if low >= 0 else term.times(-1)
        return self._defined_by("abs", (0, max(-low, high)), term)

    def least(self, terms: Sequence[Linear]) -> Linear:
        return self.greatest([term.times(-1) for term in terms]).times(-1)

    def greatest(self, terms: Sequence[Linear]) -> Linear:
        native = self.native
        ends = [native.ends(term) for term in terms]
        low, high = max(end[0] for end in ends), max(end[1] for end in ends)
        live = {t.key: t for t, end in zip(terms, ends, strict=True) if end[1] >= low}
        if len(live) == 1:
            return next(iter(live.values()))
        result = native.interval(low, high)
        several = [native.affine(term) for term in live.values()]
        native.model.add_max_equality(native.handle(result), several)
        return single(result)

    def chosen(self, items: Sequence[Linear], index: Linear) -> Linear:
        native, (low, high) = self.native, self.native.ends(index)
        first, last = max(low, 0), min(high, len(items) - 1)
        if first > last:
            return number(0)
        shifted = index.plus(-first)
        if (first, last) != (low, high):
            inside = [native.compare(index, ">="), native.compare(index.plus(-len(items)), "<")]
            place = native.interval(0, last - first)
            shifted = self._either(native.all_of(inside), shifted, number(0), place)
        return self._item(items[first : last + 1], shifted)

    def _item(self, items: Sequence[Linear], index: Linear) -> Linear:
        """`items[index]`, for an index that is never outside."""
        native = self.native
        if len({item.key for item in items}) == 1:
            return items[0]
        slope = items[1].minus(items[0])
        if not slope.terms and all(b.minus(a) == slope for a, b in pairwise(items)):
            return items[0].minus(index.times(-slope.constant))
        ends = [native.ends(item) for item in items]
        result = native.interval(min(end[0] for end in ends), max(end[1] for end in ends))
        place, several = native.handle(native.variable(index)), map(native.plain, items)
        native.model.add_element(place, list(several), native.handle(result))
        return single(result)

    # ------------------------------------------------------------------------------ truths

    def compared(self, left: Linear, relation: str, right: Linear) -> Literal:
        return self.native.compare(left.minus(right), relation)

    def require_compared(self, left: Linear, relation: str, right: Linear) -> None:
        self.native.require(left.minus(right), relation)

    def all_of(self, truths: Sequence[Literal]) -> Literal:
        return self.native.all_of(truths)

    def any_of(self, truths: Sequence[Literal]) -> Literal:
        return self.native.any_of(truths)

    def negated(self, literal: Literal) -> Literal:
        return ~literal

    def require(self, literal: Literal) -> None:
        self.native.clause([literal])

    def _posted(self, constraint: Constraint) -> Sequence[Constraint]:
        match constraint:
            case Comparison(Sum(terms, factors, plus) as left, relation, Constant(int(value))) if (
                self._readers[left] == 1 and all(isinstance(term, Variable) for term in terms)
            ):
                variables = [self.variables[term] for term in terms if isinstance(term, Variable)]
                whole = combination(zip(factors, variables, strict=True), plus - value)
                self.native.require(whole, relation)
                return ()
            case Or(operands):
                self._reach(operands)
                self.native.clause(self._truths[operand] for operand in operands)
                return ()
            case Predicate():
                scope, rows = tabulated(constraint, self.name, self.check)
                kept = [row for row, holds in rows if holds]
                table(self.native, [self.variables[one] for one in scope], kept, allowed=True)
                return ()
            case _:
                return super()._posted(constraint)

    def _as_truth(self, constraint: Constraint) -> Literal:
        if not isinstance(constraint, Predicate):
            return super()._as_truth(constraint)
        scope, rows = tabulated(constraint, self.name, self.check)
        if len({holds for _, holds in rows}) == 1:
            return TRUE if rows[0][1] else FALSE
        literal = self.native.boolean()
        terms = [*(self.variables[one] for one in scope), single(literal)]
        table(self.native, terms, [(*row, int(holds)) for row, holds in rows], allowed=True)
        return literal


def places(native: Native, linears: Sequence[Linear]) -> list[tuple[int, int, int]]:
    """The place of each of `linears` in a native solution: index, factor and constant."""
    found = []
    for linear in linears:
        ((variable, factor),) = linear.terms.items()
        found.append((native.index(variable), factor, linear.constant))
    return found


# ------------------------------- A model as a script for CP-SAT, which needs nothing but OR-Tools.
#
# The adapter's own translation is run, and what it asks of the library is written down.


PARAMETERS: Mapping[str, Any] = {"num_workers": 1, "enumerate_all_solutions": True}
"""The parameters of the adapter that matter for the solutions that are found."""

MOST_ATTEMPTS = 300
"""The number of times that a script looks for a fault that shows by chance."""

TAKEN = (
    *("sys", "Counter", "EXPECTED", "cp_model", "Collector", "enumerated"),
    *("attempt", "status", "found"),
)

BODY = """\
{posted}


class Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self):
        super().__init__()
        self.found = []

    def on_solution_callback(self):
        self.found.append({values})


def enumerated():
    solver = cp_model.CpSolver()
{parameters}
    collector = Collector()
    status = solver.status_name(solver.solve(model, collector))
    return status, collector.found


# the fault may not show in every run
for attempt in range({attempts}):
    status, found = enumerated()
    print(f"attempt {{attempt + 1}}: {{status}}")
    if status not in ("OPTIMAL", "INFEASIBLE"):
        sys.exit(f"CP-SAT ended with {{status}}, which is not complete")
    if Counter(found) != Counter(EXPECTED):
        break
"""


def _body(model: Model, parameters: Mapping[str, Any] = PARAMETERS) -> str:
    """`parameters` are those of the solver."""
    library: Any = importlib.import_module("ortools.sat.python.cp_model")
    names = iter(["one", *(variable.name for variable in model.variables)])

    def named(native: Any) -> str | None:
        if isinstance(native, library.CpModel):
            return "model"
        return next(names, native.name) if type(native) is library.IntVar else None

    recording = Recording(named, TAKEN, posted=library.Constraint)
    asked: Any = recording.spoken(library, "cp_model")
    asked.LinearExpr = SimpleNamespace(weighted_sum=_weighted)
    translation = Translation(model, lambda: None, asked)
    return BODY.format(
        posted="\n".join(recording.lines),
        values=tuple_of(_value(translation, term) for term in translation.variables.values()),
        parameters="\n".join(
            f"    solver.parameters.{name} = {value!r}" for name, value in parameters.items()
        ),
        attempts=MOST_ATTEMPTS if parameters.get("num_workers") != 1 else 1,
    )


script = writer(
    "The solutions that CP-SAT, of OR-Tools, finds of a small model.",
    _body,
    library="from ortools.sat.python import cp_model",
)


def _weighted(natives: Sequence[Any], factors: Sequence[int]) -> Any:
    """The sum as one writes it, by operators."""
    total: Any = 0
    for native, factor in zip(natives, factors, strict=True):
        term = native if abs(factor) == 1 else abs(factor) * native
        total = total + term if factor > 0 else total - term
    return total


def _value(translation: Translation, linear: Linear) -> str:
    """The value of a declared variable, in a callback."""
    ((variable, factor),) = linear.terms.items()
    value = f"self.value({translation.native.handle(variable)!r})"
    times = value if factor == 1 else f"{factor} * {value}"
    return f"{times} + {linear.constant}" if linear.constant else times
