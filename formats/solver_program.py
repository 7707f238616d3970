"""`fzn-everyway`: a FlatZinc file solved, in the protocol that MiniZinc speaks with its solvers.

Source: the handbook of MiniZinc, section "FlatZinc builtins and grammar", on output and options.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import which
from typing import Any, NoReturn

from ..models.language.errors import ModelError, ModelWarning
from ..models.language.expressions import whole_in
from ..models.language.phrases import printable
from ..solvers.harness.atomic_files import write_text
from ..solvers.harness.contract import Best, improvements_heard
from ..solvers.harness.installing import PACKAGE, installed_version
from ..solvers.harness.options import Options
from ..solvers.harness.outcome import Outcome
from ..solvers.harness.running.enumeration import raise_failure, solutions
from ..solvers.harness.running.optimising import FirstPhase
from .flatzinc.flatzinc_models import Reading, reading
from .flatzinc.statements import Source
from .minizinc_files import LIBRARY, text_of

SOLUTION, COMPLETE = "----------", "=========="
UNSATISFIABLE, UNKNOWN, ERROR = (
    f"====={word}=====" for word in ("UNSATISFIABLE", "UNKNOWN", "ERROR")
)
STANDARD_FLAGS = ["-a", "-i", "-n", "-a-o", "-n-o", "-p", "-r", "-s", "-t", "-v", "-f"]
"""The options that MiniZinc may pass on."""
SOLVER_FLAG = "--with"


class Stream:
    """Standard output in the protocol: each distinct solution once, and how the search ended."""

    def __init__(self, found: Reading, *, improving: bool) -> None:
        self._printed = found.printed
        self._improving = improving
        self._best = self._held = ""
        self.number = 0

    def better(self, values: Mapping[str, Any]) -> None:
        """Print a better solution, or hold it until one that is better still comes."""
        self._best = self._held = self._text(values)
        if self._improving:
            self._release()

    def solution(self, values: Mapping[str, Any]) -> bool:
        """Print a solution, unless that was done when it was the best. True if it was printed."""
        text, self._held = self._text(values), ""
        if self._improving and text == self._best:
            return False
        self._print(text)
        return True

    @property
    def has_best(self) -> bool:
        """True if the best solution so far is printed."""
        return bool(self._best and not self._held)

    def _text(self, values: Mapping[str, Any]) -> str:
        return "\n".join([*(one.text(values) for one in self._printed), SOLUTION])

    def _release(self) -> None:
        if self._held:
            self._print(self._held)
            self._held = ""

    def _print(self, text: str) -> None:
        self.number += 1
        print(text, flush=True)

    def end(self, *, complete: bool) -> None:
        """Print what is held, and the status; where something stopped the search, none but that
        nothing is known.
        """
        self._release()
        if complete:
            print(COMPLETE if self.number else UNSATISFIABLE, flush=True)
        elif not self.number:
            print(UNKNOWN, flush=True)


def main(words: Sequence[str] | None = None) -> int:
    """Solve the file that a command line names. The exit code: 1 after an error, else 0."""
    start = time.monotonic()
    try:
        with _interruptible(), _warned():
            asked = _parser().parse_args(words)
            found = _read(asked.file)
            if asked.verbose and found.annotations:
                said = ", ".join(dict.fromkeys(found.annotations))
                _complain(f"{said}: not followed; everyway chooses the order of its search")
            stream = Stream(found, improving=asked.all or asked.intermediate)
            _solve(found, asked, stream, start)
    except KeyboardInterrupt:  # before anything was searched
        print(UNKNOWN, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception as error:
        print(ERROR, flush=True)
        _complain(str(error))
        return 1
    return 0


def _solve(found: Reading, asked: argparse.Namespace, stream: Stream, start: float) -> None:
    """Print the solutions, the status and the statistics."""
    left = None if not asked.time else asked.time / 1000 - (time.monotonic() - start)
    if left is not None and left <= 0:
        stream.end(complete=False)
        return
    options = Options(time_limit=left, seed=asked.seed, jobs=asked.jobs)
    objective = found.model.objective is not None
    every, number = (asked.all_optimal, asked.optimal) if objective else (asked.all, asked.number)
    most = None if every or number == 0 else number or 1
    if not found.shown:  # then all solutions are printed alike
        most = 1
    with improvements_heard(lambda best: _improved(best, stream)):
        if objective and most == 1:
            phase = FirstPhase(found.model, asked.solver, options)
            outcome, complete = phase.outcome, False
            with suppress(KeyboardInterrupt):
                outcome = phase.settled()[1]
                complete = outcome.complete
        else:
            outcome, complete = _enumerate(found, asked.solver, options, stream, most)
    stream.end(complete=complete and not found.unbounded)
    if asked.statistics:
        _print_statistics(outcome, stream.number)


def _enumerate(
    found: Reading, solver: str, options: Options, stream: Stream, most: int | None
) -> tuple[Outcome, bool]:
    """The outcome, and True if there is no other output than those that were printed."""
    number = None
    with solutions(found.model, solver, options=options) as run, suppress(KeyboardInterrupt):
        for solution in run:
            number = int(stream.has_best) if number is None else number
            number += stream.solution(solution.assignment)
            if number == most:
                return run.latest, not found.shown
    raise_failure(run.latest)
    return run.latest, run.latest.complete


def _improved(best: Best, stream: Stream) -> None:
    if best.solution is not None:
        stream.better(best.solution)


IN_MINIZINC = {"branches": "nodes", "choices": "nodes", "conflicts": "failures"}
"""MiniZinc's words for some statistics of solvers."""


