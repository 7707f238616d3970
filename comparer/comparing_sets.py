"""Two models held against each other as sets of solutions, which nobody lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Unpack

from ..models.language.check import Judge, as_model
from ..models.language.constraints import Constraint
from ..models.language.domains import Domain
from ..models.language.errors import ModelError
from ..models.language.expressions import Variable
from ..models.language.global_constraints.table import allowed
from ..models.language.model import Model
from ..models.language.nodes import Node, rebuild
from ..models.language.objectives import refuse_objective
from ..solvers.diagram.limits_of_diagrams import MOST_NODES
from ..solvers.diagram.model_diagrams import DiagramOptions, solution_set
from ..solvers.diagram.solution_diagram import SolutionDiagram
from ..solvers.harness.contract import SolverFailed
from ..solvers.harness.outcome import Outcome
from ..solvers.harness.rows.judged import RowsJudged
from .backing import Backing
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
    one, other = (
        solution_set(each, nodes=nodes, **keywords) for each in _alike(first, second, matching)
    )
    more, fewer = other - one, one - other
    found = [
        _difference(kind, those, judging, matching)
        for kind, those, judging in ((MANY, more, first), (FEW, fewer, second))
        if those
    ]
    outcomes = (Outcome("diagram", "", "complete"), Outcome("diagram", "", "complete"))
    counts = one.count(), other.count()
    unlisted = Backing(RowsJudged(counts[0])), Backing(RowsJudged(counts[1]))
    return ModelComparison(
        first, second, matching, outcomes, counts, tuple(found), backings=unlisted
    )


def _alike(first: Model, second: Model, matching: Matching) -> tuple[Model, Model]:
    """Both over the variables of the first, with every value that either gives to them."""
    names = dict(zip(matching.second_names, matching.first_names, strict=False))
    numbers = {len(names), len(matching.first_names), len(first.variables), len(second.variables)}
    if len(numbers) > 1:
        raise ModelError(
            f"the variables of {first.name} and {second.name} do not stand for each other one by"
            " one; compare them without --set"
        )
    form = matching.form().by_name
    ordered = [form[variable.name] for variable in first.variables]
    own = {name: name for name in matching.first_names}
    is_wider = any(one.domain != form[one.name].domain for one in first.variables)
    return _over(ordered, first, own) if is_wider else first, _over(ordered, second, names)


def _over(variables: Sequence[Variable], model: Model, names: Mapping[str, str]) -> Model:
    """`model` over `variables`, which are called by `names`, and of which it leaves some values."""
    by_name = {variable.name: variable for variable in variables}

    def change(node: Node, old: Node) -> Node | None:
        return by_name[names[node.name]] if isinstance(node, Variable) else None

    within = [_within(by_name[names[one.name]], one.domain) for one in model.variables]
    return Model(model.name, *variables, *rebuild(model.constraints, change), within)


def _within(variable: Variable, domain: Domain) -> list[Constraint]:
    """The rules that leave `variable` the values of `domain`."""
    if variable.domain == domain:
        return []
    if isinstance(domain, range) and domain.step == 1:
        return [variable >= domain[0], variable <= domain[-1]]
    if set(variable.domain) == set(domain):  # labels in another order
        return []
    return [allowed([variable], [[value] for value in domain])]


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
