"""Exact cover: some of the options, so that each item is in one of them.

>>> from everyway.models import Model
>>> chosen, covered = exact_cover({"A": "xy", "B": "yz", "C": "z"})
>>> Model("cover", chosen, covered).rules[0].names
('x', 'y', 'z')
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

from ..arithmetic_expressions import total
from ..constraints import Constraint
from ..errors import ModelError
from ..expressions import Variable
from ..groups import VariableList, variables
from ..phrases import did_you_mean
from ..rules import Rule


def exact_cover(
    options: Mapping[str, Iterable[Hashable]],
    items: Iterable[Hashable] | None = None,
    *,
    optional: Iterable[Hashable] = (),
    name: str = "chosen",
    label: str = "each item is covered once",
) -> tuple[VariableList, Rule]:
    """A list `name` of one 0/1 variable an option, and the rule that each item is covered once.

    `options` are the items of each option by its name. `items` are those to be covered, by default
    all that are in an option; an item in no option makes a rule that nothing satisfies. An
    `optional` one is covered at most once.

    Formula: Σ {chosen[o] : item ∈ options[o]} = 1 for every item, ≤ 1 for an optional one

    Raises: ModelError for an option with an item twice, or one that is none of the items.

    Source: D. E. Knuth, Dancing Links (2000), whose secondary columns are the optional items.

    >>> from everyway.models import exact_cover
    >>> chosen, once = exact_cover({"A": [1, 2], "B": [3], "C": [2, 3], "D": [1]})
    >>> once
    rule 'each item is covered once'
    """
    inside = {option: list(some) for option, some in options.items()}
    may = list(dict.fromkeys(optional))
    found = items if items is not None else (item for some in inside.values() for item in some)
    must = [item for item in dict.fromkeys(found) if item not in set(may)]
    chosen = variables(name, list(inside), range(2))
    over: dict[Hashable, list[Variable]] = {item: [] for item in (*must, *may)}
    for option, variable in zip(inside, chosen, strict=True):
        for item in _once(option, inside[option], over):
            over[item].append(variable)
    covered: list[Constraint] = [total(over[item]) == 1 for item in must]
    covered += [total(over[item]) <= 1 for item in may]
    return chosen, Rule(label, tuple(covered), tuple(map(str, over)))


def _once(option: str, items: list[Hashable], known: Mapping[Hashable, object]) -> list[Hashable]:
    """The `items` of an option. Raises: ModelError for one that is there twice or not known."""
    if len(set(items)) < len(items):
        twice = next(item for item in items if items.count(item) > 1)
        raise ModelError(f"option {option!r} has the item {twice!r} twice; name each once")
    for item in items:
        if item not in known:
            advice = did_you_mean(item, map(str, known), "the items are")
            raise ModelError(f"option {option!r} has the item {item!r}, which is none; {advice}")
    return items
