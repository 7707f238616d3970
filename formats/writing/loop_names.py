"""Names for the variables of loops in texts of Python, by what is done with them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Set
from itertools import count
from typing import Any

from .families import LETTERS

_SQUARES = (("r", "c"), ("row", "column"))
"""The names of the row and the column of a square, those that are preferred first."""
_SQUARE = _SQUARES[1]
_ARGUMENTS = {
    "rule": ("label",),
    "regular": ("terms", "steps", "start", "last"),
    "accepts": ("terms", "steps", "start", "last"),
    "add_automaton": ("terms", "start", "last", "moves"),
    "add_pattern": ("terms", "pattern"),
    "fits": ("terms", "pattern"),
    "from_values": ("numbers",),
    "rows": ("length", "pattern"),
    "squares_at": ("squares",),
    "allowed": ("terms", "table"),
    "add_allowed_assignments": ("terms", "table"),
    "Table": ("terms", "table"),
    "InDomain": ("term", "values"),
    "count": ("value",),
    "ExactSumConstraint": ("total",),
    "MaxSumConstraint": ("most",),
    "MinSumConstraint": ("least",),
    "among": ("terms", "values", "number"),
    **dict.fromkeys(("exactly", "at_most", "at_least"), ("terms", "value", "number")),
}
"""The names of what functions are given, in order."""
_COMPARED = {
    ast.Eq: ("value", "value"),
    ast.NotEq: ("value", "value"),
    ast.Lt: ("most", "least"),
    ast.LtE: ("most", "least"),
    ast.Gt: ("least", "most"),
    ast.GtE: ("least", "most"),
}
"""The names of the right side of a comparison, and of the left one."""
_OTHERWISE = {"total": "target", "steps": "moves", "most": "limit", "least": "limit"}
"""Names instead of those that are taken."""
_Loops = (ast.For, ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)


def squares_of(taken: Set[str]) -> tuple[str, str]:
    """The names of the row and the column of a square."""
    return next((two for two in _SQUARES if taken.isdisjoint(two)), ("i", "j"))


def speaking(source: str, taken: Set[str], boards: Set[str]) -> str:
    """Statements, a line each, in which the variables of loops are called by what they are.

    None has a name that is `taken`. The items of `boards` have a row and a column.
    """
    return _Speaking(source, taken, boards).text() if "for " in source else source


class _Speaking:
    """Chooses the names of the loops of a source, the outermost first."""

    def __init__(self, source: str, taken: Set[str], boards: Set[str]) -> None:
        self._lines, self._taken, self._boards = source.split("\n"), taken, boards
        every = [*ast.walk(ast.parse(source))]
        self._parents = {part: one for one in every for part in ast.iter_child_nodes(one)}
        self._loops: dict[ast.AST, dict[str, tuple[ast.AST, int | None]]] = {
            one: _variables(one) for one in every if isinstance(one, _Loops)
        }
        """The variables of each loop, each with what it goes through."""
        bound = {name for variables in self._loops.values() for name in variables}
        used = {getattr(one, "id", getattr(one, "arg", "")) for one in every}
        self._words = used - bound
        self._uses = {
            loop: {name: self._used(loop, name) for name in variables}
            for loop, variables in self._loops.items()
        }
        uses = (one for loop in self._uses.values() for one in loop.values())
        is_relation = any(one.issuperset(_SQUARE) for one in uses)
        names = () if is_relation else squares_of(taken | self._words)
        self._squares = dict(zip(_SQUARE, names, strict=False))
        """The names of rows and columns, unless some variable is of both."""
        self._new: dict[ast.AST, dict[str, str]] = {}
        """The names that each loop has, by those that it had."""

    def text(self) -> str:
        lines = [line.encode() for line in self._lines]
        found: dict[tuple[int, int], tuple[str, str]] = {}
        for loop in self._loops:
            self._new[loop] = new = self._names(loop)
            for one in ast.walk(loop):
                name = getattr(one, "id", getattr(one, "arg", ""))
                if isinstance(one, ast.Name | ast.arg) and name in new:
                    found[one.lineno - 1, one.col_offset] = name, new[name]
        for (number, start), (old, name) in sorted(found.items(), reverse=True):
            line = lines[number]
            lines[number] = line[:start] + name.encode() + line[start + len(old) :]
        return "\n".join(line.decode() for line in lines)

    def _names(self, loop: ast.AST) -> dict[str, str]:
        """The new names of the variables of a loop."""
        around = [name for one in self._outside(loop) for name in self._new.get(one, {}).values()]
        used = {*around, *self._words}
        wanted = {name: self._role(loop, name, used) for name in self._loops[loop]}
        several = [*wanted.values()]
        numbers = {role: count(1) for role in self._squares.values() if several.count(role) > 1}
        wanted |= {n: f"{r}{next(numbers[r])}" for n, r in wanted.items() if r in numbers}
        several = [*wanted.values(), *used, *self._taken]
        new = {n: role for n, role in wanted.items() if role and several.count(role) == 1}
        used |= {*new.values()}
        letters = (one for one in LETTERS if one not in used and one not in self._taken)
        return {name: new.get(name) or next(letters) for name in wanted}

    def _outside(self, node: ast.AST) -> Iterator[ast.AST]:
        while (found := self._parents.get(node)) is not None:
            yield (node := found)

    def _role(self, loop: ast.AST, name: str, used: set[str]) -> str:
        """The name that says what a variable is; empty if it stays a letter."""
        uses, of_table = self._uses[loop][name], bool(self._column(self._loops[loop][name]))
        of_square = uses & self._squares.keys()
        role = next(iter(of_square or uses), "") if len(of_square or uses) == 1 else ""
        if role in _SQUARE or not of_table:
            role = self._squares.get(role, "")
        names = (role, _OTHERWISE.get(role, ""))
        return next((one for one in names if one not in used and one not in self._taken), "")

    def _used(self, loop: ast.AST, name: str) -> set[str]:
        """The names that the uses of a variable give it."""
        column = self._column(self._loops[loop][name])
        return {
            self._use(one, column)
            for one in ast.walk(loop)
            if isinstance(one, ast.Name) and (one.id, type(one.ctx)) == (name, ast.Load)
            if not isinstance(self._parents[one], ast.arguments)
        }

    def _column(self, over: tuple[ast.AST, int | None]) -> list[ast.AST]:
        """The values of a variable, if it goes through a table."""
        table, place = over
        if isinstance(table, ast.Name):
            outer = (self._loops.get(one, {}).get(table.id) for one in self._outside(table))
            listed = next((self._column(one) for one in outer if one), [])
            return list(getattr(listed[0], "elts", ())) if listed else []
        rows: list[ast.AST] = [*table.elts] if isinstance(table, ast.List) else []
        return rows if place is None else [getattr(one, "elts", ())[place] for one in rows]

    def _use(self, node: ast.AST, column: list[ast.AST]) -> str:
        """The name that one use of a variable gives it."""
        part, parent = node, self._parents[node]
        while isinstance(parent, ast.BinOp | ast.UnaryOp | ast.Slice):
            part, parent = parent, self._parents[parent]
        is_alone = part is node
        if isinstance(parent, ast.Tuple):
            two, part, parent = parent.elts, parent, self._parents[parent]
            if isinstance(parent, ast.Subscript) and parent.slice is part and len(two) == 2:
                on_board = _name(parent.value) in self._boards
                inside = [node in ast.walk(one) for one in two]
                return "" if not on_board else "row" if inside[0] else "column"
            return ""
        match parent:
            case ast.Subscript() if parent.slice is part:
                are_keys = is_alone and not any(_is_number(one) for one in column)
                return "key" if are_keys else ""
            case ast.comprehension(ast.Name(item), over, []) if over is part:
                return self._several(self._parents[parent], item)
            case ast.Compare(left, [relation], [right]) if type(relation) in _COMPARED:
                role = _COMPARED[type(relation)][part is left]
                is_sum = _is_sum(right if part is left else left)
                return "total" if is_sum and isinstance(relation, ast.Eq) else role
            case ast.List([_]) if isinstance(self._parents[parent], ast.Call):
                return self._argument(self._parents[parent], parent)
            case ast.Call():
                return self._argument(parent, part) if is_alone else ""
        around = self._parents[node]
        is_factor = isinstance(around, ast.BinOp) and isinstance(around.op, ast.Mult)
        return "factor" if is_factor else ""

    def _several(self, loop: ast.AST, item: str) -> str:
        """The name of a list of the keys of one group."""
        uses = [one for one in ast.walk(loop) if isinstance(one, ast.Name) and one.id == item]
        over = [self._parents[one] for one in uses if isinstance(one.ctx, ast.Load)]
        groups = {_name(one.value) if isinstance(one, ast.Subscript) else "" for one in over}
        only = groups.pop() if len(groups) == 1 else ""
        is_no_noun = only in self._boards and only.endswith("ed")
        return "squares" if is_no_noun else _plural(only)

    def _argument(self, call: Any, part: ast.AST) -> str:
        names = _ARGUMENTS.get(_name(call.func), ())
        place = call.args.index(part) if part in call.args else len(names)
        return names[place] if place < len(names) else ""


def _variables(loop: Any) -> dict[str, tuple[ast.AST, int | None]]:
    """The letters of a loop, each with what it goes through, and its place in rows of that."""
    found: dict[str, tuple[ast.AST, int | None]] = {}
    for one in [loop] if isinstance(loop, ast.For) else loop.generators:
        target: Any = one.target
        several = isinstance(target, ast.Tuple)
        every = target.elts if several else [target]
        names = [part for one in every for part in getattr(one, "elts", [one])]
        pairs = (
            (_name(name), (one.iter, place if several else None))
            for place, name in enumerate(names)
        )
        found |= {name: over for name, over in pairs if name in LETTERS}
    return found


def _name(node: ast.AST) -> str:
    return getattr(node, "id", getattr(node, "attr", ""))


def _is_number(node: ast.AST) -> bool:
    return isinstance(getattr(node, "value", getattr(node, "operand", None)), int | ast.Constant)


def _is_sum(node: ast.AST) -> bool:
    called = isinstance(node, ast.Call) and _name(node.func) in ("sum", "total", "count")
    return called or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add))


def _plural(name: str) -> str:
    """The name of several items of a group."""
    if re.search(r"[^aeiou]y$", name):
        return f"{name[:-1]}ies"
    if name.endswith(("s", "ed")):  # as if it were several already, or no noun
        return "keys"
    return f"{name}es" if re.search(r".(x|z|ch|sh)$", name) else f"{name}s" if name else ""
