"""Runs solvers on one model, compares what each claims, and says with proof who is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from functools import partial
from types import MappingProxyType
from typing import Any, Unpack

from ..models.language.check import Judge, Violation, as_model
from ..models.language.late_dataclasses import dataclass, replace
from ..models.language.model import Model
from ..models.language.phrases import grouped
from ..models.language.solution import Solution
from ..models.language.viewpoints.labels import without_labels
from ..models.language.viewpoints.viewpoint import REWRITTEN, in_viewpoint
from ..solvers.harness.contract import ClaimError, Incomplete
from ..solvers.harness.options import CompareOptions, Options, asked, offers
from ..solvers.harness.outcome import Outcome
from ..solvers.harness.registry import are_all_ours, current, default_solvers
from ..solvers.harness.registry import solvers as all_solvers
from ..solvers.harness.rows.packing import Packer
from ..solvers.harness.running.independent_parts import own_count
from ..solvers.harness.running.judging import (
    MOST_JUDGED,
    MOST_SEARCHED,
    ProjectedJudge,
    refuse_unknown_values,
)
from ..solvers.harness.running.run import of_originals
from ..solvers.harness.running.timed_run import IsolatedTally
from .backing import seconds_for
from .blame import KINDS, Bucket, Findings, examine
from .claims import Claim, given_counts, solver_claim, turns_of
from .comparison import ABSENT, WRONG_COUNT, Comparison, Difference, RunReport
from .evidence import with_evidence
from .optimality import incumbents, with_best_values
from .spool import PARTITIONS, Spool, SpoolError, Workspace

EVERY_SOLVER = "all"
"""Stands for all solvers; a solver that cannot run the model is left out."""

MOST_LOOKED_AT = 20_000
"""The most solutions of a claim in which values are looked for that it avoids."""

Progress = Callable[[str, int], None]
"""Called now and then with the name of a solver, or `judge`, and the number of solutions."""


@dataclass(frozen=True)
class _Read:
    """A claim that has been read to its end."""

    claim: Claim
    outcome: Outcome
    spool: Spool


@offers(CompareOptions)
def compare(
    model: Model,
    solvers: str | Iterable[str] | None = None,
    claims: Iterable[Claim] = (),
    *,
    counts: Mapping[str, int] = MappingProxyType({}),
    judge_limit: int = MOST_JUDGED,
    shrink: float = 0.0,
    progress: Progress = lambda name, count: None,
    copied: bool = False,
    **keywords: Unpack[CompareOptions],
) -> Comparison:
    """The verdict on what `solvers` and `claims` say are the solutions of `model`.

    Without `solvers`, those worth comparing that are installed; `"all"` adds every other. A name
    may choose a viewpoint: `cp-sat@squares`. Each runs once, within `limit` solutions and
    `time_limit` seconds; what one that was stopped has found is compared too. With several `jobs`
    or a `cluster`, that is what a solver finds in parts of the model. Past `judge_limit` solutions
    on which all agree, a sample of this size is judged, drawn by `seed`.

    With `isolate` each solver has a process of its own, of no more than `memory` bytes: one that
    hangs, crashes or ends its process fails, and the others go on. They are imported side by side,
    and run one after the other. They may be `copied` from this process where it is a command of
    ours, in which nobody else's code has run: then nothing is imported again.

    With `project`, or for a model with a projection, the claims are of some variables alone, and
    the judge searches for values of the others, for `time_limit` seconds in all.

    Numbers that others give, `counts={"OEIS A000170": 92}`, prove nothing: another leaves it open.

    A solver that also counts without enumerating is asked for that number, for as long as its
    solutions took, at least 2 s; another than it has reported proves it wrong.

    With `shrink`, a number of seconds, a solver proven wrong is asked again, on fewer constraints,
    as evidence for a report. That changes no verdict, and Ctrl-C ends that alone.

    Raises: UnknownSolver; ClaimError, also where two claims have one name; isolated ModelError
    for a model with a predicate that can travel neither by its name nor with its puzzle.
    """
    options = replace(asked(**keywords), hand_over=False).projecting(as_model(model))
    named = asked_for(solvers, of_originals(model))
    live = [solver_claim(model, n, required=named[n], options=options) for n in named]
    every, of_others = [*live, *(claims := [*claims])], given_counts(counts)
    _refuse_repeated_names(every)
    judge, names = Judge(model), options.project
    if names is not None:
        refuse_unknown_values(model, [claim.name for claim in claims])
        judge_limit = min(judge_limit, MOST_SEARCHED)
    packer = Packer(judge.model if names is None else model.projected(names))
    started = partial(progress, every[0].name if every else "judge", 0)
    copied = copied and are_all_ours()
    with Workspace() as workspace, closing(turns_of(every, started, copied=copied)) as turns:
        read = {claim.name: _listen(claim, Spool(packer, workspace), progress) for claim in turns}
        membership = _buckets(ordered := [read[claim.name] for claim in every])
        if names is not None:
            ends = [one.outcome for one in ordered]
            judge = ProjectedJudge.of_the_best(model, names, ends, options.time_limit)
        findings = examine(
            list(dict.fromkeys(membership.values())),
            packer,
            judge,
            limit=judge_limit,
            seed=options.seed,
            progress=lambda count: progress("judge", count),
            reported=incumbents(ordered),
        )
        found = _comparison(judge.model, ordered, membership, findings, judge)
    found = replace(found, given_counts=of_others)
    if names is None:  # a smaller model has other variables to be projected on
        found = with_evidence(found, options, [claim.name for claim in live], shrink)
    found = with_best_values(found, model)
    return with_own_counts(found, model, named, options, progress, copied=copied)


def asked_for(names: str | Iterable[str] | None, others: Iterable[str] = ()) -> dict[str, bool]:
    """The solvers to run, each once, and True for one that was asked for by its name.

    Where none is, or all, they are those worth comparing, or all, and the `others`.
    """
    wanted = [names] if isinstance(names, str) else names or ()
    named = dict.fromkeys(map(current, wanted), True)
    if names is not None and not named.pop(EVERY_SOLVER, False):
        return named
    found = default_solvers() if names is None else all_solvers()
    every = [*(solver.name for solver in found), *others]
    return named | {name: False for name in every if name not in named}


def _refuse_repeated_names(claims: Sequence[Claim]) -> None:
    for name, count in Counter(claim.name for claim in claims).items():
        if count > 1:
            raise ClaimError("--claim", f"two claims are called {name!r}; name each apart")


def _listen(claim: Claim, spool: Spool, progress: Progress) -> _Read:
    """Spool everything that `claim` reports; a failure ends it and shows in the outcome."""
    problem: tuple[str, str] | None = None
    progress(claim.name, 0)
    stream = claim.open()
    with closing(stream):
        try:
            if claim.isolated is not None:
                spool.fill_packed(claim.isolated.reports(), partial(progress, claim.name))
            else:
                spool.fill(stream, partial(progress, claim.name))
        except SpoolError as error:
            problem = "stopped", str(error)
        except ClaimError:
            raise
        except Exception as error:
            problem = "failed", f"{type(error).__name__}: {error}"
        outcome = stream.outcome
        if problem is None and outcome.status == "running":
            problem = "failed", "it ended without saying whether these are all solutions"
    if problem is not None:
        outcome.status, outcome.reason = problem
    return _Read(claim, outcome, spool)


def _buckets(claims: Sequence[_Read]) -> dict[str, Bucket]:
    """The bucket of each claim: complete ones of the same count and digest share one.

    A claim that never ran and reported nothing is in none.
    """
    buckets: dict[object, Bucket] = {}
    membership: dict[str, Bucket] = {}
    for one in claims:
        if one.outcome.status in ABSENT and not one.spool.reported:
            continue
        key = one.spool.digest, one.outcome.complete
        bucket = buckets.setdefault(key, Bucket(one.spool))
        bucket.complete += one.outcome.complete
        membership[one.claim.name] = bucket
    return membership


def _comparison(
    model: Model,
    claims: Sequence[_Read],
    membership: Mapping[str, Bucket],
    findings: Findings,
    judge: Judge,
) -> Comparison:
    runs = tuple(_report(one, membership.get(one.claim.name), findings) for one in claims)
    differences = tuple(
        _difference(kind, run, membership, findings, judge)
        for run in runs
        for kind in KINDS
        if run.faults(kind)
    )
    first = findings.first
    packer = claims[0].spool.packer if claims else Packer(model)
    canonical = model.solution(packer.unpack(first)) if first is not None else None
    return Comparison(
        model,
        runs,
        differences,
        findings.distinct,
        findings.judged,
        canonical,
        findings.problem,
        _shown(model, claims, findings, judge) or canonical,
    )


def _shown(
    model: Model, claims: Sequence[_Read], findings: Findings, judge: Judge
) -> Solution | None:
    """The first solution of the first run that begins with one."""
    firsts = (one.spool.first for one in claims if not findings.problem)
    with suppress(Incomplete):  # a judge of some variables may have no time left
        return next((model.solution(x) for x in firsts if x is not None and judge.accepts(x)), None)
    return None


def _report(one: _Read, bucket: Bucket | None, findings: Findings) -> RunReport:
    counts = bucket.counts if bucket else dict.fromkeys(KINDS, 0)
    return RunReport(
        solver=one.claim.name,
        required=one.claim.required,
        outcome=one.outcome,
        digest=one.spool.digest,
        distinct=bucket.distinct if bucket else 0,
        missing=counts["missing"],
        invented=counts["invented"],
        repeated=counts["repeated"],
        not_optimal=counts["not optimal"],
        best=_best(one, bucket, findings),
        disk=one.spool.disk,
        confirmed=bucket is not None and bucket.complete > 1,
    )


def _best(one: _Read, bucket: Bucket | None, findings: Findings) -> Any:
    """The best value that a claim knows of: what its run says, else what its rows have."""
    if one.outcome.objective is not None:
        return one.outcome.objective.value
    known = findings.optimality
    if known is None or bucket is None:
        return None
    return known.best_of(findings.buckets.index(bucket))


def _difference(
    kind: str, run: RunReport, membership: Mapping[str, Bucket], findings: Findings, judge: Judge
) -> Difference:
    bucket = membership[run.solver]
    seen, packer = bucket.witnesses[kind], bucket.spool.packer
    witness = (packer.unpack if seen.packed else packer.restored)(seen.row)
    reporters = dict(zip(findings.buckets, seen.reporters, strict=True))
    return Difference(
        kind=kind,
        solver=run.solver,
        count=run.faults(kind),
        exact=_is_exact(kind, findings),
        witness=witness if isinstance(witness, Mapping) else {},
        solution=judge.model.solution(packer.unpack(seen.row)) if seen.packed else None,
        violated=_violated(judge, witness, run.outcome.viewpoint) if kind == "invented" else (),
        found_by=tuple(name for name, other in membership.items() if reporters[other]),
        better=_better(kind, witness, findings, judge),
        avoided=_avoided(bucket.spool, packer.unpack(seen.row)) if kind == "missing" else (),
    )


def _avoided(spool: Spool, witness: Mapping[str, object]) -> tuple[str, ...]:
    """The variables that have none of their values in `witness` in any row of a short claim."""
    left = dict(witness) if 0 < spool.reported <= MOST_LOOKED_AT else {}
    for number in range(PARTITIONS) if left else ():
        for row in map(spool.packer.unpack, spool.rows(number)):
            left = {name: value for name, value in left.items() if row[name] != value}
    return tuple(left)


def _better(kind: str, witness: object, findings: Findings, judge: Judge) -> Solution | None:
    """The solution that shows that a witness is not optimal."""
    if kind != "not optimal" or not isinstance(witness, Mapping) or findings.optimality is None:
        return None
    found = findings.optimality.better_than(witness)
    return None if found is None else judge.model.solution(found)


def _is_exact(kind: str, findings: Findings) -> bool:
    """True if nothing more of `kind` can have escaped: what may be missing is always judged."""
    sampled = findings.judged < findings.distinct
    return kind == "repeated" or not sampled or (kind == "missing" and not findings.problem)


def _violated(judge: Judge, witness: object, viewpoint: str) -> tuple[Violation, ...]:
    """The violations of `witness`; one of a rewritten model in the words of that."""
    if not isinstance(witness, Mapping):
        return (Violation("domain", f"{witness!r} is not an assignment"),)
    values = {str(name): value for name, value in witness.items()}
    if viewpoint in REWRITTEN and not values.keys() & judge.model.by_name.keys():
        seen = in_viewpoint(without_labels(judge.model)[0], viewpoint).model
        return tuple(Judge(seen).domain_violations(values))
    return tuple(judge.violations(values))


# ------- A solver's own count beside its solutions: who says two numbers is wrong, whichever it is.


def with_own_counts(
    comparison: Comparison,
    model: Model,
    solvers: Collection[str],
    options: Options,
    progress: Progress,
    *,
    copied: bool,
) -> Comparison:
    """`comparison`, with each solver convicted that counts another number than it has reported.

    Those of `solvers` are asked that count without enumerating, where they were complete and no
    other fault is proven. A count that does not end, or fails, says nothing here; Ctrl-C ends the
    counting alone.
    """
    if options.project is not None:  # then all count by listing
        return comparison
    runs = {run.solver: run for run in comparison.runs}
    with suppress(KeyboardInterrupt):  # the verdict on what was reported stays
        for name in solvers:
            run = runs[name]
            if run.outcome.complete and run.outcome.counts and not run.wrong:
                progress(name, run.reported)
                runs[name] = replace(run, counted=_counted(model, run, options, copied=copied))
    found = tuple(_miscount(run) for run in runs.values() if run.wrong_count)
    differences = (*comparison.differences, *found)
    return replace(comparison, runs=tuple(runs.values()), differences=differences)


def _counted(model: Model, run: RunReport, options: Options, *, copied: bool) -> int | None:
    """The number, if there is one after as long as the solutions took."""
    seconds = seconds_for(run.outcome)
    options = replace(options, limit=None, time_limit=min(seconds, options.time_limit or seconds))
    if not options.isolate:
        return own_count(model, run.solver, options)
    apart = IsolatedTally(model, run.solver, options)
    apart.prepare(copied=copied)
    return apart.number if apart.awaited().complete else None


def _miscount(run: RunReport) -> Difference:
    assert run.counted is not None, "it is another number"
    said = f"it counts {grouped(run.counted)}, and has reported {grouped(run.reported)} as all"
    why = "its count is wrong, or its solutions are, and none of these is refuted"
    return Difference.of_a_run(WRONG_COUNT, run, (Violation("count", said),), why)
