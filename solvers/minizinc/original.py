"""The text from which a model was read, solved by MiniZinc as it is: its own library and solver.

MiniZinc flattens it with an output more, which prints the variables of the model as JSON. What the
solver says of the FlatZinc goes through MiniZinc again, which computes what is printed.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import tempfile
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, suppress
from functools import cache
from itertools import groupby
from math import prod
from pathlib import Path
from typing import IO, Any, NamedTuple

from ...models.language.expressions import Variable
from ...models.language.late_dataclasses import dataclass
from ...models.language.model import Model, Recipe
from ...models.language.phrases import did_you_mean
from ..harness.contract import (
    Assignment,
    Best,
    Control,
    SolverFailed,
    SolverUnavailable,
    Unsupported,
)
from ..harness.installing import ending, last_words, text_of
from ..harness.processes.background import aside
from ..harness.processes.child_process import Family

# ---------------------------------------------- The solvers that the MiniZinc of this system runs.


PROGRAM = "minizinc"
_GECODE = "org.gecode.gecode"


class Installed(NamedTuple):
    """A solver that MiniZinc runs."""

    identity: str
    """Its name to MiniZinc."""
    version: str = ""

    @property
    def name(self) -> str:
        """A short name, such as gecode."""
        return self.identity.rpartition(".")[2]

    @property
    def is_early_gecode(self) -> bool:
        """True for a Gecode up to 6.2, whose predicates MiniZinc knows by its names before 2.5.

        By the names of today it is given MiniZinc's own decompositions.
        """
        numbers = [int(number) for number in re.findall(r"\d+", self.version)]
        return self.identity == _GECODE and numbers < [6, 3]


def wanted() -> str:
    """The solver to use where none is named: that of EVERYWAY_MINIZINC_SOLVER, or Gecode."""
    return os.environ.get("EVERYWAY_MINIZINC_SOLVER", _GECODE)


def chosen(name: str = "") -> Installed:
    """The solver of a short or whole name, or the one that is `wanted`.

    Raises: SolverUnavailable where this MiniZinc has no such solver.
    """
    asked = name or wanted()
    for solver in _installed():
        if asked in (solver.identity, solver.name):
            return solver
    advice = did_you_mean(asked, backends(), "it has")
    raise SolverUnavailable(
        f"this MiniZinc does not offer {asked!r}; {advice}; the bundle from"
        " https://www.minizinc.org has gecode, chuffed and cp-sat"
    )


def if_installed(name: str = "") -> Installed | None:
    """The solver of a short or whole name, or the one that is `wanted`, if it is installed."""
    with suppress(SolverUnavailable, OSError):
        return chosen(name)
    return None


def preferred() -> str:
    """The short name of the solver that is wanted; "" where there is none."""
    solver = if_installed()
    return solver.name if solver else ""


def backends() -> list[str]:
    """The short names of the solvers that are installed."""
    return sorted({solver.name for solver in _installed()})


@cache
def said(option: str) -> str:
    """The answer of the program to one option."""
    done = subprocess.run([PROGRAM, option], capture_output=True, text=True, check=False)
    return done.stdout


@cache
def _installed() -> tuple[Installed, ...]:
    """Those that run as they are: without a window, or a library of somebody else's."""
    found = json.loads(said("--solvers-json") or "[]")
    return tuple(
        Installed(solver["id"], solver.get("version", ""))
        for solver in found
        if not solver.get("isGUIApplication") and not solver.get("requiredFlags")
    )


# ----------------------------------------------------------------------------- MiniZinc at work


COMPLETE = (b"==========", b"=====UNSATISFIABLE=====")
_LINE_OF_A_WARNING = re.compile("(?i)^warning|deprecat")


