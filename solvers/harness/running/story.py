"""The number of solutions after each rule of a model: what every rule does."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Unpack

from ....models.language.late_dataclasses import dataclass, replace
from ....models.language.model import Model
from ....models.language.objectives import Objective
from ....models.language.own_constraints import without_own
from ....models.language.rules import Rule
from ..contract import Control, Stopped, Unsupported
from ..options import Options, SearchOptions, asked, offers
from ..registry import SolverName, solver_named
from .enumeration import DEFAULT_SOLVER, solutions
from .independent_parts import parts_in_view
from .optimising import FirstPhase

MOST_LISTED = 10**6
"""The most solutions of a part that are enumerated, unless it is said otherwise."""
DIAGRAM, WORK = "diagram", 2_000_000_000
"""The solver that counts what is too much to list, and the work that it may take for it."""
LEAST_TIME = 0.01
"""Seconds that a part gets at least, so that one that is easy is counted even after the limit."""


@dataclass(frozen=True, eq=False)
class Step:
    """The number of solutions with the rules up to `rule`."""

    rule: Rule | None
    """The rule that was added; None before the first."""
    number: int
    """Exact where `reason` is None; else a lower bound, and `limit` says that there are more."""
    reason: str | None
    """The reason why it is not exact: `limit` for the cap, `time limit`, or a failure."""
    best: int | list[int] | list[list[int]] | None = None
    """The best value, where the model has an objective: the solutions that have it are counted."""
    proven: bool = True
    """False if a better value may be found with more time."""
    by: str = ""
    """The engines that counted, where the solver names them: `kernel`, `diagram`."""

    @property
    def exact(self) -> bool:
        """True if there are exactly `number` solutions."""
        return self.reason is None


@offers(SearchOptions)
def story(
    model: Model,
    solver: str = DEFAULT_SOLVER,
    *,
    cap: int = MOST_LISTED,
    **keywords: Unpack[SearchOptions],
) -> Iterator[Step]:
    """A step for each rule of `model`, in order; where there is none, one for no rule.

    At most `cap` solutions of each part are enumerated, and the time limit is each step's. Unless
    another cap or solver is asked for, more are counted by a diagram, where that is quick.
    """
    rules: Sequence[Rule] = model.rules
    options = replace(asked(**keywords), limit=cap, hand_over=False)
    for number in range(min(1, len(rules)), len(rules) + 1):
        part = model.rewritten(model.groups, rules[:number])
        yield _step(rules[number - 1] if number else None, part, model.objective, solver, options)


def _step(
    last: Rule | None, part: Model, objective: Objective | None, solver: str, options: Options
) -> Step:
    """The number of solutions of `part`; under an objective, of those with the best value."""
    if objective is None:
        number, why, by = _count(part, solver, options)
        return Step(last, number, why, by=by)
    sought, outcome = FirstPhase(part.aiming(objective), solver, options).settled()
    best = outcome.objective.value if outcome.objective else None
    if sought is None:
        return Step(last, 0, outcome.reason, best, proven=False)
    number, why, by = _count(sought, solver, options)
    return Step(last, number, why, best, by=by)


def _count(model: Model, solver: str, options: Options) -> tuple[int, str | None, str]:
    """The product over the parts that share no variable; why it is not exact, if so; and by whom.

    What is known of a part to be there at least, multiplied, is there at least of the whole; and
    where one part has no solution the whole has none.
    """
    name = SolverName.read(solver).anywhere
    view, number, parts = parts_in_view(model, solver, options.viewpoint)
    if model.projection:
        number, parts = 1, [view.model]
    ends = None if options.time_limit is None else time.perf_counter() + options.time_limit
    why: str | None = None
    engines: dict[str, None] = {}
    for place, part in enumerate(parts):
        share = replace(options, time_limit=_share(ends, len(parts) - place))
        with solutions(part, name, options=share) as found:
            size = sum(1 for _ in found)
        exact = size if found.outcome.complete else None
        by = str(found.outcome.statistics.get("engine", ""))
        is_ours = name == DEFAULT_SOLVER and options.limit == MOST_LISTED
        if found.outcome.reason == "limit" and is_ours:
            exact = _unlisted(part, replace(share, time_limit=_share(ends, len(parts) - place)))
        by_diagram = exact is not None and not found.outcome.complete
        engines[DIAGRAM if by_diagram else by] = None
        if exact == 0:
            return 0, None, by or solver
        number *= size if exact is None else exact
        if exact is None:
            why = found.outcome.reason if why in (None, "limit") else why
    return number, why, " and ".join(filter(None, engines)) or solver


def _unlisted(part: Model, options: Options) -> int | None:
    """The number of solutions by a diagram, where there are too many to list; None without one."""
    counts_within = getattr(solver_named(DIAGRAM).module, "counts_within", None)
    if counts_within is None:  # another package's solver of that name
        return None
    control = Control(replace(options, limit=None))
    control.resume()
    try:
        found: int | None = counts_within(without_own(part), control, WORK)
    except (Stopped, Unsupported):
        return None
    return found


def _share(ends: float | None, parts: int) -> float | None:
    """The seconds that the next of `parts` parts may take."""
    if ends is None:
        return None
    return max((ends - time.perf_counter()) / parts, LEAST_TIME)
