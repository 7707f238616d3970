"""Reads a puzzle from a file: a function that returns a model, a model, or text.

Of a Python file with several, one named like the file is the puzzle, or the one that is chosen:
`file.py:name`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any, cast

from ..errors import ModelError
from ..habits import home_of, nearest
from ..model import Model
from ..phrases import did_you_mean
from .foreign_models import is_foreign_class, read_foreign

if TYPE_CHECKING:
    from pathlib import Path


FOREIGN = {
    ".mzn": "everyway.formats.minizinc_files",
    ".fzn": "everyway.formats.minizinc_files",
    ".cnf": "everyway.formats.clause_files",
    ".opb": "everyway.formats.clause_files",
    ".xml": "everyway.formats.xcsp3_files",
    ".xml.lzma": "everyway.formats.xcsp3_files",
}
"""Modules that read files of other languages, each with a function `function_of` of a path."""


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


def function_in(given: str, other: str | None = None) -> Callable[..., Any]:
    """The puzzle of the file `given`, as a function; the file is read, or run, afresh each time.

    It is the one that is chosen, as in `file.py:name`; else the one named like the file, else
    `other`, else the only one.

    Raises: ModelError where the file cannot be read or run, has no puzzle, or has several.
    """
    from pathlib import Path

    reader = next((FOREIGN[end] for end in FOREIGN if given.endswith(end)), None)
    if reader is not None:
        return cast(Callable[..., Any], import_module(reader).function_of(given))
    given, chosen = file_and_name(given)
    if given.endswith(".toml"):
        from .text_puzzles import function_of

        if chosen is not None:
            raise ModelError(f"{given} holds one puzzle; leave out {chosen!r} behind it")
        return function_of(given, text_in(given, ".toml"))
    module = _run(given)
    if chosen is not None:
        return function_named(chosen, module, given)
    for name in (Path(given).stem.replace("-", "_"), other):
        if name in vars(module) and not _is_of_the_language(vars(module)[name]):
            return function_named(name, module, given)
    return _only(module, given)


def puzzles_in(given: str) -> list[str]:
    """The names of the puzzles of a Python file, which is run. Raises: ModelError."""
    return _puzzles(_run(given))


def function_named(name: str, module: ModuleType, where: str) -> Callable[..., Any]:
    """The puzzle `name` of `module`, as a function. Raises: ModelError where there is none."""
    if name not in vars(module):
        advice = did_you_mean(name, _puzzles(module), "its puzzles are")
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


def in_a_line(error: BaseException, filename: str) -> str:
    """`error` in a line: its type and message, and the last line of `filename` that led to it."""
    line, place = None, error.__traceback__
    names: dict[str, object] = {}
    while place is not None:
        if place.tb_frame.f_code.co_filename == filename:
            line, names = place.tb_lineno, place.tb_frame.f_globals | place.tb_frame.f_locals
        place = place.tb_next
    message = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    message += _meant(error, names)
    return f"{message} (line {line})" if line else message


def _meant(error: BaseException, names: Iterable[str]) -> str:
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
    return did_you_mean(path.name, files, f"the {path.suffix} files in {path.parent} are")


def _compiled(given: str, text: str, place: str) -> CodeType:
    try:
        return compile(text, place, "exec", dont_inherit=True)
    except SyntaxError as error:
        raise ModelError(f"{given}:{error.lineno}: syntax error: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise ModelError(f"{given} cannot be compiled: {error}") from None


def _run(given: str) -> ModuleType:
    """The module of the file `given`, under a private name that no import statement reaches."""
    from pathlib import Path

    text = text_in(given)
    place = str(Path(given).resolve())
    code = _compiled(given, text, place)
    module = ModuleType(f"_everyway_file {place}")
    module.__file__, module.__package__ = place, ""
    # Registered while it runs and after: dataclasses and annotations look their module up.
    sys.modules[module.__name__] = module
    try:
        exec(code, vars(module))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # also SystemExit, GeneratorExit, and classes of its own
        del sys.modules[module.__name__]
        raise ModelError(f"{given} fails when it is read: {in_a_line(error, place)}") from error
    return module
