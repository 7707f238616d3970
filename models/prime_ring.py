"""Prime rings: the numbers from 1 to 2n around a table, neighbours adding up to a prime."""

from everyway.models import (
    Model,
    all_different,
    allowed,
    counted,
    known,
    puzzle,
    rule,
    variables,
)
from everyway.models.pictures import at_places


@puzzle(
    known("twice OEIS A051252, but 1 for n = 1", n={1: 1, 2: 2, 3: 2, 4: 4, 5: 96, 6: 1024}),
    least={"n": 0},
)
def prime_ring(n: int = 4, implied: bool = True) -> Model:
    """A prime ring: seat the numbers 1 to 2n around a table so that neighbours sum to a prime.

    The 1 has the first seat, and the ring closes behind the last: 1 2 3 4, since 3, 5, 7 and
    4 + 1 are primes. Going round the other way is another solution, from n = 2 on.

    A sum of two even or of two different odd numbers is even, and so no prime: odd and even take
    turns. `implied` adds that rule. It forbids nothing new, and may spare a solver much search.

    Source: A. Filz, Journal of Recreational Mathematics 14 (1982); OEIS A051252.
    """
    numbers = range(1, 2 * n + 1)
    seat = variables("seat", 2 * n, numbers)
    primes = [number for number in range(2, 4 * n) if _is_prime(number)]
    neighbours = [(seat[i], seat[(i + 1) % (2 * n)]) for i in range(2 * n)]
    model = Model(
        f"prime ring of {counted(2 * n, 'number')}",
        seat,
        at_places([seat], edges=((i, (i + 1) % (2 * n)) for i in range(2 * n))),
        # The 1 has the first seat.
        rule("1 comes first", seat[0] == 1) if n else [],
        # No number sits on two seats.
        rule("every number once", all_different(seat)),
        # Two neighbours add up to a prime.
        rule("sums are prime", (allowed([a + b], [(p,) for p in primes]) for a, b in neighbours)),
    )
    # Behind the 1, even and odd take turns.
    turns = rule(
        "even and odd take turns (implied)", (seat[i] % 2 == (i + 1) % 2 for i in range(2 * n))
    )
    return model + turns if implied else model


def _is_prime(number: int) -> bool:
    return all(number % factor for factor in range(2, int(number**0.5) + 1))
