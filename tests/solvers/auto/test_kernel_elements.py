"""The kernel's items of arrays, sums in tables, and functions of a variable: each solution once."""

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from everyway.models import Model, Variable, element, total
from everyway.solvers.auto.kernel.kernel_code import kernel, uncompiled
from everyway.solvers.auto.kernel.kernel_posting.builder import Builder, Tiers
from everyway.solvers.auto.kernel.kernel_posting.form_poster import Poster
from everyway.solvers.auto.kernel.kernel_posting.posted_tables import Item, item_of
from everyway.solvers.auto.kernel.kernel_posting.posted_tables import element as post_element
from everyway.solvers.auto.kernel.kernel_search import Posted, finds, posted
from everyway.solvers.auto.kernel.machine_source import records as at
from everyway.solvers.auto.kernel.machine_source.sum_bounds import IS_VARIABLE
from everyway.solvers.auto.reading.normalise import Normaliser

from .test_kernel import assert_same

DOMAINS = [
    range(-2, 3),
    (0, 3, 40, 61),
    range(-40, 90, 30),
    (-1, 2, 5000, 10**7),
    range(-3000, 7000, 2500),
    range(1, 2),
]


def found(
    poster: Poster, row: Sequence[int], *, machine: bool
) -> tuple[list[tuple[int, ...]], int]:
    """The rows of what was posted, one for each combination of the variables, and the nodes."""
    builder, width = poster.builder, len(row)
    builder.finish(row, Tiers([poster.variables, poster.auxiliaries], 1))
    search, statistics = (
        Posted(builder.packed(), kernel if machine else uncompiled, width, 1, row),
        {"nodes": 0},
    )
    parts = finds(search, search.memory, lambda: None, statistics)
    numbers = [n for batch in parts for n in batch]
    rows = [tuple(numbers[i : i + width]) for i in range(0, len(numbers), width)]
    return rows, statistics["nodes"]


@pytest.mark.parametrize("seed", range(120))
def test_items_of_arrays(seed: int) -> None:
    for machine in (True, False):
        random, builder = Random(seed), Builder(uncompiled)
        domains = [random.choice(DOMAINS) for _ in range(random.randint(1, 4))]
        poster = Poster(builder, [builder.variable(domain) for domain in domains], {})
        kinds = [0] if random.random() < 0.3 else [0, *range(1, len(domains) + 1)]
        numbered = [(random.choice(kinds), random.randint(-9, 9)) for _ in range(9)]
        numbered = numbered[: random.randint(1, 9)]
        terms = [(random.choice([-2, 1, 3]), v) for v in range(random.randint(0, 2))]
        terms = terms[: len(domains)]
        constant = random.randint(-1, 5)
        items: list[Item] = [(poster.variables[k - 1] if k else 0, n) for k, n in numbered]
        sum_ = [(factor, IS_VARIABLE, poster.variables[v]) for factor, v in terms]
        y = post_element(poster, item_of(poster, constant, sum_), items)
        some = random.choice([None, 3, 40])
        if some is not None:
            builder.clause([builder.literal(y, at.AT_MOST, some)])
        given, _ = found(poster, [*poster.variables, y], machine=machine)
        rows = {row[:-1]: row[-1] for row in given}
        assert len(rows) == len(given)
        for values in product(*domains):
            place = constant + sum(factor * values[v] for factor, v in terms)
            if 0 <= place < len(items):
                k, number = numbered[place]
                expected = number + (values[k - 1] if k else 0)
                wanted = expected if some is None or expected <= some else None
                assert rows.pop(values, None) == wanted
            elif some is None:
                assert values in rows
        assert all(
            not 0 <= constant + sum(factor * row[v] for factor, v in terms) < len(items)
            for row in rows
        )


@pytest.mark.parametrize("seed", range(60))
def test_every_choice_of_an_item_has_solutions(seed: int) -> None:
    random, builder = Random(seed), Builder(uncompiled)
    some = random.choice([[(5, 8, 60), range(8), (-7, 9, 40)], [range(9000), range(5, 400)]])
    number = random.randint(1, 3) if len(some) == 3 else 1
    items = [builder.variable(random.choice(some)) for _ in range(number)]
    poster = Poster(builder, [builder.variable(range(-1, number - 1)), *items], {})
    array = [(v, random.choice([0, 9])) for v in items]
    y = post_element(poster, (poster.variables[0], 1), array)
    least = builder.ends(y)[1] - random.randint(0, 9)
    builder.clause([builder.literal(y, at.AT_LEAST, least)])
    rows, nodes = found(poster, poster.variables, machine=True)
    assert nodes == max(len(rows) - 1, 0)


@pytest.mark.parametrize("seed", range(60))
def test_functions_of_a_variable(seed: int) -> None:
    random = Random(seed)
    wide = [range(3), range(-40, 30), (0, 2, 5000, 9000), range(0, 10**6, 10**5), range(-2, 2)]
    x = [Variable(f"x{place}", random.choice(wide)) for place in range(random.randint(1, 2))]
    x.append(Variable("last", range(-1, 2)))
    array = [random.choice([-5, 0, 7, 10**5]) for _ in range(12)]

    def image(v: Variable) -> object:
        whole = [abs(v), v * v, element(array, v % 12), v // 7 == 0, v % 1000 == 5, v * abs(v)]
        return random.choice(whole)

    both = total(random.choice([-1, 1, 2]) * image(v) for v in x)  # type: ignore[operator]
    bound = random.choice([0, 5, 81, 25_000_000])
    assert_same(Model("images", x, random.choice([both <= bound, both == bound, both >= bound])))


@pytest.mark.parametrize("seed", range(50))
def test_places_with_different_items(seed: int) -> None:
    random = Random(seed)
    array = [Variable(f"a{place}", range(random.randint(2, 3))) for place in range(3)]
    x = [Variable(f"x{place}", range(random.choice([-1, 0, 0, 0]), 3)) for place in range(3)]
    model = Model("places", array, x)
    for place in [*x, random.choice(x) + random.choice([-1, 1])]:
        item, number = element(array, place), random.choice([0, 1, 1, 2])
        rule = random.choice([item == number, item == number, 2 * item >= 2 * number - 1])
        model = model + rule
    assert_same(model)


def test_pairs_apart_by_their_places_are_found_at_once() -> None:
    n = 8
    place = [Variable(f"p{k}", range(2 * n)) for k in range(n)]
    number = [Variable(f"s{i}", range(1, n + 1)) for i in range(2 * n)]
    first = [element(number, place[k]) == k + 1 for k in range(n)]
    second = [element(number, place[k] + k + 2) == k + 1 for k in range(n)]
    model = Model("Langford", place, number, first, second)
    place_of = {v.name: k for k, v in enumerate(model.variables)}
    forms = list(Normaliser(model.variables)(model.constraints))
    search, found = posted([v.domain for v in model.variables], forms, place_of), {"nodes": 0}
    assert sum(finds(search, search.memory, lambda: None, found, counting=True)) == 300
    assert found["nodes"] < 3000