def _print_statistics(outcome: Outcome, number: int) -> None:
    """Print the times and counts of a run, in the words that MiniZinc has for some."""
    times = {"initTime": outcome.seconds["build"], "solveTime": outcome.seconds["all"]}
    found: dict[str, Any] = {"nSolutions": number, **times, "solver": outcome.solver}
    best = outcome.objective
    if best is not None and isinstance(best.value, int):
        found |= {"objective": best.value, "objectiveBound": best.bound}
    for name, value in {**found, **outcome.statistics}.items():
        if value is not None:
            word = re.sub(r"[^0-9A-Za-z]+", "_", IN_MINIZINC.get(name, name))
            print(f"%%%mzn-stat: {word}={json.dumps(value)}")
    print("%%%mzn-stat-end", flush=True)


# ---------------------------------------------------------------------------- what is asked for


def _read(path: str) -> Reading:
    """The model of a file, or of standard input for `-`. Raises: ModelError with the line."""
    text = sys.stdin.buffer.read().decode("utf-8") if path == "-" else text_of(Path(path))
    return reading(Source(text, path), Path(path).stem)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise ValueError(message)


def _parser() -> argparse.ArgumentParser:
    from importlib.metadata import version

    about = "Solve a FlatZinc file that was flattened for everyway."
    parser = _Parser("fzn-everyway", description=about, allow_abbrev=False)
    parser.add_argument("file", help="the file, or - for standard input")
    add = parser.add_argument
    add("-a", "--all-solutions", dest="all", action="store_true", help="every output, each once")
    add("-i", dest="intermediate", action="store_true", help="better and better solutions, too")
    add("-n", dest="number", type=_number, help="so many solutions; 0 for all")
    add("-a-o", dest="all_optimal", action="store_true", help="every best output")
    add("-n-o", dest="optimal", type=_number, help="so many best solutions; 0 for all")
    add("-p", dest="jobs", type=_number, default=1, help="cores that may search at once")
    add("-r", dest="seed", type=int, help="a seed, for solvers that take one")
    add("-t", dest="time", type=_number, metavar="MS", help="milliseconds; 0 for no limit")
    add("-s", dest="statistics", action="store_true", help="print statistics")
    add("-v", dest="verbose", action="store_true", help="say what is not followed")
    add("-f", dest="free", action="store_true", help="no effect: the search is always free")
    add(SOLVER_FLAG, dest="solver", default="auto", help="the solver of everyway")
    add("--version", action="version", version=f"fzn-everyway {version('everyway')}")
    return parser


def _number(text: str) -> int:
    number = whole_in(text)
    if number < 0:
        raise ValueError
    return number


# ------------------------------------------------------------------------------ the process


@contextmanager
def _interruptible() -> Iterator[None]:
    """Takes every request to end for Ctrl-C, which the search ends on."""

    def interrupt(number: int, frame: object) -> None:
        signal.signal(number, signal.SIG_IGN)  # once is enough: what is found is printed then
        raise KeyboardInterrupt

    names = [name for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name)]
    kept = {n: signal.signal(n, interrupt) for n in (getattr(signal, name) for name in names)}
    try:
        yield
    finally:
        for number, before in kept.items():
            signal.signal(number, before)


@contextmanager
def _warned() -> Iterator[None]:
    """Prints warnings of models, in one line each, on standard error."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", ModelWarning)
        warnings.showwarning = lambda message, *rest: _complain(f"warning: {message}")
        yield


def _complain(words: str) -> None:
    print(f"fzn-everyway: {printable(words)}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())


# ----------- The configuration by which MiniZinc finds everyway as a solver, and the file with it.


IDENTITY = "org.everyway.everyway"
FILE = "everyway.msc"
PROGRAM = "fzn-everyway"


def configuration() -> dict[str, Any]:
    """The content of the file. Raises: ModelError where the program is not installed."""
    program = which(PROGRAM, path=sysconfig.get_path("scripts")) or which(PROGRAM)
    if program is None:
        raise ModelError(f"the program {PROGRAM} is not installed; install everyway again")
    return {
        "id": IDENTITY,
        "name": "everyway",
        "description": "Each distinct output once, by the solvers of everyway",
        "version": installed_version(PACKAGE) or "0",
        "mznlib": str(LIBRARY.resolve()),
        "executable": os.path.abspath(program),
        "tags": ["cp", "int"],
        "stdFlags": STANDARD_FLAGS,
        "extraFlags": [[SOLVER_FLAG, "The solver of everyway that searches", "string", "auto"]],
        "supportsMzn": False,
        "supportsFzn": True,
        "needsSolns2Out": True,
    }


def folder_of_solvers() -> Path:
    """The folder in which MiniZinc looks for the solvers of this user."""
    minizinc = which("minizinc")
    if minizinc is not None:
        command = [minizinc, "--config-dirs"]
        with suppress(OSError, ValueError, KeyError, TypeError, subprocess.SubprocessError):
            said = subprocess.run(command, capture_output=True, timeout=60, check=True).stdout
            return Path(json.loads(said)["userSolverConfigDir"])
    if os.name == "nt":
        return Path(os.environ.get("APPDATA", Path.home()), "MiniZinc", "solvers")
    return Path.home() / ".minizinc" / "solvers"


def install(folder: str | os.PathLike[str] | None = None) -> Path:
    """Write the configuration into a folder, by default that of this user. The file.

    Raises: ModelError where the file is of somebody else, or cannot be written.
    """
    file = (folder_of_solvers() if folder is None else Path(folder)) / FILE
    text = json.dumps(configuration(), indent=2) + "\n"
    if file.exists() and not _is_ours(file):
        raise ModelError(f"{file} is there already and is not ours; move it away, or name a folder")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_text(file, text)
    except OSError as error:
        raise ModelError(f"{file} cannot be written: {error.strerror or error}") from error
    return file


def _is_ours(file: Path) -> bool:
    try:
        found = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(found, dict) and found.get("id") == IDENTITY
