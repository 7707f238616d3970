"""However a command ends, its exit code and its words say so: never 0 or 1 by accident."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from everyway.models import ModelError
from everyway.models.language.files.catalogue import load
from everyway.models.queens import queens
from everyway.solvers import SavedSolutions, save
from everyway.solvers.harness.atomic_files import write_whole
from everyway.solvers.harness.registry import UnknownSolver
from everyway.solvers.harness.running.run import Run
from everyway.solvers.harness.saving.saved_file_format import SavedError, seal

from ..support.command_lines import everyway, fruitless, has_begun

START = [sys.executable, "-c", "from everyway.views.start import main; main()"]
TWO = "-S auto -S flatmap"
POSIX = pytest.mark.skipif(not hasattr(os, "fork"), reason="one process is all there is")

PREDICATE = """
import os, sys
from everyway.models import Model, predicate, variables

def ends(x):
    {}
    return True

def puzzle() -> Model:
    x = variables("x", 2, range(3))
    return Model("puzzle", x, predicate(ends, x[0]))
"""


def shell(line: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The result of `line` in a shell; EVERYWAY begins a command."""
    line = line.replace("EVERYWAY", shlex.join(START))
    return subprocess.run(
        ["bash", "-c", line], cwd=folder, capture_output=True, text=True, timeout=60
    )


def puzzle(folder: Path, text: str) -> Path:
    (folder / "puzzle.py").write_text(text)
    return folder


# ---------------------------------------------------------------- code that ends the process


@POSIX
@pytest.mark.parametrize("command", ["count", "solve --all", "show", "story"])
@pytest.mark.parametrize("status", [0, 1, 7])
def test_a_predicate_that_ends_the_process_is_a_failure(tmp_path, command, status):
    puzzle(tmp_path, PREDICATE.format(f"os._exit({status})"))
    result = shell(f"EVERYWAY {command} ./puzzle.py", tmp_path)
    assert (result.returncode, result.stdout) == (4, "")
    assert f"ended itself with status {status}" in result.stderr


@pytest.mark.parametrize("command", ["count", "solve --all", "show"])
def test_a_puzzle_that_closes_where_it_prints_spoils_no_answer(tmp_path, command):
    (tmp_path / "puzzle.py").write_text(
        "import sys\n"
        "from everyway.models import Model, integer\n"
        "def puzzle() -> Model:\n"
        "    print('building')\n"
        "    sys.stdout.close()\n"
        "    return Model('m', integer('x', 0, 1))\n"
    )
    result = shell(f"EVERYWAY {command} ./puzzle.py", tmp_path)
    assert result.returncode == 0
    assert result.stdout
    assert "building" in result.stderr


@POSIX
@pytest.mark.parametrize("command", ["count", "solve --all", "show", "compare"])
def test_a_predicate_that_closes_where_it_prints_spoils_no_answer(tmp_path, command):
    puzzle(tmp_path, PREDICATE.format("sys.stdout.close() or True"))
    result = shell(f"EVERYWAY {command} ./puzzle.py", tmp_path)
    assert result.returncode == 0
    assert result.stdout
    assert "lost sys.stderr" not in result.stderr


@POSIX
@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("import os; os._exit(0)", "ended itself with status 0"),
        ("import ctypes; ctypes.CDLL(None)._exit(0)", "ended itself with status 0"),
        ("import os; os.execvp('true', ['true'])", "ended itself with status 0"),
        ("import os; os.abort()", "was killed by SIGABRT"),
        ("import os; os.kill(os.getpid(), 9)", "was killed (SIGKILL)"),
    ],
)
def test_a_file_that_ends_the_process_as_it_is_read_is_a_failure(tmp_path, code, words):
    result = shell("EVERYWAY count ./puzzle.py", puzzle(tmp_path, code))
    assert (result.returncode, result.stdout) == (4, "")
    assert words in result.stderr


