"""Words for numbers of things, times, lists and names that are near to one that is not there."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice

from .errors import ModelError

# --------------------------------------------------------------------------------------- printable
# Text that moves no cursor: control characters are refused in names, and escaped elsewhere.
#
# Unprintable are the control characters C0 (line breaks and tabs apart), DEL and C1, halves of
# surrogate pairs, the line separators U+2028 and U+2029, the controls that turn the direction of
# writing (U+202A to U+202E, U+2066 to U+2069), under which a text is read in another order than it
# is stored, and U+FFFE and U+FFFF, which XML forbids. Letters of every script, joiners, marks of
# direction and emoji are printable.


_UNPRINTABLE = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]"
)


def printable(text: str) -> str:
    r"""`text` with every unprintable character escaped as Python's `repr` does.

    >>> print(printable("\x1b]0;title\x07"))
    \x1b]0;title\x07
    """
    if text.isprintable():
        return text
    return re.sub(_UNPRINTABLE, lambda found: found[0].encode("unicode_escape").decode(), text)


def printable_json(text: str) -> str:
    """A JSON text with every unprintable character of its strings escaped as JSON does."""
    if text.isprintable():
        return text
    return re.sub(_UNPRINTABLE, lambda found: f"\\u{ord(found[0]):04x}", text)


def escaped(text: str) -> str:
    """`text` as the text or an attribute of SVG or HTML, which moves no cursor either."""
    from html import escape

    return escape(printable(text))


def refuse_unprintable(text: str, what: str) -> str:
    """`text`, a name or a label, which is one line.

    Raises: ModelError for a line break, a tab, or an unprintable character.
    """
    if not text.isprintable():
        wrong = re.search(f"[\t\n]|{_UNPRINTABLE}", text)
        if wrong is not None:
            short = text if len(text) <= 60 else f"{text[:60]}…"
            raise ModelError(
                f"{what} {short!r} holds the control character {wrong[0]!a}; write it without"
            )
    return text


def refuse_unprintables(texts: Iterable[str], what: str) -> None:
    """As `refuse_unprintable`, each of `texts`, of which most often none is wrong."""
    every = tuple(texts)
    if not "".join(every).isprintable():
        for text in every:
            refuse_unprintable(text, what)


MOST_BITS, LOG_2 = 14_000, 0.30102999
"""The bits of a number that is written in full, and a little less than the logarithm of 2."""


def counted(number: int, noun: str) -> str:
    """`number` things in a name or an error: `0 rows`, `1 row`, `1000 rows`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def number_of(number: int, noun: str) -> str:
    """A number that was found: `no solution`, `1 solution`, `15 720 solutions`."""
    return f"{grouped(number) if number else 'no'} {noun}{'s' if number > 1 else ''}"


def grouped(number: int | float | str) -> str:
    """A number with a space after every three digits; any text as it is.

    >>> grouped(1000000), grouped(0.12345), grouped("auto")
    ('1 000 000', '0.123', 'auto')
    >>> grouped(2**20_000)
    'more than 10^6020'
    """
    if isinstance(number, str):
        return number
    if not isinstance(number, int):
        return (f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.3g}").replace(",", " ")
    if number.bit_length() > MOST_BITS:  # more digits than Python writes
        return f"more than 10^{int((number.bit_length() - 1) * LOG_2)}"
    return f"{number:,}".replace(",", " ")


def shortened(number: int) -> str:
    """A number, by its first digits where it has more than 30.

    >>> shortened(15720), shortened(2**128)
    ('15 720', 'about 3.402 × 10^38')
    """
    with numbers_of_any_length():
        digits = str(number)
    if len(digits) <= 30:
        return grouped(number)
    return f"about {digits[0]}.{digits[1:4]} × 10^{len(digits) - 1}"


@contextmanager
def numbers_of_any_length() -> Iterator[None]:
    """Python writes numbers of more than 4,300 digits, too, as it otherwise refuses to."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(limit)


def solutions_said(number: int) -> str:
    """`1 solution`, `1 000 000 solutions`."""
    return f"{grouped(number)} solution{'' if number == 1 else 's'}"


def number_known(number: int | None) -> str:
    """A number of solutions; None where not all were found."""
    return "an unknown number" if number is None else grouped(number)


def solutions_known(number: int | None) -> str:
    """The same with its noun: `1 solution`, `0 solutions`, `an unknown number of solutions`."""
    return "an unknown number of solutions" if number is None else solutions_said(number)


def shown(value: object, most: int = 60) -> str:
    """A value that was read as data, as Python writes it, cut where that is long.

    >>> shown(True), shown("x" * 100, most=10)
    ('True', "'xxxxxxxxx …")
    """
    text = repr(value)
    return text if len(text) <= most else f"{text[:most]} …"


def assigned(values: Mapping[str, object], most: int = 8) -> str:
    """The first values of a row: `x = 1, y = 2, …`."""
    named = [f"{name} = {value}" for name, value in islice(values.items(), most)]
    return ", ".join([*named, *(["…"] if len(values) > most else [])])


def inside(name: str) -> str:
    """`r1c2` of `queen[r1c2]`; other names as they are."""
    return name[name.find("[") + 1 : -1] if name.endswith("]") else name


def snake_case(name: str) -> str:
    """The name of a class as that of a function: `all_different` for `AllDifferent`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z0-9])", "_", name).lower()


def duration(seconds: float | None) -> str:
    """Seconds as people read them.

    >>> duration(0.0451), duration(1.5), duration(125)
    ('45 ms', '1.5 s', '2 min 5 s')
    """
    if seconds is None:
        return "–"
    if seconds < 0.0095:
        return f"{seconds * 1000:.1f} ms"
    if seconds < 0.9995:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 99.95:
        return f"{seconds:.3g} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s"


def listed(names: Sequence[str], most: int | None = 4, word: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`, `a, b, c, d and 5 others`; all of them where `most` is None."""
    if most is not None and len(names) > most + 1:
        names = [*names[:most], f"{len(names) - most} others"]
    *first, last = names or [""]
    return f"{', '.join(first)} {word} {last}" if first else last


def did_you_mean(name: object, known: Iterable[str], otherwise: str) -> str:
    """Advice to write the nearest of `known` instead of `name`, else the first of them."""
    from difflib import get_close_matches

    names = list(dict.fromkeys(known))
    near = [one for one in names if one.lower() == str(name).lower()]
    near = near or get_close_matches(str(name)[:100], names, n=1)
    if near:
        return f"did you mean {near[0]!r}?"
    shown = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
    return f"{otherwise} {shown}" if names else f"{otherwise} none"
