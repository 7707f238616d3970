"""clingo: answer sets of a program that chooses a value for each variable and derives the rest.

The only choices are the values of the declared variables. Every other atom is derived from them
by rules without a cycle, so an answer set is a solution, and none comes twice.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from ...models.language.model import Model
from ..harness.contract import Assignment, Control, Traits
from .answer_sets import answer_sets
from .by_hand import script as script
from .improving import improving as improving
from .translation import OPTIONS, Translation

TRAITS = Traits(
    calls_python=False,
    randomised=True,
    viewpoint="squares",
    module="clingo",
    distribution="clingo",
    extra="clingo",
)

_SEEDS = 2**31


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, found by clingo."""
    library: Any = importlib.import_module(TRAITS.module)
    seed = [] if control.seed is None else [f"--seed={control.seed % _SEEDS}"]
    native = library.Control([*OPTIONS, *seed])
    with native.backend() as program:
        translation = Translation(program, model, control)
        translation.post(model.constraints)
    control.searching()
    declared = {variable.name: term for variable, term in translation.variables.items()}
    yield from answer_sets(native, declared, control)
