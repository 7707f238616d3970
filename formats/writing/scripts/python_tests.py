"""Constraints as tests of the values of variables, in Python."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from ....models.language.arithmetic_expressions import quotient_bounds
from ....models.language.constraints import NEGATED
from ....models.language.global_constraints.regular import Regular
from ....models.language.model import Model
from ....solvers.harness.adapting.bounded import Term
from ....solvers.harness.contract import Unsupported
from ..brackets import at_top, bare
from ..group_arrays import Array
from ..python_layout import DATA, laid_out, literal
from ..restated import pattern_of
from .python_arrays import PythonArrays, Script

_LONGEST = 200_000
"""Characters of a test that somebody may want to read."""


TRUTH = re.compile(r" (?:==|!=|<|<=|>|>=|and|or|in) |^not ")
"""In an expression, what makes it a truth; Python reads a < b < c as a chain."""


class Tests(Script):
    """Expressions of Python over the values of variables, each of which is in brackets."""

    name = "python-constraint"
    longest = _LONGEST
    has_patterns = True
    """True if an automaton may be a regular expression."""
    mark = DATA
    """The sign around a list of values, which a loop may go through as data."""

    def __init__(self, arrays: PythonArrays, model: Model) -> None:
        self.arrays = arrays
        self.domains: dict[str, str] = {}
        """The values of each variable, as a text."""
        super().__init__(arrays.text, model, lambda: None)
        if not self.domains:  # the library has no problem without variables
            self.domains[literal("none")] = "[0]"

    # ------------------------------------------------------------------------ declarations

    def interval(self, low: int, high: int) -> str:
        name = self.fresh("n")
        self.domains[name] = literal(range(low, high + 1))
        return name

    def among(self, values: list[int]) -> str:
        name = self.fresh("n")
        self.domains[name] = f"[{', '.join(_in_runs(values))}]"
        return name

    def declarations(self, model: Model) -> Iterator[str]:
        """The lines that declare the variables of the model, by its groups."""
        for group in model.groups:
            if array := self.arrays.by_group.get(group.name):
                yield self.arrays.made(array, f'f"{array.name}[{{{{}}}}]"')
                yield from self._added(array)
            else:
                for name in (self.arrays.text[one.name] for one in group.variables):
                    yield laid_out(f"problem.addVariable({name}, {self.domains[name]})")
        if not model.variables:
            yield 'problem.addVariable("none", [0])'

    def _added(self, array: Array) -> Iterator[str]:
        names = self.arrays.elements(array)
        several = array.name if self.arrays.is_array(array) else f"{array.name}.values()"
        if len({self.domains[name] for name in names}) == 1:
            yield laid_out(f"problem.addVariables({several}, {self.domains[names[0]]})")
        else:
            for name in names:
                yield laid_out(f"problem.addVariable({name}, {self.domains[name]})")

    # ------------------------------------------------------------------------------- terms

    def kept(self, expression: str, low: int, high: int) -> Term:
        self._refuse_long(expression)
        return self.constant(low) if low == high else Term(self.nested(expression), low, high)

    def multiplied(self, left: Term, right: Term) -> str:
        return f"{left.native} * {right.native}"

    def quotient(self, dividend: Term, divisor: Term) -> Term:
        ends = quotient_bounds(dividend[1:], divisor[1:])
        return self.kept(f"{dividend.native} // {_not_zero(divisor)}", *ends)

    def remainder(self, dividend: Term, divisor: Term) -> Term:
        low, high = min(divisor.low + 1, 0), max(divisor.high - 1, 0)
        return self.kept(f"{dividend.native} % {_not_zero(divisor)}", low, high)

    def raised(self, base: Term, exponent: int) -> str:
        return f"{base.native} ** {exponent}"

    def distance(self, native: str) -> str:
        return f"abs({bare(native)})"

    def extreme(self, which: str, natives: list[str]) -> str:
        return f"{which}({', '.join(map(bare, natives))})"

    def item(self, natives: list[str], index: str) -> str:
        return f"[{', '.join(map(bare, natives))}][{bare(index)}]"

    def zero_or_one(self, truth: str) -> str:
        return self.nested(truth)

    # ------------------------------------------------------------------------------ truths

    def relation(self, left: Term, relation: str, right: Term) -> str:
        sides = (self.side(left, right), self.side(right, left))
        x, y = (
            f"({one})" if TRUTH.search(_outside(one)) or _SUMS.search(one) else one for one in sides
        )
        return f"{x} {relation} {y}"

    def reified(self, constraint: str) -> str:
        self._refuse_long(constraint)
        return f"({constraint})"

    def _refuse_long(self, text: str) -> None:
        """Raises: Unsupported, where nobody could read a test, which would grow without end."""
        if len(text) > _LONGEST:
            raise Unsupported(
                f"{self.name} would have a test that is too long to be read; take another language"
            )

    def named_truth(self, constraint: str) -> str:
        raise AssertionError("nothing is named in a test")

    def conjunction(self, truths: list[str]) -> str:
        return " and ".join(self._one_of(truths, "!=", "not in"))

    def disjunction(self, truths: list[str]) -> str:
        return " or ".join(self._one_of(truths, "==", "in"))

    def _one_of(self, truths: Sequence[str], relation: str, word: str) -> list[str]:
        """The truths, those in a row that compare a term with values by the list of these."""
        sign, found = f" {relation} ", list[str]()
        for term, several in groupby(truths, lambda truth: bare(truth).partition(sign)[0]):
            alike = [*several]
            values = [bare(truth).removeprefix(term + sign) for truth in alike]
            is_one = not {*"()"} & {*term} and all(sign in truth for truth in alike)
            if len(alike) > 1 and is_one and all(map(_VALUE.fullmatch, values)):
                listed = f"[{', '.join(values).replace(DATA, '')}]"
                alike = [f"({term} {word} {self.mark}{listed}{self.mark})"]
            found += alike
        return found if len(found) > 1 else [*map(bare, found)]

    def opposite(self, truth: str) -> str:
        if found := _MEMBER.fullmatch(truth):
            return f"({found['term']} {'' if found['no'] else 'not '}in {found['values']})"
        text = bare(truth)
        outside = _outside(text)
        found = _COMPARISON.fullmatch(outside)
        if found is None or re.search(r"\b(?:and|or|not|in|for|if)\b", outside):
            return f"(not {truth})"
        left, right = text[: found.end(1)], text[found.start(3) :]
        return f"({left} {NEGATED[found[2]]} {right})"

    def refute(self) -> None:
        self.add("False")

    def require_different(self, terms: Sequence[Term]) -> None:
        natives = [term.native for term in terms]
        if set(natives) <= self.domains.keys():
            test = "AllDifferentConstraint()"
            self._add(f"problem.addConstraint({test}, [{', '.join(natives)}])")
        elif len(natives) == 2:
            self.add(self.relation(terms[0], "!=", terms[1]))
        else:
            self.add(f"len({{{', '.join(map(bare, natives))}}}) == {len(natives)}")

    def allowed(self, terms: Sequence[Term], rows: list[tuple[int, ...]]) -> str:
        """A test that the terms, in order, are one of `rows`."""
        if len(terms) == 1:
            return f"{terms[0].native} in {DATA}{self.table(terms, rows)}{DATA}"
        return f"({', '.join(bare(term.native) for term in terms)}) in {self.table(terms, rows)}"

    def regular(self, terms: Sequence[Term], one: Regular) -> str:
        """A test that an automaton accepts the terms."""
        listed = ", ".join(bare(term.native) for term in terms)
        are_digits = all(term.low >= 0 and term.high <= 9 for term in terms)
        if self.has_patterns and are_digits and (pattern := pattern_of(one)):
            return f'fits([{listed}], "{pattern}")'
        moves = {(before, int(symbol)): after for before, symbol, after in one.transitions}
        return f"accepts([{listed}], {moves}, {one.start}, {(*one.accepting,)})"

    def add(self, constraint: str) -> None:
        self._add(bare(constraint))


_SUMS = re.compile(r"\]\) \+ sum\(\[")
"""One sum after another, which may be of one list."""
_MEMBER = re.compile(rf"\((?P<term>[^()]*?) (?P<no>not )?in (?P<values>{DATA}?\[[^]]*\]{DATA}?)\)")
_COMPARISON = re.compile(r"([^<>=!]*) (==|!=|<=?|>=?) ([^<>=!]*)")
_VALUE = re.compile(rf"""-?\d+|{DATA}\w+{DATA}|"[^"\\]*"|'[^'\\]*'""")


def _outside(text: str) -> str:
    """The text with other signs in the place of those in brackets."""
    top = {*at_top(text)}
    return "".join(sign if place in top else "_" for place, sign in enumerate(text))


def _in_runs(values: Sequence[int]) -> Iterator[str]:
    """Ascending numbers, as a range those that follow each other where that is shorter."""
    for _, run in groupby(enumerate(values), lambda pair: pair[1] - pair[0]):
        numbers = [number for _, number in run]
        said = ", ".join(map(str, numbers)), f"*range({numbers[0]}, {numbers[-1] + 1})"
        yield min(said, key=len)


def _not_zero(divisor: Term) -> str:
    """The divisor, or 1 where it is 0: that it is not 0 is required apart."""
    text = str(divisor.native)
    return f"({text} or 1)" if divisor.low <= 0 <= divisor.high else text
