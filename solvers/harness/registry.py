"""Finds solvers: the modules of this package, and the entry points of others."""

from __future__ import annotations

import inspect
import os
import re
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache, lru_cache, partial
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, NamedTuple, NoReturn, cast

from ...models.language.choices import decomposed
from ...models.language.errors import ExitCode, TooLarge
from ...models.language.keeping import cached_property
from ...models.language.late_dataclasses import dataclass
from ...models.language.model import Model
from ...models.language.objectives import Goal
from ...models.language.phrases import did_you_mean, listed
from .contract import Assignment, Control, SolverUnavailable, Traits, Unsupported
from .installing import imported, installed_version, is_for_want_of_memory, pip_install
from .options import Options

# ------------------- The modules of this package that may be solvers, found without importing any.


PACKAGE = __name__.rpartition(".harness")[0]


@cache
def address_named(name: str) -> str | None:
    """The module directly in the package that has a name, found without listing the folders."""
    module = name.replace("-", "_")
    if "_" in name or not module.isidentifier() or not _may_be_a_solver(module):
        return None
    address = f"{PACKAGE}.{module}"
    return address if find_spec(address) else None


@cache
def addresses(*words: bytes) -> dict[str, str]:
    """The modules that may be solvers, by the names that they have then.

    Those without one of `words` in their source are left out.
    """
    found = _modules(PACKAGE, list(import_module(PACKAGE).__path__), (b"solutions", *words))
    return {one[len(PACKAGE) + 1 :].replace(".", "-").replace("_", "-"): one for one in found}


def _modules(package: str, path: list[str], words: Sequence[bytes]) -> Iterator[str]:
    import pkgutil

    for found in pkgutil.iter_modules(path):
        if _may_be_a_solver(found.name):
            address = f"{package}.{found.name}"
            places = [f"{folder}/{found.name}" for folder in path]
            if any(_mentions(place, words) for place in places):
                yield address
            if found.ispkg:
                yield from _modules(address, places, words)


def _may_be_a_solver(module: str) -> bool:
    return module != "harness" and not module.startswith("_")


def _mentions(place: str, words: Sequence[bytes]) -> bool:
    """False for a module without these in its source, which need not be imported."""
    for file in (f"{place}.py", f"{place}/__init__.py"):
        with suppress(OSError), open(file, "rb") as source:
            text = source.read()
            return all(word in text for word in words)
    return True


def advice_for_module(name: str) -> str:
    """The advice for a module of solutions whose function was left out; else nothing."""
    module = name.removesuffix(".py")
    if not all(part.isidentifier() for part in module.split(".")):
        return ""
    here = os.path.isfile(f"{module.replace('.', os.sep)}.py")
    if here or ("." not in module and find_spec(module) is not None):
        return f"for a module of yours write its function too: {module}:solutions"
    return ""


# ------------------------------------------------------------------------------------ solver names
# The names of solvers as users write them: `NAME[SOLVER]@VIEWPOINT+MODE`, the name alone needed.
#
# `minizinc[chuffed]@rows+decomposed` is MiniZinc with Chuffed, in the viewpoint of rows, on our
# decompositions instead of its own constraints.


DECOMPOSED = "decomposed"
"""The mode in which a solver is given our decompositions, and none of its constraints is asked."""
ORIGINAL = "original"
"""The mode in which a solver is given the text from which the model was read, as it is."""
MODES = (DECOMPOSED, ORIGINAL)

OLD_NAMES = {"compiled": "auto", "generated": "auto[python]"}
"""Solvers of earlier versions, and what is asked in their place."""
_GRAMMAR = re.compile(
    r"(?P<base>[^][@+]*)(\[(?P<backend>[^][@+]*)\])?(@(?P<viewpoint>[^][@+]*))?(\+(?P<mode>.*))?"
)
_EXAMPLES = {"backend": "[gecode]", "viewpoint": "@rows", "mode": f"+{DECOMPOSED}"}


class UnknownSolver(ValueError):
    """No solver has this name."""

    exit_code = ExitCode.USAGE


def current(name: str) -> str:
    """The name that a solver has now; of one that is not of this grammar, the same."""
    try:
        return SolverName.read(name).text
    except UnknownSolver:
        return name


