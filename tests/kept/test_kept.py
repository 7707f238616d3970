"""Files of earlier versions are read, gone on with, and mean what they meant."""

from __future__ import annotations

import json
import shutil
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from everyway.comparer import benchmark
from everyway.models import Model, fingerprint, from_data, to_data
from everyway.solvers import SavedSolutions, count, load_set, save, solution_set, solutions
from everyway.solvers.harness.rows.packing import digest_of

from ..support.command_lines import everyway
from .corners import corners
from .packing import packing
from .reckoning import reckoning
from .shifts import shifts

HERE = Path(__file__).parent
FOLDERS = sorted(path for path in HERE.iterdir() if path.is_dir() and path.name != "__pycache__")


def kept(pattern: str, but: str = "") -> Any:
    """A test of each file of each version whose name matches, `but` those; there is one."""
    paths = (path for folder in FOLDERS for path in sorted(folder.glob(pattern)))
    found = [path for path in paths if not (but and path.match(but))]
    assert found, pattern
    return pytest.mark.parametrize(
        "file", found, ids=lambda path: f"{path.parent.name}/{path.name}"
    )


PUZZLES = {"shifts": shifts, "corners": corners, "reckoning": reckoning, "packing": packing}


def model_of(name: str) -> Model:
    """The model of a saved file."""
    puzzle, _, kind = name.partition("-")
    if puzzle == "reckoning":
        return reckoning(wide=3 + ("unproven" in kind), aim="aimed" in kind or "unproven" in kind)
    if puzzle == "shifts":
        whole = shifts(kind if kind not in ("complete", "given") else "none")
        return whole + (whole["ann"][0] == "off") if kind == "given" else whole
    return PUZZLES[puzzle]()


@cache
def rows_of(name: str) -> frozenset[tuple[Any, ...]]:
    """The solutions that a saved file has when it is complete, by no solver that wrote one.

    The variables that `reckoning` has more are free, so that they are listed here.
    """
    if not name.startswith("reckoning"):
        with solutions(model_of(name), "cp-sat") as found:
            return frozenset(solution.row for solution in found)
    with solutions(reckoning(), "brute-force") as found:
        without_free = [solution.row for solution in found]
    free = product(range(6), repeat=3 + ("unproven" in name))
    rows = [one + more for one, more in product(without_free, free)]
    if "projected" in name:
        return frozenset((row[0], *row[4:]) for row in rows)
    if "aimed" not in name and "unproven" not in name:
        return frozenset(rows)
    best = max(map(_sum, rows))
    return frozenset(row for row in rows if _sum(row) >= best - 3)


def _sum(row: tuple[Any, ...]) -> int:
    """The value of the objective of the aimed puzzle."""
    x, y, _, _, *more = row
    return int(sum(more) + x - y)


COMPLETE = (
    *("shifts-complete", "shifts-given", "packing-complete", "reckoning-compiled"),
    *("shifts-cost", "shifts-within", "shifts-pareto", "shifts-ordered"),
)


def copied(file: Path, folder: Path) -> Path:
    """A copy of a saved file; of one whose writer was killed with its journal."""
    for part in file.parent.glob(f"{file.name}*"):
        shutil.copy(part, folder)
    return folder / file.name


# ------------------------------------------------------------------------------- saved files


@kept("*.db", but="*-projected-*")
@pytest.mark.filterwarnings("ignore:the solver .* is called auto")
def test_a_saved_file_is_read_and_gone_on_with(file, tmp_path):
    assert_gone_on_with(file, tmp_path)


@kept("*-projected-*.db")
@pytest.mark.filterwarnings("ignore:the solver .* is called auto")
def test_a_saved_projection_is_read_and_gone_on_with(file, tmp_path):
    """Each row is judged by a search of what completes it, which takes long."""
    assert_gone_on_with(file, tmp_path)


def assert_gone_on_with(file: Path, tmp_path: Path) -> None:
    copy, name = copied(file, tmp_path), file.stem
    with SavedSolutions(copy) as before:
        begun = len(before)
        assert before.complete == (name in COMPLETE)
        assert len(list(before.rows())) == begun
    saved = save(model_of(name), copy, resume=True)
    assert saved.complete
    with SavedSolutions(copy) as after:
        rows = list(after.rows())
    assert len(rows) == len(set(rows)) >= begun
    assert set(rows) == rows_of(name)
    assert saved.digest == digest_of(rows).full


