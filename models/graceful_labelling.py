"""Graceful labelling: numbers on the vertices that differ differently along every edge."""

from typing import Literal

from everyway.models import Model, all_different, known, puzzle, rule, variables
from everyway.models.graphs import graph as graph_of
from everyway.models.pictures import on_graph


@puzzle(
    known("2 n!", graph={"star_2": 4, "star_3": 12, "star_4": 48}),
    known("A. Rosa (1967): none for 5 and 6", graph={"cycle_5": 0, "cycle_6": 0}),
    known("counted by two programs", graph={"cycle_3": 12, "cycle_4": 16}),
    known("S. W. Golomb (1972): complete graphs up to four", graph={"complete_4": 48}),
    known("counted by two programs", form="differences", graph={"cycle_3": 12, "cycle_4": 16}),
)
def graceful_labelling(
    graph: str = "cycle_4", form: Literal["labels", "differences"] = "labels"
) -> Model:
    """Label the vertices of a graph gracefully.

    With m edges, each vertex bears another number from 0 to m, and each edge bears the difference
    of its ends; the differences are 1 to m, each once. Counting backwards from m makes another
    labelling. `labels` asks for the numbers of the vertices alone; `differences` names those of
    the edges too, which gives a solver more to reason about.

    Source: A. Rosa, On certain valuations of the vertices of a graph (1967); CSPLib 053.
    """
    drawn = graph_of(graph)
    most = len(drawn.edges)
    label = variables("label", drawn.size, range(most + 1))
    ends = [(label[a], label[b]) for a, b in drawn.edges]
    name = f"graceful labellings of {graph}"
    # No two vertices bear one number.
    labels_differ = rule("labels differ", all_different(label))
    if form == "labels":
        # No two edges bear one difference.
        differences = all_different(abs(a - b) for a, b in ends)
        different = rule("differences differ", differences)
        return Model(name, label, on_graph(drawn, label), labels_differ, different)
    difference = variables("difference", drawn.edges, range(1, most + 1))
    return Model(
        name,
        label,
        difference,
        on_graph(drawn, label, lines=difference),
        labels_differ,
        # An edge bears the difference of its ends, whichever is the larger.
        rule(
            "differences of the ends",
            ((d == a - b) | (d == b - a) for d, (a, b) in zip(difference, ends, strict=True)),
        ),
        # No two edges bear one difference.
        rule("differences differ", all_different(difference)),
    )
