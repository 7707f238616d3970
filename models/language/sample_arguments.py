"""Random arguments for the small samples of a constraint: terms of one shape at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product as rows_of
from random import Random
from typing import Any

from .arithmetic_expressions import product, total
from .choices import element, maximum
from .constraints import RELATIONS, Constraint, relation_between
from .expressions import Constant, Expression, Variable, variable
from .nodes import Program

SHAPES = (
    "plain",
    "composed",
    "constant",
    "repeated",
    "single",
    "gapped",
    "negative",
    "empty",
    "unsatisfiable",
    "partial",
)
GAPPED: tuple[Any, ...] = (
    (0, 2), (0, 3), (-1, 1), (0, 1, 3), (0, 2, 3), (1, 2, 5), range(0, 5, 2), range(-2, 3, 2),
)  # fmt: skip


class Draw:
    """Hands out terms of one shape, and remembers the variables that they are made of."""

    def __init__(self, random: Random, shape: str) -> None:
        self.random = random
        self.shape = shape
        self.variables: list[Variable] = []
        self.needs_terms = False
        """True if what is drawn does not exist without terms."""

    def variable(self, domain: Any = None) -> Variable:
        """A new variable, over a domain of the shape's kind unless `domain` says otherwise."""
        name = "xyzuvwpqrst"[len(self.variables)]
        new = variable(name, self._domain() if domain is None else domain)
        self.variables.append(new)
        return new

    def _domain(self) -> Any:
        pick = self.random
        match self.shape:
            case "gapped":
                return pick.choice(GAPPED)
            case "negative":
                low = pick.choice((-3, -2, -1))
                return range(low, low + pick.choice((2, 3)))
            case "single" if pick.random() < 0.5:
                return [pick.choice((0, 0, 1, 2, -1))]
            case "unsatisfiable":
                low = pick.choice((-1, 0, 0, 1))
                return range(low, low + pick.choice((1, 1, 2)))
            case _:
                low = pick.choice((0, 0, 0, 1))
                return range(low, low + pick.choice((2, 3, 3)))

    def terms(self, least: int = 0, most: int = 3) -> list[Expression]:
        """`least` to `most` terms of the shape; none of the shape `empty`, where there may be."""
        self.needs_terms = self.needs_terms or least > 0
        if self.shape == "empty" and least == 0:
            return []
        return self.several(self.random.randint(max(least, min(2, most)), most))

    def several(self, number: int) -> list[Expression]:
        """`number` terms of the shape; a repeated, constant or partial one where there is room."""
        terms: list[Expression] = [self.plain() for _ in range(number)]
        if not terms:
            return terms
        place = self.random.randrange(number)
        match self.shape:
            case "composed":
                return [self.composed([term]) for term in terms]
            case "constant":
                terms[place] = self.constant()
            case "repeated":
                terms[place] = self.random.choice(self.variables)
            case "partial":
                terms[place] = self.partial()
            case "plain" if self.random.random() < 0.3:
                terms[place] = self.composed(terms)
            case _:
                pass
        return terms

    def plain(self) -> Expression:
        """A new variable while there are few, then an old one or a constant."""
        if len(self.variables) < 4:
            return self.variable()
        return self.random.choice(self.variables)

    def term(self) -> Expression:
        """One term of the shape."""
        if self.shape == "empty":
            return self.random.choice([total([]), product([]), total([]) + 1])
        if self.shape == "repeated" and self.variables and self.random.random() < 0.7:
            return self.random.choice(self.variables)
        return self.several(1)[0]

    def constant(self, low: int = -1, high: int = 3) -> Expression:
        """A fixed number."""
        return Constant(self.random.randint(low, high))

    def number(self, low: int = 0, high: int = 3) -> Any:
        """A number or a variable, to which a count is compared."""
        partly = self.shape == "partial" and self.random.random() < 0.4
        if self.shape != "empty" and partly:
            return self.partial()
        if self.random.random() < 0.7 or len(self.variables) > 3:
            return self.random.randint(low, high)
        return self.variable(range(low, low + 2))

    def value(self, low: int = -2, high: int = 3) -> int:
        """A value that a term may take, such as one in a row of a table."""
        return self.random.randint(low, high)

    def values(self, least: int, most: int) -> list[int]:
        """`least` to `most` different values that terms may take."""
        return self.random.sample(range(-1, 4), self.random.randint(least, most))

    def amount(self, low: int = 0, high: int = 3) -> Any:
        """A duration, a demand or a size."""
        return self.number(low, high)

    def capacity(self, low: int = 0, high: int = 3) -> Any:
        """The most that several amounts may come to."""
        return self.number(low, high)

    def relation(self) -> str:
        """One of the six relations."""
        return self.random.choice(tuple(RELATIONS))

    def composed(self, terms: list[Expression]) -> Expression:
        """A total expression over one or two of `terms`."""
        a, b = self.random.choice(terms), self.random.choice(terms)
        return self.random.choice(
            [a + b, a - b, 2 * a - 1, a * b, abs(a - b), a**2, -a, 3 - a, (a <= b) + a]
        )

    def partial(self) -> Expression:
        """A term that is undefined somewhere: a division by 0, or an index out of range."""
        for _ in range(100):
            term = self._divided_or_looked_up()
            if is_undefined_somewhere([term], self.variables):
                return self._around(term) if self.random.random() < 0.4 else term
        raise AssertionError("no term of the last hundred was partial")

    def _around(self, term: Expression) -> Expression:
        """A term that is undefined where `term` is, for having it as a part."""
        a = self.random.choice(self.variables)
        return self.random.choice(
            [term + a, abs(term), maximum([term, a]), a * term, element([a, 1, 2], abs(term))]
        )

    def _divided_or_looked_up(self) -> Expression:
        a = self.random.choice(self.variables) if self.variables else self.variable()
        b = self._divisor()
        kind = self.random.randrange(4)
        if kind == 0:
            return a // b
        if kind == 1:
            return a % b
        if kind == 2:
            return element([a, b], a + b - 1)
        return element([self.random.randint(-1, 3) for _ in range(2)], b)

    def _divisor(self) -> Expression:
        if len(self.variables) < 4:
            return self.variable(self.random.choice([range(-1, 2), range(3), (-2, 0, 1)]))
        return self.random.choice(self.variables)

    def condition(self) -> Constraint:
        """A small comparison between terms of the shape."""
        right = self.number(-1, 2) if self.random.random() < 0.6 else self.term()
        relation = self.relation()
        return relation_between(self.term(), relation, right)

    def conditions(self) -> list[Constraint]:
        """Up to three of them; none of the shape `empty`."""
        most = 0 if self.shape == "empty" else 3
        return [self.condition() for _ in range(self.random.randint(min(1, most), most))]


def is_undefined_somewhere(terms: Sequence[Expression], over: Sequence[Variable]) -> bool:
    """True if some assignment of the variables `over` leaves one of `terms` without a value."""
    program, names = Program(terms), [one.name for one in over]
    rows: Iterable[tuple[Any, ...]] = rows_of(*(one.domain for one in over))
    return any(None in program.run(dict(zip(names, row, strict=True))) for row in rows)
