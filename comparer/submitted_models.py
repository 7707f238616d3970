"""The models of a student's file, as data: what the process sends in which the file is run.

A rule that only the file's own code can judge (one with a predicate) is left out of the data. The
process then sends the solutions that it finds as well.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..models.language.errors import ModelError, ModelWarning
from ..models.language.files import catalogue
from ..models.language.files.model_as_data import to_data
from ..models.language.files.puzzle_files import function_in
from ..models.language.global_constraints.predicate import Predicate
from ..models.language.late_dataclasses import dataclass, replace
from ..models.language.model import Model
from ..models.language.nodes import topological
from ..models.language.own_constraints import in_the_language
from ..models.language.rules import Rule
from ..solvers.harness.options import Options
from ..solvers.harness.processes.frames import ANSWER, ENDED, NEWS, READY
from ..solvers.harness.running.enumeration import solutions

if TYPE_CHECKING:
    from ..solvers.harness.processes.child import Sender

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

    def perform(self, sender: Sender) -> None:
        """Send the model of each choice, or why there is none."""
        warnings.simplefilter("ignore", ModelWarning)
        sender.send(READY, 0.0)
        for params in self.choices:
            try:
                kind, body = ANSWER, self._sent(self._model(params))
            except Exception as error:
                kind, body = NEWS, json.dumps({"reason": reason_of(error)}).encode()
            sender.send(kind, 0.0, body)
        sender.send(ENDED, 0.0, b"{}")

    def _model(self, params: Params) -> Model:
        """The file's model; its function is named like the file, like the reference, or alone."""
        file = self.file
        return catalogue.Puzzle(file, file, lambda: function_in(file, self.name)).model(**params)

    def _sent(self, model: Model) -> bytes:
        """The model as JSON. Raises: ModelError where that is too large."""
        kept = [rule for rule in model.rules if is_data(rule)]
        left_out = [rule.label for rule in model.rules if not is_data(rule)]
        if model.objective is not None and not is_data(model.objective.judged()):
            raise ModelError("its objective asks a function; write it in the language's own terms")
        said = model.rewritten(model.groups, kept).aiming(model.objective)
        document: dict[str, Any] = {"model": to_data(said)}
        if left_out:
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
