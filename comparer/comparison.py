"""The result of comparing claims: the verdict, each run, each proof."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeGuard

from ..models.language.check import Violation
from ..models.language.errors import ExitCode
from ..models.language.late_dataclasses import dataclass, field
from ..models.language.model import Known, Model, Recipe
from ..models.language.phrases import duration, grouped, listed, solutions_said
from ..models.language.solution import Solution
from ..solvers.harness.contract import Disagreement
from ..solvers.harness.outcome import Outcome, plain
from ..solvers.harness.rows.packing import Digest

if TYPE_CHECKING:
    from .evidence import Evidence


# ------------------ The words of a verdict: each difference, agreement, and why nothing is proven.


def reasons(comparison: Comparison) -> list[str]:
    """The proofs of a difference; else the agreement; else all that leaves it undecided."""
    if comparison.differences:
        return [str(difference) for difference in comparison.differences]
    if comparison.verdict == "agree":
        return [_agreement(comparison)]
    doubts = _doubts(comparison)
    return doubts or ["fewer than two solvers to compare; name another by -S"]


def _agreement(comparison: Comparison) -> str:
    assert comparison.common is not None
    count = comparison.common.count
    solvers = sum(run.outcome.complete for run in comparison.runs)
    same = {0: ": there is no solution", 1: ", the same single solution"}
    return f"{solvers} solvers{same.get(count, f', the same {solutions_said(count)}')}"


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
    """The known count, or the given counts that differ."""
    common = comparison.common
    other = [one for one in comparison.given_counts if common and one.count != common.count]
    if not other:
        return "known count"
    return listed([f"{grouped(one.count)} of {one.source}" for one in other])


def _unfinished(run: RunReport, comparison: Comparison) -> str:
    if run.status != "stopped":
        return f"{run.solver} {'' if run.status == 'failed' else 'is '}{run.status}"
    number = solutions_said(run.reported) if run.reported else "no solution"
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


SCHEMA = "everyway.compare/1"

AGREE, DIFFER, UNDECIDED = "agree", "differ", "undecided"
ABSENT = ("unsupported", "unavailable")
"""Statuses of a solver that never ran."""

WRONG_VALUE = "wrong value"
"""The fault of a run whose solutions may be right, but not the best value that it claims."""
WRONG_COUNT = "wrong count"
"""The fault of a solver that counts another number of solutions than it reports."""

JUDGED = {
    "missing": "every rule holds",
    "invented": "no solution",
    "not optimal": "every rule holds, and a better solution is there",
    "repeated": "reported more than once",
    WRONG_VALUE: "a solution shows that its best value is none",
    WRONG_COUNT: "it reports another number of solutions",
}
"""The finding of the judge on a witness, without any solver."""

CLAIMS = ("objective", "count")
"""The places of rules for what a run says beside its solutions, in the violations of a witness."""

OF_A_RUN = ("verdict", "reported", "distinct", "missing", "invented", "repeated")
OF_VALUES = ("not_optimal", "wrong_value", "best")


@dataclass(frozen=True)
class Difference:
    """A proof that one solver is wrong, with the first witness in canonical order."""

    kind: str
    """missing, invented, not optimal, repeated, wrong value or wrong count."""
    solver: str
    """The one that is wrong."""
    count: int
    """The number of different solutions, or of superfluous reports."""
    exact: bool
    """True if `count` is exact; otherwise a lower bound, since only a sample was judged."""
    witness: Mapping[str, object]
    """Values by variable; of an invented one also foreign values, or some only."""
    solution: Solution | None
    """The witness to be drawn; None where it does not have a value of its domain everywhere."""
    violated: tuple[Violation, ...]
    """The rules of the declared model that an invented witness breaks."""
    found_by: tuple[str, ...]
    """The runs that reported the witness."""
    version: str | None = None
    """The version of the solver's library."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """The parameters with which the solver was asked."""
    evidence: Evidence | None = None
    """The fewest constraints on which it errs again; they prove nothing."""
    no_evidence: str = ""
    """The reason why there is none."""
    better: Solution | None = None
    """A better solution, confirmed by the judge, where the witness is not optimal."""
    avoided: tuple[str, ...] = ()
    """Variables of a missing witness whose values the solver reported in no solution at all."""

    @classmethod
    def of_a_run(
        cls,
        kind: str,
        run: RunReport,
        violated: tuple[Violation, ...],
        no_evidence: str,
        witness: Mapping[str, object] | None = None,
    ) -> Difference:
        """The proof that a run is wrong in what it says beside its solutions."""
        return cls(
            kind,
            run.solver,
            count=1,
            exact=True,
            witness=witness or {},
            solution=None,
            violated=violated,
            found_by=(run.solver,),
            version=run.outcome.version,
            no_evidence=no_evidence,
        )

    def to_json(self) -> dict[str, Any]:
        """The difference in the form of `everyway.compare/1`."""
        witness = self.solution.to_json() if self.solution else plain(dict(self.witness))
        return {
            "kind": self.kind,
            "solver": self.solver,
            "count": self.count,
            "exact": self.exact,
            "witness": witness,
            "violated": [str(violation) for violation in self.violated],
            "found_by": list(self.found_by),
            "judged": JUDGED[self.kind],
            "version": self.version,
            "parameters": plain(dict(self.parameters)),
            "evidence": self.evidence.to_json() if self.evidence else None,
            "no_evidence": self.no_evidence or None,
            **({"better": self.better.to_json()} if self.better else {}),
            **({"avoided": list(self.avoided)} if self.avoided else {}),
        }

    def __str__(self) -> str:
        if self.kind == WRONG_VALUE:
            return f"the best value that {self.solver} says is wrong"
        if self.kind == WRONG_COUNT:
            return f"{self.solver} counts another number of solutions than it reports"
        be = "is" if self.count == 1 else "are"
        said = f"of {self.solver} {be} {self.kind}"
        if self.kind == "missing":
            said = f"{be} missing from {self.solver}"
        elif self.kind == "repeated":
            said = f"too many: {self.solver} repeats itself"
        return f"{'' if self.exact else 'at least '}{solutions_said(self.count)} {said}"


