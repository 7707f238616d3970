"""The contract of a solver: its traits, its control while it searches, and its errors.

A solver is a module with a function

    def solutions(model: Model, control: Control) -> Iterator[Assignment]

that yields every solution of `model` once, as the values of all variables by name, and ends
normally only when none is left. The model has integer domains only: labels are coded before.
The module may say what it is like by `TRAITS = Traits(...)`, and where it can count without
enumerating, have a function

    def counts(model: Model, control: Control) -> Iterator[int]

that yields numbers of solutions, which add up to all of them; and where it has them as arrays,

    def blocks(model: Model, control: Control) -> Iterator[numpy.ndarray]

that yields blocks of rows × variables, in the order of the model; or as rows of values,

    def batches(model: Model, control: Control) -> Iterator[tuple[int, ...] | array.array]

that yields a row in the order of the model, or many of them one behind the other in an array. Where
its library optimises,

    def improving(model: Model, goal: Goal, control: Control) -> Iterator[Assignment]

that yields better and better solutions in a goal, a variable of the model, and ends normally only
when the last one is proven best, or there is none. Where its library has a language of its own,
from whose texts models are read,

    def originals(model: Model, best: Best | None, control: Control) -> Iterator[Assignment]

that yields what the library finds in the text, as the declared values of what the model projects
on; where there is an objective, each best solution, once `best` is settled.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from contextvars import ContextVar
from typing import Any

from ...models.language.constraints import Constraint
from ...models.language.errors import ExitCode
from ...models.language.late_dataclasses import dataclass, field, replace
from ...models.language.nodes import describe, held
from ...models.language.objectives import SENSES, Objective, Point
from ...models.language.phrases import counted
from .options import DEFAULTS, Options

BOUND = "objective_bound"
"""Under this key, statistics of a solver that optimises have a value that none is better than."""

Assignment = Mapping[str, int]
"""The value of every variable by its name."""


class Unsupported(Exception):
    """This solver cannot translate the model; the message names the constraint or domain."""

    exit_code = ExitCode.FAILED


class Incomplete(RuntimeError):
    """Something stopped the enumeration; `found` is what there was by then."""

    exit_code = ExitCode.UNDECIDED

    def __init__(self, message: str, found: Any) -> None:
        super().__init__(message)
        self.found = found


class SolverUnavailable(ImportError):
    """The solver's library is not installed, or not one that works; says what to install."""

    exit_code = ExitCode.FAILED


class SolverFailed(RuntimeError):
    """The solver broke: it raised, or its library refused the model."""

    exit_code = ExitCode.FAILED


class Disagreement(RuntimeError):
    """Solvers differ, and it is proven which is wrong; `comparison` has the evidence."""

    exit_code = ExitCode.DIFFERENT

    def __init__(self, message: str, comparison: Any) -> None:
        super().__init__(message)
        self.comparison = comparison


class Stopped(BaseException):
    """Raised inside a solver by `Control.check` to end the search; never seen by a user."""


class OutOfEffort(Exception):
    """Raised by a solver whose search has done the work of `Control.effort`."""


@dataclass(frozen=True)
class Traits:
    """The traits of a solver, as data that tests and the command line read."""

    streams: bool = True
    """The first solution is there before the last; memory does not grow with their number."""
    interruptible: bool = True
    """It stops within 2 s of being asked to, also where there is no solution."""
    threads: bool = False
    """It may search with `Control.jobs` threads."""
    projects: bool = False
    """With `Control.project`, it finds each combination of values of these variables once."""
    blocks: bool = False
    """It does so by forbidding each that it found, and searching again; it holds all of them."""
    calls_python: bool = True
    """It evaluates predicates during the search, whatever their scope."""
    costly: bool = False
    """Each model costs it about as much time as a process: an ordinary run of the tests gives it a
    tenth of the models.
    """
    asks_holds: bool = False
    """It asks constraints for `holds` alone, and so takes those of a user's own as they are."""
    randomised: bool = False
    """A seed changes the order of its search."""
    compared: bool = False
    """`compare` runs it when no solver is named."""
    originals: tuple[str, ...] = ()
    """The suffixes of the files whose text its library solves as it is."""
    historical: bool = False
    """It is there to be read, and supports a single puzzle."""
    native_where: Mapping[str, str] = field(default_factory=dict)
    """The condition, in words, of each kind of constraint that it posts as one in some cases."""
    viewpoint: str = "rows"
    """The viewpoint it prefers for a board: `squares` (0/1) or `rows` (an integer a row), or
    `covers`, which is rows for a board, and an exact cover as it is declared.
    """
    module: str = ""
    """The third-party module that it imports, if any."""
    distribution: str = ""
    """The distribution to install for it, if any."""
    program: str = ""
    """The program of the system that it runs, if any."""
    where: str = ""
    """The address where that program is to be had."""
    extra: str = ""
    """The extra of this package that installs it, if there is one."""
    slow_without: str = ""
    """The distribution that would make it many times faster, where that is not installed."""


