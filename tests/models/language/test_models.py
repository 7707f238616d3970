"""A model is a value: groups, rules, solutions, labels."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import FrozenInstanceError
from itertools import pairwise
from typing import Any

import pytest

from everyway.conformance.instances.enumerate_naively import solution_rows
from everyway.models import (
    Board,
    Model,
    ModelError,
    ModelWarning,
    Solution,
    all_different,
    all_of,
    allowed,
    any_of,
    boolean,
    element,
    exactly,
    integer,
    is_solution,
    rule,
    total,
    variable,
    variables,
    violations,
)
from everyway.models.language.expressions import Constant
from everyway.models.language.viewpoints.labels import codes_of, without_labels

q = variables("q", 3, range(3))
x = integer("x", 0, 5)
drink = variables("drink", ["ann", "bob"], ["tea", "milk"])


def labels(model: Model) -> list[str]:
    return [each.label for each in model.rules]


@pytest.fixture
def model() -> Model:
    return Model("small", q, x, rule("apart", all_different(q)), x == total(q), q[0] < q[1])


def test_variables_and_rules_keep_the_order_of_declaration(model: Model) -> None:
    assert [v.name for v in model.variables] == ["q[0]", "q[1]", "q[2]", "x"]
    assert labels(model) == ["apart", "x == q[0] + q[1] + q[2]", "q[0] < q[1]"]
    assert [group.name for group in model.groups] == ["q", "x"]
    assert repr(model) == "<Model 'small': 4 variables, 3 rules>"


def test_adding_a_rule_makes_another_model(model: Model) -> None:
    more = model + (x >= 3) + [rule("two", x != 4, x != 5), integer("y", 0, 1)]
    assert labels(more) == [*labels(model), "x >= 3", "two"]
    assert [len(m.variables) for m in (model, more)] == [4, 5]
    assert len(model.rules) == 3
    assert more.recipe is None


def test_without_leaves_out_the_rules_of_that_label(model: Model) -> None:
    less = model.without("apart")
    assert labels(less) == labels(model)[1:]
    assert len(model.rules) == 3
    assert model.variables == less.variables
    assert solution_rows(less + all_different(q)) == solution_rows(model)


def test_without_an_unknown_rule_says_which_there_are(model: Model) -> None:
    with pytest.raises(ModelError, match="no rule 'appart'; did you mean 'apart'"):
        model.without("appart")


@pytest.mark.parametrize("name", ["name", "groups", "rules", "recipe", "known"])
def test_nothing_in_a_model_can_be_set(model: Model, name: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(model, name, None)


@pytest.mark.parametrize("node", [x, x + 1, x == 1, all_different(q), Constant(3)], ids=str)
def test_nothing_in_a_node_can_be_set(node: Any) -> None:
    for name in node.__dataclass_fields__:
        with pytest.raises(FrozenInstanceError):
            setattr(node, name, None)


def test_groups_are_found_by_name(model: Model) -> None:
    assert model["q"] is q
    assert model["x"] is x
    assert model["q[1]"] is q[1]
    with pytest.raises(ModelError, match=r"no variable 'y'; it has q, x"):
        model["y"]
    assert drink["ann"].name == "drink[ann]"
    assert list(q) == [q[0], q[1], q[2]]
    assert len(q) == 3
    assert q[-1] is q[2]
    assert q[0] in q


def test_items_may_stand_in_lists_generators_and_mappings() -> None:
    grid = {(r, c): boolean(f"b{r}{c}") for r in range(2) for c in range(2)}
    made = Model("grid", grid, (grid[r, 0] != grid[r, 1] for r in range(2)), [[rule("r", [])]])
    assert len(made.variables) == 4
    assert len(made.rules) == 3
    assert len(solution_rows(made)) == 4


def test_a_rule_holds_several_constraints_under_one_label() -> None:
    several = rule("small", x <= 2, [x >= 1])
    assert several.label == "small"
    assert len(several.constraints) == 2
    assert len(solution_rows(Model("m", x, several))) == 2
    assert len(solution_rows(Model("m", x, ~several))) == 4
    assert several.named("other").label == "other"
    assert violations(Model("m", x, several), {"x": 0})[0].rule == "small"


def test_the_keys_of_a_mapping_name_the_places_of_a_rule() -> None:
    """A key names each constraint that it holds; without mappings there are no names."""
    a, b, c = (variable(name, range(3)) for name in "abc")
    stated = rule("numbers", {"r1c1": a == 1, "r1c2": [b >= 1, b != c]}, c < 2)
    assert stated.names == ("r1c1", "r1c2", "r1c2", "")
    assert [name for _, name in stated.places()] == [*stated.names]
    assert len(stated.constraints) == 4
    assert not rule("numbers", [a == 1, b == 2]).names
    with pytest.raises(ModelError, match="an item of rule 'numbers'"):
        rule("numbers", {"r1c1": "no constraint"})


def test_a_model_with_the_same_rules_is_renamed(model: Model) -> None:
    assert model.renamed("other").name == "other"
    assert model.renamed("other").rules == model.rules


@pytest.mark.parametrize("false", [Constant(1) == 2, any_of([]), total([]) == 1], ids=str)
def test_a_false_constraint_without_variables_is_kept_and_named(false: Any) -> None:
    with pytest.warns(ModelWarning, match="never hold"):
        model = Model("false", x, rule("the wrong one", false))
    assert len(model.constraints) == 1
    assert not solution_rows(model)
    with pytest.warns(ModelWarning, match="'the wrong one'"):
        Model("false", rule("the wrong one", false))


def test_a_true_constraint_without_variables_is_no_cause_for_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(solution_rows(Model("true", x, all_of([]), Constant(1) == 1))) == 6


# ------------------------------------------------------------------------------ solutions


def test_a_solution_is_read_by_variable_and_by_group(model: Model) -> None:
    solution = model.solution({"x": 3, "q[2]": 2, "q[0]": 0, "q[1]": 1})
    assert solution.row == (0, 1, 2, 3)
    assert solution.assignment == {"q[0]": 0, "q[1]": 1, "q[2]": 2, "x": 3}
    assert solution["q"] == (0, 1, 2)
    assert solution["x"] == 3
    assert solution["q[1]"] == 1
    assert solution.to_json() == {"q": [0, 1, 2], "x": 3}
    assert repr(solution) == "Solution({'q': [0, 1, 2], 'x': 3})"
    assert solution.model is model


@pytest.fixture
def solution(model: Model) -> Solution:
    return model.solution({"q[0]": 0, "q[1]": 1, "q[2]": 2, "x": 3})


def test_a_solution_is_a_mapping_by_the_names_of_the_groups_in_order(solution: Solution) -> None:
    assert isinstance(solution, Mapping)
    assert list(solution) == ["q", "x"]
    assert len(solution) == 2
    assert dict(solution) == {"q": (0, 1, 2), "x": 3} == {**solution}
    assert list(solution.keys()) == ["q", "x"]
    assert list(solution.values()) == [(0, 1, 2), 3]
    assert list(solution.items()) == [("q", (0, 1, 2)), ("x", 3)]
    assert solution == dict(solution) != {"q": (0, 1, 2)}
    assert solution.get("nobody", 7) == 7
    match solution:
        case {"x": value, **rest}:
            assert value == 3
            assert list(rest) == ["q"]


def test_a_solution_is_asked_for_a_variable_a_group_or_a_name(model: Model) -> None:
    solution = model.solution({"q[0]": 0, "q[1]": 1, "q[2]": 2, "x": 3})
    q = model["q"]
    assert solution[x] == 3 == solution[model["x"]]
    assert solution[q[2]] == 2 == solution["q[2]"]
    assert solution[q] == (0, 1, 2)
    assert x in solution
    assert "x" in solution
    assert q[1] in solution
    assert "q[1]" in solution
    assert integer("x", 0, 99) in solution  # by name
    foreign = integer("w", 0, 1)
    assert foreign not in solution
    assert "w" not in solution
    for nothing in (0, None, (1, 2), x + 1, [1]):
        assert nothing not in solution


def test_a_key_that_a_solution_lacks_is_a_key_error_with_the_nearest_name(
    solution: Solution,
) -> None:
    with pytest.raises(KeyError) as caught:
        solution["q[3]"]
    assert (
        str(caught.value) == "this solution of small has no variable 'q[3]'; did you mean 'q[2]'?"
    )
    with pytest.raises(KeyError, match="has no variable 0; it has q, x"):
        solution[0]
    with pytest.raises(ModelError, match="no variable 'w'"):
        solution[integer("w", 0, 1)]


def test_a_solution_without_variables_is_true_and_empty() -> None:
    nothing = Model("nothing").solution({})
    assert nothing
    assert len(nothing) == 0
    assert dict(nothing) == {}


@pytest.mark.parametrize("form", ["solution", "assignment", "groups", "json", "variables"])
def test_the_judge_takes_a_solution_in_every_form(model: Model, form: str) -> None:
    board = Board(2)
    piece, cell = board.place("piece"), board.fill(range(3), "cell")
    model = (
        model + piece + cell + (piece.per(board.rows) == 1) + cell.along(board.rows).increasing()
    )
    values = {"q[0]": 0, "q[1]": 1, "q[2]": 2, "x": 3, "piece[r1c1]": 1, "piece[r1c2]": 0}
    values |= {"piece[r2c1]": 1, "piece[r2c2]": 0}
    values |= dict(zip((v.name for v in cell.variables), (0, 1, 1, 2), strict=True))
    for change, rules in (({}, []), ({"x": 4, "piece[r1c2]": 1}, ["rows == 1", "x == "])):
        solution = model.solution({**values, **change})
        given: Any = {
            "solution": solution,
            "assignment": solution.assignment,
            "groups": dict(solution),
            "json": solution.to_json(),
            "variables": {v: solution[v] for v in model.variables},
        }[form]
        assert is_solution(model, given) == (not rules)
        found = sorted(violation.rule for violation in violations(model, given))
        assert len(found) == len(rules)
        assert all(a.startswith(b) for a, b in zip(found, rules, strict=True))


def test_the_judge_takes_the_solution_of_another_model_by_name(model: Model) -> None:
    other = Model("other", x).solution({"x": 3})
    assert [v.detail for v in violations(model, other)] == [
        f"q[{i}] has no value" for i in range(3)
    ]
    assert is_solution(Model("third", integer("x", 0, 9)), other)


def test_the_judge_refuses_what_has_no_names(model: Model) -> None:
    with pytest.raises(ModelError, match=r"judged by its values, such as .*, and not \[1, 2\]"):
        violations(model, [1, 2])
    with pytest.raises(ModelError, match="and not None"):
        is_solution(model, None)


def test_solutions_are_hashable_equal_by_value_and_ordered_by_declaration_and_domain() -> None:
    colour = variable("colour", ["red", "blue"])
    model = Model("colours", colour, x)
    rows = [("red", 0), ("red", 2), ("blue", 0), ("blue", 1)]
    made = [Solution(model, row) for row in rows]
    assert sorted([made[2], *made[:2], made[3]]) == made
    assert max(made) is made[-1]
    assert len({*made, Solution(model, ("red", 0))}) == 4
    assert made[0] == Solution(model + (x < 9), ("red", 0)) != made[1]
    assert made[0] != ("red", 0)


def test_a_solution_of_other_variables_is_another() -> None:
    y = integer("y", 0, 5)
    assert Solution(Model("a", x), (1,)) != Solution(Model("b", y), (1,))


@pytest.mark.parametrize("other", [3, {"x": 1}, Solution(Model("b", integer("y", 0, 5)), (1,))])
def test_a_solution_has_no_order_among_what_is_no_solution_of_its_variables(other: Any) -> None:
    with pytest.raises(TypeError, match="not supported between instances"):
        assert Solution(Model("a", x), (1,)) < other
    with pytest.raises(TypeError, match="not supported between instances"):
        assert Solution(Model("a", x), (1,)) >= other


def test_a_solution_survives_json(model: Model) -> None:
    values = {"q[0]": 0, "q[1]": 1, "q[2]": 2, "x": 3}
    text = json.dumps(model.solution(values).to_json())
    assert model.assignment(json.loads(text)) == values
    assert model.assignment(values) == values
    assert model.assignment({"q": [0, 1], "q[2]": 7}) == {"q[0]": 0, "q[1]": 1, "q[2]": 7}


def test_keyed_lists_are_written_by_key() -> None:
    model = Model("drinks", drink)
    solution = model.solution({"drink[ann]": "tea", "drink[bob]": "milk"})
    assert solution["drink"] == {"ann": "tea", "bob": "milk"} == solution.to_json()["drink"]
    assert model.assignment(solution.to_json()) == solution.assignment


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([1], "must be an object"),
        ({"z": 1}, "unknown variable 'z'"),
        ({"q": 3}, "q must be a list of 3 values: 3"),
        ({"q": [1, 2, 3, 4]}, "q must be a list of 3 values"),
    ],
)
def test_an_assignment_in_another_form_is_refused(model: Model, data: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        model.assignment(data)


# --------------------------------------------------------------------------------- labels


def test_labels_become_integers_and_come_back() -> None:
    model = Model(
        "drinks", drink, x, drink["ann"] != drink["bob"], (drink["ann"] == "tea") & (x < 1)
    )
    coded, restore = without_labels(model)
    assert all(isinstance(value, int) for v in coded.variables for value in v.domain)
    assert [v.name for v in coded.variables] == [v.name for v in model.variables]
    rows = [restore(dict(zip(coded.by_name, row, strict=True))) for row in solution_rows(coded)]
    assert rows == [{"drink[ann]": "tea", "drink[bob]": "milk", "x": 0}]
    assert list(solution_rows(model)) == [("tea", "milk", 0)]


def test_one_label_has_one_code_throughout_a_model() -> None:
    other = variable("other", ["milk", "water", "tea"])
    model = Model("drinks", drink, other, drink["ann"] == other)
    assert codes_of(model) == {"tea": 0, "milk": 1, "water": 2}
    assert len(solution_rows(model)) == 4


hot = element(["tea", "milk"], x)
LABELS_BESIDE_NUMBERS = {
    "an array": hot == "tea",
    "inside a truth": total([hot == "milk", x]) == 2,
    "a table": allowed([x, hot], [(0, "tea"), (1, "tea")]),
    "a count": exactly([hot], "milk", 1),
}


@pytest.mark.parametrize("place", LABELS_BESIDE_NUMBERS)
def test_labels_are_found_in_a_model_of_numbers_too(place: str) -> None:
    model = Model(place, x, LABELS_BESIDE_NUMBERS[place])
    for one in (model, model.renamed("same"), model.rewritten(model.groups, model.rules)):
        assert set(codes_of(one)) == {"tea", "milk"}
    coded, _ = without_labels(model)
    assert solution_rows(coded) == solution_rows(model) != []


def test_a_model_without_labels_is_coded_as_itself(model: Model) -> None:
    coded, restore = without_labels(model)
    assert coded is model
    assert restore({"x": 1}) == {"x": 1}


# ------------------------------------------------------------------------------ the judge


def test_the_judge_names_what_is_broken(model: Model) -> None:
    right = {"q[0]": 0, "q[1]": 1, "q[2]": 2, "x": 3}
    assert violations(model, right) == []
    assert [v.rule for v in violations(model, {**right, "x": 4})] == ["x == q[0] + q[1] + q[2]"]
    assert "q[0] = 1" in str(violations(model, {**right, "q[0]": 1, "x": 4})[0])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"x": 6}, "x = 6 is not in its domain"),
        ({"x": True}, "x = True is no integer"),
        ({"x": 3.0}, "x = 3.0 is no integer"),
        ({"x": "3"}, "x = '3' is no integer"),
        ({"x": None}, "x = None is no integer"),
        ({"z": 1}, "'z' is no variable"),
    ],
)
def test_the_judge_names_values_that_do_not_fit(
    model: Model, change: dict[str, Any], words: str
) -> None:
    values = {"q[0]": 0, "q[1]": 1, "q[2]": 2, "x": 3, **change}
    assert [(v.rule, v.detail) for v in violations(model, values)] == [("domain", words)]
    del values["q[2]"]
    assert ("domain", "q[2] has no value") in [
        (v.rule, v.detail) for v in violations(model, values)
    ]


@pytest.mark.parametrize("keys", [range(1, 5), [7, 3, -1], [1, 0, 2], [5, "five"], range(4), []])
def test_a_variable_is_found_by_the_key_that_its_name_shows(keys: Sequence[int | str]) -> None:
    x = variables("x", keys, range(2))
    assert [x[key].name for key in keys] == [f"x[{key}]" for key in keys]
    assert [one.name for one in reversed(x)] == [f"x[{key}]" for key in reversed(keys)]
    assert x[1:] == tuple(x)[1:]


@pytest.mark.parametrize(("keys", "key"), [(range(1, 5), 0), (range(1, 5), -1), ([5, "a"], 0)])
def test_a_key_that_is_none_is_refused(keys: Sequence[int | str], key: int) -> None:
    with pytest.raises(ModelError, match=f"x has no variable {key}; it has"):
        variables("x", keys, range(2))[key]


@pytest.mark.parametrize("keys", [3, [0, 1, 2], ["a", "b", "c"]])
def test_where_no_key_says_otherwise_a_number_is_a_place(keys: int | list[int | str]) -> None:
    x = variables("x", keys, range(2))
    assert x[-1] is x[2] is list(x)[2]
    with pytest.raises(IndexError):
        x[3]


@pytest.mark.parametrize(
    "keys", [3, range(3), range(1, 4), [7, 3, -1], [5, "five"], ["a", "b"], [0, "a"], []]
)
def test_get_has_a_default_where_there_is_no_variable(keys: int | list[int | str]) -> None:
    x, absent = variables("x", keys, range(2)), object()
    for key in [*range(-4, 9), "a", "five", ""]:
        there: object = absent
        if key in x.keys or (isinstance(key, int) and key >= 0):
            with suppress(ModelError, IndexError):
                there = x[key]
        assert x.get(key, absent) is there
        assert x.get(key) is (None if there is absent else there)


@pytest.mark.parametrize(
    ("key", "says"),
    [(True, "x is True; write 1"), (0.5, "x is 0.5"), (None, "x is None"), (slice(1), "slice")],
)
def test_what_is_no_key_is_not_taken_for_one_outside(key: object, says: str) -> None:
    with pytest.raises(ModelError, match=says):
        variables("x", 3, range(2)).get(key, 0)


def test_get_refuses_an_index_that_the_solver_chooses() -> None:
    with pytest.raises(ModelError, match="i cannot index a list; write element"):
        variables("x", 3, range(2)).get(integer("i", 0, 2), 0)


def test_a_model_that_grows_rule_by_rule_reads_its_variables_once(monkeypatch):
    x = variables("x", 50, range(2))
    model = Model("growing", x)
    names = model.by_name
    for one, other in pairwise(x):
        model += one | other
    assert model.by_name is names
    more = model + integer("y", 0, 3)
    assert list(more.by_name) == [*names, "y"]
    assert (len(more.variables), more.places["y"], more["y"].name) == (51, 50, "y")
    assert (len(model.rules), list(model.groups_by_name)) == (49, ["x"])
