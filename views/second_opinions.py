"""`--second NAME`: what was counted or listed, asked again of a solver of another lowering."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..models.language.late_dataclasses import dataclass, replace
from . import exit_codes
from .exit_codes import Refused
from .progress import Progress
from .puzzles import refusals
from .searching import failures
from .wording import grouped, wrapped

if TYPE_CHECKING:
    from ..models.language.model import Model
    from ..solvers.harness.options import Options
    from ..solvers.harness.outcome import Outcome
    from ..solvers.harness.rows.packing import Packer

COUNTER = "ganak"
"""A counter that lists nothing, and is no solver."""


@dataclass(frozen=True)
class Second:
    """The finding of a second solver, as text and for a document."""

    words: str
    code: int
    data: dict[str, Any]


def refuse_second(second: str | None, outcome: Outcome | None = None) -> None:
    """Raises: Refused for no solver, or for one whose word beside a run is not a second one."""
    from ..comparer.second_solvers import lowerings
    from ..solvers.harness.registry import solver_named
    from ..solvers.harness.solver_names import SolverName

    if second is None or second == COUNTER:
        return
    with refusals():
        solver_named(second)
    if outcome is not None and SolverName.read(second).base in lowerings(outcome):
        by = outcome.complete_by or outcome.solver
        raise Refused(
            f"{second} is no second solver where {by} has answered, for they share their lowering;"
            " name another, such as diagram, flatmap or cp-sat"
        )


def second_opinion(
    model: Model,
    outcome: Outcome,
    number: int,
    second: str,
    options: Options,
    typed: str,
    listed: tuple[Packer, Sequence[bytes]] | None = None,
) -> Second:
    """Whether `second` finds the same: the same set where it can be listed, else the number.

    Solutions that were `listed` are those that are compared, and judged; the puzzle is as `typed`.
    """
    from ..comparer.claims import reported_claim
    from ..comparer.comparing_solvers import compare
    from ..solvers.harness.rows.judged import MOST_JUDGED, whose_fault
    from .verdict import verdict

    refuse_second(second, outcome)
    if second == COUNTER or number > MOST_JUDGED:
        return _counted_again(model, number, second, options)
    first = outcome.solver
    claims = []
    if listed is not None:
        packer, rows = listed
        claims = [reported_claim(first, [packer.unpack(row) for row in rows])]
    live = [second] if claims else [first, second]
    with refusals(), failures(), Progress(f"asking {second}") as progress:
        found = compare(model, live, claims, progress=progress.report, options=options)
    run, code = found.runs[-1], found.exit_code()
    words = f"{second} finds the same set; rows judged: all"
    if found.differences:
        wrong = dict.fromkeys(one.solver for one in found.differences)
        whose = [f"{whose_fault(name)}: everyway show {typed} --as json" for name in wrong]
        words = "\n".join([verdict(found, ""), *(wrapped(one, "", "  ") for one in whose)])
    elif found.verdict != "agree":
        words = wrapped(f"one solver only: {found}", "", "  ")
    elif any(one.reported != number for one in found.runs):
        code, words = exit_codes.DIFFERENT, f"DIFFER  {first} counts {grouped(number)}, {found}"
    return Second(words, code, {"second": run.reported, "second_verdict": found.verdict})


def _counted_again(model: Model, number: int, second: str, options: Options) -> Second:
    """Whether another counts the same number."""
    from ..solvers.harness.contract import Incomplete
    from ..solvers.harness.running.independent_parts import count

    with failures(), Progress(f"counting {model.name} by {second}"):
        try:
            if second == COUNTER:
                again = _by_ganak(model, options)
            else:
                again = count(model, second, options=replace(options, hand_over=False))
        except Incomplete as error:
            return Second(
                wrapped(f"one solver only: {error}"), exit_codes.UNDECIDED, {"second": None}
            )
    if again != number:
        words, code = f"DIFFER  {second} counts {grouped(again)}", exit_codes.DIFFERENT
    else:
        words, code = f"{second} counts the same", exit_codes.OK
    return Second(words, code, {"second": again})


def _by_ganak(model: Model, options: Options) -> int:
    """The number by ganak. Raises: Refused, Failed."""
    from ..solvers.harness.contract import Control, Stopped, Unsupported
    from ..solvers.harness.installing import pip_install
    from ..solvers.sat.refuted_clauses import counted_by_ganak

    control = Control(options)
    control.resume()
    try:
        return counted_by_ganak(model, control)
    except Unsupported as error:
        raise Refused(f"ganak cannot count this: {error}") from error
    except ImportError as error:
        raise exit_codes.Failed(f"pyganak is not installed; {pip_install('ganak')}") from error
    except Stopped as error:
        raise exit_codes.Failed("ganak did not count within the time limit") from error
    except RuntimeError as error:
        raise exit_codes.Failed(str(error)) from error
