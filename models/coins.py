"""Making change: an amount in coins."""

from collections.abc import Sequence

from everyway.models import Model, ModelError, counted, known, puzzle, rule, total, variables

AMERICAN = (1, 5, 10, 25, 50)
BRITISH = (1, 2, 5, 10, 20, 50, 100, 200)


@puzzle(
    known("Pólya, On picture-writing (1956)", amount={100: 292, 50: 50, 5: 2, 1: 1, 0: 1}),
    known("published", values=(1, 5, 10, 25), amount=100, count=242),
    known("published", values=(1, 5, 10, 25, 50, 100), amount=100, count=293),
    known("Project Euler 31", values=BRITISH, amount=200, count=73682),
    known("counted by two programs", values=(3, 5), amount=7, count=0),
    known("counted by two programs", pieces=10, amount={50: 3, 100: 6}),
    known("counted by two programs", supply=(10, 4, 3, 2, 1), amount={50: 13, 100: 16}),
    known(
        "partitions into distinct numbers, OEIS A000009",
        values=tuple(range(1, 11)),
        supply=(1,) * 10,
        amount={7: 5, 9: 8, 10: 10},
    ),
    least={"values": 1, "amount": 0, "pieces": 0},
)
def coins(
    values: Sequence[int] = AMERICAN,
    amount: int = 50,
    pieces: int | None = None,
    supply: Sequence[int] = (),
) -> Model:
    """Change for half a dollar, or any amount: how many coins of each value.

    There are coins of all `values`, as many of each as you like, or as many as the `supply` has
    of each: `1,2,1` for three values. With `pieces` you must pay with so many coins in all.
    `coin[25]` is the number of coins of value 25.

    Source: G. Pólya, On picture-writing (1956); OEIS A001299, A001300.
    """
    if supply and (len(supply) != len(values) or min(supply) < 0):
        raise ModelError(
            f"coins has the supply {tuple(supply)} for {counted(len(values), 'value')}; write a"
            " number from 0 for each, or none at all"
        )
    coin = variables("coin", list(values), range(amount + 1))
    paid = total(number * value for number, value in zip(coin, values, strict=True))
    return Model(
        f"{amount} in coins of {', '.join(map(str, values))}",
        coin,
        # What the coins are worth together is the amount.
        rule("the amount is paid", paid == amount),
        # No more of a value are used than there are.
        [rule("supply", (number <= most for number, most in zip(coin, supply, strict=True)))]
        if supply
        else [],
        # There are so many of them.
        [] if pieces is None else [rule(counted(pieces, "coin"), total(coin) == pieces)],
    )
