"""A worker: it searches boxes of a model for some seconds, in a process of its own.

A request holds the search (model, solver, options) and the boxes. The answer holds the solutions in
boxes that are done, and the boxes that are left: nothing is lost where a worker ends early, and
nothing is reported twice.
"""

from __future__ import annotations

import pickle
import time
import warnings
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

from ....models.language.errors import ModelError, ModelWarning
from ....models.language.expressions import Variable, size
from ....models.language.files.model_as_data import own_data
from ....models.language.files.model_from_data import from_data
from ....models.language.groups import Single
from ....models.language.late_dataclasses import dataclass, replace
from ....models.language.model import Model
from ....models.language.nodes import Node, rebuild, topological
from ..contract import Control, PartControl, SolverFailed, Stopped
from ..options import DEFAULTS, Options
from ..registry import Solver, solver_named
from ..rows.packing import MalformedError, Packer
from .child import ERRORS, Sender, kind_of
from .payload import ANSWER, READY

# ------------- A model in parts whose solutions are together those of the model, each in one part.
#
# A part is a box: for some variables an interval of places in their domains. A box is cut along
# one variable or several into boxes that together are the same: however often it is cut, no
# solution is lost and none comes twice. Nothing is searched here.


PIECES = 8
"""A cut makes at least this many boxes, where it can."""
MOST_PIECES = 32
MOST_CUTS = 1000
"""The most cuts that led to a box, where it is read from a file."""


@dataclass(frozen=True)
class Box:
    """For variables, by number: the first place in the domain, and the one past the last."""

    sides: tuple[tuple[int, int, int], ...] = ()
    generation: int = 0
    """The number of cuts that led to it."""


@dataclass(frozen=True)
class Splitter:
    """Cuts boxes of `model` along the variables `among`, all of them unless said otherwise."""

    model: Model
    among: frozenset[str] | None = None

    def boxes(self, at_least: int) -> list[Box]:
        """Boxes that together are the model; `at_least` this number where it can be cut."""
        found = [Box()]
        while len(found) < at_least:
            cut = [part for box in found for part in self.cut(box)]
            if len(cut) == len(found):
                break
            found = cut
        return [Box(box.sides) for box in found]

    def cut(self, box: Box) -> list[Box]:
        """Boxes that together are `box`; only itself where every variable has one value."""
        sides = {number: (first, end) for number, first, end in box.sides}
        found = [sides]
        for number in self._order:
            first, end = sides.get(number, (0, self._sizes[number]))
            if end - first > 1:
                pieces = _pieces(first, end)
                found = [{**part, number: piece} for part in found for piece in pieces]
                if len(found) >= PIECES:
                    break
        return [_box(part, box.generation + 1) for part in found]

    def has(self, box: Box) -> bool:
        """True if `box` is a part of this model."""
        sizes = dict(enumerate(self._sizes))
        return 0 <= box.generation <= MOST_CUTS and all(
            0 <= first < end <= sizes.get(number, 0) for number, first, end in box.sides
        )

    def part(self, box: Box) -> Model:
        """The model of the solutions in `box`, whose sides are its domains.

        It is smaller for every solver, also for one that goes through all assignments.
        """
        if not box.sides:
            return self.model
        variables = self.model.variables
        sides = {variables[number].name: (first, end) for number, first, end in box.sides}

        def change(node: Node, old: Node) -> Node | None:
            if isinstance(node, Variable) and node.name in sides:
                first, end = sides[node.name]
                return Variable(node.name, node.domain[first:end])
            return None

        changed: Sequence[Any] = rebuild([*variables, *self.model.constraints], change)
        count = len(variables)
        return self.model.restated(map(Single, changed[:count]), changed[count:])

    @cached_property
    def _sizes(self) -> list[int]:
        return [size(variable.domain) for variable in self.model.variables]

    @cached_property
    def _order(self) -> list[int]:
        """The variables to cut along: those in constraints first, small domains first."""
        uses = Counter(
            node.name for node in topological(self.model.constraints) if isinstance(node, Variable)
        )
        names = [variable.name for variable in self.model.variables]
        wanted = [n for n, name in enumerate(names) if self.among is None or name in self.among]
        return sorted(wanted, key=lambda n: (names[n] not in uses, self._sizes[n]))


