"""One run of a solver on a model: what it reports, unchecked, until it ends or is stopped."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from operator import contains
from typing import TYPE_CHECKING, Any, Self

from ....models.language.check import as_model
from ....models.language.errors import PredicateError, TooLarge
from ....models.language.model import Model
from ....models.language.own_constraints import without_own
from ....models.language.viewpoints.labels import without_labels
from ....models.language.viewpoints.viewpoint import View, in_viewpoint
from ..contract import Best, Control, SolverFailed, SolverUnavailable, Stopped, Unsupported
from ..installing import is_for_want_of_memory
from ..options import DEFAULTS, Options
from ..outcome import Outcome, Posting
from ..registry import ORIGINAL, Solver, SolverName, named, solver_named, solvers, too_large

if TYPE_CHECKING:
    from sqlite3 import Connection


# ----------------------------------- Reports of a solver as assignments of the declared variables.


Adapt = Callable[[Mapping[str, Any]], tuple[Mapping[str, Any], bool]]
"""From what a solver reports to the declared variables, and True if that fits the model."""


def fitting(
    model: Model,
    restore: Callable[[Mapping[str, Any]], dict[str, Any]],
    decode: Callable[[Mapping[str, Any]], dict[str, Any]],
) -> Adapt:
    """From what a solver of `model` gives to the declared variables, and whether it fits."""
    names = [variable.name for variable in model.variables]
    domains = [variable.domain for variable in model.variables]
    size = len(names)

    def adapt(given: Mapping[str, Any]) -> tuple[Mapping[str, Any], bool]:
        try:
            values = list(map(given.__getitem__, names))
            plain = len(given) == size and list(map(type, values)).count(int) == size
            fits = plain and all(map(contains, domains, values))
        except (AttributeError, KeyError, TypeError):  # no mapping, or not of these
            fits = False
        return (decode(restore(given)), True) if fits else (given, False)

    return adapt


# ------------------- The projected solutions found so far, for solvers that cannot find each once.


MOST_IN_MEMORY = 200_000
"""The most projections that are kept in memory; more are in a temporary file."""


class Seen:
    """The values of `names` that have come before: in memory, then in a temporary database.

    The SHA-256 of each combination is kept. The file is deleted when the object is.
    """

    def __init__(self, names: Sequence[str], most_in_memory: int = MOST_IN_MEMORY) -> None:
        self._names = names
        self._most = most_in_memory
        self._memory: set[bytes] = set()
        self._disk: Connection | None = None

    def is_new(self, values: Mapping[str, Any]) -> bool:
        """True if this combination comes for the first time; from now on it does not."""
        from hashlib import sha256  # late: it loads OpenSSL

        row = json.dumps([values[name] for name in self._names])
        key = sha256(row.encode()).digest()
        if key in self._memory:
            return False
        query = "SELECT 1 FROM seen WHERE key = ?"
        if self._disk is not None and self._disk.execute(query, (key,)).fetchone():
            return False
        self._memory.add(key)
        if len(self._memory) > self._most:
            self._spill()
        return True

    def _spill(self) -> None:
        """Move what is in memory to the file."""
        import sqlite3  # which not every Python in a browser has

        if self._disk is None:
            self._disk = sqlite3.connect("")  # a temporary file, deleted when closed
            self._disk.execute("CREATE TABLE seen (key BLOB PRIMARY KEY) WITHOUT ROWID")
        self._disk.executemany("INSERT INTO seen VALUES (?)", ((key,) for key in self._memory))
        self._disk.commit()
        self._memory.clear()

    def __del__(self) -> None:
        if self._disk is not None:
            with suppress(Exception):
                self._disk.close()


LONGEST_REASON = 2_000
"""The most characters of an error that are reported."""


class Run:
    """One solver on one model: an iterator over what it reports, unchecked.

    Assignments are those of the declared model, labels and all. One that does not fit the model
    that the solver was given comes as the solver gave it. A solver that fails ends the iteration;
    `outcome` says so.
    """

    control_type = Control
    incumbent_first = True
    """True if the solution that proved the best value is given at once, before all others."""
    seen_before = ""
    """The viewpoint of a model that was rewritten before the run, labels and all."""
    _adapt: Adapt

    def __init__(
        self, model: Model, solver: str, options: Options = DEFAULTS, *, address: str | None = None
    ) -> None:
        name = SolverName.read(solver)
        self.model, options = as_model(model), options.projecting(model)
        self._solver: Solver = named(name, address) if address else solver_named(name.text)
        self._viewpoint = name.viewpoint or options.viewpoint
        self._limit = options.limit
        self._control = self.control_type(options)
        self.projected = model if options.project is None else model.projected(options.project)
        """The model, or the projection that was asked for: solutions are assignments of it."""
        if options.project is not None:
            self._control.project = tuple(v.name for v in self.projected.variables)
        self._outcome = Outcome(name.text, self._viewpoint, statistics=self._control.statistics)
        if self.model.objective is not None:
            self._outcome.objective = Best.of(self.model.objective)
        self._sought = self.model
        """The model without objective whose solutions are to be found."""
        self._stream: Iterator[Any] | None = None
        self._view: View | None = None
        self._is_new: Callable[[Mapping[str, Any]], bool] = _always
        self._found: Mapping[str, Any] = {}
        self._given_first: Mapping[str, Any] | None = None
        """The incumbent, where it comes before all others."""
        self._awaited: Mapping[str, Any] | None = None
        """The incumbent, once it is given, until the solver reports it among the others."""
        self._posting = Posting()
        self.malformed = False
        """True if the last assignment did not fit the model that the solver was given."""

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Mapping[str, Any]:
        if not self._advance():
            raise StopIteration
        return self._found if self.malformed else self.kept(self._found)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    @property
    def latest(self) -> Outcome:
        """The outcome so far, without searching any further."""
        return self._outcome

    @property
    def outcome(self) -> Outcome:
        """The outcome so far. Where the limit is reached, this searches one solution further."""
        if self._outcome.status == "running" and self._at_limit():
            self._advance()
        return self._outcome

    @property
    def rewritten(self) -> Model | None:
        """The model that the solver was given, in its viewpoint and without labels."""
        return self._view.model if self._view else None

    @property
    def elapsed(self) -> float:
        """Seconds that building and searching have taken so far."""
        return self._control.elapsed()

    def is_late(self, seconds: float) -> bool:
        """True if the time limit is over after `seconds`, of which only loading does not count."""
        self._control.aside = seconds - self.elapsed - (self._outcome.seconds["import"] or 0.0)
        return self._control.out_of_time()

    def load(self) -> None:
        """Import the solver and its library. Raises: SolverUnavailable."""
        self._solver.load()
        self._outcome.version = self._solver.version()

    def close(self) -> None:
        """Stop the search, and free what it holds."""
        if self._outcome.status == "running":
            self._end("stopped", "limit" if self._at_limit() else self._stopped()[1])
        self._control.stop()
        self._is_new = _always
        close = getattr(self._stream, "close", None)
        self._stream = None
        if close is not None:
            with suppress(Stopped, Exception):  # what was found is settled, however it ends
                close()

    def kept(self, found: Mapping[str, Any]) -> Mapping[str, Any]:
        """The part of an assignment that is projected on; all of it where nothing is."""
        if self.projected is self.model:
            return found
        return {variable.name: found[variable.name] for variable in self.projected.variables}

    def _malformed(self) -> SolverFailed:
        """The error where the last assignment did not fit."""
        return SolverFailed(
            f"{self._outcome.solver} reported {self._found!r}, which has not"
            " a value of its domain for every variable; compare solvers to see who is wrong"
        )

    def _at_limit(self) -> bool:
        return self._limit is not None and self._outcome.solutions >= self._limit

    def _advance(self) -> bool:
        """True if there is a next assignment, now `_found`; if not, the outcome is settled."""
        if self._outcome.status != "running":
            return False
        try:
            if self._stream is None:
                with self._posting.watched():
                    self._open()
                    self._next()
            else:
                self._next()
        except (StopIteration, Stopped, KeyboardInterrupt) as end:
            self._end(*self._ending(end))
            if isinstance(end, KeyboardInterrupt):
                raise
        except TooLarge as error:
            refused = too_large(self._outcome.solver, error)
            self._end(*self._ending(refused), refused)
        except BaseException as error:
            self._end(*self._ending(error), error)
            if not isinstance(error, Exception | SystemExit | GeneratorExit):  # not ours to keep
                raise
        else:
            if not self._at_limit():
                self._count()
                return True
            self._end("stopped", "limit")
        return False

    def _ending(self, error: BaseException) -> tuple[str, str | None]:
        """The status and the reason of a run that is ended by `error`."""
        match error:
            case StopIteration() if not self._control.should_stop():
                return "complete", None
            case StopIteration() | Stopped():  # one that was asked to stop may just end
                return self._stopped()
            case KeyboardInterrupt():
                return "stopped", "interrupted"
            case Unsupported():
                return "unsupported", str(error)
            case SolverUnavailable():
                return "unavailable", str(error)
        return ("stopped", "memory") if is_for_want_of_memory(error) else ("failed", _words(error))

    def _stopped(self) -> tuple[str, str]:
        return "stopped", "time limit" if self._control.out_of_time() else "closed"

    def _open(self) -> None:
        """Import, rewrite, and start the solver's stream."""
        seconds = self._outcome.seconds
        seconds["import"] = self._solver.load()
        self._outcome.version = self._solver.version()
        self._outcome.counts = self._solver.mode != ORIGINAL and self._solver.counter is not None
        self._control.resume()
        if self._solver.mode == ORIGINAL:
            self._open_original()
            return
        if self._outcome.objective is not None:
            self._sought = self._optimised(self._outcome.objective)
        traits = self._solver.traits
        coded, decode = (self._sought, dict) if self.seen_before else without_labels(self._sought)
        if not traits.asks_holds:
            coded = without_own(coded)
        # What is projected on are declared variables, which another viewpoint does not have.
        prefers = traits.viewpoint if self._control.project is None else "squares"
        view = View(coded, dict, self.seen_before)
        if not self.seen_before:
            view = in_viewpoint(coded, self._viewpoint, prefers=prefers)
        self._outcome.viewpoint, self._view = view.name, view
        self._adapt = fitting(view.model, view.restore, decode)
        if view.model is not coded or not traits.projects:
            names, self._control.project = self._control.project, None
            if names is not None:
                self._is_new = Seen(names).is_new
        if not self._solver.is_distributed(self._control.options):  # workers post it unseen
            self._posting.model, self._outcome.posting = view.model, self._posting
        self._stream = self._start(view.model)
        self._control.pause()

    def _open_original(self) -> None:
        """Start the stream of the solver for the text from which the model was read.

        Raises: Unsupported where more is asked for than the text prints.
        """
        model, control = self.model, self._control
        self._outcome.viewpoint = "declared"
        if control.options.cluster is not None:
            raise Unsupported("the original text is solved on this machine; leave the cluster out")
        shown = model.projected(model.projection) if model.projection else model
        domains = {variable.name: variable.domain for variable in shown.variables}
        for name in control.project or ():
            if name not in domains:
                raise Unsupported(
                    f"the original text does not print {name}; it prints {[*domains]}"
                )

        def adapt(given: Mapping[str, Any]) -> tuple[Mapping[str, Any], bool]:
            fits = given.keys() == domains.keys()
            return given, fits and all(given[name] in domain for name, domain in domains.items())

        assert self._solver.originals is not None, "it was looked for when it was named"
        self._adapt = adapt
        self._stream = iter(self._solver.originals(model, self._outcome.objective, control))
        if control.project is not None:
            self._is_new = Seen(control.project).is_new
        control.pause()

    def _optimised(self, best: Best) -> Model:
        """The model whose solutions are the best ones of the declared model."""
        from .optimising import Optimising

        name = self._outcome.solver
        try:
            found = Optimising(self.model, name, self._solver, self._control, best).settled()
        finally:
            best.seconds = self._control.elapsed()
        if self.incumbent_first and self._control.options.hand_over and best.sense != "pareto":
            self._given_first = best.solution
        return found

    def _start(self, model: Model) -> Iterator[Any]:
        """The stream of the solver for a model that is rewritten for it."""
        if self._solver.is_distributed(self._control.options):
            from ..processes.pool import assignments

            return assignments(self._solver, model, self._control)
        return iter(self._solver.start(model, self._control))

    def _next(self) -> None:
        if self._given_first is not None and not self._outcome.solutions:
            self._found, self._awaited = self._given_first, self.kept(self._given_first)
            return
        while True:
            try:
                self._found, fits = self._adapt(self._taken())
            except StopIteration:
                self._refuse_to_have_lost_it()
                raise
            self.malformed = not fits
            if self.malformed:
                return
            if self._is_new(self._found):
                self._refuse_what_is_better()
                if self._awaited is None or self.kept(self._found) != self._awaited:
                    return
                self._awaited = None

    def _refuse_to_have_lost_it(self) -> None:
        """Raises: SolverFailed where the solutions end without the incumbent."""
        best = self._outcome.objective
        if self._awaited is not None and best is not None and not self._control.should_stop():
            raise SolverFailed(
                f"{self._outcome.solver} found a solution of the value {best.value}, and then none"
                " like it; compare solvers to see who is wrong"
            )

    def _refuse_what_is_better(self) -> None:
        """Raises: SolverFailed where another solver has proven a value best, and it is not."""
        best, objective = self._outcome.objective, self.model.objective
        if best is None or best.proven_by is None or objective is None:
            return
        point = objective.valuation.of(self._found)
        if point is not None and any(objective.beats(point, tuple(one)) for one in best.points):
            raise SolverFailed(
                f"{best.proven_by} proved {best.value} best, but {dict(self._found)!r} is better;"
                " compare solvers to see who is wrong, or search with hand_over=False"
            )

    def _taken(self) -> Any:
        """The next report of the solver, on its own time."""
        assert self._stream is not None
        self._control.check()  # for a solver that never does
        self._control.resume()
        try:
            return next(self._stream)
        finally:
            self._control.pause()

    def _count(self) -> None:
        self._outcome.solutions += 1
        if self._outcome.solutions == 1:
            self._outcome.seconds["first"] = self._searched()

    def _searched(self) -> float:
        built = (self._control.built_after or self._first_phase) - self._first_phase
        return self._control.elapsed() - built

    @property
    def _first_phase(self) -> float:
        """Seconds that the first phase took, where there is an objective."""
        return self._outcome.objective.seconds if self._outcome.objective else 0.0

    def _end(self, status: str, reason: str | None, error: BaseException | None = None) -> None:
        self._control.pause()
        self._outcome.status, self._outcome.reason, self._outcome.error = status, reason, error
        seconds = self._outcome.seconds
        built = self._control.built_after
        seconds["build"] = None if built is None else built - self._first_phase
        seconds["all"] = self._searched() if status in ("complete", "stopped") else None
        if status != "running" and self._stream is not None:
            self.close()


def _always(found: Mapping[str, Any]) -> bool:
    return True


def _words(error: BaseException) -> str:
    text = str(error).strip()
    if len(text) > LONGEST_REASON:
        text = f"{text[:LONGEST_REASON]} …"
    if isinstance(error, PredicateError | SolverFailed):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def of_originals(model: Model) -> list[str]:
    """The names of installed solvers on the text from which `model` was read, if there is one."""
    suffix = os.path.splitext(model.recipe.puzzle)[1] if model.recipe else ""
    if not suffix:
        return []
    found = [s for s in solvers(b"originals") if suffix in s.traits.originals and s.is_installed()]
    # the solver that a library uses unless another is named, where it says so
    preferred = [getattr(solver.module, "preferred", str)() for solver in found]
    pairs = zip(found, preferred, strict=True)
    return [f"{s.name}{f'[{name}]' if name else ''}+{ORIGINAL}" for s, name in pairs]
