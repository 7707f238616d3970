"""Set partitions: people in groups that have no names."""

from itertools import combinations
from typing import Literal

from everyway.models import (
    Constraint,
    Expression,
    Model,
    VariableList,
    all_of,
    known,
    maximum,
    number_of_values,
    precedence,
    puzzle,
    rule,
    variables,
)
from everyway.models.pictures import at_places


@puzzle(
    known("Bell numbers, OEIS A000110", n={0: 1, 1: 1, 2: 2, 3: 5, 4: 15, 5: 52, 6: 203, 7: 877}),
    known("Bell numbers, OEIS A000110", form="precedence", n={1: 1, 2: 2, 4: 15, 5: 52, 6: 203}),
    known("Catalan numbers, OEIS A000108", noncrossing=True, n={1: 1, 4: 14, 5: 42, 6: 132}),
    known("Stirling numbers, OEIS A008277", n=6, groups={1: 1, 2: 31, 3: 90, 4: 65, 6: 1, 7: 0}),
    least={"n": 0, "groups": 0},
)
def set_partitions(
    n: int = 5,
    groups: int | None = None,
    noncrossing: bool = False,
    form: Literal["growth", "precedence"] = "growth",
) -> Model:
    """Set partitions: n people around a table form groups; who is with whom.

    Groups have no names of their own, so they are numbered in the order in which people first
    join them: `group[0]` is 0, and everybody joins a group that is there or opens the next one.
    There are as many groups as they like, or exactly as many as `groups`. Where they are
    `noncrossing`, no two groups reach across each other: never a, b, a, b around the circle.

    Two ways to number groups: `growth` says that a number is at most one above those before, and
    `precedence` that each number comes only after the one below it.

    Source: E. T. Bell, The American Mathematical Monthly 41 (1934); OEIS A000110, A000108.
    """
    group = variables("group", n, range(n))
    model = Model(
        f"partitions of {n} people",
        group,
        # Around the table, with lines between those who are together.
        at_places([group], names=[str(person) for person in range(n)], alike=True),
        # Who joins no group that is there opens the next one.
        rule(
            "groups in order", precedence(group, range(n)) if form == "precedence" else _grow(group)
        ),
    )
    if groups is not None:
        # There are as many groups as asked for.
        model += rule("as many groups as asked for", number_of_values(group, groups))
    if noncrossing:
        # No two groups reach across each other.
        model += rule("no crossing", (~_crosses(*four) for four in combinations(group, 4)))
    return model


def _grow(group: VariableList) -> list[Constraint]:
    """The first is 0, and each at most one above the greatest before it."""
    first = [number == 0 for number in group[:1]]
    return first + [group[i] <= 1 + maximum(group[:i]) for i in range(1, len(group))]


def _crosses(a: Expression, b: Expression, c: Expression, d: Expression) -> Constraint:
    return all_of([a == c, b == d, a != b])
