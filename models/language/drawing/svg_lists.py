"""Lists of variables as pictures: bars, graphs on a circle, and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, sqrt
from typing import Any

from ..domains import size
from ..expressions import Variable
from ..groups import Group
from ..model import Model
from ..variable_grids import VariableGrid
from .clues import tour_of
from .diagrams import Diagram
from .svg_boards import tint_of
from .svg_graphs import graph_picture
from .svg_style import Picture, fitting, paint, text

ROOM, WORDY_ROOM = 250, 440
"""Tables are no wider than this; those with words in them may be wider."""

MOST_BARS = 24
MOST_CHOICES = 24
"""The most variables of 0 and 1 that are all shown; of more, only those that are 1."""

FEW_NUMBERS, FEW_LABELS = 3, 5
"""The most values of a domain that are shown by tints too."""

ROW = 26
NOTHING = Picture(90, 24, (text(0, 16, "(no variables)", "soft", 13, anchor="start"),))


def list_picture(model: Model, group: Group, values: Mapping[str, Any]) -> Picture:
    """`group` under `values`: a graph where its keys are edges or its values a tour, bars where
    they are numbers in a row, and else a table of keys and values; a grid in its rows.
    """
    if isinstance(group, VariableGrid):
        return _rows(group, values)
    keys = [str(key) for key in group.layout().get("keys", range(len(group.variables)))]
    found = [values.get(variable.name) for variable in group.variables]
    edges = [tuple(key.split("-")) for key in keys]
    if len(keys) > 2 and all(len(edge) == 2 and all(edge) for edge in edges):
        return graph_picture(_by_edges([(a, b) for a, b in edges], group), [group], values)
    if tour_of(model, group):
        return graph_picture(_by_steps(keys, found, group), [group], values)
    numbers = [value for value in found if isinstance(value, int)]
    by_place = all(key.isdecimal() for key in keys)
    if by_place and len(numbers) == len(found) and 1 < len(found) <= MOST_BARS:
        domain = group.variables[0].domain
        if size(domain) > FEW_NUMBERS:
            return _bars(keys, numbers)
    return _table(group, keys, found)


def _by_edges(edges: Sequence[tuple[str, str]], group: Group) -> Diagram:
    """A graph on a circle, from the names of its edges."""
    names = list(dict.fromkeys(name for edge in edges for name in edge))
    if all(name.isdecimal() for name in names):
        names.sort(key=int)
    ends = tuple((names.index(a), names.index(b)) for a, b in edges)
    return Diagram(tuple(names), ends, lines=group.name)


def _by_steps(keys: Sequence[str], found: Sequence[Any], group: Group) -> Diagram:
    """A tour around a circle: an edge from each place to the one that its value names."""
    steps = ((a, b) for a, b in enumerate(found) if isinstance(b, int) and 0 <= b < len(keys))
    return Diagram(tuple(keys), tuple(steps), steps=group.name)


def table(names: Sequence[str], values: Sequence[Any], tints: Sequence[str]) -> Picture:
    """Names above values, in as many rows as are needed."""
    words = ["?" if value is None else str(value) for value in values]
    width = max(34.0, *(7.5 * len(n) + 8 for n in names), *(11.0 * len(w) + 8 for w in words))
    tall = 2 * ROW + 8
    room = max(ROOM if width < 45 else WORDY_ROOM, sqrt(len(names) * width * tall))
    rows = ceil(len(names) * width / room)
    each = ceil(len(names) / rows)
    parts = []
    for place, (name, word, tint) in enumerate(zip(names, words, tints, strict=True)):
        x, y = place % each * width, place // each * tall
        box = f'x="{x:g}" y="{y + 20:g}" width="{width:g}" height="{ROW + 6}"'
        parts += [
            text(x + width / 2, y + 14, name, "soft", fitting(name, width - 4, 13)),
            f"<rect {box} {paint(tint, 'grid', 1)}/>",
            text(x + width / 2, y + 42, word, "ink", fitting(word, width - 6)),
        ]
    return Picture(each * width, rows * tall, tuple(parts))


def _choice(keys: Sequence[str]) -> Picture:
    """The keys that are chosen, side by side."""
    width = max((9.0 * len(key) + 16 for key in keys), default=60.0)
    each = max(1, round(sqrt(len(keys) * (ROW + 12) / width)))
    parts = []
    for place, key in enumerate(keys):
        x, y = place % each * (width + 6), place // each * (ROW + 12)
        box = f'x="{x:g}" y="{y}" width="{width:g}" height="{ROW + 6}" rx="5"'
        parts.append(f"<rect {box} {paint('tint1', 'grid', 1)}/>")
        parts.append(text(x + width / 2, y + 22, key, "ink", 16))
    if not keys:
        parts.append(text(0, 16, "(none)", "soft", 13, anchor="start"))
    return Picture(each * (width + 6), -(-len(keys) // each) * (ROW + 12) or 24, tuple(parts))


def _table(group: Group, keys: Sequence[str], found: Sequence[Any]) -> Picture:
    if not keys:
        return NOTHING
    binary = all(size(m.domain) == 2 and list(m.domain) == [0, 1] for m in group.variables)
    if len(keys) > MOST_CHOICES and binary and set(found) <= {0, 1}:
        return _choice([key for key, value in zip(keys, found, strict=True) if value])
    return table(keys, found, list(map(_tint, group.variables, found)))


def _tint(variable: Variable, value: Any) -> str:
    """A tint for each value where there are few, and paper where there are many."""
    most = FEW_LABELS if variable.labelled else FEW_NUMBERS
    few = size(variable.domain) <= most and value in variable.domain and value != 0
    return tint_of(value, list(variable.domain).index(value)) if few else "paper"


def _rows(group: VariableGrid, values: Mapping[str, Any]) -> Picture:
    """A square for each value, in rows and columns, the slabs below each other."""
    if not group.members:
        return NOTHING
    found = [values.get(member.name) for member in group.members]
    words = ["?" if value is None else str(value) for value in found]
    side = ROW + 6
    width, y, parts = max(side, *(10.0 * len(word) + 10 for word in words)), 0, []
    high, across = group.shape[-2:]
    for place, (member, value, word) in enumerate(zip(group.members, found, words, strict=True)):
        x, y = place % across * width, side * (place // across) + 12 * (place // (across * high))
        box = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{side}"'
        parts.append(f"<rect {box} {paint(_tint(member, value), 'grid', 1)}/>")
        parts.append(text(x + width / 2, y + 22, word, "ink", fitting(word, width - 6)))
    return Picture(across * width, y + side, tuple(parts))


# ------------------------------------------------------------------------------------ bars


def _bars(keys: Sequence[str], numbers: Sequence[int]) -> Picture:
    """A bar for each number, upwards or downwards from zero, with the number at its end."""
    high, low = max(0, *numbers), min(0, *numbers)
    width = min(40.0, 1.2 * ROOM / len(numbers))
    unit = 120 / max(high - low, 1)
    zero = 18 + high * unit
    parts = []
    for place, (key, number) in enumerate(zip(keys, numbers, strict=True)):
        x, top = place * width, zero - max(number, 0) * unit
        tall = abs(number) * unit
        box = f'x="{x + width * 0.12:g}" y="{top:.2f}" width="{width * 0.76:g}" height="{tall:.2f}"'
        end = top - 4 if number >= 0 else top + tall + 13
        letters = fitting(str(number), width, 14)
        parts += [
            f"<rect {box} {paint('bar')}/>",
            text(x + width / 2, end, str(number), "ink", letters),
            text(x + width / 2, zero - low * unit + 30, key, "soft", fitting(key, width, 11)),
        ]
    line = f'<path d="M0 {zero:.2f}H{width * len(numbers):g}" {paint("", "grid", 1)}/>'
    return Picture(width * len(numbers), zero - low * unit + 34, (*parts, line))