@dataclass
class Control:
    """The limits and options of a search, and the place for its statistics."""

    options: Options = DEFAULTS
    """All that was asked for."""
    project: tuple[str, ...] | None = None
    """The variables that matter, where not all do: see `Traits.projects`."""
    backend: str = ""
    """The solver that a library is to use, as in `minizinc[chuffed]`; empty where none is named.

    A module that takes one has a function `backends`, which lists the names that there are here;
    where their traits differ, it has `TRAITS_OF`, the traits of each by its name.
    """
    statistics: dict[str, int | float | str] = field(default_factory=dict)
    """The statistics of the solver, such as `{"branches": 6102}`; filled in as it goes."""
    built_after: float | None = None
    """Seconds until the search began."""
    effort: float | None = None
    """The most work of a search, in the units in which the solver's library limits it; past that
    `OutOfEffort` is raised. None for no limit.
    """
    all_at_once: bool = False
    """True if nobody waits for one solution: a solver may hold rows back to give many together."""
    kept: dict[object, Any] = field(default_factory=dict)
    """Whatever a solver keeps of the model that it was last asked for, until it is asked again."""
    aside: float = 0.0
    """Seconds of the time limit that went by while its solutions were printed."""
    _stop: bool = False
    _spent: float = 0.0
    _since: float | None = None

    @property
    def seed(self) -> int | None:
        """The seed that was asked for, if one was."""
        return self.options.seed

    @property
    def jobs(self) -> int:
        """The number of threads, or workers, that may search at once: see `Traits.threads`."""
        return self.options.number_of_jobs

    def resume(self) -> None:
        """Let the clock run: the solver is asked for its next solution."""
        self._since = time.perf_counter()

    def pause(self) -> None:
        """Hold the clock: the consumer holds a solution."""
        self._spent, self._since = self.elapsed(), None

    def elapsed(self) -> float:
        """Seconds that building and searching have taken."""
        running = 0.0 if self._since is None else time.perf_counter() - self._since
        return self._spent + running

    def remaining(self) -> float | None:
        """Seconds left of the time limit, if there is one."""
        limit = self.options.time_limit
        return None if limit is None else limit - self.elapsed() - self.aside

    def searching(self) -> None:
        """Note that the model is built and the search begins."""
        self.built_after = self.elapsed()

    def stop(self) -> None:
        """Ask the solver to end; safe from any thread."""
        self._stop = True

    def out_of_time(self) -> bool:
        """True if the time limit has passed."""
        limit = self.options.time_limit
        return limit is not None and self.elapsed() + self.aside >= limit

    def should_stop(self) -> bool:
        """True if the solver must end now."""
        return self._stop or self.out_of_time()

    def check(self) -> None:
        """Raises: Stopped when the solver must end. Call it at least every 0.1 s."""
        if self.should_stop():
            raise Stopped


@dataclass
class PartControl(Control):
    """The control of a part of a search: it ends after some seconds, and with the whole."""

    seconds: float | None = None
    """The most seconds of searching, after the part is built; None for no limit."""
    is_over: Callable[[], bool] = field(default=lambda: False)
    """True if the search as a whole must end."""

    @property
    def overran(self) -> bool:
        """True if the part took longer than it may."""
        if self.seconds is None or self.built_after is None:
            return False
        return self.elapsed() > self.built_after + self.seconds

    def should_stop(self) -> bool:
        return self.overran or self.is_over() or super().should_stop()


@dataclass
class BoxControl(PartControl):
    """The control of a part that runs on the clock of the whole, and within its time limit."""

    whole: Control = field(default_factory=Control)
    begun: float = 0.0

    @classmethod
    def inside(cls, whole: Control, seconds: float | None) -> BoxControl:
        """The control of a part that begins now."""
        return cls(
            replace(whole.options, time_limit=None),
            whole.project,
            seconds=seconds,
            is_over=whole.should_stop,
            kept=whole.kept,
            whole=whole,
            begun=whole.elapsed(),
        )

    def elapsed(self) -> float:
        return self.whole.elapsed() - self.begun

    def searching(self) -> None:
        super().searching()
        if self.whole.built_after is None:
            self.whole.searching()

    def remaining(self) -> float | None:
        left = self.whole.remaining()
        if self.seconds is None:
            return left
        part = (self.built_after or 0.0) + self.seconds - self.elapsed()
        return part if left is None else min(part, left)


def refuse(solver: str, constraint: Constraint, why: str) -> Unsupported:
    """The error to raise where `solver` cannot translate `constraint`."""
    return Unsupported(f"{solver} cannot translate {describe(constraint)}: {why}")


class ClaimError(ValueError):
    """A claim cannot be read; `path`, `line` and `column` (1-based, or None) say where."""

    exit_code = ExitCode.USAGE

    def __init__(
        self, path: object, problem: str, line: int | None = None, column: int | None = None
    ) -> None:
        at = f", line {line}, column {column or 1}" if line else ""
        super().__init__(f"{path}{at}: {problem}")
        self.path, self.line, self.column = path, line, column


