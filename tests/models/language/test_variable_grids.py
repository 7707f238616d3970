"""Variables by shape: found by their places, read, written, drawn and projected as rows."""

import json
from itertools import product

import pytest
from click.testing import CliRunner

from everyway.comparer import compare, compare_models
from everyway.models import (
    Model,
    ModelError,
    all_different,
    element,
    fingerprint,
    from_data,
    integer,
    is_solution,
    same,
    to_data,
    total,
    variable,
    variables,
    violations,
)
from everyway.models.language.drawing.as_text import draw, draw_values
from everyway.models.language.drawing.notebook import model_bundle, read_model, solution_bundle
from everyway.models.language.drawing.svg import draw_svg
from everyway.solvers import count, first, save, solutions
from everyway.views.command_line import main


def names(found):
    return [one.name for one in found]


def latin(n=3):
    x = variables("x", (n, n), range(n))
    lines = [all_different(x[i]) for i in range(n)] + [all_different(x[:, j]) for j in range(n)]
    return Model("latin", x, lines)


def test_a_place_a_row_a_column_and_slices():
    x = variables("x", (3, 4), range(5))
    assert x.shape == (3, 4)
    assert x[1, 2].name == "x[1,2]"
    assert names(x[1]) == ["x[1,0]", "x[1,1]", "x[1,2]", "x[1,3]"]
    assert names(x[:, 2]) == ["x[0,2]", "x[1,2]", "x[2,2]"]
    assert names(x[1:, 2]) == ["x[1,2]", "x[2,2]"]
    assert names(x[2, ::-2]) == ["x[2,3]", "x[2,1]"]
    assert names(x[:2, 1:3]) == ["x[0,1]", "x[0,2]", "x[1,1]", "x[1,2]"]
    assert x[:2, 1:3].shape == (2, 2)
    assert x[:2, 1:3][1, -1] is x[1, 2]
    assert x[5:].shape == (0, 4)


def test_negative_indices_count_from_the_end_as_in_lists():
    x = variables("x", (3, 4), range(5))
    assert x[-1, -1] is x[2, 3]
    assert x[-3, -4] is x[0, 0]
    assert names(x[-1]) == names(x[2])
    assert names(x[:, -2]) == names(x[:, 2])


@pytest.mark.parametrize(
    ("key", "says"),
    [
        ((3, 0), "x[3, 0] is outside: x has 3 rows, 0 to 2"),
        ((0, 4), "x[0, 4] is outside: x has 4 columns, 0 to 3"),
        (-4, "x[-4] is outside: x has 3 rows, 0 to 2"),
        ((slice(None), 4), "x[:, 4] is outside: x has 4 columns, 0 to 3"),
        ((0, 0, 0), "x has 2 dimensions, not the 3 of x[0, 0, 0]"),
        ((True, 0), "x[True, 0] has the index True"),
        ((0, "a"), "x[0, 'a'] has the index 'a'"),
        (1.0, "x[1.0] has the index 1.0"),
        (..., "x[Ellipsis] has the index Ellipsis"),
    ],
)
def test_what_is_outside_or_no_index_is_refused_in_words(key, says):
    x = variables("x", (3, 4), range(5))
    with pytest.raises(ModelError) as refused:
        x[key]
    assert str(refused.value).startswith(says)


def test_an_index_that_the_solver_chooses_has_to_be_an_element():
    x, i = variables("x", (3, 4), range(5)), integer("i", 0, 2)
    for key, written in ((i, "x[i]"), ((i, 0), "x[i, 0]"), ((0, i + 1), "x[0, i + 1]")):
        with pytest.raises(ModelError) as refused:
            x[key]
        assert str(refused.value).startswith(f"{written} has an index that is not known")
        assert "write element(x, i, j)" in str(refused.value)


def test_get_has_a_default_for_a_place_outside_also_a_negative_one():
    x = variables("x", (2, 3), range(5))
    for row, column in product(range(-3, 4), repeat=2):
        inside = 0 <= row < 2 and 0 <= column < 3
        assert x.get((row, column), 7) is (x[row, column] if inside else 7)
        assert x.get((row, column)) is (x[row, column] if inside else None)
    cube = variables("c", (1, 2, 2), range(2))
    assert cube.get((0, 1, 1), 0) is cube[0, 1, 1]
    assert cube.get((0, 1, -1), 0) == 0


