"""The number of solutions, by way of parts that share no variable: in all, and after each rule."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod
from operator import index
from typing import Any, Unpack

from ....models.language.arithmetic_expressions import Product
from ....models.language.check import are_terms, as_model
from ....models.language.constraints import RELATIONS, Comparison, Constraint
from ....models.language.errors import ModelError
from ....models.language.expressions import Constant, Variable, bounds, size
from ....models.language.groups import Single
from ....models.language.late_dataclasses import dataclass, replace
from ....models.language.model import Model
from ....models.language.nodes import Node, topological
from ....models.language.objectives import Objective
from ....models.language.own_constraints import without_own
from ....models.language.rules import Rule
from ....models.language.viewpoints.labels import without_labels
from ....models.language.viewpoints.viewpoint import View, in_viewpoint
from ..contract import Control, SolverFailed, Stopped, Unsupported
from ..options import AUTO, DEFAULTS, CountOptions, Options, SearchOptions, asked, offers
from ..outcome import HANDED_OVER, Outcome, require_complete
from ..registry import ORIGINAL, SolverName, solver_named
from .enumeration import DEFAULT_SOLVER, Enumeration, raise_failure, solutions
from .optimising import FirstPhase
from .run import Run

# ------------------- Parts of a model that share no variable: their numbers of solutions multiply.


def components(model: Model) -> tuple[int, list[Model]]:
    """The factor of the free variables, and the connected parts of the rest of the model.

    A variable is free where no constraint has it. Constraints without variables stand in the
    first part, or in one of their own; those that hold by the bounds of a product are left out.
    """
    constraints = [one for one in model.constraints if not _holds_by_bounds(one)]
    leader = {variable.name: variable.name for variable in model.variables}
    scopes: list[list[str]] = []
    apart = len(leader) - 1
    for constraint in constraints:
        scopes.append(_scope(constraint))
        first = _root(leader, scopes[-1][0]) if scopes[-1] else ""
        for name in scopes[-1]:
            other = _root(leader, name)
            apart -= other != first
            leader[other] = first
        if not apart:
            return 1, [model]
    parts: dict[str | None, list[Variable | Constraint]] = {}
    for constraint, scope in zip(constraints, scopes, strict=True):
        root = _root(leader, scope[0]) if scope else None
        parts.setdefault(root, []).append(constraint)
    free = 1
    for variable in model.variables:
        root = _root(leader, variable.name)
        if root in parts:
            parts[root].append(variable)
        else:
            free *= size(variable.domain)
    return free, [part_of(model, items) for items in parts.values()]


def parts_in_view(model: Model, solver: str, viewpoint: str) -> tuple[View, int, list[Model]]:
    """The view that `solver` has of `model`; the factor and the parts of the model in it."""
    form, prefers = SolverName.read(solver).viewpoint, solver_named(solver).traits.viewpoint
    view = in_viewpoint(without_labels(model)[0], form or viewpoint, prefers=prefers)
    return view, *components(view.model)


def part_of(model: Model, items: list[Variable | Constraint]) -> Model:
    """These variables and constraints of `model` alone."""
    singles = [Single(item) for item in items if isinstance(item, Variable)]
    rules = [Rule("part", tuple(item for item in items if isinstance(item, Constraint)))]
    # What can never hold has been warned of where it was declared.
    return model.rewritten(singles, rules)


def _holds_by_bounds(constraint: Constraint) -> bool:
    """True of `x * y > 0`, and the like, where it holds for the ends of the product's bounds."""
    match constraint:
        case Comparison(Product() as left, "<" | "<=" | ">" | ">=" as relation, Constant(right)):
            parts = topological([left])
            if all(isinstance(part, Product | Variable | Constant) for part in parts):
                return all(RELATIONS[relation](end, right) for end in bounds(left))
    return False


def _scope(constraint: Node) -> list[str]:
    names: list[str] = []
    seen, stack = {constraint}, [constraint]
    while stack:
        for part in stack.pop().parts:
            if isinstance(part, Variable):
                names.append(part.name)
            elif part not in seen and not isinstance(part, Constant):
                seen.add(part)
                stack.append(part)
    return names


