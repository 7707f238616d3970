"""Mountain paths: Dyck words and Motzkin paths."""

from itertools import accumulate

from everyway.models import Model, counted, known, puzzle, rule, total, variables


@puzzle(
    known("Catalan numbers, OEIS A000108", steps={0: 1, 2: 1, 3: 0, 4: 2, 8: 14, 10: 42, 12: 132}),
    known(
        "Motzkin numbers, OEIS A001006",
        level=True,
        steps={0: 1, 1: 1, 2: 2, 3: 4, 4: 9, 5: 21, 7: 127, 8: 323},
    ),
    least={"steps": 0},
)
def lattice_paths(steps: int = 8, level: bool = False) -> Model:
    """Mountain paths: draw a ridge of steps up and down that begins and ends at sea level.

    Each step goes one up (1) or one down (-1), and the ridge is never below the sea. Read up as
    ( and down as ) it is a row of brackets that match. With `level` a step may also lead straight
    on (0), a Motzkin path; without it the words are named after Walther von Dyck.

    Source: E. Catalan (1838); T. Motzkin (1948); OEIS A000108, A001006.
    """
    step = variables("step", steps, [-1, 0, 1] if level else [-1, 1])
    return Model(
        f"mountain paths of {counted(steps, 'step')}",
        step,
        # After no number of steps is one below the sea.
        rule("never below the sea", (height >= 0 for height in accumulate(step))),
        # In the end one is back at sea level.
        rule("ends at the sea", total(step) == 0),
    )
