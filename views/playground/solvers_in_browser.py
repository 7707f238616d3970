"""clingo and MiniZinc for their adapters, run by the page in workers beside Python.

No browser has the package `clingo`, nor processes: their programs for browsers are given the text
that the adapters make, and say one answer after the other until they say that these are all.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from ...models.language.late_dataclasses import dataclass
from ...solvers.harness.contract import SolverFailed, SolverUnavailable

Start = Callable[[str, str, str], Any]
"""Starts a solver with words, as JSON, and a program; `next(seconds)` of what it gives promises
what is said, as JSON, and `end()` ends it."""

PROGRAMS = "/usr/bin"


def offer(names: Iterable[str], start: Start) -> None:
    """Have the adapters of these solvers find what they need here."""
    if "clingo" in names:
        clingo = ModuleType("clingo", __doc__)
        clingo.__spec__ = ModuleSpec("clingo", None)
        clingo.__dict__["Control"] = lambda options: Control(options, start)
        sys.modules["clingo"] = clingo
    if "minizinc" in names:
        _offer_minizinc(start)


class Beside:
    """A solver at work in a worker; its messages, and its exit code once it has ended."""

    def __init__(self, start: Start, name: str, words: Sequence[str], program: str = "") -> None:
        self._native = start(name, json.dumps(words), program)
        self.code: int | None = None
        self.errors: list[str] = []

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """All that it says from now on, until it has ended."""
        while self.code is None:
            yield from self.messages(60.0)

    def messages(self, seconds: float) -> list[dict[str, Any]]:
        """All that was said since; if nothing was, what is said within so long.

        Raises: SolverUnavailable where Python cannot wait in this browser.
        """
        try:
            said = import_module("pyodide.ffi").run_sync(self._native.next(seconds))
        except RuntimeError as error:
            raise SolverUnavailable(
                "this browser lets Python wait for no other worker (it has no JSPI); use one that"
                " does, such as Chromium from version 137"
            ) from error
        found: list[dict[str, Any]] = json.loads(said)
        for message in found:
            self.code = message.get("code", self.code)
            if said_wrong := message.get("error") or message.get("message"):
                self.errors.append(f"{message.get('what', 'error')}: {said_wrong}")
        if self.code is not None:
            self.end()
        return found

    def end(self) -> None:
        """End it, whatever it does."""
        self._native.end()


# ------------------------------------------------------------------------------- clingo


class Program:
    """A ground program, as clingo's backend is given one, in its text form (aspif)."""

    def __init__(self) -> None:
        self._lines = ["asp 1 0 0"]
        self._atoms = 0
        self.shown: dict[int, str] = {}
        """The atoms that answers name: those that may be chosen, and those that always hold."""

    def add_atom(self) -> int:
        """A new atom."""
        self._atoms += 1
        return self._atoms

    def add_rule(self, head: Sequence[int], body: Sequence[int], choice: bool = False) -> None:
        """`head` holds where `body` does, or may do so in a choice."""
        self._add(1, int(choice), len(head), *head, 0, len(body), *body)
        if choice or not body:
            self.shown |= {atom: f"x{atom}" for atom in head}

    def add_weight_rule(
        self, head: Sequence[int], lower: int, body: Sequence[tuple[int, int]]
    ) -> None:
        """`head` holds where the weights in `body` come to `lower`."""
        self._add(1, 0, len(head), *head, 1, lower, len(body), *(n for pair in body for n in pair))

    def add_minimize(self, priority: int, body: Sequence[tuple[int, int]]) -> None:
        """The weights in `body` are to come to as little as can be."""
        self._add(2, priority, len(body), *(n for pair in body for n in pair))

    def text(self) -> str:
        """The whole program."""
        shown = (f"4 {len(name)} {name} 1 {atom}" for atom, name in self.shown.items())
        return "\n".join([*self._lines, *shown, "0", ""])

    def _add(self, *numbers: int) -> None:
        self._lines.append(" ".join(map(str, numbers)))


class Control:
    """As much of clingo's control as the adapter asks for."""

    def __init__(self, options: Iterable[str], start: Start) -> None:
        self._options, self._start = [*options, "--outf=0", "--stats"], start
        self._program = Program()
        self._counted: dict[str, int] = {}
        self.statistics = {"solving": {"solvers": self._counted}}

    @contextmanager
    def backend(self) -> Iterator[Program]:
        """The program, to which rules are added."""
        yield self._program

    def solve(self, *, yield_: bool, async_: bool) -> Answers:
        """The answers of the program, found in a worker."""
        beside = Beside(self._start, "clingo", self._options, self._program.text())
        return Answers(beside, self._program.shown, self._counted)


