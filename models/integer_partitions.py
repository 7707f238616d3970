"""Partitions of a number: ways to write it as a sum."""

from itertools import pairwise
from typing import Literal

from everyway.models import Model, all_different_except, known, puzzle, rule, total, variables

ANY = {0: 1, 1: 1, 2: 2, 3: 3, 4: 5, 5: 7, 6: 11, 7: 15, 10: 42, 12: 77, 15: 176}
DISTINCT = {0: 1, 1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 4, 7: 5, 10: 10, 15: 27}


@puzzle(
    known("OEIS A000041", n=ANY),
    known("OEIS A000009", kind="distinct", n=DISTINCT),
    known("OEIS A000009: Euler, as many as of distinct parts", kind="odd", n=DISTINCT),
    known("OEIS A000041", form="parts", n={0: 1, 1: 1, 5: 7, 10: 42}),
    least={"n": 0},
)
def integer_partitions(
    n: int = 7,
    kind: Literal["any", "distinct", "odd"] = "any",
    form: Literal["times", "parts"] = "times",
) -> Model:
    """Partitions: write n as a sum of numbers from 1, the order of which does not matter.

    4 = 3 + 1 = 2 + 2 = 2 + 1 + 1 = 1 + 1 + 1 + 1 has five. The parts may be of any kind, all
    `distinct`, or all `odd`; of the last two kinds there are equally many.

    As `times`, a variable for each number says how often it is a part: `times[3]`. As `parts`,
    they are written in a row from the greatest to the least, and 0 fills the row up.

    Source: L. Euler, Introductio in analysin infinitorum (1748); OEIS A000041, A000009.
    """
    return _times(n, kind) if form == "times" else _parts(n, kind)


def _times(n: int, kind: str) -> Model:
    numbers = range(1, n + 1, 2 if kind == "odd" else 1)
    times = variables("times", numbers, range(2 if kind == "distinct" else n + 1))
    parts = (number * often for number, often in zip(numbers, times, strict=True))
    # A number taken so often adds its multiple, and all add up to n.
    return Model(f"partitions of {n}", times, rule("adds up", total(parts) == n))


def _parts(n: int, kind: str) -> Model:
    part = variables("part", n, [0, *range(1, n + 1, 2 if kind == "odd" else 1)])
    return Model(
        f"partitions of {n}, by parts",
        part,
        # The parts add up to n.
        rule("adds up", total(part) == n),
        # They come from the greatest to the least, then zeros.
        rule("descending", (a >= b for a, b in pairwise(part))),
        # No two parts are equal; zeros are no parts.
        [rule("distinct", all_different_except(part, 0))] if kind == "distinct" else [],
    )
