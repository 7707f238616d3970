"""Writing a function in LLVM assembly, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple


class Value(NamedTuple):
    """A value of the assembly: its text, and its type, i64, i1 or ptr."""

    text: str
    type: str


class Writer:
    """The lines of a function; nothing is written behind the end of a block."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._number = 0
        self._ended = False

    def _run(self, line: str) -> None:
        if not self._ended:
            self._lines.append("  " + line)

    def _let(self, line: str, kind: str = "i64") -> Value:
        self._number += 1
        self._run(f"%t{self._number} = {line}")
        return Value(f"%t{self._number}", kind)

    def _label(self) -> str:
        self._number += 1
        return f"l{self._number}"

    def _begin(self, label: str) -> None:
        self._ended = False
        self._lines.append(f"{label}:")

    def _end(self, line: str) -> None:
        self._run(line)
        self._ended = True

    @contextmanager
    def _block(self, label: str, then: str) -> Iterator[None]:
        """A block of its own, which goes on at `then`."""
        self._begin(label)
        yield
        self._end(f"br label %{then}")

    def _room(self, name: str) -> str:
        """A place for an integer, of the function's frame."""
        self._lines.insert(0, f"  {name} = alloca i64")
        return name
