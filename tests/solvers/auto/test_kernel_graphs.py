"""The kernel's constraints over graphs: random ones beside brute force, and known counts."""

from __future__ import annotations

from random import Random

import pytest

from everyway.models import (
    Model,
    all_of,
    any_of,
    connected,
    element,
    forest,
    iff,
    indicator,
    loop,
    path,
    regions,
    tree,
    variable,
)
from everyway.models.language.constraints import Constraint
from everyway.models.language.expressions import Variable
from everyway.solvers import solutions
from everyway.solvers.auto.kernel.kernel_code import kernel, uncompiled
from everyway.solvers.auto.kernel.kernel_search import finds, posted
from everyway.solvers.auto.plan import read

from .forms_by_hand import Code, never

Edges = list[tuple[int, int]]


class Chance:
    """Random terms and graphs over few variables."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.bits = [variable(f"b{n}", range(2)) for n in range(self.random.randint(3, 8))]
        self.numbers = [variable("n", range(-1, 4)), variable("k", (0, 1, 3))]

    @property
    def variables(self) -> list[Variable]:
        return [*self.bits, *self.numbers]

    def truth(self) -> object:
        """A variable, which may come again, a constant, a condition, or an undefined term."""
        bit, number = self.random.choice(self.bits), self.random.choice(self.numbers)
        kinds: list[object] = [bit] * 9 + [0, 1, 1 - bit, indicator(number > 0), ~(bit == 1)]
        return self.random.choice([*kinds, element([1, 0, 1], number)])

    def truths(self, number: int) -> list[object]:
        if self.random.random() < 0.5 and number <= len(self.bits):
            return list(self.random.sample(self.bits, number))
        return [self.truth() for _ in range(number)]

    def number(self) -> object:
        return self.random.choice([*self.numbers, *self.numbers, *range(1, 4), self.bits[0] + 1])

    def edges(self, size: int, most: int) -> Edges:
        """Edges, some of them parallel; some vertices have none."""
        pairs = [self.random.sample(range(size), 2) for _ in range(self.random.randint(1, most))]
        return [(a, b) for a, b in pairs]

    def constraint(self) -> Constraint:
        pick, size = self.random, self.random.randint(2, 6)
        edges = self.edges(size, 8)
        used, vertices = self.truths(len(edges)), {"vertices": size}
        match pick.randrange(7):
            case 0:
                return connected(self.truths(size), edges, pick.choice([None, used]))
            case 1:
                return loop(used, edges)
            case 2:
                return path(used, edges, self.number(), self.number(), **vertices)
            case 3:
                return tree(used, edges, spanning=pick.random() < 0.5, **vertices)
            case 4:
                return forest(used, edges)
            case _:
                sizes = [self.number() for _ in range(size)] if pick.random() < 0.6 else None
                roots = [*self.truths(size - 1), self.bits[0]] if pick.random() < 0.6 else None
                return regions(used, edges, sizes=sizes, roots=roots, **vertices)

    def whole(self) -> Constraint:
        """The constraint itself, mostly; else negated, in an alternative, or equal to a bit."""
        found, bit = self.constraint(), self.random.choice(self.bits)
        others = [~found, any_of(found, bit == 1), all_of(found, bit == 1), iff(found, bit == 0)]
        return found if self.random.random() < 0.7 else self.random.choice(others)


def rows_of(model: Model, code: Code) -> list[tuple[int, ...]]:
    """The rows that the kernel finds, in ascending order."""
    task = read(model)
    if task.domains is None:
        return []
    found = posted(task.domains, task.forms, task.place_of, code=code)
    numbers = [n for batch in finds(found, found.memory, never) for n in batch]
    return sorted(zip(*[iter(numbers)] * len(task.names), strict=True))


@pytest.mark.parametrize("code", [kernel, uncompiled], ids=["machine code", "Python"])
@pytest.mark.parametrize("first", range(0, 200, 20))
def test_random_graphs(first: int, code: Code) -> None:
    """Terms are repeated, constant, undefined; edges parallel; constraints negated and nested."""
    for seed in range(first, first + 20):
        chance = Chance(seed)
        model = Model(f"seed {seed}", chance.variables, chance.whole(), chance.whole())
        expected = sorted(
            tuple(row.values()) for row in map(dict, solutions(model, solver="brute-force"))
        )
        assert rows_of(model, code) == expected, model
