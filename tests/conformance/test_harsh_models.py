"""Models of harsh numbers and of large forms: what they hold, every solver on them, and faults."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from everyway.conformance.fuzz.numbered_models import LARGE, drawn
from everyway.conformance.instances.enumerate_naively import size_of, solution_rows
from everyway.conformance.instances.harsh_models import FAR_OFF, FORMS, harsh_model, large_form
from everyway.conformance.samples_and_random_models import Cases, Reach, harsh, large
from everyway.conformance.solving import difference
from everyway.models import Model, same
from everyway.models.language.arithmetic_expressions import Product
from everyway.models.language.expressions import Constant
from everyway.models.language.global_constraints import constraint_classes
from everyway.models.language.global_constraints.all_different import AllDifferent
from everyway.models.language.nodes import topological
from everyway.solvers.auto.common import code as c
from everyway.solvers.auto.loops import running_sums
from everyway.solvers.harness.contract import Unsupported
from everyway.solvers.harness.registry import Solver, solver_named

from ..support.settings import for_solver

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
KINDS = pytest.mark.parametrize("kind", constraint_classes(), ids=lambda kind: kind.__name__)
EACH = 10
"""The number of models of each constraint and form."""
MOST = 1_000
"""The most models of a hunt in which a known fault is to be seen."""


def test_a_seed_is_one_model_that_is_quickly_judged() -> None:
    for seed in range(10):
        for make in (harsh_model, large_form):
            assert same(make(seed), make(seed))
            assert size_of(make(seed).variables) <= 5_000


@KINDS
def test_most_have_solutions_and_others_and_their_numbers_are_large(kind: type) -> None:
    models = [harsh(kind.__name__, seed) for seed in range(40)]
    both = [0 < len(one.rows) < size_of(one.model.variables) for one in models]
    assert sum(both) > 20
    reach = Reach()
    for one in models:
        reach.add(one.model)
    assert reach.least_number < -60
    assert reach.greatest_number > 60


@pytest.mark.parametrize("form", FORMS)
def test_a_form_has_30_to_100_parts(form: str) -> None:
    for seed in range(5):
        reach = Reach()
        reach.add(large(form, seed).model)
        assert reach.most >= 20  # of 30 rows some are alike


def test_constants_far_off_stand_beside_products() -> None:
    models = [harsh_model(seed, AllDifferent) for seed in range(200)]
    nodes = [topological(model.constraints) for model in models]
    beside = [m for m in nodes if {Constant, Product} <= {type(node) for node in m}]
    assert len(beside) > 40
    assert any(n.constant in FAR_OFF for m in nodes for n in m if isinstance(n, Constant))


def test_one_of_ten_models_of_a_hunt_is_large() -> None:
    assert [n for n in range(40) if drawn(n).model.name.startswith("large")] == [0, 10, 20, 30]
    assert LARGE == (0,)


@pytest.mark.engines
def test_every_solver_is_right_on_harsh_numbers(solver: Solver) -> None:
    asked = [(kind.__name__, seed) for seed in range(EACH) for kind in constraint_classes()]
    check(solver, (harsh(*one) for one in for_solver(solver, asked)))


@pytest.mark.engines
def test_every_solver_is_right_on_large_forms(solver: Solver) -> None:
    check(solver, (large(*one) for one in for_solver(solver, forms())))


def forms() -> list[tuple[str, int]]:
    return [(form, seed) for seed in range(EACH) for form in FORMS]


def check(solver: Solver, several: Iterator) -> None:
    for one in several:
        found = difference(one.model, solver, one.rows)
        refused = found.startswith(("Unsupported", "Late"))
        assert refused or not found, Cases(1).case(one.model, solver, found)


@pytest.fixture
def old_lowering(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lowers as once: the word of known amounts leaves out in silence those that do not fit."""

    def exclude(building, term, known, exempt) -> None:
        low, width = term.amount.bounds[0], building.width
        amounts = {c.number(other.amount) for other in known} - {exempt}
        word = sum(1 << a - low for a in amounts if 0 <= a - low < width)
        running_sums._exclude(building, term, c.word(word, width), low)

    monkeypatch.setattr(running_sums, "_exclude_known", exclude)


def first_seen(models: Iterator[Model], solver: Solver) -> int | None:
    """The place of the first of `models` on which `solver` is wrong."""
    for place, model in enumerate(models):
        try:
            if model.objective is None and difference(model, solver, solution_rows(model)):
                return place
        except Unsupported:
            continue
    return None


def test_constants_that_are_lost_beside_products_are_seen(old_lowering: None) -> None:
    models = (harsh_model(seed, AllDifferent) for seed in range(600))
    assert first_seen(models, solver_named("auto[python]")) is not None


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["auto[loops]", "auto[python]"])
@pytest.mark.parametrize("start", [0, 10_000, 20_000])
def test_a_hunt_sees_them_within_a_thousand_models(
    engine: str, start: int, old_lowering: None
) -> None:
    numbers = (drawn(n).model for n in range(start, start + MOST) if size_of_(n) <= 20_000)
    assert first_seen(numbers, solver_named(engine)) is not None


def size_of_(number: int) -> int:
    return size_of(drawn(number).model.variables)