class AtWork:
    """Processes of MiniZinc and of the solvers that it starts, with one file for their errors."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._families: list[Family] = []

    def started(self, words: Sequence[str], stdin: Any = subprocess.DEVNULL) -> Family:
        """MiniZinc with these words on its command line."""
        with (self._folder / "errors.txt").open("ab") as errors:
            streams = {"stdin": stdin, "stdout": subprocess.PIPE, "stderr": errors}
            family = Family([PROGRAM, *words], **streams)
        self._families.append(family)
        return family

    def said(self) -> str:
        """The last words on standard error that are no warning."""
        lines = text_of((self._folder / "errors.txt").read_bytes()).splitlines()
        errors = [line for line in lines if not _LINE_OF_A_WARNING.search(line.strip())]
        return last_words("\n".join(errors))

    def end(self) -> None:
        """End what still runs."""
        for family in self._families:
            family.close()

    def rows(self) -> Generator[dict[str, Any], None, None]:
        """The values of the variables in each solution.

        Raises: SolverFailed where MiniZinc does not say that these are all; Unsupported.
        """
        raise NotImplementedError

    def found(self, control: Control) -> Iterator[Assignment]:
        """The same, read in the background; nothing runs on when that ends."""
        try:
            with closing(aside(self.rows(), control, self.end)) as rows:
                yield from rows
        finally:
            self.end()


def lines_of(family: Family) -> IO[bytes]:
    """The lines that a process prints."""
    stream: Any = family.process.stdout
    assert stream is not None
    found: IO[bytes] = stream
    return found


# -------------------------------------------------------------- the text that a model was read of


DATA = "--data"
"""The parameter of a recipe that names data files, with commas between them."""
_STANDARD = ("-G", "std")
_TOO_LARGE = "invalid integer literal"
"""In the words of Gecode where a number has more than 32 bits."""
_NAME = re.compile(r"([A-Za-z]\w*)(?:\[(-?\d+(?:,-?\d+)*)\])?")
_GOAL = re.compile(r"\b(minimize|maximize)\s+([^;]+);\s*\Z")


def found_in(
    recipe: Recipe, shown: Model, solver: Installed, best: Best | None, control: Control
) -> Iterator[Assignment]:
    """Every solution of a text, as the values of the variables of `shown`; of one with an
    objective, each best one.

    Raises: Unsupported where a variable has no name in the text, or MiniZinc cannot flatten it.
    """
    with tempfile.TemporaryDirectory() as folder:
        output = _Output(shown.variables)
        yield from _Search(recipe, output, solver, best, control, Path(folder)).found(control)


@dataclass(frozen=True, eq=False)
class _Place:
    """A variable, as the text has it: a name, and indices in an array."""

    name: str
    index: tuple[int, ...]
    variable: Variable

    @classmethod
    def of(cls, variable: Variable) -> _Place:
        found = _NAME.fullmatch(variable.name)
        if found is None or found[1].startswith("X_INTRODUCED_"):
            raise Unsupported(
                f"the text prints a set, or a name in quotes, which is read as {variable.name} and"
                " cannot be compared with it; print [i in s | i in 1..9], or another name"
            )
        return cls(found[1], tuple(map(int, filter(None, (found[2] or "").split(",")))), variable)


class _Output:
    """The output that prints variables as a line of JSON, and the reading of such lines."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        self.mark = f"everyway-{secrets.token_hex(8)}"
        self._start = f"{self.mark} ".encode()
        places = sorted(map(_Place.of, variables), key=lambda place: place.name)
        self._places = [(name, list(some)) for name, some in groupby(places, lambda p: p.name)]
        self._variables = variables

    @property
    def text(self) -> str:
        """The item, in MiniZinc."""
        items = [json.dumps(f"\n{self.mark} {{")]
        for number, (name, places) in enumerate(self._places):
            items += [json.dumps(f'{", " * (number > 0)}"{name}": '), *_printed(name, places)]
        return f'output [{", ".join(items)}, "}}\\n"];\n'

    def read(self, line: bytes) -> dict[str, Any] | None:
        """The values by variable of a line; None for another line."""
        if not line.startswith(self._start):
            return None
        values = json.loads(line[len(self._start) :])
        found: dict[str, Any] = {}
        for name, places in self._places:
            for place in places:
                found[place.variable.name] = _value(values[name], place)
        return {variable.name: found[variable.name] for variable in self._variables}


def _printed(name: str, places: Sequence[_Place]) -> list[str]:
    """Texts that print a variable, or of an array the least index and the length of each dimension
    and the items. Truth values and members of enumerated types are numbers, unless they are labels.
    """
    dimensions, labelled = len(places[0].index), places[0].variable.labelled
    if not dimensions:
        return [f"showJSON({'' if labelled else '0 + '}fix({name}))"]
    sets = [f"index_set_{d}of{dimensions}({name})" for d in range(1, dimensions + 1)]
    sets = sets if dimensions > 1 else [f"index_set({name})"]
    ends = ", ".join(f"0 + min({one}), card({one})" for one in sets)
    items = f"array1d(fix({name}))"
    items = items if labelled else f"[0 + item | item in {items}]"
    return ['"["', f"showJSON([{ends}])", '", "', f"showJSON({items})", '"]"']


def _value(values: Any, place: _Place) -> int | str:
    if place.index:
        ends, values = values
        least, lengths = ends[::2], ends[1::2]
        steps = [prod(lengths[d + 1 :]) for d in range(len(lengths))]
        at = zip(place.index, least, steps, strict=True)
        values = values[sum((index - low) * step for index, low, step in at)]
    if place.variable.labelled:
        values = values.get("e") if isinstance(values, dict) and len(values) == 1 else values
        if "<>" in place.variable.domain or type(values) is int:  # a variable of optional values
            values = "<>" if values is None else str(values).lower()
        if type(values) is not str:
            raise Unsupported(f"{place.variable.name} has a value without a name: {values}")
    elif values not in place.variable.domain and _is_unbounded(place.variable):
        raise Unsupported(f"{place.variable.name} = {values} is outside the bounds chosen for it")
    found: int | str = values
    return found


