"""Claims from files: one solution a line, as JSON; or as `save` writes them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from ..models.language.errors import ModelError
from ..models.language.groups import Single
from ..models.language.model import Model
from ..solvers.harness.contract import ClaimError
from ..solvers.harness.saving.reading_saved import SavedSolutions, is_saved
from ..solvers.harness.saving.saved_file_format import SavedError
from ..solvers.harness.saving.saved_model_and_solver import refuse_other_model
from .claims import Claim, Reported

_LONGEST_LINE = 64 << 20
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read_claim(
    path: str | Path, model: Model, *, name: str | None = None, complete: bool = True
) -> Claim:
    """The solutions in a file of JSON Lines, or that `save` wrote, read as they are needed.

    A line is an object, by the model's groups as `Solution.to_json` writes it, or flat by
    variables. Blank lines are skipped. A variable without a value, and a value outside its domain,
    are for the comparison to judge. With `complete=False` the file does not
    say that these are all.

    Raises: ClaimError where the file cannot be opened; while it is read, for a line that is not
    UTF-8, not JSON, not an object, gives a name twice or a value of another type, or names what the
    model does not have.
    """
    file = Path(path)
    _open(file).close()
    if not file.is_file():  # which would give its lines once, and an empty claim after that
        raise ClaimError(path, "is a pipe or device; write the solutions to a file, and name that")
    if is_saved(file):
        return saved_claim(file, model, name=name, complete=complete)
    title = name or file.stem
    return Claim(
        title, lambda: Reported(title, _solutions(file, model), complete=complete), first=True
    )


def saved_claim(
    path: str | Path, model: Model, *, name: str | None = None, complete: bool = True
) -> Claim:
    """The claim of a file that `save` wrote. One whose search was not finished counts as stopped.

    Raises: SavedError, also for a file of another model, or of a projection.
    """
    file = Path(path)
    with SavedSolutions(file) as found:
        refuse_other_model(file, found.header, model)
        if found.header["project"] is not None:
            names = " ".join(found.header["project"])
            raise SavedError(file, f"has values of {names} alone; save without --project")
    title = name or file.stem

    def start() -> Reported:
        found = SavedSolutions(file)
        stream = Reported(title, _closing(found), complete=complete and found.complete)
        stream.outcome.version = found.header["version"]
        stream.outcome.objective = found.best
        return stream

    return Claim(title, start, first=True)


def _closing(found: SavedSolutions) -> Iterator[Mapping[str, Any]]:
    with found:
        yield from found.assignments()


def _solutions(path: Path, model: Model) -> Iterator[Mapping[str, Any]]:
    lists = frozenset(group.name for group in model.groups if not isinstance(group, Single))
    labelled = {variable.name: variable.labelled for variable in model.variables}
    with closing(_open(path)) as file:
        for number, line in enumerate(_lines(file, path), start=1):
            text = _decoded(line, path, number)
            if not text.strip():
                continue
            data = _parsed(text, path, number)
            try:
                values = values_in(data, model, labelled)
                if 0 < sum(key in lists for key in data) < len(data):
                    _refuse_repeats(model, data)
            except (ValueError, TypeError, LookupError, AttributeError) as error:
                raise ClaimError(
                    path, str(error), number, place_of(str(error), text) + 1
                ) from error
            yield values


def values_in(data: dict[str, Any], model: Model, labelled: Mapping[str, bool]) -> dict[str, Any]:
    """The values by variable that an object of a file gives; `labelled` says whose are labels.

    A value may be missing or outside its domain: that is for the judge. Raises: ModelError for an
    unknown name, a group in another form, and a value of another type, as `true` or `1.0` for 1.
    """
    values = model.assignment(data)
    for name, value in values.items():
        if type(value) is not (str if labelled[name] else int):
            raise ModelError(_of_another_type(data, model, name, value, labelled[name]))
    return values


def _of_another_type(
    data: Mapping[str, Any], model: Model, name: str, value: object, labelled: bool
) -> str:
    """The words for a value of another type, and under which key it stands."""
    keys = (key for key in data if name in model.assignment({key: data[key]}))
    key = next((key for key in keys if key != name), name)
    where = f"{name!r} is" if key == name else f"{key!r} gives {name} the value"
    text = json.dumps(value, ensure_ascii=False)
    text = text if len(text) < 60 else f"{text[:60]} …"
    return f"{where} {text}, which is no {'label' if labelled else 'whole number'}"


def _open(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except FileNotFoundError:
        raise ClaimError(path, "there is no such file") from None
    except IsADirectoryError:
        raise ClaimError(path, "is a folder; name a file of JSON Lines in it") from None
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: Exception) -> ClaimError:
    return ClaimError(path, f"cannot be read: {getattr(error, 'strerror', None) or error}")


def _lines(file: BinaryIO, path: Path) -> Iterator[bytes]:
    number = 0
    while line := _line(file, path):
        number += 1
        if len(line) > _LONGEST_LINE:
            raise ClaimError(path, "longer than 64 MiB; write one solution a line", number)
        yield line.removeprefix(_BYTE_ORDER_MARK) if number == 1 else line


def _line(file: BinaryIO, path: Path) -> bytes:
    try:
        return file.readline(_LONGEST_LINE + 1)
    except OSError as error:
        raise _unreadable(path, error) from error


def _decoded(line: bytes, path: Path, number: int) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        column = len(line[: error.start].decode()) + 1
        message = f"byte 0x{line[error.start]:02x} is not UTF-8; save the file as UTF-8"
        raise ClaimError(path, message, number, column) from None


def _parsed(text: str, path: Path, number: int) -> dict[str, Any]:
    text = text.rstrip("\r\n")  # or what is missing at the end would be missed on a next line
    try:
        data = DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise ClaimError(path, f"not JSON: {error.msg}", number, error.colno) from None
    except RecursionError:
        raise ClaimError(path, "nested too deeply for a solution", number) from None
    except ValueError as error:
        raise ClaimError(path, str(error), number, place_of(str(error), text) + 1) from None
    if isinstance(data, dict):
        return data
    shown = text.strip() if len(text) < 60 else f"{text.strip()[:60]} …"
    raise ClaimError(path, f"expected an object of names and values, found {shown}", number)


def _unrepeated(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the name {twice!r} comes twice; give each variable one value")
    return data


def _refuse_constant(constant: str) -> NoReturn:
    raise ValueError(f"not JSON: '{constant}' is no value")


DECODER = json.JSONDecoder(object_pairs_hook=_unrepeated, parse_constant=_refuse_constant)
"""Reads JSON alone, and no name twice. Raises: ValueError."""


def _refuse_repeats(model: Model, data: Mapping[str, Any]) -> None:
    """Raise a ValueError where a variable has a value both by its group and by its own name."""
    seen: set[str] = set()
    for key, value in data.items():
        names = model.assignment({key: value}).keys()
        for name in names & seen:
            raise ValueError(f"{name} has two values, and one is under {key!r}; give each one")
        seen |= names


def place_of(message: str, text: str, start: int = 0) -> int:
    """The place, from `start` on, of the first thing in `text` that `message` is about."""
    begins = re.findall(r"^(\S+) is ", message)
    for quoted in [*begins, *re.findall(r"'([^']*)'", message)]:
        for spelled in (json.dumps(quoted), json.dumps(quoted, ensure_ascii=False), quoted):
            if quoted and spelled in text[start:]:
                return text.index(spelled, start)
    return start