@pytest.mark.parametrize("raised", ["SystemExit(0)", "GeneratorExit", "Own('x')", "Own"])
def test_whatever_a_file_raises_as_it_is_read_is_wrong_usage(tmp_path, raised):
    puzzle(tmp_path, f"class Own(BaseException): ...\nraise {raised}\n")
    result = everyway("count", str(tmp_path / "puzzle.py"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "fails when it is read: " in result.stderr
    assert "(line 2)" in result.stderr
    with pytest.raises(ModelError):
        load(tmp_path / "puzzle.py")


def test_whatever_a_puzzle_raises_as_it_is_made_is_wrong_usage(tmp_path):
    puzzle(tmp_path, "def puzzle():\n    raise GeneratorExit\n")
    result = everyway("solve", str(tmp_path / "puzzle.py"))
    assert result.exit_code == 2
    assert "failed: GeneratorExit (line 2)" in result.stderr


@pytest.mark.parametrize("raised", ["sys.exit(0)", "raise GeneratorExit", "raise BaseException"])
@pytest.mark.parametrize("solver", ["auto", "flatmap", "cp-sat", "python-constraint"])
def test_whatever_a_predicate_raises_is_a_failure(tmp_path, raised, solver):
    puzzle(tmp_path, PREDICATE.format(raised))
    result = everyway("count", str(tmp_path / "puzzle.py"), "-S", solver)
    assert (result.exit_code, result.stdout) == (4, "")
    assert "predicate ends raised" in result.stderr


@pytest.mark.parametrize("raised", ["SystemExit(0)", "GeneratorExit"])
def test_a_solver_that_leaves_as_it_is_imported_is_a_failure(tmp_path, raised):
    (tmp_path / "leaves.py").write_text(f"raise {raised}")
    result = shell("EVERYWAY count queens n=4 -S leaves:solutions", tmp_path)
    assert (result.returncode, result.stdout) == (4, "")
    assert "leaves:solutions cannot be imported" in result.stderr


def test_ctrl_c_stays_ctrl_c_also_where_a_file_raises_it(tmp_path):
    puzzle(tmp_path, "raise KeyboardInterrupt\n")
    assert everyway("count", str(tmp_path / "puzzle.py")).exit_code == 130


# --------------------------------------------------------------- a parent, a child and signals


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A command that searches a puzzle file without end, and has begun to."""
    path = fruitless(tmp_path)
    process = subprocess.Popen(
        [*START, "solve", path, "-S", "flatmap"],
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert has_begun(process, tmp_path)
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def gone(group: int) -> bool:
    """True once nobody of a process group is left."""
    for _ in range(200):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@POSIX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("send", [os.kill, os.killpg], ids=["one", "group"])
def test_a_signal_ends_a_command_that_is_watched_once(begun, number, send):
    send(begun.pid, number)
    out, error = begun.communicate(timeout=60)
    assert (begun.returncode, out) == (130, "")
    assert error.count("interrupted") == 1
    assert "Traceback" not in error
    assert gone(begun.pid)


@POSIX
def test_nobody_is_left_where_the_parent_is_killed(begun):
    begun.kill()
    begun.communicate(timeout=60)
    assert gone(begun.pid)


# --------------------------------------------------------------------------- standard output


@pytest.mark.parametrize("words", ["--help", "--version", "count --help", "list", "show queens"])
def test_where_nobody_reads_a_command_ends_in_141(words):
    result = shell(f"EVERYWAY {words} | true; echo ${{PIPESTATUS[0]}}")
    assert result.stdout.split() == ["141"]
    assert result.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
@pytest.mark.parametrize("words", ["--help", "--version", "count --help", "count queens n=4"])
def test_a_full_output_is_reported_in_a_line(words):
    result = shell(f"EVERYWAY {words} >/dev/full")
    assert result.returncode == 4
    assert "No space left on device" in result.stderr
    assert "Traceback" not in result.stderr
    assert "Exception ignored" not in result.stderr


@pytest.mark.parametrize("words", ["--help", "--version", "count --help", "count queens n=4"])
def test_a_closed_output_is_reported_in_a_line(words):
    result = shell(f"EVERYWAY {words} >&-")
    assert result.returncode == 141
    assert result.stderr.splitlines() == [
        "error: standard output is closed, so that nobody reads the answer"
    ]


@pytest.mark.parametrize(
    "command", ["count", "solve --all", f"compare {TWO}", f"compare {TWO} --json", "show"]
)
def test_an_output_that_a_puzzle_closes_while_it_is_read_is_not_ours(tmp_path, command):
    (tmp_path / "puzzle.py").write_text(
        "import os\n"
        "from everyway.models import Model, integer\n"
        "os.close(1)\n"
        "puzzle = Model('m', integer('x', 0, 1))\n"
    )
    result = shell(f"EVERYWAY {command} ./puzzle.py", tmp_path)
    assert result.returncode == 0
    assert result.stdout


def test_an_output_that_a_puzzle_closes_is_reported_in_a_line(tmp_path):
    (tmp_path / "puzzle.py").write_text(
        "import os\n"
        "from everyway.models import Model, integer, predicate\n"
        "x = integer('x', 0, 1)\n"
        "def closing(v):\n"
        "    os.closerange(1, 2)\n"
        "    return True\n"
        "puzzle = Model('m', x, predicate(closing, x))\n"
    )
    result = shell("EVERYWAY solve --all -S flatmap ./puzzle.py", tmp_path)
    assert (result.returncode, result.stdout) == (141, "")
    assert "error: standard output is closed, so that nobody reads the answer" in result.stderr


def test_with_nothing_to_print_a_closed_output_is_no_trouble(tmp_path):
    save(queens(4), tmp_path / "four.db")
    result = shell("EVERYWAY export four.db -o four.csv >&- <&-", tmp_path)
    assert result.returncode == 0, result.stderr
    assert len((tmp_path / "four.csv").read_text().splitlines()) == 3


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
def test_where_errors_cannot_be_reported_the_exit_code_stays():
    assert shell("EVERYWAY count queens n=x 2>/dev/full").returncode == 2


# ------------------------------------------------------------------------------------- files


def torn(stream):
    stream.write(b"half of")
    stream.flush()
    raise OSError(28, "No space left on device")


def test_a_file_that_cannot_be_finished_stays_as_it_was(tmp_path):
    path = tmp_path / "old.svg"
    path.write_bytes(b"good")
    for replace in (True, False):
        with pytest.raises(OSError, match=r"No space|there already"):
            write_whole(path, torn, replace=replace)
        assert path.read_bytes() == b"good"
    with pytest.raises(OSError, match="No space"):
        write_whole(tmp_path / "new", torn, replace=False)
    assert [one.name for one in tmp_path.iterdir()] == ["old.svg"]


def test_a_new_file_keeps_who_may_read_it_and_links_stay_links(tmp_path):
    path, link = tmp_path / "kept", tmp_path / "link"
    path.write_bytes(b"")
    path.chmod(0o640)
    link.symlink_to(path)
    write_whole(link, lambda stream: stream.write(b"new"))
    assert (path.read_bytes(), link.is_symlink()) == (b"new", True)
    assert path.stat().st_mode & 0o777 == 0o640
    write_whole("/dev/null", lambda stream: stream.write(b"new"))
    assert not Path("/dev/null").is_file()


SMALL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))"


@pytest.mark.skipif(sys.platform == "win32", reason="no limits on files")
@pytest.mark.parametrize("option", ["--svg", "--png"])
def test_a_picture_stays_where_there_is_no_room_for_a_new_one(tmp_path, option):
    if option == "--png":
        pytest.importorskip("resvg_py")
    path = tmp_path / "picture"
    path.write_bytes(b"good")
    command = [START[0], "-c", f"{SMALL}; import signal; signal.signal(25, 1); {START[2]}"]
    words = ["show", "queens", "n=30", "-S", "cp-sat", option, str(path)]
    result = subprocess.run([*command, *words], capture_output=True, text=True, timeout=60)
    assert result.returncode == 2
    assert "cannot be written: File too large" in result.stderr
    assert path.read_bytes() == b"good"
    assert [one.name for one in tmp_path.iterdir()] == ["picture"]


LONG = "x" * 5000


@pytest.mark.parametrize(
    "words",
    [
        ["count", f"./{LONG}.py"],
        ["count", f"./{LONG}.toml"],
        ["count", "queens", "-S", LONG],
        ["count", LONG],
        ["count", "--board", f"./{LONG}"],
        ["check", "queens", f"./{LONG}"],
        ["check", f"./{LONG}.py", "--against", "queens"],
        ["export", f"{LONG}.db"],
        ["solve", "queens", "n=4", "--all", "--save", LONG],
        ["solve", "queens", "n=4", "--all", "--save", LONG, "--resume"],
        ["compare", "queens", "n=4", "--claim", f"a={LONG}"],
        ["show", "queens", "n=4", "--svg", LONG],
        ["new", LONG],
        ["count", "queens", "--rule", "x = " * 25_000],
        ["count", "queens", "--given", "x = " * 25_000],
        ["count", "queens", f"n={LONG}"],
    ],
    ids=lambda words: " ".join(words)[:30],
)
def test_a_name_too_long_is_wrong_usage_and_not_repeated_whole(words):
    result = everyway(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: ")
    assert len(result.stderr) < 2000


@pytest.mark.parametrize("command", ["count", "solve", "compare", "story", "show"])
def test_a_solver_that_is_half_named_is_refused(command):
    for solver, words in (("", "is empty"), (" ", "is empty"), ("auto@", "names no viewpoint")):
        result = everyway(command, "queens", "n=4", "-S", solver)
        assert (result.exit_code, result.stdout) == (2, "")
        assert words in result.stderr
    with pytest.raises(UnknownSolver, match="write auto alone"):
        Run(queens(4), "auto@")


def test_a_module_named_without_its_function_is_pointed_to(tmp_path, monkeypatch):
    (tmp_path / "my_own_search.py").write_text("def solutions(model): ...\n")
    monkeypatch.chdir(tmp_path)
    for name in ("my_own_search", "my_own_search.py"):
        result = everyway("count", "queens", "-S", name)
        assert result.exit_code == 2
        assert "write its function too: my_own_search:solutions" in result.stderr


# ------------------------------------------------------------------------------- saved files


def test_rows_that_changed_places_are_damage(tmp_path):
    path = tmp_path / "four.db"
    save(queens(4), path)
    import sqlite3

    connection = sqlite3.connect(path)
    header, progress = (
        connection.execute(f"SELECT text, seal FROM {table}").fetchone()
        for table in ("header", "progress")
    )
    for table, row in (("progress", header), ("header", progress)):
        connection.execute(f"UPDATE {table} SET text = ?, seal = ?", row)
        connection.commit()
        with pytest.raises(SavedError, match="is damaged"):
            SavedSolutions(path)
    for text in ("[]", "3", "{", '{"waiting": "many"}', "{}"):
        connection.execute("UPDATE header SET text = ?, seal = ?", header)
        connection.execute("UPDATE progress SET text = ?, seal = ?", (text, seal(text)))
        connection.commit()
        with pytest.raises(SavedError, match="is damaged"):
            SavedSolutions(path)
    connection.close()
    assert everyway("export", str(path)).exit_code == 2


def test_a_reader_that_is_not_closed_is_not_called_a_writer(tmp_path):
    path = tmp_path / "four.db"
    save(queens(4), path)
    with SavedSolutions(path), pytest.raises(SavedError, match="reads it"):
        save(queens(4), path, resume=True)
