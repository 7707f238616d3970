"""Solutions drawn at random, each of all with the same chance, also of sets too large to hold.

Places in the order of all solutions are drawn, and then looked up: in the set of all; where that is
too large, in parts of the model that share no variable, whose numbers multiply; and in a part that
is too large, by the values of one variable after another, the solutions with each counted exactly.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations
from math import prod
from typing import Any, TypedDict, Unpack

from ...models.language.check import as_model
from ...models.language.constraints import Constraint, any_of
from ...models.language.expressions import Variable, size
from ...models.language.groups import Single
from ...models.language.late_dataclasses import dataclass, replace
from ...models.language.model import Model
from ...models.language.phrases import grouped, number_of
from ...models.language.solution import Solution
from ..harness.contract import Control, Incomplete, SolverFailed, Stopped
from ..harness.options import Options, asked, offers
from ..harness.outcome import require_complete
from ..harness.running.enumeration import DEFAULT_SOLVER
from ..harness.running.independent_parts import components, count
from ..harness.running.optimising import FirstPhase
from .decision_diagram import MOST_NODES, TooLarge
from .model_diagrams import solution_set
from .solution_diagram import SolutionDiagram, drawn_places

PART_NODES = 250_000
"""The most nodes, or else solutions, of the set of a part that one variable more is fixed in."""
ONE_BY_ONE = 16
"""Of so many values each is counted alone, of more half of them: one alone is counted quickly."""
CANDIDATES = 50, 1_000
"""For each solution that is to be far from the others, so many are drawn; in all at most these."""


class SampleOptions(TypedDict, total=False):
    """The keyword arguments of what draws; the seed stands beside them."""

    options: Options
    time_limit: float | None
    jobs: int | str
    memory: int | None
    project: Any


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


@offers(SampleOptions)
def sample(
    model: Model,
    k: int,
    seed: int | None = None,
    *,
    spread: bool = False,
    nodes: int = MOST_NODES,
    **keywords: Unpack[SampleOptions],
) -> list[Solution]:
    """`k` solutions, each drawn from all of them alike and apart from the others: one may come
    twice. The same `seed` draws the same.

    To `spread` them, many are drawn, and of these some are chosen, all different, each as far as
    can be from those before. Of a model with an objective the best solutions are drawn from, and
    with `project` the values of some variables, each combination once. The set of all has at most
    so many `nodes`; where it is larger, parts of it are counted and held.

    Raises: ValueError where there is none to draw; Incomplete where the time limit passed.

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
    **keywords: Unpack[SampleOptions],
) -> Drawn:
    """What `sample` draws, and how; of no solutions none."""
    options = asked(**keywords)
    options.refuse("what draws solutions", "limit", "cluster", "isolate")
    seed = options.seed if seed is None else seed
    every = _every(as_model(model), nodes, options)
    if not every.number:
        return Drawn([], 0, every.how)
    if not spread:
        return Drawn(every.at([*drawn_places(every.number, k, seed)]), every.number, every.how)
    most = min(max(CANDIDATES[0] * k, k), max(CANDIDATES[1], k))
    places = list(dict.fromkeys(drawn_places(every.number, most, seed)))
    found = every.at(places)
    chosen = _far_apart(found, k)
    far = None
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


@dataclass(frozen=True, eq=False)
class _Every:
    """All solutions, numbered from 0."""

    number: int
    how: str
    at: Callable[[Sequence[int]], list[Solution]]
    """The solutions at these places, in their order."""


def _every(declared: Model, nodes: int, options: Options) -> _Every:
    control = Control(options)
    control.resume()

    def rest() -> Options:
        left = control.remaining()
        if left is not None and left <= 0:
            raise Stopped
        return replace(options, time_limit=left, hand_over=False)

    try:
        try:
            held = solution_set(declared, nodes=nodes, options=rest())
        except TooLarge:
            return _in_parts(declared, nodes, rest, options)
    except (Stopped, Incomplete) as error:
        raise _not_in_time(declared, nodes, error) from None
    how = "listed" if held.is_listed else f"a diagram of {number_of(held.nodes, 'node')}"
    return _Every(held.count(), f"from the set of all: {how}", lambda at: [held[k] for k in at])


def _not_in_time(model: Model, nodes: int, error: Exception) -> Incomplete:
    said = f" ({error})" if isinstance(error, Incomplete) else ""
    return Incomplete(
        f"the solutions of {model.name} are neither held in {grouped(nodes)} nodes nor counted"
        f" in time{said}; give a longer time limit",
        None,
    )


