"""Simple paths: from here to there without visiting a place twice."""

from everyway.models import Model, ModelError, allowed, known, puzzle, rule, variables
from everyway.models.graphs import graph as graph_of
from everyway.models.graphs import subcircuit
from everyway.models.pictures import on_graph


@puzzle(
    known("OEIS A007764", graph={"grid_1_1": 1, "grid_2_2": 2, "grid_3_3": 12}),
    known("counted by two programs", graph={"cube_Q3": 18, "complete_5": 16}),
)
def simple_paths(graph: str = "grid_3_3", start: int = 0, end: int | None = None) -> Model:
    """Walk along the edges of a graph from one vertex to another, none visited twice.

    Not every vertex need be visited. The walk goes from vertex `start` to vertex `end`, the last
    one unless another is named: on a grid from corner to corner. `next[v]` is the vertex after v,
    and v itself where the walk does not pass; after the end it jumps back to the start.

    Source: OEIS A007764; D. E. Knuth, The Art of Computer Programming 4A, 7.1.4.
    """
    drawn = graph_of(graph)
    first = drawn.vertex(start)
    last = drawn.vertex(drawn.size - 1 if end is None else end)
    if first == last and drawn.size > 1:
        raise ModelError(f"simple_paths from {first} to itself; name two vertices")
    follower = variables("next", drawn.size, range(drawn.size))
    return Model(
        f"paths of {graph} from {first} to {last}",
        follower,
        on_graph(drawn, steps=follower),
        # The walk goes on to a neighbour, or does not pass here.
        rule(
            "along the edges",
            (
                allowed([follower[v]], ((other,) for other in (v, *drawn.neighbours[v])))
                for v in range(drawn.size)
                if v != last
            ),
        ),
        # After the end it jumps back to the start,
        rule("back to the start", follower[last] == first),
        # so that it is one tour of the vertices that it passes.
        rule("one walk", subcircuit(follower)),
    )
