"""Random programs of the compiled solver, which show the bits of a random expression."""

from __future__ import annotations

import random

from everyway.solvers.compiled import code as c
from everyway.solvers.compiled.code import Apply, Code, Program

from .programs import define, level, program_of


class Trees:
    """Random expressions of some integers, of every kind and with every operator."""

    def __init__(self, random: random.Random, integers: list[Code], width: int) -> None:
        self.random, self.integers, self.width = random, integers, width

    def integer(self, depth: int) -> Code:
        if depth == 0:
            return self.random.choice([*self.integers, c.integer(self.random.randint(-9, 9))])
        a, b = self.integer(depth - 1), self.integer(depth - 1)
        furthest = max(map(abs, (*a.bounds, *b.bounds)))
        ends, zero = (-furthest, furthest), c.compare("==", b, c.integer(0))
        build = self.random.choice(
            [
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
                lambda: c.get_field(self.word(depth - 1), self.within(a, self.width // 5), 5),
                lambda: self.look_up([self.random.randint(-300, 300) for _ in range(9)], a),
            ]
        )
        return build()

    def look_up(self, entries: list[int], index: Code, kind: int = c.INTEGER) -> Code:
        inside = self.inside(index, len(entries))
        other = c.integer(5) if kind == c.INTEGER else c.Constant(kind, (0, 1), 1)
        return c.select(inside, c.look_up(entries, index, kind), other)

    def inside(self, index: Code, size: int) -> Code:
        least, most = c.compare("<=", c.integer(0), index), c.compare("<", index, c.integer(size))
        return c.all_of([least, most])

    def within(self, code: Code, size: int) -> Code:
        return c.least([c.greatest([code, c.integer(0)]), c.integer(size - 1)])

    def flag(self, depth: int) -> Code:
        if depth == 0:
            return c.compare("<=", self.integer(0), self.integer(0))
        a, b = self.integer(depth - 1), self.integer(depth - 1)
        f, g = self.flag(depth - 1), self.flag(depth - 1)
        entries = [self.random.randint(0, 1) for _ in range(self.random.choice([9, 99]))]
        build = self.random.choice(
            [
                lambda: c.compare(self.random.choice(["==", "!=", "<", "<=", ">", ">="]), a, b),
                lambda: c.all_of([f, g]),
                lambda: c.any_of([f, g]),
                lambda: c.negate(f),
                lambda: Apply(c.FLAG, (0, 1), self.random.choice(["==", "!="]), (f, g)),
                lambda: c.has(self.word(depth - 1), a),
                lambda: c.select(f, g, c.compare("<", a, b)),
                lambda: self.look_up(entries, a, c.FLAG),
            ]
        )
        return build()

    def word(self, depth: int) -> Code:
        if depth == 0:
            return c.word(self.random.getrandbits(self.width), self.width)
        v, w = self.word(depth - 1), self.word(depth - 1)
        a, b = self.integer(depth - 1), self.integer(depth - 1)
        entries = [self.random.getrandbits(self.width) for _ in range(5)]
        build = self.random.choice(
            [
                lambda: c.both(v, w),
                lambda: c.either(v, w),
                lambda: c.without(v, w),
                lambda: c.complement(v),
                lambda: c.shift(v, a),
                lambda: c.shift(v, c.integer(self.random.randint(-self.width, self.width))),
                lambda: c.single(a, self.width),
                lambda: c.span(a, b, self.width),
                lambda: c.span(a, a, self.width),
                lambda: c.mask(self.flag(depth - 1), self.width),
                lambda: c.select(self.flag(depth - 1), v, w),
                lambda: self.look_up(entries, a, self.width),
                lambda: c.with_field(v, self.within(a, self.width // 5), self.within(b, 32), 5),
            ]
        )
        return build()


def program_with(seed: int, kind: str, width: int) -> Program:
    """Two choices, then the bits of an expression of them; a flag must be true."""
    chance = random.Random(seed)
    levels = [level(0, 6, 0, width, (-70, -8, -1, 0, 1, 33)), level(1, 9, -4, width)]
    shown = level(2, width, 0, width)
    trees = Trees(chance, [here.value for here in levels] + [levels[0].index], width)
    where, before = chance.choice([(levels[1], False), (shown, True)])
    if kind == "flag":
        tree = define(where, "f", trees.flag(3), before)
        chance.choice([shown.before, shown.after]).append(c.Require(tree))
        shown.filters = [c.word(3, width)]
    elif kind == "word":
        shown.filters = [define(where, "w", trees.word(3), before)]
    else:
        tree = define(where, "i", trees.integer(3), before)
        ends = tree.bounds
        digits = c.remainder(c.subtract(tree, c.integer(ends[0])), c.integer(16), (0, 15))
        shown.filters = [c.with_field(c.word(0, width), c.integer(0), digits, 4)]
    return program_of([*levels, shown], width)
