"""The sizes and the numbers of models: what a solver was asked, beside how often."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..models import Model, Variable
from ..models.language.late_dataclasses import dataclass, fields
from ..models.language.nodes import Node, topological


@dataclass
class Reach:
    """The most terms, rows or transitions in one place, and the ends of the numbers written."""

    most: int = 0
    least_number: int = 0
    greatest_number: int = 0

    def add(self, model: Model) -> None:
        """Take in a model."""
        domains = ([v.domain[0], v.domain[-1]] for v in model.variables if not v.labelled)
        numbers = [int(end) for ends in domains for end in ends]
        for node in topological(model.constraints):
            if not isinstance(node, Variable):
                self.most = max(self.most, len(node.parts))
                held = [getattr(node, field.name) for field in fields(type(node))]  # type: ignore[arg-type]
                self.most = max([self.most, *(len(one) for one in held if isinstance(one, tuple))])
                numbers += (number for one in held for number in _numbers(one))
        self.least_number = min([self.least_number, *numbers])
        self.greatest_number = max([self.greatest_number, *numbers])


def _numbers(field: Any) -> Iterator[int]:
    """The numbers that a field of a node holds, without those of its parts."""
    if isinstance(field, tuple) and not (field and isinstance(field[0], Node)):
        for one in field:
            yield from _numbers(one)
    elif type(field) is int:
        yield field
