"""The evidence for the solutions of a model: the judge, and a second solver with the same set."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from ..models.language.check import Judge, Violation
from ..models.language.errors import ModelError
from ..models.language.late_dataclasses import dataclass, replace
from ..models.language.model import Model
from ..models.language.phrases import assigned
from ..models.language.viewpoints.labels import without_labels
from ..models.language.viewpoints.viewpoint import in_viewpoint
from ..solvers.harness.contract import SolverFailed
from ..solvers.harness.options import AUTO, Options
from ..solvers.harness.outcome import HANDED_OVER, Outcome
from ..solvers.harness.registry import SolverName, solver_named
from ..solvers.harness.rows.packing import Packer
from ..solvers.harness.running.judging import (
    MOST_JUDGED,
    MOST_SEARCHED,
    RowsJudged,
    fault_of,
    judge_of,
    whose_fault,
)
from ..solvers.harness.saving.saved_file_format import identity
from .blame import KINDS, Bucket, examine
from .matching import Values
from .spool import Spool, Workspace

if TYPE_CHECKING:
    from .comparing_models import Side

DIAGRAM = "diagram"
PARTNERS = (DIAGRAM, "flatmap", "cp-sat")
"""Solvers that are asked a second time; each reads a model in its own way."""
LEAST_SECONDS = 2.0
"""The time for a second solver where the first took less."""
DECLARED = "squares"
LEAST_SHARE = 0.1
"""The seconds that each of several has at least."""
Known = Mapping[str, "tuple[int, str]"]
"""By the key of a set of solutions: the number of rows judged, and the second solver or ""."""


@dataclass(frozen=True)
class Backing:
    """The evidence for what a solver says are the solutions of a model."""

    rows: RowsJudged = RowsJudged()
    second: str = ""
    """A solver that shares no lowering and found the same set; "" for none."""
    fault: str = ""
    """The error of a solver of ours, in words, where one shows."""
    key: str = ""
    """A name for the model's set of solutions, by which it need not be looked at again."""

    @property
    def known(self) -> Known:
        """The same, for later looks at the same set of the same model."""
        return {self.key: (self.rows.judged, self.second)} if self.key else {}

    def to_json(self) -> dict[str, Any]:
        """The evidence for a document."""
        return {"rows_judged": self.rows.to_json(), "second": self.second or None}


def in_words(backings: Sequence[Backing]) -> str:
    """`rows judged: all; one solver only`, of several sets together."""
    rows = RowsJudged(sum(b.rows.rows for b in backings), sum(b.rows.judged for b in backings))
    second = dict.fromkeys(backing.second for backing in backings)
    by = "one solver only" if "" in second else f"found again by {' and '.join(second)}"
    return f"{rows}; {by}"


class _SideJudge(Judge):
    """The judge of rows in the common form, by the rules of the side that reported them."""

    def __init__(self, side: Side, form: Model, seconds: float) -> None:
        super().__init__(form)
        names = None if side.whole else side.names
        judge = judge_of(side.model, names, [side.outcome], seconds)
        assert judge is not None, "objectives are refused where only some variables count"
        self._own, self._judge = side.own, judge

    def _in_own(self, row: Mapping[str, Any]) -> Values:
        own = self._own(row)
        assert own is not None, "a row in the common form came from values of its own"
        return own

    def solves(self, values: Mapping[str, Any]) -> bool:
        return self._judge.solves(self._in_own(values))

    def each(self, rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], bool]]:
        listed = list(rows)
        found = self._judge.each(map(self._in_own, listed))
        return ((row, holds) for row, (_, holds) in zip(listed, found, strict=True))

    def violations(self, values: Mapping[str, Any]) -> list[Violation]:
        return self._judge.violations(self._in_own(values))


PARTS_OF_A_PACKAGE = 3
"""The parts of the name of a package of ours, as `everyway.solvers.flatmap`."""


def lowerings(*names: str) -> set[str]:
    """The packages in which these solvers, or engines, translate what they are asked.

    The word of one is not a second one beside another of the same.
    """
    found = set()
    for name in map(SolverName.read, names):
        engine = DIAGRAM if name.backend == DIAGRAM else name.runner
        for one in {name.runner, engine}:
            parts = solver_named(one).address.partition(":")[0].split(".")
            found.add(".".join(parts[:PARTS_OF_A_PACKAGE]))
    return found


def lowerings_of(first: Outcome) -> set[str]:
    """The same of all whose word a run rests on."""
    handed = str(first.statistics.get(HANDED_OVER, "")).split(" and ")
    engine = [DIAGRAM] if first.statistics.get("engine") == DIAGRAM else []
    return lowerings(first.solver, *filter(None, handed), *engine)


def partners(first: Outcome, names: Iterable[str] = PARTNERS) -> list[str]:
    """The installed solvers of `names` that may be asked after a run."""
    taken = lowerings_of(first)
    return [n for n in names if not lowerings(n) & taken and solver_named(n).is_installed()]


