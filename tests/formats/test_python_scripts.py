"""Scripts are read as people have them: with neighbours, prints, solves and `__main__`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cpmpy as cp
import pytest
from cpmpy.solvers import CPM_ortools

from everyway.models import ModelError, load
from everyway.solvers import count

from ..support.command_lines import alone, everyway

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
SCRIPTS = Path(__file__).parent / "scripts"
COUNTS = {
    "spelled_sum.py": 1,  # 21 + 81 = 102
    "painted_houses.py": 2**4,
    "rising_numbers.py": 10,  # 5 choose 3
    "two_shelves.py": 3,  # permutations of 3, the first below the second
    "two_shelves.py:1": 3,
    "seats_apart.py": 6,  # seats 1, 3 and 5
}


def files(folder: Path, **texts: str) -> Path:
    """`folder`, with a Python file for each text; `_in_` in a name is a folder."""
    for name, text in texts.items():
        path = folder / f"{name.replace('_in_', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.mark.parametrize(("script", "number"), COUNTS.items(), ids=COUNTS)
def test_a_script_is_a_puzzle_as_its_author_runs_it(script, number):
    result = everyway("count", str(SCRIPTS / script))
    assert (result.stdout, result.exit_code) == (f"{number}\n", 0), result.stderr


def test_a_number_chooses_the_model_that_is_solved_then():
    second = load(f"{SCRIPTS}/two_shelves.py:2")
    assert second.objective is not None
    assert sorted(second.by_name) == ["book[0]", "book[1]", "book[2]"]
    for number in ("3", "0"):
        with pytest.raises(ModelError, match=f"no puzzle '{number}'; .*two_shelves.py:1 is the fi"):
            load(f"{SCRIPTS}/two_shelves.py:{number}")


def test_a_script_is_the_same_puzzle_in_other_processes_and_commands():
    path = str(SCRIPTS / "seats_apart.py")  # its rules are functions of the script
    result = everyway("compare", path, "-S", "flatmap", "--json")  # in a process of its own
    (run,) = json.loads(result.stdout)["runs"]
    assert (run["reported"], count(load(path), jobs=2)) == (6, 6), result.stderr
    assert everyway("compare", path, path).exit_code == 0


NOISY = """
import os, sys
import cpmpy as cp
print("printed")
sys.__stdout__.write("written")
sys.__stdout__.flush()
os.system("echo from a shell")
x = cp.intvar(0, 1, shape=2, name="x")
def make():
    os.system("echo from a function")
    return cp.Model(x[0] <= x[1])
"""


@pytest.mark.parametrize("words", ["count --json", "compare --json -S auto"])
def test_what_a_script_prints_is_no_part_of_the_answer(tmp_path, words):
    command, *options = words.split()
    result = alone(command, f"{files(tmp_path, noisy=NOISY)}/noisy.py", *options)
    assert json.loads(result.stdout)["schema"]
    for text in ("printed", "written", "from a shell", "from a function"):
        assert text in result.stderr


# ------------------------------------------------------------------------------- neighbours

ON_COMMON = """
from everyway.models import Model, predicate, variables
import common
def puzzle():
    import later
    x = variables("x", 2, range(later.SIZE))
    return Model("on common", x, predicate(common.allowed, *x))
"""
COMMON = """
from deeper import least
def allowed(x, y):
    import at_last
    return x + y >= least + at_last.NOTHING
