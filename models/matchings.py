"""Perfect matchings: everybody dances, each with one partner."""

from typing import Literal

from everyway.models import Model, allowed, inverse, known, puzzle, rule, total, variables
from everyway.models.graphs import Graph
from everyway.models.graphs import graph as graph_of
from everyway.models.pictures import on_graph


@puzzle(
    known(
        "published",
        graph={"petersen": 6, "heawood": 24},
    ),
    known("OEIS A001147, (n-1)!!", graph={"complete_4": 3, "complete_6": 15, "complete_5": 0}),
    known("OEIS A005271", graph={"cube_Q1": 1, "cube_Q2": 2, "cube_Q3": 9}),
    known("published", form="edges", graph={"petersen": 6, "dodecahedron": 36, "icosahedron": 125}),
    known(
        "telephone numbers, OEIS A000085",
        everybody=False,
        graph={"complete_3": 4, "complete_4": 10, "complete_5": 26, "complete_6": 76},
    ),
    known(
        "Lucas and Fibonacci numbers",
        everybody=False,
        form="edges",
        graph={"cycle_5": 11, "cycle_6": 18, "path_5": 8},
    ),
)
def matchings(
    graph: str = "petersen",
    form: Literal["partners", "edges"] = "partners",
    everybody: bool = True,
) -> Model:
    """Pair off all vertices of a graph, each with one of its neighbours.

    The vertices are dancers, and edges join those who would dance together. `partners` asks whom
    each dances with; `edges` asks of each edge whether its ends dance, 1, or not, 0. Both have the
    same solutions in other words.

    Unless `everybody` dances, some may sit out, who are then their own partners; nobody dancing
    is one way.

    Source: W. T. Tutte, The factorization of linear graphs (1947); OEIS A001147, A005271,
    A000085.
    """
    drawn = graph_of(graph)
    return (_partners if form == "partners" else _edges)(drawn, everybody)


def _partners(drawn: Graph, everybody: bool) -> Model:
    partner = variables("partner", drawn.size, range(drawn.size))
    return Model(
        f"couples of {drawn.name}",
        partner,
        on_graph(drawn, steps=partner),
        # A partner is a neighbour, or oneself where one may sit out.
        rule(
            "a partner is a neighbour",
            (
                allowed([own], ((other,) for other in (others if everybody else (*others, one))))
                for one, (own, others) in enumerate(zip(partner, drawn.neighbours, strict=True))
            ),
        ),
        # My partner's partner is me.
        rule("dancing is mutual", inverse(partner, partner)),
    )


def _edges(drawn: Graph, everybody: bool) -> Model:
    dances = variables("dances", drawn.edges, range(2))
    couples = list(zip(drawn.edges, dances, strict=True))
    of_each = [
        total(danced for edge, danced in couples if dancer in edge) for dancer in range(drawn.size)
    ]
    return Model(
        f"couples of {drawn.name}",
        dances,
        on_graph(drawn, lines=dances),
        # Of the edges at each vertex one is danced, or at most one.
        rule(
            "everybody dances once" if everybody else "nobody dances twice",
            (number == 1 if everybody else number <= 1 for number in of_each),
        ),
    )
