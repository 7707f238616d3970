"""The boards, graphs and lists of a model, as a page shows their variables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from ...models.language.boards.fillings import Filling
from ...models.language.boards.placements import OnBoard, Placement
from ...models.language.boards.sketches import around_of
from ...models.language.drawing.diagrams import Diagram
from ...models.language.drawing.svg_boards import board_picture, tint_of
from ...models.language.drawing.svg_clues import inset, labelled
from ...models.language.drawing.svg_pieces import CELL, outline
from ...models.language.drawing.svg_style import TINTS, Picture
from ...models.language.groups import Group, Single
from ...models.language.late_dataclasses import dataclass
from ...models.language.model import Model

Panel = dict[str, Any]


@dataclass(frozen=True)
class Panels:
    """The panels of `model`, whose variables are found under `places`.

    `places` has for each declared variable the place of the one that is searched, and the index of
    the value by which that one says 1; -1 where it is searched itself.
    """

    model: Model
    places: Mapping[str, tuple[int, int]]
    count: int
    """The number of variables that are searched."""

    def found(self) -> list[tuple[Panel, str]]:
        """Each panel with its ground as SVG, which lists have none of."""
        shown: set[int] = set()
        panels = []
        for panel, ground in [*self._pictures, *self._lists()]:
            panels.append((panel, ground))
            shown |= {cell[0] for cell in panel.get("cells", [])} | set(panel.get("rows", []))
        rest = [place for place in range(self.count) if place not in shown]
        return [*panels, *([({"kind": "rows", "title": "", "rows": rest}, "")] if rest else [])]

    @cached_property
    def _pictures(self) -> list[tuple[Panel, str]]:
        boards = [g for g in self.model.groups if isinstance(g, OnBoard) and g.variables]
        graphs = [sketch for sketch in self.model.sketches if isinstance(sketch, Diagram)]
        return [*map(self._board, boards), *filter(None, map(self._graph, graphs))]

    def _lists(self) -> Iterator[tuple[Panel, str]]:
        pictured = {cell[0] for panel, _ in self._pictures for cell in panel["cells"]}
        for group in self.model.groups:
            if not isinstance(group, Single | OnBoard):
                rows = dict.fromkeys(self.places[v.name][0] for v in group.variables)
                if left := [place for place in rows if place not in pictured]:
                    yield {"kind": "rows", "title": group.name, "rows": left}, ""

    def _board(self, group: OnBoard) -> tuple[Panel, str]:
        around = around_of(self.model, group)
        picture = labelled(board_picture(self.model, group, {}), around)
        left, above = inset(around)
        cells = [self._square(group, square, v.name) for square, v in group.by_square.items()]
        panel = {
            "kind": "filling" if isinstance(group, Filling) else "pieces",
            "title": group.name,
            "cell": CELL,
            "rows_and_columns": [group.board.height, group.board.width],
            "labelled": bool(left or above),
            "cells": cells,
            "piece": outline(group.name),
        }
        return panel, _ground(picture, -left, -above)

    def _square(self, group: OnBoard, square: Any, name: str) -> list[int]:
        place, value = self.places[name]
        if value < 0 and isinstance(group, Placement):
            domain = list(group[square].domain)
            value = domain.index(1) if 1 in domain else -1
        return [place, value, square.row, square.column]

    def _graph(self, sketch: Diagram) -> tuple[Panel, str] | None:
        groups = [group for group in self.model.groups if group.name in sketch.groups]
        picture, spots = sketch.bare(groups)
        if not spots or any(self.places[spot.variable][1] >= 0 for spot in spots):
            return None
        cells = [
            [self.places[spot.variable][0], spot.x, spot.y, spot.radius, spot.name]
            for spot in spots
        ]
        panel = {"kind": "graph", "title": "", "cells": cells, "tints": _tints(groups)}
        return panel, _ground(picture, 0, 0)


def _tints(groups: Sequence[Group]) -> list[str]:
    """The tint of each value, where all variables have the same few."""
    domains = {variable.domain for group in groups for variable in group.variables}
    if len(domains) != 1:
        return []
    (domain,) = domains
    few = 2 < len(domain) <= TINTS
    return [tint_of(value, place) for place, value in enumerate(domain)] if few else []


def _ground(picture: Picture, left: float, above: float) -> str:
    """A picture of all that no value changes, with room for the rest."""
    box = f"{left - 15:g} {above - 15:g} {picture.width + 24:g} {picture.height + 24:g}"
    inner = "".join(picture.at(left, above))
    return f'<svg class="everyway" role="img" viewBox="{box}"><g>{inner}</g></svg>'
