"""The time of all that goes through many solutions, or many rules, beside plain streaming.

    python benchmarks/many_rows.py [DIGITS [WAY ...]]

CPU µs a row, of 10^DIGITS rows (10^5 unless given) and of a tenth of them: what a way takes for
each row, how that compares with streaming the same rows in the same run, and its growth, the time
of all rows over that of a tenth (10 is in proportion). WAYs are those whose names begin so.

The model has DIGITS variables of 0 to 9 and one rule that all keep; `labels` has texts in their
place. Commands run in this process, so that starting up is not measured.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
from collections import deque
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from everyway.comparer import bench, compare, compare_models, read_claim
from everyway.models import Model, total, variables
from everyway.models.language.check import Judge
from everyway.solvers import SavedSolutions, count, export, save, solution_set, solutions, solve_all
from everyway.solvers.diagram.listed_solutions import SolutionSet
from everyway.solvers.harness.rows.digest import digest_of
from everyway.views.command_line import main as command_line

MODULE = """
from everyway.models import Model, total, variables

def NAME(k: int = MANY) -> Model:
    x = variables("x", k, range(10))
    return Model("digits", x, total(x) <= 9 * k)
"""


SOON = 0.02
"""CPU seconds of a tenth of the rows, up to which no growth is said."""


class Rows:
    """Ten to the power of `digits` rows, in the forms that the ways begin with."""

    def __init__(self, digits: int, folder: Path) -> None:
        self.number, self.digits, self.folder = 10**digits, digits, folder
        x = variables("x", digits, range(10))
        self.model = Model("digits", x, total(x) <= 9 * digits)
        words = variables("x", digits, [f"d{digit}" for digit in range(10)])
        self.labelled = Model("labels", words)
        self.but_the_last = [one.name for one in x[:-1]]
        self.found = list(solutions(self.model))
        self.shuffled = random.Random(1).sample(self.found, self.number)
        self.labels = random.Random(1).sample(list(solutions(self.labelled)), self.number)
        self.set = SolutionSet(self.model, self.found)
        self.same = SolutionSet(self.model, self.shuffled)
        self.puzzle, self.saved = folder / f"digits{digits}.py", folder / f"{digits}.db"
        named = MODULE.replace("NAME", self.puzzle.stem)
        self.puzzle.write_text(named.replace("MANY", str(digits)))
        self.lines = folder / f"{digits}.jsonl"
        with self.lines.open("w") as file:
            file.writelines(f"{json.dumps(one.to_json())}\n" for one in self.shuffled)
        save(self.model, str(self.saved))

    def file(self, name: str) -> str:
        """A new path."""
        path = self.folder / f"new {self.digits} {name}"
        path.unlink(missing_ok=True)
        return str(path)


def added(rows: Rows) -> None:
    """As many rules, one by one, over few variables."""
    x = variables("y", 100, range(1000))
    model = Model("m", x)
    for k in range(rows.number):
        model += x[k % 100] != k % 1000
    assert len(model.rules) == rows.number


def constructed(rows: Rows) -> None:
    """As many rules at once."""
    x = variables("y", 100, range(1000))
    Model("m", x, [x[k % 100] != k % 1000 for k in range(rows.number)])


def run(*words: str) -> None:
    """A command of everyway, whose output goes nowhere. Raises: RuntimeError for an odd end."""
    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        code = ended(words)
    if code:
        raise RuntimeError(f"everyway {' '.join(words)} ended with {code}")


def ended(words: tuple[str, ...]) -> object:
    """The exit code of a command."""
    try:
        command_line([*words])
    except SystemExit as end:
        return end.code
    return None


def every(iterable: Any) -> None:
    """Goes through it, and keeps nothing."""
    deque(iterable, maxlen=0)


def judged(rows: Rows) -> None:
    """Each row, by the judge."""
    accepts = Judge(rows.model).accepts
    assert all(accepts(one.assignment) for one in rows.found)


def claimed(rows: Rows) -> None:
    """A file of claims, compared."""
    claim = read_claim(rows.lines, rows.model)
    assert compare(rows.model, ["auto"], [claim]).verdict == "agree"


def read_back(rows: Rows) -> None:
    """A saved file, verified and read."""
    with SavedSolutions(rows.saved) as saved:
        every(saved.rows())


def exported(form: str) -> Callable[[Rows], None]:
    """A saved file in another form."""

    def way(rows: Rows) -> None:
        with SavedSolutions(rows.saved) as saved:
            export(saved, rows.file(f"export.{form}"))

    return way


def command(*words: str) -> Callable[[Rows], None]:
    """A command line, in which PUZZLE, SAVED, LINES, NEW and LAST stand for what they say."""

    def way(rows: Rows) -> None:
        meant = {
            "PUZZLE": str(rows.puzzle),
            "SAVED": str(rows.saved),
            "LAST": str(rows.number),
            "NEW": rows.file("output"),
            "LINES": f"lines={rows.lines}",
        }
        run(*[meant.get(word, word) for word in words])

    return way


WAYS: dict[str, Callable[[Rows], Any]] = {
    "streamed": lambda rows: every(solutions(rows.model)),
    "listed": lambda rows: list(solutions(rows.model)),
    "streamed, labels": lambda rows: every(solutions(rows.labelled)),
    "arrays": lambda rows: every(solutions(rows.model).arrays()),
    "python-constraint": lambda rows: every(solutions(rows.model, "python-constraint")),
    "isolated": lambda rows: every(solutions(rows.model, isolate=True)),
    "jobs 2, flatmap": lambda rows: every(solutions(rows.model, "flatmap", jobs=2)),
    "flatmap": lambda rows: every(solutions(rows.model, "flatmap")),
    "projected": lambda rows: every(solutions(rows.model, "flatmap", project=["x[0]", "x[1]"])),
    "projected count": lambda rows: count(
        rows.model, project=[f"x[{k}]" for k in range(rows.digits - 1)]
    ),
    "as mappings": lambda rows: every(map(dict, rows.found)),
    "as assignments": lambda rows: every(one.assignment for one in rows.found),
    "as JSON": lambda rows: every(one.to_json() for one in rows.found),
    "one value": lambda rows: every(one["x"] for one in rows.found),
    "solve_all": lambda rows: solve_all(rows.model),
    "solve_all, labels": lambda rows: solve_all(rows.labelled),
    "solve_all, python-constraint": lambda rows: solve_all(rows.model, "python-constraint"),
    "SolutionSet": lambda rows: SolutionSet(rows.model, rows.shuffled),
    "SolutionSet, labels": lambda rows: SolutionSet(rows.labelled, rows.labels),
    "sorted": lambda rows: sorted(rows.shuffled),
    "sorted, labels": lambda rows: sorted(rows.labels),
    "sorted set": lambda rows: sorted(rows.set),
    "set of solutions": lambda rows: set(rows.shuffled),
    "set is equal": lambda rows: rows.set == rows.same,
    "set has each": lambda rows: all(one in rows.set for one in rows.shuffled),
    "set at each place": lambda rows: all(rows.set[k] is not None for k in range(rows.number)),
    "set, place of each": lambda rows: every(map(rows.set.place, rows.found)),
    "set - set": lambda rows: rows.set - rows.same,
    "set & set": lambda rows: (rows.set & rows.same).count(),
    "set | set": lambda rows: (rows.set | rows.same).count(),
    "set <= set": lambda rows: rows.set <= rows.same,
    "set as JSON": lambda rows: rows.set.to_json(),
    "set, sampled": lambda rows: rows.set.sample(1000, seed=1),
    "set, marginals": lambda rows: SolutionSet(rows.model, rows.found).marginals(),
    "diagram streamed": lambda rows: every(solution_set(rows.model)),
    "digest": lambda rows: digest_of(one.row for one in rows.found),
    "judge": judged,
    "rules added one by one": added,
    "rules at once": constructed,
    "compare": lambda rows: compare(rows.model, ["auto", "compiled"]),
    "compare, isolated": lambda rows: compare(rows.model, ["auto", "compiled"], isolate=True),
    "compare, claim of a file": claimed,
    "compare models": lambda rows: compare_models(rows.model, rows.model),
    "bench": lambda rows: bench([rows.model], ["auto", "compiled"]),
    "save": lambda rows: save(rows.model, rows.file("saved.db")),
    "saved, read back": read_back,
    "export, jsonl": exported("jsonl"),
    "export, csv": exported("csv"),
    "export, dzn": exported("dzn"),
    "export, parquet": exported("parquet"),
    "command solve": command("solve", "PUZZLE", "--all"),
    "command solve --jsonl": command("solve", "PUZZLE", "--all", "--jsonl"),
    "command solve --json": command("solve", "PUZZLE", "--all", "--json"),
    "command solve --as": command("solve", "PUZZLE", "--all", "--as", "minizinc"),
    "command solve --save": command("solve", "PUZZLE", "--all", "--save", "NEW"),
    "command show --index": command("show", "PUZZLE", "--index", "LAST"),
    "command compare": command("compare", "PUZZLE", "-S", "auto", "-S", "compiled"),
    "command compare --claim": command("compare", "PUZZLE", "-S", "auto", "--claim", "LINES"),
    "command compare models": command("compare", "PUZZLE", "PUZZLE"),
    "command check --against": command("check", "PUZZLE", "--against", "PUZZLE", "-t", "100"),
    "command bench": command("bench", "PUZZLE", "-S", "auto", "-S", "compiled"),
    "command report": command("report", "PUZZLE", "-o", "NEW"),
    "command trace": command("trace", "PUZZLE", "-o", "NEW"),
    "command story": command("story", "PUZZLE"),
    "command set": command("set", "PUZZLE", "--at", "LAST"),
    "command export": command("export", "SAVED", "-o", "NEW", "--format", "jsonl"),
}


def seconds(way: Callable[[Rows], Any], rows: Rows) -> float:
    """CPU seconds of this process and of those that it starts."""
    before = sum(os.times()[:4])
    way(rows)
    return sum(os.times()[:4]) - before


def main(digits: int, names: list[str]) -> None:
    """Print a line for each way, as it is measured."""
    with tempfile.TemporaryDirectory() as folder:
        few, many = Rows(digits - 1, Path(folder)), Rows(digits, Path(folder))
        plain = 1e6 * min(seconds(WAYS["streamed"], many) for _ in range(3)) / many.number
        print(f"{many.number} rows; streamed in {plain:.2f} µs each")
        print(f"{'':30} {'µs a row':>9} {'× streamed':>11} {'growth':>7}")
        for name, way in WAYS.items():
            if any(map(name.startswith, names)) or not names:
                less, more = seconds(way, few), seconds(way, many)
                each = 1e6 * more / many.number
                growth = f"{more / less:7.1f}" if less > SOON else f"{'–':>7}"
                print(f"{name:30} {each:9.2f} {each / plain:11.1f} {growth}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 5, sys.argv[2:])
