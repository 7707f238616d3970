"""From expressions of the kernel's source to LLVM assembly."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType

from .assembly_writer import Value, Writer
from .machine_source import machine_words

_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "ashr",
}
_COMPARED: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "slt",
    ast.LtE: "sle",
    ast.Gt: "sgt",
    ast.GtE: "sge",
}
_INTRINSICS = {
    "ones": "call i64 @llvm.ctpop.i64(i64 {})",
    "lowest": "call i64 @llvm.cttz.i64(i64 {}, i1 true)",
    "highest": "call i64 @llvm.ctlz.i64(i64 {}, i1 true)",
    "min": "call i64 @llvm.smin.i64(i64 {}, i64 {})",
    "max": "call i64 @llvm.smax.i64(i64 {}, i64 {})",
    "abs": "call i64 @llvm.abs.i64(i64 {}, i1 false)",
}
_TYPES = {"int": "i64", "bool": "i1", "Memory": "ptr", "None": "void"}


class NotInTheSubset(Exception):
    """The kernel's source uses what is not translated."""


def signature(function: FunctionType) -> tuple[str, list[tuple[str, str]]]:
    """The type of the result, and names and types of the parameters."""
    types = {name: _TYPES[str(kind)] for name, kind in function.__annotations__.items()}
    result = types.pop("return")
    return result, list(types.items())


class Expressions(Writer):
    """Expressions of one function."""

    def __init__(self, function: FunctionType, memories: set[str], names: set[str]) -> None:
        super().__init__()
        self._function, self._globals = function, function.__globals__
        self._memories, self._locals = memories, names

    def _refuse(self, node: ast.AST) -> NotInTheSubset:
        line = getattr(node, "lineno", 0) + self._function.__code__.co_firstlineno - 1
        return NotInTheSubset(f"{self._function.__module__}, line {line}: {ast.unparse(node)}")

    def _integer(self, node: ast.expr) -> str:
        value = self._value(node)
        if value.type == "i1":
            return self._let(f"zext i1 {value.text} to i64").text
        return value.text

    def _flag(self, node: ast.expr) -> str:
        value = self._value(node)
        if value.type == "i64":
            return self._let(f"icmp ne i64 {value.text}, 0", "i1").text
        return value.text

    def _value(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant(bool(number)):
                return Value(str(int(number)), "i1")
            case ast.Constant(int(number)):
                return Value(str(number), "i64")
            case ast.Name(name):
                return self._name(node, name)
            case ast.Subscript():
                return self._let(f"load i64, ptr {self._place(node)}")
            case ast.BinOp(left, operator, right):
                return self._operation(node, operator, self._integer(left), self._integer(right))
            case ast.UnaryOp(ast.USub(), operand):
                return self._let(f"sub i64 0, {self._integer(operand)}")
            case ast.UnaryOp(ast.Invert(), operand):
                return self._let(f"xor i64 -1, {self._integer(operand)}")
            case ast.Compare(left, [operator], [right]):
                sides = f"{self._integer(left)}, {self._integer(right)}"
                return self._let(f"icmp {_COMPARED[type(operator)]} i64 {sides}", "i1")
            case ast.BoolOp() | ast.UnaryOp(ast.Not()) | ast.IfExp():
                return self._chosen(node)
            case ast.Call(ast.Name(name), arguments, []):
                return self._call(node, name, arguments)
            case _:
                raise self._refuse(node)

    def _name(self, node: ast.expr, name: str) -> Value:
        if name in self._memories:
            return Value(f"%{name}", "ptr")
        if name in self._locals:
            return self._let(f"load i64, ptr %p.{name}")
        constant = self._globals.get(name)
        if not isinstance(constant, int):
            raise self._refuse(node)
        return Value(str(int(constant)), "i64")

    def _place(self, node: ast.Subscript) -> str:
        match node.value:
            case ast.Name(name) if name in self._memories:
                place = self._integer(node.slice)
                return self._let(f"getelementptr inbounds i64, ptr %{name}, i64 {place}").text
            case _:
                raise self._refuse(node)

    def _operation(self, node: ast.expr, operator: ast.operator, left: str, right: str) -> Value:
        if isinstance(operator, ast.FloorDiv | ast.Mod):
            quotient = self._let(f"sdiv i64 {left}, {right}").text
            product = self._let(f"mul i64 {quotient}, {right}").text
            rest = self._let(f"sub i64 {left}, {product}").text
            signs = self._let(f"xor i64 {rest}, {right}").text
            opposed = self._let(f"icmp slt i64 {signs}, 0", "i1").text
            some = self._let(f"icmp ne i64 {rest}, 0", "i1").text
            below = self._let(f"and i1 {opposed}, {some}", "i1").text
            if isinstance(operator, ast.FloorDiv):
                one = self._let(f"zext i1 {below} to i64").text
                return self._let(f"sub i64 {quotient}, {one}")
            more = self._let(f"select i1 {below}, i64 {right}, i64 0").text
            return self._let(f"add i64 {rest}, {more}")
        if type(operator) not in _BINARY:
            raise self._refuse(node)
        return self._let(f"{_BINARY[type(operator)]} i64 {left}, {right}")

    def _call(self, node: ast.expr, name: str, arguments: list[ast.expr]) -> Value:
        if name in _INTRINSICS and self._globals.get(name) in (
            None,
            getattr(machine_words, name, None),
        ):
            found = self._let(_INTRINSICS[name].format(*map(self._integer, arguments)))
            return self._let(f"sub i64 63, {found.text}") if name == "highest" else found
        called = self._globals.get(name)
        if not isinstance(called, FunctionType):
            raise self._refuse(node)
        result, parameters = signature(called)
        if len(parameters) != len(arguments):
            raise self._refuse(node)
        given = ", ".join(
            f"{kind} {self._argument(kind, argument)}"
            for (_, kind), argument in zip(parameters, arguments, strict=True)
        )
        if result == "void":
            self._run(f"call void @{name}({given})")
            return Value("0", "i64")
        return self._let(f"call {result} @{name}({given})", result)

    def _argument(self, kind: str, node: ast.expr) -> str:
        by_type: dict[str, Callable[[ast.expr], str]] = {
            "i64": self._integer,
            "i1": self._flag,
            "ptr": lambda given: self._value(given).text,
        }
        return by_type[kind](node)

    def _chosen(self, node: ast.expr) -> Value:
        """An expression of which only a part is computed."""
        after, yes, no = self._label(), self._label(), self._label()
        place = self._room(f"%v.{after}")
        values: list[ast.expr] = [ast.Constant(1), ast.Constant(0)]
        if isinstance(node, ast.IfExp):
            values = [node.body, node.orelse]
        self._branch(node.test if isinstance(node, ast.IfExp) else node, yes, no)
        for label, value in zip((yes, no), values, strict=True):
            with self._block(label, after):
                self._run(f"store i64 {self._integer(value)}, ptr {place}")
        self._begin(after)
        return self._let(f"load i64, ptr {place}")

    def _branch(self, test: ast.expr, yes: str, no: str) -> None:
        match test:
            case ast.BoolOp(operator, values):
                for value in values[:-1]:
                    more = self._label()
                    both = (more, no) if isinstance(operator, ast.And) else (yes, more)
                    self._branch(value, *both)
                    self._begin(more)
                self._branch(values[-1], yes, no)
            case ast.UnaryOp(ast.Not(), operand):
                self._branch(operand, no, yes)
            case _:
                self._end(f"br i1 {self._flag(test)}, label %{yes}, label %{no}")
