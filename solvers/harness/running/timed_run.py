"""Runs in a process of their own that send back a count, or a count, a digest and times.

No solution is sent. Where they are found they are hashed, while the clock stands still.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, ClassVar

from ....models.language.keeping import cached_property
from ....models.language.late_dataclasses import dataclass
from ..contract import Control
from ..outcome import Outcome
from ..processes.child import Sender
from ..processes.payload import ANSWER, Message
from ..rows.packing import Digest, MalformedError, Packer, text_of_malformed
from .independent_parts import Tally
from .isolation import Isolated, RunOrder
from .judging import MOST_JUDGED, MOST_SEARCHED, RowSample, judge_of, judged_rows
from .run import Run

SECONDS_BETWEEN_COUNTS = 0.2
SECONDS_TO_JUDGE, SECONDS_TO_SEARCH = 60.0, 1.0
"""The most time to judge rows, and where each takes a search."""
MOST_TEXT = 200
PHASES = ("import", "build", "first", "all")


class MeteredControl(Control):
    """A control that counts the processor time of all threads, without that of the consumer."""

    processor_built: float | None = None
    """Processor seconds until the search began."""
    _begun: float | None = None
    _children = 0.0
    _held = 0.0
    _paused: float | None = None

    def resume(self) -> None:
        if self._begun is None:
            self._begun, self._children = time.process_time(), _of_children()
        if self._paused is not None:
            self._held += time.thread_time() - self._paused
            self._paused = None
        super().resume()

    def pause(self) -> None:
        super().pause()
        if self._paused is None:
            self._paused = time.thread_time()

    def searching(self) -> None:
        super().searching()
        self.processor_built = self.processor()

    def processor(self) -> float | None:
        """Processor seconds of this process since it began to build; None before."""
        if self._begun is None:
            return None
        held = 0.0 if self._paused is None else time.thread_time() - self._paused
        return time.process_time() - self._begun - self._held - held

    def of_children(self) -> float:
        """Processor seconds of the processes that were started since, and have ended."""
        return _of_children() - self._children


class MeteredRun(Run):
    """A run that knows its processor seconds as its outcome knows the seconds of the clock."""

    control_type = MeteredControl
    _control: MeteredControl

    @cached_property
    def processor(self) -> dict[str, float | None]:
        """Processor seconds of the four times; that to the end with those of other processes."""
        return dict.fromkeys(PHASES)

    def load(self) -> None:
        start = time.process_time()
        try:
            super().load()
        finally:
            self.processor["import"] = time.process_time() - start

    def _count(self) -> None:
        super()._count()
        if self._outcome.solutions == 1:
            self.processor["first"] = self._spent_searching()

    def _end(self, status: str, reason: str | None, error: BaseException | None = None) -> None:
        spent = self._spent_searching()
        super()._end(status, reason, error)
        if spent is not None and self._outcome.seconds["all"] is not None:
            from ..processes.replayer import end_idle

            end_idle()  # the time of a process is known once it has ended
            self.processor["build"] = self._control.processor_built
            self.processor["all"] = spent + self._control.of_children()

    def _spent_searching(self) -> float | None:
        spent = self._control.processor()
        return None if spent is None else spent - (self._control.processor_built or 0.0)


@dataclass(frozen=True)
class CountOrder(RunOrder):
    """A run of a solver that counts without enumerating."""

    run_type: ClassVar[type[Run]] = Tally

    def report(self, run: Run, sender: Sender) -> None:
        """Send the number of solutions, if it was found."""
        for _ in run:
            pass
        if run.outcome.complete:
            news = {"reported": run.outcome.solutions}
            sender.send(ANSWER, run.elapsed, json.dumps(news).encode())


class IsolatedTally(Isolated):
    """One solver that counts one model, in a process of its own."""

    order_type: type[RunOrder] = CountOrder
    number: int | None = None
    """The number of solutions, once the process has sent it."""

    def awaited(self) -> Outcome:
        """The outcome, once it has ended."""
        try:
            self._advance_to_report()
        finally:
            self.close()
        return self._outcome

    def _hear(self, message: Message) -> None:
        if message.kind != ANSWER:
            super()._hear(message)
            return
        self._take(json.loads(message.body))

    def _take(self, news: Mapping[str, Any]) -> None:
        """Keep what the process has found."""
        self.number = news["reported"]


@dataclass(frozen=True)
class TimedOrder(RunOrder):
    """A run that sends no solution."""

    run_type: ClassVar[type[Run]] = MeteredRun

    def report(self, run: Run, sender: Sender) -> None:
        """Send now and then how many solutions there are, and at the end their digest.

        At a limit nothing further is looked for. What was found is judged when the clock stands.
        """
        assert isinstance(run, MeteredRun), "it was made here"
        packer, digest, due = Packer(run.projected), Digest(), 0.0
        sample, malformed = RowSample(self.options.seed), ""
        for found in run:
            row, text = _packed(run, packer, found)
            digest.add(text)
            if row is None:
                malformed = malformed or f"{dict(found)}"[:MOST_TEXT]
            else:
                sample.add(row)
            if digest.count == self.options.limit:
                run.close()
                break
            if time.monotonic() >= due:
                due = time.monotonic() + SECONDS_BETWEEN_COUNTS
                sender.send(ANSWER, run.elapsed, json.dumps({"reported": digest.count}).encode())
        news = {"reported": digest.count, "digest": digest.full, "processor": run.processor}
        sender.send(ANSWER, run.elapsed, json.dumps(news).encode())
        if run.outcome.status in ("complete", "stopped"):
            news |= self._judged(
                run, sample, packer, lambda: sender.send(ANSWER, run.elapsed, b"{}")
            )
            news["fault"] = f"{malformed}, which is no assignment" if malformed else news["fault"]
            sender.send(ANSWER, run.elapsed, json.dumps(news).encode())

    def _judged(
        self, run: Run, sample: RowSample, packer: Packer, hear: Callable[[], object]
    ) -> dict[str, Any]:
        """The judge's findings, in as long as the run may take; `hear` shows that it goes on."""
        names = None if run.projected is run.model else packer.names
        seconds = SECONDS_TO_SEARCH if names else self.options.time_limit or SECONDS_TO_JUDGE
        judge = judge_of(run.model, names, [run.outcome], seconds)
        rows, number = map(packer.unpack, sample.shuffled()), min(sample.number, MOST_JUDGED)
        most = number if names is None else MOST_SEARCHED
        found = judged_rows(judge, rows, number, most=most, seconds=seconds, hear=hear)
        return {"judged": found.judged, "fault": found.fault}


