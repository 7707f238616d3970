"""DIMACS and OPB files as models: clauses, and linear or other sums of 0/1 variables.

In DIMACS, `c p show 1 2 3 0` names the variables that make a solution; the others are projected
away, as counters of models understand it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from ..models.language.arithmetic_expressions import product, total
from ..models.language.constraints import RELATIONS, Constraint, Or
from ..models.language.errors import ModelError
from ..models.language.expressions import Expression, Variable, boolean
from ..models.language.groups import Group, Single, VariableList
from ..models.language.model import Model
from ..models.language.phrases import grouped
from .flatzinc.terms import sure
from .minizinc_files import existing, text_of

MOST_VARIABLES = 1_000_000
"""A file with more is refused."""
MOST_LITERALS = 10_000_000
"""So is one with more in its clauses or sums."""
MOST_DIGITS = 1_000
"""So is a number with more digits."""
_TOKEN = re.compile(r">=|<=|=|;|[^\s;<>=]+|[<>]")
_HEADER = re.compile(r"\*\s*#variable=\s*(\d+)\s+#constraint=\s*(\d+)")


class _Lines:
    """The lines of a text, and the number of the one that is being read."""

    def __init__(self, text: str, place: str) -> None:
        self.place, self.line, self.literals = place, 0, 0
        self._lines = text.splitlines()

    def __iter__(self) -> Iterator[str]:
        for number, line in enumerate(self._lines, 1):
            self.line = number
            yield line.strip()

    def refuse(self, why: str) -> NoReturn:
        """Raises: ModelError with the file and the line."""
        raise ModelError(f"{self.place}:{self.line}: {why}")

    def number(self, word: str) -> int:
        """A whole number. Raises: ModelError for another word, or one that is too long."""
        if re.fullmatch(r"[+-]?\d+", word, re.ASCII) is None or len(word) > MOST_DIGITS:
            shown = word if len(word) < 40 else f"{word[:37]}…"
            self.refuse(f"a whole number of at most {MOST_DIGITS} digits is expected, not {shown}")
        return int(word)

    def count(self, number: int = 1) -> None:
        """Count literals. Raises: ModelError where there are too many."""
        self.literals += number
        if self.literals > MOST_LITERALS:
            self.refuse(f"there are more than {grouped(MOST_LITERALS)} literals; take a part of it")


# -------------------------------------------------------------------------------------- DIMACS


def from_dimacs(text: str, name: str = "dimacs", place: str = "DIMACS") -> Model:
    """The model of a CNF in DIMACS: variables x[1], x[2] …, a clause a rule.

    Where lines `c p show` name variables, the solutions are of these. `place` names the text in
    messages. Raises: ModelError, with the line, for what is not so written.
    """
    lines = _Lines(text, place)
    size, number = 0, -1
    clauses: list[list[int]] = [[]]
    shown: list[int] | None = None
    for line in lines:
        words = line.split()
        if line.startswith("%"):  # it ends old benchmarks
            break
        if words[:3] == ["c", "p", "show"]:
            shown = [*(shown or []), *_ended(lines, words[3:])]
        elif not words or words[0].startswith("c"):
            continue
        elif words[0] == "p":
            size, number = _sizes(lines, words, number)
        elif number < 0:
            lines.refuse("the line `p cnf VARIABLES CLAUSES` must come before the clauses")
        else:
            _add_literals(lines, words, size, clauses)
    if clauses.pop():
        lines.refuse("the last clause does not end with 0; the file may be cut off")
    if number < 0:
        lines.refuse("there is no line `p cnf VARIABLES CLAUSES`")
    if len(clauses) != number:
        lines.refuse(f"{number} clauses are announced, and there are {len(clauses)}")
    if any(not 0 < one <= size for one in shown or ()):
        lines.refuse(f"`c p show` names a variable that is not from 1 to {size}")
    return _of_clauses(name, size, clauses, shown)


def _ended(lines: _Lines, words: list[str]) -> list[int]:
    """Numbers before a last 0."""
    numbers = [lines.number(word) for word in words]
    if not numbers or numbers[-1] != 0:
        lines.refuse("a line `c p show` ends with 0")
    return numbers[:-1]


def _sizes(lines: _Lines, words: list[str], known: int) -> tuple[int, int]:
    """The numbers of variables and clauses that the header says."""
    if known >= 0:
        lines.refuse("there is a second line that begins with p")
    if len(words) != 4 or words[1] != "cnf":
        lines.refuse(f"`p cnf VARIABLES CLAUSES` is expected, not {' '.join(words[:5])!r}")
    size, number = map(lines.number, words[2:])
    if size < 0 or number < 0:
        lines.refuse("the numbers of variables and clauses are 0 or more")
    if size > MOST_VARIABLES:
        lines.refuse(f"{size} variables are more than {grouped(MOST_VARIABLES)}")
    return size, number


def _add_literals(lines: _Lines, words: list[str], size: int, clauses: list[list[int]]) -> None:
    lines.count(len(words))
    for word in words:
        literal = lines.number(word)
        if literal == 0:
            clauses.append([])
        elif abs(literal) > size:
            lines.refuse(f"the variable {abs(literal)} is not from 1 to {size}")
        else:
            clauses[-1].append(literal)


def _of_clauses(
    name: str, size: int, clauses: Iterable[list[int]], shown: list[int] | None
) -> Model:
    keys = tuple(range(1, size + 1))
    members = [Variable(f"x[{key}]", range(2)) for key in keys]
    yes = [sure(member == 1) for member in members]
    no = [sure(member == 0) for member in members]
    rules = [Or(tuple(yes[at - 1] if at > 0 else no[-at - 1] for at in one)) for one in clauses]
    groups = [VariableList("x", tuple(members), keys)] if size else []
    model = Model(name, *groups, *rules)
    if shown is None or len({*shown}) == size:
        return model
    if not shown:
        raise ModelError(f"{name}: `c p show 0` shows no variable; name one")
    return model.projecting(*(members[at - 1].name for at in dict.fromkeys(shown)))


# ----------------------------------------------------------------------------------------- OPB


def from_opb(text: str, name: str = "opb", place: str = "OPB") -> Model:
    """The model of a pseudo-Boolean problem in OPB, with its objective.

    Where all variables are x1, x2 … and the first line announces more of them, these are free.
    `place` names the text in messages. Raises: ModelError, with the line, for what is not so
    written.
    """
    return _Sums(_Lines(text, place)).model(name)


class _Sums:
    """Reads statements that end with `;`."""

    def __init__(self, lines: _Lines) -> None:
        self._lines = lines
        self._variables: dict[str, Variable] = {}
        self._constraints: list[Constraint] = []
        self._objective: dict[str, Expression] = {}
        self._announced: tuple[int, int] | None = None

    def model(self, name: str) -> Model:
        """The model of all the statements."""
        words: list[str] = []
        for line in self._lines:
            if line.startswith("*"):
                header = _HEADER.match(line)
                if header is not None and self._announced is None:
                    size, number = map(self._lines.number, header.groups())
                    self._announced = size, number
                continue
            for word in _TOKEN.findall(line):
                if word == ";":
                    self._state(words)
                    words = []
                else:
                    words.append(word)
        if words:
            self._lines.refuse("the last statement does not end with `;`; the file may be cut off")
        self._check_announced()
        known = sorted(self._variables.items(), key=lambda one: _natural(one[0]))
        groups: list[Group] = [Single(variable) for _, variable in known]
        return Model(name, *groups, *self._constraints, **self._objective)

    def _state(self, words: list[str]) -> None:
        refuse = self._lines.refuse
        if words and words[0] in ("min:", "max:"):
            if self._objective or self._constraints:
                refuse("an objective stands once, before the constraints")
            key = "minimise" if words[0] == "min:" else "maximise"
            self._objective[key] = self._sum(words[1:])
            return
        if len(words) < 2 or words[-2] not in (">=", "<=", "=", "<", ">"):
            refuse(
                f"a sum, `>=` or `=`, a number and `;` are expected, not {' '.join(words)[:60]!r}"
            )
        relation = "==" if words[-2] == "=" else words[-2]
        number = self._lines.number(words[-1])
        self._constraints.append(sure(RELATIONS[relation](self._sum(words[:-2]), number)))

    def _sum(self, words: list[str]) -> Expression:
        """A sum of products, each a number and literals."""
        self._lines.count(len(words))
        terms: list[tuple[int, list[Any]]] = []
        for word in words:
            if word[0] in "+-0123456789":
                terms.append((self._lines.number(word), []))
            elif not terms:
                self._lines.refuse(f"a number is expected before {word[:60]}")
            else:
                terms[-1][1].append(self._literal(word))
        return total(
            factor * literals[0] if len(literals) == 1 else factor * product(literals)
            for factor, literals in terms
        )

    def _literal(self, word: str) -> Expression:
        name = word.removeprefix("~")
        if re.fullmatch(r"[A-Za-z_][\w\[\]{}^]*", name, re.ASCII) is None:
            self._lines.refuse(f"a literal such as x1 or ~x1 is expected, not {word[:60]!r}")
        if name not in self._variables:
            self._variables[name] = boolean(name)
            if len(self._variables) > MOST_VARIABLES:
                self._lines.refuse(f"there are more than {grouped(MOST_VARIABLES)} variables")
        variable = self._variables[name]
        return variable if name == word else 1 - variable

    def _check_announced(self) -> None:
        """The numbers in the first line are right; variables that only it has are declared."""
        if self._announced is None:
            return
        size, number = self._announced
        if size > MOST_VARIABLES:
            self._lines.refuse(f"{size} variables are more than {grouped(MOST_VARIABLES)}")
        if number != len(self._constraints):
            self._lines.refuse(f"{number} constraints are announced, not {len(self._constraints)}")
        names = {f"x{place}" for place in range(1, size + 1)}
        if self._variables.keys() <= names:
            for name in names - self._variables.keys():
                self._variables[name] = boolean(name)
        elif size != len(self._variables):
            self._lines.refuse(f"{size} variables are announced, not {len(self._variables)}")


def _natural(name: str) -> list[tuple[int, str]]:
    """A key by which x2 comes before x10."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", name)]


def model_in(given: str) -> Model:
    """The model of a file, for the catalogue."""
    file, read = existing(given), from_dimacs if given.endswith(".cnf") else from_opb
    return read(text_of(file), file.stem, given)
