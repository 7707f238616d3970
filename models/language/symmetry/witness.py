"""Small searches for a solution that a declared symmetry spoils."""

from __future__ import annotations

import json

from ..check import Judge
from ..errors import ModelError
from ..model import Model
from ..nodes import Value
from .small_search import Search
from .symmetries import Symmetry


def refute(model: Model, symmetry: Symmetry) -> None:
    """Nothing, where all solutions were looked at and each has its image among them.

    Raises: ModelError with a solution whose image is none; or that none was found in a search
    that was too large to end.
    """
    moved = [v.name for v in model.variables if _is_moved(v.name, symmetry)]
    # A solution that is its own image proves nothing.
    search = Search(model, first=moved, skipped=lambda values: symmetry(values) == values)
    judge = Judge(model)
    for values in search:
        image = symmetry(values)
        broken = judge.violations(image)
        if broken:
            raise ModelError(
                f"{symmetry.name!r} is no symmetry of {model.name}: of the solution"
                f" {_shown(model, values)} it makes {_shown(model, image)}, which breaks"
                f" {broken[0]}"
            )
    if not search.finished:
        raise ModelError(
            f"{symmetry.name!r} cannot be shown to be a symmetry of {model.name}: it brings some"
            " constraints to others than those declared; declare them as well, or leave it out"
        )


def _is_moved(name: str, symmetry: Symmetry) -> bool:
    return symmetry.variables.get(name, name) != name or name in symmetry.values


def _shown(model: Model, values: dict[str, Value]) -> str:
    return json.dumps(model.solution(values).to_json(), ensure_ascii=False)
