"""The kernel takes any node of the language: logic, arithmetic, partial terms, predicates."""

from itertools import chain, cycle, product
from random import Random
from typing import Any

import pytest

from everyway.conformance.instances.cells import CONTEXTS, samples
from everyway.conformance.instances.random_models import random_model
from everyway.models import (
    Constraint,
    Model,
    Variable,
    all_equal,
    all_of,
    any_of,
    boolean,
    iff,
    implies,
    indicator,
    integer,
    maximum,
    minimum,
    total,
    variable,
)
from everyway.models.language.constraints import RELATIONS
from everyway.models.language.global_constraints import constraint_classes
from everyway.solvers.auto.reading.normal_forms import Unposted

from .test_kernel import assert_same, brute, rows_of

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")


@pytest.mark.parametrize("kind", constraint_classes(), ids=lambda kind: kind.__name__)
def test_samples_in_every_context(kind: type[Constraint]) -> None:
    drawn = chain.from_iterable(samples(kind, 2).values())
    turns = zip(drawn, cycle(CONTEXTS), strict=False)
    for sample, context in turns:
        if sample.variables:
            assert_same(sample.model(context))


def test_random_models() -> None:
    for model in map(random_model, range(60)):
        if model.variables and not any(variable.labelled for variable in model.variables):
            assert_same(model)


