"""Progress on the terminal, from half a second on: a spinner, words and the time, by rich."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from shutil import get_terminal_size
from textwrap import wrap
from threading import Lock, Timer
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

import click

from ..models.language.phrases import duration, grouped
from .standard_streams import NARROWEST, answers, is_terminal, takes_unicode, visible

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from ..models.language.model import Model
    from ..models.language.solution import Solution
    from ..solvers.harness.contract import Best
    from ..solvers.sat.estimating import Estimate


DELAY = 0.5
"""Seconds of silence."""
SLOW = "machine code is 50 to 100 times as fast as Python: pip install llvmlite"
FEW_PROBES, SECONDS_TO_FORESEE = 25, 2.0
"""Those of an estimate that is made while solutions are printed, which wait for it."""
KERNEL = "JPY_PARENT_PID"
"""Set in commands of a notebook, which keeps each turn of a spinner as output."""


class Progress:
    """Shows `words` and the time on standard error while the block runs, if that is a terminal.

    If `late`, from the first report on, so that this process has no second thread until then.
    The `statistics` of a run are read as they come: they say if another solver has its rest. Better
    values of an objective are shown as they are found, and named where Ctrl-C ends the block.
    """

    def __init__(
        self,
        words: str,
        statistics: Mapping[str, object] = MappingProxyType({}),
        *,
        late: bool = False,
    ) -> None:
        self._words, self._late, self._who = words, late, words
        self._best: Best | None = None
        self._slow = False
        self._statistics = statistics
        self._lock = Lock()
        self._bar: Bar | None = None
        self._over = not is_terminal(sys.stderr) or KERNEL in os.environ
        self._timer = Timer(DELAY, self._show)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        from ..solvers.harness.contract import improvements_heard

        self._hearing = improvements_heard(self._improved)
        self._hearing.__enter__()
        if not self._late:
            self._start()
        return self

    def _start(self) -> None:
        if not (self._over or self._timer.is_alive() or self._timer.finished.is_set()):
            self._timer.start()

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._hearing.__exit__(None, None, None)
        self.stop()
        if isinstance(error, KeyboardInterrupt) and not error.args and self._best is not None:
            raise KeyboardInterrupt(f"interrupted; {self._who}: {self._best.words}") from None

    def _improved(self, best: Best) -> None:
        """Show the best value so far of the run at work."""
        self._best = best
        self.say(f"{self._who}: {best.so_far}")

    def report(
        self,
        name: str,
        count: int,
        done: Mapping[str, object] | None = None,
        ahead: Callable[[], str] = str,
    ) -> None:
        """Show who is at work, at which solution, what is `done` where others work, and `ahead`."""
        self._who, self._statistics = name, done or self._statistics
        task = (not self._over and ahead()) or (
            "held against the rules" if name == "judge" else "solutions so far"
        )
        tasks = (done or {}).get("tasks")
        more = f", {grouped(tasks)} tasks done" if isinstance(tasks, int) else ""
        self.say(f"{name}: {grouped(count)} {task}{more}")

    def say(self, words: str) -> None:
        """Show `words` from now on."""
        self._words = words
        self._start()
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], description=visible(words))
            self._say_why_slow()

    def _say_why_slow(self) -> None:
        """Say once above the line which package would make the search at work faster."""
        if not self._slow and self._bar and "llvmlite" in str(self._statistics.get("because")):
            self._slow = True
            self._bar.console.print(SLOW, markup=False, highlight=False)

    def _handed_over(self) -> str:
        """The solver that has the rest of the search, in words; empty where none has."""
        name = self._statistics.get("handed_over")
        return f"handed over to {visible(str(name))}" if name else ""

    def stop(self) -> None:
        """Take the line away for good."""
        self._timer.cancel()
        with self._lock:
            self._over = True
            if self._bar is not None:
                self._bar.stop()
                self._bar = None

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import Progress as Bar
        from rich.progress import ProgressColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
        from rich.text import Text

        class HandedOver(ProgressColumn):
            def render(column, task: object) -> Text:  # noqa: N805 - `self` is the progress
                return Text(self._handed_over())

        context = click.get_current_context(silent=True)
        colorless = context is not None and context.color is False
        console = Console(stderr=True, no_color=colorless or None)
        columns = (
            SpinnerColumn("line"),
            TextColumn("{task.description}", markup=False),
            HandedOver(),
            TimeElapsedColumn(),
        )
        with self._lock:
            if self._over:
                return
            bar = Bar(*columns, console=console, transient=True, refresh_per_second=4)
            bar.add_task(visible(self._words), total=None)
            bar.start()
            self._bar = bar
            self._say_why_slow()


class Forecast:
    """The solutions, the seconds and the characters that are still to come, about."""

    def __init__(self, model: Model, after: float = 5.0) -> None:
        """Nothing is foreseen in the first seconds."""
        self._model, self._after, self._begun = model, after, time.monotonic()

    @cached_property
    def _expected(self) -> Estimate | None:
        from ..solvers.harness.contract import Incomplete, SolverUnavailable, Unsupported
        from ..solvers.sat.estimating import estimate

        with suppress(Incomplete, SolverUnavailable, Unsupported):
            return estimate(self._model, seed=0, probes=FEW_PROBES, time_limit=SECONDS_TO_FORESEE)
        return None

    def ahead(self, count: int, latest: Solution) -> str:
        """In words, after `count` solutions, of which the `latest` says how long they are."""
        spent = time.monotonic() - self._begun
        if spent < self._after:
            return ""
        if self._expected is None or self._expected.about <= count:
            return "solutions so far, of an unknown number"
        more = self._expected.about - count
        size = more * len(json.dumps(latest.to_json(), ensure_ascii=False)) / 1e6
        left = f"{duration(spent * more / count)} and {grouped(size)} MB of JSON to go"
        return f"of {self._expected.words} solutions, {left}"


# ----------------------------------------------------- Solutions as they are drawn on this stream.


def picture(model: Model, values: Mapping[str, Any], margin: int = 0) -> str:
    """`values` in lines of text that standard output takes, to be printed `margin` columns from
    the left; no variables are said to be none.
    """
    from ..models.language.drawing.as_text import draw_values

    drawn = draw_values(model, values, ascii_only=not takes_unicode(answers()))
    return cut(drawn, margin) or "(no variables)"


def pictures(solutions: Sequence[Solution], start: int) -> str:
    """`solutions` side by side, numbered from `start`."""
    from ..models.language.drawing.as_text import draw_several

    return cut(draw_several(solutions, start=start, ascii_only=not takes_unicode(answers())))


def cut(drawn: str, margin: int = 0) -> str:
    """`drawn`, its lines cut where a terminal is too narrow for them, which is then said."""
    if not is_terminal(answers()):
        return drawn
    room = max(get_terminal_size().columns - margin, NARROWEST)
    widest = max(map(len, drawn.splitlines()), default=0)
    if widest <= room:
        return drawn
    lines = [x if len(x) <= room else f"{x[: room - 1]}…" for x in drawn.splitlines()]
    said = f"(cut: {widest} columns wide; widen the terminal, or draw it: everyway show … --svg)"
    return "\n".join([*lines, *wrap(said, room)])
