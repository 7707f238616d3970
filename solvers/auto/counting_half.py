"""Counting half: where reversing all values is a symmetry, solutions come in pairs.

The symmetry is proven on the declaration: see invariance.py of the language. A solution and its
image differ in the first variable, unless its value is the middle one.
"""

from __future__ import annotations

from ...models.language.model import Model
from ...models.language.symmetry.invariance import Invariance
from ...models.language.symmetry.symmetries import complement
from .common.code import Program


def mirrored_halves(model: Model, program: Program) -> list[tuple[int, int]] | None:
    """Candidates of the first level with their weights; None without the symmetry."""
    if not program.levels or program.levels[0].wide:
        return None
    level = program.levels[0]
    size = level.domain.bit_length()
    if size < 2 or _turned(level.domain, size) != level.domain:
        return None
    if not Invariance(model).holds(complement(model.variables)):
        return None
    lower = level.domain & ((1 << size // 2) - 1)
    middle = level.domain & ~lower & ~_turned(lower, size)
    return [(lower, 2), (middle, 1)] if middle else [(lower, 2)]


def _turned(word: int, size: int) -> int:
    return int(f"{word:0{size}b}"[::-1], 2)
