"""The kernel's tables: each solution once, over words, several words and intervals."""

from random import Random

import pytest

from everyway.models import Constraint, Model, Variable, allowed, any_of, forbidden, total
from everyway.solvers.auto.kernel.kernel_code import kernel, uncompiled
from everyway.solvers.auto.kernel.kernel_search import finds, posted, root
from everyway.solvers.auto.reading.normalise import Normaliser

from .test_kernel import assert_same, brute, rows_of

DOMAINS = [
    range(4),
    range(-3, 2),
    (-7, 0, 2, 50),
    range(5, 6),
    (0, 40, 130),
    range(-90, 60, 30),
    (-4000, 3, 90, 8000),
    range(0, 10**7, 5 * 10**6),
    (0, 9, 10**12),
    range(2, 9000, 4001),
]


def variables(random: Random, number: int) -> list[Variable]:
    return [Variable(f"x{place}", random.choice(DOMAINS)) for place in range(number)]


def declared(model: Model) -> tuple[list[tuple[int, ...]], int | float | str]:
    """The solutions over the domains as declared, and the nodes of the search."""
    forms = list(Normaliser(model.variables)(model.constraints))
    domains = [v.domain for v in model.variables]
    search, found = posted(domains, forms, model.places), {"nodes": 0}
    batch = [row for rows in finds(search, search.memory, lambda: None, found) for row in rows]
    width = search.width
    return [tuple(batch[i : i + width]) for i in range(0, len(batch), width)], found["nodes"]


@pytest.mark.parametrize("seed", range(90))
def test_random_tables(seed: int) -> None:
    random = Random(seed)
    x = variables(random, random.randint(1, 5))
    model = Model("random", x)
    for _ in range(random.randint(1, 3)):
        scope = random.sample(x, random.randint(1, len(x)))
        kept = random.choice([0.1, 0.5, 0.9])
        rows = {
            tuple(random.choice(v.domain) for v in scope) for _ in range(random.choice([3, 90]))
        }
        rows |= {tuple(random.choice(v.domain) + 1 for v in scope)}
        some = [row for row in sorted(rows) if random.random() < kept]
        model = model + random.choice([allowed, forbidden])(scope, some)
    if random.random() < 0.5:
        model = model + (total(random.choice([-1, 1, 2]) * each for each in x) >= 7)
    assert_same(model)
    assert sorted(declared(model)[0]) == brute(model)


@pytest.mark.parametrize("seed", range(40))
def test_every_choice_of_a_table_has_solutions(seed: int) -> None:
    random = Random(seed)
    x = [
        Variable(f"x{place}", random.choice([range(5), (-7, 0, 40), range(-50, 90, 20)]))
        for place in range(random.randint(1, 4))
    ]
    rows = {tuple(random.choice(v.domain[1:]) for v in x) for _ in range(random.choice([9, 200]))}
    found, nodes = declared(Model("one table", x, allowed(x, rows)))
    assert sorted(found) == sorted(rows)
    assert nodes == len(rows) - 1


def test_tables_of_many_words_and_wide_columns() -> None:
    random = Random(0)
    x = [Variable(f"x{place}", range(30)) for place in range(3)]
    x += [Variable("wide", range(500)), Variable("interval", range(10**6))]
    rows = {
        (*(random.randrange(30) for _ in range(3)), random.randrange(500), random.randrange(10**6))
        for _ in range(3000)
    }
    few = [tuple(row[:3]) for row in random.sample(sorted(rows), 200)]
    model = Model("many", x, allowed(x, rows), forbidden(x[:3], few), x[0] + x[3] >= 100)
    expected = {r for r in rows if r[:3] not in few and r[0] + r[3] >= 100}
    assert set(rows_of(model)) == expected
    assert len(rows_of(model)) == len(expected)


def test_machine_code_fills_a_table_in_as_python_does() -> None:
    random = Random(0)
    domains = [range(3, 30), (-4, 0, 50), range(2)]
    rows = {tuple(random.choice(domain) for domain in domains) for _ in range(150)}
    x = [Variable(f"x{place}", domain) for place, domain in enumerate(domains)]
    forms = list(Normaliser(x)([allowed(x, rows)]))
    pytest.importorskip("llvmlite")
    python, machine = (posted(domains, forms, code=code).memory for code in (uncompiled, kernel))
    assert python == machine
    assert sum(map(int.bit_count, python)) > 3 * len(rows)


def test_a_row_that_is_written_twice_is_there_once() -> None:
    x = [Variable(f"x{place}", range(2)) for place in range(3)]
    rows = ((0, 0, 1), (1, 0, 1), (0, 0, 1), *[(1, 1, 1)] * 5)
    for node in (allowed(x, rows), allowed(x, map(list, rows))):
        model = Model("twice", x, node)
        assert sorted(rows_of(model)) == [(0, 0, 1), (1, 0, 1), (1, 1, 1)]
        assert len(model.constraints[0].rows) == 3  # type: ignore[attr-defined]


def test_values_far_apart_are_kept_and_counted() -> None:
    far = [range(0, 10**9, 10**7), (1, 5000, 10**6), range(0, 10**5, 7), range(5)]
    x = [Variable(f"x{place}", domain) for place, domain in enumerate(far)]
    model = Model("far", x, x[2] + x[3] == 50_004, (x[0] > 1) | (x[1] <= 5000), x[1] != 1)
    search = posted(far, list(Normaliser(x)(model.constraints)), counting=True)
    left = root(search, far, lambda: None)
    assert left is not None
    assert [*map(list, left)] == [[*far[0]], [5000, 10**6], [50_001], [3]]
    assert sum(finds(search, search.memory, lambda: None, counting=True)) == 199


@pytest.mark.parametrize("seed", range(40))
def test_rows_that_leave_variables_free(seed: int) -> None:
    random = Random(seed)
    domains = [range(4), range(-3, 2), (-7, 0, 2, 50), range(5, 6), range(8)]
    x = [Variable(f"x{place}", random.choice(domains)) for place in range(4)]
    if seed % 5 == 0:
        x[-1] = Variable(x[-1].name, range(70))  # of several words
    model = Model("random", x)
    for _ in range(random.randint(1, 3)):
        tables = []
        for _ in range(random.randint(1, 4)):
            scope = random.sample(x, random.randint(1, len(x) - 1))
            rows = [
                tuple(random.choice([*v.domain, 1]) for v in scope)
                for _ in range(random.choice([1, 9, 90]))
            ]
            tables.append(allowed(scope, rows))
        model = model + any_of(tables)
    assert_same(model)
    assert sorted(declared(model)[0]) == brute(model)


@pytest.mark.parametrize("is_short", [False, True])
def test_rows_that_many_tables_share_are_posted_once(is_short: bool) -> None:
    random = Random(0)
    x = [Variable(f"x{place}", range(6)) for place in range(60)]
    shared = [tuple(random.randrange(6) for _ in range(4)) for _ in range(900)]

    def words(number: int, *, alike: bool) -> int:
        """The memory of tables over different variables: with equal rows, or others."""
        made = list[Constraint]()
        for place in range(0, 4 * number, 4):
            scope, rows = x[place : place + 4], shared[0 if alike else place :]
            table = allowed(scope, rows)
            made.append(table | allowed(scope[:1], [(0,)]) if is_short else table)
        places = {variable.name: place for place, variable in enumerate(x)}
        search = posted([range(6)] * 60, [*Normaliser(x)(made)], places)
        return len(search.memory)

    assert words(14, alike=True) < words(14, alike=False) * 3 / 4
