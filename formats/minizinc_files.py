"""MiniZinc models as models: flattened by the installed MiniZinc, with global constraints whole.

MiniZinc is run with a solver configuration of ours, which keeps what everyway has as it is, and
writes sets of numbers as Booleans. FlatZinc names neither the constraints nor the members of
enumerated types as the user wrote them: the paths that MiniZinc keeps say where each is from.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path
from shutil import which
from typing import IO, Any

from ..models.language.errors import ModelError
from ..models.language.late_dataclasses import replace
from ..models.language.model import Model, Recipe
from .flatzinc.flatzinc_models import Origin, Reading, reading
from .flatzinc.optional_values import Optional
from .flatzinc.statements import Call, Source
from .flatzinc.terms import INTRODUCED, SetOfBooleans

# ------------------------------------- The texts of MiniZinc files, and which others they include.
#
# MiniZinc reads whatever a model includes, and shows lines of it in its errors. A model of
# somebody else's must not have files read that do not lie beside it.


MOST_BYTES = 64_000_000
"""A text that is longer is refused, and MiniZinc writes no longer one."""
_INCLUDE = re.compile(
    r"""(?P<include>\binclude\b(?>(?:\s|%[^\n]*|/\*.*?\*/)*)"(?P<path>(?:[^"\\\n]|\\.)*)")""",
    re.DOTALL,
)
_TOKEN = re.compile(
    rf'''%[^\n]*|/\*.*?\*/|'[^'\n]*'|{_INCLUDE.pattern}|"(?:[^"\\\n]|\\.)*"''', re.DOTALL
)


def existing(given: str | os.PathLike[str]) -> Path:
    """The file of that name. Raises: ModelError where there is none."""
    file = Path(given)
    if file.is_dir():
        raise ModelError(f"{file} is a folder; name a file in it")
    if not file.is_file():
        raise ModelError(f"there is no file {os.fspath(given)}")
    return file


def text_of(file: Path) -> str:
    """The text of a file. Raises: ModelError where it is no text, or too long, or not there."""
    try:
        return bytes_of(file).decode().replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise ModelError(f"{file} is no UTF-8 text ({error})") from None


def bytes_of(file: Path) -> bytes:
    """The bytes of a file. Raises: ModelError where they are too many, or not there."""
    try:
        if file.stat().st_size > MOST_BYTES:
            megabytes = MOST_BYTES // 10**6
            raise ModelError(f"{file} has more than {megabytes} MB; give a smaller model")
        return file.read_bytes()
    except OSError as error:
        raise ModelError(f"{file} cannot be read: {error.strerror or error}") from None


def refuse_outside(*files: Path) -> None:
    """Raises: ModelError, with the line, where a file includes one from elsewhere.

    That is neither beside or below the first of `files`, nor below the current folder, nor a file
    of MiniZinc's library.
    """
    homes = [files[0].resolve().parent, Path.cwd().resolve()]
    waiting, seen = [file.resolve() for file in files], set[Path]()
    while waiting:
        file = waiting.pop()
        if file in seen:
            continue
        seen.add(file)
        for line, written in _includes(text_of(file)):
            found = (file.parent / written).resolve()
            inside = any(found.is_relative_to(home) for home in homes)
            if "\\" in written or "\0" in written or not inside:
                raise ModelError(
                    f"{file}:{line}: include {written[:80]!r} leads outside the folder of the"
                    " model; copy the file beside it, or start in a folder that holds both"
                )
            if found.is_file():
                waiting.append(found)


def _includes(text: str) -> Iterator[tuple[int, str]]:
    """The files that a text includes, with the lines; not what stands in comments and strings.

    Where a string computes a part of itself, which may hold comments and strings in turn, they too.
    """
    for found in (_INCLUDE if r"\(" in text else _TOKEN).finditer(text):
        if found["include"]:
            yield text.count("\n", 0, found.start()) + 1, found["path"]


