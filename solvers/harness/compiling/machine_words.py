"""The types of what is compiled, and the operations that are instructions of the machine.

The source runs as Python too. All numbers are integers of 64 bits with a sign; a word of bits uses
63 of them, so that it is never negative.
"""

from __future__ import annotations

from collections.abc import MutableSequence

Memory = MutableSequence[int]
"""Integers one behind the other, such as all those of a search."""

WORD = 63
"""The bits of a word."""
FAR = 1 << 61
"""Greater than every number that is computed with, which the one who posts makes sure."""


def ones(word: int) -> int:
    """The number of bits of a word."""
    return word.bit_count()


def lowest(word: int) -> int:
    """The number of the lowest bit of a word that is not 0."""
    return (word & -word).bit_length() - 1


def highest(word: int) -> int:
    """The number of the highest bit of a word that is not 0."""
    return word.bit_length() - 1
