"""Known puzzles of real size: so many solutions as the literature says, each of them right.

The numbers are known by closed formulas, from the OEIS or from published tables; none was taken
from a solver.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import combinations
from math import comb, factorial

import pytest

from ..models import (
    Model,
    all_different,
    allowed,
    bin_packing,
    cardinality,
    circuit,
    cumulative,
    element,
    exactly,
    increasing,
    inverse,
    lexicographic,
    no_overlap,
    precedence,
    regular,
    total,
    variables,
)
from ..models.queens import queens as queens_on_a_board
from ..solvers.harness.options import Options
from ..solvers.harness.registry import Solver
from ..solvers.harness.running.enumeration import solutions
from ..solvers.harness.running.up_to_symmetry import orbits
from .limits import Stopwatch, soon
from .solving import refuse_wrong

SECONDS = 5.0
"""The seconds of CPU for a puzzle; a solver that needs longer is slow, not wrong."""


def queens(n: int) -> Model:
    """One queen a row, three all-differents. OEIS A000170."""
    q = variables("q", n, range(n))
    slopes = [all_different(q[row] + sign * row for row in range(n)) for sign in (-1, 0, 1)]
    return Model(f"{n} queens", q, slopes)


SUDOKU = "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79"


def sudoku(free: int) -> Model:
    """The first Sudoku of most textbooks, which has one solution; `free` givens are left out."""
    cell = variables("cell", 81, range(1, 10))
    rows = [cell[9 * r : 9 * r + 9] for r in range(9)]
    boxes = [
        [rows[r + i][c + j] for i in range(3) for j in range(3)]
        for r in (0, 3, 6)
        for c in (0, 3, 6)
    ]
    groups = [*rows, *zip(*rows, strict=True), *boxes]
    given = [(k, int(digit)) for k, digit in enumerate(SUDOKU.replace(" ", "")) if digit != "."]
    return Model(
        "sudoku", cell, map(all_different, groups), (cell[k] == d for k, d in given[free:])
    )


def magic_square() -> Model:
    """The Lo Shu and its mirror images. OEIS A006052, times 8."""
    cell = variables("cell", 9, range(1, 10))
    lines = [cell[k : k + 3] for k in (0, 3, 6)] + [cell[k::3] for k in range(3)]
    lines += [cell[::4], cell[2:7:2]]
    return Model("magic square", cell, all_different(cell), (total(line) == 15 for line in lines))


def golomb_ruler(marks: int, length: int) -> Model:
    """Marks with all distances different. Of 5 marks and length 11 there are 2, and mirrored."""
    mark = variables("mark", marks, range(length + 1))
    apart = [b - a for a, b in combinations(mark, 2)]
    ends = (mark[0] == 0, mark[-1] == length)
    return Model("Golomb ruler", mark, increasing(mark, strict=True), all_different(apart), ends)


def permuted_jobs(machines: int, jobs: int) -> Model:
    """Jobs of one length, that fill every machine without a gap, none of them twice at a time.

    These are Latin rectangles: `jobs` factorial times the derangements, for two machines.
    """
    start = variables("start", machines * jobs, range(0, 3 * jobs, 3))
    on = [start[m * jobs : (m + 1) * jobs] for m in range(machines)]
    of = [start[job::jobs] for job in range(jobs)]
    return Model("job shop", start, (no_overlap(tasks, [3] * len(tasks)) for tasks in (*on, *of)))


def tour(neighbours: list[list[int]]) -> Model:
    """Circuits through all nodes of a graph, in both directions."""
    after = variables("after", len(neighbours), range(len(neighbours)))
    steps = (allowed([a], [[n] for n in near]) for a, near in zip(after, neighbours, strict=True))
    return Model("tour", after, circuit(after), steps)


def dodecahedron() -> list[list[int]]:
    """Its graph as generalised Petersen graph of 10 and 2: 30 Hamiltonian circuits."""
    outer = [[(k + 1) % 10, (k - 1) % 10, k + 10] for k in range(10)]
    inner = [[(k + 2) % 10 + 10, (k - 2) % 10 + 10, k] for k in range(10)]
    return outer + inner


def knight(height: int, width: int) -> list[list[int]]:
    """Squares a knight's move apart. Of 5 by 6 squares there are 8 closed tours."""
    squares = [(r, c) for r in range(height) for c in range(width)]
    return [
        [k for k, (p, q) in enumerate(squares) if {abs(p - r), abs(q - c)} == {1, 2}]
        for r, c in squares
    ]


def langford(pairs: int) -> Model:
    """Between two numbers k stand k others. OEIS A014552, and mirrored."""
    place = variables("place", 2 * pairs, range(2 * pairs))
    apart = [place[k + pairs] == place[k] + k + 2 for k in range(pairs)]
    return Model("Langford", place, all_different(place), apart)


def colouring() -> Model:
    """The Petersen graph in three colours: 120 ways."""
    colour = variables("colour", 10, range(3))
    edges = [(k, (k + 1) % 5) for k in range(5)] + [(k, k + 5) for k in range(5)]
    edges += [(k + 5, (k + 2) % 5 + 5) for k in range(5)]
    return Model("colouring", colour, (colour[a] != colour[b] for a, b in edges))


def no_two_ones(length: int) -> Model:
    """Bits without two ones beside each other: Fibonacci numbers."""
    bit = variables("bit", length, range(2))
    return Model("no 11", bit, regular(bit, {(0, 0): 0, (0, 1): 1, (1, 0): 0}, 0, [0, 1]))


