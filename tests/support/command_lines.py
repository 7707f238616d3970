"""Command lines for tests: in this process, or in one of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from everyway.views.command_line import main

from .clocks import until

ALONE = [sys.executable, "-c", "from everyway.views.command_line import main; main()"]

FRUITLESS = """
from itertools import combinations
from random import Random
from everyway.models import Model, total, variables

def fruitless(rows: int = 5, n: int = 40) -> Model:
    '''Market split: weighted sums that no choice of items meets, and no bound refutes.'''
    draw = Random(1)
    item = variables("item", n, range(2))
    weights = [[draw.randrange(100) for _ in item] for _ in range(rows)]
    sums = (total(w * x for w, x in zip(row, item)) == sum(row) // 2 for row in weights)
    open(__file__ + ".begun", "w").close()
    return Model("market split", item, sums)

def pigeons(n: int = 14) -> Model:
    '''One pigeon more than holes, for who refuses sums of so many values.'''
    hole = variables("hole", n, range(n - 1))
    open(__file__ + ".begun", "w").close()
    return Model("pigeons", hole, [a != b for a, b in combinations(hole, 2)])
"""


def everyway(*words: str, given: str | bytes | None = None, **environment: str) -> Result:
    """The output and exit code of the command line of `words`."""
    result = CliRunner(env=environment).invoke(main, words, input=given)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def alone(*words: str, given: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """The same in a process of its own."""
    return subprocess.run(
        [*ALONE, *words],
        input=given,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **environment},
    )


def fruitless(folder: Path) -> str:
    """The path of a puzzle in which every solver searches long and finds nothing.

    Where it is declared a file appears beside it, which `has_begun` waits for.
    """
    path = folder / "fruitless.py"
    path.write_text(FRUITLESS)
    return str(path)


def has_begun(process: subprocess.Popen[Any], folder: Path) -> bool:
    """Waits until the puzzle that `fruitless` left in `folder` is declared, and a while longer."""
    assert until(folder.joinpath("fruitless.py.begun").exists)
    time.sleep(1.5)
    return process.poll() is None
