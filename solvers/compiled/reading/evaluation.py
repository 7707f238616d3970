"""Nodes as Python functions of their variables, by way of code: for tables and for propagation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from ....models.language.constraints import Constraint
from ....models.language.expressions import Expression, Variable
from ....models.language.nodes import Node, topological
from ..common import construct as c
from ..common.code import INTEGER, Bounds, Register
from ..common.writing import function_of
from .terms import Part, Translator
from .truths import truth


def variables_of(node: Node) -> list[Variable]:
    """The variables that `node` mentions, each once."""
    return [found for found in topological([node]) if isinstance(found, Variable)]


def translator(registers: Mapping[str, Register]) -> Translator:
    """Translates nodes over open registers, all known at once."""
    parts = {name: Part(register, c.TRUE, 0) for name, register in registers.items()}
    return Translator(parts.__getitem__, lambda depth, code: code, truth)


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
