"""The solutions that a report shows, with the panels that draw them, and its rules."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

from ...comparer.comparison import Comparison
from ...models.language.boards.placements import Filling, OnBoard, Placement
from ...models.language.boards.sides import Sides
from ...models.language.boards.sketches import Helpers, around_of, notes_of
from ...models.language.check import Judge
from ...models.language.constraints import fixed_values
from ...models.language.drawing.clues import Box, Drawn, blank, blocks, grounds, tour_of
from ...models.language.drawing.layers import (
    WIDEST,
    Layers,
    layers,
    layers_apart,
    layers_of,
    shapes_of,
)
from ...models.language.drawing.svg_boards import (
    board_picture,
    corner,
    inset,
    labelled,
    side_part,
    strokes_of,
    tour_parts,
    value_parts,
)
from ...models.language.drawing.svg_style import CELL, Picture
from ...models.language.errors import ModelError, PredicateError
from ...models.language.expressions import Variable
from ...models.language.expressions import size as size_of
from ...models.language.groups import Group, Single
from ...models.language.late_dataclasses import dataclass, replace
from ...models.language.model import Model
from ...models.language.nodes import Node, topological
from ...models.language.solution import Solution
from ...solvers.diagram.model_diagrams import solution_set
from ...solvers.harness.contract import Incomplete, SolverFailed, SolverUnavailable, Unsupported
from ...solvers.harness.options import Options
from ...solvers.harness.registry import UnknownSolver
from ...solvers.harness.running.enumeration import DEFAULT_SOLVER, solutions

# ----------------------- The boards, graphs and lists of a model, as a page shows their variables.


Json = dict[str, Any]
SPOT = 6
"""Half the side of the spot of a line on a board."""


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

    def found(self) -> list[tuple[Json, str]]:
        """Each panel with its ground as SVG, which lists have none of."""
        shown: set[int] = set()
        panels = []
        for panel, ground in [*self._pictures, *self._lists()]:
            panels.append((panel, ground))
            shown |= places_in(panel)
        rest = [place for place in range(self.count) if place not in shown]
        return [*panels, *([({"kind": "rows", "title": "", "rows": rest}, "")] if rest else [])]

    @cached_property
    def _pictures(self) -> list[tuple[Json, str]]:
        boards = [g for g in self.model.groups if isinstance(g, OnBoard) and g.variables]
        layered: list[tuple[Json, str]] = []
        for sketch, groups in blocks(self.model):
            if sketch and (found := self._sketch(sketch, groups)):
                layered.append(found)
                boards = [board for board in boards if board not in groups]
        lines = filter(None, map(self._lines_on_a_board, self.model.groups))
        return [*map(self._board, boards), *layered, *lines]

    def _lists(self) -> Iterator[tuple[Json, str]]:
        """Lists that no picture shows, and folded, helpers and what has no place in its picture."""
        pictured = {place for panel, _ in self._pictures for place in places_in(panel)}
        pressed = {cell[0] for panel, _ in self._pictures for cell in panel["cells"]}
        hidden = self.hidden
        for group in self.model.groups:
            if not isinstance(group, Single | OnBoard):
                rows = dict.fromkeys(self.places[v.name][0] for v in group.variables)
                if left := [place for place in rows if place not in pictured | hidden]:
                    yield {"kind": "rows", "title": group.name, "rows": left}, ""
        if left := sorted((pictured | hidden) - pressed):
            yield {"kind": "rows", "title": "", "rows": left, "folded": True}, ""

    @cached_property
    def hidden(self) -> set[int]:
        """The places of variables that only help to say a rule."""
        names = {name for s in self.model.sketches if isinstance(s, Helpers) for name in s.groups}
        helpers = [group for group in self.model.groups if group.name in names]
        return {self.places[v.name][0] for group in helpers for v in group.variables}

    def _sketch(self, sketch: Drawn, groups: Sequence[Group]) -> tuple[Json, str] | None:
        found = layers_of(sketch, groups) if self._are_searched(groups) else None
        empty = sketch.apart().as_svg(groups, {}) if found else None
        return self._layered(found, replace(empty, parts=())) if found and empty else None

    def _are_searched(self, groups: Iterable[Group]) -> bool:
        """True if the variables of `groups` are those that are searched."""
        return all(self.places[v.name][1] < 0 for group in groups for v in group.variables)

    def _layered(
        self, found: Layers, picture: Picture, left: float = 0, above: float = 0, title: str = ""
    ) -> tuple[Json, str]:
        """The panel of a picture in layers, upon what no value changes of it."""
        place = {name: self.places[name][0] for name in found.looks}
        panel = {
            "kind": "sketch",
            "title": title,
            "empty": found.empty,
            "looks": {place[name]: looks for name, looks in found.looks.items()},
            "boxes": [[*(round(n, 1) for n in b[:4]), len(b.facts)] for b in found.boxes],
            "cells": [[place[b.name], n] for n, b in enumerate(found.boxes) if b.name],
        }
        if found.pairs:
            panel["pairs"] = [[place[v], x, place[w], y, look] for v, x, w, y, look in found.pairs]
        return panel, _ground(picture, -left, -above)

    def _board(self, group: OnBoard) -> tuple[Json, str]:
        around = around_of(self.model, group)
        picture = labelled(board_picture(self.model, group, {}), around)
        left, above = inset(around)
        if isinstance(group, Filling) and tour_of(self.model, group):
            squares = [(*corner(square), CELL, CELL) for square in group.squares]
            boxes = [Box(*s, (), v.name) for s, v in zip(squares, group.variables, strict=True)]
            tour = layers(group.variables, lambda values: tour_parts(group, values), boxes)
            if tour and self._are_searched([group]):
                return self._layered(tour, picture, left, above)
        signs = value_parts(self.model, group, WIDEST)
        panel = {
            "kind": "filling" if isinstance(group, Filling) else "pieces",
            "title": group.name,
            "cell": CELL,
            "rows_and_columns": [group.board.height, group.board.width],
            "labelled": bool(left or above),
            "cells": [self._square(group, s, v.name) for s, v in group.by_square.items()],
            "signs": {value: shapes_of(parts) for value, parts in signs.items()},
        }
        return panel, _ground(picture, -left, -above)

    def _square(self, group: OnBoard, square: Any, name: str) -> list[int]:
        """The place of a variable, the index of its 1, row and column, and True beside a clue."""
        place, value = self.places[name]
        if value < 0 and isinstance(group, Placement):
            domain = list(group[square].domain)
            value = domain.index(1) if 1 in domain else -1
        return [place, value, square.row, square.column, square in notes_of(self.model, group)]

    def _lines_on_a_board(self, group: Group) -> tuple[Json, str] | None:
        """Links, fences or borders: the line that is there where it is 1."""
        if not isinstance(group, Sides) or not self._are_searched([group]):
            return None
        if any(size_of(variable.domain) > WIDEST for variable in group.variables):
            return None
        below = grounds(self.model).get(group.name) or blank(group)
        around, none = around_of(self.model, below, group), {v.name: 0 for v in group.variables}
        picture = labelled(board_picture(self.model, below, none, group), around)
        strokes = dict(zip(group.variables, strokes_of(group), strict=True))
        boxes = [
            Box(x - SPOT, y - SPOT, 2 * SPOT, 2 * SPOT, (), variable.name)
            for variable, (_, (x, y)) in strokes.items()
        ]
        fixed = fixed_values(self.model.constraints)
        found = layers_apart(
            group.variables, lambda v, x: side_part(*strokes[v], x, v.name in fixed), boxes
        )
        room = replace(picture, width=picture.width + SPOT, height=picture.height + SPOT)
        panel, ground = self._layered(found, room, *inset(around), group.name)
        size = {"cell": CELL, "rows_and_columns": [below.board.height, below.board.width]}
        return panel | size | {"labelled": any(inset(around))}, ground


def places_in(panel: Json) -> set[int]:
    """The places of the variables that a panel shows."""
    cells = (cell[0] for cell in panel.get("cells", ()))
    return {*panel.get("rows", ()), *panel.get("looks", ()), *cells}


def _ground(picture: Picture, left: float, above: float) -> str:
    """A picture of all that no value changes, with room for the rest."""
    box = f"{left - 15:g} {above - 15:g} {picture.width + 24:g} {picture.height + 24:g}"
    inner = "".join(picture.at(left, above))
    return f'<svg class="everyway" role="img" viewBox="{box}"><g>{inner}</g></svg>'


MOST_SHOWN = 1_000
MOST_VALUES = 200_000
"""The most solutions of a gallery, and the most values of all of them."""
MOST_MOVED = 2_000_000
"""Orbits are found where no more than so many values are to be moved for them."""
MOST_LINES = 400
MOST_IN_LINES = 20_000
"""The most lines of one rule that can be stepped through, and variables in them."""
SECONDS = 10.0
"""The time in which solutions are found for a gallery."""

FAILURES = (Unsupported, SolverUnavailable, SolverFailed, UnknownSolver, PredicateError, ModelError)
"""After these, a gallery shows what was found until then."""


def gallery(found: Comparison, options: Options) -> Json:
    """The first solutions, in canonical order, and the number of the orbit of each.

    They come from a run that nothing is proven against, and are judged again, one by one.
    """
    model = found.model
    shown = sorted(_solutions(found, options))
    sound = [run for run in found.runs if not run.wrong]
    return {
        "rows": [list(solution.row) for solution in shown],
        "all": max([len(shown), *(run.distinct for run in sound)]),
        "exact": any(run.outcome.complete for run in sound),
        "orbits": _orbits(model, shown),
    }


def _solutions(found: Comparison, options: Options) -> set[Solution]:
    model = found.model
    if found.problem or (found.first is None and not found.differences):
        return set()
    fits = max(1, MOST_VALUES // max(1, len(model.variables)))
    most = min(MOST_SHOWN, fits, options.limit or MOST_SHOWN)
    judge, limits = Judge(model), replace(options, limit=most, time_limit=SECONDS)
    shown: set[Solution] = set()
    with suppress(*FAILURES), solutions(model, _solver(found), options=limits) as stream:
        for one in stream:
            if judge.accepts(one.assignment):
                shown.add(one)
    known = [one for one in (found.first, found.shown) if one]
    return shown or {one for one in known if judge.accepts(one.assignment)}


def _solver(found: Comparison) -> str:
    """The run that found most, of those that nothing is proven against; a claim is no run."""
    sound = [run for run in found.runs if run.ran and run.outcome.viewpoint and not run.wrong]
    best = max(sound, key=lambda run: (run.outcome.complete, run.distinct), default=None)
    return best.solver if best else DEFAULT_SOLVER


def _orbits(model: Model, shown: Sequence[Solution]) -> list[int] | None:
    """The number of each solution's orbit, where the declaration has symmetries."""
    from ...models.language.symmetry.symmetry_group import symmetries

    size = len(shown) * len(model.variables)
    if not 0 < size <= MOST_MOVED:
        return None
    try:
        group = symmetries(model)
    except ModelError:  # too many of them
        return None
    if group.order == 1 or size * len(group.rows.elements) > MOST_MOVED:
        return None
    numbers: dict[Solution, int] = {}
    return [numbers.setdefault(group.least(one), len(numbers)) for one in shown]


