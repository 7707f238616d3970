"""Akari, hitori and tents have the solutions that looking at every picture by hand finds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import pytest

from everyway.models import ModelError, load
from everyway.solvers import count

from ..support.settings import SEED

Cell = tuple[int, int]
WAYS = ((0, 1), (1, 0), (-1, 0), (0, -1))


def pictures(cells: list[Cell]) -> Iterator[set[Cell]]:
    """Every set of cells."""
    for bits in product((False, True), repeat=len(cells)):
        yield {cell for cell, bit in zip(cells, bits, strict=True) if bit}


def step(cell: Cell, way: Cell) -> Cell:
    return cell[0] + way[0], cell[1] + way[1]


def shone_on(cell: Cell, white: set[Cell]) -> Iterator[Cell]:
    """The cells that a lamp on `cell` lights, but for itself."""
    for way in WAYS:
        reached = step(cell, way)
        while reached in white:
            yield reached
            reached = step(reached, way)


def akari_by_hand(plan: str) -> int:
    marks = {(r, c): m for r, row in enumerate(plan.split("/")) for c, m in enumerate(row)}
    white = {cell for cell, mark in marks.items() if mark == "."}
    asked = {cell: int(mark) for cell, mark in marks.items() if mark.isdigit()}

    def solves(lamps: set[Cell]) -> bool:
        lit = {reached for lamp in lamps for reached in shone_on(lamp, white)}
        beside = (sum(step(wall, way) in lamps for way in WAYS) == n for wall, n in asked.items())
        return not lit & lamps and lit | lamps == white and all(beside)

    return sum(map(solves, pictures(sorted(white))))


def hitori_by_hand(grid: str) -> int:
    number = {(r, c): m for r, row in enumerate(grid.split("/")) for c, m in enumerate(row)}
    alike = [
        {one, other}
        for one, other in combinations(number, 2)
        if number[one] == number[other] not in ".?" and (one[0] == other[0] or one[1] == other[1])
    ]

    def solves(shaded: set[Cell]) -> bool:
        left = number.keys() - shaded
        apart = not any(step(cell, way) in shaded for cell in shaded for way in WAYS)
        return apart and not any(pair <= left for pair in alike) and hang_together(left)

    return sum(map(solves, pictures(list(number))))


def tents_by_hand(plan: str, rows: str) -> int:
    marks = {(r, c): m for r, row in enumerate(plan.split("/")) for c, m in enumerate(row)}
    trees = [cell for cell, mark in marks.items() if mark == "Y"]
    beside = [[step(t, way) for way in WAYS if marks.get(step(t, way)) == "."] for t in trees]

    def solves(camp: tuple[Cell, ...]) -> bool:
        kept = (mark == "." or sum(r == n for r, _ in camp) == int(mark) for n, mark in counted)
        return all(touch_not(*two) for two in combinations(camp, 2)) and all(kept)

    counted = list(enumerate(rows))
    return sum(map(solves, product(*beside)))


def touch_not(one: Cell, other: Cell) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) > 1


def hang_together(cells: set[Cell]) -> bool:
    reached = set(list(cells)[:1])
    while more := {step(c, way) for c in reached for way in WAYS} & cells - reached:
        reached |= more
    return reached == cells


def random_text(name: str, number: int, marks: str) -> str:
    random = Random(f"{SEED} {name} {number}")
    height, width = random.choice([(1, 1), (1, 4), (4, 1), (2, 3), (3, 2), (3, 3), (3, 4)])
    return "/".join("".join(random.choice(marks) for _ in range(width)) for _ in range(height))


@pytest.mark.filterwarnings("ignore:.*can never hold")  # a number with no white square beside it
@pytest.mark.parametrize("number", range(40))
def test_akari(number):
    plan = random_text("akari", number, "......#012")
    assert count(load("akari", plan=plan)) == akari_by_hand(plan), plan


@pytest.mark.parametrize("number", range(40))
def test_hitori(number):
    grid = random_text("hitori", number, "123412341234.?")
    assert count(load("hitori", grid=grid), "cp-sat") == hitori_by_hand(grid), grid


@pytest.mark.filterwarnings("ignore:.*can never hold")  # a row of trees that asks for a tent
@pytest.mark.parametrize("number", range(40))
def test_tents(number):
    plan = random_text("tents", number, "....Y")
    rows = "".join(Random(number).choice(".....01") for _ in plan.split("/"))
    assert count(load("tents", plan=plan, rows=rows)) == tents_by_hand(plan, rows), (plan, rows)


def test_the_example_of_hitori_has_one_solution():
    assert hitori_by_hand("1223/2214/4123/5141") == 1
    assert str(load("hitori").recipe.params["grid"]).split() == ["1223", "2214", "4123", "5141"]


@pytest.mark.parametrize(
    ("name", "params", "part"),
    [
        ("akari", {"plan": "../."}, "make all lines equally long"),
        ("akari", {"plan": ".5"}, "'5'; write one of .#01234"),
        ("akari", {"plan": ""}, "the map is empty"),
        ("hitori", {"grid": "12/3"}, "make all lines equally long"),
        ("hitori", {"grid": ""}, "the map is empty"),
        ("tents", {"plan": "Y./x."}, "'x'; write one of .Y"),
        ("tents", {"rows": "12"}, "rows is '12'; write a number or . for each of 5"),
        ("tents", {"columns": "1234x"}, "columns is '1234x'; write a number"),
    ],
)
def test_a_map_that_is_none_is_refused(name, params, part):
    with pytest.raises(ModelError, match=part):
        load(name, **params)
