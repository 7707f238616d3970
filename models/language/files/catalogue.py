"""The catalogue: puzzles found by their name in this package or another, or in a file."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, Any, cast

from ..errors import ModelError
from ..habits import TOPICS
from ..late_dataclasses import dataclass
from ..model import Model, Recipe
from ..phrases import did_you_mean
from .parameters import arguments, parameters_of
from .printed_json import Printed
from .puzzle_files import (
    FOREIGN,
    HOUSE,
    READERS,
    Counts,
    checked,
    frozen,
    function_in,
    function_named,
    is_path,
)
from .python_scripts import Solved, Watch, in_a_line

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "everyway.models"
"""The group of entry points under which another package offers puzzles."""

Function = Callable[..., Any]


@dataclass(frozen=True)
class Puzzle:
    """A puzzle that was found; its code is imported when something of it is asked for."""

    name: str
    where: str
    """`built in`, `entry point module:function`, or the path of its file."""
    finder: Callable[[], Function]

    @cached_property
    def function(self) -> Function:
        """The function that makes the model. Raises: ModelError where it cannot be had."""
        return self.finder()

    @cached_property
    def error(self) -> str | None:
        """The reason why the puzzle cannot be used, if there is one."""
        try:
            self.function  # noqa: B018 - asking for it is what finds the error
        except ModelError as error:
            return str(error)
        return None

    @property
    def summary(self) -> str:
        """The first line of its docstring."""
        lines = (inspect.getdoc(self.function) or "").splitlines()
        return lines[0] if lines else ""

    @property
    def parameters(self) -> list[inspect.Parameter]:
        """Its parameters, with their types and defaults."""
        return list(parameters_of(self.function))

    @property
    def is_fixed(self) -> bool:
        """True if it has no parameters; of another language, none that is without a value."""
        inputs = getattr(self.function, "inputs", None)
        return not (self.parameters if inputs is None else inputs())

    @property
    def printed(self) -> Printed:
        """The variables that a script prints, by the keys of its JSON."""
        return cast(Printed, getattr(self.function, "printed", dict)())

    @property
    def knowns(self) -> tuple[Counts, ...]:
        """The numbers of solutions that are known."""
        return cast(tuple[Counts, ...], getattr(self.function, "knowns", ()))

    def model(self, **params: object) -> Model:
        """The model for `params`, which may be text as on the command line.

        Where its function makes none, it is the one that the file solves first as a program.
        Raises: ModelError for parameters that do not fit, and for a puzzle that fails.
        """
        program = None if params else getattr(self.function, "solved", None)
        if program is None:
            return self._made(params)
        watch = Watch(1, READERS)  # a function that solves is not left to its own solver
        try:
            watch.look()
            return self._made(params)
        except ModelError as error:
            watch.close()
            solved = program()
            if solved is None and isinstance(error.__cause__, Solved):
                return self._made(params)
            if solved is None:
                raise
            return Puzzle(self.name, self.where, lambda: solved).model()
        finally:
            watch.close()

    def _made(self, params: dict[str, object]) -> Model:
        bound = arguments(self.name, self.function, params)
        maker = f"{self.function.__name__}() of {self.name}"
        named = {**bound.arguments}
        for parameter in self.parameters:
            if parameter.kind is parameter.VAR_KEYWORD:  # what a file of another language takes
                named.update(named.pop(parameter.name, {}))
        params = {key: frozen(value) for key, value in named.items()}
        try:
            model = checked(self.function(*bound.args, **bound.kwargs), maker)
        except (ModelError, KeyboardInterrupt):
            raise
        except BaseException as error:
            file = inspect.unwrap(self.function).__code__.co_filename
            raise ModelError(f"{maker} failed: {in_a_line(error, file)}") from error
        recipe = model.recipe
        if recipe is None or (is_path(self.name) and recipe.puzzle == self.function.__name__):
            recipe = Recipe(self.name, params)
        return model.made_by(recipe, model.known)


def load(puzzle: str | os.PathLike[str], /, **params: object) -> Model:
    """The model of a puzzle: by name (`queens`), or by the path of its file (`./mine.py`).

    Parameters are values, or text as on the command line: `load("queens", n="8")`.
    Raises: ModelError for an unknown puzzle or parameter, a wrong value, or a file that fails.
    """
    return find(puzzle).model(**params)


def find(puzzle: str | os.PathLike[str]) -> Puzzle:
    """The puzzle of a name or a file; a file is read when something of it is asked for.

    Raises: ModelError where no puzzle has the name.
    """
    if isinstance(puzzle, os.PathLike) or (isinstance(puzzle, str) and is_path(puzzle)):
        path = os.fspath(puzzle)
        return Puzzle(path, path, lambda: function_in(path))
    wanted = str(puzzle).replace("-", "_")
    if _is_in_the_house(wanted):  # no other package is asked, and no folder listed
        return _built_in(wanted)
    found = {p.name.replace("-", "_"): p for p in reversed(puzzles())}
    if wanted in found:
        return found[wanted]
    files = (f"{puzzle}{ending}" for ending in ("", ".py", ".toml", *FOREIGN))
    if file := next(filter(os.path.isfile, files), None):
        raise ModelError(f"there is no puzzle {puzzle!r}; for the file write ./{file}")
    advice = did_you_mean(puzzle, sorted(found), "there are")
    raise ModelError(f"there is no puzzle {puzzle!r}; {advice} `everyway list` shows them all")


def puzzles() -> list[Puzzle]:
    """Every puzzle that comes with the package or is installed: none is imported for it."""
    found = {name: _built_in(name) for name in _names_in_the_house()}
    for entry in _entry_points():
        found.setdefault(entry.name, _from_entry_point(entry))
    return list(found.values())


def _names_in_the_house() -> list[str]:
    import pkgutil

    names = (module.name for module in pkgutil.iter_modules(import_module(HOUSE).__path__))
    return sorted(filter(_is_in_the_house, names))


def _is_in_the_house(name: str) -> bool:
    if not name.isidentifier() or name.startswith("_") or name in ("language", *TOPICS):
        return False
    return PathFinder.find_spec(f"{HOUSE}.{name}", import_module(HOUSE).__path__) is not None


def _built_in(name: str) -> Puzzle:
    return Puzzle(name, "built in", lambda: _imported(f"{HOUSE}.{name}", name))


def _imported(module: str, name: str) -> Function:
    try:
        return function_named(name, import_module(module), module)
    except (ModelError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise ModelError(f"{module} cannot be imported: {in_a_line(error, '')}") from error


def _entry_points() -> list[EntryPoint]:
    from importlib.metadata import entry_points

    return sorted(entry_points(group=ENTRY_POINTS), key=lambda entry: entry.name)


def _from_entry_point(entry: EntryPoint) -> Puzzle:
    return Puzzle(entry.name, f"entry point {entry.value}", lambda: _entered(entry))


def _entered(entry: EntryPoint) -> Function:
    try:
        found = entry.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise ModelError(
            f"entry point {entry.name} = {entry.value} cannot be imported: {in_a_line(error, '')}"
        ) from error
    if not callable(found):
        raise ModelError(f"entry point {entry.name} = {entry.value} is {found!r}, no function")
    return cast(Function, found)
