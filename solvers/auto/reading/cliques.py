"""Pairs of terms that differ, joined: of several variables of which each two do, one form."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import cast

from ....models.language.keeping import keeping
from .normal_forms import Absolute, Distinct, Domain, Form, Total
from .totals import WIDEST_DISTINCT

FEWEST = 5
"""The fewest variables of a form that takes the place of pairs: fewer gain nothing."""
MOST_STEPS = 1_000_000
"""The most looks at a pair in all, after which pairs stay as they are."""
LOOKS, DENSE = 3, 12
"""The times that pairs are sieved before cliques are grown, and the most of them for each variable:
of more most would stay.
"""

Pair = tuple[int, int, int]
"""Places x and y, and the number that x - y must not be."""


def with_cliques(forms: Sequence[Form], domains: Sequence[Domain]) -> Iterator[Form]:
    """`forms` over `domains` with an all-different in the place of pairs that say the same.

    Cliques are grown one by one, each from the first pair that is in none yet.
    """
    two = [n for n, f in enumerate(forms) if type(f) is Distinct and len(f.terms) == 2]
    if len(two) < FEWEST * (FEWEST - 1) // 2:
        yield from forms
        return
    pairs = _pairs(forms, two)
    sieved = _in_triangles({(x, y) for x, y, _ in pairs.values()})
    if not sieved:
        yield from forms
        return
    apart = dict[int, dict[int, set[int]]]()
    for x, y, amount in pairs.values():
        apart.setdefault(x, {}).setdefault(y, set()).add(amount)
        apart.setdefault(y, {}).setdefault(x, set()).add(-amount)
    covered, steps = set[Pair](), 0
    for number, form in enumerate(forms):
        pair = pairs.get(number)
        if pair is None:
            yield form
            continue
        x, y, amount = pair
        if covered and (pair in covered or (y, x, -amount) in covered):
            continue
        may_be = (x, y) in sieved and steps < MOST_STEPS
        near = apart[x].keys() & apart[y].keys() if may_be else ()
        if len(near) < FEWEST - 2:
            yield form
            continue
        shifts = {x: 0, y: amount}
        for z in sorted(near):
            steps += len(shifts)
            left = set(apart[x][z])
            for member, shift in shifts.items():
                left &= {shift + d for d in apart[member].get(z, ())}
            if left:
                shifts[z] = min(left)
        ends = [domains[p][end] + shift for p, shift in shifts.items() for end in (0, -1)]
        if len(shifts) < FEWEST or max(ends) - min(ends) >= WIDEST_DISTINCT:
            yield form
        else:
            covered |= {(a, b, t - s) for a, s in shifts.items() for b, t in shifts.items()}
            yield Distinct(tuple(Total(shift, {place: 1}) for place, shift in shifts.items()))


def _in_triangles(pairs: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Pairs without most that are in no clique: too few others are paired with both places."""
    for _ in range(LOOKS):
        near = defaultdict[int, set[int]](set)
        for x, y in pairs:
            near[x].add(y)
            near[y].add(x)
        if len(pairs) > DENSE * len(near):
            break
        pairs = {(x, y) for x, y in pairs if len(near[x] & near[y]) >= FEWEST - 2}
    return pairs


def _pairs(forms: Sequence[Form], two: Sequence[int]) -> dict[int, Pair]:
    """Of forms of two terms, by their numbers, those of two variables that differ."""
    moved, found = keeping(_moved), dict[int, Pair]()
    for number in two:
        form = cast(Distinct, forms[number])
        left, right = form.terms
        one, other = moved(left), moved(right)
        if form.exempt is None and one and other and one[0] != other[0]:
            found[number] = one[0], other[0], other[1] - one[1]
    return found


def _moved(term: Total | Absolute) -> tuple[int, int] | None:
    """The place of a variable, and the number that is added to it; None for other terms."""
    if isinstance(term, Absolute) or term.images or term.others:
        return None
    if [*term.variables.values()] != [1]:
        return None
    (place,) = term.variables
    return place, term.constant
