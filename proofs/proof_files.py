"""Proofs as values and as files."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path

from ..models.language.files.model_as_data import fingerprint, structure_as_text
from ..models.language.global_constraints.predicate import Predicate
from ..models.language.late_dataclasses import dataclass
from ..models.language.model import Model
from ..models.language.nodes import topological
from ..models.language.own_constraints import in_the_language
from ..solvers.harness.atomic_files import write_whole
from ..solvers.harness.contract import ClaimError
from . import check
from .check import TooLargeProof
from .proving_counts import count_of
from .proving_trees import removals_of, tree_of

KINDS = ("tree", "count")
FIRST_STEPS = 2_000
GROWTH = 8
MOST_STEPS = 1_000_000


@dataclass(frozen=True)
class Proof:
    """A proof of the exact number of solutions of a model, checked when it was made."""

    kind: str
    """tree or count."""
    number: int
    """The number of solutions."""
    steps: int
    """Its lines after the header."""
    text: str
    """The whole file."""

    def save(self, path: str | Path) -> None:
        """Write the file, whole or not at all. Raises: OSError."""
        write_whole(path, lambda stream: stream.write(self.text.encode()), replace=True)


def prove(
    model: Model,
    kind: str | None = None,
    *,
    steps: int = MOST_STEPS,
    look: Callable[[], None] = lambda: None,
) -> Proof:
    """A proof of all solutions of `model`: a tree or a count, by default the smaller one found.

    `look` is called often, and may raise to end the search. `steps` limits the removals tried of a
    tree and the nodes of a count.

    Raises: NoProof of the checker for a model of which these proofs cannot speak, TooLargeProof.
    """
    if any(isinstance(n, Predicate) for n in topological(in_the_language(model.constraints))):
        raise check.NoProof("the model has a predicate: only Python knows what it means")
    if model.objective is not None or model.projection:
        raise check.NoProof("the model has an objective or a projection")
    text = structure_as_text(model)
    limits = check.Limits(look, math.inf)
    read = check.read_model(text, limits)
    found_kind, lines = _smallest(read, [kind] if kind else KINDS, steps, look)
    number = check.check_steps(read, found_kind, check.Lines(iter(lines), limits))
    head = [check.FIRST_LINE, f"model {text}", f"fingerprint {fingerprint(model)}"]
    head += [f"proof {found_kind}", f"solutions {number}"]
    whole = "".join(f"{line}\n" for line in [*head, *lines, "end"])
    return Proof(found_kind, number, len(lines), whole)


def _smallest(
    model: check.Model, kinds: Sequence[str], most: int, look: Callable[[], None]
) -> tuple[str, list[str]]:
    """The smallest of the proofs that are found within the same growing limit.

    Raises: TooLargeProof.
    """
    steps, reduced = min(FIRST_STEPS, most), None
    while True:
        found: list[tuple[int, str, list[str]]] = []
        words = []
        for kind in kinds:
            try:
                if kind == "tree":
                    lines = tree_of(model, steps, look)
                else:
                    reduced = reduced or removals_of(model, look)
                    lines = count_of(model, *reduced, steps, look)
                found.append((sum(map(len, lines)) + len(lines), kind, lines))
            except TooLargeProof as error:
                words.append(str(error))
        if found:
            _, kind, lines = min(found)
            return kind, lines
        if steps >= most:
            raise TooLargeProof("; ".join(words))
        steps = min(steps * GROWTH, most)


def checked_of(path: str | Path, model: Model, limits: check.Limits | None = None) -> check.Checked:
    """The outcome of the proof in a file, which must be about `model`.

    Raises: Refuted of the checker, at the line that does not follow; TooLargeProof past the
    limits; ClaimError for a file that cannot be read, is no proof, or is about another model.
    """
    file, limits = Path(path), limits or check.Limits()
    try:
        with file.open(encoding="utf-8") as stream:
            return check.check(check.lines_of(stream, limits), limits, fingerprint(model))
    except check.NoProof as error:
        raise ClaimError(file, f"no proof: {error}") from error
    except OSError as error:
        raise ClaimError(file, f"cannot be opened: {error.strerror or error}") from error
