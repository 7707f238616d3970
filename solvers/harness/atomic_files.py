"""Files that are there when they are whole, or as they were before."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

UNFINISHED = ".everyway-"
"""The first letters of the name of a file that is not whole."""


def write_whole(
    to: str | Path, write: Callable[[BinaryIO], object], *, replace: bool = True
) -> None:
    """Have `write` write a file beside `to`, which takes its place when it is whole.

    A device or a pipe, such as /dev/stdout, is written as it is.
    Raises: OSError; FileExistsError where there is a file, unless `replace`.
    """
    path = Path(os.path.realpath(to))
    if path.is_dir():
        raise IsADirectoryError(None, "it is a folder; name a file in it")
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:
            write(stream)
        return
    if not replace and path.exists():
        raise FileExistsError(None, "it is there already")
    import tempfile  # late, since whoever only reads files does without it

    # A short name of its own: beside a long one there would be no room for more letters.
    number, name = tempfile.mkstemp(prefix=UNFINISHED, dir=path.parent)
    try:
        with os.fdopen(number, "wb") as stream:
            write(stream)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, _mode(path))
        (os.replace if replace else _place)(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def write_text(to: str | Path, text: str) -> None:
    """Write `text` in UTF-8. Raises: OSError."""
    write_whole(to, lambda stream: stream.write(text.encode()))


def _place(name: str, path: Path) -> None:
    """Give a file its name, which no other has. Raises: FileExistsError."""
    try:
        os.link(name, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links: the moment between is not to be had
        if path.exists():
            raise FileExistsError(None, "it is there already") from None
        os.replace(name, path)
        return
    os.unlink(name)


def _mode(path: Path) -> int:
    """For whom a file is: as the one before it was, else as any new one."""
    with suppress(OSError):
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
