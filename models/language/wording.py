"""Words for numbers of things, and names in the form of Python's functions."""

import re


def counted(number: int, noun: str) -> str:
    """`number` things that are called `noun`: `1 row`, `2 rows`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def grouped(number: int) -> str:
    """A whole number with a space after every three digits.

    >>> grouped(1000000)
    '1 000 000'
    """
    return f"{number:,}".replace(",", " ")


def snake_case(name: str) -> str:
    """The name of a class as that of a function: `all_different` for `AllDifferent`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
