"""Rows in aligned columns, laid out by rich, which is imported with the first table."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from io import StringIO

from ..models.language.printable import printable
from .standard_streams import width
from .wording import wrapped

UNLIMITED = 10_000
FEW = 34
"""Characters that words have beside a row at least, unless they are shorter."""


def table(
    rows: Sequence[Sequence[str]], *, right: Collection[int] = (), folded: int | None = None
) -> list[str]:
    """The lines of `rows` in columns; those of `right` are flush right.

    Only the column `folded` is broken into lines, where there is no room for it; a column without
    any text is left out.
    """
    from rich.cells import cell_len
    from rich.console import Console
    from rich.measure import Measurement
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    columns = dict(enumerate(zip(*(map(printable, row) for row in rows), strict=True)))
    columns = {place: cells for place, cells in columns.items() if any(cells)}
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
    lines = console.render_lines(grid, options, pad=False)
    return ["  " + "".join(part.text for part in line).rstrip() for line in lines]


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
