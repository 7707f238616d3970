"""The words of a verdict: each difference, agreement, and why nothing is proven."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeGuard

from ..models.language.phrases import duration, grouped, listed

if TYPE_CHECKING:
    from .comparison import Comparison, Difference, RunReport


def reasons(comparison: Comparison) -> list[str]:
    """The proofs of a difference; else the agreement; else all that leaves it undecided."""
    if comparison.differences:
        return [str(difference) for difference in comparison.differences]
    if comparison.verdict == "agree":
        return [_agreement(comparison)]
    doubts = _doubts(comparison)
    return doubts or ["fewer than two solvers to compare; name another by -S"]


def difference_in_words(difference: Difference) -> str:
    """`12 solutions are missing from cp-sat`."""
    number = f"{grouped(difference.count)} solution{'s' if difference.count != 1 else ''}"
    least = "" if difference.exact else "at least "
    be = "is" if difference.count == 1 else "are"
    match difference.kind:
        case "missing":
            said = f"{be} missing from {difference.solver}"
        case "invented":
            said = f"of {difference.solver} {be} invented"
        case "not optimal":
            said = f"of {difference.solver} {be} not optimal"
        case "wrong value":
            return f"the best value that {difference.solver} says is wrong"
        case _:
            said = f"too many: {difference.solver} repeats itself"
    return f"{least}{number} {said}"


def _agreement(comparison: Comparison) -> str:
    assert comparison.common is not None
    count = comparison.common.count
    solvers = sum(run.outcome.complete for run in comparison.runs)
    same = {0: ": there is no solution", 1: ", the same single solution"}
    return f"{solvers} solvers{same.get(count, f', the same {grouped(count)} solutions')}"


def _doubts(comparison: Comparison) -> list[str]:
    doubts = [_unfinished(run, comparison) for run in comparison.runs if run.open]
    if comparison.contradicts_known and comparison.common:
        number = grouped(comparison.common.count)
        doubts.append(
            f"all that are complete agree on {number}, which is not the {_which(comparison)}"
        )
    if bests_differ(comparison.runs):
        bests = claimed_bests(comparison.runs)
        said = listed([f"{value} of {who}" for who, value in bests.items()])
        doubts.append(f"the best values differ, and none is refuted: {said}")
    if comparison.problem:
        doubts.append(f"the solutions cannot be judged: {comparison.problem}")
    return doubts


def _which(comparison: Comparison) -> str:
    """The known count, or those that were given and are others."""
    common = comparison.common
    other = [one for one in comparison.given_counts if common and one.count != common.count]
    if not other:
        return "known count"
    return listed([f"{grouped(one.count)} of {one.source}" for one in other])


def _unfinished(run: RunReport, comparison: Comparison) -> str:
    if run.status != "stopped":
        return f"{run.solver} {'' if run.status == 'failed' else 'is '}{run.status}"
    number = f"{grouped(run.reported) if run.reported else 'no'} solution"
    number += "s" if run.reported > 1 else ""
    best = run.outcome.objective
    said = f": {best.words}" if best is not None and not best.proven else f" with {number}"
    seconds = run.outcome.seconds
    after = duration((seconds["build"] or 0.0) + (seconds["all"] or 0.0))
    ways = {"time limit": f"stopped after {after}", "limit": "stopped at its limit"}
    how = ways.get(str(run.outcome.reason), f"stopped ({run.outcome.reason})")
    return f"{run.solver} {how}{said}{_also_found(run, comparison)}"


def _also_found(run: RunReport, comparison: Comparison) -> str:
    """The runs that have all solutions of a stopped one: each complete one, as nothing differs."""
    whole = [r for r in comparison.runs if r.outcome.complete]
    if not whole or not run.reported or comparison.problem:
        return ""
    number = grouped(whole[0].reported)
    return f", all also found by {listed([r.solver for r in whole])} ({number}, complete)"


def claimed_bests(runs: Iterable[RunReport]) -> dict[str, object]:
    """By run that is complete, the best value that it claims, if it claims one."""
    return {
        run.solver: sorted(run.best) if _is_front(run.best) else run.best
        for run in runs
        if run.outcome.complete and run.best is not None
    }


def _is_front(value: object) -> TypeGuard[list[list[int]]]:
    return isinstance(value, list) and all(isinstance(point, list) for point in value)


def bests_differ(runs: Iterable[RunReport]) -> bool:
    """True if complete runs claim different best values, which also equal rows may hide."""
    return len({str(value) for value in claimed_bests(runs).values()}) > 1
