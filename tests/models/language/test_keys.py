"""Lists whose keys are pairs, longer tuples, or squares of a board."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from everyway.comparer import compare, compare_models
from everyway.formats import written
from everyway.models import (
    Board,
    Model,
    ModelError,
    Square,
    VariableList,
    all_different,
    element,
    fingerprint,
    from_data,
    integer,
    is_solution,
    same,
    to_data,
    total,
    variables,
)
from everyway.models.language.drawing.as_text import draw, draw_values
from everyway.models.language.drawing.column_tables import cells, columns
from everyway.models.language.drawing.notebook import read_model
from everyway.models.language.drawing.svg import draw_svg
from everyway.models.language.files.minizinc_data import in_minizinc
from everyway.solvers import count, first, save, solutions

from ...support.command_lines import everyway

EDGES = [(0, 1), (0, 2), (1, 2), (0, -1)]
CORNERS = [Square(1, 1), Square(1, 2), Square(2, 2)]
SOURCE = """
from everyway.models import Board, Model, total, variables

def roads():
    edge = variables("edge", [(0, 1), (0, 2), (1, 2), (0, -1)], range(2))
    who = variables("who", [("a", 1), ("b", 2, "x")], ["red", "green"])
    cell = variables("cell", [Board(2).square(*at) for at in [(1, 1), (1, 2), (2, 2)]], range(3))
    rules = edge[0, 1] == 1, total(edge) == 2, who["a", 1] != who["b", 2, "x"], cell[1, 2] == 2
    return Model("roads", edge, who, cell, *rules, total(cell) == 2)
