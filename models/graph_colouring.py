"""Graph colouring: no edge between two vertices of one colour."""

from itertools import combinations
from typing import Literal

from everyway.models import (
    Model,
    ModelError,
    Rule,
    VariableList,
    counted,
    known,
    puzzle,
    rule,
    variables,
)
from everyway.models.graphs import Graph
from everyway.models.graphs import graph as graph_of
from everyway.models.pictures import on_graph


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
    known("the Petersen graph is a snark", what="edges", count=0),
    known(
        "Tait colourings, one-factorizations and Latin squares, OEIS A002860",
        what="edges",
        graph={"complete_4": 6, "cube_Q3": 24, "K_3_3": 12, "complete_5": 0},
    ),
    known("OEIS A002860", what="edges", graph="K_4_4", colours=4, count=576),
    known("120 of three colours, by symmetry", given="0=1", count=40),
    known("120 of three colours, by symmetry", given="0=1 1=2", count=20),
    least={"colours": 1},
)
def graph_colouring(
    graph: str = "petersen",
    colours: int = 3,
    what: Literal["vertices", "edges"] = "vertices",
    given: str = "",
) -> Model:
    """Colour the vertices of a graph so that the two ends of every edge differ.

    Colours are numbers from 1, and exchanging two of them makes another colouring. The graph goes
    by its name, such as `petersen`, `cycle_7`, `cube_Q3`, `K_3_3`, or by its edges, `0-1 1-2 2-0`.
    Where the `edges` are what is coloured, those that meet at a vertex differ. `given` are the
    colours that are there already: `"0=1 4=2"`, of edges `"0-1=1"`.

    Source: G. D. Birkhoff, A determinant formula for the number of ways of coloring a map (1912).
    """
    drawn = graph_of(graph)
    edges = what == "edges"
    places = drawn.edge_names if edges else drawn.size
    colour = variables("colour", places, range(1, colours + 1))
    painted = list(colour)
    neighbours = _meeting(drawn) if edges else drawn.edges
    return Model(
        f"{'edges of ' if edges else ''}{graph} in {counted(colours, 'colour')}",
        colour,
        on_graph(drawn, lines=colour) if edges else on_graph(drawn, colour),
        # The two ends of an edge, or two edges that meet, differ in colour.
        rule("neighbours differ", (painted[a] != painted[b] for a, b in neighbours)),
        # What is coloured already keeps its colour.
        [_given(colour, given, colours)] if given.strip() else [],
    )


def _meeting(drawn: Graph) -> list[tuple[int, int]]:
    """The pairs of edges, by their numbers, that have an end in common."""
    numbered = combinations(enumerate(drawn.edges), 2)
    return [(i, j) for (i, one), (j, other) in numbered if set(one) & set(other)]


def _given(colour: VariableList, given: str, colours: int) -> Rule:
    names = map(str, colour.layout().get("keys", range(len(colour.variables))))
    by_name = dict(zip(names, colour.variables, strict=True))
    stands = []
    for word in given.split():
        name, _, number = word.partition("=")
        if name not in by_name or number not in map(str, range(1, colours + 1)):
            likely = next(iter(by_name), "0")
            raise ModelError(
                f"the given colour {word!r} cannot be read; write what is coloured and a number"
                f" from 1 to {colours}, such as {likely}=1"
            )
        stands.append(by_name[name] == int(number))
    return rule("given", stands)
