"""A model in the library's terms: lists of values, its own constraints, and Python tests."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ...models.language.arithmetic_expressions import Sum
from ...models.language.choices import decomposition
from ...models.language.constraints import And, Comparison, Constraint, Not, Or
from ...models.language.expressions import (
    MOST_VALUES,
    Constant,
    Expression,
    Variable,
    bounds_under,
    size,
)
from ...models.language.expressions import Domain as DomainFromDomains
from ...models.language.global_constraints.predicate import Predicate
from ...models.language.late_dataclasses import dataclass
from ...models.language.model import Model
from ...models.language.nodes import Node, topological
from ...models.language.phrases import grouped
from ..harness.contract import Control, Unsupported
from .native_constraints import Native, counts_of, native_of
from .source import Source, Test, indented, literal, scaled

# ---------------- Sums that take from the domains of their last two variables what no longer fits.


Domain = Any
"""The library's list of the values that a variable still has; `hideValue` until backtracking."""


class ExactSum:
    """A test whether weighted variables sum to `bound`, which reduces domains on the way.

    `possible` is the test by bounds alone, for more than two variables without a value. The
    library restores what is hidden: it saves the domains of all such variables before it asks.
    """

    def __init__(self, weights: Sequence[int], bound: int, possible: Test, missing: object) -> None:
        self._weights = weights
        self._bound = bound
        self._possible = possible
        self._missing = missing
        self._domains: Sequence[Domain] = ()

    def watch(self, domains: Sequence[Domain]) -> None:
        """Take the domains of the variables, in order, before the search."""
        self._domains = domains

    def __call__(self, *values: Any) -> bool:
        """True if the sum can still be `bound`."""
        missing = self._missing
        places = [place for place, value in enumerate(values) if value is missing]
        if len(places) > 2:
            return bool(self._possible(*values))
        rest = self._bound
        for weight, value in zip(self._weights, values, strict=True):
            rest -= 0 if value is missing else weight * value
        return _fits(rest, [(self._weights[place], self._domains[place]) for place in places])


def _fits(rest: int, terms: Sequence[tuple[int, Domain]]) -> bool:
    """True if the one or two weighted `terms` can be `rest`; other values are hidden."""
    match terms:
        case []:
            return rest == 0
        case [(weight, domain)]:
            value, remainder = divmod(rest, weight)
            return remainder == 0 and _keep(domain, (value,))
        case [(weight, first), (other, second)]:
            reached = {other * value for value in second}
            kept = {value for value in first if rest - weight * value in reached}
            needed = {rest - weight * value for value in kept}
            return _keep(first, kept) and _keep(
                second, {value for value in second if other * value in needed}
            )
        case _:
            return True


def _keep(domain: Domain, values: Container[int]) -> bool:
    """True if something is left of `domain` once all but `values` is hidden."""
    for value in [value for value in domain if value not in values]:
        domain.hideValue(value)
    return bool(domain)


# -------------- Comparisons as weighted terms against a number, and tests of them that fail early.


_MOST_NODES = 4_000
_MOST_REPETITION = 3


@dataclass(frozen=True, eq=False)
class Linear:
    """The weighted sum of `terms` stands in `relation` to `bound`; all of them are defined."""

    terms: dict[Expression, int]
    relation: str
    bound: int

    @property
    def simple(self) -> bool:
        """True if every term is a variable."""
        return all(isinstance(term, Variable) for term in self.terms)

    @property
    def comparison(self) -> Comparison:
        """The same as a constraint."""
        left = Sum(tuple(self.terms), tuple(self.terms.values()), 0)
        return Comparison(left, self.relation, Constant(self.bound))


def linear(comparison: Comparison) -> Linear:
    """`comparison` with its sums taken apart; a term that is no sum stays whole.

    A term of weight 0 is kept unless it is a variable: it may be undefined.
    """
    weights: dict[Node, int] = {comparison.left: 1}
    weights[comparison.right] = weights.get(comparison.right, 0) - 1
    offset = 0
    for node in reversed(topological([comparison.left, comparison.right])):
        match node:
            case Constant(constant) if node in weights:
                offset += weights.pop(node) * int(constant)
            case Sum(terms, coefficients, constant) if node in weights:
                weight = weights.pop(node)
                offset += weight * constant
                for term, coefficient in zip(terms, coefficients, strict=True):
                    weights[term] = weights.get(term, 0) + weight * coefficient
            case _:
                pass
    kept = {
        term: weight
        for term, weight in weights.items()
        if isinstance(term, Expression) and (weight or not isinstance(term, Variable))
    }
    return Linear(kept, comparison.relation, -offset)


def plain_text(form: Linear, arguments: dict[Node, str]) -> str:
    """The comparison of a few variables as one Python expression."""
    words = [
        f"{'-' if weight < 0 else '+'} {scaled(abs(weight), arguments[term])}"
        for term, weight in sorted(form.terms.items(), key=lambda item: item[1] < 0)
    ]
    text = " ".join(words).removeprefix("+ ") or "0"
    return f"{text} {form.relation} {literal(form.bound)}"


def can_fail_early(form: Linear) -> bool:
    """True if bounds on its terms can refute `form` before all variables have a value."""
    if form.relation == "!=":
        return False
    if form.simple:
        return True
    apart = topological(form.terms)
    if len(apart) > _MOST_NODES:
        return False
    # Every term is computed by itself, so that what terms share is computed again.
    return sum(len(topological([term])) for term in form.terms) <= _MOST_REPETITION * len(apart)


def early_lines(form: Linear, arguments: dict[Node, str], functions: dict[str, Test]) -> list[str]:
    """Lines that return whether `form` can still hold; a missing argument is `missing`.

    Terms whose variables all have values are summed into `low`; for each of the others its least
    value is added to `low` and what it may have beyond that to `slack`.
    """
    ends = bounds_under(form.terms)
    lines = ["low = 0", "slack = 0"]
    for term, weight in form.terms.items():
        low, high = sorted(weight * end for end in ends[term])
        scope = [arguments[node] for node in topological([term]) if isinstance(node, Variable)]
        known = _known_lines(term, weight, arguments, functions)
        if not scope:
            lines += known
            continue
        lines += [
            f"if {' or '.join(f'{name} is missing' for name in scope)}:",
            *indented([f"low += {literal(low)}", f"slack += {literal(high - low)}"]),
            "else:",
            *indented(known),
        ]
    return [*lines, f"return {_still_possible(form.relation, literal(form.bound))}"]


def _known_lines(
    term: Expression, weight: int, arguments: dict[Node, str], functions: dict[str, Test]
) -> list[str]:
    """Lines that add `term` to `low`, or return False where it is undefined."""
    source = Source(arguments, functions)
    name = source.name(term)
    undefined = [f"if {name} is None: return False"] if source.partial(term) else []
    return [*source.lines, *undefined, f"low += {scaled(weight, name)}"]


def _still_possible(relation: str, bound: str) -> str:
    match relation:
        case "==":
            return f"low <= {bound} <= low + slack"
        case ">=" | ">":
            return f"low + slack {relation} {bound}"
        case "<=" | "<":
            return f"low {relation} {bound}"
        case _:
            raise AssertionError(f"bounds refute no {relation!r}")


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
    lists: dict[DomainFromDomains, list[int]] = {}
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
