"""Heaps: numbers on a tree, each above those that hang from it."""

from everyway.models import Model, all_different, known, puzzle, rule, variables


@puzzle(
    known("OEIS A056971", n={0: 1, 1: 1, 2: 1, 3: 2, 4: 3, 5: 8, 6: 20, 7: 80, 8: 210, 9: 896}),
    known("only the sorted row", branches=1, n={1: 1, 2: 1, 5: 1}),
    known(
        "counted by two independent programs", branches=3, n={1: 1, 2: 1, 3: 2, 4: 6, 5: 12, 6: 40}
    ),
    least={"n": 0, "branches": 1},
)
def heaps(n: int = 6, branches: int = 2) -> Model:
    """Heaps: put 1 to n on a tree so that every number is smaller than those hanging from it.

    The tree is filled level by level, from the left, and two numbers at most hang from one: from
    the place i those at 2i + 1 and 2i + 2 (with more `branches`, as many more). This is how a
    computer keeps a queue of tasks whose most urgent is always on top. `heap[0]` is the top.

    Source: J. W. J. Williams, Algorithm 232: Heapsort (1964); OEIS A056971.
    """
    heap = variables("heap", n, range(1, n + 1))
    return Model(
        f"heaps of {n}",
        heap,
        # No number stands in two places.
        rule("every number once", all_different(heap)),
        # Each number but the top one is greater than the one from which it hangs.
        rule(
            "smaller ones above",
            (heap[(place - 1) // branches] < heap[place] for place in range(1, n)),
        ),
    )
