"""Text, tables and JSON on the two streams, in whatever encoding, width and colours they take."""

from __future__ import annotations

import codecs
import io
import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, cast

import click

from ..models.language.phrases import grouped, printable

if TYPE_CHECKING:
    from ..models.language.model import Model

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


@contextmanager
def output_aside() -> Iterator[None]:
    """Sends to standard error what is written to standard output beside Python, as by a shell."""
    answers().flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


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
    marked = click.style(printable(text), fg=fg, bold=bold or None, dim=dim or None)
    return marked.replace("\x1b", COLOUR)


def visible(text: str) -> str:
    """`text` as a terminal may have it: control characters escaped, and our colours."""
    return printable(text).replace(COLOUR, "\x1b")


def say_json(document: Any, *, lines: bool = False) -> None:
    """Print a document as JSON; with `lines`, on one line."""
    import json

    from ..models.language.phrases import numbers_of_any_length, printable_json

    indent = None if lines else 2
    stream = answers()
    with numbers_of_any_length():
        text = json.dumps(document, ensure_ascii=not takes_unicode(stream), indent=indent)
    _echo(printable_json(text), stream)


def say_document(schema: str, model: Model, /, **more: Any) -> None:
    """Print a JSON document on a puzzle."""
    from ..comparer.comparison import puzzle_in_json

    say_json({"schema": schema, "puzzle": puzzle_in_json(model), **more})


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


# ----------------------------------------------------------------- Text that is laid out in lines.


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
    lines = _packed(parts, " · ", width() - len(after))
    begins = [first, *[after] * len(lines)]
    shown = (wrapped(line, begin, f"{after}  ") for line, begin in zip(lines, begins, strict=False))
    return "\n".join(shown)


def _packed(
    parts: Iterable[str], between: str, room: int, size: Callable[[str], int] = len
) -> list[str]:
    """`parts` in lines, each beside the one before while a line has room for both."""
    lines = [""]
    for part in parts:
        longer = f"{lines[-1]}{between}{part}" if lines[-1] else part
        if not lines[-1] or size(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


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


# ----------------------------------------------------------------- Rows in aligned columns.


FIRST_OF_NO_WIDTH = "\u0300"
OF_ONE_CELL = "\u202f\u2013\u2026"
"""The thin blank of large numbers, the dash and the ellipsis."""
FEW = 34
"""Characters that words have beside a row at least, unless they are shorter."""


def table(
    rows: Sequence[Sequence[str]], *, right: Collection[int] = (), folded: int | None = None
) -> list[str]:
    """The lines of `rows` in columns; those of `right` are flush right.

    Only the column `folded` is broken into lines, where there is no room for it; a column without
    any text is left out.
    """
    columns = dict(enumerate(zip(*(map(printable, row) for row in rows), strict=True)))
    columns = {place: cells for place, cells in columns.items() if any(cells)}
    shown = columns if folded not in columns else _folded(columns, folded)
    return ["  " + line.rstrip() for line in _lines(shown, right)]


def _lines(columns: Mapping[int, Sequence[str]], right: Collection[int]) -> Iterator[str]:
    """The lines of columns of which none is folded."""
    padded = []
    for place, cells in columns.items():
        sizes = list(map(_cells, cells))
        blanks = [" " * (max(sizes) - size) for size in sizes]
        pairs = zip(cells, blanks, strict=True)
        padded.append([blank + cell if place in right else cell + blank for cell, blank in pairs])
    return map("  ".join, zip(*padded, strict=True))


def _cells(text: str) -> int:
    """The cells of a terminal that `text` takes."""
    if all(letter < FIRST_OF_NO_WIDTH or letter in OF_ONE_CELL for letter in text):
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _folded(columns: Mapping[int, Sequence[str]], folded: int) -> Mapping[int, Sequence[str]]:
    """The columns with one broken into lines, where there is no room for it.

    The other cells of a row stand beside the last of its lines.
    """
    widest = {place: max(map(_cells, cells)) for place, cells in columns.items()}
    room = width() - 2 * len(columns) - sum(widest.values()) + widest[folded]
    if widest[folded] <= room:
        return columns
    least = max(_cells(word) for cell in columns[folded] for word in (cell.split() or [""]))
    room = max(room, least)
    broken = [_packed(cell.split(" "), " ", room, _cells) for cell in columns[folded]]
    broken[0][0] += " " * (room - _cells(broken[0][0]))
    spread = {
        place: [[*[""] * (len(lines) - 1), cell] for lines, cell in zip(broken, cells, strict=True)]
        for place, cells in columns.items()
    }
    return {place: list(chain(*parts)) for place, parts in (spread | {folded: broken}).items()}


def headed(rows: Sequence[Sequence[str]], right: Collection[int]) -> list[str]:
    """The lines of a table, the first of which is its head."""
    head, *lines = table(rows, right=right)
    return [styled(head, dim=True), *lines]


def with_words(lines: Sequence[str], words: Sequence[str], gap: int = 2) -> Iterator[str]:
    """Each of `lines`, a head and rows, with its words beside it.

    Those of the rows stand below where there is no room for them.
    """
    wide = max(map(len, lines)) + gap
    room = width() - wide
    beside = room >= min(FEW, max(map(len, words)))
    for number, (line, text) in enumerate(zip(lines, words, strict=True)):
        if beside or not text or (not number and len(text) <= room):
            yield wrapped(text, line.ljust(wide)).rstrip()
        else:
            yield f"{line}\n{wrapped(text, ' ' * 6)}"
