"""Counting by diagrams: alone, within so much work, and where `count` hands over to it."""

from __future__ import annotations

from itertools import product

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.models import (
    Model,
    Variable,
    all_different,
    all_different_except,
    allowed,
    circuit,
    forbidden,
    integer,
    lexicographic,
    load,
    subcircuit,
    total,
    variables,
)
from everyway.models.language.own_constraints import without_own
from everyway.models.language.viewpoints.labels import without_labels
from everyway.solvers import Incomplete, SolverFailed, count, diagram, solve_all
from everyway.solvers.auto import engines
from everyway.solvers.diagram import (
    Counting,
    diagram_levels,
    frontier,
    machine_frontier,
    numbered_residuals,
)
from everyway.solvers.diagram.computed_residuals import DEAD, DONE, Distinct
from everyway.solvers.diagram.construction import Construction
from everyway.solvers.diagram.decision_diagram import Limits, TooLarge
from everyway.solvers.diagram.residuals import Folded, Straight, machine_of
from everyway.solvers.harness.contract import Control
from everyway.solvers.harness.options import Options
from everyway.solvers.harness.running.independent_parts import counted
from tests.support.command_lines import everyway


def plain(seed: int) -> Model:
    return without_labels(without_own(random_model(seed)))[0]


@pytest.fixture(params=["compiled", "uncompiled"])
def way(request, monkeypatch):
    """The ways to go from level to level."""
    code = getattr(diagram_levels, request.param)()
    monkeypatch.setattr(diagram_levels, "compiled", lambda: code)
    return code


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_random_models_are_counted_in_every_order(monkeypatch, way):
    for pairs in (way.pairs, 4):
        code = way._replace(pairs=pairs)
        monkeypatch.setattr(diagram_levels, "compiled", lambda code=code: code)
        for seed in range(60):
            model = plain(seed)
            number = count(model, "brute-force")
            building = Construction(model, Limits(lambda: None, 10**6))
            assert building.counted()[1] == number
            assert {building._number(*one, 10**6) for one in building.orders.items()} == {number}
            assert building.raced()[1].count() == number


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_counting_goes_on_where_a_limit_stopped_it(monkeypatch, way):
    """A few nodes more at a time; no level is gone through from its beginning again."""
    begun = []
    method = diagram_levels.Builder._level
    monkeypatch.setattr(
        diagram_levels.Builder,
        "_level",
        lambda self, level, *of, **how: begun.append(level) or method(self, level, *of, **how),
    )
    for seed in range(20):
        building = Construction(model := plain(seed), Limits(lambda: None, 10**6))
        begun.clear()
        order, nodes = next(iter(building.orders.items())), 1
        while True:
            try:
                number = building._number(*order, nodes)
                break
            except TooLarge:
                nodes += 3
        assert number == count(model, "brute-force")
        assert begun == list(range(len(begun)))


def test_the_order_with_the_fewest_states_is_gone_through_alone(monkeypatch):
    """Not the declared one, in which all horizontal dominoes come before the vertical ones."""
    across, down = variables("across", (8, 7), range(2)), variables("down", (7, 8), range(2))
    squares = dict[tuple[int, int], list[Variable]]()
    for row, column in product(range(8), range(7)):
        for square in ((row, column), (row, column + 1)):
            squares.setdefault(square, []).append(across[row, column])
        for square in ((column, row), (column + 1, row)):
            squares.setdefault(square, []).append(down[column, row])
    model = Model("dominoes", across, down, [total(some) == 1 for some in squares.values()])
    asked = []
    number = Construction._number
    monkeypatch.setattr(
        Construction, "_number", lambda self, *of: asked.append(of) or number(self, *of)
    )
    building = Construction(model, Limits(lambda: None, 10**6))
    name, found = building.counted()
    assert found == 12_988_816
    declared, *others = (one for one, _, _ in asked)
    assert declared == next(iter(building.orders)) != name
    assert others == [name] * len(others)
    assert {one: found._builder.nodes > 3_000 for one, found in building._counts.items()} == {
        declared: False,
        name: True,
    }
    with pytest.raises(TooLarge, match="in the order 'declared' and 3 others"):
        Construction(model, Limits(lambda: None, 1_000)).counted()


