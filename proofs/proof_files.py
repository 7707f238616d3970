"""Proofs as values and as files."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Sequence
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
from .check import DONE, TooLargeProof
from .tree_propagators import BooleanPropagator, Propagator, Values, bits, propagators

# ---------------- A finder of trees of removals and branches that prove which solutions there are.
#
# Nothing here is trusted: the checker follows every step. Steps that nothing needs are left out.


Steps = list[tuple[int, Propagator, int]]
"""Removals: the values left before, what takes some, and their bits."""


def tree_of(model: check.Model, most: int, look: Callable[[], None]) -> list[str]:
    """The lines of a tree. Raises: TooLargeProof after `most` steps were tried."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 2_000 + 4 * sum(map(len, model.domains))))
    try:
        return _Search(model, most, look).lines()
    finally:
        sys.setrecursionlimit(limit)


def removals_of(model: check.Model, look: Callable[[], None]) -> tuple[list[str], check.Box]:
    """The lines that propagation alone gives, and the values left."""
    search = _Search(model, 0, look)
    left, steps, _ = search.propagated(search.everything, search.all)
    lines = [search.line(one, lost) for _, one, lost in steps]
    value, full = search.values.value, search.values.full
    return lines, [[value[bit] for bit in bits(left & mine)] for mine in full]


class _Search:
    def __init__(self, model: check.Model, most: int, look: Callable[[], None]) -> None:
        self._left, self._look, self._most = most, look, most
        self.values = Values(model)
        self.everything = sum(self.values.full)
        self._propagators = propagators(self.values)
        self.all = (1 << len(self._propagators)) - 1
        self._woken = [0] * len(self.values.value)
        for number, one in enumerate(self._propagators):
            for bit in bits(one.wakes):
                self._woken[bit] |= 1 << number
        self._names = [
            (f" {v}:{i}", f",{i}") for v, each in enumerate(model.domains) for i in range(len(each))
        ]
        self._exact = [
            one for one in self._propagators if isinstance(one, BooleanPropagator) and one.low > 0
        ]

    def lines(self) -> list[str]:
        return self._proved(self.everything, self.all)[0]

    def line(self, one: Propagator, lost: int) -> str:
        """The step in which values go."""
        words, last = f"r {one.number}", -1
        for bit in bits(lost):
            words += self._names[bit][self.values.variable[bit] == last]
            last = self.values.variable[bit]
        return words

    def propagated(
        self, left: int, waiting: int
    ) -> tuple[int, Steps, tuple[Propagator, int] | None]:
        """The values left, and the removals; and what leaves nothing, and why, if it is so."""
        steps: Steps = []
        woken, all_, full = self._woken, self._propagators, self.values.full
        while waiting:
            first = waiting & -waiting
            waiting ^= first
            one = all_[first.bit_length() - 1]
            lost = one.propagate(left)
            if lost is None:
                return left, steps, (one, one.why_dead(left))
            if not lost:
                continue
            if one.may_empty:
                self._look()
                for v in one.scope:
                    if not left & ~lost & full[v]:  # all but one go, and that one is excluded
                        last = 1 << (left & full[v]).bit_length() - 1
                        lost = left & full[v] ^ last
                        why = one.why(left, last) | full[v] ^ last
                        return left ^ lost, [*steps, (left, one, lost)], (one, why)
            steps.append((left, one, lost))
            left ^= lost
            while lost:
                low = lost & -lost
                waiting |= woken[low.bit_length() - 1]
                lost ^= low
        return left, steps, None

    def _proved(self, left: int, waiting: int) -> tuple[list[str], int]:
        """The lines, and the values that must have gone before them."""
        left, steps, dead = self.propagated(left, waiting)
        self._left -= len(steps) + 1
        self._look()
        if self._left < 0:
            raise TooLargeProof(f"no tree within {self._most:,} steps")
        if dead is not None:
            lines, needs = [f"x {dead[0].number}"], dead[1]
        else:
            lines, needs = self._branched(left)
        kept = []
        for before, one, lost in reversed(steps):
            wanted = lost & needs
            if wanted:
                kept.append(self.line(one, wanted))
                needs = needs ^ wanted | one.why(before, wanted)
        return kept[::-1] + lines, needs

    def _branched(self, left: int) -> tuple[list[str], int]:
        v = self._choice(left)
        if v is None:
            return ["s"], self.everything & ~left
        full = self.values.full[v]
        lines, needs = [f"b {v}"], 0
        for bit in bits(left & full):
            child = left & ~full | 1 << bit
            waiting = 0
            for gone in bits(left & ~child):
                waiting |= self._woken[gone]
            inner, wanted = self._proved(child, waiting)
            if not wanted & full:
                return inner, wanted  # it did not matter what was chosen
            lines += inner
            needs |= wanted & ~full
        return lines, needs | full & ~left

    def _choice(self, left: int) -> int | None:
        """A variable of the sum with the fewest open, at least so many; or with few values."""
        fewest, best = len(self.values.full) + 1, 0
        for one in self._exact:
            both = one.open(left)
            if both and both.bit_count() < fewest:
                fewest, best = both.bit_count(), both
        if best:
            return self.values.variable[best.bit_length() - 1]
        sizes = [((left & full).bit_count(), v) for v, full in enumerate(self.values.full)]
        return min([(size, v) for size, v in sizes if size > 1], default=(0, None))[1]


