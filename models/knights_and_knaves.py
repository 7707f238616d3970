"""Knights and knaves: an island where everybody always lies or never does."""

from collections.abc import Sequence
from typing import Literal

from everyway.models import (
    Constraint,
    Expression,
    Model,
    ModelError,
    Rule,
    iff,
    known,
    puzzle,
    rule,
    total,
    variables,
)


@puzzle(
    known("Smullyan: the second alone is a knight", count=1),
    known("by hand: 1 + 2^(n - 2) - 1 - (n - 2)", n={2: 1, 4: 2, 5: 5}),
    known("by hand: every second is a knave", says="neighbours", n={1: 0, 2: 2, 3: 0, 8: 2}),
    known("by hand: only the last but one is right", says="exactly", n={1: 0, 2: 1, 3: 1, 8: 1}),
    known("by hand: the first half is right", says="at least", n={0: 1, 1: 0, 2: 1, 3: 0, 8: 1}),
)
def knights_and_knaves(
    n: int = 3, says: Literal["smullyan", "neighbours", "exactly", "at least"] = "smullyan"
) -> Model:
    """Who is a knight and never lies, who a knave and always does? n people, and what they say.

    With `smullyan` the first says that all of them are knaves, the second that exactly one is a
    knight, and the others are silent. With `neighbours` each says that the next in the circle is
    a knave; with `exactly`, person k says that exactly k of them are knaves; with `at least`,
    that at least k are. `knight[1]` is 1 where the first person is a knight.

    Source: R. Smullyan, What Is the Name of This Book? (1978).
    """
    fewest = 2 if says == "smullyan" else 0
    if n < fewest:
        raise ModelError(f"knights_and_knaves has n = {n}; write how many there are, from {fewest}")
    knight = variables("knight", range(1, n + 1), range(2))
    return Model(
        f"{n} {'knight or knave' if n == 1 else 'knights and knaves'}",
        knight,
        STATEMENTS[says](knight),
    )


def _say(knight: Expression, claim: Constraint) -> Constraint:
    """A knight says what is true, a knave what is not: one is a knight exactly if it is true."""
    return iff(knight == 1, claim)


def _smullyan(knight: Sequence[Expression]) -> list[Rule]:
    first, second = knight[:2]
    return [
        rule("the first: we are all knaves", _say(first, total(knight) == 0)),
        rule("the second: one of us is a knight", _say(second, total(knight) == 1)),
    ]


def _neighbours(knight: Sequence[Expression]) -> list[Rule]:
    circle = zip(knight, [*knight[1:], *knight[:1]], strict=True)
    return [rule("the next is a knave", (_say(one, other == 0) for one, other in circle))]


def _exactly(knight: Sequence[Expression]) -> list[Rule]:
    knaves = len(knight) - total(knight)
    each = enumerate(knight, 1)
    return [rule("exactly so many are knaves", (_say(one, knaves == k) for k, one in each))]


def _at_least(knight: Sequence[Expression]) -> list[Rule]:
    knaves = len(knight) - total(knight)
    each = enumerate(knight, 1)
    return [rule("at least so many are knaves", (_say(one, knaves >= k) for k, one in each))]


STATEMENTS = {
    "smullyan": _smullyan,
    "neighbours": _neighbours,
    "exactly": _exactly,
    "at least": _at_least,
}
