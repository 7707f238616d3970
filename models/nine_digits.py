"""Nine digits: equations in which each of 1 to 9 stands once."""

from collections.abc import Callable
from typing import Literal

from everyway.models import (
    Constraint,
    Expression,
    Model,
    all_different,
    known,
    puzzle,
    rule,
    total,
    variables,
)

Number = Callable[[str], Expression]
"""From letters to the number whose digits they are."""

EQUATIONS: dict[str, Callable[[Number, int], Constraint]] = {
    "abc+def=ghi": lambda number, k: number("abc") + number("def") == number("ghi"),
    "k*abcd=efghi": lambda number, k: k * number("abcd") == number("efghi"),
    "a*bcde=fghi": lambda number, k: number("a") * number("bcde") == number("fghi"),
    "ab*cde=fghi": lambda number, k: number("ab") * number("cde") == number("fghi"),
    # The fractions, multiplied by all three denominators.
    "a/bc+d/ef+g/hi=1": lambda number, k: (
        number("a") * number("ef") * number("hi")
        + number("d") * number("bc") * number("hi")
        + number("g") * number("bc") * number("ef")
        == number("bc") * number("ef") * number("hi")
    ),
}


@puzzle(
    known("published: 336", count=336),
    known("OEIS A054383", equation="k*abcd=efghi", k={2: 12, 3: 2, 4: 4, 5: 12, 6: 3, 7: 7, 8: 46}),
    known("Project Euler 32", equation="a*bcde=fghi", count=2),
    known("Project Euler 32", equation="ab*cde=fghi", count=7),
)
def nine_digits(
    equation: Literal[
        "abc+def=ghi", "k*abcd=efghi", "a*bcde=fghi", "ab*cde=fghi", "a/bc+d/ef+g/hi=1"
    ] = "abc+def=ghi",
    k: int = 2,
) -> Model:
    """Give the letters a to i the digits 1 to 9, each once, so that the equation is right.

    Letters that stand together are the digits of one number: 124 + 659 = 783. In k*abcd=efghi,
    k is the number that you choose; elsewhere it does not matter.

    Source: H. E. Dudeney, Amusements in Mathematics (1917), for such questions; CSPLib 041.
    """
    digit = variables("digit", "abcdefghi", range(1, 10))

    def number(letters: str) -> Expression:
        """The value of digits that stand together."""
        places = range(len(letters) - 1, -1, -1)
        return total(digit[x] * 10**place for x, place in zip(letters, places, strict=True))

    return Model(
        equation.replace("k", str(k)),
        digit,
        # Every digit stands once.
        rule("each digit once", all_different(digit)),
        # The equation is right.
        rule(equation, EQUATIONS[equation](number, k)),
    )
