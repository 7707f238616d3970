"""A model as SMT-LIB 2, with linear integer arithmetic; an objective is as Z3 reads it."""

from __future__ import annotations

import importlib
from typing import Any

from ...models.language.model import Model
from ...models.language.objectives import SENSES
from ...solvers.harness.contract import Control
from ...solvers.z3.translation import Translation
from .preparing import Named, Prepared, identifiers

_WORDS = """
abs and as assert bool declare-fun define-fun distinct div exists false forall int is_int ite
let match maximize minimize mod not or par real select store to_int to_real true xor implies
iff if
"""
"""Names with a meaning in the language."""


class _Text(Named, Translation):
    """The assertions, with the names of the model."""


def text(model: Model) -> str:
    """`model` as SMT-LIB. Raises: Unsupported; ImportError where Z3 is missing, which writes it."""
    prepared = Prepared(model, "SMT-LIB")
    library: Any = importlib.import_module("z3")
    named = identifiers(prepared.model.by_name, _WORDS.split())
    translation = _Text(named, library, prepared.model, Control())
    translation.post(prepared.model.constraints)
    natives = {variable.name: str(term.native) for variable, term in translation.variables.items()}
    shown = {variable.name: natives[variable.name] for variable in prepared.shown}
    lines = [f"; {remark}" for remark in prepared.remarks(shown)]
    if shown:
        lines.append(f"; a solution is what the values of these are: {' '.join(shown.values())}")
    lines.append(translation.native.sexpr().strip())
    if prepared.goal is not None:
        sense = SENSES[prepared.goal.sense].replace("ise", "ize")
        lines.append(f"({sense} {natives[str(prepared.goal.expression)]})")
    lines.append("(check-sat)")
    if shown:
        lines.append(f"(get-value ({' '.join(shown.values())}))")
    return "\n".join([*lines, ""])
