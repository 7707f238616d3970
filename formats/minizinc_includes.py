"""The texts of MiniZinc files, and which others they include.

MiniZinc reads whatever a model includes, and shows lines of it in its errors. A model of somebody
else's must not have files read that do not lie beside it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from ..models.language.errors import ModelError

MOST_BYTES = 64_000_000
"""A text that is longer is refused, and MiniZinc writes no longer one."""
_TOKEN = re.compile(
    r'''%[^\n]*|/\*.*?\*/|(?P<include>\binclude\s*"(?P<path>(?:[^"\\\n]|\\.)*)")|"(?:[^"\\\n]|\\.)*"''',
    re.DOTALL,
)


def existing(given: str | os.PathLike[str]) -> Path:
    """The file of that name. Raises: ModelError where there is none."""
    file = Path(given)
    if file.is_dir():
        raise ModelError(f"{file} is a folder; name a file in it")
    if not file.is_file():
        raise ModelError(f"there is no file {os.fspath(given)}")
    return file


def text_of(file: Path) -> str:
    """The text of a file. Raises: ModelError where it is no text, or too long, or not there."""
    try:
        if file.stat().st_size > MOST_BYTES:
            megabytes = MOST_BYTES // 10**6
            raise ModelError(f"{file} has more than {megabytes} MB; flatten a smaller model")
        return file.read_text("utf-8")
    except OSError as error:
        raise ModelError(f"{file} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise ModelError(f"{file} is no UTF-8 text ({error})") from None


def refuse_outside(*files: Path) -> None:
    """Raises: ModelError, with the line, where a file includes one from elsewhere.

    That is neither beside or below the first of `files`, nor below the current folder, nor a file
    of MiniZinc's library.
    """
    homes = [files[0].resolve().parent, Path.cwd().resolve()]
    waiting, seen = [file.resolve() for file in files], set[Path]()
    while waiting:
        file = waiting.pop()
        if file in seen:
            continue
        seen.add(file)
        for line, written in _includes(text_of(file)):
            found = (file.parent / written).resolve()
            inside = any(found.is_relative_to(home) for home in homes)
            if "\\" in written or "\0" in written or not inside:
                raise ModelError(
                    f"{file}:{line}: include {written[:80]!r} leads outside the folder of the"
                    " model; copy the file beside it, or start in a folder that holds both"
                )
            if found.is_file():
                waiting.append(found)


def _includes(text: str) -> Iterator[tuple[int, str]]:
    """The files that a text includes, with the lines; not what stands in comments and strings."""
    for found in _TOKEN.finditer(text):
        if found["include"]:
            yield text.count("\n", 0, found.start()) + 1, found["path"]
