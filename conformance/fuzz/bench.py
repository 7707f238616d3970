"""Solvers in processes of their own, which are started again where one dies or hangs."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ...models import Model
from ...solvers.harness.exits import ending, last_words, text_of
from ...solvers.harness.processes.payload import payload_of
from ...solvers.harness.registry import Solver
from .worker import Question, Told, serve

GRACE = 3.0
"""Seconds after the time limit at which a solver is said to hang."""
SECONDS_TO_START = 120.0


class _Hand:
    """The process of one solver, as the one who asks holds it."""

    def __init__(self, solver: Solver, noise: Path) -> None:
        self._noise = noise
        context: Any = multiprocessing.get_context("spawn")
        self._connection: Connection
        self._connection, theirs = context.Pipe()
        self._process = context.Process(
            target=serve,
            args=(theirs, solver.name, solver.address, str(noise)),
            daemon=True,
            name=solver.name,
        )
        with _deaf_to_interrupts():
            self._process.start()
        theirs.close()
        self.ready: Told | None = None

    def wait_until_ready(self) -> Told:
        """How its start went: ready or unavailable."""
        if self.ready is None:
            told = self.answer(SECONDS_TO_START)
            unable = Told("unavailable", f"its process did not start: {told.reason}")
            self.ready = unable if told.status in ("dead", "hung") else told
        return self.ready

    def ask(self, question: Question) -> None:
        """Send a question; where nobody is there, the answer will say so."""
        with suppress(OSError):
            self._connection.send(question)

    def answer(self, seconds: float) -> Told:
        """What came of the question, after so many seconds at most."""
        try:
            if not self._connection.poll(seconds):
                return Told("hung", f"it did not answer within {seconds:.3g} s")
            told: Told = self._connection.recv()
            return told
        except (EOFError, OSError):
            self._process.join(2)
            words = ending(self._process.exitcode)
            said = last_words(self._printed())
            return Told("dead", f"{words}{f'; it printed: {said}' if said else ''}")

    def end(self) -> None:
        """End the process at once, and what it started."""
        if hasattr(os, "killpg") and self._process.pid is not None:
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.join()
        self._connection.close()
        self._noise.unlink(missing_ok=True)

    def _printed(self) -> str:
        try:
            return text_of(self._noise.read_bytes()[-4000:])
        except OSError:
            return ""


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """What is started meanwhile takes no notice of Ctrl-C, not even while it is starting."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Bench:
    """Asks solvers; each has a process, and a fresh one after it died or hung."""

    def __init__(self, solvers: Iterable[Solver], time_limit: float) -> None:
        self.solvers = {solver.name: solver for solver in solvers}
        self.time_limit = time_limit
        self._folder = Path(tempfile.mkdtemp(prefix="everyway-fuzz-"))
        self._hands: dict[str, _Hand] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for name in list(self._hands):
            self.dismiss(name)
        shutil.rmtree(self._folder, ignore_errors=True)

    def start(self) -> None:
        """Have every solver imported, so that no time of the hunt is spent on that."""
        for hand in [self._hand(name) for name in self.solvers]:
            hand.wait_until_ready()

    def ask(self, model: Model, name: str, patience: float = 1.0) -> Told:
        """What the solver called `name` makes of `model`, in `patience` times the time limit."""
        return self.ask_all(model, [name], patience)[name]

    def ask_all(
        self, model: Model, names: Iterable[str], patience: float = 1.0
    ) -> Mapping[str, Told]:
        """What each makes of `model`; all run at once."""
        limit = patience * self.time_limit
        payload = payload_of(model)
        asked = list(names)
        hands = [self._hand(name) for name in asked]  # all start before one is waited for
        ready = {name: hand.wait_until_ready() for name, hand in zip(asked, hands, strict=True)}
        for name, hand in zip(asked, hands, strict=True):
            if ready[name].status == "ready":
                hand.ask(Question(payload, limit))
        end = time.monotonic() + limit + GRACE
        return {
            name: self._answer(name, hand, end) if ready[name].status == "ready" else ready[name]
            for name, hand in zip(asked, hands, strict=True)
        }

    def dismiss(self, name: str) -> None:
        """End a solver's process; a fresh one starts when it is asked again."""
        hand = self._hands.pop(name, None)
        if hand is not None:
            hand.end()

    def _hand(self, name: str) -> _Hand:
        if name not in self._hands:
            place = self._folder / f"{len(list(self._folder.iterdir()))}-{name.replace('/', '-')}"
            self._hands[name] = _Hand(self.solvers[name], place)
        return self._hands[name]

    def _answer(self, name: str, hand: _Hand, end: float) -> Told:
        told = hand.answer(max(0.0, end - time.monotonic()))
        if told.status in ("dead", "hung"):
            self.dismiss(name)
        return told
