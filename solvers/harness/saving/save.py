"""Crash-safe, resumable enumeration into one SQLite file."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Unpack

from ....models.language.check import Judge, as_model
from ....models.language.late_dataclasses import dataclass, replace
from ....models.language.model import Model
from ..contract import Best, BoxControl, SolverFailed, Stopped
from ..options import Options, SaveOptions, asked, offers
from ..outcome import Outcome
from ..processes.payload import structure_hash
from ..processes.worker import Splitter
from ..registry import ORIGINAL
from ..rows.packing import MalformedError, Packer
from ..running import optimising
from ..running.enumeration import DEFAULT_SOLVER, raise_failure
from ..running.independent_parts import Hear
from ..running.judging import RowsJudged, whose_fault
from ..running.optimising import settled_by
from ..running.run import Run, Seen
from .claim_store import SECONDS_HELD, Store, Task
from .reading_saved import SavedSolutions
from .saved_file_format import (
    SavedError,
    Tally,
    as_begun,
    best_points,
    damaged,
    header_of,
    read_as_data,
)

SECONDS_A_BOX = 5.0
"""Seconds after which the whole search is cut; a part gets twice as long each time it was cut."""
MOST_CUT_UNTRIED = 256
"""Boxes are cut before they are searched only while there are fewer."""


@dataclass(frozen=True)
class Saved:
    """The outcome of saving."""

    path: Path
    outcome: Outcome
    """Its `solutions` are all in the file, those of earlier runs included."""
    tally: Tally
    resumed: int | None
    """The number of solutions in the file before; None where it was begun now."""
    rows: RowsJudged = RowsJudged()
    """The rows in the file that were judged: none before it is complete."""

    @property
    def complete(self) -> bool:
        """True if the file has every solution."""
        return self.tally.complete

    @property
    def digest(self) -> str | None:
        """All 64 digits; None where the file is not complete."""
        return self.tally.digest.full if self.complete else None


@offers(SaveOptions)
def save(
    model: Model,
    path: str | Path,
    solver: str | None = None,
    *,
    resume: bool = False,
    seconds_a_box: float = SECONDS_A_BOX,
    hear: Hear = lambda number, statistics: None,
    **keywords: Unpack[SaveOptions],
) -> Saved:
    """Every solution of `model` in a file at `path`, as it is found, in constant memory.

    The search goes box by box: see `Splitter`. A finished box is committed with all its solutions,
    so that the file is whole however this ends: by a time limit, a full disk or a power cut. With
    `resume` the content of the file stays, and the unfinished boxes are searched: nothing is lost,
    and nothing comes twice. The solver and the viewpoint are then those with which the file was
    begun; naming others is refused. A file that does not exist yet is begun.

    `hear` gets the number so far, now and then, and the statistics of the solver. After a crash
    about `seconds_a_box` seconds of work are done again; more for a box that takes longer.

    Once the file is complete its rows are judged: all up to 100,000, else a sample.

    Raises: SavedError for a file that cannot be written or resumed, is damaged, is being written by
    another run, or holds another model or another solver's solutions; SolverFailed for a row that
    is no solution; and what `solutions` raises.
    """
    options = replace(asked(**keywords), hand_over=False).projecting(as_model(model))
    options.refuse("save", "limit", "cluster", "isolate", "memory")
    with _begun(model, Path(path), solver, options, resume=resume) as run:
        run.seconds_a_box = seconds_a_box
        for _ in run:
            hear(run.outcome.solutions, run.outcome.statistics)
    if run.outcome.status == "failed" and isinstance(run.outcome.error, SavedError):
        raise run.outcome.error
    raise_failure(run.outcome)
    rows = RowsJudged(run.outcome.solutions)
    if run.tally.complete:
        with SavedSolutions(path) as saved:
            rows = saved.judged(model, options.seed)
        if rows.fault:
            solver = run.outcome.solver
            raise SolverFailed(
                f"{solver} reported {rows.fault}; {whose_fault(solver)}; {path} is not to be used"
            )
    return Saved(Path(path), run.outcome, run.tally, run.resumed, rows)


def _begun(
    model: Model, path: Path, solver: str | None, options: Options, *, resume: bool
) -> Saving:
    """A run that saves; its file is there and locked."""
    store = Store.resume(path) if resume else None
    try:
        if store is not None:
            solver, options = as_begun(path, store.header, model, solver, options)
        run = Saving(model, solver or DEFAULT_SOLVER, options)
        run.load()
        raise_failure(run.outcome)
        resumed = store is not None
        if store is None:
            store = Store.create(path, header_of(model, run.outcome, options))
    except BaseException:
        if store is not None:
            store.close()
        raise
    run.keep_in(store, resumed=resumed)
    return run


class Saving(Run):
    """A run that searches box by box, and keeps what is found in a file."""

    seconds_a_box = SECONDS_A_BOX

    def __init__(self, model: Model, solver: str, options: Options) -> None:
        super().__init__(model, solver, options)
        if self._control.jobs > 1 and not self._solver.traits.threads:
            raise SavedError("--save", f"{self._solver.name} saves with one job; leave out --jobs")
        if self._solver.mode == ORIGINAL:
            why = "a search of the original text cannot be gone on with; leave --save out"
            raise SavedError(f"{self._solver.name} --save", why)
        self._pack = Packer(self.projected).pack
        self._problem: SavedError | None = None
        self._kept = float("-inf")
        self._tried: Counter[tuple[int, bool]] = Counter()
        self.tally = Tally()
        self.resumed: int | None = None

    def keep_in(self, store: Store, *, resumed: bool) -> None:
        """The file for the solutions; those already in it count as found."""
        self._store = store
        self.tally = store.tally
        if resumed:
            self.resumed = self._outcome.solutions = store.tally.solutions

    # ------------------------------------------------------------------- in the place of a run

    def _optimised(self, best: Best) -> Model:
        """As any run does it, once: the best values are kept in the file."""
        store, objective = self._store, self.model.objective
        assert objective, "there is something to be best in"
        if not store.tally.best:
            name, known, control = self._outcome.solver, self._incumbent(), self._control
            search = optimising.Optimising(self.model, name, self._solver, control, best)
            try:
                found = search.settled(known, self._hold)
            finally:
                best.seconds = self._control.elapsed()
            store.tally.incumbent = ""
            store.tally.best = json.dumps(best.points)  # a resumed run need not look for it
            store.keep()
            return found
        with read_as_data(store.path):
            best.settle(best_points(store.tally.best, objective))
        return settled_by(self.model.without_objective(), objective, [*map(tuple, best.points)])

    def _incumbent(self) -> Any:
        """The best solution of an earlier run, which the judge confirms; None without one."""
        with read_as_data(self._store.path):
            known: Any = json.loads(self._store.tally.incumbent or "null")
            if known is None or Judge(self.model).accepts(known):
                return known
            raise ValueError("its best solution so far is none")

    def _hold(self, found: Mapping[str, Any]) -> None:
        """Keep a better solution, so that a resumed run looks for better ones at once."""
        self._store.tally.incumbent = json.dumps({**found})
        if time.monotonic() > self._kept + SECONDS_HELD:
            self._store.keep()
            self._kept = time.monotonic()

    def _start(self, model: Model) -> Iterator[Any]:
        """The solutions in the boxes that are not finished."""
        # Cut along these alone, no projected solution is in two boxes.
        among = None if self.projected is self.model else frozenset(self.projected.by_name)
        self._splitter = Splitter(model, among)
        self._store.settle(structure_hash(model))
        return self._boxes()

    def _next(self) -> None:
        super()._next()
        if self.malformed:
            raise self._malformed()

    def _count(self) -> None:
        super()._count()
        try:
            self._store.add(*self._pack(self.kept(self._found)))
        except SavedError as error:
            self._problem = error
            self._control.stop()
        except MalformedError:
            raise AssertionError("what fits the solver's model fits the declared one") from None

    def _stopped(self) -> tuple[str, str]:
        return ("stopped", str(self._problem)) if self._problem else super()._stopped()

    def _end(self, status: str, reason: str | None, error: BaseException | None = None) -> None:
        if self._outcome.status == "running":
            self._leave(status)
        super()._end(status, reason, error)

    def _leave(self, status: str) -> None:
        """Keep what can be kept, and give the file back."""
        try:
            if self._problem is None:
                self._store.keep()
        except SavedError as error:
            self._problem = error
        finally:
            self.tally = self._store.tally
            self._outcome.solutions = self.tally.solutions + self.tally.pending
            was_empty = self.resumed is None and not (self.tally.finished or self.tally.pending)
            self._store.close(forget=status not in ("complete", "stopped") and was_empty)

    # --------------------------------------------------------------------------------- the boxes

    def _boxes(self) -> Iterator[Any]:
        try:
            while (task := self._store.next_task()) is not None:
                if not self._splitter.has(task.box):
                    raise damaged(self._store.path, f"box {task.number} is no part of the model")
                parts = self._splitter.cut(task.box)
                small = len(parts) == 1 or self._solver.traits.historical
                if not small and (task.begun or self._is_likely_large(task)):
                    self._store.cut(task, parts)
                    continue
                seconds = self.seconds_a_box * 2.0**task.box.generation
                yield from self._box(task, None if small else seconds)
        except SavedError as error:
            self._problem = error
            raise Stopped from None

    def _is_likely_large(self, task: Task) -> bool:
        """True if most boxes of its size took too long, while there are few boxes."""
        generation = task.box.generation
        too_long = self._tried[generation, False] > self._tried[generation, True]
        return too_long and self._store.tally.waiting < MOST_CUT_UNTRIED

    def _box(self, task: Task, seconds: float | None) -> Iterator[Any]:
        """The solutions of a box; they are forgotten where it takes too long."""
        control = BoxControl.inside(self._control, seconds)
        self._store.begin(task)
        if self.projected is not self.model and self._control.project is None:
            self._is_new = Seen(list(self.projected.by_name)).is_new
        stream = self._solver.start(self._splitter.part(task.box), control)
        try:
            for found in stream:
                yield found
                control.check()
            control.check()  # a solver that was asked to stop may have ended for that
        except Stopped:
            self._control.check()
            self._outcome.solutions -= self._store.discard()
        else:
            self._store.finish(task)
        finally:
            control.stop()
            with suppress(Stopped, Exception):
                getattr(stream, "close", lambda: None)()
        self._tried[task.box.generation, not control.overran] += 1
        self._add_statistics(control)

    def _add_statistics(self, control: BoxControl) -> None:
        """Add up what the solver counted in a box."""
        found = self._outcome.statistics
        for name, value in control.statistics.items():
            before = found.get(name, 0)
            both = isinstance(value, int) and isinstance(before, int)
            found[name] = int(before) + int(value) if both else value
        found["tasks"] = self._store.tally.finished