def test_what_get_gives_outside_adds_up_at_once():
    x = variables("x", (2, 2), range(2))
    steps = [(-1, 0), (1, 0), (0, -1), (0, 1)]
    rules = [
        total(x.get((i + di, j + dj), 0) for di, dj in steps) == 1 + x[i, j]
        for i, j in product(range(2), repeat=2)
    ]
    found = [
        values
        for values in product(range(2), repeat=4)
        if all(
            sum(
                values[2 * a + b]
                for di, dj in steps
                if (a := i + di) in range(2) and (b := j + dj) in range(2)
            )
            == 1 + values[2 * i + j]
            for i, j in product(range(2), repeat=2)
        )
    ]
    with solutions(Model("neighbours", x, rules)) as stream:
        assert sorted(one.row for one in stream) == found


@pytest.mark.parametrize(
    ("key", "says"),
    [
        (0, "x has 2 dimensions, and get takes an index for each in one tuple, not 0; write x.get"),
        ((0, 0, 0), "x has 2 dimensions, and get takes an index for each in one tuple, not (0, 0"),
        ((True, 0), "an index of x is True; write 1"),
        ((0, 1.5), "an index of x is 1.5; it must be a whole number"),
        ((slice(None), 0), "an index of x is slice(None, None, None); it must be"),
        ((integer("i", 0, 1), 0), "i cannot index a list; write element"),
    ],
)
def test_what_is_no_place_is_not_taken_for_one_outside(key, says):
    x = variables("x", (3, 4), range(5))
    with pytest.raises(ModelError) as refused:
        x.get(key, 0)
    assert str(refused.value).startswith(says)


def test_iteration_runs_row_by_row_and_so_do_constraints():
    x = variables("x", (2, 3), range(6))
    every = [f"x[{i},{j}]" for i in range(2) for j in range(3)]
    assert names(x) == names(x.variables) == every
    assert names(reversed(x)) == every[::-1]
    assert len(x) == 6
    assert x[1, 0] in x
    assert variable("x[1,0]", range(6)) not in x
    assert (x.index(x[1, 0]), x.count(x[1, 0])) == (3, 1)
    assert count(Model("m", x, all_different(x))) == 720
    assert count(Model("m", x, all_different(x[:, 1:]), total(x[:, 0]) == 0)) == 360


def test_three_dimensions():
    x = variables("x", (2, 3, 4), range(2))
    assert x[1, 2, 3].name == "x[1,2,3]"
    assert x[1][2][3] is x[1, 2, 3]
    assert x[1].shape == (3, 4)
    assert names(x[0, :, 1]) == ["x[0,0,1]", "x[0,1,1]", "x[0,2,1]"]
    assert x[:, 1, ::2].shape == (2, 2)
    solution = first(Model("m", x, [v == (place % 2) for place, v in enumerate(x)]))
    assert solution["x"][1] == ((0, 1, 0, 1),) * 3
    assert draw(solution) == "\n\n".join(["\n".join(["0 1 0 1"] * 3)] * 2)


def test_one_dimension_is_a_list_and_keys_stay_keys():
    assert names(variables("x", (3,), range(2))) == ["x[0]", "x[1]", "x[2]"]
    assert names(variables("x", [3, 4], range(2))) == ["x[3]", "x[4]"]
    assert names(variables("x", ("a", "b"), range(2))) == ["x[a]", "x[b]"]
    for shape in ((3, -1), (True, 2)):
        with pytest.raises(ModelError, match="number of variables from 0"):
            variables("x", shape, range(2))


@pytest.mark.parametrize("shape", [(0, 3), (3, 0)])
def test_a_grid_of_nothing_has_one_solution(shape):
    x = variables("x", shape, range(3))
    solution = first(Model("m", x))
    assert solution["x"] == ((),) * shape[0]
    assert draw(solution) == "(no variables)"
    assert "(no variables)" in draw_svg(solution)
    assert from_data(to_data(Model("m", x)))["x"].shape == shape


def test_a_solution_has_rows_and_so_has_its_json():
    model = latin()
    solution = first(model)
    rows = solution["x"]
    assert [sorted(row) for row in rows] == [[0, 1, 2]] * 3
    assert solution.to_json() == {"x": [list(row) for row in rows]}
    values = model.assignment(json.loads(json.dumps(solution.to_json())))
    assert is_solution(model, values)
    assert model.solution(values) == solution
    assert model.assignment({"x[2,1]": 1}) == {"x[2,1]": 1}
    assert model.assignment({"x": [[1], [2, 0]]}) == {"x[0,0]": 1, "x[1,0]": 2, "x[1,1]": 0}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ([[1, 2, 3, 4]], r"x\[0\] must be a list of 3 values"),
        ([[]] * 4, "x must be a list of 3 rows"),
        ([1, 2, 3], r"x\[0\] must be a list of 3 values"),
        ({"a": 1}, "x must be a list of 3 rows"),
    ],
)
def test_rows_of_another_shape_are_refused(data, says):
    with pytest.raises(ModelError, match=says):
        latin().assignment({"x": data})


