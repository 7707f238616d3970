"""Puzzles made at random: a solution, its clues, and as few of them as keep it the only one.

`GENRES` is the table of what can be made; a genre is one entry.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from itertools import product
from typing import Any

from ..comparer.comparison import UNDECIDED
from ..comparer.uniqueness import UNIQUE, Uniqueness, unique
from ..explainer.oracles import SAT, Question
from ..explainer.stepwise import steps
from ..formats.address_puzzles import to_address
from ..models.boards import COLUMNS, ROWS
from ..models.language.arithmetic_expressions import total
from ..models.language.choices import maximum
from ..models.language.errors import ModelError
from ..models.language.expressions import Expression, bounds, indicator, integer
from ..models.language.files import catalogue
from ..models.language.late_dataclasses import dataclass
from ..models.language.model import Model
from ..models.language.phrases import did_you_mean
from ..models.language.rules import rule
from ..models.language.solution import Solution
from ..solvers.diagram.model_diagrams import solution_set
from ..solvers.harness.adapting.literals import Literal
from ..solvers.harness.contract import Control, Disagreement, Incomplete, Stopped
from ..solvers.harness.options import Options
from ..solvers.harness.registry import solver_named

Cell = tuple[int, int]
"""Row from the top and column from the left, from 1."""
Clues = Mapping[Any, int]
"""A clue by its place."""
SECONDS = 60.0
_DRAWN_ANEW = 30
"""The most random solutions of one board."""


@dataclass(frozen=True, eq=False)
class Genre:
    """A puzzle of the gallery, and how it is made of clues."""

    size: int
    """The size unless one is given."""
    sizes: tuple[int, ...]
    """Every size that can be asked for."""
    board: Callable[[int, random.Random], str]
    """A map of a board of a size, without clues; nothing where the size says all."""
    clues: Callable[[Model], Mapping[Any, Expression]]
    """Every clue that a solution of a model without clues gives, as a number, by its place."""
    params: Callable[[int, str, Mapping[Any, Any]], dict[str, Any]]
    """The parameters of the puzzle with a size, a map and some clues."""
    held: int = 0
    """The greatest size of which the set of all solutions is held, and drawn from uniformly."""


@dataclass(frozen=True)
class Made:
    """A puzzle that was made."""

    genre: str
    seed: int
    size: int
    model: Model
    clues: int
    """The number of its clues."""
    steps: int | None
    """The number of steps that lead to its solution; None where it is not graded."""
    hardest: tuple[int, int, int] | None
    """The greatest cost of a step: length of its chain, places of rules, known facts."""
    uniqueness: Uniqueness
    """The proof, by two solvers, that it has one solution."""
    address: str
    """Its address on puzz.link; empty where there is none."""

    @property
    def solution(self) -> Solution:
        """The only solution."""
        return self.uniqueness.solutions[0]

    @property
    def words(self) -> list[str]:
        """The parameters that are not the puzzle's own, as they are typed."""
        own = {one.name: one.default for one in catalogue.find(self.genre).parameters}
        params = self.model.recipe.params if self.model.recipe else {}
        return [f"{name}={value}" for name, value in params.items() if value != own[name]]

    def to_json(self) -> dict[str, Any]:
        """The fields; the puzzle itself by the parameters that make it."""
        names = ("genre", "seed", "size", "clues", "steps", "address")
        own = {name: getattr(self, name) for name in names}
        hardest = self.hardest and dict(
            zip(("chain", "places", "known"), self.hardest, strict=True)
        )
        proof = self.uniqueness.reason
        return {**own, "hardest": hardest, "proof": proof, "solution": self.solution.to_json()}


