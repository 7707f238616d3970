"""Python files run as `python FILE` runs them, with their neighbours, to the solve of a model.

Import statements of the file and of its neighbours alone find these: nobody else takes a neighbour
for a library of its name, and two files may each have one of the same name.
"""

from __future__ import annotations

import builtins
import os
import re
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from itertools import pairwise
from types import CodeType, ModuleType, SimpleNamespace
from typing import Any, cast

from ..errors import ModelError
from ..habits import home_of, nearest

PRIVATE = "_everyway_file "
"""Begins the names of modules that no import statement of others reaches."""


def folder_of(place: str) -> str:
    """The private name, without a dot, of the package of a file's neighbours."""
    return f"{PRIVATE}beside {place}".replace(".", "·")


class Neighbours:
    """A finder of the modules beside a file, by private names; the standard library comes first."""

    def __init__(self, place: str, after: Callable[[], None], *, alone: bool) -> None:
        """`after` each import statement of these a function is called; `alone`, none is found."""
        self.package = folder_of(place)
        self.builtins = {**vars(builtins), "__import__": self._import}
        self._folder, self._after, self._alone = os.path.dirname(place), after, alone
        for name in [one for one in sys.modules if f"{one}.".startswith(f"{self.package}.")]:
            del sys.modules[name]  # of an earlier run
        package = sys.modules[self.package] = ModuleType(self.package)
        package.__path__ = [self._folder]
        others = [one for one in sys.meta_path if getattr(one, "package", "") != self.package]
        sys.meta_path[:] = [self, *others]

    def find_spec(self, name: str, path: Any = None, *_: object) -> ModuleSpec | None:
        """The module of a private name; None for any other."""
        if not name.startswith(f"{self.package}."):
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            vars(spec.loader)["exec_module"] = self._execute
        return spec

    def _execute(self, module: ModuleType) -> None:
        """Run a neighbour, whose text is read afresh and whose import statements find others."""
        place, loader = module.__file__, cast(Any, module.__loader__)
        code = loader.source_to_code(loader.get_data(place), place)
        module.__spec__ = None  # as of the file itself: no other process looks for it by its name
        vars(module)["__builtins__"] = self.builtins
        exec(code, vars(module))

    def _import(
        self, name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0
    ) -> ModuleType:
        """The work of an import statement, as `builtins.__import__` does it."""
        first, whole = name.partition(".")[0], f"{self.package}.{name}"
        try:
            if level or not self._has(first):
                return builtins.__import__(name, globals, locals, fromlist, level)
            found = builtins.__import__(whole, globals, locals, fromlist)
            return found if fromlist else sys.modules[f"{self.package}.{first}"]
        finally:
            self._after()

    def _has(self, name: str) -> bool:
        """True if a neighbour is called `name`; a folder without `__init__.py` comes last."""
        if self._alone or name in sys.stdlib_module_names or name == "everyway":
            return False
        spec = PathFinder.find_spec(f"{self.package}.{name}", [self._folder])
        if spec is not None and spec.origin is None:
            return name not in sys.modules and PathFinder.find_spec(name) is None
        return spec is not None


SOLVERS = {"CpModel": "CpSolver"}
"""The class whose methods solve the models of another."""
SOLVES = re.compile(r"solve\w*|getSolution\w*|Solve\w*|SearchForAllSolutions")
"""The names of methods that solve."""


class Solved(BaseException):
    """Ends a file at the solve that is asked for, also where it catches every Exception."""


