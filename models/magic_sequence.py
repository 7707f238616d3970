"""Magic sequences: a row of numbers that counts itself."""

from everyway.models import Model, cardinality, counted, known, puzzle, rule, total, variables


@puzzle(
    known(
        "one from n = 7 on, and few before",
        n={1: 0, 2: 0, 3: 0, 4: 2, 5: 1, 6: 0, 7: 1, 8: 1, 9: 1, 10: 1, 12: 1},
    ),
    known("as with the implied rules", implied=False, n={4: 2, 5: 1, 6: 0, 7: 1}),
    least={"n": 0},
)
def magic_sequence(n: int = 8, implied: bool = True) -> Model:
    """A magic sequence: each number in a row of n says how often its place's number occurs.

    The place 0 says how many 0 there are in the row, the place 1 how many 1, and so on up to
    n - 1: in 2 1 2 0 0 there are two 0, one 1, two 2, no 3 and no 4. `times[k]` is what stands
    in place k.

    Two rules follow from this and are added where `implied`: the numbers sum to n, since each
    place is counted once, and so do the numbers times their places, since the row's sum is found
    once more by adding up equal numbers. Solvers see much further with them.

    Source: P. Van Hentenryck, Constraint Satisfaction in Logic Programming (1989); CSPLib 019.
    """
    times = variables("times", n, range(n))
    model = Model(
        f"magic sequence of {counted(n, 'number')}",
        times,
        # Place k says how often k occurs.
        rule("each place counts its number", cardinality(times, dict(enumerate(times)))),
    )
    if not implied:
        return model
    return (
        model
        # The numbers sum to the length of the row.
        + rule("counts sum to n (implied)", total(times) == n)
        # The numbers times their places sum to it too.
        + rule(
            "values sum to n (implied)", total(k * number for k, number in enumerate(times)) == n
        )
    )
