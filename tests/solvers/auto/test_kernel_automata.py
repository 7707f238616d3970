"""The kernel's automata: each solution once, also with a variable that is read twice."""

from collections.abc import Iterable
from functools import reduce
from itertools import product
from random import Random

import pytest

from everyway.models import Model, Variable, allowed, regular, total
from everyway.solvers.auto.kernel.kernel_search import finds, posted
from everyway.solvers.auto.reading.normalise import Normaliser

from .test_kernel import assert_same, brute, rows_of

DOMAINS = [range(3), range(-1, 5), (0, 2, 60), (-70, 0, 1, 90), (1, 3, 9000), range(0, 9000, 4500)]

Step = dict[tuple[int, int], int]


def automaton(random: Random, symbols: list[int]) -> Step:
    states = random.choice([range(2), range(4), range(150)])
    kept = random.choice([0.5, 0.95])
    return {
        (state, symbol): random.choice(states)
        for state in states
        for symbol in symbols
        if random.random() < kept
    } | {(0, symbols[0]): 0}


def end_of(step: Step, word: Iterable[int]) -> int | None:
    return reduce(lambda state, symbol: step.get((state, symbol)), word, 0)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(11))
def test_automata_that_cross_find_what_tables_do(seed: int) -> None:
    random = Random(seed)
    x = [Variable(f"x{place}", range(2)) for place in range(25)]
    automata, tables = Model("automata", x), Model("tables", x)
    solution = [random.randrange(2) for _ in x]
    lines = [range(row, row + 5) for row in range(0, 25, 5)]
    for line in [*lines, *(range(column, 25, 5) for column in range(5))]:
        places = [*line, *random.choices(line, k=random.choice([0, 4]))]
        step: Step = {(s, a): random.randrange(4) for s in range(4) for a in (0, 1)}
        end = end_of(step, (solution[place] for place in places))
        words = (dict(zip(line, word, strict=True)) for word in product((0, 1), repeat=5))
        rows = [
            tuple(word.values())
            for word in words
            if end_of(step, (word[place] for place in places)) == end
        ]
        automata = automata + regular([x[place] for place in places], step, 0, [end])
        tables = tables + allowed([x[place] for place in line], rows)
    found = rows_of(automata)
    assert tuple(solution) in found
    assert sorted(found) == sorted(rows_of(tables))


@pytest.mark.parametrize("seed", range(200))
def test_random_automata(seed: int) -> None:
    random = Random(seed)
    x = [Variable(f"x{place}", random.choice(DOMAINS)) for place in range(random.randint(1, 5))]
    model, number = Model("random", x), random.choice([1, 2, 3])
    for _ in range(number):
        scope = random.choices(x, k=random.randint(1, 6)) if number > 1 else x
        symbols = sorted({value for v in scope for value in v.domain if random.random() < 0.9})
        step = automaton(random, symbols or [0])
        known = sorted({*step.values(), *(state for state, _ in step)})
        start, accepting = random.choice(known), random.sample(known, (len(known) + 1) // 2)
        model = model + regular(scope, step, start, accepting)
    if number > 1:
        model = model + (total(random.choice([-1, 1, 2]) * v for v in x) == random.randint(0, 8))
    assert_same(model)
    search = posted([v.domain for v in x], list(Normaliser(x)(model.constraints)))
    found, width, nodes = [], len(x), {"nodes": 0}
    for batch in finds(search, search.memory, lambda: None, nodes):
        found += [tuple(batch[i : i + width]) for i in range(0, len(batch), width)]
    assert sorted(found) == brute(model)
    if len(model.constraints) == 1:
        assert nodes["nodes"] == max(len(found) - 1, 0)
