"""Independent sets: vertices of which no two are joined."""

from everyway.models import Model, known, puzzle, rule, total, variables
from everyway.models.graphs import graph as graph_of
from everyway.models.pictures import on_graph


@puzzle(
    known("Petersen graph: 76, of which 5 have the most vertices", count=76),
    known("Petersen graph: 76, of which 5 have the most vertices", size={4: 5, 5: 0}),
    known("Petersen graph: 76, of which 5 have the most vertices", largest=True, count=5),
    known("inscribed cubes of the dodecahedron", graph="dodecahedron", largest=True, count=5),
    known("OEIS A027624", graph={"cube_Q1": 3, "cube_Q2": 7, "cube_Q3": 35, "cube_Q4": 743}),
    known("Lucas numbers", graph={"cycle_3": 4, "cycle_4": 7, "cycle_5": 11, "cycle_6": 18}),
    known("inscribed cubes of the dodecahedron", graph="dodecahedron", size={8: 5, 9: 0}),
    known(
        "Perrin numbers, OEIS A001608",
        graph={"cycle_3": 3, "cycle_4": 2, "cycle_6": 5, "cycle_7": 7, "cycle_10": 17},
        maximal=True,
    ),
)
def independent_sets(
    graph: str = "petersen",
    size: int | None = None,
    maximal: bool = False,
    largest: bool = False,
) -> Model:
    """Choose guests of whom no two know each other.

    The graph's vertices are people, its edges join acquaintances. The empty table counts as well.
    With `size`, that many are invited; ask for one more than the most to see none. With `maximal`
    nobody can be added: everybody who stays at home knows a guest. With `largest`, as many as can
    be are invited.

    Source: OEIS A027624 (cubes), A001608 (maximal sets of cycles).
    """
    drawn = graph_of(graph)
    guest = variables("guest", drawn.size, range(2))
    # Of two who know each other at most one is a guest.
    strangers = rule("guests are strangers", (guest[a] + guest[b] <= 1 for a, b in drawn.edges))
    model = Model(f"independent sets of {graph}", guest, on_graph(drawn, guest), strangers)
    if size is not None:
        # So many guests are invited.
        model += rule("as many guests", total(guest) == size)
    if maximal:
        # Whoever is no guest knows one.
        model += rule(
            "nobody can be added",
            (
                guest[person] + total(guest[other] for other in others) >= 1
                for person, others in enumerate(drawn.neighbours)
            ),
        )
    # As many as can be are invited.
    return model.maximising(total(guest)) if largest else model
