"""Pairs of tasks of which one ends before the other starts, joined: of several, one no_overlap."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from ....models.language.arithmetic_expressions import Sum
from ....models.language.constraints import Comparison, Constraint, Or
from ....models.language.expressions import Constant, Variable
from ....models.language.global_constraints.no_overlap import NoOverlap
from ....models.language.model import Model
from ....models.language.rules import Rule
from .totals import flattened

FEWEST = 3
"""The fewest tasks of a no_overlap that takes the place of pairs."""
MOST_STEPS = 1_000_000
"""The most looks at a pair in all, after which pairs stay as they are."""

Lengths = dict[Variable, int]
"""Tasks by when they start, and how long each takes."""


_JOINED = WeakKeyDictionary[Model, Model | None]()
"""Models with machines, by those without; None for a model that stays as it is."""


def joined(model: Model) -> Model:
    """`with_machines(model)`, each time the same, so that a solver translates it once."""
    if model not in _JOINED:
        found = with_machines(model)
        _JOINED[model] = None if found is model else found
    return _JOINED[model] or model


def with_machines(model: Model) -> Model:
    """`model` with a no_overlap in the place of pairs of tasks that say the same.

    A solver that learns, and who looks for the best, is quicker by it; all solutions are often
    found sooner by the pairs. Cliques are grown one by one, each from the first pair in none yet.
    """
    constraints = model.constraints
    pairs = {number: pair for number, one in enumerate(constraints) if (pair := _pair(one))}
    apart = dict[Variable, dict[Variable, Lengths]]()
    for pair in pairs.values():
        for x, y in (tuple(pair), tuple(pair)[::-1]):
            apart.setdefault(x, {}).setdefault(y, pair)
    instead = dict[int, Constraint | None]()
    covered, steps = set[frozenset[Variable]](), 0
    for number, pair in pairs.items():
        x, y = pair
        if apart[x][y] != pair or steps > MOST_STEPS:
            continue
        if frozenset(pair) in covered:
            instead[number] = None
            continue
        tasks = pair
        for z in (one for one in apart[x] if one in apart[y]):
            steps += len(tasks)
            longer = {**tasks, z: apart[x][z][z]}
            if all(apart[task].get(z) == {task: longer[task], z: longer[z]} for task in tasks):
                tasks = longer
        if len(tasks) >= FEWEST:
            covered.update(frozenset((a, b)) for a in tasks for b in tasks)
            instead[number] = NoOverlap(tuple(tasks), tuple(map(Constant, tasks.values())))
    if not instead:
        return model
    left = (instead.get(number, one) for number, one in enumerate(constraints))
    rule = Rule("joined", tuple(one for one in left if one is not None))
    return model.rewritten(model.groups, [rule])


def _pair(constraint: Constraint) -> Lengths | None:
    """Two tasks, of which the constraint says that one ends before the other starts."""
    if type(constraint) is not Or or len(constraint.operands) != 2:
        return None
    match _before(constraint.operands[0]), _before(constraint.operands[1]):
        case (x, length, y), (after, other, before) if x is before and y is after:
            return {x: length, y: other} if x is not y and min(length, other) > 0 else None
    return None


def _before(constraint: Constraint) -> tuple[Variable, int, Variable] | None:
    """Variables and a number of which the first plus the number is at most the second."""
    if type(constraint) is not Comparison or constraint.relation not in _SIGNS:
        return None
    constant, factors = flattened(Sum((constraint.left, constraint.right), (1, -1), 0))
    sign = _SIGNS[constraint.relation]
    found = {sign * factor: term for term, factor in factors.items()}
    match found.get(1), found.get(-1):
        case Variable() as x, Variable() as y if len(factors) == 2:
            return x, sign * constant + (constraint.relation in "<>"), y
    return None


_SIGNS = {"<": 1, "<=": 1, ">": -1, ">=": -1}