def test_a_grid_goes_through_data_and_keeps_its_shape():
    model = latin()
    again = from_data(json.loads(json.dumps(to_data(model))))
    assert same(model, again)
    assert fingerprint(model) == fingerprint(again)
    assert again["x"].shape == (3, 3)
    assert first(again).to_json() == first(model).to_json()
    broken = to_data(model)
    broken["groups"][0]["shape"] = [2, 3]
    with pytest.raises(ModelError, match="9 variables do not fill"):
        from_data(broken)


def test_a_grid_is_drawn_in_rows_as_text_and_as_a_picture():
    x = variables("x", (2, 3), [-1, 0, 10])
    model = Model("m", x, [v == w for v, w in zip(x, [-1, 0, 10, 10, 0, 0], strict=True)])
    solution = first(model)
    assert draw(solution) == "-1  0 10\n10  0  0"
    assert draw_values(model, {"x[0,0]": 10}) == "10  ?  ?\n ?  ?  ?"
    both = model + integer("y", 1, 1)
    assert draw(first(both)) == "x:\n-1  0 10\n10  0  0\ny = 1"
    assert draw_svg(solution).count("<rect") >= 6
    assert "<svg" in solution_bundle(solution)["image/svg+xml"]
    assert "x: a grid of 2 × 3" in model_bundle(model)["text/plain"] + read_model(model)


def test_a_grid_of_labels():
    x = variables("x", (2, 2), ["red", "green"])
    model = Model("m", x, all_different(x[0]), all_different(x[:, 0]), x[1, 1] == "red")
    assert first(model)["x"] == (("red", "green"), ("green", "red"))
    assert draw(first(model)) == "  red green\ngreen   red"


def test_a_grid_is_projected_by_its_name_and_by_a_place():
    model = latin()
    with solutions(model, project=["x[0,0]", "x[2,2]"]) as found:
        assert len(list(found)) == 9
    with solutions(model, project=["x"]) as found:
        assert len(list(found)) == 12


def test_a_grid_is_compared_saved_and_solved_in_another_process(tmp_path):
    model = latin()
    assert compare(model, ["flatmap", "cp-sat", "auto"], isolate=True).verdict == "agree"
    assert save(model, str(tmp_path / "latin.db")).complete
    y = variables("y", (3, 3), range(3))
    other = Model("other", y, [all_different(y[i]) for i in range(3)])
    assert compare_models(model, other, {"x": "y"}).verdict == "too many"


def test_a_broken_rule_names_the_places():
    model = latin()
    (broken,) = violations(model, model.assignment({"x": [[0, 1, 2], [1, 2, 0], [2, 0, 0]]}))[:1]
    assert "x[2,0] = 2, x[2,1] = 0, x[2,2] = 0" in str(broken)


def test_commands_print_and_read_rows(tmp_path, monkeypatch):
    (tmp_path / "latin.py").write_text(
        "from everyway.models import Model, all_different, variables\n"
        "def latin(n: int = 2):\n"
        "    x = variables('x', (n, n), range(n))\n"
        "    lines = [x[i] for i in range(n)] + [x[:, j] for j in range(n)]\n"
        "    return Model('latin', x, [all_different(line) for line in lines])\n",
        "utf-8",
    )
    (tmp_path / "claim.jsonl").write_text('{"x": [[0, 1], [1, 0]]}\n{"x": [[1, 0], [0, 1]]}\n')
    monkeypatch.chdir(tmp_path)

    def run(*command):
        result = CliRunner().invoke(main, command, prog_name="everyway")
        assert result.exit_code == 0, result.output
        return result.stdout

    assert run("solve", "./latin.py").startswith(("0 1\n1 0", "1 0\n0 1"))
    printed = run("solve", "./latin.py", "--all", "--jsonl").splitlines()
    assert sorted(printed) == ['{"x": [[0, 1], [1, 0]]}', '{"x": [[1, 0], [0, 1]]}']
    assert "every rule holds" in run("check", "./latin.py", printed[0])
    assert "AGREE" in run("compare", "./latin.py", "-S", "auto", "--claim", "c=claim.jsonl")
    assert run("count", "./latin.py", "--project", "x[0,1]").strip() == "2"


def test_a_grid_and_its_blocks_are_arrays_of_element():
    x, i, j = variables("x", (2, 3), range(6)), integer("i", -1, 2), integer("j", -1, 3)
    fixed = [v == place for place, v in enumerate(x)]
    assert count(Model("m", x, i, j, fixed, element(x, i, j) >= 0)) == 6
    assert count(Model("m", x, i, j, fixed, j == 0, element(x[:, 1:], i, j) == 4)) == 1
    with pytest.raises(ModelError, match=r"write element\(x, i, j\)"):
        element(x, i)
