"""Solutions drawn at random, each of all with the same chance, also of sets too large to hold.

Places in the order of all solutions are drawn, and then looked up: in the set of all; where that is
too large, in parts of the model that share no variable, whose numbers multiply; and in a part that
is too large, by the values of one variable after another, the solutions with each counted exactly.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from math import prod
from typing import Any, NamedTuple, Unpack

from ...models.language.check import as_model
from ...models.language.expressions import size
from ...models.language.groups import Single
from ...models.language.late_dataclasses import dataclass, replace
from ...models.language.model import Model
from ...models.language.phrases import grouped, number_of
from ...models.language.solution import Solution
from ..harness.contract import Control, Incomplete, SolverFailed, Stopped
from ..harness.options import Options, TimedOptions, asked, offers
from ..harness.running.independent_parts import components, count
from ..harness.running.optimising import without_objective
from .decision_diagram import MOST_NODES, TooLarge, drawn_places
from .model_diagrams import solution_set
from .solution_diagram import SolutionDiagram

PART_NODES = 250_000
"""The most nodes, or else solutions, of the set of a part that one variable more is fixed in."""
ONE_BY_ONE = 16
"""Of so many values one is counted after another, which is quick; of more, half of them."""
CANDIDATES = 50, 1_000
"""For each solution that is to be far from the others, so many are drawn; in all at most these."""


@dataclass(frozen=True)
class Spread:
    """The numbers of variables in which pairs of solutions differ that were chosen to be apart."""

    candidates: int
    """The number of different solutions drawn, of which they were chosen."""
    variables: int
    """The number of variables that there are."""
    least: int
    mean: float
    drawn_least: int
    """The same of as many solutions as were drawn first, to compare."""
    drawn_mean: float

    def __str__(self) -> str:
        return (
            f"chosen of {number_of(self.candidates, 'candidate')}; two differ in {self.least} or"
            f" more of {number_of(self.variables, 'variable')}, on average in {self.mean:.4g};"
            f" as drawn, in {self.drawn_least} or more, on average in {self.drawn_mean:.4g}"
        )


@dataclass(frozen=True, eq=False)
class Drawn:
    """Solutions drawn at random."""

    solutions: list[Solution]
    number: int
    """The exact number of all, each of which had the same chance at every draw."""
    how: str
    """The way they were found, in words."""
    spread: Spread | None = None
    """The distances, where two or more were chosen to be far apart."""


@offers(TimedOptions)
def sample(
    model: Model,
    k: int,
    seed: int | None = None,
    *,
    spread: bool = False,
    nodes: int = MOST_NODES,
    **keywords: Unpack[TimedOptions],
) -> list[Solution]:
    """`k` solutions, each drawn from all of them alike and apart from the others: one may come
    twice. The same `seed` draws the same.

    To `spread` them, many are drawn, and of these some are chosen, all different, each as far as
    can be from those before. Of a model with an objective the best solutions are drawn from, and
    with `project` the values of some variables, each combination once. The set of all has at most
    so many `nodes`; where it is larger, parts of it are counted and held.

    Raises: ValueError where there is none to draw; Incomplete where the time limit passed; TooLarge
    for want of memory.

    >>> from everyway.models import load
    >>> from everyway.solvers import sample
    >>> [len(one["queen"]) for one in sample(load("queens", n=8), 3, seed=1)]
    [8, 8, 8]
    """
    found = draw(model, k, seed, spread=spread, nodes=nodes, **keywords)
    if k and not found.number:
        raise ValueError(f"there is no solution of {model.name} to draw")
    return found.solutions


def draw(
    model: Model,
    k: int,
    seed: int | None = None,
    *,
    spread: bool = False,
    nodes: int = MOST_NODES,
    **keywords: Unpack[TimedOptions],
) -> Drawn:
    """The draw of `sample`, and how it was made; of no solutions none."""
    options = asked(**keywords)
    options.refuse("what draws solutions", "limit", "cluster", "isolate")
    seed = options.seed if seed is None else seed
    try:
        every = _Every(as_model(model), nodes, options)
        if not every.number:
            return Drawn([], 0, every.how)
        if not spread:
            return Drawn(every.at(drawn_places(every.number, k, seed)), every.number, every.how)
        most = max(k, min(CANDIDATES[0] * k, CANDIDATES[1]))
        found = every.at(dict.fromkeys(drawn_places(every.number, most, seed)))
    except (Stopped, Incomplete) as error:
        said = f" ({error})" if isinstance(error, Incomplete) else ""
        raise Incomplete(
            f"drawing from {model.name} was not done in time{said}; give a longer time limit, or"
            " draw fewer",
            None,
        ) from None
    chosen, far = _far_apart(found, k), None
    if len(chosen) > 1:
        pairs = _least_and_mean(chosen), _least_and_mean(found[: len(chosen)])
        far = Spread(len(found), len(chosen[0].row), *pairs[0], *pairs[1])
    return Drawn(chosen, every.number, every.how, far)


# ---------------------------------------------------------------------- solutions far apart


def _distance(one: Sequence[Any], other: Sequence[Any]) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


def _least_and_mean(found: Sequence[Solution]) -> tuple[int, float]:
    """The least and the mean distance of two."""
    every = [_distance(one.row, other.row) for one, other in combinations(found, 2)]
    return min(every), sum(every) / len(every)


def _far_apart(found: Sequence[Solution], k: int) -> list[Solution]:
    """The first, then again and again one whose least distance to those chosen is greatest."""
    chosen = list(found[: min(k, 1)])
    nearest = [_distance(one.row, chosen[0].row) for one in found] if chosen else []
    while len(chosen) < min(k, len(found)):
        chosen.append(found[max(range(len(found)), key=nearest.__getitem__)])
        to_last = (_distance(one.row, chosen[-1].row) for one in found)
        nearest = list(map(min, nearest, to_last))
    return chosen


# ------------------------------------------------- all solutions, to be looked up by their places


class _Every:
    """All solutions of a model, numbered from 0, in one part or in several whose numbers multiply.

    Raises: Stopped; Incomplete; TooLarge for want of memory.
    """

    def __init__(self, declared: Model, nodes: int, options: Options) -> None:
        self._control = Control(options)
        self._control.resume()

        def rest() -> Options:
            self._control.check()
            return replace(options, time_limit=self._control.remaining(), hand_over=False)

        names, few = options.projecting(declared).project, min(nodes, PART_NODES)
        self._shown = declared if names is None else declared.projected(names)
        whole = _held(declared, nodes, rest())
        if whole is not None:
            self._parts = [_Part(declared, whole, few, rest)]
            way = f"a diagram of {number_of(whole.nodes, 'node')}"
            self.how = f"from the set of all, {'listed' if whole.is_listed else way}"
        else:
            sought = without_objective(declared, self._control).projecting(*names or ())
            models = [sought] if names else _apart(sought)
            sets = [_held(one, nodes, rest()) for one in models] if len(models) > 1 else [None]
            every = zip(models, sets, strict=True)
            self._parts = [_Part(one, held, few, rest) for one, held in every]
            several = f"by {len(models)} parts that share no variable, " if len(models) > 1 else ""
            self.how = f"{several}by exact counts of parts, as the set is too large"
        self.number = prod(part.number for part in self._parts)

    def at(self, places: Iterable[int]) -> list[Solution]:
        """The solutions at these places, in their order."""
        left: list[int] = []
        for place in places:
            self._control.check()
            left.append(place)
        found: list[dict[str, Any]] = [{} for _ in left]
        for part in self._parts:
            own = [place % part.number for place in left]
            left = [place // part.number for place in left]
            known = part.at(own)
            for values, place in zip(found, own, strict=True):
                values.update(known[place])
        return [self._shown.solution(values) for values in found]


def _held(model: Model, nodes: int, options: Options) -> SolutionDiagram | None:
    """The set of all; None where it is too large."""
    with suppress(TooLarge):
        return solution_set(model, nodes=nodes, options=options)
    return None


def _apart(model: Model) -> list[Model]:
    """The parts of a model that share no variable, and one of the variables that no rule has."""
    _, parts = components(model)
    bound = {name for part in parts for name in part.by_name}
    free = [Single(variable) for variable in model.variables if variable.name not in bound]
    return [*parts, model.rewritten(free, ())] if free else parts


class _Slice(NamedTuple):
    """Solutions that stand beside each other: the variables before a place are fixed."""

    model: Model
    number: int
    place: int = -1
    first: int = 0
    end: int = 0
    """The values that are left to the variable there are those from `first` to below `end`."""
    depth: int = 0


class _Part:
    """The solutions of a model in canonical order, looked up by their places."""

    def __init__(
        self, model: Model, whole: SolutionDiagram | None, few: int, rest: Callable[[], Options]
    ) -> None:
        """`whole` is the set of all, where it is not too large; sets of so `few` are built."""
        self._model, self._whole, self._few, self._rest = model, whole, few, rest
        shown = model.projected(model.projection) if model.projection else model
        self._variables = shown.variables
        self.number = self._count(model) if whole is None else whole.count()

    def _count(self, model: Model) -> int:
        return count(model, options=replace(self._rest(), memory=None, project=None))

    def at(self, places: Sequence[int]) -> Mapping[int, Mapping[str, Any]]:
        """The assignments at these places."""
        found: dict[int, Mapping[str, Any]] = {}
        waiting = [(_Slice(self._model, self.number), 0, sorted(set(places)))]
        while waiting:
            part, before, wanted = waiting.pop()
            held = self._set_of(part) if wanted else None
            if held is not None:
                for place in wanted:
                    self._rest()
                    found[place] = held[place - before].assignment
            elif wanted:
                low, high = self._halves(part)
                cut = bisect_left(wanted, before + low.number)
                waiting.append((high, before + low.number, wanted[cut:]))
                waiting.append((low, before, wanted[:cut]))
        return found

    def _set_of(self, part: _Slice) -> SolutionDiagram | None:
        """The set of a part that has few solutions, or may be small; None where it is large."""
        if self._whole is not None:
            return self._whole
        is_few = part.number <= self._few
        if not is_few and part.depth & (part.depth - 1):  # else tried at depth 0, 1, 2, 4, 8, …
            return None
        if is_few:  # then a set of this size, built or listed, is not too large
            held: SolutionDiagram | None = solution_set(
                part.model, nodes=self._few, options=self._rest()
            )
        else:
            held = _held(part.model, self._few, self._rest())
        if held is not None and held.count() != part.number:
            raise SolverFailed(
                f"{grouped(part.number)} solutions of a part of {part.model.name} were counted, and"
                f" {grouped(held.count())} are held: a fault of everyway; nothing is drawn"
            )
        return held

    def _halves(self, part: _Slice) -> tuple[_Slice, _Slice]:
        """The solutions with the lower values of a variable, and those with the higher ones."""
        model, number, place, first, end, depth = part
        while end - first < 2:
            place += 1
            first, end = 0, size(self._variables[place].domain)
        variable = self._variables[place]
        is_alone = variable.labelled or end - first <= ONE_BY_ONE
        middle = end - 1 if is_alone else (first + end) // 2
        value = variable.domain[middle]
        high = model + (variable == value if is_alone else variable >= value)
        low = model + (variable != value if is_alone else variable < value)
        above = self._count(high)
        return (
            _Slice(low, number - above, place, first, middle, depth + 1),
            _Slice(high, above, place, middle, end, depth + 1),
        )
