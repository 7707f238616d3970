"""Steiner triple systems: triples of points in which every two points meet once."""

from itertools import combinations

from everyway.models import Model, counted, known, puzzle, rule, total, variables


@puzzle(
    known("OEIS A030128", v={0: 1, 1: 1, 3: 1, 4: 0, 5: 0, 6: 0, 7: 30, 9: 840}), least={"v": 0}
)
def steiner_triples(v: int = 7) -> Model:
    """Kirkman's question: choose triples of v points so that any two points share just one.

    Points are numbered from 1. The chosen triples form a set, and systems that differ in the
    names of the points are different. There are some only where v leaves 1 or 3 divided by 6;
    on 7 points all are the Fano plane. `triple[1-2-4]` is 1 where that triple is chosen.

    Source: T. P. Kirkman, On a problem in combinations (1847); CSPLib 044; OEIS A030128.
    """
    triples = [set(points) for points in combinations(range(1, v + 1), 3)]
    names = ["-".join(map(str, sorted(points))) for points in triples]
    triple = variables("triple", names, range(2))
    return Model(
        f"Steiner triples of {counted(v, 'point')}",
        triple,
        # Of the triples that hold two given points exactly one is chosen.
        rule(
            "every two points meet once",
            (
                total(t for t, points in zip(triple, triples, strict=True) if {a, b} <= points) == 1
                for a, b in combinations(range(1, v + 1), 2)
            ),
        ),
    )
