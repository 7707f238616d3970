"""Solvers that the playground can load: how they are packed, and the bridges to two of them.

The workers of the bridges are stood in for by what they say, and by their programs where these are
installed.
"""

from __future__ import annotations

import importlib.util
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

from everyway.models import Model, Variable, all_different
from everyway.solvers import first, solutions
from everyway.solvers.harness.contract import Control, SolverFailed, SolverUnavailable
from everyway.solvers.harness.processes import background
from everyway.solvers.minizinc import original
from everyway.views.playground import folder, packed_solvers, solvers_in_browser
from everyway.views.playground.packed_solvers import PACKED

from .test_playground import pyodide, wrote

__all__ = ["pyodide"]


@pytest.fixture
def downloads(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that were run instead of pip and npm, which write files of the right names."""
    asked: list[list[str]] = []

    def run(words: list[str], **more: object) -> subprocess.CompletedProcess[str]:
        asked.append(words)
        if "pip" in words:
            name = words[-1].replace("==", "-").replace("-", "_", 1)
            Path(words[words.index("--dest") + 1], f"{name}.whl").write_text("wheel")
        else:
            into = Path(words[words.index("--pack-destination") + 1])
            (packed,) = (one for one in PACKED.values() if one.npm == words[2])
            with tarfile.open(into / "one.tgz", "w:gz") as archive:
                for file in (*packed.files, "LICENSE", "README.md"):
                    about = tarfile.TarInfo(f"package/{file}")
                    about.size = len(file)
                    archive.addfile(about, io.BytesIO(file.encode()))
        return subprocess.CompletedProcess(words, 0, "", "")

    monkeypatch.setattr(packed_solvers.shutil, "which", lambda name: name)
    monkeypatch.setattr(packed_solvers.subprocess, "run", run)
    return asked


def test_the_chosen_solvers_are_packed_with_their_licences(
    tmp_path, pyodide, downloads, monkeypatch
):
    pages: list[Any] = []
    made = folder.playground_page
    monkeypatch.setattr(folder, "playground_page", lambda *a: pages.append(a) or made(*a))
    monkeypatch.setattr(folder, "write_wheels", lambda *words: [])  # which takes its time
    site = tmp_path / "site"
    code, said = wrote("-o", site, "--pyodide", pyodide, "--with", "z3, clingo,z3")
    assert code == 0, said
    assert sorted(os.listdir(site / "solvers")) == ["clingo", "z3"]
    assert sorted(os.listdir(site / "solvers" / "clingo")) == [
        "LICENSE",
        "clingo.js",
        "clingo.wasm",
    ]
    assert pages[0][1] == {
        "z3": {"z3_solver-5.3.3.0.whl": 5},
        "clingo": {"clingo.js": 14, "clingo.wasm": 16},
    }
    pip, npm = downloads
    assert "pyemscripten_2026_0_wasm32" in pip
    assert pip[1:4] == ["-m", "pip", "download"]
    assert npm[:3] == ["npm", "pack", "clingo-wasm@0.6.0"]
    # Another time without them.
    assert wrote("-o", site, "--pyodide", pyodide)[0] == 0
    assert not (site / "solvers").exists()


def test_python_constraint_is_packed_as_python_alone(tmp_path):
    pytest.importorskip("constraint", reason="not installed: python-constraint")
    names = folder._packed("python-constraint", tmp_path)
    (wheel,) = names
    assert names[wheel] < 100_000
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path / wheel)!r}); import constraint.problem as p"
        "; print(p.__file__); one = p.Problem(); one.addVariables('ab', [1, 2])"
        "; one.addConstraint(lambda a, b: a < b, 'ab'); print(one.getSolutions())"
    )
    words = [sys.executable, "-I", "-S", "-c", program]
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert said == f"{tmp_path / wheel}/constraint/problem.py\n[{{'a': 1, 'b': 2}}]\n"


def test_what_cannot_be_packed_is_said_and_nothing_is_written(
    tmp_path, pyodide, downloads, monkeypatch
):
    site = tmp_path / "site"

    def refused(chosen: str) -> str:
        code, said = wrote("-o", site, "--pyodide", pyodide, "--with", chosen)
        assert code == 2
        assert os.listdir(tmp_path) == ["pyodide"]
        return said

    assert "--with cannot pack 'zz3'; did you mean 'z3'?" in refused("sat,zz3")
    assert "--with cannot pack 'oxidd'; there are clingo, minizinc" in refused("all,oxidd")
    monkeypatch.setitem(PACKED, "clingo", PACKED["clingo"]._replace(files=("dist/other.js",)))
    whole = packed_solvers.subprocess.run

    def run(words: list[str], **more: object) -> subprocess.CompletedProcess[str]:
        done = whole(words, **more)
        if "npm" in words:
            with tarfile.open(next(Path(words[4]).glob("*.tgz")), "w:gz"):
                pass
        return done

    monkeypatch.setattr(packed_solvers.subprocess, "run", run)
    lacks = "clingo-wasm@0.6.0 has no dist/other.js; leave clingo out of --with"
    assert lacks in " ".join(refused("clingo").split())
    fails = subprocess.CompletedProcess([], 1, "", "WARNING: x\nERROR: No matching one found\n")
    monkeypatch.setattr(packed_solvers.subprocess, "run", lambda words, **more: fails)
    said = " ".join(refused("sat").split())
    assert "pip cannot get python-sat==1.9.dev24 six==1.17.0: ERROR: No matching one found" in said
    assert "leave sat out of --with" in said
    monkeypatch.setattr(packed_solvers.shutil, "which", lambda name: None)
    assert "minizinc@4.5.1 comes by npm, which is not installed" in refused("minizinc")


def test_a_packed_solver_is_one_that_needs_something():
    offered = {one["name"]: one for one in map(_page_of, folder.solvers())}
    assert set(PACKED) <= set(offered)
    assert all(offered[name]["install"] for name in PACKED)


def _page_of(solver: Any) -> dict[str, Any]:
    return folder._solver(solver, {})


# ------------------------------------------------------------------------ no threads


def test_where_there_are_no_threads_items_are_produced_as_they_are_read(monkeypatch):
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setattr(Thread, "start", lambda thread: pytest.fail("a thread is started"))
    made: list[int] = []

    def items() -> Iterable[int]:
        try:
            for number in range(9):
                made.append(number)
                yield number
        finally:
            made.append(-1)

    found = background.aside(iter(items()), Control())
    assert next(found) == 0
    assert made == [0]
    found.close()
    assert made == [0, -1]


# ------------------------------------------------------------------------ the bridges


MODEL = Model(
    "pairs",
    [a := Variable("a", range(3)), b := Variable("b", (-5, 1, 7)), Variable("c", (4,))],
    [all_different([a, b]), a + b != 1],
)
NOTHING = Model("nothing", [a], [a < 0])
PAIRS = [(x, y, 4) for x in range(3) for y in (-5, 1, 7) if x != y and x + y != 1]


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Any], None]:
    """Offers clingo and MiniZinc as a page does, with a function that starts them."""
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setattr(solvers_in_browser, "PROGRAMS", str(tmp_path / "bin"))
    monkeypatch.setenv("PATH", os.environ["PATH"])
    monkeypatch.delenv("EVERYWAY_MINIZINC_SOLVER", raising=False)
    monkeypatch.setenv("EVERYWAY_MINIZINC_SOLVER", solvers_in_browser.GECODE)
    for name in ("Family", "subprocess"):
        monkeypatch.setattr(original, name, getattr(original, name))
    own = sys.modules.pop("clingo", None)
    ffi = SimpleNamespace(run_sync=lambda said: said)
    monkeypatch.setitem(sys.modules, "pyodide", SimpleNamespace(ffi=ffi))
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    _forget()
    yield lambda start: solvers_in_browser.offer(["clingo", "minizinc"], start)
    _forget()
    sys.modules.pop("clingo", None)
    if own is not None:
        sys.modules["clingo"] = own


def _forget() -> None:
    original.said.cache_clear()
    original._installed.cache_clear()


class Said:
    """A worker that says these messages, a few at a time."""

    def __init__(self, messages: Iterable[dict[str, Any]]) -> None:
        self._messages = list(messages)
        self.is_ended = False

    def next(self, seconds: float) -> str:
        assert self._messages, "it waits for ever"
        some, self._messages = self._messages[:2], self._messages[2:]
        return json.dumps(some)

    def end(self) -> None:
        self.is_ended = True


def found(solver: str, model: Model = MODEL) -> list[tuple[int, ...]]:
    return sorted(tuple(s[v.name] for v in model.variables) for s in solutions(model, solver))


def lines(text: str, code: int = 30) -> list[dict[str, Any]]:
    return [*({"line": line} for line in text.splitlines()), {"code": code}]


ANSWERS = "clingo version 5.8.0\nSolving...\nAnswer: 1 (Time: 0.1s)\nx2 x1\nAnswer: 2\nx1 x3\n"


def test_clingo_says_every_answer_and_that_these_are_all(offered):
    model = Model("one of three", [Variable("a", range(3))], [])
    whole = "SATISFIABLE\n\nModels       : 2\nCalls        : 1\nChoices      : 3       \n"
    worker = Said(lines(ANSWERS + whole))
    offered(lambda *asked: worker)
    assert found("clingo", model) == [(0,), (1,)]
    assert worker.is_ended
    for wrong in (
        "SATISFIABLE\n\nModels       : 2+\n",
        "SATISFIABLE\n\nModels       : 3\n",
        "UNKNOWN\n\nModels       : 2\n",
        "SATISFIABLE\n",
        "",
    ):
        offered(lambda *asked, wrong=wrong: Said(lines(ANSWERS + wrong)))
        with pytest.raises(SolverFailed, match="does not say that every solution was found"):
            found("clingo", model)
    offered(lambda *asked: Said([{"error": "memory access out of bounds", "code": -1}]))
    with pytest.raises(SolverFailed, match="memory access out of bounds"):
        found("clingo", model)


def test_a_program_is_written_rule_by_rule():
    program = solvers_in_browser.Program()
    always, one, other = (program.add_atom() for _ in range(3))
    program.add_rule([always], [])
    program.add_rule([one], [], choice=True)
    program.add_rule([other], [-one, always])
    program.add_weight_rule([], 2, [(one, 1), (-other, 3)])
    program.add_minimize(0, [(one, 5)])
    assert program.text().splitlines() == [
        "asp 1 0 0",
        "1 0 1 1 0 0",
        "1 1 1 2 0 0",
        "1 0 1 3 0 2 -2 1",
        "1 0 0 1 2 2 2 1 -3 3",
        "2 0 1 2 5",
        "4 2 x1 1 1",
        "4 2 x2 1 2",
        "0",
    ]


def test_only_atoms_that_answers_name_are_asked_for():
    answer = solvers_in_browser.Answer({1: "x1", 2: "x2"}, frozenset(["x2"]))
    assert [answer.is_true(literal) for literal in (1, -1, 2, -2)] == [False, True, True, False]
    with pytest.raises(SolverFailed, match="atom 3"):
        answer.is_true(-3)


def rows(*pairs: tuple[int, ...], status: str | None, **more: Any) -> list[dict[str, Any]]:
    texts = [f"row {' '.join(map(str, row))}\n" for row in pairs]
    said = [{"type": "solution", "output": {"default": text}} for text in texts]
    ends = [{"type": "status", "status": status}] if status else []
    return [{"type": "ready"}, *said, *ends, {"type": "exit", "code": 0} | more]


def minizinc(*answer: dict[str, Any]) -> Callable[..., Said]:
    """Starts what answers the questions of the adapter, and then this."""
    about = json.dumps([{"id": solvers_in_browser.GECODE, "version": "6.4.0"}])
    version = "MiniZinc to FlatZinc converter, version 2.10.0, build 1"

    def start(name: str, words: str, program: str) -> Said:
        asked = json.loads(words)
        if "model.mzn" in asked:
            assert "--all-solutions" in asked
            assert "alldifferent" in program
            return Said(answer)
        return Said([{"stdout": about if "--solvers-json" in asked else version, "code": 0}])

    return start


def test_minizinc_says_every_solution_and_that_these_are_all(offered):
    offered(minizinc(*rows(*PAIRS, status="ALL_SOLUTIONS")))
    assert found("minizinc") == PAIRS
    offered(minizinc(*rows(status="UNSATISFIABLE")))
    assert found("minizinc") == []
    for status in (None, "SATISFIED", "UNKNOWN"):
        offered(minizinc(*rows(*PAIRS, status=status)))
        with pytest.raises(SolverFailed, match="not complete"):
            found("minizinc")
    broken = rows(PAIRS[0], status="ERROR", code=-1, message="unreachable")
    offered(minizinc(*broken))
    with pytest.raises(SolverFailed, match=r"failed or was killed.*unreachable"):
        found("minizinc")


def test_a_browser_that_cannot_wait_is_named(offered, monkeypatch):
    def run_sync(promise: object) -> None:
        raise RuntimeError("WebAssembly stack switching not supported")

    monkeypatch.setattr(sys.modules["pyodide.ffi"], "run_sync", run_sync)
    offered(minizinc())
    for solver in ("clingo", "minizinc"):
        with pytest.raises(SolverUnavailable, match="Chromium from version 137"):
            first(MODEL, solver)


@pytest.mark.rest
def test_clingo_itself_finds_the_same_in_the_program_it_is_given(offered, tmp_path):
    if importlib.util.find_spec("clingo") is None:
        pytest.skip("not installed: clingo")

    def start(name: str, words: str, program: str) -> Said:
        file = tmp_path / "program.lp"
        file.write_text(program)
        command = [sys.executable, "-m", "clingo", *json.loads(words), str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return Said([*lines(done.stdout, done.returncode)])

    offered(start)
    assert found("clingo") == PAIRS
    assert found("clingo", NOTHING) == []
    best = first(Model("best", [a, b], [a != 1], maximise=3 * a - b), "clingo")
    assert best is not None
    assert (best["a"], best["b"]) == (2, -5)


@pytest.mark.rest
def test_minizinc_itself_finds_the_same_in_the_text_it_is_given(offered, tmp_path, monkeypatch):
    if not (program := shutil.which("minizinc")):
        pytest.skip("not installed: minizinc")
    monkeypatch.setenv("EVERYWAY_MINIZINC_SOLVER", "org.gecode.gecode")

    def start(name: str, words: str, text: str) -> Said:
        (tmp_path / "model.mzn").write_text(text)
        command = [program, *json.loads(words)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
        if "--json-stream" not in command:
            return Said([{"stdout": done.stdout, "code": done.returncode}])
        said = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        return Said([*said, {"code": done.returncode}])

    offered(start)
    assert found("minizinc") == PAIRS
    assert found("minizinc", NOTHING) == []
