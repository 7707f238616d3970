"""A model as steps for Choco, each a call of pychoco's; variables are known by name.

A step is the name of its result, the method, and its arguments: a new variable, a truth that is
known and to hold exactly where the constraint does, or "" for a constraint to be posted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

from ...models.language.arithmetic_expressions import Sum as Plus
from ...models.language.choices import Maximum, Minimum
from ...models.language.constraints import Constraint
from ...models.language.expressions import Bounds, Constant, Expression, Indicator, Variable
from ...models.language.model import Model
from ...models.language.nodes import Node
from ..harness.adapting.bounded import BoundedTranslator, Term
from ..harness.adapting.natives import Ends
from ..harness.adapting.recording import Recording, tuple_of, writer
from .native_constraints import NATIVE, WIDEST, table
from .replay import Replay

Call = tuple[object, ...]

_WIDEST_LIST = 2**16
"""Choco holds a bit, or a place, for each integer between values of a list, or all different."""


class Sum(NamedTuple):
    """A constant plus each variable, by name, times its weight; called with its result."""

    weights: dict[str, int]
    constant: int

    def __call__(self, result: str) -> Call:
        return self.minus(Sum({result: 1}, 0)).compared("=")

    def minus(self, other: Sum) -> Sum:
        """The difference of two."""
        weights = dict(self.weights)
        for name, weight in other.weights.items():
            weights[name] = weights.get(name, 0) - weight
        return Sum(weights, self.constant - other.constant)

    def compared(self, sign: str) -> Call:
        """The constraint that it stands so to 0."""
        return "scalar", [*self.weights], [*self.weights.values()], sign, -self.constant


class Translation(BoundedTranslator):
    """The `steps` that build a model; an expression makes its constraint from its result."""

    name = "choco"
    largest = 1_000_000_000
    """Choco's integers have 32 bits."""
    most_listed = 50_000
    natives = NATIVE

    def __init__(self, model: Model, check: Callable[[], None]) -> None:
        self.steps: list[Any] = []
        self._sums: dict[str, tuple[Sum, int, int]] = {}
        self._compared: set[str] = set()
        self._values: dict[str, int] = {}
        super().__init__(model, check)

    def step(self, result: str, *call: object) -> None:
        """A further step, behind those that define the sums that it names."""
        self._define(call)
        self.steps.append((result, *call))

    def _define(self, named: Iterable[object]) -> None:
        """Give a variable to each sum that is named, also in lists."""
        for one in named:
            if isinstance(one, list):
                self._define(one)
            elif isinstance(one, str) and one in self._sums:
                total, low, high = self._sums.pop(one)
                self.steps.append((one, "intvar", low, high))
                self.steps.append(("", *total(one)))

    def variable(self, *call: object) -> str:
        """The name of a new variable, or of another object that the call makes."""
        name = self.fresh("x")
        self.step(name, *call)
        return name

    def interval(self, low: int, high: int) -> str:
        return self.variable("intvar", low, high)

    def among(self, values: list[int]) -> str:
        if values[-1] - values[0] <= _WIDEST_LIST:
            return self.variable("intvar", values)
        variable = self.interval(values[0], values[-1])
        self.step("", "member", variable, values)
        return variable

    def literal(self, value: int) -> str:
        name = self.interval(value, value)
        self._values[name] = value
        return name

    def equate(self, variable: str, expression: Callable[[str], Call]) -> None:
        self.step("", *expression(variable))

    def weighted(self, natives: list[str], coefficients: list[int], constant: int) -> Any:
        if len(set(natives)) < len(natives):
            raise AssertionError(f"a variable stands twice in {natives}, and its weights are lost")
        return Sum(dict(zip(natives, coefficients, strict=True)), constant)

    def kept(self, expression: Any, low: int, high: int) -> Term:
        """A sum gets a variable where it is named, but none where it is compared once."""
        if not isinstance(expression, Sum) or low == high:
            return super().kept(expression, low, high)
        self.refuse_large(low, high)
        self._define(expression.weights)
        name = self.fresh("x")
        self._sums[name] = expression, low, high
        return Term(name, low, high)

    def multiplied(self, left: Term, right: Term) -> Any:
        return lambda result: ("times", left.native, right.native, result)

    def distance(self, native: str) -> Any:
        return lambda result: ("absolute", result, native)

    def extreme(self, which: str, natives: list[str]) -> Any:
        return lambda result: (which, result, natives)

    def item(self, natives: list[str], index: str) -> Any:
        known = all(name in self._values for name in natives)
        items = [self._values[name] for name in natives] if known else natives
        return lambda result: ("element", result, items, index)

    def divided(self, by: str, dividend: Term, divisor: Term) -> Any:
        return lambda result: (by, dividend.native, divisor.native, result)

    def raised(self, base: Term, exponent: int) -> Any:
        return lambda result: ("pow", base.native, exponent, result)

    def relation(self, left: Term, relation: str, right: Term) -> Any:
        sign = "=" if relation == "==" else relation
        sums = [term.native for term in (left, right) if term.native in self._sums]
        fresh = [name for name in sums if name not in self._compared]
        if not fresh or len(fresh) < len(sums):
            return "arithm", left.native, sign, right.native
        self._compared.update(fresh)
        return self._as_sum(left).minus(self._as_sum(right)).compared(sign)

    def _as_sum(self, term: Term) -> Sum:
        if term.native in self._sums:
            return self._sums[term.native][0]
        return Sum({}, term.low) if term.is_fixed else Sum({term.native: 1}, 0)

    def conjunction(self, truths: list[str]) -> Any:
        return self.extreme("min", truths)

    def disjunction(self, truths: list[str]) -> Any:
        return self.extreme("max", truths)

    def reified(self, constraint: Any) -> str:
        """A 0/1 variable that is 1 where two compare so, as `reify_x_eq_y` not always is."""
        truth = self.variable("boolvar")
        if isinstance(constraint, tuple):
            self.step(truth, *constraint)
        else:
            self.equate(truth, constraint)
        return truth

    def opposite(self, truth: str) -> str:
        opposite = self.variable("boolvar")
        self.equate(opposite, self.weighted([truth], [-1], 1))
        return opposite

    def add(self, constraint: Any) -> None:
        call = constraint if isinstance(constraint, tuple) else ("arithm", constraint, "=", 1)
        self.step("", *call)

    def refute(self) -> None:
        self.step("", "arithm", self.variable("boolvar"), "=", 2)

    def require_different(self, terms: Sequence[Term]) -> None:
        if max(t.high for t in terms) - min(t.low for t in terms) <= _WIDEST_LIST:
            self.step("", "all_different", [term.native for term in terms])
            return
        for left, right in combinations(terms, 2):
            self.require_compared(left, "!=", right)

    # ------------------------------------------------------------------ whole constraints

    def declared_ends(self, constraint: Constraint) -> Ends | None:
        ends = [_declared_ends(part) for part in constraint.parts]
        known = [end for end in ends if end is not None]
        return known if len(known) == len(ends) else None

    def in_table(self, terms: Sequence[Term], rows: Sequence[Sequence[int]]) -> Any:
        ends = [term[1:] for term in terms]
        if not terms or max(high for _, high in ends) - min(low for low, _ in ends) > WIDEST:
            return super().in_table(terms, rows)
        return self.truth_of(table(self, terms, rows, allowed=True))


