"""Sketches that draw their groups themselves; each kind is a file of its own beside this one.

A kind is a class with `as_svg`, and `as_text` where that differs, and a constructor for puzzles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ..boards.sketches import Helpers
from ..groups import Group, Single, Sketch
from ..late_dataclasses import dataclass
from ..model import Model

if TYPE_CHECKING:
    from .svg_style import Picture


class Drawn(Sketch):
    """A sketch that draws its groups, those whose names are its `groups`."""

    def as_text(
        self, groups: Sequence[Group], values: Mapping[str, Any], plain: bool
    ) -> str | None:
        """The groups as lines of text, in ASCII where it is `plain`; None: each as it is."""
        return None

    def as_svg(self, groups: Sequence[Group], values: Mapping[str, Any]) -> Picture:
        """The groups as a picture."""
        raise NotImplementedError(f"{type(self).__name__} must define as_svg")


@dataclass(frozen=True)
class DrawnAlone(Drawn):
    """A sketch that draws one group."""

    group: str

    @property
    def groups(self) -> tuple[str, ...]:
        return (self.group,)


def blocks(model: Model) -> Iterator[tuple[Drawn | None, list[Group]]]:
    """The groups that are drawn as one, with the sketch that says how: single variables too."""
    declared = {group.name for group in model.groups}
    whole = {n: s for s in model.sketches if declared.issuperset(s.groups) for n in s.groups}
    drawn: list[Drawn] = []
    for key, found in groupby(model.groups, lambda group: whole.get(group.name, _kind(group))):
        if isinstance(key, Helpers):
            continue
        if isinstance(key, Drawn):
            if key not in drawn:
                drawn.append(key)
                yield key, [group for group in model.groups if group.name in key.groups]
        else:
            yield None, list(found)


def shown(model: Model) -> list[Group]:
    """The groups that pictures show."""
    return [group for _, groups in blocks(model) for group in groups]


def _kind(group: Group) -> object:
    """Alike for single variables only."""
    return Single if isinstance(group, Single) else group
