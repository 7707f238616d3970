"""Two models held against each other as sets of solutions, which nobody lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Unpack

from ..models.language.check import Judge, as_model
from ..models.language.errors import ModelError
from ..models.language.expressions import Variable
from ..models.language.model import Model
from ..models.language.nodes import Node, rebuild
from ..models.language.objectives import refuse_objective
from ..solvers.diagram.limits_of_diagrams import MOST_NODES
from ..solvers.diagram.model_diagrams import DiagramOptions, solution_set
from ..solvers.diagram.solution_diagram import SolutionDiagram
from ..solvers.harness.contract import SolverFailed
from ..solvers.harness.outcome import Outcome
from .matching import Matching, matched
from .model_comparison import FEW, MANY, ModelComparison, ModelDifference


def compare_sets(
    first: Model,
    second: Model,
    mapping: Mapping[str, str] | None = None,
    *,
    nodes: int = MOST_NODES,
    **keywords: Unpack[DiagramOptions],
) -> ModelComparison:
    """The solutions of `second` held against those of `first`, by decision diagrams.

    Variables are matched as `compare_models` does it, one by one. Of each side's own solutions the
    first is judged by the other model's rules. Raises: ModelError where variables do not match one
    by one, or for an objective; TooLarge; Incomplete where the time limit passed.
    """
    for model in (as_model(first), as_model(second)):
        refuse_objective(model, "comparing sets of solutions")
    matching = matched(first, second, mapping)
    one = solution_set(first, nodes=nodes, **keywords)
    other = solution_set(_renamed(second, first, matching), nodes=nodes, **keywords)
    try:
        more, fewer = other - one, one - other
    except ValueError as error:
        raise ModelError(f"{error}; compare them without --set") from None
    found = [
        _difference(kind, those, judging, matching)
        for kind, those, judging in ((MANY, more, first), (FEW, fewer, second))
        if those
    ]
    outcomes = (Outcome("diagram", "", "complete"), Outcome("diagram", "", "complete"))
    return ModelComparison(
        first, second, matching, outcomes, (one.count(), other.count()), tuple(found)
    )


def _renamed(second: Model, first: Model, matching: Matching) -> Model:
    """`second` over variables that are called and ordered as those of `first`."""
    names = dict(zip(matching.second_names, matching.first_names, strict=False))
    numbers = {len(names), len(matching.first_names), len(first.variables), len(second.variables)}
    if len(numbers) > 1:
        raise ModelError(
            f"the variables of {first.name} and {second.name} do not stand for each other one by"
            " one; compare them without --set"
        )

    def change(node: Node, old: Node) -> Node | None:
        return Variable(names[node.name], node.domain) if isinstance(node, Variable) else None

    number = len(second.variables)
    changed = rebuild([*second.variables, *second.constraints], change)
    by_name = {str(variable): variable for variable in changed[:number]}
    ordered = [by_name[variable.name] for variable in first.variables]
    return Model(second.name, *ordered, *changed[number:])


def _difference(
    kind: str, those: SolutionDiagram, judging: Model, matching: Matching
) -> ModelDifference:
    """The solutions that one model has and `judging` forbids. Raises: SolverFailed."""
    witness = those[0].assignment
    values = matching.to_second(witness) if kind == FEW else witness
    violated = Judge(judging).violations(values or {})
    if not violated:
        raise SolverFailed(
            f"a diagram says that {judging.name} forbids {witness}, which keeps all of its rules"
        )
    return ModelDifference(kind, those.count(), True, witness, tuple(violated))
