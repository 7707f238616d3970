"""The command line where a system lacks what Linux has, or writes texts and paths otherwise."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from everyway.models.queens import queens
from everyway.solvers import solutions
from everyway.solvers.harness.processes import child_process
from everyway.solvers.harness.processes.child_process import Family

from ..support.command_lines import alone

LACKING = """\
import builtins, os, sys
{loaded}
for name in (
    "fork", "forkpty", "getuid", "geteuid", "killpg", "register_at_fork", "sched_getaffinity",
    "setsid", "getloadavg", "waitid",
):
    if hasattr(os, name):
        delattr(os, name)
sys.platform = "darwin"

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name in ("resource", "fcntl", "termios", "pwd", "grp", "pty", "tty"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

for name in ("resource", "fcntl", "termios", "pwd", "grp", "pty", "tty"):
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Absent())

def hidden(ask):
    def asked(path, *more, **named):
        if str(path).startswith("/proc"):
            raise FileNotFoundError(2, "No such file or directory", path)
        return ask(path, *more, **named)
    return asked

builtins.open, os.listdir, os.scandir = map(hidden, (builtins.open, os.listdir, os.scandir))
"""
"""A site that leaves Python with what a system without fork, limits and /proc would."""

PROGRAM = '''\
from everyway.models import Model, rule, variables

def apart(n: int = 3) -> Model:
    """Values that differ."""
    x = variables("x", n, range(n))
    return Model("apart", x, [rule("differ", a != b) for a in x for b in x if a.name < b.name])
'''
TEXT = 'rules = ["rows == 1", "columns == 1"]\npiece = "rook"\nboard = """\nAAA\nBBB\nCCC\n"""\n'
MINIZINC = "array[1..3] of var 0..2: x;\nconstraint x[1] < x[2] /\\ x[2] < x[3];\nsolve satisfy;\n"


@pytest.fixture
def lacking(tmp_path: Path) -> dict[str, str]:
    """The environment of a process that lacks what Linux alone has."""
    (tmp_path / "site").mkdir()
    text = LACKING.replace("{loaded}", "import llvmlite.binding  # it asks which system this is")
    (tmp_path / "site/sitecustomize.py").write_text(text)
    return {"PYTHONPATH": str(tmp_path / "site"), "XDG_CACHE_HOME": str(tmp_path / "cache")}


def test_the_lacking_site_lacks_them(lacking, tmp_path):
    file = tmp_path / "asks.py"
    file.write_text(
        "import os\nfrom everyway.models import Model, variables\n"
        "assert not hasattr(os, 'fork')\n"
        "try:\n    import resource\nexcept ImportError:\n    pass\nelse:\n    raise SystemExit(9)\n"
        "try:\n    open('/proc/self/stat')\nexcept OSError:\n    pass\nelse:\n"
        "    raise SystemExit(9)\n"
        "def asks() -> Model:\n    return Model('asks', variables('x', 2, range(3)))\n"
    )
    result = alone("count", str(file), **lacking)
    assert (result.stdout, result.returncode) == ("9\n", 0), result.stderr


@pytest.mark.rest
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["compare", "queens", "n=6"], 0, "AGREE"),
        (["count", "queens", "n=8", "--jobs", "2"], 0, "92"),
        (["solve", "queens", "n=6", "--all", "--isolate"], 0, "4 solutions, complete"),
        (["unique", "sudoku"], 0, "UNIQUE"),
        (["compare", "queens", "--memory", "1G"], 2, "memory cannot be capped on darwin"),
        (["check", "apart.py", "--against", "./apart.py"], 0, "SAME"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_without_fork_limits_and_proc(words, code, said, lacking, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("apart.py").write_text(PROGRAM)
    result = alone(*words, **lacking)
    assert result.returncode == code, result.stderr
    assert said in result.stdout + result.stderr
    assert "Traceback" not in result.stderr


def test_an_llvmlite_that_cannot_be_loaded_is_named(lacking, tmp_path):
    (tmp_path / "site/sitecustomize.py").write_text(LACKING.replace("{loaded}", ""))
    result = alone("count", "queens", "n=13", "-S", "auto", **lacking)
    assert result.returncode == 4
    assert "llvmlite cannot be loaded" in result.stderr
    assert "install it anew" in result.stderr


@pytest.mark.rest
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_files_of_windows_and_a_path_with_blanks_and_umlauts(end, tmp_path, monkeypatch):
    folder = tmp_path / "Übungen für Zoë" / "ein Ordner"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    texts = {
        "so groß.py": PROGRAM,
        "apart.toml": TEXT,
        "rising.mzn": MINIZINC,
        "map.txt": "AAB\nABB\n",
    }
    for name, text in texts.items():
        Path(name).write_bytes(text.replace("\n", end).encode())
    counted = alone("count", "./so groß.py", "n=4")
    assert (counted.stdout, counted.returncode) == ("24\n", 0), counted.stderr
    assert alone("count", "apart.toml").stdout == "6\n"
    rising = alone("count", "rising.mzn")
    assert rising.stdout == "1\n" or "not installed" in rising.stderr
    assert alone("count", "--board", "map.txt", "--rule", "regions == 1").stdout == "9\n"
    saved = alone("solve", "apart.toml", "--json").stdout
    solution = {"rook": json.loads(saved)["solutions"][0]["rook"]}
    Path("Lösung.json").write_bytes(json.dumps(solution, indent=1).replace("\n", end).encode())
    assert alone("check", "apart.toml", "Lösung.json").returncode == 0
    assert alone("prove", "apart.toml", "-o", "ein Beweis").returncode == 0
    Path("ein Beweis").write_bytes(Path("ein Beweis").read_bytes().replace(b"\n", end.encode()))
    verified = alone("verify", "apart.toml", "ein Beweis")
    assert verified.returncode == 0, verified.stdout + verified.stderr
    marked = alone("check", ".", "--against", "./so groß.py", "-o", "Seite 1.html")
    assert marked.stdout.count("same") == 2, marked.stderr
    assert Path("Seite 1.html").exists()


class _Windows:
    """The module os as on Windows, as far as a family of processes asks it."""

    name = "nt"

    def __getattr__(self, name: str) -> object:
        return getattr(os, name)


def test_a_family_without_a_supervisor_is_ended_too(monkeypatch):
    monkeypatch.setattr(child_process, "os", _Windows())
    monkeypatch.setattr(child_process, "can_be_copied", lambda: False)
    assert len(list(solutions(queens(6), "flatmap", isolate=True))) == 4
    family = Family([sys.executable, "-c", "import time; time.sleep(60)"])
    assert family.status is None
    assert family.end() is not None
    assert not Path(family._folder).exists()
