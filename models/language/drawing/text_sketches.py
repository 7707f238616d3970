"""Sketches as text: labels around a board, areas as a map, tables by columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..boards.sketches import Around, Columns, Rectangles, Row, Ruler
from ..groups import Group

MOST_ACROSS = 39
"""A wider map of areas is left out."""

FRAME, PLAIN_FRAME = "│─┌┐└┘", "|-++++"


def framed(
    lines: Sequence[tuple[int | None, str]],
    above: Sequence[str],
    below: Sequence[str],
    labels: Around,
    ascii_only: bool,
) -> Iterator[str]:
    """A board's `lines`, each with the place of its row, in a frame with labels around it."""
    beam, bar, *corners = list(PLAIN_FRAME if ascii_only else FRAME)
    width = max((len(line) for _, line in lines), default=0)
    margin = max(map(len, labels.left), default=0)
    indent = " " * (margin + 1 if margin else 0)
    for line in above:
        yield f"{indent}  {line}"
    yield f"{indent}{corners[0]}{bar * (width + 2)}{corners[1]}"
    for row, line in lines:
        left = _at(labels.left, row).rjust(margin) + " " if margin else ""
        yield f"{left}{beam} {line.ljust(width)} {beam} {_at(labels.right, row)}"
    yield f"{indent}{corners[2]}{bar * (width + 2)}{corners[3]}"
    for line in below:
        yield f"{indent}  {line}"


def stacked(labels: Sequence[Sequence[str]], columns: int, *, hang: bool) -> list[list[str]]:
    """Lines of a word a column, the words of each label one below the other.

    Those that are shorter `hang` from the top, or else stand on the ground.
    """
    tall = max(map(len, labels), default=0)
    filled = []
    for column in range(columns if tall else 0):
        words = list(labels[column]) if column < len(labels) else []
        blank = [""] * (tall - len(words))
        filled.append(words + blank if hang else blank + words)
    return [list(line) for line in zip(*filled, strict=True)]


def _at(labels: Sequence[str], row: int | None) -> str:
    return labels[row] if row is not None and row < len(labels) else ""


# ------------------------------------------------------------------------------------- tables


def draw_columns(sketch: Columns, groups: Sequence[Group], values: Mapping[str, Any]) -> str:
    """A line for each group, a column for each number."""
    head = [sketch.title, *map(str, sketch.numbers)]
    rows = [head, *([name, *words] for name, words in sketch.rows(groups, values))]
    cells = [[word or "?" for word in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = (
        "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True))
        for row in cells
    )
    return "\n".join(line.rstrip() for line in lines)


def draw_row(sketch: Row, groups: Sequence[Group], values: Mapping[str, Any]) -> str:
    """The row in one line, `.` where a cell is empty."""
    cells = ["."] * sketch.cells
    for key, pair in sketch.pairs(groups, values).items():
        for cell in pair:
            cells[cell] = key
    return " ".join(cells)


def draw_ruler(sketch: Ruler, groups: Sequence[Group], values: Mapping[str, Any]) -> str:
    """The ruler in one line: the marks by their numbers, `.` where there is none."""
    marks = set(sketch.marks(groups, values))
    return " ".join(str(x) if x in marks else "." for x in range(sketch.length + 1))


def draw_honeycomb(rows: Sequence[Sequence[str]]) -> str:
    """Cells in rows, each half a cell further right than the one above; none where it is empty.

    >>> print(draw_honeycomb([["", "1", "2"], ["3", "4", "5"], ["6", "7", ""]]))
     1 2
    3 4 5
     6 7
    """
    wide = max((len(word) for row in rows for word in row), default=1)
    step = wide + 1 + (wide + 1) % 2  # even, so that there is a half
    cells = [
        (down, across * step + down * step // 2, word)
        for down, row in enumerate(rows)
        for across, word in enumerate(row)
        if word
    ]
    left = min((x for _, x, _ in cells), default=0)
    lines = [""] * len(rows)
    for down, x, word in cells:
        lines[down] = lines[down].ljust(x - left) + word.rjust(wide)
    return "\n".join(lines)


def areas_at(
    sketch: Rectangles, groups: Sequence[Group], values: Mapping[str, Any]
) -> list[list[str]] | None:
    """The number of the area that covers each square, row by row from above; `.` where none does.

    None where that is too wide.
    """
    across, upwards = sketch.room
    if max(across, upwards) > MOST_ACROSS:
        return None
    found = [["."] * across for _ in range(upwards)]
    for number, (left, low), (right, high) in sketch.areas(groups, values):
        for y in range(max(low, 0), min(high, upwards)):
            for x in range(max(left, 0), min(right, across)):
                found[upwards - 1 - y][x] = str(number)
    return found
