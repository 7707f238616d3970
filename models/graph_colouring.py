"""Graph colouring: no edge between two vertices of one colour."""

from __future__ import annotations

from .language.catalogue import known, puzzle
from .language.errors import ModelError
from .language.graphs_by_name import graph as graph_of
from .language.groups import variables
from .language.model import Model, rule
from .language.sketches import on_graph


@puzzle(
    known("chromatic polynomial of the Petersen graph", colours={1: 0, 2: 0, 3: 120}),
    known(
        "chromatic polynomials (k-1)^n + (-1)^n (k-1), and of cube, octahedron and icosahedron",
        graph={"cycle_7": 126, "cycle_8": 258, "cube_Q3": 114, "octahedron": 6, "icosahedron": 0},
    ),
    known("chromatic polynomial of the icosahedron", graph="icosahedron", colours={4: 240}),
    known(
        "Grötzsch: no triangle, and yet three colours are too few",
        graph="groetzsch_mycielski4",
        count=0,
    ),
)
def graph_colouring(graph: str = "petersen", colours: int = 3) -> Model:
    """Colour the vertices of a graph so that the two ends of every edge differ.

    Colours are numbers from 1, and exchanging two of them makes another colouring. The graph goes
    by its name, such as `petersen`, `cycle_7`, `cube_Q3`, `K_3_3`, or by its edges, `0-1 1-2 2-0`.

    Source: G. D. Birkhoff, A determinant formula for the number of ways of coloring a map (1912).
    """
    if colours < 1:
        raise ModelError(f"graph_colouring has colours = {colours}; write colours from 1")
    drawn = graph_of(graph)
    colour = variables("colour", drawn.size, range(1, colours + 1))
    return Model(
        f"{graph} in {colours} colour{'' if colours == 1 else 's'}",
        colour,
        on_graph(drawn, colour),
        # The two ends of an edge differ in colour.
        rule("neighbours differ", (colour[a] != colour[b] for a, b in drawn.edges)),
    )
