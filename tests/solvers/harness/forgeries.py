"""Files of solutions and models as data that somebody has forged, and a watch over readers."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from everyway.solvers.harness.saving.saved_file_format import seal

RUNS = (
    "os.system",
    "os.exec",
    "os.fork",
    "os.forkpty",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
)
"""Events of the interpreter in which a program is run."""


def change_header(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Rewrite the header of a saved file, and seal it anew, as anybody can."""
    with sqlite3.connect(path) as connection:
        header = json.loads(connection.execute("SELECT text FROM header").fetchone()[0])
        change(header)
        set_header(connection, json.dumps(header))
    connection.close()


def set_header(connection: sqlite3.Connection, text: str) -> None:
    connection.execute("UPDATE header SET text = ?, seal = ?", (text, seal(text)))


def with_predicate(data: dict[str, Any], function: str, argument: object = "touch PWNED") -> None:
    """Add a rule to a model as data: a predicate of a constant, which whoever builds may ask."""
    nodes = data["nodes"]
    nodes += [["Constant", argument], ["Predicate", [len(nodes)], {"function": function}]]
    data["rules"] += [
        {"label": "x", "constraints": [len(nodes) - 1], "names": [], "words": "", "subject": ""}
    ]


def watch(forbidden: tuple[str, ...]) -> list[str]:
    """From now on, what is run, and which forbidden names are imported or compiled."""
    seen: list[str] = []

    def hook(event: str, given: tuple[Any, ...]) -> None:
        if event in RUNS or event.startswith("subprocess"):
            seen.append(f"{event} {given!r}")
        if event == "import" and given[0] in forbidden:
            seen.append(f"import {given[0]}")
        is_text = event == "compile" and not str(given[1]).endswith(".py")
        if is_text and any(name in str(given[0]) for name in forbidden):
            seen.append(f"compile {given!r}")

    sys.addaudithook(hook)
    return seen
