"""Exact covers in the kernel: sums of literals of which one holds, or at most one."""

from array import array
from random import Random

import pytest

from everyway.models import Constraint, Model, Variable, exact_cover, load, total
from everyway.solvers.auto.kernel.kernel_code import uncompiled
from everyway.solvers.auto.kernel.kernel_search import (
    Posted,
    call,
    finds,
    halve,
    posted,
)
from everyway.solvers.auto.kernel.machine_source import records as at
from everyway.solvers.auto.plan import read

from .test_kernel import assert_same, brute

Term = Variable | Constraint


def rows_in(search: Posted) -> list[tuple[int, ...]]:
    """The rows of a search."""
    return [
        tuple(batch[first : first + search.width])
        for batch in finds(search, search.memory, lambda: None)
        for first in range(0, len(batch), search.width)
    ]


def literal(random: Random, one: Variable) -> Term:
    """A 0/1 variable, or a comparison of a variable with a number."""
    if one.domain == range(2) and random.random() < 0.8:
        return one
    return random.choice([one == random.randint(0, 3), one <= 1, one != 2])


@pytest.mark.parametrize("seed", range(60))
def test_sums_of_literals(seed: int) -> None:
    random = Random(seed)
    x = [
        Variable(f"x{n}", random.choice([range(2), range(2), range(1, 2), range(4), (0, 2, 3)]))
        for n in range(random.randint(1, 7))
    ]
    model = Model("items", x)
    for _ in range(random.randint(1, 6)):
        some = [literal(random, one) for one in random.sample(x, min(len(x), random.randint(1, 5)))]
        signs = [random.choice([1, 1, 1, 1, -1]) for _ in some]
        low = random.choice([1, 1, 1, 0, -1, 2])
        high = random.choice([1, 1, 1, 2])
        weighted = total(
            sign * (term if isinstance(term, Variable) else total([term]))
            for sign, term in zip(signs, some, strict=True)
        )
        least = sum(sign for sign in signs if sign < 0)
        model = model + (weighted >= low + least) + (weighted <= high + least)
        if low == high:
            model = model + (weighted == low + least)
    assert_same(model)
    task = read(model)
    whole = None if task.domains is None else posted(task.domains, task.forms)
    assert (sorted(rows_in(whole)) if whole else []) == brute(model)


def test_two_options_of_an_item_that_hold_from_the_start_fail() -> None:
    x = [Variable(f"x{n}", range(2)) for n in range(4)]
    task = read(Model("items", x, total(x) == 1, total(x[1:3]) == 2))
    assert not rows_in(posted([range(2)] * 4, task.forms, code=uncompiled))


@pytest.mark.parametrize("seed", range(20))
def test_exact_covers_with_optional_items_and_other_sums(seed: int) -> None:
    random = Random(seed)
    items = range(random.randint(2, 7))
    options = {
        f"o{n}": random.sample(items, random.randint(1, min(3, len(items))))
        for n in range(random.randint(2, 11))
    }
    used = sorted({item for some in options.values() for item in some})
    optional = random.sample(used, random.randint(0, len(used) // 2))
    chosen, covered = exact_cover(options, optional=optional)
    model = Model("cover", chosen, covered)
    if seed % 2:
        model = model + (total(random.randint(-2, 3) * each for each in chosen) <= 2)
    assert_same(model)


def test_pentominoes_branch_on_the_square_with_the_fewest_choices() -> None:
    model = load("pentominoes", rows=3, columns=20, pieces="FILNPTUVWXYZ", form="placements")
    task = read(model)
    assert task.domains is not None
    statistics: dict[str, int | float | str] = {}
    search = posted(task.domains, task.forms)
    memory = array("q", search.memory)
    assert sum(finds(search, memory, lambda: None, statistics, counting=True)) == 8
    assert int(statistics["nodes"]) < 40_000
    assert len({tuple(rows) for rows in rows_in(search)}) == 8


def test_an_item_is_not_branched_on_while_other_variables_are_projected_on() -> None:
    x = [Variable(f"x{n}", range(2)) for n in range(6)]
    task = read(Model("items", x, total(x[:3]) == 1, total(x[3:]) == 1))
    assert task.domains is not None
    search = posted(task.domains, task.forms, project=[0, 1, 2])
    assert sorted(row[:3] for row in rows_in(search)) == [(0, 0, 1), (0, 1, 0), (1, 0, 0)]


def test_halves_of_a_cover_are_searched_apart() -> None:
    random = Random(5)
    options = {f"o{n}": random.sample(range(14), random.randint(2, 4)) for n in range(90)}
    chosen, covered = exact_cover(options)
    task = read(Model("cover", chosen, covered))
    assert task.domains is not None
    search = posted(task.domains, task.forms)
    whole = sum(finds(search, array("q", search.memory), lambda: None, counting=True))
    parts, number = [array("q", search.memory)], 0
    while parts:
        memory = parts.pop()
        number += call(search, memory, array("q", [0]), 0, 700)
        given = halve(search, memory)
        parts += [part for part in (memory, given) if part and part[at.PHASE] != at.FINISHED]
    assert number == whole > 100
