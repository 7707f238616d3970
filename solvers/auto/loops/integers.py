"""Arithmetic of integers as LLVM instructions, with Python's meaning of division and remainder.

What comes out is always within the bounds of its expression, also where a divisor is 0 and the
result is not used: so what is built on it may rely on the bounds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from ..common.code import FLAG, INTEGER, Apply, Bounds, Call, Code, Constant, Kind, Program
from ..common.slots import computed, expressions

# --------------- LLVM assembly as text: instructions, blocks and the machine types of expressions.
#
# Text is quicker to build than a tree of instruction objects, and nothing is imported for it.


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


LIMIT = 1 << 62
"""Integers from -LIMIT to LIMIT are compiled."""

_DIRECT = {"+": "add", "-": "sub", "*": "mul"}
_RELATIONS = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle"}
_EXTREMES = {"min": "slt", "max": "sgt"}
_HALF = 1 << 31


def direct(text: Text, node: Apply, left: str, right: str) -> str:
    """A sum, a difference or a product."""
    return text.let(f"{_DIRECT[node.operator]} i64 {left}, {right}")


def extreme(text: Text, node: Apply, left: str, right: str) -> str:
    """The lesser or the greater of two."""
    flag = text.let(f"icmp {_EXTREMES[node.operator]} i64 {left}, {right}")
    return text.let(f"select i1 {flag}, i64 {left}, i64 {right}")


def relation(text: Text, node: Apply, left: str, right: str) -> str:
    """A comparison of two integers or two flags."""
    kind = "i64" if node.operands[0].kind == INTEGER else "i1"
    return text.let(f"icmp {_RELATIONS[node.operator]} {kind} {left}, {right}")


def divide(text: Text, node: Apply, left: str, right: str) -> str:
    """`left // right` or `left % right`."""
    low, high = node.operands[1].bounds
    if not low <= 0 <= high:
        return _in_fewest_bits(text, node, left, right)
    zero = text.let(f"icmp eq i64 {right}, 0")
    safe = text.let(f"select i1 {zero}, i64 1, i64 {right}")
    found = _in_fewest_bits(text, node, left, safe)
    return text.let(f"select i1 {zero}, i64 {node.bounds[0]}, i64 {found}")


def _in_fewest_bits(text: Text, node: Apply, left: str, right: str) -> str:
    # Division of 32 bits is several times quicker on many machines.
    ends = [end for operand in node.operands for end in operand.bounds]
    bits = 32 if all(-_HALF < end < _HALF for end in ends) else 64
    a, b = text.resize(left, 64, bits), text.resize(right, 64, bits)
    return text.resize(_divided(text, node, a, b, bits), bits, 64, signed=True)


def _divided(text: Text, node: Apply, left: str, right: str, bits: int) -> str:
    dividend, divisor = node.operands
    if isinstance(divisor, Constant) and divisor.number.bit_count() == 1 and divisor.number > 0:
        return _by_power_of_two(text, node, left, divisor.number, bits)
    if dividend.bounds[0] >= 0 and divisor.bounds[0] >= 0:
        operator = "udiv" if node.operator == "//" else "urem"
        return text.let(f"{operator} i{bits} {left}, {right}")
    return _rounded_down(text, node, left, right, bits)


def _by_power_of_two(text: Text, node: Apply, left: str, divisor: int, bits: int) -> str:
    if node.operator == "//":
        return text.let(f"ashr i{bits} {left}, {divisor.bit_length() - 1}")
    return text.let(f"and i{bits} {left}, {divisor - 1}")


def _rounded_down(text: Text, node: Apply, left: str, right: str, bits: int) -> str:
    # The machine rounds to 0: one step further down where that is up and something is left over.
    kind = f"i{bits}"
    rest = text.let(f"srem {kind} {left}, {right}")
    signs = text.let(f"xor {kind} {rest}, {right}")
    opposite = text.let(f"icmp slt {kind} {signs}, 0")
    something = text.let(f"icmp ne {kind} {rest}, 0")
    off = text.let(f"and i1 {opposite}, {something}")
    if node.operator == "%":
        more = text.let(f"select i1 {off}, {kind} {right}, {kind} 0")
        return text.let(f"add {kind} {rest}, {more}")
    quotient = text.let(f"sdiv {kind} {left}, {right}")
    step = text.let(f"sext i1 {off} to {kind}")
    return text.let(f"add {kind} {quotient}, {step}")


def clamped(text: Text, number: str, bounds: Bounds, low: int, high: int) -> str:
    """`number`, or the nearer of `low` and `high` where it is outside."""
    if bounds[0] < low:
        flag = text.let(f"icmp slt i64 {number}, {low}")
        number = text.let(f"select i1 {flag}, i64 {low}, i64 {number}")
    if bounds[1] > high:
        flag = text.let(f"icmp sgt i64 {number}, {high}")
        number = text.let(f"select i1 {flag}, i64 {high}, i64 {number}")
    return number


def inside(text: Text, number: str, size: int) -> str:
    """A flag: `number` is one of 0 to size - 1."""
    return text.let(f"icmp ult i64 {number}, {size}")


def fits(code: Code) -> bool:
    """True if every value of an expression is small enough."""
    return code.kind != INTEGER or -LIMIT <= code.bounds[0] <= code.bounds[1] <= LIMIT


INTEGERS: dict[str, Callable[[Text, Apply, str, str], str]] = {
    **dict.fromkeys(_DIRECT, direct),
    **dict.fromkeys(_EXTREMES, extreme),
    **dict.fromkeys(_RELATIONS, relation),
    "//": divide,
    "%": divide,
}


# ---------------------------------------------------------------------------------------- refusals
# Refuses programs that machine code cannot search, without loading what makes machine code.


class NotCompilable(Exception):
    """A program that machine code cannot search; the message says why."""


def refuse(program: Program) -> None:
    """Refuse what machine code cannot search.

    Raises:
        NotCompilable: with the reason.
    """
    if not program.possible or not program.levels:
        raise NotCompilable("nothing is left to be chosen")
    if max(map(abs, values_of(program))) > LIMIT:
        raise NotCompilable("a variable's values do not fit 64 bits")
    if program.width > WIDEST:
        raise NotCompilable(f"a variable has more than {WIDEST} candidates")
    if any(level.wide for level in program.levels):
        raise NotCompilable("a variable has too many candidates for a word of bits")
    chosen = (code for lv in program.levels for code in (lv.bit, lv.index, lv.value))
    for code in expressions([*chosen, *chain.from_iterable(map(computed, program.levels))]):
        _refuse_code(code)


def _refuse_code(code: Code) -> None:
    if isinstance(code, Call):
        raise NotCompilable("a predicate is a function of Python")
    if not fits(code):
        raise NotCompilable("a number in between does not fit 64 bits")
    if code.kind > WIDEST:
        raise NotCompilable(f"a set in between takes more than {WIDEST} bits")


def values_of(program: Program) -> Iterator[int]:
    """The values that rows may hold, or bounds of them."""
    yield from program.fixed.values()
    for level in program.levels:
        highest = level.domain.bit_length() - 1
        yield from level.values or (level.low, level.low + highest)
