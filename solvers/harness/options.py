"""The options of a search: one value, from the command line or a caller down to the solver.

An option more is a field here and a key of the keyword arguments that offer it.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack

from ...models.language.late_dataclasses import dataclass, fields, replace
from ...models.language.phrases import did_you_mean

if TYPE_CHECKING:
    from ...models.language.model import Model

F = TypeVar("F", bound=Callable[..., Any])

AUTO = "auto"
"""As many jobs as there are cores; for a viewpoint, the one that the solver prefers."""
SHORTCUTS = frozenset(("mirror", "merge"))
"""To count half of what a mirror image doubles; to count what is left of equal residues once."""
POSITIVE = {
    "limit": "a whole number from 1",
    "time_limit": "a number of seconds above 0",
    "memory": "a number of bytes above 0",
}
"""Options that are above 0 where they are given, in words."""

SINGLE_THREADED = ("emscripten", "wasi")
"""Platforms, such as a browser, on which no thread and no process can be started."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """All that may be asked of a search. Raises: ValueError for a value that no search can have."""

    limit: int | None = None
    """The most solutions."""
    time_limit: float | None = None
    """Seconds of building and searching."""
    viewpoint: str = AUTO
    """The variables that a board is searched in: `squares`, `rows`, `columns` or `auto`."""
    seed: int | None = None
    """For solvers that take one."""
    jobs: int | str = 1
    """The number of cores that may search at once; 0 or "auto" for all."""
    cluster: str | None = None
    """The place of the workers, if not here: the address of a Dask scheduler, or `local`."""
    isolate: bool = False
    """True to give the solver a process of its own."""
    memory: int | None = None
    """The most bytes of that process."""
    project: Iterable[str] | None = None
    """The groups or variables that matter; each combination of their values comes once."""
    hand_over: bool = True
    """False to leave all of a search to the solver that was asked for; comparisons do."""
    shortcuts: Iterable[str] = SHORTCUTS
    """Ways by which a solver that counts may do without enumerating."""

    def __post_init__(self) -> None:
        for name, kind in POSITIVE.items():
            value = getattr(self, name)
            if value is not None and not _is_positive(value, whole=name != "time_limit"):
                raise ValueError(f"{name} is {value!r}; it must be {kind}")
        if self.memory is not None and sys.platform != "linux":
            raise ValueError(f"memory cannot be capped on {sys.platform}; leave it out")
        every = self.jobs in (AUTO, 0) and self.jobs is not False
        if not every and not _is_positive(self.jobs):
            raise ValueError(f'jobs is {self.jobs!r}; it must be a whole number from 1, or "auto"')
        # Either may be an iterator, and is read more than once.
        names = (self.project,) if isinstance(self.project, str) else self.project
        object.__setattr__(self, "project", None if names is None else tuple(names))
        object.__setattr__(self, "shortcuts", frozenset(self.shortcuts))
        unknown = ", ".join(sorted(set(self.shortcuts) - SHORTCUTS))
        if unknown:
            raise ValueError(f"no shortcut {unknown}; there are {', '.join(sorted(SHORTCUTS))}")

    def __repr__(self) -> str:
        given = (f.name for f in fields(self) if getattr(self, f.name) != f.default)
        return f"Options({', '.join(f'{name}={getattr(self, name)!r}' for name in given)})"

    @property
    def number_of_jobs(self) -> int:
        """The number of cores that may search at once: 1 where Python has one thread alone."""
        if sys.platform in SINGLE_THREADED:
            return 1
        return self.jobs if isinstance(self.jobs, int) and self.jobs else cores()

    def projecting(self, model: Model) -> Options:
        """The same, projecting on what makes up a solution of `model` where nothing is asked."""
        if self.project is not None or not model.projection:
            return self
        return replace(self, project=model.projection)

    def refuse(self, what: str, *names: str) -> None:
        """Raises: TypeError where one of `names` is given, which `what` does without."""
        for name in names:
            if getattr(self, name) != getattr(DEFAULTS, name):
                raise TypeError(f"{what} takes no {name}; leave it out")


class TimedOptions(TypedDict, total=False):
    """The keyword arguments of what draws or estimates, whose seed stands beside them."""

    options: Options
    time_limit: float | None
    project: Any


class SearchOptions(TypedDict, total=False):
    """The keyword arguments of all that searches; those by name go before those of `options`."""

    options: Options
    time_limit: float | None
    viewpoint: str
    seed: int | None
    jobs: int | str


class SaveOptions(SearchOptions, total=False):
    """The keyword arguments of `save`."""

    project: Iterable[str] | None


class RunOptions(SearchOptions, total=False):
    """The keyword arguments of what runs solvers once, and keeps nothing."""

    limit: int | None
    cluster: str | None
    isolate: bool
    memory: int | None


class CompareOptions(RunOptions, SaveOptions):
    """The keyword arguments of what compares solvers."""


class AllOptions(RunOptions, SaveOptions, total=False):
    """The keyword arguments of what enumerates."""

    hand_over: bool


class CountOptions(AllOptions, total=False):
    """The keyword arguments of what counts."""

    shortcuts: Iterable[str]


def asked(**keywords: Unpack[CountOptions]) -> Options:
    """One value of what a function was given. Raises: TypeError for an option that there is not."""
    named: Any = dict(keywords)
    whole: Options = named.pop("options", DEFAULTS)
    if not named:
        return whole
    known = [field.name for field in fields(Options)]
    for name in named:
        if name not in known:
            raise TypeError(
                f"there is no option {name!r}; {did_you_mean(name, known, 'there are')}"
            )
    return replace(whole, **named)


def offers(keywords: type) -> Callable[[F], F]:
    """Names the options of `keywords` in a function's signature, for `help` and completion."""

    def named(function: F) -> F:
        signature = inspect.signature(function)
        own = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
        whole = inspect.Parameter("options", inspect.Parameter.KEYWORD_ONLY, default=DEFAULTS)
        known = {"options": whole, **inspect.signature(Options).parameters}
        taken = inspect.get_annotations(keywords)
        options = [option for name, option in known.items() if name in taken]
        vars(function)["__signature__"] = signature.replace(parameters=[*own, *options])
        return function

    return named


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _is_positive(value: object, *, whole: bool = True) -> bool:
    kinds = int if whole else (int, float)
    return isinstance(value, kinds) and not isinstance(value, bool) and value > 0


DEFAULTS = Options()
