"""The samples and random models that a solver has to get right: the oracle against it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict
from functools import cache
from typing import Any

import pytest

from ..models import Constraint, Model
from ..models.language.global_constraints import constraint_classes
from ..models.language.late_dataclasses import dataclass, field
from ..models.language.sample_scenes import COMPOSED, HUGE, SIZES, TWO_ALIKE
from ..solvers.harness.contract import Unsupported
from ..solvers.harness.registry import Solver
from .instances.cells import CONTEXTS, cell, of_known_values
from .instances.enumerate_naively import solution_rows
from .instances.harsh_models import HARSH, harsh_model
from .instances.large_forms import FORMS, LARGE, large_form
from .instances.larger_samples import KINDS, Larger, first_of
from .instances.random_models import far_model, random_model
from .limits import Late, StillRunning
from .reach import Reach
from .solving import difference_if_supported, reproduction, smallest_that_fails

MOST_LATE = 2
"""A solver that is late on so many models of a test is not asked the rest of them."""
CHUNKS = 10
"""The random models of a run are split over this many tests, so that a failure names fewer."""


@dataclass(frozen=True)
class Budget:
    """The amount that a solver is asked."""

    models: int = 1000
    """The number of random models."""
    seed: int = 1
    """The seed of the first of them; each further one has the next."""
    samples: int = 4
    """The number of samples of each shape in a cell."""
    time_limit: float = 10.0
    """Seconds for each model."""
    shrink: int = 5
    """The number of failures that are shrunk, which takes much longer than to find them."""


@dataclass
class Cases:
    """Cases that fail, as code; so many more of them are shrunk."""

    shrink: int

    def case(self, model: Model, solver: Solver, wrong: str) -> str:
        """The fault on `model`, and the code that shows it."""
        self.shrink -= 1
        smallest = smallest_that_fails(model, solver) if self.shrink >= 0 else model
        again = wrong  # of a model as it was drawn, which may have too many assignments
        if smallest is not model:
            again = difference_if_supported(smallest, solver) or "it fails now and then"
        return (
            f"# {model.name}: {wrong}\n# the smallest that fails: {again}\n"
            f"{reproduction(smallest, solver)}"
        )

    def hang(self, model: Model, solver: Solver, wrong: str) -> str:
        """The report of a solver that has to be ended, with the code that hangs."""
        return f"# {model.name}: {wrong}, not asked on\n{reproduction(model, solver)}"


@dataclass
class Tally:
    """The outcomes of a solver on several models."""

    row: str
    column: str
    models: int = 0
    failures: int = 0
    unsupported: int = 0
    late: int = 0
    """Models whose solutions were right as far as they came, until the time was over."""
    late_on: str = ""
    first: str = ""
    """The first failing case: what is wrong with it, and the code that shows it."""
    reach: Reach = field(default_factory=Reach)

    def judge(self, solver: Solver, models: Iterable[Model | Larger], shown: Cases) -> None:
        """Count how `solver` fares; the first wrong one is added to `shown`, shrunk if few are.

        A solver that hangs is not asked again, nor one that is late again and again: that would
        go on for hours.
        """
        for asked in models:
            model, rows = (asked.model, asked.rows) if isinstance(asked, Larger) else (asked, None)
            self.models += 1
            self.reach.add(model)
            try:
                wrong = difference_if_supported(model, solver, rows)
            except Unsupported:
                self.unsupported += 1
                continue
            except Late as error:
                self.late += 1
                self.late_on = f"{model.name}: {error}"
                if self.late == MOST_LATE:
                    return
                continue
            except StillRunning as error:
                self.failures += 1
                self.first = self.first or shown.hang(model, solver, str(error))
                return
            self.failures += bool(wrong)
            if wrong and not self.first:
                self.first = shown.case(model, solver, wrong)


def _passed(
    tally: Tally, record_property: Callable[[str, object], None], *, may_be_late: bool = False
) -> None:
    record_property("everyway tally", asdict(tally))
    if tally.failures:
        pytest.fail(f"{tally.failures} of {tally.models} are wrong\n{tally.first}", pytrace=False)
    if tally.late:
        (pytest.skip if may_be_late else pytest.fail)(
            f"{tally.late} of {tally.models} are late, none is wrong: {tally.late_on}"
        )
    if tally.models == tally.unsupported > 0:
        pytest.skip("unsupported")


@pytest.mark.parametrize("context", CONTEXTS)
@pytest.mark.parametrize("kind", constraint_classes(), ids=lambda kind: kind.__name__)
def test_samples_have_exactly_their_solutions(
    solver: Solver,
    budget: Budget,
    kind: type[Constraint],
    context: str,
    shown: Cases,
    record_property: Any,
) -> None:
    tally = Tally(kind.__name__, context)
    tally.judge(solver, (model for _, model in cell(kind, context, budget.samples)), shown)
    _passed(tally, record_property)


@pytest.mark.parametrize("kind", constraint_classes(), ids=lambda kind: kind.__name__)
def test_constraints_over_known_values_hold_or_do_not(
    solver: Solver, budget: Budget, kind: type[Constraint], shown: Cases, record_property: Any
) -> None:
    """An adapter may drop what it takes to be settled by the domains alone."""
    tally = Tally(kind.__name__, "known values")
    tally.judge(solver, of_known_values(kind), shown)
    _passed(tally, record_property)


@pytest.mark.parametrize("column", SIZES)
@pytest.mark.parametrize("kind", KINDS)
def test_larger_constraints_have_exactly_their_solutions(
    solver: Solver, budget: Budget, kind: str, column: str, shown: Cases, record_property: Any
) -> None:
    """A solver that needs long for these is slow, not wrong."""
    tally = Tally(kind, column)
    tally.judge(solver, first_of(kind, column, 2 * budget.samples), shown)
    _passed(tally, record_property, may_be_late=True)


@pytest.mark.parametrize("column", [HUGE, TWO_ALIKE, COMPOSED])
@pytest.mark.parametrize("kind", KINDS)
def test_huge_like_and_composed_constraints_have_exactly_their_solutions(
    solver: Solver, budget: Budget, kind: str, column: str, shown: Cases, record_property: Any
) -> None:
    tally = Tally(kind, column)
    tally.judge(solver, first_of(kind, column, budget.samples), shown)
    _passed(tally, record_property, may_be_late=True)


@pytest.mark.parametrize("kind", constraint_classes(), ids=lambda kind: kind.__name__)
def test_constraints_of_harsh_numbers_have_exactly_their_solutions(
    solver: Solver,
    budget: Budget,
    kind: type[Constraint],
    shown: Cases,
    record_property: Any,
) -> None:
    tally = Tally(kind.__name__, HARSH)
    seeds = range((4 if solver.traits.costly else 40) * budget.samples)
    tally.judge(solver, (harsh(kind.__name__, seed) for seed in seeds), shown)
    _passed(tally, record_property)


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_30_to_100_parts_have_exactly_their_solutions(
    solver: Solver, budget: Budget, form: str, shown: Cases, record_property: Any
) -> None:
    tally = Tally(form, LARGE)
    several = (1 if solver.traits.costly else 3) * budget.samples
    tally.judge(solver, (large(form, seed) for seed in range(several)), shown)
    _passed(tally, record_property, may_be_late=True)


@cache
def harsh(kind: str, seed: int) -> Larger:
    """A model of harsh numbers, and its solutions, kept for the next solver."""
    found = next(one for one in constraint_classes() if one.__name__ == kind)
    return Larger(model := harsh_model(seed, found), solution_rows(model))


@cache
def large(form: str, seed: int) -> Larger:
    """A model with a large form, and its solutions, kept for the next solver."""
    return Larger(model := large_form(seed, form), solution_rows(model))


def _random_model(seed: int) -> Model:
    """Every other one has harsh numbers."""
    return (random_model if seed % 2 else harsh_model)(seed)


def test_models_of_values_far_apart_have_exactly_their_solutions(
    solver: Solver, budget: Budget, shown: Cases, record_property: Any
) -> None:
    tally = Tally("values far apart", "")
    seeds = range(budget.seed, budget.seed + max(1, budget.models // CHUNKS))
    tally.judge(solver, map(far_model, seeds), shown)
    _passed(tally, record_property)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_models_have_exactly_their_solutions(
    solver: Solver, budget: Budget, chunk: int, shown: Cases, record_property: Any
) -> None:
    tally = Tally("random models", "")
    seeds = range(budget.seed + chunk, budget.seed + budget.models, CHUNKS)
    tally.judge(solver, map(_random_model, seeds), shown)
    _passed(tally, record_property)
