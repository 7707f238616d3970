"""A model in the library's terms: lists of values, its own constraints, and Python tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ...models.language.constraints import And, Comparison, Constraint, Not, Or
from ...models.language.domains import MOST_VALUES, Domain, size
from ...models.language.expressions import Variable
from ...models.language.global_constraints.predicate import Predicate
from ...models.language.model import Model
from ...models.language.nodes import Node, topological
from ...models.language.phrases import grouped
from ...models.language.undefinedness import decomposition
from ..harness.contract import Control, Unsupported
from .exact_sum import ExactSum
from .native_constraints import Native, counts_of, native_of
from .source import Source, Test, indented
from .weighted_sums import Linear, can_fail_early, early_lines, linear, plain_text

_MOST_STEPS = 30_000_000
_MOST_REDUCED = 100
_FEW_TERMS = 20
_VALUES_BETWEEN_CHECKS = 1_000

Scope = tuple[Variable, ...]


class Posted(NamedTuple):
    """A Python test of the variables named in `scope`, in order."""

    scope: list[str]
    test: Test
    early: bool
    """True if it may be asked before all of them have a value."""


class Translation:
    """The variables and constraints that the library gets for `model`.

    `missing` is what the library passes to a test for a variable that has no value yet.
    """

    def __init__(self, model: Model, control: Control, missing: object) -> None:
        self.domains = _domains(model.variables)
        self.native: list[Native] = []
        self.posted: list[Posted] = []
        self.impossible = False
        self._control = control
        self._missing = missing
        self._places = {variable: place for place, variable in enumerate(model.variables)}
        self._compiled: dict[str, Test] = {}
        self._post_all(model.constraints)

    def _post_all(self, constraints: Iterable[Constraint]) -> None:
        """Post every constraint; those over the same one or two variables as a single test."""
        together: dict[Scope, list[Constraint]] = {}
        for constraint in pieces(constraints):
            self._control.check()
            piece = constraint
            form = linear(piece) if isinstance(piece, Comparison) else None
            scope = self._scope([piece])
            if form and len(self._scope(form.terms)) < len(scope):  # as in x - x + y == 1
                piece, scope = form.comparison, self._scope(form.terms)
            native = native_of(piece)
            if native is not None:
                self._post_native(native)
            elif len(scope) <= 2:
                together.setdefault(scope, []).append(piece)
            elif form and can_fail_early(form):
                self._post_early(scope, form)
            else:
                self._post_exact(scope, [piece])
        for scope, several in together.items():
            self._control.check()
            self._post_exact(scope, several)

    def _scope(self, roots: Iterable[Node]) -> Scope:
        """The variables under `roots`, in the order of declaration."""
        found = (node for node in topological(roots) if isinstance(node, Variable))
        return tuple(sorted(found, key=self._places.__getitem__))

    def _post_native(self, native: Native) -> None:
        scope = tuple(native.scope)
        longest = max(len(self.domains[variable.name]) for variable in scope)
        if native.name == "AllDifferentConstraint" and longest * len(scope) ** 2 > _MOST_STEPS:
            # one call of the library's would take too long, and nothing interrupts it
            self._post(scope, _all_different_but(self._missing), early=True)
        else:
            self.native.append(native)

    def _post_early(self, scope: Scope, form: Linear) -> None:
        functions: dict[str, Test] = {}
        lines = early_lines(form, _arguments(scope), functions)
        test = self._test(scope, lines, functions)
        longest = max(len(self.domains[variable.name]) for variable in scope)
        if form.simple and form.relation == "==" and 2 < longest <= _MOST_REDUCED:
            weights = [form.terms[variable] for variable in scope]
            test = ExactSum(weights, form.bound, test, self._missing)
        self._post(scope, test, early=True)

    def _post_exact(self, scope: Scope, several: Sequence[Constraint]) -> None:
        functions: dict[str, Test] = {}
        lines = _exact_lines(several, _arguments(scope), functions)
        self._post(scope, self._test(scope, lines, functions), early=False)

    def _post(self, scope: Scope, test: Test, *, early: bool) -> None:
        """Post `test`; one of fewer than two variables is settled here."""
        names = [variable.name for variable in scope]
        if not names:
            self.impossible |= not test()
        elif len(names) == 1:
            self.domains[names[0]] = list(self._kept(self.domains[names[0]], test))
            self.impossible |= not self.domains[names[0]]
        else:
            self.posted.append(Posted(names, test, early))

    def _kept(self, values: Iterable[int], test: Test) -> Iterator[int]:
        for place, value in enumerate(values):
            if place % _VALUES_BETWEEN_CHECKS == 0:
                self._control.check()
            if test(value):
                yield value

    def _test(self, scope: Scope, lines: Sequence[str], functions: dict[str, Test]) -> Test:
        """A function of `scope` with `lines` as its body."""
        head = f"def test({', '.join(_arguments(scope).values())}):"
        text = "\n".join([head, *indented(lines)])
        if text in self._compiled and not functions:
            return self._compiled[text]
        names: dict[str, object] = {"missing": self._missing, **functions}
        exec(compile(text, "<python-constraint>", "exec"), names)
        test = names["test"]
        assert callable(test)
        self._compiled[text] = test
        return test


def pieces(constraints: Iterable[Constraint]) -> Iterator[Constraint]:
    """The pieces that `constraints` mean: core constraints, and those that are native."""
    seen: set[Constraint] = set()
    stack = list(constraints)[::-1]
    while stack:
        constraint = stack.pop()
        if constraint in seen:
            continue
        seen.add(constraint)
        match constraint:
            case And(operands):
                stack += reversed(operands)
            case Comparison() | Or() | Not() | Predicate():
                yield constraint
            case _ if native_of(constraint):
                yield constraint
            case _:
                stack += reversed(counts_of(constraint) or decomposition(constraint))


def _exact_lines(
    several: Sequence[Constraint], arguments: dict[Node, str], functions: dict[str, Test]
) -> list[str]:
    """Lines that return whether all of `several` hold."""
    source = Source(arguments, functions)
    for constraint in several:
        form = linear(constraint) if isinstance(constraint, Comparison) else None
        if form and form.simple and len(form.terms) <= _FEW_TERMS:
            text = plain_text(form, arguments)
        else:
            text = source.name(constraint)
        source.lines.append(f"if not ({text}): return False")
    return [*source.lines, "return True"]


def _all_different_but(missing: object) -> Test:
    def test(*values: object) -> bool:
        given = [value for value in values if value is not missing]
        return len(set(given)) == len(given)

    return test


def _arguments(scope: Scope) -> dict[Node, str]:
    return {variable: f"x{place}" for place, variable in enumerate(scope)}


def _domains(variables: Sequence[Variable]) -> dict[str, list[int]]:
    """The values of each variable; equal domains share their numbers."""
    lists: dict[Domain, list[int]] = {}
    for variable in variables:
        if size(variable.domain) > MOST_VALUES:
            raise Unsupported(
                f"python-constraint holds every value of a domain in a list, and {variable.name}"
                f" has {grouped(size(variable.domain))} of them;"
                f" give it at most {grouped(MOST_VALUES)}"
            )
        if variable.domain not in lists:
            lists[variable.domain] = [int(value) for value in variable.domain]
    return {variable.name: lists[variable.domain] for variable in variables}
