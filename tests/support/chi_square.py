"""Pearson's chi-square of how often each of several cells was drawn, and what it may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def greatest_square(degrees: int) -> float:
    """The 99.9 % point, by Wilson and Hilferty's approximation."""
    return degrees * (1 - 2 / (9 * degrees) + 3.09 * (2 / (9 * degrees)) ** 0.5) ** 3


def is_uniform(drawn: Mapping[object, int], cells: Sequence[object]) -> bool:
    """True if what was `drawn` lies in the cells, each as often as the others but for chance."""
    share = sum(drawn.values()) / len(cells)
    square = sum((drawn.get(cell, 0) - share) ** 2 / share for cell in cells)
    return drawn.keys() <= set(cells) and square < greatest_square(len(cells) - 1)
