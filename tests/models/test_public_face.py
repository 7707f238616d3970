"""Public names: the gallery is written with them alone, so that any of its files can be copied."""

from __future__ import annotations

import ast
import inspect
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

import everyway.comparer
import everyway.conformance
import everyway.models
import everyway.models.classes
import everyway.solvers
from everyway.models import load, same
from everyway.models.language.files.catalogue import Puzzle, find, puzzles
from everyway.models.language.files.model_from_data import NODES
from everyway.models.language.habits import TOPICS

from ..support.command_lines import alone
from ..support.command_lines import everyway as everyway_command
from ..support.settings import SEED

LANGUAGE = [everyway.models, *(import_module(f"everyway.models.{topic}") for topic in TOPICS)]
FACES = [*LANGUAGE, everyway.solvers, everyway.comparer, everyway.conformance]
GALLERY = [found for found in puzzles() if found.where == "built in"]


def text_of(name: str) -> str:
    """The file of a puzzle of the gallery."""
    return Path(everyway.models.__path__[0], f"{name}.py").read_text("utf-8")


def a_copy(found: Puzzle, folder: Path) -> Path:
    """Its file under another name, with another name for the function, and an edited text."""
    text, head = text_of(found.name), f"def {found.name}("
    assert text.count(head) == 1
    summary = f'"""{inspect.getdoc(found.function).splitlines()[0]}'
    assert text.count(summary) == 1
    copy = folder / "of-my-own.py"
    edited = text.replace(head, "def renamed(").replace(summary, '"""Edited: what I make of it.')
    copy.write_text(edited, "utf-8")
    return copy


@pytest.mark.parametrize("found", GALLERY, ids=lambda found: found.name)
def test_a_file_of_the_gallery_imports_what_is_public_alone(found: Puzzle) -> None:
    public = {module.__name__: set(module.__all__) for module in LANGUAGE}
    for node in ast.walk(ast.parse(text_of(found.name))):
        if isinstance(node, ast.ImportFrom):
            assert not node.level
            if node.module not in sys.stdlib_module_names and node.module != "collections.abc":
                assert {alias.name for alias in node.names} <= public[node.module], node.module
        elif isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= sys.stdlib_module_names


@pytest.mark.parametrize("found", GALLERY, ids=lambda found: found.name)
def test_a_copy_of_a_file_of_the_gallery_runs(found: Puzzle, tmp_path: Path) -> None:
    copy = a_copy(found, tmp_path)
    mine = find(copy)
    assert mine.summary == "Edited: what I make of it."
    assert mine.knowns == found.knowns
    model = mine.model()
    assert same(model, found.model())
    assert model.recipe is not None
    assert model.recipe.puzzle == str(copy)


@pytest.mark.parametrize("found", Random(SEED).sample(GALLERY, 4), ids=lambda found: found.name)
def test_a_copy_is_solved_as_the_puzzle_is(found: Puzzle, tmp_path: Path) -> None:
    copy = a_copy(found, tmp_path)
    solved = [alone("solve", "--jsonl", puzzle) for puzzle in (str(copy), found.name)]
    assert solved[0].returncode == solved[1].returncode == 0, solved
    assert solved[0].stdout == solved[1].stdout


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.__name__)
def test_what_is_public_is_listed_in_order_and_says_what_it_is(face: ModuleType) -> None:
    assert face.__all__ == sorted(set(face.__all__))
    for name in face.__all__:
        value = getattr(face, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert (inspect.getdoc(value) or "").split("\n\n")[0].endswith("."), name


def test_a_name_is_public_in_one_sense() -> None:
    for topic in LANGUAGE[1:]:
        for name in {*topic.__all__} & {*everyway.models.__all__}:
            assert getattr(topic, name) is getattr(everyway.models, name)
    names = [name for topic in LANGUAGE[1:] for name in topic.__all__]
    assert len(names) == len(set(names))


def test_the_classes_of_all_nodes_are_at_one_place() -> None:
    assert everyway.models.classes.__all__ == sorted(NODES)
    assert everyway.models.classes.Sum is NODES["Sum"]
    with pytest.raises(AttributeError, match="no class 'Sums' of a node; there are Variable"):
        _ = everyway.models.classes.Sums


def test_the_topics_are_no_puzzles() -> None:
    assert not {*TOPICS} & {found.name for found in GALLERY}
    folder = Path(everyway.models.__path__[0])
    files = {file.stem for file in folder.glob("*.py")} - {"__init__"}
    assert files == {*TOPICS} | {found.name for found in GALLERY}


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("on_graph", "write: from everyway.models.pictures import on_graph"),
        ("by_squares", "write: from everyway.models.boards import by_squares"),
        ("compare", "write: from everyway.comparer import compare"),
    ],
)
def test_a_name_that_is_elsewhere_is_sent_for(name: str, advice: str, tmp_path: Path) -> None:
    with pytest.raises(ImportError, match=advice):
        exec(f"from everyway.models import {name}")


@pytest.mark.parametrize("name", ["row", "graph", "placements"])
def test_a_file_named_like_something_public_is_read_for_its_puzzle(
    name: str, tmp_path: Path
) -> None:
    home = next(module for module in LANGUAGE[1:] if name in module.__all__)
    (tmp_path / f"{name}.py").write_text(
        f"from everyway.models import Model, variables\nfrom {home.__name__} import {name}\n\n"
        "def mine() -> Model:\n    return Model('mine', variables('x', 2, range(2)))\n"
    )
    assert load(tmp_path / f"{name}.py").name == "mine"


DIAL = '''
from dataclasses import dataclass
from everyway.models import Model, integer
from everyway.models.pictures import Drawn, Picture

@dataclass(frozen=True)
class Dial(Drawn):
    """A hand that points to a number."""

    hand: str

    @property
    def groups(self):
        return (self.hand,)

    def as_text(self, groups, values, plain):
        return f"the hand is on {values[self.hand]}"

    def as_svg(self, groups, values):
        return Picture(20, 20, (f'<path d="M10 10v-{values[self.hand]}"/>',))

def clock() -> Model:
    """A clock of one hand."""
    return Model("clock", integer("hour", 3, 3), Dial("hour"))
'''


def test_a_puzzle_brings_a_way_of_drawing_in_its_own_file(tmp_path: Path) -> None:
    (tmp_path / "clock.py").write_text(DIAL)
    shown = everyway_command("show", str(tmp_path / "clock.py"), "--svg", str(tmp_path / "c.svg"))
    assert shown.exit_code == 0, shown.output
    assert 'd="M10 10v-3"' in (tmp_path / "c.svg").read_text("utf-8")
    solved = everyway_command("solve", str(tmp_path / "clock.py"))
    assert solved.stdout == "the hand is on 3\n"
