"""Constraints over a graph as folds: the state is about the vertices of the frontier alone.

A vertex is in the frontier from the first term that concerns it to the last, in the order in which
the terms are known. The state of a loop or a path has the mate of each such vertex, the other end
of its chain (Knuth's Simpath). That of the others has the component of each, by numbers in the
order of the frontier. So equal states are equal tuples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ...models.language.expressions import Constant, Expression
from ...models.language.global_constraints.connected import Connected, OverGraph
from ...models.language.global_constraints.loops_and_paths import Loop, Path
from ...models.language.global_constraints.regions import Regions
from ...models.language.global_constraints.trees import Forest, Tree


class Stage(NamedTuple):
    """Everything that happens when one term is known, in the order of the fields."""

    entering: list[int]
    """The vertices that enter the frontier, behind the others."""
    frontier: list[int]
    """The frontier then, with those that leave."""
    edges: list[int]
    """The edges of which all terms are known now for the first time."""
    leaving: list[int]
    """The vertices that leave."""
    waiting: list[int]
    """The terms of edges that are known then and wait for other terms."""


class Frontier:
    """A constraint over a graph whose terms are read in a fixed order."""

    start: Any = ((), ())

    def __init__(self, node: OverGraph, order: Sequence[int]) -> None:
        """`order`: places of `node.parts`."""
        self.edges, self.size = node.edges, node.size
        parts = node.parts
        self.fixed = {
            place: part.constant
            for place, part in enumerate(parts)
            if isinstance(part, Constant) and isinstance(part.constant, int)
        }
        self.rank = {part: k for k, part in enumerate(order) if part not in self.fixed}
        first = min(self.rank.values(), default=len(order) - 1)
        self.ready = [self._last(self.terms_of_edge(e), first) for e in range(len(self.edges))]
        times = [
            [self.rank[p] for p in self.terms_of_vertex(v) if p in self.rank]
            for v in range(self.size)
        ]
        for ends, ready in zip(self.edges, self.ready, strict=True):
            for vertex in ends:
                times[vertex].append(ready)
        self.first_of = [min(some, default=first) for some in times]
        self.last_of = [max(some, default=first) for some in times]
        self.stages = self._stages(len(order), order)

    def terms_of_edge(self, edge: int) -> Sequence[int]:
        """The places of the terms that say what becomes of an edge, its own first."""
        return (edge,)

    def terms_of_vertex(self, vertex: int) -> Sequence[int]:
        """The places of the terms of a vertex itself."""
        return ()

    def _last(self, places: Sequence[int], first: int) -> int:
        return max((self.rank[p] for p in places if p in self.rank), default=first)

    def _stages(self, number: int, order: Sequence[int]) -> list[Stage]:
        found = [Stage([], [], [], [], []) for _ in range(number)]
        for vertex in range(self.size):
            found[self.first_of[vertex]].entering.append(vertex)
            found[self.last_of[vertex]].leaving.append(vertex)
        waiting: list[int] = []
        until = {self.terms_of_edge(e)[0]: ready for e, ready in enumerate(self.ready)}
        for edge, ready in enumerate(self.ready):
            found[ready].edges.append(edge)
        frontier: list[int] = []
        for k, stage in enumerate(found):
            frontier = [*frontier, *stage.entering]
            stage.frontier.extend(frontier)
            gone = set(stage.leaving)
            frontier = [vertex for vertex in frontier if vertex not in gone]
            new = [p for p in order[k : k + 1] if p in self.rank and p in until]
            waiting = [p for p in [*waiting, *new] if until[p] > k]
            stage.waiting.extend(waiting)
        return found

    def finish(self, state: Any) -> bool:
        """True if the constraint holds, where all terms are known."""
        return True


class Mates(Frontier):
    """A loop, or a path: the mate of each vertex of the frontier.

    A vertex without a chosen edge is its own mate, one with two has -1. Then the two ends, once
    the only chain is whole; and of a path the start and the end, once they are known.
    """

    def __init__(self, node: Loop | Path, order: Sequence[int]) -> None:
        super().__init__(node, order)
        self.is_loop = isinstance(node, Loop)
        number = len(self.edges)
        self.ends: tuple[int, ...] = () if self.is_loop else (number, number + 1)
        known = tuple(self.fixed.get(place) for place in self.ends)
        self.start: Any = (), None, known
        if any(end is not None and not 0 <= end < self.size for end in known):
            self.start = None

    def step(self, state: Any, part: int, value: int, k: int) -> Any:
        """The state after the term at `part`, the `k`-th in order; None if it cannot hold."""
        mates, whole, ends = state
        stage = self.stages[k]
        frontier = stage.frontier
        if part in self.ends and part not in self.fixed:
            if not 0 <= value < self.size:
                return None
            ends = (value, ends[1]) if part == self.ends[0] else (ends[0], value)
        if whole is None:
            mate = dict(zip(frontier, (*mates, *stage.entering), strict=True))
        for edge in stage.edges:
            if not self.fixed.get(edge, value):
                continue
            if whole is not None:
                return None
            a, b = self.edges[edge]
            one, other = mate[a], mate[b]
            if one < 0 or other < 0 or (one != a and a in ends) or (other != b and b in ends):
                return None
            mate[a] = mate[b] = -1
            if one == b:
                if not self.is_loop or _has_chain(mate):
                    return None
                whole = ()
                continue
            if one in mate:
                mate[one] = other
            if other in mate:
                mate[other] = one
            if one not in mate and other not in mate:
                if _has_chain(mate):
                    return None
                whole = (min(one, other), max(one, other))
        if whole is None:
            for vertex in stage.leaving:
                other = mate.pop(vertex)
                if other in (-1, vertex):
                    continue
                if self.is_loop:
                    return None
                if other not in mate:
                    if _has_chain(mate):
                        return None
                    whole = (min(vertex, other), max(vertex, other))
                    break
        mates = () if whole is not None else tuple(mate.values())
        if not self.is_loop and (stage.leaving or part in self.ends):
            left = () if whole is not None else mate.items()
            if not self._is_possible(left, whole, ends, k):
                return None
        return mates, whole, ends

    def _is_possible(self, mates: Any, whole: Any, ends: Any, k: int) -> bool:
        """True unless the ends of a path, as they are known, contradict its chains."""
        gone = [vertex for vertex in ends if vertex is not None and self.last_of[vertex] <= k]
        if whole is None and all(vertex == other for vertex, other in mates):
            return not gone or None in ends or ends[0] == ends[1]
        at = dict(mates)
        found = set(whole or (other for other in at.values() if other >= 0 and other not in at))
        known = {vertex for vertex in ends if vertex is not None}
        inside = any(at.get(vertex) == -1 for vertex in known)
        is_one = None not in ends and len(known) == 1
        return not inside and not is_one and found.issuperset(gone) and len(found | known) <= 2

    def finish(self, state: Any) -> bool:
        return state[1] is not None or (not self.is_loop and state[2][0] == state[2][1])


def _has_chain(mate: dict[int, int]) -> bool:
    return any(other not in (-1, vertex) for vertex, other in mate.items())


class Components(Frontier):
    """Joined vertices, a tree or a forest: the component of each vertex of the frontier.

    It is -1 for a vertex that is not chosen, or that no chosen edge touches. Then the terms that
    wait. `None` in place of the components: the only one has left.
    """

    def __init__(self, node: Connected | Tree | Forest, order: Sequence[int]) -> None:
        self.of_vertices = isinstance(node, Connected)
        self.shift = node.size if self.of_vertices else 0
        super().__init__(node, order)
        self.is_forest = isinstance(node, Forest)
        self.spans = isinstance(node, Tree) and node.spanning

    def terms_of_edge(self, edge: int) -> Sequence[int]:
        return (self.shift + edge, *(self.edges[edge] if self.of_vertices else ()))

    def terms_of_vertex(self, vertex: int) -> Sequence[int]:
        return (vertex,) if self.of_vertices else ()

    def step(self, state: Any, part: int, value: int, k: int) -> Any:
        """The state after the term at `part`, the `k`-th in order; None if it cannot hold."""
        labels, waited = state
        stage = self.stages[k]
        values = dict(zip(self.stages[k - 1].waiting, waited, strict=True)) if waited else {}
        values[part] = value
        left: Any = None
        if labels is None:
            if any(self._is_chosen(vertex, values) for vertex in stage.entering):
                return None
            if not self.of_vertices and any(self._value(e, values) for e in stage.edges):
                return None
            return None, ()
        new = len(stage.frontier)
        found = dict(zip(stage.frontier, labels, strict=False))
        for vertex in stage.entering:
            found[vertex] = new + vertex if self._is_chosen(vertex, values) else -1
        for edge in stage.edges:
            if not self._value(self.shift + edge, values):
                continue
            a, b = self.edges[edge]
            if not self.of_vertices:
                found[a] = new + a if found[a] < 0 else found[a]
                found[b] = new + b if found[b] < 0 else found[b]
            one, other = found[a], found[b]
            if one == other and not self.of_vertices:
                return None
            if one != other and min(one, other) >= 0:
                found = {v: one if label == other else label for v, label in found.items()}
        for vertex in stage.leaving:
            label = found.pop(vertex)
            if label >= 0 and not self.is_forest and label not in found.values():
                if any(other >= 0 for other in found.values()):
                    return None
                found, left = {}, ()
                break
        if left is not None:
            return None, ()
        again: dict[int, int] = {-1: -1}
        kept = tuple([again.setdefault(label, len(again) - 1) for label in found.values()])
        return kept, tuple([values[p] for p in stage.waiting]) if stage.waiting else ()

    def _is_chosen(self, vertex: int, values: dict[int, int]) -> Any:
        if self.of_vertices:
            return self._value(vertex, values)
        return self.is_forest or self.spans

    def _value(self, place: int, values: dict[int, int]) -> int:
        found = self.fixed.get(place)
        return values[place] if found is None else found


FULL = -1


class Apart(Frontier):
    """Regions: the component of each vertex of the frontier, and the pairs that are apart.

    It is FULL where no vertex may join it, and no edge will lie in it but those that join others.
    Of each component the number of its vertices so far, its size if that is known, and the number
    of its roots, where these are asked for.
    """

    start = (), (), ()

    def __init__(self, node: Regions, order: Sequence[int]) -> None:
        number = len(node.same)
        self.at_sizes = number if node.sizes else None
        self.at_roots = number + len(node.sizes) if node.roots else None
        super().__init__(node, order)
        is_known = all(isinstance(size, Constant) for size in node.sizes)
        self.forgets = is_known and not node.roots
        """True if only edges are read of a component that is full."""
        self.later = [self._later(k, stage) for k, stage in enumerate(self.stages)]

    def _later(self, k: int, stage: Stage) -> dict[int, set[int]]:
        """The vertices left of the frontier, and those of them that edges will join with each."""
        left = {vertex: set[int]() for vertex in stage.frontier if vertex not in stage.leaving}
        for (a, b), ready in zip(self.edges, self.ready, strict=True):
            if ready > k and a in left and b in left:
                left[a].add(b)
                left[b].add(a)
        return left

    def terms_of_vertex(self, vertex: int) -> Sequence[int]:
        return [at + vertex for at in (self.at_sizes, self.at_roots) if at is not None]

    def step(self, state: Any, part: int, value: int, k: int) -> Any:
        """The state after the term at `part`, the `k`-th in order; None if it cannot hold."""
        labels, about, pairs = state
        stage = self.stages[k]
        found = dict(zip(stage.frontier, labels, strict=False))
        facts = dict(enumerate(about))
        apart = set(pairs)
        for vertex in stage.entering:
            found[vertex] = len(about) + vertex
            facts[found[vertex]] = self._alone(vertex)
        if part >= len(self.edges) and part not in self.fixed:
            vertex = (part - len(self.edges)) % self.size
            is_root = part - vertex == self.at_roots
            more = (0, None, value) if is_root else (0, value, 0)
            facts[found[vertex]] = self._together(facts[found[vertex]], more)
        for edge in stage.edges:
            a, b = self.edges[edge]
            one, other = sorted((found[a], found[b]))
            if one == FULL:
                if self.fixed.get(edge, value):
                    return None
            elif not self.fixed.get(edge, value):
                if one == other:
                    return None
                apart.add((one, other))
            elif one != other:
                if (one, other) in apart:
                    return None
                found = {v: one if label == other else label for v, label in found.items()}
                facts[one] = self._together(facts[one], facts.pop(other))
                apart = {
                    (min(pair), max(pair))
                    for x, y in apart
                    if (pair := (one if x == other else x, one if y == other else y))
                }
        if None in facts.values():
            return None
        for vertex in stage.leaving:
            label = found.pop(vertex)
            if label != FULL and label not in found.values():
                number, size, roots = facts.pop(label)
                if size not in (None, number) or (self.at_roots is not None and roots != 1):
                    return None
        if self.forgets:
            full = {label for label, (number, size, _) in facts.items() if number == size}
            for vertex, others in self.later[k].items():
                label = found[vertex]
                if label in full and all(found[other] != label for other in others):
                    found[vertex] = FULL
        again: dict[int, int] = {}
        kept = tuple(
            [
                label if label == FULL else again.setdefault(label, len(again))
                for label in found.values()
            ]
        )
        left = {
            (min(again[x], again[y]), max(again[x], again[y]))
            for x, y in apart
            if x in again and y in again and self._together(facts[x], facts[y]) is not None
        }
        return kept, tuple([facts[label] for label in again]), tuple(sorted(left))

    def _alone(self, vertex: int) -> Any:
        size = None if self.at_sizes is None else self.fixed.get(self.at_sizes + vertex)
        root = 0 if self.at_roots is None else self.fixed.get(self.at_roots + vertex, 0)
        return self._together((0, None, 0), (int(self.at_sizes is not None), size, root))

    def _together(self, one: Any, other: Any) -> Any:
        """The facts of two components that are joined; None if they cannot be."""
        if one is None or other is None:
            return None
        number, roots = one[0] + other[0], one[2] + other[2]
        size = other[1] if one[1] is None else one[1]
        if roots > 1 or other[1] not in (None, size) or (size is not None and number > size):
            return None
        return number, size, roots


def terms_together(node: OverGraph) -> Iterator[list[Expression]]:
    """For each vertex, and for each edge, the terms that concern it and its ends."""
    of_edges = getattr(node, node.of_edges)
    of_vertices = [getattr(node, field) for field in node.of_vertices if getattr(node, field)]
    at_vertex = [[terms[vertex] for terms in of_vertices] for vertex in range(node.size)]
    around: list[list[Expression]] = [list(terms) for terms in at_vertex]
    for term, (a, b) in zip(of_edges, node.edges, strict=True):
        around[a].append(term)
        around[b].append(term)
        yield [term, *at_vertex[a], *at_vertex[b]]
    yield from around


def frontier_of(node: OverGraph, order: Sequence[int]) -> Mates | Components | Apart:
    """The frontier of a constraint over a graph whose parts are known in `order`."""
    match node:
        case Loop() | Path():
            return Mates(node, order)
        case Regions():
            return Apart(node, order)
        case Connected() | Tree() | Forest():
            return Components(node, order)
        case _:
            raise AssertionError(f"{type(node).__name__} has no frontier")
