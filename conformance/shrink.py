"""The smallest model that still fails."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from ..formats.writing.as_python import as_code as as_code
from ..formats.writing.as_python import goals_of as goals_of
from ..formats.writing.as_python import keywords_of as keywords_of
from ..models import Constraint, Expression, Model, ModelError, ModelWarning, Variable
from ..models.language.arithmetic_expressions import Sum
from ..models.language.constraints import And
from ..models.language.expressions import Constant
from ..models.language.global_constraints.table import Allowed, Forbidden
from ..models.language.late_dataclasses import replace
from ..models.language.nodes import Node, part_fields, rebuild, topological
from ..models.language.objectives import Objective

Fails = Callable[[Model], bool]


def shrunk(
    model: Model,
    fails: Fails,
    most_tries: int = 2000,
    steps: Callable[[Model], Iterator[Model]] | None = None,
) -> Model:
    """A model that fails as `model` does, and none of its `steps`, which are `simpler`."""
    steps = steps or simpler
    tries = 0
    improved = True
    while improved:
        improved = False
        for smaller in steps(model):
            tries += 1
            if tries > most_tries:
                return model
            if fails(smaller):
                model, improved = smaller, True
                break
    return model


def simpler(model: Model) -> Iterator[Model]:
    """Models that are one step simpler: fewer rules or goals, smaller domains, smaller terms."""
    variables, constraints = list(model.variables), list(model.constraints)
    for keywords in _simpler_aims(model.objective):
        yield from made(variables, constraints, keywords)
    aim = keywords_of(model)
    for place in range(len(constraints)):
        yield from made(variables, constraints[:place] + constraints[place + 1 :], aim)
    roots = [*constraints, *goals_of(model)]
    used = {node for node in topological(roots) if isinstance(node, Variable)}
    for variable in variables:
        if variable not in used:
            yield from made([v for v in variables if v is not variable], constraints, aim)
    for variable in variables:
        for domain in _smaller_domains(variable.domain):
            yield from replaced(model, variable, Variable(variable.name, domain))
    for node in topological(roots):
        for smaller in _smaller_nodes(node):
            yield from replaced(model, node, smaller)


def _simpler_aims(objective: Objective | None) -> Iterator[dict[str, Any]]:
    """The keywords of simpler objectives, first of none."""
    if objective is None:
        return
    yield {}
    if objective.within:
        yield {**objective.keywords(), "within": 0}
    if not objective.single:
        yield from ({"minimise": ((goal.sense, goal.expression),)} for goal in objective.goals)


def _smaller_domains(domain: Any) -> Iterator[Any]:
    values = tuple(domain)
    if len(values) > 1:
        half = len(values) // 2
        yield from (values[:half], values[half:])
        if len(values) > 2:
            yield from (values[:k] + values[k + 1 :] for k in range(len(values)))


def _smaller_nodes(node: Node) -> Iterator[Node]:
    """The candidates for the place of `node`: its parts, a constant, itself with less."""
    kind = Expression if isinstance(node, Expression) else Constraint
    below = topological(node.parts)
    yield from (part for part in reversed(below) if isinstance(part, kind))
    if isinstance(node, Expression) and not isinstance(node, Constant):
        yield from (Constant(value) for value in (0, 1) if not node.labelled)
    if isinstance(node, Constraint) and node.parts:
        yield And(())
    yield from _with_less(node)


def _with_less(node: Node) -> Iterator[Node]:
    many = [name for name, several in part_fields(type(node)) if several]
    if isinstance(node, Sum):
        for place in range(len(node.terms)):
            keep = [k for k in range(len(node.terms)) if k != place]
            terms = tuple(node.terms[k] for k in keep)
            yield Sum(terms, tuple(node.coefficients[k] for k in keep), node.constant)
    elif isinstance(node, Allowed | Forbidden):
        for place in range(len(node.terms)):
            rows = dict.fromkeys(row[:place] + row[place + 1 :] for row in node.rows)
            yield type(node)(node.terms[:place] + node.terms[place + 1 :], tuple(rows))
    elif len(many) == 1:
        old = getattr(node, many[0])
        for place in range(len(old)):
            try:
                less = {many[0]: old[:place] + old[place + 1 :]}
                yield cast(Node, replace(cast(Any, node), **less))
            except ModelError:
                continue


def substituted(nodes: Iterable[Node], old: Node, new: Node) -> list[Any]:
    """`nodes` with `new` where `old` stands. Raises: ModelError, ValueError."""
    return list(rebuild(list(nodes), lambda _, original: new if original is old else None))


def replaced(
    model: Model, old: Node, new: Node, variables: Sequence[Variable] | None = None
) -> Iterator[Model]:
    """`model` with `new` where `old` stands, over some of its variables where they are given."""
    kept, rules = model.variables if variables is None else variables, model.constraints
    try:
        nodes = substituted([*kept, *rules, *goals_of(model)], old, new)
    except (ModelError, ValueError):
        return
    first, end = len(kept), len(kept) + len(rules)
    yield from made(nodes[:first], nodes[first:end], keywords_of(model, nodes[end:]))


def made(
    variables: Iterable[Variable], constraints: Iterable[Constraint], aim: Mapping[str, Any]
) -> Iterator[Model]:
    """The model, where it can be declared and judged; `aim` are the keywords of its objective."""
    with warnings.catch_warnings(action="ignore", category=ModelWarning):
        try:
            yield Model("shrunk", list(variables), list(constraints), **aim)
        except (ModelError, ValueError, IndexError, TypeError):
            return
