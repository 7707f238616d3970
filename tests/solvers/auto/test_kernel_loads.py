"""The kernel's tasks that share a capacity."""

from __future__ import annotations

from random import Random

import pytest

from everyway.models import Model, Variable, cumulative, no_overlap
from everyway.solvers.auto.kernel.kernel_search import posted, root
from everyway.solvers.auto.plan import read

from .forms_by_hand import never
from .test_kernel import assert_same


@pytest.mark.parametrize("seed", [*range(50), 226])
def test_tasks(seed: int) -> None:
    """Durations, demands and the capacity are numbers, variables, or sums of both."""
    random = Random(seed)
    number = random.randint(1, 4)
    low = random.choice([0, -3, 60])
    starts = [
        Variable(f"s{place}", range(low, low + random.randint(1, 5))) for place in range(number)
    ]
    extra = [Variable(f"e{place}", range(random.choice([-1, 0]), 2)) for place in range(2)]

    def amount(most: int) -> object:
        constant = random.randint(0, most)
        return random.choice([constant, constant, constant, extra[0], extra[1] + constant])

    durations = [amount(3) for _ in starts]
    tasks = [random.choice([start, start, start + 1, 2 * start]) for start in starts]
    if random.random() < 0.4:
        model = Model("tasks", [*starts, *extra], no_overlap(tasks, durations))
    else:
        demands = [amount(2) for _ in starts]
        shared = cumulative(tasks, durations, demands, amount(3))
        model = Model("tasks", [*starts, *extra], shared)
    assert_same(model)


def test_sure_demands_move_other_tasks_at_the_root() -> None:
    """Two tasks surely run together from 4 to 6; who has no room with them is before or after."""
    a, b, c, d = (Variable(name, range(1, 9)) for name in "abcd")
    sure = [a >= 3, a <= 4, b >= 3, b <= 4]
    model = Model(
        "four", [a, b, c, d], *sure, cumulative([a, b, c, d], [3, 3, 2, 2], [1, 1, 2, 1], 3)
    )
    task = read(model)
    assert task.domains is not None
    left = root(posted(task.domains, task.forms), task.domains, never)
    assert left is not None
    assert left[2:] == [range(1, 9), range(1, 9)]
    later = Model("later", [a, b, c, d], *model.constraints, c >= 3)
    task = read(later)
    left = root(posted(task.domains or [], task.forms), task.domains or [], never)
    assert left is not None
    assert left[2] == range(6, 9)


def test_one_task_may_ask_for_more_than_there_is() -> None:
    start, demand = Variable("start", range(3)), Variable("demand", range(1, 4))
    assert_same(Model("one", start, demand, cumulative([start], [1], [demand], 2)))
    assert_same(Model("none", start, cumulative([start], [1], [2], 1)))


def test_no_task_needs_no_room_and_no_capacity_is_less_than_none() -> None:
    free = Variable("free", range(2))
    assert_same(Model("no tasks", free, cumulative([], [], [], free - 1)))
