"""Random arguments for the small samples of a constraint: terms of one shape at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from itertools import product as rows_of
from math import prod
from random import Random
from typing import Any

from .arithmetic_expressions import product, total
from .choices import element, maximum
from .constraints import RELATIONS, Constraint, relation_between
from .expressions import Constant, Expression, Indicator, Variable, variable
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

    def bits(self, number: int) -> list[Expression]:
        """`number` 0/1 terms: variables, conditions, and where the shape has them, constants."""
        found = [self.bit() for _ in range(number)]
        place = self.random.randrange(number) if number else 0
        match self.shape:
            case "constant" if found:
                found[place] = self.constant(0, 1)
            case "repeated" if found:
                found[place] = self.random.choice(found)
            case "partial" if found:
                index = self.variable(range(3)) if len(self.variables) < 6 else self.variables[-1]
                found[place] = element([self.random.randrange(2) for _ in range(2)], index)
            case _:
                pass
        return found

    def bit(self) -> Expression:
        """A 0/1 term: a new variable while there are few, or a condition."""
        pick = self.random
        if self.shape in ("composed", "negative", "gapped") and pick.random() < 0.4:
            return Indicator(self.condition())
        if len(self.variables) >= 6:
            known = [one for one in self.variables if set(one.domain) <= {0, 1}]
            return pick.choice(known) if known else Indicator(self.condition())
        fixed = self.shape == "unsatisfiable" or (self.shape == "single" and pick.random() < 0.5)
        return self.variable([pick.randrange(2)] if fixed else range(2))

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


# ----------------------------------------------------------------------------------- sample scenes
# Variables for the larger samples of a constraint, 3 to 40, and values that may well satisfy it.
#
# This is how people's models look, and where a solver uses the native constraints of its library.
# A bound, such as a capacity, is drawn so that it bites: some assignments just keep to it.


Pool = Callable[[Random, int], Sequence[int]]
"""Values for a number of variables."""

SIZES: dict[str, Sequence[int]] = {
    "3 to 9": range(3, 10),
    "10 to 40": (*range(10, 20), *range(10, 20), *range(20, 41)),
    "some twice": range(2, 10),
}
"""The number of variables that larger constraints have, by the column of their table."""
MOST_ASSIGNMENTS = {"3 to 9": 4_000, "10 to 40": 256, "some twice": 1_000}
MOST_OPEN = 8
HUGE, TWO_ALIKE, COMPOSED = "huge values", "two alike", "composed"
"""Further columns: values that 32 bits or floats do not hold, where they may be any; two
constraints of a kind over the same terms; and terms of two variables."""
MOST_ASSIGNMENTS |= dict.fromkeys((HUGE, TWO_ALIKE, COMPOSED), 500)
FAR = (-(10**8), -100, -99, 0, 1, 2, 77, 5_000, 10**8, 10**8 + 1)
"""Few values, far apart."""
FARTHER = (-(10**12), -(2**31) - 1, 0, 1, 3, 2**31, 2**32 + 1, 10**12, 10**12 + 1, 10**16 + 1)
"""Few values; many solvers cannot hold all of them."""
PAIRED: tuple[Callable[[Any, Any], Any], ...] = (
    lambda a, b: a - b, lambda a, b: abs(a - b), lambda a, b: a + b, lambda a, b: b - 2 * a,
)  # fmt: skip


def any_values(random: Random, size: int) -> list[int]:
    """Small values, some of them equal."""
    return random.choices(range(4), k=size)


def small_values(random: Random, size: int) -> range:
    """The values that `any_values` has."""
    return range(4)


class Scene:
    """Variables for one larger constraint, and a row of their values that may well satisfy it.

    In the column "10 to 40" all but a few variables are fixed, so that every assignment can be
    judged; in "some twice" some stand twice, as they are or moved by a constant.
    """

    def __init__(self, random: Random, column: str) -> None:
        self.random, self.column = random, column
        self.row: list[int] = []
        self.terms: list[Expression] = []
        self.variables: list[Variable] = []
        self.fixed: dict[str, int] = {}
        """The values of the variables that are fixed, by name."""
        self.domains: list[Sequence[Any]] = []
        """The values that each term can take."""
        self.ties: list[Constraint] = []
        """Equalities beside the constraint, by which a solver may make one of two variables."""

    def over(
        self,
        row: Pool = any_values,
        others: Pool = small_values,
        *,
        far: bool = False,
        distinct: bool = False,
        swapped: bool = False,
        sizes: Sequence[int] = SIZES["3 to 9"],
    ) -> list[Expression]:
        """The terms of a constraint: a variable for each value of the row, or what moves one.

        `row` gives the row, whose values the domains contain, and `others` what else they may
        contain. Where `far`, the values may be any, so that they may also lie far apart; they stay
        `distinct`. Where `swapped`, only the row's own values, elsewhere, may satisfy it as well.
        """
        if self.terms:
            return self.terms  # a second constraint over the same
        many = self.column == "10 to 40"
        size = self.random.choice(SIZES[self.column] if many else sizes)
        pool = others(self.random, size)
        self.row = list(row(self.random, size))
        if far and (self.column == HUGE or self.random.random() < 0.3):
            pool = FARTHER if self.column == HUGE else FAR
            apart = distinct and size <= len(pool)
            self.row = (self.random.sample if apart else self.random.choices)(pool, k=size)
        self.domains = list(self._few_open(pool, swapped) if many else self._grown(self.row, pool))
        names = [f"x{place}" for place in range(size)]
        pairs = zip(names, self.domains, strict=True)
        self.variables = [variable(name, domain) for name, domain in pairs]
        self.terms = list(self.variables)
        if self.column == "some twice":
            self._repeat()
        elif self.column == COMPOSED:
            self._compose()
        return self.terms

    def _few_open(self, pool: Sequence[int], swapped: bool) -> list[list[int]]:
        """A few open domains among others, whose variables a rule is to fix."""
        size = len(self.row)
        places = sorted(self.random.sample(range(size), min(size, MOST_OPEN)))
        of_open = [self.row[place] for place in places]
        few = self._grown(of_open, of_open if swapped else pool)
        open_at = dict(zip(places, few, strict=True))
        self.fixed = {f"x{k}": value for k, value in enumerate(self.row) if k not in open_at}
        return [
            open_at.get(k) or sorted({value, self.random.choice((value, *pool))})
            for k, value in enumerate(self.row)
        ]

    def _grown(self, row: Sequence[int], pool: Sequence[int]) -> list[list[int]]:
        """A domain for each value of `row`, grown while all assignments can be judged."""
        domains = [{value} for value in row]
        for place in self.random.sample(range(len(row)), len(row)) * 12:
            grown = domains[place] | {self.random.choice(pool)}
            sizes = prod(map(len, domains)) // len(domains[place]) * len(grown)
            if sizes <= MOST_ASSIGNMENTS[self.column]:
                domains[place] = grown
        return [sorted(domain) for domain in domains]

    def _repeat(self) -> None:
        """Have some variables stand in the places of others, moved so that the row still fits."""
        size = len(self.terms)
        several = 1 + (size > 4 and self.random.random() < 0.5)
        places = self.random.sample(range(size), size)
        moved, kept = places[:several], places[several:]
        for place in moved:
            alike = [other for other in kept if self.row[other] == self.row[place]]
            other = self.random.choice(alike or kept)
            by = self.row[place] - self.row[other]
            self.terms[place] = self.terms[other] + by if by else self.terms[other]
            self.domains[place] = [value + by for value in self.domains[other]]
        self.variables = [one for place, one in enumerate(self.variables) if place not in moved]

    def tie(self) -> None:
        """Have two variables be equal that are so in the row, every other time."""
        alone = [place for place, term in enumerate(self.terms) if isinstance(term, Variable)]
        pairs = [(a, b) for a, b in combinations(alone, 2) if self.row[a] == self.row[b]]
        pairs = [(a, b) for a, b in pairs if self.terms[a] is not self.terms[b]]
        if pairs and self.random.random() < 0.5:
            a, b = self.random.choice(pairs)
            self.ties.append(self.terms[a] == self.terms[b])

    def _compose(self) -> None:
        """Have terms of two variables stand in all places, mostly as they are, or else moved."""
        if len(self.row) < 2:
            return
        are_moved, values = self.random.random() < 0.3, self.row
        self.terms, self.row = [], []
        for place, wanted in enumerate(values):
            shape, (a, b) = self.random.choice(PAIRED), self.random.sample(range(len(values)), 2)
            found = shape(values[a], values[b])
            by = wanted - found if are_moved else 0
            made = shape(self.variables[a], self.variables[b])
            self.terms.append(made + by if by else made)
            self.row.append(found + by)
            self.domains[place] = [found + by, found + by, self.random.choice(values)]

    def some_row(self) -> list[int]:
        """A value of every term; of a fixed one, its own."""
        chosen: list[int] = [self.random.choice(domain) for domain in self.domains]
        return [self.fixed.get(f"x{place}", value) for place, value in enumerate(chosen)]

    def tight(self, measure: Callable[[Sequence[int]], int]) -> int:
        """A bound on `measure` that some rows keep, and others just do not."""
        measured = sorted(measure(self.some_row()) for _ in range(9))
        return measured[self.random.choice((1, 2, 4))]

    def numbers(self, low: int, high: int) -> list[int]:
        """A number for each term."""
        return [self.random.randint(low, high) for _ in self.terms]

    def halves(self) -> tuple[list[Expression], list[Expression]]:
        """The terms as two lists of one length; an odd one stands idle."""
        half = len(self.terms) // 2
        return self.terms[:half], self.terms[half : 2 * half]

    def clauses(self, *relations: str) -> list[Constraint]:
        """Each term in one of `relations` to its value in the row."""
        return [
            relation_between(term, self.random.choice(relations), value)
            for term, value in zip(self.terms, self.row, strict=True)
        ]


class SceneTerms(Draw):
    """Hands out the terms of a scene: larger samples of a constraint that says nothing of them."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene.random, "plain")
        self.variables, self._terms = scene.variables, scene.over()

    def terms(self, least: int = 0, most: int = 3) -> list[Expression]:
        # Of few terms more rows hold: an instance is drawn until some row does.
        number = self.random.randint(min(2, len(self._terms)), len(self._terms))
        return self.random.sample(self._terms, number)

    def several(self, number: int) -> list[Expression]:
        return self.random.choices(self._terms, k=number)

    def number(self, low: int = 0, high: int = 3) -> Any:
        return self.random.randint(low, high)

    def bit(self) -> Expression:
        return Indicator(self.condition())
