"""Hamiltonian paths: a walk that visits every vertex once."""

from typing import Literal

from everyway.models import (
    Model,
    ModelError,
    all_different,
    allowed,
    known,
    puzzle,
    rule,
    variables,
)
from everyway.models.graphs import Graph, circuit
from everyway.models.graphs import graph as graph_of
from everyway.models.pictures import on_graph


@puzzle(
    known("OEIS A096969", graph={"grid_2_2": 8, "grid_3_3": 40}),
    known("OEIS A001184", start=0, end=8, count=2),
    known("published", graph={"petersen": 240}),
    known("OEIS A096969", form="order", graph={"grid_2_2": 8, "grid_3_3": 40}),
)
def hamiltonian_paths(
    graph: str = "grid_3_3",
    start: int | None = None,
    end: int | None = None,
    form: Literal["successors", "order"] = "successors",
) -> Model:
    """Walk along the edges of a graph so that each vertex is visited once.

    The walk begins and ends anywhere, unless `start` or `end` names a vertex; backwards it is
    another walk. `successors` asks of each vertex which one follows it, and closes the walk to a
    cycle by one further vertex, a rest between the end and the start. `order` asks which vertex
    is visited first, second and so on.

    Source: OEIS A096969 (square grids), A001184 (between opposite corners).
    """
    drawn = graph_of(graph)
    if not drawn.size:
        raise ModelError(f"{graph} has no vertex; a path needs one")
    first = range(drawn.size) if start is None else [drawn.vertex(start)]
    last = range(drawn.size) if end is None else [drawn.vertex(end)]
    return (_successors if form == "successors" else _order)(drawn, first, last)


def _successors(drawn: Graph, first: range | list[int], last: range | list[int]) -> Model:
    rest = drawn.size
    follower = variables("next", drawn.size + 1, range(drawn.size + 1))
    # From a vertex where the walk may end it also goes to the rest, from there to the start.
    steps = [
        [*others, rest] if vertex in last else others
        for vertex, others in enumerate(drawn.neighbours)
    ]
    return Model(
        f"paths through {drawn.name}",
        follower,
        on_graph(drawn, steps=follower),
        # From each vertex the walk goes on to a neighbour, or to the rest.
        rule(
            "along the edges",
            (
                allowed([after], ((other,) for other in others))
                for after, others in zip(follower, [*steps, first], strict=True)
            ),
        ),
        # Following the walk one comes through all vertices and the rest.
        rule("one walk through all", circuit(follower)),
    )


def _order(drawn: Graph, first: range | list[int], last: range | list[int]) -> Model:
    stop = variables("stop", drawn.size, range(drawn.size))
    return Model(
        f"paths through {drawn.name}",
        stop,
        on_graph(drawn, walk=stop, closed=False),
        # The walk begins where it may,
        rule("start", allowed([stop[0]], ((vertex,) for vertex in first))),
        # and ends where it may.
        rule("end", allowed([stop[-1]], ((vertex,) for vertex in last))),
        # No vertex is visited twice.
        rule("each vertex once", all_different(stop)),
        # Each step is an edge.
        rule(
            "along the edges",
            (allowed([stop[i], stop[i + 1]], drawn.arcs) for i in range(drawn.size - 1)),
        ),
    )
