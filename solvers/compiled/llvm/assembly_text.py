"""LLVM assembly as text: instructions, blocks and the machine types of expressions.

Text is quicker to build than a tree of instruction objects, and nothing is imported for it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ..common.code import FLAG, INTEGER, Kind

_MACHINE_WORDS = (32, 64, 128, 256)
WIDEST = _MACHINE_WORDS[-1]
"""The bits of the widest word that is compiled."""


def machine_bits(kind: Kind) -> int:
    """The bits of the machine integer that holds an expression of this kind."""
    if kind == FLAG:
        return 1
    return 64 if kind == INTEGER else next(bits for bits in _MACHINE_WORDS if bits >= kind)


def machine_type(kind: Kind) -> str:
    """The type of an expression of this kind: i1, i32, i64, i128 or i256."""
    return f"i{machine_bits(kind)}"


class Text:
    """A function in the making, written from top to bottom, and the constants beside it."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._constants: dict[tuple[str, tuple[int, ...]], str] = {}
        self._functions: dict[str, str] = {}
        self._names = 0

    def fresh(self) -> str:
        """A name that nothing has yet."""
        self._names += 1
        return f"v{self._names}"

    def run(self, instruction: str) -> None:
        """Append an instruction without a result."""
        self.lines.append(f"  {instruction}")

    def let(self, instruction: str) -> str:
        """Append an instruction; its result."""
        name = f"%{self.fresh()}"
        self.lines.append(f"  {name} = {instruction}")
        return name

    def block(self, label: str) -> None:
        """Begin a block."""
        self.lines.append(f"{label}:")

    def go(self, label: str) -> None:
        """End a block by going on at `label`."""
        self.run(f"br label %{label}")

    def part(self, flag: str, then: str, otherwise: str) -> None:
        """End a block by going on at one of two labels."""
        self.run(f"br i1 {flag}, label %{then}, label %{otherwise}")

    def call(self, name: str, bits: int, operand: str, more: str = "") -> str:
        """The result of an LLVM function of one integer, such as `ctpop`."""
        function = f"@llvm.{name}.i{bits}"
        kinds = f"i{bits}, i1" if more else f"i{bits}"
        self._functions[function] = f"declare i{bits} {function}({kinds})"
        return self.let(f"call i{bits} {function}(i{bits} {operand}{more})")

    def load(self, pointer: str, kind: str, index: str = "0") -> str:
        """The entry at an index of an array."""
        return self.let(f"load {kind}, ptr {self.place(pointer, kind, index)}")

    def place(self, pointer: str, kind: str, index: str | int) -> str:
        """The address of an entry of an array."""
        if str(index) == "0":
            return pointer
        return self.let(f"getelementptr inbounds {kind}, ptr {pointer}, i64 {index}")

    def constants(self, entries: Sequence[int], bits: int) -> str:
        """The name of an array of constants."""
        key = f"i{bits}", tuple(entries)
        return self._constants.setdefault(key, f"@table{len(self._constants)}")

    def resize(self, number: str, old: int, new: int, signed: bool = False) -> str:
        """`number` as an integer of `new` bits."""
        if not number.startswith("%"):
            return str(int(number) % (1 << new)) if new < old else number
        if old == new:
            return number
        wider = "sext" if signed else "zext"
        return self.let(f"{wider if new > old else 'trunc'} i{old} {number} to i{new}")

    def module(self, heading: str) -> str:
        """The whole module, with one function."""
        arrays = [_array(name, *key) for key, name in self._constants.items()]
        functions = self._functions.values()
        return "\n".join([*arrays, *functions, f"{heading} {{", *self.lines, "}", ""])


def _array(name: str, kind: str, entries: tuple[int, ...]) -> str:
    # As a string of bytes, which is read many times faster than a list of numbers.
    size = int(kind[1:]) // 8
    last = 1 << (8 * size)
    data = b"".join((entry % last).to_bytes(size, sys.byteorder) for entry in entries)
    text = "\\" + data.hex("\\")
    return f'{name} = private constant [{len(data)} x i8] c"{text}", align 32'