def test_constraints_of_one_shape_share_a_machine_where_their_values_and_places_are_alike():
    x = variables("x", 8, range(4))
    y = integer("y", 1, 4)
    rules = [x[0] <= x[1], x[2] <= x[3], x[5] <= x[4], x[6] <= y, x[7] < y]
    model = Model("alike", x, y, rules)
    reading = Construction(model, Limits(lambda: None, 10**6))._reading
    made = reading.machines(range(9))
    shared = [[id(one.tables) for one in made].index(id(machine.tables)) for machine in made]
    assert shared == [0, 0, 2, 3, 4]
    assert [tuple(machine.levels) for machine in made[:3]] == [(0, 1), (2, 3), (4, 5)]
    assert count(model, "diagram") == count(model, "brute-force")


LONG = {  # sums, and terms that differ, whose states are too many to be numbered beforehand
    "sum": lambda x: total(3**i * v for i, v in enumerate(x)) <= 3**8 + 77,
    "not a sum": lambda x: total(2**i * v for i, v in enumerate(x)) != 2**11 + 3,
    "certain": lambda x: total(3 ** (i % 5 + 2) // (v - 1) for i, v in enumerate(x)) != 2000,
    "sum of quotients": lambda x: total(3**i // (v - 1) for i, v in enumerate(x)) == 3**8 + 4,
    "different": lambda x: all_different(*x, 11),
    "terms that differ": lambda x: all_different(*x[:9], x[9] * 2, x[9] // (x[9] - 3)),
    "different or 0": lambda x: all_different_except([*x, 7, x[0] + 1], 0),
}


@pytest.mark.parametrize("named", LONG)
def test_states_that_are_computed_are_so_in_each_way(named, monkeypatch):
    x = variables("x", 10, range(11))
    model = Model(named, x, LONG[named](x))
    seen, numbers = [], []
    computed = diagram_levels._computed
    monkeypatch.setattr(diagram_levels, "_computed", lambda *of: seen.append(of) or computed(*of))
    for code in (diagram_levels.compiled(), diagram_levels.uncompiled()):
        monkeypatch.setattr(diagram_levels, "compiled", lambda code=code: code)
        building = Construction(model, Limits(lambda: None, 10**6))
        numbers += [building.counted()[1], building.raced()[1].count()]
    assert seen
    monkeypatch.setattr(numbered_residuals, "MOST_BITS", -1)  # then they are numbered step by step
    numbers.append(Construction(model, Limits(lambda: None, 10**6)).counted()[1])
    assert len(set(numbers)) == 1
    assert numbers[0] > 0


def test_numbers_of_any_size_are_counted(way):
    """Sums pass on into the next column."""
    x = variables("x", 40, range(1000))
    model = Model("many", x, total(x[:2]) != 7)
    number = Construction(model, Limits(lambda: None, 10**6)).counted()[1]
    assert number == 1000**40 - 8 * 1000**38
    y = variables("y", 64, range(2))
    ones = Model("all but one", y, total(y) != 64)
    assert Construction(ones, Limits(lambda: None, 10**6)).counted()[1] == 2**64 - 1


def test_a_lost_carry_would_be_seen(monkeypatch):
    y = variables("y", 70, range(2))
    ones = Model("all but one", y, total(y) != 70)
    monkeypatch.setattr(diagram_levels, "compiled", diagram_levels.uncompiled)
    assert Construction(ones, Limits(lambda: None, 10**6)).counted()[1] == 2**70 - 1
    monkeypatch.setattr(machine_frontier, "COLUMN", machine_frontier.COLUMN >> 1)
    assert Construction(ones, Limits(lambda: None, 10**6)).counted()[1] != 2**70 - 1


@pytest.mark.parametrize("fault", ["forgets a table's rows", "passes its bits"])
def test_a_lost_state_is_an_error(monkeypatch, fault):
    monkeypatch.setattr(diagram_levels, "compiled", diagram_levels.uncompiled)
    if fault == "passes its bits":
        monkeypatch.setattr(frontier, "_bits", lambda machine: 1)
    else:
        monkeypatch.setattr(machine_frontier, "moved", lambda m, old, rows, new: 0)
        monkeypatch.setattr(diagram_levels, "STATES_TOGETHER", 1)
    size = 8 if fault == "passes its bits" else 10
    x = variables("x", size, range(size))
    with pytest.raises(SolverFailed, match=r"a state (was lost|passes the most)"):
        count(Model("different", x, all_different(x)), "diagram")


def test_within_little_work_there_is_no_number():
    model, control = load("dominoes", rows=8, columns=8), Control(Options())
    assert Counting(model).within(control, 10**9) == 12_988_816
    assert Counting(model).within(control, 9e6) is None
    assert Counting(model).within(control, 1e6) is None
    x = variables("x", 18, range(18))
    wide = Construction(Model("wide", x, all_different(x)), Limits(lambda: None, 10**7, None, 999))
    with pytest.raises(TooLarge, match="more than 999 nodes at once"):
        wide.counted()


def test_reading_constraints_of_many_states_is_work(monkeypatch):
    """Pairs of words in order: thousands of states each."""
    words = [variables(name, 5, range(4)) for name in "abcdefgh"]
    model = Model("words", words, map(lexicographic, words[::2], words[1::2]))
    asked = count_of_calls(monkeypatch, Folded, "step")
    assert Counting(model).within(Control(Options()), 2.4e7) is None
    assert 0 < asked[0] <= 2.4e7 / diagram.STATE + 4  # each of the four values of a state
    assert Counting(model).within(Control(Options()), 1e10) == (1024 * 1025 // 2) ** 4


def count_of_calls(monkeypatch: pytest.MonkeyPatch, kind: type, name: str) -> list[int]:
    """The number of calls of a method from now on, in a list."""
    found, method = [0], getattr(kind, name)

    def counted_call(*given):
        found[0] += 1
        return method(*given)

    monkeypatch.setattr(kind, name, counted_call)
    return found


def test_without_numpy_no_diagram_counts(monkeypatch):
    monkeypatch.setattr(diagram, "find_spec", lambda name: None)
    assert Counting(load("queens", n=6)).within(Control(Options()), 1e10) is None


MANY = {
    "dominoes 12 × 12": (load("dominoes", rows=12, columns=12), 53_060_477_521_960_000),
    "dominoes 16 × 16": (
        load("dominoes", rows=16, columns=16),
        2_444_888_770_250_892_795_802_079_170_816,
    ),
}


@pytest.mark.parametrize("name", MANY)
def test_count_hands_over_where_it_is_quicker_and_says_so(name: str):
    pytest.importorskip("llvmlite")
    model, number = MANY[name]
    found = counted(model)
    assert found is not None
    assert found.number == number
    assert found.outcome.statistics["engine"] == "diagram"
    assert found.outcome.complete_by == "diagram"
    assert "diagram" in found.outcome.ending


def test_count_does_not_hand_over_where_that_is_forbidden(monkeypatch):
    def never(*given):
        raise AssertionError("nobody asked")

    monkeypatch.setattr("everyway.solvers.diagram.Counting.within", never)
    monkeypatch.setattr(engines, "LEAST", 1)
    model = load("rooks", n=6, k=6)
    assert count(model, hand_over=False) == count(model, "auto[python]") == 720
    assert len(solve_all(load("dominoes", rows=4, columns=4))) == 36


def test_much_is_tried_only_where_estimates_hold(monkeypatch):
    """The tree of peaceable queens looks 10⁸ times as large at first as it is."""
    pytest.importorskip("llvmlite")
    given = list[float]()

    def asked(counting, control, work):
        given.append(work)

    monkeypatch.setattr("everyway.solvers.diagram.Counting.within", asked)
    monkeypatch.setattr(engines, "LEAST", 1)
    assert count(load("peaceable_queens", n=6, k=5)) == 560
    assert given
    assert sum(given) < 10**9


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_random_models_are_counted_alike_however_early_it_is_handed_over(monkeypatch):
    monkeypatch.setattr(engines, "LEAST", 0)
    monkeypatch.setattr("everyway.solvers.diagram.READING", -(10**9))
    for seed in range(60):
        model = random_model(seed)
        assert count(model) == count(model, "brute-force")


def test_a_time_limit_ends_it():
    x = variables("x", 22, range(22))
    with pytest.raises(Incomplete):
        count(Model("different", x, all_different(x)), "diagram", time_limit=0.3)


def test_the_command_says_who_counted():
    pytest.importorskip("llvmlite")
    found = everyway("count", "dominoes", "rows=12", "columns=12", "--stats")
    assert found.stdout == "53060477521960000\n"
    assert "on the word of diagram" in found.stderr


def test_projections_are_counted_once_each():
    x, y = integer("x", 0, 5), integer("y", 0, 5)
    assert count(Model("sum", x, y, x + y == 7).projecting("x"), "diagram") == 4
    assert count(Model("part", x, y, y <= 3, x <= y).projecting("x"), "diagram") == 4


def test_bytes_are_asked_for_before_they_are_taken(monkeypatch):
    asked, make = [], diagram_levels.Builder._table_for

    def watched(self, *given):
        table = make(self, *given)
        assert asked[-1] == table.nbytes
        return table

    monkeypatch.setattr(Limits, "look", lambda self, *given: asked.append(given[-1]))
    monkeypatch.setattr(diagram_levels.Builder, "_table_for", watched)
    assert count(load("dominoes", rows=6, columns=6), "diagram") == 6728
    assert max(asked) > 0


def test_folds_over_plain_variables_have_the_residuals_of_any_constraint() -> None:
    x = variables("x", 3, range(3))
    level_of = {v.name: level for v, level in zip(x, (1, 0, 2), strict=True)}
    rows = [(0, 1, 2), (2, 1, 0), (1, 1, 1)]
    for constraint in (allowed(x, rows), forbidden(x, rows), circuit(x), subcircuit(x)):
        machines = machine_of(constraint, level_of, [range(3)] * 3), Folded(constraint, level_of)
        assert isinstance(machines[0], Straight)
        for row in product(range(3), repeat=3):
            ends = []
            for machine in machines:
                state, place = machine.start, 0
                while state not in (DEAD, DONE):
                    state, place = machine.step(state, place, row[place]), place + 1
                ends.append((state, place))
            assert ends[0] == ends[1], (constraint, row)


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_a_level_has_no_more_states_than_were_foreseen():
    """The order with the fewest is gone through, so that none may have more by mistake."""
    wide = 0
    for seed in range(300):
        building = Construction(plain(seed), Limits(lambda: None, 10**6))
        for name, order in building.orders.items():
            planned = building._planned(name, order)
            if planned is None:
                continue
            builder = diagram_levels.Builder(planned, building.limits)
            rows = builder.start(1)
            for level, width in enumerate(planned.widths):
                rows = builder.counted(level, rows)
                assert builder.live <= 2**width * 1.000001, (seed, name, level)
                wide += builder.live > 1
    assert wide > 200


def test_an_undefined_term_differs_from_none(way):
    x, y = integer("x", 0, 1), integer("y", 1, 3)
    model = Model("undefined", x, y, all_different(y + y, x % x))
    assert Construction(model, Limits(lambda: None, 10**6)).counted()[1] == 3


def test_a_bit_is_used_again_for_what_may_be_taken_later():
    """A permutation of 100, in which nothing moves by more than 2."""
    x = [integer(f"x{i}", max(0, i - 2), min(99, i + 2)) for i in range(100)]
    amounts = [(i, {v: v for v in variable.domain}) for i, variable in enumerate(x)]
    assert Distinct(amounts, None).bits <= 2 + 5
    ways = [1, 1, 2, 6, 14]
    for _ in range(5, 101):  # Source: https://oeis.org/A002524
        ways.append(2 * ways[-1] + 2 * ways[-3] - ways[-5])
    assert count(Model("near", x, all_different(x)), "diagram") == ways[100]


def test_the_work_of_a_row_grows_with_its_values():
    """A count by tables of 200 values once took 25 times the search that it spared."""
    x, checks = variables("x", 3, range(200)), list[None]()
    table = allowed([x[0], x[1], x[2]], [(n, n * n % 200, n % 7) for n in range(200)])
    places, values = {f"x[{n}]": n for n in range(3)}, [[*range(200)]] * 3
    steps = numbered_residuals.Steps(0, lambda: checks.append(None))
    made = numbered_residuals.Numbered(machine_of(table, places, values), values, steps)
    assert not checks
    made.row(0, made.start)
    assert len(checks) == 200 / numbered_residuals.VALUES_OF_A_STATE
