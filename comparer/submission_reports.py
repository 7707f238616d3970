"""Reports on submissions, which travel as JSON and are checked field by field."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ..models.language.check import Violation
from ..models.language.errors import ModelError, ModelWarning
from ..models.language.files import catalogue
from ..models.language.files.model_as_data import to_data
from ..models.language.files.puzzle_files import function_in
from ..models.language.global_constraints.predicate import Predicate
from ..models.language.late_dataclasses import dataclass, field, fields, replace
from ..models.language.model import Model
from ..models.language.nodes import topological
from ..models.language.own_constraints import in_the_language
from ..models.language.rules import Rule
from ..solvers.harness.options import Options
from ..solvers.harness.outcome import plain
from ..solvers.harness.processes.payload import ANSWER, ENDED, NEWS, READY
from ..solvers.harness.running.enumeration import solutions
from .backing import Known
from .model_comparison import DIFFERENT, FEW, MANY, SAME, UNDECIDED, ModelDifference

if TYPE_CHECKING:
    from ..solvers.harness.processes.child import Sender


# -------------------------------------------------------------------------------- submitted models
# The models of a student's file, as data: what the process sends in which the file is run.
#
# A rule that only the file's own code can judge (one with a predicate) is left out of the data.
# The process then sends the solutions that it finds as well.


TOO_LARGE = "it needs more memory than it may have"
TOO_MANY = "it has more solutions than are sent; choose smaller parameters"
MOST_BYTES = 16 << 20
"""The size of one model as data."""
MOST_VALUES = 2_000_000
"""The number of values of all solutions that are sent."""
MOST_TEXT = 2_000
"""Characters of a reason."""

Params = Mapping[str, Any]


@dataclass(frozen=True)
class Submission:
    """The order for the process of one file."""

    file: str
    name: str
    """The function that makes the model, where none is named like the file."""
    solver: str
    options: Options
    """The limits for the solutions, where they are sent."""
    choices: Sequence[Params]
    several: bool = False
    """True if the file is examined with more than one choice."""

    def perform(self, sender: Sender) -> None:
        """Send the model of each choice, or why there is none."""
        warnings.simplefilter("ignore", ModelWarning)
        sender.send(READY, 0.0)
        for params in self.choices:
            try:
                kind, body = ANSWER, self._sent(*self._model(params), sender)
            except Exception as error:
                kind, body = NEWS, json.dumps({"reason": reason_of(error)}).encode()
            sender.send(kind, 0.0, body)
        sender.send(ENDED, 0.0, b"{}")

    def _model(self, params: Params) -> tuple[Model, bool]:
        """The file's model; its function is named like the file, the reference, or alone in it.

        With it, whether it is fixed: without parameters, it is what it is at all choices.
        """
        found = partial(function_in, self.file, self.name, alone=True)
        puzzle = catalogue.Puzzle(self.file, self.file, found)
        if fixed := bool(params) and puzzle.is_fixed:
            if self.several:
                raise ModelError(
                    f"{self.file} has no parameters, so that it is one model; give the reference"
                    f" one value of {', '.join(params)}, that which this model is made for"
                )
            params = {}
        return puzzle.model(**params).printed_as(puzzle.printed), fixed

    def _sent(self, model: Model, fixed: bool, sender: Sender) -> bytes:
        """The model as JSON, its solutions after saying so. Raises: ModelError for a large one."""
        kept = [rule for rule in model.rules if is_data(rule)]
        left_out = [rule.label for rule in model.rules if not is_data(rule)]
        if model.objective is not None and not is_data(model.objective.judged()):
            raise ModelError("its objective asks a function; write it in the language's own terms")
        said = model.rewritten(model.groups, kept).aiming(model.objective)
        document: dict[str, Any] = {
            "model": to_data(said),
            "fixed": fixed,
            "printed": model.printed,
        }
        if left_out:
            sender.send(READY, 0.0)
            document |= {"left_out": left_out, **self._solutions(model)}
        text = json.dumps(document, separators=(",", ":")).encode()
        if len(text) > MOST_BYTES:
            raise ModelError(f"its model is larger than {MOST_BYTES >> 20} MiB as data")
        return text

    def _solutions(self, model: Model) -> dict[str, Any]:
        """The solutions as rows of values, in the order of the variables; and why not all."""
        rows: list[list[Any]] = []
        most = MOST_VALUES // max(len(model.variables), 1)
        options = replace(self.options, memory=None, limit=most, hand_over=False)
        with solutions(model, self.solver, options=options) as found:
            rows += (list(solution.row) for solution in found)
        outcome = found.outcome
        late = f"more than {self.options.time_limit:g} s" if outcome.reason == "time limit" else ""
        full = {"limit": TOO_MANY, "memory": TOO_LARGE}.get(outcome.reason or "", "")
        stopped = None if outcome.complete else late or full or outcome.reason or outcome.status
        return {"solutions": rows, "stopped": stopped}


def is_data(rule: Rule) -> bool:
    """True if `rule` is of the language alone, and of no function."""
    nodes = topological(in_the_language(rule.constraints))
    return not any(isinstance(node, Predicate) for node in nodes)


def reason_of(error: BaseException) -> str:
    """The fault, in a line or two."""
    if isinstance(error, MemoryError) or isinstance(error.__cause__, MemoryError):
        return TOO_LARGE
    said = str(error) if isinstance(error, ModelError) else f"{type(error).__name__}: {error}"
    return bounded(said)


def bounded(text: str) -> str:
    """`text`, cut where it is too long."""
    return text if len(text) <= MOST_TEXT else f"{text[: MOST_TEXT - 1]}…"


FAILED = "failed"
REFERENCE, SUBMISSION = "reference", "submission"
VERDICTS = (SAME, MANY, FEW, DIFFERENT, UNDECIDED, FAILED)
MOST_NAMED = 100
"""Rules that a witness breaks; what is more is left out."""


@dataclass(frozen=True)
class Report:
    """The result for one file and one choice of parameters."""

    params: Params
    verdict: str
    """same, too many, too few, different, undecided or failed."""
    expected: int | None = None
    """The number of solutions that the reference has; None where not all were found."""
    found: int | None = None
    """The same of the submission."""
    differences: tuple[ModelDifference, ...] = ()
    """Witnesses by the reference's variables; rules in words."""
    reason: str = ""
    """The reason why it failed or is undecided; notes on the comparison."""
    evidence: str = ""
    """The evidence for the numbers: `rows judged: all; found again by diagram`."""
    fault: str = ""
    """The model on which a solver is wrong, REFERENCE or SUBMISSION; `reason` says how."""
    known: Known = field(default_factory=dict)
    """Findings on the reference that other comparisons with it need not make again."""
    fixed: bool = False
    """True of a model without parameters: those are the reference's alone."""

    def to_json(self) -> dict[str, Any]:
        """The report in JSON's terms."""
        return {
            "params": plain(dict(self.params)),
            "verdict": self.verdict,
            "solutions": self.found,
            "expected": self.expected,
            "differences": [difference.to_json() for difference in self.differences],
            "reason": self.reason or None,
            "evidence": self.evidence or None,
            "fault": self.fault or None,
        }


