"""Numbers, times and lists in words, and text laid out in lines."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import zip_longest

from ..models.language.phrases import duration as duration
from ..models.language.phrases import listed as listed
from ..models.language.phrases import solutions_said as solutions_said
from .standard_streams import width


def grouped(number: int | float | str) -> str:
    """A number with a space after every three digits; any text as it is.

    >>> grouped(15720)
    '15 720'
    >>> grouped(53060477521960001)
    '53 060 477 521 960 001'
    """
    if isinstance(number, str):
        return number
    if isinstance(number, int):
        return f"{number:,}".replace(",", " ")
    return (f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.3g}").replace(",", " ")


@contextmanager
def numbers_of_any_length() -> Iterator[None]:
    """Python writes numbers of more than 4,300 digits, too, as it otherwise refuses to."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(limit)


def shortened(number: int) -> str:
    """A number, by its first digits where it has more than 30.

    >>> shortened(15720)
    '15 720'
    >>> shortened(2**128)
    'about 3.402 × 10^38'
    """
    with numbers_of_any_length():
        digits = str(number)
    if len(digits) <= 30:
        return grouped(number)
    return f"about {digits[0]}.{digits[1:4]} × 10^{len(digits) - 1}"


def counted(number: int, noun: str) -> str:
    """`no solution`, `1 solution`, `92 solutions`."""
    return f"{grouped(number) if number else 'no'} {noun}{'s' if number > 1 else ''}"


def wrapped(text: str, first: str = "", indent: str | None = None) -> str:
    """`text` in lines of at most 79 characters, after `first` and then after `indent`."""
    from textwrap import wrap

    after = " " * len(first) if indent is None else indent
    lines = wrap(
        text,
        width(),
        initial_indent=first,
        subsequent_indent=after,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines) or first.rstrip()


def joined(parts: Iterable[str], first: str = "", indent: str | None = None) -> str:
    """`a · b · c` in lines; a part is broken only where it is longer than a line."""
    after = first if indent is None else indent
    room = width() - len(after)
    lines = [""]
    for part in parts:
        longer = f"{lines[-1]} · {part}" if lines[-1] else part
        if not lines[-1] or len(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(part)
    begins = [first, *[after] * len(lines)]
    shown = (wrapped(line, begin, f"{after}  ") for line, begin in zip(lines, begins, strict=False))
    return "\n".join(shown)


def command_lines(command: str, room: int | None = None) -> list[str]:
    r"""`command` in lines that can be pasted into a shell, broken between its words.

    >>> command_lines("everyway show --rule 'rows == 1'", 30)
    ['everyway show \\', "  --rule 'rows == 1'"]
    """
    room = width() - 4 if room is None else room
    lines = [""]
    for word in re.findall(r"(?:--[a-z]+ )?(?:'[^']*'|[^\s'])+", command):
        longer = f"{lines[-1]} {word}" if lines[-1].strip() else f"{lines[-1]}{word}"
        if len(longer) <= room - 2 or not lines[-1].strip():
            lines[-1] = longer
        else:
            lines[-1] += " \\"
            lines.append(f"  {word}")
    return lines


def beside(
    picture: str, words: Sequence[str], indent: str = "  ", *, one_line: bool = False
) -> str:
    """`picture`, and to its right from its second line on `words`; below where they do not fit.

    With `one_line` they share a line if that is long enough.
    """
    left = picture.splitlines()
    wide = max(map(len, left), default=0)
    room = width() - len(indent) - wide - 5
    if one_line and len(" ".join(words)) <= room:
        words = [" ".join(words)]
    if any(len(line) > room for line in words):
        below = [wrapped(word, indent) for word in words]
        return "\n".join([*(f"{indent}{line}" for line in left), "", *below])
    right = [""] * (len(left) > len(words)) + list(words)
    rows = zip_longest(left, right, fillvalue="")
    return "\n".join(f"{indent}{a.ljust(wide)}     {b}".rstrip() for a, b in rows)


def posted(ways: Mapping[str, Mapping[str, int]]) -> list[str]:
    """The constraints of a run by how they were posted.

    >>> posted({"native": {"circuit": 1, "table": 2}, "mixed": {}, "decomposed": {"regular": 1}})
    ['circuit, 2 table native', 'regular decomposed']
    """
    several = {
        way: [f"{grouped(number)} {kind}" if number > 1 else kind for kind, number in kinds.items()]
        for way, kinds in ways.items()
    }
    return [f"{', '.join(kinds)} {way}" for way, kinds in several.items() if kinds]
