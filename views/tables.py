"""Rows in aligned columns; rich, which is imported late, lays out those that are folded."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from io import StringIO

from ..models.language.phrases import printable
from .standard_streams import width, wrapped

UNLIMITED = 10_000
FIRST_OF_NO_WIDTH = "\u0300"
OF_ONE_CELL = "\u202f\u2013\u2026"
"""The thin blank of large numbers, the dash and the ellipsis."""
FEW = 34
"""Characters that words have beside a row at least, unless they are shorter."""


def table(
    rows: Sequence[Sequence[str]], *, right: Collection[int] = (), folded: int | None = None
) -> list[str]:
    """The lines of `rows` in columns; those of `right` are flush right.

    Only the column `folded` is broken into lines, where there is no room for it; a column without
    any text is left out.
    """
    columns = dict(enumerate(zip(*(map(printable, row) for row in rows), strict=True)))
    columns = {place: cells for place, cells in columns.items() if any(cells)}
    lines = _lines(columns, right) if folded not in columns else _folded(columns, right, folded)
    return ["  " + line.rstrip() for line in lines]


def _lines(columns: Mapping[int, Sequence[str]], right: Collection[int]) -> Iterator[str]:
    """The lines of columns of which none is folded."""
    padded = []
    for place, cells in columns.items():
        sizes = list(map(_cells, cells))
        blanks = [" " * (max(sizes) - size) for size in sizes]
        pairs = zip(cells, blanks, strict=True)
        padded.append([blank + cell if place in right else cell + blank for cell, blank in pairs])
    return map("  ".join, zip(*padded, strict=True))


def _cells(text: str) -> int:
    """The cells of a terminal that `text` takes."""
    if all(letter < FIRST_OF_NO_WIDTH or letter in OF_ONE_CELL for letter in text):
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _folded(
    columns: Mapping[int, Sequence[str]], right: Collection[int], folded: int | None
) -> Iterator[str]:
    """The lines of columns of which one is broken into lines, where there is no room for it."""
    from rich.cells import cell_len
    from rich.console import Console
    from rich.measure import Measurement
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for place, cells in columns.items():
        whole = place != folded
        grid.add_column(
            justify="right" if place in right else "left",
            vertical="bottom",
            no_wrap=whole,
            min_width=max(map(cell_len, cells)) if whole else None,
        )
    for row in zip(*columns.values(), strict=True):
        grid.add_row(*map(Text, row))
    console = Console(file=StringIO(), width=UNLIMITED)
    least = Measurement.get(console, console.options, grid).minimum
    options = console.options.update(width=max(width() - 2, least))
    for line in console.render_lines(grid, options, pad=False):
        yield "".join(part.text for part in line)


def with_words(lines: Sequence[str], words: Sequence[str], gap: int = 2) -> Iterator[str]:
    """Each of `lines`, a head and rows, with its words beside it.

    Those of the rows stand below where there is no room for them.
    """
    wide = max(map(len, lines)) + gap
    room = width() - wide
    beside = room >= min(FEW, max(map(len, words)))
    for number, (line, text) in enumerate(zip(lines, words, strict=True)):
        if beside or not text or (not number and len(text) <= room):
            yield wrapped(text, line.ljust(wide)).rstrip()
        else:
            yield f"{line}\n{wrapped(text, ' ' * 6)}"
