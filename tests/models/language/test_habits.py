"""Habits from other packages are answered by the way to write it here."""

import operator
import sys
from types import ModuleType

import pytest

import everyway.comparer
import everyway.models
import everyway.solvers
from everyway.comparer import compare, compare_models
from everyway.models import (
    Board,
    Model,
    ModelError,
    all_different,
    integer,
    is_solution,
    load,
    rule,
    variables,
    violations,
)
from everyway.models.language import habits
from everyway.models.queens import queens
from everyway.solvers import count, count_orbits, first, save, solutions, solve_all

x, y = integer("x", 0, 3), integer("y", 0, 3)
xs = variables("x", 3, range(3))
model = Model("m", x, y, x < y)
board = Board(3)
queen, cell = board.place("queen"), board.fill(range(1, 4))

ATTRIBUTES = {
    "solve": (lambda: model.solve(), "write first(model), or solutions(model)"),
    "solveAll": (lambda: model.solveAll(), "solve_all(model), from everyway.solvers"),
    "solutions": (lambda: model.solutions(), "write solutions(model)"),
    "getSolutions": (lambda: model.getSolutions(), "write solutions(model)"),
    "count": (lambda: model.count(), "write count(model)"),
    "add": (lambda: model.add(x == 1), "write model = model + constraint"),
    "addConstraint": (lambda: model.addConstraint(x == 1), "model + constraint"),
    "isin": (lambda: x.isin([1, 2]), "write any_of(x == v for v in values)"),
    "isin of a sum": (lambda: (x + y).isin([1, 2]), "any_of(x == v for v in values)"),
    "implies": (lambda: (x == 1).implies(y == 1), "write implies(a, b)"),
    "sum of a list": (lambda: xs.sum(), "write total(x)"),
    "max of a list": (lambda: xs.max(), "write maximum(x)"),
    "per of a filling": (lambda: cell.per(board.rows), "write along(family).all_different()"),
    "along of a placement": (lambda: queen.along(board.rows), "write per(family) == 1"),
    "all different pieces": (lambda: queen.per(board.rows).all_different(), "along(family)"),
}


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_a_missing_attribute_that_is_a_habit_is_answered(name):
    write, words = ATTRIBUTES[name]
    with pytest.raises(AttributeError) as caught:
        write()
    assert words in str(caught.value)


@pytest.mark.parametrize("relation", ["eq", "ne", "lt", "le", "gt", "ge"])
def test_the_values_along_a_family_are_not_compared_but_their_sum_is(relation):
    with pytest.raises(ModelError, match=r"compare their sum, along\(rows\)\.total\(\) == 15"):
        getattr(operator, relation)(cell.along(board.rows), 15)


def test_other_missing_attributes_are_as_ever():
    for thing in (model, x, x == 1, xs, queen, cell):
        assert not hasattr(thing, "nonsense")
        with pytest.raises(AttributeError, match=r"has no attribute 'nonsense'$") as caught:
            thing.nonsense  # noqa: B018 - asking is what fails
        assert caught.value.name == "nonsense"
        assert caught.value.obj is thing


NAMES = {
    "alldifferent": "all_different",
    "diffn": "no_overlap_2d",
    "disjunctive": "no_overlap",
    "AllDifferent": "all_different",
    "all_diferent": "all_different",
    "AllDifferentExcept": "all_different_except",
    "Element": "element",
    "IntVar": "integer",
    "boolvar": "boolean",
    "Sum": "total",
    "max": "maximum",
    "Problem": "Model",
    "if_then_else": "conditional",
}


@pytest.mark.parametrize("name", NAMES)
def test_another_spelling_of_a_name_is_answered_by_ours(name):
    words = f"did you mean '{NAMES[name]}'"
    with pytest.raises(AttributeError, match=words):
        getattr(everyway.models, name)
    assert not hasattr(everyway.models, name)
    with pytest.raises(ImportError, match=words):
        exec(f"from everyway.models import {name}")


def test_a_name_of_the_solvers_is_sent_there():
    with pytest.raises(ImportError, match=r"from everyway.solvers import first"):
        exec("from everyway.models import first")
    for package in ("models", "solvers"):
        with pytest.raises(ImportError, match=r"write first\(model\), solutions\(model\)"):
            exec(f"from everyway.{package} import solve")
    with pytest.raises(ImportError, match="did you mean 'compare_models'"):
        exec("from everyway.comparer import compare_model")
    with pytest.raises(ImportError, match=r"write: from everyway\.comparer import compare"):
        exec("from everyway.solvers import compare")
    assert {*habits._COMPARER} == {*everyway.comparer.__all__} - {"Disagreement"}


def test_a_puzzle_whose_name_is_near_ours_is_imported():
    scope = {}
    exec("from everyway.models import all_interval", scope)
    assert isinstance(scope["all_interval"], ModuleType)
    with pytest.raises(ImportError, match="cannot import name 'nonsense'"):
        exec("from everyway.models import nonsense")