SEED, MOST_NODES = 7, 20_000
"""An example is drawn by this seed, from sets that take no more nodes of a diagram."""


def example(model: Model, time_limit: float | None = None) -> Solution | None:
    """A solution for a picture: drawn from all of them, always the same; the first one where the
    set is too large, or the time over; None where there is none.

    The first one found is often the dullest, such as an empty board.
    """
    with solutions(model, limit=2, time_limit=time_limit) as stream:
        found = list(stream)
    if len(found) > 1:
        with suppress(Unsupported, Incomplete):  # too large a set is Unsupported
            found = solution_set(model, nodes=MOST_NODES, time_limit=time_limit).sample(1, SEED)
    return found[0] if found else None


# ------------------------------------------------------------------------- panels and rules


def panels(model: Model, spoken: Iterable[int] = ()) -> tuple[list[Json], list[str]]:
    """The panels that draw a solution, helpers if `spoken` of, and grounds of those with one."""
    places = {name: (place, -1) for name, place in model.places.items()}
    drawn = Panels(model, places, len(model.variables))
    hidden = drawn.hidden.difference(spoken)
    kept = [(one, ground) for one, ground in drawn.found() if not _is_hidden(one, hidden)]
    return [panel for panel, _ in kept], [ground for _, ground in kept if ground]


