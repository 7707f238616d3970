"""The reports of a solver on a model, and their differences from the oracle, in words."""

from __future__ import annotations

import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from ..formats.writing.as_python import goals_of, keywords_of, program_of
from ..models import Constraint, Expression, Model, ModelError, ModelWarning, Variable
from ..models.language.arithmetic_expressions import Sum
from ..models.language.check import Judge
from ..models.language.constraints import And
from ..models.language.expressions import Constant
from ..models.language.global_constraints.table import Allowed, Forbidden
from ..models.language.late_dataclasses import replace
from ..models.language.nodes import Node, part_fields, rebuild, topological
from ..models.language.objectives import Objective
from ..solvers.harness.contract import Unsupported
from ..solvers.harness.options import AUTO, Options
from ..solvers.harness.registry import Solver
from ..solvers.harness.running.enumeration import solutions
from .instances.enumerate_naively import FEASIBLE, Row, size_of
from .instances.random_models import expected_rows
from .limits import Late, StillRunning, Stopwatch, soon, time_limit

# ------------------------------------------------------------ The smallest model that still fails.


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


SHOWN = 5
PATIENCE = (1, 4)
"""Multiples of the limit that a solver has, in turn, until it has spent the limit as CPU time."""
MOST_TRIES = 500
MOST_SECONDS = 30.0
"""The time in which a model that fails is shrunk."""


def reported(
    model: Model, solver: Solver, seed: int | None = None, viewpoint: str = AUTO
) -> Counter[Row]:
    """The rows that `solver` reports, as a multiset; it must end complete.

    Raises: Late where its time is over; on a busy machine it is given more.
    """
    limit = time_limit()
    for patience in PATIENCE:
        within = limit and patience * limit
        asked = Options(time_limit=within, seed=seed, viewpoint=viewpoint, hand_over=False)
        watch = Stopwatch()
        with soon(patience), solutions(model, solver.name, options=asked) as found:
            rows = Counter(solution.row for solution in found)
        if found.outcome.reason != "time limit" or watch.cpu >= (limit or 0):
            break
    if found.outcome.reason == "time limit":
        refuse_wrong(model, rows)
        raise Late(f"late: {rows.total()} solutions after {watch.cpu:.1f} seconds of CPU")
    assert found.outcome.status == "complete", found.outcome
    return rows


def refuse_wrong(model: Model, rows: Counter[Row]) -> None:
    """Fails where one of `rows` is no solution, or stands there twice."""
    solves, names = Judge(model).solves, [variable.name for variable in model.variables]
    wrong = [row for row in rows if not solves(dict(zip(names, row, strict=True)))]
    assert not wrong, f"{model.name}: invented {wrong[:SHOWN]}"
    assert rows.total() == len(rows), f"{model.name}: repeated {rows.most_common(SHOWN)}"


def reported_if_supported(model: Model, solver: Solver) -> Counter[Row] | None:
    """The rows that `solver` reports; None where it says that it cannot hold the numbers."""
    try:
        return reported(model, solver)
    except Unsupported:
        return None


def difference(model: Model, solver: Solver, expected: Counter[Row] | None = None) -> str:
    """The fault of `solver` on `model`, in words; "" where it is right."""
    try:
        return difference_if_supported(model, solver, expected)
    except (Unsupported, Late, StillRunning) as error:
        return f"{type(error).__name__}: {error}"


def difference_if_supported(
    model: Model, solver: Solver, expected: Counter[Row] | None = None
) -> str:
    """The same, for a solver that may refuse the model, or be late.

    Raises: Unsupported, Late, StillRunning.
    """
    right = expected_rows(model) if expected is None else expected
    try:
        found = reported(model, solver)
    except (Unsupported, Late, StillRunning):
        raise
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if found == right:
        return ""
    missing, extra = right - found, found - right
    words = [("missing", missing), ("extra or repeated", extra)]
    names = [variable.name for variable in model.variables]
    return f"of {names}: " + "; ".join(
        f"{rows.total()} {word}: {list(rows)[:SHOWN]}" for word, rows in words if rows
    )


def smallest_that_fails(model: Model, solver: Solver) -> Model:
    """The smallest model on which `solver` still is wrong; refusing or hanging is another fault."""
    return smallest(model, lambda smaller: difference_if_supported(smaller, solver))


def smallest(model: Model, wrong: Callable[[Model], str]) -> Model:
    """The smallest model found in time of which `wrong` says something; to raise is nothing.

    It is `model` itself where that has too many assignments to be judged again and again.
    """
    if size_of(model.variables) > FEASIBLE:
        return model
    deadline = time.monotonic() + MOST_SECONDS

    def fails(smaller: Model) -> bool:
        try:
            return time.monotonic() < deadline and bool(wrong(smaller))
        except (Unsupported, Late, StillRunning, AssertionError):
            return False

    return shrunk(model, fails, most_tries=MOST_TRIES)


def reproduction(model: Model, solver: Solver) -> str:
    """A program that declares `model` and shows what `solver` gets wrong on it."""
    return (
        "from everyway.comparer import compare\n"
        f"{program_of(model)}\n"
        f"print(compare(model, [{solver.name!r}, 'brute-force']))"
    )