@dataclass(frozen=True)
class RunReport:
    """One claim: how the run went, what it reported, and what is proven about it."""

    solver: str
    required: bool
    """Asked for by name."""
    outcome: Outcome
    digest: Digest
    distinct: int
    missing: int
    invented: int
    repeated: int
    not_optimal: int
    """Solutions that keep every rule, and that a better one beats."""
    best: int | list[int] | list[list[int]] | None
    """The best value that it claims, where the model has an objective."""
    disk: int
    """Bytes that its solutions took on disk."""
    confirmed: bool
    """Another complete run reported exactly the same."""
    wrong_value: int = 0
    """1 if its best value is proven wrong, where none of its solutions is."""
    counted: int | None = None
    """The number by its solver's own counting, where it has one that ended."""

    @property
    def status(self) -> str:
        """complete, stopped, failed, unsupported or unavailable."""
        return self.outcome.status

    @property
    def reported(self) -> int:
        """The number of reported solutions, repeats and invented ones included."""
        return self.digest.count

    @property
    def wrong_count(self) -> int:
        """1 if its solver counts another number, where nothing else is proven wrong."""
        return int(self.counted not in (None, self.reported))

    @property
    def has_value(self) -> bool:
        """True if it is about a model with an objective."""
        return self.best is not None or self.outcome.objective is not None

    @property
    def ran(self) -> bool:
        """True if there is anything to say about what it reported."""
        return bool(self.reported) or self.status not in ("failed", *ABSENT)

    @property
    def open(self) -> bool:
        """True if it leaves the comparison undecided: stopped, failed, or asked for and absent."""
        return self.status in ("stopped", "failed") or (self.required and self.status in ABSENT)

    @property
    def wrong(self) -> bool:
        """True if it is proven wrong."""
        return any(self.faults(kind) for kind in JUDGED)

    def faults(self, kind: str) -> int:
        """The number of its faults of a kind."""
        return int(getattr(self, kind.replace(" ", "_")))

    @property
    def verdict(self) -> str:
        """agrees, differs or undecided; the status where it never ran."""
        if not self.ran:
            return self.status
        if self.wrong:
            return f"{DIFFER}s"
        return f"{AGREE}s" if self.outcome.complete and self.confirmed else UNDECIDED

    def to_json(self) -> dict[str, Any]:
        """The run in the form of `everyway.compare/1`."""
        return {
            **self.outcome.to_json(),
            "solver": self.solver,
            **{name: getattr(self, name) for name in OF_A_RUN},
            **({name: getattr(self, name) for name in OF_VALUES} if self.has_value else {}),
            **({} if self.counted is None else {"counted": self.counted}),
            "digest": self.digest.short if self.ran else None,
            "disk": self.disk,
        }