def make(
    genre: str,
    *,
    seed: int = 0,
    size: int | None = None,
    most_clues: int | None = None,
    steps: str = "",
    graded: bool = True,
    time_limit: float | None = SECONDS,
) -> Made:
    """A random puzzle with one solution, proven by two solvers, that no clue can be left out of.

    The same `seed` makes the same puzzle. Others are made until one has at most `most_clues` clues
    and fits `steps`: `at most 40`, `at least 40`, `no chain` or `chain`, apart by commas. Without
    `steps` it need not be `graded`, which may take longer than all else.

    Raises: ModelError for a genre, size or text that is none; Incomplete after `time_limit`
    seconds, with the fewest clues found; Disagreement where a solver is proven wrong;
    SolverUnavailable without python-sat.
    """
    if genre not in GENRES:
        raise ModelError(f"no genre {genre!r}; {did_you_mean(genre, GENRES, 'genres are')}")
    entry = GENRES[genre]
    size = entry.size if size is None else size
    if size not in entry.sizes:
        sizes = ", ".join(map(str, entry.sizes))
        raise ModelError(f"{genre} has no size {size}; sizes are {sizes}")
    if most_clues is not None and most_clues < 0:
        raise ModelError(f"most_clues is {most_clues}; give a number of clues from 0")
    fits, control = _filter(steps), Control(Options(time_limit=time_limit))
    solver_named(SAT).load()
    control.resume()
    draw, fewest = random.Random(f"{genre} {size} {seed}"), None
    try:
        while True:
            model, number = _made(genre, entry, size, draw, control)
            fewest = min(number, number if fewest is None else fewest)
            if most_clues is not None and number > most_clues:
                continue
            length, hardest = _grade(model, control) if graded or steps else (None, None)
            if length is not None and hardest and not fits(length, hardest[0]):
                continue
            proof = unique(model, time_limit=_left(control))
            if proof.verdict == UNDECIDED:
                raise Stopped
            if proof.verdict != UNIQUE:
                raise Disagreement(f"{model.name} was made with one solution: {proof}", None)
            address = _address(model)
            return Made(genre, seed, size, model, number, length, hardest, proof, address)
    except (Stopped, Incomplete):
        found = "none was found" if fewest is None else f"the fewest clues were {fewest}"
        raise Incomplete(
            f"no such {genre} of size {size} was made in time: {found}; ask for less,"
            " or give a longer time limit",
            fewest,
        ) from None


def _left(control: Control) -> float | None:
    control.check()
    left = control.remaining()
    return left if left is None else max(left, 0.01)


def _filter(text: str) -> Callable[[int, int], bool]:
    """The test that `steps` says, of a number of steps and a longest chain. Raises: ModelError."""
    tests: list[Callable[[int, int], bool]] = []
    for part in filter(None, map(str.strip, text.split(","))):
        found = re.fullmatch(r"at (most|least) ([0-9]{1,6})|(no )?chain", part)
        if not found:
            advice = "write at most 40, at least 40, no chain or chain, apart by commas"
            raise ModelError(f"steps are not {part!r}; {advice}")
        tests.append(_test(found[1], int(found[2] or 0), not found[3]))
    return lambda number, chain: all(test(number, chain) for test in tests)


def _test(bound: str | None, most: int, chained: bool) -> Callable[[int, int], bool]:
    if bound is None:
        return lambda number, chain: bool(chain) == chained
    return lambda number, chain: number <= most if bound == "most" else number >= most


def _made(
    genre: str, entry: Genre, size: int, draw: random.Random, control: Control
) -> tuple[Model, int]:
    """A puzzle with one solution, and its number of clues, of which none can go."""
    while True:
        plan = entry.board(size, draw)
        empty = catalogue.load(genre, **entry.params(size, plan, {}))
        values = _one_of_all(empty, draw, control) if size <= entry.held else {}
        with closing(_Board(empty, entry.clues(empty), control)) as board:
            clues = board.fewest(draw, values)
        if clues is not None:
            return catalogue.load(genre, **entry.params(size, plan, clues)), len(clues)


def _one_of_all(model: Model, draw: random.Random, control: Control) -> Mapping[str, Any]:
    """The values of a solution, drawn uniformly from the set of all."""
    (found,) = solution_set(model, time_limit=_left(control)).sample(1, draw)
    return found.assignment


