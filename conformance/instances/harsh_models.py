"""Random models of numbers that small samples do not reach, each quickly judged.

Each is one constraint, or two over shared terms, of few variables: constants and givens anywhere,
to ±60 and far off, beside products, quotients and absolute values; and in one of four, numbers to
±100 in every field, such as durations, capacities and symbols.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations
from random import Random
from typing import Any

from ...models import (
    Constraint,
    Expression,
    Model,
    Variable,
    all_different,
    all_of,
    allowed,
    among,
    any_of,
    bin_packing,
    boolean,
    cardinality,
    cumulative,
    element,
    exactly,
    forbidden,
    maximum,
    minimum,
    no_overlap,
    number_of_values,
    regular,
    total,
    variable,
)
from ...models.language.constraints import Core, relation_between
from ...models.language.expressions import Constant, Indicator, bounds, bounds_under
from ...models.language.global_constraints import constraint_classes
from ...models.language.global_constraints.all_different import AllDifferent
from ...models.language.global_constraints.bin_packing import BinPacking
from ...models.language.global_constraints.circuit import Circuit, Subcircuit
from ...models.language.global_constraints.cumulative import _peak
from ...models.language.global_constraints.inverse import Inverse
from ...models.language.nodes import Program
from ...models.language.sample_arguments import Draw
from .cells import CONTEXTS
from .enumerate_naively import size_of
from .random_models import LARGEST, tried_until

SIZES, WEIGHTS = (40, 150, 500, 2_500), (4, 8, 6, 1)
"""Most assignments of a model's open variables, and how often."""
HARSH = "harsh"
"""The column of such models in the kit's table."""
FAR_OFF = (-99_999, -1_000, -129, 128, 257, 1_000, 2**17)
PLACES: tuple[type[Constraint], ...] = (Circuit, Subcircuit, Inverse, BinPacking)
"""Constraints whose terms are numbers of nodes or bins, from 0 on."""


