"""Random programs of the compiled solver, which show the bits of a random expression."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from everyway.solvers.auto.common import code as c
from everyway.solvers.auto.common.code import (
    FLAG,
    INTEGER,
    Apply,
    Code,
    Constant,
    Program,
    Require,
)

from .programs import define, level, program_of

EXPRESSIONS = 8
VALUES = (-70, -8, -1, 0, 6, 14, 33, 50)


class Trees:
    """Random expressions of some integers, of every kind and with every operator."""

    def __init__(self, random: random.Random, integers: Sequence[Code], width: int) -> None:
        self.random, self.integers, self.width = random, integers, width

    def any(self, kind: str, depth: int) -> Code:
        """An expression of a kind; bits past the width of a word would show in it."""
        if kind == "integer" and self.random.random() < 0.3:
            return c.population(self.word(depth))
        if kind == "word" and self.random.random() < 0.5:
            return c.shift(self.word(depth), c.integer(-self.random.randint(1, 3)))
        code: Code = getattr(self, kind)(depth)
        return code

    def integer(self, depth: int) -> Code:
        if depth == 0:
            return self.random.choice([*self.integers, c.integer(self.random.randint(-9, 9))])
        a, b = self.integer(depth - 1), self.integer(depth - 1)
        furthest = max(map(abs, (*a.bounds, *b.bounds)))
        ends, zero = (-furthest, furthest), c.compare("==", b, c.integer(0))
        builds: list[Callable[[], Code]] = [
            lambda: c.add(a, b),
            lambda: c.subtract(a, b),
            lambda: c.multiply(a, b),
            lambda: c.least([a, b]),
            lambda: c.greatest([a, c.absolute(b)]),
            lambda: c.select(zero, a, c.quotient(a, b, ends)),
            lambda: c.select(zero, a, c.remainder(a, b, ends)),
            lambda: c.remainder(a, c.integer(self.random.choice([-3, 4, 7])), (-2, 6)),
            lambda: c.quotient(a, c.integer(self.random.choice([-3, 4, 7])), ends),
            lambda: c.select(self.flag(depth - 1), a, b),
            lambda: c.as_integer(self.flag(depth - 1)),
            lambda: c.population(self.word(depth - 1)),
            lambda: self.look_up([self.random.randint(-300, 300) for _ in range(9)], a),
        ]
        return self.random.choice(builds)()

    def look_up(self, entries: list[int], index: Code, kind: int = INTEGER) -> Code:
        inside = self.inside(index, len(entries))
        other = c.integer(5) if kind == INTEGER else Constant(kind, (0, 1), 1)
        return c.select(inside, c.look_up(entries, index, kind), other)

    def inside(self, index: Code, size: int) -> Code:
        least, most = c.compare("<=", c.integer(0), index), c.compare("<", index, c.integer(size))
        return c.all_of([least, most])

    def flag(self, depth: int) -> Code:
        if depth == 0:
            return c.compare("<=", self.integer(0), self.integer(0))
        a, b = self.integer(depth - 1), self.integer(depth - 1)
        f, g = self.flag(depth - 1), self.flag(depth - 1)
        entries = [self.random.randint(0, 1) for _ in range(self.random.choice([9, 99]))]
        builds: list[Callable[[], Code]] = [
            lambda: c.compare(self.random.choice(["==", "!=", "<", "<=", ">", ">="]), a, b),
            lambda: c.all_of([f, g]),
            lambda: c.any_of([f, g]),
            lambda: c.negate(f),
            lambda: Apply(FLAG, (0, 1), self.random.choice(["==", "!="]), (f, g)),
            lambda: c.has(self.word(depth - 1), a),
            lambda: c.select(f, g, c.compare("<", a, b)),
            lambda: self.look_up(entries, a, FLAG),
        ]
        return self.random.choice(builds)()

    def word(self, depth: int) -> Code:
        if depth == 0:
            return c.word(self.random.getrandbits(self.width), self.width)
        v, w = self.word(depth - 1), self.word(depth - 1)
        a, b = self.integer(depth - 1), self.integer(depth - 1)
        entries = [self.random.getrandbits(self.width) for _ in range(5)]
        builds: list[Callable[[], Code]] = [
            lambda: c.both(v, w),
            lambda: c.either(v, w),
            lambda: c.complement(v),
            lambda: c.shift(v, a),
            lambda: c.shift(v, c.integer(self.random.randint(-self.width, self.width))),
            lambda: c.single(a, self.width),
            lambda: c.span(a, b, self.width),
            lambda: c.span(a, a, self.width),
            lambda: c.mask(self.flag(depth - 1), self.width),
            lambda: c.select(self.flag(depth - 1), v, w),
            lambda: self.look_up(entries, a, self.width),
        ]
        return self.random.choice(builds)()


def program_with(seed: int, kind: str, width: int) -> Program:
    """Choices, of which the first is among expressions of the next two, then its bits."""
    chance = random.Random(seed)
    most = max(width, EXPRESSIONS)
    which, first = level(0, EXPRESSIONS, 0, most), level(1, len(VALUES), 0, most, VALUES)
    second, between, shown = level(2, 5, -2, most), level(3, 2, 0, most), level(4, width, 0, most)
    trees = Trees(chance, [first.value, second.value, first.index], width)
    where = chance.choice([second, between])
    made = [trees.any(kind, chance.choice([1, 2, 2, 3])) for _ in range(EXPRESSIONS)]
    if kind == "integer":
        made = [last_digits(code) for code in made]
    kept = [define(where, f"r{number}", code) for number, code in enumerate(made)]
    chosen: Code = kept[0]
    for number, code in enumerate(kept):
        chosen = c.select(c.compare("==", which.value, c.integer(number)), code, chosen)
    if kind == "flag":
        chance.choice([between, shown]).after.append(Require(chosen))
        shown.filters = [c.word(3, width)]
    elif kind == "word":
        shown.filters = [c.shift(chosen, c.integer(-chance.randint(0, 1)))]
    else:
        shown.filters = [c.look_up(range(16), chosen, width)]
    return program_of([which, first, second, between, shown], most)


def last_digits(code: Code) -> Code:
    """The last four bits of an integer."""
    from_zero = c.subtract(code, c.integer(code.bounds[0]))
    return c.remainder(from_zero, c.integer(16), (0, 15))