LIBRARY = Path(__file__).parent / "flatzinc" / "library"
DATA = "--data"
"""The parameter of a puzzle that names data files, with commas between them."""
SECONDS = 600.0
"""The time that MiniZinc may take to flatten a model."""
MOST_MEMORY = 8 * 2**30
"""The bytes that MiniZinc may take, where the system can bound them."""
_BOUNDED = 'ulimit -v "$1" 2>/dev/null; ulimit -f "$2" 2>/dev/null; shift 2; exec "$@"'
"""Runs a program within bounds: memory in KiB, the files that it writes in 512 bytes."""
_PATH = re.compile(r"([^;|]+)\|(\d+)\|(\d+)\|(\d+)\|(\d+)\|")
_SHARED_PATH = re.compile(r"regular_regexp\.mzn\|[^;]*;[^\s\"]*\|bin\|'\+'")
"""The path that MiniZinc gives to every symbol of a regular expression that it counts from 1.

Where it keeps paths it takes what has one path for the same, so that these would be equal.
"""
_NAMED = re.compile(r'constraint\s*::\s*"((?:[^"\\\n]|\\.)*)"\s*\(*$')
"""The name of the constraint that follows."""
_LONGEST_LABEL = 120


def from_flatzinc(text: str, name: str = "flatzinc", place: str = "FlatZinc") -> Model:
    """The model that a FlatZinc text declares; `place` names the text in messages.

    The solutions are what it prints: where other variables are left to be chosen, its projection.
    Raises: ModelError, with the line, for what cannot be read.
    """
    return reading(Source(text, place), name).model


def from_minizinc(
    path: str | os.PathLike[str],
    *data: str | os.PathLike[str],
    **parameters: object,
) -> Model:
    """The model of a MiniZinc file, with data files and parameters.

    A parameter is a value, or text in MiniZinc's own words: `n="8"`, `cost="[1, 2]"`.

    Raises: ModelError where MiniZinc is not installed or refuses the model, in its words; where a
    constraint or a type cannot be read, with the place in the file.
    """
    return read_minizinc(path, data, parameters).model


def read_minizinc(
    path: str | os.PathLike[str],
    data: Iterable[str | os.PathLike[str]] = (),
    parameters: dict[str, object] | None = None,
) -> Reading:
    """The same, with what became of its variables."""
    file = existing(path)
    if file.suffix == ".fzn":
        if parameters or [*data]:
            raise ModelError(f"{path} is flattened already; it takes no data and no parameters")
        return reading(Source(text_of(file), str(path)), file.stem)
    more = [str(existing(one)) for one in data]
    refuse_outside(file, *map(Path, more))
    definitions = [f"{k}={_in_minizinc(v)}" for k, v in (parameters or {}).items()]
    text, origin = flattened(file, more, definitions)
    found = reading(Source(text, f"{path} (flattened)"), file.stem, origin)
    params = dict(one.split("=", 1) for one in definitions)
    recipe = Recipe(os.fspath(path), {**params, **({DATA: ",".join(more)} if more else {})})
    return replace(found, model=found.model.made_by(recipe))


