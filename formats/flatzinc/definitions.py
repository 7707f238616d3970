"""The variables that a constraint gives a value to, so that an expression takes their place.

What MiniZinc marks with `defines_var`, and what a function such as `int_times(a, b, x)` says of its
last argument, needs no variable: nothing else is to be decided. Where definitions would go round
in a circle, one of the circle stays a variable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .syntax import Call, Ref

FUNCTIONS = frozenset(
    (
        *("int_plus", "int_minus", "int_times", "int_div", "int_mod", "int_min", "int_max"),
        *("int_abs", "int_pow", "int_negate", "bool2int", "array_bool_and", "array_bool_or"),
        *("array_int_element", "array_var_int_element"),
        *("array_bool_element", "array_var_bool_element", "bool_and", "bool_or"),
    )
)
"""Builtins that give their last argument a value."""
FIRST = frozenset(("array_int_minimum", "array_int_maximum"))
"""Builtins that give their first argument a value."""


class Arrays:
    """The arrays of a text by name, so that an argument is read whether it is named or written."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def items(self, argument: Any) -> list[Any]:
        """The items of an array."""
        found = self._values.get(argument) if isinstance(argument, Ref) else argument
        return found if isinstance(found, list) else [argument]

    def refs(self, arguments: Iterable[Any]) -> Iterator[Ref]:
        """The names of variables in arguments."""
        for argument in arguments:
            for item in self.items(argument):
                if isinstance(item, Ref):
                    yield item


def result_of(call: Call) -> Any:
    """The argument that a call gives a value to, if it is a function; else None."""
    if call.name in FIRST:
        return call.args[0] if call.args else None
    binary = call.name in ("bool_xor", "bool_eq", "bool_not") and len(call.args) == 3
    if call.args and (call.name.endswith("_reif") or call.name in FUNCTIONS or binary):
        return call.args[-1]
    if call.name == "bool_not" and len(call.args) == 2:
        return call.args[1]
    return None


def definitions(calls: Iterable[Call], arrays: Arrays, definable: Iterable[str]) -> dict[str, Call]:
    """The call that defines each variable of `definable` that one does, without a circle."""
    free, found = set(definable), dict[str, Call]()
    calls = list(calls)
    for call in calls:
        for note in call.notes:
            if isinstance(note, Call) and note.name == "defines_var" and note.args:
                _add(found, free, call, note.args[0], arrays)
    for call in calls:  # partial functions carry no note
        _add(found, free, call, result_of(call), arrays)
    return _without_circles(found, arrays)


def _add(found: dict[str, Call], free: set[str], call: Call, target: Any, arrays: Arrays) -> None:
    if not isinstance(target, Ref) or target not in free or target in found:
        return
    if any(other is call for other in (found.get(ref) for ref in arrays.refs(call.args))):
        return  # it defines another already
    if defines(call, target, arrays):
        found[target] = call


def defines(call: Call, target: Ref, arrays: Arrays) -> bool:
    """True if the value of `target` is an expression of the other arguments of `call`."""
    uses = list(arrays.refs(call.args)).count(target)
    if uses != 1:
        return False
    if result_of(call) is not None:
        return bool(result_of(call) == target)
    if call.name == "int_lin_eq" and len(call.args) == 3:
        factors, terms = arrays.items(call.args[0]), arrays.items(call.args[1])
        return target in terms and abs(factors[terms.index(target)]) == 1
    return False


def _without_circles(found: dict[str, Call], arrays: Arrays) -> dict[str, Call]:
    """The definitions but for one of each circle; visited with a loop, depth first."""
    state: dict[str, int] = {}
    for root in list(found):
        stack = [(root, False)]
        while stack:
            name, is_done = stack.pop()
            if is_done:
                state[name] = 2
            elif name in found and state.get(name) is None:
                state[name] = 1
                stack.append((name, True))
                inputs = [ref for ref in arrays.refs(found[name].args) if ref != name]
                if any(state.get(ref) == 1 for ref in inputs):
                    del found[name]
                else:
                    stack.extend((ref, False) for ref in inputs)
    return found