class Answers:
    """Answers of clingo, read from what it prints, and its result once all has been read."""

    interrupted = unsatisfiable = False  # without an answer it is exhausted

    def __init__(self, beside: Beside, shown: dict[int, str], statistics: dict[str, int]) -> None:
        self._beside, self._shown, self._statistics = beside, shown, statistics
        self._waiting: deque[Answer] = deque()
        self._number = 0
        self._is_next = self._is_whole = False
        self._result = "no result"

    def resume(self) -> None:
        """It never pauses."""

    def wait(self, seconds: float) -> bool:
        """True once there is an answer, or no more will come."""
        if not self._waiting and self._beside.code is None:
            for message in self._beside.messages(seconds):
                self._read(str(message.get("line", "")))
        return bool(self._waiting) or self._beside.code is not None

    def _read(self, line: str) -> None:
        if self._is_next:
            self._waiting.append(Answer(self._shown, frozenset(line.split())))
            self._number, self._is_next = self._number + 1, False
        elif line.startswith("Answer:"):
            self._is_next = True
        elif line in (*WHOLE, "UNKNOWN"):
            self._result = line
        elif found := re.fullmatch(r"(Models|Choices|Conflicts) +: +(\d+\+?).*", line):
            if found[1] == "Models":
                self._is_whole = found[2] == str(self._number)
            else:
                self._statistics[found[1].lower()] = int(found[2])

    def model(self) -> Answer | None:
        """The next answer; None if there is none."""
        return self._waiting.popleft() if self._waiting else None

    def get(self) -> Answers:
        """The result."""
        return self

    @property
    def exhausted(self) -> bool:
        """True if clingo counts as many answers as came, and says that there are no more."""
        return self._is_whole and self._result in WHOLE

    def cancel(self) -> None:
        """End the search."""
        self._beside.end()

    def __str__(self) -> str:
        return " / ".join([self._result, *self._beside.errors[-2:]])


WHOLE = ("SATISFIABLE", "UNSATISFIABLE", "OPTIMUM FOUND")
"""The results that a search has which was not cut short."""


@dataclass
class Answer:
    """The atoms that hold in an answer, of those that are shown."""

    shown: dict[int, str]
    held: frozenset[str]

    def is_true(self, literal: int) -> bool:
        """True if `literal` holds. Raises: SolverFailed for one that no answer names."""
        if abs(literal) not in self.shown:
            raise SolverFailed(f"clingo was not asked to show the atom {abs(literal)}")
        return (self.shown[abs(literal)] in self.held) == (literal > 0)


# ------------------------------------------------------------------------------- MiniZinc


STATUS = {
    "ALL_SOLUTIONS": "==========",
    "OPTIMAL_SOLUTION": "==========",
    "UNSATISFIABLE": "=====UNSATISFIABLE=====",
    "ERROR": "=====ERROR=====",
}
"""The lines that MiniZinc prints for what its stream of JSON says in the end."""


GECODE = "org.minizinc.gecode_presolver"
"""The Gecode that is part of this MiniZinc."""


def _offer_minizinc(start: Start) -> None:
    """Have the adapter run it beside Python, and find it on the path."""
    original = import_module("everyway.solvers.minizinc.original")
    original.__dict__["subprocess"] = SimpleNamespace(
        run=lambda words, **streams: SimpleNamespace(
            stdout="".join(one.get("stdout") or "" for one in Beside(start, "minizinc", words[1:]))
        ),
        PIPE=None,
        DEVNULL=None,
    )
    original.__dict__["Family"] = lambda words, **streams: Family(words[1:], start, **streams)
    os.environ.setdefault("EVERYWAY_MINIZINC_SOLVER", GECODE)
    program = Path(PROGRAMS, original.PROGRAM)
    program.parent.mkdir(parents=True, exist_ok=True)
    program.touch(mode=0o755)
    os.environ["PATH"] = f"{os.environ.get('PATH', '')}{os.pathsep}{PROGRAMS}"


class Family:
    """MiniZinc as a process that reads a model, prints solutions, and ends."""

    def __init__(self, words: Sequence[str], start: Start, *, stderr: Any, **streams: Any) -> None:
        self._words = ["--json-stream", *("model.mzn" if word == "-" else word for word in words)]
        self._start, self._errors = start, Path(stderr.name)
        self._beside: Beside | None = None
        self.process = self.stdin = self
        self._given = b""
        self.stdout = self._lines()

    def __enter__(self) -> Family:
        return self

    def __exit__(self, *error: object) -> None:
        self._beside = Beside(self._start, "minizinc", self._words, self._given.decode())

    def write(self, given: bytes) -> None:
        """Take the text of the model."""
        self._given += given

    def _lines(self) -> Iterator[bytes]:
        assert self._beside is not None
        for message in self._beside:
            if message.get("type") == "solution":
                yield from message["output"]["default"].encode().splitlines(keepends=True)
            elif message.get("type") == "status":
                yield f"{STATUS.get(message['status'], '')}\n".encode()
        self._errors.write_text("\n".join(self._beside.errors), "utf-8")

    def wait(self) -> int:
        """Its exit code."""
        return -1 if self._beside is None or self._beside.code is None else self._beside.code

    def close(self) -> None:
        """End it."""
        if self._beside is not None:
            self._beside.end()