def _is_hidden(panel: Json, hidden: set[int]) -> bool:
    """True if the panel is folded, or shows nothing but helpers."""
    return "folded" in panel or hidden >= places_in(panel)


def command_for(verb: str, model: Model, *options: str) -> str:
    """The command that does the same, where the puzzle is one that has a name or a file."""
    recipe = model.recipe
    if recipe is None:
        return ""
    params = {name: value for name, value in recipe.params.items() if value not in (None, "")}
    words = [recipe.puzzle, *(f"{name}={_typed(value)}" for name, value in params.items())]
    words += [word for rule in recipe.rules for word in ("--rule", rule)]
    words += [word for given in recipe.givens for word in ("--given", given)]
    for name, value in recipe.objective.items():
        texts = value if isinstance(value, tuple) else (str(value),)
        words += [word for text in texts for word in (f"--{name}", text)]
    return f"everyway {verb} {shlex.join([*words, *options])}"


def _typed(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def rules(model: Model) -> list[Json]:
    """Each rule in words, with the variables of each of its lines."""
    left, found = MOST_IN_LINES, []
    for rule in model.rules:
        lines: list[list[Any]] = []
        for constraint, name in list(rule.places())[:MOST_LINES]:
            places = scope(constraint, model.places)
            if left >= len(places) > 0:
                left -= len(places)
                lines.append([name, places])
        more = len(rule.constraints) - len(lines)
        found.append({"words": rule.words or rule.label, "lines": lines, "more": more})
    return found


def scope(constraint: Node, places: Mapping[str, int]) -> list[int]:
    """The `places` of the variables of a constraint, in order."""
    names = {node.name for node in topological([constraint]) if isinstance(node, Variable)}
    return sorted(places[name] for name in names)
