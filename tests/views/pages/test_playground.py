"""The playground without a browser: its folder, its wheels, and Python in one thread."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import Any
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from everyway.comparer import submissions
from everyway.models.crowns import crowns
from everyway.models.language.files.catalogue import load
from everyway.solvers import count
from everyway.solvers.harness.registry import solver_named
from everyway.views import report, trace
from everyway.views.command_line import main
from everyway.views.pages.class_page import Checked, class_page
from everyway.views.pages.trace_page import steps_page
from everyway.views.playground import examples, packed_solvers
from everyway.views.playground import folder as pyodide_files
from everyway.views.playground.folder import EXAMPLES, PACKAGES, write_wheels
from everyway.views.playground.in_browser import perform

from ...support.settings import a_third
from ..test_exercises import ANSWERS, EXERCISES, WRONG

QUEENS = """\
from everyway.models import Board, Model

def queens(n: int = 8) -> Model:
    board = Board(n)
    queen = board.place("queen")
    lines = [queen.per(board.rows) == 1, queen.per(board.columns) == 1]
    return Model(f"{n} queens", queen, *lines, queen.per(board.diagonals) <= 1)
"""


@pytest.fixture
def pyodide(tmp_path: Path) -> Path:
    """A folder with the names of what Pyodide has, and nothing of it."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name in pyodide_files.FILES:
        (folder / name).write_text(name)
    return folder


def wrote(*words: str | Path) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["playground", *map(str, words)])
    return done.exit_code, done.stderr


def test_the_folder_is_whole_and_is_replaced_by_a_new_one(tmp_path, pyodide, monkeypatch):
    site = tmp_path / "site"
    code, said = wrote("-o", site, "--pyodide", pyodide)
    assert (code, said) == (
        0,
        f"written to {site}; serve it, for example: python -m http.server -d {site}\n",
    )
    assert sorted(os.listdir(site)) == ["index.html", "pyodide", "wheels"]
    assert sorted(os.listdir(site / "pyodide")) == sorted(pyodide_files.FILES)
    assert len(os.listdir(site / "wheels")) == len(PACKAGES)
    policy = re.search('Security-Policy" content="([^"]*)"', (site / "index.html").read_text())[1]
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy
    assert "default-src 'none'" in policy
    # The frames of pages inherit it, and look as they should.
    crown, checked = crowns(), class_page(Checked("queens", "", (), [], {}))
    for page in (trace(crown), report(crown, "flatmap", rounds=1), checked, steps_page(crown, ())):
        hashes = re.findall("(?:script|style)-src ('[^']*')", page.html)
        assert len(hashes) == 2
        assert all(hash in policy for hash in hashes)

    (site / "wheels" / "old").touch()
    monkeypatch.chdir(site)
    assert wrote("-o", ".", "--pyodide", pyodide)[0] == 0
    assert not (site / "wheels" / "old").exists()
    assert sorted(os.listdir(tmp_path)) == ["pyodide", "site"]


def test_nothing_is_written_where_something_else_is_or_pyodide_is_not(
    tmp_path, pyodide, monkeypatch
):
    site = tmp_path / "site"
    (pyodide / "pyodide.mjs").unlink()
    code, said = wrote("-o", site, "--pyodide", pyodide)
    assert code == 2
    assert f"{pyodide} is not Pyodide 314: it has no pyodide.mjs" in said

    monkeypatch.setattr(packed_solvers.shutil, "which", lambda name: None)
    code, said = wrote("-o", site)
    assert code == 2
    assert "by npm, which is not installed; install it, or give a folder" in said

    fails = subprocess.CompletedProcess([], 1, "", "npm error code E404\n")
    monkeypatch.setattr(packed_solvers.shutil, "which", lambda name: "npm")
    monkeypatch.setattr(packed_solvers.subprocess, "run", lambda *words, **more: fails)
    code, said = wrote("-o", site)
    assert code == 2
    assert "npm cannot get pyodide@~314.0.0: npm error code E404; give a folder" in said
    assert os.listdir(tmp_path) == ["pyodide"]

    for other in (pyodide, pyodide / "python_stdlib.zip"):
        code, said = wrote("-o", other, "--pyodide", pyodide)
        assert code == 2
        assert "is there already and is no playground" in said
    assert wrote("-o", tmp_path / "no" / "such", "--pyodide", pyodide)[0] == 2


