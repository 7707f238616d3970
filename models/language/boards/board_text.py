"""Boards as people type them: `8`, `8x10`, or a map of a line (or `/`) a row."""

from __future__ import annotations

import re

from ..errors import ModelError
from .board import Board
from .families import SquaresLike

_SIZE = re.compile(r"\s*(\d{1,6})\s*(?:[xX×*]\s*(\d{1,6})\s*)?", re.ASCII)
MOST_SQUARES = 250_000
"""The most squares of a board: more could not even be listed in reasonable time."""


def read_board(
    text: str | int,
    *,
    wrap: bool = False,
    holes: SquaresLike = (),
    walls: SquaresLike = (),
    files: bool = False,
) -> Board:
    """The board that `text` says: a size, rows by columns, a map, or with `files` a map's path.

    Raises: ModelError for anything else.
    """
    size = _SIZE.fullmatch(str(text))
    if size:
        rows, columns = int(size[1]), int(size[2] or size[1])
        if rows * columns > MOST_SQUARES:
            raise ModelError(f"a board of {rows}×{columns} squares is too large; write e.g. 8x10")
        return Board(rows, columns, wrap=wrap, holes=holes, walls=walls)
    drawn = str(text)
    if files:
        drawn = _map_in(drawn)
    elif not {"\n", "/"} & set(drawn.strip(" \t")):
        raise _no_board(text)
    if holes or walls:
        raise ModelError("a map draws its own holes (.) and walls (#); draw them there")
    return Board.from_map(drawn, wrap=wrap)


def _map_in(text: str) -> str:
    """The map in the file `text`, or else `text` as a map."""
    import os
    from pathlib import Path

    if os.path.isfile(text):
        try:
            return Path(text).read_text("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise ModelError(f"{text} cannot be read as a map: {error}") from None
    if text.startswith(("./", "../", "~")) or text.endswith((".txt", ".map")):
        raise ModelError(f"there is no file {text}; write a map's path, or a map such as AAB/ABB")
    if "/" not in text and "\n" not in text:
        raise _no_board(text)
    return text


def _no_board(text: object) -> ModelError:
    return ModelError(
        f"{str(text)!r} is no board; write a size such as 8 or 8x10, or a map such as AAB/ABB"
    )
