"""Items of arrays at places that are chosen, and functions of one variable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...reading.normal_forms import Image
from .unposted import Unposted

if TYPE_CHECKING:
    from .form_poster import Poster, Term

Item = tuple[int, int]
"""A variable and the number that is added to it; 0 and the number for a constant."""


def item_of(poster: Poster, constant: int, terms: Sequence[Term]) -> Item:
    """A sum as an item; a new variable equals it where it is more than one variable."""
    raise Unposted(terms)


def element(poster: Poster, index: Item, items: Sequence[Item]) -> int:
    """A variable that equals the item of number `index`, 0-based; there is one at least.

    Where the index is outside it has some value, so whoever needs the index inside requires that.
    """
    raise Unposted(items)


def image_of(poster: Poster, image: Image) -> int:
    """A variable that is the image of another under a function."""
    raise Unposted(image)
