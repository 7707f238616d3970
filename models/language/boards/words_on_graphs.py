"""Words over graphs and boards: `connected`, `loop`, `path`, `tree`, `forest` and `regions`.

Each takes a graph, or pairs of vertices, beside what is chosen; or what stands on a board alone,
which has edges of its own: a placement, links, fences, borders or a filling.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, overload

from ..constraints import Constraint
from ..errors import ModelError
from ..expressions import Expression, listed
from ..global_constraints import connected as of_vertices
from ..global_constraints import loops_and_paths, trees
from ..global_constraints import regions as into_regions
from ..rules import Rule
from .board import Board
from .graphs_by_name import Edge, Graph
from .grid import Square, SquareLike
from .placements import Filling, Marks, OnBoard, Placement, Same
from .sides import Borders, Fences, Links, Sides, edges_on


@overload
def connected(
    chosen: Placement | Marks,
    edges: None = None,
    links: Iterable[object] | None = None,
    *,
    touching: bool = False,
) -> Rule: ...
@overload
def connected(
    chosen: Iterable[object],
    edges: Graph | Board | Iterable[Edge],
    links: Iterable[object] | None = None,
    *,
    touching: bool = False,
) -> Constraint: ...
def connected(
    chosen: Any,
    edges: Graph | Board | Iterable[Edge] | None = None,
    links: Iterable[object] | None = None,
    *,
    touching: bool = False,
) -> Constraint | Rule:
    """The chosen vertices are joined over chosen vertices; none at all, or one, are.

    `chosen` has a 0/1 expression or a constraint for each vertex; `edges` is a `Graph`, or pairs of
    vertices. With `links`, one for each edge, only edges whose link is 1 join their ends; what an
    edge is between vertices that are not chosen does not matter.

    On a board, `connected(shaded)` and `connected(shaded.empty)` say it of the squares with a piece
    and of those without: squares are joined that share a side, or, if `touching`, a corner. `links`
    may be `board.links("line")`. Where `edges` is a board, `chosen` is of its open squares, row by
    row.

    Formula: ⟨{v : chosen[v] = 1}⟩ is connected, by the edges e with links[e] = 1

    Raises: ModelError for an edge of one vertex with itself, one that is no pair of vertices, and
    lists that do not fit.

    >>> from everyway.models import connected, variables
    >>> connected(variables("x", 3, range(2)), [(0, 1), (1, 2)])
    connected([x[0], x[1], x[2]], [(0, 1), (1, 2)])
    """
    if edges is None:
        return _on_a_board(chosen, links, touching)
    if isinstance(edges, Board):
        edges = neighbours_on(edges.open, edges, touching)
    elif touching:
        raise ModelError("touching is of squares on a board; give the board in place of edges")
    return of_vertices.connected(chosen, edges, links)


def _on_a_board(chosen: object, links: Iterable[object] | None, touching: bool) -> Rule:
    """The marked squares of a board are joined. Raises: ModelError for what is on no board."""
    marks = chosen.marks if isinstance(chosen, Placement) else chosen
    if not isinstance(marks, Marks):
        raise ModelError(
            "connected needs edges beside what is chosen: connected(chosen, edges); a placement, or"
            " placement.empty, has those of its board: connected(shaded)"
        )
    edges = neighbours_on(marks.squares, marks.board, touching)
    words = f"{marks.words} hang together{', also over corners' if touching else ''}"
    if isinstance(links, Sides):
        if not isinstance(links, Links) or links.board != marks.board or touching:
            raise ModelError(
                f"connected takes the links of the same board, which join squares that share a"
                f" side, not {links.name}; write links=board.links('line')"
            )
        words, among = f"{words} over {links.name}", {*marks.squares}
        links = [links[pair] for pair in links.pairs if among.issuperset(pair)]
    return Rule(words, (of_vertices.connected(marks.terms, edges, links),))


def neighbours_on(squares: Sequence[Square], board: Board, touching: bool) -> list[Edge]:
    """Every two of `squares` that share a side, or if `touching` a corner, by their places."""
    place = {square: number for number, square in enumerate(squares)}
    pairs = board.touching if touching else board.adjacent
    return [(place[a], place[b]) for a, b in pairs if a in place and b in place]


@overload
def loop(chosen: Links | Fences, edges: None = None) -> Rule: ...
@overload
def loop(chosen: Iterable[object], edges: Graph | Iterable[Edge]) -> Constraint: ...
def loop(chosen: Any, edges: Graph | Iterable[Edge] | None = None) -> Constraint | Rule:
    """The chosen edges form exactly one simple cycle; none at all are no cycle.

    `chosen` has a 0/1 expression or a constraint for each edge; `edges` is a `Graph`, or pairs of
    vertices. Two parallel edges form a loop of length 2. The links and the fences of a board have
    edges of their own: `loop(line)`.

    Formula: {e : chosen[e] = 1} is one simple cycle

    Raises: ModelError for an edge of one vertex with itself, and lists that do not fit.

    >>> from everyway.models import loop, variables
    >>> loop(variables("x", 3, range(2)), [(0, 1), (1, 2), (2, 0)])
    loop([x[0], x[1], x[2]], [(0, 1), (1, 2), (2, 0)])
    """
    if edges is None:
        group = edges_on(chosen, "loop")
        return Rule(f"the {group.name} is one loop", (loops_and_paths.loop(group, group.edges),))
    return loops_and_paths.loop(chosen, edges)


@overload
def path(
    chosen: Links | Fences,
    start: SquareLike | Expression,
    end: SquareLike | Expression,
    /,
) -> Rule: ...
@overload
def path(
    chosen: Iterable[object],
    edges: Graph | Iterable[Edge],
    start: object,
    end: object,
    *,
    vertices: int | None = None,
) -> Constraint: ...
def path(
    chosen: Any,
    edges: Any,
    start: object,
    end: object = None,
    *,
    vertices: int | None = None,
) -> Constraint | Rule:
    """The chosen edges form one simple path from `start` to `end`, in either direction.

    Where `start` and `end` are one vertex, no edge is chosen. `chosen` has a 0/1 expression or a
    constraint for each edge; `edges` is a `Graph`, or pairs of vertices; `start` and `end` are
    numbers or expressions, and where one of them is no vertex the path does not hold. There are so
    many `vertices`, by default those that the edges name. The links of a board have edges of their
    own, and squares at the ends: `path(line, "r1c1", "r3c3")`; fences have corners, `(0, 0)`.

    Formula: {e : chosen[e] = 1} is one simple path from start to end

    Raises: ModelError for an edge of one vertex with itself, and lists that do not fit.

    >>> from everyway.models import path, variables
    >>> path(variables("x", 2, range(2)), [(0, 1), (1, 2)], 0, 2)
    path([x[0], x[1]], [(0, 1), (1, 2)], 0, 2, vertices=3)
    """
    if end is None:
        group = edges_on(chosen, "path")
        ends = [group.vertex(one) for one in (edges, start)]
        words = f"the {group.name} is one path from {edges} to {start}"
        return Rule(words, (loops_and_paths.path(group, group.edges, *ends, vertices=group.size),))
    return loops_and_paths.path(chosen, edges, start, end, vertices=vertices)


@overload
def tree(chosen: Links | Fences, edges: None = None, *, spanning: bool = False) -> Rule: ...
@overload
def tree(
    chosen: Iterable[object],
    edges: Graph | Iterable[Edge],
    *,
    vertices: int | None = None,
    spanning: bool = False,
) -> Constraint: ...
def tree(
    chosen: Any,
    edges: Graph | Iterable[Edge] | None = None,
    *,
    vertices: int | None = None,
    spanning: bool = False,
) -> Constraint | Rule:
    """The chosen edges form one tree: they hang together and have no cycle; none at all are one.

    `chosen` has a 0/1 expression or a constraint for each edge; `edges` is a `Graph`, or pairs of
    vertices. A `spanning` tree touches each of the `vertices`, by default those that the edges
    name; of a single vertex it has no edge. The links and the fences of a board have edges of their
    own: `tree(line)`.

    Formula: {e : chosen[e] = 1} is connected and has no cycle

    Raises: ModelError for an edge of one vertex with itself, lists that do not fit, and a spanning
    tree of no vertices.

    >>> from everyway.models import tree, variables
    >>> tree(variables("x", 2, range(2)), [(0, 1), (1, 2)], spanning=True)
    tree([x[0], x[1]], [(0, 1), (1, 2)], vertices=3, spanning=True)
    """
    if edges is None:
        group = edges_on(chosen, "tree")
        found = trees.tree(group, group.edges, vertices=group.size, spanning=spanning)
        every = f" through every {'square' if isinstance(group, Links) else 'corner'}"
        return Rule(f"the {group.name} is one tree{every if spanning else ''}", (found,))
    return trees.tree(chosen, edges, vertices=vertices, spanning=spanning)


@overload
def forest(chosen: Links | Fences, edges: None = None) -> Rule: ...
@overload
def forest(chosen: Iterable[object], edges: Graph | Iterable[Edge]) -> Constraint: ...
def forest(chosen: Any, edges: Graph | Iterable[Edge] | None = None) -> Constraint | Rule:
    """There is no cycle among the chosen edges; none at all have none.

    `chosen` has a 0/1 expression or a constraint for each edge; `edges` is a `Graph`, or pairs of
    vertices. Two parallel edges are a cycle. The links and the fences of a board have edges of
    their own: `forest(line)`.

    Formula: {e : chosen[e] = 1} has no cycle

    Raises: ModelError for an edge of one vertex with itself, and lists that do not fit.

    >>> from everyway.models import forest, variables
    >>> forest(variables("x", 3, range(2)), [(0, 1), (1, 2), (2, 0)])
    forest([x[0], x[1], x[2]], [(0, 1), (1, 2), (2, 0)])
    """
    if edges is None:
        group = edges_on(chosen, "forest")
        return Rule(f"the {group.name} has no loop", (trees.forest(group, group.edges),))
    return trees.forest(chosen, edges)


@overload
def regions(
    same: Borders | Filling | Same,
    edges: None = None,
    *,
    sizes: Iterable[object] | None = None,
    roots: Iterable[object] | None = None,
) -> Rule: ...
@overload
def regions(
    same: Iterable[object],
    edges: Graph | Iterable[Edge],
    *,
    vertices: int | None = None,
    sizes: Iterable[object] | None = None,
    roots: Iterable[object] | None = None,
) -> Constraint: ...
def regions(
    same: Any,
    edges: Graph | Iterable[Edge] | None = None,
    *,
    vertices: int | None = None,
    sizes: Iterable[object] | None = None,
    roots: Iterable[object] | None = None,
) -> Constraint | Rule:
    """The vertices are divided into connected regions, and `same` says which edges lie inside one.

    `same` has a 0/1 expression or a constraint for each edge: 1 exactly if both ends of the edge
    lie in one region. `edges` is a `Graph`, or pairs of vertices; there are so many `vertices`, by
    default those that the edges name. `sizes` has for each vertex the number of vertices of its
    region. `roots` are numbers of vertices, of which each region has exactly one; or a 0/1
    expression or a constraint for each vertex, and each region has exactly one that is 1.

    A board is divided by its borders, `regions(board.borders("wall"))`, or by the values of a
    filling, `regions(cell)`: equal ones beside each other are of one region. Then `sizes` and
    `roots` are of its open squares, such as a filling and a placement; `roots` may be squares.

    Formula: same[a, b] = 1 ⇔ a and b are joined by edges e with same[e] = 1

    Raises: ModelError for an edge of one vertex with itself, and lists that do not fit.

    >>> from everyway.models import regions, variables
    >>> regions(variables("x", 2, range(2)), [(0, 1), (1, 2)], sizes=[1, 2, 2])
    regions([x[0], x[1]], [(0, 1), (1, 2)], vertices=3, sizes=[1, 2, 2])
    """
    if edges is None:
        return _of_a_board(same, sizes, roots)
    return into_regions.regions(same, edges, vertices=vertices, sizes=sizes, roots=roots)


def _of_a_board(
    divided: object, sizes: Iterable[object] | None, roots: Iterable[object] | None
) -> Rule:
    """The board is divided by borders, or by values. Raises: ModelError for what divides none."""
    found = divided.same() if isinstance(divided, Filling) else divided
    if not isinstance(found, Borders | Same):
        raise ModelError(
            "regions needs edges beside what lies in one region: regions(same, edges); a filling,"
            " or board.borders('wall'), has those of its board: regions(cell)"
        )
    board, by_values = found.board, isinstance(found, Same)
    divides = f"the values of {found.name} divide" if by_values else f"the {found.name} divides"
    words = f"{divides} the board into regions"
    same = found.terms if isinstance(found, Same) else [border == 0 for border in found]
    for given, said, unnamed in (
        (sizes, "each as large as", "given"),
        (roots, "each with one", "marked square"),
    ):
        if isinstance(given, OnBoard) and given.board != board:
            raise ModelError(f"{given.name} is on another board than {found.name}; take the same")
        if given is not None:
            words += f", {said} {given.name if isinstance(given, OnBoard) else unnamed}"
    if roots is not None and not isinstance(roots, OnBoard):
        roots = list(listed(roots, "roots of regions"))
        written = [one for one in roots if isinstance(one, str | Square)]
        if written and len(written) == len(roots):
            roots = [board.open.index(square) for square in board.squares_at(written)]
    edges = neighbours_on(board.open, board, touching=False)
    size = len(board.open)
    rule = into_regions.regions(same, edges, vertices=size, sizes=sizes, roots=roots)
    return Rule(words, (rule,))
