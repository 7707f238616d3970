"""Van der Waerden's theorem: colours without an even-paced run of one colour."""

from everyway.models import Model, all_equal, counted, known, puzzle, rule, variables


@puzzle(
    known("counted by two programs", n={1: 2, 2: 4, 3: 6, 4: 10, 5: 14, 6: 20, 7: 16}),
    known("van der Waerden numbers: OEIS A005346", n={8: 6, 9: 0}),
    known("van der Waerden number 35; counted by two programs", length=4, n={34: 28}),
    least={"n": 0, "colours": 1, "length": 2},
)
def van_der_waerden(n: int = 8, colours: int = 2, length: int = 3) -> Model:
    """Van der Waerden: colour 1 to n so that no `length` numbers at equal steps have one colour.

    With 2 colours and 3 numbers, such as 2, 5, 8, this can be done up to n = 8 and no further:
    for every length and number of colours there is an end. Colours are distinguished.

    Source: B. L. van der Waerden, Beweis einer Baudetschen Vermutung (1927); OEIS A005346.
    """
    colour = variables("colour", range(1, n + 1), range(1, colours + 1))
    return Model(
        f"{counted(n, 'number')} in {counted(colours, 'colour')}",
        colour,
        # Numbers at equal steps are not all of one colour.
        rule(
            "no run of one colour",
            (
                ~all_equal(colour[start + step * k] for k in range(length))
                for step in range(1, n)
                for start in range(1, n - step * (length - 1) + 1)
            ),
        ),
    )
