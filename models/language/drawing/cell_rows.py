"""A row of cells with a key above each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..groups import Group
from ..late_dataclasses import dataclass
from .drawn_groups import DrawnAlone
from .svg_boards import tint_of
from .svg_lists import table
from .svg_style import Picture


@dataclass(frozen=True)
class Cells(DrawnAlone):
    """A row of cells with a key above each: the values of a group are names, not amounts."""

    def as_svg(self, groups: Sequence[Group], values: Mapping[str, Any]) -> Picture:
        """A row of cells, the key above each, and a tint for each value of the domain."""
        (group,) = groups
        keys = [str(key) for key in group.layout().get("keys", range(len(group.variables)))]
        found = [values.get(variable.name) for variable in group.variables]
        order = {v: place for one in group.variables for place, v in enumerate(one.domain)}
        tints = [tint_of(value, order[value]) if value in order else "paper" for value in found]
        return table(keys, found, tints)


def cells(group: Group) -> Cells:
    """A row of cells with the values of `group`, which are names and not amounts."""
    return Cells(group.name)
