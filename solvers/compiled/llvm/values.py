"""Expressions as LLVM instructions: each is written once between two places that can be entered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..common.code import FLAG, INTEGER, Apply, Code, Constant, Kind, Level, Lookup, Register
from ..common.construct import add, integer
from ..common.construct import look_up as looked_up
from ..common.slots import operands
from .assembly_text import Text, machine_bits
from .integers import INTEGERS, clamped
from .words_of_bits import WORDS, Value, fitted

_SMALL = 64
_LOWEST = "lowest"
"""Our own operator: the number of the lowest bit of a word that is not empty."""


class Values:
    """The values known at one place of the function, and the writing of all others.

    `load` reads a register that was kept from above, one of `kept`.
    """

    def __init__(
        self, text: Text, kept: Mapping[Register, int], load: Callable[[Register], Value]
    ) -> None:
        self._text, self._kept, self._load = text, kept, load
        self._known: dict[Code, Value] = {}
        self._definitions: dict[Register, Code] = {}
        self._here: set[Register] = set()

    def forget(self) -> None:
        """Forget all but what was kept: the place that follows can be entered anew."""
        self._known.clear()
        self._here.clear()

    def define(self, register: Register, code: Code) -> None:
        """Give a register its code; it is written where it is first used."""
        self._definitions[register] = code
        self._here.add(register)

    def choose(self, level: Level, bit: str) -> None:
        """Set the three registers of a choice."""
        self._known[level.bit] = Value(bit)
        self._here.add(level.bit)
        ends = (0, level.domain.bit_length() - 1)
        self.define(level.index, Apply(INTEGER, ends, _LOWEST, (level.bit,)))
        if level.values is None:
            self.define(level.value, add(level.index, integer(level.low)))
        else:
            self.define(level.value, looked_up(level.values, level.index))

    def of(self, code: Code) -> Value:
        """The value of an expression; its unknown operands are written first."""
        stack = [code]
        while stack:
            if stack[-1] in self._known:
                stack.pop()
                continue
            missing = [part for part in self._parts(stack[-1]) if part not in self._known]
            stack += missing
            if not missing:
                self._known[stack[-1]] = self._write(stack[-1])
        return self._known[code]

    def number(self, code: Code) -> str:
        """The value of an expression that is no word, or of a word as it is."""
        return self.of(code).text

    def _parts(self, code: Code) -> Sequence[Code]:
        if isinstance(code, Register):
            return () if self._is_loaded(code) else (self._definitions[code],)
        return operands(code)

    def _is_loaded(self, register: Register) -> bool:
        return register not in self._here and register in self._kept

    def _write(self, code: Code) -> Value:
        match code:
            case Constant(kind=kind, number=number):
                return Value(str(number if kind <= 0 else number & ((1 << kind) - 1)))
            case Register() if self._is_loaded(code):
                return self._load(code)
            case Register(kind=kind):
                found = self._definitions[code]
                return fitted(self._text, self._known[found], found.kind, kind)
            case Apply(operands=parts):
                return _apply(self._text, code, [self._known[part] for part in parts])
            case Lookup():
                return _look_up(self._text, code, self._known[code.index].text)
        raise TypeError(f"{type(code).__name__} has no machine code")


def _apply(text: Text, node: Apply, values: Sequence[Value]) -> Value:
    if node.operator in INTEGERS:
        return Value(INTEGERS[node.operator](text, node, values[0].text, values[1].text))
    if node.operator in WORDS:
        return WORDS[node.operator](text, node, values)
    return Value(_OTHERS[node.operator](text, node, [value.text for value in values]))


def _junction(text: Text, node: Apply, flags: Sequence[str]) -> str:
    found = flags[0]
    for flag in flags[1:]:
        found = text.let(f"{node.operator} i1 {found}, {flag}")
    return found


def _not(text: Text, node: Apply, flags: Sequence[str]) -> str:
    return text.let(f"xor i1 {flags[0]}, 1")


def _integer(text: Text, node: Apply, flags: Sequence[str]) -> str:
    return text.let(f"zext i1 {flags[0]} to i64")


def _lowest(text: Text, node: Apply, words: Sequence[str]) -> str:
    bits = machine_bits(node.operands[0].kind)
    return text.resize(text.call("cttz", bits, words[0], ", i1 1"), bits, 64)


_OTHERS: dict[str, Callable[[Text, Apply, Sequence[str]], str]] = {
    "and": _junction,
    "or": _junction,
    "not": _not,
    "integer": _integer,
    _LOWEST: _lowest,
}


# ---------------------------------------------------------------------------------- tables


def _look_up(text: Text, node: Lookup, index: str) -> Value:
    entries = node.table.entries
    if not entries:
        return Value("0")
    place = clamped(text, index, node.index.bounds, 0, len(entries) - 1)
    if node.kind == FLAG and len(entries) <= _SMALL:
        ones = sum(1 << number for number, entry in enumerate(entries) if entry)
        return Value(text.resize(text.let(f"lshr i64 {ones}, {place}"), 64, 1))
    bits = entry_bits(entries, node.kind)
    if node.kind > 0:
        entries = tuple(entry & ((1 << node.kind) - 1) for entry in entries)
    name = text.constants(entries, bits)
    found = text.load(name, f"i{bits}", place)
    return Value(text.resize(found, bits, machine_bits(node.kind), signed=node.kind == INTEGER))


def entry_bits(entries: Sequence[int], kind: Kind = INTEGER) -> int:
    """The bits of the smallest machine integer that holds every entry."""
    if kind != INTEGER:
        return 8 if kind == FLAG else machine_bits(kind)
    furthest = max((entry if entry >= 0 else ~entry for entry in entries), default=0)
    return next((bits for bits in (8, 16, 32) if furthest >> (bits - 1) == 0), 64)
