"""Reads a puzzle from a file: a function of the file's name that returns a model, or text."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any, cast

from .errors import ModelError
from .model import did_you_mean

if TYPE_CHECKING:
    from pathlib import Path


def is_path(name: str) -> bool:
    """Whether `name` means a file rather than a puzzle of the catalogue."""
    return name.endswith((".py", ".toml")) or "/" in name or "\\" in name


def function_in(given: str, other: str | None = None) -> Callable[..., Any]:
    """The puzzle function of the file `given`; the file is read, or run, afresh each time.

    With `other`, a function of that name will do too, and any where the file has just one.

    Raises: ModelError where the file cannot be read or run, or has no such function.
    """
    from pathlib import Path

    if given.endswith(".toml"):
        from .text_puzzles import function_of

        return function_of(given, text_in(given, ".toml"))
    path = Path(given)
    code = _compiled(given, path)
    name, module = path.stem.replace("-", "_"), _run(given, path, code)
    if other is not None:
        own = [key for key, value in vars(module).items() if _is_own(value, module)]
        alone = own if len(own) == 1 else []
        name = next((one for one in (name, other, *alone) if one in own), name)
    return function_named(name, module, given)


def function_named(name: str, module: ModuleType, where: str) -> Callable[..., Any]:
    """The function `name` of `module`. Raises: ModelError where there is none."""
    if name not in vars(module):
        functions = [key for key, value in vars(module).items() if _is_own(value, module)]
        raise ModelError(
            f"{where} has no function {name!r};"
            f" {did_you_mean(name, functions, 'name the puzzle like the file; it has')}"
        )
    found = vars(module)[name]
    if not callable(found):
        raise ModelError(f"{name} in {where} is {found!r}; it must be a function: def {name}(): …")
    return cast(Callable[..., Any], found)


def _is_own(value: object, module: ModuleType) -> bool:
    return callable(value) and getattr(value, "__module__", None) == module.__name__


def told(error: BaseException, filename: str) -> str:
    """`error` in a line: its type and message, and the last line of `filename` that led to it."""
    line, place = None, error.__traceback__
    while place is not None:
        if place.tb_frame.f_code.co_filename == filename:
            line = place.tb_lineno
        place = place.tb_next
    message = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"{message} (line {line})" if line else message


def text_in(given: str, suffix: str = ".py") -> str:
    """What the file `given` says. Raises: ModelError where it is no text that can be read."""
    from pathlib import Path

    path = Path(given)
    if path.suffix != suffix:
        raise ModelError(f"{given} is not a Python file; a puzzle is read from a .py or .toml file")
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


def _compiled(given: str, path: Path) -> CodeType:
    text = text_in(given)
    try:
        return compile(text, str(path.resolve()), "exec", dont_inherit=True)
    except SyntaxError as error:
        raise ModelError(f"{given}:{error.lineno}: syntax error: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise ModelError(f"{given} cannot be compiled: {error}") from None


def _run(given: str, path: Path, code: CodeType) -> ModuleType:
    """The file's module, under a private name that no import statement reaches."""
    place = str(path.resolve())
    module = ModuleType(f"_everyway_file {place}")
    module.__file__, module.__package__ = place, ""
    # Registered while it runs and after: dataclasses and annotations look their module up.
    sys.modules[module.__name__] = module
    try:
        exec(code, vars(module))
    except (Exception, SystemExit) as error:
        del sys.modules[module.__name__]
        # As a copy of a puzzle that comes with the package does.
        relative = isinstance(error, ImportError) and "relative import" in str(error)
        advice = "; write: from everyway.models import Board, Model, …" if relative else ""
        raise ModelError(f"{given} fails when it is read: {told(error, place)}{advice}") from error
    return module
