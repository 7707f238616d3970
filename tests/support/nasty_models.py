"""Small models of one kind of constraint, with nasty numbers in each of its fields.

Symbols, durations, sizes, capacities and exempt values go to 100 either way and far off; domains
have gaps; constants, and what never or always holds, stand anywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from math import prod
from random import Random
from typing import Any

from everyway import models as language
from everyway.models import Constraint, Model, ModelError, Variable, bounds, variable
from everyway.models.language.nodes import Program

MOST = 1_000
"""The most assignments of a model, so that all of them are tried."""
EDGES = (31, 32, 63, 64, 65, 127, 128, 255, 256, 2**15, 2**16)


def nasty_model(kind: str, seed: int) -> Model:
    """A model with a rule of this kind that a chosen assignment keeps, and perhaps another."""
    while True:
        draw = Draw(Random(f"{kind} {seed}"))
        seed += 1_000_000
        try:
            chosen = {v.name: draw.random.choice(list(v.domain)) for v in draw.variables}
            first = draw.rule(kind)
            rules = [first if Program([first]).run(chosen) == [True] else ~first]
            if draw.random.random() < 0.3:
                rules.append(draw.rule(draw.random.choice(KINDS)) | draw.rule(kind))
            return Model(f"nasty {kind}", *draw.variables, *rules)
        except ModelError:  # a field that may not be negative, a divisor that is 0
            continue


class Draw:
    """Draws variables, numbers, terms and rules."""

    def __init__(self, random: Random) -> None:
        self.random = random
        alike = self._domain()
        self.variables: list[Variable] = []
        for place in range(random.randint(1, 5)):
            domain = alike if random.random() < 0.6 else self._domain()
            if prod(len(v.domain) for v in self.variables) * len(domain) <= MOST:
                self.variables.append(variable(f"v{place}", domain))

    def _domain(self) -> Any:
        size, far = self.random.randint(1, 5), self.random.choice((0, 0, -2, -9, 40, -70, 10**6))
        if self.random.random() < 0.4:
            return range(far, far + size)
        wide = self.random.choice((8, 100))
        return sorted(self.random.sample(range(far - wide, far + wide), size))

    def value(self) -> int:
        """A value of some variable."""
        return int(self.random.choice(self.random.choice(self.variables).domain))

    def number(self) -> int:
        """Any number, often a value or one beside it."""
        near = self.value() + self.random.choice((0, 0, 0, -1, 1))
        far = self.random.choice((0, 1, self.random.randint(-100, 100), -self.value()))
        edge = self.random.choice((-1, 1)) * self.random.choice(EDGES)
        return self.random.choice((near, near, far, edge))

    def term(self) -> Any:
        """A variable, mostly, or an expression over some."""
        x, y = self.random.choice(self.variables), self.random.choice(self.variables)
        plain: list[Callable[[], Any]] = [
            lambda: x + self.random.randint(-70, 70),
            lambda: x * self.random.choice((-1, 2, -3, 9)),
            lambda: x * y,
            lambda: abs(x + y),
            lambda: x // self.random.choice((2, -3, 7)),
            lambda: x % self.random.choice((5, -4, 10)),
            lambda: x // y,
            lambda: x - y,
        ]
        return x if self.random.random() < 0.6 else self.random.choice(plain)()

    def any(self) -> Any:
        """A term or a number."""
        return self.number() if self.random.random() < 0.2 else self.term()

    def several(self, least: int = 0, most: int = 4) -> list[Any]:
        """Terms and numbers, some of them the same."""
        return [self.any() for _ in range(self.random.randint(least, most))]

    def place(self) -> Any:
        """A term with values near 0, and perhaps below."""
        one = self.random.choice(self.variables)
        return one - int(one.domain[0]) + self.random.choice((0, 0, 0, -1, 1))

    def amount(self) -> Any:
        """A number from 0, or a term that may be one."""
        random = self.random
        known = random.choice((0, 1, 2, random.randint(0, 20), random.randint(0, 100)))
        return known if random.random() < 0.7 else self.place()

    def rule(self, kind: str) -> Constraint:
        """A rule of this kind."""
        found: Constraint = RULES[kind](self)
        return found


def _cardinality(draw: Draw) -> Constraint:
    values = dict.fromkeys(draw.number() for _ in range(draw.random.randint(0, 4)))
    counts = {value: draw.random.choice((0, 1, 1, 2, draw.place())) for value in values}
    return language.cardinality(draw.several(), counts, closed=draw.random.random() < 0.4)


def _table(draw: Draw) -> Constraint:
    terms, random = draw.several(1, 3), draw.random
    ends = [(term, term) if isinstance(term, int) else bounds(term) for term in terms]
    rows = [
        [random.choice((draw.number(), random.randint(*end), draw.value())) for end in ends]
        for _ in range(random.choice((0, 3, 12, 80)))
    ]
    return random.choice((language.allowed, language.forbidden))(terms, rows)


def _regular(draw: Draw) -> Constraint:
    random, states = draw.random, range(draw.random.choice((1, 2, 5)))
    symbols = {draw.value() for _ in range(4)} | {draw.number() for _ in range(3)}
    moves = {
        (s, a): random.choice(states) for s in states for a in symbols if random.random() < 0.8
    }
    known = sorted({0, *(state for state, _ in moves), *moves.values()})
    return language.regular(
        draw.several(1, 4), moves, 0, random.sample(known, (len(known) + 1) // 2)
    )


def _cumulative(draw: Draw) -> Constraint:
    starts = draw.several(1, 4)
    amounts = [[draw.amount() for _ in starts] for _ in range(2)]
    return language.cumulative(starts, *amounts, draw.random.choice((0, 3, draw.amount())))


def _no_overlap(draw: Draw) -> Constraint:
    starts = draw.several(1, 4)
    return language.no_overlap(starts, [draw.amount() for _ in starts])


def _no_overlap_2d(draw: Draw) -> Constraint:
    x = draw.several(1, 4)
    sizes = [[draw.amount() for _ in x] for _ in range(2)]
    return language.no_overlap_2d(x, [draw.any() for _ in x], *sizes)


def _bin_packing(draw: Draw) -> Constraint:
    bins = [draw.place() for _ in range(draw.random.randint(1, 4))]
    sizes = [draw.random.choice((0, 1, draw.random.randint(0, 60), draw.any())) for _ in bins]
    most = [draw.random.choice((3, draw.random.randint(-20, 100), draw.any())) for _ in range(3)]
    return language.bin_packing(bins, sizes, most)


def _counted(draw: Draw) -> Constraint:
    few, terms = draw.random.choice((0, 1, 2, draw.place())), draw.several(1, 5)
    if draw.random.random() < 0.3:
        return language.among(terms, {draw.number() for _ in range(4)}, few)
    kind = draw.random.choice((language.exactly, language.at_least, language.at_most))
    return kind(terms, draw.any(), few)


def _precedence(draw: Draw) -> Constraint:
    return language.precedence(draw.several(), dict.fromkeys([draw.number() for _ in range(3)]))


def _lexicographic(draw: Draw) -> Constraint:
    left = draw.several(1, 3)
    right = [draw.any() for _ in left]
    return language.lexicographic(left, right, strict=draw.random.random() < 0.5)


def _places(draw: Draw) -> Constraint:
    several = [draw.place() for _ in range(draw.random.choice((2, 4)))]
    half = len(several) // 2
    return draw.random.choice(
        (
            lambda: language.circuit(several),
            lambda: language.subcircuit(several),
            lambda: language.inverse(several[:half], several[half:]),
            lambda: language.element([draw.any() for _ in several], several[0]) == draw.any(),
        )
    )()


def _compared(draw: Draw) -> Constraint:
    weights = draw.random.choice(((1,), (-1, 1), (1, -7, 40)))
    whole = language.total(draw.random.choice(weights) * term for term in draw.several(1, 3))
    right = draw.random.choice((draw.any(), language.maximum(draw.term(), draw.any())))
    kinds = (whole == right, whole != right, whole <= right, whole > right)
    found: Any = draw.random.choice(kinds)
    return found


RULES: dict[str, Callable[[Draw], Any]] = {
    "all_different": lambda draw: language.all_different(draw.several(2, 5)),
    "all_different_except": lambda draw: language.all_different_except(
        draw.several(2, 5), draw.number()
    ),
    "all_equal": lambda draw: language.all_equal(draw.several(1, 2)),
    "bin_packing": _bin_packing,
    "cardinality": _cardinality,
    "compared": _compared,
    "counted": _counted,
    "cumulative": _cumulative,
    "increasing": lambda draw: language.increasing(draw.several(2, 4)),
    "lexicographic": _lexicographic,
    "no_overlap": _no_overlap,
    "no_overlap_2d": _no_overlap_2d,
    "number_of_values": lambda draw: language.number_of_values(draw.several(1, 5), draw.place()),
    "places": _places,
    "precedence": _precedence,
    "regular": _regular,
    "table": _table,
}
KINDS = tuple(RULES)


@cache
def rows_of(kind: str, seed: int) -> tuple[Model, tuple[tuple[int, ...], ...]]:
    """The model, and its solutions in order, by trying every assignment."""
    from everyway.solvers import solutions

    model = nasty_model(kind, seed)
    return model, tuple(found.row for found in solutions(model, "brute-force"))


def large_models() -> list[Model]:
    """Few variables under forms that are large, or whose numbers are."""
    far = [variable(name, (-90, -50, 0, 30, 70, 95)) for name in "abc"]
    near = [variable(name, range(5)) for name in "xyz"]
    alike = [variable(name, (-64, 0, 1, 64, 128)) for name in "ijk"]
    bits = [variable(f"b{place}", range(2)) for place in range(8)]
    steps = [one <= other for one, other in pairwise(bits)]
    squares = [[i, j, (i * j) % 5] for i in range(5) for j in range(5)]
    every = [[i, j, k] for i in range(5) for j in range(5) for k in range(5)]
    odd = [row for row in every if sum(row) % 2 or row[0] > 3]
    counter = {(s, a): (3 * s + a + 90) % 41 for s in range(41) for a in (-90, -50, 0, 30, 95)}
    forms: dict[str, tuple[list[Variable], Any]] = {
        "long tasks": (far, language.cumulative(far, [44, 61, 29], [2, 1, 3], 4)),
        "long lengths": (far, language.no_overlap(far, [44, 61, 29])),
        "loads": (near, language.bin_packing(near, [27, 40, 33], [60, 67, 0, 73, 40])),
        "many states": (far, language.regular(far, counter, 0, range(0, 41, 2))),
        "many rows": (near, language.forbidden(near, odd)),
        "rows": (near, language.allowed(near, squares)),
        "far rows": (far, language.allowed(far, [[x, y, 95] for x in (-90, 95) for y in (0, 70)])),
        "sum": (far, far[0] + 2 * far[1] - far[2] == 70),
        "end": (near, language.element([9, -70, 95, 33], near[0]) > near[1]),
        "many": (bits, language.all_of([*steps, bits[0] + bits[7] == 1, bits[3] != bits[4]])),
        "alike": (alike, language.all_different(alike)),
        "exempt": (far, language.all_different_except(far, -50)),
        "values": (far, language.number_of_values(far, 2)),
        "counts": (far, language.cardinality(far, {-90: near[0], 95: near[1]}, closed=True)),
        "conjuncts": (bits, language.all_of(b == 0 for b in bits) | (language.total(bits) == 3)),
        "predicate": (near, language.predicate(lambda x, y, z: (x * y + z) % 3 == 1, *near)),
        "constants": (far, language.all_different(-far[0] * far[1], far[2], -5, 4500, -2700, 95)),
        "weights": (near, 37 * near[0] + 91 * near[1] + 64 * near[2] <= 228),
        "total": (bits, language.total(2**k * b for k, b in enumerate(bits)) == 178),
        "index": (near, language.element([9, -70, 95, 33], near[0] + near[1] - near[2]) > 0),
    }
    more = {"counts": [*far, *near[:2]]}
    return [Model(name, *more.get(name, some), rule) for name, (some, rule) in forms.items()]
