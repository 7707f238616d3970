"""Spanning trees: as few roads as possible that join all villages."""

from typing import Literal

from everyway.models import (
    Model,
    ModelError,
    allowed,
    element,
    known,
    puzzle,
    rule,
    tree,
    variables,
)
from everyway.models.graphs import Graph
from everyway.models.graphs import graph as graph_of
from everyway.models.pictures import on_graph


@puzzle(
    known("OEIS A007341", graph={"grid_2_2": 4, "grid_3_3": 192}),
    known(
        "A. Cayley (1889): n^(n-2)", graph={"complete_3": 3, "complete_4": 16, "complete_5": 125}
    ),
    known("A. Cayley (1889): n^(n-2)", form="parents", graph={"complete_3": 3, "complete_4": 16}),
)
def spanning_trees(graph: str = "grid_3_3", form: Literal["roads", "parents"] = "roads") -> Model:
    """Build as few of the planned roads as possible, so that all villages are joined.

    Villages are the vertices of a graph, planned roads its edges. What is built is a tree: one
    road fewer than villages, and between two villages exactly one way. `roads` asks of each road
    whether it is built; `parents` asks from each village where the way to village 0 goes first.

    Source: G. Kirchhoff (1847); A. Cayley, A theorem on trees (1889); OEIS A007341 (grids).
    """
    plan = graph_of(graph)
    if not plan.size:
        raise ModelError(f"{graph} has no vertex; a tree needs one")
    return _roads(plan) if form == "roads" else _parents(plan)


def _parents(plan: Graph) -> Model:
    parent = variables("parent", plan.size, range(plan.size))
    depth = variables("depth", plan.size, range(plan.size))
    return Model(
        f"trees of {plan.name}",
        parent,
        depth,
        on_graph(plan, depth, steps=parent),
        # Village 0 is its own parent, at the depth 0.
        rule("the root", parent[0] == 0, depth[0] == 0),
        # From each other village the way to village 0 goes first to a neighbour.
        rule(
            "along the roads",
            (
                allowed([parent[village]], ((other,) for other in plan.neighbours[village]))
                for village in range(1, plan.size)
            ),
        ),
        # A village is one deeper than its parent, so that the way there never goes in a circle.
        rule(
            "one deeper than the parent",
            (
                depth[village] == element(depth, parent[village]) + 1
                for village in range(1, plan.size)
            ),
        ),
    )


def _roads(plan: Graph) -> Model:
    road = variables("road", plan.edges, range(2))
    return Model(
        f"trees of {plan.name}",
        road,
        on_graph(plan, lines=road),
        # What is built is a tree that comes to every village.
        rule("a tree through all villages", tree(road, plan, spanning=True)),
    )
