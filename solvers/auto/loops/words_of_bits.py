"""Operations on words of bits as LLVM instructions.

A word lives in a machine integer that may be wider. The bits past its width are 0 where the word
is clean; they are cleared before anything that could see them: a move to the right, a count.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ..common import code as c
from ..common.code import FLAG, INTEGER, Apply, Bounds, Code, Kind, Level, Lookup, Register
from ..common.slots import operands
from .integers import INTEGERS, Text, clamped, inside, machine_bits

Numbers = Sequence["Value"]


class Value(NamedTuple):
    """An operand of instructions: a name or a number."""

    text: str
    clean: bool = True


def clean(text: Text, value: Value, kind: Kind) -> str:
    """A word without bits past its width."""
    bits = machine_bits(kind)
    if value.clean or kind == bits:
        return value.text
    return text.let(f"and i{bits} {value.text}, {(1 << kind) - 1}")


def fitted(text: Text, value: Value, old: Kind, new: Kind) -> Value:
    """A word of one width as a word of another."""
    if old == new or old in (FLAG, INTEGER):
        return value
    number = clean(text, value, old) if new > old else value.text
    resized = text.resize(number, machine_bits(old), machine_bits(new))
    return Value(resized, new > old or machine_bits(new) == new)


# -------------------------------------------------------------------------------- together


_TOGETHER: dict[str, tuple[str, Callable[[Sequence[bool]], bool]]] = {
    "&": ("and", any),
    "|": ("or", all),
}
"""The instruction of two words, and of which of them it is enough that they are clean."""


def _together(text: Text, node: Apply, values: Numbers) -> Value:
    left, right = _pair(text, node, values)
    operator, clean = _TOGETHER[node.operator]
    found = text.let(f"{operator} i{machine_bits(node.kind)} {left.text}, {right.text}")
    return Value(found, clean((left.clean, right.clean)))


def _complement(text: Text, node: Apply, values: Numbers) -> Value:
    (value,) = _pair(text, node, values)
    return Value(text.let(f"xor i{machine_bits(node.kind)} {value.text}, -1"), False)


def _pair(text: Text, node: Apply, values: Numbers) -> list[Value]:
    pairs = zip(values, node.operands, strict=True)
    return [fitted(text, value, operand.kind, node.kind) for value, operand in pairs]


def _mask(text: Text, node: Apply, values: Numbers) -> Value:
    return Value(text.let(f"sext i1 {values[0].text} to i{machine_bits(node.kind)}"), False)


def _select(text: Text, node: Apply, values: Numbers) -> Value:
    flag, *both = values
    one, other = (
        fitted(text, value, operand.kind, node.kind)
        for value, operand in zip(both, node.operands[1:], strict=True)
    )
    kind = f"i{machine_bits(node.kind)}"
    chosen = text.let(f"select i1 {flag.text}, {kind} {one.text}, {kind} {other.text}")
    return Value(chosen, one.clean and other.clean)


# ----------------------------------------------------------------------------------- moves


def _shift(text: Text, node: Apply, values: Numbers) -> Value:
    word, by = node.operands
    value, ends = fitted(text, values[0], word.kind, node.kind), by.bounds
    if ends[0] >= 0:
        return _left(text, node.kind, value, values[1].text, ends)
    if ends[1] <= 0:
        return _right(text, node.kind, value, values[1].text, ends)
    if node.kind + ends[1] <= 64 and ends[1] - ends[0] < 64:
        return _left_then_right(text, node.kind, value, values[1].text, ends)
    return _left_or_right(text, node.kind, value, values[1].text, ends)


def _left(text: Text, kind: Kind, value: Value, by: str, ends: Bounds) -> Value:
    return Value(_moved(text, "shl", value.text, kind, by, ends), kind == machine_bits(kind))


def _right(text: Text, kind: Kind, value: Value, by: str, ends: Bounds) -> Value:
    back = text.let(f"sub i64 0, {by}") if by.startswith("%") else str(-int(by))
    word = clean(text, value, kind)
    return Value(_moved(text, "lshr", word, kind, back, (-ends[1], -ends[0])))


def _left_then_right(text: Text, kind: Kind, value: Value, by: str, ends: Bounds) -> Value:
    # As far to the left as it can go, and back from there: no branch is needed.
    bits = machine_bits(kind)
    word = text.resize(clean(text, value, kind), bits, 64)
    moved = text.let(f"shl i64 {word}, {ends[1]}")
    back = text.let(f"sub i64 {ends[1]}, {by}")
    return Value(text.resize(text.let(f"lshr i64 {moved}, {back}"), 64, bits), kind == bits)


def _left_or_right(text: Text, kind: Kind, value: Value, by: str, ends: Bounds) -> Value:
    right = text.let(f"icmp slt i64 {by}, 0")
    to_left = clamped(text, by, ends, 0, ends[1])
    to_right = clamped(text, by, ends, ends[0], 0)
    one = _right(text, kind, value, to_right, (ends[0], 0)).text
    other = _left(text, kind, value, to_left, (0, ends[1])).text
    word = f"i{machine_bits(kind)}"
    chosen = text.let(f"select i1 {right}, {word} {one}, {word} {other}")
    return Value(chosen, kind == machine_bits(kind))


def _moved(text: Text, operator: str, word: str, kind: Kind, by: str, ends: Bounds) -> str:
    # Moved by 0 or more, as far as it may be: the machine itself moves by less than its width.
    bits = machine_bits(kind)
    amount, proven = _amount(text, by, ends, bits)
    moved = text.let(f"{operator} i{bits} {word}, {amount}")
    if proven:
        return moved
    flag = inside(text, by, bits)
    return text.let(f"select i1 {flag}, i{bits} {moved}, i{bits} 0")


def _amount(text: Text, by: str, ends: Bounds, bits: int) -> tuple[str, bool]:
    # What a word of `bits` bits can be moved by, and whether this is proven to be `by`.
    if 0 <= ends[0] and ends[1] < bits:
        return text.resize(by, 64, bits), True
    low = text.resize(by, 64, bits)
    return text.let(f"and i{bits} {low}, {bits - 1}"), False


# ------------------------------------------------------------------------------------ bits


def _bit(text: Text, node: Apply, values: Numbers) -> Value:
    return _single(text, node.kind, values[0].text, node.operands[0].bounds)


def _single(text: Text, kind: Kind, index: str, ends: Bounds) -> Value:
    bits = machine_bits(kind)
    amount, proven = _amount(text, index, ends, bits)
    moved = text.let(f"shl i{bits} 1, {amount}")
    if proven:
        return Value(moved, ends[1] < kind or kind == bits)
    flag = inside(text, index, kind)
    return Value(text.let(f"select i1 {flag}, i{bits} {moved}, i{bits} 0"))


def _has(text: Text, node: Apply, values: Numbers) -> Value:
    word, index = node.operands
    bits, number = machine_bits(word.kind), values[1].text
    amount, proven = _amount(text, number, index.bounds, bits)
    moved = text.let(f"lshr i{bits} {values[0].text}, {amount}")
    flag = text.resize(moved, bits, 1)
    if proven and index.bounds[1] < word.kind:
        return Value(flag)
    return Value(text.let(f"and i1 {flag}, {inside(text, number, word.kind)}"))


def _span(text: Text, node: Apply, values: Numbers) -> Value:
    low, high = node.operands
    if low is high:
        return _single(text, node.kind, values[0].text, low.bounds)
    bits = machine_bits(node.kind)
    parts = []
    if low.bounds[1] > 0:
        parts.append(_from(text, bits, values[0].text, low))
    if high.bounds[0] < node.kind - 1:
        parts.append(_up_to(text, bits, values[1].text, high))
    if len(parts) < 2:
        return Value(parts[0] if parts else "-1", False)
    return Value(text.let(f"and i{bits} {parts[0]}, {parts[1]}"), False)


def _from(text: Text, bits: int, number: str, low: Code) -> str:
    start = clamped(text, number, low.bounds, 0, bits)
    ends = max(low.bounds[0], 0), min(low.bounds[1], bits)
    return _moved(text, "shl", "-1", bits, start, ends)


def _up_to(text: Text, bits: int, number: str, high: Code) -> str:
    back = text.let(f"sub i64 {bits - 1}, {clamped(text, number, high.bounds, -1, bits - 1)}")
    ends = max(bits - 1 - high.bounds[1], 0), min(bits - 1 - high.bounds[0], bits)
    return _moved(text, "lshr", "-1", bits, back, ends)


def _population(text: Text, node: Apply, values: Numbers) -> Value:
    kind = node.operands[0].kind
    bits = machine_bits(kind)
    found = text.call("ctpop", bits, clean(text, values[0], kind))
    return Value(text.resize(found, bits, 64))


def _junction(text: Text, node: Apply, values: Numbers) -> Value:
    found = values[0].text
    for flag in values[1:]:
        found = text.let(f"{node.operator} i1 {found}, {flag.text}")
    return Value(found)


def _not(text: Text, node: Apply, values: Numbers) -> Value:
    return Value(text.let(f"xor i1 {values[0].text}, 1"))


def _integer(text: Text, node: Apply, values: Numbers) -> Value:
    return Value(text.let(f"zext i1 {values[0].text} to i64"))


def _lowest(text: Text, node: Apply, values: Numbers) -> Value:
    bits = machine_bits(node.operands[0].kind)
    return Value(text.resize(text.call("cttz", bits, values[0].text, ", i1 1"), bits, 64))


_LOWEST = "lowest"
"""Our own operator: the number of the lowest bit of a word that is not empty."""

WORDS: dict[str, Callable[[Text, Apply, Numbers], Value]] = {
    "&": _together,
    "|": _together,
    "~": _complement,
    "mask": _mask,
    "select": _select,
    "shift": _shift,
    "bit": _bit,
    "has": _has,
    "span": _span,
    "popcount": _population,
    "and": _junction,
    "or": _junction,
    "not": _not,
    "integer": _integer,
    _LOWEST: _lowest,
}


# ------------------------------------------------------------------------------------------ values
# Expressions as LLVM instructions: each is written once between two places that can be entered.


_SMALL = 64


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
            self.define(level.value, c.add(level.index, c.integer(level.low)))
        else:
            self.define(level.value, c.look_up(level.values, level.index))

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
            case c.Constant(kind=kind, number=number):
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
    return WORDS[node.operator](text, node, values)


# ---------------------------------------------------------------------------------- tables


def _look_up(text: Text, node: Lookup, index: str) -> Value:
    entries = node.entries
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
