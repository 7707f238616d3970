"""Orders in which the variables may be chosen, each by a rule of thumb.

None is good everywhere: which to take is found out by trying, below.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence, Set
from random import Random
from typing import assert_never

from ..common.code import Program
from ..common.python_source import Loops, chosen
from ..reading import normal_forms as normal
from ..reading.evaluation import variables_of
from ..reading.normal_forms import Domain, Form
from ..reading.totals import scope_of


def scope(form: Form, place_of: Mapping[str, int]) -> set[int]:
    """The places of the variables of a form."""
    match form:
        case normal.Distinct(terms):
            totals = [term.total if isinstance(term, normal.Absolute) else term for term in terms]
            return set().union(*(scope_of(total, place_of) for total in totals))
        case normal.Linear(total):
            return scope_of(total, place_of)
        case normal.Clause(literals):
            return {place for place, _, _ in literals}
        case normal.Table() | normal.Automaton() | normal.Circuit() | normal.NValue():
            return set(form.places)
        case normal.Cumulative(tasks, capacity):
            totals = [capacity, *(total for task in tasks for total in task)]
            return set().union(*(scope_of(total, place_of) for total in totals))
        case normal.Logic(constraint):
            return {place_of[variable.name] for variable in variables_of(constraint)}
        case _:
            assert_never(form)


def orders(
    domains: Sequence[Domain], forms: Sequence[Form], place_of: Mapping[str, int]
) -> dict[str, tuple[int, ...]]:
    """Different orders of the variables with several values, by name; the first as declared."""
    sizes = {place: len(domain) for place, domain in enumerate(domains) if len(domain) > 1}
    together = [scope(form, place_of) & sizes.keys() for form in forms]
    scopes = [places for places in together if len(places) > 1]
    found = {
        "declared": tuple(sizes),
        "connected": _greedy(sizes, scopes, _connection),
        "closing": _greedy(sizes, scopes, _closing),
        "smallest": tuple(sorted(sizes, key=lambda place: sizes[place])),
    }
    distinct: dict[tuple[int, ...], str] = {}
    for name, order in found.items():
        distinct.setdefault(order, name)
    return {name: order for order, name in distinct.items()}


Score = Callable[[int, int, int], float]
"""The part of a scope in the score of a place in it, by the scope's size, the number of its places
that are chosen, and the size of the place's domain."""


def _greedy(sizes: Mapping[int, int], scopes: Sequence[Set[int]], score: Score) -> tuple[int, ...]:
    """The best-scored place next, the first of equals; scores change as scopes fill up."""
    scores = dict.fromkeys(sizes, 0.0)
    of_place: dict[int, list[int]] = {place: [] for place in sizes}
    for number, places in enumerate(scopes):
        for place in places:
            of_place[place].append(number)
            scores[place] += score(len(places), 0, sizes[place])
    chosen_in = [0] * len(scopes)
    order: list[int] = []
    while scores:
        place = max(scores, key=lambda place: (scores[place], -sizes[place], -place))
        del scores[place]
        order.append(place)
        for number in of_place[place]:
            size, before = len(scopes[number]), chosen_in[number]
            chosen_in[number] += 1
            for other in scopes[number]:
                if other in scores:
                    width = sizes[other]
                    scores[other] += score(size, before + 1, width) - score(size, before, width)
    return tuple(order)


def _connection(size: int, chosen: int, width: int) -> float:
    """Many chosen neighbours and few values."""
    return (chosen + 0.01) / width


def _closing(size: int, chosen: int, width: int) -> float:
    """Scopes that are nearly full come first, above all those that this place fills."""
    left = size - chosen
    return 0.1 + (100.0 if left == 1 else 0.0) + (10.0 / left if chosen else 0.0)


# ----------- The number of choices that a program makes, by Knuth's estimate from random descents.
#
# A descent takes one candidate of each level at random; the product of the numbers of candidates
# down to a level is an unbiased estimate of the nodes there (Knuth 1975, Mathematics of
# Computation 29). Few descents see little of a tree with rare deep branches: the estimate is for
# comparing.


Descend = Callable[[Callable[[], float]], float]


class Descent(Loops):
    """Writes a program as one descent, without loops."""

    def __init__(self, program: Program) -> None:
        super().__init__(program, counting=True)

    def descend(self) -> Descend:
        """A function that estimates the nodes by one descent."""
        writer = self.writer
        writer.line("def descend(random):")
        writer.indent = 1
        writer.line("nodes = share = 1.0")
        for number in range(len(self.program.levels)):
            self._down(number)
        writer.line("return nodes")
        found: Descend = writer.compile()["descend"]
        return found

    def _down(self, number: int) -> None:
        level, line = self.program.levels[number], self.writer.line
        if level.wide:
            low, high = self._wide_ends(level)
            line(f"low, high = {low}, {high}")
            line("size = high - low")
        else:
            line(f"left = {self._candidates(level)}")
            line("size = left.bit_count()")
        line("if size <= 0: return nodes")
        line("share *= size")
        line("nodes += share")
        if level.wide:
            line(f"{chosen(level)} = low + int(random() * size)")
        else:
            line("for _ in range(int(random() * size)): left &= left - 1")
            line(f"{level.bit.name} = left & -left")
        self._choice(number)
        self._steps(level.after, "return nodes")


VISITED, FEWEST, SOME = 4_000, 8, 64
"""The levels that the descents of an estimate visit together, at most; and the fewest descents: of
a tree that is too large, and of one that is small enough.
"""
SURELY = 4
"""The quotient of what is small enough and what some descents must promise to be believed."""


def estimated_nodes(
    program: Program, seed: int = 0, *, small: float = 0.0, large: float = math.inf
) -> float:
    """About how many nodes the tree of `program` has, from some descents.

    From fewer where these promise that it is surely `small`, or more than `large`.
    """
    if not program.possible:
        return 1.0
    descend = Descent(program).descend()
    random, total = Random(seed).random, 0.0
    number = max(FEWEST, VISITED // max(len(program.levels), 1))
    for done in range(1, number + 1):
        total += descend(random)
        if done >= FEWEST and total > done * large:
            return total / done
        if done >= SOME and SURELY * total < done * small:
            return total / done
    return total / number
