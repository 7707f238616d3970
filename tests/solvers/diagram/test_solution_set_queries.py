"""Sets of solutions answer as lists of all solutions do."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, all_different, integer, load, total, variable, variables
from everyway.models.language.nodes import Program
from everyway.solvers import SolutionDiagram, TooLarge, solution_set, solve_all
from everyway.solvers.diagram import algebra
from everyway.solvers.diagram.algebra import Conditioned
from tests.support.command_lines import everyway

Make = Callable[[Model], SolutionDiagram]


def hold_the_queries(model: Model, draw: random.Random, make: Make = solution_set) -> None:
    wanted, found = list(solve_all(model, "flatmap")), make(model)
    assert found.count() == len(wanted) == len(found)
    assert list(found) == wanted
    for k in range(0, len(wanted), max(1, len(wanted) // 5)):
        assert (found[k], found.place(wanted[k])) == (wanted[k], k)
        assert wanted[k] in found
        assert list(found.starting_at(k)) == wanted[k:]
    tally = {v.name: Counter(one[v] for one in wanted) for v in model.variables}
    assert found.marginals() == tally
    hold_the_best(model, found, draw)
    hold_the_algebra(model, found, draw, make)
    if model.variables:
        names = draw.sample([v.name for v in model.variables], draw.randint(1, len(tally)))
        rows = {tuple(one.assignment[name] for name in names) for one in wanted}
        shown = [tuple(one.assignment[name] for name in names) for one in found.project(names)]
        assert len(shown) == len(rows)
        assert set(shown) == rows


def hold_the_best(model: Model, found: SolutionDiagram, draw: random.Random) -> None:
    numbers = [v for v in model.variables if not v.labelled]
    if not numbers:
        return
    a, b, c = (draw.choice(numbers) for _ in range(3))
    for term in (total(draw.randint(-3, 3) * v for v in numbers), a * b - c, a // b):
        program = Program([term])
        values = [(program.run(one.assignment)[0], one) for one in found]
        values = [pair for pair in values if pair[0] is not None]
        if values:
            for best, way in ((min, found.least), (max, found.greatest)):
                value, those = way(term)
                assert value == best(number for number, _ in values)
                assert list(those) == [one for number, one in values if number == value]
        else:
            with pytest.raises(ValueError, match=r"no solution|undefined"):
                found.least(term)


def hold_the_algebra(model: Model, found: SolutionDiagram, draw: random.Random, make: Make) -> None:
    rules = list(model.constraints)
    if not rules:
        return
    rules.pop(draw.randrange(len(rules)))
    other = make(Model("fewer rules", list(model.variables), rules))
    one, two = ({solution.row for solution in each} for each in (found, other))
    assert {solution.row for solution in found & other} == one & two
    assert {solution.row for solution in found | other} == one | two
    assert {solution.row for solution in other - found} == two - one
    assert (found == other) == (one == two)
    assert found <= other
    assert (other <= found) == (two <= one)
    assert (found | (other - found)) == other


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_random_models():
    for seed in range(80):
        hold_the_queries(random_model(seed), random.Random(seed))


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_listed_solutions_answer_the_same():
    for seed in range(40):
        hold_the_queries(random_model(seed), random.Random(seed), solve_all)
        model = random_model(seed)
        listed, built = solve_all(model), solution_set(model)
        assert listed == built
        assert built == listed
        assert hash(listed) == hash(built)
        assert (listed - built).count() == (built - listed).count() == 0
        assert (listed & built) == (built | listed) == listed
        assert listed.sample(3 * bool(listed), 1) == built.sample(3 * bool(built), 1)


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_labels_in_a_partition_that_are_no_numbers():
    hold_the_queries(random_model(2627), random.Random(2627))


def test_sets_in_two_viewpoints_and_orders_are_combined():
    board = load("queens", n=6)
    rows, squares = solution_set(board), solution_set(board, viewpoint="squares")
    columns = solution_set(board, viewpoint="columns")
    assert rows == squares == columns
    square = board.by_name["queen[r2c1]"]
    part, other = rows.greatest(square)[1], columns.least(square)[1]
    assert (part.count(), other.count()) == (1, 3)
    assert (part | other) == squares
    assert not part & other
    assert [one.row for one in other.project(["queen"])] == [one.row for one in other]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_many_random_models():
    for seed in range(80, 10_000):
        hold_the_queries(random_model(seed), random.Random(seed))


@pytest.mark.parametrize(
    ("name", "parameters"),
    [("queens", {"n": 5}), ("zebra", {}), ("dominoes", {"rows": 3, "columns": 4})],
)
def test_puzzles_in_other_viewpoints(name: str, parameters: dict[str, int]):
    hold_the_queries(load(name, **parameters), random.Random(1))


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_the_canonical_order_is_the_same_by_counting(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(algebra, "orders_of", lambda places: None)
    monkeypatch.setattr("everyway.solvers.diagram.solution_diagram.orders_of", algebra.orders_of)
    for model in (load("queens", n=5), *map(random_model, range(20))):
        found = solution_set(model)
        assert isinstance(found._paths, Conditioned)
        wanted = list(solve_all(model, "flatmap"))
        assert list(found) == wanted
        assert [found.place(one) for one in wanted] == list(range(len(wanted)))


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("queens", {"n": 6}),
        ("dominoes", {"rows": 3, "columns": 4}),
        ("latin-square", {"n": 3}),
        ("magic-square", {"n": 3}),
        ("independent-sets", {}),
    ],
)
def test_samples_are_uniform(name: str, parameters: dict[str, int]):
    """Chi-square under its 99.9 % point, by Wilson and Hilferty's approximation."""
    found = solution_set(load(name, **parameters))
    number, each = min(found.count(), 3_000), 40
    drawn = Counter(
        found.place(one) * number // found.count() for one in found.sample(each * number, 7)
    )
    cells = Counter(place * number // found.count() for place in range(found.count()))
    assert set(drawn) == set(range(number))
    share = each * number / found.count()
    square = sum((drawn[k] - share * cells[k]) ** 2 / (share * cells[k]) for k in range(number))
    degrees = number - 1
    most = degrees * (1 - 2 / (9 * degrees) + 3.09 * (2 / (9 * degrees)) ** 0.5) ** 3
    assert square < most


def test_beyond_listing():
    found = solution_set(load("dominoes", rows=12, columns=12))
    assert found.count() == 53_060_477_521_960_000
    assert found.place(found[10**16]) == 10**16
    assert found.sample(3, seed=1) == found.sample(3, seed=1)
    q = variables("q", 40, range(40))
    near = [abs(one - k) <= 4 for k, one in enumerate(q)]
    permutations = solution_set(Model("near", q, all_different(q), near))
    with pytest.raises(OverflowError, match=r"write count\(\)"):
        len(permutations | permutations)


def test_wrong_questions_are_refused():
    x, y = integer("x", 0, 3), integer("y", 0, 3)
    found = solution_set(Model("less", x, y, x < y))
    with pytest.raises(IndexError, match="none at place 6"):
        found[6]
    for bad in (
        {"x": 0},
        {"x": 1, "y": 1},
        {"x": 0, "y": 9},
        {"x": 0, "y": True},
        {"x": 0, "z": 1},
    ):
        assert bad not in found
        with pytest.raises(ValueError, match="no solution"):
            found.place(bad)
    with pytest.raises(ValueError, match=r"x in .* and z in"):
        found & solution_set(Model("other", integer("z", 0, 3)))
    with pytest.raises(ValueError, match="over 2 variables, the other over 1"):
        found & solution_set(Model("other", integer("x", 0, 3)))
    for way in (3, None, "x"):
        with pytest.raises(ValueError, match="no solution"):
            found.place(way)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        found[1.5]  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="-1 is no number"):
        found.sample(-1)
    for term in (integer("z", 0, 3), integer("z", 0, 3) * x):
        with pytest.raises(ValueError, match="z is no variable of these"):
            found.least(term)
    label = variable("c", ["a", "b"])
    with pytest.raises(ValueError, match="c takes labels"):
        solution_set(Model("labels", label)).least(label)
    many = solution_set(Model("many", variables("x", 1800, range(256))))
    assert "more than 10^4334 solutions" in repr(many)
    with pytest.raises(ValueError, match="to draw"):
        (found - found).sample(1)
    with pytest.raises(TooLarge, match="the limit `nodes`"):
        solution_set(load("magic-square", n=4), nodes=100)


