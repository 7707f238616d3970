"""Text and JSON on the two streams, in whatever encoding and colours they take."""

from __future__ import annotations

import codecs
import io
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from itertools import zip_longest
from typing import Any, NoReturn, TextIO, cast

import click

from ..models.language.phrases import duration as duration
from ..models.language.phrases import listed as listed
from ..models.language.phrases import solutions_said as solutions_said

PLAIN = str.maketrans(
    {"·": "-", "×": "x", "…": "...", "–": "-", "—": "-", "≤": "<=", "≥": ">=", "≠": "!="}
)
"""ASCII in place of the characters of our own words, for encodings that have no others."""

WIDTH = 79
"""The most characters of a line of words."""

NARROWEST = 20
"""No line is made for fewer columns, however few a terminal says it has."""

PIECE = 1 << 14
"""The characters of a long text that are written at once."""


COLOUR = chr(0x100000 + int.from_bytes(os.urandom(2)) % 0xFFF0)
"""Stands for the escape character in our own colours until they are printed.

It is another one in every run, so that no text that is shown can hold a colour of its own.
"""


OUTPUT = "everyway.output"
"""Under this key the context has the stream for answers, where that is not `sys.stdout`."""


def answers() -> TextIO:
    """The stream for answers: standard output as it was when the command began."""
    context = click.get_current_context(silent=True)
    return cast(TextIO, (context.meta.get(OUTPUT) if context is not None else None) or sys.stdout)


@contextmanager
def answers_alone() -> Iterator[None]:
    """Whatever else is printed, such as by the code of a puzzle, goes to standard error."""
    click.get_current_context().meta[OUTPUT] = sys.stdout
    with redirect_stdout(cast(TextIO, Aside())):
        yield


class Aside:
    """Standard error for what the code of a puzzle prints; closing it closes nothing."""

    def __getattr__(self, name: str) -> Any:
        return getattr(sys.stderr, name)

    def close(self) -> None:
        """Nothing: our own messages need the stream."""


def say(text: str = "") -> None:
    """Print `text` on standard output, at once, without control characters."""
    _echo(visible(text), answers())


def complain(text: str) -> None:
    """Print `text` on standard error, without control characters.

    Where that takes nothing more, nothing is printed.
    """
    with suppress(OSError, ValueError):  # ValueError: a puzzle has closed it
        click.echo(fitting(visible(text), sys.stderr), err=True)


def styled(text: str, *, fg: str | None = None, bold: bool = False, dim: bool = False) -> str:
    """`text` in a colour, for `say` and `complain`."""
    from ..models.language.phrases import printable

    marked = click.style(printable(text), fg=fg, bold=bold or None, dim=dim or None)
    return marked.replace("\x1b", COLOUR)


def visible(text: str) -> str:
    """`text` as a terminal may have it: control characters escaped, and our colours."""
    from ..models.language.phrases import printable

    return printable(text).replace(COLOUR, "\x1b")


def say_json(document: Any, *, lines: bool = False) -> None:
    """Print a document as JSON; with `lines`, on one line."""
    import json

    from ..models.language.phrases import printable_json

    indent = None if lines else 2
    stream = answers()
    text = json.dumps(document, ensure_ascii=not takes_unicode(stream), indent=indent)
    _echo(printable_json(text), stream)


def say_bytes(data: bytes) -> None:
    """Write a file on standard output as it is, whatever encoding the stream has."""
    stream = answers()
    stream.flush()
    for start in range(0, len(data), PIECE):
        stream.buffer.write(data[start : start + PIECE])
        stream.buffer.flush()


def _echo(text: str, stream: TextIO) -> None:
    # In pieces: Python without buffers takes no notice of a reader that left during a long write.
    line = f"{text}\n"
    for start in range(0, len(line), PIECE):
        click.echo(fitting(line[start : start + PIECE], stream), file=stream, nl=False)


class Closed(io.TextIOBase):
    """In the place of a stream that was closed before we began: writing to it fails in words."""

    encoding = "utf-8"

    @property
    def buffer(self) -> NoReturn:
        """Raises: ClosedError."""
        raise ClosedError

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        """Raises: ClosedError."""
        raise ClosedError


class ClosedError(Exception):
    """Standard output is closed, and there is something to print."""

    def __init__(self) -> None:
        super().__init__("standard output is closed, so that nobody reads the answer")


def is_terminal(stream: TextIO | None) -> bool:
    """True if somebody looks at `stream`; it is None where the descriptor is closed."""
    return stream is not None and stream.isatty()


def width() -> int:
    """The most characters of a line of words: `WIDTH`, or fewer on a narrow terminal."""
    if not is_terminal(answers()):
        return WIDTH
    from shutil import get_terminal_size

    return min(max(get_terminal_size().columns - 1, NARROWEST), WIDTH)


def takes_unicode(stream: TextIO) -> bool:
    """True if every character can be written to `stream`."""
    try:
        return codecs.lookup(stream.encoding or "ascii").name.startswith("utf")
    except (LookupError, AttributeError):
        return False


def fitting(text: str, stream: TextIO) -> str:
    """`text` with nothing in it that `stream` cannot encode."""
    unicode = takes_unicode(stream)
    encoding = "utf-8" if unicode else "ascii"
    plain = text if unicode else text.translate(PLAIN)
    return plain.encode(encoding, "backslashreplace").decode(encoding)


def chosen_color(choice: str) -> bool | None:
    """True to colour always, False never, None where the stream decides."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return False if os.environ.get("TERM") == "dumb" else None


# ---------------------------------- Numbers, times and lists in words, and text laid out in lines.


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
