"""Clauses in the kernel: literals of 0/1 variables and of others, by two watched of them."""

from array import array
from itertools import product
from random import Random

import pytest

from everyway.models import Constraint, Model, Variable, any_of
from everyway.solvers.auto.kernel.kernel_code import uncompiled
from everyway.solvers.auto.kernel.kernel_posting import builder as posted_clauses
from everyway.solvers.auto.kernel.kernel_posting.builder import Builder, Tiers
from everyway.solvers.auto.kernel.kernel_search import finds, posted
from everyway.solvers.auto.kernel.machine_source import records as at
from everyway.solvers.auto.plan import read

from .test_kernel import assert_same, brute


def literal(random: Random, one: Variable) -> Constraint:
    """A comparison of a variable with a number, which may hold always or never."""
    number = random.choice([0, 0, 1, 1, 2, 69, -3])
    return random.choice([one == number, one != number, one <= number, one >= number])


@pytest.mark.parametrize("seed", range(40))
def test_clauses_over_all_kinds_of_variables(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posted_clauses, "MOST_AT_ONCE", 3)
    random = Random(seed)
    domains = [range(2), range(2), range(2), range(1, 2), range(-1, 3), (0, 1, 69, 5000)]
    if seed % 4 == 0:
        domains.append(range(80))
    x = [Variable(f"x{n}", random.choice(domains)) for n in range(random.randint(1, 4))]
    model = Model("clauses", x)
    for _ in range(random.randint(1, 9)):
        some = [literal(random, random.choice(x)) for _ in range(random.randint(1, 4))]
        model = model + any_of(some)
    assert_same(model)
    given = read(model)
    assert given.domains is not None
    search = posted(given.domains, given.forms, code=uncompiled)
    assert sum(finds(search, search.memory, lambda: None, counting=True)) == len(brute(model))


def test_a_decision_is_followed_from_either_end_of_a_clause() -> None:
    x = [Variable(f"x{n}", range(2)) for n in range(20)]
    follows = [any_of(x[n - 1] == 0, x[n] == 1) for n in range(20)]
    given = read(Model("ring", x, follows))
    assert given.domains is not None
    search = posted(given.domains, given.forms)
    assert sum(finds(search, search.memory, lambda: None, counting=True)) == 2
    assert search.memory[at.NODES] == 1


@pytest.mark.parametrize("seed", range(6))
def test_random_clauses_of_three_literals_are_counted(seed: int) -> None:
    random = Random(seed)
    clauses = [random.sample(range(12), 3) for _ in range(30)]
    signs = [[random.randint(0, 1) for _ in clause] for clause in clauses]
    both = [list(zip(*pair, strict=True)) for pair in zip(clauses, signs, strict=True)]
    x = [Variable(f"x{n}", range(2)) for n in range(12)]
    model = Model("3-SAT", x, [any_of(x[n] == sign for n, sign in some) for some in both])
    expected = sum(
        all(any(values[n] == sign for n, sign in some) for some in both)
        for values in product(range(2), repeat=12)
    )
    task = read(model)
    assert task.domains is not None
    search = posted(task.domains, task.forms, counting=True)
    assert sum(finds(search, array("q", search.memory), lambda: None, counting=True)) == expected


@pytest.mark.parametrize("falsehoods", [0, 1, 2])
def test_a_clause_of_nothing_true_has_no_solution(falsehoods: int) -> None:
    builder = Builder(uncompiled)
    v = builder.variable(range(2))
    builder.clause([builder.false] * falsehoods)
    builder.finish([v], Tiers([[v]], 0))
    assert builder.packed()[at.PHASE] == at.FINISHED
