"""A worker: it searches parts of a search for some seconds, in a process of its own.

A request says which solver searches, with which options, and which parts. It answers with what it
found in parts that are done, and with the parts that are left: nothing is lost where it ends
early, and nothing is reported twice.
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
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ....models.language.errors import ModelError, ModelWarning, PredicateError
from ....models.language.expressions import Variable, size
from ....models.language.files.model_as_data import own_data
from ....models.language.files.model_from_data import from_data
from ....models.language.groups import Single
from ....models.language.late_dataclasses import dataclass, field, replace
from ....models.language.model import Model
from ....models.language.nodes import Node, rebuild, topological
from ..contract import Control, SolverFailed, SolverUnavailable, Stopped, Unsupported
from ..options import DEFAULTS, Options
from ..registry import Solver, solver_named
from ..rows.packing import MalformedError, Packer
from .payload import ANSWER, READY

if TYPE_CHECKING:
    from .child import Sender


# ------------- A model in parts whose solutions are together those of the model, each in one part.
#
# A part is a box: for some variables an interval of places in their domains. A box is cut along
# one variable or several into boxes that together are the same; so however often that is done, no
# solution is lost and none comes twice. Nothing is searched here.


PIECES = 8
"""A box is cut into so many at least, where it can be."""
MOST_PIECES = 32
MOST_CUTS = 1000
"""So often at most a box that is read from a file was cut."""


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
        """Boxes that together are the model: `at_least` as many if it can be cut so."""
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
        """The model of those solutions that are in `box`; its domains are the sides of that.

        So it is smaller for every solver, also for one that goes through all assignments.
        """
        if not box.sides:
            return self.model
        sides = {self._variables[number].name: (first, end) for number, first, end in box.sides}

        def change(node: Node, old: Node) -> Node | None:
            if isinstance(node, Variable) and node.name in sides:
                first, end = sides[node.name]
                return Variable(node.name, node.domain[first:end])
            return None

        changed: Sequence[Any] = rebuild([*self._variables, *self.model.constraints], change)
        count = len(self._variables)
        return self.model.restated(map(Single, changed[:count]), changed[count:])

    @cached_property
    def _variables(self) -> tuple[Variable, ...]:
        return self.model.variables

    @cached_property
    def _sizes(self) -> list[int]:
        return [size(variable.domain) for variable in self._variables]

    @cached_property
    def _order(self) -> list[int]:
        """The variables to cut along: those that constraints have, small domains first."""
        uses = Counter(
            node.name for node in topological(self.model.constraints) if isinstance(node, Variable)
        )
        names = [variable.name for variable in self._variables]
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
"""For which a box is searched before it is cut instead; twice as long each time it was cut."""
OPENED = 8
"""The number of models that are kept ready."""

Stopping = Callable[[], bool]


@dataclass(frozen=True)
class Request:
    """`parts` to be searched for some seconds by the function at `address`, given `source`."""

    address: str
    """`module:function`, of (source, parts, seconds, stopping) to an answer."""
    source: bytes
    parts: tuple[Any, ...]
    seconds: float


@dataclass(frozen=True)
class Answer:
    """The solutions in parts that are done, and the parts that are left."""

    number: int = 0
    """The number of solutions that were counted."""
    rows: bytes = b""
    left: tuple[Any, ...] = ()
    error: tuple[str, str] | None = None
    """The kind of error and its message."""


ERRORS: dict[str, Callable[[str], BaseException]] = {
    kind.__name__: kind
    for kind in (Unsupported, SolverUnavailable, SolverFailed, ModelError, PredicateError)
}


def answer(request: Request, stopping: Stopping = lambda: False) -> Answer:
    """The answer to a request; it reports whatever goes wrong."""
    try:
        module, _, name = request.address.partition(":")
        perform = getattr(import_module(module), name)
        found: Answer = perform(request.source, request.parts, request.seconds, stopping)
    except Stopped:
        return Answer(left=request.parts)
    except Exception as error:
        name = type(error).__name__
        words = str(error) if name in ERRORS else f"{name}: {error}"
        return Answer(error=(name if name in ERRORS else "SolverFailed", words))
    return found


def raise_error(found: Answer) -> None:
    """Raises: what went wrong in a worker, if anything did."""
    if found.error is not None:
        kind, words = found.error
        raise ERRORS[kind](words)


# ------------------------------------------------------------------- parts of a model: boxes


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

    def control(self, seconds: float, stopping: Stopping) -> Slice:
        """The control of a solver for a part, in a worker."""
        return Slice(self.options, self.project, seconds=seconds, stopping=stopping)

    def packed(self) -> bytes:
        """As bytes, for `perform`.

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

    @property
    def splitter(self) -> Splitter:
        """Cuts the model, along what it is projected on: so no combination is in two parts."""
        return Splitter(self.model, frozenset(self.project) if self.project else None)


