"""Text and JSON on the two streams, in whatever encoding and colours they take."""

from __future__ import annotations

import codecs
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from typing import Any, NoReturn, TextIO, cast

import click

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
    from ..models.language.printable import printable

    marked = click.style(printable(text), fg=fg, bold=bold or None, dim=dim or None)
    return marked.replace("\x1b", COLOUR)


def visible(text: str) -> str:
    """`text` as a terminal may have it: control characters escaped, and our colours."""
    from ..models.language.printable import printable

    return printable(text).replace(COLOUR, "\x1b")


def say_json(document: Any, *, lines: bool = False) -> None:
    """Print a document as JSON; with `lines`, on one line."""
    import json

    from ..models.language.printable import printable_json

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