def test_the_wheels_are_what_is_installed_here(tmp_path):
    names = write_wheels(tmp_path)
    with ZipFile(tmp_path / next(name for name in names if name.startswith("everyway"))) as wheel:
        inside = set(wheel.namelist())
        assert {"everyway/models/queens.py", "everyway/views/pages/web/worker.js"} <= inside
        assert not [name for name in inside if "__pycache__" in name or name.startswith("/")]
        (record,) = (name for name in inside if name.endswith("/RECORD"))
        rows = list(csv.reader(wheel.read(record).decode().splitlines()))
        assert {row[0] for row in rows} == inside
        assert {row[0]: row[2] for row in rows if row[2]} == {
            file.filename: str(file.file_size)
            for file in wheel.infolist()
            if file.filename != record
        }
    # Python finds all that it needs in them alone, as zips too but for ours.
    with ZipFile(tmp_path / next(name for name in names if name.startswith("everyway"))) as wheel:
        wheel.extractall(tmp_path / "ours")
    path = [str(tmp_path / "ours"), *(str(tmp_path / name) for name in names)]
    program = (
        f"import sys; sys.path[:0] = {path!r}\n"
        "from everyway.views.command_line import main\n"
        "import click, rich.progress; print(click.__file__, rich.__file__, main.__module__)\n"
        "main(['count', 'queens', 'n=5'])"
    )
    words = [sys.executable, "-I", "-S", "-c", program]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout.count(".whl") == 2
    assert done.stdout.endswith("\n10\n")


# -------------------------------------------------------------------------------- one thread


