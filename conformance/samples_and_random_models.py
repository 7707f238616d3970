"""The samples and random models that a solver has to get right: the oracle against it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

import pytest

from ..models import Constraint, Model, Variable
from ..models.language.global_constraints import constraint_classes
from ..models.language.late_dataclasses import dataclass, field, fields
from ..models.language.nodes import Node, topological
from ..models.language.sample_arguments import COMPOSED, HUGE, SIZES, TWO_ALIKE
from ..solvers.harness.contract import Unsupported
from ..solvers.harness.registry import Solver
from .instances.cells import CONTEXTS, KINDS, Larger, cell, first_of, of_known_values
from .instances.enumerate_naively import solution_rows
from .instances.harsh_models import FORMS, HARSH, LARGE, harsh_model, large_form
from .instances.random_models import far_model, random_model
from .limits import Late, StillRunning
from .solving import difference_if_supported, reproduction, smallest_that_fails

# ----------------- The sizes and the numbers of models: what a solver was asked, beside how often.


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


def judged(
    solver: Solver,
    shown: Cases,
    record_property: Callable[[str, object], None],
    tally: Tally,
    models: Iterable[Model | Larger],
    *,
    may_be_late: bool = False,
) -> None:
    """Fails where `solver` is wrong on one of `models`, or late unless it `may_be_late`."""
    tally.judge(solver, models, shown)
    record_property("everyway tally", dataclasses.asdict(tally))
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
    judge: Any, budget: Budget, kind: type[Constraint], context: str
) -> None:
    models = (model for _, model in cell(kind, context, budget.samples))
    judge(Tally(kind.__name__, context), models)


@pytest.mark.parametrize("kind", constraint_classes(), ids=lambda kind: kind.__name__)
def test_constraints_over_known_values_hold_or_do_not(judge: Any, kind: type[Constraint]) -> None:
    """An adapter may drop what it takes to be settled by the domains alone."""
    judge(Tally(kind.__name__, "known values"), of_known_values(kind))


@pytest.mark.parametrize("column", SIZES)
@pytest.mark.parametrize("kind", KINDS)
def test_larger_constraints_have_exactly_their_solutions(
    judge: Any, budget: Budget, kind: str, column: str
) -> None:
    """A solver that needs long for these is slow, not wrong."""
    judge(Tally(kind, column), first_of(kind, column, 2 * budget.samples), may_be_late=True)


@pytest.mark.parametrize("column", [HUGE, TWO_ALIKE, COMPOSED])
@pytest.mark.parametrize("kind", KINDS)
def test_huge_like_and_composed_constraints_have_exactly_their_solutions(
    judge: Any, budget: Budget, kind: str, column: str
) -> None:
    judge(Tally(kind, column), first_of(kind, column, budget.samples), may_be_late=True)


@pytest.mark.parametrize("kind", constraint_classes(), ids=lambda kind: kind.__name__)
def test_constraints_of_harsh_numbers_have_exactly_their_solutions(
    solver: Solver, judge: Any, budget: Budget, kind: type[Constraint]
) -> None:
    seeds = range((4 if solver.traits.costly else 40) * budget.samples)
    judge(Tally(kind.__name__, HARSH), (harsh(kind.__name__, seed) for seed in seeds))


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_30_to_100_parts_have_exactly_their_solutions(
    solver: Solver, judge: Any, budget: Budget, form: str
) -> None:
    several = (1 if solver.traits.costly else 3) * budget.samples
    models = (large(form, seed) for seed in range(several))
    judge(Tally(form, LARGE), models, may_be_late=True)


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
    judge: Any, budget: Budget
) -> None:
    seeds = range(budget.seed, budget.seed + max(1, budget.models // CHUNKS))
    judge(Tally("values far apart", ""), map(far_model, seeds))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_models_have_exactly_their_solutions(judge: Any, budget: Budget, chunk: int) -> None:
    seeds = range(budget.seed + chunk, budget.seed + budget.models, CHUNKS)
    judge(Tally("random models", ""), map(_random_model, seeds))
