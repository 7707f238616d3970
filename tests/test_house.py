"""The house: its parts and their rooms, and that imports run one way between them.

A part is a folder at the top, a room a package inside it. Imports that are done late, and those for
types alone, count; only the methods by which an object shows itself in a notebook look upwards.
"""

from __future__ import annotations

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

PARTS = ("models", "solvers", "proofs", "formats", "comparer", "explainer", "conformance", "views")
"""Each may import those before it."""
MOST_FILES = 25
MOST_LINES, LONG, MOST_LONG = 650, 500, 9
MOST_LINES_OF_CHECKER = 1132
"""The checker of proofs is one file, so that nothing else has to be read or trusted."""
COMMANDS = "everyway.views.commands."
SAME_THING = {
    "translation",
    "native_constraints",
    "by_hand",
    "replay",
    "boards",
    "z3",
    "rows",
    "improving",
    "check",
}
"""Names that stand for one thing wherever they are: parts that adapters have, what is handed on or
wrapped under the name that it has already, solutions as rows, and the checks of a model and of a
proof."""
NOTEBOOKS = "notebook"
"""The end of the names of modules that show objects in notebooks."""


def modules() -> dict[str, Path]:
    """The file of every module by its name; that of a package is its `__init__`."""
    found = {}
    for part in PARTS:
        root = Path(import_module(f"everyway.{part}").__path__[0])
        for file in root.rglob("*.py"):
            inside = file.relative_to(root).with_suffix("").parts
            name = ".".join(("everyway", part, *inside))
            found[name.removesuffix(".__init__")] = file
    return found


MODULES = modules()
PACKAGES = {name for name, file in MODULES.items() if file.name == "__init__.py"}


def test_what_is_installed_is_every_room() -> None:
    """Of a clone; an installed package has no list beside it."""
    listed = Path(__file__).parents[1] / "pyproject.toml"
    packages = tomllib.loads(listed.read_text("utf-8"))["tool"]["setuptools"]["packages"]
    assert sorted(packages) == sorted(PACKAGES - {"everyway"})


def package_of(name: str) -> str:
    return name if name in PACKAGES else name.rpartition(".")[0]


@cache
def imported(name: str) -> set[str]:
    """The modules of ours that a module imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(MODULES[name].read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package_of(name).split(".")
                above = above[: len(above) - node.level + 1]
                base = ".".join([*above, base] if base else above)
            inside = {f"{base}.{alias.name}" for alias in node.names}
            found |= (inside & MODULES.keys()) or {base} & MODULES.keys()
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names} & MODULES.keys()
    return found


def rooms() -> dict[str, set[str]]:
    """The rooms that each room imports from."""
    found = defaultdict(set)
    for name in MODULES:
        for other in imported(name):
            if not other.endswith(NOTEBOOKS) and package_of(other) != package_of(name):
                found[package_of(name)].add(package_of(other))
    return found


def test_imports_run_one_way_between_the_parts() -> None:
    place = {part: number for number, part in enumerate(PARTS)}
    for room, others in rooms().items():
        for other in others:
            assert place[other.split(".")[1]] <= place[room.split(".")[1]], (room, other)


def test_rooms_form_no_circle() -> None:
    try:
        TopologicalSorter(rooms()).prepare()
    except CycleError as error:
        pytest.fail(f"these rooms import each other: {error.args[1]}")


def test_enough_is_read_to_see_a_circle() -> None:
    arrows = rooms()
    assert "everyway.solvers.auto.common" in arrows["everyway.solvers.auto.loops"]
    assert "everyway.comparer" in arrows["everyway.views"]
    assert "everyway.models.language" in arrows["everyway.models"]
    assert sum(map(len, arrows.values())) > 100


def test_a_folder_can_be_looked_through() -> None:
    """Puzzles and exercises, a file each, are catalogues, and found by their names."""
    catalogues = {MODULES[f"everyway.{name}"].parent for name in ("models", "views.exercises")}
    files = defaultdict(list)
    for name, file in MODULES.items():
        if file.name != "__init__.py" and file.parent not in catalogues:
            files[file.parent].append(name)
    assert {
        str(folder): len(some) for folder, some in files.items() if len(some) > MOST_FILES
    } == {}


def test_a_file_can_be_read_in_one_sitting() -> None:
    lengths = {
        name: len(file.read_text("utf-8").splitlines())
        for name, file in MODULES.items()
        if file.parent != MODULES["everyway.models"].parent
    }
    assert lengths.pop("everyway.proofs.check") <= MOST_LINES_OF_CHECKER
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}
    assert sum(lines > LONG for lines in lengths.values()) <= MOST_LONG


def test_no_match_drops_what_it_does_not_know() -> None:
    """A match ends in a case that takes everything, or what follows it does."""
    assert [where for name, file in MODULES.items() for where in open_matches(name, file)] == []


def open_matches(name: str, file: Path) -> Iterator[str]:
    """The lines of matches that are last in their block and may take no case."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        for block in (getattr(node, part, None) for part in ("body", "orelse", "finalbody")):
            match block:
                case [
                    *_,
                    ast.Match(cases=[*_, ast.match_case(pattern=last, guard=guard)]) as found,
                ]:
                    takes_all = isinstance(last, ast.MatchAs) and last.pattern is None
                    if not takes_all or guard:
                        yield f"{name}, line {found.lineno}"
                case _:
                    pass


def test_a_name_stands_for_one_thing() -> None:
    found = defaultdict(list)
    for name in MODULES:
        if not name.startswith(COMMANDS):
            found[name.rpartition(".")[2]].append(name)
    assert {
        base: some for base, some in found.items() if len(some) > 1 and base not in SAME_THING
    } == {}


def test_every_room_says_what_it_is_for() -> None:
    for name in PACKAGES:
        assert ast.get_docstring(ast.parse(MODULES[name].read_text("utf-8"))), name
