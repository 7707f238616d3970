"""Models compared as sets, which nobody lists: the same verdicts as by their solutions."""

from __future__ import annotations

import pytest

from everyway.comparer.comparing_models import compare_models, compare_sets
from everyway.conformance.instances.random_models import random_model
from everyway.models import (
    Model,
    ModelError,
    all_different,
    forbidden,
    integer,
    load,
    variable,
    variables,
)
from everyway.solvers import TooLarge, solve_all
from tests.support.command_lines import everyway

PAIRS = range(0, 40, 2)


def said_otherwise(model: Model) -> Model:
    """The same rules, each denied twice, in another order."""
    rules = [~~rule for rule in reversed(model.constraints)]
    return Model("otherwise", *model.groups, rules)


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_formulations_of_one_model_are_the_same():
    for seed in PAIRS:
        model = random_model(seed)
        found = compare_sets(model, said_otherwise(model))
        assert (found.verdict, found.exit_code()) == ("same", 0), seed
        assert found.counts == compare_models(model, said_otherwise(model)).counts


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_a_planted_difference_is_found_with_a_witness():
    tried = 0
    for seed in range(80):
        model = random_model(seed)
        every = list(solve_all(model, "flatmap"))
        if not every:
            continue
        lost = every[len(every) // 2]
        names = list(model.variables)
        fewer = said_otherwise(model) + forbidden(names, [lost.row])
        for first, second, kind in ((model, fewer, "too few"), (fewer, model, "too many")):
            found = compare_sets(first, second)
            assert found.verdict == kind
            (difference,) = found.differences
            assert (difference.count, difference.exact) == (1, True)
            assert difference.witness == lost.assignment
            assert difference.violated
        tried += 1
    assert tried >= 20


def test_variables_are_matched_as_compare_matches_them():
    q, p = variables("q", 7, range(7)), variables("p", 7, range(7))
    safe = [abs(p[i] - p[j]) != i - j for i in range(7) for j in range(i)]
    apart = [p[i] != p[j] for i in range(7) for j in range(i)]
    rising = all_different([q[i] + i for i in range(7)])
    falling = all_different([q[i] - i for i in range(7)])
    one = Model("by all different", q, all_different(q), rising, falling)
    assert compare_sets(one, Model("by pairs", p, apart, safe)).counts == (40, 40)
    found = compare_sets(one, Model("by fewer pairs", p, apart, safe[1:]))
    assert found.verdict == "too many"
    assert str(found.differences[0].violated[0])


def test_what_cannot_be_compared_so_is_refused():
    x = integer("x", 0, 3)
    with pytest.raises(ModelError, match="objective"):
        compare_sets(Model("best", x, minimise=x), Model("plain", x))
    with pytest.raises(ModelError, match=r"stands? for"):
        compare_sets(load("queens", n=4), Model("plain", x))
    with pytest.raises(TooLarge):
        compare_sets(load("magic-square", n=4), load("magic-square", n=4), nodes=100)


def test_the_command():
    same = everyway("compare", "--set", "dominoes", "rows=12", "columns=12", "dominoes")
    assert same.exit_code == 0
    assert "SAME" in same.stdout
    other = everyway("compare", "--set", "queens", "n=6", "domination", "n=6")
    assert other.exit_code == 1
    assert "DIFFERENT" in other.stdout
    alone = everyway("compare", "--set", "queens", "n=6")
    assert alone.exit_code == 2
    assert "two puzzles" in alone.stderr
    large = everyway("compare", "--set", "magic-square", "n=5", "magic-square", "-t", "1")
    assert large.exit_code == 3
    assert "UNDECIDED" in large.stderr


def test_domains_may_differ():
    large, small = integer("x", 0, 9), integer("x", 2, 5)
    same = compare_sets(Model("large", large, large >= 2, large <= 5), Model("small", small))
    assert (same.verdict, same.counts) == ("same", (4, 4))
    few = compare_sets(Model("large", large), Model("small", small))
    (difference,) = few.differences
    assert (few.verdict, difference.count, difference.witness) == ("too few", 6, {"x": 0})
    assert "is not in its domain" in difference.violated[0].detail
    many = compare_sets(Model("small", small), Model("large", variable("x", [1, 3, 7])))
    assert (many.verdict, many.counts) == ("different", (4, 3))
    assert [d.count for d in many.differences] == [2, 3]


def test_labels_may_stand_in_another_order():
    one, other = variable("x", ["a", "b", "c"]), variable("x", ["c", "a", "b"])
    assert compare_sets(
        Model("one", one, one != "a"), Model("other", other, other != "a")
    ).counts == (2, 2)
    (difference,) = compare_sets(Model("one", one), Model("other", other, other != "c")).differences
    assert (difference.kind, difference.witness) == ("too few", {"x": "c"})
