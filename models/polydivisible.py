"""The polydivisible number: 381654729, whose first k digits are divisible by k."""

from everyway.models import Model, ModelError, all_different, known, puzzle, rule, total, variables


@puzzle(
    known("381654729, by many", count=1),
    known("counted by two programs", base={2: 1, 3: 0, 4: 2, 5: 0, 6: 2, 7: 0, 8: 3, 9: 0, 12: 0}),
    known("counted by two programs", base=14, count=1),
)
def polydivisible(base: int = 10) -> Model:
    """A number of the digits 1 to 9, each once, the first k of which are divisible by k.

    Its first two digits are an even number, its first three are divisible by 3, and so on; the
    whole by 9. In another `base` the digits are 1 to base - 1.

    Source: OEIS A163574.
    """
    if not 2 <= base <= 16:
        raise ModelError(f"polydivisible has base = {base}; write a base from 2 to 16")
    digits = range(1, base)
    digit = variables("digit", digits, digits)
    starts = {
        k: total(base ** (k - place) * digit[place] for place in range(1, k + 1)) for k in digits
    }
    return Model(
        f"polydivisible number in base {base}",
        digit,
        # Every digit stands once.
        rule("each digit once", all_different(digit)),
        # The number made of the first k digits is divisible by k.
        rule("divisible", (start % k == 0 for k, start in starts.items())),
    )