class SolverName(NamedTuple):
    """The parts of a name; a part that is left out is empty."""

    base: str
    backend: str = ""
    """The solver that the library is to use."""
    viewpoint: str = ""
    mode: str = ""

    @classmethod
    def read(cls, text: str) -> SolverName:
        """The parts of `text`. Raises: UnknownSolver where it is not of that form."""
        name = cls._in_parts(str(text))
        return name._renamed() if name.base in OLD_NAMES else name

    @classmethod
    @lru_cache(64)
    def _in_parts(cls, text: str) -> SolverName:
        found = _GRAMMAR.fullmatch(text)
        if found is None or (found["backend"] and not found["base"]):
            raise UnknownSolver(
                f"cannot read the solver {text!r}; write for example minizinc[gecode],"
                " cp-sat@rows, choco+decomposed, or all three in this order"
            )
        base = found["base"]
        for part, example in _EXAMPLES.items():
            if found[part] == "":
                raise UnknownSolver(
                    f"{text!r} names no {'solver' if part == 'backend' else part}; write {base}"
                    f" alone, or for example {base}{example}"
                )
        if found["mode"] not in (None, *MODES):
            advice = did_you_mean(found["mode"], MODES, "there is")
            raise UnknownSolver(f"{text!r} asks for the mode {found['mode']!r}; {advice}")
        return cls(*(found[part] or "" for part in cls._fields))

    def _renamed(self) -> SolverName:
        """The name that an old one has now. Warns once."""
        new = self.read(OLD_NAMES[self.base])
        words = f"the solver {self.base} is called {new.runner} now"
        warnings.warn(words, UserWarning, stacklevel=3)
        return new._replace(viewpoint=self.viewpoint, mode=self.mode)

    @property
    def text(self) -> str:
        """The whole name."""
        viewpoint = f"@{self.viewpoint}" if self.viewpoint else ""
        return self.runner + viewpoint + (f"+{self.mode}" if self.mode else "")

    @property
    def runner(self) -> str:
        """`NAME[SOLVER]`: what is run, however the model is given to it."""
        return f"{self.base}[{self.backend}]" if self.backend else self.base

    @property
    def anywhere(self) -> str:
        """The same without a viewpoint, for a model that is in it already."""
        return f"{self.runner}+{self.mode}" if self.mode else self.runner


GROUP = "everyway.solvers"
"""The entry points in which other packages name their solvers."""