def _in_minizinc(value: object) -> str:
    """A parameter as MiniZinc writes it; text is taken as it is."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_in_minizinc, value))}]"
    return str(value)


# -------------------------------------------------------------------------------- flattening


def flattened(file: Path, data: Sequence[str], definitions: Sequence[str]) -> tuple[str, Origin]:
    """The FlatZinc of a model, and what it is made from.

    Raises: ModelError in MiniZinc's words.
    """
    program = _program(file)
    with tempfile.TemporaryDirectory() as folder:
        out, output = Path(folder, "model.fzn"), Path(folder, "model.ozn")
        given = [*(f"-D{definition}" for definition in definitions), str(file), *data]
        command = [program, "--solver", str(_configuration(Path(folder)))]
        written = ["-c", "--fzn", str(out), "--ozn", str(output), *given]
        declared = _run(file, [*command, "--model-interface-only", "--model-types-only", *given])
        names, kinds = _declared(declared)
        members: dict[str, list[str]] = {}
        if kinds:  # an output of the model's own may print no names, or not as text
            _run(file, [*command, "--output-mode", "json", *written])
            members = _members(text_of(output))
        said = _run(file, [*command, "--keep-paths", *written])
        if not out.exists():
            raise ModelError(f"MiniZinc refuses {file}: {_in_short(said)}")
        enums = {
            name: dict(enumerate(members[kind], 1))
            for name, kind in kinds.items()
            if kind in members
        }
        text = text_of(out)
        if _SHARED_PATH.search(text):
            _run(file, [*command, *written])
            text = text_of(out)
        quoted, end = _unquoted(text_of(output))
        names |= dict.fromkeys(quoted)
        enums |= {name: enums[said] for name, said in quoted.items() if said in enums}
        sets, same = _sets(end, names), dict(_SINGLE.findall(end))
        others = {name: _end(name, same) for name in names if name in same}
        optional = _optional(end, names)
        used = _used(end, sets)
        return text, Origin(_labels(file), enums, sets, optional, others, used, quoted)


def inputs_of(given: str) -> list[str]:
    """The parameters of a model to which it gives no value. Raises: ModelError, likewise."""
    file = existing(given)
    if file.suffix == ".fzn":
        return []
    refuse_outside(file)
    said = _run(file, [_program(file), "--model-interface-only", str(file)])
    return [*json.loads(said)["input"]]


def _program(file: Path) -> str:
    if program := which("minizinc"):
        return program
    raise ModelError(
        f"{file} needs MiniZinc to flatten it, and it is not on the path; install it from"
        " https://www.minizinc.org, or give a .fzn file"
    )


def _run(file: Path, command: Sequence[str]) -> str:
    """The output of MiniZinc. Raises: ModelError in its words where it fails."""
    if os.name == "posix":
        bounds = [str(MOST_MEMORY // 1024), str(2 * MOST_BYTES // 512)]
        command = ["sh", "-c", _BOUNDED, "sh", *bounds, *command]
    with tempfile.TemporaryFile() as printed, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=printed, stderr=errors)
        try:
            code = process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            raise ModelError(f"MiniZinc did not flatten {file} within {SECONDS:.0f} s") from None
        finally:  # also where a time limit breaks in, after which `run` would not wait for the end
            process.kill()
            process.wait()
        said, why = _beginning(printed), _beginning(errors)
    if code:
        raise ModelError(f"MiniZinc refuses {file}: {_in_short(why or said, code)}")
    return said


def _beginning(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read(MOST_BYTES).decode("utf-8", "replace").strip()


def _members(output: str) -> dict[str, list[str]]:
    """The members of each enumerated type, as the text that prints solutions names them."""
    found = re.findall(r"_enum_to_string_\d+_(\w+) = (\[[^]]*\]);", output)
    return {name: json.loads(members) for name, members in found}


_ARRAY = re.compile(
    r"^array \[[^]]*\] of (?:bool|set of int): (\S+) = (?:array\d+d\(([^[]*),)?\[(.*)\]\)?;$",
    re.MULTILINE,
)
_SINGLE = re.compile(r"^(?:bool|int|set of int): (\S+) = (\S+);$", re.MULTILINE)
_OPTIONAL_ARRAY = re.compile(
    r"^array \[[^]]*\] of opt \w+: (\S+) = (?:array\d+d\(([^[]*),)?\[(.*)\]\)?;$", re.MULTILINE
)
_OPTIONAL = re.compile(
    r"^opt \w+: (\S+) = (?:reverse_map_\w+\((\S+),(\S+)\)|(\S+));$", re.MULTILINE
)
_QUOTED = re.compile(rf"^[^'\"\n]*: '([^'\n]+)' = ({INTRODUCED}\d+_);$", re.MULTILINE)
_UNEQUAL = re.compile(r"^bool: (\S+) = int_ne\((\S+),(-?\d+)\);$", re.MULTILINE)
_ITEM = re.compile(r"\{[^{}]*\}|[^,|{}]+")
_OF_BOOLEANS = re.compile(r"\w+\((\S+)\)")
_SPAN = re.compile(r"(-?\d+)\.\.(-?\d+)")
_COMPUTED = re.compile(r"^bool: (\S+?)(?: = \w+\(\[(.*)\]\))?;$", re.MULTILINE)
_TRUTHS = {"true": True, "false": False}


def _sets(output: str, names: Container[str]) -> dict[str, SetOfBooleans]:
    """The sets that a text makes of Booleans to print them, and the written ones in `names`."""
    same = dict(_SINGLE.findall(output))
    arrays = {"[]": {}, **{line[1]: _items(line) for line in _ARRAY.finditer(output)}}
    again = {*same.values(), *(item for items in arrays.values() for item in items.values())}
    found = dict[str, SetOfBooleans]()
    lines = [*_SINGLE.finditer(output), *_ARRAY.finditer(output)]
    for line in sorted(lines, key=re.Match.start, reverse=True):  # the last is written first
        if (name := line[1]) in again and name.startswith(INTRODUCED):
            continue  # it is printed by another name
        items = arrays.get(name, {(): name})
        ends = {key: same.get(end := str(_end(item, same)), end) for key, item in items.items()}
        if name in names or any(map(_OF_BOOLEANS.fullmatch, ends.values())):
            for key, end in ends.items():
                if (members := _possible_members(end, arrays, same)) is not None:
                    found[f"{name}[{','.join(map(str, key))}]" if key else name] = members
    return found


def _items(array: re.Match[str]) -> dict[tuple[int, ...], str]:
    """The items of an array by index; its index sets are written but for `[a,b]`, `[|a,b|c,d|]`."""
    items, rows = _ITEM.findall(array[3]), array[3].count("|") - 1
    plain = [(1, rows), (1, len(items) // rows)] if rows > 0 else [(1, len(items))]
    ends = _SPAN.findall(array[2] or "") or plain
    keys = product(*(range(int(low), int(high) + 1) for low, high in ends))
    return dict(zip(keys, items, strict=False))  # what is computed is written otherwise


def _possible_members(
    text: str, arrays: Mapping[str, Mapping[tuple[int, ...], str]], same: Mapping[str, str]
) -> SetOfBooleans | None:
    """Those of a set that is made of an array of Booleans, or is written as `{1,3}` or `1..3`."""
    if (made := _OF_BOOLEANS.fullmatch(text)) and made[1] in arrays:
        ends = ((n, _end(item, same)) for (n, *_), item in arrays[made[1]].items())
        return tuple(one for one in ends if one[1] is not False)
    if span := _SPAN.fullmatch(text):
        return tuple((n, True) for n in range(int(span[1]), int(span[2]) + 1))
    return tuple((int(n), True) for n in re.findall(r"-?\d+", text)) if text[0] == "{" else None


def _unquoted(output: str) -> tuple[dict[str, str], str]:
    """The names in quotes by what MiniZinc calls them, and the text without them."""
    return {line[2]: line[1] for line in _QUOTED.finditer(output)}, _QUOTED.sub("", output)


def _optional(output: str, names: Iterable[str]) -> dict[str, dict[tuple[int, ...], Optional]]:
    """The variables and arrays in `names` with optional values, by index, that a text prints."""
    same = dict(_SINGLE.findall(output))
    unequal = {line[1]: (line[2], int(line[3])) for line in _UNEQUAL.finditer(output)}
    made = {line[1]: line for line in _OPTIONAL.finditer(output)}

    def read(item: str) -> Optional:
        while item in made and made[item][4]:
            item = made[item][4]
        if item not in made:
            return Optional(item != "<>", _end(item, same) if item != "<>" else 0)
        occurs, value = (_end(made[item][part], same) for part in (2, 3))
        first, absent = unequal.get(str(occurs), ("", None))
        return Optional(occurs, value, absent if _end(first, same) == value else None)

    items: dict[str, dict[tuple[int, ...], str]] = {name: {(): name} for name in made}
    items |= {line[1]: _items(line) for line in _OPTIONAL_ARRAY.finditer(output)}
    return {
        name: {at: read(item) for at, item in items[name].items()}
        for name in names
        if items.get(name)
    }


def _used(output: str, sets: Mapping[str, SetOfBooleans]) -> frozenset[str]:
    """The names that a text uses, but for those of which only Booleans of `sets` are computed."""
    computed = {line[1]: line[2].split(",") for line in _COMPUTED.finditer(output) if line[2]}
    inputs = {item for items in computed.values() for item in items}
    others = computed.keys() - inputs - {item for one in sets.values() for _, item in one}
    return frozenset(re.findall(r"\w+", output if others else _COMPUTED.sub("", output)))


def _end(item: str, same: Mapping[str, str]) -> str | int:
    """The value, or the last name, for which a name stands; what is computed keeps its name."""
    seen = set[str]()
    while "(" not in same.get(item, "(") and item not in seen:
        seen.add(item)
        item = same[item]
    return int(item) if item.lstrip("-").isdigit() else _TRUTHS.get(item, item)


def _declared(said: str) -> tuple[dict[str, None], dict[str, str]]:
    """The variables and arrays of variables, and the enumerated type of what is of one."""
    interface, end = json.JSONDecoder().raw_decode(said)
    kinds = json.loads(said[end:])["var_types"]["vars"]
    enums = {name: kind["enum_type"] for name, kind in kinds.items() if "enum_type" in kind}
    return dict.fromkeys(interface["output"]), enums


def _configuration(folder: Path) -> Path:
    """A solver that is never run, with our library of global constraints."""
    file = folder / "everyway.msc"
    content = {
        "id": "org.everyway.reader",
        "name": "everyway",
        "version": "0",
        "supportsFzn": True,
        "mznlib": str(LIBRARY),
        "executable": os.devnull,
    }
    file.write_text(json.dumps(content), "utf-8")
    return file


def _in_short(said: str, code: int = 0) -> str:
    """The reason that MiniZinc gives, in a few lines without those that only frame it."""
    lines = [line.strip() for line in said.splitlines() if line.strip(" ^\t")]
    kept = [line for line in lines if not line.startswith(("Warning", "MiniZinc: warning"))]
    if code < 0 or "bad_alloc" in said or code > 128:
        kept.insert(0, f"it ended with {code}; it has {MOST_MEMORY >> 30} GiB of memory")
    return "; ".join((kept or lines)[:4])[:400] or "it gives no reason"


# ------------------------------------------------------------------------------------- labels


def _labels(file: Path) -> Callable[[Sequence[Any]], tuple[int, str]]:
    """The line and label of a statement: the constraint of the user's file that it is from."""
    lines: list[str] = []
    with suppress(OSError, UnicodeDecodeError):
        lines = file.read_text("utf-8").splitlines()
    here = str(file.resolve())
    places: dict[str, int] = {}
    """The first line of each name that the file gives to constraints."""

    def label(notes: Sequence[Any]) -> tuple[int, str]:
        calls = {one.name: one.args for one in notes if isinstance(one, Call) and one.args}
        said = str(calls.get("mzn_constraint_name", [""])[0])
        for found in _PATH.finditer(str(calls.get("mzn_path", [""])[0])):
            if os.path.realpath(found[1]) == here:
                row, column, *end = (int(found[number]) for number in range(2, 6))
                said = said or _name_before(lines, row, column)
                row = places.setdefault(said, row) if said else row
                return row, said or _written(lines, row, column, *end)
        if said and said not in places:
            quoted = json.dumps(said, ensure_ascii=False)
            places[said] = next((n for n, line in enumerate(lines, 1) if quoted in line), 0)
        return places.get(said, 0), said

    return label