@kept("*-complete.db")
def test_a_saved_file_is_a_claim_and_is_exported(file, tmp_path):
    copy, puzzle = copied(file, tmp_path), str(HERE / f"{file.stem.partition('-')[0]}.py")
    found = everyway("compare", puzzle, "-S", "flatmap", "-S", "cp-sat", "--claim", f"kept={copy}")
    assert (found.exit_code, "AGREE  3 solvers" in found.output) == (0, True)
    lines = everyway("export", str(copy)).stdout
    shown = everyway("check", puzzle, "-", given=lines)
    assert shown.exit_code == 0, shown.output


@kept("*-given.db")
def test_a_command_goes_on_with_what_it_saved(file, tmp_path):
    copy, puzzle = copied(file, tmp_path), str(HERE / "shifts.py")
    words = ("solve", puzzle, "--all", "--given", "ann[0]=off", "--save", str(copy), "--resume")
    found = everyway(*words)
    assert found.exit_code == 0
    assert "14 solutions, complete  (9a8be598b1c1)" in found.output


# -------------------------------------------------------------------- models, claims, solutions


@kept("models.jsonl")
def test_models_as_data_keep_their_fingerprints_and_their_solutions(file):
    for line in map(json.loads, file.read_text().splitlines()):
        model = from_data(line["model"])
        assert fingerprint(model) == line["fingerprint"]
        assert to_data(model) == line["model"]
        assert count(model, "flatmap") == line["count"]


@kept("*.model.json")
def test_a_puzzle_has_the_structure_that_it_had(file):
    data = json.loads(file.read_text())
    model = from_data(data)
    assert fingerprint(model) == fingerprint(PUZZLES[file.name.partition(".")[0]]())
    assert to_data(model) == data


@kept("*.jsonl")
def test_a_claim_agrees_with_solvers(file):
    if file.name == "models.jsonl":
        return
    puzzle, _, goal = file.stem.partition("-")
    words = [str(HERE / f"{puzzle}.py"), *([f"goal={goal}"] if goal else [])]
    option = "--claim-incomplete" if puzzle == "corners" else "--claim"
    found = everyway("compare", *words, "-S", "flatmap", "-S", "cp-sat", option, f"kept={file}")
    assert "invented" not in found.output
    assert "DIFFER" not in found.output
    assert found.exit_code == (3 if puzzle == "corners" else 0), found.output


@kept("*.solution.json")
def test_a_solution_is_checked(file):
    puzzle = HERE / f"{file.name.partition('.')[0]}.py"
    assert everyway("check", str(puzzle), str(file)).exit_code == 0


# --------------------------------------------------------------------------- proofs, sets, benches


@kept("*.proof")
def test_a_proof_is_checked(file):
    puzzle, _, kind = file.stem.partition("-")
    givens = ("--given", "ann[0]=off", "--given", "bob[0]=off") if kind == "none" else ()
    found = everyway("verify", str(HERE / f"{puzzle}.py"), str(file), *givens)
    number = {"shifts": "31", "corners": "5 464", "reckoning": "137"}[puzzle]
    expected = "no solution" if kind == "none" else f"exactly {number} solutions"
    assert found.exit_code == 0
    assert expected in found.output.replace("\u202f", " ")


@kept("*.set")
def test_a_set_is_loaded(file):
    puzzle, _, kind = file.stem.partition("-")
    model = reckoning(wide=40) if kind == "wide" else PUZZLES[puzzle]()
    if kind == "none":
        model = model + (model["ann"][0] == "off") + (model["bob"][0] == "off")
    if kind == "cost":
        model = shifts("cost")
    found = load_set(file, model)
    if kind == "wide":
        assert found.count() == 137 * 6**40
    else:
        assert found == solution_set(model)
        assert list(found) == sorted(solutions(model, "flatmap"))


@kept("*.bench.json")
def test_a_benchmark_is_gone_on_with_or_refused_with_what_to_do(file, tmp_path, monkeypatch):
    copy = str(shutil.copy(file, tmp_path))
    monkeypatch.chdir(HERE)  # the puzzle is named as it was
    bench = ("bench", "./shifts.py", "-S", "flatmap", "-S", "auto", "--save", copy)
    found = everyway(*bench, "--resume")
    assert (found.exit_code, "save to another file" in found.output) in ((0, False), (2, True))
    where = json.loads(file.read_text())["environment"]
    monkeypatch.setattr(benchmark, "environment", lambda: where)
    found = everyway(*bench, "--resume")
    assert found.exit_code == 0, found.output
    assert "AGREE  2 solvers" in found.output
    then, now = (json.loads(each.read_text())["runs"] for each in (file, Path(copy)))
    assert [{key: run[key] for key in old} for old, run in zip(then, now, strict=True)] == then
