"""Two models of one puzzle have the same solutions, by brute force."""

from __future__ import annotations

from collections import Counter
from typing import Any

from everyway.conformance.instances.enumerate_naively import assignments, solution_rows
from everyway.models import Model
from everyway.models.language.check import Judge
from everyway.models.language.viewpoints.viewpoint import View


def restored_rows(model: Model, view: View) -> Counter[tuple[Any, ...]]:
    """The solutions of a view, restored, by brute force over the view's own domains."""
    solves = Judge(view.model).solves
    found = [view.restore(values) for values in assignments(view.model.variables) if solves(values)]
    assert all(list(values) == [v.name for v in model.variables] for values in found)
    return Counter(tuple(values.values()) for values in found)


def assert_same_solutions(model: Model, view: View) -> None:
    assert restored_rows(model, view) == solution_rows(model), (view.name, view.model.rules)


def assert_same_truth(model: Model, view: View) -> int:
    """Both models judge every assignment of the choices alike; says how many solve them.

    Together with the exactly-one constraints, which are declared, this makes a bijection; it is
    affordable where 2 to the number of squares is not.
    """
    declared, seen = Judge(model), Judge(view.model)
    solutions, known = 0, set()
    for values in assignments(view.model.variables):
        restored = view.restore(values)
        holds = seen.solves(values)
        assert declared.solves(restored) == holds, (values, view.model.constraints)
        known.add(tuple(restored.values()))
        solutions += holds
    assert len(known) == len(list(assignments(view.model.variables)))
    return solutions
