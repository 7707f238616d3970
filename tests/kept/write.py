"""Writes files like those kept here: `python tests/kept/write.py FOLDER`.

The kept ones were written by the version that README.md names, and are never written again; a
version with another format adds a folder of its own.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import warnings
from contextlib import closing
from pathlib import Path
from typing import Any

from everyway.conformance.instances.random_models import models_with_objectives, random_model
from everyway.models import Model, fingerprint, to_data
from everyway.models.language.global_constraints.predicate import Predicate
from everyway.models.language.nodes import topological
from everyway.solvers import count, save

HERE = Path(__file__).parent
EVERYWAY = Path(sys.executable).parent / "everyway"


class _EnoughError(Exception):
    """Ends a search that is to be gone on with."""


def main() -> None:
    """Write every file."""
    folder = Path(sys.argv[1]).absolute()
    folder.mkdir(parents=True)
    os.chdir(HERE)
    _write_models(folder / "models.jsonl")
    _write_by_commands(folder)
    sys.path.insert(0, str(HERE))
    _write_saves(folder)
    print(json.dumps({name.name: name.stat().st_size for name in sorted(folder.iterdir())}))


def _write_models(file: Path) -> None:
    models = [random_model(seed) for seed in range(130)]
    models += [model for seed in range(12) for model in models_with_objectives(seed)]
    with file.open("w") as lines, warnings.catch_warnings(action="ignore"):
        for model in models:
            if not any(isinstance(node, Predicate) for node in topological(model.constraints)):
                line = {
                    "count": count(model, "brute-force"),
                    "fingerprint": fingerprint(model),
                    "model": to_data(model),
                }
                print(json.dumps(line), file=lines)


def _write_by_commands(folder: Path) -> None:
    def run(name: str, *words: str) -> None:
        line = [str(EVERYWAY), *words]
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (words, done)
        if "{}" not in " ".join(words) and not (folder / name).exists():
            (folder / name).write_text(done.stdout)

    def out(name: str) -> str:
        return str(folder / name)

    shifts, corners, reckoning, packing = (
        f"./{name}.py" for name in ("shifts", "corners", "reckoning", "packing")
    )
    for puzzle in (shifts, corners, reckoning, packing):
        name = Path(puzzle).stem
        asked = ("-n", "60") if puzzle == corners else ("--all",)
        run(f"{name}.jsonl", "solve", puzzle, *asked, "--jsonl")
        run(f"{name}.model.json", "show", puzzle, "--as", "json")
    run("shifts-cost.jsonl", "solve", shifts, "goal=cost", "--all", "--jsonl")
    run("shifts-pareto.jsonl", "solve", shifts, "goal=pareto", "--all", "--jsonl")
    run("shifts.solution.json", "solve", shifts, "--json")
    run("corners.solution.json", "solve", corners, "--json")
    run("", "prove", shifts, "--kind", "tree", "-o", out("shifts-tree.proof"))
    run("", "prove", shifts, "--kind", "count", "-o", out("shifts-count.proof"))
    run("", "prove", corners, "--kind", "count", "-o", out("corners-count.proof"))
    run("", "prove", reckoning, "--kind", "tree", "-o", out("reckoning-tree.proof"))
    run("", "prove", reckoning, "--kind", "count", "-o", out("reckoning-count.proof"))
    none = ("--given", "ann[0]=off", "--given", "bob[0]=off")
    run("", "prove", shifts, *none, "--kind", "tree", "-o", out("shifts-none.proof"))
    run("", "set", shifts, "-o", out("shifts.set"))
    run("", "set", corners, "-o", out("corners.set"))
    run("", "set", reckoning, "wide=40", "-o", out("reckoning-wide.set"))
    run("", "set", shifts, "goal=cost", "-o", out("shifts-cost.set"))
    run("", "set", shifts, *none, "-o", out("shifts-none.set"))
    run("", "solve", shifts, "--all", "--given", "ann[0]=off", "--save", out("shifts-given.db"))
    bench = ("bench", shifts, "-S", "flatmap", "-S", "auto", "--save", out("shifts.bench.json"))
    run("", *bench)


def _write_saves(folder: Path) -> None:
    from corners import corners
    from packing import packing
    from reckoning import reckoning
    from shifts import shifts

    wide = reckoning(wide=3)
    save(shifts(), folder / "shifts-complete.db")
    save(packing(), folder / "packing-complete.db")
    save(wide, folder / "reckoning-compiled.db", "compiled")
    for goal in ("cost", "within", "pareto", "ordered"):
        save(shifts(goal), folder / f"shifts-{goal}.db")
    for solver in ("auto", "compiled", "generated", "flatmap", "cp-sat", "diagram"):
        for jobs in (1, 2) if solver in ("auto", "compiled") else (1,):
            _unfinished(folder / f"reckoning-{solver}-{jobs}.db", wide, solver, jobs=jobs)
    for solver in ("auto", "compiled", "generated", "flatmap"):
        _unfinished(folder / f"corners-rows-{solver}.db", corners(), solver, viewpoint="rows")
        _unfinished(folder / f"reckoning-projected-{solver}.db", wide, solver, project=["x", "w"])
        aimed = reckoning(wide=3, aim=True)
        _unfinished(folder / f"reckoning-aimed-{solver}.db", aimed, solver, boxes=0)
    _unproven(folder / "reckoning-unproven-flatmap.db", reckoning(wide=4, aim=True))
    for solver in ("auto", "compiled", "generated"):
        _killed(folder / f"reckoning-killed-{solver}.db", solver)


def _unfinished(file: Path, model: Model, solver: str, *, boxes: int = 3, **options: Any) -> None:
    """A file of which some boxes are finished, one is begun and others wait."""

    def hear(number: int, statistics: Any) -> None:
        time.sleep(0.0002)
        if statistics.get("tasks", 0) >= boxes and number % 50 > 7:
            raise _EnoughError

    try:
        save(model, file, solver, hear=hear, seconds_a_box=0.01, **options)
    except _EnoughError:
        return
    print(file.name, "is complete")


def _unproven(file: Path, model: Model) -> None:
    """A file whose writer was stopped while it looked for the best value."""
    for limit in range(10, 1000, 10):
        file.unlink(missing_ok=True)
        save(model, file, "flatmap", time_limit=limit / 1000)
        if file.exists():
            with closing(sqlite3.connect(f"file:{file}?mode=ro&immutable=1", uri=True)) as found:
                (text,) = found.execute("SELECT text FROM progress").fetchone()
            if json.loads(text)["incumbent"]:
                return
    print(file.name, "has no solution so far")


def _killed(file: Path, solver: str) -> None:
    """A file whose writer was killed while it searched."""
    program = (
        "import sys, time; sys.path.insert(0, '.')\n"
        "from reckoning import reckoning\nfrom everyway.solvers import save\n"
        f"save(reckoning(wide=3), {str(file)!r}, {solver!r}, seconds_a_box=0.05,"
        " hear=lambda *_: time.sleep(0.0005))\n"
    )
    child = subprocess.Popen([sys.executable, "-c", program])
    time.sleep(3)
    child.send_signal(signal.SIGKILL)
    child.wait()


if __name__ == "__main__":
    main()