def written(report: Report) -> bytes:
    """The report for `read_report`, less its parameters, which the reader knows."""
    differences = [
        {
            **vars(one),
            "witness": dict(one.witness),
            "violated": [
                [bounded(v.rule), bounded(v.detail), list(map(bounded, v.variables[:MOST_NAMED]))]
                for v in one.violated[:MOST_NAMED]
            ],
        }
        for one in report.differences
    ]
    data = {
        **vars(report),
        "differences": differences,
        "reason": bounded(report.reason),
        "known": dict(report.known),
    }
    del data["params"]
    return json.dumps(data).encode()


def read_report(body: bytes, params: Params) -> Report:
    """The report on `params`. Raises: ValueError where a field is not as it must be."""
    names = [one.name for one in fields(Report) if one.name != "params"]
    data = _fields(json.loads(body), *names)
    return Report(
        params,
        _one_of(data["verdict"], VERDICTS),
        _number(data["expected"]),
        _number(data["found"]),
        tuple(_difference(one) for one in _list(data["differences"])),
        _text(data["reason"]),
        _text(data["evidence"]),
        _one_of(data["fault"], ("", REFERENCE, SUBMISSION)),
        {_text(key): _known(one) for key, one in data["known"].items()},
        data["fixed"] is True,
    )


def _known(data: object) -> tuple[int, str]:
    judged, second = _list(data)
    return _number(judged) or 0, _text(second)


