"""Regions with sizes, of which clingo gets those clauses that an assignment breaks.

Rules for all of them take an atom for each two vertices, and what clingo learns of those is long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

from ...models.language.boards.graphs_by_name import Edge
from ..harness.adapting.literals import Literal


class RegionClauses:
    """A propagator that looks at whole assignments, one region after the other.

    Its clauses follow from the regions alone. Those for which clingo has no use at once, since it
    must go back, wait until it has nothing more to propagate.
    """

    def __init__(
        self, marks: Sequence[Literal], edges: Sequence[Edge], sizes: Sequence[Mapping[int, int]]
    ) -> None:
        self._marks, self._sizes, self._waiting = marks, sizes, list[list[Literal]]()
        self._beside: list[list[tuple[int, int]]] = [[] for _ in sizes]
        """By vertex, each neighbour and the number of the edge to it."""
        for number, (a, b) in enumerate(edges):
            self._beside[a].append((b, number))
            self._beside[b].append((a, number))

    def init(self, init: Any) -> None:
        """Ask for the literals of the search, and to be called where nothing is propagated."""

        def searched(literal: Literal) -> Literal:
            found: Literal = init.solver_literal(literal)
            init.freeze_literal(found)
            return found

        init.check_mode = import_module("clingo").PropagatorCheckMode.Both
        self._waiting.clear()
        self._of_edges = [searched(mark) for mark in self._marks]
        self._of_sizes = [
            {value: searched(literal) for value, literal in term.items()} for term in self._sizes
        ]

    def check(self, control: Any) -> None:
        """Add the clauses that wait; if none does, those that a whole assignment breaks."""
        while self._waiting or control.assignment.is_total:
            self._waiting = self._waiting or [*self._broken(control.assignment.is_true)]
            if not self._waiting:
                return
            if not (control.add_clause(self._waiting.pop()) and control.propagate()):
                return

    def _broken(self, holds: Callable[[Literal], bool]) -> Iterator[list[Literal]]:
        seen = set[int]()
        for first in range(len(self._sizes)):
            if first in seen:
                continue
            ways: dict[int, frozenset[int]] = {first: frozenset()}
            order, left_out, leaving = [first], [], list[Literal]()
            for vertex in order:
                for other, number in self._beside[vertex]:
                    if not holds(self._of_edges[number]):
                        left_out.append((vertex, other, self._of_edges[number]))
                    elif other not in ways:
                        ways[other] = ways[vertex] | {number}
                        order.append(other)
            for vertex, other, edge in left_out:
                if other not in ways:
                    leaving.append(edge)
                elif vertex < other:  # inside of a region, where each edge is used
                    yield [edge, *self._not_all(ways[vertex] ^ ways[other])]
            seen.update(order)
            term, size = self._of_sizes[first], len(order)
            said = next(value for value, literal in term.items() if holds(literal))
            if said > size:  # it must grow
                yield [*leaving, *(one for value, one in term.items() if value <= size)]
            elif said < size:  # as many and one more are joined
                joined = frozenset[int]().union(*(ways[vertex] for vertex in order[: said + 1]))
                larger = (one for value, one in term.items() if value > said)
                yield [*self._not_all(joined), *larger]

    def _not_all(self, edges: Iterable[int]) -> Iterator[Literal]:
        """Literals of which one holds where not all these edges are used."""
        return (-self._of_edges[number] for number in edges)
