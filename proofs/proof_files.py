"""Proofs as values and as files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
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
from .proving_counts import count_of
from .proving_trees import TooLargeProof, removals_of, tree_of

KINDS = ("tree", "count")
FIRST_STEPS = 2_000
GROWTH = 8
MOST_STEPS = 1_000_000
MOST_BITS = 13_000
"""The most binary digits of a number of solutions that Python writes in any setting."""


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
    read = check.Model(json.loads(text))
    found_kind, lines = _smallest(read, [kind] if kind else KINDS, steps, look)
    steps_ = check.Lines(iter(lines))
    is_tree = found_kind == "tree"
    number = len([*check.check_tree(read, steps_)]) if is_tree else check.check_count(read, steps_)
    if number.bit_length() > MOST_BITS:
        raise TooLargeProof("the number of solutions has more than 4,000 digits")
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


def checked_of(
    path: str | Path, model: Model, look: Callable[[], None] = lambda: None
) -> check.Checked:
    """The outcome of the proof in a file, which must be about `model`.

    `look` is called at each line, and may raise to end the check.

    Raises: Refuted of the checker, at the line that does not follow; ClaimError for a file that
    cannot be read, is no proof, or is about another model; whatever `look` raises.
    """
    file = Path(path)
    try:
        with file.open(encoding="utf-8") as lines:
            head = [lines.readline() for _ in range(3)]
            stamp = head[2].removeprefix("fingerprint ").rstrip("\r\n")
            if head[2].startswith("fingerprint ") and stamp != fingerprint(model):
                raise ClaimError(file, "the proof is of another model; prove this one")
            found = check.check(_watched(chain(head, lines), look))
    except check.NoProof as error:
        if isinstance(error.__cause__, TooLargeProof):  # of `look`
            raise error.__cause__ from None
        raise ClaimError(file, f"no proof: {error}") from error
    except UnicodeDecodeError as error:
        raise ClaimError(file, "no proof: it is not UTF-8") from error
    except OSError as error:
        raise ClaimError(file, f"cannot be opened: {error.strerror or error}") from error
    if found.fingerprint != fingerprint(model):
        raise ClaimError(file, "the proof is of another model; prove this one")
    return found


def _watched(lines: Iterable[str], look: Callable[[], None]) -> Iterator[str]:
    for line in lines:
        look()
        yield line