class _Board:
    """One SAT solver for all solutions of a board, to which values and clues are assumed."""

    def __init__(self, model: Model, clues: Mapping[Any, Expression], control: Control) -> None:
        """`model` is without clues."""
        number = {at: integer(f"clue {at}", *bounds(clue)) for at, clue in clues.items()}
        equal = [rule(n.name, n == clues[at]) for at, n in number.items()]
        whole = model + list(number.values()) + equal
        self._search = Question(whole, (), whole.constraints).guarded(control)
        self.close = self._search.close
        terms = self._search.terms
        self._cells = {v.name: terms[v.name] for v in model.variables}
        self._clues = {at: terms[n.name] for at, n in number.items()}

    def fewest(self, draw: random.Random, values: Mapping[str, int]) -> Clues | None:
        """Clues of a random solution with these `values`, which keep it the only one, and of which
        none can go; None where no solution was found that all its clues keep the only one.
        """
        solution = self._random(draw, [self._cells[name][x] for name, x in values.items()])
        for _ in range(_DRAWN_ANEW if solution else 0):
            cells = [x for term in self._cells.values() for x in term.values() if x in solution]
            clues = {
                at: next(n for n, literal in term.items() if literal in solution)
                for at, term in self._clues.items()
            }
            unlike = self._search.denial(cells)
            other = self._other(unlike, clues)
            if not other:
                return self._dropped(draw, unlike, clues)
            # what differs from the other solution is drawn anew
            solution = self._random(draw, [x for x in cells if x in other])
        return None

    def _dropped(self, draw: random.Random, unlike: Literal, clues: Clues) -> Clues:
        """Some of `clues`, of which none can go, that no solution has which is `unlike` theirs."""
        places = draw.sample(list(clues), len(clues))
        places.sort(key=lambda at: not isinstance(at[0], int))  # those of squares are dropped first
        for place in places:
            fewer = {at: clue for at, clue in clues.items() if at != place}
            if not self._other(unlike, fewer):
                clues = fewer
        return clues

    def _other(self, unlike: Literal, clues: Clues) -> set[Literal]:
        """The literals that hold in another solution with these clues; nothing without one."""
        return self._ask([unlike, *(self._clues[at][clue] for at, clue in clues.items())])

    def _random(self, draw: random.Random, kept: Sequence[Literal]) -> set[Literal]:
        """The values of a random solution that has those `kept`; nothing if there is none."""
        chosen = list(kept)
        solution = self._ask(chosen)
        for term in draw.sample(list(self._cells.values()), len(self._cells) if solution else 0):
            for literal in draw.sample(list(term.values()), len(term)):
                found = solution if literal in solution else self._ask([*chosen, literal])
                if found:
                    chosen, solution = [*chosen, literal], found
                    break
        return solution

    def _ask(self, assumed: Sequence[Literal]) -> set[Literal]:
        """The literals that hold in a solution where those `assumed` do; nothing without one."""
        return set(self._search.literals(assumed) or ())


def _grade(model: Model, control: Control) -> tuple[int, tuple[int, int, int]]:
    """The number of steps to the solution, and the greatest cost of one."""
    costs = [step.cost for step in steps(model, time_limit=_left(control)) if step.found]
    return len(costs), max(costs, default=(0, 0, 0))


def _address(model: Model) -> str:
    try:
        return to_address(model)
    except ModelError:
        return ""


# --------------------------------------------- The boards, the clues and the parameters of genres.


def _no_map(size: int, draw: random.Random) -> str:
    return ""


def _cells(size: int) -> list[Cell]:
    return list(product(range(1, size + 1), range(1, size + 1)))


def _givens(model: Model) -> dict[Any, Expression]:
    cell: Any = model.groups[0]
    return {(s.row, s.column): cell[s] for s in cell.board.open}


def _text(size: int, clues: Mapping[Any, Any], empty: str = ".") -> str:
    """One character a cell, row by row; a number above 9 is a letter."""
    digits = "0123456789ABCDEFGHIJ"
    return "".join(digits[clues[cell]] if cell in clues else empty for cell in _cells(size))


def _rows(text: str, size: int) -> str:
    return "/".join(text[at : at + size] for at in range(0, len(text), size))


