"""The kernel's constraints over graphs: random ones beside brute force, and known counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from random import Random

import pytest

from everyway.formats.address_puzzles import from_address
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
    variables,
)
from everyway.models.language.constraints import Constraint
from everyway.models.language.expressions import Variable
from everyway.solvers import count, solutions
from everyway.solvers.auto.kernel.kernel_code import kernel, uncompiled
from everyway.solvers.auto.kernel.kernel_search import finds, posted, root
from everyway.solvers.auto.kernel.machine_search import probing
from everyway.solvers.auto.kernel.machine_source import records as at
from everyway.solvers.auto.plan import read

from .forms_by_hand import Code, never

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")

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
        match pick.randrange(8):
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
            case 5:  # of vertices that are not shaded; shaded ones are alone
                shaded = [pick.choice(self.bits) for _ in range(size)]
                sizes = [self.number() for _ in range(size)] if pick.random() < 0.6 else None
                roots = [pick.choice([x, x, x == 0, x == 1, False]) for x in shaded]
                used = [(shaded[a] == 0) & (shaded[b] == 0) for a, b in edges]
                return regions(used, edges, sizes=sizes, roots=roots, **vertices)
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
@pytest.mark.parametrize("first", range(0, 100, 10))
def test_random_graphs(first: int, code: Code) -> None:
    """Terms are repeated, constant, undefined; edges parallel; constraints negated and nested."""
    for seed in range(first, first + 10):
        chance = Chance(seed)
        model = Model(f"seed {seed}", chance.variables, chance.whole(), chance.whole())
        expected = sorted(
            tuple(row.values()) for row in map(dict, solutions(model, solver="brute-force"))
        )
        assert rows_of(model, code) == expected, model


def test_the_greatest_product_of_changes_is_a_word() -> None:
    assert probing.MOST_CHANGES**probing.MOST_VALUES_PROBED < 1 << 63


def test_what_is_projected_is_decided_first() -> None:
    """A variable whose values change most is not decided before those that are asked for."""
    for seed in range(60):
        chance = Chance(seed)
        model = Model(f"seed {seed}", chance.variables, chance.constraint(), chance.whole())
        task = read(model)
        if task.domains is None:
            continue
        asked = sorted(chance.random.sample(range(len(task.names)), len(task.names) // 2))
        rows = {
            tuple(dict(row)[task.names[place]] for place in asked)
            for row in solutions(model, solver="brute-force")
        }
        found = posted(task.domains, task.forms, task.place_of, project=asked)
        numbers = [n for batch in finds(found, found.memory, never) for n in batch]
        whole = zip(*[iter(numbers)] * len(task.names), strict=True)
        assert sorted(tuple(row[place] for place in asked) for row in whole) == sorted(rows), model


@pytest.mark.parametrize(
    ("address", "most"),
    [
        ("slither/10/10/ld1080ddnbg2836dn1dn5380dgdnc0632daj", 0),
        ("nurikabe/10/10/l1h4s4n4l2kbn6k2l2n5s2h1l", 0),
        ("nurikabe/10/10/zh3j5t3g3hat3g3h9zr", 30),
        ("fillomino/10/10/5g13h53g1p2h1h4h35g4g44g1g2i1h3l3h2i5g5g54g1g62h4h6h1p5g23h32g6", 40),
    ],
)
def test_published_puzzles_are_solved_by_probing(address: str, most: int) -> None:
    """Their sources are in the addresses of public programs; the last two take some decisions."""
    task = read(from_address(address))
    assert task.domains is not None
    found = posted(task.domains, task.forms, task.place_of)
    assert sum(len(batch) for batch in finds(found, found.memory, never)) == len(task.names)
    assert found.memory[at.NODES] <= most


def grid(size: int) -> Edges:
    """Points of a square that are neighbours."""
    across = [(r * size + c, r * size + c + 1) for r in range(size) for c in range(size - 1)]
    return across + [
        (r * size + c, r * size + c + size) for r in range(size - 1) for c in range(size)
    ]


Word = Callable[[Sequence[Variable], Edges, int], Constraint]
WORDS: dict[str, tuple[Word, dict[int, int]]] = {
    "vertex sets": (lambda x, edges, n: connected(x, edges), {2: 14, 3: 219, 4: 11507}),
    "cycles": (lambda x, edges, n: loop(x, edges), {2: 1, 3: 13, 4: 213, 5: 9349}),
    "paths": (lambda x, edges, n: path(x, edges, 0, n * n - 1), {2: 2, 3: 12, 4: 184}),
    "spanning trees": (
        lambda x, edges, n: tree(x, edges, spanning=True),
        {2: 4, 3: 192, 4: 100352},
    ),
    "forests": (lambda x, edges, n: forest(x, edges), {2: 15, 3: 3102}),
    "partitions": (lambda x, edges, n: regions(x, edges), {2: 12, 3: 1434}),
    "fives": (lambda x, edges, n: regions(x, edges, sizes=[5] * n * n), {5: 4006}),
}


@pytest.mark.parametrize("name", WORDS)
def test_known_counts(name: str) -> None:
    word, counts = WORDS[name]
    for size, expected in counts.items():
        edges = grid(size)
        x = variables("x", size * size if name == "vertex sets" else len(edges), range(2))
        assert count(Model(name, x, word(x, edges, size)), solver="auto[kernel]") == expected


def at_root(model: Model) -> dict[str, Sequence[int]]:
    """The domains at the first fixpoint."""
    task = read(model)
    assert task.domains is not None
    found = root(posted(task.domains, task.forms, task.place_of), task.domains, never)
    assert found is not None
    return dict(zip(task.names, found, strict=True))


def test_a_loop_leaves_out_what_it_would_pass_a_vertex_twice_for() -> None:
    """Two graphs of four vertices, each joined with each, and a common one."""
    edges = list(combinations(range(4), 2)) + list(combinations((0, 4, 5, 6), 2))
    x = variables("x", 12, range(2))
    left = at_root(Model("two", x, loop(x, edges), x[0] == 1))
    assert [len(left[f"x[{n}]"]) for n in range(6)] == [1] + [2] * 5
    assert [tuple(left[f"x[{n}]"]) for n in range(6, 12)] == [(0,)] * 6


def test_a_loop_does_not_close_before_it_has_all_edges() -> None:
    edges = [(0, 1), (1, 2), (2, 3), (4, 5), (3, 0), (0, 4), (5, 3), (4, 3), (5, 0)]
    x = variables("x", 9, range(2))
    given = [x[n] == 1 for n in range(4)]
    left = at_root(Model("square", x, loop(x, edges), given))
    assert tuple(left["x[4]"]) == (0,)


def test_what_no_root_reaches_within_its_size_is_its_own_root() -> None:
    """The dark squares of a line, of which each is alone, and its islands of given sizes."""
    dark, line = variables("d", 7, range(2)), list(pairwise(range(7)))
    same = [(dark[a] == 0) & (dark[b] == 0) for a, b in line]
    roots = [dark[v] if 0 < v else 1 - dark[v] for v in range(7)]
    sizes = [3, *variables("z", 6, range(1, 4))]
    left = at_root(Model("line", dark, sizes[1:], regions(same, line, sizes=sizes, roots=roots)))
    assert [tuple(left[f"d[{v}]"]) for v in range(7)] == [(0,), (0,), (0,), *[(1,)] * 4]


def test_a_root_that_excludes_some_edges_alone_is_not_alone() -> None:
    """A part that has a root is joined with one that may have, and does not."""
    s, r = variables("s", 2, range(2)), variable("r", range(2))
    word = regions(s, [(0, 1), (2, 1)], roots=[indicator(s[0] < 2), r, 0 * r])
    model = Model("line", s, r, any_of(r == 0, s[0] == 0), word)
    assert rows_of(model, kernel) == [(0, 1, 1), (1, 1, 0)]
    free = Model("pair", s[0], r, regions(s[:1], [(0, 1)], roots=[indicator(r < 2), r]))
    assert rows_of(free, kernel) == [(0, 1), (1, 0)]


def test_loops_do_not_plan_what_a_graph_is_decomposed_into() -> None:
    x = variables("x", 4, range(2))
    assert read(Model("few", x, sum(x) >= 1)).suits_loops
    assert not read(Model("few", x, loop(x, [(0, 1), (1, 2), (2, 3), (3, 0)]))).suits_loops