def test_labels_are_values():
    colour = variable("colour", ["red", "green", "blue"])
    found = solution_set(Model("colours", colour, colour != "green"))
    assert [one["colour"] for one in found] == ["red", "blue"]
    assert found.marginals() == {"colour": {"red": 1, "blue": 1}}
    assert {"colour": "blue"} in found


def test_the_command_draws_what_was_asked_for():
    shown = everyway("set", "queens", "n=6", "--at", "2")
    assert shown.exit_code == 0
    assert "4 solutions" in shown.stdout
    wanted = list(solve_all(load("queens", n=6)))
    drawn = shown.stdout.split("\n\n2\n")[1].split("\n")
    assert [line.split().index("Q") for line in drawn[:6]] == [
        line.index(1) for line in _rows(wanted[1].assignment)
    ]
    heat = everyway("set", "queens", "n=8", "--heat", "queen").stdout
    assert heat.splitlines()[2].split() == ["4", "8", "16", "18", "18", "16", "8", "4"]


def _rows(assignment: dict[str, object]) -> list[list[object]]:
    values = list(assignment.values())
    return [values[k : k + 6] for k in range(0, 36, 6)]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["queens", "n=6", "--at", "5"], 2, "there is no number 5; there are 4"),
        (["queens", "n=6", "--at", "1", "--from", "2"], 2, "ask for two things"),
        (["queens", "n=6", "--heat", "king"], 2, "no group or variable 'king'"),
        (["queens", "n=6", "--seed", "1"], 2, "--seed goes with --sample"),
        (["queens", "n=6", "-n", "1"], 2, "-n goes with --from"),
        (["magic-square", "n=4", "--nodes", "100"], 3, "UNDECIDED"),
        (["queens", "n=3"], 0, "Next: everyway why"),
    ],
)
def test_the_command_refuses_in_words(words: list[str], code: int, said: str):
    found = everyway("set", *words)
    assert found.exit_code == code
    assert said in found.stderr


def test_drawing_ends_with_the_time_limit() -> None:
    words = ("set", "queens", "n=6", "--seed", "1", "--sample")
    stopped = everyway(*words, "1000000000", "-t", "300ms")
    assert (stopped.exit_code, stopped.stdout) == (3, "")
    assert "drawn in time" in stopped.stderr
    drawn = [one["at"] for one in json.loads(everyway(*words, "20", "--json").stdout)["solutions"]]
    found = solution_set(load("queens", n=6))
    assert drawn == [found.place(one) + 1 for one in found.sample(20, seed=1)]


def test_a_predicate_that_raises_fails_a_set_as_it_fails_a_run(tmp_path: Path) -> None:
    file = tmp_path / "raising.py"
    file.write_text(
        "from everyway.models import *\n\n"
        "def raising() -> Model:\n"
        '    x = integer("x", 0, 3)\n'
        '    return Model("raising", x, predicate(lambda value: 1 // value > 9, x))\n'
    )
    assert everyway("set", str(file)).exit_code == everyway("solve", str(file)).exit_code == 4