class TimedRun(IsolatedTally):
    """One solver on one model in a process of its own; its outcome, and more once it has ended.

    `solutions` of the outcome is the number of reports, as far as known.
    """

    order_type = TimedOrder
    digest: str | None = None
    """All 64 digits of the digest of what it reported; None where it was killed."""
    judged = 0
    """The number of rows that were judged."""
    fault = ""
    """A row that is no solution, with what it breaks."""

    @cached_property
    def processor(self) -> dict[str, float | None]:
        """The same of the run in the process, as far as known."""
        return dict.fromkeys(PHASES)

    def _take(self, news: Mapping[str, Any]) -> None:
        self._outcome.solutions = news.get("reported", self._outcome.solutions)
        self.digest = news.get("digest", self.digest)
        self.processor.update(news.get("processor", {}))
        self.judged, self.fault = news.get("judged", 0), news.get("fault", "")


def _packed(run: Run, packer: Packer, found: Mapping[str, Any]) -> tuple[bytes | None, bytes]:
    """The row of a report, None where it is none, and its text as the digest wants it."""
    with suppress(MalformedError):
        if not run.malformed:
            return packer.pack(run.kept(found))
    return None, text_of_malformed(found, packer.names)


def _of_children() -> float:
    """Processor seconds of processes that were started here, and have ended."""
    try:
        import resource
    except ImportError:  # not on Windows
        return 0.0
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
