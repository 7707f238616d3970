"""Reports on submissions, which travel as JSON and are checked field by field."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..models.language.check import Violation
from ..models.language.late_dataclasses import dataclass, field, fields
from ..solvers.harness.outcome import plain
from .backing import Known
from .model_comparison import DIFFERENT, FEW, MANY, SAME, UNDECIDED, ModelDifference
from .submitted_models import Params, bounded

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
