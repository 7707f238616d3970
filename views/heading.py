"""The heading of every comparison: the puzzle, and its rules in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .wording import grouped, joined, listed

if TYPE_CHECKING:
    from ..models.language.model import Model

MOST_RULES = 20


def heading(model: Model) -> str:
    """`8 queens · 8×8 board`, and below it each rule in words."""
    said = [rule.words or rule.label for rule in model.rules[:MOST_RULES]]
    more = len(model.rules) - len(said)
    rules = [*said, *([f"and {grouped(more)} more rules"] if more else [])]
    aims = [model.objective.words] if model.objective else []
    return f"{title(model)}\n{joined([*rules, *aims], '  ')}".rstrip()


def title(model: Model) -> str:
    """`8 queens · 8×8 board`."""
    return joined([model.name, *_groups(model)], indent="  ")


def _groups(model: Model) -> Iterator[str]:
    """Each group in a few words, single variables together."""
    from ..models.language.groups import Single

    singles = [group.name for group in model.groups if isinstance(group, Single)]
    for group in model.groups:
        if not isinstance(group, Single):
            yield group.describe()
    if singles:
        yield f"{'variable' if len(singles) == 1 else 'variables'} {listed(singles, 12)}"