def refuse_shared(second: str, first: Outcome) -> None:
    """Raises: ModelError for a solver whose word beside a run is not a second one."""
    if lowerings(second) & lowerings_of(first):
        by = first.complete_by or first.solver
        raise ModelError(
            f"{second} is no second solver where {by} has answered, for they share their lowering;"
            f" name another, such as {' or '.join(partners(first))}"
        )


def seconds_for(first: Outcome) -> float:
    """For how long a second solver is asked: as long as the first took, and at least 2 s."""
    return max(LEAST_SECONDS, sum(first.seconds[phase] or 0.0 for phase in ("build", "all")))


def backed(
    side: Side,
    form: Model,
    workspace: Workspace,
    options: Options,
    known: Known,
    *,
    is_sent: bool = False,
) -> Backing:
    """The evidence for the solutions of `side`; a second solver is asked where they are few.

    They are `known` if they were looked at before. If they are `sent`, none of ours found them, and
    there may be rules that no solver of ours knows.
    """
    key = _key(side, form)
    if key in known and not is_sent:
        judged, second = known[key]
        return Backing(RowsJudged(side.spool.reported, judged), second, key=key)
    seconds = seconds_for(side.outcome)
    judge, packer = _SideJudge(side, form, seconds), side.spool.packer
    asked = {side.outcome.solver: Bucket(side.spool, int(side.outcome.complete))}
    second, fault = "", ""
    is_listed = side.outcome.complete and side.spool.reported <= MOST_JUDGED
    if is_listed and not side.unsaid_count and not is_sent:
        second, fault = _asked_again(side, form, workspace, options, seconds, asked)
    limit = MOST_JUDGED if side.whole else MOST_SEARCHED
    findings = examine([*asked.values()], packer, judge, limit=limit, seed=options.seed)
    rows = RowsJudged(findings.distinct, findings.judged)
    kinds = [kind for kind in KINDS if kind != "missing" or side.model.objective is None]
    fault = fault or _fault(asked, kinds, judge, packer)
    if not fault and second and len({b.spool.digest for b in asked.values() if b.complete}) > 1:
        fault = f"{side.outcome.solver} and {second} found other solutions, or another best value"
    if fault:
        whose = "" if is_sent else f"; {whose_fault(fault.split()[0])}"
        return Backing(rows, "", f"on {side.model.name}, {fault}{whose}")
    return Backing(rows, second, key=key)


def _asked_again(
    side: Side,
    form: Model,
    workspace: Workspace,
    options: Options,
    seconds: float,
    asked: dict[str, Bucket],
) -> tuple[str, str]:
    """The first second solver that came to its end, and what it reported that no solver may.

    They share the time; what each found is added to `asked`.
    """
    names, ends = partners(side.outcome), time.monotonic() + seconds
    for place, name in enumerate(names):
        share = max((ends - time.monotonic()) / (len(names) - place), LEAST_SHARE)
        spool = Spool(side.spool.packer, workspace)
        form_of_first = declared_form(side.model) if not place else AUTO
        again = replace(
            options, limit=None, time_limit=share, viewpoint=form_of_first, jobs=1, cluster=None
        )
        try:
            outcome = side.listened(side.claim(name, again), spool)
        except SolverFailed as error:
            return name, str(error)
        if side.unsaid is not None:  # the first, which is complete, found no such row
            side.unsaid, side.unsaid_count = None, 0
            return name, f"{side.outcome.solver} and {name} found other solutions"
        asked[name] = Bucket(spool, int(outcome.complete))
        if outcome.complete:
            return name, ""
    return "", ""


def declared_form(model: Model) -> str:
    """The viewpoint of the declared form, so that the first partner shares no rewriting."""
    try:
        in_viewpoint(without_labels(model)[0], DECLARED)
    except ModelError:  # it is no board, and has no other form that needs a name
        return AUTO
    return DECLARED


def _fault(asked: Mapping[str, Bucket], kinds: Sequence[str], judge: Judge, packer: Packer) -> str:
    """The proof that one of the solvers is wrong, in words; "" for none."""
    for name, bucket in asked.items():
        for kind in [kind for kind in kinds if kind in bucket.witnesses]:
            witness = bucket.witnesses[kind]
            if not witness.packed:
                return f"{name} reported what is no assignment"
            row = packer.unpack(witness.row)
            if kind == "missing":
                return f"{name} lost {assigned(row)}, which keeps every rule"
            return f"{name} reported {fault_of(judge, row, is_repeated=kind == 'repeated')}"
    return ""


def _key(side: Side, form: Model) -> str:
    """A name for a model, the variables that count, and the solutions."""
    solver, names = side.outcome.solver, [v.name for v in form.variables]
    parts = [solver, identity(side.model), list(side.names), names]
    domains = [repr(variable.domain) for variable in form.variables]
    return sha256(json.dumps([*parts, domains, side.spool.digest.full]).encode()).hexdigest()
