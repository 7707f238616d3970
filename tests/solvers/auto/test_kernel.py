"""The kernel finds each solution once, as machine code and as Python."""

from random import Random

import pytest

from everyway.models import Model, Variable, all_different, total
from everyway.solvers.auto.kernel.kernel_code import kernel, uncompiled
from everyway.solvers.auto.kernel.kernel_search import Posted, finds, posted
from everyway.solvers.auto.plan import read

from .forms_by_hand import Code


def rows_of(model: Model, *, code: Code = kernel) -> list[tuple[int, ...]]:
    """The rows that the kernel finds, in its order."""
    task = read(model)
    if task.domains is None:
        return []
    found = posted(task.domains, task.forms, task.place_of, code=code)
    return rows_found(found)


def rows_found(found: Posted) -> list[tuple[int, ...]]:
    """All rows of a search."""
    return [
        tuple(batch[first : first + found.width])
        for batch in finds(found, found.memory, lambda: None)
        for first in range(0, len(batch), found.width)
    ]


def brute(model: Model) -> list[tuple[int, ...]]:
    """The rows by judging all assignments."""
    from everyway.solvers.brute_force import solutions
    from everyway.solvers.harness.contract import Control

    names = [variable.name for variable in model.variables]
    return sorted(tuple(found[name] for name in names) for found in solutions(model, Control()))


def assert_same(model: Model) -> None:
    """The kernel finds what brute force finds, both ways."""
    expected = brute(model)
    assert sorted(rows_of(model)) == expected
    assert sorted(rows_of(model, code=uncompiled)) == expected


@pytest.mark.parametrize("seed", range(40))
def test_sums_and_differences(seed: int) -> None:
    random = Random(seed)
    number = random.randint(1, 4)
    lows = [random.choice([-70, -3, 0, 5]) for _ in range(number)]
    widths = [random.choice([1, 2, 5, 70]) if number < 3 else random.randint(1, 4) for _ in lows]
    x = [
        Variable(f"x{place}", range(low, low + width))
        for place, (low, width) in enumerate(zip(lows, widths, strict=True))
    ]
    model = Model("random", x)
    for _ in range(random.randint(1, 3)):
        some = random.sample(x, random.randint(1, number))
        weighted = total(random.choice([-3, -1, 1, 2]) * each for each in some)
        bound = random.randint(-80, 40)
        model = model + random.choice([weighted <= bound, weighted >= bound, weighted == bound])
    if number > 1:
        model = model + all_different(each + random.randint(0, 2) for each in x)
    assert_same(model)
