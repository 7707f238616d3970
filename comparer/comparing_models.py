"""Two models held against each other: which solutions one has that the other forbids, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from heapq import nsmallest
from itertools import chain
from types import MappingProxyType
from typing import Any, Unpack

from ..models.language.check import Judge, Violation, as_model
from ..models.language.constraints import Constraint
from ..models.language.errors import ModelError
from ..models.language.expressions import Domain, Variable
from ..models.language.global_constraints.table import allowed
from ..models.language.late_dataclasses import dataclass, field, replace
from ..models.language.model import Model
from ..models.language.nodes import Node, rebuild
from ..models.language.objectives import refuse_objective
from ..models.language.rules import rule
from ..models.language.solution import Solution
from ..models.language.symmetry.symmetry_group import SymmetryGroup
from ..solvers.diagram.decision_diagram import MOST_NODES
from ..solvers.diagram.model_diagrams import DiagramOptions, solution_set
from ..solvers.diagram.solution_diagram import SolutionDiagram
from ..solvers.harness.contract import Incomplete, SolverFailed
from ..solvers.harness.options import Options, RunOptions, asked, offers
from ..solvers.harness.outcome import Outcome
from ..solvers.harness.rows.packing import Packer
from ..solvers.harness.running.enumeration import DEFAULT_SOLVER, first
from ..solvers.harness.running.judging import RowsJudged, whose_fault
from .backing import Backing, Known, backed
from .claims import Claim, solver_claim
from .matching import Matching, Values, matched
from .model_comparison import FEW, MANY, ModelComparison, ModelDifference
from .optimality import not_the_best
from .spool import PARTITIONS, Spool, Workspace

SECONDS_TO_EXPLAIN = 2.0
UNSAID = "its variables have no values that say this"
MOST_JUDGED = 10_000
MOST_VALUES_JUDGED = 500_000
"""The most rows of a model that are judged by another which was not enumerated to the end."""

Progress = Callable[[str, int], None]


@offers(RunOptions)
def compare_models(
    first: Model,
    second: Model,
    mapping: Mapping[str, str] | None = None,
    *,
    solver: str = DEFAULT_SOLVER,
    progress: Progress = lambda name, count: None,
    claim: Claim | None = None,
    unjudged: Sequence[str] = (),
    known: Known = MappingProxyType({}),
    group: SymmetryGroup | None = None,
    **keywords: Unpack[RunOptions],
) -> ModelComparison:
    """The solutions of `second` held against those of `first`, which is the one to go by.

    `mapping` names groups or variables of the first by those of the second that stand for them;
    the others match by name, and then by shape where that leaves no doubt. Each model is enumerated
    by `solver`, with the `options` of `compare` (time_limit, isolate, …), and every solution that
    one has alone is judged by the other's rules. A `claim` of the solutions of `second` takes the
    place of a solver; `unjudged` are labels of rules that hold in it and that `second` lacks here.

    What a solver finds of each is judged, all of it up to 100,000, and asked of a second solver
    that shares no lowering with the first, for as long as the first took, at least 2 s. Sets that
    are `known`, by the keys in the `backings` of comparisons before, are taken as they are.
    Up to a `group` of symmetries of the first, the second may lack images of what it has.

    Raises: ModelError where it is not clear which variables stand for which; UnknownSolver.
    """
    as_model(first)
    as_model(second)
    options = asked(**keywords)
    options.refuse("compare_models", "project")
    matching = matched(first, second, mapping)
    packer = Packer(form := matching.form())
    with Workspace() as workspace:
        spools = Spool(packer, workspace), Spool(packer, workspace)
        one = Side(first, matching.first_names, spools[0])
        changes = matching.to_second, matching.to_first
        other = Side(second, matching.second_names, spools[1], *changes, unjudged)
        if group is not None and not one.whole:
            raise ModelError(
                f"{', '.join(matching.first_only)} of {first.name} would be left out, but up to"
                " symmetry all its variables are compared; map them too, or leave symmetry out"
            )
        for side in (one, other):
            if not side.whole:
                refuse_objective(side.model, "comparing models by some of their variables")
        for side, sent in ((one, None), (other, claim)):
            progress(side.model.name, 0)
            hear = partial(progress, side.model.name)
            side.outcome = side.listened(sent or side.claim(solver, options), side.spool, hear)
        mine = backed(one, form, workspace, options, known)
        found = {**known, **mine.known}
        theirs = backed(other, form, workspace, options, found, is_sent=claim is not None)
        return _compared((one, other), matching, packer, (mine, theirs), group)


@dataclass(eq=False)
class Side:
    """One of the two models, and what was found of it."""

    model: Model
    names: Sequence[str]
    """The variables that count."""
    spool: Spool
    own: Callable[[Values], Values | None] = dict
    """Values of its own variables by those of the common form; None where none do."""
    to_form: Callable[[Values], Values | None] = dict
    """The other way."""
    unjudged: Sequence[str] = ()
    """Labels of rules that its solutions keep to and that are not here to be judged by."""
    outcome: Outcome = field(init=False)
    distinct: int = 0
    unsaid: Values | None = None
    """A solution that the other model's variables have no values for."""
    unsaid_count: int = 0

    def __post_init__(self) -> None:
        self.whole = len(self.names) == len(self.model.variables)
        """True if a row says everything of this model."""
        self._judge = Judge(self.model)

    def claim(self, solver: str, options: Options) -> Claim:
        """The claim of `solver` on the variables that count."""
        options = replace(options, project=None if self.whole else tuple(self.names))
        return solver_claim(self.model, solver, options=options)

    def listened(
        self, claim: Claim, spool: Spool, hear: Callable[[int], None] = lambda count: None
    ) -> Outcome:
        """Fill `spool` with what is claimed of the model, in the common form."""
        stream = claim.open()
        with closing(stream):
            spool.fill(self._in_common(stream), hear)
            return stream.outcome

    def _in_common(self, stream: Any) -> Iterator[Mapping[str, object]]:
        """Each solution in the common form. Raises: SolverFailed for what is no assignment."""
        for found in stream:
            if getattr(stream, "malformed", False):
                raise SolverFailed(f"{stream.outcome.solver} reported {found!r}; compare solvers")
            own = {name: found[name] for name in self.names}
            row = self.to_form(own)
            if row is None:
                self.unsaid = self.unsaid or own
                self.unsaid_count += 1
            else:
                yield row

    def violations(self, row: Values) -> list[Violation]:
        """The violations of `row`, in the common form; none where it is allowed."""
        own = self.own(row)
        if own is None:
            return [Violation("domain", UNSAID)]
        if self.whole or any(
            own[name] not in self.model.by_name[name].domain for name in self.names
        ):
            found = self._judge.violations(own)
            kept = [v for v in found if self.whole or "has no value" not in v.detail]
            return kept or self._beaten(own)
        return _that_forbid(self.model, own)

    def _beaten(self, own: Values) -> list[Violation]:
        """The violation of values that keep every rule, where others that were found are better."""
        best = self.outcome.objective
        found = not_the_best(self.model, best, own) if best is not None else None
        return [found] if found else []


