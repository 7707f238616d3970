"""Tests of clingo's rules as they are read: their loops, the items of lists, and values."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Container, Iterator, Sequence
from typing import Any

from ....models.language.constraints import MIRRORED
from ..families import LETTERS
from .clingo_predicates import CLINGO, SIGNS, NotSaid, atom_of, quoted

_ANY_WAY = re.compile(r"\|[^|]*\|\+\|[^|]*\| >= 1")
"""That two squares are not one, which their order says."""


def where(
    condition: ast.expr,
    said: Callable[[ast.expr], str],
    drawings: Container[str],
    clear: Callable[[str], str],
) -> list[str]:
    """The literals of the condition of a loop, whose terms are `said`. Raises: NotSaid.

    `clear` has the predicate that no gap is between squares of an array.
    """
    match condition:
        case ast.BoolOp(ast.And(), parts):
            found = [text for part in parts for text in where(part, said, drawings, clear)]
            are_apart = any(") < (" in text for text in found)
            return [text for text in found if not (are_apart and _ANY_WAY.fullmatch(text))]
        case ast.Call(ast.Name("is_clear"), [ast.Name(name), *numbers]):
            i, j, *centre = map(said, numbers)
            return [atom_of(clear(name), [*centre, "_", "_", i, j])]
        case ast.BoolOp(ast.Or(), parts):
            return [f"{'*'.join(f'({said(_difference(part))})' for part in parts)} = 0"]
        case ast.Compare(
            ast.Call(ast.Name("max"), sides), [ast.Eq() | ast.LtE() as sign], [ast.Constant(1)]
        ):
            found = [*map(said, sides)]
            least = [f"{'+'.join(found)} >= 1"] if isinstance(sign, ast.Eq) else []
            return [*(f"{one} <= 1" for one in found), *least]
        case ast.Compare(ast.Tuple(one), [ast.In()], [ast.Tuple(several)]):
            pairs = (getattr(pair, "elts", ()) for pair in several)
            ends = [",".join(map(said, pair)) for pair in (one, *pairs)]
            return [f"({ends[0]}) = ({';'.join(ends[1:])})"]
        case ast.Compare(one, [ast.In()], [ast.Tuple(several)]):
            return [f"{said(one)} = ({';'.join(map(said, several))})"]
        case ast.Compare(ast.Tuple(one), [ast.Lt()], [ast.Tuple(other)]):
            ends = [",".join(map(said, names)) for names in (one, other)]
            return [f"({ends[0]}) < ({ends[1]})"]
        case ast.Compare(ast.Tuple(names), [ast.NotEq() | ast.NotIn()], [pairs]):
            values = values_in(pairs)
            listed = values if isinstance(values[0], tuple) else [tuple(values)]
            pair = f"({','.join(map(said, names))})"
            return [f"{pair} != ({','.join(map(quoted, other))})" for other in listed]
        case ast.Compare(ast.Subscript(ast.Name(name), ast.Tuple(keys)), [ast.Eq()], [number]):
            if name in drawings:
                return [atom_of(name, [*map(said, (*keys, number))])]
        case ast.Compare(left, [operation], [right]) if type(operation) in SIGNS:
            text = SIGNS[type(operation)]
            return [f"{said(left)} {CLINGO.get(text, text)} {said(right)}"]
    raise NotSaid


def _difference(equal: ast.expr) -> ast.expr:
    """The difference of two sides that are equal. Raises: NotSaid for another condition."""
    match equal:
        case ast.Compare(left, [ast.Eq()], [right]):
            return ast.BinOp(left, ast.Sub(), right)
    raise NotSaid


def unparsed(node: ast.expr) -> str:
    """An expression of Python as one of clingo."""
    text = ast.unparse(node)
    for python, here in (
        (" ** ", "**"),
        (" % ", "\\"),
        (" // ", "/"),
        (" * ", "*"),
        (" + ", "+"),
        (" - ", "-"),
    ):
        text = text.replace(python, here)
    return text


def names_of(loop: ast.comprehension) -> list[str]:
    """The variables of a loop."""
    names: Any = loop.target.elts if isinstance(loop.target, ast.Tuple) else [loop.target]
    return [one.id.upper() for one in names]


class _Named(ast.NodeTransformer):
    """Squares by their names, where both numbers are known."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        match node:
            case ast.Call(ast.Name("square"), [ast.Constant(int(row)), ast.Constant(int(column))]):
                return ast.Constant(f"r{row}c{column}")
        return node


def named(node: ast.expr) -> ast.expr:
    """A square by its name, where both numbers are known; another expression as it is."""
    found: ast.expr = _Named().visit(copy.deepcopy(node))
    return found


def values_in(node: ast.expr) -> list[Any]:
    """The values of a list or range of constants. Raises: NotSaid for any other."""
    if any(isinstance(one, ast.List) and one is not node for one in ast.walk(node)):
        raise NotSaid
    node = named(node)
    try:
        if isinstance(node, ast.Call):
            return [*range(*map(ast.literal_eval, node.args))]
        return [*ast.literal_eval(node)]
    except ValueError:
        raise NotSaid from None


Item = tuple[ast.expr, list[ast.comprehension]]


def with_other_names(item: ast.expr, loops: list[ast.comprehension], used: Container[str]) -> Item:
    """The same item within the same loops, whose variables have names that are not used."""
    names = [name.lower() for loop in loops for name in names_of(loop)]
    free = (letter for letter in LETTERS if letter.upper() not in used)
    new, copied = dict(zip(names, free, strict=False)), copy.deepcopy((item, loops))
    if len(new) < len(names):
        raise NotSaid
    for part in (copied[0], *copied[1]):
        for node in ast.walk(part):
            if isinstance(node, ast.Name):
                node.id = new.get(node.id, node.id)
    return copied


def elements_of(items: ast.expr) -> Iterator[Item]:
    """The items of a list, each with the loops that make several of it."""
    match items:
        case ast.List(several):
            for item in several:
                if isinstance(item, ast.Starred):
                    yield from elements_of(item.value)
                else:
                    yield item, []
        case ast.ListComp(item, loops) | ast.GeneratorExp(item, loops):
            if any(map(_repeats, loops)):
                raise NotSaid
            yield item, loops
        case _:
            raise NotSaid


def _repeats(loop: ast.comprehension) -> bool:
    """True for a loop that comes to a value twice, which a pool of clingo has once."""
    values = loop.iter.elts if isinstance(loop.iter, ast.List | ast.Tuple) else []
    return len({*map(ast.dump, values)}) < len(values)


def separates(node: ast.expr, names: Sequence[str]) -> bool:
    """True if each choice of values of loops makes another variable of an expression."""
    key = node.slice if isinstance(node, ast.Subscript) else ast.Tuple([])
    keys = key.elts if isinstance(key, ast.Tuple) else [key]
    plain = {one.id.upper() for one in keys if isinstance(one, ast.Name)}
    return plain >= {*names}


def of_extreme(left: ast.expr, sign: str, right: ast.expr) -> ast.BoolOp | None:
    """A comparison with an extreme by those with all that it is of; None for another."""
    if isinstance(left, ast.Call):
        left, sign, right = right, MIRRORED[sign], left
    match right:
        case ast.Call(ast.Name("max" | "min" as which), items) if sign not in ("==", "!="):
            relation = next(kind for kind, said in SIGNS.items() if said == sign)
            several: list[ast.expr] = [ast.Compare(left, [relation()], [one]) for one in items]
            of_all = (which == "max") == (sign[0] == ">")
            return ast.BoolOp(ast.And() if of_all else ast.Or(), several)
    return None
