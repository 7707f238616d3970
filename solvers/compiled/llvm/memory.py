"""Reads and writes of the state by machine code.

The state is written as the search goes, so that it can stop anywhere without saving anything, and
go on without computing anything again. That costs no more than the stack of a recursion would.
"""

from __future__ import annotations

from ..common.code import FLAG, Kind, Register
from .assembly_text import Text, machine_type
from .state import Layout
from .words_of_bits import Value

_ALIGNED = 8


class Memory:
    """The places of left candidates and kept registers."""

    def __init__(self, text: Text, layout: Layout) -> None:
        self._text, self._layout = text, layout
        self._is_clean: dict[Register, bool] = {}

    def left(self, level: int) -> str:
        """The candidates of a level that were not tried."""
        return self._load(self._layout.left[level], self._layout.width)

    def keep_left(self, level: int, candidates: str) -> None:
        """Store the candidates of a level that were not tried."""
        self._store(self._layout.left[level], self._layout.width, candidates)

    def load(self, register: Register) -> Value:
        """A kept register."""
        number = self._load(self._layout.offsets[register], register.kind)
        if register.kind == FLAG:
            number = self._text.resize(number, 8, 1)
        return Value(number, self._is_clean.get(register, True))

    def keep(self, register: Register, value: Value) -> None:
        """Store a register."""
        self._is_clean[register] = value.clean
        is_flag = register.kind == FLAG
        number = self._text.resize(value.text, 1, 8) if is_flag else value.text
        self._store(self._layout.offsets[register], register.kind, number)

    def _load(self, offset: int, kind: Kind) -> str:
        place = self._text.place("%state", "i64", offset)
        return self._text.let(f"load {_stored(kind)}, ptr {place}, align {_ALIGNED}")

    def _store(self, offset: int, kind: Kind, number: str) -> None:
        place = self._text.place("%state", "i64", offset)
        self._text.run(f"store {_stored(kind)} {number}, ptr {place}, align {_ALIGNED}")


def _stored(kind: Kind) -> str:
    return "i8" if kind == FLAG else machine_type(kind)
