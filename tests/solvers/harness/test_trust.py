"""A file of solutions, and any model as data, runs no code when it is read."""

from __future__ import annotations

import copy
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, get_args, get_origin

import pytest

from everyway.comparer import compare
from everyway.conformance.instances.cells import cell
from everyway.conformance.instances.random_models import random_model
from everyway.models import (
    Model,
    ModelError,
    fingerprint,
    from_data,
    integer,
    is_solution,
    predicate,
    to_data,
)
from everyway.models.language.drawing.notebook import read_model
from everyway.models.language.files.model_from_data import BY_NAME, BY_TYPE, NODES
from everyway.models.language.global_constraints import constraint_classes
from everyway.models.language.global_constraints.predicate import has_even_sum
from everyway.models.language.nodes import describe_all, part_fields
from everyway.models.language.own_constraints import field_types
from everyway.models.queens import queens
from everyway.solvers import SavedSolutions, count, save, solutions
from everyway.solvers.harness.saving.saved_file_format import SavedError, seal

from ...support.command_lines import everyway
from ...support.settings import SEED
from .forgeries import change_header, set_header, with_predicate

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
x = integer("x", 0, 3)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("saved") / "q6.db"
    save(queens(6), path, "flatmap")
    return path


@pytest.fixture
def file(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(original, tmp_path / "forged.db"))


# ------------------------------------------------------------------------ nothing is run

READS = """
import sys, warnings
from pathlib import Path
sys.path.insert(0, {folder!r})
import resource
from everyway.models import from_data, to_data, fingerprint
from everyway.models.queens import queens
from everyway.comparer import compare
from everyway.solvers import SavedSolutions, save
from everyway.comparer.claims import read_claim
from everyway.views.command_line import main
import everyway.views.commands.export, everyway.views.commands.compare
import everyway.views.commands.solve, everyway.views.commands.check
from tests.solvers.harness.forgeries import watch
file = {file!r}
COMPARE = ["compare", "queens", "n=6", "-S", "flatmap", "--in-process"]
LINES = [
    ["export", file], ["export", file, "-o", file + ".csv"],
    ["check", "queens", "n=6", file],
    [*COMPARE, "--claim", "s=" + file], [*COMPARE, "--claim-incomplete", "s=" + file],
    ["solve", "queens", "n=6", "--all", "--save", file, "--resume"],
    ["solve", "queens", "n=6", "--all", "--save", file, "--resume", "-S", "flatmap"],
]
seen = watch(("never_imported", "this", "system", "PWNED"))
for line in LINES:
    main(line, standalone_mode=False)
def library():
    with SavedSolutions(file) as saved:
        yield saved.model, list(saved.rows())
    yield read_claim(file, queens(6))
    yield save(queens(6), file, resume=True)
try:
    list(library())
except ValueError as error:
    print(type(error).__name__, error)
print("SEEN", seen)
"""

HEADERS: dict[str, Callable[[dict[str, Any]], object]] = {
    "a call in the shape": lambda h: with_predicate(h["shape"], "os:system"),
    "an import in the shape": lambda h: with_predicate(h["shape"], "never_imported:f", 1),
    "an import in the model": lambda h: with_predicate(h["model"], "never_imported:f", 1),
    "a call in the model": lambda h: with_predicate(h["model"], "os:system"),
    "another solver": lambda h: h.update(solver="never_imported:solutions"),
    "a solver of the house by its address": lambda h: h.update(solver="this:s"),
    "a recipe of a file": lambda h: h.update(
        recipe={"puzzle": "./never_imported.py", "params": {}, "rules": [], "givens": []}
    ),
    "a name that is a file": lambda h: h.update(puzzle="./never_imported.py"),
    "a viewpoint": lambda h: h.update(viewpoint="never_imported:f"),
    "a projection": lambda h: h.update(project=["never_imported:f"]),
}


def run_in(folder: Path, program: str) -> subprocess.CompletedProcess[str]:
    root = str(Path(__file__).parents[3])
    return subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=folder,
        env={"PYTHONPATH": root, "PATH": os.defpath},
    )


