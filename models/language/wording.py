"""Words for numbers of things."""


def counted(number: int, noun: str) -> str:
    """`number` things that are called `noun`: `1 row`, `2 rows`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def grouped(number: int) -> str:
    """A whole number with a space after every three digits.

    >>> grouped(1000000)
    '1 000 000'
    """
    return f"{number:,}".replace(",", " ")
