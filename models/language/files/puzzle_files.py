"""Reads a puzzle from a file: a function that returns a model, a model, or text.

Of a Python file with several, one named like the file is the puzzle, or the one that is chosen:
`file.py:name`; or the model that a script solves first, and by `file.py:2` the one after it.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial, wraps
from importlib import import_module
from time import perf_counter
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, ParamSpec, cast, overload

from ..errors import ModelError
from ..late_dataclasses import dataclass
from ..model import Known, Model, Recipe
from ..phrases import did_you_mean
from .parameters import refuse_no_choice, refuse_small
from .printed_json import SECONDS, Answer, printed_by
from .python_scripts import (
    PRIVATE,
    Neighbours,
    Solved,
    Watch,
    compiled,
    in_a_line,
    returns_a_value,
)

if TYPE_CHECKING:
    from pathlib import Path


# --------------- Models of other libraries, in a Python file or as what a puzzle function returns.
#
# A class is known by its name, so that no library is imported unless a file has done so.


READERS = {
    "cpmpy.model.Model": "everyway.formats.cpmpy_models",
    "constraint.problem.Problem": "everyway.formats.python_constraint_models",
    "ortools.sat.python.cp_model.CpModel": "everyway.formats.cpsat_models",
}
"""The module that reads the models of a class, each with `model_of` a model and a name."""


def is_foreign_class(kind: object) -> bool:
    """True for a class whose instances `read_foreign` makes models of ours."""
    return _reader(kind) is not None


def read_foreign(value: Any, name: str) -> Any:
    """`value`, as a model called `name` where it is one of another library.

    So is a tuple with one such model, as `return model, (x, y)` makes it. Raises: ModelError for
    what the model has and everyway has not.
    """
    if isinstance(value, tuple):
        found = [one for one in value if is_foreign_class(type(one))]
        return read_foreign(found[0], name) if len(found) == 1 else value
    reader = _reader(type(value))
    return value if reader is None else import_module(reader).model_of(value, name)


def _reader(kind: object) -> str | None:
    classes = kind.__mro__ if isinstance(kind, type) else ()
    names = (f"{one.__module__}.{one.__qualname__}" for one in classes)
    return next((READERS[name] for name in names if name in READERS), None)


# ------------- Puzzle functions: they return a model, with the counts that the world knows for it.
#
# >>> from everyway.models import Model, variables
# >>> @puzzle(known("every choice counts", n={1: 2, 2: 4}))
# ... def coins(n: int = 2) -> Model:
# ...     '''Coins that lie either way up.'''
# ...     return Model(f"{n} coins", variables("coin", n, ["heads", "tails"]))
# >>> coins(2).known
# Known(count=4, source='every choice counts')


P = ParamSpec("P")

HOUSE = "everyway.models"
"""The package whose modules are the puzzles that come with it."""


@dataclass(frozen=True)
class Counts:
    """Known numbers of solutions: one, or one for each value of the parameter `varying`."""

    source: str
    params: Mapping[str, Any]
    """The parameters that are not at their defaults."""
    varying: str | None
    counts: Mapping[Any, int]
    """The number by the value of `varying`; by None where nothing varies."""

    def entries(self) -> Iterator[tuple[dict[str, Any], Known]]:
        """Each known number, with the parameters that it stands for."""
        for value, count in self.counts.items():
            varied = {} if self.varying is None else {self.varying: value}
            yield {**self.params, **varied}, Known(count, self.source)


def known(source: str, /, *, count: int | None = None, **params: Any) -> Counts:
    """The numbers of solutions by `source`. Parameters that are not named are at their defaults.

    One parameter may be {value: count}; without one, `count` is the number.

    >>> known("OEIS A007705", wrap=True, n={5: 10, 7: 28}).params
    {'wrap': True}
    """
    tables = [name for name, value in params.items() if isinstance(value, Mapping)]
    if len(tables) > 1 or (count is None) != bool(tables):
        raise ModelError(
            f"known({source!r}) needs either one parameter as {{value: count}} or count=…;"
            f" it has {[*tables, *(['count'] if count is not None else [])]}"
        )
    varying = tables[0] if tables else None
    counts: dict[Any, Any] = dict(params.pop(varying)) if varying else {None: count}
    for number in counts.values():
        if type(number) is not int or number < 0:
            raise ModelError(f"known({source!r}) gives the count {number!r}; write an int from 0")
    return Counts(source, params, varying, counts)


@overload
def puzzle(function: Callable[P, Model], /) -> Callable[P, Model]: ...


@overload
def puzzle(
    *knowns: Counts, least: Mapping[str, int] = ...
) -> Callable[[Callable[P, Model]], Callable[P, Model]]: ...


def puzzle(*arguments: Any, least: Mapping[str, int] = MappingProxyType({})) -> Any:
    """The function below it, its models knowing how they were made and their known count.

    It is written bare, or with `known(...)` counts, and with the `least` numbers that parameters
    may be, or hold: `least={"n": 0}`.
    Raises: ModelError where either names a parameter that the function lacks.
    """
    if len(arguments) == 1 and inspect.isfunction(arguments[0]):
        return _puzzle(arguments[0], (), least)
    for argument in arguments:
        if not isinstance(argument, Counts):
            raise ModelError(f"puzzle takes known(...) counts, not {argument!r}")
    return lambda function: _puzzle(function, arguments, least)


def _puzzle(
    function: Callable[P, Model], knowns: tuple[Counts, ...], least: Mapping[str, int]
) -> Callable[P, Model]:
    signature = inspect.signature(function)
    _bound(signature, least, f"least values of {function.__name__}")
    table = [
        (_bound(signature, params, f"known counts of {function.__name__}"), count)
        for counts in knowns
        for params, count in counts.entries()
    ]
    name = _address(function)

    @wraps(function)
    def make(*args: P.args, **kwargs: P.kwargs) -> Model:
        bound = signature.bind(*map(frozen, args), **{k: frozen(v) for k, v in kwargs.items()})
        bound.apply_defaults()
        refuse_no_choice(function.__name__, function, bound.arguments)
        refuse_small(function.__name__, least, bound.arguments)
        model = checked(function(*bound.args, **bound.kwargs), f"puzzle {function.__name__}")
        params = {key: frozen(value) for key, value in bound.arguments.items()}
        matching = (count for values, count in table if _same(values, params))
        return model.made_by(Recipe(name, params), next(matching, None))

    vars(make)["knowns"] = knowns
    return make


def _bound(signature: inspect.Signature, params: Mapping[str, Any], where: str) -> dict[str, Any]:
    """`params` and the defaults of the others. Raises: ModelError for one that is not there."""
    for name in params:
        if name not in signature.parameters:
            advice = did_you_mean(name, signature.parameters, "it has")
            raise ModelError(f"{where}: there is no parameter {name!r}; {advice}")
    bound = signature.bind_partial()
    bound.apply_defaults()
    return {key: frozen(value) for key, value in {**bound.arguments, **params}.items()}


def _same(expected: Mapping[str, Any], params: Mapping[str, Any]) -> bool:
    return expected.keys() == params.keys() and all(
        type(value) is type(params[key]) and bool(value == params[key])
        for key, value in expected.items()
    )


def frozen(value: Any) -> Any:
    """`value` with lists, and what can be read only once, as tuples."""
    return tuple(map(frozen, value)) if isinstance(value, list | tuple | Iterator) else value


def checked(model: object, maker: str) -> Model:
    """`model`, if it is one, also of another library. Raises: ModelError, naming who made it."""
    model = read_foreign(model, maker.partition("()")[0])
    if isinstance(model, Model):
        return model
    raise ModelError(f"{maker} returned {model!r}, which is no model; write: return Model(...)")


def _address(function: Callable[..., Model]) -> str:
    """The name by which `load` finds the function: its own in the package, else its file."""
    if function.__module__.rpartition(".")[0] == HOUSE:
        return function.__name__
    file = os.path.realpath(function.__code__.co_filename)
    stem = os.path.splitext(os.path.basename(file))[0]
    return file if stem.replace("-", "_") == function.__name__ else function.__name__


FOREIGN = {
    **dict.fromkeys((".mzn", ".fzn"), "everyway.formats.minizinc_files"),
    **dict.fromkeys((".cnf", ".opb"), "everyway.formats.clause_files"),
    **dict.fromkeys((".xml", ".xml.lzma"), "everyway.formats.xcsp3_files"),
    ".json": "everyway.formats.fpuzzles",
    **dict.fromkeys((".pb", ".pbtxt", ".textproto", ".txtpb"), "everyway.formats.cpsat_models"),
}
"""Modules that read other languages, each with a `model_in` a path, and `inputs_of` it if any."""


def is_path(name: str) -> bool:
    """True if `name` means a file rather than a puzzle of the catalogue."""
    ends = (".py", ".toml", *FOREIGN)
    return file_and_name(name)[0].endswith(ends) or "/" in name or "\\" in name


def file_and_name(given: str) -> tuple[str, str | None]:
    """The path in `file.py:name`, and the name that is chosen in it, if one is.

    >>> file_and_name("./seats.py:table"), file_and_name("./seats.py")
    (('./seats.py', 'table'), ('./seats.py', None))
    """
    file, colon, name = given.rpartition(":")
    return (file, name) if colon and file.endswith((".py", ".toml")) else (given, None)


def function_in(given: str, other: str | None = None, *, alone: bool = False) -> Callable[..., Any]:
    """The puzzle of the file `given`, as a function; the file is read, or run, afresh each time.

    It is the one that is chosen, as in `file.py:name`; else the one named like the file, else
    `other`, else the only one; else the model that it solves first. `alone`, it has no neighbours.

    Raises: ModelError where the file cannot be read or run, has no puzzle, or has several.
    """
    if reader := next((FOREIGN[end] for end in FOREIGN if given.endswith(end)), None):
        of = import_module(reader)
        made, inputs = partial(of.model_in, given), getattr(of, "inputs_of", None)
        vars(made).update(__name__="model", __doc__=f"The model in {given}.")
        vars(made).update(__code__=of.model_in.__code__, inputs=inputs and partial(inputs, given))
        return made
    given, chosen = file_and_name(given)
    if given.endswith(".toml"):
        from .text_puzzles import function_of

        if chosen is not None:
            raise ModelError(f"{given} holds one puzzle; leave out {chosen!r} behind it")
        return function_of(given, text_in(given, ".toml"))
    script = Script(given, alone)
    number = int(chosen) if chosen and chosen.isdecimal() else 0
    if script.is_pycsp3 and (number or chosen is None):
        of = import_module("everyway.formats.pycsp3_scripts")
        return cast(Callable[..., Any], of.function_of(given, number or 1, alone=alone))
    if number and (solved := script.solved(number)):
        return solved
    if chosen is not None:
        return function_named(chosen, script.read()[0], given)
    module, found = script.read(0 if script.is_own else 1)
    there = [name for name in (script.name, other) if name in vars(module)]
    named = [name for name in there if not _is_of_the_language(vars(module)[name])]
    name = _chosen(module, named, given, stopped=found is not None)
    if name is None and (solved := script.solved()):
        return solved
    if name is None and not named:
        return _only(module, given)
    function = function_named(name or named[0], module, given)
    if inspect.isfunction(function) and not _makes_a_model(function):
        vars(function)["solved"] = script.solved
    return function


def _chosen(module: ModuleType, named: list[str], where: str, *, stopped: bool) -> str | None:
    """The name of the puzzle of a module; None where none is sure to be. Raises: ModelError.

    Of a module that was `stopped` at a solve no model is taken, for it may not be whole.
    """
    known = vars(module)

    def fits(name: str) -> bool:
        return not stopped if _is_model(known[name]) else returns_a_value(known[name])

    for name in filter(fits, named):
        return name
    names = [one for one in _puzzles(module) if not (stopped and _is_model(known[one]))]
    sure = any(_is_model(known[one]) or _makes_a_model(known[one]) for one in names)
    if len(names) > 1 and sure and not stopped:
        _only(module, where)
    return names[0] if len(names) == 1 and fits(names[0]) else None


def puzzles_in(given: str) -> list[str]:
    """The names of the puzzles of a Python file, which is run. Raises: ModelError."""
    return _puzzles(Script(given).read()[0])


def function_named(name: str, module: ModuleType, where: str) -> Callable[..., Any]:
    """The puzzle `name` of `module`, as a function. Raises: ModelError where there is none."""
    if name not in vars(module):
        advice = did_you_mean(name, _puzzles(module), "its puzzles are")
        if name.isdecimal():
            advice = f"it solves fewer models when it is run, or none; {where}:1 is the first"
        raise ModelError(f"{where} has no puzzle {name!r}; {advice}")
    found = vars(module)[name]
    if isinstance(found, Model) or is_foreign_class(type(found)):
        return _always(read_foreign(found, name), name, where)
    if not callable(found) or not hasattr(found, "__name__"):
        raise ModelError(
            f"{name} in {where} is {found!r}; it must be a function: def {name}(): …, or a Model"
        )
    return cast(Callable[..., Any], found)


def _only(module: ModuleType, where: str) -> Callable[..., Any]:
    """The one puzzle of a module. Raises: ModelError for none or several."""
    names = _puzzles(module)
    if not names:
        raise ModelError(
            f"{where} has no puzzle; write a function that returns a Model, or name a Model"
        )
    if len(names) > 1:
        shown = f"{', '.join(names[:-1])} and {names[-1]}"
        raise ModelError(f"{where} has several puzzles, {shown}; choose one: {where}:{names[0]}")
    return function_named(names[0], module, where)


def _puzzles(module: ModuleType) -> list[str]:
    """The names under which a module has models, and functions that make them.

    Where functions say what they return, or a model stands there, other functions are helpers, as
    is whatever begins with an underscore.
    """
    named = {name: value for name, value in vars(module).items() if not name.startswith("_")}
    models = {id(value): name for name, value in named.items() if _is_model(value)}
    own = [name for name, value in named.items() if _is_own(value, module)]
    makers = [name for name in own if _makes_a_model(vars(module)[name])]
    return [*models.values(), *makers] or own


def _is_model(value: object) -> bool:
    return isinstance(value, Model) or is_foreign_class(type(value))


def _is_own(value: object, module: ModuleType) -> bool:
    whose = getattr(value, "__module__", None)
    return callable(value) and not isinstance(value, type) and whose == module.__name__


def _is_of_the_language(value: object) -> bool:
    """True for a function or class that a file imports from everyway.models, by name or by `*`."""
    whose = getattr(value, "__module__", None)
    return callable(value) and str(whose).startswith("everyway.models.language.")


def _makes_a_model(function: Callable[..., Any]) -> bool:
    """True if it is marked as a puzzle, or says that it returns a model."""
    said = getattr(function, "__annotations__", {}).get("return")
    named = said is Model or is_foreign_class(said)
    return hasattr(function, "knowns") or named or str(said).split(".")[-1] in ("Model", "Problem")


def _always(model: Model, name: str, where: str) -> Callable[[], Model]:
    """A function without parameters that returns `model`."""

    def made() -> Model:
        return model

    made.__name__, made.__doc__ = name, f"{model.name}, a model in {where}."
    return made


def text_in(given: str, suffix: str = ".py") -> str:
    """The text of the file `given`. Raises: ModelError where it cannot be read as text."""
    from pathlib import Path

    path = Path(given)
    if path.suffix != suffix:
        raise ModelError(
            f"{given} is not a Python file; a puzzle is read from a .py, .toml,"
            f" {', '.join([*FOREIGN][:-1])} or {[*FOREIGN][-1]} file"
        )
    if path.is_dir():
        raise ModelError(f"{given} is a folder; name the puzzle file in it")
    if not path.exists():
        raise ModelError(f"there is no file {given}; {_neighbours(path)}")
    if not path.is_file():
        raise ModelError(f"{given} is not a regular file; name a puzzle file")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ModelError(f"{given} cannot be read: {error.strerror}") from None
    if b"\0" in data:
        raise ModelError(f"{given} is binary; a puzzle file is text")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ModelError(
            f"{given}:{line}: byte 0x{data[error.start]:02x} is not UTF-8; save the file as UTF-8"
        ) from None


def _neighbours(path: Path) -> str:
    if not path.parent.is_dir():
        return f"there is no folder {path.parent} either"
    files = sorted(file.name for file in path.parent.glob(f"*{path.suffix}"))
    return did_you_mean(path.name, files, f"of {path.suffix} files the folder {path.parent} has")


class Script:
    """A Python file, run under a private name or as a program; `is_own` if it imports everyway."""

    def __init__(self, given: str, alone: bool = False) -> None:
        """Read its text. Raises: ModelError where it cannot be read or compiled."""
        from pathlib import Path

        self._given, self._alone, self._text = given, alone, text_in(given)
        self._code = compiled(given, self._text, str(Path(given).resolve()))
        self.name = Path(given).stem.replace("-", "_")
        self.is_own = bool(re.search(r"^\s*(from|import) everyway\b", self._text, re.MULTILINE))
        self.is_pycsp3 = bool(re.search(r"^\s*(from|import) pycsp3\b", self._text, re.MULTILINE))

    def read(
        self, number: int = 0, name: str = "", answer: Answer | None = None
    ) -> tuple[ModuleType, Any]:
        """Its module, and the `number`-th model that it solves, where it ends; None without one.

        With an `answer`, which makes another to be solved in its place, it goes on behind it.

        Raises: ModelError where it fails, or goes on all the same.
        """
        place, words, main = self._code.co_filename, sys.argv, sys.modules["__main__"]
        module, watch = ModuleType(name or f"{PRIVATE}{place}"), Watch(number, READERS, answer)
        found = Neighbours(place, watch.look, alone=self._alone).builtins
        vars(module).update(__file__=place, __package__="", __builtins__=found)
        # Registered while it runs and after: dataclasses and annotations look their module up.
        sys.modules[module.__name__], sys.argv = module, [place]
        try:
            watch.look()
            exec(self._code, vars(module))
        except KeyboardInterrupt:
            raise
        except Solved:
            return module, watch.found
        except BaseException as error:  # also SystemExit, GeneratorExit, and classes of its own
            is_wrong = watch.found is None or answer is not None
            if is_wrong and not (name and isinstance(error, SystemExit)):
                sys.modules.pop(f"{PRIVATE}{place}", None)
                how = f"is {'run' if name else 'read'}: {in_a_line(error, place)}"
                if watch.lacks(error):
                    how += "; it asks a solver itself, beside its model, for what is not read"
                raise ModelError(f"{self._given} fails when it {how}") from error
        finally:
            watch.close()
            sys.argv, sys.modules["__main__"] = words, main
        if watch.found is not None and answer is None:
            raise ModelError(
                f"{self._given} goes on after the solve at which its model is taken; catch"
                " Exception there, not BaseException, and do not return in a `finally`"
            )
        return module, None

    def solved(self, number: int = 1) -> Callable[[], Model] | None:
        """The `number`-th model that it solves as a program, as a function; None without one."""
        libraries = (name.partition(".")[0] for name in READERS)
        uses = any(one in self._text or one in sys.modules for one in libraries)
        start = perf_counter()
        found = self.read(number, "__main__")[1] if uses and not self.is_own else None
        if found is None:
            return None
        made = _always(read_foreign(found, self.name), self.name, self._given)
        prints = re.search(r"^\s*(?:import|from) .*\bjson\b", self._text, re.MULTILINE)
        if prints and perf_counter() - start < SECONDS:
            answering = import_module(str(_reader(type(found)))).answering
            run = partial(self.read, number, "__main__")
            vars(made)["printed"] = partial(printed_by, run, answering)
        return made