def _that_forbid(model: Model, values: Values) -> list[Violation]:
    """Rules of `model` that no values of the other variables keep together with `values`."""
    fixed = [model.by_name[name] == value for name, value in values.items()]
    given = rule("as given", *fixed)

    def impossible(rules: Sequence[Any]) -> bool:
        # The fixed values stand first, so that what they leave open is all that is searched.
        shorter = model.rewritten(model.groups, [given, *rules])
        return first(shorter, time_limit=SECONDS_TO_EXPLAIN) is None

    left = list(model.rules)
    try:
        if not impossible(left):
            return []
        for one in model.rules:
            fewer = [kept for kept in left if kept is not one]
            if impossible(fewer):
                left = fewer
    except Incomplete:  # so these are not the fewest, as far as is known
        pass
    return [Violation(one.label, "") for one in left]


def _compared(
    sides: tuple[Side, Side],
    matching: Matching,
    packer: Packer,
    backings: tuple[Backing, Backing],
    group: SymmetryGroup | None,
) -> ModelComparison:
    one, other = sides
    lost = _difference(FEW, one, other, packer)
    if group is not None and isinstance(lost, ModelDifference):
        lost = _without_images(lost, one, other, packer, group)
    found = _difference(MANY, other, one, packer), lost
    faults = [*(b.fault for b in backings), *(one for one in found if isinstance(one, str))]
    return ModelComparison(
        one.model,
        other.model,
        matching,
        (one.outcome, other.outcome),
        (one.distinct, other.distinct),
        tuple(one for one in found if isinstance(one, ModelDifference)),
        next((one for one in faults if one), None),
        backings,
    )