# --------------------------- A finder of diagrams that prove a number of solutions, however great.
#
# Nothing here is trusted: the checker follows each constraint through the diagram, by its
# machines, which are read here as well.


class Reader(check.Machine):
    """The machine of one constraint, by the levels at which it reads."""

    def __init__(self, model: check.Model, number: int, order: list[int], box: check.Box) -> None:
        """`order` holds all variables of the model. Raises: NoProof."""
        self.number, node = number, model.constraints[number]
        self.levels = [level for level, v in enumerate(order) if v in set(model.scopes[node])]
        self.place = {level: place for place, level in enumerate(self.levels)}
        super().__init__(model, node, [order[level] for level in self.levels], box)


def count_of(
    model: check.Model, removals: list[str], box: check.Box, most: int, look: Callable[[], None]
) -> list[str]:
    """The lines of a count over the values in `box`, which the `removals` leave.

    Raises: TooLargeProof past `most` nodes.
    """
    order = list(range(len(box)))
    if not all(box) or any(model.excludes(node, box) for node in model.constraints):
        return [*removals, "e"]
    readers = []
    try:
        for number, node in enumerate(model.constraints):
            look()
            if model.scopes[node]:
                readers.append(Reader(model, number, order, box))
    except check.NoProof as error:
        raise TooLargeProof(str(error)) from error
    readers = [one for one in readers if one.start != DONE]
    return [*removals, *_levels(readers, order, box, most, look), "e"]


def _levels(
    readers: list[Reader], order: list[int], box: check.Box, most: int, look: Callable[[], None]
) -> Iterator[str]:
    touched: list[list[int]] = [[] for _ in order]
    half_read: list[list[int]] = [[] for _ in range(len(order) + 1)]
    for k, one in enumerate(readers):
        for level in one.levels:
            touched[level].append(k)
        for level in range(one.levels[0] + 1, one.levels[-1] + 1):
            half_read[level].append(k)
    nodes: dict[tuple[int, ...], int] = {(): 1}
    left = most
    for level, v in enumerate(order):
        yield f"v {v}"
        at = {k: i for i, k in enumerate(half_read[level])}
        following: dict[tuple[int, ...], int] = {}
        for state in nodes:
            look()
            rows: dict[int, Sequence[int] | None] = {}
            for k in touched[level]:
                number = state[at[k]] if k in at else readers[k].start
                one = readers[k]
                rows[k] = None if number == DONE else one.rows[one.place[level]][number]
            kids = []
            for j in range(len(box[v])):
                gap = next((k for k, row in rows.items() if row is not None and not row[j]), None)
                if gap is not None:
                    kids.append(-readers[gap].number - 1)
                    continue
                key = tuple(
                    [
                        state[at[k]]
                        if k not in rows
                        else DONE
                        if (row := rows[k]) is None
                        else row[j]
                        for k in half_read[level + 1]
                    ]
                )
                kids.append(following.setdefault(key, len(following) + 1))
            yield " ".join(map(str, kids))
        left -= len(following)
        if left < 0:
            raise TooLargeProof(f"no count within {most:,} nodes")
        nodes = following


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
