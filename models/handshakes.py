"""Handshakes: a party at which everybody shakes as many hands."""

from everyway.models import Model, counted, known, puzzle, rule, total, variables
from everyway.models.graphs import graph


@puzzle(
    known("OEIS A001205", hands=2, n={3: 1, 4: 3, 5: 12, 6: 70, 7: 465}),
    known("OEIS A002829", n={4: 1, 5: 0, 6: 70, 7: 0}),
    least={"n": 0, "hands": 0},
)
def handshakes(n: int = 6, hands: int = 3) -> Model:
    """At a party of n, everybody shakes the hands of as many others.

    No two shake hands twice. Where both numbers are odd there is no such party, since the hands
    that are shaken come in pairs. Parties are graphs on labelled vertices, all of one degree.

    Source: OEIS A001205 (two hands), A002829 (three).
    """
    people = graph(f"complete_{n}")
    shake = variables("shake", people.edges, range(2))
    pairs = list(zip(people.edges, shake, strict=True))
    return Model(
        f"{n} people who shake {counted(hands, 'hand')} each",
        shake,
        # Everybody shakes so many hands.
        rule(
            "as many hands",
            (total(shaken for pair, shaken in pairs if p in pair) == hands for p in range(n)),
        ),
    )
