"""Rearrangements: permutations with a property that has a name."""

from itertools import pairwise
from typing import Literal

from everyway.models import (
    Constraint,
    Model,
    Rule,
    VariableList,
    all_different,
    inverse,
    known,
    puzzle,
    rule,
    variables,
)

Property = Literal["any", "derangement", "involution", "alternating", "near home"]


@puzzle(
    known("OEIS A000166", n={0: 1, 1: 0, 2: 1, 3: 2, 4: 9, 5: 44, 6: 265, 7: 1854}),
    known("factorials", property="any", n={0: 1, 1: 1, 3: 6, 5: 120, 6: 720}),
    known("OEIS A000085", property="involution", n={0: 1, 1: 1, 2: 2, 3: 4, 4: 10, 5: 26, 8: 764}),
    known("OEIS A000111", property="alternating", n={0: 1, 1: 1, 2: 1, 4: 5, 5: 16, 7: 272}),
    known("OEIS A002524", property="near home", n={0: 1, 1: 1, 4: 14, 5: 31, 7: 172, 9: 932}),
    known("Fibonacci numbers", property="near home", distance=1, n={1: 1, 2: 2, 3: 3, 8: 34}),
    least={"n": 0, "distance": 0},
)
def rearrangements(n: int = 5, property: Property = "derangement", distance: int = 2) -> Model:
    """Rearrangements: n people change seats, and keep a rule in doing so.

    Person and seat have numbers from 1 to n; `at[i]` is who sits on seat i. The properties:
    `derangement`, nobody on his own seat; `involution`, all change in pairs or stay;
    `alternating`, from seat to seat the number goes up, down, up, and so on; `near home`,
    nobody moves more than `distance` seats; `any`, no rule at all.

    Source: P. R. de Montmort, Essay d'analyse sur les jeux de hazard (1708), for derangements.
    """
    at = variables("at", range(1, n + 1), range(1, n + 1))
    model = Model(
        f"rearrangements of {n} ({property})",
        at,
        # Nobody sits on two seats.
        rule("all different", all_different(at)),
    )
    return model if property == "any" else model + _rule_of(property, at, distance)


def _rule_of(property: str, at: VariableList, distance: int) -> Rule:
    match property:
        case "derangement":
            # Nobody sits on his own seat.
            return rule("nobody at home", (who != seat for seat, who in enumerate(at, 1)))
        case "involution":
            # Where somebody sits on another's seat, that other sits on his.
            places = [who - 1 for who in at]
            return rule("changed in pairs", inverse(places, places))
        case "alternating":
            # The numbers go up and down by turns.
            return rule("up and down", _up_and_down(at))
        case _:
            # Nobody moves far.
            moves = [who - seat for seat, who in enumerate(at, 1)]
            return rule("near home", (abs(move) <= distance for move in moves))


def _up_and_down(at: VariableList) -> list[Constraint]:
    return [a > b if place % 2 else a < b for place, (a, b) in enumerate(pairwise(at))]