@dataclass(frozen=True)
class Solver:
    """A solver by name; its module is imported when something is asked of it."""

    name: str
    address: str
    """`module`, or `module:function` for another package's solver."""
    backend: str = ""
    """The solver that its library is to use, where one was asked for."""
    mode: str = ""
    """The form in which it is given models, where one was asked for."""

    @cached_property
    def module(self) -> ModuleType:
        """The module that holds the solver, without its library."""
        return imported(self.address.partition(":")[0])

    @cached_property
    def function(self) -> Callable[..., Iterator[Assignment]]:
        """The function from a model to its solutions."""
        path = self.address.partition(":")[2] or "solutions"
        found: Any = self.module
        for name in path.split("."):
            found = getattr(found, name)
        return cast(Callable[..., Iterator[Assignment]], found)

    @property
    def counter(self) -> Callable[[Model, Control], Iterator[int]] | None:
        """The function that counts without enumerating, if there is one."""
        return self._beside("counts")

    @property
    def blocks(self) -> Callable[[Model, Control], Iterator[Any]] | None:
        """The function that gives solutions as arrays, if there is one."""
        return self._beside("blocks")

    @property
    def batches(self) -> Callable[[Model, Control], Iterator[Any]] | None:
        """The function that gives solutions as rows, or many in an array, if there is one."""
        return self._beside("batches")

    @property
    def improving(self) -> Callable[[Model, Goal, Control], Iterator[Assignment]] | None:
        """The function that optimises by the library's own means, if there is one."""
        return self._beside("improving")

    @property
    def originals(self) -> Callable[..., Iterator[Assignment]] | None:
        """The function that solves the text from which a model was read, if there is one."""
        return self._beside("originals")

    def backends(self) -> list[str]:
        """The solvers that its library can use here, by the names that go in its brackets."""
        listed = getattr(self.module, "backends", None)
        return list(listed()) if listed is not None and self.is_installed() else []

    def is_distributed(self, options: Options) -> bool:
        """True if a search is to be cut in parts, and not to be left to the solver as a whole."""
        several = options.number_of_jobs > 1 and not self.traits.threads
        return several or options.cluster is not None

    def _beside(self, name: str) -> Callable[..., Any] | None:
        """Another function of the module, where that is the solver's: of several, only one's."""
        function = self.address.partition(":")[2] or "solutions"
        found: Any = getattr(self.module, name, None) if function == "solutions" else None
        return partial(self._asked, found) if found is not None else None

    def _asked(self, function: Callable[..., Any], model: Model, *rest: Any) -> Any:
        """The result of a function of a model and, at last, a control, asked as its name says."""
        if rest:
            rest[-1].backend = self.backend
        return function(decomposed(model) if self.mode == DECOMPOSED else model, *rest)

    @cached_property
    def traits(self) -> Traits:
        """The traits that the solver states, or those of the backend that was asked for."""
        if self.backend and self.backend in (of_each := _traits_of_backends(self)):
            return of_each[self.backend]
        own = getattr(self.function, "traits", None) or getattr(self.module, "TRAITS", None)
        return own if isinstance(own, Traits) else Traits()

    @property
    def summary(self) -> str:
        """The first line of its documentation."""
        return (self.module.__doc__ or "").strip().partition("\n")[0]

    def is_installed(self) -> bool:
        """True if its library is there; a broken one shows only when it is imported."""
        if self._lacks_its_program():
            return False
        package = self.traits.module.partition(".")[0]  # looking for a part would import the whole
        return not package or find_spec(package) is not None

    def _lacks_its_program(self) -> bool:
        if not self.traits.program:
            return False
        from shutil import which

        return which(self.traits.program) is None

    @property
    def how_to_install(self) -> str:
        """The line that installs its library."""
        if self.traits.program:
            return f"install {self.traits.program} from {self.traits.where}"
        if self.traits.extra:
            return pip_install(self.traits.extra)
        return f"pip install {self.traits.distribution or self.traits.module}"

    def version(self) -> str | None:
        """The version of its library, where there is one."""
        named = filter(None, (self.traits.distribution, self.traits.module))
        return next(filter(None, map(installed_version, named)), None)

    def load(self) -> float:
        """Import the solver and its library. Seconds that it took.

        Raises: SolverUnavailable, with the line that installs it.
        """
        start = time.perf_counter()
        try:
            library = self.traits.module
        except (KeyboardInterrupt, MemoryError):
            raise
        except BaseException as error:  # whatever another package's module does, SystemExit too
            why = f"({type(error).__name__}: {error})"
            if self.name == self.address:
                raise SolverUnavailable(
                    f"{self.name} cannot be imported {why}; its module has to be installed,"
                    " on PYTHONPATH or in the current directory"
                ) from error
            raise SolverUnavailable(
                f"{self.name} cannot be imported from {self.address} {why};"
                " mend or remove the package that offers it"
            ) from error
        if self._lacks_its_program():
            raise SolverUnavailable(
                f"{self.name} needs the program {self.traits.program}, which is not on the path;"
                f" {self.how_to_install}"
            )
        try:
            if library:
                imported(library)
        except ImportError as error:
            if is_for_want_of_memory(error):
                raise MemoryError(str(error)) from error
            raise SolverUnavailable(
                f"{self.name} needs {library}, which cannot be imported ({error});"
                f" install it: {self.how_to_install}"
            ) from error
        return time.perf_counter() - start

    def start(self, model: Model, control: Control) -> Iterator[Assignment]:
        """The solver's stream for `model`; a solver may do without `control`."""
        if self.mode == ORIGINAL:  # a run has that solved as a whole
            raise Unsupported("a part of a model has no text of its own")
        if _takes_control(self.function):
            return cast(Iterator[Assignment], self._asked(self.function, model, control))
        return cast(Iterator[Assignment], self._asked(self.function, model))


def are_all_ours() -> bool:
    """True if no other package offers a solver."""
    return not _entry_points()


def solvers(*words: bytes) -> list[Solver]:
    """Every solver, by name: of this package, with all `words` in its source; then of others."""
    own = (_own(name, address) for name, address in addresses(*words).items())
    found = {solver.name: solver for solver in own if _defines_solutions(solver)}
    for solver in _entry_points():
        found.setdefault(solver.name, solver)
    return [found[name] for name in sorted(found)]


def engines() -> list[Solver]:
    """The engines of `auto` that there are here, each asked by name, as `auto[kernel]`."""
    return [solver_named(f"auto[{name}]") for name in solver_named("auto").backends()]