def _name_before(lines: Sequence[str], row: int, column: int) -> str:
    """The name that the text before a place gives to the constraint there; else empty."""
    before = "\n".join([*lines[max(row - 4, 0) : row - 1], lines[row - 1][: column - 1]])
    named = _NAMED.search(before)
    return re.sub(r"\\(.)", r"\1", named[1]) if named else ""


def _written(lines: Sequence[str], row: int, column: int, last_row: int, last: int) -> str:
    """The text of a place, from one line and column to another, 1-based, in one line."""
    some = list(lines[row - 1 : last_row])
    if not some:
        return f"line {row}"
    some[-1] = some[-1][:last]
    some[0] = some[0][column - 1 :]
    text = " ".join(re.sub(r"%.*", "", line).strip() for line in some)
    text = "".join(char for char in text if char.isprintable())
    short = text if len(text) <= _LONGEST_LABEL else f"{text[: _LONGEST_LABEL - 2]} …"
    return f"line {row}: {short}"


def model_in(given: str, **parameters: Any) -> Model:
    """The model of a file, for the catalogue, with parameters as text.

    Data files are the parameter `--data`, separated by commas.
    """
    data = [one for one in str(parameters.pop(DATA, "")).split(",") if one]
    return from_minizinc(given, *data, **parameters)