def de_bruijn() -> Model:
    """Circles of 16 bits that hold each word of four once, from 0000 on. OEIS A016031."""
    bit = variables("bit", 16, range(2))
    words = [total(bit[(k + j) % 16] * (8 >> j) for j in range(4)) for k in range(16)]
    return Model("de Bruijn", bit, all_different(words), words[0] == 0)


def involutions(n: int) -> Model:
    """Permutations that are their own inverse. OEIS A000085."""
    p = variables("p", n, range(n))
    return Model("involutions", p, inverse(p, p))


def partitions(n: int) -> Model:
    """The partitions of a set, each block named when it first occurs. OEIS A000110."""
    block = variables("block", n, range(n))
    return Model("partitions", block, block[0] == 0, precedence(block, range(n)))


def of_each(*counts: int) -> Model:
    """Words with so many of each letter: a multinomial number."""
    letter = variables("letter", sum(counts), range(len(counts)))
    return Model("words", letter, cardinality(letter, dict(enumerate(counts)), closed=True))


def tasks(number: int, times: int) -> Model:
    """Tasks of one hour, two of which can be done at a time."""
    start = variables("start", number, range(times))
    return Model("tasks", start, cumulative(start, [1] * number, [1] * number, 2))


def packed(number: int, bins: int) -> Model:
    """Things of one size, two of which go into a bin."""
    bin_ = variables("bin", number, range(bins))
    return Model("packed", bin_, bin_packing(bin_, [3] * number, [6] * bins))


def ordered_rows() -> Model:
    """Pairs of words of four letters of three, the second behind the first."""
    left, right = variables("left", 3, range(4)), variables("right", 3, range(4))
    few = [exactly(left, 0, 1), exactly(right, 0, 1)]
    return Model("ordered", left, right, lexicographic(left, right, strict=True), few)


def composed_permutations() -> Model:
    """Permutations that bring everything home in three steps. OEIS A001470."""
    p = variables("p", 6, range(6))
    home = [element(p, element(p, p[k])) == k for k in range(6)]
    return Model("in three steps", p, all_different(p), home)


def at_most_two_each(number: int, places: int) -> int:
    """In how many ways things stand in places, no more than two in any."""
    return sum(
        factorial(number) // 2**twos * comb(places, twos) * comb(places - twos, number - 2 * twos)
        for twos in range(number // 2 + 1)
    )


QUEENS = {6: 4, 7: 40, 8: 92, 9: 352, 10: 724}
PUZZLES: dict[str, tuple[Callable[[], Model], int]] = {
    **{f"{n} queens": (partial(queens, n), count) for n, count in QUEENS.items()},
    "7 queens on a board": (lambda: queens_on_a_board(7), 40),
    "a Sudoku": (lambda: sudoku(0), 1),
    "a magic square": (magic_square, 8),
    "Golomb rulers of 5": (lambda: golomb_ruler(5, 11), 4),
    "Golomb rulers of 6": (lambda: golomb_ruler(6, 17), 8),
    "a job shop": (lambda: permuted_jobs(2, 4), 24 * 9),
    "Latin squares": (lambda: permuted_jobs(4, 4), 576),
    "tours of the dodecahedron": (lambda: tour(dodecahedron()), 60),
    "a knight's tours": (lambda: tour(knight(5, 6)), 16),
    "Langford's problem": (lambda: langford(7), 52),
    "the Petersen graph": (colouring, 120),
    "no two ones": (lambda: no_two_ones(13), 610),
    "de Bruijn": (de_bruijn, 16),
    "involutions": (lambda: involutions(7), 232),
    "partitions": (lambda: partitions(6), 203),
    "words of given letters": (lambda: of_each(2, 3, 3), 560),
    "tasks": (lambda: tasks(6, 4), at_most_two_each(6, 4)),
    "things in bins": (lambda: packed(6, 3), 90),
    "ordered rows": (ordered_rows, 27 * 26 // 2),
    "permutations in three steps": (composed_permutations, 81),
}
"""Each with the number of its solutions."""


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_known_puzzles_have_as_many_solutions_as_are_known(solver: Solver, puzzle: str) -> None:
    """A slow solver is not wrong; its solutions by then are held against the rules."""
    declared, number = PUZZLES[puzzle]
    model, watch = declared(), Stopwatch()
    with soon(), solutions(model, solver.name, time_limit=SECONDS, hand_over=False) as found:
        rows = [solution.row for solution in found]
    where = f"{solver.name} on {puzzle}"
    refuse_wrong(model, Counter(rows))
    assert len(rows) <= number, f"{where}: {len(rows)} solutions of {number}"
    if found.outcome.reason == "time limit":
        pytest.skip(f"late: {len(rows)} of {number} after {watch.cpu:.1f} seconds of CPU")
    assert found.outcome.complete, found.outcome
    assert len(rows) == number, f"{where}: {len(rows)} of {number} solutions"


@pytest.mark.parametrize("breaking", [False, True])
@pytest.mark.parametrize(("n", "number"), [(4, 1), (5, 2), (6, 1), (7, 6)])
def test_queens_up_to_symmetry_are_as_many_as_are_known(
    solver: Solver, n: int, number: int, breaking: bool
) -> None:
    """Some of 4, 5 and 6 queens are images of themselves. OEIS A002562."""
    model = queens_on_a_board(n)
    options = Options(time_limit=SECONDS, hand_over=False)
    with soon(), orbits(model, solver.name, breaking=breaking, options=options) as found:
        several = sum(1 for _ in found)
    if found.outcome.reason == "time limit":
        pytest.skip(f"late: {several} of {number}")
    assert found.outcome.complete, found.outcome
    assert several == number
