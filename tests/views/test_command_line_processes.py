"""The command line as a process: what it imports, streams, encodings, Ctrl-C, other packages."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from everyway.solvers.harness.registry import Solver

from ..support.command_lines import ALONE, alone, fruitless, has_begun

IMPORTED = "import sys; print(*{name.partition('.')[0] for name in sys.modules})"
FOREIGN = {"ortools", "constraint", "click", "rich", "numpy", "pandas"}


def imported_by(code: str) -> set[str]:
    command = [sys.executable, "-c", f"{code}\n{IMPORTED}"]
    return set(subprocess.check_output(command, text=True).splitlines()[-1].split())


def test_models_and_solvers_import_nothing_of_third_parties():
    before = imported_by("")
    after = imported_by("import everyway.models, everyway.solvers")
    assert after - before - set(sys.stdlib_module_names) == {"everyway"}


def test_help_imports_no_solver_no_model_and_not_rich():
    code = (
        "from everyway.views.command_line import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "import sys; found = {m for m in sys.modules if m.startswith('everyway.models')}\n"
        "language = 'everyway.models.language'\n"
        "light = {f'{language}.{part}' for part in ('errors', 'late_dataclasses', 'phrases')}\n"
        "assert found <= {'everyway.models', language, *light}, found"
    )
    assert imported_by(code) & FOREIGN == {"click"}


def test_listing_the_solvers_imports_no_library():
    code = (
        "from everyway.views.command_line import main\n"
        "try: main(['solvers'])\n"
        "except SystemExit: pass"
    )
    assert imported_by(code) & FOREIGN == {"click"}


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
@pytest.mark.parametrize(
    "words",
    [["compare", "sudoku", "-S", "flatmap"], ["list"], ["solve", "sudoku"], ["solve", "Ünknown"]],
    ids=" ".join,
)
def test_without_unicode_everything_is_ascii(words, encoding):
    result = alone(*words, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert (result.stdout + result.stderr).isascii()
    assert "Traceback" not in result.stderr


def test_a_plain_locale_is_no_trouble():
    result = alone("compare", "queens", "n=4", "-S", "flatmap", LC_ALL="C", LANG="C")
    assert result.returncode == 3


@pytest.mark.parametrize("form", [[], ["--jsonl"], ["--json"]])
def test_a_closed_pipe_ends_quietly(form):
    words = ["solve", "queens", "n=11", "-a", *form]
    process = subprocess.Popen([*ALONE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=30) == 141


def test_colour_is_for_terminals_and_for_those_who_force_it():
    words = ("compare", "queens", "n=4", "-S", "flatmap")
    assert "\x1b" not in alone(*words).stdout
    assert "\x1b" in alone(*words, FORCE_COLOR="1").stdout
    assert "\x1b" not in alone(*words, FORCE_COLOR="1", NO_COLOR="1").stdout
    assert "\x1b" in alone(*words, "--color", "always", NO_COLOR="1").stdout
    assert "\x1b" not in alone(*words, "--color", "never", FORCE_COLOR="1").stdout


def test_a_line_of_json_is_there_before_the_search_ends():
    words = ["solve", "queens", "n=14", "-a", "--jsonl"]
    process = subprocess.Popen([*ALONE, *words], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline().startswith(b'{"queen"')
    assert process.poll() is None
    process.kill()
    process.stdout.close()
    process.wait()


def test_progress_is_shown_on_a_terminal_and_goes_away():
    terminal, end = os.openpty()
    words = [*ALONE, "count", "queens", "n=14", "-S", "flatmap", "-t", "4", "--color", "never"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    subprocess.run(words, stdout=subprocess.PIPE, stderr=end, env=environment, timeout=60)
    # Read before the other end is closed: what is still on its way would be lost.
    assert select.select([terminal], [], [], 5.0)[0], "nothing was shown"
    written = os.read(terminal, 1 << 16).decode()
    os.close(end)
    os.close(terminal)
    assert "count" in written
    assert "0:00:0" in written
    assert "\x1b[2K" in written


# ------------------------------------------------------------------------------------ Ctrl-C


def interrupted(
    words: list[str], folder: Path, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """The end of `words`, of the fruitless puzzle in `folder`, on Ctrl-C."""
    process = subprocess.Popen(
        [*ALONE, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment},
    )
    assert has_begun(process, folder)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    return subprocess.CompletedProcess(words, process.returncode, out, err)


@pytest.mark.solvers(historical=False, interruptible=True, streams=True)
def test_ctrl_c_ends_a_fruitless_search(solver: Solver, tmp_path):
    size = "n=23" if solver.name == "brute-force" else "n=40"
    puzzle = [fruitless(tmp_path), "rows=6", size]
    if solver.name == "sat":  # which refuses sums of so many values
        puzzle = [f"{fruitless(tmp_path)}:pigeons"]
    result = interrupted(["solve", *puzzle, "-S", solver.name], tmp_path)
    assert result.returncode == 130
    assert b"interrupted after no solution" in result.stderr


def test_ctrl_c_ends_a_comparison_and_leaves_no_file_behind(tmp_path):
    folder = tmp_path / "temporary"
    folder.mkdir()
    result = interrupted(
        ["compare", fruitless(tmp_path), "-S", "flatmap"], tmp_path, TMPDIR=str(folder)
    )
    assert result.returncode == 130
    assert result.stdout == b""
    assert list(folder.iterdir()) == []


# ---------------------------------------------------------------------------- other packages

ENTRY_POINTS = """
[everyway.models]
bad = no_such_module:bad
[everyway.solvers]
liar = liar:solutions
absent = no_such_module:solutions
"""


@pytest.fixture
def packages(tmp_path):
    """A folder with packages that offer a lying solver, and a puzzle and a solver that break."""
    folder = tmp_path / "liars-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: liars\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(ENTRY_POINTS)
    (tmp_path / "liar.py").write_text("def solutions(model):\n    return iter(())\n")
    return str(tmp_path)


def test_broken_packages_are_marked_and_do_not_spoil_the_lists(packages):
    puzzles = alone("list", PYTHONPATH=packages)
    assert puzzles.returncode == 0
    assert "bad  broken" in puzzles.stdout
    solvers = alone("solvers", PYTHONPATH=packages)
    assert solvers.returncode == 0
    assert "absent  broken" in solvers.stdout
    assert "no_such_module:solutions cannot be imported" in solvers.stdout


def test_a_lying_solver_of_another_package_is_named(packages):
    words = ("compare", "queens", "n=4", "-S", "liar", "-S", "flatmap")
    result = alone(*words, PYTHONPATH=packages)
    assert result.returncode == 1
    assert "2 solutions are missing from liar" in result.stdout
    assert "so liar is wrong here" in result.stdout
    second = ("solve", "queens", "n=4", "--all", "--second", "liar", "--json")
    found = json.loads(alone(*second, PYTHONPATH=packages).stdout)
    assert found["second"] == 0  # its own number, not that of the first solver


def completed(words: str, place: int) -> list[str]:
    """The completions that bash would offer for the word at `place`."""
    result = alone(
        _EVERYWAY_COMPLETE="bash_complete", COMP_WORDS=f"everyway {words}", COMP_CWORD=str(place)
    )
    return [line.partition(",")[2] for line in result.stdout.splitlines()]


def test_the_shell_completes_commands_puzzles_parameters_and_solvers():
    assert completed("so", 1) == ["solvers", "solve"]
    assert {"queens", "queens_3d"} <= set(completed("solve que", 2))
    assert completed("solve crow", 2) == ["crowns"]
    assert {"n=", "wrap="} <= set(completed("solve queens ", 3))
    assert completed("solve queens -S cp-s", 4) == ["cp-sat"]
    assert "all" in completed("compare queens -S ", 4)
    assert "all" not in completed("solve queens -S ", 4)


def test_the_shell_completes_the_values_of_a_parameter():
    # As zsh and fish divide the line, and as bash does.
    assert completed("solve sudoku variant=anti", 3) == ["variant=anti-knight", "variant=anti-king"]
    assert completed("solve sudoku variant = anti", 5) == ["anti-knight", "anti-king"]
    assert "miracle" in completed("solve sudoku variant =", 4)
    assert completed("count queens wrap=", 3) == ["wrap=true", "wrap=false"]
    assert completed("count queens n = ", 5) == ["8"]
    assert "n=" not in completed("count queens n = 8 ", 6)
    assert completed("list sudo", 2) == ["sudoku"]


def test_the_shell_completes_the_puzzles_of_a_file_givens_and_projections(tmp_path):
    file = tmp_path / "houses.py"
    file.write_text(
        "from everyway.models import Model, variable, variables\n"
        "def street(n: int = 3) -> Model:\n"
        "    pet = variable('pet', ['cat', 'cow', 'dog'])\n"
        "    return Model('street', pet, variables('x', n, [1]))\n"
        "def town() -> Model:\n    return Model('town', variable('y', [1, 2]))\n"
    )
    # As zsh and fish divide the line, and as bash does.
    assert completed(f"count {file}:", 2) == [f"{file}:street", f"{file}:town"]
    assert completed(f"count {file}:st", 2) == [f"{file}:street"]
    assert completed(f"count {file} :", 3) == ["street", "town"]
    assert completed(f"count {file} : to", 4) == ["town"]
    assert completed(f"count {file}:street ", 3) == ["n="]
    assert completed(f"count {file} : street ", 5) == ["n="]
    assert completed(f"count {file}:street n=2 --given ", 5) == ["pet=", "x[0]=", "x[1]="]
    assert completed(f"count {file}:street --given pet=c", 4) == ["pet=cat", "pet=cow"]
    assert completed(f"count {file} : street n = 1 --project ", 9) == ["pet", "x", "x[0]"]
    assert not any(completed(f"count {file}:nobody --given ", 4))
    assert completed(f"count {tmp_path}/none.py:", 2) == [f"{tmp_path}/none.py:"]


def test_an_address_names_a_module_of_the_current_directory(tmp_path):
    (tmp_path / "my_own.py").write_text(
        "def solutions(model):\n    yield from ({'x': 0}, {'x': 1})\n"
    )
    (tmp_path / "two.py").write_text(
        "from everyway.models import Model, integer\n\n"
        "def two() -> Model:\n    return Model('two', integer('x', 0, 1))\n"
    )
    started = [sys.executable, "-P", *ALONE[1:]]  # as a console script, without this directory

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*started, *words], cwd=tmp_path, capture_output=True, text=True)

    result = run("compare", "./two.py", "-S", "my_own:solutions", "-S", "flatmap")
    assert result.returncode == 0, result.stderr
    assert "AGREE  2 solvers" in result.stdout
    result = run("count", "./two.py", "-S", "no_such:solutions")
    assert (result.returncode, result.stdout) == (4, "")
    assert "in the current directory" in " ".join(result.stderr.split())