class Harsh(Draw):
    """Hands out terms of all kinds over some variables, and numbers that bite."""

    def __init__(self, random: Random, pool: Sequence[Variable], *, far: bool) -> None:
        super().__init__(random, "harsh")
        self.variables, self.far = list(pool), far
        self.givens: list[Constraint] = []
        """Rules that give variables, which stand for constants, their values."""
        self.given: dict[str, int] = {}
        """The values that they give, by name."""
        self.modulus: int | None = None
        """The number of values, from 0 on, that the next terms may take; None for any."""
        self.rows: list[Any] = [{v.name: random.choice(v.domain) for v in pool} for _ in range(4)]
        self.taken: list[int] = [value for row in self.rows for value in row.values()]
        """Values that variables and terms take."""
        self._handed: list[Expression] = []
        self._amounts: list[int] = []

    def bit(self) -> Expression:
        return Indicator(self.condition())

    def terms(self, least: int = 0, most: int = 3) -> list[Expression]:
        pick = self.random
        size = pick.randint(max(least, 2), most + 1) if pick.random() < 0.95 else least
        if self.modulus is None and size <= len(self._handed) and pick.random() < 0.6:
            return pick.sample(self._handed, size)  # those of the constraint before
        return self.several(size)

    def several(self, number: int) -> list[Expression]:
        """Constants among them are drawn last: they are best near what the others take.

        Now and then each is another variable, moved, as on the diagonals of a board.
        """
        if (
            self.modulus is None
            and 1 < number <= len(self.variables)
            and self.random.random() < 0.3
        ):
            some = self.random.sample(self.variables, number)
            return [one + self.random.randint(-9, 9) for one in some]
        fixed = sum(self.random.random() < 0.3 for _ in range(number)) if number > 1 else 0
        found = [self._open() for _ in range(number - fixed)]
        if found and self.random.random() < 0.5:
            self.taken = self._values_of(max(found, key=_width)) or self.taken
        found += [self.constant() for _ in range(fixed)]
        return self.random.sample(found, number)

    def term(self) -> Expression:
        """An open term, or now and then a constant."""
        return self.constant() if self.random.random() < 0.15 else self._open()

    def _open(self) -> Expression:
        """A variable, moved perhaps, or a non-linear term; it starts at 0 where it should."""
        made = self._any()
        if self.modulus is not None:
            low, high = bounds(made)
            made = made - low if high - low <= self.modulus else made % self.modulus
        self.taken = [*self.taken[-20:], *self._values_of(made)]
        self._handed.append(made)
        return made

    def _values_of(self, term: Expression) -> list[int]:
        program = Program([term])
        values = (program.run(row | self.given)[0] for row in self.rows)
        return [int(value) for value in values if value is not None]

    def _any(self) -> Expression:
        pick = self.random
        if pick.random() < 0.35:
            return pick.choice(self.variables)
        a, *rest = pick.sample(self.variables, len(self.variables))
        b = pick.choice(rest or [a])
        k, by = pick.choice((-5, -3, -2, -1, 2, 3, 8)), self.value()
        made: Sequence[Expression] = (
            *(a * b, -a * b, k * a * b, k * a * b, k * a * b - b, a * a, abs(a), abs(a + by)),
            *(-abs(k * a - b), abs(k * a - b), a // k, a % k, a // b, maximum([a, by])),
            *((a <= by) + b, a + by, a + by, by - a, -a, k * a, k * a - b, a - b, a + b - by),
        )
        return pick.choice(made)

    def constant(self, low: int = -1, high: int = 3) -> Expression:
        return self._fixed(self.value(low, high))

    def _fixed(self, value: int) -> Expression:
        """A constant; now and then a variable that a rule, or its domain, gives this value."""
        if self.random.random() < 0.8:
            return Constant(value)
        domain = self.random.choice(((value,), (value, value + 1)))
        given = variable(f"g{len(self.givens)}", domain)
        self.givens.append(given == value)
        self.given[given.name] = value
        return given

    def value(self, low: int = -2, high: int = 3) -> int:
        """One that some term takes, or near it; or any to ±60, to ±100 if far, or far off."""
        pick, chance = self.random, self.random.random()
        if chance < 0.65:
            return pick.choice(self.taken) + pick.choice((0, 0, 0, 0, 0, -1, 1))
        if chance < 0.75 and not self.far:
            return pick.randint(low, high)
        return pick.choice(FAR_OFF) if chance > 0.96 else pick.randint(*self._span())

    def _span(self) -> tuple[int, int]:
        return (-100, 100) if self.far else (-60, 60)

    def values(self, least: int, most: int) -> list[int]:
        wanted = self.random.randint(least, most)
        return list(dict.fromkeys(self.value() for _ in range(9 * wanted)))[:wanted]

    def number(self, low: int = 0, high: int = 3) -> Any:
        return self.random.randint(low, high) if self.random.random() < 0.8 else self.term()

    def amount(self, low: int = 0, high: int = 3) -> Any:
        """As much as two values are apart, or nearly; or any, to 100 if far."""
        pick, taken = self.random, self.taken
        apart = abs(pick.choice(taken) - pick.choice(taken)) + pick.choice((-1, 0, 0, 1))
        most = 100 if self.far else high
        found = min(max(apart, 0), 100) if pick.random() < 0.5 else pick.randint(0, most)
        self._amounts.append(found)
        return self._fixed(-found if low < 0 and pick.random() < 0.2 else found)

    def capacity(self, low: int = 0, high: int = 3) -> Any:
        """As much as some of the amounts come to, or nearly."""
        some = self.random.sample(self._amounts, self.random.randint(0, len(self._amounts)))
        return self._fixed(max(0, sum(some) + self.random.choice((-1, 0, 0, 0, 1))))

    def condition(self) -> Constraint:
        return relation_between(self.term(), self.relation(), self.value())

    def constraint(self, kind: type[Constraint]) -> Constraint:
        """One of this kind; it may share terms with those before."""
        self.modulus = self.random.randint(2, 4) if kind in PLACES else None
        return kind.sample(self)


@cache
def often() -> Sequence[type[Constraint]]:
    """Every constraint, those oftener that solvers treat in ways of their own."""
    every = constraint_classes()
    own = [kind for kind in every if not issubclass(kind, Core)]
    return (*every, *own, *[AllDifferent] * 4)


def _width(term: Expression) -> int:
    low, high = bounds(term)
    return high - low


def harsh_model(seed: int, kind: type[Constraint] | None = None) -> Model:
    """The model of this seed; with a constraint of `kind`, if one is named."""
    random = Random(f"everyway harsh {seed} {kind.__name__ if kind else ''}")
    return _tried(lambda: _harsh(random, f"harsh {seed}", kind), random)


def _tried(draw: Callable[[], Model], random: Random) -> Model:
    return tried_until(draw, random, 0.05, LARGEST, 2 * SIZES[-1])


def drawn_over(random: Random, most: int, least: int = 1) -> Harsh:
    """Something to draw from, over `least` variables or more that have `most` assignments."""
    far = random.random() < 0.25
    pool: list[Variable] = []
    for place in range(random.choice((2, 2, 3, 3, 4, 4))):
        new = variable(f"x{place}", _domain(random, far=far))
        if len(pool) < least or size_of([*pool, new]) <= most:
            pool.append(new)
    return Harsh(random, pool, far=far)


def _domain(random: Random, *, far: bool) -> Any:
    if far and random.random() < 0.6:
        return sorted(random.sample(range(-100, 101), random.randint(2, 5)))
    low, step = random.choice((0, 0, 0, 1, -1, -3, -7, random.randint(-60, 60))), 1
    if random.random() < 0.2:
        step = random.choice((2, 3, 7))
    return range(low, low + step * random.choice((2, 3, 4, 5, 7, 9, 12)), step)


def _harsh(random: Random, name: str, kind: type[Constraint] | None) -> Model:
    draw = drawn_over(random, random.choices(SIZES, WEIGHTS)[0])
    kinds = [kind or random.choice(often())]
    if random.random() < 0.35:
        kinds.append(random.choice((kinds[0], random.choice(often()))))
    rules = [draw.constraint(one) for one in kinds]
    return ruled(name, draw, rules, CONTEXTS[random.choice((*["top"] * 20, *CONTEXTS))])


def ruled(
    name: str,
    draw: Harsh,
    rules: Sequence[Constraint],
    within: Callable[[Constraint, Variable, Constraint], Constraint] = CONTEXTS["top"],
) -> Model:
    """The model of `rules`, the last `within` its context, and of the givens, in any order."""
    b, other = boolean("b"), draw.variables[-1] <= draw.value()
    posted = [*rules[:-1], within(rules[-1], b, other), *draw.givens]
    random, given = draw.random, [rule.parts[0] for rule in draw.givens]
    is_used = b in bounds_under(posted)
    every: list[Any] = [*draw.variables, *given, *([b] if is_used else [])]
    return Model(name, random.sample(every, len(every)), random.sample(posted, len(posted)))


# ------------------------------------------------------------------------------------- large forms
# Random models with one form of 30 to 100 rows, states, values or terms, of few open variables.


LARGE = "30 to 100"
"""The column of such models in the kit's table."""
MOST_ASSIGNMENTS = 600
Row = list[int]


def large_form(seed: int, form: str | None = None) -> Model:
    """The model of this seed; with a form of this name, if there is one."""
    random = Random(f"everyway large {seed} {form or ''}")

    def drawn() -> Model:
        draw = drawn_over(random, MOST_ASSIGNMENTS, least=2)
        maker = FORMS[form or random.choice(list(FORMS))]
        return ruled(f"large {seed}", draw, [maker(draw, random.randint(30, 100))])

    return _tried(drawn, random)


def _with_rows(draw: Harsh, terms: Sequence[Expression], number: int) -> list[Row]:
    """Rows of values that the terms take together; one value in twenty is off by one."""
    program, pick, found = Program(terms), draw.random, list[Row]()
    for _ in range(number):
        row: dict[str, Any] = {v.name: pick.choice(v.domain) for v in draw.variables}
        values = program.run(row | draw.given)
        found.append([int(v or 0) + (pick.random() < 0.05) for v in values])
    return found


def _table(draw: Harsh, size: int) -> Constraint:
    terms = [*draw.variables, *draw.several(1)]
    rows = dict.fromkeys(map(tuple, _with_rows(draw, terms, 5 * size)))
    return draw.random.choice((allowed, forbidden))(terms, list(rows)[:size])


def _alternatives(draw: Harsh, size: int) -> Constraint:
    terms = draw.terms(1, 3)
    rows = _with_rows(draw, terms, size)
    if draw.random.random() < 0.5:
        return any_of(all_of(t == v for t, v in zip(terms, row, strict=True)) for row in rows)
    return all_of(any_of(t != v for t, v in zip(terms, row, strict=True)) for row in rows)


def _automaton(draw: Harsh, size: int) -> Constraint:
    """One of so many states, or one that reads so many terms, most of them fixed."""
    pick, long = draw.random, draw.random.random() < 0.3
    terms = _crowd(draw, size, range(3)) if long else draw.terms(2, 4)
    symbols = sorted({value for row in _with_rows(draw, terms, 30) for value in row})
    states = range(4 if long else size)
    moves = {(s, a): pick.choice(states) for s in states for a in symbols if pick.random() < 0.99}
    moves[0, symbols[0]] = states[-1]
    known = sorted({0, *moves.values()})
    return regular(terms, moves, 0, pick.sample(known, max(1, len(known) // 3)))


def _list(draw: Harsh, size: int) -> Constraint:
    index = draw.term()
    items = [draw.value() for _ in range(size)]
    place = index % size if draw.random.random() < 0.5 else index
    return relation_between(element(items, place), draw.relation(), draw.term())


def _values(draw: Harsh, size: int) -> Constraint:
    """Several values are counted, `size` of them."""
    terms, pick = draw.several(4), draw.random
    values = list(dict.fromkeys([*draw.taken, *pick.sample(range(-100, 101), size)]))[:size]
    if pick.random() < 0.5:
        return among(terms, values, pick.randint(1, 3))
    chosen = {value: pick.choice((0, 1, draw.term())) for value in values[-size // 2 :]}
    return cardinality(terms, chosen, closed=pick.random() < 0.2)


def _crowd(draw: Harsh, size: int, values: Sequence[int]) -> list[Expression]:
    """Terms, of which all but a few are constants among `values`."""
    few = draw.random.randint(2, 4)
    fixed: list[Expression] = [Constant(draw.random.choice(values)) for _ in range(size - few)]
    return draw.random.sample([*draw.several(few), *fixed], size)


def _different(draw: Harsh, size: int) -> Constraint:
    few = draw.random.randint(2, 4)
    values = draw.random.sample(range(-100, 101), size - few)
    return all_different(draw.random.sample([*draw.several(few), *map(Constant, values)], size))


def _counted(draw: Harsh, size: int) -> Constraint:
    terms, pick = _crowd(draw, size, range(-9, 10)), draw.random
    row = _with_rows(draw, terms, 1)[0]
    value = pick.choice(row)
    return pick.choice(
        (number_of_values(terms, len({*row})), exactly(terms, value, row.count(value)))
    )


def _sum(draw: Harsh, size: int) -> Constraint:
    terms = _crowd(draw, size, range(-9, 10))
    weights = [draw.random.choice((-2, -1, 1, 1, 3)) for _ in terms]
    whole = total(w * t for w, t in zip(weights, terms, strict=True))
    (number,) = _with_rows(draw, [whole], 1)[0]
    return relation_between(whole, draw.relation(), number)


def _extreme(draw: Harsh, size: int) -> Constraint:
    terms = _crowd(draw, size, range(-3, 4))
    (number,) = _with_rows(draw, [maximum(terms)], 1)[0]
    return relation_between(draw.random.choice((maximum, minimum))(terms), draw.relation(), number)


def _tasks(draw: Harsh, size: int) -> Constraint:
    pick, starts = draw.random, _crowd(draw, size, range(0, 200, 5))
    if pick.random() < 0.5:
        places = pick.sample(range(0, 505, 5), size - 2)
        starts = draw.several(2) + [Constant(place) for place in places]
        return no_overlap(starts, [pick.choice((0, 1, 4, 5)) for _ in starts])
    durations = [draw.random.randint(0, 40) for _ in starts]
    demands = [draw.random.randint(0, 9) for _ in starts]
    peaks = [_peak(row, durations, demands) for row in _with_rows(draw, starts, 3)]
    return cumulative(starts, durations, demands, pick.choice(peaks))


def _items(draw: Harsh, size: int) -> Constraint:
    draw.modulus = 3
    bins = _crowd(draw, size, range(3))
    sizes = [draw.random.randint(0, 20) for _ in bins]
    row = _with_rows(draw, bins, 1)[0]
    loads = [sum(s for s, b in zip(sizes, row, strict=True) if b == k) for k in range(3)]
    return bin_packing(bins, sizes, [load + draw.random.choice((0, 0, 9)) for load in loads])


def _apart(draw: Harsh, size: int) -> Constraint:
    pick, pairs = draw.random, list(permutations(draw.variables, 2))
    numbers = (0, 0, *range(-4, 5), *range(-60, 61, 4))  # most are too great to keep any apart
    apart = [(pick.choice(pairs), pick.choice(numbers)) for _ in range(size)]
    return all_of(x - y != number for (x, y), number in apart)


FORMS: dict[str, Callable[[Harsh, int], Constraint]] = {
    "table": _table,
    "alternatives": _alternatives,
    "automaton": _automaton,
    "list": _list,
    "values": _values,
    "different": _different,
    "apart": _apart,
    "counted": _counted,
    "weights": _sum,
    "extremes": _extreme,
    "tasks": _tasks,
    "items": _items,
}
"""The makers of forms of so many rows, states, values or terms."""