"""


def test_a_file_imports_its_neighbours_also_late_twice_and_in_other_processes(tmp_path):
    texts = {"common": COMMON, "deeper": "least = 3", "later": "SIZE = 3", "at_last": "NOTHING = 0"}
    path = f"{files(tmp_path, mine=ON_COMMON, **texts)}/mine.py"
    before = list(sys.path)
    assert count(load(path)) == 3
    files(tmp_path, deeper="least = 2")
    assert count(load(path)) == 6
    assert sys.path == before
    assert {"common", "deeper", "later"}.isdisjoint(sys.modules)
    assert count(load(path), isolate=True) == count(load(path), jobs=2) == 6
    assert not [*tmp_path.glob("__pycache__")]


def test_two_files_each_have_a_neighbour_of_the_same_name(tmp_path):
    for name, size in (("a", 2), ("b", 3)):
        text = ON_COMMON.replace("later.SIZE", "common.SIZE").replace("import later", "")
        files(tmp_path / name, mine=text, common=f"SIZE = {size}\ndef allowed(*x): return True")
    first, second = (f"{tmp_path}/{name}/mine.py" for name in "ab")
    assert [count(load(one)) for one in (first, second, first)] == [4, 9, 4]
    assert everyway("compare", first, second).exit_code == 1


@pytest.mark.parametrize(
    ("statement", "commands"),
    [
        ("import click", ["count", "compare -S auto -S flatmap"]),
        ("from click import SIZE", ["solve"]),
    ],
)
def test_a_neighbour_is_not_taken_for_a_library_of_ours(tmp_path, statement, commands):
    text = "from everyway.models import *\nimport json\n{}\njson.dumps(1)\ndef mine():\n    {}\n"
    size = "SIZE" if "from" in statement else "click.SIZE"
    text = text.format(statement, statement)
    text += f"    return Model('m', integer('x', {size}, 13))\n"  # seven values, and 7 is one
    ours = ("json", "rich", "numpy", "llvmlite", "everyway", "random", "tempfile", "click")
    files(tmp_path, mine=text, **dict.fromkeys(ours, "SIZE = 7"))
    for command, *options in map(str.split, commands):
        result = alone(command, f"{tmp_path}/mine.py", "--json", *options)
        assert result.returncode == 0, result.stderr
        assert "7" in result.stdout


def test_packages_beside_a_file_are_imported_in_every_way(tmp_path):
    text = """
import package.one, package.two as second, plain.inner
from package import three, NAMES
from package.two import TWO
from everyway.models import Model, integer
assert [package.one.ONE, second.TWO, three.THREE, TWO, plain.inner.IT] == [1, 2, 3, 2, 1]
model = Model("m", integer("x", 1, len(NAMES)))
"""
    files(
        tmp_path,
        mine=text,
        package_in___init__="from . import one\nfrom .two import TWO\nNAMES = [one.ONE, TWO]",
        package_in_one="ONE = 1",
        package_in_two="from .one import ONE\nimport package.one\nTWO = package.one.ONE + 1",
        package_in_three="import outer\nTHREE = outer.THREE",
        outer="THREE = 3",
        plain_in_inner="from package import one\nIT = one.ONE",
    )
    assert count(load(tmp_path / "mine.py")) == 2


def test_a_neighbour_that_is_not_there_is_named_as_the_file_names_it(tmp_path):
    files(tmp_path, mine="\nfrom package import one", package_in___init__="", other="import nobody")
    with pytest.raises(ModelError, match=r"cannot import name 'one' from 'package' .*line 2"):
        load(tmp_path / "mine.py")
    with pytest.raises(ModelError, match=r"No module named 'nobody' \(line 1\)"):
        load(tmp_path / "other.py")


def test_a_submission_has_no_neighbours_and_a_plain_file_has(tmp_path):
    board = "from everyway.models import *\ndef queens(n=4):\n    b = Board(n)\n"
    board += "    q = b.place('queen')\n    return Model('q', q, q.per(b.rows) == 1,"
    board += " q.per(b.columns) == 1, q.per(b.diagonals) <= 1)\n"
    script = "import cpmpy as cp\nif __name__ == '__main__':\n    import {}\n    cp.Model().solve()"
    thieves = {"bob": "from alice import queens\n", "eve": script.format("alice")}
    late = {"joe": "def queens(n=4):\n    from alice import queens as stolen\n    return stolen(n)"}
    folder = files(tmp_path / "class", alice=board, **thieves, **late)
    reference = files(tmp_path, reference="from helper import queens", helper=board)
    words = ("--against", f"{reference}/reference.py:queens", "n=4", "--json")
    result = everyway("check", str(folder), *words)
    rows = json.loads(result.stdout)["files"]
    reports = {Path(row["file"]).stem: row["checks"][0] for row in rows}
    assert reports.pop("alice")["verdict"] == "same"
    for report in reports.values():
        assert report["verdict"] == "failed"
        assert "No module named 'alice'" in report["reason"]
    assert everyway("count", f"{folder}/bob.py:queens").stdout == "2\n"
    assert everyway("count", f"{folder}/joe.py").stdout == "2\n"


# ------------------------------------------------------------------------------- solves

HEAD = "import cpmpy as cp\nx = cp.intvar(1, 3, shape=2, name='x')\n"
SOLVES = {
    "solve": "cp.Model(x[0] < x[1]).solve()",
    "solve by name": "cp.Model(x[0] < x[1]).solve(solver='no such solver')",
    "solveAll": "cp.Model(x[0] < x[1]).solveAll(display=print)",
    "lookup": "cp.SolverLookup.get('ortools', cp.Model(x[0] < x[1])).solveAll()",
    "lookup by class": "cp.SolverLookup.lookup('choco')(cp.Model(x[0] < x[1])).solve()",
    "empty solver": "s = cp.SolverLookup.get('ortools')\ns += x[0] < x[1]\ns.solve()",
    "beside a solver": "m = cp.Model(x[0] < x[1])\n"
    "unused = cp.SolverLookup.get('ortools', m)\nm.solve()",
    "native solver": "import cpmpy.solvers as solvers\n"
    "s = solvers.CPM_ortools(cp.Model(x[0] < x[1]))\n"
    "s.ort_solver.parameters.linearization_level = 0\n"
    "s.ort_solver.SearchForAllSolutions(s.ort_model, print)",
}
PROBLEM = "from constraint import Problem\np = Problem()\np.addVariables('ab', [1, 2, 3])\n"
PROBLEM += "p.addConstraint(lambda a, b: a < b, 'ab')\n"


@pytest.mark.parametrize("where", ["at the top", "in a function", "in __main__", "with a helper"])
@pytest.mark.parametrize("solve", SOLVES.values(), ids=SOLVES)
def test_a_script_ends_at_its_first_solve(tmp_path, solve, where):
    work = f"{solve}\nopen(__file__ + '.went_on', 'w')\n"
    inner = "    " + work.replace("\n", "\n    ") + "\n"
    guard = "if __name__ == '__main__':\n"
    text = {
        "at the top": HEAD + work,
        "in a function": f"{HEAD}def any_name(n=3):\n{inner}\n{guard}    any_name(3)",
        "in __main__": f"{HEAD}{guard}{inner}",
        "with a helper": f"def near(a, b): return a - b\n{HEAD}{guard}{inner}",
    }[where]
    assert count(load(files(tmp_path, script=text) / "script.py")) == 3
    assert [one.name for one in tmp_path.iterdir()] == ["script.py"]


@pytest.mark.parametrize("made", ["cp.Model(rule)", "CPM_ortools(cp.Model(rule))"])
def test_a_function_that_solves_and_returns_a_number_does_not_solve_by_itself(tmp_path, made):
    """Its return value made it look like the function that makes the model."""
    script = f"""
