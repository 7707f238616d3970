"""Vertices of a graph that are joined; and how the constraints over graphs read their edges.

The vertices are 0 to n - 1. What is chosen is a 0/1 expression or a constraint for each of them,
or for each edge. Edges are a `Graph`, or pairs of vertices in the order of what is chosen; a pair
may come more than once, as parallel edges do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import ClassVar, Protocol, TypeVar, cast

from ..constraints import Constraint, all_of, any_of
from ..errors import ModelError, TooLarge
from ..expressions import Constant, Expression, Indicator, as_constraint, listed, whole_number
from ..late_dataclasses import dataclass
from ..phrases import counted, grouped, snake_case
from ..sample_arguments import Draw, Scene
from . import Global

MOST_VERTICES = 1_000_000
MOST_NODES = 500_000
"""A decomposition with more nodes than about this is not built."""


Edge = tuple[int, int]
"""Two vertices."""
T = TypeVar("T")


class HasEdges(Protocol):
    """A graph, with the vertices 0 to `size` - 1."""

    @property
    def edges(self) -> Sequence[Edge]: ...
    @property
    def size(self) -> int: ...


class OverGraph(Global):
    """A constraint on what is chosen of the vertices 0 to `size` - 1 of a graph, or its edges."""

    edges: tuple[tuple[int, int], ...]
    of_edges: ClassVar[str] = "chosen"
    """The field that holds a term for each edge."""
    of_vertices: ClassVar[tuple[str, ...]] = ()
    """The fields that hold a term for each vertex, if any at all."""

    @property
    def size(self) -> int:
        """The number of vertices: the field `vertices` if there is one, else as edges name them."""
        named: int | None = vars(self).get("vertices")
        return 1 + max(map(max, self.edges), default=-1) if named is None else named

    @property
    def is_simple(self) -> bool:
        """True if no two edges are parallel."""
        return len(set(map(frozenset, self.edges))) == len(self.edges)

    def refuse_large(self, rounds: int) -> None:
        """Raises: TooLarge where a decomposition in so many rounds would have too many nodes."""
        nodes = rounds * (self.size + 2 * len(self.edges))
        if nodes > MOST_NODES:
            kind = type(self).__name__
            raise TooLarge(
                f"{snake_case(kind)} over {grouped(self.size)} vertices and"
                f" {grouped(len(self.edges))} edges has about {grouped(nodes)} smaller constraints,"
                f" more than the {grouped(MOST_NODES)} that are written down",
                kind,
            )

    def describe(self, parts: Sequence[str]) -> str:
        """The call of a constructor that takes what is chosen and the edges."""
        return call(snake_case(type(self).__name__), parts, self.edges)


@dataclass(frozen=True, eq=False, repr=False)
class Connected(OverGraph):
    """Each `chosen` vertex can be reached from each other over chosen ones; there may be none.

    One goes over `edges` whose item of `links` is 1, which need not have chosen ends.
    """

    chosen: tuple[Expression, ...]
    edges: tuple[tuple[int, int], ...]
    links: tuple[Expression, ...]

    of_edges = "links"
    of_vertices = ("chosen",)

    @property
    def size(self) -> int:
        return len(self.chosen)

    def holds(self, values: Sequence[int]) -> bool:
        inside = {vertex for vertex in range(self.size) if values[vertex]}
        open_ = (e for e, link in zip(self.edges, values[self.size :], strict=True) if link)
        lowest = components(self.size, (e for e in open_ if inside.issuperset(e)))
        return len({lowest[vertex] for vertex in inside}) <= 1

    def decompose(self) -> Iterable[Constraint]:
        self.refuse_large(self.size - 1)
        inside = [one == 1 for one in self.chosen]
        open_ = [
            all_of((link == 1, inside[a], inside[b]))
            for link, (a, b) in zip(self.links, self.edges, strict=True)
        ]
        found = reached(first_of(inside), open_, self.edges, len(inside) - 1)
        return (any_of((~one, there)) for one, there in zip(inside, found, strict=True))

    def describe(self, parts: Sequence[str]) -> str:
        size = self.size
        all_open = all(isinstance(link, Constant) and link.constant for link in self.links)
        return call(
            "connected", parts[:size], self.edges, **({} if all_open else {"links": parts[size:]})
        )

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        chosen = bits(draw, 4)
        edges = some_edges(draw.random, len(chosen))
        links = draw.bits(len(edges)) if draw.random.random() < 0.4 else None
        return connected(chosen, edges, links)

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        """A tree over those that the row chooses, and a few edges more."""
        chosen, wanted = bits_of(scene)
        inside = [vertex for vertex, one in enumerate(wanted) if one]
        joined = [(scene.random.choice(inside[:k]), b) for k, b in enumerate(inside) if k]
        return connected(chosen, joined + some_edges(scene.random, len(chosen)))


def connected(
    chosen: Iterable[object],
    edges: HasEdges | Iterable[Edge],
    links: Iterable[object] | None = None,
) -> Constraint:
    """The chosen vertices are joined over chosen vertices, by the edges whose link is 1.

    Raises: ModelError for an edge of one vertex with itself, one that is no pair of vertices, and
    lists that do not fit.
    """
    marks = truths(chosen, "connected")
    pairs, _ = read_edges(edges, "connected", len(marks))
    open_ = (Constant(1),) * len(pairs) if links is None else truths(links, "links of connected")
    same_length("connected", len(open_), len(pairs), "edges")
    return Connected(marks, pairs, open_)


# ----------------------------------------------------- Reading what the graph constraints are over.


def truths(given: Iterable[object], where: str) -> tuple[Expression, ...]:
    """`given` as 0/1 expressions; a constraint counts 1 where it holds.

    Raises: ModelError for a number, or an expression, that may be neither 0 nor 1.
    """
    return tuple(_truth(item, where) for item in listed(given, where))


def _truth(item: object, where: str) -> Expression:
    if isinstance(item, int) and item in (0, 1):
        return Constant(int(item))
    if isinstance(item, Constant) and item.constant in (0, 1):
        return item
    constraint = as_constraint(item, f"a term of {where}")
    return item if isinstance(item, Expression) else Indicator(constraint)


def read_edges(
    edges: HasEdges | Iterable[Edge], where: str, vertices: object = None
) -> tuple[tuple[Edge, ...], int]:
    """The edges as they stand, and the number of vertices, by default as many as the edges name.

    Raises: ModelError for what is no pair of two different vertices from 0.
    """
    graph = cast("HasEdges | None", edges if hasattr(edges, "edges") else None)
    given = listed(edges, f"the edges of {where}") if graph is None else graph.edges
    pairs = tuple(_edge(pair, where) for pair in given)
    named = 1 + max(map(max, pairs), default=-1) if graph is None else graph.size
    size = named if vertices is None else whole_number(vertices, f"the vertices of {where}")
    if size < named or (graph is not None and size != named):
        of_edges = "its edges need" if graph is None else "its graph has"
        raise ModelError(
            f"{where} has {size} vertices, and {of_edges} {named}; give one term for each vertex"
        )
    return pairs, size


def _edge(pair: object, where: str) -> Edge:
    if isinstance(pair, tuple | list) and len(pair) == 2:
        a, b = (whole_number(end, f"an end of an edge of {where}") for end in pair)
        if a == b:
            raise ModelError(
                f"{where} has the edge ({a}, {b}) of a vertex with itself; leave it out"
            )
        if 0 <= min(a, b) and max(a, b) < MOST_VERTICES:
            return a, b
    raise ModelError(f"{where} has the edge {pair!r}; write two vertices, from 0, such as (0, 1)")


def chosen_of_edges(
    chosen: Iterable[object],
    edges: HasEdges | Iterable[Edge],
    where: str,
    vertices: object = None,
) -> tuple[tuple[Expression, ...], tuple[Edge, ...], int]:
    """A 0/1 term for each edge, the edges, and the number of vertices.

    Raises: ModelError as `truths` and `read_edges` do, and where terms and edges differ in number.
    """
    marks = truths(chosen, where)
    pairs, size = read_edges(edges, where, vertices)
    same_length(where, len(marks), len(pairs), "edges")
    return marks, pairs, size


def same_length(where: str, given: int, wanted: int, what: str) -> None:
    """Raises: ModelError where there is not one term for each edge, or vertex."""
    if given != wanted:
        raise ModelError(
            f"{where} has {counted(given, 'term')} and {wanted} {what}; give one term for each"
        )


def call(word: str, *given: object, **named: object) -> str:
    """The call of a constructor in words, its lists as Python writes them."""
    plain = [_shown(value) for value in given]
    return f"{word}({', '.join(plain + [f'{name}={_shown(x)}' for name, x in named.items()])})"


def _shown(value: object) -> str:
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list | tuple) else str(value)


# -------------------------------------------------------------------- What is joined by edges.


def components(size: int, edges: Iterable[Edge]) -> list[int]:
    """The lowest vertex that each of `size` vertices is joined with by `edges`."""
    lowest = list(range(size))

    def find(vertex: int) -> int:
        while lowest[vertex] != vertex:
            lowest[vertex] = lowest[lowest[vertex]]
            vertex = lowest[vertex]
        return vertex

    for a, b in edges:
        one, other = sorted((find(a), find(b)))
        lowest[other] = one
    return [find(vertex) for vertex in range(size)]


def degrees(values: Sequence[int], edges: Sequence[Edge]) -> dict[int, int]:
    """The number of chosen edges at each vertex that has one."""
    found: dict[int, int] = {}
    for chosen, edge in zip(values, edges, strict=True):
        for end in edge if chosen else ():
            found[end] = found.get(end, 0) + 1
    return found


def at_vertices(chosen: Sequence[T], edges: Sequence[Edge], size: int) -> list[list[T]]:
    """The terms of the edges at each vertex."""
    found: list[list[T]] = [[] for _ in range(size)]
    for one, (a, b) in zip(chosen, edges, strict=True):
        found[a].append(one)
        found[b].append(one)
    return found


def first_of(marks: Sequence[Constraint]) -> list[Constraint]:
    """For each of `marks`, that it holds and none before it does."""
    found: list[Constraint] = []
    none: Constraint = all_of([])
    for mark in marks:
        found.append(all_of((mark, none)))
        none = all_of((none, ~mark))
    return found


def reached(
    start: Sequence[Constraint], open_: Sequence[Constraint], edges: Sequence[Edge], rounds: int
) -> list[Constraint]:
    """The vertices that are reached from `start` over open edges in at most so many rounds."""
    ways: list[list[tuple[Constraint, int]]] = [[] for _ in start]
    for edge, (a, b) in zip(open_, edges, strict=True):
        ways[a].append((edge, b))
        ways[b].append((edge, a))
    found = list(start)
    for _ in range(rounds):
        found = [
            any_of((there, *(all_of((edge, found[other])) for edge, other in ways[vertex])))
            for vertex, there in enumerate(found)
        ]
    return found


# -------------------------------------------------------------------------- Terms of samples.


def bits(draw: Draw, most: int) -> list[Expression]:
    """Up to `most` 0/1 terms of the draw, two at least; of the shape `empty` none."""
    empty = draw.shape == "empty"
    return draw.bits(0 if empty else draw.random.randint(min(2, most), most))


def some_edges(random: Random, size: int) -> list[Edge]:
    """A few edges between `size` vertices, some of them parallel."""
    number = random.randint(0, size + 2) if size > 1 else 0
    found = [random.sample(range(size), 2) for _ in range(number)]
    return [(a, b) for a, b in found]


def bits_of(scene: Scene) -> tuple[list[Expression], list[int]]:
    """0/1 terms of a scene, and the value of each in its row."""
    terms = scene.over(_bits, lambda random, size: range(2))
    wanted = [
        value if term._truth is not None else scene.random.randrange(2)
        for term, value in zip(terms, scene.row, strict=True)
    ]
    found = [
        term if term._truth is not None else Indicator(term == value if one else term != value)
        for term, value, one in zip(terms, scene.row, wanted, strict=True)
    ]
    return found, wanted


def _bits(random: Random, size: int) -> list[int]:
    return random.choices((0, 1, 1), k=size)
