"""Equal sums: the numbers from 1 to n in two sets of equal sum."""

from collections.abc import Sequence

from everyway.models import Model, known, puzzle, rule, total, variables


@puzzle(
    known("CSPLib 049", n={4: 0, 7: 0, 8: 1, 10: 0, 12: 1, 16: 7}),
    known(
        "half of OEIS A063865", powers=(1,), n={1: 0, 2: 0, 3: 1, 4: 1, 5: 0, 7: 4, 8: 7, 11: 35}
    ),
    known("half of OEIS A158092", powers=(2,), n={6: 0, 7: 1, 8: 1, 11: 1, 12: 5}),
    known("the Thue–Morse sequence gives one", n=16, powers=(0, 1, 2, 3), count=1),
    least={"n": 0, "powers": 0},
)
def equal_sums(n: int = 8, powers: Sequence[int] = (0, 1, 2), sides_alike: bool = True) -> Model:
    """Equal sums: put the numbers 1 to n on a balance so that it stays level, in several ways.

    Each number goes to the left (1) or to the right (-1). Then both sides have the same sum
    (power 1), the same sum of squares (power 2), and equally many numbers (power 0, since any
    number to the power 0 is 1); `powers` says which of these are asked for. Left and right are
    not distinguished where the `sides_alike`: the 1 goes to the left.

    Source: the problem of E. Prouhet (1851), G. Tarry and E. Escott; CSPLib 049.
    """
    side = variables("side", range(1, n + 1), [-1, 1])
    model = Model(
        f"equal sums of 1 to {n}",
        side,
        # Of each power, both sides have the same sum.
        rule(
            "both sides weigh the same",
            (total(k**power * where for k, where in enumerate(side, 1)) == 0 for power in powers),
        ),
    )
    # The 1 goes to the left.
    return model + rule("1 to the left", side[1] == 1) if sides_alike and n else model
