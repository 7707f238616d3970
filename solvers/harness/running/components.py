"""Parts of a model that share no variable: their numbers of solutions multiply."""

from __future__ import annotations

from ....models.language.constraints import Constraint
from ....models.language.domains import size
from ....models.language.expressions import Constant, Variable
from ....models.language.groups import Single
from ....models.language.model import Model
from ....models.language.nodes import Node
from ....models.language.rules import Rule


def components(model: Model) -> tuple[int, list[Model]]:
    """The factor of the free variables, and the connected parts of the rest of the model.

    A variable is free where no constraint has it. Constraints without variables stand in the
    first part, or in one of their own.
    """
    leader = {variable.name: variable.name for variable in model.variables}
    scopes: list[list[str]] = []
    apart = len(leader) - 1
    for constraint in model.constraints:
        scopes.append(_scope(constraint))
        first = _root(leader, scopes[-1][0]) if scopes[-1] else ""
        for name in scopes[-1]:
            other = _root(leader, name)
            apart -= other != first
            leader[other] = first
        if not apart:
            return 1, [model]
    parts: dict[str | None, list[object]] = {}
    for constraint, scope in zip(model.constraints, scopes, strict=True):
        root = _root(leader, scope[0]) if scope else None
        parts.setdefault(root, []).append(constraint)
    free = 1
    for variable in model.variables:
        root = _root(leader, variable.name)
        if root in parts:
            parts[root].append(variable)
        else:
            free *= size(variable.domain)
    return free, [_part(model, items) for items in parts.values()]


def _part(model: Model, items: list[object]) -> Model:
    singles = [Single(item) for item in items if isinstance(item, Variable)]
    rules = [Rule("part", tuple(item for item in items if isinstance(item, Constraint)))]
    # What can never hold has been warned of where it was declared.
    return model.rewritten(singles, rules)


def _scope(constraint: Node) -> list[str]:
    names: list[str] = []
    seen, stack = {constraint}, [constraint]
    while stack:
        for part in stack.pop().parts:
            if isinstance(part, Variable):
                names.append(part.name)
            elif part not in seen and not isinstance(part, Constant):
                seen.add(part)
                stack.append(part)
    return names


def _root(leader: dict[str, str], name: str) -> str:
    while leader[name] != name:
        leader[name] = leader[leader[name]]
        name = leader[name]
    return name
