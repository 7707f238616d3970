"""Necklaces and bracelets of coloured beads, each counted once however it lies."""

from everyway.models import Model, counted, known, lexicographic, puzzle, rule, variables
from everyway.models.pictures import at_places


@puzzle(
    known(
        "OEIS A000031",
        n={0: 1, 1: 2, 2: 3, 3: 4, 4: 6, 5: 8, 6: 14, 7: 20, 8: 36, 9: 60, 11: 188},
    ),
    known("OEIS A000029", turnable=True, n={0: 1, 1: 2, 2: 3, 4: 6, 5: 8, 6: 13, 7: 18, 9: 46}),
    known("OEIS A001867", colours=3, n={1: 3, 2: 6, 3: 11, 4: 24, 5: 51, 6: 130}),
    known("OEIS A027671", colours=3, turnable=True, n={1: 3, 2: 6, 3: 10, 4: 21, 5: 39, 6: 92}),
    known("OEIS A001037", aperiodic=True, n={1: 2, 2: 1, 3: 2, 4: 3, 5: 6, 6: 9, 7: 18, 8: 30}),
    known("OEIS A001371", aperiodic=True, turnable=True, n={4: 3, 5: 6, 6: 8, 7: 16, 8: 24}),
    least={"n": 0, "colours": 1},
)
def necklaces(
    n: int = 6, colours: int = 2, turnable: bool = False, aperiodic: bool = False
) -> Model:
    """Necklaces: string n beads of a few colours; turning the string round makes no difference.

    Of all the ways to read a necklace, starting at each of its beads, the model keeps the first
    in the order of a dictionary: 0 0 1 0 1, but not 0 1 0 0 1. A `turnable` one, a bracelet, may
    also be read backwards. An `aperiodic` one, a Lyndon word, is no shorter necklace repeated.

    Source: J. Riordan, An Introduction to Combinatorial Analysis (1958); OEIS A000031, A000029,
    A001037.
    """
    bead = variables("bead", n, range(colours))
    forwards = list(bead)
    backwards = forwards[::-1]
    model = Model(
        f"{'bracelets' if turnable else 'necklaces'} of {counted(n, 'bead')}",
        bead,
        at_places([bead], edges=((i, (i + 1) % n) for i in range(n))),
        # Read from any other bead, it comes no earlier in the dictionary; where nothing repeats,
        # it comes later.
        rule(
            "read from any bead",
            (
                lexicographic(bead, forwards[i:] + forwards[:i], strict=aperiodic)
                for i in range(1, n)
            ),
        ),
    )
    # Nor does it read backwards.
    both_ways = rule(
        "read backwards", (lexicographic(bead, backwards[i:] + backwards[:i]) for i in range(n))
    )
    return model + both_ways if turnable else model