import cpmpy as cp
from cpmpy.solvers import CPM_ortools
def shuffled():
    x = cp.intvar(1, 4, shape=4)
    rule = cp.AllDifferent(x)
    number = {made}.solveAll()
    print("solved natively", number)
    return number
shuffled()
"""
    result = everyway("count", str(files(tmp_path, shuffled=script) / "shuffled.py"))
    assert (result.stdout, result.exit_code) == ("24\n", 0), result.stderr
    assert "natively" not in result.stderr


def test_constraints_posted_to_a_solver_itself_are_named(tmp_path):
    script = """
import cpmpy as cp
x = cp.intvar(1, 3, name="x")
solver = cp.SolverLookup.get("ortools", cp.Model(x > 1))
solver.user_vars.add(x)
solver.solve()
"""
    result = everyway("count", str(files(tmp_path, posted=script) / "posted.py"))
    assert result.exit_code == 2
    assert "no attribute 'user_vars' (line 5); it asks a solver itself" in result.stderr


def test_a_function_that_solves_on_its_way_to_its_model_solves(tmp_path):
    script = """
import cpmpy as cp
def two_steps():
    x = cp.intvar(1, 3, name="x")
    assert cp.Model(x >= 2).solve()
    return cp.Model(x >= 2, x <= 2)
