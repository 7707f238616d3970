"""Times solvers on puzzles: each run in a process of its own, in rounds that take turns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Unpack

from ..models.language.check import as_model
from ..models.language.errors import ModelError
from ..models.language.late_dataclasses import replace
from ..models.language.model import Model
from ..solvers.harness.options import Options, RunOptions, asked, offers
from ..solvers.harness.registry import solver_named
from ..solvers.harness.running.timed_run import TimedRun
from .benchmark import Benchmark, BenchmarkFile, Timing
from .comparing_solvers import asked_for

ROUNDS = 3
SECONDS = 60.0
"""The time limit of a run, where none is given."""

Progress = Callable[[str, str, int], object]
"""Called before each run with the puzzle, the solver and the round."""

Puzzles = Model | Iterable[Model] | Mapping[str, Model]


@offers(RunOptions)
def bench(
    puzzles: Puzzles,
    solvers: str | Iterable[str] | None = None,
    *,
    rounds: int = ROUNDS,
    save: str | Path | None = None,
    resume: bool = False,
    progress: Progress = lambda puzzle, solver, number: None,
    **keywords: Unpack[RunOptions],
) -> Benchmark:
    """The times of `solvers` on `puzzles`, and whether they found the same.

    `puzzles` are models, perhaps by the names under which they are to be shown. Without `solvers`,
    those that `compare` runs. Each run has a process of its own and stops after `time_limit`
    seconds, 60 unless said otherwise, or at the first `limit` solutions. In each of the `rounds`
    every solver runs once on every puzzle; what did not finish is not run again.

    With `save` every run is in that file as soon as it ends; with `resume` those in it are not run
    again.

    Raises: ValueError for two puzzles of one name, or less than one round; UnknownSolver;
    SavedError, a ValueError, for a file of something else.
    """
    found = planned(puzzles, solvers, rounds, asked(**keywords))
    for _ in measured(found, save, resume=resume, progress=progress):
        pass
    return found


def planned(
    puzzles: Puzzles, solvers: str | Iterable[str] | None, rounds: int, options: Options
) -> Benchmark:
    """A benchmark before its first run. Raises: ValueError, UnknownSolver."""
    options.refuse("bench", "project")
    if rounds < 1:
        raise ValueError(f"rounds is {rounds}; it must be a whole number from 1")
    named = asked_for(solvers)
    for name in named:
        solver_named(name)
    seconds = options.time_limit or SECONDS
    options = replace(options, isolate=True, time_limit=seconds, hand_over=False)
    return Benchmark(_by_name(puzzles), named, rounds, options)


def measured(
    benchmark: Benchmark,
    save: str | Path | None = None,
    *,
    resume: bool = False,
    progress: Progress = lambda puzzle, solver, number: None,
) -> Iterator[Timing]:
    """Each run that is left, once it is made and saved. Raises: SavedError."""
    if resume and save is None:
        raise ValueError("resume goes on with a file; name it by save")
    file = None if save is None else BenchmarkFile(save, benchmark, resume=resume)
    for puzzle, solver, number in benchmark.left():
        progress(puzzle, solver, number)
        timing = _timed(benchmark, puzzle, solver, number)
        benchmark.timings.append(timing)
        if file is not None:
            file.write(benchmark)
        yield timing


def _timed(benchmark: Benchmark, puzzle: str, solver: str, number: int) -> Timing:
    """One run, in a process of its own."""
    run = TimedRun(benchmark.puzzles[puzzle], solver, benchmark.options)
    outcome = run.awaited()
    return Timing(
        puzzle=puzzle,
        solver=solver,
        round=number,
        status=outcome.status,
        reason=outcome.reason,
        version=outcome.version,
        viewpoint=outcome.viewpoint or None,
        reported=outcome.solutions,
        digest=run.digest,
        seconds=outcome.seconds,
        processor=run.processor,
        statistics=outcome.statistics,
        judged=run.judged,
        fault=run.fault,
    )


def _by_name(puzzles: Puzzles) -> dict[str, Model]:
    """The models by their names. Raises: ValueError where two share one, or there is none."""
    if isinstance(puzzles, Mapping):
        found = {name: as_model(model) for name, model in puzzles.items()}
    else:
        models = [puzzles] if isinstance(puzzles, Model) else list(puzzles)
        found = {as_model(model).name: model for model in models}
        if len(found) < len(models):
            raise ModelError("two puzzles have one name; give them as {name: model, ...}")
    if not found:
        raise ModelError("there is no puzzle to run; give at least one")
    return found