def _is_unbounded(variable: Variable) -> bool:
    """True if the bounds of a variable are those that the reader of FlatZinc chooses."""
    domain = variable.domain
    return (domain[0], domain[-1]) == (-(10**6), 10**6)


class _Search(AtWork):
    """MiniZinc at work, in the steps in which it solves a text."""

    def __init__(
        self,
        recipe: Recipe,
        output: _Output,
        solver: Installed,
        best: Best | None,
        control: Control,
        folder: Path,
    ) -> None:
        super().__init__(folder)
        self._recipe, self._output, self._best, self._control = recipe, output, best, control
        self._solver = solver
        self._flat, self._spec = folder / "model.fzn", folder / "model.ozn"

    def rows(self) -> Generator[dict[str, Any], None, None]:
        self._flatten()
        self._control.searching()
        text = self._flat.read_text("utf-8")
        goal = _GOAL.search(text)
        if goal is not None and self._best is not None:
            value = self._optimum(text, goal)
            self._best.settle([] if value is None else [[value]])
            if value is None:
                return
            held = f"constraint int_eq({goal[2]},{value});\n" if goal[2][0].isalpha() else ""
            start = text.rindex("\nsolve ", 0, goal.start()) + 1
            satisfied = text[: goal.start()] + "satisfy;\n"
            self._flat.write_text(satisfied[:start] + held + satisfied[start:], "utf-8")
        solver = self.started(["--solver", self._solver.identity, "-a", str(self._flat)])
        source = solver.process.stdout
        complete = self._output.mark  # what the text prints may look like any of MiniZinc's words
        ends = ["--search-complete-msg", complete, "--unsat-msg", complete]
        printer = self.started([*ends, "--ozn-file", str(self._spec)], stdin=source)
        assert source is not None
        source.close()  # it is the other's now
        for line in lines_of(printer):
            row = self._output.read(line)
            if row is not None:
                yield row
            elif line.strip() == complete.encode():
                return
        raise self._failure(f"MiniZinc {ending(solver.process.wait())}, not complete")

    def _flatten(self) -> None:
        """Have the text flattened by the solver's own library; a broken one is done without."""
        extra = self._folder / "output.mzn"
        extra.write_text(self._output.text, "utf-8")
        params = {key: str(value) for key, value in self._recipe.params.items()}
        data = [one for one in params.pop(DATA, "").split(",") if one]
        given = [*(f"-D{k}={v}" for k, v in params.items()), self._recipe.puzzle, str(extra), *data]
        written = ["-c", "--fzn", str(self._flat), "--ozn", str(self._spec), *given]
        libraries: list[Sequence[str]] = [(), *[_STANDARD] * self._solver.is_early_gecode]
        for library in libraries:
            family = self.started(["--solver", self._solver.identity, *library, *written])
            for _ in lines_of(family):
                pass
            if family.process.wait() == 0 and self._flat.exists():
                self._control.statistics["library"] = " ".join(library) or "its own"
                return
        raise Unsupported(f"MiniZinc cannot flatten {self._recipe.puzzle}{self._said()}")

    def _optimum(self, text: str, goal: re.Match[str]) -> int | None:
        """The proven best value; None where there is no solution."""
        name, file = re.escape(goal[2].strip()), self._folder / "best.fzn"
        declared = re.compile(rf"^(var [^;\n]*?: {name})\b(?![^;\n]*output_var)", re.MULTILINE)
        file.write_text(declared.sub(r"\1 :: output_var", text), "utf-8")
        family = self.started(["--solver", self._solver.identity, str(file)])
        value = None if goal[2][0].isalpha() else int(goal[2])
        number = re.compile(rf"{name} = (-?\d+);")
        for line in lines_of(family):
            found = number.match(line.decode("utf-8", "replace"))
            value = int(found[1]) if found else value
            if line.strip() in COMPLETE:
                return value if line.strip() == COMPLETE[0] else None
        raise self._failure("MiniZinc proved no best value")

    def _failure(self, what: str) -> Exception:
        said = self._said()
        if _TOO_LARGE in said:
            return Unsupported(f"{self._solver.name} cannot hold a number of the text")
        return SolverFailed(f"{what}{said}")

    def _said(self) -> str:
        words = self.said()
        return f": {words}" if words else ""
