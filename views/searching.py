"""One solver on one puzzle: its start, its solutions, a line about the run, a second solver."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ..models.language.boards.placements import OnBoard
from ..models.language.errors import ExitCode
from ..models.language.late_dataclasses import dataclass, replace
from ..models.language.model import Model
from ..models.language.phrases import duration, grouped, listed, number_of
from ..models.language.solution import Solution
from ..models.language.viewpoints.labels import without_labels
from ..models.language.viewpoints.viewpoint import in_viewpoint
from ..solvers.harness.contract import Control, Incomplete, Stopped, Unsupported
from ..solvers.harness.options import Options
from ..solvers.harness.outcome import Outcome
from ..solvers.harness.registry import SolverName, solver_named
from ..solvers.harness.running.enumeration import DEFAULT_SOLVER, Enumeration, solutions
from ..solvers.harness.running.independent_parts import count
from .command_options import Symmetry
from .exit_codes import Failed, Refused
from .progress import Progress, picture, pictures
from .puzzles import Asked
from .standard_streams import complain, joined, posted, say, wrapped

if TYPE_CHECKING:
    from ..comparer.comparison import Comparison
    from ..solvers.harness.running.up_to_symmetry import Orbits

COUNTER = "ganak"
"""A counter that lists nothing, and is no solver."""


def start(
    model: Model, solvers: Sequence[str], options: Options, symmetry: Symmetry | None = None
) -> Enumeration:
    """The solutions of `model` from the one solver that was asked for. Raises: Refused."""
    name = only(solvers) or DEFAULT_SOLVER
    found: Enumeration
    if symmetry is None:
        found = solutions(model, name, options=options)
    else:
        found = _one_an_orbit(model, name, symmetry, options)
    refuse_missing_viewpoints(model, [name], options.viewpoint)
    return found


def only(solvers: Sequence[str]) -> str | None:
    """The solver that was asked for, if one was. Raises: Refused for several."""
    if len(solvers) > 1:
        raise Refused(
            f"one solver at a time, not {' and '.join(solvers)}; `everyway compare` runs several"
        )
    return solvers[0] if solvers else None


def _one_an_orbit(model: Model, name: str, symmetry: Symmetry, options: Options) -> Orbits:
    """One solution of each orbit; the symmetries are printed on standard error."""
    from ..models.language.symmetry.symmetry_group import ALL_KINDS, symmetries
    from ..solvers.harness.running.up_to_symmetry import orbits

    if options.isolate or options.memory:
        raise Refused("symmetry is found in this process; leave out --isolate and --memory")
    group = symmetries(model, symmetry.kinds or ALL_KINDS)
    found = orbits(model, name, group=group, breaking=symmetry.breaking, options=options)
    complain(wrapped(f"up to {found.group.describe()}"))
    return found


def symmetry_in_json(found: Enumeration, printed: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    """The group and the orbits in a document, where one solution an orbit was found."""
    from ..solvers.harness.running.up_to_symmetry import Orbits

    if not isinstance(found, Orbits):
        return {}
    group, model = found.group, found.model
    symmetry: dict[str, Any] = {
        "order": group.order,
        "generators": [one.name for one in group.generators],
        "solutions": sum(size * number for size, number in found.sizes.items()),
        "orbits_by_size": {str(size): found.sizes[size] for size in sorted(found.sizes)},
    }
    breaking = found.breaking
    if breaking:
        symmetry["breaking"] = {**asdict(breaking), "factor": breaking.factor}
    if printed:
        read = (model.solution(model.assignment(data)) for data in printed)
        symmetry["orbit_sizes"] = [group.orbit_size(solution) for solution in read]
    return {"symmetry": symmetry}


def print_breaking(found: Enumeration) -> None:
    """Print on standard error the number of solutions an orbit, where it was not one."""
    from ..solvers.harness.running.up_to_symmetry import Orbits

    breaking = found.breaking if isinstance(found, Orbits) else None
    if breaking and breaking.kept > breaking.orbits:
        kept = f"{number_of(breaking.kept, 'solution')} of {number_of(breaking.orbits, 'orbit')}"
        complain(f"symmetry is broken in part: {kept} were found, {breaking.factor:.2g} an orbit")


def refuse_missing_viewpoints(model: Model, solvers: Iterable[str], viewpoint: str) -> None:
    """Raises: ModelError for a viewpoint that `model` does not have."""
    asked = {viewpoint, *(SolverName.read(name).viewpoint or viewpoint for name in solvers)}
    for form in sorted(asked - {"auto"}):
        in_viewpoint(without_labels(model)[0], form)


def listen(
    found: Enumeration, hear: Callable[[Solution], None], most: int | None = None
) -> tuple[Outcome, Exception | None]:
    """Give `hear` each solution, `most` at most. The outcome, and what to raise if it failed."""
    failure, begun = None, perf_counter()
    with found:
        try:
            for number, solution in enumerate(islice(found, most), 1):
                hear(solution)
                if not number % 16 and found.is_late(perf_counter() - begun):
                    break
        except Exception as error:
            if getattr(error, "exit_code", None) != ExitCode.FAILED:
                raise
            failure = error
        except KeyboardInterrupt:
            number = number_of(found.latest.solutions, "solution")
            best = found.latest.objective
            so_far = f"; {best.words}" if best is not None else ""
            raise KeyboardInterrupt(f"interrupted after {number}{so_far}") from None
    return found.outcome, failure


def print_solutions(found: Sequence[Solution]) -> None:
    """Print up to two solutions; of two also the names that differ, and the squares, as `*`."""
    if len(found) < 2:
        for one in found:
            say(picture(one.model, one.assignment))
        return
    model = found[0].model
    names = [v.name for v in model.variables if len({one[v.name] for one in found}) > 1]
    say(pictures(found, 1))
    say(wrapped(f"They differ in {listed(names)}."))
    if any(isinstance(group, OnBoard) for group in model.groups):
        say(picture(model, dict.fromkeys(model.by_name, ".") | dict.fromkeys(names, "*")))


def print_next(asked: Asked, number: int, *, complete: bool) -> None:
    """Print on standard error where the reason is to be had, if it is proven that there is none."""
    if complete and not number:
        complain(f"Next: everyway why {asked.typed()}")


def run_in_json(outcome: Outcome) -> dict[str, Any]:
    """A run, and the solver on whose word it is complete."""
    return {**outcome.to_json(), "complete_by": outcome.complete_by}


def incumbent_in_json(model: Model, outcome: Outcome) -> dict[str, Any]:
    """The best solution so far in a document, where none is proven to be best."""
    best = outcome.objective
    if best is None or best.solution is None or best.proven:
        return {}
    return {"incumbent": model.solution(best.solution).to_json()}


def summary(outcome: Outcome, *, looked_further: bool = True) -> str:
    """`92 solutions, complete, flatmap@rows, 31 ms`; at a limit, whether there are more."""
    best = outcome.objective
    if best is not None and not best.proven:
        ended = f"stopped: {outcome.reason}"
        return f"{best.words}, {ended}, {runner(outcome)}, {duration(outcome.seconds['all'])}"
    value = f"{best.words}: " if best is not None and best.points else ""
    return value + _summary(outcome, looked_further=looked_further)


def _summary(outcome: Outcome, *, looked_further: bool) -> str:
    number = number_of(outcome.solutions, "solution")
    if outcome.complete:
        ended = outcome.ending
    elif outcome.reason == "limit":
        ended = "and there are more" if looked_further else "not searched further"
    else:
        number, ended = f"at least {grouped(outcome.solutions)}", f"stopped: {outcome.reason}"
    return f"{number}, {ended}, {runner(outcome)}, {duration(outcome.seconds['all'])}"


def runner(outcome: Outcome) -> str:
    """The solver, and the viewpoint that it used."""
    if "@" in outcome.solver or outcome.viewpoint in ("", "auto", "declared"):
        return outcome.solver
    return f"{outcome.solver}@{outcome.viewpoint}"


def counted_by(outcome: Outcome) -> str:
    """The solver and its engine: `auto: kernel`."""
    engine = outcome.statistics.get("engine")
    return f"{runner(outcome)}: {engine}" if engine else runner(outcome)


def print_statistics(outcome: Outcome) -> None:
    """Print the four times of a run, and the counts of its solver, on standard error."""
    seconds = [f"{name} {duration(value)}" for name, value in outcome.seconds.items()]
    complain(joined(seconds))
    complain(joined(counts(outcome.statistics)) or "the solver reports no counts")
    constraints = joined(posted(outcome.posting.ways)) if outcome.posting else ""
    if constraints:
        complain(f"constraints: {constraints}")
    best = outcome.objective
    if best is not None:
        values = ", ".join(f"{value} after {duration(after)}" for after, value in best.incumbents)
        asked = number_of(best.questions, "question")
        first = f"{asked} in {duration(best.seconds)}"
        complain(joined([f"first phase: {first}", best.words, f"best: {values or 'none'}"]))


def print_incumbent(model: Model, outcome: Outcome) -> None:
    """Print on standard error the best solution so far, where none is proven to be best."""
    best = outcome.objective
    if best is not None and best.solution is not None and not best.proven:
        complain(f"{best.words}:\n{picture(model, best.solution)}")


def print_noise(outcome: Outcome) -> None:
    """Print on standard error what a process of its own has printed."""
    if outcome.noise:
        complain("it printed:")
        complain("\n".join(f"  {line}" for line in outcome.noise.splitlines()))


def counts(statistics: Mapping[str, int | float | str]) -> list[str]:
    """The counts of a solver: `6 102 branches`, `python loops`, `declared order`."""
    return [_count(name.replace("_", " "), value) for name, value in statistics.items()]


def _count(name: str, value: int | float | str) -> str:
    if name == "handed over":
        return f"{name}: {value}"
    return str(value) if name in ("engine", "because") else f"{grouped(value)} {name}"


# ------------------------------------------------------------------------ a second solver


@dataclass(frozen=True)
class Second:
    """The finding of a second solver, as text and for a document."""

    words: str
    code: int
    data: dict[str, Any]


def refuse_second(second: str | None, outcome: Outcome | None = None) -> None:
    """Raises: UnknownSolver; ModelError for one whose word beside a run is not a second one."""
    if second is None or second == COUNTER:
        return
    from ..comparer.backing import refuse_shared

    solver_named(second)
    if outcome is not None:
        refuse_shared(second, outcome)


def second_opinion(
    model: Model,
    outcome: Outcome,
    number: int,
    second: str,
    options: Options,
    typed: str,
    listed: Iterable[Mapping[str, Any]] | None = None,
) -> Second:
    """The answer of `second`: on the same set where it can be listed, else on the number.

    Solutions that were `listed` are those that are compared, and judged; the puzzle is as `typed`.
    """
    from ..comparer.claims import reported_claim
    from ..comparer.comparing_solvers import compare
    from ..solvers.harness.running.judging import MOST_JUDGED

    refuse_second(second, outcome)
    if second == COUNTER or number > MOST_JUDGED:
        return _counted_again(model, number, second, options)
    first = outcome.solver
    claims = [] if listed is None else [reported_claim(first, [*listed])]
    live = [second] if claims else [first, second]
    with Progress(f"asking {second}") as progress:
        found = compare(model, live, claims, progress=progress.report, options=options)
    run, code = found.runs[len(live) - 1], found.exit_code()  # claims stand behind the solvers
    words = f"{second} finds the same set; rows judged: all"
    if found.differences:
        words = blamed(found, typed)
    elif found.verdict != "agree":
        words = wrapped(f"one solver only: {found}", "", "  ")
    elif any(one.reported != number for one in found.runs):
        code, words = ExitCode.DIFFERENT, f"DIFFER  {first} counts {grouped(number)}, {found}"
    return Second(words, code, {"second": run.reported, "second_verdict": found.verdict})


def blamed(found: Comparison, typed: str) -> str:
    """The proofs of a comparison that differs, and whose faults they are; the puzzle as `typed`."""
    from ..solvers.harness.running.judging import whose_fault
    from .verdict import verdict

    wrong = dict.fromkeys(one.solver for one in found.differences)
    whose = (f"{whose_fault(name)}: everyway show {typed} --as json" for name in wrong)
    return "\n".join([verdict(found, ""), *(wrapped(one, "", "  ") for one in whose)])


def _counted_again(model: Model, number: int, second: str, options: Options) -> Second:
    """The number by another, and if it is the same."""
    with Progress(f"counting {model.name} by {second}"):
        try:
            if second == COUNTER:
                again = _by_ganak(model, options)
            else:
                again = count(model, second, options=replace(options, hand_over=False))
        except Incomplete as error:
            words = wrapped(f"one solver only: {error}")
            return Second(words, ExitCode.UNDECIDED, {"second": None})
    if again != number:
        words = f"DIFFER  {second} counts {grouped(again)}"
        return Second(words, ExitCode.DIFFERENT, {"second": again})
    return Second(f"{second} counts the same", ExitCode.OK, {"second": again})


def _by_ganak(model: Model, options: Options) -> int:
    """The number by ganak. Raises: Refused, Failed."""
    from ..solvers.sat.refuted_clauses import counted_by_ganak

    control = Control(options)
    control.resume()
    try:
        return counted_by_ganak(model, control)
    except Unsupported as error:
        raise Refused(f"ganak cannot count this: {error}") from error
    except Stopped as error:
        raise Failed("ganak did not count within the time limit") from error
