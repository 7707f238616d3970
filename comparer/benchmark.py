"""Times solvers on puzzles: each run in a process of its own, in rounds that take turns.

The result has every run, medians, and where counts contradict.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from hashlib import sha256
from math import inf
from operator import itemgetter
from pathlib import Path
from statistics import median
from typing import Any, Unpack

from ..models.language.check import as_model
from ..models.language.errors import ExitCode, ModelError
from ..models.language.late_dataclasses import dataclass, replace
from ..models.language.model import Model, Recipe
from ..models.language.nodes import by_key
from ..models.language.phrases import listed
from ..solvers.harness.atomic_files import write_text
from ..solvers.harness.options import Options, RunOptions, asked, offers
from ..solvers.harness.outcome import plain
from ..solvers.harness.registry import solver_named
from ..solvers.harness.running.judging import RowsJudged, whose_fault
from ..solvers.harness.running.timed_run import PHASES, TimedRun
from ..solvers.harness.saving.saved_file_format import SavedError, identity
from .comparing_solvers import asked_for
from .comparison import ABSENT, AGREE, DIFFER, UNDECIDED, environment, puzzle_in_json

SCHEMA = "everyway.bench/1"
LIMIT = "limit"
"""The reason of a run that ended at the number of solutions that was asked for."""


@dataclass(frozen=True)
class Timing:
    """One run of one solver on one puzzle, in a process of its own."""

    puzzle: str
    solver: str
    round: int
    """From 1."""
    status: str
    """complete, stopped, failed, unsupported or unavailable."""
    reason: str | None
    version: str | None
    viewpoint: str | None
    reported: int
    """The number of solutions that it reported, as far as known where it was killed."""
    digest: str | None
    """All 64 digits of the digest of what it reported; None where it was killed."""
    seconds: Mapping[str, float | None]
    """Wall seconds: import, build, first, all."""
    processor: Mapping[str, float | None]
    """Processor seconds of the same; those of other processes are in the last."""
    statistics: Mapping[str, Any]
    judged: int = 0
    """The number of rows that were judged after it."""
    fault: str = ""
    """A row that is no solution, with what it breaks; "" where none was found."""

    @property
    def finished(self) -> bool:
        """True if it found all solutions, or the number that was asked for."""
        return self.status == "complete" or (self.status == "stopped" and self.reason == LIMIT)


@dataclass(frozen=True)
class Entry:
    """The runs of one solver on one puzzle, one a round."""

    puzzle: str
    solver: str
    timings: tuple[Timing, ...]

    @property
    def last(self) -> Timing | None:
        """The run that shows how it went: one that did not finish, if any did not."""
        last = self.timings[-1] if self.timings else None
        return next((one for one in self.timings if not one.finished), last)

    @property
    def finished(self) -> bool:
        """True if every run so far found all that was asked for."""
        return self.last is not None and self.last.finished

    @property
    def status(self) -> str:
        """That of the worst run; "not run" where there is none."""
        return "not run" if self.last is None else self.last.status

    def median(self, clock: str, phase: str) -> float | None:
        """The median of the rounds: `clock` is seconds or processor, `phase` one of the times.

        There is none of `all` where a run did not finish.
        """
        times = [getattr(one, clock)[phase] for one in self.timings]
        known = [seconds for seconds in times if seconds is not None]
        return median(known) if known and (self.finished or phase != "all") else None

    def stopped_after(self, time_limit: float | None) -> float | None:
        """Seconds at which it was stopped, of building too where that was by the time limit."""
        if self.finished or self.last is None or self.status != "stopped":
            return None
        return time_limit if self.last.reason == "time limit" else self.last.seconds["all"]

    def to_json(self, time_limit: float | None) -> dict[str, Any]:
        """The medians in the form of `everyway.bench/1`; `all` also by its least and most."""
        times = [seconds for one in self.timings if (seconds := one.seconds["all"]) is not None]
        last = self.last
        return {
            "puzzle": self.puzzle,
            "solver": self.solver,
            "status": self.status,
            "reason": last and last.reason,
            "finished": self.finished,
            "stopped_after": self.stopped_after(time_limit),
            "rounds": len(self.timings),
            "reported": last and last.reported,
            **{
                clock: {phase: self.median(clock, phase) for phase in last.seconds}
                for clock in ("seconds", "processor")
                if last
            },
            "spread": [min(times), max(times)] if times and self.finished else None,
        }


@dataclass(repr=False)
class Benchmark:
    """Solvers timed on puzzles, in rounds; what they report is held against each other, too."""

    puzzles: Mapping[str, Model]
    """By the name under which each is shown."""
    solvers: Mapping[str, bool]
    """By name, and True for one that was asked for by it."""
    rounds: int
    options: Options
    timings: list[Timing] = dataclasses.field(default_factory=list)

    def left(self) -> Iterator[tuple[str, str, int]]:
        """The runs to come: puzzle, solver, round. What did not finish is not run again."""
        for number in range(1, self.rounds + 1):
            for puzzle in self.puzzles:
                for solver in self.solvers:
                    known = self.entry(puzzle, solver).timings
                    over = any(one.round == number or not one.finished for one in known)
                    if not over:
                        yield puzzle, solver, number

    def entry(self, puzzle: str, solver: str) -> Entry:
        """The runs so far of one solver on one puzzle."""
        runs = (one for one in self.timings if (one.puzzle, one.solver) == (puzzle, solver))
        return Entry(puzzle, solver, tuple(runs))

    @property
    def entries(self) -> list[Entry]:
        """Every solver on every puzzle."""
        return [self.entry(puzzle, solver) for puzzle in self.puzzles for solver in self.solvers]

    def __repr__(self) -> str:
        sizes = f"{len(self.solvers)} solvers on {len(self.puzzles)} puzzles"
        return f"<benchmark of {sizes}, {len(self.timings)} runs>"

    # ------------------------------------------------------------------------- the answers

    @property
    def differences(self) -> dict[str, str]:
        """The contradiction, in words, of each puzzle whose runs contradict each other."""
        found = {name: self._difference(name) for name in self.puzzles}
        return {name: words for name, words in found.items() if words}

    @property
    def rows(self) -> RowsJudged:
        """The rows of the runs that finished, and the number of them that were judged."""
        ended = [one for one in self.timings if one.finished]
        return RowsJudged(sum(o.reported for o in ended), sum(o.judged for o in ended))

    @property
    def open(self) -> list[str]:
        """A sentence for each solver without an answer, and each known count that is not met."""
        found: dict[str, list[str]] = {}
        for one in self.entries:
            if not one.finished and (self.solvers[one.solver] or one.status not in ABSENT):
                found.setdefault(f"{one.solver} {one.status}", []).append(one.puzzle)
        return [f"{how}: {listed(puzzles)}" for how, puzzles in found.items()] + [
            f"{name}: all complete runs found {', '.join(map(str, counts))} solutions, but the"
            f" known count is {model.known.count} ({model.known.source})"
            for name, model in self.puzzles.items()
            if model.known and (counts := {one.reported for one in self._complete(name)})
            if counts != {model.known.count}
        ]

    @property
    def failures(self) -> list[str]:
        """The reason why each solver did not run; of reasons that differ in numbers, the first."""
        found: dict[tuple[str, str], tuple[str, list[str]]] = {}
        for one in self.entries:
            if one.last and one.last.reason and one.status not in ("complete", "stopped"):
                key = one.solver, re.sub(r"[\d ]+", " ", one.last.reason)
                found.setdefault(key, (one.last.reason, []))[1].append(one.puzzle)
        return [f"{who}, {listed(on)}: {why}" for (who, _), (why, on) in found.items()]

    @property
    def verdict(self) -> str | None:
        """differ, undecided, or agree; None where nothing was open and nothing was compared.

        Solvers agree where at least two of them found the same whole set of each puzzle.
        """
        if self.differences or self.open:
            return DIFFER if self.differences else UNDECIDED
        several = (len({one.solver for one in self._complete(name)}) > 1 for name in self.puzzles)
        return AGREE if all(several) else None

    def exit_code(self) -> ExitCode:
        """1 some contradict, 4 one failed or is not there, 3 one was stopped, else 0."""
        if self.differences:
            return ExitCode.DIFFERENT
        required = (one for one in self.entries if self.solvers[one.solver])
        bad = any(one.status in ABSENT for one in required)
        if bad or any(one.status == "failed" for one in self.entries):
            return ExitCode.FAILED
        return ExitCode.UNDECIDED if self.open else ExitCode.OK

    def _complete(self, puzzle: str) -> list[Timing]:
        return [one for one in self.timings if one.puzzle == puzzle and one.status == "complete"]

    def _difference(self, puzzle: str) -> str:
        """The contradiction between the runs of a puzzle, in words; empty if there is none."""
        complete = self._complete(puzzle)
        counts = by_key(sorted({(one.reported, one.solver) for one in complete}, key=itemgetter(1)))
        sets = by_key(sorted({(one.digest, one.solver) for one in complete}, key=itemgetter(1)))
        if len(counts) > 1:
            each = (f"{count} solutions from {listed(who)}" for count, who in counts.items())
            return f"{', '.join(each)}"
        if len(sets) > 1:
            groups = (listed(who) for who in sets.values())
            return f"{complete[0].reported} solutions each, but other ones: {' | '.join(groups)}"
        more = [one for one in self.timings if one.puzzle == puzzle and one not in complete]
        most = max(more, key=lambda one: one.reported, default=None)
        if complete and most and most.reported > complete[0].reported:
            all_of = f"{complete[0].reported} in all from {listed(next(iter(sets.values())))}"
            return f"{all_of}, and {most.reported} from {most.solver} before it ended"
        wrong = [one for one in self.timings if one.puzzle == puzzle and one.fault]
        faults = [f"{o.solver} reported {o.fault}; {whose_fault(o.solver)}" for o in wrong]
        return "; ".join(dict.fromkeys(faults))

    # ---------------------------------------------------------------------------- as data

    @cached_property
    def header(self) -> dict[str, Any]:
        """The parts of the document that say what is measured, and where."""
        options = {
            name: value
            for name, value in plain(dataclasses.asdict(self.options)).items()
            if name in ("limit", "time_limit", "viewpoint", "seed", "jobs", "cluster", "memory")
        }
        lines = growth(self.puzzles)
        puzzles = [
            {"label": label, **puzzle_in_json(model), **lines[label], "identity": identity(model)}
            for label, model in self.puzzles.items()
        ]
        return {
            "puzzles": puzzles,
            "solvers": list(self.solvers),
            "options": options,
            "environment": environment(),
        }

    def to_json(self) -> dict[str, Any]:
        """The benchmark as a document of schema `everyway.bench/1`."""
        return {
            "schema": SCHEMA,
            **self.header,
            "rounds": self.rounds,
            "verdict": self.verdict,
            "differences": [f"{name}: {words}" for name, words in self.differences.items()],
            "open": self.open,
            "failures": self.failures,
            "rows_judged": self.rows.to_json(),
            "medians": [entry.to_json(self.options.time_limit) for entry in self.entries],
            "runs": [plain(dataclasses.asdict(timing)) for timing in self.timings],
        }


def growth(puzzles: Mapping[str, Model]) -> dict[str, dict[str, Any]]:
    """For each puzzle the line on which it grows: its name, the parameter, and its value.

    The parameter is the number that differs most often among the puzzles of a name; None if none.
    """
    found = {}
    for label, model in puzzles.items():
        name, mine = _origin(model).puzzle, _origin(model).params
        kin = [own.params for own in map(_origin, puzzles.values()) if own.puzzle == name]
        differ = {name: {repr(one.get(name)) for one in kin} for name in mine}
        differ = {name: values for name, values in differ.items() if len(values) > 1}
        numbers = [name for name in differ if all(type(one.get(name)) is int for one in kin)]
        along = max(numbers, key=lambda name: len(differ[name]), default=None)
        rest = [f"{name}={mine[name]}" for name in differ if name != along]
        value = mine[along] if along else None
        found[label] = {"line": " ".join([name, *rest]), "along": along, "at": value}
    return found


def _origin(model: Model) -> Recipe:
    return model.recipe or Recipe(model.name)


# --------------------------------------------------------------------------------- saved benchmark
# A benchmark in a file: the document that `--json` prints with a seal, whole after every run.
#
# It is data: what is read is checked field by field, and nothing of it is run.


STATUSES = ("complete", "stopped", "failed", "unsupported", "unavailable")


class BenchmarkFile:
    """The file of a benchmark, which takes up the runs that it has. Raises: SavedError."""

    def __init__(self, path: str | Path, benchmark: Benchmark, *, resume: bool) -> None:
        self._path = Path(path)
        self._text: str | None = None
        if self._path.exists():
            if not resume:
                problem = "holds something already; resume it (--resume) or name another file"
                raise SavedError(path, problem)
            self._text = self._read()
            benchmark.timings[:] = self._timings(self._text, benchmark)
        self.write(benchmark)

    def write(self, benchmark: Benchmark) -> None:
        """Write the whole document anew, on disk when this ends. Raises: SavedError."""
        if self._text is not None and self._read() != self._text:
            raise SavedError(self._path, "was changed by somebody else; it stays as it is")
        document = benchmark.to_json()
        text = json.dumps(document | {"seal": _seal(document)}, indent=1)
        try:
            write_text(self._path, text)
        except OSError as error:
            problem = f"cannot be written: {error.strerror or error}"
            raise SavedError(self._path, problem) from error
        self._text = text

    def _read(self) -> str:
        try:
            return self._path.read_text("utf-8")
        except (OSError, ValueError) as error:
            problem = f"cannot be read: {getattr(error, 'strerror', None) or error}"
            raise SavedError(self._path, problem) from error

    def _timings(self, text: str, benchmark: Benchmark) -> list[Timing]:
        """The runs in a file of this benchmark."""
        try:
            document = json.loads(text)
            if document["schema"] != SCHEMA or document.pop("seal", None) != _seal(document):
                raise ValueError("its seal does not fit")
            header = {key: document[key] for key in benchmark.header}
            timings = [_timing(run) for run in document["runs"]]
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            problem = f"is no file that `bench --save` wrote ({error}); name another"
            raise SavedError(self._path, problem) from error
        self._refuse_another(header, benchmark.header)
        known = [*benchmark.puzzles], [*benchmark.solvers]
        if any(one.puzzle not in known[0] or one.solver not in known[1] for one in timings):
            raise SavedError(self._path, "has runs of what it does not name; name another file")
        return timings

    def _refuse_another(self, header: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
        """Raises: SavedError where the file measures something else, or elsewhere."""
        for key, wanted in json.loads(json.dumps(asked)).items():
            if header[key] != wanted:
                both = isinstance(header[key], dict) and isinstance(wanted, dict)
                names = [name for name in wanted if both and header[key].get(name) != wanted[name]]
                what = key + (f" ({', '.join(names)})" if names else "")
                advice = f"ask for the same {key} to go on, or save to another file"
                raise SavedError(self._path, f"is of another bench, with other {what}; {advice}")


def _seal(document: Mapping[str, Any]) -> str:
    """A hash of a document, which shows damage and proves no author."""
    return sha256(json.dumps(document).encode()).hexdigest()


def _timing(data: Any) -> Timing:
    """A run of checked fields. Raises: ValueError, and what the wrong types raise."""
    found = Timing(**data)
    texts = (found.puzzle, found.solver, found.status, found.fault)
    more = (found.reason, found.version, found.viewpoint, found.digest)
    whole = (found.round, found.reported, found.judged)
    times = [each[name] for each in (found.seconds, found.processor) for name in PHASES]
    numbers = [number for number in times if number is not None]
    good = (
        all(isinstance(text, str) for text in texts)
        and all(text is None or isinstance(text, str) for text in more)
        and all(type(number) is int and number >= 0 for number in whole)
        and all(type(number) in (int, float) and 0 <= number < inf for number in numbers)
        and all(isinstance(value, int | float | str) for value in found.statistics.values())
        and found.status in STATUSES
    )
    if not good:
        raise ValueError("a run is damaged")
    return found


# ------------------------------------------------------------------------- the runs, in rounds


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
