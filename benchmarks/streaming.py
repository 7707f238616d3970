"""The time of all that goes through very many solutions, or rules, beside plain streaming.

    python benchmarks/streaming.py [DIGITS [WAY ...]]

CPU µs a row of 10^DIGITS rows (10^5 unless given), how many times that is what streaming them
takes in the same run, and the growth: the time over that of a tenth of the rows, 10 in proportion.
WAYs are those whose names begin so. The model has DIGITS variables of 0 to 9 and a rule that all
rows keep; `labels` has texts in their place. Commands run in this process.
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
from functools import partial
from pathlib import Path
from typing import Any

from everyway.comparer import compare, compare_models, read_claim
from everyway.models import Model, load, variables
from everyway.models.language.check import Judge
from everyway.solvers import SavedSolutions, export, save, solution_set, solutions, solve_all
from everyway.solvers.diagram.solution_diagram import SolutionSet
from everyway.solvers.harness.rows.packing import digest_of
from everyway.views.command_line import main as command_line

SOON = 0.02
"""CPU seconds of a tenth of the rows, up to which no growth is said."""
PUZZLE = """
from everyway.models import Model, total, variables

def {}(k: int = {}) -> Model:
    x = variables("x", k, range(10))
    return Model("digits", x, total(x) <= 9 * k)
"""


class Rows:
    """Ten to the power of `digits` rows, in the forms that the ways begin with."""

    def __init__(self, digits: int, folder: Path) -> None:
        self.number, self.folder = 10**digits, folder
        puzzle, saved = folder / f"digits{digits}.py", folder / f"{digits}.db"
        puzzle.write_text(PUZZLE.format(puzzle.stem, digits))
        self.model = load(str(puzzle))
        texts = variables("x", digits, [f"d{digit}" for digit in range(10)])
        self.labelled = Model("labels", texts)
        self.found = list(solutions(self.model))
        self.shuffled = random.Random(1).sample(self.found, self.number)
        self.labels = random.Random(1).sample(list(solutions(self.labelled)), self.number)
        self.set = SolutionSet(self.model, self.found)
        self.same = SolutionSet(self.model, self.shuffled)
        save(self.model, saved)
        self.lines = folder / f"{digits}.jsonl"
        texts_of = (json.dumps(one.to_json()) for one in self.shuffled)
        self.lines.write_text("\n".join(texts_of))
        self.words = {"PUZZLE": puzzle, "SAVED": saved, "LINES": f"lines={self.lines}"}
        self.words |= {"NEW": folder / "new", "LAST": self.number}


def added(rows: Rows) -> None:
    """As many rules, one by one, over few variables."""
    x = variables("y", 100, range(1000))
    model = Model("m", x)
    for k in range(rows.number):
        model += x[k % 100] != k % 1000


every = deque[Any](maxlen=0).extend
"""Goes through what is given, and keeps nothing."""


def exported(form: str, rows: Rows) -> None:
    """A saved file in another form."""
    with SavedSolutions(rows.words["SAVED"]) as saved:
        export(saved, rows.folder / f"new.{form}")


def command(line: str, rows: Rows) -> None:
    """A command whose output goes nowhere; `Rows.words` has what its capitals stand for."""
    (rows.folder / "new").unlink(missing_ok=True)
    words = [str(rows.words.get(word, word)) for word in line.split()]
    with Path(os.devnull).open("w") as none, redirect_stdout(none), redirect_stderr(none):
        code = command_line.main(words, standalone_mode=False)
    if code:
        raise RuntimeError(f"everyway {line} ended with {code}")


WAYS: dict[str, Callable[[Rows], Any]] = {
    "streamed": lambda rows: every(solutions(rows.model)),
    "arrays": lambda rows: every(solutions(rows.model).arrays()),
    "listed": lambda rows: list(solutions(rows.model)),
    "isolated": lambda rows: every(solutions(rows.model, isolate=True)),
    "jobs 2": lambda rows: every(solutions(rows.model, "flatmap", jobs=2)),
    "flatmap": lambda rows: every(solutions(rows.model, "flatmap")),
    "as mappings": lambda rows: every(map(dict, rows.found)),
    "as JSON": lambda rows: every(one.to_json() for one in rows.found),
    "solve_all": lambda rows: solve_all(rows.model),
    "solve_all, labels": lambda rows: solve_all(rows.labelled),
    "SolutionSet": lambda rows: SolutionSet(rows.model, rows.shuffled),
    "SolutionSet, labels": lambda rows: SolutionSet(rows.labelled, rows.labels),
    "sorted": lambda rows: sorted(rows.shuffled),
    "sorted, labels": lambda rows: sorted(rows.labels),
    "set is equal": lambda rows: rows.set == rows.same,
    "set has each": lambda rows: all(one in rows.set for one in rows.shuffled),
    "set, place of each": lambda rows: every(map(rows.set.place, rows.found)),
    "set - set": lambda rows: rows.set - rows.same,
    "set & set": lambda rows: (rows.set & rows.same).count(),
    "diagram streamed": lambda rows: every(solution_set(rows.model)),
    "digest": lambda rows: digest_of(one.row for one in rows.found),
    "judge": lambda rows: all(map(Judge(rows.model).accepts, (s.assignment for s in rows.found))),
    "rules one by one": added,
    "compare": lambda rows: compare(rows.model, ["auto", "auto[kernel]"]),
    "compare, a file": lambda rows: compare(rows.model, (), [read_claim(rows.lines, rows.model)]),
    "compare models": lambda rows: compare_models(rows.model, rows.model),
    "save": lambda rows: save(rows.model, rows.folder / f"{rows.number} {random.random()}.db"),
    **{f"export {form}": partial(exported, form) for form in ("jsonl", "csv", "dzn", "parquet")},
    **{
        f"everyway {line}": partial(command, line)
        for line in (
            "solve PUZZLE --all",
            "solve PUZZLE --all --jsonl",
            "solve PUZZLE --all --json",
            "solve PUZZLE --all --as minizinc",
            "show PUZZLE --index LAST",
            "compare PUZZLE -S auto -S auto[kernel]",
            "compare PUZZLE -S auto --claim LINES",
            "compare PUZZLE PUZZLE",
            "check PUZZLE --against PUZZLE",
            "bench PUZZLE -S auto -S auto[kernel]",
            "report PUZZLE -o NEW",
            "trace PUZZLE -o NEW",
        )
    },
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
        print(f"{many.number} rows{'':30} µs a row  × streamed  growth")
        for name, way in WAYS.items():
            if any(map(name.startswith, names)) or not names:
                less, more = seconds(way, few), seconds(way, many)
                each = 1e6 * more / many.number
                growth = f"{more / less:8.1f}" if less > SOON else f"{'–':>8}"
                print(f"{name:42} {each:9.2f} {each / plain:10.1f} {growth}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 5, sys.argv[2:])