def _difference(data: object) -> ModelDifference:
    fields = _fields(data, "kind", "count", "exact", "witness", "violated")
    witness, count = fields["witness"], _number(fields["count"])
    if type(fields["exact"]) is not bool or count is None or not isinstance(witness, dict):
        raise ValueError("a difference")
    if any(type(value) not in (int, str) for value in witness.values()):
        raise ValueError("a witness")
    parts = [tuple(_list(one)) for one in _list(fields["violated"])]
    violated = tuple(
        Violation(_text(rule), _text(detail), tuple(map(_text, _list(names))))
        for rule, detail, names in parts
    )
    kind = _one_of(fields["kind"], (MANY, FEW))
    return ModelDifference(kind, count, fields["exact"], witness, violated)


def _fields(data: object, *names: str) -> Mapping[str, Any]:
    if not isinstance(data, dict) or set(data) != set(names):
        raise ValueError(f"not the fields {', '.join(names)}")
    return data


def _one_of(data: object, words: tuple[str, ...]) -> str:
    if not isinstance(data, str) or data not in words:
        raise ValueError(f"none of {', '.join(words)}")
    return data


def _number(data: object) -> int | None:
    if data is not None and (type(data) is not int or data < 0):
        raise ValueError("no number")
    return data


def _list(data: object) -> list[Any]:
    if not isinstance(data, list) or len(data) > MOST_NAMED:
        raise ValueError("no list, or one that is too long")
    return data


def _text(data: object) -> str:
    if not isinstance(data, str) or bounded(data) != data:
        raise ValueError("no text, or one that is too long")
    return data


# ------------------------------------------------------------------------------------------ points
# Points for submissions by a rule of the teacher's, such as `same 10, too many 4, else 0`.
#
#     rule    = part {"," part}
#     part    = verdict number ["each"]
#     verdict = "same" | "too many" | "too few" | "different" | "undecided" | "failed" | "else"
#     number  = digits ["." digits]
#
# A part counts once, by the verdict on the file: that of its first choice of parameters that is
# not the same. With `each` it counts for every choice that has the verdict. `else` is every
# verdict that no other part of its kind names; what is named by none has no points.


ELSE = "else"
_PART = re.compile(r"([a-z]+(?: [a-z]+)*?) +([0-9]{1,6}(?:\.[0-9]{1,3})?)( +each)?")


@dataclass(frozen=True)
class Points:
    """A rule that was read."""

    rule: str
    once: Mapping[str, float]
    each: Mapping[str, float]

    def of(self, verdicts: Sequence[str]) -> float:
        """The points of a file with these verdicts, one for each choice of parameters."""
        whole = next((verdict for verdict in verdicts if verdict != SAME), SAME)
        return round(_found(self.once, whole) + sum(_found(self.each, v) for v in verdicts), 3)

    def most(self, choices: int) -> float:
        """The points of a file that is the same for every one of `choices` choices."""
        return self.of([SAME] * choices)


def read_points(rule: str) -> Points:
    """The rule that a text says. Raises: ModelError for one that cannot be read."""
    once: dict[str, float] = {}
    each: dict[str, float] = {}
    for part in rule.split(","):
        found = _PART.fullmatch(" ".join(part.split()))
        if found is None or found[1] not in (*VERDICTS, ELSE):
            raise ModelError(
                f"cannot read {part.strip()!r} as points; write for example 'same 10, too many 4,"
                f" else 0' or 'same 2 each'; the verdicts are {', '.join(VERDICTS)}"
            )
        kind = each if found[3] else once
        if found[1] in kind:
            raise ModelError(f"the points for {found[1]!r} are given twice; give them once")
        kind[found[1]] = float(found[2])
    return Points(rule, once, each)


def _found(points: Mapping[str, float], verdict: str) -> float:
    return points.get(verdict, points.get(ELSE, 0.0))
