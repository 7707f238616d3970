"""Arithmetic of integers as LLVM instructions, with Python's meaning of division and remainder.

What comes out is always within the bounds of its expression, also where a divisor is 0 and the
result is not used: so what is built on it may rely on the bounds.
"""

from __future__ import annotations

from collections.abc import Callable

from ..common.code import INTEGER, Apply, Bounds, Code, Constant
from .assembly_text import Text

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