COUNTS = {
    "a model": lambda: everyway.models.count(model),
    "a model and a solver": lambda: everyway.models.count(model, "flatmap"),
    "an option": lambda: everyway.models.count(model, solver="flatmap"),
    "an option alone": lambda: everyway.models.count(model, 1, time_limit=3),
    "terms": lambda: count([x, y], 1),
    "a list of variables": lambda: count(xs, 1),
    "a board of numbers": lambda: count(cell, 1),
    "numbers": lambda: count([1, 2, 1], 1),
    "sums": lambda: count((x + i for i in range(3)), 1),
}


@pytest.mark.parametrize("name", COUNTS)
def test_either_count_names_the_other_where_it_is_meant(name):
    with pytest.raises(ModelError) as caught:
        COUNTS[name]()
    assert "everyway.models.count(terms, value)" in str(caught.value)
    assert "everyway.solvers.count(model)" in str(caught.value)


def test_each_count_counts():
    assert count(Model("m", xs, everyway.models.count(xs, 1) == 2)) == 6
    assert count(Model("m", xs, everyway.models.count(terms=xs, value=1) == 2), "flatmap") == 6


VERBS = {
    "solve_all": solve_all,
    "solutions": solutions,
    "first": first,
    "count": count,
    "compare": compare,
    "compare_models": lambda thing: compare_models(model, thing),
    "save": lambda thing: save(thing, "never.db"),
    "count_orbits": count_orbits,
    "isolated": lambda thing: solutions(thing, isolate=True),
    "is_solution": lambda thing: is_solution(thing, {"x": 1}),
    "violations": lambda thing: violations(thing, {"x": 1}),
}


@pytest.mark.parametrize("verb", VERBS)
def test_constraints_in_the_place_of_a_model_are_refused(verb):
    words = r'a list of constraints is no model; write Model\("name", variables, constraints\)'
    with pytest.raises(ModelError, match=words):
        VERBS[verb]([x == 1, all_different(x, y)])


def test_other_things_in_the_place_of_a_model_are_refused():
    for thing, words in (
        (x == 1, r"^x == 1 is no model; write Model"),
        (rule("low", x < 2), "rule 'low' is no model; write Model"),
        (queens, r"the function queens is no model; .* write queens\(\)"),
        ("queens", r"the text 'queens' is no model; write load\('queens'\)"),
        (model.solution({"x": 1, "y": 2}), "the model that it solves is solution.model"),
        (None, "None is no model"),
        ([], r"\[\] is no model"),
    ):
        with pytest.raises(ModelError, match=words):
            solve_all(thing)
    assert len(solve_all(load("queens", n=6))) == 4


def test_a_model_of_cpmpy_or_python_constraint_is_named():
    cpmpy, constraint = pytest.importorskip("cpmpy"), pytest.importorskip("constraint")
    p = cpmpy.intvar(0, 3, name="p")
    for foreign, words in (
        (cpmpy.Model(p > 1), "a Model of CPMpy is no model; declare the puzzle by everyway.models"),
        (constraint.Problem(), "a Problem of python-constraint is no model; .* --claim NAME=FILE"),
    ):
        for verb in (solve_all, count, first, compare):
            with pytest.raises(ModelError, match=words):
                verb(foreign)


def test_the_name_of_a_filling_stands_first_or_last():
    forms = [
        board.fill("digit", range(1, 4)),
        board.fill(range(1, 4), "digit"),
        board.fill(range(1, 4), name="digit"),
    ]
    for form in forms:
        assert [str(variable) for variable in form][:2] == ["digit[r1c1]", "digit[r1c2]"]
        assert form["r1c1"].domain == range(1, 4)
    assert board.fill(["red", "blue"]).name == "cell"
    assert board.fill("colour", ["red", "blue"])["r1c1"].domain == ("red", "blue")


FILES = {
    "a misspelt function": ("alldifferent(x)", "did you mean 'all_different'"),
    "a function that was not imported": ("maximum(x)", "from everyway.models import maximum"),
    "a name of its own": ("al_different(x)", "did you mean 'all_different'"),
    "a variable": ("all_different(xss)", "did you mean 'xs'"),
    "a misspelt attribute": ("Board(3).row", "did you mean 'rows'"),
    "a habit": ("Model('m', xs).solve()", "write first(model)"),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("within", [True, False])
def test_a_misspelt_name_in_a_puzzle_file_is_answered(tmp_path, name, within):
    line, words = FILES[name]
    path = tmp_path / "mine.py"
    path.write_text(
        "from everyway.models import Board, Model, all_different, variables\n"
        "xs = variables('x', 3, range(3))\n"
        "x = xs\n"
        f"def mine():\n    {line if within else 'return 1'}\n"
        f"{'' if within else line}\n"
    )
    with pytest.raises(ModelError) as caught:
        load(path)
    assert words in str(caught.value)
    assert f"(line {5 if within else 6})" in str(caught.value)


def test_a_misspelt_import_in_a_puzzle_file_is_answered(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("from everyway.models import Model, alldifferent\n")
    with pytest.raises(ModelError, match="did you mean 'all_different'"):
        load(path)
    assert "mine" not in sys.modules
