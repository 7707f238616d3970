"""A ruler with its marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..groups import Group
from ..late_dataclasses import dataclass
from .drawn_groups import DrawnAlone
from .svg_style import Picture, fitting, paint, text

WIDEST = 480.0
"""The most that a ruler is drawn across."""


@dataclass(frozen=True)
class Ruler(DrawnAlone):
    """A ruler of `length` units: the values of a group are its marks, or the places with a 1."""

    length: int
    notched: bool = False

    def marks(self, groups: Sequence[Group], values: Mapping[str, Any]) -> list[int]:
        """The places of the marks, from the left."""
        (group,) = groups
        found = [values.get(variable.name) for variable in group.variables]
        marks = [place for place, value in enumerate(found) if value == 1]
        return marks if self.notched else sorted(v for v in found if isinstance(v, int))

    def as_text(self, groups: Sequence[Group], values: Mapping[str, Any], plain: bool) -> str:
        """The ruler in one line: the marks by their numbers, `.` where there is none."""
        marks = set(self.marks(groups, values))
        return " ".join(str(x) if x in marks else "." for x in range(self.length + 1))

    def as_svg(self, groups: Sequence[Group], values: Mapping[str, Any]) -> Picture:
        """A ruler, a short line at each unit, a long one with its number at each mark."""
        marks = self.marks(groups, values)
        unit = min(30.0, WIDEST / max(self.length, 1))
        edge, tall = 14.0, 46.0
        width = self.length * unit + 2 * edge
        parts = [f'<rect width="{width:g}" height="{tall:g}" rx="4" {paint("tint1", "ink", 1.5)}/>']
        units = "".join(f"M{edge + x * unit:g} 0v7" for x in range(self.length + 1))
        parts.append(f'<path d="{units}" {paint("", "grid", 1)}/>')
        long = "".join(f"M{edge + x * unit:g} 0v21" for x in marks)
        parts.append(f'<path d="{long}" {paint("", "ink", 2.5)}/>')
        letters = fitting("0" * max((len(str(x)) for x in marks), default=1), unit + 6, 15)
        parts += [text(edge + x * unit, 38, str(x), "ink", letters) for x in marks]
        return Picture(width, tall, tuple(parts))


def ruler(group: Group, length: int, *, notched: bool = False) -> Ruler:
    """A ruler whose marks are the values of `group`, or, if `notched`, its places with a 1."""
    return Ruler(group.name, length, notched)
