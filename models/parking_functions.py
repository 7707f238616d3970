"""Parking functions: wishes of drivers who can all park in a one-way street."""

from everyway.models import Model, counted, known, puzzle, rule, total, variables


@puzzle(
    known("(n + 1)^(n - 1), OEIS A000272", n={0: 1, 1: 1, 2: 3, 3: 16, 4: 125, 5: 1296}),
    known("(n - 1)^(n - 1), OEIS A000312", prime=True, n={1: 1, 2: 1, 3: 4, 4: 27, 5: 256}),
    least={"n": 0},
)
def parking_functions(n: int = 4, prime: bool = False) -> Model:
    """Parking functions: n drivers, n places in a one-way street, and everyone finds a place.

    Each driver has a favourite place, and drives there; where it is taken, the next free place
    behind it will do, but nobody can turn round. Everyone parks exactly if, for each k, at least
    k drivers wish for one of the first k places. Where more than k do, for each k below n, the
    wishes are `prime`: they do not split into those for the first places and for the others.
    `wish[i]` is the i-th driver's; places and drivers count from 1.

    Source: A. G. Konheim and B. Weiss, An occupancy discipline and applications (1966).
    """
    wish = variables("wish", range(1, n + 1), range(1, n + 1))
    more = 1 if prime else 0
    return Model(
        f"{'prime ' if prime else ''}parking functions of {counted(n, 'driver')}",
        wish,
        # The first k places are wished for by k drivers or more.
        rule(
            "enough wish for the first places",
            (
                total(place <= k for place in wish) >= (k + more if k < n else k)
                for k in range(1, n + 1)
            ),
        ),
    )