# -------------------- The best value of a run on a model with an objective, as far as it is known.


IMPROVING, ENUMERATING = "improving", "enumerating"
"""The phases of such a run: the best value is looked for, then every solution that has it."""


@dataclasses.dataclass
class Best:
    """The best value found so far, and how it was found."""

    sense: str
    """minimise, maximise, lexicographic or pareto."""
    expression: str
    """The objective in words."""
    phase: str = IMPROVING
    proven: bool = False
    """True if there is nothing better; without a value, if there is no solution."""
    points: list[list[int]] = dataclasses.field(default_factory=list)
    """The value of each goal in the best solutions; of several points only with `pareto`."""
    bound: int | None = None
    """No solution has a better value of the goal that is looked at."""
    incumbents: list[tuple[float, int | list[int]]] = dataclasses.field(default_factory=list)
    """Seconds, and the value found by then, each better than the one before."""
    questions: int = 0
    """The number of times that the solver was asked for a better solution."""
    seconds: float = 0.0
    """Seconds that the first phase took."""
    native: bool = False
    """True if the solver's library was given the objective itself."""
    solution: dict[str, Any] | None = None
    """The values of a best solution so far."""
    proven_by: str | None = None
    """The other solver on whose word there is nothing better; None where there is none."""

    @classmethod
    def of(cls, objective: Objective) -> Best:
        """Nothing is known yet of `objective`."""
        several = "pareto" if objective.pareto else "lexicographic"
        sense = SENSES[objective.goals[0].sense] if objective.single else several
        words = objective.words.partition(" ")[2] if objective.single else objective.words
        return cls(sense, words)

    def found(self, point: Point, values: Mapping[str, Any], seconds: float) -> None:
        """Record a better solution."""
        self.points = [list(point)]
        self.solution = dict(values)
        self.incumbents.append((round(seconds, 4), plain(point)))
        self.announce()

    def announce(self) -> None:
        """Report a better solution to the listener, if there is one."""
        hear = _hearing.get()
        if hear is not None:
            hear(self)

    def settle(self, points: list[list[int]]) -> None:
        """Take what was proven before: the best points; of none, that there is no solution."""
        self.points, self.proven, self.phase = points, True, ENUMERATING

    @property
    def least(self) -> int:
        """The number of best solutions that there must be: 1 where any solution is known."""
        return int(self.solution is not None)

    @property
    def value(self) -> int | list[int] | list[list[int]] | None:
        """The best value so far: a number, one for each goal, or such a list for each point."""
        if self.sense == "pareto":
            return self.points
        return plain(tuple(self.points[0])) if self.points else None

    def beats(self, point: Point, objective: Objective) -> bool:
        """True if a best value of `objective` is better than `point`."""
        return any(objective.beats(tuple(one), point) for one in self.points)

    @property
    def so_far(self) -> str:
        """`best so far 20, 18, 17 · at least 12`."""
        values = [str(value) for _, value in self.incumbents[-MOST_SHOWN:]]
        if self.proven or not values:
            return self.words
        far = {"minimise": "at least", "maximise": "at most"}.get(self.sense)
        end = f" · {far} {self.bound}" if far and self.bound is not None else ""
        return f"best so far {', '.join(values)}{end}"

    @property
    def words(self) -> str:
        """`17 is the least mark[5]`, or `best so far 18, not proven`."""
        if not self.points:
            return "no solution" if self.proven else "no solution so far"
        points = counted(len(self.points), "point") if self.sense == "pareto" else ""
        if not self.proven:
            return f"{f'{points} so far' if points else f'best so far {self.value}'}, not proven"
        if points:
            return f"{points} that no other dominates"
        most = {"minimise": "the least", "maximise": "the greatest"}.get(self.sense, "best:")
        text = self.expression
        shown = text if len(text) <= WIDEST else f"{text[: WIDEST - 2]} …"
        whose = f", proven by {self.proven_by}" if self.proven_by else ""
        return f"{self.value} is {most} {shown}{whose}"

    def to_json(self) -> dict[str, Any]:
        """The objective of a run, in JSON's terms."""
        found = {
            key: value for key, value in dataclasses.asdict(self).items() if key not in _HIDDEN
        }
        return {**found, "best": self.value, "incumbents": [list(one) for one in self.incumbents]}


Hear = Callable[[Best], object]
_hearing: ContextVar[Hear | None] = ContextVar("hearing better solutions", default=None)


def improvements_heard(hear: Hear) -> AbstractContextManager[None]:
    """Calls `hear` meanwhile with the best value whenever a run finds a better one."""
    return held(_hearing, hear)


WIDEST = 60
"""The most characters of an objective in a line on it."""
MOST_SHOWN = 6
"""The number of values that are shown on a line while better ones are looked for."""
_HIDDEN = ("points", "solution")


def plain(point: Point) -> int | list[int]:
    """The value of a single goal as a number, else the values as a list."""
    return point[0] if len(point) == 1 else list(point)