def solver_named(text: str) -> Solver:
    """The solver of a name such as `choco+decomposed`, `minizinc[gecode]` or `package:function`.

    A viewpoint is left out. Raises: UnknownSolver, with the nearest name.
    """
    name = SolverName.read(text)
    found = _found(name.base)
    if found is None and name.backend:  # a family of solvers: `cpmpy[z3]` is `cpmpy-z3`
        name = SolverName(f"{name.base}-{name.backend}", mode=name.mode)
        found = _found(name.base)
    if found is None:
        _refuse_name(name.base)
    if name.backend and not hasattr(found.module, "backends"):
        raise UnknownSolver(f"{name.base} has no solver to choose; write {name.base} alone")
    if name.backend and (known := _traits_of_backends(found)) and name.backend not in known:
        advice = did_you_mean(name.backend, known, "it has")
        raise UnknownSolver(f"{name.base} has no engine {name.backend!r}; {advice}")
    if name.mode == ORIGINAL and not hasattr(found.module, "originals"):
        raise UnknownSolver(f"{name.base} reads no puzzle files; write {name.base} alone")
    return named(name, found.address) if name.backend or name.mode else found


def named(name: SolverName, address: str) -> Solver:
    """The solver at an address, asked as its name says."""
    return Solver(name.anywhere, address, name.backend, name.mode)


def _traits_of_backends(solver: Solver) -> Mapping[str, Traits]:
    """The traits of each backend by its name, where they differ from those of the solver."""
    found: Mapping[str, Traits] = getattr(solver.module, "TRAITS_OF", {})
    return found


def _found(name: str) -> Solver | None:
    """The solver called `name`, or at an address, if there is one."""
    address = address_named(name) or addresses().get(name)
    if address is not None and _defines_solutions(own := _own(name, address)):
        return own
    for solver in _entry_points():
        if solver.name == name:
            return solver
    if all(part.isidentifier() for part in re.split("[.:]", name)) and name.count(":") == 1:
        return Solver(name, name)
    return None


def _refuse_name(name: str) -> NoReturn:
    """Raises: UnknownSolver, with the nearest name."""
    known = [solver.name for solver in solvers()]
    if not name:
        raise UnknownSolver(f"a solver's name is empty; there are {', '.join(known)}")
    advice = did_you_mean(name, known, "there are")
    if not advice.startswith("did you mean"):
        advice = advice_for_module(name) or advice
    raise UnknownSolver(f"no solver {name!r}; {advice}")


def default_solvers() -> list[Solver]:
    """The solvers that `compare` runs when none is named: installed ones, our own first."""
    # another package's, broken, is listed as such, and asked for by name alone
    every = solvers(b"compared=")
    found = [s for s in every if _said(s, lambda s: s.traits.compared and s.is_installed())]
    return sorted(found, key=lambda solver: bool(solver.traits.distribution))


def too_large(solver: str, error: TooLarge) -> Unsupported:
    """The error to raise where a constraint is too large for `solver`; it names those that fit."""
    of_each = (
        (one.name, getattr(getattr(one.module, "Translation", None), "natives", {}))
        for one in solvers(b"Translation")
    )
    names = [name for name, natives in of_each if error.kind in {k.__name__ for k in natives}]
    advice = f"; {listed(names)} post it whole where it must hold" if names else ""
    return Unsupported(f"{solver} cannot translate the model: {error}{advice}")


@contextmanager
def large_refused(solver: str) -> Iterator[None]:
    """Raises: Unsupported, in the name of `solver`, for too large a decomposition."""
    try:
        yield
    except TooLarge as error:
        raise too_large(solver, error) from error


@cache
def _takes_control(function: Callable[..., object]) -> bool:
    try:
        inspect.signature(function).bind(None, None)
    except TypeError:
        return False
    except ValueError:  # it has no signature that could be read
        return True
    return True


def _defines_solutions(solver: Solver) -> bool:
    """True if its module is a solver and no helper; one that is broken is listed as a solver."""
    own = _said(solver, lambda solver: callable(getattr(solver.module, "solutions", None)))
    return own is not False


def _said(solver: Solver, question: Callable[[Solver], bool]) -> bool | None:
    """The answer of a solver; None where its module cannot be imported, for whatever reason."""
    try:
        return question(solver)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return None


@cache
def _own(name: str, address: str) -> Solver:
    return Solver(name, address)


@cache
def _entry_points() -> tuple[Solver, ...]:
    from importlib.metadata import entry_points

    found = entry_points(group=GROUP)  # each `module : function [extras]`, blanks and all
    return tuple(Solver(p.name, "".join(p.value.partition("[")[0].split())) for p in found)
