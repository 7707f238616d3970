"""A model as MiniZinc, which prints each solution by the names of the model."""

from __future__ import annotations

from ...models.language.expressions import Variable
from ...models.language.model import Model
from ...solvers.minizinc.translation import Translation
from .preparing import Nested, Prepared, identifiers

_WORDS = """
ann annotation any array bool case constraint default diff div else elseif endif enum exists
false float forall function if in include int intersect let list maximize minimize mod not of
op opt output par predicate record satisfy set solve string subset superset symdiff test then
true tuple type union var where xor show labels min max sum
"""
"""Names with a meaning in the language."""


class _Text(Nested, Translation):
    """The text of MiniZinc, with the names of the model, in which short terms nest."""

    brackets = "({})"

    def weighted(self, natives: list[str], coefficients: list[int], constant: int) -> str:
        factors = ("" if abs(factor) == 1 else f"{abs(factor)} * " for factor in coefficients)
        signs = ("-" if factor < 0 else "+" for factor in coefficients)
        several = zip(signs, factors, natives, strict=True)
        text = " ".join(f"{sign} {factor}{native}" for sign, factor, native in several)
        text = text.removeprefix("+ ") + (f" {'-' if constant < 0 else '+'} {abs(constant)}")
        return text.removesuffix(" + 0")

    def named_truth(self, constraint: str) -> str:
        return Translation.reified(self, constraint)


def text(model: Model) -> str:
    """`model` as MiniZinc. Raises: Unsupported."""
    prepared = Prepared(model, "MiniZinc")
    named = identifiers(prepared.model.by_name, _WORDS.split())
    translation = _Text(named, prepared.model, lambda: None)
    translation.post(prepared.model.constraints)
    lines = [f"% {remark}" for remark in prepared.remarks({})]
    if prepared.labelled:
        labels = ", ".join(map(_quoted, prepared.labels.values()))
        lines.append(f"array[int] of string: labels = [{labels}];")
    lines += translation.declarations()
    lines.append(f"solve {translation.aim(prepared.goal)};")

    def shown(variable: Variable) -> str:
        native, said = named[variable.name], _escaped(variable.name)
        if variable.name in prepared.labelled:
            return f'"{said} = " ++ labels[fix({native}) + 1] ++ "\\n"'
        return f'"{said} = \\({native})\\n"'

    lines.append(f"output [{', '.join(map(shown, prepared.shown))}];")
    return "\n".join([*lines, ""])


def _escaped(text: str) -> str:
    """`text` within a text of MiniZinc's; a sign that is not printed is written by its number."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return "".join(sign if sign.isprintable() else f"\\\\x{ord(sign):x}" for sign in plain)


def _quoted(text: str) -> str:
    return f'"{_escaped(text)}"'