@pytest.fixture
def browser_like(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a thread nor a process can be started."""

    def refuse(*words: object, **more: object) -> None:
        raise RuntimeError("can't start new thread")

    def no_processes(*words: object, **more: object) -> None:
        raise OSError(138, "emscripten does not support processes.")

    monkeypatch.setattr(Thread, "start", refuse)
    monkeypatch.setattr(subprocess.Popen, "__init__", no_processes)
    monkeypatch.setattr(os, "fork", no_processes, raising=False)
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setattr(submissions, "MEMORY", None)  # as it is where that is the platform
    monkeypatch.setitem(sys.modules, "multiprocessing", None)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")


def answers(action: str, program: str = QUEENS, **more: Any) -> list[dict[str, str]]:
    order = {"action": action, "program": program, "file": "queens.py", "words": "n=6"}
    found: list[dict[str, str]] = []
    order |= {"solvers": [], "columns": 80} | more
    perform(json.dumps(order), lambda part: found.append(json.loads(part)))
    return found


def text(parts: list[dict[str, str]]) -> str:
    return "".join(part.get("text", "") for part in parts)


@pytest.mark.usefixtures("browser_like")
def test_all_of_the_playground_runs_in_one_thread():
    solved = answers("solve", words="", solvers=["flatmap"])
    assert [part["kind"] for part in solved if part["kind"] != "output"] == ["board"] * 92
    assert solved[0]["svg"].startswith("<svg")
    assert re.fullmatch(r"8 queens: queen on r1c\d, .*, r8c\d", solved[0]["label"])
    assert text(solved).startswith("92 solutions, complete, flatmap@rows")
    assert text(answers("count", words="n=7")) == "40\n"
    story = text(answers("story", words="n=4"))
    assert re.findall(r"queen +(\d+)", story) == ["256", "24", "2"]
    board, *words = sorted(answers("show", words="n=6"), key=lambda part: part["kind"])
    assert board["kind"] == "board"
    assert text(words).startswith("Same in all: queen[r1c1]=0, ")
    page = answers("trace", words="n=5")[-1]
    assert (page["kind"], page["title"]) == ("page", "trace queens.py")
    assert "5 queens" in page["html"]
    words, page = answers("report", words="n=4", solvers=["flatmap", "auto"])
    assert words["text"] == "AGREE  4 queens: 2 solvers, the same 2 solutions\n"
    assert page["kind"] == "page"
    *words, board = answers("why", words="n=3")
    assert "3 queens has no solution: these" in text(words)
    assert "written" not in text(words)
    assert board["kind"] == "board"
    assert "nothing to explain" in text(answers("why", words="n=4"))
    if solver_named("sat").is_installed():
        assert answers("why", words="n=4 --given r1c2 --steps")[-1]["kind"] == "page"
    assert answers("check", words="n=4..5 --against queens")[-1]["code"] == "0"
    assert "the solution is missing" in text(answers("check"))
    placed = '{"queen": ["r1c2", "r2c4", "r3c1", "r4c3"]}'
    assert answers("check", words=f"n=4 '{placed}'")[-1] == {"kind": "code", "code": "0"}
    named = ["flatmap", "auto[python]", "flatmap-levels", "auto"]
    compared = text(answers("compare", words="n=4", solvers=named))
    assert "AGREE  4 solvers, the same 2 solutions" in compared
    assert max(map(len, compared.splitlines())) < 80
    more = "\nfrom everyway.solvers import count\n"
    more += 'print(count(queens(5), jobs=2), count(queens(5), project=["queen"], jobs=4))\n'
    ran = answers("script", QUEENS + more + "queens(3)")
    assert text(ran) == "10 10\n"
    assert ran[-1]["kind"] == "board"


@pytest.mark.usefixtures("browser_like")
def test_what_goes_wrong_in_a_program_is_said_in_words():
    broken = answers("solve", QUEENS.replace("place(", "plaice("), file="../../queens.py")
    assert broken == [{"kind": "error", "text": broken[0]["text"]}]
    assert broken[0]["text"].startswith("error: queens() of ./puzzle.py failed: AttributeError")
    assert "(line 5)" in broken[0]["text"]
    assert "its parameters are n" in text(answers("count", words="m=6"))
    unread = "error: the parameters cannot be read: No closing quotation\n"
    assert text(answers("trace", words='--rule "')) == unread
    assert text(answers("script", "import sys; print('no'); sys.exit(3)")).startswith("no\nerror: ")
    alone = f"{QUEENS}\nfrom everyway.solvers import first\nfirst(queens(4), isolate=True)"
    assert "no process can be started" in text(answers("script", alone))
    toml = 'board = 4\npiece = "rook"\nrules = ["rows == 1", "columns == 1"]'
    assert text(answers("count", toml, words="", file="rooks.toml")) == "24\n"


@pytest.mark.usefixtures("browser_like")
@pytest.mark.parametrize("name", a_third(map(pytest.param, EXERCISES)))
def test_an_exercise_is_marked_as_check_marks_it(name: str) -> None:
    answer, file = ANSWERS[name].read_text("utf-8"), f"{name}.py"
    *words, page, code = answers("check", answer, words="", file=file)
    assert (page["kind"], code) == ("page", {"kind": "code", "code": "0"})
    assert text(words).endswith(f"exercise {name}: solved\n")
    for old, new, *said in WRONG[name]:
        *words, page, code = answers("check", answer.replace(old, new), words="", file=file)
        assert code["code"] in ("1", "4")
        assert page["kind"] == "page"
        output = " ".join(text(words).split())
        assert [words for words in said if " ".join(words.split()) not in output] == []


@pytest.mark.parametrize(("name", "number"), [*zip(EXAMPLES, [92, 1, 8, 18, 1], strict=True)])
def test_an_example_has_its_number_of_solutions(name: str, number: int) -> None:
    assert count(load(f"{examples.__path__[0]}/my_{name}.py")) == number