@pytest.mark.parametrize("change", HEADERS.values(), ids=HEADERS.keys())
def test_a_forged_file_runs_and_imports_nothing(change: Any, file: Path, tmp_path: Path) -> None:
    (tmp_path / "never_imported.py").write_text("open('IMPORTED', 'w')\ndef f(x): return True\n")
    change_header(file, change)
    program = READS.format(folder=str(tmp_path), file=str(file))
    done = run_in(tmp_path, program)
    assert done.returncode == 0, done.stderr
    assert "SEEN []" in done.stdout
    assert not (tmp_path / "IMPORTED").exists()
    assert not (tmp_path / "PWNED").exists()
    assert "fault of everyway" not in done.stderr


def test_the_watch_sees_what_is_forbidden(tmp_path: Path) -> None:
    program = (
        "from tests.solvers.harness.forgeries import watch\n"
        "seen = watch(('this',))\nimport os, subprocess\nos.system('true')\n"
        "subprocess.run(['true'])\neval('this', dict(this=1))\nimport this\nprint(len(seen) >= 4)"
    )
    done = run_in(tmp_path, program)
    assert done.stdout.endswith("True\n"), done.stderr


def test_a_solver_that_a_file_names_by_its_address_is_named_again(tmp_path: Path) -> None:
    path = tmp_path / "own.db"
    save(queens(6), path, "tests.solvers.harness.saved_files:slowly")
    with pytest.raises(SavedError, match="slowly, which is a program that no file starts; name"):
        save(queens(6), path, resume=True)
    assert save(queens(6), path, "tests.solvers.harness.saved_files:slowly", resume=True).complete


# --------------------------------------------------------------------- a model as data


def of_a_name() -> Model:
    return from_data(to_data(Model("m", x, predicate(has_even_sum, x))))


def test_a_predicate_in_data_is_a_name() -> None:
    model = of_a_name()
    assert [str(v) for v in model.variables] == ["x"]
    assert "has_even_sum(x)" in read_model(model)
    assert fingerprint(model) == fingerprint(Model("m", x, predicate(has_even_sum, x)))
    assert to_data(from_data(to_data(model))) == to_data(model)


@pytest.mark.parametrize(
    "solver", ["auto", "flatmap", "cp-sat", "python-constraint", "auto[python]"]
)
@pytest.mark.parametrize("how", [{}, {"isolate": True}], ids=["here", "isolated"])
def test_where_the_predicate_is_needed_it_says_so(solver: str, how: dict[str, Any]) -> None:
    with pytest.raises(ModelError, match="has_even_sum is a name only: this model was read"):
        list(solutions(of_a_name(), solver, **how))


def test_elsewhere_too() -> None:
    for ask in (
        lambda: is_solution(of_a_name(), {"x": 1}),
        lambda: count(of_a_name()),
        lambda: count(of_a_name(), jobs=2),
        lambda: compare(of_a_name(), ["flatmap", "brute-force"], isolate=True),
    ):
        with pytest.raises(ModelError, match="is a name only"):
            ask()


def test_functions_come_back_where_that_was_asked_for() -> None:
    model = Model("m", x, predicate(has_even_sum, x))
    assert count(from_data(to_data(model), functions=True)) == count(model)


def test_nothing_is_evaluated_while_it_is_built() -> None:
    data = to_data(Model("m", x))
    with_predicate(data, f"{__name__}:rings", 1)
    assert from_data(data).rules
    assert from_data(data, functions=True).rules
    assert not RUNG


RUNG: list[object] = []


def rings(value: object) -> bool:
    RUNG.append(value)
    return True


def test_every_field_of_every_node_is_read_by_its_type() -> None:
    for kind in NODES.values():
        parts = dict(part_fields(kind))
        for name in kind.__dataclass_fields__:
            assert name in parts or name in BY_NAME or is_read(field_types(kind)[name])


def is_read(kind: Any) -> bool:
    if get_origin(kind) is tuple:
        return all(is_read(one) for one in get_args(kind) if one is not Ellipsis)
    return kind in BY_TYPE or get_origin(kind) is Callable


