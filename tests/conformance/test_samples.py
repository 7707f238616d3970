"""Each constraint means the same to the judge, to its decomposition and to every solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain

import pytest

from everyway.conformance.instances.cells import (
    CONTEXTS,
    EACH,
    can_be,
    cell,
    of_known_values,
    samples,
)
from everyway.conformance.instances.enumerate_naively import Row, size_of, solution_rows, truths
from everyway.conformance.samples_and_random_models import Cases
from everyway.conformance.solving import difference
from everyway.models import Constraint, Model, fingerprint
from everyway.models.language.choices import decomposition
from everyway.models.language.constraints import And, Comparison, Core, Not, Or
from everyway.models.language.expressions import Expression, Variable
from everyway.models.language.files.model_from_data import NODES
from everyway.models.language.global_constraints import constraint_classes
from everyway.models.language.global_constraints.all_different import AllDifferent
from everyway.models.language.global_constraints.predicate import Predicate
from everyway.models.language.nodes import Node, rebuild, topological
from everyway.models.language.sample_arguments import SHAPES
from everyway.solvers.harness.registry import Solver

from ..conftest import TABLE
from ..support.settings import SAMPLES, for_solver

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
KINDS = pytest.mark.parametrize("kind", constraint_classes(), ids=lambda kind: kind.__name__)
CORE = (Comparison, And, Or, Not, Predicate)


def declared(kind: type[Constraint] = Constraint) -> Iterator[type[Constraint]]:
    for below in kind.__subclasses__():
        if hasattr(below, "__dataclass_fields__"):
            yield below
        yield from declared(below)


def test_every_constraint_has_samples() -> None:
    language = {k for k in declared() if k.__module__.startswith("everyway.models.")}
    assert language == set(constraint_classes())
    assert all(k.sample is not Constraint.sample for k in language), "give it a method sample"
    assert language == {kind for kind in NODES.values() if issubclass(kind, Constraint)}


@KINDS
@pytest.mark.parametrize("number", [3 * SAMPLES, pytest.param(EACH, marks=pytest.mark.slow)])
def test_every_cell_holds_distinct_models_of_every_shape(
    kind: type[Constraint], number: int
) -> None:
    full = [number if can_be(kind, shape) else 0 for shape in SHAPES]
    for context in CONTEXTS:
        found = [
            (sample.shape, fingerprint(model)) for sample, model in cell(kind, context, number)
        ]
        assert len({print_ for _, print_ in found}) == len(found), context
        assert [Counter(shape for shape, _ in found)[s] for s in SHAPES] == full, context


@KINDS
@pytest.mark.parametrize("number", [SAMPLES, pytest.param(EACH, marks=pytest.mark.slow)])
def test_a_third_of_every_cell_is_neither_always_nor_never_true(
    kind: type[Constraint], number: int
) -> None:
    for context in CONTEXTS:
        models = [model for _, model in cell(kind, context, number)]
        assert 3 * sum(map(has_both, models)) >= len(models), context


def has_both(model: Model) -> bool:
    return 0 < len(solution_rows(model)) < size_of(model.variables)


@pytest.mark.parametrize("number", [SAMPLES, pytest.param(EACH, marks=pytest.mark.slow)])
def test_the_table_of_cells(number: int, record_property: Callable[[str, object], None]) -> None:
    """Print how many models each cell holds."""
    lines = [f"{'':20}" + "".join(f"{context:>13}" for context in CONTEXTS)]
    for kind in constraint_classes():
        counts = [len(cell(kind, context, number)) for context in CONTEXTS]
        assert min(counts) >= 5 * number
        lines.append(f"{kind.__name__:20}" + "".join(f"{some:>13}" for some in counts))
    lines.append(f"{number} of each shape but the empty circuit: {', '.join(SHAPES)}")
    lines.append(f"solvers meet {SAMPLES} of each shape in every run, {EACH} with -m slow")
    record_property(TABLE, "\n".join(lines))


@KINDS
def test_the_decomposition_holds_exactly_where_the_constraint_does(kind: type[Constraint]) -> None:
    for sample in chain.from_iterable(samples(kind).values()):
        parts = And(tuple(decomposition(sample.constraint)))
        expected = truths(sample.constraint, sample.variables)
        assert truths(parts, sample.variables) == expected, sample


@KINDS
def test_decomposing_ends_in_the_core_in_every_context(kind: type[Constraint]) -> None:
    for context in CONTEXTS:
        for _, model in cell(kind, context, SAMPLES):
            core = in_the_core(model.constraints)
            known = {*model.variables}
            new = [n for n in topological(core) if isinstance(n, Variable) and n not in known]
            assert not new, f"{model.name}: a decomposition introduced {new}"
            assert solution_rows(Model("core", model.variables, core)) == right(model), model.name


def in_the_core(constraints: tuple[Constraint, ...]) -> list[Node]:
    """`constraints` with everything replaced by its decomposition until nothing changes."""
    roots: list[Node] = list(constraints)
    for _ in range(10):
        nodes = topological(roots)
        if all(isinstance(node, (Expression, *CORE)) for node in nodes):
            return roots
        roots = rebuild(roots, lambda node, old: _decomposed(node))
    raise AssertionError(f"decomposing does not end: {roots}")


def _decomposed(node: Node) -> Node | None:
    if isinstance(node, Constraint) and not isinstance(node, CORE):
        return And(tuple(decomposition(node)))
    return None


def test_the_core_decomposes_into_itself() -> None:
    for kind in CORE:
        for sample in samples(kind)["plain"]:
            assert list(sample.constraint.decompose()) == [sample.constraint]
    core = {kind for kind in constraint_classes() if issubclass(kind, Core)}
    assert core | {Predicate} == set(CORE)


@cache
def _right(kind: type[Constraint], context: str, number: int) -> list[tuple[Model, Counter[Row]]]:
    return [(model, solution_rows(model)) for _, model in cell(kind, context, number)]


def right(model: Model) -> Counter[Row]:
    return solution_rows(model)


def check(solver: Solver, models: Iterable[tuple[Model, Counter[Row]]]) -> None:
    for model, rows in models:
        found = difference(model, solver, rows)
        assert not found, Cases(1).case(model, solver, found)


def all_right(kind: type[Constraint], number: int) -> list[tuple[Model, Counter[Row]]]:
    return [each for context in CONTEXTS for each in _right(kind, context, number)]


@KINDS
@pytest.mark.engines
def test_every_solver_finds_exactly_the_solutions(solver: Solver, kind: type[Constraint]) -> None:
    check(solver, for_solver(solver, all_right(kind, SAMPLES)))


@pytest.mark.engines
def test_every_solver_settles_constraints_over_known_values(solver: Solver) -> None:
    others = [one for kind in constraint_classes() for one in of_known_values(kind)]
    models = [*of_known_values(AllDifferent), *for_solver(solver, others)]
    check(solver, ((model, solution_rows(model)) for model in models))


@pytest.mark.slow
@pytest.mark.engines
@KINDS
def test_every_solver_finds_exactly_the_solutions_of_all_samples(
    solver: Solver, kind: type[Constraint]
) -> None:
    check(solver, all_right(kind, EACH))
