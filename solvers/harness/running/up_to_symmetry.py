"""Solutions up to symmetry: one an orbit, from any solver, and what is verified by it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Unpack

from ....models.language.check import Judge, as_model
from ....models.language.errors import ModelError
from ....models.language.late_dataclasses import dataclass
from ....models.language.model import Model
from ....models.language.solution import Solution
from ....models.language.symmetry.symmetries import Symmetry, fault_of
from ....models.language.symmetry.symmetry_breaking import Broken, Representatives, break_symmetry
from ....models.language.symmetry.symmetry_group import SymmetryGroup, symmetries
from ..contract import Best, Disagreement, SolverFailed
from ..options import DEFAULTS, AllOptions, Options, RunOptions, asked, offers
from ..outcome import require_complete
from .enumeration import DEFAULT_SOLVER, Enumeration, solutions


class Orbits(Enumeration):
    """One solver's solutions, the least of each orbit; `outcome.solutions` counts orbits.

    Each comes when the first solution of its orbit is found, as `Representatives` says. With
    `breaking`, the solver searches under rules that leave it one solution an orbit, or a few.
    """

    incumbent_first = False

    def __init__(
        self,
        model: Model,
        solver: str,
        options: Options = DEFAULTS,
        group: SymmetryGroup | None = None,
        *,
        breaking: bool = False,
    ) -> None:
        options.refuse("orbits", "isolate", "memory")
        if options.projecting(model).project is not None:
            raise ModelError(
                "up to symmetry means whole solutions, so they cannot be projected; leave out one"
            )
        self.group = group or symmetries(model)
        self.broken = break_symmetry(model, self.group) if breaking else None
        """The rules that are searched under, if any."""
        super().__init__(self.broken.model if self.broken else model, solver, options)
        self._reported = 0
        self.sizes: Counter[int] = Counter()
        """The number of found orbits of each size."""
        self._known = Representatives(self.group)

    def _open(self) -> None:
        super()._open()
        self._is_new = self._opens_an_orbit

    def _opens_an_orbit(self, found: Mapping[str, Any]) -> bool:
        self._reported += 1
        first = self._known.new(self.model.solution(found))
        if first is not None:
            self._found = first.assignment
        elif self.broken is not None and self.broken.exact:
            raise SolverFailed(
                f"{self._outcome.solver} reported two solutions of one orbit, of which the rules"
                f" against symmetry keep one: {dict(found)}; compare solvers to see who is wrong"
            )
        return first is not None

    @property
    def breaking(self) -> Breaking | None:
        """The solutions that the rules kept of the orbits found so far, if there are such rules."""
        if self.broken is None:
            return None
        beyond_the_limit = self.outcome.reason == "limit"
        return Breaking(self.sizes.total(), self._reported - beyond_the_limit, self.broken.exact)

    def __next__(self) -> Any:
        solution = super().__next__()
        self.sizes[self.group.orbit_size(solution)] += 1
        return solution


@offers(RunOptions)
def orbits(
    model: Model,
    solver: str = DEFAULT_SOLVER,
    *,
    group: SymmetryGroup | None = None,
    breaking: bool = False,
    **keywords: Unpack[RunOptions],
) -> Orbits:
    """One solution of each orbit of `model`, lazily, with an `outcome`, as `solutions` does.

    The group is by default that of `symmetries(model)`. `breaking` searches the model of
    `break_symmetry`: the same orbits, found sooner where its rules cost less than they spare.
    Raises: ModelError where a projection is asked for too, or the group is too large.
    """
    as_model(model)
    return Orbits(model, solver, asked(**keywords), group, breaking=breaking)


@offers(RunOptions)
def count_orbits(
    model: Model,
    solver: str = DEFAULT_SOLVER,
    *,
    group: SymmetryGroup | None = None,
    breaking: bool = False,
    **keywords: Unpack[RunOptions],
) -> int:
    """The number of solutions of `model` up to symmetry.

    Raises: Incomplete, with the number found so far, where something stopped the search.
    """
    with orbits(model, solver, group=group, breaking=breaking, **keywords) as found:
        number = sum(1 for _ in found)
    require_complete(found.outcome, number)
    return number


@offers(AllOptions)
def counterexample(
    model: Model,
    symmetry: Symmetry,
    solver: str = DEFAULT_SOLVER,
    **keywords: Unpack[AllOptions],
) -> Solution | None:
    """A solution of `model` whose image is none, which refutes `symmetry`; None if there is none.

    This compares solutions, where the check on the declaration compares constraints.
    Raises: ModelError for what does not act on the model; Incomplete where it stays open.
    """
    fault = fault_of(model, symmetry)
    if fault:
        raise ModelError(f"{symmetry.name!r} does not act on {model.name}: {fault}")
    judge = Judge(model)
    with solutions(model, solver, **keywords) as found:
        for values in (solution.assignment for solution in found):
            image = symmetry(values)
            if not judge.solves(image) or _is_beaten(model, image, found.latest.objective):
                return model.solution(values)
    require_complete(found.outcome, None)
    return None


def _is_beaten(model: Model, values: Mapping[str, Any], best: Best | None) -> bool:
    """True if these values are worse than the best ones, where the model has an objective."""
    if best is None or model.objective is None:
        return False
    point = model.objective.valuation.of(values)
    return point is not None and best.beats(point, model.objective)


@dataclass(frozen=True)
class Breaking:
    """The numbers of solutions with and without rules that break symmetry."""

    orbits: int
    kept: int
    exact: bool
    """True if it was promised that one solution an orbit is kept."""

    @property
    def factor(self) -> float:
        """The number of solutions kept of an orbit, on average; 1 where breaking is exact."""
        return self.kept / self.orbits if self.orbits else 1.0


@offers(RunOptions)
def measure_breaking(
    broken: Broken,
    solver: str = DEFAULT_SOLVER,
    **keywords: Unpack[RunOptions],
) -> Breaking:
    """The measure of the rules of `broken`, by all solutions with and without them.

    Raises: Disagreement where an orbit is lost, or an exact breaking keeps two of one.
    """
    group = broken.group
    with orbits(group.model, solver, group=group, **keywords) as every:
        number = sum(1 for _ in every)
    require_complete(every.outcome, number)
    with solutions(broken.model, solver, **keywords) as left:
        rows = [group.model.solution(solution.assignment) for solution in left]
    require_complete(left.outcome, len(rows))
    reached = len({group.least(solution) for solution in rows})
    measured = Breaking(number, len(rows), broken.exact)
    if reached != number or (broken.exact and len(rows) != number):
        raise Disagreement(
            f"{broken.model.name}: its rules against symmetry keep {len(rows)} solutions of"
            f" {reached} orbits, and there are {number} orbits",
            measured,
        )
    return measured