def _difference(
    kind: str, having: Side, lacking: Side, packer: Packer
) -> ModelDifference | str | None:
    """The solutions of `having` that `lacking` forbids; or the problem, if a judge denies that."""
    most_judged = min(MOST_JUDGED, MOST_VALUES_JUDGED // (len(having.names) + 1) + 1)
    having.distinct, count, rows = having.unsaid_count, having.unsaid_count, list[bytes]()
    for number in range(PARTITIONS):
        own = set(having.spool.rows(number))
        having.distinct += len(own)
        alone = own.difference(lacking.spool.rows(number))
        count += len(alone)
        most = 1 if lacking.outcome.complete else most_judged
        rows = nsmallest(most, [*rows, *alone])
    said = having.unsaid
    if said is not None and (not having.whole or Judge(having.model).solves(said)):
        exact = having.outcome.complete and lacking.outcome.complete
        count = count if exact else having.unsaid_count
        return ModelDifference(kind, count, exact, said, (Violation("domain", UNSAID),))
    if not rows:
        return None
    if not lacking.outcome.complete:
        return _proven(kind, rows, having, lacking, packer)
    witness = packer.unpack(rows[0])
    unjudged = [Violation(label, "") for label in lacking.unjudged]
    violated = lacking.violations(witness) or unjudged
    wrong = having.violations(witness)
    if wrong or not violated:
        liar = having if wrong else lacking
        what = "invented" if wrong else "lost"
        solver = liar.outcome.solver
        return f"{solver} {what} a solution of {liar.model.name}; {whose_fault(solver)}"
    exact = having.outcome.complete
    return ModelDifference(kind, count, exact, witness, tuple(violated))


def _without_images(
    lost: ModelDifference, one: Side, other: Side, packer: Packer, group: SymmetryGroup
) -> ModelDifference | None:
    """The solutions of which `other` has not even an image; None if it has, or may have, one."""
    if not other.outcome.complete:
        return None

    def least(row: bytes) -> Solution:
        values = packer.unpack(row)
        return group.least(Solution(one.model, tuple(values[v.name] for v in one.model.variables)))

    def rows(side: Side) -> Iterator[bytes]:
        return chain.from_iterable(set(side.spool.rows(number)) for number in range(PARTITIONS))

    reached = {least(row) for row in rows(other) if not one.violations(packer.unpack(row))}
    left = [row for row in rows(one) if least(row) not in reached]
    if not left:
        return None
    witness = packer.unpack(min(left))
    violated = other.violations(witness) or [Violation(label, "") for label in other.unjudged]
    return ModelDifference(FEW, len(left), lost.exact, witness, tuple(violated))


def _proven(
    kind: str, rows: Sequence[bytes], having: Side, lacking: Side, packer: Packer
) -> ModelDifference | None:
    """Those of `rows` that `lacking`, which was not enumerated to the end, forbids."""
    if not lacking.whole:
        return None
    judged = ((row, lacking.violations(packer.unpack(row))) for row in rows)
    forbidden = [(row, tuple(violated)) for row, violated in judged if violated]
    if not forbidden:
        return None
    first_row, violated = forbidden[0]
    return ModelDifference(kind, len(forbidden), False, packer.unpack(first_row), violated)


# -------------------- Two models held against each other as sets of solutions that are not listed.


def compare_sets(
    first: Model,
    second: Model,
    mapping: Mapping[str, str] | None = None,
    *,
    nodes: int = MOST_NODES,
    **keywords: Unpack[DiagramOptions],
) -> ModelComparison:
    """The solutions of `second` held against those of `first`, by decision diagrams.

    Variables are matched as `compare_models` does it, one by one. Of each side's own solutions the
    first is judged by the other model's rules. Raises: ModelError where variables do not match one
    by one, or for an objective; TooLarge; Incomplete where the time limit passed.
    """
    for model in (as_model(first), as_model(second)):
        refuse_objective(model, "comparing sets of solutions")
    matching = matched(first, second, mapping)
    one, other = (
        solution_set(each, nodes=nodes, **keywords) for each in _alike(first, second, matching)
    )
    more, fewer = other - one, one - other
    found = [
        _difference_of_sets(kind, those, judging, matching)
        for kind, those, judging in ((MANY, more, first), (FEW, fewer, second))
        if those
    ]
    outcomes = (Outcome("diagram", "", "complete"), Outcome("diagram", "", "complete"))
    counts = one.count(), other.count()
    unlisted = Backing(RowsJudged(counts[0])), Backing(RowsJudged(counts[1]))
    return ModelComparison(
        first, second, matching, outcomes, counts, tuple(found), backings=unlisted
    )


def _alike(first: Model, second: Model, matching: Matching) -> tuple[Model, Model]:
    """Both over the variables of the first, with every value that either gives to them."""
    names = dict(zip(matching.second_names, matching.first_names, strict=False))
    numbers = {len(names), len(matching.first_names), len(first.variables), len(second.variables)}
    if len(numbers) > 1 or any(tie.shift for tie in matching.ties):
        raise ModelError(
            f"the variables of {first.name} and {second.name} do not stand for each other one by"
            " one; compare them without --set"
        )
    form = matching.form().by_name
    ordered = [form[variable.name] for variable in first.variables]
    own = {name: name for name in matching.first_names}
    is_wider = any(one.domain != form[one.name].domain for one in first.variables)
    return _over(ordered, first, own) if is_wider else first, _over(ordered, second, names)


def _over(variables: Sequence[Variable], model: Model, names: Mapping[str, str]) -> Model:
    """`model` over `variables`, known by `names`, restricted to the values that it had."""
    by_name = {variable.name: variable for variable in variables}

    def change(node: Node, old: Node) -> Node | None:
        return by_name[names[node.name]] if isinstance(node, Variable) else None

    within = [_within(by_name[names[one.name]], one.domain) for one in model.variables]
    return Model(model.name, *variables, *rebuild(model.constraints, change), within)


def _within(variable: Variable, domain: Domain) -> list[Constraint]:
    """The rules that leave `variable` the values of `domain`."""
    if variable.domain == domain:
        return []
    if isinstance(domain, range) and domain.step == 1:
        return [variable >= domain[0], variable <= domain[-1]]
    if set(variable.domain) == set(domain):  # labels in another order
        return []
    return [allowed([variable], [[value] for value in domain])]


def _difference_of_sets(
    kind: str, those: SolutionDiagram, judging: Model, matching: Matching
) -> ModelDifference:
    """The solutions that one model has and `judging` forbids. Raises: SolverFailed."""
    witness = those[0].assignment
    values = matching.to_second(witness) if kind == FEW else witness
    violated = Judge(judging).violations(values or {})
    if not violated:
        raise SolverFailed(
            f"a diagram says that {judging.name} forbids {witness}, which keeps all of its rules"
        )
    return ModelDifference(kind, those.count(), True, witness, tuple(violated))