def _root(leader: dict[str, str], name: str) -> str:
    while leader[name] != name:
        leader[name] = leader[leader[name]]
        name = leader[name]
    return name


WORTH_WORKERS = 100_000
"""One of several parts of a model is left to workers from this number of assignments on."""

Hear = Callable[[int, Mapping[str, int | float | str]], object]


@dataclass(frozen=True)
class Counted:
    """The number of solutions, and the way it was found."""

    number: int
    """Exact where `outcome` is complete; otherwise a lower bound."""
    outcome: Outcome
    parts: int
    """The number of parts whose numbers were multiplied; 1 where all were enumerated."""
    multiplied: bool = False
    """True if there was anything to multiply: several parts, or free variables."""


class Tally(Run):
    """A solver that counts without enumerating; `outcome.solutions` is the number so far."""

    _number = 0

    def _start(self, model: Model) -> Iterator[Any]:
        if self._solver.is_distributed(self._control.options):
            from ..processes.pool import counts

            return counts(self._solver, model, self._control)
        counter = self._solver.counter
        assert counter is not None, "only what counts is tallied"
        return counter(model, self._control)

    def _next(self) -> None:
        found = self._taken()
        try:
            # Whatever index it has, it is added as an int: as NumPy's it would overflow in silence.
            self._number = int.__add__(0, index(found))
        except TypeError:
            self._number = -1
        if self._number < 0 or isinstance(found, bool):
            raise SolverFailed(f"{self._outcome.solver} counts {found!r:.60}, no number from 0")

    def _count(self) -> None:
        self._outcome.solutions += self._number


def own_count(
    model: Model, solver: str, options: Options, *, address: str | None = None
) -> int | None:
    """The number by the solver's own counting; None if it fails, or does not end in time."""
    with Tally(model, solver, options, address=address) as tally:
        for _ in tally:
            pass
    return tally.outcome.solutions if tally.outcome.complete else None


@offers(CountOptions)
def count(model: Model, solver: str = DEFAULT_SOLVER, **keywords: Unpack[CountOptions]) -> int:
    """The number of solutions of `model`; those of parts that share no variable are multiplied.

    Takes the options of `solutions`, and `shortcuts`: of "mirror" and "merge", those by which the
    solver may come round enumerating; both, unless said otherwise. A limit, a projection or a
    process of its own has the solutions counted one by one.

    Raises: Incomplete, with the number found so far, where something stopped the search.
    """
    if are_terms(model):
        raise ModelError(
            "everyway.solvers.count(model) counts the solutions of a model; the terms that equal"
            " a value are counted by everyway.models.count(terms, value)"
        )
    options = asked(**keywords)
    found = counted(as_model(model), solver, options)
    if found is None:
        whole = solutions(model, solver, options=options)
        found = Counted(_enumerated(whole), whole.outcome, 1)
    require_complete(found.outcome, found.number)
    return found.number


def counted(
    model: Model,
    solver: str = DEFAULT_SOLVER,
    options: Options = DEFAULTS,
    hear: Hear = lambda number, statistics: None,
) -> Counted | None:
    """The number of solutions by parts, or by a solver that counts; None where it is neither.

    `hear` gets the number so far, now and then, and the statistics of the solver.
    """
    options = options.projecting(model)
    whole = (options.limit, options.project, options.memory)
    if options.isolate or any(one is not None for one in whole):
        return None
    if SolverName.read(solver).mode == ORIGINAL:
        return None
    if model.objective is not None:
        return _counted_of_the_best(model, solver, options, hear)
    name, runner = SolverName.read(solver), solver_named(solver)
    runner.load()
    if runner.traits.historical:
        return None
    tallied = runner.counter is not None or runner.is_distributed(options)
    view, free, parts = parts_in_view(model, solver, options.viewpoint)
    if free == 1 and len(parts) < 2 and not tallied:
        return None
    total, outcome = free, Outcome(name.text, view.name, status="complete")
    for part in parts:
        share = replace(options, viewpoint=AUTO, time_limit=_left(options.time_limit, outcome))
        if len(parts) > 1 and prod(size(v.domain) for v in part.variables) < WORTH_WORKERS:
            share = replace(share, jobs=1, cluster=None)
        counts = runner.counter is not None or runner.is_distributed(share)
        found = (Tally if counts else Enumeration)(part, name.anywhere, share)
        found.seen_before = view.name if part is view.model else ""
        number = _enumerated(found, hear)
        outcome = _together(outcome, found.outcome)
        alone = len(parts) == 1 and free == 1
        # Of a part that was not searched to its end, it is not known that it has a solution.
        total *= number if outcome.complete or alone else 0
        if not total:
            break
    return Counted(total, outcome, len(parts) + (free > 1), free > 1 or len(parts) > 1)


