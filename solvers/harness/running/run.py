"""One run of a solver on a model: what it reports, unchecked, until it ends or is stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Self

from ....models.language.check import as_model
from ....models.language.errors import PredicateError
from ....models.language.model import Model
from ....models.language.own_constraints import without_own
from ....models.language.viewpoints.labels import without_labels
from ....models.language.viewpoints.viewpoint import View, in_viewpoint
from ..best import Best
from ..contract import Control, SolverFailed, SolverUnavailable, Stopped, Unsupported
from ..ends_of_processes import is_for_want_of_memory
from ..options import DEFAULTS, Options
from ..outcome import Outcome
from ..registry import Solver, named, solver_named
from ..solver_names import ORIGINAL, SolverName
from ..ways_of_posting import Posting
from .fitting import as_it_is, fitting

LONGEST_REASON = 2_000
"""The most characters of an error that are reported."""


class Run:
    """One solver on one model: an iterator over what it reports, unchecked.

    Assignments are those of the declared model, labels and all. One that does not fit the model
    that the solver was given comes as the solver gave it. A solver that fails ends the iteration;
    `outcome` says so.
    """

    control_type = Control
    seen_before = ""
    """The viewpoint of a model that was rewritten before the run, labels and all."""

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
        self._adapt: Callable[[Mapping[str, Any]], tuple[Mapping[str, Any], bool]] = as_it_is
        self._is_new: Callable[[Mapping[str, Any]], bool] = _always
        self._found: Mapping[str, Any] = {}
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

    def load(self) -> None:
        """Import the solver and its library. Raises: SolverUnavailable."""
        self._solver.load()
        self._outcome.version = self._solver.version()

    def close(self) -> None:
        """Stop the search, and free what it holds."""
        if self._outcome.status == "running":
            self._end("stopped", "limit" if self._at_limit() else "closed")
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
        except StopIteration:
            # A solver that was asked to stop may have ended for that, whatever it promises.
            self._end(*(self._stopped() if self._control.should_stop() else ("complete", None)))
        except Stopped:
            self._end(*self._stopped())
        except MemoryError as error:
            self._end("stopped", "memory", error)
        except Unsupported as error:
            self._end("unsupported", str(error), error)
        except SolverUnavailable as error:
            self._end("unavailable", str(error), error)
        except KeyboardInterrupt:
            self._end("stopped", "interrupted")
            raise
        except (Exception, SystemExit, GeneratorExit) as error:
            if is_for_want_of_memory(error):
                self._end("stopped", "memory", error)
            else:
                self._end("failed", _words(error), error)
        except BaseException as error:  # not ours to keep
            self._end("failed", _words(error), error)
            raise
        else:
            if not self._at_limit():
                self._count()
                return True
            self._end("stopped", "limit")
        return False

    def _stopped(self) -> tuple[str, str]:
        return "stopped", "time limit" if self._control.out_of_time() else "closed"

    def _open(self) -> None:
        """Import, rewrite, and start the solver's stream."""
        seconds = self._outcome.seconds
        seconds["import"] = self._solver.load()
        self._outcome.version = self._solver.version()
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
                from .projection import Seen  # which brings a database

                self._is_new = Seen(names).is_new
        if not self._solver.is_distributed(self._control.options):  # workers post it unseen
            self._posting.model, self._outcome.posting = view.model, self._posting
        self._stream = self._start(view.model)
        self._control.pause()

    def _open_original(self) -> None:
        """Start the stream of the solver for the text from which the model was read."""
        from .original_run import values_of

        names, self._outcome.viewpoint = self._control.project, "declared"
        self._adapt, self._stream = values_of(
            self.model, self._solver, self._control, self._outcome
        )
        if names is not None:
            from .projection import Seen

            self._is_new = Seen(names).is_new
        self._control.pause()

    def _optimised(self, best: Best) -> Model:
        """The model whose solutions are the best ones of the declared model."""
        from .first_phase import optimising

        name = self._outcome.solver
        try:
            return optimising(self.model, name, self._solver, self._control, best).settled()
        finally:
            best.seconds = self._control.elapsed()

    def _start(self, model: Model) -> Iterator[Any]:
        """The stream of the solver for a model that is rewritten for it."""
        if self._solver.is_distributed(self._control.options):
            from ..processes.delegation import assignments

            return assignments(self._solver, model, self._control)
        return iter(self._solver.start(model, self._control))

    def _next(self) -> None:
        while True:
            self._found, fits = self._adapt(self._taken())
            self.malformed = not fits
            if self.malformed or self._is_new(self._found):
                return

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
    return (
        text
        if isinstance(error, PredicateError | SolverFailed)
        else (f"{type(error).__name__}: {text}" if text else type(error).__name__)
    )
