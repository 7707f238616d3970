"""Hamiltonian cycles: around the world, through every city once."""

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
    known(
        "published; each cycle is walked in two directions",
        graph={"cube_Q3": 12, "petersen": 0, "octahedron": 32},
    ),
    known("twice OEIS A003763", graph={"grid_2_2": 2, "grid_4_4": 12}),
    known("(n-1)!", graph={"complete_3": 2, "complete_5": 24, "complete_6": 120}),
    known(
        "published; each cycle is walked in two directions",
        form="order",
        graph={"cube_Q3": 12, "petersen": 0, "octahedron": 32},
    ),
)
def hamiltonian_cycles(
    graph: str = "cube_Q3", form: Literal["successors", "order"] = "successors"
) -> Model:
    """Travel along the edges of a graph through every vertex once, and back to the start.

    Hamilton sold this as a game on the dodecahedron. The two directions of a cycle are two
    solutions, its starting points are not. `successors` asks of each vertex which one follows it;
    `order` asks which vertex is visited first, second and so on, beginning with vertex 0.

    Source: W. R. Hamilton, the Icosian Game (1857); OEIS A003763, A066037.
    """
    drawn = graph_of(graph)
    if not drawn.size:
        raise ModelError(f"{graph} has no vertex; a tour needs one")
    return _successors(drawn) if form == "successors" else _order(drawn)


def _successors(drawn: Graph) -> Model:
    follower = variables("next", drawn.size, range(drawn.size))
    # A single vertex is its own tour.
    steps = drawn.neighbours if drawn.size > 1 else [(0,)]
    return Model(
        f"cycles through {drawn.name}",
        follower,
        on_graph(drawn, steps=follower),
        # From each vertex the journey goes on to a neighbour.
        rule(
            "along the edges",
            (
                allowed([after], ((other,) for other in others))
                for after, others in zip(follower, steps, strict=True)
            ),
        ),
        # Following the journey one comes through all vertices.
        rule("one cycle through all", circuit(follower)),
    )


def _order(drawn: Graph) -> Model:
    stop = variables("stop", drawn.size, range(drawn.size))
    legs = [(stop[i - 1], stop[i]) for i in range(drawn.size)] if drawn.size > 1 else []
    return Model(
        f"cycles through {drawn.name}",
        stop,
        on_graph(drawn, walk=stop),
        # The journey begins at vertex 0.
        rule("beginning at 0", stop[0] == 0),
        # No vertex is visited twice.
        rule("each vertex once", all_different(stop)),
        # Each leg, from the last stop back to the first as well, is an edge.
        rule("along the edges", (allowed(leg, drawn.arcs) for leg in legs)),
    )
