"""From nodes of the language to code, and by way of it to Python functions of their variables.

This is the compiled solver's own reading of the language; it shares nothing with `value`, `holds`
and the decompositions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from ....models.language.constraints import And, Constraint
from ....models.language.expressions import Expression, Variable
from ....models.language.late_dataclasses import dataclass, replace
from ....models.language.nodes import Node, topological
from ....models.language.undefinedness import decomposition
from ..common import construct as c
from ..common.code import INTEGER, Bounds, Call, Code, Constant, Register
from ..common.python_source import function_of
from .expansions import expansion
from .term_code import expression
from .truths import truth


@dataclass(frozen=True, eq=False)
class Part:
    """The code of a node: an integer where `defined`, or for a constraint a flag.

    `depth` is the level whose choice completes it: -1 where it has no open variable.
    """

    code: Code
    defined: Code
    depth: int

    @property
    def is_total(self) -> bool:
        """True if it is defined whatever the choices."""
        return isinstance(self.defined, Constant) and bool(self.defined.number)


class Translator:
    """Translates nodes, each once. `keep(depth, code)` stores code in a register of a level."""

    def __init__(
        self,
        variable: Callable[[str], Part],
        keep: Callable[[int, Code], Code],
    ) -> None:
        self._variable, self._keep = variable, keep
        self._parts: dict[Node, Part] = {}
        self._kept: dict[Node, Part] = {}

    def __call__(self, root: Node) -> Part:
        """The code of `root`."""
        if root not in self._parts:
            for node in topological([root]):
                if node not in self._parts:
                    self._parts[node] = self._translated(node)
        return self._parts[root]

    def at(self, node: Node, depth: int) -> Part:
        """The code of `node`, to be read at the level `depth`; in a register if complete above."""
        part = self(node)
        return self._stored(node, part) if part.depth < depth else part

    def _stored(self, node: Node, part: Part) -> Part:
        found = self._kept.get(node)
        if found is None:
            kept = [
                code if isinstance(code, Constant | Register) else self._keep(part.depth, code)
                for code in (part.code, part.defined)
            ]
            found = self._kept[node] = Part(kept[0], kept[1], part.depth)
        return found

    def _translated(self, node: Node) -> Part:
        if isinstance(node, Variable):
            return self._variable(node.name)
        depth = max((self._parts[part].depth for part in node.parts), default=-1)
        parts = [self.at(part, depth) for part in node.parts]
        defined = c.all_of([part.defined for part in parts])
        codes = [part.code for part in parts]
        if isinstance(node, Expression):
            value, own = expression(node, codes)
            found = Part(value, c.all_of([defined, own]), depth)
        else:
            assert isinstance(node, Constraint), f"{node!r} is neither expression nor constraint"
            expanded = expansion(node)
            if expanded is None:
                holds = truth(node, codes)
            else:
                holds = self.at(And(tuple(expanded)), depth).code
            if holds is None:
                return self(And(tuple(decomposition(node))))
            if isinstance(holds, Call):
                holds = replace(holds, guard=defined)
            found = Part(c.all_of([defined, holds]), c.TRUE, depth)
        return found if depth >= 0 else Part(settled(found.code), settled(found.defined), depth)


def settled(code: Code) -> Constant:
    """Code without registers, computed."""
    if isinstance(code, Constant):
        return code
    (found,) = function_of((), [code])()
    return c.integer(found) if code.kind == INTEGER else c.flag(bool(found))


def variables_of(node: Node) -> list[Variable]:
    """The variables that `node` mentions, each once."""
    return [found for found in topological([node]) if isinstance(found, Variable)]


def translator(registers: Mapping[str, Register]) -> Translator:
    """Translates nodes over open registers, all known at once."""
    parts = {name: Part(register, c.TRUE, 0) for name, register in registers.items()}
    return Translator(parts.__getitem__, lambda depth, code: code)


def registers_of(variables: Sequence[Variable]) -> dict[str, Register]:
    """An open register for each variable."""
    return {
        variable.name: c.register(f"v{number}", INTEGER, ends_of(variable))
        for number, variable in enumerate(variables)
    }


def ends_of(variable: Variable) -> Bounds:
    """The least and greatest value of a variable."""
    domain = cast(Sequence[int], variable.domain)
    return domain[0], domain[-1]


def compiled_flag(
    constraint: Constraint, place_of: Mapping[str, int]
) -> tuple[tuple[int, ...], Callable[..., bool]]:
    """The places of the variables of `constraint`, and whether it holds as a function of them."""
    places, run = _compiled(constraint, place_of)
    return places, lambda *values: bool(run(*values)[0])


def compiled_value(
    expression: Expression, place_of: Mapping[str, int]
) -> tuple[tuple[int, ...], Callable[..., int | None]]:
    """The places of the variables of `expression`, and its value; None where it is undefined."""
    places, run = _compiled(expression, place_of)

    def value(*values: int) -> int | None:
        found, defined = run(*values)
        return int(found) if defined else None

    return places, value


def _compiled(
    node: Node, place_of: Mapping[str, int]
) -> tuple[tuple[int, ...], Callable[..., Any]]:
    variables = variables_of(node)
    registers = registers_of(variables)
    part = translator(registers)(node)
    places = tuple(place_of[variable.name] for variable in variables)
    return places, function_of(registers.values(), [part.code, part.defined])