@dataclass(frozen=True)
class Comparison:
    """A verdict on claims of the solutions of `model`, with the proof where they differ."""

    model: Model
    runs: tuple[RunReport, ...]
    differences: tuple[Difference, ...]
    distinct: int
    """Different solutions that anybody reported, invented ones included."""
    judged: int
    """The number of these that were judged by the declared model, without any solver."""
    first: Solution | None
    """The first solution in canonical order."""
    problem: str | None = None
    """The reason why the judge could not judge: a predicate of the model failed."""
    shown: Solution | None = None
    """A solution to draw: what the first run found first."""
    given_counts: tuple[Known, ...] = ()
    """The numbers of solutions that were given to be compared."""

    @property
    def counts(self) -> tuple[Known, ...]:
        """The known count of the puzzle, and the given counts."""
        return (*([self.known] if self.known else []), *self.given_counts)

    @property
    def known(self) -> Known | None:
        """The number of solutions that the world knows, and where from."""
        return self.model.known

    @property
    def disk(self) -> int:
        """Bytes that the claims took on disk."""
        return sum(run.disk for run in self.runs)

    @property
    def common(self) -> Digest | None:
        """The digest on which all complete runs agree; None where fewer than two do."""
        digests = [run.digest for run in self.runs if run.outcome.complete]
        together = len(digests) > 1 and len(set(digests)) == 1 and not self.differences
        return digests[0] if together else None

    @property
    def contradicts_known(self) -> bool:
        """True if the runs agree on another number of solutions than a known or given one."""
        common = self.common
        return common is not None and any(common.count != one.count for one in self.counts)

    @property
    def verdict(self) -> str:
        """agree, differ or undecided: differ with proof only, agree if nothing is left open."""
        if self.differences:
            return DIFFER
        doubtful = self.contradicts_known or bests_differ(self.runs) or self.problem
        is_open = self.common is None or doubtful or any(run.open for run in self.runs)
        return UNDECIDED if is_open else AGREE

    def exit_code(self) -> ExitCode:
        """0 agree, 1 differ, 4 a solver failed or one asked for is not there, 3 undecided."""
        if self.verdict == DIFFER:
            return ExitCode.DIFFERENT
        if any(run.open and run.status != "stopped" for run in self.runs):
            return ExitCode.FAILED
        return ExitCode.OK if self.verdict == AGREE else ExitCode.UNDECIDED

    def require(self) -> None:
        """Do nothing unless it is proven that a solver is wrong. Raises: Disagreement."""
        if self.differences:
            raise Disagreement(f"{self.model.name}: {self}", self)

    def __str__(self) -> str:
        return f"{self.verdict.upper()}  {'; '.join(reasons(self))}"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The comparison as notebooks show it."""
        from .model_comparison import comparison_bundle

        return comparison_bundle(self)

    def to_json(self) -> dict[str, Any]:
        """The comparison as a document of schema `everyway.compare/1`."""
        return {
            "schema": SCHEMA,
            "puzzle": puzzle_in_json(self.model),
            "verdict": self.verdict,
            "digest": self.common.short if self.common else None,
            "digest_full": self.common.full if self.common else None,
            "distinct": self.distinct,
            "judged": self.judged,
            **({"counts": [vars(one) for one in self.given_counts]} if self.given_counts else {}),
            "runs": [run.to_json() for run in self.runs],
            "differences": [difference.to_json() for difference in self.differences],
            "problem": self.problem,
            "environment": environment(),
        }


def environment() -> dict[str, str]:
    """The interpreter and the system, as every document has them."""
    import platform

    return {"python": platform.python_version(), "platform": platform.platform()}


def puzzle_in_json(model: Model) -> dict[str, Any]:
    """The puzzle as every document has it: its recipe, its size, a known count."""
    recipe, known = model.recipe or Recipe(model.name), model.known
    return {
        "name": recipe.puzzle,
        "params": plain(dict(recipe.params)),
        "rules": list(recipe.rules),
        "givens": list(recipe.givens),
        **({"objective": model.objective.words} if model.objective else {}),
        "variables": len(model.variables),
        "known": vars(known) if known else None,
    }
