"""A box of a model as a model of its own, whose variables have only the values in the box.

So it is smaller for every solver, also for one that goes through all assignments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from ....models.language.expressions import Variable
from ....models.language.groups import Single
from ....models.language.model import Model
from ....models.language.nodes import Node, rebuild
from ..processes.tasks import Box


def restricted(model: Model, box: Box) -> Model:
    """The model of those solutions of `model` that are in `box`; its domains are of integers."""
    if not box.sides:
        return model
    values = {
        model.variables[number].name: cast(Any, model.variables[number].domain)[first:end]
        for number, first, end in box.sides
    }

    def change(node: Node, old: Node) -> Node | None:
        if isinstance(node, Variable) and node.name in values:
            return Variable(node.name, values[node.name])
        return None

    changed: Sequence[Any] = rebuild([*model.variables, *model.constraints], change)
    count = len(model.variables)
    return model.restated(map(Single, changed[:count]), changed[count:])
