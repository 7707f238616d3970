"""From a small part of Python to LLVM assembly.

The source has functions of 64-bit integers over memories, with `while`, `for … in range`, `if`,
`return`, `break`, `continue`, calls of each other, and constants of their modules. A parameter of
the type `Memory` is the address of the first integer. Whatever else is written raises
`NotInTheSubset`, with its line.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from . import machine_words


class Value(NamedTuple):
    """A value of the assembly: its text, and its type, i64, i1 or ptr."""

    text: str
    type: str


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
    """The source uses what is not translated."""


def signature(function: FunctionType) -> tuple[str, list[tuple[str, str]]]:
    """The type of the result, and names and types of the parameters."""
    types = {name: _TYPES[str(kind)] for name, kind in function.__annotations__.items()}
    result = types.pop("return")
    return result, list(types.items())


_DECLARED = """\
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.abs.i64(i64, i1)
"""


def assembly(modules: Iterable[ModuleType], entries: Iterable[str]) -> str:
    """The functions of `modules` as a module of LLVM assembly that exports `entries`."""
    exported = set(entries)
    found = (each for module in modules for each in _functions_of(module))
    texts = (_Function(function, tree, tree.name in exported).text for function, tree in found)
    return "\n".join([_DECLARED, *texts])


def _functions_of(module: ModuleType) -> Iterator[tuple[FunctionType, ast.FunctionDef]]:
    for tree in ast.parse(inspect.getsource(module)).body:
        if isinstance(tree, ast.FunctionDef):
            function = getattr(module, tree.name)
            assert isinstance(function, FunctionType), f"{tree.name} is not what its source says"
            yield function, tree


class _Function:
    """One function, translated statement by statement; nothing follows the end of a block."""

    def __init__(self, function: FunctionType, tree: ast.FunctionDef, exported: bool) -> None:
        self.result, parameters = signature(function)
        self._function, self._globals = function, function.__globals__
        self._memories = {name for name, kind in parameters if kind == "ptr"}
        self._locals = _local_names(tree, parameters)
        self._lines: list[str] = []
        self._number = 0
        self._ended = False
        self._loops: list[tuple[str, str]] = []
        self._statements(tree.body)
        if not self._ended:
            self._end("ret void" if self.result == "void" else "unreachable")
        self.text = self._whole(parameters, exported)

    def _whole(self, parameters: list[tuple[str, str]], exported: bool) -> str:
        given = ", ".join(f"{kind} %{name}" for name, kind in parameters)
        linkage = "" if exported else "internal "
        head = f"define {linkage}{self.result} @{self._function.__name__}({given}) {{"
        places = [f"  %p.{name} = alloca i64" for name in sorted(self._locals)]
        for name, kind in parameters:
            if kind == "i64":
                places.append(f"  store i64 %{name}, ptr %p.{name}")
            elif kind == "i1":
                places.append(f"  %z.{name} = zext i1 %{name} to i64")
                places.append(f"  store i64 %z.{name}, ptr %p.{name}")
        return "\n".join([head, *places, *self._lines, "}", ""])

    # ----------------------------------------------------------------- lines of assembly

    def _run(self, line: str) -> None:
        if not self._ended:
            self._lines.append("  " + line)

    def _let(self, line: str, kind: str = "i64") -> Value:
        self._number += 1
        self._run(f"%t{self._number} = {line}")
        return Value(f"%t{self._number}", kind)

    def _label(self) -> str:
        self._number += 1
        return f"l{self._number}"

    def _begin(self, label: str) -> None:
        self._ended = False
        self._lines.append(f"{label}:")

    def _end(self, line: str) -> None:
        self._run(line)
        self._ended = True

    @contextmanager
    def _block(self, label: str, then: str) -> Iterator[None]:
        """A block of its own, which goes on at `then`."""
        self._begin(label)
        yield
        self._end(f"br label %{then}")

    def _room(self, name: str) -> str:
        """A place for an integer, of the function's frame."""
        self._lines.insert(0, f"  {name} = alloca i64")
        return name

    # ----------------------------------------------------------------------- expressions

    def _refuse(self, node: ast.AST) -> NotInTheSubset:
        line = f"{self._function.__module__}, line {getattr(node, 'lineno', 0)}"
        return NotInTheSubset(f"{line}: {ast.unparse(node)}")

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

    # ------------------------------------------------------------------------ statements

    def _statements(self, body: Iterable[ast.stmt]) -> None:
        for statement in body:
            if not self._ended:
                self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign([target], value):
                self._store(target, self._integer(value))
            case ast.AugAssign(target, operator, value):
                whole = ast.BinOp(_loaded(target), operator, value)
                self._store(target, self._integer(ast.copy_location(whole, node)))
            case ast.If(test, body, orelse):
                self._if(test, body, orelse)
            case ast.While(test, body, []):
                self._while(test, body)
            case ast.For(ast.Name(name), ast.Call(ast.Name("range"), bounds), body, []):
                self._for(name, bounds, body)
            case ast.Return(None):
                self._end("ret void")
            case ast.Return(ast.expr() as value):
                found = self._flag(value) if self.result == "i1" else self._integer(value)
                self._end(f"ret {self.result} {found}")
            case ast.Expr(ast.Call() as call):
                self._value(call)
            case ast.Expr(ast.Constant(str())):
                pass
            case ast.Break():
                self._end(f"br label %{self._loops[-1][1]}")
            case ast.Continue():
                self._end(f"br label %{self._loops[-1][0]}")
            case _:
                raise self._refuse(node)

    def _store(self, target: ast.expr, number: str) -> None:
        match target:
            case ast.Name(name):
                self._run(f"store i64 {number}, ptr %p.{name}")
            case ast.Subscript():
                self._run(f"store i64 {number}, ptr {self._place(target)}")
            case _:
                raise self._refuse(target)

    def _if(self, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> None:
        yes, no, after = self._label(), self._label(), self._label()
        self._branch(test, yes, no)
        with self._block(yes, after):
            self._statements(body)
        with self._block(no, after):
            self._statements(orelse)
        self._begin(after)

    def _while(self, test: ast.expr, body: list[ast.stmt]) -> None:
        again, inside, after = self._label(), self._label(), self._label()
        self._end(f"br label %{again}")
        self._begin(again)
        self._branch(test, inside, after)
        self._loops.append((again, after))
        with self._block(inside, again):
            self._statements(body)
        self._loops.pop()
        self._begin(after)

    def _for(self, name: str, bounds: list[ast.expr], body: list[ast.stmt]) -> None:
        if not 1 <= len(bounds) <= 2:
            raise self._refuse(bounds[-1])
        first = "0" if len(bounds) == 1 else self._integer(bounds[0])
        end = self._integer(bounds[-1])
        again, inside, step, after = (self._label() for _ in range(4))
        # As in Python, the variable is not changed where there is nothing to do.
        count = self._room(f"%c.{again}")
        self._run(f"store i64 {first}, ptr {count}")
        self._end(f"br label %{again}")
        self._begin(again)
        now = self._let(f"load i64, ptr {count}")
        more = self._let(f"icmp slt i64 {now.text}, {end}", "i1")
        self._end(f"br i1 {more.text}, label %{inside}, label %{after}")
        self._loops.append((step, after))
        with self._block(inside, step):
            self._run(f"store i64 {now.text}, ptr %p.{name}")
            self._statements(body)
        self._loops.pop()
        with self._block(step, again):
            following = self._let(f"add i64 {now.text}, 1")
            self._run(f"store i64 {following.text}, ptr {count}")
        self._begin(after)


def _local_names(tree: ast.FunctionDef, parameters: list[tuple[str, str]]) -> set[str]:
    names = {name for name, kind in parameters if kind != "ptr"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return names


def _loaded(target: Any) -> Any:
    """A target of an assignment, to be read."""
    if isinstance(target, ast.Name):
        return ast.copy_location(ast.Name(target.id, ast.Load()), target)
    return ast.copy_location(ast.Subscript(target.value, target.slice, ast.Load()), target)