def _pieces(first: int, end: int) -> list[tuple[int, int]]:
    """An interval in pieces of about the same length."""
    number = min(end - first, MOST_PIECES)
    return list(pairwise(first + (end - first) * n // number for n in range(number + 1)))


def _box(sides: dict[int, tuple[int, int]], generation: int) -> Box:
    return Box(tuple((n, first, end) for n, (first, end) in sides.items()), generation)


MOST_BYTES = 4_000_000
"""The most bytes of rows in an answer; a part with more is cut."""
SECONDS_A_BOX = 0.05
"""Seconds after which a box is cut instead of searched; twice as long each time it was cut."""
OPENED = 8
"""The number of searches that are kept ready."""

Stopping = Callable[[], bool]


@dataclass(frozen=True)
class Request:
    """`boxes` of a packed search, to be searched for some seconds."""

    search: bytes
    boxes: tuple[Box, ...]
    seconds: float


@dataclass(frozen=True)
class Answer:
    """The solutions in boxes that are done, and the boxes that are left."""

    number: int = 0
    """The number of solutions that were counted."""
    rows: bytes = b""
    left: tuple[Box, ...] = ()
    error: tuple[str, str] | None = None
    """The kind of error and its message."""


def answer(request: Request, stopping: Stopping = lambda: False) -> Answer:
    """The answer to a request; it holds the error, if one was raised."""
    try:
        return _opened(request.search).answer(request.boxes, request.seconds, stopping)
    except Stopped:
        return Answer(left=request.boxes)
    except Exception as error:
        kind = kind_of(error)
        text = str(error) if kind else f"{type(error).__name__}: {error}"
        return Answer(error=(kind or SolverFailed.__name__, text))


def raise_error(found: Answer) -> None:
    """Raises: what went wrong in a worker, if anything did."""
    if found.error is not None:
        kind, text = found.error
        raise ERRORS[kind](text)


@dataclass(frozen=True)
class Search:
    """A search for workers anywhere. The model has integer domains only."""

    model: Model
    solver: str
    counting: bool
    options: Options = DEFAULTS
    project: tuple[str, ...] | None = None

    @classmethod
    def controlled(cls, solver: str, model: Model, control: Control, *, counting: bool) -> Search:
        """A search with the options of `control`."""
        alone = replace(control.options, time_limit=None, jobs=1, cluster=None, hand_over=False)
        return cls(model, solver, counting, alone, control.project)

    def packed(self) -> bytes:
        """The search as bytes, for a `Request`.

        Raises: ModelError for a predicate that cannot be sent to a process.
        """
        groups = [Single(variable) for variable in self.model.variables]  # all that is sent
        try:
            data = own_data(self.model.rewritten(groups, self.model.rules))
        except ModelError as error:
            words = "one over labels cannot travel at all. Without jobs and cluster any will do"
            raise ModelError(f"{error}; {words}") from None
        rest = (self.solver, self.counting, self.options, self.project)
        return zlib.compress(pickle.dumps((data, *rest)), 1)

    @cached_property
    def splitter(self) -> Splitter:
        """Cuts the model along the variables it is projected on: no combination is in two parts."""
        return Splitter(self.model, frozenset(self.project) if self.project else None)

    @cached_property
    def packer(self) -> Packer:
        """Packs and unpacks the solutions."""
        return Packer(self.model)

    @cached_property
    def _runner(self) -> Solver:
        runner = solver_named(self.solver)
        runner.load()
        return runner

    def answer(self, boxes: Sequence[Box], seconds: float, stopping: Stopping) -> Answer:
        """Search boxes, one after the other."""
        end = time.perf_counter() + seconds
        number, rows, left = 0, bytearray(), list[Box]()
        for box in boxes:
            if time.perf_counter() > end or len(rows) > MOST_BYTES or stopping():
                left.append(box)
                continue
            found = self._box(box, stopping)
            if found is None:
                left += [box] if stopping() else self.splitter.cut(box)
            else:
                number, rows = number + found[0], rows + found[1]
        return Answer(number, bytes(rows), tuple(left))

    def _box(self, box: Box, stopping: Stopping) -> tuple[int, bytes] | None:
        """The number of solutions in a box, and their rows; None where that takes too long."""
        is_one = len(self.splitter.cut(box)) == 1
        limit = None if is_one else SECONDS_A_BOX * 2.0**box.generation
        control = PartControl(self.options, self.project, seconds=limit, is_over=stopping)
        control.resume()
        model = self.splitter.part(box)
        try:
            if self.counting and self._runner.counter is not None:
                return sum(self._runner.counter(model, control)), b""
            return self._enumerated(model, control)
        except Stopped:
            return None
        finally:
            control.stop()

    def _enumerated(self, model: Model, control: PartControl) -> tuple[int, bytes] | None:
        number, rows = 0, bytearray()
        for assignment in self._runner.start(model, control):
            try:
                row = self.packer.row(assignment)
            except MalformedError:
                raise SolverFailed(
                    f"{self.solver} reported {assignment!r}, which has not"
                    " a value of its domain for every variable"
                ) from None
            number += 1
            if not self.counting:
                rows += row
            control.check()
            if control.seconds is not None and len(rows) > MOST_BYTES:
                return None
        control.check()  # a solver that was asked to stop may have ended for that
        return number, bytes(rows)


@lru_cache(OPENED)
def _opened(packed: bytes) -> Search:
    data, *rest = pickle.loads(zlib.decompress(packed))
    with warnings.catch_warnings():  # of what was declared elsewhere, and warned of there
        warnings.simplefilter("ignore", ModelWarning)
        return Search(from_data(data, functions=True), *rest)


# ----------------------------------------------------------------------- a process of its own


@dataclass(frozen=True)
class Answering:
    """The order to answer requests, each when it is ready for one, until there are no more."""

    options: Options = DEFAULTS

    def perform(self, sender: Sender) -> None:
        """Send that it is ready, then an answer, again and again."""
        with suppress(EOFError):
            sender.send(READY, 0.0)
            for request in sender.orders():
                sender.send(ANSWER, 0.0, pickle.dumps(answer(request)))
                sender.send(READY, 0.0)
