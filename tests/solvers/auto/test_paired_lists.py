"""Models of parts that share no variable are listed as pairs of two lists, each once."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import chain, pairwise
from math import prod
from random import Random
from typing import Any

import pytest

from everyway.conformance.instances.enumerate_naively import solution_rows
from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, all_different, integer, variable, variables
from everyway.solvers import Incomplete, solutions, solve_all
from everyway.solvers.auto import engines, paired_lists, plan
from everyway.solvers.auto.paired_lists import in_two
from everyway.solvers.harness.contract import Control, Stopped
from everyway.solvers.harness.options import Options
from everyway.solvers.harness.rows import arrays

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
SEEDS = 20


def joined(seed: int) -> Model:
    """Two to four small random models side by side, their variables and constraints mixed."""
    random = Random(f"pairs {seed}")
    items: list[Any] = [variable("fixed", [random.randint(-3, 3)])]
    items += variables("free", random.randint(0, 2), [-1, 2])
    for part in range(random.randint(2, 3)):
        kind = random.choice([range(3), range(-4, 5, 3), [0, 1, 300], ["red", "blue"]])
        here = [variable(f"p{part}x{place}", kind) for place in range(random.randint(1, 3))]
        items += here
        for _ in range(random.randint(0, 2)):
            one, other = random.choice(here), random.choice(here)
            value = random.choice(list(kind))
            items.append(random.choice([one != other, (one == value) | (other != value)]))
    random.shuffle(items)
    given = [one for one in items if hasattr(one, "domain")]
    return Model(f"pairs {seed}", *given, *(one for one in items if not hasattr(one, "domain")))


def expected(model: Model) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in solution_rows(model)]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Pairs for models of any size, in blocks of a few rows; the models that were taken in two."""
    taken: list[Any] = []
    real = engines.pairs

    def spied(model: Model, *others: Any) -> Iterator[Any]:
        taken.append(model)
        return real(model, *others)

    monkeypatch.setattr(engines, "pairs", spied)
    monkeypatch.setattr(paired_lists, "LEAST", 2)
    monkeypatch.setattr(paired_lists, "ROWS", 5)
    monkeypatch.setattr(engines, "ROWS", 3)
    return taken


@pytest.mark.parametrize("jobs", [1, 2])
def test_random_parts_have_the_solutions_of_brute_force(small: list[Any], jobs: int) -> None:
    for seed in range(SEEDS):
        model = joined(seed)
        found = solve_all(model, jobs=jobs)
        assert [one.row for one in found] == expected(model), seed
    assert len(small) > SEEDS / 2


def test_random_models_have_the_solutions_of_brute_force(small: list[Any]) -> None:
    for seed in range(25):
        model = random_model(seed)
        assert sorted(one.row for one in solve_all(model)) == sorted(expected(model)), seed
    assert small


def test_projections_limits_and_the_best_are_as_without_pairs(small: list[Any]) -> None:
    for seed in range(10):
        model, random = joined(seed), Random(seed)
        names = random.sample([one.name for one in model.variables], 2)
        rows = expected(model)
        places = [[one.name for one in model.variables].index(name) for name in names]
        shown = {tuple(row[place] for place in places) for row in rows}
        found = solve_all(model, project=names)
        assert {tuple(one[name] for name in names) for one in found} == shown, seed
        assert len(found) == len(shown)
        with solutions(model, limit=3) as some:
            first = [one.row for one in some]
        assert len({*first} & {*rows}) == len(first) == min(3, len(rows))
        aims = [place for place, one in enumerate(model.variables) if not one.labelled]
        if aims and rows:
            least = min(row[aims[0]] for row in rows)
            best = solve_all(model.minimising(model.variables[aims[0]]))
            assert [one.row for one in best] == [row for row in rows if row[aims[0]] == least]


def two_parts(size: int) -> Model:
    one, other = variables("one", 4, range(size)), variables("other", 4, range(size))
    return Model("two parts", one, other, all_different(one), all_different(other))


def test_every_pair_is_there_once_and_how_it_was_found_is_said() -> None:
    model = two_parts(6)
    with solutions(model) as found:
        rows = list(
            chain.from_iterable(
                zip(*[iter(p)] * 8, strict=True) if isinstance(p, array) else p
                for p in found.parts()
            )
        )
    assert len(rows) == len({*rows}) == 360**2 == found.outcome.solutions
    assert found.outcome.complete
    assert found.outcome.statistics["independent"] == 2
    assert found.outcome.statistics["engine"] == "kernel"


def test_a_part_without_solutions_leaves_none() -> None:
    model = two_parts(6)
    for group in ("one", "other"):
        none = model + [model[group][place] > 2 for place in range(4)]
        with solutions(none) as found:
            assert [*found.parts()] == []
        assert found.outcome.complete
        assert found.outcome.statistics["engine"]
    few, many = variables("few", 2, range(2)), variables("many", 40, range(3))
    linked = [one != other for one, other in pairwise(many)]
    endless = Model("endless", few, many, few[0] < few[1], few[1] < few[0], *linked)
    assert len(in_two(endless)) == 2
    assert len(solve_all(endless, time_limit=20)) == 0


def test_one_part_few_assignments_and_numbers_past_64_bits_are_not_paired() -> None:
    chain_of = variables("v", 8, range(6))
    linked = [one != other for one, other in pairwise(chain_of)]
    assert in_two(Model("one part", chain_of, *linked, integer("fixed", 3, 3))) == []
    assert in_two(two_parts(2)) == [] == in_two(two_parts(16))
    assert in_two(two_parts(6) + integer("far", 2**70, 2**70)) == []
    few, rest = in_two(two_parts(6) + variables("free", 3, range(3)))
    sizes = [prod(len(v.domain) for v in one.variables) for one in (few, rest)]
    assert prod(sizes) == 6**8 * 27
    assert sizes[0] <= plan.FEW


def test_a_search_that_is_stopped_gives_what_it_found() -> None:
    model = two_parts(6) + variables("free", 14, range(2))
    with pytest.raises(Incomplete) as error:
        solve_all(model, time_limit=0.02)
    assert isinstance(error.value.found, list)
    assert len({one.row for one in error.value.found}) == len(error.value.found)

    two, control = in_two(model), Control(Options())
    control.resume()
    found = paired_lists.pairs(model, two, control, engines._listed)
    assert len(next(found)) >= arrays.ROWS * 8
    control.stop()
    with pytest.raises(Stopped):
        next(found)


@pytest.mark.parametrize("kind", ["b", "h", "q"])
def test_the_different_values_of_a_column_are_those_of_a_set(kind: str) -> None:
    pytest.importorskip("numpy")
    random = Random(kind)
    bits = {"b": 7, "h": 15, "q": 63}[kind]
    for ends in [(-(2**bits), 2**bits - 1), (-100, 100), (2**bits - 3, 2**bits - 1), (0, 0)]:
        column = array(kind, [random.randint(*ends) for _ in range(arrays.ROWS)])
        assert {*arrays._different(column)} == {*column}
    fractions = array("d", [0.5, 1.0] * arrays.ROWS)
    assert {*arrays._different(fractions)} == {0.5, 1.0}