WRONG: list[Any] = [
    None, True, -1, 0, 1, 10**30, 1.5, "x", "", "\x1b[2J", "os:system", [], [[]], {}, [0], [0, "a"],
    {"range": [0, 1, 0]}, {"range": [5, 1, 1]}, {"range": [0, "a", 1]}, {"function": "this:s"},
    {"function": 3}, {"range": [0, 10**40, 1]}, [[[[[[]]]]]],
]  # fmt: skip


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything in a document."""
    if path:
        yield path
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(value, dict | list):
            yield from places(value, (*path, key))
        else:
            yield (*path, key)


def mutated(data: Any, random: Random) -> Any:
    """`data` with one thing in it changed, left out, or doubled."""
    changed = copy.deepcopy(data)
    *above, last = random.choice(list(places(changed)))
    inside = changed
    for key in above:
        inside = inside[key]
    match random.randrange(4):
        case 0:
            del inside[last]
        case 1 if isinstance(inside, list):
            inside.insert(last, inside[last])
        case _:
            inside[last] = random.choice(WRONG)
    return changed


def documents() -> list[dict[str, Any]]:
    found = [to_data(cell(kind, "top", 2)[0][1]) for kind in constraint_classes()]
    found += [to_data(random_model(seed)) for seed in range(10)]
    return [*found, to_data(queens(4)), to_data(Model("m", x, predicate(has_even_sum, x)))]


def test_forged_data_is_a_model_or_refused_in_words() -> None:
    random, refused, read = Random(SEED), 0, 0
    for document in documents():
        for _ in range(60):
            data = mutated(document, random)
            for _ in range(random.randrange(2)):
                data = mutated(data, random)
            try:
                model = from_data(data)
            except ModelError:
                refused += 1
            else:
                read += 1
                json.dumps(to_data(model))
                describe_all(model.constraints)
                assert repr(model)
    assert refused > 500
    assert read > 50
    assert "this" not in sys.modules


@pytest.mark.parametrize("data", [None, [], "x", 3, {}, {"schema": "everyway.model/2"}])
def test_another_version_of_a_model_is_refused_in_words(data: Any) -> None:
    with pytest.raises(ModelError, match=r"everyway\.model/1"):
        from_data(data)


# ------------------------------------------------------------------------ forged files


def test_another_version_of_solutions_is_refused_in_words() -> None:
    document = json.dumps({"schema": "everyway.solve/2", "solutions": []})
    done = everyway("check", "queens", "n=4", document)
    assert done.exit_code == 2
    assert "has the form 'everyway.solve/2', and this version of everyway reads" in done.stderr


def test_another_version_of_a_file_is_refused_in_words(file: Path) -> None:
    change_header(file, lambda header: header.update(schema="everyway.claim/2"))
    with pytest.raises(SavedError, match=r"has the form 'everyway.claim/2', and this version"):
        SavedSolutions(file)


def test_a_header_forged_anywhere_is_refused_in_words(original: Path, tmp_path: Path) -> None:
    random, refused = Random(SEED), 0
    with sqlite3.connect(original) as connection:
        whole = json.loads(connection.execute("SELECT text FROM header").fetchone()[0])
    connection.close()
    for number in range(150):
        file = Path(shutil.copy(original, tmp_path / f"{number}.db"))
        changed = {**mutated({k: v for k, v in whole.items() if k != "model"}, random), "model": 3}
        change_header(file, lambda header, new=changed: (header.clear(), header.update(new)))
        try:
            with SavedSolutions(file) as saved:
                list(saved.rows())
                assert saved.model.name
            save(queens(6), file, "flatmap", resume=True)
        except SavedError:
            refused += 1
        file.unlink()
    assert refused > 50


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE VIEW more AS SELECT 1",
        "CREATE TRIGGER t AFTER UPDATE ON boxes BEGIN DELETE FROM chunks; END",
        "CREATE TABLE more (a)",
        "CREATE INDEX more ON boxes (abs(solutions))",
        "DROP INDEX unfinished",
    ],
)
def test_a_table_view_or_trigger_of_somebodys_own_is_refused(statement: str, file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute(statement)
    connection.close()
    for ask in (SavedSolutions, lambda path: save(queens(6), path, "flatmap", resume=True)):
        with pytest.raises(SavedError, match="its tables are not those"):
            ask(file)


def test_a_view_in_the_place_of_a_table_is_never_asked(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("DROP TABLE header")
        connection.execute(
            "CREATE VIEW header AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id FROM n)"
            " SELECT id, '' AS text, '' AS seal FROM n WHERE id = 2"
        )
    connection.close()
    with pytest.raises(SavedError, match="its tables are not those"):
        SavedSolutions(file)


def change_row(file: Path, table: str, column: int, value: object, order: str = "id") -> None:
    """Change a value of the first row of a table, and seal that anew."""
    with sqlite3.connect(file) as connection:
        row = list(
            connection.execute(f"SELECT * FROM {table} ORDER BY {order}, id DESC").fetchone()
        )[:-1]
        connection.execute(f"DELETE FROM {table} WHERE id = ?", (row[0],))
        row[column] = value
        marks = ", ".join("?" * (len(row) + 1))
        sealed = seal(*row) if table != "progress" else seal(row[1])
        connection.execute(f"INSERT INTO {table} VALUES ({marks})", (*row, sealed))
    connection.close()


ROWS: dict[str, tuple[str, int, object]] = {
    "a bomb": ("chunks", 3, zlib.compress(b"\0" * (1 << 28), 9)),
    "no compressed rows": ("chunks", 3, b"rows"),
    "a text for rows": ("chunks", 3, "rows"),
    "rows of another size": ("chunks", 3, zlib.compress(b"\1" * 7)),
    "values that there are not": ("chunks", 3, zlib.compress(b"\xff" * 36 * 4)),
    "a number of rows": ("chunks", 2, 10**15),
    "a text for a number": ("chunks", 2, "4"),
    "a state": ("boxes", 3, 7),
    "a total": ("boxes", 5, "zz"),
    "a number of solutions": ("boxes", 4, -1),
    "progress of another kind": ("progress", 1, '{"schema": 1}'),
    "progress that is no object": ("progress", 1, "[1, 2]"),
    "a tally of texts": ("progress", 1, '{"waiting": "a", "total": "b"}'),
    "progress that is too deep": ("progress", 1, "[" * 100_000),
    "a number that is too long": ("progress", 1, '{"waiting": ' + "9" * 5000 + "}"),
}


@pytest.mark.parametrize(("table", "column", "value"), ROWS.values(), ids=ROWS.keys())
def test_a_row_that_is_forged_is_refused_in_words(
    table: str, column: int, value: object, file: Path
) -> None:
    change_row(file, table, column, value)
    with pytest.raises(SavedError, match="damaged"), SavedSolutions(file) as saved:
        list(saved.rows())
    done = everyway("export", str(file))
    assert done.exit_code == 2
    assert "damaged" in done.stderr


@pytest.mark.parametrize("sides", ["[[99, 0, 1]]", "[[0, 0, 99]]", "[[0, 1, 1]]", "[[0, -1, 1]]",
                                   '[["a", 0, 1]]', "[[0, 0]]", "3", "[" * 100_000])  # fmt: skip
def test_a_box_that_is_none_of_the_model_is_refused(sides: str, tmp_path: Path) -> None:
    file = tmp_path / "part.db"

    def stop(number: int, statistics: object) -> None:
        if number == 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        save(queens(8), file, "flatmap", seconds_a_box=1e-4, hear=stop)
    change_row(file, "boxes", 1, sides, "state != 2 DESC")
    saved = save(queens(8), file, "flatmap", resume=True)
    assert not saved.complete
    assert "is damaged" in str(saved.outcome.reason)


@pytest.mark.parametrize("text", ["[" * 100_000, "{", "3", "null", '"x"', "[]", "{}"])
def test_a_header_that_is_none_is_refused(text: str, file: Path) -> None:
    with sqlite3.connect(file) as connection:
        set_header(connection, text)
    connection.close()
    with pytest.raises(SavedError, match="is damaged"):
        SavedSolutions(file)
