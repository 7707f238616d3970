"""A model as MiniZinc text: each term and truth has a bounded variable of its own.

Division is written as x = y*q + r, since MiniZinc's rounds towards 0, and an index is brought
into range, so that nothing in the text is ever undefined.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...models.language.constraints import Constraint
from ...models.language.domains import size
from ...models.language.expressions import Variable
from ...models.language.global_constraints.all_different import AllDifferent
from ...models.language.model import Model
from ...models.language.wording import grouped
from ..harness.adapting.translator import Translator

_MOST_LISTED = 10_000
_WIDEST_LIST = 2**16
_RELATIONS = {"==": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


def chosen_solver() -> str:
    """The solver for MiniZinc to use, by its name there."""
    return os.environ.get("EVERYWAY_MINIZINC_SOLVER", "org.gecode.gecode")


class Term(NamedTuple):
    """A name or number in the text, and bounds of its value."""

    words: str
    low: int
    high: int


class Translation(Translator[Term, str]):
    """The text of a model, line by line; a truth is the name of a Boolean variable."""

    name = "minizinc"
    largest = 1_000_000_000
    """Gecode's integers have 32 bits."""

    def __init__(self, model: Model, check: Callable[[], None]) -> None:
        self._lines: list[str] = []
        self._made = 0
        self._includes: set[str] = set()
        self._numbers: dict[str, Term] = {}
        super().__init__(model, check)

    def text(self) -> str:
        """The whole model; each solution is printed as a line of the declared variables."""
        includes = [f'include "{name}.mzn";' for name in sorted(self._includes)]
        names = [term.words for term in self.variables.values()]
        search = f":: int_search([{', '.join(names)}], first_fail, indomain_min, complete)"
        shown = "".join(f' ++ " \\({name})"' for name in names)
        solve = f"solve {search if names else ''} satisfy;"
        return "\n".join([*includes, *self._lines, solve, f'output ["row"{shown} ++ "\\n"];', ""])

    def _add(self, words: str) -> None:
        self._lines.append(f"constraint {words};")

    def _integer(self, low: int, high: int) -> Term:
        if max(abs(low), abs(high)) > self.largest:
            raise self.refused(f"its values may pass {grouped(self.largest)} in size")
        self._made += 1
        self._lines.append(f"var {low}..{high}: n{self._made};")
        return Term(f"n{self._made}", low, high)

    def _kept(self, words: str, low: int, high: int) -> Term:
        term = self._integer(low, high)
        self._add(f"{term.words} = {words}")
        return term

    def _named(self, words: str) -> str:
        self._made += 1
        self._lines.append(f"var bool: b{self._made};")
        self._add(f"b{self._made} <-> ({words})")
        return f"b{self._made}"

    def declared(self, variable: Variable) -> Term:
        domain = variable.domain
        low, high = int(domain[0]), int(domain[-1])
        if isinstance(domain, range) and domain.step == 1:
            return self._integer(low, high)
        if size(domain) > _MOST_LISTED:
            raise self.refused(f"it has gaps and more than {grouped(_MOST_LISTED)} values")
        self._made += 1
        values = ", ".join(str(int(value)) for value in domain)
        self._lines.append(f"var {{{values}}}: n{self._made};")
        return Term(f"n{self._made}", low, high)

    def constant(self, value: int) -> Term:
        return Term(str(value), value, value)

    def linear(self, terms: Sequence[Term], coefficients: Sequence[int], constant: int) -> Term:
        low = high = constant
        for term, factor in zip(terms, coefficients, strict=True):
            ends = factor * term.low, factor * term.high
            low, high = low + min(ends), high + max(ends)
        if low == high:
            return self.constant(low)
        parts = [f"({f})*{t.words}" for t, f in zip(terms, coefficients, strict=True)]
        return self._kept(f"sum([{', '.join(parts)}]) + ({constant})", low, high)

    def product(self, left: Term, right: Term) -> Term:
        corners = [a * b for a in left[1:] for b in right[1:]]
        return self._kept(f"{left.words} * {right.words}", min(corners), max(corners))

    def quotient(self, dividend: Term, divisor: Term) -> Term:
        return self._divided(dividend, divisor)[0]

    def remainder(self, dividend: Term, divisor: Term) -> Term:
        return self._divided(dividend, divisor)[1]

    def _divided(self, dividend: Term, divisor: Term) -> tuple[Term, Term]:
        """Quotient and remainder: x = y*q + r with 0 <= r*sign(y) < abs(y); y is 1 for 0."""
        zero = self.constant(0)
        is_zero = self.number(self.compared(divisor, "==", zero))
        safe = self.linear([divisor, is_zero], [1, 1], 0)
        widest = max(abs(dividend.low), abs(dividend.high)) + 1
        most = max(abs(safe.low), abs(safe.high))
        quotient, rest = self._integer(-widest, widest), self._integer(-most, most)
        whole = self.product(safe, quotient)
        self.require_compared(self.linear([whole, rest], [1, 1], 0), "==", dividend)
        sign = self.linear([self.number(self.compared(safe, ">", zero))], [2], -1)
        side = self.product(rest, sign)
        self.require_compared(side, ">=", zero)
        self.require_compared(side, "<", self.product(safe, sign))
        return quotient, rest

    def absolute(self, term: Term) -> Term:
        return self._kept(f"abs({term.words})", 0, max(abs(term.low), abs(term.high)))

    def least(self, terms: Sequence[Term]) -> Term:
        ends = min(term.low for term in terms), min(term.high for term in terms)
        return self._kept(f"min([{_listed(terms)}])", *ends)

    def greatest(self, terms: Sequence[Term]) -> Term:
        ends = max(term.low for term in terms), max(term.high for term in terms)
        return self._kept(f"max([{_listed(terms)}])", *ends)

    def chosen(self, items: Sequence[Term], index: Term) -> Term:
        last = len(items) - 1
        place = index
        if index.low < 0 or index.high > last:
            first = self.compared(index, ">=", self.constant(0))
            inside = self.all_of([first, self.compared(index, "<=", self.constant(last))])
            place = self.product(index, self.number(inside))
        low, high = min(item.low for item in items), max(item.high for item in items)
        return self._kept(f"[{_listed(items)}][{place.words} + 1]", low, high)

    def number(self, truth: str) -> Term:
        """A variable of its own: Gecode breaks off on some uses of `bool2int`."""
        if truth in ("true", "false"):
            return self.constant(int(truth == "true"))
        if truth not in self._numbers:
            self._numbers[truth] = self._integer(0, 1)
            self._add(f"{truth} <-> ({self._numbers[truth].words} = 1)")
        return self._numbers[truth]

    def compared(self, left: Term, relation: str, right: Term) -> str:
        return self._named(_related(left, relation, right))

    def all_of(self, truths: Sequence[str]) -> str:
        return self._named(f"forall([{', '.join(truths)}])") if truths else "true"

    def any_of(self, truths: Sequence[str]) -> str:
        return self._named(f"exists([{', '.join(truths)}])") if truths else "false"

    def negated(self, truth: str) -> str:
        return f"(not {truth})" if len(truth) < 30 else self._named(f"not {truth}")

    def require(self, truth: str) -> None:
        self._add(truth)

    def require_compared(self, left: Term, relation: str, right: Term) -> None:
        if relation == "==":  # takes no value from between the others
            self._add(f"{left.words} = {right.words}")
        else:
            self._add(_related(left, relation, right))

    def has_word(self, constraint: Constraint) -> bool:
        return isinstance(constraint, AllDifferent) and len(constraint.terms) > 1

    def require_whole(self, constraint: Constraint, terms: Sequence[Term]) -> None:
        self._includes.add("alldifferent")
        self._add(f"alldifferent([{_listed(terms)}])")


def _related(left: Term, relation: str, right: Term) -> str:
    """A comparison, from which MiniZinc will not take a value out of the middle of a wide domain.

    It would list all that are left, in hundreds of megabytes.
    """
    x, y = left.words, right.words
    if max(left.high - left.low, right.high - right.low) > _WIDEST_LIST:
        if relation == "!=":
            return f"{x} < {y} \\/ {x} > {y}"
        if relation == "==":
            return f"{x} <= {y} /\\ {x} >= {y}"
    return f"{x} {_RELATIONS[relation]} {y}"


def _listed(terms: Sequence[Term]) -> str:
    return ", ".join(term.words for term in terms)