@dataclass
class Slice(Control):
    """The control of a part: some seconds of searching, however long it takes to build."""

    seconds: float = 0.0
    stopping: Stopping = field(default=lambda: False)

    def should_stop(self) -> bool:
        if self.built_after is not None and self.elapsed() > self.built_after + self.seconds:
            return True
        return self.stopping() or super().should_stop()


@dataclass(frozen=True)
class Opened:
    """A search, ready for parts of it."""

    search: Search
    splitter: Splitter
    solver: Solver
    packer: Packer

    def perform(self, boxes: Sequence[Box], seconds: float, stopping: Stopping) -> Answer:
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
        limit = SECONDS_A_BOX * 2.0**box.generation
        if len(self.splitter.cut(box)) == 1:
            limit = float("inf")
        control = self.search.control(limit, stopping)
        control.resume()
        model = self.splitter.part(box)
        try:
            if self.search.counting and self.solver.counter is not None:
                return sum(self.solver.counter(model, control)), b""
            return self._enumerated(model, control, bounded=limit < float("inf"))
        except Stopped:
            return None
        finally:
            control.stop()

    def _enumerated(
        self, model: Model, control: Control, *, bounded: bool
    ) -> tuple[int, bytes] | None:
        number, rows = 0, bytearray()
        for assignment in self.solver.start(model, control):
            try:
                row = self.packer.row(assignment)
            except MalformedError:
                raise SolverFailed(
                    f"{self.solver.name} reported {assignment!r}, which has not"
                    " a value of its domain for every variable"
                ) from None
            number += 1
            if not self.search.counting:
                rows += row
            control.check()
            if bounded and len(rows) > MOST_BYTES:
                return None
        control.check()  # a solver that was asked to stop may have ended for that
        return number, bytes(rows)


@lru_cache(OPENED)
def _opened(source: bytes) -> Opened:
    data, *rest = pickle.loads(zlib.decompress(source))
    with warnings.catch_warnings():  # of what was declared elsewhere, and warned of there
        warnings.simplefilter("ignore", ModelWarning)
        search = Search(from_data(data, functions=True), *rest)
    solver = solver_named(search.solver)
    solver.load()
    return Opened(search, search.splitter, solver, Packer(search.model))


def perform(source: bytes, boxes: Sequence[Box], seconds: float, stopping: Stopping) -> Answer:
    """Search boxes of a packed `Search`."""
    return _opened(source).perform(boxes, seconds, stopping)


# ----------------------------------------------------------------------- a process of its own


@dataclass(frozen=True)
class Answering:
    """The order to answer requests, each when it is ready for one, until there are no more."""

    options: Options = DEFAULTS

    def perform(self, sender: Sender) -> None:
        """Send that it is ready, then an answer, again and again."""
        with suppress(EOFError):
            while True:
                sender.send(READY, 0.0)
                request: Request = sender.next_order()
                sender.send(ANSWER, 0.0, pickle.dumps(answer(request)))
