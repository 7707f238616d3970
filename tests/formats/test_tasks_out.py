"""Tasks and boxes in the texts of languages, which find the solutions that everyway has."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from everyway.formats import written
from everyway.models import Model, cumulative, no_overlap, no_overlap_2d, variables
from everyway.models.language.constraints import Constraint
from everyway.models.language.expressions import Variable
from everyway.models.language.groups import Group
from tests.formats.reading_back import enumerated, rows_of

LANGUAGES = ["cpmpy", "clingo", "python-constraint"]


def _groups(random: Random) -> list[Group]:
    """One group or two with the same keys, which are places, texts, or pairs."""
    keys = random.choice([4, ["a", "b c", "d", "e'f"], None])
    names = ["x", "y"][: random.randint(1, 2)]
    if keys is None:
        return [variables(name, (2, 2), range(3)) for name in names]
    return [variables(name, keys, range(random.randint(-1, 0), 3)) for name in names]


def _constraint(random: Random, groups: Sequence[Group]) -> Constraint:
    """Of several items in any order, of which one may come twice."""
    first, last = groups[0].variables, groups[-1].variables
    size = random.randint(2, 4)
    chosen = random.sample(range(len(first)), size)
    if random.random() < 0.2:
        chosen[0] = chosen[-1]
    starts: list[Variable] = [first[n] for n in chosen]
    others: list[Variable] = [last[n] for n in chosen]
    sizes = [random.choices(range(1, random.choice([2, 4])), k=size) for _ in range(3)]
    return random.choice(
        [
            cumulative(starts, sizes[0], sizes[1], random.randint(2, 4)),
            no_overlap(starts, [min(one, 2) for one in sizes[0]]),
            no_overlap_2d(starts, others, sizes[0], sizes[1]),
            ~cumulative(starts, sizes[0], sizes[1], 3),
        ]
    )


@pytest.mark.parametrize("seed", range(16))
@pytest.mark.parametrize("language", LANGUAGES)
def test_random_tasks_are_the_same_in_texts(language: str, seed: int, tmp_path: Path):
    random = Random(f"tasks {seed}")
    groups = _groups(random)
    model = Model("tasks", *groups, *(_constraint(random, groups) for _ in range(2)))
    assert enumerated(model, language, tmp_path) == rows_of(model), written(model, language)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("clingo", "task1(0,3,1; 1,2,2; 2,1,1; 3,1,2)."),
        ("clingo", ":- x(I,T), #sum {R,M : x(M,S), task1(M,D,R), S <= T, T < S+D} > 3."),
        ("clingo", ":- task2(I,A), task2(M,B), I < M, x(I,X), x(M,Y), X+A > Y, Y+B > X."),
        ("python-constraint", "are_within(3, values, [3, 2, 1, 1], [1, 2, 1, 2])"),
        ("python-constraint", "are_apart(values[:4], [3, 2, 1, 1], values[4:], [1, 1, 1, 1])"),
        ("cpmpy", "are_apart(x, [3, 2, 1, 1], y, [1] * 4)"),
    ],
)
def test_tasks_are_said_by_one_rule_or_function(language: str, said: str):
    x, y = (variables(name, 4, range(5)) for name in "xy")
    sizes, demands = [3, 2, 1, 1], [1, 2, 1, 2]
    tasks = cumulative(x, sizes, demands, 3), no_overlap(x, sizes)
    boxes = no_overlap_2d(x, y, sizes, [1] * 4)
    assert said in written(Model("tasks", x, y, *tasks, boxes), language)
