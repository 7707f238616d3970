"""Several solutions as text, side by side and numbered.

>>> from everyway.models import Board, Model
>>> model = Model("rook", Board(1, 2).place("rook"))
>>> two = [model.solution(model.assignment({"rook": [square]})) for square in ("r1c1", "r1c2")]
>>> print(draw_several(two))
1     2
R .   . R
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from ..solution import Solution
from .as_text import WIDTH, draw

GAP = "   "


def draw_several(solutions: Iterable[Solution], *, start: int = 1, ascii_only: bool = False) -> str:
    """`solutions` in lines of text, as many beside each other as fit, numbered from `start`."""
    texts = (draw(solution, ascii_only=ascii_only) for solution in solutions)
    blocks = [[str(n), *text.splitlines()] for n, text in enumerate(texts, start)]
    width = max((len(line) for block in blocks for line in block), default=0)
    each = max(1, (WIDTH + len(GAP)) // (width + len(GAP)))
    rows = (blocks[place : place + each] for place in range(0, len(blocks), each))
    return "\n\n".join("\n".join(_beside(row, width)) for row in rows)


def _beside(blocks: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    for lines in zip_longest(*blocks, fillvalue=""):
        yield GAP.join(line.ljust(width) for line in lines).rstrip()
