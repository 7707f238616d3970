"""A model as formulas over integers, of which each term and truth has a name of its own.

Z3 decides only what is linear, so products and divisions are parted by the values of one operand.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from functools import partial, reduce
from typing import Any

from ...models.language.arithmetic_expressions import quotient_bounds
from ...models.language.constraints import RELATIONS, Constraint
from ...models.language.expressions import Variable
from ...models.language.model import Model
from ...models.language.nodes import Value
from ...models.language.phrases import grouped
from ..harness.adapting import natives as of
from ..harness.adapting.bounded import BoundedTranslator, Term
from ..harness.adapting.recording import commented, writer
from ..harness.contract import Control

_MOST_CASES = 1_000
_SEEDS = 2**31


class Translation(BoundedTranslator):
    """A model as formulas over integers."""

    name = "z3"

    def __init__(self, library: Any, model: Model, control: Control) -> None:
        self.module = library
        self.context = self.module.Context()
        self.native = self.module.Solver(ctx=self.context)
        # the interpreter must see Ctrl-C, not the library
        self.native.set("ctrl_c", False)
        if control.seed is not None:
            self.native.set("random_seed", control.seed % _SEEDS)
        super().__init__(model, control.check)

    def interval(self, low: int, high: int) -> Any:
        native = self.module.Int(self.fresh("x"), self.context)
        self.native.add(native >= low, native <= high)
        return native

    def among(self, values: list[int]) -> Any:
        native = self.interval(values[0], values[-1])
        self.add(self.module.Or([native == value for value in values]))
        return native

    def declared(self, variable: Variable) -> Term:
        domain = variable.domain
        if not isinstance(domain, range) or domain.step == 1:
            return super().declared(variable)
        term = self.new(domain[0], domain[-1])
        self.add((term.native - term.low) % domain.step == 0)
        return term

    def literal(self, value: int) -> Any:
        return self.module.IntVal(value, self.context)

    def weighted(self, natives: list[Any], coefficients: list[int], constant: int) -> Any:
        parts = [factor * native for native, factor in zip(natives, coefficients, strict=True)]
        return self.module.Sum(parts) + constant

    def multiplied(self, left: Term, right: Term) -> Any:
        if right.high - right.low > left.high - left.low:
            left, right = right, left
        return self._by_cases(right, lambda value: left.native * value)

    def quotient(self, dividend: Term, divisor: Term) -> Term:
        low, high = quotient_bounds(dividend[1:], (divisor.low, max(divisor.high, 1)))
        native = self._by_cases(divisor, lambda y: self._floored(dividend.native, y)[0])
        return self.kept(native, min(low, 0), max(high, 0))

    def remainder(self, dividend: Term, divisor: Term) -> Term:
        native = self._by_cases(divisor, lambda y: self._floored(dividend.native, y)[1])
        return self.kept(native, min(divisor.low, 0), max(divisor.high, 0))

    def _floored(self, dividend: Any, divisor: int) -> tuple[Any, Any]:
        """Quotient and remainder by a number; for a negative one, of both with the sign changed.

        The library's own remainder is never negative.
        """
        if divisor == 0:
            return self.literal(0), self.literal(0)
        if divisor > 0:
            return dividend / divisor, dividend % divisor
        return (-dividend) / -divisor, -((-dividend) % -divisor)

    def _by_cases(self, term: Term, result: Callable[[int], Any]) -> Any:
        """`result` of the value of `term`."""
        if term.high - term.low >= _MOST_CASES:
            raise self.refused(
                "Z3 decides products and divisions where one operand has at most"
                f" {grouped(_MOST_CASES)} values; give it a smaller domain"
            )
        native = result(term.low)
        for value in range(term.low + 1, term.high + 1):
            native = self.module.If(term.native == value, result(value), native)
        return native

    def distance(self, native: Any) -> Any:
        return self.module.If(native >= 0, native, -native)

    def extreme(self, which: str, natives: list[Any]) -> Any:
        """Two at a time, under names: the library recurses into what is nested."""
        relation = RELATIONS["<=" if which == "min" else ">="]

        def of_two(left: Any, right: Any) -> Any:
            name = self.module.Int(self.fresh("t"), self.context)
            self.equate(name, self.module.If(relation(right, left), right, left))
            return name

        return reduce(of_two, natives)

    def item(self, natives: list[Any], index: Any) -> Any:
        result = natives[0]
        for place, native in enumerate(natives[1:], 1):
            result = self.module.If(index == place, native, result)
        return result

    def conjunction(self, truths: list[Any]) -> Any:
        return self.module.And(truths)

    def disjunction(self, truths: list[Any]) -> Any:
        return self.module.Or(truths)

    def reified(self, constraint: Any) -> Any:
        name = self.module.Bool(self.fresh("b"), self.context)
        self.equate(name, constraint)
        return name

    def opposite(self, truth: Any) -> Any:
        return self.module.Not(truth)

    def zero_or_one(self, truth: Any) -> Any:
        return self.module.If(truth, self.literal(1), self.literal(0))

    def add(self, constraint: Any) -> None:
        self.native.add(constraint)

    def refute(self) -> None:
        self.add(self.module.BoolVal(False, self.context))

    def require_different(self, terms: Sequence[Term]) -> None:
        self.add(self.module.Distinct([term.native for term in terms]))


# ------------------------------ Z3's own constraints: distinct, and counts and weights of formulas.
#
# Each is one formula, or a bool where that is known, and may stand anywhere. A cumulative has no
# such sum of constants alone.


Terms = Sequence[Term]

_MOST_VALUES = 100
_LARGEST = 2**31 - 2
"""Z3 counts to no more."""
_constants = partial(of.constants, most=_LARGEST)


def _near(*names: str) -> of.When[Constraint]:
    """The condition that fields are constants, and the terms variables with values near 0."""

    def hold(constraint: Constraint, ends: of.Ends) -> bool:
        terms = of.leaves(constraint, "terms")
        near = all(isinstance(one, Variable) and _is_near(one) for one in terms)
        return near and _constants(*names)(constraint, ends)

    return hold


def _is_near(variable: Variable) -> bool:
    ends = variable.domain[0], variable.domain[-1]
    return all(abs(int(end)) <= _MOST_VALUES for end in ends)


def _may_weigh(packing: of.BinPacking, ends: of.Ends) -> bool:
    least = [low for low, _ in of.fields_of(packing, ends)[1]]
    known = _constants("sizes", "capacities")(packing, ends)
    return known and min(least, default=0) >= 0 and sum(least) <= _LARGEST


def _values(terms: Terms) -> list[int]:
    """Every number that may be the value of one of `terms`, and those between."""
    ends = [end for term in terms for end in term[1:]]
    return list(range(min(ends), max(ends) + 1)) if ends else []


def _all(z3: Translation, formulas: Sequence[Any]) -> Any:
    """All of `formulas` hold; some of them may be known."""
    if any(one is False for one in formulas):
        return False
    kept = [one for one in formulas if one is not True]
    return z3.module.And(kept) if kept else True


def _either(z3: Translation, terms: Terms, values: Sequence[Any]) -> Any:
    """One of `terms` takes one of `values`."""
    return z3.module.Or([term.native == value for term in terms for value in values])


def _counted(z3: Translation, marks: Sequence[Any], relation: str, number: Term) -> Any:
    """As many of `marks` hold as `relation` says of a constant."""
    library, bound = z3.module, number.value
    if not marks:
        return RELATIONS[relation](0, bound)
    weighed = [(mark, 1) for mark in marks]
    match relation:
        case "==" | "!=":
            equal = library.PbEq(weighed, bound)
            return equal if relation == "==" else library.Not(equal)
        case "<=" | "<":
            return library.PbLe(weighed, bound - (relation == "<"))
        case _:
            return library.PbGe(weighed, bound + (relation == ">"))


def _all_different_except(z3: Translation, terms: Terms, exempt: Term) -> Any:
    values = [value for value in _values(terms) if value != exempt.value]
    once = [[term.native == value for term in terms] for value in values]
    return _all(z3, [_counted(z3, marks, "<=", z3.constant(1)) for marks in once])


def _bin_packing(z3: Translation, bins: Terms, sizes: Terms, capacities: Terms) -> Any:
    weights, most = [size.value for size in sizes], [capacity.value for capacity in capacities]
    within = [z3.module.And(one.native >= 0, one.native < len(most)) for one in bins]
    loads = [
        z3.module.PbLe([(b.native == k, w) for b, w in zip(bins, weights, strict=True)], load)
        for k, load in enumerate(most)
        if bins and load >= 0
    ]
    return _all(z3, [*within, *loads, min(most, default=0) >= 0])


def _cardinality(
    z3: Translation, terms: Terms, counts: Terms, values: Sequence[Value], closed: bool
) -> Any:
    numbers = list(map(int, values))
    formulas = [
        _counted(z3, [term.native == number for term in terms], "==", count)
        for number, count in zip(numbers, counts, strict=True)
    ]
    if closed:
        formulas += [_either(z3, [term], numbers) if numbers else False for term in terms]
    return _all(z3, formulas)


def _count(z3: Translation, terms: Terms, values: Terms, relation: str, number: Term) -> Any:
    marks = [_either(z3, [term], [value.native for value in values]) for term in terms]
    return _counted(z3, marks if values else [], relation, number)


def _number_of_values(z3: Translation, terms: Terms, number: Term) -> Any:
    marks = [_either(z3, terms, [value]) for value in _values(terms)]
    return _counted(z3, marks, "==", number)


Translation.natives = of.Natives(
    of.anywhere(
        of.AllDifferent,
        BoundedTranslator.all_different,
        of.several,
        truth=lambda z3, terms: z3.reified(z3.module.Distinct([term.native for term in terms])),
    ),
    of.anywhere(
        of.AllDifferentExcept,
        _all_different_except,
        _near("exempt"),
        "its exempt value is a constant, its terms variables from -100 to 100",
    ),
    of.anywhere(
        of.BinPacking,
        _bin_packing,
        _may_weigh,
        "sizes and capacities are constants, and sizes never negative",
    ),
    of.anywhere(of.Cardinality, _cardinality, _constants("counts"), "its counts are constants"),
    of.anywhere(of.Count, _count, _constants("number"), "its number is a constant"),
    of.anywhere(
        of.NumberOfValues,
        _number_of_values,
        _near("number"),
        "its number is a constant, and its terms are variables from -100 to 100",
    ),
)


# ------------------------------------------- A model as a script for Z3, which needs nothing else.
#
# It gives Z3 the assertions that this adapter gives it, as the library itself writes them down,
# and searches as it does: box by box, where the bounds of a box are assumptions.


BODY = '''VARIABLES = [  # name, least and greatest value
{variables}
]

ASSERTIONS = """
{assertions}
"""

solver = z3.Solver()
solver.from_string(ASSERTIONS)


def within(box):
    """What holds in a box of bounds and not everywhere."""
    for (name, least, greatest), (low, high) in zip(VARIABLES, box):
        if low == high and least < greatest:
            yield z3.Int(name) == low
            continue
        if low > least:
            yield z3.Int(name) >= low
        if high < greatest:
            yield z3.Int(name) <= high


def beside(box, row):
    """What is left of a box without a row, in boxes that do not overlap."""
    for place in reversed(range(len(row))):
        (low, high), value = box[place], row[place]
        before, after = [(v, v) for v in row[:place]], box[place + 1 :]
        if low < value:
            yield [*before, (low, value - 1), *after]
        if value < high:
            yield [*before, (value + 1, high), *after]


found = []
boxes = [[(least, greatest) for name, least, greatest in VARIABLES]]
while boxes:
    box = boxes.pop()
    answer = solver.check(*within(box))
    if answer == z3.unknown:
        sys.exit(f"Z3 does not know: {{solver.reason_unknown()}}")
    if answer == z3.sat:
        model = solver.model()
        names = (z3.Int(name) for name, least, greatest in VARIABLES)
        row = tuple(model.eval(name, model_completion=True).as_long() for name in names)
        found.append(row)
        boxes += reversed(list(beside(box, row)))
'''


def _body(model: Model) -> str:
    translation = Translation(importlib.import_module("z3"), model, Control())
    translation.post(model.constraints)
    listed = (
        f"    {(str(native), low, high)},{commented(variable.name)}"
        for variable, (native, low, high) in translation.variables.items()
    )
    assertions = translation.native.sexpr().strip()
    return BODY.format(variables="\n".join(listed), assertions=assertions)


script = writer(
    "The solutions that Z3 finds of a few assertions about integers.", _body, library="import z3"
)
