"""A model as formulas over integers, of which each term and truth has a name of its own.

Z3 decides only what is linear, so products and divisions are parted by the values of one operand.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from typing import Any

from ...models.language.arithmetic_expressions import quotient_bounds
from ...models.language.constraints import RELATIONS, Constraint
from ...models.language.expressions import Variable
from ...models.language.global_constraints.all_different import AllDifferent
from ...models.language.model import Model
from ...models.language.phrases import grouped
from ..harness.adapting.bounded import BoundedTranslator, Term
from ..harness.adapting.recording import Row, commented, whole
from ..harness.contract import Control
from .native_constraints import formula, is_native

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

    def is_native(self, constraint: Constraint) -> bool:
        return is_native(constraint)

    def require_native(self, constraint: Constraint, terms: Sequence[Term]) -> None:
        if isinstance(constraint, AllDifferent):
            return super().require_native(constraint, terms)
        return self.require(formula(self, constraint, terms))

    def is_reified(self, constraint: Constraint) -> bool:
        return is_native(constraint)

    def native_truth(self, constraint: Constraint, terms: Sequence[Term]) -> Any:
        found = formula(self, constraint, terms)
        return found if isinstance(found, bool) else self.reified(found)


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


def script(model: Model, expected: Iterable[Row], about: str) -> str:
    """A script that exits with 1 while Z3 does not find exactly the rows of `expected`.

    `model` has integer domains alone. Raises: Unsupported.
    """
    translation = Translation(importlib.import_module("z3"), model, Control())
    translation.post(model.constraints)
    return whole(
        "The solutions that Z3 finds of a few assertions about integers.",
        about,
        model,
        expected,
        BODY.format(
            variables="\n".join(_listed(translation)),
            assertions=translation.native.sexpr().strip(),
        ),
        library="import z3",
    )


def _listed(translation: Translation) -> Iterator[str]:
    for variable, (native, low, high) in translation.variables.items():
        yield f"    {(str(native), low, high)},{commented(variable.name)}"
