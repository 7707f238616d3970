"""Acyclic orientations: one-way streets that never lead back."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

from everyway.models import (
    Expression,
    Model,
    VariableList,
    any_of,
    known,
    maximum,
    puzzle,
    rule,
    variables,
)
from everyway.models.graphs import Edge, Graph
from everyway.models.graphs import graph as graph_of
from everyway.models.pictures import on_graph


@puzzle(
    known(
        "R. P. Stanley (1973): the chromatic polynomial at -1",
        graph={"grid_2_2": 14, "cycle_5": 30, "complete_3": 6, "complete_4": 24, "cycle_4": 14},
    ),
    known(
        "OEIS A003024", closures=True, graph={"complete_2": 3, "complete_3": 25, "complete_4": 543}
    ),
    known("the chromatic polynomial at -1", form="levels", graph={"grid_2_2": 14, "cycle_4": 14}),
    known("OEIS A003024", form="levels", closures=True, graph={"complete_3": 25}),
)
def orientations(
    graph: str = "complete_4",
    closures: bool = False,
    form: Literal["cycles", "levels"] = "cycles",
) -> Model:
    """Make every street of a town one-way, so that nobody can drive in a circle.

    Streets are the edges of a graph, `forward` from the lower number to the higher. With
    `closures`, streets may be closed too. `cycles` goes through all round trips on the map and
    blocks each in both directions; `levels` gives each crossing a level, the length of the longest
    way that leads there, which exists only where no way leads in a circle.

    Source: R. P. Stanley, Acyclic orientations of graphs (1973); OEIS A003024 (with closures).
    """
    town = graph_of(graph)
    ways = ["forward", "backward", "closed"] if closures else ["forward", "backward"]
    street = variables("street", town.edges, ways)
    return (_cycles if form == "cycles" else _levels)(town, street)


def _cycles(town: Graph, street: VariableList) -> Model:
    return Model(
        f"one-way streets of {town.name}",
        street,
        on_graph(town, lines=street),
        # On every round trip some street cannot be driven that way.
        rule(
            "no round trip",
            (
                any_of(street[edge] != way for edge, way in _drive(trip))
                for trip in _round_trips(town)
            ),
        ),
    )


def _levels(town: Graph, street: VariableList) -> Model:
    level = variables("level", town.size, range(town.size))

    def ways_to(crossing: int) -> Iterator[Expression]:
        """The length of the longest way to each neighbour and on to `crossing`; 0 if barred."""
        for other in town.neighbours[crossing]:
            ((edge, way),) = _drive((other, crossing))
            yield (level[other] + 1) * (street[edge] == way)

    return Model(
        f"one-way streets of {town.name}",
        street,
        level,
        on_graph(town, level, lines=street),
        # A crossing's level is one more than that of the highest crossing before it, or 0.
        rule("levels", (level[v] == maximum([0, *ways_to(v)]) for v in range(town.size))),
    )


def _drive(trip: tuple[int, ...]) -> Iterator[tuple[Edge, str]]:
    """The streets that a trip takes, and the way it goes."""
    for a, b in pairwise(trip):
        yield (min(a, b), max(a, b)), "forward" if a < b else "backward"


def _round_trips(town: Graph) -> Iterator[tuple[int, ...]]:
    """Every simple cycle, in both directions, from its lowest crossing and back there."""
    open_trips: list[tuple[int, ...]] = [(start,) for start in range(town.size)]
    while open_trips:
        trip = open_trips.pop()
        for after in town.neighbours[trip[-1]]:
            if after == trip[0] and len(trip) != 2:
                yield (*trip, after)
            elif after > trip[0] and after not in trip:
                open_trips.append((*trip, after))