def _in_parts(declared: Model, nodes: int, rest: Callable[[], Options], options: Options) -> _Every:
    """The same where the set of all is too large: by parts, each held or counted. Raises: Stopped;
    Incomplete; TooLarge for want of memory.
    """
    names = options.projecting(declared).project
    shown = declared if names is None else declared.projected(names)
    model = declared
    if declared.objective is not None:
        settings = replace(rest(), project=None, memory=None)
        sought, outcome = FirstPhase(declared, DEFAULT_SOLVER, settings).settled()
        require_complete(outcome, None)
        assert sought is not None, "the first phase is complete"
        model = sought
    if names is not None:
        model = model.projecting(*names)
    models = [model] if model.projection else list(_apart(model))
    wanted = {variable.name for variable in shown.variables} if model.projection else None
    parts = [_Part(one, nodes, rest, wanted, is_large=len(models) < 2) for one in models]
    number = prod(part.number for part in parts)

    def at(places: Sequence[int]) -> list[Solution]:
        found: list[dict[str, Any]] = [{} for _ in places]
        left = list(places)
        for part in parts:
            own = [place % part.number for place in left]
            left = [place // part.number for place in left]
            try:
                known = part.at(own)
            except (Stopped, Incomplete) as error:
                raise _not_in_time(declared, nodes, error) from None
            for values, place in zip(found, own, strict=True):
                values.update(known[place])
        return [shown.solution(values) for values in found]

    several = f"by {len(parts)} parts that share no variable, " if len(parts) > 1 else ""
    return _Every(number, f"{several}by exact counts of parts, as the set is too large", at)


def _apart(model: Model) -> Iterator[Model]:
    """The parts of a model that share no variable, with the groups that are whole in one."""
    _, parts = components(model)
    if parts == [model]:
        yield model
        return
    bound = {name for part in parts for name in part.by_name}
    free = [v for v in model.variables if v.name not in bound]
    for names, rules in [({v.name for v in free}, ()), *((p.by_name, p.rules) for p in parts)]:
        groups = [
            one
            for group in model.groups
            for one in (
                [group]
                if all(v.name in names for v in group.variables)
                else [Single(v) for v in group.variables if v.name in names]
            )
        ]
        if groups or rules:
            yield model.rewritten(groups, rules)


class _Part:
    """The solutions of a model in canonical order, looked up by their places."""

    def __init__(
        self,
        model: Model,
        nodes: int,
        rest: Callable[[], Options],
        wanted: Collection[str] | None,
        *,
        is_large: bool,
    ) -> None:
        """The set of all has more than so many `nodes` where it `is_large`. Only variables
        `wanted`, or all, distinguish solutions.
        """
        self._rest, self._model, self._few = rest, model, min(nodes, PART_NODES)
        self._variables = [v for v in model.variables if wanted is None or v.name in wanted]
        self._whole = None if is_large else self._held(model, nodes)
        self.number = self._count(model) if self._whole is None else self._whole.count()

    def _held(self, model: Model, nodes: int) -> SolutionDiagram | None:
        try:
            return solution_set(model, nodes=nodes, options=self._rest())
        except TooLarge as error:
            if error.is_memory:
                raise
            return None

    def _count(self, model: Model) -> int:
        return count(model, options=replace(self._rest(), memory=None, project=None))

    def at(self, places: Sequence[int]) -> Mapping[int, Mapping[str, Any]]:
        """The assignments at these places."""
        found: dict[int, Mapping[str, Any]] = {}
        every = _Slice(self._model, self.number, -1, 0, 0, 0)
        waiting = [(every, 0, sorted(set(places)))]
        while waiting:
            part, before, wanted = waiting.pop()
            held = self._set_of(part) if wanted else None
            if held is not None:
                found.update({k: held[k - before].assignment for k in wanted})
            elif wanted:
                low, high = self._halves(part)
                cut = bisect_left(wanted, before + low.number)
                waiting.append((high, before + low.number, wanted[cut:]))
                waiting.append((low, before, wanted[:cut]))
        return found

    def _set_of(self, part: _Slice) -> SolutionDiagram | None:
        """The set of a part that has few solutions, or may be small; None where it is large."""
        if not part.depth and self._whole is not None:
            return self._whole
        is_few = part.number <= self._few
        if not is_few and part.depth & (part.depth - 1):  # else tried at depth 0, 1, 2, 4, 8, …
            return None
        held = self._held(part.model, self._few)
        if is_few if held is None else held.count() != part.number:
            raise SolverFailed(
                f"{grouped(part.number)} solutions of a part of {part.model.name} were counted,"
                f" and {'more' if held is None else grouped(held.count())} are held: a fault of"
                " everyway; nothing is drawn"
            )
        return held

    def _halves(self, part: _Slice) -> tuple[_Slice, _Slice]:
        """The solutions with the lower values of a variable, and those with the higher ones."""
        place, first, end = part.place, part.first, part.end
        while end - first < 2:
            place += 1
            first, end = 0, size(self._variables[place].domain)
        variable = self._variables[place]
        middle = end - 1 if end - first <= ONE_BY_ONE else (first + end) // 2
        high = part.model + _in(variable, middle, end)
        low = part.model + _in(variable, first, middle)
        above = self._count(high)
        return (
            _Slice(low, part.number - above, place, first, middle, part.depth + 1),
            _Slice(high, above, place, middle, end, part.depth + 1),
        )


@dataclass(frozen=True, eq=False)
class _Slice:
    """Solutions that stand beside each other: the variables before a place are fixed."""

    model: Model
    number: int
    place: int
    first: int
    end: int
    """The places of the values that are left to the variable there."""
    depth: int


def _in(variable: Variable, first: int, end: int) -> Constraint:
    """`variable` has one of the values of its domain from `first` to below `end`, of one half."""
    values = variable.domain[first:end]
    if len(values) == 1:
        return variable == values[0]
    if variable.labelled:
        return any_of(variable == value for value in values)
    return (variable >= values[0]) & (variable <= values[-1])
