"""Rules over the graph of a board, and puzzles with lines on one, as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from everyway.models import (
    Board,
    Model,
    ModelError,
    connected,
    forest,
    from_data,
    load,
    loop,
    path,
    regions,
    same,
    to_data,
    total,
    tree,
)
from everyway.models.language.files.rule_text import read_givens, read_rule
from everyway.models.language.files.variable_rules import Reader
from everyway.solvers import count

BOARD = Board(3)
SHADED, LINE, WALL = BOARD.place("shaded"), BOARD.links("line"), BOARD.borders("wall")
FENCE, CELL = BOARD.fences("fence"), BOARD.fill(range(1, 4), "cell")
MODEL = Model("all", SHADED, LINE, WALL, FENCE, CELL)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("connected(shaded)", connected(SHADED)),
        ("connected( shaded.empty , touching = True )", connected(SHADED.empty, touching=True)),
        ("connected(shaded, links=line)", connected(SHADED, links=LINE)),
        ("loop(line)", loop(LINE)),
        ("loop(fence)", loop(FENCE)),
        ("forest(line)", forest(LINE)),
        ("tree(fence, spanning=True)", tree(FENCE, spanning=True)),
        ("path(line, r1c1, r3c3)", path(LINE, "r1c1", "r3c3")),
        ("path(fence, (0, 0), (3, 3))", path(FENCE, (0, 0), (3, 3))),
        ("regions(wall)", regions(WALL)),
        ("regions(wall, sizes=3)", regions(WALL, sizes=[3] * 9)),
        ("regions(cell, sizes=cell, roots=shaded)", regions(CELL, sizes=CELL, roots=SHADED)),
        ("regions(wall, roots=r1c1 r3c3)", regions(WALL, roots=["r1c1", "r3c3"])),
    ],
)
def test_a_call_is_the_rule_that_python_makes(text: str, rule: object) -> None:
    read = read_rule(text, MODEL)
    assert same(MODEL + read, MODEL + rule)
    assert read.label == (MODEL + rule).rules[-1].label


def test_calls_stand_within_other_rules() -> None:
    line = Model("line", LINE)
    turns = Reader("line.turns(r1c1) == 1 and not forest(line)", line).constraint()
    assert same(line + turns, line + ((LINE.turns("r1c1") == 1) & ~forest(LINE)))
    for text, wanted in {
        "total(line.at(r1c1)) == 2": total(LINE.at("r1c1")) == 2,
        "line.passes(r2c2) + line.straight(r2c2) == 1": LINE.passes("r2c2") + LINE.straight("r2c2")
        == 1,
    }.items():
        assert same(line + read_rule(text, line), line + wanted)
    fence = Model("fence", FENCE)
    rule = read_rule("total(fence.corner(0, 0)) == 1", fence)
    assert same(fence + rule, fence + (total(FENCE.corner(0, 0)) == 1))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("loop(lime)", "there is no group 'lime'; did you mean 'line'"),
        ("loop(line, 3)", r"write loop\(line\)"),
        ("loop(line, spanning=True)", "loop has no 'spanning'"),
        ("tree(line, spanning=yes)", "write spanning=True"),
        ("path(line, r1c1)", r"write path\(line, r1c1, r3c3\)"),
        ("path(line, r1c1, r4c4)", "r4c4 is not on a board"),
        ("loop(line.empty)", "of a placement line.empty"),
        ("connected(line)", "connected needs edges"),
        ("regions(shaded)", "regions needs edges"),
        ("loop()", "there is no group ''"),
        ("line.at(r1c1) == 1", r"write total\(line.at\(r1c1\)\)"),
        ("shaded.at(r1c1) == 1", "shaded has no 'at'"),
        ("line.around(r1c1) == 1", "line has no 'around'"),
        ("total(fence.corner(r1c1)) == 1", r"write fence.corner\(0, 0\)"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        read_rule(text, MODEL)


def test_a_link_is_given_by_its_squares() -> None:
    both = Model("both", SHADED, LINE)
    for model in (Model("line", LINE), both):
        (rule,) = read_givens(["r1c1-r1c2=1"], model)
        assert same(model + rule, model + (LINE["r1c1-r1c2"] == 1))
    with pytest.raises(ModelError, match="may be line"):
        read_givens(["r1c1-r1c2=1"], MODEL)
    (rule,) = read_givens(["wall[r1c1-r1c2]=1"], MODEL)
    assert same(MODEL + rule, MODEL + (WALL["r1c1-r1c2"] == 1))
    with pytest.raises(ModelError, match="there is no variable 'r1c1-r3c1'"):
        read_givens(["r1c1-r3c1=1"], both)


def test_a_puzzle_as_text_has_lines(tmp_path: Path) -> None:
    file = tmp_path / "slitherlink.toml"
    file.write_text(
        'board = "3x3"\nfences = "fence"\nnotes = "3.2/.../.3."\nrules = ["loop(fence)",'
        ' "total(fence.around(r1c1)) == 3", "total(fence.around(r1c3)) == 2",'
        ' "total(fence.around(r3c2)) == 3"]\ngivens = "r1c3-top=0 r2c3-right=1"\n'
    )
    model = load(str(file))
    assert [group.kind for group in model.groups] == ["fences"]
    assert count(model) == 1


def test_a_puzzle_as_text_has_lines_beside_what_stands_on_the_board(tmp_path: Path) -> None:
    file = tmp_path / "both.toml"
    file.write_text(
        'board = 2\npiece = "shaded"\nlinks = "line"\nborders = "wall"\n'
        'rules = ["shaded: connected(shaded)", "total == 2", "loop(line)", "regions(wall)"]\n'
    )
    model = load(str(file))
    assert [group.kind for group in model.groups] == ["placement", "links", "borders"]
    assert count(model) == 4 * 1 * 12


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("links = 3", r"puzzle.toml:2:1: links is 3; it must be a text"),
        ('links = "line"\nwrap = true', r"puzzle.toml:2:1: on a torus of 2 rows"),
        ('notes = "..."', r"puzzle.toml:2:1: notes are a map of another size"),
        ('notes = "../."', r"puzzle.toml:2:1: line 2 of the map"),
        ('links = "piece"\npiece = "piece"', "'piece' is declared twice"),
    ],
)
def test_a_puzzle_as_text_says_where_it_is_wrong(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "puzzle.toml"
    file.write_text(f"board = 2\n{line}\n")
    with pytest.raises(ModelError, match=message):
        load(str(file))


def test_lines_are_written_as_data_and_read_again() -> None:
    odd = Board(3, 4, holes="r2c2", walls="r3c4")
    for board in (BOARD, odd, Board(3, wrap=True), Board.from_map("AB/.B"), Board(0, 5), Board(1)):
        model = Model("all", board.links("line"), board.fences("fence"), board.borders("wall"))
        again = from_data(to_data(model))
        assert same(model, again)
        assert [(type(g), g.layout()) for g in again.groups] == [
            (type(g), g.layout()) for g in model.groups
        ]
    solution = model.assignment({"line": [], "fence": ["r1c1-left"], "wall": []})
    assert model.solution(solution).to_json() == {"line": [], "fence": ["r1c1-left"], "wall": []}


@pytest.mark.parametrize(
    "change", [{"rows": 2}, {"rows": 900, "columns": 900}, {"holes": ["r1c1"]}, {"wrap": True}]
)
def test_data_of_lines_that_do_not_fit_their_board_is_refused(change: dict[str, object]) -> None:
    data = to_data(Model("line", LINE))
    data["groups"][0]["board"].update(change)
    with pytest.raises(ModelError):
        from_data(data)


def test_no_board_is_made_that_is_too_large_for_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    data = to_data(Model("line", LINE))
    data["groups"][0]["board"]["rows"] = 900_000
    monkeypatch.delattr("everyway.models.language.files.model_from_data.read_layout")
    with pytest.raises(ModelError):
        from_data(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"r1c1-r1c2": 1}, r"line must be a list such as \['r1c1-r1c2'\]"),
        (["r1c1-r1c2", "r1c2-r1c1"], "names r1c2-r1c1 twice"),
        (["r1c1-r3c1"], "line has no variable 'r1c1-r3c1'"),
    ],
)
def test_a_solution_that_names_no_link_is_refused(data: object, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        Model("line", LINE).assignment({"line": data})
