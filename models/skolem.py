"""Skolem sequences: pairs of numbers in a row, the two k being k cells apart."""

from everyway.models import Model, all_different, counted, known, puzzle, rule, variables
from everyway.models.pictures import row


@puzzle(
    known(
        "OEIS A004075",
        n={1: 1, 2: 0, 3: 0, 4: 6, 5: 10, 6: 0, 7: 0, 8: 504, 12: 455936},
    ),
    known(
        "counted by two independent programs",
        hooked=True,
        n={1: 0, 2: 1, 3: 2, 4: 0, 5: 0, 6: 38, 7: 124},
    ),
    least={"n": 0},
)
def skolem(n: int = 5, hooked: bool = False) -> Model:
    """Skolem's row: two of each number from 1 to n, the two k exactly k cells apart.

    Put 1, 1, 2, 2, … n, n in a row of 2n cells: the two 1 are neighbours, between the two 2 stands
    one number, and so on: 4 2 3 2 4 3 1 1. There is such a row where n leaves 0 or 1 when it is
    divided by 4. A `hooked` row has one more cell, and its last cell but one stays empty; these
    there are for the other n. A row and its reversal are two solutions. `first[k]` is the cell of
    the left k, counted from 0.

    Source: T. Skolem, Mathematica Scandinavica 5 (1957); OEIS A004075.
    """
    cells = 2 * n + 1 if hooked else 2 * n
    numbers = range(1, n + 1)
    first = variables("first", numbers, range(cells))
    # The right k stands k cells after the left k.
    second = [cell + k for k, cell in zip(numbers, first, strict=True)]
    taken = [*first, *second]
    model = Model(
        f"{'hooked ' if hooked else ''}Skolem row of {counted(n, 'pair')}",
        first,
        row(first, cells, numbers),
        # The right one of each pair is still in the row.
        rule("within the row", (cell < cells for cell in second)),
        # No cell holds two numbers.
        rule("one number a cell", all_different(taken)),
    )
    # In a hooked row, the last cell but one holds none.
    hook = rule("the hook stays empty", (cell != cells - 2 for cell in taken))
    return model + hook if hooked else model
