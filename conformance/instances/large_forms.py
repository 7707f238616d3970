"""Random models with one form of 30 to 100 rows, states, values or terms, of few open variables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from ...models import (
    Constraint,
    Expression,
    Model,
    all_different,
    all_of,
    allowed,
    among,
    any_of,
    bin_packing,
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
)
from ...models.language.constraints import relation_between
from ...models.language.expressions import Constant
from ...models.language.global_constraints.cumulative import _peak
from ...models.language.nodes import Program
from .harsh_models import Harsh, drawn_over, ruled, tried_until

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

    return tried_until(drawn, random)


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


FORMS: dict[str, Callable[[Harsh, int], Constraint]] = {
    "table": _table,
    "alternatives": _alternatives,
    "automaton": _automaton,
    "list": _list,
    "values": _values,
    "different": _different,
    "counted": _counted,
    "weights": _sum,
    "extremes": _extreme,
    "tasks": _tasks,
    "items": _items,
}
"""The makers of forms of so many rows, states, values or terms."""
