"""From the kernel's source to LLVM assembly.

The source is a small part of Python: functions of 64-bit integers over memories, with `while`,
`for … in range`, `if`, `return`, `break`, `continue`, calls of each other, and constants of their
modules. A parameter of the type `Memory` is the address of the first integer. Whatever else is
written raises `NotInTheSubset`, with its line.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable
from types import FunctionType, ModuleType
from typing import Any

from .expression_assembly import Expressions, signature

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
    found = [f for module in modules for f in _functions_of(module)]
    exported = set(entries)
    return "\n".join([_DECLARED, *(_Function(f, f.__name__ in exported).text for f in found)])


def _functions_of(module: ModuleType) -> list[FunctionType]:
    return [
        value
        for value in vars(module).values()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    ]


class _Function(Expressions):
    """One function, translated statement by statement."""

    def __init__(self, function: FunctionType, exported: bool) -> None:
        (tree,) = ast.parse(inspect.getsource(function)).body
        assert isinstance(tree, ast.FunctionDef), "the source holds functions alone"
        self.result, parameters = signature(function)
        memories = {name for name, kind in parameters if kind == "ptr"}
        super().__init__(function, memories, _local_names(tree, parameters))
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