"""


def roads() -> Model:
    made: dict[str, Any] = {}
    exec(SOURCE, made)
    model: Model = made["roads"]()
    return model


def names(found: Iterable[Any]) -> list[str]:
    return [one.name for one in found]


@pytest.mark.parametrize("keys", [EDGES, iter(EDGES), (one for one in EDGES), tuple(EDGES)])
def test_pairs_are_keys_whatever_holds_them(keys: Iterable[tuple[int, int]]) -> None:
    edge = variables("edge", keys, range(2))
    assert type(edge) is VariableList
    assert edge.keys == tuple(EDGES)
    assert names(edge) == ["edge[0,1]", "edge[0,2]", "edge[1,2]", "edge[0,-1]"]
    for place, key in enumerate(EDGES):
        assert edge[key] is edge[key[0], key[1]] is edge.get(key) is list(edge)[place]
    assert edge.get((1, 0), 7) == edge.get((-1, 0), 7) == 7
    assert names(edge[1:3]) == ["edge[0,2]", "edge[1,2]"]
    assert names(reversed(edge)) == names(edge)[::-1]


def test_a_tuple_of_numbers_is_a_shape_still() -> None:
    assert variables("x", (3, 4), range(2)).shape == (3, 4)
    assert variables("x", Square(1, 2), range(2)).shape == (1, 2)
    assert names(variables("x", [(3, 4)], range(2))) == ["x[3,4]"]
    assert names(variables("x", ((3, 4),), range(2))) == ["x[3,4]"]


def test_squares_are_named_as_boards_name_them() -> None:
    board = Board.from_map("A.#/AAB")
    cell = variables("cell", board.open, range(3))
    assert names(cell) == names(board.fill(range(3)))
    assert cell.keys == board.open
    assert {type(key) for key in cell.keys} == {Square}
    assert cell[2, 3] is cell[board.square(2, 3)] is cell.get((2, 3))
    assert cell.get(Square(0, 1), 0) == 0
    assert names(variables("row", board.rows[1], range(2))) == [
        "row[r2c1]",
        "row[r2c2]",
        "row[r2c3]",
    ]


def test_longer_tuples_hold_numbers_and_texts() -> None:
    who = variables("who", [("a", 1), ("b", 2, "x"), (5,), 6, "c"], range(2))
    assert names(who) == ["who[a,1]", "who[b,2,x]", "who[5]", "who[6]", "who[c]"]
    assert names([who["a", 1], who["b", 2, "x"], who[(5,)], who[6], who["c"]]) == names(who)
    with pytest.raises(ModelError, match="no variable 0"):
        who[0]


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ([(0, 1), (0, 1)], "the keys of x repeat"),
        ([(1, 2), Square(1, 2)], "the keys of x repeat"),
        ([(0, 1), "0,1"], r"the keys \(0, 1\) and '0,1' of x both give the name x\[0,1\]"),
        ([(0, "1"), (0, 1)], r"the keys \(0, '1'\) and \(0, 1\) of x both give the name"),
        ([("a,b", "c"), ("a", "b,c")], r"both give the name x\[a,b,c\]"),
        ([(3,), 3], r"the keys \(3,\) and 3 of x both give the name x\[3\]"),
        (["r1c2", Square(1, 2)], r"both give the name x\[r1c2\]"),
        ([()], r"x has the key \(\); write a whole number, a text, a square, or a tuple"),
        ([(0, True)], r"x has the key \(0, True\); write"),
        ([(0, 1.5)], r"x has the key \(0, 1.5\); write"),
        ([((0, 1), 2)], r"x has the key \(\(0, 1\), 2\); write"),
        ([[0, 1]], r"x has the key \[0, 1\]; write"),
        ([None], "x has the key None; write"),
        ([Square(1, True)], r"x has the key Square\(row=1, column=True\); write"),
        ([(integer("i", 0, 1), 1)], r"x has the key \(i, 1\); write"),
        ([("", 1)], "must not be empty"),
        ([("\x1b", 1)], "control character"),
    ],
)
def test_keys_that_give_no_name_of_their_own_are_refused(keys: list[Any], says: str) -> None:
    with pytest.raises(ModelError, match=says):
        variables("x", keys, range(2))


@pytest.mark.parametrize("key", [(1, 0), (0, slice(None)), ([0], 1), "0,1", 0, -1, (0,), (0, 1, 2)])
def test_a_key_that_is_none_is_refused_with_those_that_are(key: Any) -> None:
    edge = variables("edge", EDGES, range(2))
    with pytest.raises(ModelError, match=r"edge has no variable .*; it has \(0, 1\), \(0, 2\)"):
        edge[key]


@pytest.mark.parametrize(
    ("key", "says"),
    [
        ((integer("i", 0, 1), 1), "i cannot index a list"),
        ((0, None), "the key of edge is None"),
        ((True, 1), "the key of edge is True"),
        ((0, slice(None)), "the key of edge is slice"),
        (0, r"edge has keys such as \(0, 1\), and get was given 0; write edge.get\(\(0, 1\), 0\)"),
        ("0,1", "edge has keys such as"),
    ],
)
def test_get_refuses_what_is_no_key(key: Any, says: str) -> None:
    with pytest.raises(ModelError, match=says):
        variables("edge", EDGES, range(2)).get(key, 0)


def test_a_solution_is_read_by_the_keys() -> None:
    solution = first(roads())
    assert list(solution["edge"]) == EDGES
    assert list(solution["who"]) == [("a", 1), ("b", 2, "x")]
    assert list(solution["cell"]) == CORNERS
    assert solution["edge"][0, 1] == solution["edge[0,1]"] == 1
    assert solution["cell"][1, 2] == solution["cell"][Square(1, 2)] == solution["cell[r1c2]"] == 2
    assert draw(solution).splitlines()[2] == "cell: r1c1 0, r1c2 2, r2c2 0"
    assert draw_values(roads(), {"edge[0,2]": 1}).startswith("edge: (0,1) ?, (0,2) 1, (1,2) ?")


def test_a_solution_goes_through_json_and_a_mapping() -> None:
    model = roads()
    with solutions(model) as found:
        every = list(found)
    assert len(every) == 6
    for solution in every:
        data = json.loads(json.dumps(solution.to_json()))
        assert list(data["edge"]) == ["0,1", "0,2", "1,2", "0,-1"]
        assert list(data["who"]) == ["a,1", "b,2,x"]
        assert list(data["cell"]) == ["r1c1", "r1c2", "r2c2"]
        for form in (data, dict(solution), {"edge": {}} | solution.assignment):
            values = model.assignment(form)
            assert is_solution(model, values)
            assert model.solution(values) == solution
    assert model.assignment({"cell": {(1, 2): 1}}) == {"cell[r1c2]": 1}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"edge": {"1,0": 1}}, "edge has no variable '1,0'; it has '0,1', '0,2'"),
        ({"edge": {"(0, 1)": 1}}, r"edge has no variable '\(0, 1\)'"),
        ({"edge": [1, 0]}, r"edge must be an object of \['0,1', '0,2', '1,2', '0,-1'\]"),
        ({"edge": {"0,1": 1, (0, 1): 0}}, "edge gives a variable twice"),
        ({"cell": {"1,2": 1}}, "cell has no variable '1,2'; it has 'r1c1'"),
    ],
)
def test_json_of_another_form_is_refused(data: Any, says: str) -> None:
    with pytest.raises(ModelError, match=says):
        roads().assignment(data)


def test_a_model_goes_through_data_and_keeps_its_keys() -> None:
    model = roads()
    again = from_data(json.loads(json.dumps(to_data(model))))
    assert same(model, again)
    assert fingerprint(model) == fingerprint(again)
    for group in model.groups:
        assert isinstance(group, VariableList)
        assert again[group.name].keys == group.keys
        assert [*map(type, again[group.name].keys)] == [*map(type, group.keys)]
    assert first(again).to_json() == first(model).to_json()
    assert to_data(again) == to_data(model)
    made: dict[str, Any] = {}
    exec(f"from everyway.models import from_data\nmodel = from_data({to_data(model)!r})", made)
    assert made["model"]["edge"][0, -1].name == "edge[0,-1]"


@pytest.mark.parametrize(
    ("group", "key"),
    [
        *((0, key) for key in ([0, 2], [], [0, [1]], [0, True], {"square": [1]}, {"pair": [0, 1]})),
        *((0, key) for key in ("0,2", {"square": [1, "2"]}, {"square": "r1c1"}, None, [0, 1.0])),
        *((2, key) for key in ({"square": [2, 2]}, [2, 2], "r2c2", {"square": [1, 2, 3]})),
    ],
)
def test_keys_that_are_none_are_refused_as_data(group: int, key: Any) -> None:
    data = to_data(roads())
    data["groups"][group]["keys"][0] = key
    with pytest.raises(ModelError):
        from_data(data)


def test_every_solver_and_format_finds_the_same_solutions(tmp_path: Path) -> None:
    model = roads()
    assert compare(model, ["flatmap", "cp-sat", "auto"]).verdict == "agree"
    made: dict[str, Any] = {}
    exec(written(model, "python"), made)
    assert {one.row for one in solutions(made["model"])} == {one.row for one in solutions(model)}
    assert save(model, str(tmp_path / "roads.db")).complete
    grid = variables("edge", (2, 2), range(2))
    list_of_places = variables("edge", [(1, 1), (0, 1), (1, 0), (0, 0)], range(2))
    one = Model("grid", grid, grid[0, 1] == 1, total(grid) == 2)
    other = Model("keys", list_of_places, list_of_places[0, 1] == 1, total(list_of_places) == 2)
    assert compare_models(one, other).verdict == "same"


def test_a_list_with_such_keys_is_a_list_of_terms() -> None:
    edge, i = variables("edge", EDGES, range(4)), integer("i", 0, 3)
    model = Model("terms", edge, i, all_different(edge), element(edge, i) == 3, edge[0, -1] == 3)
    assert count(model) == 6
    assert {one["i"] for one in solutions(model)} == {3}


def test_pictures_show_the_keys() -> None:
    edge = variables("edge", [(0, -1), (1, -1), (2, -1)], range(2))
    who = variables("who", CORNERS, range(2))
    solution = first(Model("m", edge, who, total(edge) == 3))
    drawn = draw_svg(solution)
    for shown in ("0,-1", "2,-1", "r1c2"):
        assert f">{shown}<" in drawn
    assert "<circle" not in drawn  # of a graph, which texts such as 0-1 are the edges of
    table = columns("value", [0, 1], edge)
    assert table.as_text([edge], solution.assignment, plain=True).endswith("0,-1, 1,-1, 2,-1")
    assert ">r2c2<" in draw_svg(first(Model("m", who, cells(who))))
    assert "edge[0,-1] … edge[2,-1] in 0..1" in read_model(Model("m", edge))
    assert in_minizinc(solution).startswith("edge = [1, 1, 1];")


def test_commands_print_and_read_the_keys(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    Path("roads.py").write_text(SOURCE, "utf-8")

    def run(*command: str) -> str:
        result = everyway(*command)
        assert result.exit_code == 0, result.output
        return result.stdout

    printed = run("solve", "./roads.py", "--all", "--jsonl")
    assert '"edge": {"0,1": 1, "0,2": 0, "1,2": 0, "0,-1": 1}' in printed
    Path("claim.jsonl").write_text(printed, "utf-8")
    assert "AGREE" in run("compare", "./roads.py", "-S", "auto", "--claim", "c=claim.jsonl")
    assert "every rule holds" in run("check", "./roads.py", printed.splitlines()[0])
    assert run("count", "./roads.py", "--rule", "edge[0,2] == 1").split()[0] == "2"
    assert run("count", "./roads.py", "--given", "cell[r1c1]=1 edge[0,2]=1").split()[0] == "0"
    assert run("count", "./roads.py", "--project", "edge[0,2]").split()[0] == "2"
    run("solve", "./roads.py", "--all", "--save", "roads.db")
    run("export", "roads.db", "-o", "roads.jsonl")
    assert sorted(Path("roads.jsonl").read_text().splitlines()) == sorted(printed.splitlines())
