"""Shifts of two nurses over four days: labels, an automaton, counts, and what they cost."""

from everyway.models import (
    Model,
    at_most,
    cardinality,
    conditional,
    precedence,
    regular,
    total,
    variables,
)

DAYS = 4


def shifts(goal: str = "none") -> Model:
    """Two nurses, `goal` of none, cost, within, pareto or ordered."""
    first = variables("ann", DAYS, ["off", "day", "night"])
    second = variables("bob", DAYS, ["off", "day", "night"])
    rested = {
        ("w", "off"): "w",
        ("w", "day"): "w",
        ("w", "night"): "n",
        ("n", "night"): "n",
        ("n", "off"): "w",
    }
    cost = total(conditional(one == "night", 3, 1) for one in [*first, *second])
    calm = total(one == "off" for one in second)
    goals = {
        "none": {},
        "cost": {"minimise": cost},
        "within": {"minimise": cost, "within": 2},
        "pareto": {"pareto": (cost, ("max", calm))},
        "ordered": {"minimise": (cost, ("max", calm))},
    }
    return Model(
        "shifts",
        first,
        second,
        [regular(who, rested, "w", ["w", "n"]) for who in (first, second)],
        cardinality(first, {"day": 1, "night": total(one == "night" for one in second)}),
        at_most(second, "off", 2),
        precedence(second, ["day", "night"]),
        [one != other for one, other in zip(first, second, strict=True)],
        **goals[goal],
    )
