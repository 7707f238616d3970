"""Costas arrays: dots in a square, no two pairs of them with the same distance and direction."""

from everyway.models import Model, all_different, counted, inverse, known, puzzle, rule, variables


@puzzle(
    known(
        "OEIS A008404",
        n={0: 1, 1: 1, 2: 2, 3: 4, 4: 12, 5: 40, 6: 116, 7: 200, 8: 444},
    ),
    known(
        "counted by two independent programs",
        symmetric=True,
        n={1: 1, 2: 2, 3: 2, 4: 2, 5: 4, 6: 10, 7: 20, 8: 18},
    ),
    least={"n": 0},
)
def costas_array(n: int = 6, symmetric: bool = False, all_distances: bool = True) -> Model:
    """A Costas array: n dots, one a row and one a column, all the arrows between them different.

    Draw an arrow from each dot to each dot in a later column. No two arrows have the same length
    and direction. `dot[i]` is the row of the dot in column i, both counted from 0. A `symmetric`
    array stays the same when rows and columns change places.

    W. Chang has shown that arrows over at most half of the columns are enough: with
    `all_distances=False` only those are asked to differ. The solutions are the same; compare how
    long a solver takes for them.

    Source: J. P. Costas (1965), for sonar; W. Chang, Proceedings of the IEEE 75 (1987); CSPLib 076.
    """
    dot = variables("dot", n, range(n))
    distances = range(1, n if all_distances else (n - 1) // 2 + 1)
    model = Model(
        f"Costas array of {counted(n, 'dot')}",
        dot,
        # No two dots share a row.
        rule("one dot a row", all_different(dot)),
        # Arrows over equally many columns climb by different numbers of rows.
        rule(
            "arrows differ",
            (all_different(dot[i + over] - dot[i] for i in range(n - over)) for over in distances),
        ),
    )
    # With a dot in row r of column c there is one in row c of column r.
    mirrored = rule("symmetric", inverse(dot, dot))
    return model + mirrored if symmetric else model