class Watch:
    """Ends a run when it comes to solve the `number`-th of its models, from 1; 0 for none."""

    def __init__(
        self, number: int, kinds: Iterable[str], answer: Callable[[Any], Any] | None = None
    ) -> None:
        """`kinds` are the classes of models, by name; `found` is the model that was asked for.

        Where there is an `answer`, the run goes on once with a model to be solved in its place.
        """
        self.found: Any = None
        self.answer = answer
        self._met: list[Any] = []  # models solved, or handed to a solver, each once
        self._handed: Any = None  # the model that was handed to a solver object and is asked for
        self._number, self._kinds = number, [*kinds] if number else []
        self._replaced: list[tuple[Any, str, Any]] = []

    def look(self) -> None:
        """Replace the methods that solve, of the classes that are imported by now."""
        for name in [one for one in self._kinds if one.rpartition(".")[0] in sys.modules]:
            self._kinds.remove(name)
            module, _, kind = name.rpartition(".")
            owner = vars(sys.modules[module])[kind]
            solver = getattr(sys.modules[module], SOLVERS.get(kind, kind))
            for attribute, method in [*vars(solver).items()]:
                if SOLVES.fullmatch(attribute) and callable(method):
                    self._replaced.append((solver, attribute, method))
                    setattr(solver, attribute, self._solving(method, solver is owner))
            if module.startswith("cpmpy."):
                owner = import_module("cpmpy.solvers.solver_interface").SolverInterface
                # Python cannot take a `__new__` away again: one that does as before stays.
                before = vars(owner).get("__new__", lambda kind, *_, **__: object.__new__(kind))
                self._replaced.append((owner, "__new__", before))
                owner.__new__ = self._posted

    def close(self) -> None:
        """Put all methods back, and look no more; take back the flags that files gave to absl."""
        self._kinds.clear()
        while self._replaced:
            setattr(*self._replaced.pop())
        flags: Any = getattr(sys.modules.get("absl.flags"), "FLAGS", ())
        for name in [*flags]:  # absl refuses a name for the second time
            owner = flags.find_module_defining_flag(name)
            if owner == sys.argv[0] or str(owner).startswith(PRIVATE):
                delattr(flags, name)

    def lacks(self, error: BaseException) -> bool:
        """True if an attribute is missing of the model that stands for a solver object."""
        asked = error.obj if isinstance(error, AttributeError) else None
        return any(asked is one for one in self._met)

    def _is_wanted(self, model: Any) -> bool:
        """True for the model that is asked for, which is to be solved."""
        if not any(model is one for one in [*self._met, self._handed]):
            self._met.append(model)
        wanted = [*self._met[self._number - 1 : self._number], self._handed]
        return any(model is one for one in wanted)

    def _solving(self, method: Callable[..., Any], is_of_model: bool) -> Callable[..., Any]:
        """The method of a model that solves it, or of a solver that takes a model first."""

        def solve(owner: Any, *args: Any, **options: Any) -> Any:
            model = owner if is_of_model else args[0] if args else options.get("model")
            caller = str(sys._getframe(1).f_globals.get("__name__"))
            if not caller.startswith("cpmpy.") and self._is_wanted(model):  # CPMpy has its own
                is_second, self.found = self.found is not None, model
                if self.answer is None or is_second:
                    raise Solved
                other = self.answer(model)
                if is_of_model:
                    return method(other, *args, **options)
                options.pop("model", None)
                return method(owner, other, *args[1:], **options)
            return method(owner, *args, **options)

        return solve

    def _posted(self, kind: type, native: Any = None, *_: Any, **__: Any) -> Any:
        """A solver object of CPMpy's; for the model that is asked for, a model in its place."""
        posted = sys.modules["cpmpy"].Model()
        is_known = native is not None and native is self._handed
        if is_known or not self._is_wanted(posted if native is None else native):
            return object.__new__(kind)
        self._handed = native
        if native is not None:
            posted.constraints = [*native.constraints]
            posted.objective_, posted.objective_is_min = native.objective_, native.objective_is_min
        native = SimpleNamespace(parameters=SimpleNamespace())  # OR-Tools' own, as some call it
        native.Solve = native.SearchForAllSolutions = posted.solve
        vars(posted).update(ort_solver=native, ort_model=None, varmap={}, _varmap={})
        self._met[self._number - 1] = posted
        return posted


def returns_a_value(function: object) -> bool:
    """True for a function with a return statement of more than None: others solve and print."""
    import dis

    if not hasattr(function, "__code__"):
        return callable(function) and hasattr(function, "__name__")
    steps = pairwise(dis.get_instructions(function.__code__))
    returned = [before for before, end in steps if end.opname == "RETURN_VALUE"]
    return any("CONST" not in one.opname or one.argval is not None for one in returned)


def compiled(given: str, text: str, place: str) -> CodeType:
    """The code of a file's text. Raises: ModelError with the line."""
    try:
        return compile(text, place, "exec", dont_inherit=True)
    except SyntaxError as error:
        raise ModelError(f"{given}:{error.lineno}: syntax error: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise ModelError(f"{given} cannot be compiled: {error}") from None


def meant(error: BaseException, names: Iterable[str]) -> str:
    """The name that was probably meant where `error` does not know one, as the end of a message."""
    near = None
    match error:
        case NameError(name=str(name)):
            if home := home_of(name):
                return f"; write: from {home} import {name}"
            near = nearest(name, [*import_module("everyway.models").__all__, *names])
        case AttributeError(name=str(name), obj=owner) if ";" not in str(error):
            near = nearest(name, [one for one in dir(owner) if not one.startswith("_")])
    return f"; did you mean {near!r}?" if near else ""


def in_a_line(error: BaseException, filename: str) -> str:
    """`error` in a line: its type and message, and the last line of `filename` that led to it."""
    line, place = None, error.__traceback__
    names: dict[str, object] = {}
    while place is not None:
        if place.tb_frame.f_code.co_filename == filename:
            line, names = place.tb_lineno, place.tb_frame.f_globals | place.tb_frame.f_locals
        place = place.tb_next
    message = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    message = message.replace(f"{folder_of(filename)}.", "") + meant(error, names)
    return f"{message} (line {line})" if line else message
