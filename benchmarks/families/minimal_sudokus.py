"""Minimal sudokus: one solution, and several as soon as a given is taken away.

    python -m families.minimal_sudokus 100 7

in the folder `benchmarks` prints a hundred of them, made with the seed 7; those of `sudokus.txt`
were made so.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

ALL = 0x1FF
_LINES = [
    *([9 * row + column for column in range(9)] for row in range(9)),
    *([9 * row + column for row in range(9)] for column in range(9)),
    *([27 * (k // 3) + 3 * (k % 3) + 9 * (j // 3) + j % 3 for j in range(9)] for k in range(9)),
]
_PEERS = [
    sorted({other for line in _LINES if cell in line for other in line} - {cell})
    for cell in range(81)
]


def stored() -> list[str]:
    """Those of the file: a line of 81 characters each, `.` for an open cell."""
    return Path(__file__).with_name("sudokus.txt").read_text("utf-8").split()


def minimal_sudoku(pick: Random) -> str:
    """A full square from which givens were taken in a random order, while it was unique."""
    full = next(iter(_solutions([0] * 81, 1, pick)))
    givens = list(full)
    for cell in pick.sample(range(81), 81):
        without = [0 if k == cell else given for k, given in enumerate(givens)]
        if len(_solutions(without, 2, pick)) == 1:
            givens = without
    return "".join(str(given) if given else "." for given in givens)


def _solutions(givens: list[int], most: int, pick: Random) -> list[list[int]]:
    """Some solutions, at most `most`, their values tried in a random order."""
    left = [ALL] * 81
    found: list[list[int]] = []
    if all(_place(left, cell, 1 << given - 1) for cell, given in enumerate(givens) if given):
        _search(left, most, pick, found)
    return found


def _search(left: list[int], most: int, pick: Random, found: list[list[int]]) -> None:
    open_cells = [cell for cell in range(81) if left[cell] & (left[cell] - 1)]
    if not open_cells:
        found.append([bits.bit_length() for bits in left])
        return
    cell = min(open_cells, key=lambda k: left[k].bit_count())
    for bit in pick.sample(
        [1 << k for k in range(9) if left[cell] >> k & 1], left[cell].bit_count()
    ):
        after = left.copy()
        if len(found) < most and _place(after, cell, bit):
            _search(after, most, pick, found)


def _place(left: list[int], cell: int, bit: int) -> bool:
    """Put a value into a cell, and so take it from its peers; False if one has none left."""
    if not left[cell] & bit:
        return False
    left[cell] = bit
    for other in _PEERS[cell]:
        if left[other] & bit:
            left[other] &= ~bit
            if not left[other]:
                return False
            if not left[other] & (left[other] - 1) and not _place(left, other, left[other]):
                return False
    return True


if __name__ == "__main__":
    how_many, seed = map(int, sys.argv[1:])
    random = Random(seed)
    for _ in range(how_many):
        print(minimal_sudoku(random))
