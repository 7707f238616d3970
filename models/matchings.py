"""Perfect matchings: everybody dances, each with one partner."""

from __future__ import annotations

from typing import Literal

from .language.catalogue import known, puzzle
from .language.expressions import total
from .language.graphs_by_name import Graph
from .language.graphs_by_name import graph as graph_of
from .language.groups import variables
from .language.model import Model, rule
from .language.ordering import inverse
from .language.sketches import on_graph
from .language.tables import allowed


@puzzle(
    known(
        "published",
        graph={"petersen": 6, "heawood": 24},
    ),
    known("OEIS A001147, (n-1)!!", graph={"complete_4": 3, "complete_6": 15, "complete_5": 0}),
    known("OEIS A005271", graph={"cube_Q1": 1, "cube_Q2": 2, "cube_Q3": 9}),
    known("published", form="edges", graph={"petersen": 6, "dodecahedron": 36, "icosahedron": 125}),
)
def matchings(graph: str = "petersen", form: Literal["partners", "edges"] = "partners") -> Model:
    """Pair off all vertices of a graph, each with one of its neighbours.

    The vertices are dancers, and edges join those who would dance together. `partners` asks whom
    each dances with; `edges` asks of each edge whether its ends dance, 1, or not, 0. Both have the
    same solutions in other words.

    Source: W. T. Tutte, The factorization of linear graphs (1947); OEIS A001147, A005271.
    """
    drawn = graph_of(graph)
    return _partners(drawn) if form == "partners" else _edges(drawn)


def _partners(drawn: Graph) -> Model:
    partner = variables("partner", drawn.size, range(drawn.size))
    return Model(
        f"couples of {drawn.name}",
        partner,
        on_graph(drawn, steps=partner),
        # A partner is a neighbour.
        rule(
            "a partner is a neighbour",
            (
                allowed([own], ((other,) for other in others))
                for own, others in zip(partner, drawn.neighbours, strict=True)
            ),
        ),
        # My partner's partner is me.
        rule("dancing is mutual", inverse(partner, partner)),
    )


def _edges(drawn: Graph) -> Model:
    dances = variables("dances", drawn.edge_names, range(2))
    couples = list(zip(drawn.edges, dances, strict=True))
    return Model(
        f"couples of {drawn.name}",
        dances,
        on_graph(drawn, lines=dances),
        # Of the edges at each vertex one is danced.
        rule(
            "everybody dances once",
            (
                total(danced for edge, danced in couples if dancer in edge) == 1
                for dancer in range(drawn.size)
            ),
        ),
    )
