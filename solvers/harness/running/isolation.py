"""A run in a process of its own, which may hang, crash and print as it likes.

The process imports its solver and reports that it is ready; then its clock begins. It searches
ahead of the reader, as far as a pipe holds its reports. If it does not end within `GRACE` seconds
after its time limit, it is killed.
"""

from __future__ import annotations

import json
import pickle
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import ClassVar

from ....models.language.errors import ModelError
from ....models.language.late_dataclasses import dataclass
from ....models.language.model import Model
from ..contract import Best, improvements_heard
from ..installing import FOR_WANT_OF_MEMORY
from ..options import DEFAULTS, Options
from ..outcome import Posting
from ..processes.child import ERRORS, Sender, let_go_of_memory
from ..processes.child_process import ChildProcess, Gone
from ..processes.payload import (
    ADVICE,
    ENDED,
    MALFORMED,
    NEWS,
    READY,
    ROW,
    GarbledError,
    Message,
    Payload,
    payload_of,
)
from ..rows.packing import MalformedError, Packer, text_of_malformed
from .enumeration import Enumeration
from .run import Run

# ---------------- A run in another process: the order for it, and the messages that it sends back.


@dataclass(frozen=True)
class RunOrder:
    """A run of a solver, for another process to perform."""

    run_type: ClassVar[type[Run]] = Run

    payload: Payload
    solver: str
    """Its name, perhaps with a viewpoint."""
    address: str
    options: Options

    def packed(self) -> bytes:
        """The order as bytes. Raises: ModelError for a parameter that cannot be pickled."""
        try:
            return pickle.dumps(self)
        except Exception as error:  # whatever a parameter's own way to be pickled does
            raise ModelError(
                f"the model cannot travel to a process of its own ({error}); {ADVICE}"
            ) from error

    def perform(self, sender: Sender) -> None:
        """Run the solver once the one who asks lets it begin, and send all that it reports."""
        model = self.payload.found()
        run = self.run_type(model, self.solver, self.options, address=self.address)
        start = time.perf_counter()
        with suppress(Exception):  # the run itself reports why its solver cannot be had
            run.load()
        seconds = time.perf_counter() - start
        run.outcome.seconds["import"] = seconds
        sender.progress(READY, run.outcome)
        sender.wait_to_begin()
        try:
            with improvements_heard(lambda _: sender.progress(NEWS, run.outcome, run.elapsed)):
                self.report(run, sender)
        except BaseException as error:
            if run.outcome.status == "running":
                raise
            run.outcome.error = run.outcome.error or error
        finally:
            let_go_of_memory()
        run.outcome.seconds["import"] = seconds
        sender.progress(ENDED, run.outcome, run.elapsed)

    def report(self, run: Run, sender: Sender) -> None:
        """Send every row that `run` reports."""
        packer = Packer(run.projected)
        row_of, names, first = packer.row, packer.names, True
        for found in run:
            if first:
                sender.progress(NEWS, run.outcome, run.elapsed)
                first = False
            try:
                if run.malformed:
                    raise MalformedError
                sender.send(ROW, run.elapsed, row_of(run.kept(found)))
            except MalformedError:
                sender.send(MALFORMED, run.elapsed, text_of_malformed(found, names))


GRACE = 2.0
"""Seconds after its time limit at which a process is killed."""
MOST_LIMITS = 5.0
"""The multiple of its time limit that the reports of a process may take to be read."""
SECONDS_TO_START = 60.0
"""The time in which a solver is to be imported."""