"""
    result = everyway("count", str(files(tmp_path, two_steps=script) / "two_steps.py"))
    assert (result.stdout, result.exit_code) == ("1\n", 0), result.stderr


@pytest.mark.parametrize("method", ["getSolution", "getSolutions", "getSolutionIter"])
def test_a_problem_is_taken_at_each_method_that_solves(tmp_path, method):
    text = f"{PROBLEM}q, p = p, None\nprint(q.{method}())\nopen(__file__ + '.went_on', 'w')"
    path = files(tmp_path, script=text.replace("q, p = p, None", "q = [p].pop()")) / "script.py"
    assert count(load(path)) == 3
    assert count(load(f"{path}:1")) == 3
    assert [one.name for one in tmp_path.iterdir()] == ["script.py"]


def test_a_model_is_taken_as_it_is_solved_first(tmp_path):
    text = f"{HEAD}m = cp.Model(x[0] < x[1])\nwhile m.solve():\n    m += x[0] != x[0].value()\n"
    assert count(load(files(tmp_path, m=text) / "m.py")) == 3


def test_no_other_model_is_taken_that_is_not_whole_at_the_solve(tmp_path):
    text = f"{HEAD}script = cp.Model()\ncp.Model(x[0] < x[1]).solve()\nscript += x[0] == x[1]\n"
    assert count(load(files(tmp_path, script=text) / "script.py")) == 3


@pytest.mark.parametrize(
    "caught", ["except BaseException:\n    pass", "except:\n    1 / 0", "finally:\n    f()"]
)
def test_a_script_that_goes_on_after_its_solve_is_refused(tmp_path, caught):
    text = f"{HEAD}def f():\n    raise ValueError\ntry:\n    cp.Model(x[0] < 2).solve()\n{caught}"
    with pytest.raises(ModelError, match=r"goes on after the solve .*; catch Exception there"):
        load(files(tmp_path, script=text) / "script.py")


def test_the_libraries_solve_as_before_when_a_script_has_been_read(tmp_path):
    names = [*COUNTS, "two_shelves.py:2"]
    methods = dict(vars(cp.Model))
    for name in names:
        load(SCRIPTS / name)
    assert dict(vars(cp.Model)) == methods
    x = cp.intvar(0, 5)
    for solver in (cp.Model(x > 4), CPM_ortools(cp.Model(x > 4)), cp.SolverLookup.get("ortools")):
        assert solver.solve()
    assert isinstance(cp.SolverLookup.get("ortools"), CPM_ortools)


# ------------------------------------------------------------- which is the puzzle, as before

MODELS = f"{HEAD}one = cp.Model(x[0] < x[1])\n"
KEPT = {
    "one model": (MODELS, 3),
    "one model beside what is named like the file": (f"{MODELS}same = x[0]", 3),
    "the model named like the file": (f"{MODELS}same = cp.Model(x[0] == x[1], x[0] > 2)", 1),
    "a function that returns a model": (f"def any_name(n=2):\n    {HEAD}{{}}", 4),
}


@pytest.mark.parametrize(("text", "number"), KEPT.values(), ids=KEPT)
def test_a_file_that_holds_a_model_is_read_and_no_more(tmp_path, text, number):
    make = "    x = cp.intvar(1, n, shape=2)\n    return cp.Model(x[0] + x[1] > 0)\n"
    guard = "\nif __name__ == '__main__':\n    open(__file__ + '.ran', 'w')\n    1 / 0\n"
    text = text if "def " not in text else f"import cpmpy as cp\ndef any_name(n=2):\n{make}"
    path = files(tmp_path, same=text + guard) / "same.py"
    assert count(load(path)) == number
    if "def " in text:
        assert count(load(path, n=3)) == 9
    assert [one.name for one in tmp_path.iterdir()] == ["same.py"]


def test_several_models_are_named_and_one_is_chosen(tmp_path):
    path = files(tmp_path, several=f"{MODELS}two = cp.Model(x[0] == x[1])") / "several.py"
    with pytest.raises(ModelError, match=r"several puzzles, one and two; choose one: .*\.py:one$"):
        load(path)
    assert count(load(f"{path}:two")) == 3


def test_a_puzzle_file_of_ours_may_solve_another_model_on_its_way(tmp_path):
    text = f"{HEAD}m = cp.Model(x[0] + x[1] == 6)\nm.solve()\nfrom everyway.models import *\n"
    text += "def ours(): return Model('ours', integer('y', 1, int(x[0].value())))\n"
    assert count(load(files(tmp_path, ours=text) / "ours.py")) == 3


def test_a_puzzle_file_of_ours_is_never_run_as_a_program(tmp_path):
    text = f"from everyway.models import Model\nif __name__ == '__main__':\n    {HEAD}"
    text = text.replace("\nx =", "; x =") + "    cp.Model(x[0] < x[1]).solve()\n"
    with pytest.raises(ModelError, match="has no puzzle; write a function"):
        load(files(tmp_path, ours=text) / "ours.py")


def test_a_file_without_a_puzzle_is_refused_as_before(tmp_path):
    guard = "\nif __name__ == '__main__':\n    import cpmpy\n    raise SystemExit(2)"
    files(tmp_path, empty=guard, nothing=f"def nothing(): print(1){guard}")
    with pytest.raises(ModelError, match="has no puzzle; write a function"):
        load(tmp_path / "empty.py")
    with pytest.raises(ModelError, match="returned None, which is no model"):
        load(tmp_path / "nothing.py")
    files(tmp_path, fails="import cpmpy\nif __name__ == '__main__':\n    1 / 0")
    with pytest.raises(ModelError, match=r"fails when it is run: ZeroDivisionError.* \(line 3\)"):
        load(tmp_path / "fails.py")
