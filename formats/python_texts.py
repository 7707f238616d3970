"""Expressions of Python as rules of ours, read by the grammar of rules where both mean the same.

Over whole numbers that is `+ - * // %`, comparisons, also in chains, `in` a list of constants,
`and`, `or`, `not`, `abs`, `min` and `max`; texts may be compared by `==`, `!=` and `in`. A divisor
must not take the value 0, or stand behind `u == 0 or` or `u != 0 and`: Python raises an error where
ours would only be false.

>>> from everyway.models import integer
>>> u, t = integer("u", 0, 4), integer("t", 1, 4)
>>> known = {"u": (u, range(5)), "t": (t, range(1, 5))}
>>> in_terms(ast.parse("u == 0 or t % u == 0", mode="eval").body, known)
(u == 0) | (t % u == 0)
>>> in_terms(ast.parse("t / 2 == 1", mode="eval").body, known) is None
True
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import Any

from ..models.language.constraints import Constraint
from ..models.language.errors import ModelError
from ..models.language.expressions import Variable
from ..models.language.files.variable_rules import Reader
from ..models.language.model import Model

Known = Mapping[str, tuple[Variable, Iterable[Any]]]
"""By its name in the text, each variable and the values of Python that it takes."""
_RELATIONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_CALLS = ("abs", "min", "max")
_BRACKETS = str.maketrans("[]{}", "()()")


def in_terms(tree: ast.expr, known: Known) -> Constraint | None:
    """The constraint that a condition over `known` states; None if no terms say the same."""
    same = _Same(known)
    try:
        if not same.is_condition(tree, same.nonzero):
            return None
        text = ast.unparse(tree).translate(_BRACKETS)  # the grammar's list stands in round ones
        model = Model("a text", *(variable for variable, _ in known.values()))
        found = Reader(text, model).constraint()
        _ = model + found  # which refuses numbers that are too large
    except (ModelError, RecursionError):
        return None
    return found


class _Same:
    """Tests of expressions of Python for meaning the same as rules of ours.

    `nonzero` holds the variables that cannot be 0 where an expression is evaluated.
    """

    def __init__(self, known: Known) -> None:
        self._known = known
        self._numbers = {name for name, (variable, _) in known.items() if not variable.labelled}
        self._texts = {n for n, (one, values) in known.items() if {*one.domain} == {*values}}
        self._texts -= self._numbers
        self.nonzero = frozenset(n for n in self._numbers if 0 not in known[n][0].domain)

    def is_condition(self, node: ast.expr, nonzero: frozenset[str]) -> bool:
        """True if `node` is 0 or 1, or False or True, and the same in both."""
        match node:
            case ast.Name(name):
                return name in self._numbers  # of which the grammar takes those of 0 and 1
            case ast.UnaryOp(ast.Not(), operand):
                return self.is_condition(operand, nonzero)
            case ast.BoolOp(op, values):
                guard = ast.Eq if isinstance(op, ast.Or) else ast.NotEq
                for value in values:
                    if not self.is_condition(value, nonzero):
                        return False
                    match value:
                        case ast.Compare(ast.Name(name), [of], [ast.Constant(0)]):
                            nonzero |= {name} if isinstance(of, guard) else set()
                        case _:
                            pass
                return True
            case ast.Compare(
                left,
                [ast.In() | ast.NotIn()],
                [ast.Tuple(listed) | ast.List(listed) | ast.Set(listed)],
            ):
                return self._are_equated([left, *listed], nonzero)
            case ast.Compare(left, ops, rights) if all(type(op) in _RELATIONS for op in ops):
                if all(isinstance(op, ast.Eq | ast.NotEq) for op in ops):
                    return self._are_equated([left, *rights], nonzero)
                return self._are_numbers([left, *rights], nonzero)
        return False

    def _are_equated(self, nodes: list[ast.expr], nonzero: frozenset[str]) -> bool:
        return all(map(self._is_text, nodes)) or self._are_numbers(nodes, nonzero)

    def _are_numbers(self, nodes: list[ast.expr], nonzero: frozenset[str]) -> bool:
        return all(self._is_number(node, nonzero) for node in nodes)

    def _is_text(self, node: ast.expr) -> bool:
        match node:
            case ast.Name(name):
                return name in self._texts
            case ast.Constant(str(value)):
                plain = repr(value)[1:-1] == value.translate(_BRACKETS)
                return plain and "".join(value.split()) not in self._known
        return False

    def _is_number(self, node: ast.expr, nonzero: frozenset[str]) -> bool:
        match node:
            case ast.Constant(value):
                return type(value) is int
            case ast.Name(name):
                return name in self._numbers
            case ast.UnaryOp(ast.USub() | ast.UAdd(), operand):
                return self._is_number(operand, nonzero)
            case ast.BinOp(left, ast.FloorDiv() | ast.Mod(), right):
                return _is_never_0(right, nonzero) and self._are_numbers([left, right], nonzero)
            case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult(), right):
                return self._are_numbers([left, right], nonzero)
            case ast.Call(ast.Name(name), terms, []) if name not in self._known:
                fits = len(terms) == 1 if name == "abs" else len(terms) > 1
                return name in _CALLS and fits and self._are_numbers(terms, nonzero)
        return self.is_condition(node, nonzero)


def _is_never_0(node: ast.expr, nonzero: frozenset[str]) -> bool:
    match node:
        case ast.Constant(value):
            return bool(value)
        case ast.Name(name):
            return name in nonzero
        case ast.BinOp(left, ast.Mult(), right):
            return _is_never_0(left, nonzero) and _is_never_0(right, nonzero)
    return False