def _sudoku(size: int, plan: str, clues: Mapping[Any, Any]) -> dict[str, Any]:
    rows = max(n for n in range(2, size) if size % n == 0 and n * n <= size)
    return {"givens": _text(size, clues), "box_rows": rows, "box_columns": size // rows}


def _signs(model: Model) -> dict[Any, Expression]:
    """The given numbers, and between two cells that share a side, if the first is less."""
    cell = _givens(model)
    pairs = [((r, c), two) for r, c in cell for two in ((r, c + 1), (r + 1, c)) if two in cell]
    return {**cell, **{(one, two): indicator(cell[one] < cell[two]) for one, two in pairs}}


def _futoshiki(size: int, plan: str, clues: Mapping[Any, Any]) -> dict[str, Any]:
    signs = [
        f"r{at[0][0]}c{at[0][1]}{'<' if less else '>'}r{at[1][0]}c{at[1][1]}"
        for at, less in clues.items()
        if isinstance(at[0], tuple)
    ]
    return {"signs": " ".join(signs), "givens": _text(size, clues), "n": size}


def _views(model: Model) -> dict[Any, Expression]:
    """The given towers, and how many are seen from each place around them."""
    tower = _givens(model)
    numbers = range(1, max(tower)[0] + 1)
    lines = {("left", k): [tower[k, c] for c in numbers] for k in numbers}
    lines |= {("top", k): [tower[r, k] for r in numbers] for k in numbers}
    for (side, k), line in list(lines.items()):
        lines["right" if side == "left" else "bottom", k] = line[::-1]
    seen = {
        at: 1 + total(line[i] > maximum(line[:i]) for i in range(1, len(line)))
        for at, line in lines.items()
    }
    return {**tower, **seen}


def _skyscrapers(size: int, plan: str, clues: Mapping[Any, Any]) -> dict[str, Any]:
    sides = {
        side: "".join(str(clues.get((side, k), ".")) for k in range(1, size + 1))
        for side in ("top", "left", "right", "bottom")
    }
    return {**sides, "givens": _text(size, clues), "n": size}


def _walls(size: int, draw: random.Random) -> str:
    """Walls on about a quarter of the squares, the same after half a turn."""
    first = [draw.random() < 0.25 for _ in range((size * size + 1) // 2)]
    marks = "".join(".#"[wall] for wall in first)
    return _rows(marks + marks[::-1][size % 2 :], size)


def _lamps(model: Model) -> dict[Any, Expression]:
    """The number of lamps beside each wall."""
    lamp: Any = model.groups[0]
    board = lamp.board
    return {(w.row, w.column): total(lamp[s] for s in board.beside(w)) for w in board.walls}


def _on_map(size: int, plan: str, clues: Mapping[Any, Any]) -> dict[str, Any]:
    marks = zip(_cells(size), plan.replace("/", ""), strict=True)
    return {"plan": _rows("".join(str(clues.get(cell, mark)) for cell, mark in marks), size)}


def _empty(size: int, draw: random.Random) -> str:
    return _rows("." * size * size, size)


def _fences(model: Model) -> dict[Any, Expression]:
    """The number of sides that the loop takes of each square."""
    fence: Any = model.groups[0]
    return {(s.row, s.column): total(fence.around(s)) for s in fence.board.open}


def _kakuro_map(size: int, draw: random.Random) -> str:
    """White squares in runs of two or more, that hang together, the same after half a turn."""
    white = set(_cells(size))
    for r, c in draw.sample(_cells(size), size * size):
        fewer = white - {(r, c), (size + 1 - r, size + 1 - c)}
        if len(fewer) > size * size // 2 and _has_runs(fewer):
            white = fewer
    return _rows("".join("#."[cell in white] for cell in _cells(size)), size)


def _has_runs(white: set[Cell]) -> bool:
    """True if each square has one beside it in its row and in its column, and all are joined."""
    joined = [next(iter(sorted(white)))]
    for r, c in joined:
        beside = [(r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c)]
        near = [cell in white for cell in beside]
        if not (any(near[:2]) and any(near[2:])):
            return False
        joined += [cell for cell in beside if cell in white and cell not in joined]
    return len(joined) == len(white)


def _sums(model: Model) -> dict[Any, Expression]:
    """The sum of each run, by the black square before it and its direction."""
    digit: Any = model.groups[0]
    ways = ((ROWS, 0, 1), (COLUMNS, 1, 0))
    return {
        (line[0].row - down, line[0].column - right, down): total(digit[s] for s in line)
        for way, down, right in ways
        for line in digit.board.sight([way])
    }


def _kakuro(size: int, plan: str, clues: Mapping[Any, Any]) -> dict[str, Any]:
    """The grid has a black row above the map, and a black column to its left."""
    rows = ["#" * (size + 1), *("#" + row for row in plan.split("/"))]

    def mark(r: int, c: int) -> str:
        below, right = (clues.get((r, c, down), "") for down in (1, 0))
        if rows[r - 1][c - 1] == ".":
            return "."
        return f"{below}\\{right}" if below or right else "#"

    numbers = range(1, size + 2)
    return {"grid": "\n".join(" ".join(mark(r, c) for c in numbers) for r in numbers)}


GENRES: dict[str, Genre] = {
    "sudoku": Genre(9, (4, 6, 8, 9), _no_map, _givens, _sudoku, held=4),
    "futoshiki": Genre(5, (3, 4, 5, 6, 7), _no_map, _signs, _futoshiki, held=4),
    "skyscrapers": Genre(5, (3, 4, 5, 6), _no_map, _views, _skyscrapers, held=4),
    "akari": Genre(7, (4, 5, 6, 7, 8, 9, 10), _walls, _lamps, _on_map),
    "kakuro": Genre(5, (3, 4, 5, 6), _kakuro_map, _sums, _kakuro),
    "slitherlink": Genre(5, (3, 4, 5, 6, 7), _empty, _fences, _on_map),
}
"""The genres, by the names of puzzles of the gallery."""