def _declared_ends(node: Node, depth: int = 3) -> Bounds | None:
    """The bounds of an expression, if its term will have the same: no deep one, nor a product."""
    if not isinstance(node, Expression) or isinstance(node, Indicator):
        return 0, 1
    if not depth or not isinstance(node, Variable | Constant | Plus | Minimum | Maximum):
        return None
    ends = [_declared_ends(part, depth - 1) for part in node.parts]
    known = [end for end in ends if end is not None]
    return node.bounds(known) if len(known) == len(ends) else None


# -------------------------------------- A model as a script for pychoco, which needs nothing else.
#
# The steps are replayed as for the adapter, and what is asked of pychoco is written down.


TAKEN = ("sys", "Counter", "EXPECTED", "pychoco", "model", "solver", "found")

BODY = """\
model = pychoco.Model()
{posted}

solver = model.get_solver()
{search}found = []
while solver.solve():
    found.append({values})
"""


def _body(model: Model) -> str:
    translation = Translation(model, lambda: None)
    translation.noted = partial(translation.step, _NOTE)
    translation.post(model.constraints)
    names = (variable.name for variable in model.variables)

    def named(native: object) -> str | None:
        return next(names, "") if isinstance(native, _Variable) else None

    recording = Recording(named, TAKEN)
    replay = Replay(recording.spoken(_Library(), "model"), recording.spoken(_Library(), "pychoco"))
    for step in translation.steps:
        if step[0] == _NOTE:
            recording.note(step[1])
        else:
            replay.take(*step)
    shown = [replay.variables[term.native] for term in translation.variables.values()]
    order = [*shown, *(replay.variables[name] for name in translation.derived)]
    search = f"solver.set_min_dom_lb_search({', '.join(map(repr, order))})\n"
    return BODY.format(
        posted="\n".join(recording.lines),
        search=search if order else "",
        values=tuple_of(f"{variable!r}.get_value()" for variable in shown),
    )


script = writer(
    "The solutions that Choco, by way of pychoco, finds of a small model.",
    _body,
    library="import pychoco",
)


_NOTE = "note"


class _Constraint:
    """Stands for a constraint of pychoco's, or a graph: does nothing of what it is asked for."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None


class _Variable(_Constraint):
    """Stands for what has a name: a variable of pychoco's, a task, or an automaton."""


class _Library:
    """Stands for pychoco, and for a model of its."""

    def intvar(self, *_: object) -> _Variable:
        return _Variable()

    boolvar = task = graphvar = node_induced_graphvar = FiniteAutomaton = intvar

    def __getattr__(self, name: str) -> Callable[..., _Constraint]:
        return lambda *_: _Constraint()