def _counted_of_the_best(model: Model, solver: str, options: Options, hear: Hear) -> Counted:
    """The number of best solutions: those of another model, once the best value is known."""
    sought, settled = FirstPhase(model, solver, options).settled()
    least = settled.objective.least if settled.objective else 0
    if sought is None:
        return Counted(least, settled, 1)
    share = replace(options, time_limit=_left(options.time_limit, settled))
    found = counted(sought, solver, share, hear)
    if found is None:
        run = Enumeration(sought, solver, share)
        found = Counted(_enumerated(run, hear), run.outcome, 1)
    outcome = replace(_together(settled, found.outcome), objective=settled.objective)
    if outcome.complete:  # then it is the number, whatever was found before
        return replace(found, outcome=outcome)
    return replace(found, number=max(found.number, least), outcome=outcome)


def _enumerated(found: Run, hear: Hear = lambda number, statistics: None) -> int:
    """The number of solutions; what goes wrong with a tally is raised as by an enumeration."""
    with found:
        for _ in found:
            if isinstance(found, Tally) or not found.outcome.solutions % 1024:
                hear(found.outcome.solutions, found.outcome.statistics)
    if isinstance(found, Tally):
        raise_failure(found.outcome)
    return found.outcome.solutions


def _together(before: Outcome, last: Outcome) -> Outcome:
    """One outcome for the parts so far: times and counts added, the status of the last."""
    both = (before, last)
    seconds = {key: _sum(*(one.seconds[key] for one in both)) for key in ("import", "build", "all")}
    handed = dict.fromkeys(
        str(one.statistics[HANDED_OVER]) for one in both if HANDED_OVER in one.statistics
    )
    whose = {HANDED_OVER: " and ".join(handed)} if handed else {}
    return replace(
        last,
        solver=before.solver,
        viewpoint=before.viewpoint,
        solutions=before.solutions + last.solutions,
        statistics={**last.statistics, **whose},
        posting=last.posting and last.posting.after(before.posting),
        seconds={**last.seconds, **seconds, "first": None},
    )


def _left(time_limit: float | None, outcome: Outcome) -> float | None:
    """The rest of a limit after the parts so far."""
    spent = _sum(outcome.seconds["build"], outcome.seconds["all"]) or 0.0
    return None if time_limit is None else max(time_limit - spent, 1e-9)


def _sum(first: float | None, second: float | None) -> float | None:
    return None if first is None and second is None else (first or 0.0) + (second or 0.0)


# ------------------- The number of solutions after each rule of a model: what every rule does.


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
    counting = getattr(solver_named(DIAGRAM).module, "Counting", None)
    if counting is None:  # another package's solver of that name
        return None
    control = Control(replace(options, limit=None))
    control.resume()
    try:
        found: int | None = counting(without_own(part)).within(control, WORK)
    except (Stopped, Unsupported):
        return None
    return found


def _share(ends: float | None, parts: int) -> float | None:
    """The seconds that the next of `parts` parts may take."""
    if ends is None:
        return None
    return max((ends - time.perf_counter()) / parts, LEAST_TIME)