TERMS = {
    "product": lambda x, y: x * y,
    "square": lambda x, y: x * x - y,
    "cube": lambda x, y: (x - y) ** 3,
    "nested": lambda x, y: (x // y) // 2 + y % (x % 2),
    "taken 0 times": lambda x, y: x + 0 * (y // x) + x % y - x % y,
    "same": lambda x, y: indicator(x == y + 1) - 2 * indicator(x - y != 3),
    "shifted": lambda x, y: (x + 3) * (2 - y),
    "distance": lambda x, y: abs(x - y),
    "greatest": lambda x, y: maximum(x, y, 2) + minimum(x - 1, -y),
    "quotient": lambda x, y: x // y,
    "remainder": lambda x, y: x % y,
    "by a number": lambda x, y: (x - y) // 3 + (x + 2 * y) % -4,
    "gated": lambda x, y: indicator(x < y) * y + (x >= 0) * indicator(y > 2),
}
DOMAINS: tuple[Any, ...] = (
    range(-4, 5), (-9, -2, 0, 1, 7), range(2), range(-80, 90, 20), range(3, 4), range(-2, 0),
)  # fmt: skip


@pytest.mark.parametrize("name", TERMS)
def test_terms_of_two_variables(name: str) -> None:
    random = Random(name)
    for one, other in random.sample(list(product(DOMAINS, DOMAINS)), 9):
        x, y = variable("x", one), variable("y", other)
        z = integer("z", *random.choice([(-3, 3), (0, 8), (-70, 70)]))
        term = TERMS[name](x, y)
        rule = random.choice([term == z, ~(term <= z), any_of(term != z + 1, x == z)])
        assert_same(Model(name, random.sample([x, y, z], 3), rule))


def _logic(random: Random, terms: list[Variable], depth: int) -> Constraint:
    """A random formula of comparisons of two variables."""
    if depth and random.random() < 0.7:
        parts = [_logic(random, terms, depth - 1) for _ in range(random.randint(1, 3))]
        found = any_of(parts) if random.random() < 0.5 else all_of(parts)
        return ~found if random.random() < 0.3 else found
    left = total(random.randint(-2, 2) * term for term in terms) + random.randint(-3, 3)
    return RELATIONS[random.choice(list(RELATIONS))](left, random.choice([0, 2, *terms]))


def test_random_formulas_of_two_variables() -> None:
    sizes = set()
    for seed in range(400):
        random = Random(seed)
        numbers = [random.sample(range(-5, 8), random.randint(1, 6)) for _ in range(2)]
        x, y = (variable(name, sorted(some)) for name, some in zip("xy", numbers, strict=True))
        model = Model("formula", [x, y], _logic(random, [x, y], 3))
        assert_same(model)
        sizes.add(len(brute(model)))
    assert {0, 1} < sizes
    assert len(sizes) > 15


def test_a_greatest_value_is_tabulated_for_its_domains_and_sums() -> None:
    x, y, z = integer("x", 0, 3), integer("y", 0, 3), integer("z", -1, 2)
    pairs = [(x, y), (x, z), (y, z), (2 * x, y), (x, 2 * y), (x + 1, y), (-x, y)]
    greatest = total(4**k * maximum(*pair) for k, pair in enumerate(pairs))
    for number in range(0, 64, 9):
        model = Model("greatest", [x, y, z], greatest % 64 != number, maximum([x]) + 1 >= z)
        assert sorted(rows_of(model)) == brute(model)


WIDE = {
    "square": lambda x, y: (x * x + y >= 10**6, x * x - y <= 1_100_000),
    "cube": lambda x, y: (x**3 >= -1_000 * y, x**3 <= 8_000 + y),
    "distance": lambda x, y: (abs(x - 7 * y) <= 30, abs(x) >= 20),
    "product": lambda x, y: (x * y >= 900, x * y <= 1_000),
    "extreme": lambda x, y: (maximum(x, 700 * y) <= 690, minimum(x, -y) >= -9),
    "quotient": lambda x, y: (x // y == 33, x % y >= 1),
    "remainder": lambda x, y: (x % 500 == 17, ~(x // y >= 0)),
    "residue": lambda x, y: ((x * x + y) % 7 == 2, maximum(x, 700 * y) % 5 == 1),
    "nested": lambda x, y: (x // y // 2 == 4, ~((x % y + 1) * 2 == 2)),
    "same": lambda x, y: (iff(x == y, x - y >= 0), x * y == 9),
}


@pytest.mark.parametrize("name", WIDE)
def test_terms_over_many_values(name: str) -> None:
    x, y = integer("x", -1_500, 1_500), variable("y", (-2, 0, 3))
    model = Model(name, [x, y], WIDE[name](x, y))
    assert sorted(rows_of(model)) == brute(model) != []


def test_terms_over_intervals_without_bits() -> None:
    x, y, z = (integer(name, -10_000, 10_000) for name in "xyz")
    rules = [x * y == 9_991, x >= y, z * z == 8_281, z // 7 == -13, abs(x) <= 200]
    pairs = [(-97, -103), (-1, -9_991), (103, 97)]
    assert sorted(rows_of(Model("wide", [x, y, z], rules))) == [(*pair, -91) for pair in pairs]


def test_a_number_that_is_taken_from_amid_an_interval_stays_out() -> None:
    x = integer("x", 0, 10_000)
    model = Model("hole", [x], [~any_of(x % 2_500 != 1, x == 2_501)])
    assert sorted(rows_of(model)) == [(1,), (5_001,), (7_501,)]


def test_numbers_that_are_too_great_are_refused() -> None:
    x, y = integer("x", 0, 10**12), integer("y", 0, 10**12)
    with pytest.raises(Unposted):
        rows_of(Model("far", [x, y], [x * y == 6]))


def test_deep_and_shared_nodes_are_read_once() -> None:
    b, c = boolean("b"), boolean("c")
    node: Any = b == 1
    for _ in range(5_000):
        node = iff(node, c == 1)
    term: Any = b + c
    for _ in range(60):
        term = term + (term % 7) * 0 + term
        term = term % 1_000
    deep = implies(node, any_of(b == 1, total(term, -term) == 0))
    model = Model("deep", [b, c], deep)
    assert sorted(rows_of(model)) == brute(model)


def test_what_is_undefined_remains_so_when_multiplied_by_0() -> None:
    a, b = Variable("a", range(3)), Variable("b", range(-1, 2))
    assert_same(Model("modulo", a, b, 0 * (a % b) == 0))
    assert_same(Model("sum", a, b, all_equal([a, 0 * (2 * (a // b) + a)])))