class Isolated(Run):
    """One solver on one model in a process of its own; what it reports, unchecked.

    Raises: ModelError for a model that cannot travel.
    """

    order_type: type[RunOrder] = RunOrder
    _child: ChildProcess | None = None

    def __init__(self, model: Model, solver: str, options: Options = DEFAULTS) -> None:
        super().__init__(model, solver, options)
        address = self._solver.address
        self._packer = Packer(self.projected)
        sent = self._control.options  # with the projection of the model, if it has one
        self._order = self.order_type(payload_of(model), solver, address, sent).packed()
        self._early: Message | None = None
        self._begun = False
        self._spent = self._waited = 0.0
        self._last: Message | None = None

    def prepare(self, *, copied: bool = False) -> None:
        """Start the process, unless that is done; where it may be `copied`, as a copy of this."""
        if self._child is None and self._outcome.status == "running":
            try:
                alone = self._control.options.memory is not None  # ours would count as its own
                self._child = ChildProcess(self._order, copied=copied and not alone)
            except OSError as error:
                self._fail(f"no process can be started: {error}")

    def listen(self) -> None:
        """Let the process that was started import its solver, while we do something else."""
        if self._child is not None:
            self._child.listen()

    def wait_until_ready(self, seconds: float) -> None:
        """Wait at most `seconds` until the solver is imported, or has failed."""
        if self._early is None and self._child is not None:
            with suppress(Gone, GarbledError):  # which shows when it is asked for what it finds
                self._early = self._child.message(seconds)

    def reports(self) -> Iterator[tuple[bytes, bool]]:
        """The reports, packed: a row and True, or the text of a malformed row and False."""
        while self._advance_to_report():
            assert self._last is not None, "it has come"
            yield self._last.body, self._last.kind == ROW

    # ------------------------------------------------------------------ in the place of a run

    def _advance(self) -> bool:
        if not self._advance_to_report():
            return False
        assert self._last is not None, "it has come"
        self.malformed = self._last.kind == MALFORMED
        read = self._packer.restored if self.malformed else self._packer.unpack
        found = read(self._last.body)
        self._found = found if isinstance(found, Mapping) else {}
        return True

    def close(self) -> None:
        super().close()
        self._release()

    def __del__(self) -> None:
        with suppress(Exception):
            self._release()

    def _end(self, status: str, reason: str | None, error: BaseException | None = None) -> None:
        outcome = self._outcome
        outcome.status, outcome.reason, outcome.error = status, reason, error
        if status == "stopped" and outcome.seconds["all"] is None:
            outcome.seconds["all"] = self._spent
        self._release()

    def _release(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.end()
            self._outcome.noise = child.noise

    # ------------------------------------------------------------------------- what it says

    def _advance_to_report(self) -> bool:
        """True if there is a further report, now `_last`; if not, the outcome is settled."""
        try:
            while self._outcome.status == "running":
                message = self._message_in_time()
                if message is None:
                    continue
                self._last, self._spent = message, message.elapsed
                if message.kind in (ROW, MALFORMED):
                    self._outcome.solutions += 1
                    return True
                self._hear(message)
        except KeyboardInterrupt:
            self._end("stopped", "interrupted")
            raise
        return False

    def _message_in_time(self) -> Message | None:
        """The next message, unless more than the time for all messages was waited."""
        if self._begun and self._child is not None and self._child.arrived:
            return self._child.arrived.popleft()
        limit = self._control.options.time_limit
        if limit is not None and self._waited > MOST_LIMITS * limit + GRACE:
            self._too_late()
            return None
        start = time.monotonic()
        try:
            return self._message()
        finally:
            if self._begun:
                self._waited += time.monotonic() - start

    def _message(self) -> Message | None:
        """The next message; None where the process has ended and the outcome is settled."""
        self.prepare()
        child = self._child
        if child is None:
            return None
        try:
            limit = self._control.options.time_limit
            seconds = None if limit is None else max(limit - self._spent, 0.0) + GRACE
            message = child.message(seconds) if self._begun else self._begin(child)
        except Gone:
            self._died(child)
        except GarbledError:
            self._fail("something was written where it reports what it finds")
        else:
            if message is None:
                self._too_late()
            return message
        return None

    def _begin(self, child: ChildProcess) -> Message | None:
        """The first message; a process that is ready is let begin."""
        self.wait_until_ready(SECONDS_TO_START)
        first = self._early or child.message(0)
        if first is not None and first.kind == READY:
            child.begin()
            self._begun = True
        return first

    def _hear(self, message: Message) -> None:
        """Record a message on the progress or the end of the run."""
        news = json.loads(message.body)
        outcome = self._outcome
        outcome.viewpoint, outcome.version = news["viewpoint"], news["version"]
        outcome.counts = news["counts"]
        outcome.seconds.update(news["seconds"])
        outcome.statistics.update(news["statistics"])
        if news["constraints"] is not None:
            outcome.posting = Posting(news["constraints"])
        if outcome.objective is not None and news["objective"] is not None:
            outcome.objective = Best(**news["objective"])
            if message.kind == NEWS:
                outcome.objective.announce()
        if message.kind == ENDED:
            reason, (kind, text) = news["reason"], news["error"] or ("", "")
            error = ERRORS[kind](text) if kind in ERRORS else RuntimeError(reason or text)
            self._end(news["status"], reason, error if news["error"] else None)

    # ------------------------------------------------------------------ how else it may end

    def _too_late(self) -> None:
        if self._begun:
            self._spent = max(self._spent, self._control.options.time_limit or 0.0)
            self._end("stopped", "time limit")
        else:
            self._fail(f"its solver was not imported within {SECONDS_TO_START:.0f} s")

    def _died(self, child: ChildProcess) -> None:
        words = child.ending_and_output("" if self._begun else " while its solver was imported")
        if FOR_WANT_OF_MEMORY.search(child.noise):
            self._end("stopped", "memory", MemoryError(child.ending()))
        else:
            self._fail(words)

    def _fail(self, reason: str) -> None:
        self._end("failed", reason, RuntimeError(reason))


class IsolatedEnumeration(Isolated, Enumeration):
    """The solutions of one model by one solver in a process of its own, each a `Solution`."""
