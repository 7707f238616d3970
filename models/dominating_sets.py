"""Dominating sets: watchmen who see every place."""

from typing import Literal

from everyway.models import Model, known, puzzle, rule, total, variables
from everyway.models.graphs import graph as graph_of
from everyway.models.pictures import on_graph


@puzzle(
    known("counted by two programs", count=653),
    known("counted by two programs", size={2: 0, 3: 10}),
    known("OEIS A133515", graph={"grid_1_1": 1, "grid_2_2": 11, "grid_3_3": 291}),
    known(
        "OEIS A001644",
        graph={"cycle_3": 7, "cycle_4": 11, "cycle_5": 21, "cycle_6": 39, "cycle_8": 131},
    ),
    known("perfect codes of cube and heptagon", kind="perfect", graph={"cube_Q3": 4, "cycle_7": 0}),
)
def dominating_sets(
    graph: str = "petersen",
    size: int | None = None,
    kind: Literal["plain", "total", "perfect"] = "plain",
) -> Model:
    """Place watchmen on the vertices of a graph so that every vertex is watched.

    A watchman watches his own vertex and those next to it. With `size`, there are that many.
    `total` watchmen trust nobody: each vertex has one on a neighbouring vertex. `perfect` ones
    waste nothing: each vertex is watched by exactly one, which is what makes a code perfect.

    Source: OEIS A133515 (grids), A001644 (cycles); N. Biggs, Perfect codes in graphs (1973).
    """
    drawn = graph_of(graph)
    watchman = variables("watchman", drawn.size, range(2))
    # How many watchmen see each vertex from the vertices around it, and how many in all.
    around = [total(watchman[v] for v in others) for others in drawn.neighbours]
    seen = [own + others for own, others in zip(watchman, around, strict=True)]
    watched = {
        # Each vertex has a watchman, or one next to it.
        "plain": rule("each vertex is watched", (number >= 1 for number in seen)),
        # Each vertex has a watchman next to it.
        "total": rule("each vertex has a watchman next to it", (n >= 1 for n in around)),
        # Each vertex has exactly one watchman, there or next to it.
        "perfect": rule("each vertex is watched by one", (number == 1 for number in seen)),
    }
    picture = on_graph(drawn, watchman)
    model = Model(f"dominating sets of {graph}", watchman, picture, watched[kind])
    # So many watchmen there are.
    return model if size is None else model + rule("as many watchmen", total(watchman) == size)
