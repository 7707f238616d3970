"""Low autocorrelation: signs that look like noise to their own shadow, and Barker codes."""

from typing import Literal

from everyway.models import (
    Model,
    counted,
    known,
    product,
    puzzle,
    rule,
    total,
    variables,
)


@puzzle(
    known(
        "Barker codes are known for 2, 3, 4, 5, 7, 11 and 13; counted by two programs",
        n={0: 1, 1: 2, 2: 4, 3: 4, 4: 8, 5: 4, 6: 0, 7: 4, 8: 0, 9: 0, 10: 0, 11: 4, 12: 0},
    ),
    known("counted by two programs", n=6, largest=None, energy=7, count=28),
    known("counted by two programs", n=8, largest=None, energy=8, count=16),
    known("counted by two programs", n=9, largest=None, energy=12, count=24),
    least={"n": 0, "largest": 0, "energy": 0},
)
def low_autocorrelation(
    n: int = 7,
    largest: int | None = 1,
    energy: int | None = None,
    form: Literal["products", "agreements"] = "agreements",
) -> Model:
    """Low autocorrelation: n signs that, pushed along themselves, agree about as often as not.

    Write n signs, 1 or -1, on two strips of paper and push one of them k places along. Where they
    overlap, count one for each place where both agree and minus one where they differ: that is
    the k-th correlation. In a Barker code none is further than 1 from zero; `largest` says how
    far it may be, or nothing. With an `energy`, the squares of the correlations sum to it.

    Two ways to count: `products` multiplies signs, and `agreements` asks which of them are equal.

    Source: R. H. Barker (1953), for radar; T. Packebusch and S. Mertens, Journal of Physics A 49
    (2016), for the least energies; CSPLib 005.
    """
    sign = variables("sign", n, [-1, 1])
    pairs = [[(sign[i], sign[i + k]) for i in range(n - k)] for k in range(1, n)]
    if form == "products":
        correlations = [total(product(pair) for pair in several) for several in pairs]
    else:
        equal = [total(a == b for a, b in several) for several in pairs]
        correlations = [2 * e - len(p) for e, p in zip(equal, pairs, strict=True)]
    model = Model(f"{counted(n, 'sign')} of low autocorrelation", sign)
    if largest is not None:
        # No correlation is far from zero.
        model += rule("none is large", (abs(each) <= largest for each in correlations))
    if energy is not None:
        # The squares of the correlations sum to the energy.
        model += rule("energy", total(each**2 for each in correlations) == energy)
    return model
