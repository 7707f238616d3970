"""Automorphisms of a graph: ways to move its vertices so that it looks the same."""

from everyway.models import Model, all_different, allowed, known, puzzle, rule, variables
from everyway.models.graphs import graph as graph_of
from everyway.models.pictures import on_graph


@puzzle(
    known(
        "published orders of the groups",
        graph={
            "petersen": 120,
            "cube_Q3": 48,
            "K_3_3": 72,
            "cycle_9": 18,
            "path_5": 2,
            "octahedron": 48,
        },
    )
)
def graph_automorphisms(graph: str = "petersen") -> Model:
    """Move the vertices of a graph to one another's places so that it looks the same.

    `image[v]` is the place to which vertex v goes. Vertices that are joined stay joined; since no
    edges are lost and their number stays, those that are not joined stay apart.

    Source: R. Frucht (1938): every finite group is that of some graph.
    """
    drawn = graph_of(graph)
    image = variables("image", drawn.size, range(drawn.size))
    return Model(
        f"automorphisms of {graph}",
        image,
        on_graph(drawn, image),
        # No two vertices go to one place.
        rule("each place once", all_different(image)),
        # The two ends of an edge go to the ends of an edge.
        rule(
            "edges stay edges", (allowed([image[a], image[b]], drawn.arcs) for a, b in drawn.edges)
        ),
    )
